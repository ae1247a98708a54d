/* A saved table for Tabletop Simulator: sheets of up to 70 cards, and a deck for each
 * kind and language.  docs/tts.schema.json says what such a file is made of.  The game
 * keeps pictures by their address, so a sheet has the hash of its pixels in its name. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "interp/base/json.h"
#include "interp/print/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  TTS_COLUMNS = 10,
  TTS_ROWS = 7,
  TTS_SHEET = TTS_COLUMNS * TTS_ROWS,
  TTS_DPI = 150,
  TTS_DOTS = 8192 /* of a side of a sheet: more is loaded by no table */
};

static double least(double a, double b) { return a < b ? a : b; }

typedef struct Tts {
  Press *press;
  Json j;
  char *folder; /* as an absolute path */
  int decks, sheets;
} Tts;

/* Cards of one deck: `n` from `first` on, by number in `order`. */
typedef VEC(const Card *) Deck;

/* ---- sheets --------------------------------------------------------------------- */

static uint64_t hash_pixels(cairo_surface_t *s)
{
  const unsigned char *at = cairo_image_surface_get_data(s);
  size_t n = (size_t)cairo_image_surface_get_stride(s) *
             (size_t)cairo_image_surface_get_height(s);
  uint64_t h = 14695981039346656037u; /* FNV-1a */
  for (size_t i = 0; i < n; i++) h = (h ^ at[i]) * 1099511628211u;
  return h;
}

/* Draws cards in rows of ten, or one alone; the path of the file, NULL after a message.
 */
static char *put_sheet(Tts *t, const Card *const *cards, int n, bool back, bool alone)
{
  double w = cards[0]->w, h = cards[0]->h;
  int columns = alone ? 1 : TTS_COLUMNS, rows = alone ? 1 : TTS_ROWS;
  double scale =
      least(TTS_DPI / 72.0, least(TTS_DOTS / (w * columns), TTS_DOTS / (h * rows)));
  int wide = (int)(w * scale), high = (int)(h * scale);
  cairo_surface_t *s =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, wide * columns, high * rows);
  cairo_t *cr = cairo_create(s);
  cairo_scale(cr, wide / w, high / h);
  press_onto(t->press, cr);
  for (int i = 0; i < n; i++) {
    cairo_save(cr);
    cairo_translate(cr, w * (i % columns), h * (i / columns));
    cairo_rectangle(cr, 0, 0, w, h);
    cairo_clip(cr);
    t->press->quiet = back;
    if (back) card_back(t->press, cr, cards[i], 0);
    else card_front(t->press, cr, cards[i], 0);
    cairo_restore(cr);
  }
  cairo_destroy(cr);
  cairo_surface_flush(s);
  cairo_status_t status = cairo_surface_status(s);
  char *path = NULL;
  if (!status) {
    path = arena_printf(t->press->print->arena, "%s/%s-%s-%s-%016llx.png", t->folder,
                        cards[0]->kind, cards[0]->lang, back ? "back" : "front",
                        (unsigned long long)hash_pixels(s));
    status = cairo_surface_write_to_png(s, path);
  }
  cairo_surface_destroy(s);
  if (!status) return path;
  print_error("cannot write %s: %s", path ? path : t->folder,
              cairo_status_to_string(status));
  return NULL;
}

/* ---- objects -------------------------------------------------------------------- */

static void put_transform(Json *j, double x, double z)
{
  static const char *const names[] = {"posX", "posY",   "posZ",   "rotX",  "rotY",
                                      "rotZ", "scaleX", "scaleY", "scaleZ"};
  const double values[] = {x, 1.5, z, 0, 180, 180, 1, 1, 1};
  json_key_open(j, "Transform", '{');
  for (int i = 0; i < 9; i++) { json_key_real(j, names[i], values[i]); }
  json_close(j, '}');
}

