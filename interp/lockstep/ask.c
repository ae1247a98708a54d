/* Questions and chance side by side: who is asked, what is offered, what the recorded
 * answer is called on the other side.
 *
 * Questions have no names.  They are matched by the verb that asks and the words of the
 * prompt; what is left over in a verb is matched in its order, so a prompt that was only
 * reworded is the same question.  In the same way the alternatives of a question are
 * matched by their labels, and labels that are left over, if there are as many on both
 * sides, in their order: a label that was only reworded is the same answer. */
#include "interp/lockstep/lockstep_int.h"
#include "interp/base/invariant.h"

#include "interp/text/label.h"
#include "interp/text/place.h"

/* ---- which questions are the same ----------------------------------------------- */

static int32_t *new_row(Compare *c, int n)
{
  int32_t *row = arena_alloc(c->arena, ((size_t)n + 1) * sizeof *row);
  for (int i = 0; i <= n; i++) row[i] = -1;
  return row;
}

static void name_questions(Compare *c, Side *x)
{
  const Program *p = x->p;
  x->chunk = new_row(c, p->n_decisions);
  x->prompt = new_row(c, p->n_decisions);
  for (int i = 0; i < p->n_chunks; i++) {
    const PChunk *k = &p->chunks[i];
    for (int ip = k->first; ip < k->first + k->count; ip++)
      if (p->code[ip].op == OP_BEGIN)
        x->chunk[p->code[ip].d] = compare_name(c, program_string(p, k->name));
  }
  for (int i = 0; i < p->n_decisions; i++) {
    const char *s = render_source(p, p->decisions[i].text);
    if (s && *s) x->prompt[i] = compare_name(c, s);
  }
}

static void join(Compare *c, int i, int k)
{
  INVARIANT(c->decision_of[i] < 0 && c->asked_of[k] < 0); /* each has one partner */
  c->decision_of[i] = k;
  c->asked_of[k] = i;
}

typedef bool (*Alike)(const Compare *c, int i, int k);

static bool same_verb_and_words(const Compare *c, int i, int k)
{
  const Side *o = &c->side[COMPARE_OLD], *n = &c->side[COMPARE_NEW];
  return o->chunk[i] == n->chunk[k] && o->prompt[i] == n->prompt[k];
}

static bool same_words(const Compare *c, int i, int k)
{
  const Side *o = &c->side[COMPARE_OLD], *n = &c->side[COMPARE_NEW];
  return o->prompt[i] >= 0 && o->prompt[i] == n->prompt[k];
}

static void join_alike(Compare *c, Alike alike)
{
  const Side *o = &c->side[COMPARE_OLD], *n = &c->side[COMPARE_NEW];
  for (int i = 0; i < o->p->n_decisions; i++)
    for (int k = 0; k < n->p->n_decisions && c->decision_of[i] < 0; k++)
      if (c->asked_of[k] < 0 && alike(c, i, k)) join(c, i, k);
}

static int left_over(const Side *x, const int32_t *joined, int32_t chunk)
{
  int n = 0;
  for (int i = 0; i < x->p->n_decisions; i++) n += joined[i] < 0 && x->chunk[i] == chunk;
  return n;
}

/* The k-th question of a verb, as many as are left over on both sides. */
static void join_reworded(Compare *c)
{
  const Side *o = &c->side[COMPARE_OLD], *n = &c->side[COMPARE_NEW];
  for (int i = 0; i < o->p->n_decisions; i++) {
    int32_t verb = o->chunk[i];
    if (c->decision_of[i] >= 0 ||
        left_over(o, c->decision_of, verb) != left_over(n, c->asked_of, verb))
      continue;
    for (int k = 0; k < n->p->n_decisions && c->decision_of[i] < 0; k++)
      if (c->asked_of[k] < 0 && n->chunk[k] == verb) join(c, i, k);
  }
}

void compare_map_questions(Compare *c)
{
  const Program *o = c->side[COMPARE_OLD].p, *n = c->side[COMPARE_NEW].p;
  for (int s = 0; s < COMPARE_SIDES; s++) name_questions(c, &c->side[s]);
  c->decision_of = new_row(c, o->n_decisions);
  c->asked_of = new_row(c, n->n_decisions);
  c->partner = new_row(c, o->n_decisions);
  c->alt = new_row(c, o->n_alts);
  join_alike(c, same_verb_and_words);
  join_alike(c, same_words);
  join_reworded(c);
}

