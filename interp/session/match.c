/* Answers of scripts.
 *
 * A script names things as an author does: a bare name can be a set of equal copies, and
 * any of them is meant.  An exact answer goes before one that only has the same face. */
#include "interp/session/match.h"
#include "interp/base/arena.h"
#include "interp/text/render.h"

#include <stdlib.h>
#include <string.h>

typedef enum { NO_MATCH, PART, LOOSE, EXACT } Strength;

typedef VEC(int64_t) Values;

/* The answer of a script, taken apart. */
typedef struct Meant {
  Vm *vm;
  const Program *program;
  const PAnswer *row;
  const char *label; /* or NULL */
  int tag;           /* of its elements */
  int kind, words;   /* which things, which words */
  bool set;
  Values values;
} Meant;

static void spread(const PType *t, const int64_t *words, Values *to)
{
  for (int w = 0; w < t->words; w++)
    for (uint64_t m = (uint64_t)words[w]; m; m &= m - 1) {
      int64_t value = (int64_t)t->lo + 64 * w + __builtin_ctzll(m);
      if (value <= t->hi) vec_push(to, value); /* a damaged program may set any bit */
    }
}

static void describe_type(const Program *p, int type, int *tag, int *kind, int *words)
{
  const PType *t = type < 0 ? NULL : &p->types[type];
  *tag = t ? t->tag : T_VOID;
  *kind = t && t->tag == T_THING ? t->kind : -1;
  *words = t && t->tag == T_WORD ? t->first_word : -1;
}

static void evaluate(Meant *m)
{
  const PType *t = &m->program->types[m->row->type];
  const int64_t *got =
      vm_eval(m->vm, m->row->chunk, m->row->seat >= 0 ? m->row->seat : NONE, NONE);
  m->set = t->tag == T_SET || t->tag == T_LIST;
  if (m->set) {
    if (t->tag == T_SET) spread(t, got, &m->values);
    else
      for (int i = 1; i <= got[0] && i < t->words; i++) vec_push(&m->values, got[i]);
    describe_type(m->program, t->elem, &m->tag, &m->kind, &m->words);
  } else {
    vec_push(&m->values, *got);
    describe_type(m->program, m->row->type, &m->tag, &m->kind, &m->words);
  }
}

static int32_t face(const Program *p, int tag, int64_t value)
{
  bool thing = tag == T_THING && value >= 0 && value < p->n_things;
  return thing ? p->things[value].face : (int32_t)value;
}

/* Could a value of this type be what is meant?  Numbers and things are both integers. */
static bool fits(const Meant *m, int type)
{
  int tag, kind, words;
  describe_type(m->program, type, &tag, &kind, &words);
  return tag == T_VOID || m->tag == T_VOID ||
         (tag == m->tag && kind == m->kind && words == m->words);
}

static bool has_value(const Values *set, int64_t value)
{
  for (size_t i = 0; i < set->n; i++)
    if (set->at[i] == value) return true;
  return false;
}

/* A script says `ace` of a card and of its name: where names are asked for
 * (`type title = name of card`), the words called like the things that are meant.  To be
 * freed if it is another list. */
static Meant mean_names(const Meant *m, int type)
{
  const Program *p = m->program;
  const PType *t = type < 0 ? NULL : &p->types[type];
  Meant named = *m;
  if (!t || t->tag != T_WORD || m->tag != T_THING) return named;
  named.values = (Values){0};
  for (size_t i = 0; i < m->values.n; i++)
    for (int32_t w = t->lo; m->values.at[i] != NONE && w <= t->hi; w++)
      if (p->words[t->first_word + w].name == p->things[m->values.at[i]].name &&
          !has_value(&named.values, w))
        vec_push(&named.values, w);
  if (!named.values.n) return *m;
  named.set = m->set && named.values.n > 1;
  describe_type(p, type, &named.tag, &named.kind, &named.words);
  return named;
}

static void forget_names(const Meant *m, Meant *named)
{
  if (named->values.at != m->values.at) vec_free(&named->values);
}