static void put_head(Json *j, const char *name, const char *nickname, const char *words)
{
  static const char *const no[] = {"Locked", "GridProjection", "SidewaysCard"};
  static const char *const yes[] = {"Grid",    "Snap",  "Autoraise",       "Sticky",
                                    "Tooltip", "Hands", "HideWhenFaceDown"};
  json_key_text(j, "Name", name);
  json_key_text(j, "Nickname", nickname);
  json_key_text(j, "Description", words);
  json_key_open(j, "ColorDiffuse", '{');
  for (int i = 0; i < 3; i++) {
    json_key_real(j, i == 0 ? "r" : i == 1 ? "g" : "b", 0.713);
  }
  json_close(j, '}');
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) json_key_bool(j, no[i], false);
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) json_key_bool(j, yes[i], true);
}

typedef struct Sheets {
  int first; /* number of the first one */
  VEC(char *) fronts;
  VEC(char *) backs;
  bool own_backs;
} Sheets;

static void put_url(Json *j, const char *key, const char *path)
{
  Buf url = {0};
  buf_add(&url, "file:///");
  for (const char *s = path + (*path == '/'); *s; s++) {
    if (strchr(" %?#\"", *s)) buf_printf(&url, "%%%02X", (unsigned char)*s);
    else buf_char(&url, *s);
  }
  json_key_text(j, key, url.at);
  buf_free(&url);
}

static void put_custom(Json *j, const Sheets *s, int only)
{
  json_key_open(j, "CustomDeck", '{');
  for (int i = 0; i < (int)s->fronts.n; i++) {
    if (only >= 0 && only != i) continue;
    char number[16];
    snprintf(number, sizeof number, "%d", s->first + i);
    json_key_open(j, number, '{');
    put_url(j, "FaceURL", s->fronts.at[i]);
    put_url(j, "BackURL", s->backs.at[s->own_backs ? i : 0]);
    json_key_int(j, "NumWidth", TTS_COLUMNS);
    json_key_int(j, "NumHeight", TTS_ROWS);
    json_key_bool(j, "BackIsHidden", true); /* hidden hands show the back */
    json_key_bool(j, "UniqueBack", s->own_backs);
    json_close(j, '}');
  }
  json_close(j, '}');
}

/* What it does, for the tooltip and for searching. */
static void describe(const Card *c, Buf *b)
{
  const regel_data *texts = regel_data_get(c->face, "texts");
  for (size_t i = 0; i < regel_data_count(texts); i++)
    buf_printf(b, "%s%s", i ? "\n" : "", regel_data_text(regel_data_at(texts, i)));
}

static int card_number(const Sheets *s, int i)
{
  return (s->first + i / TTS_SHEET) * 100 + i % TTS_SHEET;
}

static void put_card(Json *j, const Sheets *s, const Card *c, int i, double x, double z)
{
  Buf words = {0};
  describe(c, &words);
  json_open(j, '{');
  put_head(j, "Card", c->title, buf_text(&words));
  put_transform(j, x, z);
  json_key_int(j, "CardID", card_number(s, i));
  put_custom(j, s, i / TTS_SHEET);
  json_close(j, '}');
  buf_free(&words);
}

static void put_deck(Tts *t, const Deck *d, const Sheets *s)
{
  Json *j = &t->j;
  const Card *first = d->at[0];
  double x = (t->decks % 8) * 4.0 - 14, z = 4 - (t->decks / 8) * 5.0;
  t->decks++;
  if (d->n == 1 && first->copies == 1) {
    put_card(j, s, first, 0, x, z);
    return;
  }
  json_open(j, '{');
  put_head(j, "DeckCustom", first->noun, first->lang);
  put_transform(j, x, z);
  json_key_open(j, "DeckIDs", '[');
  for (size_t i = 0; i < d->n; i++)
    for (int k = 0; k < d->at[i]->copies; k++) json_int(j, card_number(s, (int)i));
  json_close(j, ']');
  put_custom(j, s, -1);
  json_key_open(j, "ContainedObjects", '[');
  for (size_t i = 0; i < d->n; i++)
    for (int k = 0; k < d->at[i]->copies; k++) put_card(j, s, d->at[i], (int)i, x, z);
  json_close(j, ']');
  json_close(j, '}');
}

/* ---- decks ---------------------------------------------------------------------- */

