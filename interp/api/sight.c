/* What somebody at a table reads: names, lines of views, faces one by one, where an
 * answer leads. */
#include "interp/api/api_int.h"
#include "interp/api/fault.h"
#include "interp/base/invariant.h"
#include "interp/base/name.h"
#include "interp/board/describe.h"
#include "interp/board/picture.h"
#include "interp/session/ahead.h"
#include "interp/session/meant.h"
#include "interp/session/shares.h"
#include "interp/session/why.h"
#include "interp/text/card/card.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"

int regel_rules_secrets(const regel_rules *r) { return log_has_secrets(r->program); }

int regel_rules_views(const regel_rules *r) { return r->program->n_views; }

static bool asked(regel_game *g) { return g->session.asked && vm_decision(api_vm(g)); }

/* ---- lines ------------------------------------------------------------------------ */

regel_data *regel_fault(regel_game *g)
{
  View v = api_view(g, REGEL_SEES_ALL);
  VmFault fault = vm_fault(v.vm);
  if (vm_error(v.vm) == R_OK) return NULL;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  json_open(&j, '{');
  api_put_fault(&j, v.program, &v, &fault);
  json_close(&j, '}');
  return api_data(arena, &j);
}

const char *regel_view_lines(regel_game *g, int viewer, int view, unsigned how,
                             int *board)
{
  View v = api_words_view(g, viewer), known = picture_reader(&v);
  BoardLines which = how & REGEL_APART     ? LINES_APART
                     : how & REGEL_BUSY    ? LINES_BUSY
                     : how & REGEL_WRITTEN ? LINES_NOTES
                                           : LINES_ALL;
  PictureShows shows = SHOWS_WORDS;
  if (view >= 0 && view < v.program->n_views)
    shows =
        picture_view(&known, &g->words, view, how & REGEL_COLOUR, api_width(g), which);
  if (board) *board = shows;
  return buf_text(&g->words);
}

const char *regel_table_players(regel_game *g, int viewer)
{
  View v = api_words_view(g, viewer);
  describe_players(&v, &g->words, api_width(g));
  return buf_text(&g->words);
}

const char *regel_who(regel_game *g, uint32_t seats)
{
  View v = api_words_view(g, REGEL_SPECTATOR);
  render_seats(&v, &g->words, seats);
  return buf_text(&g->words);
}

const char *regel_why_among(regel_game *g, int viewer, const int *answers, int count,
                            const char *name)
{
  View real = api_words_view(g, viewer);
  Shares shares = {0};
  Why why;
  VEC(int) there = {0};
  if (!asked(g)) return buf_text(&g->words);
  View v = picture_asked(&real);
  for (int i = 0; i < count; i++) {
    int answer = picture_answer(&real, &v, answers[i]);
    if (answer >= 0) vec_push(&there, answer);
  }
  why_find(&v, there.at, (int)there.n, name, &why);
  vec_free(&there);
  if (why.kind == WHY_UNKNOWN && shares_find(&real, name, &shares))
    shares_say(&real, &shares, &g->words);
  else why_say(&v, &why, &g->words);
  shares_free(&shares);
  buf_free(&why.title);
  return buf_text(&g->words);
}

int regel_meant(regel_game *g, int seat, const char *text)
{
  int option;
  if (!asked(g) || seat < 0 || seat >= g->session.seats) return -1;
  View real = api_view(g, seat), v = picture_asked(&real);
  MeantResult r = meant_find(&v, seat, text, false, &option, NULL);
  return r == MEANT_ONE || r == MEANT_PART ? picture_answer(&v, &real, option) : -1;
}

/* ---- faces ------------------------------------------------------------------------ */

int regel_things(const regel_game *g) { return g->session.program->n_things; }

int regel_thing_face(const regel_game *g, int thing)
{
  const Program *p = g->session.program;
  return thing >= 0 && thing < p->n_things ? p->things[thing].face : -1;
}

/* Things that the reader can see and that have something written on them. */
static bool readable(const View *v, int32_t thing)
{
  const Program *p = v->program;
  if (thing < 0 || thing >= p->n_things) return false;
  const PKind *k = &p->kinds[p->things[thing].kind];
  if (k->flags & KIND_PLAYER || k->text < 0) return false;
  return view_sees_thing(v, thing) && face_seen(v, thing);
}

/* Each face once. */
static int add_face(const Program *p, int32_t thing, int *things, int n, int most)
{
  for (int i = 0; i < n; i++)
    if (p->things[things[i]].face == p->things[thing].face) return n;
  if (n < most) things[n++] = thing;
  return n;
}

