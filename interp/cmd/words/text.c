/* regel text: what players read on cards. */
#include "interp/cmd/client.h"
#include "interp/cmd/opts.h"
#include "interp/cmd/words/review.h"

/* What is asked for; both lists have NULL at the end. */
typedef struct Wish {
  const char *const *set, *const *names;
  bool json;
} Wish;

enum { WIDTH = 80 };

/* Returns whether there was something. */
static bool print_json(const regel_data *texts)
{
  client_json(texts);
  return regel_data_count(regel_data_get(texts, "things")) +
         regel_data_count(regel_data_get(texts, "verbs"));
}

static bool print_page(const Cli *cli, const char *page)
{
  if (*page) cli_page(cli, page);
  return *page;
}

static int print_texts(const Cli *cli, const regel_rules *rules,
                       const regel_language *language, const Wish *w)
{
  char *why = NULL, *page = NULL;
  regel_data *texts = NULL;
  if (w->json) texts = regel_texts(rules, language, w->set, w->names, &why);
  else page = regel_texts_page(rules, language, w->set, w->names, WIDTH, &why);
  int code = CODE_FINE;
  if (!texts && !page) code = opts_wrong(cli, "%s", why);
  else if (!(w->json ? print_json(texts) : print_page(cli, page))) {
    if (*w->names) cli_error(cli, "nothing in this game is called \"%s\"", *w->names);
    else cli_error(cli, "no kind of this game has a text");
    code = CODE_NO;
  }
  regel_free(why);
  regel_free(page);
  regel_data_free(texts);
  return code;
}

int cmd_text(Cli *cli, int argc, char **argv)
{
  bool json = false, review = false;
  Args set = {0};
  const Opt opts[] = {
      PACK_OPT(cli),
      {0, "set", OPT_TEXTS, &set, "OPTION=VALUE",
       "the cards as an edition or variant has them; may be repeated", 0, 0, NULL},
      JSON_OPT(&json),
      FLAG_OPT(0, "review", &review,
               "a page (HTML) with every sort of sentence once, in all languages side by "
               "side"),
  };
  const Usage usage = {
      "regel text scenarios/mygame", "text [OPTION…] GAME [NAME…]",
      "Prints the texts of cards, composed from what they do: of all things whose kind "
      "has a\n"
      "name for players, or of the things, kinds and verbs that are named.",
      OPTS(opts, 1, -1)};
  Args names = {0};
  regel_rules *rules = NULL;
  regel_language *language = NULL;
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) rules = client_open(cli, names.at[0], 0, &code);
  if (code < 0) language = client_language(cli, rules, &code);
  vec_push(&names, NULL);
  vec_push(&set, NULL);
  if (code < 0 && review) code = review_print(rules);
  else if (code < 0)
    code = print_texts(cli, rules, language, &(Wish){set.at, names.at + 1, json});
  regel_language_free(language);
  regel_rules_free(rules);
  vec_free(&set);
  vec_free(&names);
  return code;
}