/* ---- alternatives --------------------------------------------------------------- */

static bool fits(const Compare *c, const PAlt *o, const PAlt *n)
{
  return o->form == n->form && compare_types(c, o->type, n->type);
}

static bool same_label(const Compare *c, const PAlt *o, const PAlt *n)
{
  if (o->text < 0 || n->text < 0) return o->text < 0 && n->text < 0;
  return c->side[COMPARE_OLD].text[o->text] == c->side[COMPARE_NEW].text[n->text];
}

/* Alternatives of a question that have the form of `like` and no partner yet. */
static int open_old(const Compare *c, const PDecision *d, const PAlt *like)
{
  const Program *p = c->side[COMPARE_OLD].p;
  int n = 0;
  for (int i = d->first_alt; i < d->first_alt + d->alts; i++)
    n += c->alt[i] < 0 && fits(c, &p->alts[i], like);
  return n;
}

static bool is_taken(const Compare *c, const PDecision *d, int alt)
{
  for (int i = d->first_alt; i < d->first_alt + d->alts; i++)
    if (c->alt[i] == alt) return true;
  return false;
}

static void match_labels(Compare *c, const PDecision *o, const PDecision *n, bool words)
{
  const PAlt *old = c->side[COMPARE_OLD].p->alts, *new = c->side[COMPARE_NEW].p->alts;
  for (int i = o->first_alt; i < o->first_alt + o->alts; i++)
    for (int k = n->first_alt; k < n->first_alt + n->alts && c->alt[i] < 0; k++) {
      if (is_taken(c, o, k) || !fits(c, &old[i], &new[k])) continue;
      if (words && same_label(c, &old[i], &new[k])) c->alt[i] = k;
      if (words) continue;
      int left = 0;
      for (int j = n->first_alt; j < n->first_alt + n->alts; j++)
        left += !is_taken(c, o, j) && fits(c, &old[i], &new[j]);
      if (left == open_old(c, o, &new[k])) c->alt[i] = k;
    }
}

/* The canons of the alternatives of old question i, beside new question k: the number of
 * the new one, or one after those. */
static void match_alts(Compare *c, int i, int k)
{
  INVARIANT(i >= 0 && k >= 0);
  const Program *p = c->side[COMPARE_OLD].p, *q = c->side[COMPARE_NEW].p;
  const PDecision *o = &p->decisions[i], *n = &q->decisions[k];
  INVARIANT(i < p->n_decisions && k < q->n_decisions);
  if (c->partner[i] == k) return;
  c->partner[i] = k;
  for (int a = o->first_alt; a < o->first_alt + o->alts; a++) c->alt[a] = -1;
  match_labels(c, o, n, true);
  match_labels(c, o, n, false);
  for (int a = o->first_alt; a < o->first_alt + o->alts; a++)
    if (c->alt[a] < 0) c->alt[a] = q->n_alts + a;
}

static int asked(const Side *x)
{
  const PDecision *d = vm_decision(x->vm);
  /* A machine of the other side would ask a question of its own program. */
  INVARIANT(!d || (d >= x->p->decisions && d < x->p->decisions + x->p->n_decisions));
  return d ? (int)(d - x->p->decisions) : -1;
}

static bool same_alternatives(Compare *c, int i, int k)
{
  const PDecision *o = &c->side[COMPARE_OLD].p->decisions[i],
                  *n = &c->side[COMPARE_NEW].p->decisions[k];
  match_alts(c, i, k);
  for (int a = o->first_alt; a < o->first_alt + o->alts; a++)
    if (c->alt[a] >= c->side[COMPARE_NEW].p->n_alts) return false;
  return o->alts == n->alts;
}

bool compare_same_question(Compare *c)
{
  Side *o = &c->side[COMPARE_OLD], *n = &c->side[COMPARE_NEW];
  if (o->status != n->status) return false;
  if (o->status == VM_CHANCE)
    return compare_types(c, vm_chance_type(o->vm), vm_chance_type(n->vm));
  int i = asked(o), k = asked(n);
  if (i < 0 || k < 0 || vm_parts(o->vm) != vm_parts(n->vm)) return false;
  if (c->decision_of[i] == k || same_words(c, i, k)) {
    match_alts(c, i, k);
    return true;
  }
  return c->decision_of[i] < 0 && c->asked_of[k] < 0 && same_alternatives(c, i, k);
}

