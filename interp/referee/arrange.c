#include "interp/referee/arrange.h"
#include "interp/base/invariant.h"
#include "grammar/diag.h"
#include "interp/session/meant.h"
#include "interp/base/name.h"

#include <string.h>

/* What is being read. */
typedef struct Reading {
  const View *view;
  Spot at;
  Remarks *remarks;
  Arrange *to;
  char *left, *right;
} Reading;

static char *copy_trimmed(const char *s, size_t n)
{
  Buf b = {0};
  while (n && *s == ' ') s++, n--;
  while (n && s[n - 1] == ' ') n--;
  buf_addn(&b, s, n);
  buf_text(&b);
  if (!b.at) buf_add(&b, "");
  char *copy = buf_take(&b);
  return copy;
}

/* ---- what there is -------------------------------------------------------------- */

enum { SHOWN_NAMES = 40 };

/* Things are called by their faces, and players sit at the table. */
static bool can_be(const View *v, int32_t thing)
{
  const Program *p = v->program;
  const PKind *k = &p->kinds[p->things[thing].kind];
  bool player = k->flags & KIND_PLAYER;
  if (player && v->names && !v->names[thing - k->first]) return false;
  return p->things[thing].face == thing;
}

static void say_choices(const View *v, Buf *b, const PType *t)
{
  if (t->tag == T_NUM) {
    buf_printf(b, "%d to %d", t->lo, t->hi);
  } else if (t->tag == T_FLAG) {
    buf_add(b, "yes, no");
  } else {
    int shown = 0;
    for (int i = t->lo; i <= t->hi; i++) {
      if (t->tag == T_THING && !can_be(v, i)) continue;
      if (shown < SHOWN_NAMES) {
        if (shown) buf_add(b, ", ");
        render_scalar(v, b, (int)(t - v->program->types), i);
      }
      shown++;
    }
    if (shown > SHOWN_NAMES) buf_add(b, ", …");
  }
  if (t->opt) buf_add(b, t->kind == 0 ? ", nobody" : ", none");
}

/* ---- the left side -------------------------------------------------------------- */

/* Finds the place that the left side names: every field with every thing and `per`,
 * called as in the log ("Information of Red") or by its ids ("track of red"). */
typedef struct Best {
  bool twice;
  Buf title;
} Best;

/* The two names of a value: as players read it, and the id (the same where it has none).
 */
static void two_names(const View *v, int type, int64_t value, Buf names[2])
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = &p->types[type];
  render_scalar(v, &names[0], type, value);
  if (t->tag == T_WORD)
    buf_add(&names[1], program_string(p, p->words[t->first_word + (value - t->lo)].name));
  else if (t->tag == T_THING && !(p->kinds[t->kind].flags & KIND_PLAYER))
    buf_add(&names[1], program_string(p, p->things[value].name));
  else buf_add(&names[1], buf_text(&names[0]));
}

/* Is the left side "FIELD of THING, PER", each by either of its names? */
static bool names_place(const Reading *r, int field, int32_t thing, int32_t per)
{
  INVARIANT(field >= 0 && field < r->view->program->n_fields);
  const Program *p = r->view->program;
  const PField *f = &p->fields[field];
  Buf own[2] = {{0}, {0}}, things[2] = {{0}, {0}}, pers[2] = {{0}, {0}}, whole = {0};
  bool is = false;
  render_name(r->view, &own[0], NAME_FIELD, field, NULL, NULL);
  buf_add(&own[1], program_string(p, f->name));
  if (thing >= 0) two_names(r->view, p->kinds[f->kind].type, thing, things);
  if (per != NONE) two_names(r->view, f->per_type, per, pers);
  for (int i = 0; i < 8 && !is; i++) {
    buf_clear(&whole);
    buf_add(&whole, buf_text(&own[i & 1]));
    if (thing >= 0) buf_printf(&whole, " of %s", buf_text(&things[i >> 1 & 1]));
    if (per != NONE) buf_printf(&whole, ", %s", buf_text(&pers[i >> 2 & 1]));
    is = name_fits(r->left, buf_text(&whole)) == 3;
  }
  for (int i = 0; i < 2; i++) buf_free(&own[i]), buf_free(&things[i]), buf_free(&pers[i]);
  buf_free(&whole);
  return is;
}

