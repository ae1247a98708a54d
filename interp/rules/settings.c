#include "interp/rules/settings.h"
#include "interp/base/arena.h"
#include "grammar/diag.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int settings_count(const Program *p)
{
  int n = 0;
  for (int i = 0; i < p->n_fields; i++) n += (p->fields[i].flags & FIELD_OPTION) != 0;
  return n;
}

const PField *settings_option(const Program *p, int which)
{
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].flags & FIELD_OPTION && which-- == 0) return &p->fields[i];
  return NULL;
}

int32_t *settings_new(const Program *p)
{
  size_t n = (size_t)settings_count(p);
  int32_t *values = zeroed(n + 1, sizeof *values);
  for (size_t i = 0; i <= n; i++) values[i] = NONE;
  return values;
}

static bool parse_number(const char *s, int64_t *value)
{
  char *end;
  errno = 0;
  long long n = strtoll(s, &end, 10);
  *value = n;
  return end != s && !*end && !errno;
}

/* What belongs to a pack has its name before it; it may be left out. */
static bool is_named(const char *full, const char *s)
{
  const char *dot = strrchr(full, '.');
  return !strcmp(full, s) || (dot && !strcmp(dot + 1, s));
}

/* How well a name fits what somebody wrote: 0 not, 1 without its pack or by its title, 2
 * as it is. */
static int called(const Program *p, int32_t name, int32_t text, const char *s)
{
  const char *full = program_string(p, name),
             *source = text < 0 ? NULL : render_source(p, text);
  if (!strcmp(full, s)) return 2;
  return is_named(full, s) || (source && !strcasecmp(source, s));
}

/* The one of several names that fits best; none if two fit equally, which are told. */
typedef struct Meant {
  const char *wrote;
  int which, how;
  const char *name, *other; /* other: fits as well */
} Meant;

static void meant_try(const Program *p, Meant *m, int which, int32_t name, int32_t text)
{
  int how = called(p, name, text, m->wrote);
  if (!how || how < m->how) return;
  const char *full = program_string(p, name);
  bool again = how == m->how && strcmp(full, m->name) != 0;
  if (how == m->how && !again) return; /* another copy */
  m->other = again ? full : NULL;
  if (!again) m->which = which, m->how = how, m->name = full;
}

static bool meant_one(const Meant *m, const char *what, Buf *why)
{
  if (m->other)
    buf_printf(why, "%s \"%s\" could be %s or %s: write one of these names", what,
               m->wrote, m->name, m->other);
  return m->name && !m->other;
}

/* The value of a type that a name means: a number, yes or no, a word, a thing, none.
 * `why` says that two could be meant. */
static bool read_value(const Program *p, int type, const char *s, int64_t *value,
                       Buf *why)
{
  INVARIANT(type >= 0 && type < p->n_types);
  const PType *t = &p->types[type];
  Meant m = {.wrote = s};
  if (t->opt && !strcmp(s, "none")) {
    *value = NONE;
    return true;
  }
  switch (t->tag) {
  case T_NUM: return parse_number(s, value) && *value >= t->lo && *value <= t->hi;
  case T_FLAG: *value = !strcmp(s, "yes"); return *value || !strcmp(s, "no");
  case T_WORD:
    for (int i = 0; i <= t->hi - t->lo; i++) {
      const PWord *w = &p->words[t->first_word + i];
      meant_try(p, &m, t->lo + i, w->name, w->text);
    }
    break;
  case T_THING:
    for (int i = t->lo; i <= t->hi; i++)
      meant_try(p, &m, i, p->things[i].name, p->things[i].text);
    break;
  default: return false;
  }
  *value = m.which;
  return meant_one(&m, "the value", why);
}

void settings_choices(const Program *p, Buf *b, int type)
{
  INVARIANT(type >= 0 && type < p->n_types);
  const PType *t = &p->types[type];
  if (t->tag == T_NUM) {
    buf_printf(b, "%d to %d", t->lo, t->hi);
  } else if (t->tag == T_FLAG) {
    buf_add(b, "yes, no");
  } else {
    for (int i = 0; i <= t->hi - t->lo; i++) {
      int32_t name =
          t->tag == T_WORD ? p->words[t->first_word + i].name : p->things[t->lo + i].name;
      buf_printf(b, "%s%s", i ? ", " : "", program_string(p, name));
    }
  }
  if (t->opt) buf_add(b, ", none");
}

