/* Understanding answers.
 *
 * Every answer has a label, and what stands behind it may have names of its own: a thing
 * its title and its id, a word its text and its id.  A text is held against all of them
 * and the best fit wins; two different answers that fit equally well are ambiguous.
 * Copies of one card that lie together are the same answer. */
#include "interp/session/meant.h"
#include "interp/base/invariant.h"
#include "interp/base/name.h"
#include "interp/text/label.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { SET_WORDS = MAX_THINGS / 64 + 1 };
enum { WHOLE_LABEL = 9, WHOLE_ID = 8 };

typedef VEC(int64_t) Values;

/* ---- names ---------------------------------------------------------------------- */

/* Words of `text` follow each other as whole words in `name`. */
static bool has_words(const char *text, const char *name)
{
  Buf both[2] = {{0}, {0}};
  for (int i = 0; i < 2; i++) {
    buf_char(&both[i], ' ');
    for (const char *s = i ? name : text; *s; s++) {
      bool letter = isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80;
      if (letter) buf_char(&both[i], (char)tolower((unsigned char)*s));
      else if (both[i].at[both[i].n - 1] != ' ') buf_char(&both[i], ' ');
    }
    if (both[i].at[both[i].n - 1] != ' ') buf_char(&both[i], ' ');
  }
  bool has = strstr(buf_text(&both[1]), buf_text(&both[0])) != NULL;
  buf_free(&both[0]);
  buf_free(&both[1]);
  return has;
}

int meant_score(const char *text, const char *name, const char *id)
{
  int f = name_fits(text, name);
  if (f == 3) return WHOLE_LABEL;
  if (id && name_fits(text, id) == 3) return WHOLE_ID;
  return f ? 2 * f + has_words(text, name) : 0;
}

/* How well a text fits a value of a type; "Ace in the hand of Anne" says which one. */
static int score_value(const View *v, const char *text, int type, int64_t value)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = type < 0 ? NULL : &p->types[type];
  const char *id = NULL;
  Buf name = {0};
  render_scalar(v, &name, type, value);
  if (value == NONE && name_fits(text, "none") == 3) id = "none";
  else if (t && t->tag == T_WORD && value >= t->lo && value <= t->hi)
    id = program_string(p, p->words[t->first_word + (value - t->lo)].name);
  else if (t && t->tag == T_THING && value >= 0 && value < p->n_things)
    id = program_string(p, p->things[value].name);
  int s = meant_score(text, buf_text(&name), id);
  if (!s && t && t->tag == T_THING && strstr(text, " in ") && v->vm &&
      vm_pile_of(v->vm, (int32_t)value) >= 0) {
    buf_add(&name, " in ");
    render_pile(v, &name, vm_pile_of(v->vm, (int32_t)value));
    s = name_fits(text, buf_text(&name)) == 3 ? WHOLE_LABEL : 0;
  }
  buf_free(&name);
  return s;
}

/* Is a text the whole name of something of this kind?  Then it is no short form of the
 * name of something else: "Key" is not the keyring, also where no key is offered. */
static bool is_whole_name(const View *v, int kind, const char *text)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int i = 0; kind >= 0 && i < p->kinds[kind].count; i++) {
    int32_t thing = p->kinds[kind].first + i;
    if (p->things[thing].face == thing &&
        score_value(v, text, p->kinds[kind].type, thing) >= WHOLE_ID)
      return true;
  }
  return false;
}

/* The kind of things that an option is one of; -1: it is none. */
static int kind_of(const View *v, const Option *o)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  int type = vm_chance_type(v->vm);
  if (vm_decision(v->vm)) {
    const PAlt *alt = &p->alts[o->alt];
    type = alt->form == ALT_ELEMENT ? p->types[alt->type].elem : -1;
  }
  return type >= 0 && p->types[type].tag == T_THING ? p->types[type].kind : -1;
}

/* ---- several of something ------------------------------------------------------- */