static Strength match_value(const Meant *m, int64_t value)
{
  for (size_t i = 0; i < m->values.n; i++)
    if (m->values.at[i] == value ||
        (m->tag == T_THING &&
         vm_same_copy(m->vm, NONE, (int32_t)m->values.at[i], (int32_t)value)))
      return m->set && m->values.n > 1 ? LOOSE : EXACT;
  for (size_t i = 0; i < m->values.n; i++)
    if (face(m->program, m->tag, m->values.at[i]) == face(m->program, m->tag, value))
      return LOOSE;
  return NO_MATCH;
}

static int count_face(const Meant *m, const Values *v, int32_t f)
{
  int n = 0;
  for (size_t i = 0; i < v->n; i++) n += face(m->program, m->tag, v->at[i]) == f;
  return n;
}

/* Are all elements of `set` meant, each face at most as often? */
static bool is_part(const Meant *m, const Values *set)
{
  for (size_t i = 0; i < set->n; i++) {
    int32_t f = face(m->program, m->tag, set->at[i]);
    if (count_face(m, set, f) > count_face(m, &m->values, f)) return false;
  }
  return true;
}

/* Two sets are alike if they have the same faces as often, or, where a script names all
 * copies of a card to mean one of them, the same faces at all. */
static Strength match_set(const Meant *m, const Values *set)
{
  Strength s = EXACT;
  bool none = m->values.n == 1 && m->values.at[0] == NONE;
  if (none || set->n == 0)
    return (none || m->values.n == 0) && set->n == 0 ? EXACT : NO_MATCH;
  for (size_t i = 0; i < m->values.n; i++) {
    int32_t f = face(m->program, m->tag, m->values.at[i]);
    int here = count_face(m, set, f);
    if (!here) return NO_MATCH;
    if (here != count_face(m, &m->values, f)) s = LOOSE;
  }
  return is_part(m, set) || s == LOOSE ? s : NO_MATCH;
}

static void option_values(const Meant *m, int option, const PAlt *alt, Values *set)
{
  const PType *t = &m->program->types[alt->type];
  uint64_t bits[MAX_THINGS / 64 + 1];
  vm_option_set(m->vm, option, bits);
  for (int w = 0; w < t->words; w++)
    for (uint64_t b = bits[w]; b; b &= b - 1)
      vec_push(set, (int64_t)t->lo + 64 * w + __builtin_ctzll(b));
}

static Strength match_subset(const Meant *m, int option, const PAlt *alt)
{
  Values set = {0};
  option_values(m, option, alt, &set);
  Strength s = match_set(m, &set);
  /* A choice with too many combinations is made in parts; the value of such an answer is
   * the element that it adds, or none to end. */
  Option o = vm_option(m->vm, option);
  if (s == NO_MATCH && has_value(&set, o.value) && set.n < m->values.n &&
      is_part(m, &set))
    s = PART;
  vec_free(&set);
  return s;
}

/* `yes` and `no` answer the two sides of `may`, whose labels the language gives. */
static Strength match_may(const Meant *m, const PAlt *alt)
{
  if (m->tag != T_FLAG || alt->text < 0) return NO_MATCH;
  const char *key = program_string(m->program, m->program->texts[alt->text].key);
  return !strcmp(key, m->values.at[0] ? "may.yes" : "may.no") ? EXACT : NO_MATCH;
}

/* A move is meant if all its parts are; while it is asked for in parts, those so far. */
static Strength match_move(const Meant *m, int parts, const Option *o)
{
  const Program *p = m->program;
  const PAlt *alt = &p->alts[o->alt];
  if (program_parts(p, o->alt) != parts) return NO_MATCH;
  Strength all = EXACT;
  for (int k = 0; k < parts; k++) {
    int32_t value = program_part(p, o->alt, o->value, k);
    if (value == NONE) return PART;
    Meant n = mean_names(&m[k], p->types[alt[k].type].elem);
    bool fit = !n.label && fits(&n, p->types[alt[k].type].elem);
    Strength s = fit ? match_value(&n, value) : NO_MATCH;
    forget_names(&m[k], &n);
    if (s < all) all = s;
    if (s == NO_MATCH) break;
  }
  return all;
}