static bool draw_sheets(Tts *t, const Deck *d, Sheets *s)
{
  s->first = t->sheets + 1;
  s->own_backs = card_has_back(d->at[0]);
  for (size_t i = 0; i < d->n; i += TTS_SHEET) {
    int n = (int)(d->n - i < TTS_SHEET ? d->n - i : TTS_SHEET);
    char *front = put_sheet(t, d->at + i, n, false, false);
    if (!front) return false;
    vec_push(&s->fronts, front);
    t->sheets++;
    if (i && !s->own_backs) continue;
    char *back = put_sheet(t, d->at + i, s->own_backs ? n : 1, true, !s->own_backs);
    if (!back) return false;
    vec_push(&s->backs, back);
  }
  return true;
}

static bool same_deck(const Card *a, const Card *b)
{
  return !strcmp(a->kind, b->kind) && !strcmp(a->lang, b->lang) && a->w == b->w &&
         a->h == b->h;
}

static bool put_decks(Tts *t)
{
  const Cards *cards = &t->press->print->cards;
  bool fine = true;
  for (size_t i = 0; i < cards->n && fine; i++) {
    bool done = false;
    for (size_t k = 0; k < i && !done; k++)
      done = same_deck(&cards->at[k], &cards->at[i]);
    if (done) continue;
    Deck d = {0};
    Sheets s = {0};
    for (size_t k = i; k < cards->n; k++)
      if (same_deck(&cards->at[i], &cards->at[k])) vec_push(&d, &cards->at[k]);
    fine = draw_sheets(t, &d, &s);
    if (fine) put_deck(t, &d, &s);
    vec_free(&d);
    vec_free(&s.fronts);
    vec_free(&s.backs);
  }
  return fine;
}

/* Hands that only their owners see, round the table. */
static void put_hands(Json *j, int players)
{
  static const char *const colours[] = {"White", "Red",    "Yellow", "Green", "Teal",
                                        "Blue",  "Purple", "Pink",   "Brown"};
  const int most = sizeof colours / sizeof *colours;
  json_key_open(j, "Hands", '{');
  json_key_bool(j, "Enable", true);
  json_key_bool(j, "DisableUnused", false);
  json_key_int(j, "Hiding", 0); /* as the game hides them by itself */
  json_key_open(j, "HandTransforms", '[');
  for (int i = 0; i < players && i < most; i++) {
    json_open(j, '{');
    json_key_text(j, "Color", colours[i]);
    put_transform(j, (i % 5) * 12.0 - 24, i < 5 ? -18 : 18);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_close(j, '}');
}

static bool put_save(Tts *t)
{
  static const char *const empty[] = {
      "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "XmlUI"};
  Json *j = &t->j;
  json_open(j, '{');
  json_key_text(j, "SaveName", t->press->print->title);
  json_key_text(j, "GameMode", t->press->print->title);
  json_key_real(j, "Gravity", 0.5);
  json_key_real(j, "PlayArea", 0.5);
  for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
    json_key_text(j, empty[i], "");
  put_hands(j, regel_rules_most(t->press->print->rules));
  json_key_open(j, "ObjectStates", '[');
  bool fine = put_decks(t);
  json_close(j, ']');
  json_key_text(j, "VersionNumber", "");
  json_close(j, '}');
  return fine;
}

int output_tts(Press *p)
{
  if (print_has_board(p->print))
    print_error("the board is not on the table; regel board %s -o board.png draws it",
                p->print->o.game);
  if (!make_folder(p->print->o.output)) return PRINT_IO;
  Tts t = {.press = p, .folder = realpath(p->print->o.output, NULL)};
  Buf path = {0};
  buf_printf(&path, "%s/%s.json", p->print->o.output, regel_rules_name(p->print->rules));
  FILE *f = t.folder ? fopen(path.at, "wb") : NULL;
  bool fine = f != NULL;
  if (fine) {
    t.j = json_new(f);
    fine = put_save(&t);
    if (fclose(f)) fine = false;
  } else print_error("cannot write %s: %s", path.at, strerror(errno));
  free(t.folder);
  buf_free(&path);
  return fine ? PRINT_FINE : PRINT_IO;
}