/* The next part of "A + B and C"; NULL after the last. */
static char *next_part(const char **text)
{
  const char *s = *text, *end;
  Buf part = {0};
  while (*s == ' ' || *s == '+') s++;
  if (!*s) return NULL;
  for (end = s; *end && *end != '+' && strncasecmp(end, " and ", 5) != 0;) end++;
  *text = *end == '+' ? end + 1 : *end ? end + 5 : end;
  buf_addn(&part, s, (size_t)(end - s));
  while (part.n && part.at[part.n - 1] == ' ') part.at[--part.n] = 0;
  buf_text(&part);
  return buf_take(&part);
}

static int64_t face(const Program *p, const PType *elem, int64_t value)
{
  bool thing = elem->tag == T_THING && value >= 0 && value < p->n_things;
  return thing ? p->things[value].face : value;
}

static void option_values(Vm *vm, int option, const PType *set, Values *to)
{
  uint64_t bits[SET_WORDS];
  vm_option_set(vm, option, bits);
  for (int w = 0; w < set->words; w++)
    for (uint64_t b = bits[w]; b; b &= b - 1)
      vec_push(to, (int64_t)set->lo + 64 * w + __builtin_ctzll(b));
}

/* How often each face stands in a list. */
static int count_face(const Program *p, const PType *elem, const Values *list, int64_t f)
{
  int n = 0;
  for (size_t i = 0; i < list->n; i++) n += face(p, elem, list->at[i]) == f;
  return n;
}

/* Has `b` every face of `a` at least as often? */
static bool is_within(const Program *p, const PType *elem, const Values *a,
                      const Values *b)
{
  for (size_t i = 0; i < a->n; i++) {
    int64_t f = face(p, elem, a->at[i]);
    if (count_face(p, elem, a, f) > count_face(p, elem, b, f)) return false;
  }
  return true;
}

/* A choice of several as it was typed: its elements, found among those that can be
 * chosen. One cache for all options of one alternative. */
typedef struct Several {
  int alt;
  bool understood, ambiguous;
  Values values;
} Several;

/* Everything that some answer of this alternative has in it. */
static void universe(const View *v, int alt, const PType *set, Values *all)
{
  uint64_t bits[SET_WORDS], any[SET_WORDS] = {0};
  for (int i = 0, n = vm_options(v->vm); i < n; i++) {
    if (vm_option(v->vm, i).alt != alt) continue;
    vm_option_set(v->vm, i, bits);
    for (int w = 0; w < set->words; w++) any[w] |= bits[w];
  }
  for (int w = 0; w < set->words; w++)
    for (uint64_t b = any[w]; b; b &= b - 1)
      vec_push(all, (int64_t)set->lo + 64 * w + __builtin_ctzll(b));
}

/* The element that one part names; false if there is none. */
static bool find_element(const View *v, const PType *set, const Values *all,
                         const char *part, Several *s)
{
  INVARIANT(v && v->program);
  const PType *elem = &v->program->types[set->elem];
  int best = 0;
  int64_t found = NONE;
  bool twice = false;
  for (size_t i = 0; i < all->n; i++) {
    int score = score_value(v, part, set->elem, all->at[i]);
    if (!score || score < best) continue;
    twice = score == best && (twice || face(v->program, elem, found) !=
                                           face(v->program, elem, all->at[i]));
    best = score;
    found = all->at[i];
  }
  if (best && best < WHOLE_ID && elem->tag == T_THING &&
      is_whole_name(v, elem->kind, part))
    return false;
  s->ambiguous = s->ambiguous || twice;
  if (best) vec_push(&s->values, found);
  return best > 0;
}

static void understand(const View *v, int alt, const char *text, Several *s)
{
  INVARIANT(v && v->program);
  const PType *set = &v->program->types[v->program->alts[alt].type];
  Values all = {0};
  *s = (Several){.alt = alt, .understood = true};
  if (name_fits(text, "none") == 3 || name_fits(text, "nothing") == 3) return;
  universe(v, alt, set, &all);
  const char *at = text;
  for (char *part; s->understood && (part = next_part(&at)); free(part))
    s->understood = find_element(v, set, &all, part, s);
  vec_free(&all);
}

