/* What is wrong with a step, in words: what was asked, what was legal, which rule stands
 * against it, and how to mend it. */
#include "grammar/diag.h"
#include "interp/base/invariant.h"
#include "interp/referee/referee_int.h"
#include "interp/session/why.h"
#include "interp/text/label.h"
#include "interp/text/log.h"

#include <string.h>

enum { SHOWN_ANSWERS = 40 };

typedef struct Objection {
  Run *run;
  const View *view;
  const Step *step;
  Remarks *remarks;
  Spot at; /* of the answer itself */
} Objection;

/* ---- questions and answers ------------------------------------------------------ */

void objection_question(const View *v, Buf *b)
{
  INVARIANT(v && v->program);
  if (!vm_decision(v->vm)) {
    int type = vm_chance_type(v->vm);
    bool draw = type >= 0 && v->program->types[type].tag == T_THING;
    buf_add(b, draw ? "chance: a draw" : "chance: a roll");
    return;
  }
  render_seats(v, b, label_seats(v->vm));
  buf_add(b, ": ");
  label_prompt(v, b);
}

/* The different labels of what can be answered, joined. */
typedef struct Labels {
  VEC(char *) seen;
  int more;
} Labels;

static void put_label(Labels *l, Buf *b, Buf *label)
{
  bool twice = false;
  for (size_t k = 0; k < l->seen.n && !twice; k++)
    twice = !strcmp(l->seen.at[k], buf_text(label));
  if (!twice && l->seen.n < SHOWN_ANSWERS) {
    buf_printf(b, "%s%s", l->seen.n ? "; " : "", buf_text(label));
    vec_push(&l->seen, buf_take(label));
  } else {
    l->more += !twice;
  }
  buf_free(label);
}

/* A choice of several is told by how many of what, not by all its combinations. */
static void put_several(const View *v, int alt, Buf *b)
{
  INVARIANT(v && v->program);
  const PType *set = &v->program->types[v->program->alts[alt].type];
  uint64_t bits[MAX_THINGS / 64 + 1];
  int64_t any[MAX_THINGS / 64 + 1] = {0};
  int least = MAX_THINGS, most = 0;
  for (int i = 0, n = vm_options(v->vm); i < n; i++) {
    int size = 0;
    if (vm_option(v->vm, i).alt != alt) continue;
    vm_option_set(v->vm, i, bits);
    for (int w = 0; w < set->words; w++) {
      any[w] = (int64_t)((uint64_t)any[w] | bits[w]);
      size += __builtin_popcountll(bits[w]);
    }
    if (size < least) least = size;
    if (size > most) most = size;
  }
  if (!vm_parts(v->vm)) {
    buf_printf(b, "%d", least);
    if (most > least) buf_printf(b, " to %d", most);
    buf_add(b, " of ");
  } else {
    buf_add(b, "several of ");
  }
  render_value(v, b, v->program->alts[alt].type, any);
}

/* What a seat, or anybody (-1), can answer. */
static void put_answers(const View *v, int seat, Buf *b)
{
  INVARIANT(v && v->program);
  Labels labels = {0};
  int told = -1; /* alternative */
  for (int i = 0, n = vm_options(v->vm); i < n; i++) {
    Option o = vm_option(v->vm, i);
    Buf label = {0};
    if ((seat >= 0 && o.seat >= 0 && o.seat != seat) || (o.alt >= 0 && o.alt == told))
      continue;
    if (vm_decision(v->vm) && v->program->alts[o.alt].form == ALT_SUBSET) {
      told = o.alt;
      put_several(v, o.alt, &label);
    } else {
      label_option(v, &label, i);
    }
    put_label(&labels, b, &label);
  }
  if (labels.more) buf_printf(b, "; and %d more", labels.more);
  for (size_t k = 0; k < labels.seen.n; k++) free(labels.seen.at[k]);
  vec_free(&labels.seen);
}

static void hint_question(Objection *o, Remark *m)
{
  Buf who = {0}, prompt = {0};
  uint32_t seats = label_seats(o->view->vm);
  if (!vm_decision(o->view->vm)) return;
  render_seats(o->view, &who, seats);
  label_prompt(o->view, &prompt);
  remark_hint(o->remarks, m, "%s %s asked: %s", buf_text(&who),
              seats & (seats - 1) ? "are" : "is", buf_text(&prompt));
  buf_free(&who);
  buf_free(&prompt);
}

