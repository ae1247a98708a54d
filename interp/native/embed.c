/* A game as one C file: the machine's sources, which stand in this program as texts, put
 * behind each other, then the tables of the program, its chunks, and a few functions for
 * whoever plays it.  Whatever the sources call something gets a name of its own, so that
 * nothing meets the names of the program that the file becomes a part of. */
#include "interp/base/arena.h"
#include "interp/native/gen.h"
#include "interp/native/native.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(char *) Names;

typedef struct Embed {
  Buf *b;
  char prefix[40];
  VEC(const char *) done; /* headers that are in already */
  Names statics;          /* of all sources, as often as they are there */
} Embed;

static const NativeFile *find_file(const char *path, size_t n)
{
  for (int k = 0; k < native_files_count; k++)
    if (strlen(native_files[k].path) == n && !strncmp(native_files[k].path, path, n))
      return &native_files[k];
  return NULL;
}

static const NativeFile *source(const char *path)
{
  return find_file(path, strlen(path));
}

/* ---- names ---------------------------------------------------------------------- */

static void add_name(Names *names, const char *s, size_t n)
{
  for (size_t k = 0; k < names->n; k++)
    if (strlen(names->at[k]) == n && !strncmp(names->at[k], s, n)) return;
  char *copy = calloc(n + 1, 1);
  if (!copy) abort();
  memcpy(copy, s, n);
  vec_push(names, copy);
}

