/* The files of a program's C: chunks in parts of about the same size, and a table. */
#include "interp/native/gen.h"
#include "interp/native/native.h"
#include "interp/base/invariant.h"

#include <stdlib.h>

/* A part takes a compiler a second or two. */
enum { PART = 1200, MOST_PARTS = 64 };

static int parts_of(const Program *p)
{
  int n = 1 + p->n_code / PART;
  return n > MOST_PARTS ? MOST_PARTS : n;
}

static void put_top(const Program *p, const Optimized *o, Buf *b)
{
  buf_add(b, "/* Made by regel build: native code of a ruleset. */\n"
             "#include \"interp/native/ops.h\"\n#define CHUNK\n\n");
  buf_printf(b, "extern NativeFn *const regel_chunks[%d];\n", p->n_chunks + 1);
  put_columns(p, o, b);
}

/* What the functions of the machine are called here; they are reached through a table. */
static void put_calls(Buf *b)
{
  buf_add(b, "static const NativeCalls *calls;\n"
             "static void use(const NativeCalls *c) { calls = c; }\n"
             "#define NATIVE_CALL(type, name, parameters, arguments) \\\n"
             "  type name parameters { return calls->name arguments; }\n"
             "NATIVE_CALLS\n"
             "#undef NATIVE_CALL\n\n");
}

static void put_table(const Analysis *know, Buf *b)
{
  const Program *p = know->p;
  buf_printf(b, "CHUNK NativeFn *const regel_chunks[%d] = {\n", p->n_chunks + 1);
  for (int n = 0; n < p->n_chunks; n++)
    buf_printf(b, "  %c%d,%s", know->chunks[n].pure ? 'w' : 'c', n,
               n % 8 == 7 ? "\n" : "");
  buf_add(b, "\n  0\n};\n\n");
}

static void put_module(const Program *p, Buf *b, const char *key, const Analysis *quiet)
{
  buf_printf(b,
             "__attribute__((visibility(\"default\"))) extern const NativeModule "
             "regel_native;\n"
             "const NativeModule regel_native = {\"%s\", %d, regel_chunks, use, ",
             key, p->n_chunks);
  if (quiet) buf_printf(b, "v%d};\n", p->header->main);
  else buf_add(b, "0};\n");
}

static void put_chunk(const Analysis *know, Buf *b, int n, bool table)
{
  Gen g = {.know = know,
           .quiet = know->loud,
           .table = table,
           .p = know->p,
           .b = b,
           .chunk = n,
           .c = &know->p->chunks[n],
           .info = &know->chunks[n]};
  emit_chunk(&g);
}

/* All of it for one file: nothing is seen outside. */
void generate_alone(const Program *p, Buf *b)
{
  INVARIANT(p && p->header);
  const Optimized *plain = opt_plain(p); /* that file has no optimizer */
  Analysis *know = analyse(p, plain, NULL);
  buf_printf(b, "#define CHUNK static\nstatic NativeFn *const regel_chunks[%d];\n",
             p->n_chunks + 1);
  put_columns(p, plain, b);
  for (int n = 0; n < p->n_chunks; n++) emit_prototype(know, b, n);
  for (int n = 0; n < p->n_chunks; n++) put_chunk(know, b, n, true);
  put_table(know, b);
  analysis_free(know);
}

/* A whole game that nobody watches, if all of it can be done at once; or NULL. */
static Analysis *analyse_quiet(const Analysis *loud)
{
  const Program *p = loud->p;
  Analysis *a = analyse(p, loud->o, loud);
  if (a->chunks[p->header->main].pure && !loud->chunks[p->header->main].pure) return a;
  analysis_free(a);
  return NULL;
}

static int part_of(const Program *p, int chunk, int parts)
{
  return (int)((int64_t)p->chunks[chunk].first * parts / (p->n_code + 1));
}

/* The second form of the chunks that such a game runs. */
static void put_quiet(Analysis *quiet, NativeText *t)
{
  const Program *p = quiet->p;
  uint8_t *reached = reach_from(quiet, p->header->main);
  Buf names = {0};
  Lot lot;
  find_asked(quiet, reached);
  if (find_lot(p, &lot)) quiet->lot = &lot;
  for (int n = 0; n < p->n_chunks; n++) {
    Memos m = {0};
    if (reached[n]) find_memos(quiet, &quiet->chunks[n], &m);
    quiet->memos |= m.n > 0;
    memos_free(&m);
  }
  buf_printf(&names, "#define QUIET %s\n", t->count == 1 ? "static" : "");
  if (quiet->lot)
    buf_printf(&names, "static const Lot lot = {%d, %d, %d, %d, %d, %d};\n", lot.first,
               lot.count, lot.cells, lot.piles, lot.pile_cells, quiet->piles);
  buf_printf(&names, "extern NativeFn *const regel_quiet[%d];\n", p->n_chunks + 1);
  for (int n = 0; n < p->n_chunks; n++)
    if (reached[n]) emit_prototype(quiet, &names, n);
  for (int k = 0; k < t->count; k++) buf_add(&t->parts[k], buf_text(&names));
  for (int n = 0; n < p->n_chunks; n++)
    if (reached[n])
      put_chunk(quiet, &t->parts[part_of(p, n, t->count)], n, reached[n] == BY_TABLE);
  buf_printf(&t->parts[0], "CHUNK NativeFn *const regel_quiet[%d] = {\n",
             p->n_chunks + 1);
  for (int n = 0; n < p->n_chunks; n++) {
    if (reached[n] != BY_TABLE) buf_add(&t->parts[0], "  0,");
    else buf_printf(&t->parts[0], "  v%d,", n);
    buf_add(&t->parts[0], n % 8 == 7 ? "\n" : "");
  }
  buf_add(&t->parts[0], "\n  0\n};\n\n");
  buf_free(&names);
  free(reached);
}

NativeText native_generate(const Program *p, const char *key)
{
  Analysis *know = analyse(p, opt_of(p), NULL), *quiet = analyse_quiet(know);
  NativeText t = {calloc((size_t)parts_of(p) + 1, sizeof(Buf)), parts_of(p)};
  if (!t.parts) abort();
  Buf prototypes = {0};
  for (int n = 0; n < p->n_chunks; n++) emit_prototype(know, &prototypes, n);
  for (int k = 0; k < t.count; k++) {
    put_top(p, know->o, &t.parts[k]);
    buf_add(&t.parts[k], buf_text(&prototypes));
    buf_char(&t.parts[k], '\n');
  }
  put_calls(&t.parts[0]);
  for (int n = 0; n < p->n_chunks; n++)
    put_chunk(know, &t.parts[part_of(p, n, t.count)], n, true);
  put_table(know, &t.parts[0]);
  if (quiet) put_quiet(quiet, &t);
  put_module(p, &t.parts[0], key, quiet);
  buf_free(&prototypes);
  analysis_free(quiet);
  analysis_free(know);
  return t;
}

void native_text_free(NativeText *t)
{
  for (int k = 0; k < t->count; k++) buf_free(&t->parts[k]);
  free(t->parts);
  *t = (NativeText){0};
}