static void hint_answers(Objection *o, Remark *m, int seat)
{
  Buf b = {0};
  put_answers(o->view, seat, &b);
  remark_hint(o->remarks, m, "%s: %s",
              vm_decision(o->view->vm) ? "legal here" : "possible here", buf_text(&b));
  buf_free(&b);
}

/* The nearest label to a misspelt answer. */
static void hint_nearest(Objection *o, Remark *m, int seat, const char *text)
{
  Nearest near = {text, NULL, 0};
  Arena *arena = arena_new();
  const Program *p = o->view->program;
  bool word =
      strlen(text) > 2 && !strpbrk(text, "0123456789"); /* no number is misspelt */
  for (int i = 0, n = vm_options(o->view->vm); i < n && word; i++) {
    Option x = vm_option(o->view->vm, i);
    if (seat >= 0 && x.seat >= 0 && x.seat != seat) continue;
    Buf label = {0};
    label_option(o->view, &label, i);
    nearest_try(&near, arena_strdup(arena, buf_text(&label)));
    buf_free(&label);
  }
  for (int i = 0; i < p->n_things && word && !near.best; i++) {
    if (p->things[i].face != i || p->kinds[p->things[i].kind].flags & KIND_PLAYER)
      continue;
    Buf title = {0};
    render_thing(o->view, &title, i);
    nearest_try(&near, arena_strdup(arena, buf_text(&title)));
    nearest_try(&near, program_string(p, p->things[i].name));
    buf_free(&title);
  }
  if (near.best) remark_hint(o->remarks, m, "did you mean \"%s\"?", near.best);
  arena_free(arena);
}

/* ---- where a card is ------------------------------------------------------------ */

/* Did an open draw bring it?  Then where it lies is a guess and no reason. */
static bool is_guess(const Run *run, int32_t face)
{
  for (int i = 0; i < run->passed; i++)
    if (run->world[i] == face) return true;
  return false;
}

static void hint_where(Objection *o, Remark *m, int32_t face)
{
  const Program *p = o->view->program;
  const PThing *t = &p->things[face];
  if (p->kinds[t->kind].cells < 0 || is_guess(o->run, face)) return;
  Buf b = {0}, title = {0};
  VEC(int) seen = {0};
  for (int32_t i = face; i < face + t->copies; i++) {
    int pile = vm_pile_of(o->view->vm, i);
    bool twice = false;
    for (size_t k = 0; k < seen.n; k++) twice = twice || seen.at[k] == pile;
    if (twice) continue;
    if (seen.n) buf_add(&b, "; ");
    render_pile(o->view, &b, pile);
    vec_push(&seen, pile);
  }
  render_thing(o->view, &title, face);
  buf_capital(&title, 0);
  remark_hint(o->remarks, m, "%s lies in: %s", buf_text(&title), buf_text(&b));
  vec_free(&seen);
  buf_free(&b);
  buf_free(&title);
}

/* The one face of a kind (-1: of any) that a text names; -1 if it is none or several. */
static int32_t one_thing(const View *v, int kind, const char *text)
{
  MeantList faces = {0};
  meant_things(v, kind, text, MEANT_WORDS, &faces);
  int32_t face = faces.n == 1 ? faces.at[0] : -1;
  vec_free(&faces);
  return face;
}

/* ---- answers -------------------------------------------------------------------- */

/* Why a choice of several is not legal.  In parts each element has its own reason; where
 * whole combinations are tried, it is told if all of them fail at one place. */
static const PLoc *rejected_sets(const View *v, const char *part)
{
  INVARIANT(v && v->program);
  const Rejected *list;
  const PLoc *place = NULL;
  int32_t face = part ? one_thing(v, -1, part) : -1;
  for (int i = 0, n = vm_rejected(v->vm, &list); i < n; i++) {
    const PLoc *l = place_of_ip(v->program, list[i].ip);
    const Option *o = &list[i].option;
    if (v->program->alts[o->alt].form != ALT_SUBSET) continue;
    if (vm_parts(v->vm)) {
      if (face >= 0 && o->value >= 0 && v->program->things[o->value].face == face)
        return l;
    } else if (place && place != l) {
      return NULL;
    } else {
      place = l;
    }
  }
  return place;
}

