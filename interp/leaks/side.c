/* One game of a pair: what its reader hears, and is given at each pause. */
#include "interp/leaks/leaks_int.h"
#include "interp/base/invariant.h"
#include "interp/board/data.h"
#include "interp/board/describe.h"
#include "interp/board/picture.h"
#include "interp/session/ahead.h"
#include "interp/text/label.h"
#include "interp/text/place.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, PLAYOUTS = 12 };

static const char *const part_names[] = {
#define LEAK_PART(id, name) name,
#include "interp/leaks/part.def"
#undef LEAK_PART
};

const char *leak_part_name(LeakPart part)
{
  INVARIANT((size_t)part < sizeof part_names / sizeof *part_names);
  return part_names[part];
}

static uint64_t mixed(uint64_t h, uint64_t x)
{
  h = (h ^ x * 0x9e3779b97f4a7c15u) * 0xd1342543de82ef95u;
  return h ^ h >> 32;
}

static View view_of(const Side *s) { return view_new(s->vm, s->reader, NULL, NULL); }

static bool told_to(const Side *s, uint32_t seats)
{
  uint32_t all = (1u << vm_seats(s->vm)) - 1;
  return s->reader >= 0 ? seats >> s->reader & 1 : (seats & all) == all;
}

/* ---- hearing -------------------------------------------------------------------- */

static uint64_t text_heard(const Side *s, const Event *e)
{
  INVARIANT(e->nargs <= MAX_ARGS);
  uint64_t h = (uint64_t)e->text;
  View v = view_of(s);
  for (int i = 0; i < e->nargs && i < MAX_ARGS; i++) {
    const PText *t = &v.program->texts[e->text];
    const PArg *a = &v.program->args[t->first_arg + i];
    bool thing = v.program->types[a->type].tag == T_THING;
    int64_t x = e->args[i];
    if (!told_to(s, e->seen[i])) x = -2;
    else if (thing && x >= 0)
      x = view_sees_thing(&v, (int32_t)x) ? v.program->things[x].face : -3;
    h = mixed(h, (uint64_t)x);
  }
  return mixed(h, (uint64_t)(int64_t)e->seat);
}

static uint64_t face_heard(const Side *s, int32_t thing)
{
  View v = view_of(s);
  INVARIANT(thing >= 0 && thing < v.program->n_things);
  return view_sees_thing(&v, thing) ? (uint64_t)v.program->things[thing].face
                                    : (uint64_t)-3;
}

/* What lies in piles is known by its face, all else by its number. */
static uint64_t number_heard(const Side *s, int64_t thing)
{
  const Program *p = vm_program(s->vm);
  bool lies =
      thing >= 0 && thing < p->n_things && p->kinds[p->things[thing].kind].cells >= 0;
  return lies ? face_heard(s, (int32_t)thing) : (uint64_t)thing;
}

static uint64_t value_heard(const Side *s, const Event *e)
{
  const Program *p = vm_program(s->vm);
  bool thing = p->types[p->fields[e->field].type].tag == T_THING;
  return thing ? number_heard(s, e->now) : (uint64_t)e->now;
}

/* A pile of a hidden thing is any pile of its sort. */
static uint64_t pile_heard(const Side *s, int64_t pile)
{
  View v = view_of(s);
  int32_t thing, per;
  int field = pile < 0 ? -1 : vm_pile_field(s->vm, (int)pile, &thing, &per);
  bool hidden =
      field >= 0 && v.program->fields[field].kind > 0 && !view_sees_thing(&v, thing);
  return hidden ? mixed((uint64_t)field, (uint64_t)-3) : (uint64_t)pile;
}

uint64_t side_place(const Side *s, int32_t thing)
{
  return pile_heard(s, vm_pile_of(s->vm, thing));
}

