/* A transcript of a game, judged. */
#include "interp/referee/referee.h"
#include "db/derived/derive.h"
#include "db/store.h"
#include "interp/api/fault.h"
#include "interp/api/store_int.h"
#include "interp/base/invariant.h"
#include "interp/rules/load.h"
#include "interp/text/place.h"

#include <stdlib.h>

struct regel_transcript {
  Transcript *transcript;
};

regel_transcript *regel_transcript_new(const char *name, const char *text, size_t size)
{
  regel_transcript *t = zeroed(1, sizeof *t);
  t->transcript = transcript_new(name, text, size);
  return t;
}

void regel_transcript_free(regel_transcript *t)
{
  if (!t) return;
  transcript_free(t->transcript);
  free(t);
}

const char *regel_transcript_ruleset(const regel_transcript *t)
{
  return t->transcript->game.text ? transcript_ruleset(t->transcript) : NULL;
}

/* A name that means nothing is a remark and no mistake of the caller. */
static void no_ruleset(const regel_library *library, Transcript *t)
{
  Arena *arena = arena_new();
  Sources s;
  Buf all = {0};
  sources_init(&s, arena);
  api_library(library, &s);
  const char *near = load_nearest(&s, t->game.text, &all);
  Remark *m = remark_add(&t->remarks, REMARK_NO_RULESET, t->game.at,
                         "there is no ruleset called \"%s\"", t->game.text);
  if (near) remark_hint(&t->remarks, m, "did you mean \"%s\"?", near);
  else if (all.n) remark_hint(&t->remarks, m, "there is: %s", buf_text(&all));
  buf_free(&all);
  sources_free(&s);
  arena_free(arena);
}

/* ---- in words -------------------------------------------------------------------- */

static bool told_alike(const RefereeDraw *a, const RefereeDraw *b)
{
  return a->at.line == b->at.line && a->thing == b->thing && a->exact == b->exact &&
         a->fits.n == b->fits.n && a->fits.n > 1;
}

/* Open draws of one line that are alike are told together. */
static void tell_draws(const Referee *r, Buf *b)
{
  size_t last;
  for (size_t i = 0; i < r->draws.n; i = last + 1) {
    const RefereeDraw *d = &r->draws.at[i];
    for (last = i; last + 1 < r->draws.n && told_alike(d, d + (last + 1 - i));) last++;
    bool some = last > i;
    Saying what = d->thing ? (some ? SAY_REFEREE_DRAWS : SAY_REFEREE_DRAW)
                           : (some ? SAY_REFEREE_ROLLS : SAY_REFEREE_ROLL);
    Saying how;
    if (d->exact && d->fits.n == 1) how = SAY_REFEREE_WAS;
    else if (d->exact) how = some ? SAY_REFEREE_FITS_EACH : SAY_REFEREE_FITS;
    else if (d->fits.n > 1)
      how = some ? SAY_REFEREE_FITS_LEAST_EACH : SAY_REFEREE_FITS_LEAST;
    else how = SAY_REFEREE_MAYBE;
    bool named = how == SAY_REFEREE_WAS || how == SAY_REFEREE_MAYBE;
    Buf which = {0};
    words_say(r->lang, &which, what, DIGITS(d->at.line), DIGITS((long long)i + 1),
              DIGITS((long long)last + 1));
    buf_add(b, "  ");
    words_say(r->lang, b, how, buf_text(&which),
              named ? d->outcome : DIGITS((long long)d->fits.n), NULL);
    buf_char(b, '\n');
    buf_free(&which);
  }
}

static void tell_verdict(const Transcript *t, const Lang *lang, Verdict v, Buf *b)
{
  static const Saying words[][2] = {
      [REFEREE_REJECTED] = {SAY_REFEREE_BAD, SAY_REFEREE_BAD_AT},
      [REFEREE_UNDECIDED] = {SAY_REFEREE_OPEN, SAY_REFEREE_OPEN_AT},
      [REFEREE_RULE_ERROR] = {SAY_REFEREE_WRONG, SAY_REFEREE_WRONG_AT}};
  int line = t->remarks.list.n ? t->remarks.list.at[0].at.line : 0;
  words_say(lang, b, words[v][line > 0], t->path, DIGITS(line), NULL);
  buf_char(b, '\n');
}

/* ---- as data --------------------------------------------------------------------- */

static void json_place(Json *w, const Program *p, const PLoc *l)
{
  json_open(w, '{');
  place_json(p, w, "place", l);
  json_key_text(w, "citation", l->cite < 0 ? NULL : program_string(p, l->cite));
  json_close(w, '}');
}

static void json_spot(Json *w, Spot at)
{
  json_key_int(w, "line", at.line);
  json_key_int(w, "column", at.col);
  json_key_int(w, "end", at.end);
}

static void json_remark(Json *w, const Program *p, const Remark *m)
{
  json_open(w, '{');
  json_key_text(w, "code", remark_name(m->code));
  json_spot(w, m->at);
  json_key_text(w, "message", m->message);
  json_key_open(w, "hints", '[');
  for (size_t i = 0; i < m->hints.n; i++) json_text(w, m->hints.at[i]);
  json_close(w, ']');
  if (m->rule && p) {
    json_key(w, "rule");
    json_place(w, p, m->rule);
  }
  json_close(w, '}');
}