/* Does option i complete what was typed, or is it a part of it? */
static MeantResult match_several(const View *v, int i, const Option *o, const Several *s)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *set = &p->types[p->alts[o->alt].type], *elem = &p->types[set->elem];
  Values values = {0};
  MeantResult r = MEANT_NOTHING;
  option_values(v->vm, i, set, &values);
  if (is_within(p, elem, &values, &s->values)) {
    if (values.n == s->values.n) r = MEANT_ONE;
    else if (vm_parts(v->vm) && o->value != NONE) r = MEANT_PART;
  }
  vec_free(&values);
  return r;
}

/* ---- one answer ----------------------------------------------------------------- */

/* `yes` and `no` answer the two sides of `may`, whatever their labels are. */
static int score_may(const Program *p, const PAlt *alt, const char *text)
{
  if (alt->text < 0) return 0;
  const char *key = program_string(p, p->texts[alt->text].key);
  if (!strcmp(key, "may.yes")) return name_fits(text, "yes") == 3 ? WHOLE_ID : 0;
  if (!strcmp(key, "may.no")) return name_fits(text, "no") == 3 ? WHOLE_ID : 0;
  return 0;
}

/* The parts of a move by their names, and by their ids: "d2 d3". */
static void name_parts(const View *v, const Option *o, Buf *names, Buf *ids)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int k = 0; k < program_parts(p, o->alt); k++) {
    int32_t value = program_part(p, o->alt, o->value, k);
    int elem = p->types[p->alts[o->alt + k].type].elem;
    if (value == NONE) break;
    if (k) buf_char(names, ' '), buf_char(ids, ' ');
    render_scalar(v, names, elem, value);
    if (alt_has_things(p, o->alt + k))
      buf_add(ids, program_string(p, p->things[value].name));
    else render_scalar(v, ids, elem, value);
  }
}

/* How well a text fits a move; of one whose next part is asked for, its last part. */
static int score_move(const View *v, const Option *o, const char *text)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  if (program_opens(p, o->alt, o->value)) {
    int k = 0;
    while (program_part(p, o->alt, o->value, k + 1) != NONE) k++;
    return score_value(v, text, p->types[p->alts[o->alt + k].type].elem,
                       program_part(p, o->alt, o->value, k));
  }
  Buf names = {0}, ids = {0};
  name_parts(v, o, &names, &ids);
  int s = meant_score(text, buf_text(&names), buf_text(&ids));
  buf_free(&names);
  buf_free(&ids);
  return s;
}

/* Does a text begin with the parts that a move has so far? */
static bool begins_move(const View *v, const Option *o, const char *text)
{
  INVARIANT(v && v->program);
  if (!program_opens(v->program, o->alt, o->value)) return false;
  Buf names = {0}, ids = {0};
  name_parts(v, o, &names, &ids);
  bool begins = (!strncasecmp(text, buf_text(&names), names.n) && text[names.n] == ' ') ||
                (!strncasecmp(text, buf_text(&ids), ids.n) && text[ids.n] == ' ');
  buf_free(&names);
  buf_free(&ids);
  return begins;
}

static int score_option(const View *v, int i, const Option *o, const char *text,
                        bool quoted)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Buf label = {0};
  label_option(v, &label, i);
  int f = name_fits(text, buf_text(&label));
  int s = quoted ? (f == 3 ? WHOLE_LABEL : 0) : meant_score(text, buf_text(&label), NULL);
  buf_free(&label);
  if (quoted || s == WHOLE_LABEL) return s;
  int more = 0;
  if (!vm_decision(v->vm)) {
    more = score_value(v, text, vm_chance_type(v->vm), o->value);
  } else {
    const PAlt *alt = &p->alts[o->alt];
    if (alt->form == ALT_ELEMENT)
      more = score_value(v, text, p->types[alt->type].elem, o->value);
    else if (alt->form == ALT_MOVE) more = score_move(v, o, text);
    else if (alt->form == ALT_LABEL) more = score_may(p, alt, text);
    else if (alt->form == ALT_NONE) more = name_fits(text, "none") == 3 ? WHOLE_ID : 0;
    else s = 0; /* combinations are told apart by their elements */
  }
  return s > more ? s : more;
}

