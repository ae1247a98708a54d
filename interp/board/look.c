#include "interp/board/board_int.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Every token has a sign besides. */
static const Colour colours[] = {
#define COLOUR(name, board, ink, code, paper, outline, mark)                             \
  {#name, "#" #board, "#" #ink, code},
#include "interp/base/colour.def"
#undef COLOUR
};
static const char *const forms[] = {"disc",     "square", "diamond", "hexagon",
                                    "triangle", "star",   "shield",  "card"};
enum { FORMS = sizeof forms / sizeof *forms };
/* Seats have these colours if nothing says otherwise. */
static const char *const seat_colours[] = {"red",  "blue",  "yellow", "green", "purple",
                                           "cyan", "black", "pink",   "brown", "white"};

const Colour *look_colour(const char *name)
{
  for (size_t i = 0; name && i < sizeof colours / sizeof *colours; i++)
    if (!strcmp(colours[i].name, name)) return &colours[i];
  return NULL;
}

int look_mark(const char *name)
{
  const Colour *c = look_colour(name);
  return c ? (int)(c - colours) + 1 : 0;
}

const Colour *look_marked(int mark)
{
  return mark >= 1 && mark <= (int)(sizeof colours / sizeof *colours) ? &colours[mark - 1]
                                                                      : NULL;
}

const char *look_form(const char *name)
{
  for (size_t i = 0; name && i < FORMS; i++)
    if (!strcmp(forms[i], name)) return forms[i];
  return NULL;
}

const char *look_word(const Program *p, const PType *t, int64_t value)
{
  int64_t row = t->first_word + value; /* a damaged program may have any */
  bool is = t->first_word >= 0 && value >= 0 && row < p->n_words;
  return is ? program_string(p, p->words[row].name) : NULL;
}

static const char *look_id(const Program *p, const PType *t, int64_t value)
{
  if (value < 0) return NULL;
  if (t->tag == T_WORD) return look_word(p, t, value);
  if (t->tag == T_THING && value < p->n_things)
    return program_string(p, p->things[value].name);
  if (t->tag == T_TEXT && value < p->n_texts)
    return program_string(p, p->texts[value].source);
  return NULL;
}

/* The id of a printed word or thing, or a printed text; NULL if it is none of these. */
static const char *printed(const View *v, const PColumn *c, int32_t thing)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PKind *k = &p->kinds[c->kind];
  const PType *t = &p->types[c->type];
  int64_t i = thing - k->first;
  if (i < 0 || i >= k->count) return NULL;
  if (c->base >= 0) return look_id(p, t, p->consts[c->base + i * t->words]);
  int chunk = c->slot < 0 ? -1 : p->slot_chunks[p->slots[c->slot].first + i];
  const int64_t *value = chunk < 0 || !v->vm ? NULL : vm_eval(v->vm, chunk, NONE, thing);
  return value ? look_id(p, t, *value) : NULL;
}

Look look_of(const View *v, int type, int64_t value)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PType *t = &p->types[type];
  Look l = {0};
  if (value == NONE) return l;
  if (t->tag == T_WORD) {
    const char *name = look_word(p, t, value);
    if (look_colour(name)) l.colour = look_colour(name)->name;
    l.form = look_form(name);
  }
  if (t->tag != T_THING) return l;
  int kind = p->things[value].kind;
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != kind || (!c->open && !view_sees_thing(v, (int32_t)value))) continue;
    const char *name = program_string(p, c->name);
    bool look =
        !strcmp(name, "colour") || !strcmp(name, "shape") || !strcmp(name, "icon");
    const char *is = look ? printed(v, c, (int32_t)value) : NULL;
    if (!strcmp(name, "colour") && look_colour(is)) l.colour = look_colour(is)->name;
    if (!strcmp(name, "shape")) l.form = look_form(is);
    if (!strcmp(name, "icon")) l.icon = is;
  }
  if (p->kinds[kind].flags & KIND_PLAYER && !l.colour)
    l.colour = seat_colours[(size_t)value % (sizeof seat_colours / sizeof *seat_colours)];
  return l;
}

/* ---- told apart ------------------------------------------------------------------- */

static size_t letter(const char *s)
{
  size_t n = *s ? 1 : 0;
  while (((unsigned char)s[n] & 0xC0) == 0x80) n++;
  return n;
}

static const char *first_letter(const char *title)
{
  return title + strspn(title, "[(\"'«„“ ");
}

/* A sign of one letter, of two (of two words their first ones), or of three. */
static const char *sign_of(Arena *a, const char *title, int attempt)
{
  title = first_letter(title);
  const char *second = strrchr(title, ' ');
  size_t n = letter(title);
  if (attempt == 1 && second && second[1])
    return arena_printf(a, "%.*s%.*s", (int)n, title, (int)letter(second + 1),
                        second + 1);
  for (int i = 1; i < attempt && title[n] && title[n] != ' '; i++) n += letter(title + n);
  return arena_strndup(a, title, n);
}

