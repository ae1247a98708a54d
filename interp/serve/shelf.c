/* Rules and languages of one thread, read once. */
#include "interp/serve/serve.h"

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
  char *name;      /* "NAME+PACK,PACK"; NULL: of stored games */
  int64_t ruleset; /* of stored games */
  regel_rules *rules;
  Spoken *spoken;
  bool old; /* not found any more, but games may be left */
} Book;

struct Shelf {
  Server *server;
  regel_store *store;
  Book *books;
};

Shelf *shelf_new(Server *server, regel_store *store)
{
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

void shelf_forget(Shelf *s)
{
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

/* Packs as the library wants them, from a list with commas; at most eight. */
static regel_rules *compile(Shelf *s, const char *name, const char *packs,
                            regel_data **messages)
{
  enum { MOST = 8 };
  char *copy = strdup(packs), *rest = NULL;
  const char *list[MOST + 1] = {0};
  int n = 0;
  for (char *p = strtok_r(copy, ",", &rest); p && n < MOST;
       p = strtok_r(NULL, ",", &rest))
    list[n++] = p;
  regel_rules *r = regel_open_with(s->server->library, name, list, messages);
  free(copy);
  return r;
}

/* A name of a ruleset or pack, never a path. */
static bool is_plain(const char *name)
{
  return *name && strlen(name) < 64 &&
         !name[strspn(
             name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-,")];
}

regel_rules *shelf_rules(Shelf *s, const char *name, const char *packs, Buf *why)
{
  char full[160];
  if (!is_plain(name) || (*packs && !is_plain(packs))) {
    buf_add(why, "no such ruleset");
    return NULL;
  }
  snprintf(full, sizeof full, "%.64s+%.64s", name, packs);
  for (Book *b = s->books; b; b = b->next)
    if (b->name && !b->old && !strcmp(b->name, full)) return b->rules;
  regel_data *messages = NULL;
  regel_rules *r = compile(s, name, packs, &messages);
  if (!r) {
    const char *text = regel_data_text(regel_data_get(messages, "0.text"));
    buf_printf(why, "%s does not compile: %s", name, text);
  }
  regel_data_free(messages);
  return r ? put_up(s, full, 0, r) : NULL;
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