/* Who comes to see a thing sees what is written on it, too. */
uint64_t side_written(const Side *s, int32_t thing)
{
  const Program *p = vm_program(s->vm);
  View v = view_of(s);
  uint64_t h = face_heard(s, thing);
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->kind != p->things[thing].kind || f->flags & (FIELD_PILE | FIELD_WIDE) ||
        p->types[f->type].words > 1 || !view_sees_field(&v, i, thing))
      continue;
    bool named = p->types[f->type].tag == T_THING;
    for (int32_t k = f->per_first; k < f->per_first + f->per_count; k++) {
      int64_t x = view_get(&v, i, thing, k);
      h = mixed(h, named ? number_heard(s, x) : (uint64_t)x);
    }
  }
  return h;
}

/* Is it for the reader, and what of it? */
static bool hears(const Side *s, const Event *e, Heard *h)
{
  View v = view_of(s);
  switch (e->kind) {
  case EV_VERB:
  case EV_TOLD:
  case EV_NOTE: h->what = text_heard(s, e); return true;
  case EV_CHANGE:
    if (!view_sees_field(&v, e->field, e->thing)) return false;
    h->what = mixed(mixed((uint64_t)e->field, number_heard(s, e->thing)),
                    mixed(number_heard(s, e->per), value_heard(s, e)));
    return true;
  case EV_MOVE:
    h->what = mixed(mixed(pile_heard(s, e->old), pile_heard(s, e->now)),
                    face_heard(s, e->thing));
    h->shown = view_sees_thing(&v, e->thing);
    if (h->shown) h->what = mixed(h->what, side_written(s, e->thing));
    return true;
  case EV_SHUFFLE: h->what = pile_heard(s, e->now); return true;
  case EV_REVEAL: /* nobody else learns that it happened */
    h->shown = true;
    h->what = mixed(mixed((uint64_t)e->now, (uint64_t)(int64_t)e->thing),
                    e->thing < 0 ? (uint64_t)e->old : side_written(s, e->thing));
    /* A spectator learns it with the last seat. */
    return told_to(s, (uint32_t)e->now) ||
           (s->reader < 0 && e->thing >= 0 && view_sees_thing(&v, e->thing));
  case EV_SIGHT:
    h->shown = true;
    h->what = mixed(mixed((uint64_t)e->field, (uint64_t)(int64_t)e->thing),
                    mixed((uint64_t)(int64_t)e->per, (uint64_t)e->old));
    return told_to(s, (uint32_t)e->now) ||
           (s->reader < 0 && view_sees_field(&v, e->field, e->thing));
  case EV_CHANCE: /* that it fell; what, the pair compares */
    h->what = 0;
    return told_to(s, e->seen[0]);
  case EV_GATHER:
    h->shown = !e->now;
    h->what = (uint64_t)e->now;
    return true;
  case EV_END:
    h->shown = true;
    h->what = mixed((uint64_t)e->now, (uint64_t)(int64_t)e->text);
    return true;
  case EV_SHOW:
  case EV_DECIDE: return false;
  }
  return false;
}

static void hear(Side *s, const Event *e, bool opened)
{
  Heard h = {.ip = e->ip, .kind = e->kind};
  if (!hears(s, e, &h)) return;
  h.shown |= opened;
  vec_push(&s->heard, h);
}

/* That somebody has no answer is told like an answer: it is shown (docs/knowledge.md). */
void side_hears_unable(Side *s)
{
  for (; s->unable < vm_unable(s->vm); s->unable++)
    vec_push(&s->heard, ((Heard){.ip = -1, .kind = EV_DECIDE, .shown = true}));
}

static void listen(void *user, Vm *vm, const Event *e)
{
  Side *s = user;
  side_hears_unable(s);
  log_listen(s->log, vm, e);
  story_listen(s->story, vm, e);
  if (!s->gone) s->gone = undo_happened(vm, e);
  if (e->secret && e->seat != s->reader) {
    vec_push(&s->held, *e);
    return;
  }
  for (size_t i = 0; e->kind == EV_GATHER && !e->now && i < s->held.n; i++)
    hear(s, &s->held.at[i], true);
  if (e->kind == EV_GATHER) s->held.n = 0;
  hear(s, e, false);
}

/* ---- games ---------------------------------------------------------------------- */

