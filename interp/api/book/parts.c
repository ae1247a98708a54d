/* The parts of a rulebook that are read from the rules: counts, settings, numbers, verbs,
 * faces and words. */
#include "interp/api/book/book.h"
#include "interp/board/grid.h"
#include "interp/rules/settings.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"
#include "interp/base/invariant.h"

#include <stdlib.h>
#include <string.h>

static const Program *program(const Book *b) { return b->view.program; }

static char *name_of(Book *b, NameSort sort, int i)
{
  Buf name = {0};
  render_name(&b->view, &name, sort, i, NULL, NULL);
  buf_capital(&name, 0);
  char *copy = arena_strdup(b->arena, buf_text(&name));
  buf_free(&name);
  return copy;
}

static char *number(Book *b, int64_t n)
{
  return arena_printf(b->arena, "%lld", (long long)n);
}

static BookBlock *row(Book *b, bool head, const char *first)
{
  BookBlock *r = book_add(b, BOOK_ROW, "");
  r->level = head;
  book_cell(b, r, first);
  return r;
}

/* Where a row of the ledger leads that a declaration cites. */
static const char *place(Book *b, const char *sort, int32_t name)
{
  return arena_printf(b->arena, "%s-%s", sort, program_string(program(b), name));
}

enum { MOST_ANSWERS = 2000 };

/* Answers as a test does, until set-up is over. */
static void set_up(Vm *vm, const Program *p)
{
  INVARIANT(p && p->header);
  int armed = p->header->armed;
  for (int i = 0; i < MOST_ANSWERS; i++) {
    VmStatus s = vm_step(vm);
    if ((s != VM_DECIDE && s != VM_CHANCE) || armed < 0 || vm_get(vm, armed, 0, 0))
      return;
    vm_answer(vm, 0);
  }
}

/* A game that has begun, with so many players; NULL if it cannot. */
static Vm *begin(const Program *p, int seats)
{
  int32_t *options = settings_new(p);
  Setup setup = {seats, 1, options};
  Buf why = {0};
  Vm *vm = NULL;
  if (settings_fit(p, seats, options, &why)) {
    vm = vm_new(p);
    vm_start(vm, &setup);
    set_up(vm, p);
  }
  buf_free(&why);
  free(options);
  return vm;
}

/* ---- components and set-up ------------------------------------------------------ */

static bool is_component(const Program *p, int kind)
{
  INVARIANT(kind >= 0 && kind < p->n_kinds);
  const PKind *k = &p->kinds[kind];
  return k->text >= 0 && !(k->flags & KIND_PLAYER) && k->count > 0 &&
         face_outer(p, k->first) < 0;
}

static int present(const Program *p, const Vm *vm, int kind)
{
  INVARIANT(kind >= 0 && kind < p->n_kinds);
  int n = 0;
  for (int32_t t = p->kinds[kind].first, i = 0; i < p->kinds[kind].count; i++)
    n += board_present(vm, t + i);
  return n;
}

/* A row of the set-up, with a column for each number of players. */
static BookBlock *setup_row(Book *b, Vm *const *vm, const char *name)
{
  const Program *p = program(b);
  if (!b->set_up) {
    Buf players = {0};
    words_add(b->view.lang, &players, SAY_BOOK_PLAYERS);
    book_part(b, SAY_BOOK_SETUP, "setup");
    BookBlock *head = row(b, true, buf_text(&players));
    for (int n = p->header->seats_low; n <= p->header->seats_high; n++)
      if (vm[n]) book_cell(b, head, number(b, n));
    buf_free(&players);
    b->set_up = true;
  }
  return row(b, false, name);
}

/* What lies in a pile when the first question is asked; of a player's, in that of the
 * first.  Nothing if it is empty for any number of players. */