/* ---- what is offered ------------------------------------------------------------ */

static uint64_t option_key(const Compare *c, int s, const Option *o, const uint64_t *set)
{
  const Side *x = &c->side[s];
  INVARIANT(o->alt >= 0 && o->alt < x->p->n_alts);
  const PAlt *alt = &x->p->alts[o->alt];
  int32_t canon = s == COMPARE_OLD ? c->alt[o->alt] : o->alt;
  uint64_t h = compare_mix((uint64_t)(uint32_t)o->seat << 32 | (uint32_t)canon);
  if (alt->form == ALT_SUBSET && set)
    /* In parts, `done` leaves the set as it is, as adding would not. */
    return compare_mix(h ^ compare_set(c, s, &x->p->types[alt->type], set)) +
           (o->value == NONE);
  for (int k = 0; alt_is_value(alt) && k < program_parts(x->p, o->alt); k++) {
    int32_t value = program_part(x->p, o->alt, o->value, k);
    if (k) h = compare_mix(h);
    h ^= (uint64_t)compare_canon(c, s, x->p->types[alt[k].type].elem, value);
  }
  return compare_mix(h);
}

static uint64_t outcome_key(const Compare *c, int s, const Option *o)
{
  const Side *x = &c->side[s];
  int64_t v = o->value;
  /* A draw gives one of several copies: which, nobody can tell. */
  if (o->alt < 0 && v >= 0 && v < x->p->n_things) v = x->p->things[v].face;
  return compare_mix((uint64_t)compare_canon(c, s, vm_chance_type(x->vm), v));
}

static void list_offers(Compare *c, int s)
{
  Side *x = &c->side[s];
  uint64_t set[MOST_WORDS];
  x->offers.n = 0;
  for (int i = 0, n = vm_options(x->vm); i < n; i++) {
    Option o = vm_option(x->vm, i);
    Offer f = {0, i, vm_weight(x->vm, i)};
    if (x->status == VM_CHANCE) {
      f.key = outcome_key(c, s, &o);
    } else {
      bool subset = x->p->alts[o.alt].form == ALT_SUBSET;
      if (subset) vm_option_set(x->vm, i, set);
      f.key = option_key(c, s, &o, subset ? set : NULL);
    }
    vec_push(&x->offers, f);
  }
}

static int by_key(const void *a, const void *b)
{
  const Offer *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->index - y->index;
}

static bool same_offers(const Compare *c, bool odds)
{
  const Offers *o = &c->side[COMPARE_OLD].offers, *n = &c->side[COMPARE_NEW].offers;
  if (o->n != n->n) return false;
  for (size_t i = 0; i < o->n; i++)
    if (o->at[i].key != n->at[i].key || (odds && o->at[i].weight != n->at[i].weight))
      return false;
  return true;
}

static const Offer *find_offer(const Offers *list, uint64_t key)
{
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i].key == key) return &list->at[i];
  return NULL;
}

/* ---- telling -------------------------------------------------------------------- */

enum { ABOUT_OFFERS, ABOUT_SEATS, ABOUT_QUESTION, ABOUT_ANSWER, ABOUT_KINDS };
enum { MOST_NAMED = 4 }; /* answers in one sentence */

/* A question by its words. */
static void put_prompt(Run *r, Buf *b, int s)
{
  View v = compare_view(r, s);
  buf_char(b, '"');
  label_prompt(&v, b);
  buf_char(b, '"');
}

static void put_asked(Run *r, Buf *b, int s)
{
  View v = compare_view(r, s);
  render_seats(&v, b, label_seats(v.vm));
}

static void put_offer(Run *r, Buf *b, int s, int i)
{
  View v = compare_view(r, s);
  const Side *x = &r->c->side[s];
  if (x->status == VM_CHANCE) {
    Option o = vm_option(x->vm, i);
    render_scalar(&v, b, vm_chance_type(x->vm), o.value);
    return;
  }
  buf_char(b, '"');
  label_option(&v, b, i);
  buf_char(b, '"');
}

