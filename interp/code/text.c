/* Texts and citations: what people read, with what each placeholder stands for. */
#include "interp/code/gen.h"

/* Follows {a.b.c}: the register it starts from, then fields and columns. */
static PArg make_arg(Gen *g, const TextArg *a)
{
  PArg p = {.name = emit_string(g, a->name),
            .type = emit_type(g, a->expr->type),
            .first_path = (int)g->paths.n};
  Node *chain[16], *n = a->expr;
  int k = 0;
  if (n->tag == N_NAME && (n->sym->tag == SY_THING || n->sym->tag == SY_KIND)) {
    bool thing = n->sym->tag == SY_THING;
    Kind *kind = thing ? n->sym->thing->kind : n->sym->kind;
    p.reg = thing ? ARG_THING : ARG_KIND;
    p.first_path = thing ? n->sym->thing->id : kind->index;
    p.type = p.base_type = emit_type(g, kind->type);
    return p;
  }
  while (n->tag == N_DOT && k < 16) chain[k++] = n, n = n->a;
  switch (n->tag) {
  case N_ME: p.reg = g->me; break;
  case N_THIS: p.reg = g->self; break;
  default:
    if (n->sym->tag == SY_FIELD) { /* a field of the game */
      p.reg = -1;
      vec_push(&g->paths, n->sym->field->index);
      p.path++;
    } else p.reg = n->sym->reg;
  }
  p.base_type = emit_type(g, n->type);
  while (k-- > 0) {
    Sym *y = chain[k]->sym;
    vec_push(&g->paths, y->tag == SY_FIELD ? y->field->index : ~y->column->index);
    p.path++;
  }
  return p;
}

/* "" for what no player reads: a text of a test. */
static const char *key_of(Gen *g, const TextUse *use, const char *role)
{
  if (!use->owner) return "";
  return role ? arena_printf(g->arena, "%s/%s", use->owner, role) : use->owner;
}

int gen_text(Gen *g, const TextUse *use, const char *role)
{
  PText t = {emit_string(g, key_of(g, use, role)), emit_string(g, use->source),
             (int)g->args.n, (int)use->args.n};
  PArg args[32];
  int n = use->args.n < 32 ? (int)use->args.n : 32;
  for (int i = 0; i < n; i++) args[i] = make_arg(g, &use->args.at[i]);
  t.first_arg = (int)g->args.n;
  t.args = n;
  for (int i = 0; i < n; i++) vec_push(&g->args, args[i]);
  vec_push(&g->texts, t);
  return (int)g->texts.n - 1;
}

static bool is_value(const TextArg *a)
{
  return a->expr->tag == N_NAME && a->expr->sym && a->expr->sym->tag == SY_VALUE;
}

void gen_reserve(Gen *g, const TextUse *use)
{
  for (size_t i = 0; use && i < use->args.n; i++)
    if (is_value(&use->args.at[i])) use->args.at[i].expr->sym->reg = alloc(g, 1);
}

void gen_compute(Gen *g, const TextUse *use)
{
  for (size_t i = 0; use && i < use->args.n; i++)
    if (is_value(&use->args.at[i]))
      gen_expr(g, use->args.at[i].expr, use->args.at[i].expr->sym->reg);
}

int gen_title(Gen *g, const char *key, const char *label)
{
  if (!label) return -1;
  TextUse use = {.source = label, .owner = key};
  return gen_text(g, &use, NULL);
}

/* ---- citations ------------------------------------------------------------------ */

static void cite_node(Gen *g, const Node *n, CiteUse use, const char *what)
{
  for (const Node *c = n->cites; c; c = c->next) {
    PCite p = {emit_string(g, c->name), use, emit_loc(g, c), emit_string(g, what)};
    vec_push(&g->cites, p);
  }
}

static const char *what_is(Gen *g, const Node *n, const char *outer)
{
  static const struct {
    Tag tag;
    const char *word;
  } words[] = {{N_KIND, "kind"}, {N_FIELD, "field"},   {N_VALUE, "value"},
               {N_VERB, "verb"}, {N_OPTION, "option"}, {N_VARIANT, "variant"},
               {N_GAME, "game"}, {N_TYPEDEF, "type"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (n->tag == words[i].tag)
      return arena_printf(g->arena, "%s %s", words[i].word, n->name);
  if (n->tag == N_THING && n->name) return n->name;
  if (n->tag == N_BEFORE || n->tag == N_AFTER || n->tag == N_INSTEAD)
    return arena_printf(g->arena, "%s %s",
                        n->tag == N_BEFORE  ? "before"
                        : n->tag == N_AFTER ? "after"
                                            : "instead of",
                        n->a && n->a->name ? n->a->name : "");
  if (n->tag == N_WHEN) return "when";
  if (n->tag == N_ALWAYS) return "always";
  if (n->tag == N_CLAIM) return "claim";
  if (n->tag == N_VIEW) return "view";
  return outer;
}

static void cite_tree(Gen *g, const Node *n, CiteUse use, const char *outer)
{
  for (; n; n = n->next) {
    if (n->tag == N_TEST) {
      cite_node(g, n, CITES_TEST, n->label);
      continue;
    }
    if (n->tag == N_OMIT) {
      cite_node(g, n, CITES_OMIT, n->label);
      continue;
    }
    const char *what = what_is(g, n, outer);
    cite_node(g, n, use, what);
    cite_tree(g, n->a, use, what);
    cite_tree(g, n->b, use, what);
    cite_tree(g, n->c, use, what);
    if (n->tag != N_CALL)
      cite_tree(g, n->d, use, what); /* there it is what a was before */
  }
}

void gen_cites(Gen *g) { cite_tree(g, g->m->unit->items.head, CITES_RULE, ""); }
