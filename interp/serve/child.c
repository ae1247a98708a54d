/* `regel-serve --workshop`: reads one request, gives up everything but thinking, and
 * answers it.  What is written, uploaded or translated is compiled, tested and played
 * here and nowhere else. */
#define _GNU_SOURCE /* closefrom */
#include "interp/serve/workshop.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

/* In the child's library everything lies below this: the part that others see begins
 * after it (put_data). */
#define ROOT "/regel/"

enum { MOST_ASKED = 8 * 1024 * 1024 };
static const size_t memory = (size_t)1 << 30;

/* "scenarios/NAME/game.regel", as the child knows it. */
static void work_path(Buf *b, const char *path)
{
  buf_clear(b);
  buf_printf(b, ROOT "%s", path);
}

regel_rules *work_open(const Work *w, const char *key, regel_data **messages)
{
  regel_library *library = regel_library_new(""); /* nothing but what is held */
  Buf path = {0};
  const char *name;
  json_t *text;
  for (size_t i = 0; i < w->nfiles; i++)
    regel_library_overlay(library, w->files[i].path, buf_text(&w->files[i].text),
                          w->files[i].text.n);
  json_object_foreach(json_object_get(w->asked, key), name, text)
  {
    work_path(&path, name);
    regel_library_overlay(library, buf_text(&path), json_string_value(text),
                          json_string_length(text));
  }
  buf_clear(&path);
  buf_printf(&path, ROOT "scenarios/%s/game.regel", w->game);
  regel_rules *rules = regel_open(library, buf_text(&path), messages);
  regel_library_free(library);
  buf_free(&path);
  return rules;
}

void work_put(Work *w, const char *key, regel_data *d)
{
  buf_printf(&w->out, "%s\"%s\":", w->out.n > 1 ? "," : "", key);
  put_data(&w->out, d);
  regel_data_free(d);
}

regel_rules *work_rules(Work *w)
{
  regel_data *messages = NULL;
  regel_rules *rules = work_open(w, "files", &messages);
  if (rules) {
    regel_data_free(messages);
    return rules;
  }
  buf_add(&w->out, "{\"compiles\":false");
  work_put(w, "messages", messages);
  buf_char(&w->out, '}');
  return NULL;
}

/* ---- what is said about rules ------------------------------------------------------ */

/* Everything that an editor shows: what the compiler says, what was found out about the
 * whole, and what there is to refer to. */
static void check(Work *w)
{
  regel_rules *rules = work_rules(w);
  if (!rules) return;
  buf_add(&w->out, "{\"compiles\":true");
  work_put(w, "messages", regel_check(rules));
  work_put(w, "symbols", regel_symbols(rules));
  buf_char(&w->out, '}');
  regel_rules_free(rules);
}

static void test(Work *w)
{
  regel_rules *rules = work_rules(w);
  if (!rules) return;
  buf_add(&w->out, "{\"compiles\":true");
  work_put(w, "tests", regel_test(rules, 1));
  buf_char(&w->out, '}');
  regel_rules_free(rules);
}

/* The rulebook, with what its tests say, what was found about its rules, and how often
 * they come up in games at random. */
enum { COVER_GAMES = 200, COVER_SECONDS = 5 };
static void book(Work *w)
{
  regel_rules *rules = work_rules(w);
  if (!rules) return;
  buf_add(&w->out, "{\"compiles\":true");
  work_put(w, "rows", regel_rulebook(rules));
  work_put(w, "tests", regel_test(rules, 1));
  work_put(w, "tested", regel_test_cover(rules, 1));
  work_put(w, "messages", regel_check(rules));
  work_put(w, "symbols", regel_symbols(rules));
  work_put(w, "cover", regel_cover(rules, NULL, COVER_GAMES, COVER_SECONDS, NULL));
  buf_char(&w->out, '}');
  regel_rules_free(rules);
}

/* ---- a face beside its source ------------------------------------------------------ */

static const char *asked_text(const Work *w, const char *key)
{
  const char *s = json_string_value(json_object_get(w->asked, key));
  return s ? s : "";
}

/* By what it is called, or the last of them that begins at or above a line; -1: none. */
static int face_at(const Work *w, const regel_data *cards)
{
  const char *id = asked_text(w, "id"), *title = asked_text(w, "title");
  int64_t line = json_integer_value(json_object_get(w->asked, "line")), best = 0;
  int found = -1;
  Buf file = {0};
  work_path(&file, asked_text(w, "file"));
  for (size_t i = 0; i < regel_data_count(cards); i++) {
    const regel_data *card = regel_data_at(cards, i),
                     *place = regel_data_get(card, "place");
    int64_t at = regel_data_number(regel_data_get(place, "line"));
    if ((*id && !strcmp(regel_data_text(regel_data_get(card, "id")), id)) ||
        (*title && !strcmp(regel_data_text(regel_data_get(card, "title")), title)))
      found = (int)i;
    if (at > line || at < best) continue;
    if (strcmp(regel_data_text(regel_data_get(place, "file")), buf_text(&file))) continue;
    best = at;
    found = (int)i;
  }
  buf_free(&file);
  return found;
}

