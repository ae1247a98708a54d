/* Changes of fields as sentences, and as what a change adds to the sentence of the verb
 * that made it. */
#include "interp/text/event.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a field has at first is no change: nothing was there before. */
static bool is_first_value(const Program *p, int32_t ip)
{
  for (int i = 0; i < p->n_chunks; i++)
    if (ip >= p->chunks[i].first && ip - p->chunks[i].first < p->chunks[i].count)
      return !strcmp(program_string(p, p->chunks[i].name), "init");
  return false;
}

bool event_hears_change(const View *v, const Event *e, bool verbose)
{
  INVARIANT(v && v->program);
  INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  const Program *p = v->program;
  if (is_first_value(p, e->ip)) return false;
  const PField *f = &p->fields[e->field];
  bool wide = p->types[f->type].words > 1;
  if (f->flags & (FIELD_HIDDEN | FIELD_OPTION) || (f->text < 0 && !verbose) || wide)
    return false;
  if (!view_sees_field(v, e->field, e->thing)) return false;
  return f->kind < 0 || view_sees_thing(v, e->thing);
}

/* By how much, with its sign; empty if it is no number. */
/* By how much a number was raised or lowered; one that is set anew, as by a die, is
 * compared with nothing. */
static void difference(const Program *p, const Event *e, Buf *b)
{
  int op = e->ip >= 0 && e->ip < p->n_code ? p->code[e->ip].op : OP_NOP;
  bool number = p->types[p->fields[e->field].type].tag == T_NUM;
  if (number && (op == OP_RAISE || op == OP_LOWER) && e->old != NONE && e->now != NONE)
    buf_printf(b, "%+lld", (long long)(e->now - e->old));
}

typedef struct Changed {
  const View *view;
  const Event *event;
} Changed;

/* {it}, {now}, {old}, {by} and {per} of the words that a field has for the log. */
static bool fill_change(void *user, Buf *b, const char *name, size_t n, const Form *form,
                        Filled *out)
{
  const Changed *c = user;
  const Event *e = c->event;
  const Program *p = c->view->program;
  const PField *f = &p->fields[e->field];
  Form plain = *form;
  if (event_slot(plain.kase, strlen(plain.kase), "tells")) plain.kase[0] = 0;
  plain =
      form_det(plain, event_slot(plain.det, strlen(plain.det), "no") ? "" : plain.det);
  int64_t by = e->now > e->old ? e->now - e->old : e->old - e->now, per = e->per;
  if (event_slot(name, n, "it") && f->kind >= 0)
    render_thing_form(c->view, b, e->thing, &plain, out);
  else if (event_slot(name, n, "now"))
    render_value_form(c->view, b, f->type, &e->now, &plain, out);
  else if (event_slot(name, n, "old"))
    render_value_form(c->view, b, f->type, &e->old, &plain, out);
  else if (event_slot(name, n, "per") && f->per_type >= 0 && e->per >= 0)
    render_value_form(c->view, b, f->per_type, &per, &plain, out);
  else if (event_slot(name, n, "by")) {
    buf_printf(b, "%lld", (long long)by);
    if (out) out->number = by;
  } else return false;
  return true;
}

/* Is it a step down: less, no longer, nobody any more? */
static bool goes_down(const Program *p, const Event *e)
{
  int tag = p->types[p->fields[e->field].type].tag;
  if (e->now == NONE) return true;
  return (tag == T_NUM || tag == T_FLAG) && e->now < e->old;
}

/* What ends is told by words for that alone: "{it} is examined" would say the opposite.
 */
const char *event_change_words(const char *text, const Form *form, bool ends, size_t *n)
{
  INVARIANT(text && form);
  Form none = {0}, begins = form_det(*form, "");
  size_t size;
  const char *said = forms_pick(text, form, n);
  if (said == forms_pick(text, &none, &size)) return NULL;
  const char *by = strstr(said, "{by}");
  bool begun = *form->det && said == forms_pick(text, &begins, &size);
  return begun && *n && (ends || (by && by < said + *n)) ? NULL : said;
}

/* In the words of the field for the log, if it has such: 1; -1: it wants none. */
static int own_change(const View *v, Buf *b, const Event *e)
{
  INVARIANT(v && v->program);
  const PField *f = &v->program->fields[e->field];
  if (f->text < 0) return 0;
  Wording w = lang_text(v->lang, v->program, f->text);
  Form form = event_form(EV_CHANGE);
  bool down = goes_down(v->program, e);
  bool ends = down && (e->now == NONE || v->program->types[f->type].tag == T_FLAG);
  if (down) form = form_det(form, "no");
  size_t n;
  if (event_is_silent(v->program, f->text, &form)) return -1;
  if (!event_change_words(w.text, &form, ends, &n)) return 0;
  Changed c = {v, e};
  size_t from = b->n;
  w.forms = true;
  template_put(v->lang, b, w, &form, fill_change, &c);
  buf_capital(b, from);
  return 1;
}

static void change_of_flag(const View *v, Buf *b, const Event *e)
{
  INVARIANT(v && v->program);
  const PField *f = &v->program->fields[e->field];
  Buf it = {0}, what = {0};
  Saying w = e->now ? SAY_BECOMES : SAY_NO_LONGER;
  render_name(v, &what, NAME_FIELD, e->field, NULL, NULL);
  if (f->kind >= 0) render_thing(v, &it, e->thing);
  else w = e->now ? SAY_IS_TRUE : SAY_IS_FALSE;
  size_t from = b->n;
  words_say(v->lang, b, w, buf_text(&what), buf_text(&it), NULL);
  buf_capital(b, from);
  buf_free(&it);
  buf_free(&what);
}

