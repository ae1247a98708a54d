/* Which changes there are: the tokens of each file are read once, and blocks are told
 * apart by what stands before their braces. */
#include "grammar/lex.h"
#include "interp/mutate/idle.h"
#include "interp/mutate/mutate.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

const char *mutation_name(Mutation m)
{
  static const char *const names[] = {
#define MUTATION(name, words) words,
#include "interp/mutate/mutation.def"
#undef MUTATION
  };
  INVARIANT(m >= 0 && m < MUTATIONS);
  return names[m];
}

/* What is inside braces. */
typedef enum { IN_ITEMS, IN_MEMBERS, IN_FILLS, IN_BODY, IN_ANSWERS, IN_ROWS } Inside;

enum { DEEPEST = 256 };
typedef struct Scan {
  const Unit *unit;
  const Source *source;
  int file;
  Arena *arena;
  Mutants *list;
  const Idle *idle;
  VEC(Token) tokens;
  Inside in[DEEPEST];
  int depth;
  const char *cited; /* the last citation */
} Scan;

static size_t offset(const Scan *s, int line, int col)
{
  return s->source->lines.at[line - 1] + (size_t)col - 1;
}
static size_t begins(const Scan *s, size_t i)
{
  INVARIANT(i < s->tokens.n);
  return offset(s, s->tokens.at[i].loc.line, s->tokens.at[i].loc.col);
}
static size_t ends(const Scan *s, size_t i)
{
  INVARIANT(i < s->tokens.n);
  return offset(s, s->tokens.at[i].loc.line, s->tokens.at[i].loc.end);
}
static int kind_at(const Scan *s, size_t i)
{
  return i < s->tokens.n ? s->tokens.at[i].kind : TOK_YYEOF;
}
static const char *text_at(const Scan *s, size_t i)
{
  const char *t = i < s->tokens.n ? s->tokens.at[i].text : NULL;
  return t ? t : "";
}

/* A rule is cited behind it; a block's citation stands before what is in it. */
static const char *citation(const Scan *s, size_t i)
{
  int line = s->tokens.at[i].loc.line;
  for (; i < s->tokens.n && s->tokens.at[i].loc.line == line; i++)
    if (kind_at(s, i) == TOK_CITE) return text_at(s, i);
  return kind_at(s, i) == TOK_CITE ? text_at(s, i) : s->cited;
}

static void add(Scan *s, Mutation sort, size_t i, size_t from, size_t to,
                const char *write)
{
  INVARIANT(i < s->tokens.n);
  INVARIANT(from <= to && to <= s->source->size);
  Mutant m = {sort, s->file, from, to, write, s->tokens.at[i].loc.line, citation(s, i)};
  vec_push(s->list, m);
}
static void replace(Scan *s, Mutation sort, size_t i, const char *write)
{
  add(s, sort, i, begins(s, i), ends(s, i), write);
}

/* ---- changes of one token ------------------------------------------------------------
 */

static void change_number(Scan *s, size_t i)
{
  INVARIANT(i < s->tokens.n);
  long long n = (long long)s->tokens.at[i].number;
  replace(s, MUTATE_NUMBER, i, arena_printf(s->arena, "%lld", n + 1));
  if (n > 0) replace(s, MUTATE_NUMBER, i, arena_printf(s->arena, "%lld", n - 1));
}

/* The first number of a text that players read. */
static void change_text(Scan *s, size_t i)
{
  size_t from = begins(s, i), to = ends(s, i), at = from;
  const char *text = s->source->text;
  int braces = 0;
  for (; at < to; at++) {
    braces += (text[at] == '{') - (text[at] == '}');
    if (!braces && isdigit((unsigned char)text[at])) break;
  }
  if (at == to) return;
  size_t end = at;
  long long n = 0;
  while (end < to && isdigit((unsigned char)text[end]) && end - at < 9)
    n = n * 10 + (text[end++] - '0');
  add(s, MUTATE_TEXT, i, at, end, arena_printf(s->arena, "%lld", n + 1));
}

