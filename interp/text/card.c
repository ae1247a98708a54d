#include "interp/text/card.h"
#include "interp/text/compose.h"
#include "interp/text/face.h"

static bool has_texts(const Program *p, const PKind *k)
{
  for (int i = k->first; i < k->first + k->count; i++)
    if (p->things[i].phrase >= 0) return true;
  return false;
}

bool card_kind(const Program *p, int kind)
{
  const PKind *k = &p->kinds[kind];
  if (k->flags & KIND_PLAYER || (k->width > 0 && k->cells < 0)) return false;
  if (k->cells >= 0 || k->flags & KIND_COPIES) return true;
  return k->text >= 0 && has_texts(p, k);
}

void card_head(const View *v, Buf *b, int32_t thing, int copies)
{
  const PThing *t = &v->program->things[thing];
  Buf title = {0}, noun = {0}, kind = {0};
  render_thing(v, &title, thing);
  render_name(v, &noun, NAME_KIND, t->kind, NULL, NULL);
  if (copies > 1)
    words_say(v->lang, &kind, SAY_TIMES, DIGITS(copies), buf_text(&noun), NULL);
  else buf_add(&kind, buf_text(&noun));
  words_say(v->lang, b, SAY_CARD_KIND, buf_text(&title), buf_text(&kind), NULL);
  buf_char(b, '\n');
  buf_free(&title);
  buf_free(&noun);
  buf_free(&kind);
}

void card_values(const View *v, Buf *b, int32_t thing)
{
  const Program *p = v->program;
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    const PType *t = &p->types[c->type];
    if (c->kind != p->things[thing].kind || c->text < 0 || c->base < 0) continue;
    const int64_t *words =
        p->consts + c->base + (thing - p->kinds[c->kind].first) * t->words;
    if (t->words == 1 && words[0] == NONE)
      continue; /* what is not there is not printed */
    Buf name = {0}, value = {0};
    render_name(v, &name, NAME_COLUMN, i, NULL, NULL);
    render_printed(v, &value, i, words);
    words_say(v->lang, b, SAY_BY, buf_text(&name), buf_text(&value), NULL);
    buf_char(b, '\n');
    buf_free(&name);
    buf_free(&value);
  }
}

void card_inner(const View *v, Buf *b, int32_t thing, int width)
{
  for (int i = 0; i < v->program->n_columns; i++) {
    int32_t inner = face_inner(v->program, thing, i);
    Buf title = {0}, does = {0};
    if (inner >= 0) compose_thing(v, &does, inner);
    if (does.n) {
      render_thing(v, &title, inner);
      buf_lines(b, buf_text(&title), 2, width);
      buf_lines(b, does.at, 4, width);
    }
    buf_free(&title);
    buf_free(&does);
  }
}
