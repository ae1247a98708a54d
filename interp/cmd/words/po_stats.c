/* regel po stats: how much is translated, and how little had to be. */
#include "interp/base/json.h"
#include "interp/cmd/words/po.h"

#include <ctype.h>
#include <string.h>

typedef struct Stats {
  int all, translated, fuzzy, missing, review, help; /* help: missing ones of the help */
  long words;                                        /* of the source */
} Stats;

static long count_words(const char *s)
{
  long n = 0;
  for (bool in = false; *s; s++) {
    bool now = !isspace((unsigned char)*s);
    n += now && !in;
    in = now;
  }
  return n;
}

static Stats count(const Po *now, const Po *po)
{
  Stats s = {0};
  for (size_t i = 0; i < now->list.n; i++) {
    const PoEntry *e = now->list.at[i], *own = po ? po_find(po, e->ctxt, e->id) : NULL;
    const PoEntry *old = po && e->ctxt ? po_first(po, e->ctxt) : NULL;
    if (e->obsolete) continue;
    s.all++;
    s.words += count_words(e->id);
    if (own && own->flags && strstr(own->flags, PO_REVIEW)) s.review++;
    if (own && po_translated(own) && !own->fuzzy) s.translated++;
    else if (own ? po_translated(own)
                 : old && !old->obsolete && !po_find(now, old->ctxt, old->id))
      s.fuzzy++;
    else {
      s.missing++;
      s.help +=
          e->ctxt && (!strncmp(e->ctxt, "help.", 5) || !strncmp(e->ctxt, "help/", 5));
    }
  }
  return s;
}

static void json_stats(Json *j, const char *lang, const Stats *s)
{
  json_open(j, '{');
  json_key(j, "language");
  json_text(j, lang);
  json_key(j, "messages");
  json_int(j, s->all);
  json_key(j, "translated");
  json_int(j, s->translated);
  json_key(j, "fuzzy");
  json_int(j, s->fuzzy);
  json_key(j, "missing");
  json_int(j, s->missing);
  json_key(j, "review");
  json_int(j, s->review);
  json_key(j, "words");
  json_int(j, s->words);
  json_close(j, '}');
}

static Po *read_file(PoWork *w, const char *path, int *code)
{
  Sources s;
  Diags d;
  sources_init(&s, w->arena);
  diags_init(&d, w->arena);
  Po *po = po_read(w->arena, &s, &d, path, NULL);
  *code = po_report(w, &s, &d);
  if (*code < 0) *code = CODE_FINE;
  diags_free(&d);
  sources_free(&s);
  return po;
}

static void tell(PoWork *w, const char *lang, const Stats *n, Json *j)
{
  if (w->json) json_stats(j, lang, n);
  else {
    printf("  %-8s %5d translated  %5d fuzzy  %5d missing  %3d %%", lang, n->translated,
           n->fuzzy, n->missing, n->all ? 100 * n->translated / n->all : 100);
    if (n->review) printf("  (%d to review)", n->review);
    if (n->help) printf("  (%d of the missing are help of commands)", n->help);
    putchar('\n');
  }
}

static int one_language(PoWork *w, PoTarget *t, const Po *now, const char *lang, Json *j)
{
  const char *path = po_file(w, t, lang);
  int code = CODE_USAGE;
  Po *po = path ? read_file(w, path, &code) : NULL;
  if (po) {
    Stats n = count(now, po);
    tell(w, lang, &n, j);
  }
  po_free(po);
  return code;
}

static void head(PoWork *w, PoTarget *t, const Po *now, Json *j)
{
  Stats n = count(now, NULL);
  ExtractShare share = {0, 0};
  if (t->game.program) share = extract_share(t->game.program);
  if (w->json) {
    json_open(j, '{');
    json_key(j, "name");
    json_text(j, t->name);
    json_key(j, "messages");
    json_int(j, n.all);
    json_key(j, "words");
    json_int(j, n.words);
    json_key(j, "cards");
    json_int(j, share.cards);
    json_key(j, "card_messages");
    json_int(j, share.messages);
    json_key(j, "languages");
    json_open(j, '[');
    return;
  }
  printf("%s: %d message%s, %ld word%s\n", t->name, n.all, cli_plural(n.all), n.words,
         cli_plural(n.words));
  if (share.cards)
    printf("  %d message%s for %d card%s with composed text (%.2f a card)\n",
           share.messages, cli_plural(share.messages), share.cards,
           cli_plural(share.cards), (double)share.messages / share.cards);
}

static void tail(PoWork *w, Json *j)
{
  if (!w->json) return;
  json_close(j, ']');
  json_close(j, '}');
}

static int stats_target(PoWork *w, PoTarget *t, void *user)
{
  Json *j = user;
  Args langs = {0};
  int worst = CODE_FINE;
  Po *now = po_messages(w, t, NULL);
  head(w, t, now, j);
  if (w->lang) vec_push(&langs, w->lang);
  else po_languages(w, t, &langs);
  for (size_t i = 0; i < langs.n; i++) {
    int code = one_language(w, t, now, langs.at[i], j);
    if (code > worst) worst = code;
  }
  tail(w, j);
  vec_free(&langs);
  po_free(now);
  return worst;
}

/* A file by itself: its own messages are all that there are. */
static int stats_alone(PoWork *w, const char *path, void *user)
{
  PoTarget none = {.name = path};
  int code;
  Po *po = read_file(w, path, &code);
  if (po) {
    Stats n = count(po, po);
    head(w, &none, po, user);
    tell(w, po_header(po, w->arena, "Language"), &n, user);
    tail(w, user);
  }
  po_free(po);
  return code;
}

int po_stats(PoWork *w)
{
  Json j = json_new(stdout);
  if (w->json) {
    json_open(&j, '{');
    json_key_int(&j, "schema", JSON_SCHEMA);
    json_key(&j, "catalogs");
    json_open(&j, '[');
  }
  int code = po_each(w, &(PoEach){stats_target, stats_alone, &j});
  tail(w, &j);
  return code;
}
