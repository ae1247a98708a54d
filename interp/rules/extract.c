#include "interp/rules/extract.h"
#include "interp/base/invariant.h"
#include "interp/po/message.h"
#include "interp/text/card/compose.h"
#include "interp/text/message.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

enum { EXAMPLES = 2, EXAMPLE_BYTES = 160 };
/* What stands in two lines of small type above a printed card of 63 mm. */
enum { TITLE_COLUMNS = 60 };

typedef struct Use {
  int32_t first;            /* the text itself, or the first that is the same message */
  int32_t loc;              /* row of the program's locs, -1: not known */
  int32_t things[EXAMPLES]; /* cards whose composed text it is in */
  int n;
  int32_t most; /* columns that there are for it, 0: any number */
} Use;

typedef struct Extract {
  Po *po;
  const Program *p;
  Use *uses; /* by text */
} Extract;

/* ---- where texts are used ------------------------------------------------------- */

typedef struct Row {
  const char *key, *source;
  int32_t text;
} Row;

static int by_message(const void *x, const void *y)
{
  const Row *a = x, *b = y;
  int k = strcmp(a->key, b->key);
  if (!k) k = strcmp(a->source, b->source);
  return k ? k : (a->text > b->text) - (a->text < b->text);
}

/* One text in two rules of a declaration is one message. */
static void find_first(Extract *x)
{
  const Program *p = x->p;
  size_t n = (size_t)p->n_texts;
  Row *rows = arena_alloc(x->po->arena, (n + 1) * sizeof *rows);
  for (size_t i = 0; i < n; i++)
    rows[i] = (Row){program_string(p, p->texts[i].key),
                    program_string(p, p->texts[i].source), (int32_t)i};
  qsort(rows, n, sizeof *rows, by_message);
  for (size_t i = 0; i < n; i++) {
    bool same = i && !strcmp(rows[i].key, rows[i - 1].key) &&
                !strcmp(rows[i].source, rows[i - 1].source);
    x->uses[rows[i].text] =
        (Use){.first = same ? x->uses[rows[i - 1].text].first : rows[i].text, .loc = -1};
  }
}

/* NULL if the row has no text. */
static Use *use_of(const Extract *x, int32_t text)
{
  bool any = text >= 0 && text < x->p->n_texts;
  return any ? &x->uses[x->uses[text].first] : NULL;
}

static void set_loc(Extract *x, int32_t text, int32_t loc)
{
  Use *u = use_of(x, text);
  if (u && u->loc < 0) u->loc = loc;
}

static void find_locs(Extract *x)
{
  const Program *p = x->p;
  for (int i = 0; i < p->n_things; i++) set_loc(x, p->things[i].text, p->things[i].loc);
  for (int i = 0; i < p->n_fields; i++) set_loc(x, p->fields[i].text, p->fields[i].loc);
  for (int i = 0; i < p->n_verbs; i++) set_loc(x, p->verbs[i].text, p->verbs[i].loc);
  for (int i = 0; i < p->n_decisions; i++)
    set_loc(x, p->decisions[i].text, p->decisions[i].loc);
  for (int i = 0; i < p->n_alts; i++) set_loc(x, p->alts[i].text, p->alts[i].loc);
  for (int i = 0; i < p->n_always; i++) set_loc(x, p->always[i].text, p->always[i].loc);
  for (int i = 0; i < p->n_views; i++) set_loc(x, p->views[i].title, p->views[i].loc);
  for (int i = 0; i < p->n_code; i++) {
    const PLoc *l = op_operands(p->code[i].op)[3] == 'T' ? place_of_ip(p, i) : NULL;
    if (l) set_loc(x, p->code[i].d, (int32_t)(l - p->locs));
  }
}

/* The text that a row of a phrase brings in; -1 if none. */
static int32_t phrase_text(const Program *p, const PPhrase *r)
{
  switch ((PhraseOp)r->op) {
  case PH_HAND:
  case PH_VERB:
  case PH_LOSE:
  case PH_ALT:
  case PH_VALUE: return r->arg;
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET:
  case PH_FIELD: return p->fields[r->arg].text;
  case PH_COLUMN: return p->columns[r->arg].text;
  case PH_WORD: return p->words[r->arg].text;
  case PH_THING: return p->things[r->arg].text;
  case PH_KIND:
  case PH_IT:
  case PH_THAT:
  case PH_CHOOSE:
  case PH_RANDOM: return r->arg < 0 ? -1 : p->kinds[r->arg].text;
  default: return -1;
  }
}

static bool is_card(const Program *p, int32_t thing)
{
  const PThing *t = &p->things[thing];
  return t->face == thing && t->phrase >= 0 && p->phrases[t->phrase].size > 1;
}

