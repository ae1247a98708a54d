/* Rules and languages of one thread, read once. */
#include "interp/serve/serve.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Spoken {
  struct Spoken *next;
  char code[LANG_CODE];
  regel_language *language; /* NULL: there is none, so the source */
} Spoken;

typedef struct Book {
  struct Book *next;
  char *name;      /* "NAME+PACK+PACK"; NULL: of stored games */
  int64_t ruleset; /* of stored games */
  regel_rules *rules;
  Spoken *spoken;
  bool old; /* not found any more, but games may be left */
} Book;

struct Shelf {
  Server *server;
  regel_store *store;
  Book *books;
  int edition;
};

Shelf *shelf_new(Server *server, regel_store *store)
{
  INVARIANT(server && store);
  Shelf *s = calloc(1, sizeof *s);
  if (!s) abort();
  s->server = server;
  s->store = store;
  return s;
}

regel_store *shelf_store(Shelf *s) { return s->store; }

void shelf_free(Shelf *s)
{
  while (s->books) {
    Book *b = s->books;
    s->books = b->next;
    while (b->spoken) {
      Spoken *l = b->spoken;
      b->spoken = l->next;
      regel_language_free(l->language);
      free(l);
    }
    regel_rules_free(b->rules);
    free(b->name);
    free(b);
  }
  free(s);
}

/* Rules whose files were written meanwhile are read again; games that were begun by the
 * old ones go on. */
static void forget_old(Shelf *s)
{
  int edition = s->server->edition;
  if (edition == s->edition) return;
  s->edition = edition;
  for (Book *b = s->books; b; b = b->next) b->old = b->old || b->name;
}

static regel_rules *put_up(Shelf *s, const char *name, int64_t ruleset,
                           regel_rules *rules)
{
  Book *b = calloc(1, sizeof *b);
  if (!b) abort();
  Buf text = {0};
  if (name) buf_add(&text, name);
  b->name = name ? buf_take(&text) : NULL;
  b->ruleset = ruleset;
  b->rules = rules;
  b->next = s->books;
  s->books = b;
  return rules;
}

/* Is it one of a list of names?  What the library does not list is not read: a name could
 * otherwise be a file of the folder where the server was started. */
static bool is_listed(const regel_data *names, const char *name, size_t length)
{
  for (size_t i = 0; i < regel_data_count(names); i++) {
    const char *s = regel_data_text(regel_data_at(names, i));
    if (strlen(s) == length && !strncmp(s, name, length)) return true;
  }
  return false;
}

enum { MOST_PACKS = 8 };
typedef struct Packs {
  const char *at[MOST_PACKS + 1]; /* names of `all`, ended by NULL */
  int n;
  regel_data *all;
} Packs;

/* The packs that are asked for, with commas between them, in the library's order and each
 * once; false if one is not there. */
static bool packs_find(Packs *p, const regel_library *library, const char *game,
                       const char *asked)
{
  p->all = regel_library_packs(library, game);
  for (const char *s = asked; *s; s += strspn(s, ",")) {
    size_t n = strcspn(s, ",");
    if (n && !is_listed(p->all, s, n)) return false;
    s += n;
  }
  for (size_t i = 0; i < regel_data_count(p->all); i++) {
    const char *name = regel_data_text(regel_data_at(p->all, i));
    bool wanted = false;
    for (const char *s = asked; *s && !wanted; s += strspn(s, ",")) {
      size_t n = strcspn(s, ",");
      wanted = strlen(name) == n && !strncmp(s, name, n);
      s += n;
    }
    if (wanted && p->n == MOST_PACKS) return false;
    if (wanted) p->at[p->n++] = name;
  }
  return true;
}

static regel_rules *compile(Shelf *s, const char *name, const Packs *packs, Buf *why)
{
  Buf full = {0};
  buf_add(&full, name);
  for (int i = 0; i < packs->n; i++) buf_printf(&full, "+%s", packs->at[i]);
  regel_rules *r = NULL;
  for (Book *b = s->books; b && !r; b = b->next)
    if (b->name && !b->old && !strcmp(b->name, buf_text(&full))) r = b->rules;
  regel_data *messages = NULL;
  if (!r) {
    r = regel_open_with(s->server->library, name, packs->at, &messages);
    if (r) put_up(s, buf_text(&full), 0, r);
    else
      buf_printf(why, "%s does not compile: %s", name,
                 regel_data_text(regel_data_get(messages, "0.text")));
  }
  regel_data_free(messages);
  buf_free(&full);
  return r;
}

regel_rules *shelf_rules(Shelf *s, const char *name, const char *asked, Buf *why)
{
  forget_old(s);
  regel_data *games = regel_library_games(s->server->library);
  Packs packs = {0};
  regel_rules *r = NULL;
  if (!is_listed(games, name, strlen(name))) buf_add(why, "no such ruleset");
  else if (!packs_find(&packs, s->server->library, name, asked))
    buf_add(why, "no such pack");
  else r = compile(s, name, &packs, why);
  regel_data_free(packs.all);
  regel_data_free(games);
  return r;
}

regel_rules *shelf_stored(Shelf *s, int64_t game, Buf *why)
{
  int64_t ruleset = regel_stored_ruleset(s->store, game);
  char *problem = NULL;
  for (Book *b = s->books; b && ruleset; b = b->next)
    if (b->ruleset == ruleset) return b->rules;
  regel_rules *r = ruleset ? regel_stored_rules(s->store, ruleset, &problem) : NULL;
  if (!r) buf_add(why, problem ? problem : "no such game");
  regel_free(problem);
  return r ? put_up(s, NULL, ruleset, r) : NULL;
}

const regel_language *shelf_language(Shelf *s, regel_rules *rules, const char *code)
{
  INVARIANT(rules && code);
  Book *b = s->books;
  while (b && b->rules != rules) b = b->next;
  if (!b || !strcmp(code, "en")) return NULL;
  for (Spoken *l = b->spoken; l; l = l->next)
    if (!strcmp(l->code, code)) return l->language;
  Spoken *l = calloc(1, sizeof *l);
  if (!l) abort();
  snprintf(l->code, sizeof l->code, "%s", code);
  l->language = regel_language_open(rules, code, NULL);
  if (!l->language) { /* nobody fills memory with names of languages */
    free(l);
    return NULL;
  }
  l->next = b->spoken;
  b->spoken = l;
  return l->language;
}
