/* regel po export, import and pseudo. */
#include "interp/cmd/words/po.h"

#include <string.h>

/* What is meant: -1, or the code to exit with. */
static int name_one(PoWork *w, size_t arg, const char **name)
{
  *name = arg < w->args.n ? w->args.at[arg] : NULL;
  int given = (*name != NULL) + w->program + w->commands;
  if (!given) return opts_wrong(w->cli, "name a ruleset, or say --program or --commands");
  if (given > 1)
    return opts_wrong(w->cli, "one of a ruleset, --program and --commands, not several");
  if (!*name) *name = w->program ? PO_PROGRAM : PO_COMMANDS;
  return -1;
}

static int open_one(PoWork *w, PoTarget *t, size_t arg)
{
  const char *name;
  memset(t, 0, sizeof *t);
  int code = name_one(w, arg, &name);
  return code < 0 ? po_open(w, t, name) : code;
}

/* Writes what a report has, to where it belongs or to another file, and counts it. */
static int store(PoWork *w, const PoTarget *t, const regel_data *report, const char *to)
{
  int code = po_faults(report);
  if (code < 0 && !*to) code = po_nowhere(w, t);
  if (code < 0) code = po_store(w, to, report);
  if (code < 0 && strcmp(to, "-")) {
    printf("%s: %lld message%s, %lld translated, %lld fuzzy, %lld to do, %lld obsolete\n",
           to, client_number(report, "messages"),
           cli_plural(client_number(report, "messages")),
           client_number(report, "translated"), client_number(report, "fuzzy"),
           client_number(report, "missing"), client_number(report, "obsolete"));
    po_beneath(report, client_text(report, "language"));
  }
  return code;
}

static const char *where(const PoWork *w, const regel_data *report)
{
  return w->output ? w->output : client_text(report, "file");
}

static int export_target(PoWork *w, PoTarget *t, void *user)
{
  (void)user;
  char *why = NULL;
  regel_data *report = regel_catalog_export(t->catalog, w->template ? NULL : w->lang,
                                            w->plural, po_how(w), &why);
  if (!report) {
    int code = opts_wrong(w->cli, "%s", why);
    regel_free(why);
    return code;
  }
  int code = w->template ? po_store(w, w->output ? w->output : "-", report)
                         : store(w, t, report, where(w, report));
  regel_data_free(report);
  return code;
}

int po_export(PoWork *w)
{
  const char *name;
  if (!w->lang && !w->template)
    return opts_wrong(w->cli, "which language? --lang nl; or --template for none");
  if (w->output && w->cli->packs.n > 1)
    return opts_wrong(w->cli,
                      "-o is one file, and each pack has one of its own: name one");
  int code = name_one(w, 0, &name);
  if (code < 0) code = po_each_pack(w, &(PoEach){export_target, NULL, NULL}, name);
  return code < 0 ? CODE_FINE : code;
}

/* ---- import --------------------------------------------------------------------- */

/* Which ruleset a file is for: the one that was named, else the one that it names. */
static int import_target(PoWork *w, const char *of, PoTarget *t)
{
  if (w->args.n < 2 && !w->program && !w->commands) {
    if (!strcmp(of, "program")) w->program = true;
    else if (!strcmp(of, "commands")) w->commands = true;
    else if (*of) vec_push(&w->args, of);
    else
      return opts_wrong(w->cli, "the file does not say what it translates; name the "
                                "ruleset: regel po import FILE GAME");
  }
  return open_one(w, t, 1);
}

static int import_into(PoWork *w, const PoTarget *t)
{
  char *why = NULL;
  regel_data *report =
      regel_catalog_import(t->catalog, w->args.at[0], w->lang, po_how(w), &why);
  if (!report) return client_wrong(w->cli, why, CODE_NO);
  int code = store(w, t, report, client_text(report, "file"));
  regel_data_free(report);
  return code;
}

int po_import(PoWork *w)
{
  PoTarget t = {0};
  regel_data *sent = regel_po_file(w->args.at[0], w->lang, po_how(w));
  int code = po_faults(sent);
  if (code < 0) code = import_target(w, client_text(sent, "of"), &t);
  if (code < 0) code = import_into(w, &t);
  if (code >= 0 && client_number(sent, "readable"))
    cli_error(w->cli, "nothing was changed");
  po_close(&t);
  regel_data_free(sent);
  return code < 0 ? CODE_FINE : code;
}

/* ---- pseudo --------------------------------------------------------------------- */

int po_pseudo(PoWork *w)
{
  PoTarget t;
  int code = open_one(w, &t, 0);
  if (code < 0) {
    regel_data *report = regel_catalog_pseudo(t.catalog);
    code = store(w, &t, report, where(w, report));
    regel_data_free(report);
  }
  po_close(&t);
  return code < 0 ? CODE_FINE : code;
}