static void put_pile(Book *b, Vm *const *vm, int field)
{
  const Program *p = program(b);
  const PField *f = &p->fields[field];
  int low = p->header->seats_low, high = p->header->seats_high, most = p->n_things;
  int counts[MAX_PLAYERS + 1] = {0}, some = 0;
  if (!(f->flags & FIELD_PILE) || f->kind > 0 || f->per_type >= 0) return;
  VEC(int32_t) room = {0};
  vec_reserve(&room, (size_t)most + 1);
  for (int n = low; n <= high; n++) {
    int32_t thing = f->kind < 0 ? 0 : f->first;
    if (!vm[n]) continue;
    counts[n] =
        vm_pile(vm[n], vm_pile_number(vm[n], field, thing, f->per_first), room.at, most);
    some += counts[n];
  }
  vec_free(&room);
  if (!some) return;
  char *name = name_of(b, NAME_FIELD, field);
  if (f->kind == 0)
    name = arena_printf(b->arena, "%s (%s)", name, name_of(b, NAME_KIND, 0));
  BookBlock *r = setup_row(b, vm, name);
  for (int n = low; n <= high; n++)
    if (vm[n]) book_cell(b, r, number(b, counts[n]));
}

/* Does the rulebook name this number: has it a name, and needs nothing to be told? */
static bool is_named_number(const Program *p, const PValue *v)
{
  return v->kind < 0 && !v->params && v->text >= 0 && v->type >= 0 && v->chunk >= 0 &&
         p->types[v->type].tag == T_NUM;
}

static char *value_name(Book *b, const PValue *v)
{
  Buf name = {0};
  render_value_name(&b->view, &name, v->text, v->name, NULL, NULL);
  buf_capital(&name, 0);
  char *copy = arena_strdup(b->arena, buf_text(&name));
  buf_free(&name);
  return copy;
}

/* A number that is another one for other numbers of players belongs to the set-up. */
static void put_varying(Book *b, Vm *const *vm, int i)
{
  const Program *p = program(b);
  const PValue *v = &p->values[i];
  int low = p->header->seats_low, high = p->header->seats_high;
  int64_t found[MAX_PLAYERS + 1] = {0}, first = NONE;
  for (int n = low; n <= high && is_named_number(p, v); n++) {
    const int64_t *words = vm[n] ? vm_eval(vm[n], v->chunk, NONE, NONE) : NULL;
    found[n] = words ? *words : NONE;
    if (!words) continue;
    if (first == NONE) first = *words;
    b->varies[i] |= *words != first;
  }
  if (!b->varies[i]) return;
  BookBlock *r = setup_row(b, vm, value_name(b, v));
  r->id = place(b, "value", v->name);
  for (int n = low; n <= high; n++)
    if (vm[n]) book_cell(b, r, found[n] == NONE ? "–" : number(b, found[n]));
}

/* How many there are of each kind, of each pile and in each hand, for 2, 3, 4 …. */
void book_components(Book *b)
{
  const Program *p = program(b);
  int low = p->header->seats_low, high = p->header->seats_high;
  Vm *vm[MAX_PLAYERS + 1] = {0};
  for (int n = low; n <= high; n++) vm[n] = begin(p, n);
  book_part(b, SAY_BOOK_COMPONENTS, "components");
  for (int k = 0; k < p->n_kinds; k++)
    if (is_component(p, k)) {
      BookBlock *r = row(b, false, name_of(b, NAME_KIND, k));
      book_cell(b, r, number(b, card_count(p, k)));
    }
  for (int k = 0; k < p->n_kinds; k++) {
    bool all = true, none = true; /* neither says anything about the number of players */
    for (int n = low; n <= high; n++) {
      all &= !vm[n] || present(p, vm[n], k) == card_count(p, k);
      none &= !vm[n] || !present(p, vm[n], k);
    }
    if (!is_component(p, k) || all || none) continue;
    BookBlock *r = setup_row(b, vm, name_of(b, NAME_KIND, k));
    for (int n = low; n <= high; n++)
      if (vm[n]) book_cell(b, r, number(b, present(p, vm[n], k)));
  }
  for (int i = 0; i < p->n_fields; i++) put_pile(b, vm, i);
  b->varies = arena_alloc(b->arena, (size_t)p->n_values + 1);
  memset(b->varies, 0, (size_t)p->n_values + 1);
  for (int i = 0; i < p->n_values; i++) put_varying(b, vm, i);
  for (int n = low; n <= high; n++)
    if (vm[n]) vm_free(vm[n]);
}

/* ---- the board ------------------------------------------------------------------ */

/* What is printed on it: the places, without what lies there, with room for all that can
 * play. */