int regel_things_held(regel_game *g, int viewer, int *things, int most)
{
  View v = api_view(g, viewer);
  const Program *p = v.program;
  int n = 0;
  for (int32_t i = 0; i < p->n_things && n < most; i++) {
    int32_t owner, per;
    int pile = vm_pile_of(v.vm, i);
    int field = pile < 0 ? -1 : vm_pile_field(v.vm, pile, &owner, &per);
    bool own = field >= 0 && p->fields[field].kind == 0 && owner == viewer;
    if (own && readable(&v, i)) n = add_face(p, i, things, n, most);
  }
  return n;
}

int regel_things_in_force(regel_game *g, int viewer, int *things, int most)
{
  View v = api_view(g, viewer);
  const Program *p = v.program;
  int n = 0;
  for (int i = 0; i < p->n_fields && n < most; i++) {
    const PField *f = &p->fields[i];
    bool names = f->kind < 0 && f->per_type < 0 &&
                 !(f->flags & (FIELD_PILE | FIELD_HIDDEN)) &&
                 p->types[f->type].tag == T_THING && view_sees_field(&v, i, 0);
    int64_t thing = names ? vm_get(v.vm, i, 0, f->per_first) : NONE;
    if (thing != NONE && readable(&v, (int32_t)thing))
      n = add_face(p, (int32_t)thing, things, n, most);
  }
  return n;
}

int regel_things_named(regel_game *g, int viewer, const char *name, int *things, int most)
{
  View v = api_view(g, viewer);
  int best = 1, n = 0;
  for (int32_t i = 0; i < v.program->n_things; i++) {
    Buf title = {0};
    if (readable(&v, i)) render_thing(&v, &title, i);
    int well = title.n ? name_fits(name, buf_text(&title)) : 0;
    if (title.n && well < 3) { /* "Route C", as answers call it, is the Route "C" */
      Buf kind = {0};
      render_name(&v, &kind, NAME_KIND, v.program->things[i].kind, NULL, NULL);
      buf_printf(&kind, " %s", buf_text(&title));
      int as_kind = name_fits(name, buf_text(&kind));
      if (as_kind > well) well = as_kind;
      buf_free(&kind);
    }
    buf_free(&title);
    if (well < best) continue;
    if (well > best) n = 0;
    best = well;
    n = add_face(v.program, i, things, n, most);
  }
  return n;
}

/* The things that an answer refers to, whether they can be read or not. */
static int refers_to(const View *v, int answer, int *things, int most)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  Option o = vm_option(v->vm, answer);
  const PAlt *a = o.alt >= 0 ? &p->alts[o.alt] : NULL;
  int n = 0;
  if (!a || a->type < 0) return 0;
  if (a->form == ALT_MOVE) {
    for (int k = 0; k < program_parts(p, o.alt) && n < most; k++) {
      int32_t thing = program_part(p, o.alt, o.value, k);
      if (alt_has_things(p, o.alt + k) && thing != NONE) things[n++] = thing;
    }
    return n;
  }
  const PType *t = &p->types[a->type];
  if ((t->elem >= 0 ? &p->types[t->elem] : t)->tag != T_THING) return 0;
  if (a->form == ALT_ELEMENT && o.value >= 0 && o.value < p->n_things)
    things[n++] = o.value;
  if (a->form != ALT_SUBSET) return n;
  uint64_t set[MAX_THINGS / 64 + 1];
  vm_option_set(v->vm, answer, set);
  for (int64_t value = t->lo; value <= t->hi && n < most; value++)
    if (set[(value - t->lo) / 64] >> ((value - t->lo) % 64) & 1) things[n++] = (int)value;
  return n;
}

static bool is_answer(regel_game *g, int answer)
{
  return asked(g) && answer >= 0 && answer < regel_answers(g);
}

int regel_things_of(regel_game *g, int viewer, int answer, int *things, int most)
{
  if (!is_answer(g, answer)) return 0;
  View v = api_view(g, viewer);
  int n = 0, all = refers_to(&v, answer, things, most);
  for (int i = 0; i < all; i++)
    if (readable(&v, things[i])) things[n++] = things[i];
  return n;
}

/* Could it be another one, for all that somebody else knows of the pile it lies in? */
static bool may_be_another(Vm *vm, int thing)
{
  int pile = vm_pile_of(vm, thing), two[2];
  if (pile >= 0 && vm_pile(vm, pile, two, 2) < 2) return false;
  for (int seat = 0; seat < vm_seats(vm); seat++)
    if (!vm_sees_thing(vm, seat, thing)) return true;
  return false;
}