/* One card, in all languages. */
static void face(Work *w)
{
  regel_rules *rules = work_rules(w);
  if (!rules) return;
  regel_data *setup = regel_setup_data(rules, NULL), *source = regel_cards(rules, NULL);
  const regel_data *codes = regel_data_get(setup, "languages");
  int at = face_at(w, source);
  buf_add(&w->out, "{\"compiles\":true,\"faces\":{");
  for (size_t i = 0; at >= 0 && i < regel_data_count(codes); i++) {
    const char *code = regel_data_text(regel_data_at(codes, i));
    regel_language *language = regel_language_open(rules, code, NULL);
    regel_data *cards = regel_cards(rules, language); /* in the same order */
    buf_printf(&w->out, "%s\"%s\":", i ? "," : "", code);
    put_data(&w->out, regel_data_at(cards, (size_t)at));
    regel_data_free(cards);
    regel_language_free(language);
  }
  buf_add(&w->out, "}}");
  regel_data_free(source);
  regel_data_free(setup);
  regel_rules_free(rules);
}

/* ---- the process ------------------------------------------------------------------- */

static const struct Kind {
  const char *name;
  int seconds;
  bool words; /* needs the translations */
  void (*work)(Work *w);
} kinds[] = {
    {"check", 20, false, check},
    {"test", 60, false, test},
    {"book", 60, false, book},
    {"face", 20, true, face},
    {"translate", 20, true, work_translate},
    {"tell", 20, true, work_tell},
    {"play", 30, true, work_play},
    {"simulate", 120, false, work_simulate},
};

static const struct Kind *kind_of(const char *name)
{
  for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].name, name)) return &kinds[i];
  return NULL;
}

int work_seconds(const char *what)
{
  const struct Kind *k = kind_of(what);
  return k ? k->seconds : 0;
}

typedef struct Gather {
  Work *work;
  bool words, foreign;
  size_t room;
} Gather;

static void gather(void *user, const Found *f)
{
  Gather *g = user;
  Work *w = g->work;
  size_t n = strlen(f->path);
  if (!g->words && n > 3 && !strcmp(f->path + n - 3, ".po")) return;
  if (g->foreign && file_is_own(f->path, w->game)) return; /* one of the same name */
  if (w->nfiles == g->room) {
    g->room = g->room ? 2 * g->room : 64;
    w->files = realloc(w->files, g->room * sizeof *w->files);
    if (!w->files) abort();
  }
  Text *t = &w->files[w->nfiles];
  Buf path = {0};
  *t = (Text){0};
  if (!file_read(f->real, &t->text)) {
    buf_free(&t->text);
    return;
  }
  work_path(&path, f->path);
  t->path = buf_take(&path);
  w->nfiles++;
}

static bool read_all(Buf *b)
{
  char part[65536];
  ssize_t n;
  while ((n = read(STDIN_FILENO, part, sizeof part)) > 0 && b->n < MOST_ASKED)
    buf_addn(b, part, (size_t)n);
  return n == 0;
}

static bool write_all(const Buf *b)
{
  size_t sent = 0;
  while (sent < b->n) {
    ssize_t n = write(STDOUT_FILENO, b->at + sent, b->n - sent);
    if (n <= 0) return false;
    sent += (size_t)n;
  }
  return true;
}

/* The texts of a request must be texts under paths of the library. */
static bool are_texts(json_t *files)
{
  const char *name;
  json_t *text;
  if (files && !json_is_object(files)) return false;
  json_object_foreach(files, name, text)
  {
    if (!json_is_string(text) || strstr(name, "..") || *name == '/') return false;
  }
  return true;
}

int child_main(void)
{
  Buf in = {0};
  Work w = {0};
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  closefrom(STDERR_FILENO + 1);
  setpriority(PRIO_PROCESS, 0, 5); /* the tables go first */
  if (!read_all(&in)) _exit(2); /* here and below: what is left goes with the process */
  w.asked = json_loadb(buf_text(&in), in.n, JSON_REJECT_DUPLICATES, NULL);
  const struct Kind *k = kind_of(json_string_value(json_object_get(w.asked, "do")));
  w.game = json_string_value(json_object_get(w.asked, "name"));
  if (!k || !w.game || !are_texts(json_object_get(w.asked, "files")) ||
      !are_texts(json_object_get(w.asked, "was")))
    _exit(2);
  regel_library *library = regel_library_new(NULL);
  Gather g = {&w, k->words, json_is_true(json_object_get(w.asked, "foreign")), 0};
  files_each(library, gather, &g);
  regel_library_free(library);
  sandbox_enter(k->seconds, memory);
  k->work(&w);
  _exit(write_all(&w.out) ? 0 : 1);
}