static bool asks_for_several(const View *v)
{
  for (int i = 0, n = vm_options(v->vm); i < n; i++)
    if (v->program->alts[vm_option(v->vm, i).alt].form == ALT_SUBSET) return true;
  return false;
}

/* What keeps the answer away.  A thing that was named by its id is looked up once more by
 * its title, and a chance likeness to some name is no name. */
static void find_why(Objection *o, const char *text, Why *why)
{
  why_find(o->view, NULL, 0, text, why);
  int32_t face = one_thing(o->view, -1, text);
  if (why->kind == WHY_LEFT_OUT && face >= 0) {
    Buf title = {0};
    render_thing(o->view, &title, face);
    buf_free(&why->title);
    why_find(o->view, NULL, 0, buf_text(&title), why);
    buf_free(&title);
  } else if (meant_score(text, buf_text(&why->title), NULL) < MEANT_WORDS) {
    why->kind = WHY_UNKNOWN;
  }
}

/* Is a number the kind of answer that is wanted? */
static bool is_number_asked(const Objection *o)
{
  const View *v = o->view;
  const char *text = o->step->item->text;
  const PAlt *alt = &v->program->alts[vm_option(v->vm, 0).alt];
  if (!text[strspn(text, "-")] || text[strspn(text, "-0123456789")]) return false;
  return alt->form == ALT_ELEMENT &&
         v->program->types[v->program->types[alt->type].elem].tag == T_NUM;
}

static Remark *object_answer(Objection *o)
{
  bool several = asks_for_several(o->view);
  char *part = several ? meant_misfit(o->view, o->step->item->text) : NULL;
  const char *text = part ? part : o->step->item->text;
  const PLoc *place = several ? rejected_sets(o->view, part) : NULL;
  Buf who = {0};
  Remark *m;
  Why why;
  find_why(o, text, &why);
  render_seat(o->view, &who, o->step->seat);
  bool whole = several && !part; /* each of them can be chosen, but not these together */
  if (why.kind == WHY_REJECTED || place) {
    m = remark_add(o->remarks, REMARK_ILLEGAL, o->at, "%s may not answer \"%s\" here",
                   buf_text(&who), place ? text : buf_text(&why.title));
    m->why = "this step could not be carried out";
    m->rule = place ? place : why.place;
  } else if (why.kind == WHY_LEFT_OUT || whole || is_number_asked(o)) {
    m = remark_add(o->remarks, REMARK_NO_CANDIDATE, o->at, "%s cannot choose \"%s\" here",
                   buf_text(&who),
                   why.kind == WHY_LEFT_OUT && !whole ? buf_text(&why.title) : text);
    m->why = "this is what the question lets choose";
    m->rule = place_of_row(o->view->program, vm_decision(o->view->vm)->loc);
  } else {
    m = remark_add(o->remarks, REMARK_UNKNOWN_ANSWER, o->at, "no answer is called \"%s\"",
                   text);
    hint_nearest(o, m, o->step->seat, text);
  }
  hint_question(o, m);
  hint_answers(o, m, o->step->seat);
  int32_t face = whole ? -1 : one_thing(o->view, -1, text);
  if (face >= 0 && m->code == REMARK_NO_CANDIDATE) hint_where(o, m, face);
  buf_free(&who);
  buf_free(&why.title);
  free(part);
  return m;
}

static Remark *object_chance(Objection *o)
{
  const View *v = o->view;
  const char *text = o->step->item->text;
  int type = vm_chance_type(v->vm);
  bool draw = type >= 0 && v->program->types[type].tag == T_THING;
  int32_t face = draw ? one_thing(v, v->program->types[type].kind, text) : -1;
  Remark *m;
  if (face >= 0) {
    Buf title = {0};
    render_thing(v, &title, face);
    m = remark_add(o->remarks, REMARK_IMPOSSIBLE, o->at, "%s cannot be drawn here",
                   buf_text(&title));
    buf_free(&title);
    hint_where(o, m, face);
  } else {
    m = remark_add(o->remarks, REMARK_IMPOSSIBLE, o->at, "\"%s\" cannot come up here",
                   text);
    hint_nearest(o, m, -1, text);
  }
  hint_answers(o, m, -1);
  remark_hint(o->remarks, m, "if nobody knows what it was, write `?`");
  return m;
}

