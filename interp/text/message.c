#include "interp/text/message.h"
#include "interp/po/message.h"
#include "interp/base/invariant.h"

#include <string.h>
#include <utf8proc.h>

bool message_speaks(const char *s)
{
  size_t n = strlen(s);
  for (size_t i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k =
        utf8proc_iterate((const utf8proc_uint8_t *)s + i, (utf8proc_ssize_t)(n - i), &c);
    if (k <= 0) return true;
    utf8proc_category_t sort = utf8proc_category(c);
    if (sort >= UTF8PROC_CATEGORY_LU && sort <= UTF8PROC_CATEGORY_LO) return true;
    i += (size_t)k;
    if (c == '{') i += strcspn(s + i, "|:}"); /* a name, not a word */
  }
  return false;
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
  if (!*ctxt || !message_speaks(source) || !strncmp(ctxt, "may.", 4)) return;
  PoMessage as = po_message(l->arena, source);
  Message m = {ctxt, source, as.id, as.plural, text};
  vec_push(l->out, m);
}

static void add_id(Lister *l, const char *sort, int32_t name)
{
  const char *id = program_string(l->program, name);
  if (strlen(id) == 1) return; /* a letter is the same in every language */
  add(l, arena_printf(l->arena, "%s.%s", sort, id), message_id(l->arena, id), -1);
}

static void add_field(Lister *l, const PField *f)
{
  const Program *p = l->program;
  add_id(l, f->kind < 0 ? "game" : program_string(p, p->kinds[f->kind].name), f->name);
}

/* Names without a text that a card's own text says. */
static void add_said(Lister *l, const PPhrase *p)
{
  switch ((PhraseOp)p->op) {
  case PH_RAISE:
  case PH_LOWER:
  case PH_SET:
  case PH_FIELD:
    if (l->program->fields[p->arg].text < 0) add_field(l, &l->program->fields[p->arg]);
    break;
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
  /* the table and a full log show these, too */
  for (int i = 0; i < p->n_fields; i++)
    if (p->fields[i].text < 0 && !(p->fields[i].flags & FIELD_HIDDEN))
      add_field(l, &p->fields[i]);
  for (int i = 0; i < p->n_things; i++) {
    const PThing *t = &p->things[i];
    const PKind *k = &p->kinds[t->kind];
    if (t->text < 0 && t->face == i && k->text >= 0 && !k->width &&
        !strchr(program_string(p, t->name), '(') && !(k->flags & KIND_PLAYER))
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
  INVARIANT(p && p->header);
  Lister l = {a, p, out};
  if (p->header->title >= 0) add(&l, "game", program_string(p, p->header->title), -1);
  for (int i = 0; i < p->n_texts; i++)
    add(&l, program_string(p, p->texts[i].key), program_string(p, p->texts[i].source), i);
  add_ids(&l);
  drop_doubles(out);
}