static void try_place(Reading *r, Best *best, int field, int32_t thing, int32_t per)
{
  if (!names_place(r, field, thing, per)) return;
  best->twice = r->to->field >= 0 && r->to->field != field;
  r->to->field = field;
  r->to->thing = thing;
  r->to->per = per;
  buf_clear(&best->title);
  render_field(r->view, &best->title, field, thing, per);
}

/* Only fields whose own name begins the left side can be meant. */
static bool may_mean(const Reading *r, const PField *f)
{
  const Program *p = r->view->program;
  Buf noun = {0};
  render_name(r->view, &noun, NAME_FIELD, (int32_t)(f - p->fields), NULL, NULL);
  bool is = name_fits(buf_text(&noun), r->left) >= 2 ||
            name_fits(program_string(p, f->name), r->left) >= 2;
  buf_free(&noun);
  return is;
}

static void try_field(Reading *r, Best *best, int field)
{
  INVARIANT(field >= 0 && field < r->view->program->n_fields);
  const Program *p = r->view->program;
  const PField *f = &p->fields[field];
  if (!may_mean(r, f)) return;
  for (int i = 0; i < (f->kind >= 0 ? f->count : 1); i++)
    for (int k = 0; k < (f->per_type >= 0 ? f->per_count : 1); k++) {
      int32_t thing = f->kind >= 0 ? f->first + i : -1;
      int32_t per = f->per_type >= 0 ? f->per_first + k : NONE;
      bool seat = f->kind >= 0 && p->kinds[f->kind].flags & KIND_PLAYER;
      if (seat && r->view->names && !r->view->names[i]) continue; /* nobody sits there */
      try_place(r, best, field, thing, per);
    }
}

/* The field is there, but not what it is said to be of. */
static void unknown_owner(Reading *r, const PField *f)
{
  const Program *p = r->view->program;
  Buf noun = {0}, all = {0};
  render_name(r->view, &noun, NAME_FIELD, (int32_t)(f - p->fields), NULL, NULL);
  Remark *m = remark_add(r->remarks, REMARK_UNKNOWN_FIELD, r->at,
                         "nothing on the table is called \"%s\"", r->left);
  if (f->kind >= 0) {
    say_choices(r->view, &all, &p->types[p->kinds[f->kind].type]);
    remark_hint(r->remarks, m, "there is \"%s of …\": %s", buf_text(&noun),
                buf_text(&all));
  } else {
    remark_hint(r->remarks, m, "there is \"%s\", which belongs to nobody",
                buf_text(&noun));
  }
  if (f->per_type >= 0) {
    buf_clear(&all);
    say_choices(r->view, &all, &p->types[f->per_type]);
    remark_hint(r->remarks, m, "and after a comma: %s", buf_text(&all));
  }
  buf_free(&noun);
  buf_free(&all);
}

/* Says what there is, and what is nearest. */
static void unknown_field(Reading *r)
{
  const Program *p = r->view->program;
  Buf all = {0}, first = {0};
  const char *of = strstr(r->left, " of ");
  buf_addn(&first, r->left, of ? (size_t)(of - r->left) : strlen(r->left));
  Nearest near = {buf_text(&first), NULL, 0};
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    Buf noun = {0};
    if (f->flags & (FIELD_HIDDEN | FIELD_OPTION | FIELD_WIDE)) continue;
    render_name(r->view, &noun, NAME_FIELD, (int32_t)(f - p->fields), NULL, NULL);
    nearest_try(&near, arena_strdup(r->remarks->arena, buf_text(&noun)));
    nearest_try(&near, program_string(p, f->name));
    buf_printf(&all, "%s%s%s%s", all.n ? "; " : "", buf_text(&noun),
               f->kind >= 0 ? " of …" : "", f->per_type >= 0 ? ", …" : "");
    buf_free(&noun);
  }
  Remark *m = remark_add(r->remarks, REMARK_UNKNOWN_FIELD, r->at,
                         "nothing on the table is called \"%s\"", r->left);
  if (near.best) remark_hint(r->remarks, m, "did you mean \"%s\"?", near.best);
  remark_hint(r->remarks, m, "there is: %s", buf_text(&all));
  buf_free(&all);
  buf_free(&first);
}