static void change_sign(Scan *s, size_t i)
{
  static const struct {
    const char *is, *becomes;
    Mutation sort;
  } signs[] = {{"<", "<=", MUTATE_COMPARISON},
               {"<=", "<", MUTATE_COMPARISON},
               {">", ">=", MUTATE_COMPARISON},
               {">=", ">", MUTATE_COMPARISON},
               {"+", "-", MUTATE_NUMBER},
               {"and", "or", MUTATE_CONDITION},
               {"or", "and", MUTATE_CONDITION},
               {"yes", "no", MUTATE_CONDITION},
               {"no", "yes", MUTATE_CONDITION},
               {"raise", "lower", MUTATE_DIRECTION},
               {"lower", "raise", MUTATE_DIRECTION},
               {"before", "after", MUTATE_ORDER},
               {"after", "before", MUTATE_ORDER},
               {"min", "max", MUTATE_COMPARISON},
               {"max", "min", MUTATE_COMPARISON},
               {"first", "last", MUTATE_TARGET},
               {"last", "first", MUTATE_TARGET},
               {"next", "previous", MUTATE_DIRECTION},
               {"previous", "next", MUTATE_DIRECTION}};
  size_t from = begins(s, i), n = ends(s, i) - from;
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    if (strlen(signs[k].is) == n && !memcmp(s->source->text + from, signs[k].is, n))
      replace(s, signs[k].sort, i, signs[k].becomes);
}

static void change_is(Scan *s, size_t i)
{
  if (kind_at(s, i + 1) == TOK_NOT)
    add(s, MUTATE_CONDITION, i, begins(s, i), ends(s, i + 1), "is");
  else replace(s, MUTATE_CONDITION, i, "is not");
}

/* ---- names ------------------------------------------------------------------------- */

static const char *another_thing(const Model *m, const char *name)
{
  for (size_t i = 0; i < m->things.n; i++) {
    const Thing *t = m->things.at[i];
    if (t->name != name || t->kind->is_player) continue;
    const Kind *k = t->kind;
    for (size_t n = 0; n < k->things.n; n++)
      if (k->things.at[n] == t)
        for (size_t d = 1; d < k->things.n; d++) {
          const Thing *other = k->things.at[(n + d) % k->things.n];
          if (other->sym && !strchr(other->name, '.') && !strchr(other->name, '/'))
            return other->name;
        }
  }
  return NULL;
}

static const char *another_word(const Model *m, const char *name)
{
  for (size_t i = 0; i < m->words.n; i++) {
    const Node *list = m->words.at[i]->list, *n = list;
    while (n && n->name != name) n = n->next;
    if (n && (n->next || list != n)) return n->next ? n->next->name : list->name;
  }
  return NULL;
}

static const char *another_pile(const Model *m, const char *name)
{
  const Field *mine = NULL, *first = NULL;
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (f->pile && !f->per && f->name == name) mine = f;
  }
  for (size_t i = 0; mine && i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (!f->pile || f == mine || f->kind != mine->kind || f->per ||
        f->type->kind != mine->type->kind)
      continue;
    if (!first) first = f;
    if (f->index > mine->index) return f->name;
  }
  return first ? first->name : NULL;
}

/* A name in a rule becomes another one that could stand there. */
static void change_name(Scan *s, size_t i)
{
  INVARIANT(i < s->tokens.n);
  const Model *m = s->unit->model;
  const char *name = s->tokens.at[i].text, *other;
  if ((other = another_pile(m, name))) replace(s, MUTATE_PILE, i, other);
  else if (kind_at(s, i - 1) == '.') return; /* a member: no thing and no word */
  else if ((other = another_thing(m, name)) || (other = another_word(m, name)))
    replace(s, MUTATE_TARGET, i, other);
}

/* ---- statements ---------------------------------------------------------------------
 */

static bool opens(int kind) { return kind == '{' || kind == TOK_OPEN_CITED; }
static bool closes(int kind) { return kind == '}' || kind == TOK_CLOSE_CITED; }
static int nesting(int kind)
{
  return (opens(kind) || kind == '(' || kind == '[') -
         (closes(kind) || kind == ')' || kind == ']');
}

