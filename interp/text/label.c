#include "interp/text/label.h"
#include "interp/base/limits.h"
#include "interp/base/invariant.h"

enum { SET_WORDS = MAX_THINGS / 64 + 1 };

/* Values of a question's placeholders: the candidate's own answer and seat, and for the
 * rest the frame that asks. */
typedef struct Asking {
  const View *view;
  const PDecision *decision;
  const PAlt *alt;       /* NULL: the prompt */
  const Option *option;  /* NULL: the prompt */
  const int64_t *answer; /* words of the candidate's answer */
} Asking;

static const int64_t *follow(const View *v, const PArg *a, const int64_t *value,
                             int64_t *room)
{
  if (!a->path) return value;
  PArg here = *a; /* the same path from a register that lies at `value` */
  here.reg = 0;
  if (!render_allows(v, vm_arg_seen(v->vm, &here, value))) return &render_unseen;
  *room = vm_arg(v->vm, &here, value);
  return room;
}

static const int64_t *asking_arg(void *user, int row, int64_t *room)
{
  const Asking *q = user;
  const View *v = q->view;
  const PArg *a = &v->program->args[row];
  int64_t seat;
  if (q->alt && q->answer && a->reg == q->alt->var && q->alt->var >= 0)
    return follow(v, a, q->answer, room);
  if (q->alt && q->alt->form == ALT_MOVE)
    for (int k = 1; k < program_parts(v->program, q->option->alt); k++)
      if (a->reg == q->alt[k].var) return follow(v, a, q->answer + k, room);
  if (q->option && q->decision->seat >= 0 && a->reg == q->decision->seat &&
      q->option->seat >= 0) {
    seat = q->option->seat;
    *room = seat;
    if (!a->path) return room;
    PArg here = *a;
    here.reg = 0;
    if (!render_allows(v, vm_arg_seen(v->vm, &here, &seat))) return &render_unseen;
    *room = vm_arg(v->vm, &here, &seat);
    return room;
  }
  if (!a->path) return vm_frame_wide(v->vm, a->reg);
  const int64_t *frame = vm_frame_wide(v->vm, 0);
  if (!render_allows(v, vm_arg_seen(v->vm, a, frame))) return &render_unseen;
  *room = vm_arg(v->vm, a, frame);
  return room;
}

/* A choice with too many combinations is made in parts, which gather in the register of
 * the answer: once there are some, an answer is called by what it adds. */
static bool in_parts(const View *v, const PAlt *alt)
{
  const int64_t *sofar = vm_frame_wide(v->vm, alt->var);
  for (int i = 0; i < v->program->types[alt->type].words; i++)
    if (sofar[i]) return true;
  return false;
}

/* Without a text a label is its answer. */
static void plain(const View *v, Buf *b, const PDecision *d, const PAlt *alt,
                  const int64_t *answer)
{
  const PType *t = alt->type < 0 ? NULL : &v->program->types[alt->type];
  if (alt->form == ALT_SUBSET && answer) {
    render_value(v, b, alt->type, answer);
  } else if (alt->form == ALT_ELEMENT && t && answer) {
    render_scalar(v, b, t->elem, *answer);
  } else if (alt->form == ALT_LABEL) { /* of `may` */
    bool first = alt == &v->program->alts[d->first_alt];
    words_add(v->lang, b, first ? SAY_YES : SAY_NO);
  } else {
    words_add(v->lang, b, SAY_NONE);
  }
}

/* A move is called by its text when all its parts are there, else by its last part. */
static void label_move(const View *v, Buf *b, const PDecision *d, const Option *o)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PAlt *alt = &p->alts[o->alt];
  int64_t parts[MAX_MOVE_PARTS];
  int n = program_parts(p, o->alt), given = 0;
  for (int k = 0; k < n; k++) {
    parts[k] = program_part(p, o->alt, o->value, k);
    given += parts[k] != NONE;
  }
  if (given == n && alt->text >= 0) {
    Asking q = {v, d, alt, o, parts};
    render_text(v, b, alt->text, asking_arg, &q);
    return;
  }
  for (int k = given < n ? given - 1 : 0; k < given; k++) {
    if (k && given == n) buf_add(b, " – ");
    render_scalar(v, b, p->types[alt[k].type].elem, parts[k]);
  }
}

