#include "interp/board/grid.h"
#include "interp/base/invariant.h"
#include "interp/base/arena.h"

#include <stdlib.h>
#include <string.h>

bool board_present(const Vm *vm, int32_t thing)
{
  const Program *p = vm_program(vm);
  INVARIANT(thing >= 0 && thing < p->n_things);
  const PKind *k = &p->kinds[p->things[thing].kind];
  if (k->present < 0) return true;
  const PField *f = &p->fields[k->present];
  const PType *t = &p->types[f->type];
  VEC(int64_t) words = {0};
  vec_reserve(&words, (size_t)(t->words > 0 ? t->words : 1));
  vm_get_wide(vm, k->present, f->first, f->per_first, words.at);
  int bit = thing - t->lo;
  bool is =
      bit >= 0 && bit / 64 < t->words && (uint64_t)words.at[bit / 64] >> (bit % 64) & 1;
  vec_free(&words);
  return is;
}

/* The different words that stand on the board. */
typedef struct Legend {
  VEC(char *) words;
  int widest;
} Legend;

static int legend_find(Legend *l, const char *word)
{
  for (size_t i = 0; i < l->words.n; i++)
    if (!strcmp(l->words.at[i], word)) return (int)i;
  Buf copy = {0};
  buf_add(&copy, word);
  vec_push(&l->words, buf_take(&copy));
  if (text_width(word) > l->widest) l->widest = text_width(word);
  return (int)l->words.n - 1;
}

static const char *const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* What stands on a square: ".", the word itself, or its sign. */
static void put_sign(Buf *b, const Legend *l, int word, bool signs, int cell)
{
  INVARIANT((size_t)word < l->words.n);
  const char *s = l->words.at[word];
  size_t from = b->n;
  if (!*s) buf_char(b, '.');
  else if (!signs) buf_add(b, s);
  else buf_char(b, SIGNS[(size_t)word % strlen(SIGNS)]);
  buf_pad(b, cell - text_width(b->at + from));
}

static void square_word(const View *v, Buf *b, int field, int32_t thing)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  const PField *f = &v->program->fields[field];
  if (f->flags & FIELD_PILE) {
    int pile = vm_pile_number(v->vm, field, thing, f->per_first);
    int32_t one;
    if (vm_pile(v->vm, pile, &one, 1) > 0) render_pile_contents(v, b, pile);
    return;
  }
  if (!view_sees_field(v, field, thing)) {
    buf_char(b, '?');
    return;
  }
  int64_t value = f->flags & FIELD_WIDE ? NONE : view_get(v, field, thing, f->per_first);
  if (value == NONE || (v->program->types[f->type].tag == T_FLAG && !value)) return;
  render_scalar(v, b, f->type, value);
}

static void put_rows(const View *v, Buf *b, const PKind *k, const Legend *l,
                     const int *at, bool signs, int cell)
{
  INVARIANT(k->width * k->height <= k->count);
  for (int y = k->height; y >= 1; y--) {
    buf_printf(b, "%3d  ", y);
    for (int x = 1; x <= k->width; x++) {
      int i = (y - 1) * k->width + x - 1;
      if (board_present(v->vm, k->first + i)) put_sign(b, l, at[i], signs, cell);
      else buf_pad(b, cell);
      if (x < k->width) buf_char(b, ' ');
    }
    while (b->n && b->at[b->n - 1] == ' ') b->n--;
    buf_char(b, '\n');
  }
  buf_pad(b, 4);
  for (int x = 1; x <= k->width; x++) {
    size_t from = b->n;
    buf_printf(b, " %d", x);
    if (x < k->width) buf_pad(b, cell + 1 - (int)(b->n - from));
  }
  buf_char(b, '\n');
}

static void put_title(const View *v, Buf *b, int field)
{
  INVARIANT(field >= 0 && field < v->program->n_fields);
  const PField *f = &v->program->fields[field];
  Buf noun = {0}, name = {0};
  if (b->n) buf_char(b, '\n');
  render_name(v, &noun, NAME_KIND, f->kind, NULL, NULL);
  render_name(v, &name, NAME_FIELD, field, NULL, NULL);
  size_t from = b->n;
  words_say(v->lang, b, SAY_BY, buf_text(&noun), buf_text(&name), NULL);
  buf_capital(b, from);
  buf_char(b, '\n');
  buf_free(&noun);
  buf_free(&name);
}

void board_put(const View *v, Buf *b, int field, int width)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PField *f = &p->fields[field];
  const PKind *k = &p->kinds[f->kind];
  if (f->per_type >= 0 || k->width < 1) return;
  Legend l = {{0}, 1};
  VEC(int) at = {0};
  for (int i = 0; i < k->count; i++) {
    Buf word = {0};
    if (board_present(v->vm, k->first + i)) square_word(v, &word, field, k->first + i);
    vec_push(&at, legend_find(&l, buf_text(&word)));
    buf_free(&word);
  }
  int room = (width - 5) / k->width - 1;
  bool signs = l.widest > room;
  int cell = signs ? 1 : l.widest, digits = k->width > 99 ? 3 : k->width > 9 ? 2 : 1;
  put_title(v, b, field);
  put_rows(v, b, k, &l, at.at, signs, cell > digits ? cell : digits);
  for (size_t i = 0; i < l.words.n; i++) {
    if (signs && *l.words.at[i])
      buf_printf(b, "     %c %s\n", SIGNS[i % strlen(SIGNS)], l.words.at[i]);
    free(l.words.at[i]);
  }
  vec_free(&l.words);
  vec_free(&at);
}