static bool read_place(Reading *r)
{
  const Program *p = r->view->program;
  Best best = {0};
  r->to->field = -1;
  for (int i = 0; i < p->n_fields; i++)
    if (!(p->fields[i].flags & FIELD_HIDDEN)) try_field(r, &best, i);
  const PField *f = r->to->field < 0 ? NULL : &p->fields[r->to->field];
  bool ok = false;
  const PField *near = NULL;
  for (int i = 0; i < p->n_fields && !f && !near; i++)
    if (!(p->fields[i].flags & (FIELD_HIDDEN | FIELD_WIDE)) && may_mean(r, &p->fields[i]))
      near = &p->fields[i];
  if (!f && near) {
    unknown_owner(r, near);
  } else if (!f) {
    unknown_field(r);
  } else if (best.twice) {
    Remark *m = remark_add(r->remarks, REMARK_UNKNOWN_FIELD, r->at,
                           "\"%s\" can mean several things", r->left);
    remark_hint(r->remarks, m, "use its id, as the ruleset writes it");
  } else if (f->flags & FIELD_OPTION) {
    Remark *m = remark_add(r->remarks, REMARK_FIXED_FIELD, r->at,
                           "\"%s\" is an option: it cannot change during the game",
                           buf_text(&best.title));
    remark_hint(r->remarks, m, "set it at the beginning: `%s: VALUE`",
                program_string(p, f->name));
  } else if (f->flags & FIELD_WIDE) {
    remark_add(r->remarks, REMARK_FIXED_FIELD, r->at,
               "\"%s\" has several values at once, which a line cannot say",
               buf_text(&best.title));
  } else {
    ok = true;
  }
  buf_free(&best.title);
  return ok;
}

/* ---- the right side ------------------------------------------------------------- */

/* The value of a type that a text names, by its best fit.  -1: none, 0: several. */
static int find_value(const View *v, int type, const char *text, int64_t *value)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = &p->types[type];
  if (t->opt && (name_fits(text, "none") == 3 || name_fits(text, "nobody") == 3)) {
    *value = NONE;
    return 1;
  }
  if (t->tag == T_NUM) {
    char *end;
    long long n = strtoll(text, &end, 10);
    *value = n;
    return *text && !*end && n >= t->lo && n <= t->hi ? 1 : -1;
  }
  if (t->tag == T_FLAG) {
    *value = name_fits(text, "yes") == 3;
    return *value || name_fits(text, "no") == 3 ? 1 : -1;
  }
  int best = 0, found = -1;
  for (int i = t->lo; i <= t->hi && (t->tag == T_THING || t->tag == T_WORD); i++) {
    bool player = t->tag == T_THING && p->kinds[t->kind].flags & KIND_PLAYER;
    if (t->tag == T_THING && !can_be(v, i)) continue;
    Buf name = {0};
    render_scalar(v, &name, type, i);
    int32_t id =
        t->tag == T_WORD ? p->words[t->first_word + (i - t->lo)].name : p->things[i].name;
    int s = meant_score(text, buf_text(&name), player ? NULL : program_string(p, id));
    buf_free(&name);
    if (!s || s < best) continue;
    found = s == best ? 0 : 1;
    best = s;
    if (found) *value = i;
  }
  return found;
}