/* One element, or several. */
static Strength match_chosen(const Meant *m, int i, const Option *o)
{
  const PAlt *alt = &m->program->alts[o->alt];
  int elem = m->program->types[alt->type].elem;
  bool none = !m->set && m->values.at[0] == NONE, subset = alt->form == ALT_SUBSET;
  if (none && !subset) return o->value == NONE ? EXACT : NO_MATCH;
  Meant n = mean_names(m, elem);
  Strength s = NO_MATCH;
  if (none || fits(&n, elem))
    s = subset ? match_subset(&n, i, alt) : match_value(&n, o->value);
  forget_names(m, &n);
  return s;
}

static Strength match_option(const Meant *m, int parts, int i, const Option *o)
{
  const Program *p = m->program;
  const PDecision *d = vm_decision(m->vm);
  if (!d) return m->label ? NO_MATCH : match_value(m, o->value);
  const PAlt *alt = &p->alts[o->alt];
  const char *text = render_source(p, alt->text);
  if (parts > 1) return alt->form == ALT_MOVE ? match_move(m, parts, o) : NO_MATCH;
  if (m->label) return text && !strcmp(text, m->label) ? EXACT : NO_MATCH;
  bool none = !m->set && m->values.at[0] == NONE;
  switch ((AltForm)alt->form) {
  case ALT_NONE: return none || (m->set && !m->values.n) ? EXACT : NO_MATCH;
  case ALT_LABEL: return none || m->set ? NO_MATCH : match_may(m, alt);
  case ALT_SUBSET:
  case ALT_ELEMENT: return match_chosen(m, i, o);
  case ALT_MOVE:
  case ALT_PART: break;
  }
  return NO_MATCH;
}

int match_rows(const PAnswer *answer)
{
  int n = 1;
  while (answer->flags & ANSWER_MORE) answer++, n++;
  return n;
}

MatchResult match_answer(Vm *vm, const PAnswer *answer, int *option)
{
  Meant m[MAX_MOVE_PARTS];
  int parts = match_rows(answer);
  const PDecision *d = vm_decision(vm);
  bool elsewhere = false, several = false;
  Strength best = NO_MATCH;
  if (!(answer->flags & ANSWER_CHANCE) != (d != NULL) || parts > MAX_MOVE_PARTS)
    return MATCH_NONE;
  for (int k = 0; k < parts; k++) {
    m[k] = (Meant){vm, vm_program(vm), answer + k, NULL, T_VOID, -1, -1, false, {0}};
    if (answer[k].flags & ANSWER_LABEL)
      m[k].label = program_string(m->program, answer[k].text);
    else evaluate(&m[k]);
  }
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option o = vm_option(vm, i);
    Strength s = match_option(m, parts, i, &o);
    if (s == NO_MATCH) continue;
    if (answer->seat >= 0 && o.seat >= 0 && o.seat != answer->seat) {
      elsewhere = true;
    } else if (s > best) {
      best = s;
      *option = i;
      several = false;
    } else if (s == EXACT && best == EXACT) {
      /* The same answer by another seat: a script that names nobody means anybody. */
      Option first = vm_option(vm, *option);
      several = several || first.alt != o.alt || first.value != o.value;
    }
  }
  for (int k = 0; k < parts; k++) vec_free(&m[k].values);
  if (best == NO_MATCH) return elsewhere ? MATCH_SEAT : MATCH_NONE;
  if (best == PART) return MATCH_PART;
  return several ? MATCH_AMBIGUOUS : MATCH_ONE;
}

int match_complete(Vm *vm, const PAnswer *answer)
{
  const Program *p = vm_program(vm);
  if (!vm_decision(vm) || answer->flags & (ANSWER_LABEL | ANSWER_CHANCE | ANSWER_MORE))
    return -1;
  Meant m = {vm, p, answer, NULL, T_VOID, -1, -1, false, {0}};
  int found = -1;
  evaluate(&m);
  for (int i = 0, n = vm_options(vm); i < n && found < 0; i++) {
    Option o = vm_option(vm, i);
    if (p->alts[o.alt].form != ALT_SUBSET || o.value != NONE) continue;
    if (match_subset(&m, i, &p->alts[o.alt]) >= LOOSE) found = i;
  }
  vec_free(&m.values);
  return found;
}
