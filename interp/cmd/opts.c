#include "interp/cmd/opts.h"
#include "interp/regel.h"
#include "interp/base/nearest.h"
#include "interp/cmd/help.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- help ----------------------------------------------------------------------- */

static void put_option(const Cli *cli, Buf *b, char letter, const char *name,
                       const char *value, const char *help)
{
  bool choice = value && strchr(value, '|');
  Buf left = {0}, where = {0}, text = {0};
  if (letter) buf_printf(&left, "-%c", letter);
  if (letter && name) buf_add(&left, ", ");
  if (name) buf_printf(&left, "--%s", name);
  if (value) buf_printf(&left, "%c%s", choice ? '=' : ' ', value);
  int width = text_width(buf_text(&left));
  buf_printf(b, "  %s", buf_text(&left));
  if (width > 22) {
    buf_char(b, '\n');
    buf_pad(b, 26);
  } else {
    buf_pad(b, 24 - width);
  }
  /* What every command has is said once. */
  bool common = name && (!strcmp(name, "color") || !strcmp(name, "help") ||
                         (!strcmp(name, "lang") && !strcmp(value, "L")));
  if (!common) buf_printf(&where, ".%s", cli->command);
  if (name) buf_printf(&where, "/--%s", name);
  else buf_printf(&where, "/-%c", letter);
  help_add(cli, &text, buf_text(&where), help);
  buf_wrap(b, buf_text(&text), 26, 26, 80);
  buf_char(b, '\n');
  buf_free(&left);
  buf_free(&where);
  buf_free(&text);
}

static const Opt *find(const Usage *u, const char *arg)
{
  bool wide = arg[1] == '-';
  size_t n = wide ? strcspn(arg + 2, "=") : 0;
  for (int i = 0; i < u->count; i++) {
    const Opt *o = &u->opts[i];
    if (wide && o->name && strlen(o->name) == n && !strncmp(o->name, arg + 2, n))
      return o;
    if (!wide && o->letter && o->letter == arg[1]) return o;
  }
  return NULL;
}

static void put_about(const Cli *cli, Buf *b, const char *about)
{
  Buf where = {0};
  buf_printf(&where, ".%s", cli->command);
  buf_char(b, '\n');
  help_add(cli, b, buf_text(&where), about);
  buf_char(b, '\n');
  buf_free(&where);
}

static int print_help(const Cli *cli, const Usage *u)
{
  Buf b = {0};
  if (!find(u, "--lang") && help_language(cli) >= 0) return CODE_USAGE;
  help_add(cli, &b, "/example", "Example:");
  buf_printf(&b, "\n  %s\n\n", u->example);
  help_add(cli, &b, "/usage", "Usage:");
  buf_printf(&b, " regel %s\n", u->synopsis);
  if (u->about) put_about(cli, &b, u->about);
  buf_char(&b, '\n');
  help_add(cli, &b, "/options", "Options:");
  buf_char(&b, '\n');
  for (int i = 0; i < u->count; i++) {
    const Opt *o = &u->opts[i];
    put_option(cli, &b, o->letter, o->name, o->kind == OPT_FLAG ? NULL : o->value,
               o->help);
  }
  put_option(cli, &b, 0, "color", "auto|always|never",
             "colours; --no-color is --color=never");
  if (!find(u, "--lang"))
    put_option(cli, &b, 0, "lang", "L",
               "language of what players read ($REGEL_LANG, else that of the locale)");
  put_option(cli, &b, 'h', "help", NULL, "this page");
  if (!cli->collect) cli_page(cli, buf_text(&b));
  buf_free(&b);
  return CODE_FINE;
}

/* ---- mistakes ------------------------------------------------------------------- */

int opts_wrong(const Cli *cli, const char *fmt, ...)
{
  char text[1000];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  cli_error(cli, "%s", text);
  snprintf(text, sizeof text, "regel help %s", cli->command ? cli->command : "");
  if (cli->command) cli_see(cli, text);
  return CODE_USAGE;
}

