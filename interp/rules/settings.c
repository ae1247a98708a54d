#include "interp/rules/settings.h"
#include "interp/base/arena.h"
#include "grammar/diag.h"

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
  size_t cap = 0, n = (size_t)settings_count(p);
  int32_t *values = vec_grow_(NULL, &cap, n + 1, sizeof *values);
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

static bool called(const Program *p, int32_t name, int32_t text, const char *s)
{
  const char *source = render_source(p, text);
  return is_named(program_string(p, name), s) || (source && !strcasecmp(source, s));
}

bool settings_value(const Program *p, int type, const char *s, int64_t *value)
{
  const PType *t = &p->types[type];
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
      if (!called(p, w->name, w->text, s)) continue;
      *value = t->lo + i;
      return true;
    }
    return false;
  case T_THING:
    for (int i = t->lo; i <= t->hi; i++) {
      if (!called(p, p->things[i].name, p->things[i].text, s)) continue;
      *value = i;
      return true;
    }
    return false;
  default: return false;
  }
}

void settings_choices(const Program *p, Buf *b, int type)
{
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
  int n = settings_count(p);
  for (int i = 0; i < n; i++) {
    const PField *f = settings_option(p, i);
    int64_t got;
    if (!is_named(program_string(p, f->name), name)) continue;
    if (settings_value(p, f->type, value, &got)) {
      values[i] = (int32_t)got;
      return true;
    }
    buf_printf(why, "option %s cannot be \"%s\": it is one of ", name, value);
    settings_choices(p, why, f->type);
    return false;
  }
  no_such_option(p, name, why);
  return false;
}

/* The word for a value, as settings_value reads it. */
static void put_value(const Program *p, Buf *b, int type, int32_t value)
{
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
  if (!settings_limited(p)) return true;
  const Setup setup = {seats, 1, values};
  Vm *vm = vm_new(p);
  bool fit = true;
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
  int low = p->header->seats_low, high = p->header->seats_high;
  if (seats >= low && seats <= high) return true;
  if (low == high) buf_printf(why, "the game is for %d players, not %d", low, seats);
  else buf_printf(why, "the game is for %d to %d players, not %d", low, high, seats);
  return false;
}