void side_open(Side *s, const Program *p)
{
  *s = (Side){.vm = vm_new(p), .bot = bot_new(p, BOT_MCTS, PLAYOUTS, BOT_AHEAD)};
  vm_keep_deals(s->vm, true);
  s->quiet = quiet_new(p);
  for (int i = 0; i < p->n_decisions; i++)
    s->gathers |= (p->decisions[i].flags & DECISION_SECRET) != 0;
  for (int i = 0; i < p->n_things; i++)
    s->copies |= p->things[i].face != i && p->kinds[p->things[i].kind].cells >= 0;
}

void side_clear(Side *s)
{
  for (int i = 0; i < LEAK_PARTS; i++) buf_clear(&s->parts[i]);
  log_clear(s->log);
}

void side_start(Side *s, const LeakPlan *plan, int reader, uint64_t seed)
{
  INVARIANT(s->vm);
  log_free(s->log);
  story_free(s->story);
  s->story = story_new(plan->program, plan->seats, NULL, reader, NULL);
  story_count_known(s->story);
  s->steps = s->happened = 0;
  s->unable = vm_unable(s->vm);
  s->dealt = s->weak = 0;
  s->asked = false;
  s->thought = 0;
  s->reader = reader;
  s->log = log_new(plan->program, plan->seats, NULL, NULL, true);
  log_only(s->log, reader);
  side_clear(s);
  buf_clear(&s->table);
  s->heard.n = s->held.n = s->fell.n = s->given.n = 0;
  s->sees.n = s->saw.n = 0;
  vm_listen(s->vm, listen, s);
  vm_auto_chance(s->vm, false);
  vm_start(s->vm, &(Setup){plan->seats, seed, plan->options});
}

void side_close(Side *s)
{
  INVARIANT(s->vm);
  log_free(s->log);
  story_free(s->story);
  free(s->moment);
  quiet_free(s->quiet);
  bot_free(s->bot);
  vm_free(s->vm);
  vec_free(&s->heard);
  vec_free(&s->held);
  vec_free(&s->fell);
  vec_free(&s->given);
  vec_free(&s->sees);
  buf_free(&s->table);
  vec_free(&s->saw);
  for (int i = 0; i < LEAK_PARTS; i++) buf_free(&s->parts[i]);
}

/* The question to which the reader may want to go back. */
static void remember(Side *s)
{
  size_t need = vm_saved_size(s->vm);
  if (need > s->room) {
    free(s->moment);
    s->moment = zeroed(2 * need, 1);
    s->room = 2 * need;
  }
  vm_save(s->vm, s->moment);
  s->asked = true;
  s->gone = 0;
}

void side_answer(Side *s, int i)
{
  INVARIANT(s->vm);
  bool chance = s->status == VM_CHANCE;
  if (!chance && vm_option(s->vm, i).seat == s->reader) {
    if (vm_options(s->vm) > 1) remember(s);
    buf_clear(&s->table); /* he has changed it himself */
  }
  if (s->asked && !s->gone && vm_has_secrets(s->vm))
    s->gone = undo_answered(s->quiet, s->vm, i, s->reader);
  story_answer(s->story, s->vm, i, ++s->steps);
  if (!chance) log_answer(s->log, s->vm, i);
  vm_answer(s->vm, i);
}

/* ---- reading -------------------------------------------------------------------- */

static void read_answers(const Side *s, const View *v, Buf *b)
{
  for (int i = 0, n = vm_options(s->vm); i < n; i++) {
    int seat = vm_option(s->vm, i).seat;
    if (seat >= 0 && seat != s->reader) continue;
    label_option(v, b, i);
    buf_char(b, '\n');
  }
}

static void read_refused(Side *s, const View *v, Buf *b)
{
  const Rejected *list;
  for (int i = 0, n = vm_rejected(s->vm, &list); i < n; i++) {
    if (list[i].option.seat >= 0 && list[i].option.seat != s->reader) continue;
    if (v->program->alts[list[i].option.alt].form != ALT_SUBSET)
      label_candidate(v, b, &list[i].option, NULL);
    buf_printf(b, " @%d\n", (int)list[i].ip);
  }
}