int regel_answer_hidden(regel_game *g, int answer)
{
  enum { SEVERAL = 64 };
  if (!is_answer(g, answer)) return 0;
  View v = api_view(g, REGEL_SPECTATOR);
  int things[SEVERAL], n = refers_to(&v, answer, things, SEVERAL);
  bool hidden = vm_gathers(v.vm);
  for (int i = 0; i < n && !hidden; i++) hidden = may_be_another(v.vm, things[i]);
  return hidden;
}

/* The thing that an answer is, or begins with; -1: none. */
static int one_of(const View *v, int answer)
{
  int thing;
  Option o = vm_option(v->vm, answer);
  if (refers_to(v, answer, &thing, 1) != 1) return -1;
  return program_part(v->program, o.alt, o.value, 0) == thing ? thing : -1;
}

/* What lies on the boards where a thing is, or where it lies. */
static void put_about(const View *v, int thing, const char *known_as, Buf *b, int width)
{
  View known = picture_reader(v);
  for (int i = 0; i < v->program->n_views && !b->n; i++) {
    Board *board = board_new(&known, i, false);
    board_about(board, &known, thing, known_as, b, width);
    board_free(board);
  }
}

/* What lies in piles is read like a card, and so is what has several values printed on it
 * and is no place or pawn. */
static bool is_read(const View *v, int thing)
{
  enum { SEVERAL = 2, WIDE = 80 };
  const Program *p = v->program;
  int kind = p->things[thing].kind, values = 0;
  if (p->kinds[kind].cells >= 0) return true;
  for (int i = 0; i < p->n_columns; i++)
    values += p->columns[i].kind == kind && p->columns[i].text >= 0;
  if (values < SEVERAL) return false;
  Buf about = {0};
  put_about(v, thing, "", &about, WIDE);
  bool lies = about.n;
  buf_free(&about);
  return !lies;
}

int regel_thing_chosen(regel_game *g, int viewer, int answer)
{
  if (!is_answer(g, answer)) return -1;
  View v = api_view(g, viewer);
  int thing = one_of(&v, answer);
  return thing >= 0 && readable(&v, thing) && is_read(&v, thing) ? thing : -1;
}

const char *regel_thing_title(regel_game *g, int viewer, int thing)
{
  View v = api_words_view(g, viewer);
  if (readable(&v, thing)) render_thing(&v, &g->words, thing);
  return buf_text(&g->words);
}

const char *regel_thing_text(regel_game *g, int viewer, int thing)
{
  View v = api_words_view(g, viewer);
  if (readable(&v, thing)) compose_thing(&v, &g->words, thing);
  return buf_text(&g->words);
}

const char *regel_thing_values(regel_game *g, int viewer, int thing)
{
  View v = api_words_view(g, viewer);
  v.edition = v.vm; /* this one */
  if (readable(&v, thing)) card_values(&v, &g->words, thing);
  return buf_text(&g->words);
}

const char *regel_answer_ahead(regel_game *g, int viewer, int answer)
{
  View v = api_words_view(g, viewer);
  if (is_answer(g, answer) && v.seat >= 0 && picture_may_read(&v, answer))
    ahead_tell(&v, answer, &g->words);
  return buf_text(&g->words);
}

const char *regel_seat_could(regel_game *g, int viewer, int seat)
{
  View v = api_words_view(g, viewer);
  if (asked(g) && seat >= 0 && seat < g->session.seats && v.seat != VIEW_ALL)
    ahead_could(&v, seat, &g->words);
  return buf_text(&g->words);
}

const char *regel_thing_page(regel_game *g, int viewer, int thing)
{
  View v = api_words_view(g, viewer);
  Buf text = {0};
  v.edition = v.vm; /* this one */
  if (!readable(&v, thing)) return buf_text(&g->words);
  card_head(&v, &g->words, thing, card_copies(v.program, NULL, thing));
  card_values(&v, &text, thing);
  compose_thing(&v, &text, thing);
  buf_lines(&g->words, buf_text(&text), 2, api_width(g));
  card_inner(&v, &g->words, thing, api_width(g));
  buf_free(&text);
  return buf_text(&g->words);
}

const char *regel_answer_place(regel_game *g, int viewer, int answer,
                               const char *known_as, int width)
{
  View v = api_words_view(g, viewer);
  if (!v.program->n_views || !is_answer(g, answer)) return buf_text(&g->words);
  int thing = one_of(&v, answer);
  if (thing < 0 || !view_sees_thing(&v, thing)) return buf_text(&g->words);
  put_about(&v, thing, known_as, &g->words, width);
  return buf_text(&g->words);
}