static void narrow(Use *u, int32_t most)
{
  if (u && most > 0 && (!u->most || most < u->most)) u->most = most;
}

/* The column that an instruction of a view writes at; 0 if that is not fixed. */
static int32_t column_of(const Program *p, int at)
{
  const PInstr *i = &p->code[at];
  if (i->op == OP_NOTE) return 1;
  return at && i[-1].op == OP_LDI && i[-1].a == i->b ? i[-1].d : 0;
}

/* A text in a line of a view ends before the next one begins. */
static void find_limits(Extract *x)
{
  const Program *p = x->p;
  int last = -1;
  for (int i = 0; i < p->n_code; i++) {
    bool on = p->code[i].op == OP_NOTEAT;
    if (on && last >= 0 && column_of(p, i) && column_of(p, last))
      narrow(use_of(x, p->code[last].d), column_of(p, i) - column_of(p, last) - 1);
    if (on || p->code[i].op == OP_NOTE) last = i;
    else if (op_operands(p->code[i].op)[3] == 'j')
      last = -1; /* another may come between */
  }
  for (int32_t i = 0; i < p->n_things; i++)
    if (is_card(p, i)) narrow(use_of(x, p->things[i].text), TITLE_COLUMNS);
}

static void find_uses(Extract *x)
{
  const Program *p = x->p;
  for (int32_t i = 0; i < p->n_things; i++) {
    if (!is_card(p, i)) continue;
    int32_t from = p->things[i].phrase, to = from + p->phrases[from].size;
    for (int32_t at = from; at < to; at++) {
      Use *u = use_of(x, phrase_text(p, &p->phrases[at]));
      if (u && u->n < EXAMPLES && (!u->n || u->things[u->n - 1] != i))
        u->things[u->n++] = i;
    }
  }
}

/* ---- what a translator wants to know -------------------------------------------- */

static void put_noun(const Program *p, Buf *b, int32_t text, int32_t name)
{
  const char *source = render_source(p, text);
  if (source) buf_addn(b, source, strcspn(source, "|"));
  else
    for (const char *s = program_string(p, name); *s; s++)
      buf_char(b, *s == '_' ? ' ' : *s);
}

static void put_words(const Program *p, Buf *b, const PType *t)
{
  for (int32_t i = 0; i <= t->hi - t->lo; i++) {
    const PWord *w = &p->words[t->first_word + i];
    if (i == 4) {
      buf_add(b, ", …");
      return;
    }
    if (i) buf_add(b, ", ");
    put_noun(p, b, w->text, w->name);
  }
}

static void put_type(const Program *p, Buf *b, int32_t type)
{
  INVARIANT(type >= 0 && type < p->n_types);
  const PType *t = &p->types[type];
  switch ((TypeTag)t->tag) {
  case T_NUM: buf_printf(b, "a number from %d to %d", t->lo, t->hi); break;
  case T_FLAG: buf_add(b, "yes or no"); break;
  case T_WORD: put_words(p, b, t); break;
  case T_THING:
    if (t->kind < 0) buf_add(b, "a thing");
    else put_noun(p, b, p->kinds[t->kind].text, p->kinds[t->kind].name);
    break;
  case T_SET:
  case T_LIST:
    buf_add(b, "several of: ");
    if (t->elem >= 0) put_type(p, b, t->elem);
    break;
  case T_PILE: buf_add(b, "what lies in a pile"); break;
  default: buf_add(b, "a text"); break;
  }
  if (t->opt) buf_add(b, ", or none");
}

static void new_line(Buf *b)
{
  if (b->n) buf_char(b, '\n');
}

static void put_args(const Program *p, Buf *b, const PText *t)
{
  for (int i = 0; i < t->args; i++) {
    const PArg *a = &p->args[t->first_arg + i];
    new_line(b);
    buf_printf(b, "{%s}: ", program_string(p, a->name));
    put_type(p, b, a->type);
  }
}

static void put_example(const Program *p, Buf *b, int32_t thing)
{
  View v = view_program(p, NULL);
  Buf text = {0};
  render_thing(&v, &text, thing);
  buf_add(&text, ": ");
  compose_thing(&v, &text, thing);
  size_t n = text.n;
  while (n && text.at[n - 1] == '\n') n--;
  bool cut = n > EXAMPLE_BYTES;
  if (cut) n = EXAMPLE_BYTES;
  while (cut && n && (text.at[n] != ' ')) n--;
  new_line(b);
  buf_add(b, "On ");
  for (size_t i = 0; i < n; i++) buf_char(b, text.at[i] == '\n' ? ' ' : text.at[i]);
  if (cut) buf_add(b, " …");
  buf_free(&text);
}

