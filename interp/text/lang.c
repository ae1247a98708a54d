/* Looking up what texts are in a language.
 *
 * A text is found by its msgctxt and msgid.  If only that pair has changed its msgid, the
 * old translation is shown and marked; a translation of another text under the same
 * msgctxt is not an old one of this text, so those that are still in use are left out. */
#include "interp/text/lang.h"
#include "interp/po/message.h"
#include "interp/text/message.h"
#include "interp/text/template.h"

#include <stdlib.h>
#include <string.h>

struct Lang {
  Arena *arena;
  const char *code;
  const Program *program;
  Catalogs words, rules;
  const PoPlural *rule; /* NULL: one and many, as in the source */
  int one, two;         /* plural forms of 1 and 2 */
  int direction;        /* of its writing, as text_direction tells */
  const char *forms;
  Wording say[SAY_COUNT_];
  Wording *texts; /* by row of the program's texts */
};

/* ---- stale translations --------------------------------------------------------- */

typedef VEC(const PoEntry *) Entries;

static int by_address(const void *a, const void *b)
{
  const PoEntry *x = *(const PoEntry *const *)a, *y = *(const PoEntry *const *)b;
  return (x > y) - (x < y);
}

static bool is_used(const Entries *used, const PoEntry *e)
{
  return used->n && bsearch(&e, used->at, used->n, sizeof *used->at, by_address);
}

/* Has the source every placeholder that a translation uses? */
static bool placeholders_exist(const char *text, const char *source)
{
  PoPlaceholder mine, its;
  while (po_placeholder(&text, &mine)) {
    bool found = false;
    for (const char *at = source; !found && po_placeholder(&at, &its);)
      found = its.name_n == mine.name_n && !memcmp(its.name, mine.name, mine.name_n);
    if (!found) return false;
  }
  return true;
}

static bool still_fits(const PoEntry *e, const char *source)
{
  if (!po_translated(e)) return false;
  for (int i = 0; i < e->strs; i++)
    if (!placeholders_exist(e->str[i], source)) return false;
  return true;
}

/* ---- finding one ---------------------------------------------------------------- */

/* The text of a verb can have forms: it is said in the log and inside sentences. */
static bool is_verb(const char *key)
{
  return !strncmp(key, "verb.", 5) && !strchr(key, '/');
}

static Wording as_source(const char *source, LangState state)
{
  return (Wording){.text = source, .state = state, .source = true};
}

static Wording as_entry(const PoEntry *e, LangState state, const char *by)
{
  Wording w = {.text = e->str[0], .state = state};
  if (e->strs > 1 && by) w.by = by, w.entry = e;
  else if (e->strs > 1) w.text = e->str[e->strs - 1];
  return w;
}

/* `used`: entries that other texts have; NULL: not known yet, and old ones are left. */
static Wording find(Arena *a, const Po *po, const char *ctxt, const char *source,
                    Entries *used)
{
  PoMessage m = po_message(a, source);
  const char *by = m.count;
  const PoEntry *e = po ? po_find(po, ctxt, m.id) : NULL;
  if (e && po_translated(e) && !e->fuzzy) return as_entry(e, LANG_FINE, by);
  if (e && e->fuzzy && still_fits(e, source)) return as_entry(e, LANG_OLD, by);
  for (e = po && used ? po_first(po, ctxt) : NULL; e; e = po_next(e))
    if (!is_used(used, e) && still_fits(e, source)) return as_entry(e, LANG_OLD, by);
  /* ", " and "{a}: {b}" are the same in many languages. */
  return as_source(source, message_speaks(source) ? LANG_MISSING : LANG_FINE);
}

/* The same in several: the first that has it, an old one if there is no other. */
static Wording find_any(Arena *a, Catalogs list, const char *ctxt, const char *source,
                        Entries *used)
{
  Wording best = find(a, list.n ? list.at[0] : NULL, ctxt, source, used);
  for (size_t i = 1; i < list.n && best.state != LANG_FINE; i++) {
    Wording w = find(a, list.at[i], ctxt, source, used);
    if (w.state < best.state) best = w;
  }
  return best;
}

