#include "interp/agree/rule.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LEVEL = 4 };

static void walk(RuleFacts *r, const Node *n);

static void walk_list(RuleFacts *r, const Node *n)
{
  for (; n; n = n->next) walk(r, n);
}

/* ---- what is kept --------------------------------------------------------------- */

/* ---- lists without repeats ------------------------------------------------------ */

typedef uint64_t HashFn(const void *list, size_t i);
typedef bool SameFn(const void *list, size_t i, size_t k);

static uint64_t mixed(uint64_t x) { return (x ^ x >> 31) * 0x9e3779b97f4a7c15u >> 16; }

static uint64_t hash_number(const void *list, size_t i)
{
  return mixed((uint64_t)((const int64_t *)list)[i]);
}
static bool same_number(const void *list, size_t i, size_t k)
{
  return ((const int64_t *)list)[i] == ((const int64_t *)list)[k];
}
static uint64_t hash_place(const void *list, size_t i)
{
  return mixed((uint64_t)(uintptr_t)((const void *const *)list)[i]);
}
static bool same_place(const void *list, size_t i, size_t k)
{
  return ((const void *const *)list)[i] == ((const void *const *)list)[k];
}
static uint64_t hash_name(const void *list, size_t i)
{
  uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */
  for (const char *s = ((const char *const *)list)[i]; *s; s++)
    h = (h ^ (unsigned char)*s) * 0x100000001b3u;
  return mixed(h);
}
static bool same_name(const void *list, size_t i, size_t k)
{
  return !strcmp(((const char *const *)list)[i], ((const char *const *)list)[k]);
}

/* Is the last of n members there once more before?  If not, it is noted. */
static bool is_repeat(Index *x, const void *list, size_t n, HashFn *hash, SameFn *same)
{
  size_t from = n - 1;
  if (2 * n > x->room) {
    free(x->slot);
    x->room = x->room ? 2 * x->room : 64;
    x->slot = NULL;
    x->slot = zeroed(x->room, sizeof *x->slot);
    from = 0; /* all of them anew */
  }
  for (size_t i = from; i < n; i++) {
    size_t k = hash(list, i) & (x->room - 1);
    for (; x->slot[k]; k = (k + 1) & (x->room - 1))
      if (same(list, x->slot[k] - 1, i)) break;
    if (x->slot[k]) return true; /* only the last can be one */
    x->slot[k] = (uint32_t)i + 1;
  }
  return false;
}

static void add_number(RuleFacts *r, Amounts *v, int64_t n)
{
  int which = v == &r->own ? 0 : v == &r->within ? 1 : v == &r->beyond ? 2 : 3;
  vec_push(v, n);
  if (is_repeat(&r->amounts[which], v->at, v->n, hash_number, same_number)) v->n--;
}

static void add_name(Names *v, Index *x, const char *name)
{
  vec_push(v, name);
  if (is_repeat(x, v->at, v->n, hash_name, same_name)) v->n--;
}

/* Far behind the rule, or in what only says which things are meant, a number is hardly
 * one that a text about the rule states. */
static void number(RuleFacts *r, int64_t n)
{
  enum { FAR = 3 };
  bool far = r->aside || r->level >= FAR;
  add_number(r, !r->level ? &r->own : far ? &r->loose : &r->within, n);
}

const char *rule_concept(Arena *a, const char *label)
{
  static const char *const articles[] = {"the ", "a ", "an "};
  char *s = arena_strndup(a, label, strcspn(label, "|")); /* forms stand behind it */
  for (char *c = s; *c; c++) *c = (char)tolower((unsigned char)*c);
  for (int i = 0; i < 3; i++)
    if (!strncmp(s, articles[i], strlen(articles[i]))) return s + strlen(articles[i]);
  return s;
}

/* The same few labels are asked for all the time. */
static const char *concept_of(RuleFacts *r, const char *label)
{
  char *known = map_get(r->english->asked, label);
  if (known) return known;
  const char *c = lexicon_concept(r->english, rule_concept(r->model->arena, label));
  known = arena_strdup(r->model->arena, c);
  map_put(r->english->asked, label, known);
  return known;
}

static void name(RuleFacts *r, const char *label)
{
  if (!label) return;
  const char *c = concept_of(r, label);
  add_name(&r->names, &r->named, c);
}