/* The offers of side s that the other side does not have; returns how many. */
static int put_missing(Run *r, Buf *b, int s)
{
  const Offers *mine = &r->c->side[s].offers, *other = &r->c->side[1 - s].offers;
  int n = 0;
  for (size_t i = 0; i < mine->n; i++) {
    if (find_offer(other, mine->at[i].key)) continue;
    if (n < MOST_NAMED && n) buf_add(b, ", ");
    if (n < MOST_NAMED) put_offer(r, b, s, mine->at[i].index);
    n++;
  }
  if (n > MOST_NAMED) buf_printf(b, " and %d more", n - MOST_NAMED);
  return n;
}

/* The instruction that took an answer of side s away from the other side; -1 if it was
 * never a candidate there. */
static int32_t rejected_by(Run *r, int s, const Offer *f)
{
  const Rejected *list;
  const Side *other = &r->c->side[1 - s], *mine = &r->c->side[s];
  int n = vm_rejected(other->vm, &list);
  Option o = vm_option(mine->vm, f->index);
  bool subset = mine->p->alts[o.alt].form == ALT_SUBSET;
  for (int i = 0; i < n; i++) {
    bool same = option_key(r->c, 1 - s, &list[i].option, NULL) == f->key;
    /* A rejected combination is a number that only its machine can read. */
    if (subset) same = list[i].option.seat == o.seat;
    if (same) return list[i].ip;
  }
  return -1;
}

/* First the line that rejects, or the alternative that is not there, then the question.
 */
static void place_missing(Run *r, Finding *f, int s, const Offer *offer)
{
  compare_place_ip(r, f, 1 - s, rejected_by(r, s, offer));
  const Side *mine = &r->c->side[s];
  Option o = vm_option(mine->vm, offer->index);
  compare_place(r, f, s, place_of_row(mine->p, mine->p->alts[o.alt].loc));
}

static void place_questions(Run *r, Finding *f)
{
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const PDecision *d = vm_decision(r->c->side[s].vm);
    if (d) compare_place(r, f, s, place_of_row(r->c->side[s].p, d->loc));
  }
}

/* The instruction of the chance that a machine stopped for: it is told when it is
 * answered, so an answer is given and taken back. */
static int32_t chance_ip(Run *r, int s)
{
  Side *x = &r->c->side[s];
  VEC(char) state = {0};
  size_t before = x->trace.n;
  int32_t ip = -1;
  vec_reserve(&state, vm_state_size(x->vm));
  vm_save(x->vm, state.at);
  vm_answer(x->vm, 0);
  if (x->trace.n > before) ip = x->trace.at[before].ip;
  x->trace.n = before;
  vm_restore(x->vm, state.at);
  x->status = vm_step(x->vm);
  vec_free(&state);
  return ip;
}

static uint64_t about_question(const Run *r, int kind)
{
  int i = asked(&r->c->side[COMPARE_OLD]), k = asked(&r->c->side[COMPARE_NEW]);
  uint64_t which = i >= 0 ? (uint64_t)i : (uint64_t)(1u << 30) + (uint64_t)(k + 1);
  return which * ABOUT_KINDS + (uint64_t)kind;
}

static void tell_offers(Run *r)
{
  Finding *f =
      compare_find(r, COMPARE_LEGALITY, about_question(r, ABOUT_OFFERS), r->given + 1);
  if (!f) return;
  Buf b = {0}, gone = {0}, come = {0};
  int lost = put_missing(r, &gone, COMPARE_OLD), won = put_missing(r, &come, COMPARE_NEW);
  for (int s = 0; s < COMPARE_SIDES; s++) {
    const Offers *mine = &r->c->side[s].offers, *other = &r->c->side[1 - s].offers;
    for (size_t i = 0; i < mine->n; i++)
      if (!find_offer(other, mine->at[i].key)) place_missing(r, f, s, &mine->at[i]);
  }
  place_questions(r, f);
  buf_add(&b, "asked ");
  put_prompt(r, &b, COMPARE_NEW);
  buf_add(&b, ", ");
  put_asked(r, &b, COMPARE_NEW);
  if (lost) buf_printf(&b, " may no longer answer %s", buf_text(&gone));
  if (won) buf_printf(&b, "%s may now answer %s", lost ? ", but" : "", buf_text(&come));
  compare_say(r, f, &b);
  buf_free(&gone);
  buf_free(&come);
}

