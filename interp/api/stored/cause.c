/* Why something has its value: the chain of causes of the event that gave it that, or the
 * cards in play that make it. */
#include "interp/api/stored/audit.h"
#include "interp/rules/load_lang.h"
#include "interp/base/name.h"
#include "interp/session/shares.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

enum { MOST_CAUSES = 30 };

/* ---- which event is meant ------------------------------------------------------- */

/* "track of red", as an author writes it. */
static void put_ids(const Program *p, Buf *b, int32_t field, int32_t thing, int32_t per)
{
  INVARIANT(p && p->header);
  const PField *f = &p->fields[field];
  buf_add(b, program_string(p, f->name));
  if (thing >= 0 && thing < p->n_things)
    buf_printf(b, " of %s", program_string(p, p->things[thing].name));
  if (f->per_type >= 0 && p->types[f->per_type].tag == T_THING && per >= 0 &&
      per < p->n_things)
    buf_printf(b, ", %s", program_string(p, p->things[per].name));
}

static int fits(const char *what, Buf *name)
{
  int f = name_fits(what, buf_text(name));
  buf_clear(name);
  return f;
}

static int fits_field(const View *v, const char *what, int field, int32_t thing,
                      int32_t per)
{
  INVARIANT(v && v->program);
  Buf b = {0};
  render_field(v, &b, field, thing, per);
  int best = fits(what, &b);
  put_ids(v->program, &b, field, thing, per);
  int other = fits(what, &b);
  buf_free(&b);
  return other > best ? other : best;
}

static int fits_pile(const View *v, const char *what, int64_t pile)
{
  int32_t owner, per;
  int field = vm_pile_field(v->vm, (int)pile, &owner, &per);
  return field < 0 ? 0 : fits_field(v, what, field, owner, per);
}

static int fits_thing(const View *v, const char *what, int32_t thing)
{
  Buf b = {0};
  if (thing < 0 || thing >= v->program->n_things) return 0;
  buf_add(&b, program_string(v->program, v->program->things[thing].name));
  int best = fits(what, &b);
  render_thing(v, &b, thing);
  int other = fits(what, &b);
  buf_free(&b);
  return other > best ? other : best;
}

/* Does the sentence name the thing?  What is hidden from the reader is not found by its
 * name either. */
static bool names(const View *v, const Happening *h)
{
  View all = *v;
  Buf b = {0};
  int32_t thing = h->event.thing;
  if (thing < 0 || thing >= v->program->n_things) return false;
  all.seat = VIEW_ALL;
  render_thing(&all, &b, thing);
  bool named = v->seat == VIEW_ALL || strstr(h->says, buf_text(&b));
  buf_free(&b);
  return named;
}

/* How well an event is about what is asked for; 0: not at all, or hidden.  `asked` has
 * the language of the question. */
static int about(const View *v, const View *asked, const Happening *h, const char *what)
{
  const Event *e = &h->event;
  int a = 0, b = 0, c = 0;
  if (!h->says) return 0;
  if (e->kind == EV_CHANGE) return fits_field(asked, what, e->field, e->thing, e->per);
  if (e->kind == EV_SHUFFLE) return fits_pile(asked, what, e->now);
  if (e->kind == EV_REVEAL) return names(v, h) ? fits_thing(asked, what, e->thing) : 0;
  if (e->kind != EV_MOVE) return 0;
  a = fits_pile(asked, what, e->old);
  b = fits_pile(asked, what, e->now);
  if (names(v, h)) c = fits_thing(asked, what, e->thing);
  return a > b ? (a > c ? a : c) : b > c ? b : c;
}

/* The latest event that fits best; -1: none. */
static int find_event(const Audit *a, const View *v, const View *asked)
{
  int best = 0, found = -1;
  for (int i = story_count(a->story) - 1; i >= 0; i--) {
    int f = about(v, asked, story_at(a->story, i), a->why);
    if (f > best) {
      best = f;
      found = i;
    }
  }
  return found;
}