/* A thing or a word, and the numbers in its name: "road 3" answers a 3. */
static void noun(RuleFacts *r, const char *label)
{
  name(r, label);
  for (const char *s = label; s && *s; s++)
    if (isdigit((unsigned char)*s) && (s == label || !isdigit((unsigned char)s[-1])))
      add_number(r, &r->within, strtol(s, NULL, 10));
}

static void kind_name(RuleFacts *r, const Kind *k)
{
  name(r, k->label ? k->label : k->name);
  if (k->is_player) return;
  add_number(r, &r->loose, k->count);
  for (int64_t seats = r->model->game->num; seats > 1 && seats <= r->model->game->num2;
       seats++)
    if (k->count % seats == 0) add_number(r, &r->loose, k->count / seats); /* a share */
}

/* Walks what lies behind a name, once. */
/* False if it was visited before. */
static bool visit(RuleFacts *r, const void *what)
{
  vec_push(&r->visited, what);
  bool repeat = is_repeat(&r->seen, r->visited.at, r->visited.n, hash_place, same_place);
  if (repeat) r->visited.n--;
  return !repeat;
}

static bool enter(RuleFacts *r, const void *what)
{
  if (r->level >= MAX_LEVEL) return false;
  if (!visit(r, what)) return false;
  r->level++;
  return true;
}

static void leave(RuleFacts *r) { r->level--; }

/* ---- names ---------------------------------------------------------------------- */

static void value_defs(RuleFacts *r, Value *v)
{
  for (size_t i = 0; i < value_texts(v); i++) {
    const Node *d = value_text(v, i)->node;
    walk_list(r, d->c);
    if (d->d) walk(r, d->d);
  }
}

static void column(RuleFacts *r, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Column *c = n->sym->column;
  bool own = r->self && (n->tag == N_NAME || (n->a && n->a->tag == N_THIS));
  name(r, c->decl->label);
  if (!enter(r, c)) return;
  walk_list(r, c->decl->c);
  for (size_t i = 0; i < c->kind->things.n; i++) {
    const Thing *t = c->kind->things.at[i];
    const Node *fill = !own || t == r->self ? column_fill(t, c) : NULL;
    if (fill && fill->tag == N_FILL) walk_list(r, fill->a);
  }
  leave(r);
}

static void field(RuleFacts *r, const Field *f)
{
  name(r, f->decl->label ? f->decl->label : f->name);
  if (f->type && f->type->tag == T_NUM) {
    add_number(r, &r->loose, f->type->lo);
    add_number(r, &r->loose, f->type->hi);
  }
  if (!enter(r, f)) return;
  walk_list(r, f->decl->b);
  leave(r);
}

static void symbol(RuleFacts *r, const Node *n)
{
  INVARIANT(n->tag == N_CALL || n->tag == N_DOT || n->tag == N_NAME);
  Sym *y = n->sym;
  if (!y) return;
  switch (y->tag) {
  case SY_KIND: kind_name(r, y->kind); break;
  case SY_THING:
    noun(r, y->thing->label ? y->thing->label : y->thing->name);
    kind_name(r, y->thing->kind);
    add_number(r, &r->loose, y->thing->copies);
    break;
  case SY_FIELD: field(r, y->field); break;
  case SY_COLUMN: column(r, n); break;
  case SY_VALUE:
    name(r, y->value->decl->label);
    if (enter(r, y->value)) {
      const Type *t = y->value->type;
      bool which = t && (t->tag == T_SET || t->tag == T_THING);
      r->aside += which;
      value_defs(r, y->value);
      r->aside -= which;
      leave(r);
    }
    break;
  case SY_PLAYERS: r->others = true; break;
  case SY_LOCAL:
    if (y->decl && y->decl->tag == N_LET && y->decl->b && enter(r, y)) {
      r->level--; /* said here, though written above */
      walk_list(r, y->decl->b);
      r->level++;
      leave(r);
    }
    break;
  default: break;
  }
}

/* Whatever an expression is, its kind is named by it. */
static void type(RuleFacts *r, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Type *t = n->type;
  if (t && (t->tag == T_SET || t->tag == T_LIST)) t = t->elem;
  if (!t || !t->kind) return;
  kind_name(r, t->kind);
  if (!t->kind->is_player) return;
  if (n->tag == N_ME) r->me = true;
  else r->others = true;
}

/* ---- statements ----------------------------------------------------------------- */