static void tell_odds(Run *r, Buf *b)
{
  const Offers *o = &r->c->side[COMPARE_OLD].offers, *n = &r->c->side[COMPARE_NEW].offers;
  long long was = 0, now = 0;
  for (size_t i = 0; i < o->n; i++) was += o->at[i].weight;
  for (size_t i = 0; i < n->n; i++) now += n->at[i].weight;
  for (size_t i = 0; i < o->n; i++) {
    const Offer *x = &o->at[i], *y = find_offer(n, x->key);
    if (!y || x->weight == y->weight) continue;
    buf_add(b, "chance gives ");
    put_offer(r, b, COMPARE_NEW, y->index);
    buf_printf(b, " in %lld of %lld cases, no longer in %lld of %lld",
               (long long)y->weight, now, (long long)x->weight, was);
    return;
  }
}

static void tell_chance(Run *r)
{
  int32_t ip[COMPARE_SIDES];
  for (int s = 0; s < COMPARE_SIDES; s++) ip[s] = chance_ip(r, s);
  Finding *f =
      compare_find(r, COMPARE_CHANCE, (uint64_t)(ip[COMPARE_OLD] + 1), r->given + 1);
  if (!f) return;
  Buf b = {0}, gone = {0}, come = {0};
  int lost = put_missing(r, &gone, COMPARE_OLD), won = put_missing(r, &come, COMPARE_NEW);
  for (int s = 0; s < COMPARE_SIDES; s++) compare_place_ip(r, f, s, ip[s]);
  if (lost) buf_printf(&b, "chance can no longer give %s", buf_text(&gone));
  if (won) buf_printf(&b, "%schance can now give %s", lost ? "; " : "", buf_text(&come));
  if (!lost && !won) tell_odds(r, &b);
  compare_say(r, f, &b);
  buf_free(&gone);
  buf_free(&come);
}

static void compare_seats(Run *r)
{
  uint32_t was = label_seats(r->c->side[COMPARE_OLD].vm),
           now = label_seats(r->c->side[COMPARE_NEW].vm);
  Finding *f = was == now ? NULL
                          : compare_find(r, COMPARE_LEGALITY,
                                         about_question(r, ABOUT_SEATS), r->given + 1);
  if (!f) return;
  Buf b = {0};
  View v = compare_view(r, COMPARE_NEW);
  place_questions(r, f);
  put_prompt(r, &b, COMPARE_NEW);
  buf_add(&b, " is asked of ");
  render_seats(&v, &b, now);
  buf_add(&b, ", no longer of ");
  render_seats(&v, &b, was);
  compare_say(r, f, &b);
}

/* Whether others learn an answer before all are in. */
static void compare_secrecy(Run *r)
{
  const PDecision *o = vm_decision(r->c->side[COMPARE_OLD].vm),
                  *n = vm_decision(r->c->side[COMPARE_NEW].vm);
  INVARIANT(o && n); /* both ask */
  if ((o->flags & DECISION_SECRET) == (n->flags & DECISION_SECRET)) return;
  /* Fields are numbered from 0, questions from 2^32. */
  uint64_t about = (uint64_t)1 << 32 | about_question(r, ABOUT_QUESTION);
  Finding *f = compare_find(r, COMPARE_HIDDEN, about, r->given);
  if (!f) return;
  Buf b = {0};
  place_questions(r, f);
  buf_add(&b, "answers to ");
  put_prompt(r, &b, COMPARE_NEW);
  buf_add(&b, n->flags & DECISION_SECRET ? " are now secret until all are in"
                                         : " are no longer secret until all are in");
  compare_say(r, f, &b);
}

void compare_question(Run *r)
{
  Compare *c = r->c;
  bool chance = c->side[COMPARE_OLD].status == VM_CHANCE;
  for (int s = 0; s < COMPARE_SIDES; s++) list_offers(c, s);
  if (!chance) compare_secrecy(r);
  if (same_offers(c, chance)) return;
  for (int s = 0; s < COMPARE_SIDES; s++)
    if (c->side[s].offers.n > 1)
      qsort(c->side[s].offers.at, c->side[s].offers.n, sizeof(Offer), by_key);
  if (same_offers(c, chance)) return;
  if (chance) {
    tell_chance(r);
    return;
  }
  compare_seats(r);
  if (label_seats(c->side[COMPARE_OLD].vm) == label_seats(c->side[COMPARE_NEW].vm))
    tell_offers(r);
}

