#include "interp/text/message.h"
#include "interp/text/template.h"

#include <string.h>

/* ---- one text ------------------------------------------------------------------- */

/* The next placeholder with forms ("{n|…|…}") from s on, NULL if there is none; `name` and
 * `close` get where its name and the whole ends. */
static const char *next_choice(const char *s, const char *end, const char **name,
                               const char **close)
{
  for (; s < end; s++) {
    if (*s != '{') continue;
    *close = template_close(s, end);
    if (!*close) return NULL;
    *name = template_name(s + 1, *close);
    if (**name == '|') return s;
    s = *close;
  }
  return NULL;
}

/* Adds a text with every `{n|` as `{n:`. */
static void put_colons(Buf *b, const char *s, const char *end)
{
  const char *name, *close;
  for (const char *at; (at = next_choice(s, end, &name, &close)); s = close) {
    buf_addn(b, s, (size_t)(name - s));
    buf_char(b, ':');
    put_colons(b, name + 1, close);
  }
  buf_addn(b, s, (size_t)(end - s));
}

static const char *kept(Arena *a, Buf *b)
{
  const char *s = arena_strndup(a, buf_text(b), b->n);
  buf_clear(b);
  return s;
}

const char *message_split(Arena *a, const char *source, const char **id,
                          const char **plural)
{
  const char *end = source + strlen(source), *name, *close, *one, *many, *other;
  const char *at = next_choice(source, end, &name, &close), *by = NULL;
  *id = source;
  *plural = NULL;
  if (!at) return NULL;
  Buf b = {0};
  const char *first = name + 1, *bar = template_bar(first, close),
             *second = bar < close ? bar + 1 : close;
  bool single = bar < close && template_bar(second, close) == close &&
                !next_choice(close + 1, end, &one, &many) &&
                !next_choice(first, bar, &one, &other) &&
                !next_choice(second, close, &one, &other);
  if (single) {
    buf_addn(&b, source, (size_t)(at - source));
    buf_addn(&b, first, (size_t)(bar - first));
    buf_add(&b, close + 1);
    *id = kept(a, &b);
    buf_addn(&b, source, (size_t)(at - source));
    buf_addn(&b, second, (size_t)(close - second));
    buf_add(&b, close + 1);
    *plural = kept(a, &b);
    by = arena_strndup(a, at + 1, (size_t)(name - at - 1));
  } else {
    put_colons(&b, source, end);
    *id = kept(a, &b);
  }
  buf_free(&b);
  return by;
}

const char *message_id(Arena *a, const char *id)
{
  char *s = arena_strdup(a, id);
  for (char *c = s; *c; c++)
    if (*c == '_') *c = ' ';
  return s;
}

/* ---- all of a program ----------------------------------------------------------- */

typedef struct Lister {
  Arena *arena;
  const Program *program;
  Messages *out;
} Lister;

static void add(Lister *l, const char *ctxt, const char *source, int32_t text)
{
  if (!*ctxt || !*source || !strncmp(ctxt, "may.", 4)) return;
  Message m = {ctxt, source, NULL, NULL, text};
  message_split(l->arena, source, &m.id, &m.plural);
  vec_push(l->out, m);
}

static void add_id(Lister *l, const char *sort, int32_t name)
{
  const char *id = program_string(l->program, name);
  add(l, arena_printf(l->arena, "%s.%s", sort, id), message_id(l->arena, id), -1);
}

/* Names without a text that a card's own text says. */
static void add_said(Lister *l, const PPhrase *p)
{
  switch ((PhraseOp)p->op) {
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET:
  case PH_FIELD: {
    const PField *f = &l->program->fields[p->arg];
    if (f->text < 0)
      add_id(l,
             f->kind < 0 ? "game" : program_string(l->program, l->program->kinds[f->kind].name),
             f->name);
    break;
  }
  case PH_COLUMN: {
    const PColumn *c = &l->program->columns[p->arg];
    if (c->text < 0)
      add_id(l, program_string(l->program, l->program->kinds[c->kind].name), c->name);
    break;
  }
  case PH_SLOT:
  case PH_SLOT_CALL: {
    const PSlot *s = p->arg2 > 0 ? &l->program->slots[p->arg2 - 1] : NULL;
    if (s && s->text < 0)
      add_id(l, program_string(l->program, l->program->kinds[s->kind].name), s->name);
    break;
  }
  case PH_VALUE:
    if (p->arg < 0) add_id(l, "value", p->arg2);
    break;
  default: break;
  }
}

static void add_ids(Lister *l)
{
  const Program *p = l->program;
  for (int i = 0; i < p->n_kinds; i++)
    if (p->kinds[i].text < 0 && !(p->kinds[i].flags & KIND_PLAYER))
      add_id(l, "kind", p->kinds[i].name);
  for (int i = 0; i < p->n_words; i++)
    if (p->words[i].text < 0) add_id(l, "word", p->words[i].name);
  for (int i = 0; i < p->n_things; i++) {
    const PThing *t = &p->things[i];
    const PKind *k = &p->kinds[t->kind];
    if (t->text < 0 && t->face == i && k->text >= 0 && !k->width &&
        !(k->flags & KIND_PLAYER))
      add_id(l, "thing", t->name);
  }
  for (int i = 0; i < p->n_things; i++) {
    const PThing *t = &p->things[i];
    if (t->face != i || t->phrase < 0) continue;
    for (int k = 0; k < p->phrases[t->phrase].size; k++)
      add_said(l, &p->phrases[t->phrase + k]);
  }
}

static int by_key(const void *x, const void *y)
{
  const Message *const *a = x, *const *b = y;
  int order = strcmp((*a)->ctxt, (*b)->ctxt);
  if (!order) order = strcmp((*a)->id, (*b)->id);
  return order ? order : (*a > *b) - (*a < *b);
}

/* Leaves the first of equal ones. */
static void drop_doubles(Messages *all)
{
  VEC(Message *) order = {0};
  for (size_t i = 0; i < all->n; i++) vec_push(&order, &all->at[i]);
  if (order.n) qsort(order.at, order.n, sizeof *order.at, by_key);
  for (size_t i = 1, first = 0; i < order.n; i++) {
    const Message *a = order.at[first], *b = order.at[i];
    if (!strcmp(a->ctxt, b->ctxt) && !strcmp(a->id, b->id)) order.at[i]->ctxt = "";
    else first = i;
  }
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++)
    if (*all->at[i].ctxt) all->at[n++] = all->at[i];
  all->n = n;
  vec_free(&order);
}

void message_list(Arena *a, const Program *p, Messages *out)
{
  Lister l = {a, p, out};
  if (p->header->title >= 0) add(&l, "game", program_string(p, p->header->title), -1);
  for (int i = 0; i < p->n_texts; i++)
    add(&l, program_string(p, p->texts[i].key), program_string(p, p->texts[i].source), i);
  add_ids(&l);
  drop_doubles(out);
}
