/* The pieces of a board: what a game puts on it.  No rule says how many there are, so a
 * game is played at random for a while, and the most that lay there at once are counted.
 */
#include "interp/print/print.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <string.h>

enum { GAMES = 4, ANSWERS = 300, STEP = 5 };

/* In any colour, if none is named. */
static Piece *find(const Print *p, size_t language, const char *id, const char *colour)
{
  for (size_t i = 0; i < p->pieces.n; i++) {
    Piece *x = &p->pieces.at[i];
    bool same = x->language == language && !strcmp(data_text(x->face, "id"), id);
    if (same && (!colour || !strcmp(data_text(x->face, "colour"), colour))) return x;
  }
  return NULL;
}

void piece_colours(const Print *p, size_t language, const char *kind, Names *colours)
{
  bool differ = false;
  for (size_t i = 0; i < p->pieces.n; i++) {
    const Piece *x = &p->pieces.at[i];
    const char *colour = data_text(x->face, "colour");
    if (x->language != language || strcmp(data_text(x->face, "kind"), kind)) continue;
    size_t k = 0;
    while (k < colours->n && strcmp(colours->at[k], colour)) k++;
    if (k == colours->n) vec_push(colours, colour);
    differ |= find(p, language, data_text(x->face, "id"), NULL) != x;
  }
  if (!differ) colours->n = 0;
}

const Piece *piece_find(const Print *p, size_t language, const char *id, const char *kind)
{
  const Piece *best = find(p, language, id, NULL);
  for (size_t i = 0; i < p->pieces.n && !best; i++) {
    const Piece *x = &p->pieces.at[i];
    if (x->language == language && *kind && !strcmp(data_text(x->face, "kind"), kind))
      best = x;
  }
  return best;
}

double pieces_room(const Print *p)
{
  double least = 0;
  for (size_t i = 0; i < p->pieces.n; i++)
    if (!i || p->pieces.at[i].room < least) least = p->pieces.at[i].room;
  return least;
}

bool board_has(const Print *p, const char *id)
{
  for (size_t l = 0; l < p->boards.n; l++) {
    const regel_data *views = regel_data_get(p->boards.at[l], "views");
    for (size_t v = 0; v < regel_data_count(views); v++) {
      const regel_data *items = regel_data_get(regel_data_at(views, v), "items");
      for (size_t i = 0; i < regel_data_count(items); i++) {
        const regel_data *x = regel_data_at(items, i);
        if (!*data_text(x, "on") && !strcmp(data_text(x, "value.thing.id"), id))
          return true;
      }
    }
  }
  return false;
}

/* What covers as many tiles is cut alike, though places are not to the hair as large. */
static void fit_size(const Print *p, double *w, double *h)
{
  static const double HAIR = 0.5; /* millimetres */
  for (size_t i = 0; i < p->pieces.n; i++) {
    const Piece *x = &p->pieces.at[i];
    if (x->w <= 0 || fabs(x->w - *w) > HAIR || fabs(x->h - *h) > HAIR) continue;
    *w = x->w, *h = x->h;
    return;
  }
}

/* The pieces of one board; true if one of them was not there before. */
static bool count(Print *p, size_t language, const regel_data *board)
{
  INVARIANT(p && p->rules);
  const regel_data *views = regel_data_get(board, "views");
  bool new = false;
  for (size_t v = 0; v < regel_data_count(views); v++) {
    const regel_data *view = regel_data_at(views, v),
                     *pieces = regel_data_get(view, "pieces");
    double scale = board_scale(&p->o, (double)data_number(view, "width"),
                               (double)data_number(view, "height"));
    for (size_t i = 0; i < regel_data_count(pieces); i++) {
      const regel_data *face = regel_data_at(pieces, i);
      int n = (int)data_number(face, "copies");
      double room = (double)data_number(face, "room") / 10 * scale;
      double w = (double)data_number(face, "w") / 10 * scale,
             h = (double)data_number(face, "h") / 10 * scale;
      Piece *x = find(p, language, data_text(face, "id"), data_text(face, "colour"));
      if (!x) {
        fit_size(p, &w, &h);
        vec_push(&p->pieces, ((Piece){face, language, n, room, w, h}));
        new = true;
        continue;
      }
      if (n > x->count) x->count = n;
      if (room < x->room) x->room = room;
    }
  }
  return new;
}

/* The pieces of one game, from its beginning on. */
static void play(Print *p, size_t which, regel_game *game)
{
  for (int i = 1; i <= ANSWERS && regel_answers(game) > 0; i++) {
    regel_answer(game, (int)regel_random(game, (uint64_t)regel_answers(game)));
    if (regel_step(game) != REGEL_DECIDE) break;
    if (i % STEP) continue;
    regel_data *now = regel_board(game, REGEL_SPECTATOR, REGEL_BOARD_PLACES);
    if (count(p, which, now)) vec_push(&p->data, now); /* pieces point into it */
    else regel_data_free(now);
  }
}

int pieces_gather(Print *p, regel_language *language)
{
  INVARIANT(p && p->rules);
  int code = -1;
  size_t which = p->boards.n;
  for (int i = 1; i <= GAMES && code < 0; i++) {
    regel_game *game = print_game(p, language, true, i, &code);
    if (!game) break;
    if (i == 1) {
      regel_data *board = regel_board(game, REGEL_SPECTATOR, REGEL_BOARD_PLACES);
      vec_push(&p->boards, board);
      count(p, which, board);
    }
    play(p, which, game);
    regel_game_free(game);
  }
  return code;
}
