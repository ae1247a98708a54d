/* Judging a transcript: its setup and the names in it first, then the play. */
#include "interp/referee/referee.h"
#include "interp/base/invariant.h"
#include "grammar/diag.h"
#include "interp/base/name.h"
#include "interp/referee/referee_int.h"
#include "interp/rules/settings.h"
#include "interp/text/log.h"

#include <string.h>

/* ---- players and options -------------------------------------------------------- */

/* The seat that a name means: wholly, or as the beginning of just one name.  -1: none. */
static int find_seat(const Referee *r, const char *name)
{
  int found = -1, well = 0;
  for (int i = 0; i < r->seats; i++) {
    int f = name_fits(name, r->names[i]);
    if (f == 3) return i;
    if (f < 2 || f < well) continue;
    found = f == well ? -1 : i;
    well = f;
  }
  return found;
}

static void read_players(Referee *r)
{
  Transcript *t = r->transcript;
  Buf why = {0};
  if (!t->players_at.line) return; /* there is a remark already */
  if (!settings_seats(r->program, (int)t->players.n, &why)) {
    Remark *m =
        remark_add(&t->remarks, REMARK_BAD_COUNT, t->players_at, "%s", buf_text(&why));
    remark_hint(&t->remarks, m, "name everybody who plays, divided by commas");
  }
  buf_free(&why);
  for (size_t i = 0; i < t->players.n && i < MAX_PLAYERS; i++)
    r->names[r->seats++] = t->players.at[i].text;
  INVARIANT(r->seats <= MAX_PLAYERS);
}

/* The option that a name means; NULL if there is none. */
static const PField *find_option(const Referee *r, const char *name)
{
  for (int i = 0, n = settings_count(r->program); i < n; i++) {
    const PField *f = settings_option(r->program, i);
    const char *text = render_source(r->program, f->text);
    if (name_fits(name, program_string(r->program, f->name)) == 3 ||
        (text && name_fits(name, text) == 3))
      return f;
  }
  return NULL;
}

static void set_option(Referee *r, const Said *said, const PField *f, bool late)
{
  Transcript *t = r->transcript;
  const char *name = program_string(r->program, f->name);
  INVARIANT((size_t)said->first < t->items.n || !said->count);
  const SaidItem *item = &t->items.at[said->first];
  Buf why = {0};
  if (late) {
    Remark *m = remark_add(&t->remarks, REMARK_LATE_HEADER, said->at,
                           "option %s cannot change during the game", name);
    remark_hint(&t->remarks, m, "options stand before the play");
  } else if (said->count != 1 || item->open || item->absent) {
    remark_add(&t->remarks, REMARK_BAD_OPTION, said->at, "option %s needs one value",
               name);
  } else if (!settings_set(r->program, r->options, name, item->text, &why)) {
    remark_add(&t->remarks, REMARK_BAD_OPTION, item->at, "%s", buf_text(&why));
  }
  buf_free(&why);
}

static void unknown_who(Referee *r, const Said *said)
{
  Transcript *t = r->transcript;
  Nearest near = {said->who, NULL, 0};
  static const char *const words[] = {"chance", "table", "result", "game", "players"};
  Remark *m =
      remark_add(&t->remarks, REMARK_UNKNOWN_WHO, said->at,
                 "\"%s\" is neither a player nor an option of this game", said->who);
  Buf all = {0};
  for (int i = 0; i < r->seats; i++) {
    nearest_try(&near, r->names[i]);
    buf_printf(&all, "%s%s", i ? ", " : "", r->names[i]);
  }
  for (int i = 0, n = settings_count(r->program); i < n; i++)
    nearest_try(&near, program_string(r->program, settings_option(r->program, i)->name));
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) nearest_try(&near, words[i]);
  if (near.best) remark_hint(&t->remarks, m, "did you mean \"%s\"?", near.best);
  remark_hint(&t->remarks, m, "at the table: %s", buf_text(&all));
  buf_free(&all);
}

/* ---- steps ---------------------------------------------------------------------- */

static void add_answers(Run *run, const Said *said, int seat)
{
  Transcript *t = run->referee->transcript;
  for (int i = 0; i < said->count; i++) {
    Step s = {.kind = seat < 0 ? STEP_CHANCE : STEP_ANSWER, .seat = seat, .open = -1};
    INVARIANT((size_t)(said->first + i) < t->items.n);
    s.item = &t->items.at[said->first + i];
    s.who = i ? s.item->at : said->at;
    if (s.item->open && (seat >= 0 || s.item->absent)) {
      Remark *m = remark_add(&t->remarks, REMARK_NOT_OPEN, s.item->at,
                             "a question mark stands for chance only");
      remark_hint(&t->remarks, m, "what a player decided must be written down");
    } else if (s.item->open) {
      RefereeDraw d = {.at = s.item->at};
      s.open = run->opens++;
      vec_push(&run->referee->draws, d);
    }
    vec_push(&run->steps, s);
  }
}