static bool same_face(const Item *a, const Item *b)
{
  return a->type == b->type && a->hidden == b->hidden && !strcmp(a->title, b->title);
}

typedef struct Faces {
  VEC(Item *) each; /* one of each face that has a sign */
  VEC(int) sorts;   /* kinds and words of tokens: each has a form */
} Faces;
enum { TRIES = 4, MOST_FACES = 400 /* more cannot be told apart anyway */ };

static const Item *find_face(const Faces *f, const Item *x)
{
  for (size_t i = 0; i < f->each.n; i++)
    if (same_face(f->each.at[i], x)) return f->each.at[i];
  return NULL;
}

/* How many bytes two titles begin with alike. */
static size_t alike(const char *a, const char *b)
{
  size_t n = 0;
  while (a[n] && a[n] == b[n]) n++;
  while (n && ((unsigned char)a[n] & 0xC0) == 0x80) n--;
  return n;
}

/* The first letter, and the one by which it differs from what begins like it: of "tank"
 * and "tank trap" the second is "Tt"; NULL if another has that sign. */
static const char *sign_apart(Arena *a, const Faces *f, size_t i)
{
  const char *title = first_letter(f->each.at[i]->title);
  size_t same = 0;
  for (size_t k = 0; k < f->each.n; k++) {
    size_t n = k == i ? 0 : alike(title, first_letter(f->each.at[k]->title));
    if (n > same) same = n;
  }
  while (title[same] == ' ') same++;
  const char *sign =
      arena_printf(a, "%.*s%.*s", (int)letter(title), title,
                   same >= letter(title) ? (int)letter(title + same) : 0, title + same);
  for (size_t k = 0; k < f->each.n && *sign; k++)
    if (f->each.at[k]->sign && !strcmp(f->each.at[k]->sign, sign)) return NULL;
  return *sign ? sign : NULL;
}

/* The shortest sign that no other face would have if all had signs of that sort. */
static void give_signs(Board *b, const Faces *f)
{
  VEC(const char *) signs = {0};
  for (int attempt = 0; attempt < TRIES; attempt++) {
    signs.n = 0;
    for (size_t i = 0; i < f->each.n; i++)
      vec_push(&signs, sign_of(b->arena, f->each.at[i]->title, attempt));
    for (size_t i = 0; i < f->each.n; i++) {
      bool taken = !*signs.at[i];
      for (size_t k = 0; k < f->each.n && !taken && !f->each.at[i]->sign; k++) {
        const char *other = f->each.at[k]->sign;
        taken = k != i && !strcmp(other ? other : signs.at[k], signs.at[i]);
      }
      if (!f->each.at[i]->sign && !taken) f->each.at[i]->sign = signs.at[i];
    }
  }
  for (size_t i = 0; i < f->each.n; i++)
    if (!f->each.at[i]->sign) f->each.at[i]->sign = sign_apart(b->arena, f, i);
  for (size_t i = 0; i < f->each.n; i++)
    if (!f->each.at[i]->sign)
      f->each.at[i]->sign = arena_printf(b->arena, "%d", (int)i + 1);
  vec_free(&signs);
}

static void give_form(const View *v, Faces *f, Item *x)
{
  INVARIANT(v && v->program);
  const PType *t = &v->program->types[x->type];
  int sort = t->tag == T_THING ? v->program->things[x->value].kind : -1 - x->type;
  size_t k = 0;
  while (k < f->sorts.n && f->sorts.at[k] != sort) k++;
  if (k == f->sorts.n) vec_push(&f->sorts, sort);
  if (!x->look.form) x->look.form = forms[k % FORMS];
}

/* Tokens, and texts where there is little room: on lines and tokens. */
static bool has_sign(const Board *b, const Item *x)
{
  if (x->shape != ITEM_LABEL) return x->shape == ITEM_TOKEN && x->type >= 0;
  return x->on >= 0 && b->items.at[x->on].shape != ITEM_PLACE;
}

void look_apart(const View *v, Board *b)
{
  INVARIANT(b && b->arena);
  Faces f = {{0}, {0}};
  for (size_t i = 0; i < b->items.n; i++) {
    Item *x = &b->items.at[i];
    if (!has_sign(b, x)) continue;
    if (x->type >= 0 && x->value != NONE) give_form(v, &f, x);
    if (x->hidden) x->sign = "?";
    else if (f.each.n < MOST_FACES && !find_face(&f, x)) vec_push(&f.each, x);
  }
  give_signs(b, &f);
  for (size_t i = 0; i < b->items.n; i++) {
    Item *x = &b->items.at[i];
    if (!has_sign(b, x) || x->sign) continue;
    const Item *face = find_face(&f, x);
    x->sign = face ? face->sign : sign_of(b->arena, x->title, 0);
  }
  vec_free(&f.each);
  vec_free(&f.sorts);
}