static void json_draw(Json *w, const Program *p, const Lang *lang, const RefereeDraw *d)
{
  View v = view_program(p, lang);
  json_open(w, '{');
  json_spot(w, d->at);
  json_key_text(w, "outcome", d->exact && d->fits.n == 1 ? d->outcome : NULL);
  json_key_open(w, "fits", '[');
  for (size_t i = 0; i < d->fits.n; i++) {
    Buf b = {0};
    if (d->thing) render_thing(&v, &b, d->fits.at[i]);
    else render_scalar(&v, &b, -1, d->fits.at[i]);
    json_text(w, buf_text(&b));
    buf_free(&b);
  }
  json_close(w, ']');
  json_key_bool(w, "exact", d->exact);
  json_close(w, '}');
}

static void json_game(Json *w, const Referee *r)
{
  json_key_open(w, "players", '[');
  for (int i = 0; i < r->seats; i++) json_text(w, r->names[i]);
  json_close(w, ']');
  if (r->verdict != REFEREE_ACCEPTED) return;
  json_key_bool(w, "over", r->over);
  json_key_text(w, "standing", r->standing);
  json_key_open(w, "winners", '[');
  for (int i = 0; i < r->seats; i++)
    if (r->over && r->winners >> i & 1) json_text(w, r->names[i]);
  json_close(w, ']');
  json_key_open(w, "draws", '[');
  for (size_t i = 0; i < r->draws.n; i++)
    json_draw(w, r->program, r->lang, &r->draws.at[i]);
  json_close(w, ']');
  json_key_bool(w, "complete", referee_complete(r));
}

static const char *const verdicts[] = {"accepted", "rejected", "undecidable", "error"};

static void put_messages(Json *w, const Transcript *t, const Program *p, bool colour)
{
  Buf b = {0};
  json_key_open(w, "messages", '[');
  for (size_t i = 0; i < t->remarks.list.n; i++)
    json_remark(w, p, &t->remarks.list.at[i]);
  json_close(w, ']');
  for (size_t i = 0; i < t->remarks.list.n; i++) {
    if (i) buf_char(&b, '\n');
    transcript_show(t, p, &t->remarks.list.at[i], colour, &b);
  }
  if (t->remarks.more) buf_printf(&b, "... and %d more\n", t->remarks.more);
  json_key_text(w, "said", buf_text(&b));
  buf_free(&b);
}

static void put_text(Json *w, const Transcript *t, const Lang *lang, const Referee *r)
{
  Buf b = {0};
  if (r && r->verdict == REFEREE_ACCEPTED) {
    words_say(lang, &b, r->over ? SAY_REFEREE_FINE : SAY_REFEREE_SO_FAR, t->path,
              r->standing, NULL);
    buf_char(&b, '\n');
    tell_draws(r, &b);
  } else {
    tell_verdict(t, lang, r ? r->verdict : REFEREE_REJECTED, &b);
  }
  json_key_text(w, "text", buf_text(&b));
  buf_free(&b);
}

/* Only a game that is wholly known is stored: a fact must not be a guess. */
static void put_stored(Json *w, const Referee *r, const char *path)
{
  char *why = NULL;
  regel_store *store = regel_store_open(path, &why);
  NewGame g = {.program = r->program,
               .origin = "referee",
               .seats = r->seats,
               .names = r->names,
               .options = r->options};
  int64_t id =
      store ? store_answers(store_db(store), &g, r->answers.at, r->answers.n) : 0;
  if (id) {
    derive_one(store_db(store), id);
    json_key_int(w, "stored", id);
  } else {
    json_key_text(w, "store_error", store ? regel_store_error(store) : why);
  }
  regel_store_close(store);
  free(why);
}

regel_data *regel_referee(const regel_library *library, regel_transcript *judged,
                          const regel_rules *rules, const regel_language *language,
                          unsigned how, int store, const char *db)
{
  INVARIANT(judged && judged->transcript);
  Transcript *t = judged->transcript;
  const Lang *lang = api_lang(language);
  const Program *p = rules ? rules->program : NULL;
  Referee r, *is = NULL;
  Arena *arena = arena_new();
  Json w = json_data(arena);
  if (p) {
    referee_judge(&r, p, lang, t);
    is = &r;
  } else if (t->game.text) {
    no_ruleset(library, t);
  }
  remarks_sort(&t->remarks);
  json_open(&w, '{');
  json_key_int(&w, "schema", JSON_SCHEMA);
  json_key_text(&w, "file", t->path);
  json_key_text(&w, "game", t->game.text);
  json_key_text(&w, "verdict", verdicts[is ? r.verdict : REFEREE_REJECTED]);
  if (is) json_game(&w, &r);
  put_messages(&w, t, p, how & REGEL_COLOUR);
  put_text(&w, t, lang, is);
  if (is) json_key_bool(&w, "arranged", r.arranged);
  if (is && r.verdict == REFEREE_RULE_ERROR) {
    json_key_open(&w, "fault", '{');
    api_put_fault(&w, p, NULL, &r.fault);
    json_close(&w, '}');
  }
  bool whole = is && r.verdict == REFEREE_ACCEPTED && !r.arranged && referee_complete(&r);
  if (whole && store) put_stored(&w, &r, db);
  json_close(&w, '}');
  if (is) referee_free(&r);
  return api_data(arena, &w);
}