/* Of fields that are not the same to everybody at all times. */
static void read_sight(Side *s, const View *v)
{
  const Program *p = v->program;
  s->saw.n = 0;
  for (size_t i = 0; i < s->sees.n; i++) vec_push(&s->saw, s->sees.at[i]);
  s->sees.n = 0;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->seen != SEEN_CHUNK && !(f->seen == SEEN_OWNER && f->kind > 0)) continue;
    for (int k = 0; k < f->count; k++)
      vec_push(&s->sees, view_sees_field(v, i, f->kind >= 0 ? f->first + k : NONE));
  }
}

bool side_sees_more(const Side *s)
{
  for (size_t i = 0; i < s->sees.n; i++)
    if (s->sees.at[i] && !(i < s->saw.n && s->saw.at[i])) return true;
  return false;
}

bool side_is_secret(const Side *s)
{
  const PDecision *d = s->status == VM_DECIDE ? vm_decision(s->vm) : NULL;
  if (!d || !(d->flags & DECISION_SECRET)) return false;
  return s->reader < 0 || !(label_seats(s->vm) >> s->reader & 1);
}

/* While others are asked secretly the table must stay as it was at the last pause: how
 * often they are asked is theirs to know. */
static void read_table(Side *s, const View *known, bool between)
{
  Buf table = {0};
  describe_known(known, &table, WIDTH);
  bool same = !s->table.n || !strcmp(buf_text(&s->table), buf_text(&table));
  if (!between || !same) buf_add(&s->parts[LEAK_TABLE], buf_text(&table));
  buf_clear(&s->table);
  buf_add(&s->table, buf_text(&table));
  buf_free(&table);
}

/* All items of the boards with their ids, in their order: what pages and pictures are
 * made of. */
static void read_boards(Side *s, const View *known)
{
  Buf *b = &s->parts[LEAK_BOARD];
  for (int i = 0; i < known->program->n_views; i++) {
    Board *board = board_new(known, i, false);
    for (size_t k = 0; k < board->items.n; k++) {
      const Item *x = &board->items.at[k];
      buf_printf(b, "%s (%s), %s, at %d %d by %d %d, %d\n", x->title, x->id,
                 x->look.colour ? x->look.colour : "plain", x->box.x, x->box.y, x->box.w,
                 x->box.h, x->count);
    }
    board_free(board);
  }
}

static void read_data(Side *s, const View *v, bool table)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  Json j = json_new(out);
  if (table) data_table(&j, v);
  if (s->status == VM_DECIDE) {
    j = json_new(out);
    data_answers(&j, v);
  }
  if (fclose(out)) abort();
  buf_addn(&s->parts[LEAK_DATA], text, size);
  free(text);
}

/* Everything that an audit says of what happened since it was read last. */
static void read_story(Side *s, const View *v)
{
  Buf *b = &s->parts[LEAK_STORY];
  for (int n = story_count(s->story); s->happened < n; s->happened++) {
    const Happening *h = story_at(s->story, s->happened);
    if (!h->says) continue;
    int32_t cite = story_cite(s->story, h), card = story_card(s->story, h);
    const PLoc *at = place_of_ip(v->program, h->event.ip);
    buf_printf(b, "%d  %s", h->step, h->says);
    if (h->asked) buf_printf(b, " (%s)", h->asked);
    if (cite >= 0) buf_printf(b, " [%s]", program_string(v->program, cite));
    if (card >= 0)
      buf_printf(b, " by %s", program_string(v->program, v->program->things[card].name));
    if (at) buf_printf(b, ", line %d", at->line);
    buf_char(b, '\n');
  }
}

static void read_undo(Side *s)
{
  Buf *b = &s->parts[LEAK_UNDO];
  if (!s->asked) return;
  Saying why = undo_refused(s->vm, s->reader, s->reader, s->moment, s->gone);
  if (why) words_add(NULL, b, why);
  else buf_add(b, "it can");
}

