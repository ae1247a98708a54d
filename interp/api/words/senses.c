#include "interp/api/words/senses.h"
#include "interp/agree/lexica.h"
#include "interp/base/invariant.h"
#include "interp/rules/load.h"
#include "interp/rules/load_lang.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"

#include <stdlib.h>
#include <string.h>

void senses_open(Senses *s, const Program *p, const char *path, const Sources *from,
                 Arena *a)
{
  INVARIANT(p && path && from && a);
  memset(s, 0, sizeof *s);
  s->program = p;
  s->path = path;
  s->arena = a;
  sources_init(&s->library, a);
  sources_follow(&s->library, from);
}

void senses_close(Senses *s)
{
  for (size_t i = 0; i < s->all.n; i++) lexicon_free(s->all.at[i]);
  vec_free(&s->all);
  if (s->arena) sources_free(&s->library);
}

static void add_words(Senses *s, Lexicon *l)
{
  const Lexicon *english = s->all.at[0];
  const char *folder = load_folder(s->arena, s->path);
  size_t size;
  if (l == english) {
    lexica_nouns(l, english, s->program, NULL);
  } else {
    LoadedLang t;
    if (load_lang(&t, l->lang, s->program, &s->library) && t.lang && t.rules.n)
      lexica_nouns(l, english, s->program, t.lang);
    load_lang_free(&t);
  }
  char *csv = sources_read(
      &s->library, arena_printf(s->arena, "%s%sglossary.csv", folder, *folder ? "/" : ""),
      &size);
  if (csv) lexica_synonyms(l, english, csv, size);
  free(csv);
}

const Lexicon *senses_in(Senses *s, const char *lang)
{
  if (!s->all.n && strcmp(lang, "en") != 0 && !senses_in(s, "en")) return NULL;
  for (size_t i = 0; i < s->all.n; i++)
    if (!strcmp(s->all.at[i]->lang, lang)) return s->all.at[i];
  Buf why = {0};
  Lexicon *l = lexica_open(&s->library, s->arena, lang, "senses", &why);
  buf_free(&why);
  if (!l) return NULL;
  vec_push(&s->all, l);
  add_words(s, l);
  return l;
}

bool senses_judge(Senses *s, const char *source, const char *printed, const char *title,
                  const char *lang, const char *text, size_t size, Disagreements *out)
{
  const Lexicon *own = senses_in(s, lang);
  if (!own) return false;
  Facts rule, told;
  senses_rule(&rule, s->all.at[0], source, strlen(source));
  rule.whole = title != NULL;
  if (printed) senses_printed(&rule, s->all.at[0], printed, strlen(printed), FACT_AMOUNT);
  if (title) senses_printed(&rule, s->all.at[0], title, strcspn(title, "|"), FACT_TARGET);
  senses_read(&told, own, text, size);
  senses_compare(&rule, &told, s->arena, out);
  facts_free(&rule);
  facts_free(&told);
  return true;
}

static int32_t thing_called(const Program *p, const char *id)
{
  for (int i = 0; i < p->n_things; i++)
    if (!strcmp(program_string(p, p->things[i].name), id))
      return p->kinds[p->things[i].kind].text >= 0 ? i : -1; /* what players read */
  return -1;
}

/* Adds what stands on a thing in its author's words: values that are texts, but for a
 * story, which tells no rule. */
static void add_written(const View *v, Buf *b, int32_t thing)
{
  const Program *p = v->program;
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != p->things[thing].kind || c->text < 0 ||
        p->types[c->type].tag != T_TEXT || !strcmp(program_string(p, c->name), "story"))
      continue;
    const int64_t *words = card_printed(v, thing, i);
    if (!words) continue;
    render_printed(v, b, i, words);
    buf_char(b, '\n');
  }
}

bool senses_told(const View *v, Buf *b, int32_t thing)
{
  compose_thing(v, b, thing);
  add_written(v, b, thing);
  size_t own = b->n;
  for (int i = 0; i < v->program->n_columns;
       i++) { /* their titles are somebody's words */
    int32_t inner = face_inner(v->program, thing, i);
    if (inner >= 0) compose_thing(v, b, inner);
  }
  return b->n > own;
}

/* The name of a thing: its text may speak of itself. */
static const char *title_of(const Program *p, int32_t thing)
{
  int32_t text = p->things[thing].text;
  return text < 0 ? NULL : program_string(p, p->texts[text].source);
}

bool senses_card(Senses *s, const char *id, const char *lang, const char *text,
                 size_t size, Disagreements *out)
{
  const View v = view_program(s->program, NULL);
  int32_t thing = thing_called(s->program, id);
  Buf says = {0}, prints = {0};
  /* one of its inner cards happens, or another */
  if (thing >= 0 && senses_told(&v, &says, thing)) buf_add(&says, "or\n");
  if (says.n) card_values(&v, &prints, thing);
  bool is_card =
      says.n && senses_judge(s, buf_text(&says), buf_text(&prints),
                             title_of(s->program, thing), lang, text, size, out);
  buf_free(&says);
  buf_free(&prints);
  return is_card;
}