/* The thing that a key is about ("thing.ace.play/choice"); -1 if none. */
static int32_t thing_of_key(const Program *p, const char *key)
{
  if (strncmp(key, "thing.", 6)) return -1;
  size_t n = strcspn(key + 6, "./");
  for (int32_t i = 0; i < p->n_things; i++) {
    const char *name = program_string(p, p->things[i].name);
    if (strlen(name) == n && !strncmp(name, key + 6, n)) return i;
  }
  return -1;
}

/* How a declaration is called where it cites: "verb gain" of "verb.gain/note", "ace" of
 * "thing.ace". */
static const char *citer_of_key(Arena *a, const char *key)
{
  static const char *const sorts[] = {"verb", "kind", "value", "option", "variant"};
  size_t n = strcspn(key, "."), m = key[n] ? strcspn(key + n + 1, "./") : 0;
  if (!m) return NULL;
  if (n == 5 && !strncmp(key, "thing", n)) return arena_strndup(a, key + 6, m);
  for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
    if (strlen(sorts[i]) == n && !strncmp(key, sorts[i], n))
      return arena_printf(a, "%s %.*s", sorts[i], (int)m, key + n + 1);
  return NULL;
}

static void put_cites(const Program *p, Buf *b, const PLoc *l, const char *citer)
{
  Buf list = {0};
  const char *last = "";
  if (l && l->cite >= 0) buf_add(&list, last = program_string(p, l->cite));
  for (int i = 0; citer && i < p->n_cites; i++) {
    const char *id = program_string(p, p->cites[i].id);
    if (p->cites[i].use != CITES_RULE || !strcmp(id, last) ||
        strcmp(program_string(p, p->cites[i].what), citer))
      continue;
    buf_printf(&list, "%s%s", list.n ? ", " : "", id);
    last = id;
  }
  if (list.n) {
    new_line(b);
    buf_printf(b, "Rule %s", buf_text(&list));
  }
  buf_free(&list);
}

/* ---- references ----------------------------------------------------------------- */

/* Without what differs from one machine to another. */
static const char *short_path(const char *path)
{
  static const char *const roots[] = {"scenarios/", "cards/", "packs/"};
  const char *slash = strrchr(path, '/');
  for (int i = 0; i < 3; i++) {
    const char *at = strstr(path, roots[i]);
    if (at && (at == path || at[-1] == '/')) return at;
  }
  return slash ? slash + 1 : path;
}

static bool has_quoted(const char *text, const char *source)
{
  size_t n = strlen(source);
  for (const char *at = text; (at = strstr(at, source)) != NULL; at++)
    if (at > text && at[-1] == '"' && at[n] == '"') return true;
  return false;
}

/* Is the kind declared here whose value a key names, "task" of "task.needs"? */
static bool declares(const char *text, const char *key)
{
  static const char word[] = "kind ";
  size_t n = strcspn(key, "./"), skip = sizeof word - 1;
  for (const char *at = text; n && (at = strstr(at, word)) != NULL; at += skip)
    if (!strncmp(at + skip, key, n) && strchr(" :\"{\n", at[skip + n])) return true;
  return false;
}

/* What has no place of its own stands in the first file that has it in quotes; where two
 * kinds call a value alike, in that of its kind. */
static int32_t file_with(const Program *p, const char *key, const char *source)
{
  INVARIANT(p && p->header);
  int32_t first = -1;
  for (int32_t i = 0; i < p->n_files; i++) {
    const char *text = program_string(p, p->files[i].text);
    if (!has_quoted(text, source)) continue;
    if (declares(text, key)) return i;
    if (first < 0) first = i;
  }
  return first;
}

static const char *reference(const Extract *x, const PLoc *l, const char *key,
                             const char *source)
{
  const Program *p = x->p;
  int32_t file = l ? l->file : file_with(p, key, source);
  return file < 0 || file >= p->n_files
             ? NULL
             : arena_strdup(x->po->arena,
                            short_path(program_string(p, p->files[file].path)));
}

/* ---- messages ------------------------------------------------------------------- */

/* Does msgfmt understand what a translator may write there?  It knows {n}, but none of
 * the forms that a name can be asked for, such as {card:acc}. */
static bool plain_braces(const Program *p, const PText *t, const char *id)
{
  if (!t->args || strchr(id, ':')) return false;
  for (int i = 0; i < t->args; i++) {
    const PType *type = &p->types[p->args[t->first_arg + i].type];
    bool person = type->tag == T_THING && type->kind >= 0 &&
                  p->kinds[type->kind].flags & KIND_PLAYER;
    if (type->tag != T_NUM && !person) return false;
  }
  return true;
}