static void change(RuleFacts *r, const Node *n)
{
  const Node *p = n->a->tag == N_INDEX ? n->a->a : n->a;
  if (!p->sym || p->sym->tag != SY_FIELD) return;
  if (n->tag == N_RAISE) r->raises = true;
  else if (n->tag == N_LOWER) r->lowers = true;
  else r->changes = true;
  const Field *f = p->sym->field;
  const char *label = f->decl->label;
  if (!r->level && (!label || f->type->tag == T_FLAG)) r->quietly = true;
  if (label && !r->level) {
    const char *c = concept_of(r, label);
    add_name(&r->changed, &r->changing, c);
  }
}

static void verb_body(RuleFacts *r, Verb *v)
{
  if (v->decl) {
    name(r, v->decl->label);
    walk_list(r, v->decl->b);
  }
  for (size_t i = 0; i < v->rules.n; i++) {
    const Node *rule = v->rules.at[i]->node;
    walk_list(r, rule->b);
    walk_list(r, rule->c);
  }
}

/* The word before a parameter in the verb's own text. */
static void role(RuleFacts *r, const Verb *v, const Sym *param, const Thing *t)
{
  const char *text = v->decl ? v->decl->label : NULL;
  const char *at =
      text ? strstr(text, arena_printf(r->model->arena, " {%s}", param->name)) : NULL;
  const char *from = at;
  while (from && from > text && isalpha((unsigned char)from[-1])) from--;
  if (from != at) vec_push(&r->roles, ((Role){from, (int)(at - from), t}));
}

static void roles(RuleFacts *r, const Node *call)
{
  size_t i = 0;
  const Verb *v = call->sym->slot;
  for (const Node *a = call->b; a && i < v->params.n; a = a->next, i++)
    if (a->tag == N_NAME && a->sym && a->sym->tag == SY_THING)
      role(r, v, v->params.at[i], a->sym->thing);
}

static void phrase(RuleFacts *r, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  walk_list(r, n->b);
  walk_list(r, n->c);
  if (n->op == BP_VERB && n->sym && !r->level) roles(r, n);
  if (n->op == BP_SLOT) r->open = true;
  else if (n->op == BP_VERB && n->sym) {
    if (!enter(r, n->sym->slot)) return;
    verb_body(r, n->sym->slot);
    leave(r);
  } else if (n->op != BP_NOTE && n->op != BP_NOTE_AT) {
    r->changes = true;
  }
}

static bool declines(const Node *alt)
{
  const Node *first = alt->b ? alt->b->a : NULL;
  if (alt->a) return false;
  while (first && first->tag == N_REQUIRE) first = first->next;
  return !first || (first->tag == N_STOP && !first->next);
}

static void decision(RuleFacts *r, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_PICK) r->chooses = true; /* which one is no question of whether */
  if (n->tag == N_MAY || (n->tag == N_PICK && (n->num & (PICK_MAY | PICK_EMPTY_OK))))
    r->may = true;
  if (n->tag == N_PICK && !n->a) add_number(r, &r->within, 1); /* one of them */
  if (n->tag == N_PICK && n->a && n->a->tag == N_SPAN && n->a->a->num == 0) r->may = true;
  for (const Node *a = n->tag == N_CHOOSE ? n->b : NULL; a; a = a->next)
    if (declines(a)) r->may = true;
}

/* "more than 1" is "2 or more", "less than 3" is "at most 2".  The other way round the
 * text has to say it: "3 or more" is "more than 2", and not just "2". */
static void beside(RuleFacts *r, const Node *n)
{
  bool turned = n->a->tag == N_NUM, up = n->tag == N_GT || n->tag == N_LE;
  const Node *k = turned ? n->a : n->b;
  Amounts *to = n->tag == N_GT || n->tag == N_LT ? &r->within : &r->beyond;
  if (k->tag == N_NUM) add_number(r, to, k->num + (up != turned ? 1 : -1));
}

static void leaf(RuleFacts *r, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  if (n->tag != N_NUM) return;
  if (n->type && n->type->tag == T_WORD) {
    const Node *w = n->type->words->list;
    for (int64_t i = 0; w && i < n->num; i++) w = w->next;
    if (w) noun(r, w->label ? w->label : w->name);
  } else {
    number(r, n->num);
  }
}