/* The token behind the statement or item that begins at i. */
static size_t behind(const Scan *s, size_t i, bool *block)
{
  int depth = 0;
  *block = false;
  for (; i < s->tokens.n; i++) {
    int k = kind_at(s, i);
    if (!depth && (k == TOK_SEP || closes(k))) break;
    if (opens(k)) *block = true;
    depth += nesting(k);
  }
  return i;
}

/* A statement without a block that can be left out or come later.  What is only told is
 * no rule. */
static bool is_simple(const Scan *s, size_t i, size_t *end)
{
  bool block;
  int k = kind_at(s, i);
  *end = behind(s, i, &block);
  return !block && *end > i && k != TOK_LET && k != TOK_EXPECT && k != TOK_IF &&
         k != TOK_CITE && k != TOK_STRING && strcmp(text_at(s, i), "note") != 0;
}

static void change_statement(Scan *s, size_t i)
{
  size_t end, next;
  if (!is_simple(s, i, &end)) return;
  add(s, MUTATE_MISSING, i, begins(s, i), ends(s, end - 1), "");
  if (kind_at(s, end) != TOK_SEP || !is_simple(s, end + 1, &next)) return;
  const char *text = s->source->text;
  size_t a = begins(s, i), b = ends(s, end - 1), c = begins(s, end + 1),
         d = ends(s, next - 1);
  const char *write = arena_printf(s->arena, "%.*s%.*s%.*s", (int)(d - c), text + c,
                                   (int)(c - b), text + b, (int)(b - a), text + a);
  add(s, MUTATE_ORDER, i, a, d, write);
}

/* `seen by …`: everybody sees it. */
static void change_seen(Scan *s, size_t i)
{
  size_t end = i;
  for (int depth = 0; end < s->tokens.n; end++) {
    int k = kind_at(s, end);
    if (!depth && (k == TOK_SEP || closes(k) || k == TOK_CITE || k == '=')) break;
    depth += nesting(k);
  }
  add(s, MUTATE_VISIBILITY, i, begins(s, i), ends(s, end - 1), "");
}

/* ---- a file --------------------------------------------------------------------------
 */

/* Items that are no rules, or that none reads. */
static bool is_apart(const Scan *s, size_t i)
{
  switch (kind_at(s, i)) {
  case TOK_VALUE: return idle_has(s->idle, text_at(s, i + 1));
  case TOK_IDENT:
    return s->in[s->depth] == IN_FILLS && kind_at(s, i + 1) == '=' &&
           idle_has(s->idle, text_at(s, i));
  case TOK_GAME:
  case TOK_USE:
  case TOK_TEST:
  case TOK_VIEW:
  case TOK_OUTLOOK:
  case TOK_OMIT:
  case TOK_ALWAYS:
  case TOK_CLAIM: return true;
  default: return false;
  }
}

/* What a block is that opens at token i, whose header begins at `start`. */
static Inside inside(const Scan *s, size_t start, size_t i, Inside around)
{
  int head = kind_at(s, start);
  if (head == TOK_VARIANT) return IN_ITEMS;
  if (head == TOK_KIND || head == TOK_WHILE) return IN_MEMBERS;
  if (head == TOK_VALUE) return IN_ROWS;
  if (head == TOK_CHOOSE) return IN_ANSWERS;
  if (head == TOK_IDENT && around == IN_ITEMS) return IN_FILLS;
  for (size_t k = start; k < i && around == IN_FILLS; k++)
    if (kind_at(s, k) == '=') return IN_FILLS; /* an inline thing */
  return IN_BODY;
}

/* The bounds that a verb or a value promises its compiler: no rule is another if they are
 * wider. */
static bool is_promise(const Scan *s, size_t start, size_t i)
{
  int head = kind_at(s, start);
  if (head != TOK_VERB && head != TOK_VALUE) return false;
  for (size_t k = start; k < i; k++)
    if (kind_at(s, k) == '=' || opens(kind_at(s, k))) return false;
  return kind_at(s, i + 1) == TOK_DOTDOT || kind_at(s, i - 1) == TOK_DOTDOT;
}