static void add_text(Extract *x, int32_t text)
{
  INVARIANT(text >= 0 && text < x->p->n_texts);
  const Program *p = x->p;
  const PText *t = &p->texts[text];
  const char *key = program_string(p, t->key), *source = program_string(p, t->source);
  Use *u = &x->uses[text];
  PoMessage m = po_message(x->po->arena, source);
  PoEntry *e = po_add(x->po, key, m.id, m.plural);
  Buf about = {0};
  int32_t thing = thing_of_key(p, key);
  if (u->loc < 0 && thing >= 0) u->loc = p->things[thing].loc;
  const PLoc *l = u->loc < 0 ? NULL : place_of_row(p, u->loc);
  put_args(p, &about, t);
  for (int i = 0; i < u->n; i++) put_example(p, &about, u->things[i]);
  put_cites(p, &about, l, citer_of_key(x->po->arena, key));
  if (u->most) {
    new_line(&about);
    buf_printf(&about, "max-length:%d", u->most);
  }
  if (about.n) e->extracted = arena_strdup(x->po->arena, buf_text(&about));
  e->refs = reference(x, l, key, source);
  e->brace = plain_braces(p, t, m.id);
  buf_free(&about);
}

static Extract begin(Po *po, const Program *p)
{
  Extract x = {po, p, arena_alloc(po->arena, (size_t)(p->n_texts + 1) * sizeof(Use))};
  find_first(&x);
  find_uses(&x);
  find_limits(&x);
  return x;
}

/* ---- whose messages they are ---------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
  const Message *x = a, *y = b;
  int order = strcmp(x->ctxt, y->ctxt);
  return order ? order : strcmp(x->id, y->id);
}

/* The messages of another program, to look one up. */
static void list_base(Arena *a, const Program *base, Messages *list)
{
  if (base) message_list(a, base, list);
  if (list->n) qsort(list->at, list->n, sizeof *list->at, by_place);
}

/* "walk" of scenarios/walk/board.regel; "" if it lies elsewhere. */
static size_t ruleset_of(const char *path, const char **name)
{
  const char *from = path ? short_path(path) : "", *slash = strchr(from, '/');
  *name = slash ? slash + 1 : "";
  return slash ? strcspn(*name, "/") : 0;
}

/* Does a message stand in a file of another ruleset, which translates it? */
static bool is_others(const Extract *x, const Message *m)
{
  const Program *p = x->p;
  const char *own, *its, *ref;
  int32_t loc = m->text >= 0 ? x->uses[m->text].loc : -1;
  if (!p->n_files) return false;
  ref = reference(x, loc < 0 ? NULL : place_of_row(p, loc), m->ctxt, m->source);
  size_t n = ruleset_of(program_string(p, p->files[0].path), &own),
         k = ruleset_of(ref, &its);
  bool standard = ref && !strncmp(short_path(ref), "scenarios/std/", 14);
  return standard || (n && k && (n != k || strncmp(own, its, n)));
}

void extract_game(Po *po, const Program *p, const Program *base)
{
  INVARIANT(po->arena && p && p != base);
  Extract x = begin(po, p);
  find_locs(&x);
  Messages all = {0}, known = {0};
  message_list(po->arena, p, &all);
  list_base(po->arena, base, &known);
  for (size_t i = 0; i < all.n; i++) {
    const Message *m = &all.at[i];
    if (known.n && bsearch(m, known.at, known.n, sizeof *m, by_place)) continue;
    if (!base && is_others(&x, m)) continue;
    if (m->text >= 0) add_text(&x, m->text);
    else
      po_add(po, m->ctxt, m->id, m->plural)->refs =
          reference(&x, NULL, m->ctxt, m->source);
  }
  vec_free(&known);
  vec_free(&all);
  po_index(po);
}

/* Does it say anything?  A note, for one, is said in the log alone. */
static bool says_something(const Program *p, int32_t card)
{
  for (int32_t i = 0; i < p->phrases[card].size; i++)
    if (p->phrases[card + i].op > PH_SEQ) return true;
  return false;
}

ExtractShare extract_share(const Program *p)
{
  INVARIANT(p && p->header);
  Arena *arena = arena_new();
  Extract x = begin(po_new(arena), p);
  ExtractShare share = {0, 0};
  for (int32_t i = 0; i < p->n_things; i++)
    share.cards += is_card(p, i) && says_something(p, p->things[i].phrase);
  for (int32_t i = 0; i < p->n_texts; i++)
    share.messages += x.uses[i].n && x.uses[i].first == i;
  arena_free(arena);
  return share;
}