static void add_table(Run *run, const Said *said)
{
  Referee *r = run->referee;
  Step s = {.kind = STEP_TABLE, .seat = -1, .open = -1, .who = said->at};
  s.item = &r->transcript->items.at[said->first];
  View v = view_program(r->program, NULL);
  v.names = r->names;
  bool ok =
      arrange_read(&v, s.item->text, s.item->at, &r->transcript->remarks, &s.arrange);
  r->arranged = r->arranged || !s.arrange.check;
  if (ok) vec_push(&run->steps, s);
  else arrange_free(&s.arrange);
}

static void add_result(Run *run, const Said *said)
{
  Referee *r = run->referee;
  Transcript *t = r->transcript;
  Step s = {.kind = STEP_RESULT, .seat = -1, .open = -1, .who = said->at};
  s.item = &t->items.at[said->first];
  Buf name = {0};
  bool ok = true;
  for (const char *at = s.item->text; ok && *at;) {
    size_t n = strcspn(at, ",+");
    const char *and = strstr(at, " and ");
    bool word = and&&(size_t)(and-at) < n;
    if (word) n = (size_t)(and-at);
    buf_clear(&name);
    buf_addn(&name, at, n);
    at += n + (word ? 5 : at[n] != 0);
    if (name_fits(buf_text(&name), "nobody") == 3 ||
        name_fits(buf_text(&name), "none") == 3)
      continue;
    int seat = find_seat(r, buf_text(&name));
    ok = seat >= 0;
    if (ok) s.winners |= 1u << seat;
  }
  if (!ok) {
    Remark *m = remark_add(&t->remarks, REMARK_BAD_RESULT, s.item->at,
                           "nobody here is called \"%s\"", buf_text(&name));
    remark_hint(&t->remarks, m, "write who won, divided by commas, or `nobody`");
  }
  buf_free(&name);
  vec_push(&run->steps, s);
}

static void read_steps(Run *run)
{
  Referee *r = run->referee;
  Transcript *t = r->transcript;
  for (size_t i = 0; i < t->said.n; i++) {
    const Said *said = &t->said.at[i];
    int seat = said->kind == SAID_BY ? find_seat(r, said->who) : -1;
    const PField *option =
        said->kind == SAID_BY && seat < 0 ? find_option(r, said->who) : NULL;
    if (said->kind == SAID_CHANCE || seat >= 0) add_answers(run, said, seat);
    else if (said->kind == SAID_TABLE) add_table(run, said);
    else if (said->kind == SAID_RESULT) add_result(run, said);
    else if (option) set_option(r, said, option, run->steps.n > 0);
    else unknown_who(r, said);
  }
}

/* ---- judging -------------------------------------------------------------------- */

/* How the game ended, or what is asked next. */
static void describe_standing(Run *run)
{
  Referee *r = run->referee;
  Buf b = {0};
  INVARIANT(vm_program(run->vm) == r->program);
  r->over = vm_over(run->vm);
  r->winners = vm_winners(run->vm);
  View v = run->view;
  v.lang = r->lang;
  if (r->over) log_result(&v, &b, r->winners, vm_reason(run->vm));
  else objection_question(&v, &b);
  r->standing = arena_strdup(r->transcript->arena, buf_text(&b));
  buf_free(&b);
}

static void play(Run *run)
{
  Referee *r = run->referee;
  run->vm = vm_new(r->program);
  vm_listen(run->vm, run_listen, run);
  run->view = view_new(run->vm, VIEW_ALL, r->names, NULL);
  run->skipped_state = zeroed(vm_state_size(run->vm), 1);
  run->room = zeroed(vm_state_size(run->vm), 1);
  worlds_judge(run);
  if (r->verdict == REFEREE_ACCEPTED) describe_standing(run);
  free(run->skipped_state);
  free(run->room);
  buf_free(&run->why);
  vec_free(&run->certain);
  vm_free(run->vm);
}

void referee_judge(Referee *r, const Program *p, const Lang *lang, Transcript *t)
{
  INVARIANT(p && p->header && t && t->arena);
  *r =
      (Referee){.program = p, .lang = lang, .transcript = t, .verdict = REFEREE_REJECTED};
  r->options = settings_new(p);
  Run run = {.referee = r};
  read_players(r);
  if (t->players_at.line) read_steps(&run);
  r->lines = (int)run.steps.n;
  Buf why = {0};
  if (!t->remarks.list.n && !settings_fit(p, r->seats, r->options, &why))
    remark_add(&t->remarks, REMARK_BAD_COUNT, t->players_at, "%s", buf_text(&why));
  buf_free(&why);
  if (!t->remarks.list.n) play(&run);
  for (size_t i = 0; i < run.steps.n; i++) arrange_free(&run.steps.at[i].arrange);
  vec_free(&run.steps);
}

void referee_free(Referee *r)
{
  for (size_t i = 0; i < r->draws.n; i++) vec_free(&r->draws.at[i].fits);
  vec_free(&r->draws);
  vec_free(&r->answers);
  free(r->options);
  r->options = NULL;
}

bool referee_complete(const Referee *r)
{
  if (r->verdict != REFEREE_ACCEPTED || r->arranged) return false;
  for (size_t i = 0; i < r->draws.n; i++)
    if (!r->draws.at[i].exact || r->draws.at[i].fits.n != 1) return false;
  return true;
}