static bool same_move(Vm *vm, Option a, Option b)
{
  const Program *p = vm_program(vm);
  for (int k = 0; k < program_parts(p, a.alt); k++) {
    int32_t x = program_part(p, a.alt, a.value, k),
            y = program_part(p, b.alt, b.value, k);
    if (x == y) continue;
    if (!alt_has_things(p, a.alt + k) || x < 0 || y < 0 ||
        p->things[x].face != p->things[y].face || vm_pile_of(vm, x) != vm_pile_of(vm, y))
      return false;
  }
  return true;
}

/* Are two options the same answer, not counting who gives it? */
static bool same_answer(Vm *vm, int i, int k)
{
  const Program *p = vm_program(vm);
  Option a = vm_option(vm, i), b = vm_option(vm, k);
  if (a.alt != b.alt) return false;
  if (a.value == b.value) return true;
  if (!vm_decision(vm)) return false;
  const PAlt *alt = &p->alts[a.alt];
  if (alt->form == ALT_MOVE) return same_move(vm, a, b);
  if (alt->form != ALT_ELEMENT && alt->form != ALT_SUBSET) return false;
  const PType *set = &p->types[alt->type], *elem = &p->types[set->elem];
  if (elem->tag != T_THING) return false;
  if (alt->form == ALT_ELEMENT || vm_parts(vm)) {
    if (a.value < 0 || b.value < 0) return false;
    return p->things[a.value].face == p->things[b.value].face &&
           vm_pile_of(vm, a.value) == vm_pile_of(vm, b.value);
  }
  Values x = {0}, y = {0};
  option_values(vm, i, set, &x);
  option_values(vm, k, set, &y);
  bool same = x.n == y.n && is_within(p, elem, &x, &y);
  vec_free(&x);
  vec_free(&y);
  return same;
}

static void keep(Vm *vm, MeantList *list, int i)
{
  for (size_t k = 0; k < list->n; k++)
    if (same_answer(vm, list->at[k], i)) return;
  vec_push(list, i);
}

MeantResult meant_find(const View *v, int seat, const char *text, bool quoted,
                       int *option, MeantList *several)
{
  INVARIANT(v && v->program);
  Vm *vm = v->vm;
  Several s = {.alt = -1};
  MeantList best = {0};
  int score = 0, part = -1;
  for (int i = 0, n = vm_options(vm); i < n; i++) {
    Option o = vm_option(vm, i);
    if (seat >= 0 && o.seat >= 0 && o.seat != seat) continue;
    int f = score_option(v, i, &o, text, quoted);
    if (f != WHOLE_LABEL && vm_decision(vm) && !quoted &&
        v->program->alts[o.alt].form == ALT_SUBSET) {
      if (s.alt != o.alt) vec_free(&s.values), understand(v, o.alt, text, &s);
      MeantResult r = s.understood ? match_several(v, i, &o, &s) : MEANT_NOTHING;
      if (r == MEANT_ONE) f = s.ambiguous ? 1 : WHOLE_ID;
      if (r == MEANT_PART && part < 0) part = i;
    }
    if (!f && !quoted && part < 0 && vm_decision(vm) &&
        v->program->alts[o.alt].form == ALT_MOVE && begins_move(v, &o, text))
      part = i;
    if (!f || f < score) continue;
    if (f > score) best.n = 0;
    score = f;
    keep(vm, &best, i);
  }
  if (best.n && score < WHOLE_ID) {
    Option o = vm_option(vm, best.at[0]);
    if (is_whole_name(v, kind_of(v, &o), text)) best.n = 0;
  }
  bool torn = s.ambiguous && (score <= 1 || !best.n) && (best.n || part >= 0);
  MeantResult r = torn          ? MEANT_SEVERAL
                  : best.n == 1 ? MEANT_ONE
                  : best.n > 1  ? MEANT_SEVERAL
                  : part >= 0   ? MEANT_PART
                                : MEANT_NOTHING;
  /* A name of one thing that only fits in part must not hide the several that were typed.
   */
  if (part >= 0 && score < WHOLE_ID && !torn) r = MEANT_PART;
  *option = r == MEANT_PART ? part : best.n ? best.at[0] : -1;
  for (size_t i = 0; several && r == MEANT_SEVERAL && i < best.n; i++)
    vec_push(several, best.at[i]);
  vec_free(&best);
  vec_free(&s.values);
  return r;
}