static void no_such_option(const Program *p, const char *name, Buf *why)
{
  int n = settings_count(p);
  Nearest near = {name, NULL, 0};
  buf_printf(why, "there is no option called \"%s\"", name);
  for (int i = 0; i < n; i++)
    nearest_try(&near, program_string(p, settings_option(p, i)->name));
  if (near.best) {
    buf_printf(why, "; did you mean \"%s\"?", near.best);
  } else if (n) {
    buf_add(why, "; there is");
    for (int i = 0; i < n; i++)
      buf_printf(why, "%s %s", i ? "," : "",
                 program_string(p, settings_option(p, i)->name));
  } else {
    buf_add(why, ": this game has none");
  }
}

bool settings_set(const Program *p, int32_t *values, const char *name, const char *value,
                  Buf *why)
{
  INVARIANT(values && name && value && why);
  Meant m = {.wrote = name};
  for (int i = 0, n = settings_count(p); i < n; i++)
    meant_try(p, &m, i, settings_option(p, i)->name, -1);
  if (!m.name) no_such_option(p, name, why);
  if (!meant_one(&m, "the option", why)) return false;
  int64_t got;
  int type = settings_option(p, m.which)->type;
  size_t before = why->n;
  if (read_value(p, type, value, &got, why)) {
    values[m.which] = (int32_t)got;
    return true;
  }
  if (why->n > before) return false;
  buf_printf(why, "option %s cannot be \"%s\": it is one of ", name, value);
  settings_choices(p, why, type);
  return false;
}

/* The word for a value, as read_value reads it. */
static void put_value(const Program *p, Buf *b, int type, int32_t value)
{
  INVARIANT(type >= 0 && type < p->n_types);
  const PType *t = &p->types[type];
  if (t->tag == T_FLAG) buf_add(b, value ? "yes" : "no");
  else if (t->tag == T_WORD)
    buf_add(b, program_string(p, p->words[t->first_word + value - t->lo].name));
  else if (t->tag == T_THING) buf_add(b, program_string(p, p->things[value].name));
  else buf_printf(b, "%d", value);
}

void settings_write(const Program *p, const int32_t *values, Buf *b)
{
  size_t from = b->n;
  for (int i = 0, n = values ? settings_count(p) : 0; i < n; i++) {
    const PField *f = settings_option(p, i);
    if (values[i] == NONE) continue;
    buf_printf(b, "%s%s=", b->n > from ? " " : "", program_string(p, f->name));
    put_value(p, b, f->type, values[i]);
  }
}

bool settings_next(const char **text, Buf *name, Buf *value)
{
  INVARIANT(text && *text && name != value);
  const char *s = *text + strspn(*text, " ");
  size_t n = strcspn(s, " "), k = strcspn(s, "= ");
  buf_clear(name);
  buf_clear(value);
  buf_addn(name, s, k);
  if (k < n) buf_addn(value, s + k + 1, n - k - 1);
  *text = s + n;
  return n > 0;
}

bool settings_read(const Program *p, int32_t *values, const char *text, Buf *why)
{
  INVARIANT(values && why);
  bool ok = true;
  Buf name = {0}, value = {0};
  while (ok && settings_next(&text, &name, &value))
    ok = settings_set(p, values, buf_text(&name), buf_text(&value), why);
  buf_free(&name);
  buf_free(&value);
  return ok;
}

bool settings_limited(const Program *p)
{
  for (int i = 0; i < p->n_code; i++)
    if (p->code[i].op == OP_FAIL && p->code[i].d > 2) return true;
  return false;
}

bool settings_fit(const Program *p, int seats, const int32_t *values, Buf *why)
{
  INVARIANT(values && why);
  if (!settings_limited(p)) return true;
  const Setup setup = {seats, 1, values};
  Vm *vm = vm_new(p);
  bool fit = true;
  vm_unoptimized(vm);
  if (vm_start(vm, &setup) == R_OK && vm_step(vm) == VM_ERROR &&
      vm_error(vm) == R_SETTINGS) {
    int field = p->code[vm_error_ip(vm)].d - 3;
    fit = false;
    if (field >= 0 && field < p->n_fields)
      buf_printf(why,
                 "the option \"%s\" does not go with these settings, or with %d player%s",
                 program_string(p, p->fields[field].name), seats, seats == 1 ? "" : "s");
  }
  vm_free(vm);
  return fit;
}

bool settings_seats(const Program *p, int seats, Buf *why)
{
  INVARIANT(p && p->header);
  int low = p->header->seats_low, high = p->header->seats_high;
  if (seats >= low && seats <= high) return true;
  if (low == high) buf_printf(why, "the game is for %d players, not %d", low, seats);
  else buf_printf(why, "the game is for %d to %d players, not %d", low, high, seats);
  return false;
}