/* ---- showing the chain ---------------------------------------------------------- */

/* The words of the source at a place, on one line. */
static void put_source(const Program *p, Buf *b, const PLoc *l)
{
  int length;
  const char *s = place_line(p, l->file, l->line, &length);
  const char *end = s + length, *cite = NULL;
  while (s < end && isspace((unsigned char)*s)) s++;
  for (const char *c = s; c < end && !cite; c++) /* remarks and citations say no more */
    if (*c == '#' || (*c == '@' && isupper((unsigned char)c[1]))) cite = c;
  if (cite) end = cite;
  while (end > s && isspace((unsigned char)end[-1])) end--;
  buf_addn(b, s, (size_t)(end - s));
}

/* One call on the way: the source line, its place, its rule, and the card whose it is. */
static void put_call(const Program *p, Buf *b, const VmFrame *f)
{
  const PLoc *l = place_of_ip(p, f->ip);
  if (!l) return;
  buf_add(b, "      ");
  place_name(p, b, l);
  if (l->cite >= 0) buf_printf(b, "  %s", program_string(p, l->cite));
  if (f->self >= 0 && f->self < p->n_things)
    buf_printf(b, "  (%s)", program_string(p, p->things[f->self].name));
  buf_add(b, "\n        ");
  put_source(p, b, l);
  buf_char(b, '\n');
}

static void put_when(const Lang *lang, Buf *b, const Happening *h)
{
  Saying w = h->event.kind == EV_DECIDE   ? SAY_AUDIT_ASKED
             : h->event.kind == EV_CHANCE ? SAY_AUDIT_CHANCE
             : h->step                    ? SAY_AUDIT_AFTER
                                          : SAY_AUDIT_SETUP;
  buf_add(b, "  ");
  words_say(lang, b, w, DIGITS(h->step), h->asked, NULL);
}

static bool runs_in(const Audit *a, const Happening *h, uint32_t born)
{
  INVARIANT(h->frames >= 0);
  for (int i = 0; i < h->frames; i++)
    if (story_frames(a->story, h)[i].born == born) return true;
  return false;
}

/* Frames that only choose among the layers of a verb say nothing of their own. */
static bool is_layer(const Program *p, int32_t ip)
{
  int chunk = story_chunk(p, ip);
  const PLoc *l = place_of_ip(p, ip),
             *head = chunk < 0 ? NULL : place_of_row(p, p->chunks[chunk].loc);
  return l && head && l->file == head->file && l->line == head->line &&
         l->col == head->col;
}

/* The calls that lie between an event and its cause: up to a frame that both run in. */
static void put_calls(const Audit *a, Buf *b, const Happening *h)
{
  const Program *p = a->stored->program;
  const VmFrame *f = story_frames(a->story, h);
  const Happening *cause = h->cause >= 0 ? story_at(a->story, h->cause) : NULL;
  for (int i = 0; i < h->frames - 1; i++) { /* the outermost is the game itself */
    if (i == 0 || !is_layer(p, f[i].ip)) put_call(p, b, &f[i]);
    if (cause && runs_in(a, cause, f[i].born)) break;
  }
}

static void put_chain(Audit *a, int event)
{
  INVARIANT(event < story_count(a->story));
  Buf *b = &a->out;
  const Lang *lang = a->stored->lang;
  for (int n = 0; event >= 0 && n < MOST_CAUSES; event = audit_cause(a, event), n++) {
    const Happening *h = story_at(a->story, event);
    Buf what = {0};
    if (h->says) buf_add(&what, h->says);
    else words_add(lang, &what, SAY_AUDIT_SECRET);
    if (n) words_say(lang, b, SAY_AUDIT_BECAUSE, what.at, NULL, NULL);
    else buf_add(b, what.at);
    buf_free(&what);
    put_when(lang, b, h);
    buf_char(b, '\n');
    if (h->says) put_calls(a, b, h);
  }
}

/* ---- nothing changed ------------------------------------------------------------ */