void label_candidate(const View *v, Buf *b, const Option *o, const uint64_t *set)
{
  INVARIANT(v && v->program);
  const PDecision *d = vm_decision(v->vm);
  if (!d) {
    render_scalar(v, b, vm_chance_type(v->vm), o->value);
    return;
  }
  const PAlt *alt = &v->program->alts[o->alt];
  if (alt->form == ALT_MOVE) {
    label_move(v, b, d, o);
    return;
  }
  int64_t value = o->value, words[SET_WORDS];
  if (alt->form == ALT_SUBSET && in_parts(v, alt)) {
    if (value == NONE) words_add(v->lang, b, SAY_DONE_CHOOSING);
    else render_scalar(v, b, v->program->types[alt->type].elem, value);
    return;
  }
  const int64_t *answer = alt->form == ALT_SUBSET ? NULL : &value;
  if (alt->form == ALT_SUBSET && set) {
    for (int i = 0; i < v->program->types[alt->type].words; i++)
      words[i] = (int64_t)set[i];
    answer = words;
  }
  if (alt->text < 0) {
    plain(v, b, d, alt, answer);
    return;
  }
  Asking q = {v, d, alt, o, answer};
  render_text(v, b, alt->text, asking_arg, &q);
}

void label_option(const View *v, Buf *b, int i)
{
  INVARIANT(vm_outcome(v->vm, i) >= 0);
  Option o = vm_option(v->vm, i);
  uint64_t set[SET_WORDS];
  bool subset = vm_decision(v->vm) && v->program->alts[o.alt].form == ALT_SUBSET;
  if (subset) vm_option_set(v->vm, i, set);
  label_candidate(v, b, &o, subset ? set : NULL);
}

/* A question without words names what is chosen, if that has a name. */
static void plain_prompt(const View *v, Buf *b, const PDecision *d)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  int kind = -1;
  for (int i = 0; i < d->alts; i++) {
    const PAlt *a = &p->alts[d->first_alt + i];
    if (a->form == ALT_ELEMENT && a->type >= 0 && kind == -1)
      kind = p->types[a->type].kind;
    else if (a->form != ALT_NONE) kind = -2;
  }
  if (kind < 0) {
    words_add(v->lang, b, SAY_CHOOSE);
    return;
  }
  const SayPart what = SAY_NAME(NAME_KIND, kind, "a");
  render_say(v, b, SAY_CHOOSE_ONE, &what, 1);
}

void label_prompt(const View *v, Buf *b)
{
  const PDecision *d = vm_decision(v->vm);
  size_t from = b->n;
  if (d && d->text >= 0) {
    Asking q = {v, d, NULL, NULL, NULL};
    render_text(v, b, d->text, asking_arg, &q);
  } else if (d) {
    plain_prompt(v, b, d);
  }
  if (b->n == from) words_add(v->lang, b, SAY_CHOOSE);
}

uint32_t label_seats(Vm *vm)
{
  uint32_t mask = 0;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    int seat = vm_option(vm, i).seat;
    if (seat >= 0 && seat < MAX_PLAYERS) mask |= 1u << seat;
  }
  return mask;
}

void label_reply(const View *v, Buf *b, int i)
{
  INVARIANT(vm_outcome(v->vm, i) >= 0);
  const PAlt *a = vm_decision(v->vm) ? &v->program->alts[vm_option(v->vm, i).alt] : NULL;
  const PType *set = a && a->form == ALT_ELEMENT ? &v->program->types[a->type] : NULL;
  int tag = set && set->elem >= 0 ? v->program->types[set->elem].tag : T_VOID;
  if (a && a->text < 0 && (tag == T_FLAG || tag == T_NUM)) {
    label_prompt(v, b);
    buf_char(b, ' ');
  }
  label_option(v, b, i);
}