static Remark *object_ambiguous(Objection *o)
{
  const View *v = o->view;
  const char *text = o->step->item->text;
  MeantList list = {0};
  int option, seat = o->step->kind == STEP_ANSWER ? o->step->seat : -1;
  meant_find(v, seat, text, o->step->item->quoted, &option, &list);
  Remark *m = remark_add(o->remarks, REMARK_AMBIGUOUS, o->at,
                         "\"%s\" can mean several answers", text);
  Buf all = {0};
  for (size_t i = 0; i < list.n && i < SHOWN_ANSWERS; i++) {
    Option x = vm_option(v->vm, list.at[i]);
    Buf label = {0};
    label_option(v, &label, list.at[i]);
    const PAlt *alt = vm_decision(v->vm) ? &v->program->alts[x.alt] : NULL;
    bool element = alt && alt->form == ALT_ELEMENT;
    int pile = element && v->program->types[alt->type].kind >= 0 && x.value >= 0
                   ? vm_pile_of(v->vm, x.value)
                   : -1;
    buf_printf(&all, "%s%s", i ? "; " : "", buf_text(&label));
    if (pile >= 0) {
      buf_add(&all, " in ");
      render_pile(v, &all, pile);
    }
    buf_free(&label);
  }
  hint_question(o, m);
  if (list.n > 1) remark_hint(o->remarks, m, "it can be: %s", buf_text(&all));
  else hint_answers(o, m, seat);
  remark_hint(o->remarks, m, "write more of the name, or the whole of it in quotes");
  buf_free(&all);
  vec_free(&list);
  return m;
}

/* The step is for somebody else than who is asked. */
static Remark *object_who(Objection *o)
{
  const View *v = o->view;
  Buf asked = {0}, named = {0};
  Remark *m;
  if (o->step->kind == STEP_ANSWER) render_seat(v, &named, o->step->seat);
  else buf_add(&named, "chance");
  render_seats(v, &asked, label_seats(v->vm));
  if (!vm_decision(v->vm)) {
    m = remark_add(o->remarks, REMARK_CHANCE_FIRST, o->step->who,
                   "chance decides before %s does", buf_text(&named));
    hint_answers(o, m, -1);
    remark_hint(o->remarks, m,
                "write `chance: …` before this, or `chance: ?` if nobody knows");
  } else if (o->step->kind == STEP_CHANCE) {
    m = remark_add(o->remarks, REMARK_NO_CHANCE, o->step->who,
                   "no roll or draw is due here: %s must decide first", buf_text(&asked));
  } else {
    m = remark_add(o->remarks, REMARK_WRONG_PLAYER, o->step->who,
                   "it is not %s who is asked here, but %s", buf_text(&named),
                   buf_text(&asked));
  }
  if (vm_decision(v->vm)) {
    hint_question(o, m);
    hint_answers(o, m, -1);
    uint32_t seats = label_seats(v->vm);
    if (seats & (seats - 1))
      remark_hint(o->remarks, m, "write the answer of one of them before this");
    else remark_hint(o->remarks, m, "write `%s: …` before this", buf_text(&asked));
    m->why = "this is the question";
    m->rule = place_of_row(v->program, vm_decision(v->vm)->loc);
  }
  buf_free(&asked);
  buf_free(&named);
  return m;
}

/* ---- the rest ------------------------------------------------------------------- */

static Remark *object_possible(Objection *o)
{
  Remark *m = remark_add(o->remarks, REMARK_POSSIBLE, o->at,
                         "\"%s\" is possible here, though the line says it is not",
                         o->step->item->text);
  hint_question(o, m);
  hint_answers(o, m, o->step->kind == STEP_ANSWER ? o->step->seat : -1);
  return m;
}

