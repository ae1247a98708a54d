/* What an editor asks of a ruleset: every message with its range and the edit that mends
 * it, and every symbol with its place and its references.
 *     symbols [GAME] */
#include "regel.h"
#include <stdio.h>

static const char *text(const regel_data *d, const char *path)
{
  return regel_data_text(regel_data_get(d, path));
}

static long long number(const regel_data *d, const char *path)
{
  return (long long)regel_data_number(regel_data_get(d, path));
}

static void print_messages(const regel_data *messages)
{
  for (size_t i = 0; i < regel_data_count(messages); i++) {
    const regel_data *m = regel_data_at(messages, i);
    const regel_data *remedy = regel_data_get(m, "remedies.0");
    printf("%s:%lld:%lld-%lld: %s %s: %s\n", text(m, "place.file"), number(m, "place.line"),
           number(m, "place.column"), number(m, "place.end"), text(m, "severity"),
           text(m, "code"), text(m, "text"));
    if (remedy)
      printf("  write \"%s\" in columns %lld-%lld\n", text(remedy, "write"),
             number(remedy, "place.column"), number(remedy, "place.end"));
  }
}

static void print_symbols(const regel_data *symbols)
{
  for (size_t i = 0; i < regel_data_count(symbols); i++) {
    const regel_data *s = regel_data_at(symbols, i);
    printf("%s:%lld:%lld: %s %s%s%s, %zu references\n", text(s, "place.file"),
           number(s, "place.line"), number(s, "place.column"), text(s, "sort"),
           text(s, "name"), *text(s, "type") ? ": " : "", text(s, "type"),
           regel_data_count(regel_data_get(s, "references")));
  }
}

int main(int argc, char **argv)
{
  /* The file as somebody is just writing it, with a name misspelt. */
  static const char draft[] = "game draft \"Draft\" for 2..2\n"
                              "kind player { coins \"Coins\": 0..9 }\n"
                              "verb play { set first(players).coinz to 3; win none }\n";
  regel_library *library = regel_library_new(argc > 1 ? NULL : "");
  const char *name = argc > 1 ? argv[1] : "draft.regel";
  regel_data *messages = NULL, *symbols = NULL;
  regel_library_overlay(library, "draft.regel", draft, sizeof draft - 1);
  regel_rules *rules = regel_open(library, name, &messages);
  print_messages(messages);
  int mended = regel_data_get(messages, "0.remedies.0.write") != NULL;
  if (!rules && mended) { /* the remedy, applied */
    char fixed[sizeof draft];
    snprintf(fixed, sizeof fixed, "%s", draft);
    for (char *s = fixed; *s; s++)
      if (s[0] == 'z' && s[-1] == 'n') *s = 's';
    regel_data_free(messages);
    regel_library_overlay(library, "draft.regel", fixed, sizeof fixed - 1);
    rules = regel_open(library, name, &messages);
    print_messages(messages);
  }
  if (rules) print_symbols(symbols = regel_symbols(rules));
  int fine = rules && regel_data_count(symbols) > 0 && (argc > 1 || mended);
  regel_data_free(messages);
  regel_data_free(symbols);
  regel_rules_free(rules);
  regel_library_free(library);
  return fine ? 0 : 1;
}
