/* regel dump: what a stage of the compiler made of a file. */
#include "interp/cmd/author/disasm.h"
#include "interp/cmd/game.h"
#include "interp/rules/load.h"

#include <stdlib.h>
#include <string.h>

/* ---- types ---------------------------------------------------------------------- */

static void put_type(const Program *p, Buf *b, int type)
{
  static const char *const tags[] = {"nothing", "number", "flag", "words", "thing",
                                     "set",     "list",   "pile", "text"};
  if (type < 0) {
    buf_add(b, "-");
    return;
  }
  const PType *t = &p->types[type];
  switch (t->tag) {
  case T_NUM: buf_printf(b, "%d..%d", t->lo, t->hi); break;
  case T_WORD:
    for (int i = 0; i <= t->hi - t->lo; i++)
      buf_printf(b, "%s%s", i ? " | " : "",
                 program_string(p, p->words[t->first_word + i].name));
    break;
  case T_THING:
    buf_add(b, t->kind < 0 ? "thing" : program_string(p, p->kinds[t->kind].name));
    break;
  case T_PILE:
    buf_printf(b, "pile of %s",
               t->kind < 0 ? "any" : program_string(p, p->kinds[t->kind].name));
    break;
  case T_SET:
    buf_add(b, "set of ");
    put_type(p, b, t->elem);
    break;
  case T_LIST:
    buf_printf(b, "list %d of ", t->words - 1);
    put_type(p, b, t->elem);
    break;
  default: buf_add(b, tags[t->tag]); break;
  }
  if (t->opt) buf_add(b, " or none");
}

static void dump_field(const Program *p, const PField *f, Buf *b)
{
  static const char *const seen[] = {"", " seen by none", " seen by owner",
                                     " seen by some"};
  buf_printf(b, "  %s: ", program_string(p, f->name));
  put_type(p, b, f->type);
  if (f->per_type >= 0) {
    buf_add(b, " per ");
    put_type(p, b, f->per_type);
  }
  buf_add(b, seen[f->seen]);
  if (f->flags & FIELD_OPTION) buf_add(b, "  (option)");
  if (f->flags & FIELD_SHUFFLED) buf_add(b, "  (shuffled)");
  if (f->flags & FIELD_HIDDEN) buf_add(b, "  (of the machine)");
  if (f->flags & FIELD_PILE) buf_printf(b, "  # pile %d\n", f->pile);
  else buf_printf(b, "  # cell %d, %d each\n", f->cell, f->size);
}

static void dump_kind(const Program *p, int kind, Buf *b)
{
  if (kind >= 0) {
    const PKind *k = &p->kinds[kind];
    buf_printf(b, "kind %s", program_string(p, k->name));
    if (k->width) buf_printf(b, " %d by %d", k->width, k->height);
    buf_printf(b, "  # things %d..%d\n", k->first, k->first + k->count - 1);
  } else {
    const PHeader *h = p->header;
    buf_printf(b, "game %s for %d..%d  # %d cells\n", program_string(p, h->name),
               h->seats_low, h->seats_high, h->cells);
  }
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].kind == kind) dump_field(p, &p->fields[i], b);
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != kind) continue;
    buf_printf(b, "  value %s: ", program_string(p, c->name));
    put_type(p, b, c->type);
    buf_char(b, '\n');
  }
  for (int i = 0; i < p->n_slots; i++)
    if (p->slots[i].kind == kind)
      buf_printf(b, "  verb %s\n", program_string(p, p->slots[i].name));
}

static void dump_types(const Program *p)
{
  Buf b = {0};
  for (int k = -1; k < p->n_kinds; k++) dump_kind(p, k, &b);
  for (int i = 0; i < p->n_verbs; i++) {
    const PVerb *v = &p->verbs[i];
    if (v->kind < 0)
      buf_printf(&b, "verb %s  # chunk %d\n", program_string(p, v->name), v->chunk);
  }
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static void dump_optimized(const Program *p)
{
  Buf b = {0};
  const Optimized *o = opt_of(p);
  for (int i = 0; i < p->n_chunks; i++) disasm_chunk(p, i, o, &b);
  buf_printf(&b, "\n%d instructions for %d, %d chunks as they are\n", o->n, p->n_code,
             o->left);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* ---- tokens and tree ------------------------------------------------------------ */

static int finish(Cli *cli, Game *g, bool readable)
{
  diags_print(stderr, &g->unit->diags, &g->unit->sources, DIAG_HUMAN, cli->color_err,
              SEV_ERROR);
  return !readable ? CODE_IO : g->unit->diags.errors ? CODE_SOURCE : CODE_FINE;
}

static int dump_tokens(Cli *cli, const char *path)
{
  Game g = {0};
  g.arena = arena_new();
  g.unit = unit_new(g.arena);
  size_t size;
  char *text = load_read(path, &size);
  if (text) tokens_dump(stdout, g.unit, sources_add(&g.unit->sources, path, text, size));
  else cli_error(cli, "cannot read %s", path);
  int code = finish(cli, &g, text != NULL);
  free(text);
  game_close(&g);
  return code;
}

static int dump_tree(Cli *cli, const char *path)
{
  Game g = {0};
  g.arena = arena_new();
  g.unit = unit_new(g.arena);
  g.unit->tests = true;
  load_library(&g.unit->sources);
  size_t size;
  char *text = load_read(path, &size);
  if (text) unit_parse_text(g.unit, path, text, size);
  else cli_error(cli, "cannot read %s", path);
  /* Items of the file itself; what it uses has a tree of its own. */
  for (const Node *n = g.unit->items.head; n; n = n->next)
    if (n->loc.file == 0) tree_dump(stdout, g.unit, n, 0);
  int code = finish(cli, &g, text != NULL);
  free(text);
  game_close(&g);
  return code;
}

int cmd_dump(Cli *cli, int argc, char **argv)
{
  bool tokens = false, tree = false, types = false, optimized = false;
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "tokens", OPT_FLAG, &tokens, NULL, "the words of the file", 0, 0, NULL},
      {0, "ast", OPT_FLAG, &tree, NULL, "the tree that the parser builds", 0, 0, NULL},
      {0, "types", OPT_FLAG, &types, NULL, "kinds, fields and verbs with types and cells",
       0, 0, NULL},
      {0, "opt", OPT_FLAG, &optimized, NULL, "the instructions that run", 0, 0, NULL},
  };
  const Usage usage = {
      "regel dump --types tictactoe",
      "dump --tokens|--ast|--types|--opt PATH|NAME",
      "Prints what a stage of the compiler made of a file.",
      opts,
      (int)(sizeof opts / sizeof *opts),
      1,
      1,
  };
  Args names = {0};
  Game g = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0 && tokens + tree + types + optimized != 1)
    code = opts_wrong(cli, "say one of --tokens, --ast, --types and --opt");
  if (code < 0 && (types || optimized)) {
    code = game_open(cli, &g, names.at[0], false);
    if (code < 0 && types) dump_types(g.program);
    if (code < 0 && optimized) dump_optimized(g.program);
    if (code < 0) code = CODE_FINE;
    game_close(&g);
  } else if (code < 0) {
    Arena *arena = arena_new();
    const char *path = game_find(cli, arena, names.at[0]);
    code = !path ? CODE_USAGE : tokens ? dump_tokens(cli, path) : dump_tree(cli, path);
    arena_free(arena);
  }
  vec_free(&names);
  return code;
}