static void declaration(RuleFacts *r, const Node *n)
{
  if (n->label && n->tag == N_THING) noun(r, n->label);
  if (n->tag == N_THING && n->num) number(r, n->num);
  if (n->tag == N_GAME) {
    number(r, n->num);
    number(r, n->num2);
  }
  if (n->tag == N_KIND)
    for (size_t i = 0; i < r->model->kinds.n; i++)
      if (r->model->kinds.at[i]->name == n->name) kind_name(r, r->model->kinds.at[i]);
  if (n->tag == N_BEFORE) r->before = true;
  if (n->tag == N_AFTER) r->after = true;
  if ((n->tag == N_BEFORE || n->tag == N_AFTER || n->tag == N_INSTEAD) && n->b)
    r->condition = true;
}

static void walk(RuleFacts *r, const Node *n)
{
  INVARIANT(n && n->tag < N_COUNT);
  type(r, n);
  leaf(r, n);
  switch (n->tag) {
  case N_STR:
  case N_TEST:
  case N_OMIT:
  case N_VIEW: return;
  case N_NAME:
  case N_CALL:
  case N_DOT: symbol(r, n); break;
  case N_SET:
  case N_RAISE:
  case N_LOWER: change(r, n); break;
  case N_PHRASE: phrase(r, n); return;
  case N_MAY:
  case N_CHOOSE:
  case N_PICK: decision(r, n); break;
  case N_ME: r->me = true; break;
  case N_AS: r->others = true; break;
  case N_EACH:
    if (n->a->type && n->a->type->elem && n->a->type->elem->kind &&
        n->a->type->elem->kind->is_player)
      r->each_player = true;
    break;
  case N_IF:
  case N_REQUIRE:
  case N_WHERE:
  case N_COND:
  case N_WHEN:
  case N_WHILE:
  case N_OTHERWISE:
  case N_ROW: r->condition = true; break;
  case N_LT:
  case N_GT:
  case N_LE:
  case N_GE: beside(r, n); break;
  case N_DIV: r->half = true; break;
  case N_MUL: r->doubled = true; break;
  default: declaration(r, n);
  }
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);) walk(r, p.at);
}

/* ---- whole rules ---------------------------------------------------------------- */

static bool calls_verb(const Node *n)
{
  return n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT) && n->sym;
}

/* Marks the verbs to which an answer of some decision leads. */
static void mark_offered(const Node *n, bool inside)
{
  if (calls_verb(n) && inside) n->sym->slot->offered = true;
  for (Parts p = parts_of(n, PARTS_STATEMENT); parts_next(&p);)
    mark_offered(p.at, inside || p.role == ROLE_ATTEMPT);
}

static void find_offers(Model *m)
{
  m->offers_known = true;
  for (size_t i = 0; i < m->verbs.n; i++)
    if (m->verbs.at[i]->decl) mark_offered(m->verbs.at[i]->decl, false);
  for (size_t i = 0; i < m->bodies.n; i++) mark_offered(m->bodies.at[i].node->a, false);
  for (size_t i = 0; i < m->rules.n; i++) mark_offered(m->rules.at[i]->node->c, false);
}

void rule_begin(RuleFacts *r, Model *m, const Lexicon *english)
{
  memset(r, 0, sizeof *r);
  r->model = m;
  r->english = english;
  r->loc.file = -1;
  if (m && !m->offers_known) find_offers(m);
}

void rule_free(RuleFacts *r)
{
  vec_free(&r->own);
  vec_free(&r->within);
  vec_free(&r->beyond);
  vec_free(&r->loose);
  vec_free(&r->names);
  vec_free(&r->changed);
  vec_free(&r->roles);
  vec_free(&r->visited);
  free(r->named.slot);
  free(r->changing.slot);
  free(r->seen.slot);
  for (int i = 0; i < 4; i++) free(r->amounts[i].slot);
}

static const Node *only_statement(const Node *block)
{
  return block && block->tag == N_BLOCK && block->a && !block->a->next ? block->a : NULL;
}

void rule_add(RuleFacts *r, const Node *n, const Thing *self)
{
  const Node *one = n->tag == N_MAY ? n : only_statement(n->tag == N_BODY ? n->a : n);
  if (r->loc.file < 0) {
    r->loc = n->loc;
    r->only_may = one && one->tag == N_MAY;
  } else {
    r->only_may = false;
  }
  r->self = self;
  walk(r, n);
  r->self = NULL;
}

