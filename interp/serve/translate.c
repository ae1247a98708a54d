/* Words that are tried out while they are being translated. */
#include "interp/serve/workshop.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 4000, MOST_FORMS = 8, MOST_LINES = 400 };

typedef struct Words {
  regel_wording at[MOST_WORDS];
  const char *forms[MOST_WORDS][MOST_FORMS + 1];
  size_t n;
} Words;

static void read_words(Words *w, json_t *list)
{
  for (size_t i = 0; i < json_array_size(list) && w->n < MOST_WORDS; i++) {
    json_t *one = json_array_get(list, i), *text = json_object_get(one, "text");
    const char *context = json_string_value(json_object_get(one, "context")),
               *id = json_string_value(json_object_get(one, "id"));
    const char **forms = w->forms[w->n];
    if (!id || !json_is_array(text)) continue;
    for (size_t k = 0; k < json_array_size(text) && k < MOST_FORMS; k++) {
      const char *form = json_string_value(json_array_get(text, k));
      forms[k] = form ? form : "";
    }
    w->at[w->n++] = (regel_wording){context, id, forms};
  }
}

/* Tells the file that is there from others; "": there is none. */
static void put_mark(Work *w, const char *path)
{
  char mark[33] = "";
  for (size_t i = 0; i < w->nfiles; i++)
    if (!strcmp(w->files[i].path, path))
      file_mark(buf_text(&w->files[i].text), w->files[i].text.n, mark);
  buf_printf(&w->out, ",\"mark\":\"%s\"", mark);
}

/* All messages in one language, with words that are not saved yet in their places. */
void work_translate(Work *w)
{
  regel_rules *rules = work_rules(w);
  const char *lang = json_string_value(json_object_get(w->asked, "lang"));
  if (!rules) return;
  Words *words = calloc(1, sizeof *words);
  if (!words) abort();
  read_words(words, json_object_get(w->asked, "words"));
  char *why = NULL;
  regel_data *d = regel_translate(rules, lang ? lang : "", words->at, words->n, &why);
  buf_add(&w->out, "{\"compiles\":true");
  if (d) {
    put_mark(w, regel_data_text(regel_data_get(d, "file")));
    work_put(w, "words", d);
  } else {
    buf_add(&w->out, ",\"why\":");
    put_string(&w->out, why);
  }
  buf_char(&w->out, '}');
  regel_free(why);
  free(words);
  regel_rules_free(rules);
}

/* ---- the same game told in all languages ------------------------------------------- */

static void put_told(Work *w, const regel_rules *rules, const char *code, bool first)
{
  regel_setup setup = {.seed = 11};
  regel_game *g = regel_game_new(rules, &setup, NULL);
  if (!g) return;
  regel_language *language = regel_language_open(rules, code, NULL);
  regel_auto_chance(g, 1);
  regel_reader *r = regel_read(g, REGEL_SEES_ALL, language);
  while (regel_step(g) == REGEL_DECIDE && regel_lines(r) < MOST_LINES)
    if (regel_answer(g, (int)regel_random(g, (uint64_t)regel_answers(g)))) break;
  buf_printf(&w->out, "%s\"%s\":", first ? "" : ",", code);
  frame_log(&w->out, r, 0);
  regel_game_free(g);
  regel_language_free(language);
}

void work_tell(Work *w)
{
  regel_rules *rules = work_rules(w);
  if (!rules) return;
  regel_data *setup = regel_setup_data(rules, NULL);
  const regel_data *codes = regel_data_get(setup, "languages");
  buf_add(&w->out, "{\"compiles\":true,\"logs\":{");
  for (size_t i = 0; i < regel_data_count(codes); i++)
    put_told(w, rules, regel_data_text(regel_data_at(codes, i)), !i);
  buf_add(&w->out, "}}");
  regel_data_free(setup);
  regel_rules_free(rules);
}
