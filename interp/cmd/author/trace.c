/* regel trace: which rows of the rules ledger a ruleset implements and tests. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"

typedef VEC(regel_rules *) Parts;

static void keep_part(void *user, regel_opened *o)
{
  Parts *parts = user;
  if (o->rules) vec_push(parts, o->rules);
}

static size_t count(const regel_data *report, const char *key)
{
  return regel_data_count(regel_data_get(report, key));
}

static void print_list(const regel_data *rows, const char *title, const char *words)
{
  Buf b = {0};
  for (size_t i = 0; i < regel_data_count(rows); i++) {
    const regel_data *r = regel_data_at(rows, i);
    if (!b.n) buf_printf(&b, "\n%s\n", title);
    Buf id = {0};
    buf_printf(&id, "  %-16s ", client_text(r, "id"));
    buf_add(&b, buf_text(&id));
    buf_wrap(&b, client_text(r, words), (int)id.n, 19, 80);
    buf_char(&b, '\n');
    buf_free(&id);
  }
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

static void print_place(const char *before, const regel_data *at)
{
  printf("%s %s:%lld\n", before, client_text(at, "place.file"),
         client_number(at, "place.line"));
}

static void print_all(const regel_data *rows)
{
  static const char *const uses[] = {"rules", "tests"};
  for (size_t i = 0; i < regel_data_count(rows); i++) {
    const regel_data *r = regel_data_at(rows, i);
    printf("%s%-18s %zu rules, %zu tests\n", i ? "" : "\n", client_text(r, "id"),
           count(r, "rules"), count(r, "tests"));
    for (int u = 0; u < 2; u++) {
      const regel_data *places = regel_data_get(r, uses[u]);
      for (size_t k = 0; k < regel_data_count(places); k++)
        print_place(u ? "    test" : "    rule", regel_data_at(places, k));
    }
  }
}

static void print_human(const regel_data *t, bool all, bool packs)
{
  print_list(regel_data_get(t, "explained"), "Rows with nothing to implement:", "reason");
  print_list(regel_data_get(t, "missing"),
             "Rows that nothing implements and nothing explains:", "text");
  print_list(regel_data_get(t, "untested"),
             "Rows that are implemented but not tested:", "text");
  const regel_data *unknown = regel_data_get(t, "unknown"),
                   *others = regel_data_get(t, "others");
  if (regel_data_count(unknown)) puts("\nCitations that no ledger has:");
  for (size_t i = 0; i < regel_data_count(unknown); i++) {
    const regel_data *u = regel_data_at(unknown, i);
    printf("  %-16s", client_text(u, "id"));
    print_place("", u);
  }
  print_all(regel_data_get(t, "all"));
  size_t told = count(t, "explained") + count(t, "missing") + count(t, "untested") +
                regel_data_count(unknown);
  printf("%s%s: %lld rows, %lld cited, %lld tested, %zu explained, %zu missing, %zu "
         "untested, %zu unknown\n",
         told || all ? "\n" : "", client_text(t, "ledger"), client_number(t, "rows"),
         client_number(t, "cited"), client_number(t, "tested"), count(t, "explained"),
         count(t, "missing"), count(t, "untested"), regel_data_count(unknown));
  for (size_t i = 0; i < regel_data_count(others) && !packs; i++) {
    const regel_data *l = regel_data_at(others, i);
    printf(
        "%s: %lld rows, %lld cited here; the game whose own it is has to have them all\n",
        client_text(l, "ledger"), client_number(l, "rows"), client_number(l, "cited"));
  }
}

static int report(Cli *cli, const Parts *parts, bool json, bool all)
{
  char *why = NULL;
  regel_data *list = regel_trace(parts->at, parts->n, all, &why);
  bool fine = !why;
  if (why) client_wrong(cli, why, CODE_NO);
  if (!list) return CODE_IO;
  for (size_t i = 0; i < regel_data_count(list); i++) {
    const regel_data *t = regel_data_at(list, i);
    if (json) client_json(t);
    else print_human(t, all, cli->packs.n);
    fine = fine && !count(t, "missing") && !count(t, "untested") && !count(t, "unknown");
  }
  regel_data_free(list);
  return fine ? CODE_FINE : CODE_NO;
}

int cmd_trace(Cli *cli, int argc, char **argv)
{
  bool json = false, all = false;
  const Opt opts[] = {
      PACK_OPT(cli),
      FLAG_OPT(0, "all", &all, "every row with the places of its rules and tests"),
      JSON_OPT(&json),
  };
  const Usage usage = {
      "regel trace scenarios/mygame", "trace [OPTION…] GAME",
      "Compares the citations of a ruleset with the rows of the rules ledger that it "
      "names:\n"
      "what is implemented, what is tested, what is explained away and what is missing.\n"
      "Exit code 1: a row is missing, untested, or cited but not in the ledger.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  Parts parts = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0)
    code = client_open_each(cli, names.at[0], REGEL_TESTS | REGEL_PARTS | REGEL_BRIEF,
                            keep_part, &parts);
  if (code < 0) code = report(cli, &parts, json, all);
  for (size_t i = 0; i < parts.n; i++) regel_rules_free(parts.at[i]);
  vec_free(&parts);
  vec_free(&names);
  return code;
}