static void note_used(Arena *a, const Po *po, const char *ctxt, const char *source,
                      Entries *used)
{
  const PoEntry *e = po_find(po, ctxt, po_message(a, source).id);
  if (e) vec_push(used, e);
}

static void sort_used(Entries *used)
{
  if (used->n) qsort(used->at, used->n, sizeof *used->at, by_address);
}

/* ---- a language ----------------------------------------------------------------- */

static void find_words(Lang *l)
{
  Entries used = {0};
  for (size_t k = 0; k < l->words.n; k++)
    for (int i = 0; i < SAY_COUNT_; i++)
      note_used(l->arena, l->words.at[k], words_row((Saying)i)->key,
                words_row((Saying)i)->text, &used);
  sort_used(&used);
  for (int i = 0; i < SAY_COUNT_; i++) {
    const SayingRow *r = words_row((Saying)i);
    l->say[i] = find_any(l->arena, l->words, r->key, r->text, &used);
    l->say[i].forms = true;
    /* Of a language that the program does not speak no word is missing in particular. */
    if (!l->words.n) l->say[i].state = LANG_FINE;
  }
  vec_free(&used);
}

/* "{a}: {b}" is no text to translate, but its colon is the language's: "{a} : {b}". */
static const char *own_colons(const Lang *l, const char *text)
{
  static const char colon[] = ": ";
  const char *own = l->say[SAY_COLON].text;
  if (l->say[SAY_COLON].source || !strcmp(own, colon) || !strstr(text, colon))
    return text;
  Buf b = {0};
  for (const char *at; (at = strstr(text, colon)); text = at + strlen(colon)) {
    buf_addn(&b, text, (size_t)(at - text));
    buf_add(&b, own);
  }
  buf_add(&b, text);
  const char *made = arena_strdup(l->arena, buf_text(&b));
  buf_free(&b);
  return made;
}

static void find_texts(Lang *l)
{
  const Program *p = l->program;
  Entries used = {0};
  l->texts = arena_alloc(l->arena, (size_t)(p->n_texts + 1) * sizeof *l->texts);
  for (size_t k = 0; k < l->rules.n; k++)
    for (int i = 0; i < p->n_texts; i++)
      note_used(l->arena, l->rules.at[k], program_string(p, p->texts[i].key),
                program_string(p, p->texts[i].source), &used);
  sort_used(&used);
  for (int i = 0; i < p->n_texts; i++) {
    const char *key = program_string(p, p->texts[i].key),
               *source = program_string(p, p->texts[i].source);
    if (!*key) l->texts[i] = as_source(source, LANG_FINE);
    else if (!strcmp(key, words_row(SAY_MAY_YES)->key)) l->texts[i] = l->say[SAY_MAY_YES];
    else if (!strcmp(key, words_row(SAY_MAY_NO)->key)) l->texts[i] = l->say[SAY_MAY_NO];
    else l->texts[i] = find_any(l->arena, l->rules, key, source, &used);
    l->texts[i].forms |= is_verb(key);
    if (!message_speaks(source)) l->texts[i].text = own_colons(l, l->texts[i].text);
  }
  vec_free(&used);
}

/* Its own name tells, or else the first of its texts that can. */
static int find_direction(const Lang *l)
{
  int way = l->say[SAY_LANGUAGE].source ? 0 : text_direction(l->say[SAY_LANGUAGE].text);
  for (size_t k = 0; !way && k < l->rules.n; k++)
    for (size_t i = 0; !way && i < l->rules.at[k]->list.n; i++) {
      const PoEntry *e = l->rules.at[k]->list.at[i];
      if (e->strs && *e->id) way = text_direction(e->str[0]);
    }
  return way ? way : 1;
}

int lang_direction(const Lang *l) { return l ? l->direction : 1; }