void book_board(Book *b)
{
  const regel_setup all = {.players = regel_rules_most(b->rules)};
  regel_game *game = regel_game_new(b->rules, &all, NULL);
  if (!game) return;
  regel_speak(game, b->language);
  regel_auto_chance(game, 1);
  regel_step(game);
  regel_data *board = regel_board(game, REGEL_SPECTATOR, REGEL_BOARD_PLACES);
  const regel_data *views = regel_data_get(board, "views");
  bool some = false;
  for (size_t i = 0; i < regel_data_count(views); i++) {
    const regel_data *v = regel_data_at(views, i);
    const char *svg = regel_data_text(regel_data_get(v, "svg"));
    if (!*svg) continue;
    if (regel_data_number(regel_data_get(v, "more")))
      book_say(b, "\"%s\" shows more than a board can hold",
               regel_data_text(regel_data_get(v, "title")));
    if (!some) book_part(b, SAY_BOOK_BOARD, "board");
    some = true;
    book_add(b, BOOK_PICTURE, svg);
  }
  regel_data_free(board);
  regel_game_free(game);
}

/* ---- settings and numbers ------------------------------------------------------- */

static void put_choices(Book *b, Buf *out, int type)
{
  const PType *t = &program(b)->types[type];
  if (t->tag == T_NUM) {
    buf_printf(out, "%d–%d", t->lo, t->hi);
    return;
  }
  for (int64_t v = t->lo; v <= t->hi; v++) {
    if (v > t->lo) buf_add(out, ", ");
    render_scalar(&b->view, out, type, v);
  }
}

void book_options(Book *b)
{
  const Program *p = program(b);
  int n = settings_count(p);
  Vm *vm = begin(p, p->header->seats_low);
  if (n) {
    static const Saying heads[] = {SAY_BOOK_OPTION, SAY_BOOK_CHOICES, SAY_BOOK_AS_IT_IS};
    book_part(b, SAY_BOOK_OPTIONS, "options");
    BookBlock *head = NULL;
    for (int i = 0; i < 3; i++) {
      Buf word = {0};
      words_add(b->view.lang, &word, heads[i]);
      if (i) book_cell(b, head, buf_text(&word));
      else head = row(b, true, buf_text(&word));
      buf_free(&word);
    }
  }
  for (int i = 0; i < n; i++) {
    const PField *f = settings_option(p, i);
    Buf choices = {0}, first = {0};
    put_choices(b, &choices, f->type);
    int at = (int)(f - p->fields);
    if (vm) render_scalar(&b->view, &first, f->type, vm_get(vm, at, 0, f->per_first));
    BookBlock *r = row(b, false, name_of(b, NAME_FIELD, at));
    r->id = place(b, "option", f->name);
    book_cell(b, r, buf_text(&choices));
    book_cell(b, r, buf_text(&first));
    buf_free(&choices);
    buf_free(&first);
  }
  if (vm) vm_free(vm);
}

/* Numbers and words that the rules name and that need nothing to be told. */
void book_numbers(Book *b)
{
  const Program *p = program(b);
  Vm *vm = begin(p, p->header->seats_low);
  bool some = false;
  for (int i = 0; vm && i < p->n_values; i++) {
    const PValue *v = &p->values[i];
    if (!is_named_number(p, v) || b->varies[i]) continue;
    const int64_t *words = vm_eval(vm, v->chunk, NONE, NONE);
    if (!words) continue;
    if (!some) book_part(b, SAY_BOOK_NUMBERS, "numbers");
    some = true;
    Buf value = {0};
    render_scalar(&b->view, &value, v->type, *words);
    BookBlock *r = row(b, false, value_name(b, v));
    r->id = place(b, "value", v->name);
    book_cell(b, r, buf_text(&value));
    buf_free(&value);
  }
  if (vm) vm_free(vm);
}

/* ---- what is done --------------------------------------------------------------- */

