/* regel cards show: everything about one card. */
#include "interp/cmd/cards/cards.h"

#include <string.h>

typedef struct Show {
  Cli *cli;
  regel_store *store;
  const char *file, *name;
  bool json;
  Args set;
} Show;

static int several(const Show *s, const regel_data *cards)
{
  cli_error(s->cli, "\"%s\" means several cards; name one of them:", s->name);
  for (size_t i = 0; i < regel_data_count(cards); i++) {
    const regel_data *c = regel_data_at(cards, i);
    fprintf(stderr, "  %s/%s  %s (%s)\n", client_text(c, "ruleset"), client_text(c, "id"),
            client_text(c, "title"), client_text(c, "kind_title"));
  }
  return CODE_NO;
}

static int unknown(const Show *s, const regel_data *named)
{
  const char *near = client_text(named, "near");
  if (!client_number(named, "all")) {
    Buf why = {0};
    buf_printf(&why, "there are no cards in %s yet", regel_store_path(s->store));
    int code = cards_none(s->cli, buf_text(&why));
    buf_free(&why);
    return code;
  }
  if (s->cli->packs.n) {
    Buf all = {0}; /* the first one names its game */
    bool there = true;
    for (size_t i = 0; i < s->cli->packs.n && there; i++) {
      regel_data *found = client_find(s->cli, s->cli->packs.at[i], false);
      there = *client_text(found, "file");
      buf_printf(&all, "%s%s", i ? " --pack " : "", s->cli->packs.at[i]);
      regel_data_free(found);
    }
    if (there)
      cli_error(
          s->cli, "no card called \"%s\" is stored with %s; to add it: regel cards %s",
          s->name, s->cli->packs.n > 1 ? "these packs" : "this pack", buf_text(&all));
    buf_free(&all);
    return CODE_NO;
  }
  if (*near)
    cli_error(s->cli, "no card called \"%s\"; did you mean \"%s\"?", s->name, near);
  else
    cli_error(s->cli, "no card called \"%s\"; regel cards lists them%s", s->name,
              strchr(s->name, '/') ? "" : ", RULESET/ID finds what is no card");
  return CODE_NO;
}

/* ---- what is no card -------------------------------------------------------------- */

/* What lies in no pile is in no catalog; its face is read from the rules. */
static void put_face(const regel_data *face)
{
  static const char *const keys[] = {"values", "slots"};
  Buf b = {0}, text = {0};
  buf_printf(&b, "%s (%s)", client_text(face, "title"), client_text(face, "noun"));
  buf_capital(&b, 0);
  buf_char(&b, '\n');
  for (int k = 0; k < 2; k++) {
    const regel_data *parts = regel_data_get(face, keys[k]);
    for (size_t i = 0; i < regel_data_count(parts); i++) {
      const regel_data *x = regel_data_at(parts, i);
      const char *name = client_text(x, "name");
      if (k == 0 && !client_number(x, "shown")) continue;
      buf_printf(&text, "%s%s%s\n", name, *name ? ": " : "", client_text(x, "text"));
    }
  }
  buf_lines(&b, buf_text(&text), 2, cli_width());
  fputs(buf_text(&b), stdout);
  buf_free(&b);
  buf_free(&text);
}

/* "GAME/ID" or "GAME/TITLE" of a stored ruleset; false: it has no such face. */
static bool show_face(const Show *s, const char *slash)
{
  Buf game = {0};
  int code = -1;
  bool found = false;
  buf_addn(&game, s->name, (size_t)(slash - s->name));
  buf_add(&game, ":last");
  int64_t number = regel_find_ruleset(s->store, buf_text(&game));
  regel_rules *rules = number ? regel_stored_rules(s->store, number, NULL) : NULL;
  regel_language *language = rules ? client_language(s->cli, rules, &code) : NULL;
  regel_data *faces = rules && code < 0 ? regel_cards(rules, language) : NULL;
  for (size_t i = 0; i < regel_data_count(faces) && !found; i++) {
    const regel_data *face = regel_data_at(faces, i);
    found = !strcmp(client_text(face, "id"), slash + 1) ||
            !strcmp(client_text(face, "title"), slash + 1);
    if (found && !s->json) put_face(face);
    else if (found) client_json(face);
  }
  regel_data_free(faces);
  regel_language_free(language);
  regel_rules_free(rules);
  buf_free(&game);
  return found;
}