static int unknown(const Cli *cli, const Usage *u, const char *arg)
{
  size_t n = strcspn(arg, "=");
  char name[100];
  snprintf(name, sizeof name, "%.*s", (int)(n < 90 ? n : 90), arg);
  Nearest near = {name[0] == '-' && name[1] == '-' ? name + 2 : name + 1, NULL, 0};
  for (int i = 0; i < u->count; i++)
    if (u->opts[i].name) nearest_try(&near, u->opts[i].name);
  const char *common[] = {"help", "color", "no-color", "lang"};
  for (int i = 0; i < 4; i++) nearest_try(&near, common[i]);
  if (near.best)
    return opts_wrong(cli, "unknown option %s; did you mean --%s?", name, near.best);
  return opts_wrong(cli, "unknown option %s", name);
}

/* ---- values --------------------------------------------------------------------- */

/* "--players", or "-n" for one that has only a letter. */
static void option_name(const Opt *o, char out[40])
{
  if (o->name) snprintf(out, 40, "--%s", o->name);
  else snprintf(out, 40, "-%c", o->letter);
}

static int set_number(const Cli *cli, const Opt *o, const char *value)
{
  char *end, name[40];
  errno = 0;
  long n = strtol(value, &end, 10);
  option_name(o, name);
  if (end == value || *end || errno)
    return opts_wrong(cli, "%s needs a number, not \"%s\"", name, value);
  if (n < o->low || n > o->high)
    return opts_wrong(cli, "%s must be between %ld and %ld, not %ld", name, o->low,
                      o->high, n);
  *(long *)o->to = n;
  if (o->given) *o->given = true;
  return -1;
}

static int set_seed(const Cli *cli, const Opt *o, const char *value)
{
  char *end;
  errno = 0;
  unsigned long long n = strtoull(value, &end, 10);
  if (end == value || *end || errno || *value == '-')
    return opts_wrong(cli, "--%s needs a number from 0 to 2^64-1, not \"%s\"", o->name,
                      value);
  *(uint64_t *)o->to = n;
  if (o->given) *o->given = true;
  return -1;
}

static int set_choice(const Cli *cli, const Opt *o, const char *value)
{
  const char *at = o->value;
  for (int i = 0; *at; i++) {
    size_t n = strcspn(at, "|");
    if (strlen(value) == n && !strncmp(at, value, n)) {
      *(int *)o->to = i;
      if (o->given) *o->given = true;
      return -1;
    }
    at += n + (at[n] == '|');
  }
  return opts_wrong(cli, "--%s is one of %s, not \"%s\"", o->name, o->value, value);
}

/* Bytes, in powers of 1024: 65536, 64K, 512M, 2G. */
static int set_size(const Cli *cli, const Opt *o, const char *value)
{
  static const char units[] = "KMGT";
  char *end;
  errno = 0;
  unsigned long long n = strtoull(value, &end, 10);
  const char *unit = *end ? strchr(units, *end) : NULL;
  int shift = unit ? 10 * (int)(unit - units + 1) : 0;
  if (end == value || *value == '-' || errno || (*end && (!unit || end[1])) ||
      n > UINT64_MAX >> shift)
    return opts_wrong(cli, "--%s needs a size such as 512M, not \"%s\"", o->name, value);
  if (n << shift < (unsigned long long)o->low)
    return opts_wrong(cli, "--%s must be at least %ldM", o->name, o->low >> 20);
  *(uint64_t *)o->to = n << shift;
  if (o->given) *o->given = true;
  return -1;
}

static int set_value(const Cli *cli, const Opt *o, const char *value)
{
  switch (o->kind) {
  case OPT_NUMBER: return set_number(cli, o, value);
  case OPT_SEED: return set_seed(cli, o, value);
  case OPT_CHOICE:
  case OPT_MAYBE: return set_choice(cli, o, value);
  case OPT_SIZE: return set_size(cli, o, value);
  case OPT_TEXT: *(const char **)o->to = value; return -1;
  case OPT_TEXTS: vec_push((Args *)o->to, value); return -1;
  case OPT_FLAG: *(bool *)o->to = true; return -1;
  }
  return -1;
}