/* The kind of the thing that a text calls by this name, or -1. */
static int named_kind(const Program *p, const PText *t, const char *name, size_t n)
{
  if (n == 2 && !strncmp(name, "me", 2)) return 0;
  for (int i = t->first_arg; i < t->first_arg + t->args; i++) {
    const char *arg = program_string(p, p->args[i].name);
    int type = p->args[i].type;
    if (strlen(arg) == n && !memcmp(arg, name, n) && type >= 0 &&
        p->types[type].tag == T_THING)
      return p->types[type].kind;
  }
  return -1;
}

/* What stands for something that is known only in a game: the name of what it is.  What
 * has none is left open; names that only the source has tell a reader nothing. */
static void put_slot(Book *b, Buf *title, int32_t text, const char *name, size_t n)
{
  const Program *p = program(b);
  const char *dot = memchr(name, '.', n);
  int kind = dot ? -1 : named_kind(p, &p->texts[text], name, n), column = -1;
  for (int i = 0; dot && i < p->n_columns; i++) {
    const char *of = program_string(p, p->columns[i].name);
    size_t length = n - (size_t)(dot + 1 - name);
    if (p->columns[i].text >= 0 && strlen(of) == length && !memcmp(of, dot + 1, length))
      column = i;
  }
  if (kind == 0 || (kind > 0 && p->kinds[kind].text >= 0))
    buf_printf(title, "(%s)", name_of(b, NAME_KIND, kind));
  else if (column >= 0) buf_printf(title, "(%s)", name_of(b, NAME_COLUMN, column));
  else buf_add(title, "…");
}

/* The text of a verb as a heading: "Move {a} {n|one field|{n} fields}|told=…" is "Move
 * (Agent) …". */
static char *verb_title(Book *b, int32_t text)
{
  Buf words = {0}, title = {0};
  render_words(&b->view, &words, text);
  for (const char *s = buf_text(&words); *s && *s != '|';) {
    if (*s != '{') {
      buf_char(&title, *s++);
      continue;
    }
    size_t n = strcspn(s + 1, "|:}");
    put_slot(b, &title, text, s + 1, n);
    int depth = 0;
    do depth += (*s == '{') - (*s == '}');
    while (*s++ && depth && *s);
  }
  char *copy = arena_strdup(b->arena, buf_text(&title));
  buf_free(&words);
  buf_free(&title);
  return copy;
}

void book_acts(Book *b)
{
  const Program *p = program(b);
  bool some = false;
  for (int i = 0; i < p->n_verbs; i++) {
    const PVerb *v = &p->verbs[i];
    Buf text = {0};
    bool whole = v->kind < 0 && v->text >= 0 && compose_verb(&b->view, &text, i);
    if (whole && text.n) { /* half of what is done is worse than nothing */
      if (!some) book_part(b, SAY_BOOK_ACTS, "acts");
      some = true;
      BookBlock *r = row(b, false, verb_title(b, v->text));
      r->id = place(b, "verb", v->name);
      book_cell(b, r, text.at);
    }
    buf_free(&text);
  }
}

/* ---- faces and words ------------------------------------------------------------ */

static void put_face(Book *b, int32_t thing)
{
  const Program *p = program(b);
  Buf head = {0}, text = {0};
  card_head(&b->view, &head, thing, card_copies(p, NULL, thing));
  card_values(&b->view, &text, thing);
  compose_thing(&b->view, &text, thing);
  card_inner(&b->view, &text, thing, 10000);
  head.at[head.n - 1] = 0; /* the line's end */
  buf_capital(&head, 0);
  BookBlock *f = book_add(b, BOOK_FACE, head.at);
  f->id = arena_printf(b->arena, "card-%s", program_string(p, p->things[thing].name));
  for (const char *s = buf_text(&text); *s;) {
    size_t n = strcspn(s, "\n");
    vec_push(&f->cells, arena_strndup(b->arena, s, n));
    s += n + (s[n] == '\n');
  }
  buf_free(&head);
  buf_free(&text);
}

void book_faces(Book *b)
{
  const Program *p = program(b);
  bool some = false;
  for (int k = 0; k < p->n_kinds; k++) {
    if (!is_component(p, k) || (p->kinds[k].width > 0 && p->kinds[k].cells < 0)) continue;
    if (!some) book_part(b, SAY_BOOK_CARDS, "cards");
    some = true;
    book_heading(b, 3,
                 arena_printf(b->arena, "kind-%s", program_string(p, p->kinds[k].name)),
                 name_of(b, NAME_KIND, k));
    for (int32_t t = p->kinds[k].first; t < p->kinds[k].first + p->kinds[k].count; t++)
      if (p->things[t].face == t && card_copies(p, NULL, t)) put_face(b, t);
  }
}