/* ---- cards ------------------------------------------------------------------------ */

static int print(const Show *s, const regel_data *card, const regel_rules *rules,
                 const regel_language *language)
{
  char *why = NULL, *page = NULL;
  regel_data *data = NULL;
  const regel_card_wish wish = {s->cli->library, rules, language, s->set.at};
  if (s->json) data = regel_card(s->store, card, &wish, &why);
  else page = regel_card_page(s->store, card, &wish, cli_width(), &why);
  int code = CODE_FINE;
  if (data) client_json(data);
  else if (page) cli_page(s->cli, page);
  else if (*regel_store_error(s->store)) code = client_wrong(s->cli, why, CODE_IO);
  else {
    code = opts_wrong(s->cli, "%s", why);
    regel_free(why);
  }
  regel_free(page);
  regel_data_free(data);
  return code;
}

/* Rules that cannot be loaded leave the source out; the rest is told all the same. */
static int show(const Show *s, const regel_data *card)
{
  char *why = NULL;
  int code = -1;
  regel_rules *rules = regel_stored_rules(s->store, client_number(card, "version"), &why);
  if (!rules) client_wrong(s->cli, why, CODE_IO);
  regel_store_forgive(s->store);
  regel_language *language = client_language(s->cli, rules, &code);
  if (code < 0) code = print(s, card, rules, language);
  regel_language_free(language);
  regel_rules_free(rules);
  return code;
}

/* The name with the packs before it that were asked for: "mygame + snow/joker". */
static void full_name(const Show *s, Buf *b)
{
  const char *slash = strchr(s->name, '/');
  if (slash) buf_addn(b, s->name, (size_t)(slash - s->name));
  client_put_packs(s->cli, b);
  buf_printf(b, "%s%s", slash || !s->cli->packs.n ? "" : "/", slash ? slash : s->name);
}

static int run(Show *s)
{
  int code = -1;
  char *why = NULL;
  s->store = cards_open(s->cli, s->file, false, &code);
  if (!s->store) return code;
  Buf name = {0};
  full_name(s, &name);
  regel_data *named = regel_card_named(s->store, buf_text(&name), &why);
  buf_free(&name);
  const regel_data *cards = regel_data_get(named, "cards");
  size_t n = regel_data_count(cards);
  if (!named) code = client_wrong(s->cli, why, CODE_IO);
  else if (!n && strchr(s->name, '/') && show_face(s, strchr(s->name, '/')))
    code = CODE_FINE;
  else if (!n) code = unknown(s, named);
  else if (n > 1) code = several(s, cards);
  else code = show(s, regel_data_at(cards, 0));
  regel_data_free(named);
  regel_store_close(s->store);
  return code;
}

int cards_show(Cli *cli, int argc, char **argv)
{
  Show s = {.cli = cli};
  const Opt opts[] = {
      {0, "pack", OPT_TEXTS, &cli->packs, "PACK",
       "the card as a game with this pack has it: its name; may be repeated", 0, 0, NULL},
      {0, "set", OPT_TEXTS, &s.set, "OPTION=VALUE",
       "the card as an edition or variant has it; may be repeated", 0, 0, NULL},
      JSON_OPT(&s.json),
      DB_OPT(&s.file),
  };
  const Usage usage = {
      "regel cards show mygame/joker", "cards show ID [OPTION…]",
      "Tells everything about a card: what it says, where it stands in the source, what "
      "it\n"
      "cites, its versions, and the stored games in which it occurs. ID is its id or "
      "title;\n"
      "RULESET/ID if several rulesets have one. Of a card that packs change, that of the "
      "game\n"
      "without them is told; --pack asks for the other.",
      OPTS(opts, 1, 1)};
  Args names = {0};
  int code = opts_parse(cli, &usage, argc, argv, &names);
  if (code < 0) s.name = names.at[0];
  vec_push(&s.set, NULL);
  if (code < 0) code = run(&s);
  vec_free(&s.set);
  vec_free(&names);
  return code;
}