int meant_complete(const View *v, int seat, const char *text)
{
  INVARIANT(v && v->program);
  int found = -1;
  if (!vm_decision(v->vm) || !vm_parts(v->vm)) return -1;
  for (int i = 0, n = vm_options(v->vm); i < n && found < 0; i++) {
    Option o = vm_option(v->vm, i);
    Several s;
    if (v->program->alts[o.alt].form != ALT_SUBSET || o.value != NONE) continue;
    if (seat >= 0 && o.seat >= 0 && o.seat != seat) continue;
    understand(v, o.alt, text, &s);
    if (s.understood && s.values.n && match_several(v, i, &o, &s) == MEANT_ONE) found = i;
    vec_free(&s.values);
  }
  return found;
}

int meant_sofar(Vm *vm)
{
  const Program *p = vm_program(vm);
  Values values = {0};
  if (!vm_decision(vm) || !vm_parts(vm)) return 0;
  Option o = vm_option(vm, 0);
  if (p->alts[o.alt].form == ALT_SUBSET)
    option_values(vm, 0, &p->types[p->alts[o.alt].type], &values);
  int n = (int)values.n - (o.value != NONE);
  vec_free(&values);
  return n > 0 ? n : 0;
}

char *meant_misfit(const View *v, const char *text)
{
  INVARIANT(v && v->program);
  int alt = -1;
  for (int i = 0, n = vm_options(v->vm); i < n && alt < 0; i++)
    if (v->program->alts[vm_option(v->vm, i).alt].form == ALT_SUBSET)
      alt = vm_option(v->vm, i).alt;
  if (alt < 0) return NULL;
  const PType *set = &v->program->types[v->program->alts[alt].type];
  Values all = {0};
  universe(v, alt, set, &all);
  char *part;
  for (const char *at = text; (part = next_part(&at)); free(part)) {
    Several s = {0};
    bool fits = find_element(v, set, &all, part, &s);
    vec_free(&s.values);
    if (!fits) break;
  }
  vec_free(&all);
  return part;
}

bool meant_forced(Vm *vm, int *option)
{
  int n = vm_options(vm);
  const PDecision *d = vm_decision(vm);
  *option = 0;
  if (n < 2) return n == 1;
  if (!d || d->flags & DECISION_SEAT || n > MAX_PLAYERS) return false;
  for (int i = 1; i < n; i++)
    if (!same_answer(vm, 0, i)) return false;
  return true;
}

void meant_things(const View *v, int kind, const char *text, int least, MeantList *faces)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const char *at = text;
  for (char *part; (part = next_part(&at)); free(part)) {
    size_t from = faces->n;
    int best = least;
    for (int i = 0; i < p->n_things; i++) {
      if (p->things[i].face != i || p->kinds[p->things[i].kind].flags & KIND_PLAYER)
        continue;
      if (kind >= 0 && p->things[i].kind != kind) continue;
      int s = score_value(v, part, p->kinds[p->things[i].kind].type, i);
      if (!s || s < best) continue;
      if (s > best) faces->n = from;
      best = s;
      vec_push(faces, i);
    }
  }
}