/* The same key in both games must give the same game.  (Of equal copies it may be another
 * one that comes to be seen later, and then they part.) */
static void read_known(Side *s)
{
  if (!vm_has_secrets(s->vm)) return;
  buf_printf(&s->parts[LEAK_KNOWN], "%016llx, %d answers, %s, in %ld steps\n",
             (unsigned long long)vm_known_hash(s->vm), vm_options(s->known.vm),
             s->weakly ? "weak" : "sound", vm_known_steps(s->vm));
}

/* What a thinking bot answers, with the same luck, and what is told of that before it is
 * given: twice in a game, for it takes its time, the second time from what it thought
 * possible at the first. */
static void read_bot(Side *s, const View *v)
{
  enum { MOST = 12 }; /* answers */
  int n = vm_options(s->vm);
  if (s->thought == 2 || s->reader < 0 || n < 2 || n > MOST) return;
  for (int i = 0; i < n; i++)
    if (vm_option(s->vm, i).seat != s->reader) return;
  s->thought++;
  bot_seed(s->bot, 1);
  int answer = bot_pick(s->bot, s->vm, 1u << s->reader);
  buf_printf(&s->parts[LEAK_BOT], "%d\n", answer);
  ahead_tell(v, answer, &s->parts[LEAK_AHEAD]);
}

void side_deal(Side *s)
{
  View v = view_of(s);
  long weak = vm_known_weakly(s->vm);
  s->known = picture_reader(&v);
  s->weakly = vm_known_weakly(s->vm) > weak;
  s->dealt++;
  s->weak += s->weakly;
}

bool side_is_dealt_alike(const Side *a, const Side *b)
{
  return a->known.vm != a->vm && b->known.vm != b->vm &&
         vm_alike(a->known.vm, b->known.vm);
}

/* What is made of a game that was dealt anew. */
static void read_dealt(Side *s, const View *v, bool print)
{
  if (print && !side_is_secret(s)) read_boards(s, &s->known);
  if (print || s->gathers) read_table(s, &s->known, false);
  read_data(s, v, print);
  if (s->status != VM_DECIDE || s->copies) return;
  read_known(s);
  read_bot(s, v);
}

void side_read_between(Side *s)
{
  View v = view_of(s), known = picture_reader(&v);
  read_table(s, &known, true);
  if (undo_refused(s->vm, s->reader, s->reader, s->moment, s->gone) !=
      SAY_PLAY_GONE_SECRET) /* what he hears whoever is asked, however often */
    read_undo(s);
}

void side_read(Side *s, bool deep, bool print)
{
  View v = view_of(s);
  read_sight(s, &v);
  for (int i = 0, n = log_count(s->log, s->reader); i < n; i++) {
    buf_add(&s->parts[LEAK_LOG], log_line(s->log, s->reader, i));
    buf_char(&s->parts[LEAK_LOG], '\n');
  }
  log_clear(s->log);
  read_story(s, &v);
  read_undo(s);
  if (deep) read_dealt(s, &v, print);
  else buf_clear(&s->table); /* there is nothing to compare the next one with */
  if (s->status != VM_DECIDE) {
    buf_add(&s->parts[LEAK_ASKED], "nobody");
    return;
  }
  uint32_t asked = label_seats(s->vm);
  render_seats(&v, &s->parts[LEAK_ASKED], asked);
  if (s->reader < 0 || !(asked >> s->reader & 1)) return;
  label_prompt(&v, &s->parts[LEAK_QUESTION]);
  read_answers(s, &v, &s->parts[LEAK_ANSWERS]);
  read_refused(s, &v, &s->parts[LEAK_REFUSED]);
}

LeakPart side_differs(const Side *a, const Side *b)
{
  for (int i = 0; i < LEAK_PARTS; i++)
    if (a->parts[i].n != b->parts[i].n ||
        memcmp(buf_text(&a->parts[i]), buf_text(&b->parts[i]), a->parts[i].n))
      return (LeakPart)i;
  return LEAK_PARTS;
}