Lang *lang_new(const char *code, const Program *p, Catalogs words, Catalogs rules)
{
  Arena *a = arena_new();
  Lang *l = ARENA_NEW(a, Lang);
  *l = (Lang){.arena = a,
              .code = arena_strdup(a, code),
              .program = p,
              .words = words,
              .rules = rules,
              .forms = ""};
  l->rule = words.n ? words.at[0]->rule : rules.n ? rules.at[0]->rule : NULL;
  l->one = lang_plural(l, false, 1);
  l->two = lang_plural(l, false, 2);
  find_words(l);
  /* A table of an older time is better than none. */
  if (!l->say[SAY_FORMS].source) l->forms = l->say[SAY_FORMS].text;
  if (p) find_texts(l);
  l->direction = find_direction(l);
  return l;
}

void lang_free(Lang *l)
{
  if (l) arena_free(l->arena);
}

const char *lang_code(const Lang *l) { return l ? l->code : "en"; }

Wording lang_word(const Lang *l, Saying w)
{
  if (l) return l->say[w];
  return (Wording){.text = words_row(w)->text, .source = true, .forms = true};
}

Wording lang_text(const Lang *l, const Program *p, int32_t text)
{
  if (l && l->program == p) return l->texts[text];
  Wording w =
      as_source(program_string(p, p->texts[text].source), l ? LANG_MISSING : LANG_FINE);
  w.forms = is_verb(program_string(p, p->texts[text].key));
  return w;
}

Wording lang_name(const Lang *l, const char *ctxt, const char *source)
{
  if (!l) return as_source(source, LANG_FINE);
  const PoEntry *e = NULL;
  for (size_t i = 0; i < l->rules.n && (!e || !po_translated(e)); i++)
    e = po_find(l->rules.at[i], ctxt, source);
  if (!e || !po_translated(e)) return as_source(source, LANG_MISSING);
  return as_entry(e, e->fuzzy ? LANG_OLD : LANG_FINE, NULL);
}

enum { SEVERAL = 5 }; /* stands for numbers that are not certain */

const char *lang_for_number(const Lang *l, const Wording *w, int64_t n)
{
  int form = lang_plural(l, false, n);
  return w->entry->str[form < w->entry->strs ? form : w->entry->strs - 1];
}

const char *lang_forms(const Lang *l, bool source)
{
  return l && !source ? l->forms : words_row(SAY_FORMS)->text;
}

int lang_plural(const Lang *l, bool source, int64_t n)
{
  int form = 0;
  if (!l || source || !l->rule) return n != 1;
  if (n == FILLED_MANY) n = SEVERAL;
  if (n < 0) n = -n;
  if (po_plural_form(l->rule, n, &form) != PLURAL_FINE)
    form = po_plural_forms(l->rule) - 1;
  return form;
}

const char *lang_number(const Lang *l, bool source, int64_t n)
{
  static const char *const further[PO_FORMS] = {"many0", "many1", "many2", "many3",
                                                "many4", "many5", "many6", "many7"};
  int form = lang_plural(l, source, n);
  if (!l || source || !l->rule) return form ? "many" : "";
  if (form == l->one) return "";
  return form == l->two ? "many" : further[form & (PO_FORMS - 1)];
}

static const char *const marks[] = {[LANG_OLD] = "[old] ", [LANG_MISSING] = "[en] "};

void lang_mark(Buf *b, LangState s)
{
  if (s != LANG_FINE) buf_add(b, marks[s]);
}

void lang_mark_once(Buf *b, size_t from, LangState s)
{
  if (s == LANG_FINE || b->n <= from) return;
  size_t n = strlen(marks[s]);
  for (char *at; (at = strstr(b->at + from, marks[s]));) {
    memmove(at, at + n, strlen(at + n) + 1);
    b->n -= n;
  }
}

size_t lang_unmarked(const Buf *b, size_t from)
{
  for (size_t s = 0; b->n > from && s < sizeof marks / sizeof *marks; s++) {
    size_t n = marks[s] ? strlen(marks[s]) : 0;
    if (n && !strncmp(b->at + from, marks[s], n)) return from + n;
  }
  return from;
}

LangState lang_marked(const char *text)
{
  if (strstr(text, marks[LANG_MISSING])) return LANG_MISSING;
  return strstr(text, marks[LANG_OLD]) ? LANG_OLD : LANG_FINE;
}