static void free_names(Names *names)
{
  for (size_t k = 0; k < names->n; k++) free(names->at[k]);
  vec_free(names);
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The word that ends before `end`, a name if it has letters. */
static void add_word_before(Names *names, const char *line, const char *end)
{
  while (end > line && end[-1] == ' ') end--;
  const char *s = end;
  while (s > line && in_name(s[-1])) s--;
  if (s < end && !isdigit((unsigned char)*s)) add_name(names, s, (size_t)(end - s));
}

static bool begins(const char *line, const char *with)
{
  return !strncmp(line, with, strlen(with));
}

/* What a line at the margin gives a name to: functions (static ones or the others),
 * numbers and types.  The sources are formatted, so that a line tells. */
static void names_of_line(const char *line, size_t n, bool own, Names *names)
{
  const char *open = memchr(line, '(', n), *brace = memchr(line, '{', n);
  bool is_static = begins(line, "static ");
  if (own && begins(line, "enum {") && brace)
    for (const char *s = brace; s && s < line + n && *s != '}';) {
      s++;
      while (s < line + n && *s == ' ') s++;
      const char *end = s;
      while (end < line + n && in_name(*end)) end++;
      if (end > s) add_name(names, s, (size_t)(end - s));
      while (end < line + n && *end != ',' && *end != '}') end++;
      s = end;
    }
  else if (own && begins(line, "typedef struct ") && brace)
    add_word_before(names, line, brace);
  else if (isalpha((unsigned char)*line) && open && line[n - 1] != ';' &&
           !begins(line, "typedef") && !begins(line, "enum") && is_static == own)
    add_word_before(names, line, open);
}

static void names_of(const NativeFile *f, bool own, Names *names)
{
  const char *s = (const char *)f->text, *end = s + f->size;
  while (s < end) {
    size_t n = strcspn(s, "\n");
    if (n) names_of_line(s, n, own, names);
    s += n + (s[n] == '\n');
  }
}

static void add_statics(Embed *e, const NativeFile *f)
{
  Names own = {0};
  names_of(f, true, &own);
  for (size_t k = 0; k < own.n; k++) vec_push(&e->statics, own.at[k]);
  vec_free(&own);
}

static void put_defines(Embed *e, const Names *names, const char *more)
{
  for (size_t k = 0; k < names->n; k++)
    buf_printf(e->b, "#define %s %s_%s%s\n", names->at[k], e->prefix, more, names->at[k]);
}

/* ---- texts ---------------------------------------------------------------------- */

static void put_file(Embed *e, const NativeFile *f);

/* A line that includes one of our files becomes that file. */
static bool put_include(Embed *e, const char *line, size_t n)
{
  if (!begins(line, "#include \"")) return false;
  const char *path = line + 10, *end = memchr(path, '"', n - 10);
  const NativeFile *f = end ? find_file(path, (size_t)(end - path)) : NULL;
  if (!f) return true;
  bool header = end[-1] == 'h';
  for (size_t k = 0; header && k < e->done.n; k++)
    if (e->done.at[k] == f->path) return true;
  if (header) vec_push(&e->done, f->path);
  put_file(e, f);
  return true;
}

static void put_text(Embed *e, const char *s)
{
  while (*s) {
    size_t n = strcspn(s, "\n");
    if (!put_include(e, s, n)) {
      buf_addn(e->b, s, n);
      buf_char(e->b, '\n');
    }
    s += n + (s[n] == '\n');
  }
}

static void put_file(Embed *e, const NativeFile *f)
{
  put_text(e, (const char *)f->text);
}

/* The names that a file defines for the preprocessor, which end with it. */
static void put_undefs(Embed *e, const NativeFile *f)
{
  const char *s = (const char *)f->text, *end = s + f->size;
  while (s < end) {
    size_t n = strcspn(s, "\n");
    if (begins(s, "#define ")) {
      const char *name = s + 8;
      size_t k = 0;
      while (in_name(name[k])) k++;
      buf_printf(e->b, "#undef %.*s\n", (int)k, name);
    }
    s += n + (s[n] == '\n');
  }
}

/* Only what two files call the same: a member of a structure may be called so, too. */
static void keep_repeated(const Embed *e, Names *own)
{
  size_t kept = 0;
  for (size_t k = 0; k < own->n; k++) {
    int times = 0;
    for (size_t i = 0; i < e->statics.n; i++)
      times += !strcmp(own->at[k], e->statics.at[i]);
    if (times > 1) own->at[kept++] = own->at[k];
    else free(own->at[k]);
  }
  own->n = kept;
}

/* One of the machine's sources, with names of its own. */
static void put_source(Embed *e, const char *name, const char *text)
{
  Buf path = {0}, more = {0};
  Names own = {0};
  buf_printf(&path, "interp/%s.c", name);
  const NativeFile *f = source(buf_text(&path));
  buf_clear(&path);
  buf_printf(&path, "interp/%s.c", text);
  const NativeFile *names = source(buf_text(&path));
  buf_printf(&more, "in_%s_", strrchr(name, '/') + 1);
  names_of(names, true, &own);
  keep_repeated(e, &own);
  buf_printf(e->b, "\n/* ---- %s ---- */\n\n", f->path);
  put_defines(e, &own, buf_text(&more));
  put_file(e, f);
  for (size_t k = 0; k < own.n; k++) buf_printf(e->b, "#undef %s\n", own.at[k]);
  put_undefs(e, names);
  if (names != f) put_undefs(e, f);
  free_names(&own);
  buf_free(&path);
  buf_free(&more);
}

/* ---- tables --------------------------------------------------------------------- */

static void put_numbers(Buf *b, const int32_t *at, size_t n, size_t row)
{
  for (size_t k = 0; k < n; k++) {
    if (row > 1 && k % row == 0) buf_char(b, '{');
    if (at[k] == INT32_MIN) buf_add(b, "INT32_MIN");
    else buf_printf(b, "%d", at[k]);
    if (row > 1 && k % row == row - 1) buf_char(b, '}');
    buf_add(b, k % 16 == 15 ? ",\n" : ",");
  }
}

static void put_code(Buf *b, const PInstr *at, int n)
{
  for (int k = 0; k < n; k++)
    buf_printf(b, "{%d,%d,%d,%d,%d},%s", at[k].op, at[k].a, at[k].b, at[k].c, at[k].d,
               k % 6 == 5 ? "\n" : "");
}

static void put_wide_numbers(Buf *b, const int64_t *at, int n)
{
  for (int k = 0; k < n; k++)
    if (at[k] == INT64_MIN) buf_add(b, "INT64_MIN,");
    else buf_printf(b, "%lld,%s", (long long)at[k], k % 12 == 11 ? "\n" : "");
}

/* Without the sources of the rules, which nobody reads here. */
static void put_strings(Buf *b, const Program *p)
{
  INVARIANT(p && p->header);
  char *text = calloc((size_t)p->n_strings + 1, 1);
  if (!text) abort();
  memcpy(text, p->strings, (size_t)p->n_strings);
  for (int k = 0; k < p->n_files; k++)
    memset(text + p->files[k].text, 0, (size_t)p->files[k].size);
  bool gap = true;
  for (int k = 0; k < p->n_strings; k++) {
    if (!text[k]) {
      gap = true;
      continue;
    }
    if (gap) buf_printf(b, "\n[%d] = ", k);
    buf_printf(b, "%d,", text[k]);
    gap = false;
  }
  free(text);
}

static void put_table(Embed *e, const char *type, const char *name, const Program *p,
                      const void *at, int n, size_t size)
{
  Buf *b = e->b;
  buf_printf(b, "static const %s %s_t_%s[%d] = {", type, e->prefix, name, n ? n : 1);
  if (!n) buf_add(b, "0");
  else if (!strcmp(type, "char")) put_strings(b, p);
  else if (!strcmp(type, "PInstr")) put_code(b, at, n);
  else if (!strcmp(type, "int64_t")) put_wide_numbers(b, at, n);
  else put_numbers(b, at, (size_t)n * size / 4, size / 4);
  buf_add(b, "};\n");
}

static void put_program(Embed *e, const Program *p)
{
#define SECTION(type, name)                                                              \
  put_table(e, strcmp(#type, "char") ? #type : "char", #name, p, p->name, p->n_##name,   \
            sizeof(type));
#include "interp/code/section.def"
#undef SECTION
  buf_printf(e->b, "static const int32_t %s_chunk_of[%d] = {", e->prefix, p->n_code + 1);
  for (int n = 0; n < p->n_chunks; n++)
    for (int k = 0; k < p->chunks[n].count; k++) buf_printf(e->b, "%d,", n);
  buf_add(e->b, "};\n");
  buf_printf(e->b,
             "static const Native %s_native = {regel_chunks, %s_chunk_of, 0, 0};\n"
             "static const Program %s_program = {\n",
             e->prefix, e->prefix, e->prefix);
#define SECTION(type, name)                                                              \
  buf_printf(e->b, "  .%s = %s_t_%s, .n_%s = %d,\n", #name, e->prefix, #name, #name,     \
             p->n_##name);
#include "interp/code/section.def"
#undef SECTION
  buf_printf(e->b, "  .outlook = %d, .score = %d, .native = &%s_native};\n", p->outlook,
             p->score, e->prefix);
}

/* ---- all of it ------------------------------------------------------------------ */

/* "connect4": the name of the game as far as C takes it. */
static void make_prefix(const Program *p, char *out, size_t size)
{
  INVARIANT(p && p->header);
  size_t n = 0;
  const char *s = program_string(p, p->header->name);
  if (!isalpha((unsigned char)*s)) out[n++] = 'g';
  for (; *s && n + 1 < size; s++)
    out[n++] = (*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9') ? *s : '_';
  out[n] = 0;
}

/* The functions for whoever plays it, with the name of the game for GAME. */
static void put_interface(Embed *e)
{
  const char *s = (const char *)source("interp/native/game.in")->text, *at;
  while ((at = strstr(s, "GAME"))) {
    buf_addn(e->b, s, (size_t)(at - s));
    buf_add(e->b, e->prefix);
    s = at + 4;
  }
  buf_add(e->b, s);
}

void native_embed(const Program *p, Buf *b)
{
  static const char *const sources[][2] = {{"code/move", "code/move"},
                                           {"vm/board", "vm/board"},
                                           {"vm/chance", "vm/chance"},
                                           {"vm/cover", "vm/cover"},
                                           {"vm/deal/blame", "vm/deal/blame"},
                                           {"vm/deal/deal", "vm/deal/deal"},
                                           {"vm/deal/guess", "vm/deal/guess"},
                                           {"vm/deal/mend", "vm/deal/mend"},
                                           {"vm/deal/recall", "vm/deal/recall"},
                                           {"vm/native", "vm/native"},
                                           {"vm/options", "vm/options"},
                                           {"vm/past", "vm/past"},
                                           {"vm/playout", "vm/playout"},
                                           {"vm/probe", "vm/probe"},
                                           {"vm/deal/lot", "vm/deal/lot"},
                                           {"vm/deal/redeal", "vm/deal/redeal"},
                                           {"vm/rng", "vm/rng"},
                                           {"vm/run", "vm/run"},
                                           {"vm/set", "vm/set"},
                                           {"vm/state", "vm/state"},
                                           {"vm/step", "vm/run"},
                                           {"vm/tell", "vm/tell"},
                                           {"vm/deal/trace", "vm/deal/trace"},
                                           {"vm/view", "vm/view"},
                                           {"vm/vm", "vm/vm"}};
  enum { COUNT = sizeof sources / sizeof *sources };
  static const char *const own[] = {
      "state_hash",        "vm_hash",     "program_claims", "program_constant",
      "program_about_end", "op_operands", "opt_of",         "opt_plain",
      "check_armed",       "guard_free",  "guard_run",      "guard_new",
      "loop_best",         "loop_whole",  "opt_quiet",      "opt_brief",
      "vm_draws_unread"};
  Embed e = {.b = b};
  Names shared = {0};
  make_prefix(p, e.prefix, sizeof e.prefix);
  Buf interface = {0}, all = {0};
  e.b = &interface;
  put_interface(&e);
  e.b = b;
  /* What is declared for others comes first, the functions themselves last. */
  const char *cut = strstr(buf_text(&interface), "/* ---- ");
  buf_addn(b, interface.at, (size_t)(cut - interface.at));
  for (int k = 0; k < COUNT; k++) {
    buf_clear(&all);
    buf_printf(&all, "interp/%s.c", sources[k][1]);
    names_of(source(buf_text(&all)), false, &shared);
    add_statics(&e, source(buf_text(&all)));
  }
  for (size_t k = 0; k < sizeof own / sizeof *own; k++)
    add_name(&shared, own[k], strlen(own[k]));
  put_defines(&e, &shared, "");
  vec_push(&e.done, source("interp/native/ops.h")->path);
  put_file(&e, source("interp/native/ops.h"));
  for (int k = 0; k < COUNT; k++) put_source(&e, sources[k][0], sources[k][1]);
  buf_add(b, "\n/* ---- the rules ---- */\n\n");
  generate_alone(p, b);
  put_program(&e, p);
  put_text(&e, cut);
  vec_free(&e.done);
  free_names(&shared);
  free_names(&e.statics);
  buf_free(&interface);
  buf_free(&all);
}