typedef struct Term {
  const char *words, *means, *link;
} Term;
typedef VEC(Term) Terms;

static int by_words(const void *x, const void *y)
{
  return strcmp(((const Term *)x)->words, ((const Term *)y)->words);
}

/* What a field can be: whose it is, and what it holds. */
static const char *field_means(Book *b, int field)
{
  const Program *p = program(b);
  const PField *f = &p->fields[field];
  const PType *t = &p->types[f->type];
  Buf what = {0}, means = {0};
  bool pile = f->flags & FIELD_PILE;
  const char *kind =
      (pile || t->tag == T_THING) && t->kind >= 0 && p->kinds[t->kind].text >= 0
          ? name_of(b, NAME_KIND, t->kind)
          : "";
  if (pile && *kind) words_say(b->view.lang, &what, SAY_BOOK_PILE, kind, NULL, NULL);
  else if (t->tag == T_FLAG) words_add(b->view.lang, &what, SAY_BOOK_FLAG);
  else if (t->tag == T_NUM) buf_printf(&what, "%d–%d", t->lo, t->hi);
  else if (!pile) buf_add(&what, kind);
  if (f->kind >= 0) buf_add(&means, name_of(b, NAME_KIND, f->kind));
  if (means.n && what.n) words_add(b->view.lang, &means, SAY_COLON);
  buf_add(&means, buf_text(&what));
  char *copy = arena_strdup(b->arena, buf_text(&means));
  buf_free(&what);
  buf_free(&means);
  return copy;
}

/* Kinds, and fields that players read: what they are, and where they stand. */
static void glossary(Book *b, Terms *terms)
{
  const Program *p = program(b);
  for (int k = 0; k < p->n_kinds; k++)
    if (is_component(p, k)) {
      Buf pieces = {0};
      words_say(b->view.lang, &pieces, SAY_BOOK_PIECES, number(b, card_count(p, k)), NULL,
                NULL);
      Term t = {name_of(b, NAME_KIND, k), arena_strdup(b->arena, buf_text(&pieces)),
                arena_printf(b->arena, "kind-%s", program_string(p, p->kinds[k].name))};
      vec_push(terms, t);
      buf_free(&pieces);
    }
  for (int i = 0; i < p->n_fields; i++) {
    const PField *f = &p->fields[i];
    if (f->text < 0 || f->flags & (FIELD_OPTION | FIELD_HIDDEN)) continue;
    Term t = {name_of(b, NAME_FIELD, i), field_means(b, i), NULL};
    vec_push(terms, t);
  }
}

static void put_terms(Book *b, Terms *terms)
{
  if (terms->n) qsort(terms->at, terms->n, sizeof *terms->at, by_words);
  for (size_t i = 0; i < terms->n; i++) {
    BookBlock *r = row(b, false, terms->at[i].words);
    if (terms->at[i].means) book_cell(b, r, terms->at[i].means);
    if (!terms->at[i].link) continue;
    BookLink link = {terms->at[i].words, terms->at[i].link, 0};
    vec_push(&r->links, link);
  }
  vec_free(terms);
}

void book_words(Book *b)
{
  Terms terms = {0}, index = {0};
  size_t n = b->blocks.n;
  glossary(b, &terms);
  if (terms.n) book_part(b, SAY_BOOK_GLOSSARY, "glossary");
  put_terms(b, &terms);
  for (size_t i = 0; i < n; i++) {
    const BookBlock *k = &b->blocks.at[i];
    if (k->sort != BOOK_FACE && !(k->sort == BOOK_HEADING && k->level > 2 && k->id))
      continue;
    const char *words = k->text + strspn(k->text, "0123456789.");
    words += strspn(words, " ");
    Term t = {*words ? words : k->text, NULL, k->id};
    vec_push(&index, t);
  }
  if (index.n) book_part(b, SAY_BOOK_INDEX, "index");
  put_terms(b, &index);
}