/* "chance decides", "Anne is asked "Which card?"". */
static void put_pause(Run *r, Buf *b, int s)
{
  if (r->c->side[s].status == VM_CHANCE) {
    buf_add(b, "chance decides");
    return;
  }
  put_asked(r, b, s);
  bool many = label_seats(r->c->side[s].vm) & (label_seats(r->c->side[s].vm) - 1);
  buf_add(b, many ? " are asked " : " is asked ");
  put_prompt(r, b, s);
}

void compare_other_question(Run *r)
{
  const Side *o = &r->c->side[COMPARE_OLD], *n = &r->c->side[COMPARE_NEW];
  bool chance = o->status == VM_CHANCE || (n->status == VM_CHANCE && asked(o) < 0);
  CompareClass class = chance ? COMPARE_CHANCE : COMPARE_LEGALITY;
  int32_t ip[COMPARE_SIDES] = {-1, -1};
  for (int s = 0; s < COMPARE_SIDES; s++)
    if (r->c->side[s].status == VM_CHANCE) ip[s] = chance_ip(r, s);
  uint64_t about = chance ? (uint64_t)(1u << 30) + (uint64_t)(ip[COMPARE_OLD] + 1)
                          : about_question(r, ABOUT_QUESTION);
  Finding *f = compare_find(r, class, about, r->given + 1);
  if (!f) return;
  Buf b = {0};
  for (int s = 0; s < COMPARE_SIDES; s++) compare_place_ip(r, f, s, ip[s]);
  place_questions(r, f);
  if (asked(o) >= 0 && asked(n) >= 0 && vm_parts(o->vm) != vm_parts(n->vm)) {
    put_prompt(r, &b, COMPARE_NEW);
    buf_printf(&b, " is answered %s, because there are %s combinations",
               vm_parts(n->vm) ? "one by one" : "at once",
               vm_parts(n->vm) ? "more" : "fewer");
  } else {
    buf_add(&b, "under the old rules ");
    put_pause(r, &b, COMPARE_OLD);
    buf_add(&b, ", under the new ones ");
    put_pause(r, &b, COMPARE_NEW);
  }
  compare_say(r, f, &b);
}

/* ---- answering ------------------------------------------------------------------ */

static void tell_illegal(Run *r, const Offer *given)
{
  bool chance = r->c->side[COMPARE_OLD].status == VM_CHANCE;
  Option o = vm_option(r->c->side[COMPARE_OLD].vm, given->index);
  uint64_t about = chance ? UINT64_MAX : about_question(r, ABOUT_ANSWER);
  Finding *f =
      compare_find(r, chance ? COMPARE_CHANCE : COMPARE_LEGALITY, about, r->given + 1);
  if (!f) return;
  Buf b = {0};
  buf_add(&b, chance ? "the recorded outcome " : "the recorded answer ");
  put_offer(r, &b, COMPARE_OLD, given->index);
  if (!chance) {
    View v = compare_view(r, COMPARE_OLD);
    place_missing(r, f, COMPARE_OLD, given);
    place_questions(r, f);
    buf_add(&b, " of ");
    render_seat(&v, &b, o.seat);
    buf_add(&b, " to ");
    put_prompt(r, &b, COMPARE_OLD);
    buf_add(&b, " is no longer legal");
  } else {
    for (int s = 0; s < COMPARE_SIDES; s++) compare_place_ip(r, f, s, chance_ip(r, s));
    buf_add(&b, " is no longer possible");
  }
  compare_say(r, f, &b);
}

int compare_answer(Run *r, int i)
{
  const Offers *o = &r->c->side[COMPARE_OLD].offers;
  for (size_t k = 0; k < o->n; k++) {
    if (o->at[k].index != i) continue;
    const Offer *same = find_offer(&r->c->side[COMPARE_NEW].offers, o->at[k].key);
    if (same) return same->index;
    tell_illegal(r, &o->at[k]);
    return -1;
  }
  return -1;
}