bool event_change(const View *v, Buf *b, const Event *e, bool verbose)
{
  INVARIANT(v && v->program);
  const PField *f = &v->program->fields[e->field];
  if (!event_hears_change(v, e, verbose)) return false;
  int own = own_change(v, b, e);
  if (own) return own > 0;
  if (v->program->types[f->type].tag == T_FLAG && f->text >= 0 && f->per_type < 0) {
    change_of_flag(v, b, e);
    return true;
  }
  Buf what = {0}, now = {0}, by = {0};
  render_field(v, &what, e->field, e->thing, e->per);
  buf_capital(&what, 0);
  render_value(v, &now, f->type, &e->now);
  difference(v->program, e, &by);
  words_say(v->lang, b, by.n ? SAY_CHANGE_BY : SAY_CHANGE, buf_text(&what),
            buf_text(&now), buf_text(&by));
  buf_free(&what);
  buf_free(&now);
  buf_free(&by);
  return true;
}

/* Letters beyond these do not count, since quotation marks would, too. */
static bool in_word(char c) { return isalnum((unsigned char)c); }

/* Whether a line says something already, as a word: "R" is not in "Road", but "Ration" is
 * in "Rations", since an ending of some letters may follow. */
static bool says(const char *line, const char *name)
{
  size_t n = strlen(name), most = n / 2 < 3 ? n / 2 : 3;
  const char *at = n ? strstr(line, name) : NULL;
  for (; at; at = strstr(at + 1, name)) {
    size_t ending = 0;
    while (in_word(name[n - 1]) && ending <= most && in_word(at[n + ending])) ending++;
    if (ending <= most && !(at > line && in_word(at[-1]) && in_word(*name))) return true;
  }
  return false;
}

bool event_names(const View *v, const char *line, int32_t thing)
{
  Buf name = {0};
  render_thing(v, &name, thing);
  bool found = says(line, buf_text(&name));
  Form form = {0};
  const char *at = lang_forms(v->lang, false);
  while (!found && (at = forms_next_case(at, &form))) {
    buf_clear(&name);
    render_thing_form(v, &name, thing, &form, NULL);
    found = says(line, buf_text(&name));
  }
  buf_free(&name);
  return found;
}

/* Whether a line says a value already. */
static bool says_value(const View *v, const char *line, int type, const int64_t *value)
{
  INVARIANT(type >= 0 && type < v->program->n_types);
  if (v->program->types[type].tag == T_THING && *value != NONE)
    return event_names(v, line, (int32_t)*value);
  Buf now = {0};
  render_value(v, &now, type, value);
  bool found = says(line, buf_text(&now));
  buf_free(&now);
  return found;
}

/* What a change is called behind a line that names some of it already: "Morale",
 * "Safety", "Information" of the resources of the player who gains it. */
static void short_name(const View *v, Buf *b, const Event *e, const char *line,
                       const Event *before)
{
  INVARIANT(v && v->program);
  const PField *f = &v->program->fields[e->field];
  Buf other = {0};
  bool again = before && before->field == e->field && before->per == e->per;
  bool per = f->per_type >= 0 && e->per >= 0;
  if (per) render_scalar(v, &other, f->per_type, e->per);
  int kind = per ? v->program->types[f->per_type].kind : -1;
  bool player = kind >= 0 && v->program->kinds[kind].flags & KIND_PLAYER;
  bool owned = f->kind >= 0 && !event_names(v, line, e->thing);
  if (owned && again && !event_names(v, line, before->thing))
    render_thing(v, b, e->thing); /* "Safety of the Bank: 4, the Farm: 3" */
  else if (owned) render_field(v, b, e->field, e->thing, e->per);
  else if (per && !player && says(line, buf_text(&other))) buf_add(b, buf_text(&other));
  else if (per && !(player && says(line, buf_text(&other))))
    render_field(v, b, e->field, -1, e->per);
  else render_name(v, b, NAME_FIELD, e->field, NULL, NULL);
  buf_capital(b, 0);
  buf_free(&other);
}

bool event_adds(const View *v, Buf *b, const Event *e, const char *line,
                const Event *before)
{
  INVARIANT(v && v->program);
  INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  const PField *f = &v->program->fields[e->field];
  Buf what = {0}, now = {0};
  bool more =
      v->program->types[f->type].tag == T_NUM || !says_value(v, line, f->type, &e->now);
  if (more) {
    render_value(v, &now, f->type, &e->now);
    short_name(v, &what, e, line, before);
    words_say(v->lang, b, SAY_CHANGE, buf_text(&what), buf_text(&now), NULL);
  }
  buf_free(&what);
  buf_free(&now);
  return more;
}

bool event_is_plain_change(const View *v, const Event *e)
{
  INVARIANT(v && v->program);
  INVARIANT(e->nargs >= 0 && e->nargs <= MAX_ARGS);
  const PField *f = &v->program->fields[e->field];
  Form form = form_det(event_form(EV_CHANGE), goes_down(v->program, e) ? "no" : "");
  return v->program->types[f->type].tag != T_FLAG &&
         !event_is_silent(v->program, f->text, &form);
}