static void bad_value(Reading *r, int type, const char *text, int found)
{
  Buf all = {0}, place = {0};
  render_field(r->view, &place, r->to->field, r->to->thing, r->to->per);
  Remark *m = found ? remark_add(r->remarks, REMARK_BAD_VALUE, r->at,
                                 "%s cannot be \"%s\"", buf_text(&place), text)
                    : remark_add(r->remarks, REMARK_BAD_VALUE, r->at,
                                 "\"%s\" can mean several things", text);
  const PType *t = &r->view->program->types[type];
  Nearest near = {text, NULL, 0};
  for (int i = t->lo; t->tag == T_THING && i <= t->hi; i++) {
    Buf name = {0};
    if (can_be(r->view, i)) render_thing(r->view, &name, i);
    nearest_try(&near, arena_strdup(r->remarks->arena, buf_text(&name)));
    buf_free(&name);
  }
  if (near.best && found) remark_hint(r->remarks, m, "did you mean \"%s\"?", near.best);
  say_choices(r->view, &all, t);
  remark_hint(r->remarks, m, "it is one of: %s", buf_text(&all));
  buf_free(&all);
  buf_free(&place);
}

static bool read_things(Reading *r)
{
  const Program *p = r->view->program;
  int kind = p->types[p->fields[r->to->field].type].kind, type = p->kinds[kind].type;
  char *rest = r->right;
  if (name_fits(rest, "nothing") == 3 || name_fits(rest, "none") == 3 ||
      name_fits(rest, "empty") == 3)
    return true;
  for (bool more = true; more;) {
    size_t n = 0, depth = 0;
    while (rest[n] && (depth || rest[n] != ',')) {
      if (rest[n] == '(') depth++;
      if (rest[n] == ')' && depth) depth--;
      n++;
    }
    more = rest[n] != 0;
    char *one = copy_trimmed(rest, n);
    int64_t value;
    int found = *one ? find_value(r->view, type, one, &value) : -1;
    if (found == 1) vec_push(&r->to->things, (int32_t)value);
    else bad_value(r, type, one, found);
    free(one);
    if (found != 1) return false;
    rest += n + more;
  }
  return true;
}

static bool read_value(Reading *r)
{
  const PField *f = &r->view->program->fields[r->to->field];
  if (f->flags & FIELD_PILE) return read_things(r);
  int found = find_value(r->view, f->type, r->right, &r->to->value);
  if (found != 1) bad_value(r, f->type, r->right, found);
  return found == 1;
}

bool arrange_read(const View *v, const char *text, Spot at, Remarks *remarks, Arrange *a)
{
  const char *is = strchr(text, '='), *rest = is ? is + 1 : NULL;
  *a = (Arrange){.field = -1, .check = !is};
  for (const char *s = text; a->check && (s = strstr(s, " is "));)
    is = s++, rest = is + 4; /* the last one: a field may be called "The game is over" */
  if (!is) {
    Remark *m = remark_add(remarks, REMARK_BAD_TABLE, at,
                           "this does not say what there is on the table");
    remark_hint(remarks, m,
                "write `table: FIELD of THING = VALUE` to arrange it, `table: FIELD of "
                "THING is VALUE` to check it");
    return false;
  }
  Reading r = {v,
               at,
               remarks,
               a,
               copy_trimmed(text, (size_t)(is - text)),
               copy_trimmed(rest, strlen(rest))};
  bool ok = read_place(&r) && read_value(&r);
  free(r.left);
  free(r.right);
  return ok;
}

void arrange_free(Arrange *a) { vec_free(&a->things); }

/* ---- carrying it out ------------------------------------------------------------ */

static bool has(const ArrangeThings *list, int32_t thing)
{
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i] == thing) return true;
  return false;
}

/* Which copy of a card comes: one that lies there already, then one that lies where
 * nobody sees it, then any. */
static int32_t find_copy(const View *v, int32_t face, int pile,
                         const ArrangeThings *taken)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  int32_t found = -1;
  int best = -1;
  for (int32_t t = face; t < face + p->things[face].copies; t++) {
    if (has(taken, t)) continue;
    int32_t owner, per;
    int at = vm_pile_of(v->vm, t);
    int field = at < 0 ? -1 : vm_pile_field(v->vm, at, &owner, &per);
    int good = at == pile                           ? 3
               : field < 0                          ? 0
               : p->fields[field].seen == SEEN_NONE ? 2
                                                    : 1;
    if (good <= best) continue;
    best = good;
    found = t;
  }
  return found;
}