/* A field that never changed has the value it began with. */
static bool never_changed(Audit *a, const View *v)
{
  const Program *p = a->stored->program;
  int best = 0, found = -1;
  int32_t whose = NONE;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->flags & (FIELD_HIDDEN | FIELD_PILE | FIELD_WIDE) || f->per_type >= 0) continue;
    for (int k = 0; k < f->count; k++) {
      int32_t thing = f->kind >= 0 ? f->first + k : NONE;
      int fit = fits_field(v, a->why, i, thing, NONE);
      if (fit <= best || !view_sees_field(v, i, thing)) continue;
      best = fit;
      found = i;
      whose = thing;
    }
  }
  if (best < 2) return false;
  Buf what = {0}, value = {0};
  render_field(v, &what, found, whose, NONE);
  render_scalar(v, &value, p->fields[found].type, view_get(v, found, whose, NONE));
  words_say(v->lang, &a->out, SAY_AUDIT_SAME, buf_text(&what), buf_text(&value), NULL);
  buf_capital(&a->out, 0);
  buf_char(&a->out, '\n');
  buf_free(&what);
  buf_free(&value);
  const PLoc *l = place_of_row(p, p->fields[found].loc);
  if (l) place_show(p, &a->out, l);
  return true;
}

static void put_shares(Json *j, const Program *p, const Shares *s)
{
  static const char *const sorts[] = {"instead", "add",   "take", "times",
                                      "over",    "least", "most"};
  json_open(j, '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "value", buf_text(&s->value));
  json_key_open(j, "contributions", '[');
  for (size_t i = 0; i < s->rows.n; i++) {
    const ShareRow *r = &s->rows.at[i];
    const char *sort = r->how & SHARE_MINUS ? "take" : sorts[r->how / SHARE_SORT % 7];
    json_open(j, '{');
    json_key_text(j, "sort", r->how & SHARE_BASE ? "base" : sort);
    json_key_text(j, "by", buf_text(&r->by));
    json_key_text(j, "card",
                  r->thing == NONE ? NULL : program_string(p, p->things[r->thing].name));
    place_json(p, j, "place", place_of_ip(p, r->ip));
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* A value that is computed has no history: what makes it is what lies there now. */
static bool tell_value(Audit *a, Json *j, const View *v, const View *asked)
{
  Shares s;
  bool found = shares_find(asked, a->why, &s);
  if (found) {
    put_shares(j, a->stored->program, &s);
    shares_say(v, &s, &a->out);
  }
  shares_free(&s);
  return found;
}

/* Names in any language of the ruleset: somebody else may have told them.  True: it is a
 * value, and was told. */
static bool in_other_words(Audit *a, Json *j, const View *v, int *event)
{
  Buf list = {0};
  bool told = false;
  load_lang_list(a->stored->program, NULL, &list);
  for (char *code = strtok(list.at, ", "); code && *event < 0 && !told;
       code = strtok(NULL, ", ")) {
    LoadedLang other;
    View asked = *v;
    if (load_lang(&other, code, a->stored->program, NULL)) {
      asked.lang = other.lang;
      told = tell_value(a, j, v, &asked);
      if (!told) *event = find_event(a, v, &asked);
    }
    load_lang_free(&other);
  }
  buf_free(&list);
  return told;
}

bool audit_put_why(Audit *a, Json *j)
{
  INVARIANT(a->stored && a->stored->vm);
  const regel_stored *s = a->stored;
  View v = view_new(s->vm, a->viewer, s->game.names, s->lang);
  int event = -1;
  bool value = tell_value(a, j, &v, &v);
  if (!value) event = find_event(a, &v, &v);
  if (!value && event < 0) value = in_other_words(a, j, &v, &event);
  if (!value && event < 0 && !never_changed(a, &v)) return false;
  if (!value) {
    audit_put_events(a, j, event < 0 ? story_count(a->story) : event);
    if (event >= 0) put_chain(a, event);
  }
  json_key_text(j, "text", buf_text(&a->out));
  return true;
}