static Remark *object_over(Objection *o)
{
  Buf b = {0};
  log_result(o->view, &b, vm_winners(o->view->vm), vm_reason(o->view->vm));
  Remark *m = remark_add(o->remarks, REMARK_AFTER_END, o->at,
                         "the game was over before this: %s", buf_text(&b));
  remark_hint(o->remarks, m,
              "take the rest away, or look for a mistake in the lines above");
  buf_free(&b);
  return m;
}

static Remark *object_not_over(Objection *o)
{
  Remark *m =
      remark_add(o->remarks, REMARK_NOT_OVER, o->step->who, "the game is not over yet");
  Buf b = {0};
  objection_question(o->view, &b);
  remark_hint(o->remarks, m, "next is %s", buf_text(&b));
  hint_answers(o, m, -1);
  remark_hint(o->remarks, m,
              "a transcript may stop in the middle: leave the result away then");
  buf_free(&b);
  return m;
}

static Remark *object_result(Objection *o)
{
  Buf is = {0}, said = {0};
  log_result(o->view, &is, vm_winners(o->view->vm), vm_reason(o->view->vm));
  log_result(o->view, &said, o->step->winners, -1);
  Remark *m = remark_add(o->remarks, REMARK_OTHER_RESULT, o->at,
                         "by the rules the result is: %s", buf_text(&is));
  remark_hint(o->remarks, m, "the transcript says: %s", buf_text(&said));
  buf_free(&is);
  buf_free(&said);
  return m;
}

static Remark *object_table(Objection *o)
{
  if (o->run->fail == FAIL_TABLE)
    return remark_add(o->remarks, REMARK_BAD_VALUE, o->at, "%s", buf_text(&o->run->why));
  if (o->run->fail == FAIL_CHECK)
    return remark_add(o->remarks, REMARK_OTHER_TABLE, o->at, "by the rules %s",
                      buf_text(&o->run->why));
  Remark *m = remark_add(o->remarks, REMARK_BREAKS_TABLE, o->at,
                         "with this table nobody has a legal answer");
  remark_hint(o->remarks, m, "arrange what belongs to it, too");
  m->why = "this step could not be carried out";
  m->rule = place_of_ip(o->view->program, vm_error_ip(o->run->vm));
  return m;
}

/* A step that fits nowhere is explained at the question that it speaks of, also if that
 * one had a single answer and was left behind. */
static bool go_back(Run *run)
{
  const Step *s = &run->steps.at[run->at];
  bool over = run->fail == FAIL_OVER;
  if (run->parted == run->at) { /* more was named than could be chosen */
    if (!over && meant_sofar(run->vm)) return false;
  } else if (run->skipped == run->at) {
    bool chance = !vm_decision(run->vm);
    if (!over &&
        (s->kind == STEP_CHANCE ? chance
                                : !chance && label_seats(run->vm) >> s->seat & 1))
      return false;
  } else {
    return false;
  }
  vm_restore(run->vm, run->skipped_state);
  vm_step(run->vm);
  return true;
}

Remark *objection_add(Run *run, Remarks *remarks)
{
  INVARIANT(run->vm && run->at >= 0 && run->at <= (int)run->steps.n);
  const Step *s = &run->steps.at[run->at];
  Objection o = {run, &run->view, s, remarks, s->item->at};
  switch (run->fail) {
  case FAIL_AMBIGUOUS: return object_ambiguous(&o);
  case FAIL_POSSIBLE: return object_possible(&o);
  case FAIL_OVER:
    if (!go_back(run)) return object_over(&o);
    break;
  case FAIL_NOT_OVER: return object_not_over(&o);
  case FAIL_RESULT: return object_result(&o);
  case FAIL_CHECK:
  case FAIL_TABLE:
  case FAIL_STUCK: return object_table(&o);
  case FAIL_FOR_EVER:
    return remark_add(remarks, REMARK_FOR_EVER, o.at,
                      "the game goes on by itself without an end before this");
  case FAIL_ANSWER: go_back(run); break;
  }
  bool decision = vm_decision(run->vm) != NULL;
  if (s->kind == STEP_CHANCE) return decision ? object_who(&o) : object_chance(&o);
  if (!decision || !(label_seats(run->vm) >> s->seat & 1)) return object_who(&o);
  return object_answer(&o);
}