/* Where cards go that make room for fewer: back to the pile that they are drawn from, if
 * there is one. */
static int home(const View *v, int kind)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->flags & FIELD_PILE && f->flags & FIELD_SHUFFLED && f->kind < 0 &&
        f->per_type < 0 && p->types[f->type].kind == kind)
      return f->pile;
  }
  return -1;
}

static bool fill_pile(const View *v, const Arrange *a, Buf *why)
{
  INVARIANT(v && v->program);
  Vm *vm = v->vm;
  const Program *p = v->program;
  int pile = vm_pile_number(vm, a->field, a->thing < 0 ? NONE : a->thing, a->per);
  int kind = p->types[p->fields[a->field].type].kind, most = p->kinds[kind].count;
  int back = home(v, kind) == pile ? -1 : home(v, kind);
  ArrangeThings come = {0}, there = {0}, from = {0};
  bool ok = true;
  for (size_t i = 0; i < a->things.n && ok; i++) {
    int32_t thing = find_copy(v, a->things.at[i], pile, &come);
    ok = thing >= 0;
    if (ok) vec_push(&come, thing);
    else {
      render_thing(v, why, a->things.at[i]);
      buf_printf(why, " is there only %d times", p->things[a->things.at[i]].copies);
    }
  }
  vec_reserve(&there, (size_t)most);
  there.n = ok ? (size_t)vm_pile(vm, pile, there.at, most) : 0;
  for (size_t i = 0; i < come.n && ok; i++)
    if (vm_pile_of(vm, come.at[i]) != pile) vec_push(&from, vm_pile_of(vm, come.at[i]));
  size_t next = 0;
  for (size_t i = 0; i < there.n && ok; i++)
    if (!has(&come, there.at[i]))
      vm_put(vm, there.at[i], next < from.n ? from.at[next++] : back);
  for (size_t i = 0; i < come.n && ok; i++) vm_put(vm, come.at[i], pile);
  vec_free(&come);
  vec_free(&there);
  vec_free(&from);
  return ok;
}

bool arrange_apply(const View *v, const Arrange *a, Buf *why)
{
  if (v->program->fields[a->field].flags & FIELD_PILE) return fill_pile(v, a, why);
  vm_set_cell(v->vm, a->field, a->thing < 0 ? NONE : a->thing, a->per, a->value);
  return true;
}

/* ---- looking -------------------------------------------------------------------- */

/* Has a pile these cards, each as often, in any order? */
static bool same_pile(const View *v, const Arrange *a, int pile)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  int most = p->kinds[p->types[p->fields[a->field].type].kind].count;
  ArrangeThings there = {0};
  vec_reserve(&there, (size_t)most);
  there.n = (size_t)vm_pile(v->vm, pile, there.at, most);
  bool same = there.n == a->things.n;
  for (size_t i = 0; i < a->things.n && same; i++) {
    int said = 0, found = 0;
    for (size_t k = 0; k < a->things.n; k++) {
      said += a->things.at[k] == a->things.at[i];
      found += p->things[there.at[k]].face == a->things.at[i];
    }
    same = said == found;
  }
  vec_free(&there);
  return same;
}

bool arrange_holds(const View *v, const Arrange *a, Buf *why)
{
  INVARIANT(v && v->program);
  const PField *f = &v->program->fields[a->field];
  int32_t thing = a->thing < 0 ? NONE : a->thing;
  if (f->flags & FIELD_PILE) {
    int pile = vm_pile_number(v->vm, a->field, thing, a->per);
    if (same_pile(v, a, pile)) return true;
    render_pile(v, why, pile);
    buf_add(why, ": ");
    render_pile_contents(v, why, pile);
    return false;
  }
  int64_t value = vm_get(v->vm, a->field, thing, a->per);
  if (value == a->value) return true;
  render_field(v, why, a->field, a->thing, a->per);
  buf_add(why, " is ");
  render_scalar(v, why, f->type, value);
  return false;
}