void rule_add_verb(RuleFacts *r, Verb *v)
{
  r->offered = r->offered || v->offered;
  visit(r, v);
  if (v->decl && v->decl->b) rule_add(r, v->decl->b, NULL);
  if (v->decl) r->loc = v->decl->loc;
  for (size_t i = 0; i < v->params.n; i++) {
    const Type *t = v->params.at[i]->type;
    if (t && t->tag == T_NUM && t->hi >= r->given) r->given = t->hi;
  }
  for (size_t i = 0; i < v->rules.n; i++) {
    r->level++;
    walk_list(r, v->rules.at[i]->node->b);
    walk_list(r, v->rules.at[i]->node->c);
    r->level--;
  }
}

void rule_add_value(RuleFacts *r, Value *v)
{
  r->offered = true; /* it does nothing: whether one may is another rule's business */
  visit(r, v);
  value_defs(r, v);
  r->loc = v->decl->loc;
}

void rule_add_thing(RuleFacts *r, Thing *t)
{
  const Kind *k = t->kind;
  kind_name(r, k);
  rule_add(r, t->decl, t);
  r->loc = t->decl->loc;
  for (size_t i = 0; i < k->members.n; i++) {
    const Sym *y = k->members.at[i];
    if (y->tag != SY_SLOT) continue;
    if (y->slot->offered) r->offered = true;
    if (y->slot->decl && y->slot->decl->b && enter(r, y->slot)) {
      walk_list(r, y->slot->decl->b);
      leave(r);
    }
  }
}

void rule_add_kind(RuleFacts *r, const Kind *k) { kind_name(r, k); }

void rule_add_slot(RuleFacts *r, const Body *b)
{
  r->offered = b->slot->offered;
  noun(r, b->thing->label);
  rule_add(r, b->node->a, b->thing);
}

static const Thing *thing_of(const Model *m, const Node *n)
{
  for (size_t i = 0; n->tag == N_THING && i < m->things.n; i++)
    if (m->things.at[i]->decl == n) return m->things.at[i];
  return NULL;
}

static bool has_cite(const Node *n, const char *id)
{
  for (const Node *c = n->cites; c; c = c->next)
    if (!strcmp(c->name, id)) return true;
  return false;
}

/* A citation behind a declaration's block belongs to the declaration. */
static bool cites(const Node *n, const char *id)
{
  Parts body = parts_of(n, ROLE_BIT(BODY));
  return has_cite(n, id) || (parts_next(&body) && has_cite(body.at, id));
}

static int add_cited(RuleFacts *r, const Node *n, const char *id, const Thing *self)
{
  const Thing *t = thing_of(r->model, n);
  if (!t) t = self;
  if (n->tag == N_TEST || n->tag == N_OMIT) return 0;
  if (cites(n, id)) {
    rule_add(r, n, t);
    return 1;
  }
  int found = 0;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    found += add_cited(r, p.at, id, t);
  return found;
}

int rule_add_cited(RuleFacts *r, const char *id)
{
  int found = 0;
  r->offered = true; /* a row may stand anywhere in what is offered */
  r->general = true;
  for (const Node *n = r->model->unit->items.head; n; n = n->next)
    found += add_cited(r, n, id, NULL);
  return found;
}

/* ---- the words of the game ------------------------------------------------------ */

static void add_word(Model *m, Lexicon *l, const char *label)
{
  if (!label || memchr(label, '{', strcspn(label, "|"))) return;
  const char *c = rule_concept(m->arena, label);
  if (*c) lexicon_name(l, c, c);
}

void rule_words(Model *m, Lexicon *l)
{
  for (size_t i = 0; i < m->kinds.n; i++)
    if (!m->kinds.at[i]->is_player) add_word(m, l, m->kinds.at[i]->label);
  for (size_t i = 0; i < m->things.n; i++) add_word(m, l, m->things.at[i]->label);
  for (size_t i = 0; i < m->fields.n; i++) add_word(m, l, m->fields.at[i]->decl->label);
  for (size_t i = 0; i < m->columns.n; i++) add_word(m, l, m->columns.at[i]->decl->label);
  for (size_t i = 0; i < m->words.n; i++)
    for (const Node *w = m->words.at[i]->list; w; w = w->next) add_word(m, l, w->label);
}
