/* regel po stats: how much is translated, and how little had to be. */
#include "interp/base/json.h"
#include "interp/cmd/words/po.h"

static void tell_language(const regel_data *l)
{
  long long all = client_number(l, "messages"), done = client_number(l, "translated"),
            review = client_number(l, "review");
  printf("  %-8s %5lld translated  %5lld fuzzy  %5lld missing  %3lld %%",
         client_text(l, "language"), done, client_number(l, "fuzzy"),
         client_number(l, "missing"), all ? 100 * done / all : 100);
  if (review) printf("  (%lld to review)", review);
  putchar('\n');
  po_beneath(l, client_text(l, "language"));
}

static void tell(const regel_data *r)
{
  long long all = client_number(r, "messages"), words = client_number(r, "words"),
            cards = client_number(r, "cards"), of = client_number(r, "card_messages");
  const regel_data *languages = regel_data_get(r, "languages");
  printf("%s: %lld message%s, %lld word%s\n", client_text(r, "name"), all,
         cli_plural(all), words, cli_plural(words));
  if (cards && !of) /* a pack's, in the words of its game */
    printf("  no message but titles for %lld card%s with composed text\n", cards,
           cli_plural(cards));
  else if (cards)
    printf("  %lld message%s for %lld card%s with composed text (%.2f a card)\n", of,
           cli_plural(of), cards, cli_plural(cards), (double)of / (double)cards);
  for (size_t i = 0; i < regel_data_count(languages); i++)
    tell_language(regel_data_at(languages, i));
}

static int give(PoWork *w, regel_data *report, Json *j)
{
  if (regel_data_get(report, "name")) {
    if (w->json) json_put(j, report);
    else tell(report);
  }
  int code = po_faults(report);
  regel_data_free(report);
  return code < 0 ? CODE_FINE : code;
}

static int stats_target(PoWork *w, PoTarget *t, void *user)
{
  return give(w, regel_catalog_stats(t->catalog, NULL, w->lang, po_how(w)), user);
}

static int stats_alone(PoWork *w, const char *path, void *user)
{
  return give(w, regel_catalog_stats(NULL, path, NULL, po_how(w)), user);
}

int po_stats(PoWork *w)
{
  Json j = json_new(stdout);
  if (w->json) {
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    json_key_open(&j, "catalogs", '[');
  }
  int code = po_each(w, &(PoEach){stats_target, stats_alone, &j});
  if (w->json) {
    json_close(&j, ']');
    json_close(&j, '}');
  }
  return code;
}