/* A header's own name, and the names of what is declared, are no targets. */
static bool may_name(const Scan *s, size_t start, size_t i, Inside in)
{
  if (in == IN_BODY) return i > start;
  if (in == IN_ROWS || in == IN_ANSWERS) return true;
  for (size_t k = start; k < i; k++)
    if (kind_at(s, k) == '=' || kind_at(s, k) == TOK_IF || kind_at(s, k) == TOK_WHEN ||
        kind_at(s, k) == TOK_WHILE)
      return true;
  return false;
}

static void change_token(Scan *s, size_t start, size_t i)
{
  switch (kind_at(s, i)) {
  case TOK_NUMBER:
    if (!is_promise(s, start, i)) change_number(s, i);
    break;
  case TOK_STRING: change_text(s, i); break;
  case TOK_IS: change_is(s, i); break;
  case TOK_SEEN: change_seen(s, i); break;
  case TOK_NOT:
    if (kind_at(s, i - 1) != TOK_IS)
      add(s, MUTATE_CONDITION, i, begins(s, i), ends(s, i), "");
    break;
  case TOK_IDENT:
    if (may_name(s, start, i, s->in[s->depth])) change_name(s, i);
    break;
  default: change_sign(s, i); break;
  }
}

static void read_tokens(Scan *s, Unit *u)
{
  Lexer lx;
  lexer_open(&lx, u, s->file);
  for (Token t; (t = lexer_next(&lx)).kind > 0;) vec_push(&s->tokens, t);
  lexer_close(&lx);
}

static void scan(Scan *s)
{
  size_t start = 0;
  bool begins_here = true;
  for (size_t i = 0; i < s->tokens.n; i++) {
    int k = kind_at(s, i);
    if (begins_here) {
      start = i;
      if (!s->depth) s->cited = NULL; /* another item */
      if (is_apart(s, i)) {
        bool block;
        i = behind(s, i, &block);
        k = kind_at(s, i);
        if (!closes(k)) continue;
      } else if (s->in[s->depth] == IN_BODY) {
        change_statement(s, i);
      }
    }
    begins_here = k == TOK_SEP || opens(k);
    if (k == TOK_CITE) s->cited = text_at(s, i);
    if (opens(k) && s->depth < DEEPEST - 1) {
      Inside in = inside(s, start, i, s->in[s->depth]);
      s->in[++s->depth] = in;
    } else if (closes(k)) {
      if (s->depth) s->depth--;
    } else if (k != TOK_SEP && k > 0) {
      change_token(s, start, i);
    }
  }
}

/* Others' tests have to notice what is changed in others' files: those of the game, if
 * there are packs, and those of rulesets that share their files. */
static bool is_own(const Unit *u, const Source *f)
{
  const Model *m = u->model;
  if (f->standard) return false;
  if (!m->packs.n) return !f->ruleset;
  for (size_t i = 0; i < m->packs.n; i++) {
    const Source *main = &u->sources.files.at[m->packs.at[i]->decl->loc.file];
    if (f->pack == main->pack && f->ruleset == main->ruleset) return true;
  }
  return false;
}

void mutants_list(const Unit *u, Arena *arena, Mutants *list)
{
  INVARIANT(u->model);
  Arena *scratch = arena_new();
  Unit *again = unit_new(scratch); /* tokens are read once more, messages go nowhere */
  again->names = u->names; /* names are compared by address with those of the model */
  Idle idle = {0};
  idle_find(u->model, scratch, &idle);
  for (size_t i = 0; i < u->sources.files.n; i++) {
    const Source *f = &u->sources.files.at[i];
    int copy = sources_add(&again->sources, f->path, f->text, f->size);
    if (!is_own(u, f)) continue;
    Scan s = {.unit = u,
              .source = f,
              .file = copy,
              .arena = arena,
              .list = list,
              .idle = &idle};
    read_tokens(&s, again);
    scan(&s);
    vec_free(&s.tokens);
  }
  vec_free(&idle);
  unit_free(again);
  arena_free(scratch);
}
