/* Which card of the stored rulesets a name means. */
#include "interp/api/cards/cards.h"
#include "interp/base/invariant.h"
#include "db/derived/catalog.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Names {
  Arena *arena;
  Db *db;
  LookupRulesets rulesets;
  LookupCards named; /* what the name means */
} Names;

/* Is a word one of those that spaces divide? */
static bool has_word(const char *all, const char *word, size_t n)
{
  for (const char *at = all; *at; at += strspn(at, " ")) {
    size_t m = strcspn(at, " ");
    if (m == n && !strncmp(at, word, n)) return true;
    at += m;
  }
  return false;
}

/* Has it all the packs of " + snow + bakery"? */
static bool has_packs(const LookupRuleset *r, const char *s, size_t n)
{
  for (const char *end = s + n; s < end;) {
    s += strspn(s, " +");
    size_t m = strcspn(s, " +/");
    if (s < end && m && !has_word(r->packs, s, m)) return false;
    s += m ? m : 1;
  }
  return true;
}

/* Does what stands before the slash mean this ruleset?  NAME is its newest version,
 * NUMBER or NAME:NUMBER any; NAME + PACK or + PACK the newest with that pack. */
static bool means(const LookupRuleset *r, const char *s, size_t n)
{
  char number[32];
  const char *plus = memchr(s, '+', n);
  size_t name = strlen(r->name);
  if (plus && !has_packs(r, plus, n - (size_t)(plus - s))) return false;
  if (plus) n = (size_t)(plus - s);
  while (n && s[n - 1] == ' ') n--;
  snprintf(number, sizeof number, "%lld", (long long)r->id);
  if ((plus && !n) || (n == name && !strncmp(s, r->name, n))) return r->newest;
  if (n > name && !strncmp(s, r->name, name) && s[name] == ':')
    s += name + 1, n -= name + 1;
  return n == strlen(number) && !strncmp(s, number, n);
}

/* Of one card in several editions of its game that with the fewest packs is meant, and of
 * those the newest. */
static bool goes_before(const LookupCard *a, const LookupCard *b)
{
  size_t n = strlen(a->packs), m = strlen(b->packs);
  return strcmp(a->game, b->game) || strcmp(a->id, b->id)
             ? false
             : n < m || (n == m && a->ruleset > b->ruleset);
}

static void keep_first(LookupCards *l)
{
  size_t n = 0;
  for (size_t i = 0; i < l->cards.n; i++) {
    bool first = true;
    for (size_t k = 0; k < l->cards.n && first; k++)
      first = !goes_before(&l->cards.at[k], &l->cards.at[i]);
    if (first) l->cards.at[n++] = l->cards.at[i];
  }
  l->cards.n = n;
}

static size_t count_words(const char *s)
{
  size_t n = 0;
  for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
    s += strcspn(s, " ");
    n++;
  }
  return n;
}

/* Of packs that were asked for, what comes with no others is meant, and of cards of one
 * name that of a pack that was named. */
static void keep_asked(const Names *s, LookupCards *l, const char *packs, size_t length)
{
  size_t n = 0, fewest = SIZE_MAX, own = 0;
  for (size_t i = 0; i < l->cards.n; i++)
    if (count_words(l->cards.at[i].packs) < fewest)
      fewest = count_words(l->cards.at[i].packs);
  for (size_t i = 0; i < l->cards.n; i++)
    if (count_words(l->cards.at[i].packs) == fewest) l->cards.at[n++] = l->cards.at[i];
  const char *asked = arena_strndup(s->arena, packs, length);
  for (size_t i = 0; i < n; i++)
    own += has_word(asked, l->cards.at[i].id, strcspn(l->cards.at[i].id, "."));
  l->cards.n = own ? 0 : n;
  for (size_t i = 0; own && i < n; i++)
    if (has_word(asked, l->cards.at[i].id, strcspn(l->cards.at[i].id, ".")))
      l->cards.at[l->cards.n++] = l->cards.at[i];
}

/* By its title in a language in which somebody has asked for cards. */
static bool find_translated(Names *s, const LookupIds *ids, const char *name)
{
  LookupLanguages langs = {0};
  bool fine = lookup_languages(s->db, s->arena, &langs);
  for (size_t i = 0; i < langs.n && fine && !s->named.cards.n; i++) {
    lookup_free(&s->named);
    fine = lookup_named(s->db, ids, langs.at[i], name, &s->named);
  }
  vec_free(&langs);
  return fine;
}

static bool find(Names *s, const char *prefix, size_t n, const char *name)
{
  LookupIds ids = {0};
  for (size_t i = 0; i < s->rulesets.n; i++) {
    const LookupRuleset *r = &s->rulesets.at[i];
    if (prefix ? means(r, prefix, n) : r->newest) vec_push(&ids, r->id);
  }
  lookup_free(&s->named);
  bool fine = lookup_named(s->db, &ids, catalog_languages[0], name, &s->named) &&
              find_translated(s, &ids, name);
  keep_first(&s->named);
  const char *plus = prefix ? memchr(prefix, '+', n) : NULL;
  if (plus) keep_asked(s, &s->named, plus, n - (size_t)(plus - prefix));
  vec_free(&ids);
  return fine;
}

static void try_name(void *user, const char *id, const char *title)
{
  cards_near(user, id);
  cards_near(user, title);
}

static const char *nearest(Names *s, const char *name, int64_t *cards)
{
  const char *slash = strrchr(name, '/');
  CardsNear near = {.arena = s->arena, .word = slash ? slash + 1 : name};
  LookupIds ids = {0};
  for (size_t i = 0; i < s->rulesets.n; i++) {
    vec_push(&ids, s->rulesets.at[i].id);
    *cards += s->rulesets.at[i].cards;
  }
  lookup_titles(s->db, &ids, catalog_languages[0], try_name, &near);
  vec_free(&ids);
  return near.best;
}

static bool choose(Names *s, const char *name)
{
  const char *slash = strchr(name, '/');
  if (!lookup_rulesets(s->db, s->arena, &s->rulesets)) return false;
  if (!find(s, NULL, 0, name)) return false;
  return s->named.cards.n || !slash || find(s, name, (size_t)(slash - name), slash + 1);
}

regel_data *regel_card_named(regel_store *store, const char *name, char **why)
{
  INVARIANT(store && name);
  Names s = {.arena = arena_new(), .db = store_db(store)};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  int64_t all = 0;
  bool fine = choose(&s, name);
  if (fine) {
    const char *near = nearest(&s, name, &all);
    json_open(&j, '{');
    json_key_open(&j, "cards", '[');
    for (size_t i = 0; i < s.named.cards.n; i++) {
      json_open(&j, '{');
      lookup_card_json(&j, s.db, &s.named.cards.at[i]);
      json_close(&j, '}');
    }
    json_close(&j, ']');
    json_key_int(&j, "all", all);
    json_key_text(&j, "near", near);
    json_close(&j, '}');
  } else if (why) *why = api_copy(sql_why(s.db));
  lookup_free(&s.named);
  vec_free(&s.rulesets);
  arena_free(s.arena);
  if (fine) return api_data(arena, &j);
  arena_free(arena);
  return NULL;
}