/* ---- arguments ------------------------------------------------------------------ */

/* Options that every command has; *used says whether this was one. */
static int common(Cli *cli, const Usage *u, int argc, char **argv, int *i, bool *used)
{
  const char *arg = argv[*i];
  *used = true;
  if (!strcmp(arg, "-h") || !strcmp(arg, "--help")) return print_help(cli, u);
  if ((!strncmp(arg, "--lang=", 7) || !strcmp(arg, "--lang")) && !find(u, arg)) {
    cli->lang = arg[6] ? arg + 7 : *i + 1 < argc ? argv[++*i] : "";
    return *cli->lang ? -1 : opts_wrong(cli, "--lang needs a value: L");
  }
  const char *when = NULL;
  if (!strcmp(arg, "--no-color")) when = "never";
  else if (!strncmp(arg, "--color=", 8)) when = arg + 8;
  else if (!strcmp(arg, "--color") && *i + 1 < argc) when = argv[++*i];
  if (!when) {
    *used = false;
  } else if (!cli_color(cli, when)) {
    return opts_wrong(cli, "--color is one of auto, always, never, not \"%s\"", when);
  }
  return -1;
}

static int one_option(Cli *cli, const Usage *u, int argc, char **argv, int *i)
{
  const char *arg = argv[*i];
  bool wide = arg[1] == '-', used;
  int code = common(cli, u, argc, argv, i, &used);
  if (used || code >= 0) return code;
  const Opt *o = find(u, arg);
  if (!o) return unknown(cli, u, arg);
  const char *value = wide ? strchr(arg, '=') : arg[2] ? arg + 1 : NULL;
  if (value) value++;
  if (o->kind == OPT_FLAG) {
    if (value) return opts_wrong(cli, "%s takes no value", arg);
    return set_value(cli, o, "");
  }
  if (o->kind == OPT_MAYBE && !value) {
    *(int *)o->to = 0;
    if (o->given) *o->given = true;
    return -1;
  }
  if (!value && ++*i < argc) value = argv[*i];
  if (!value) return opts_wrong(cli, "%s needs a value: %s", arg, o->value);
  return set_value(cli, o, value);
}

int opts_missing(const Cli *cli, const Usage *u)
{
  fprintf(stderr, "Usage: regel %s\nExample: %s\nMore: regel help %s\n", u->synopsis,
          u->example, cli->command);
  return CODE_USAGE;
}

int opts_parse(Cli *cli, const Usage *u, int argc, char **argv, Args *rest)
{
  bool options = true;
  for (int i = 1; i < argc; i++) {
    if (options && !strcmp(argv[i], "--")) {
      options = false;
    } else if (options && argv[i][0] == '-' && argv[i][1]) {
      int code = one_option(cli, u, argc, argv, &i);
      if (code >= 0) return code;
    } else {
      vec_push(rest, argv[i]);
    }
  }
  int n = (int)rest->n;
  if (n < u->least && n == 0) return opts_missing(cli, u);
  if (n < u->least) return opts_wrong(cli, "something is missing: regel %s", u->synopsis);
  if (u->most >= 0 && n > u->most)
    return opts_wrong(cli, "\"%s\" is too much: regel %s", rest->at[u->most],
                      u->synopsis);
  return -1;
}

int opts_setup(const Cli *cli, const regel_rules *rules, const regel_setup *setup)
{
  char *why = NULL;
  for (const char *const *o = setup->options; o && *o; o++)
    if (!strchr(*o, '='))
      return opts_wrong(cli, "--set needs OPTION=VALUE, not \"%s\"", *o);
  if (!regel_fits(rules, setup, &why)) return -1;
  opts_wrong(cli, "%s", why);
  regel_free(why);
  return CODE_USAGE;
}
