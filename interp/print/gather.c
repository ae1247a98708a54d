/* Which cards are printed: the faces of the rules in every language that was asked for.
 */
#include "interp/print/colour.h"
#include "interp/print/print.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* ---- the rules ------------------------------------------------------------------ */

static int open_rules(Print *p)
{
  regel_data *messages = NULL;
  p->library = regel_library_new(NULL);
  Names packs = {0};
  for (size_t i = 0; i < p->o.packs.n; i++) vec_push(&packs, p->o.packs.at[i]);
  vec_push(&packs, NULL);
  p->rules = regel_open_with(p->library, p->o.game, packs.at, &messages);
  vec_free(&packs);
  if (!p->rules) {
    const regel_data *text = regel_data_get(messages, "0.text");
    print_error("%s; regel check %s says more", regel_data_text(text), p->o.game);
  }
  regel_data_free(messages);
  return p->rules ? -1 : PRINT_SOURCE;
}

static int open_language(Print *p, const char *code, regel_language **language)
{
  char *why = NULL;
  *language = NULL;
  if (!strcmp(code, "en")) return -1;
  *language = regel_language_open(p->rules, code, &why);
  if (*language) {
    vec_push(&p->languages, *language);
    return -1;
  }
  print_error("%s", why ? why : code);
  regel_free(why);
  return PRINT_USAGE;
}

/* The faces in a language, all of them or those of a game with the settings. */
static int faces_of(Print *p, regel_language *language, regel_data **faces)
{
  if (!p->o.sets.n && !p->o.players) {
    *faces = regel_cards(p->rules, language);
    return -1;
  }
  int code = -1;
  regel_game *game = print_game(p, language, false, 1, &code);
  if (game) *faces = regel_faces(game, REGEL_SEES_ALL);
  regel_game_free(game);
  return code;
}

/* ---- which faces ---------------------------------------------------------------- */

/* Is it read like a card, though it never lies in a pile? */
static bool is_card(const regel_data *face)
{
  const regel_data *values = regel_data_get(face, "values");
  int shown = 0;
  if (data_number(face, "card")) return true;
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    if (!data_number(v, "shown")) continue;
    if (!strcmp(data_text(v, "type"), "text")) return true;
    shown++;
  }
  return shown > 2;
}

/* An id may be said without the name of its pack. */
static bool says(const char *word, const char *name, bool id)
{
  const char *dot = id ? strrchr(name, '.') : NULL;
  return !strcasecmp(word, name) || (dot && !strcasecmp(word, dot + 1));
}

static bool is_named(const Options *o, const regel_data *face)
{
  static const char *const keys[] = {"id", "kind", "title", "noun"};
  if (!o->names.n) return o->all || is_card(face);
  for (size_t i = 0; i < o->names.n; i++)
    for (size_t k = 0; k < 4; k++)
      if (says(o->names.at[i], data_text(face, keys[k]), k < 2)) return true;
  return false;
}

/* What a reader would see of it, without the place in the source. */
static char *printed(const regel_data *face)
{
  char *json = regel_data_json(face), *place = json ? strstr(json, "\"place\"") : NULL;
  /* The place of what is inside comes before the last one: cut each. */
  while (place) {
    char *end = strchr(place, '}');
    if (!end) break;
    memmove(place, end, strlen(end) + 1);
    place = strstr(place, "\"place\"");
  }
  return json;
}

/* Most faces are where they were. */
static bool unchanged(const regel_data *face, const regel_data *before, size_t near)
{
  size_t n = regel_data_count(before);
  for (size_t i = 0; i < n; i++) {
    const regel_data *old = regel_data_at(before, (near + i) % n);
    if (strcmp(data_text(old, "id"), data_text(face, "id"))) continue;
    char *x = printed(face), *y = printed(old);
    bool same = x && y && !strcmp(x, y);
    regel_free(x);
    regel_free(y);
    return same;
  }
  return false;
}

/* The number of a kind: its colour and emblem. */
static int sort_of(Names *kinds, const char *kind)
{
  for (size_t i = 0; i < kinds->n; i++)
    if (!strcmp(kinds->at[i], kind)) return (int)i;
  vec_push(kinds, kind);
  return (int)kinds->n - 1;
}

/* Titles stand alone. */
static const char *capital(Arena *a, const char *s)
{
  Buf b = {0};
  buf_add(&b, s);
  buf_capital(&b, 0);
  char *copy = arena_strdup(a, buf_text(&b));
  buf_free(&b);
  return copy;
}

/* The colour that it says it has, that it is, or that it shows, if it shows one. */
static const Colour *colour_on_face(const regel_data *face)
{
  const regel_data *values = regel_data_get(face, "values");
  const char *named = data_text(face, "colour");
  const Colour *found = colour_find(*named ? named : data_text(face, "id"));
  int shown = 0;
  if (found || *named) return found;
  for (size_t i = 0; i < regel_data_count(values); i++) {
    const regel_data *v = regel_data_at(values, i);
    const Colour *c = data_number(v, "shown") ? colour_find(data_text(v, "value")) : NULL;
    if (c) found = c, shown++;
  }
  return shown == 1 ? found : NULL;
}

/* By kind: which word of a title tells most of its cards apart by its first letter ("the
 * red card", "the blue card"; "a student", "an apprentice"). */
enum { WORDS = 4 };
typedef struct Letters {
  int told[WORDS]; /* how many letters that word begins with */
  int word;
} Letters;
typedef VEC(Letters) Initials;

/* Where the next word begins, also behind an article that was cut short ("l'ami"); NULL:
 * nowhere. */
static const char *next_word(const char *s)
{
  static const char curly[] = "’";
  if (*s && s[1] == '\'') return s + 2;
  if (*s && !strncmp(s + 1, curly, strlen(curly))) return s + 1 + strlen(curly);
  s = strchr(s, ' ');
  return s && s[1] ? s + 1 : NULL;
}

/* The word of a title, or its last. */
static const char *word_of(const char *title, int n)
{
  for (const char *next; n-- > 0 && (next = next_word(title));) title = next;
  return title;
}

/* The first word that tells some apart, unless another tells far more. */
static void choose_word(Letters *l)
{
  enum { FEW = 4 };
  int most = 0;
  for (int i = 0; i < WORDS; i++)
    if (l->told[i] > most) most = l->told[i];
  while (l->told[l->word] < most &&
         (l->told[l->word] == 1 || FEW * l->told[l->word] <= most))
    l->word++;
}

static void find_initials(Initials *initials, Names *kinds, const regel_data *faces)
{
  GHashTable *seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (size_t i = 0; i < regel_data_count(faces); i++) {
    const regel_data *face = regel_data_at(faces, i);
    int sort = sort_of(kinds, data_text(face, "kind"));
    while (initials->n <= (size_t)sort) vec_push(initials, (Letters){0});
    for (int w = 0; w < WORDS; w++) {
      gunichar letter = g_utf8_get_char(word_of(data_text(face, "title"), w));
      gint64 key = ((gint64)sort * WORDS + w) << 24 | g_unichar_toupper(letter);
      initials->at[sort].told[w] +=
          g_hash_table_add(seen, g_memdup2(&key, sizeof key)); /* TRUE: it is new */
    }
  }
  for (size_t i = 0; i < initials->n; i++) choose_word(&initials->at[i]);
  g_hash_table_destroy(seen);
}

enum { TOKEN = 32 }; /* millimetres, where nothing says how large it may be */

static Card make_card(Print *p, Names *kinds, const Initials *initials,
                      const regel_data *face, size_t language)
{
  const Options *o = &p->o;
  Card c = {.face = face,
            .id = data_text(face, "id"),
            .kind = data_text(face, "kind"),
            .noun = capital(p->arena, data_text(face, "noun")),
            .title = capital(p->arena, data_text(face, "title")),
            .lang = p->o.langs.at[language],
            .copies = (int)data_number(face, "copies"),
            .token = !is_card(face)};
  double w = (double)data_number(face, "size.width"),
         h = (double)data_number(face, "size.height");
  const Piece *piece = piece_find(p, language, c.id, c.kind);
  c.part = piece && piece->w > 0;
  if (c.part) c.token = true;
  if (!c.token) piece = NULL;
  if (piece && piece->count > c.copies) c.copies = piece->count;
  if (o->size_w > 0) w = o->size_w, h = o->size_h;
  else if (c.part) w = piece->w, h = piece->h;
  else if (c.token && (w < 1 || (w == 63 && h == 88))) {
    double fits = piece ? pieces_room(p) * 0.85 : TOKEN;
    w = h = fits < TOKEN ? fits : TOKEN;
  }
  double least = c.part ? 5 : 15;
  c.w = (w < least ? least : w > 400 ? 400 : w) * MM;
  c.h = (h < least ? least : h > 400 ? 400 : h) * MM;
  c.sort = sort_of(kinds, c.kind);
  int word = (size_t)c.sort < initials->n ? initials->at[c.sort].word : 0;
  c.initial = word_of(data_text(face, "title"), word);
  c.shape = colour_shape(c.sort);
  c.colour = colour_of_kind(c.sort);
  const Colour *colour = colour_on_face(face);
  c.coloured = colour ? colour->name : data_text(face, "colour");
  if (colour) c.colour = colour->rgb, c.shape = colour->shape;
  if (strcmp(data_text(face, "state"), "fine")) p->report.untranslated++;
  return c;
}

/* Copies that differ in colour are printed in each. */
static void add_card(Print *p, Names *kinds, const Initials *initials,
                     const regel_data *face, size_t language)
{
  Card c = make_card(p, kinds, initials, face, language);
  Names colours = {0};
  if (c.part) piece_colours(p, language, c.kind, &colours);
  int copies = c.copies, n = (int)colours.n;
  for (int i = 0; i < n; i++) {
    const Colour *colour = colour_find(colours.at[i]);
    c.coloured = colours.at[i];
    if (colour) c.colour = colour->rgb, c.shape = colour->shape;
    c.copies = copies < n ? 1 : copies * (i + 1) / n - copies * i / n;
    vec_push(&p->cards, c);
  }
  if (!n) vec_push(&p->cards, c);
  vec_free(&colours);
}

/* One face in all languages that are asked for, and what it is called in English. */
typedef struct Tongues {
  VEC(regel_data *) faces, before; /* by language; before: NULL if all count */
  regel_data *english;
} Tongues;

static bool is_printed(const regel_data *face)
{
  return data_number(face, "named") && !*data_text(face, "inside") &&
         data_number(face, "copies") > 0;
}

/* Is a picture of this name newer than what --since means?  No picture is stored. */
static bool is_newer(const Print *p, const char *folder, const char *id)
{
  bool newer = false;
  for (size_t i = 0; i < p->art.n && *id && !newer; i++) {
    struct stat st;
    char *path = g_strdup_printf("%s%s/%s.svg", p->art.at[i], folder, id);
    newer = !stat(path, &st) &&
            st.st_mtim.tv_sec * INT64_C(1000) + st.st_mtim.tv_nsec / 1000000 > p->since;
    g_free(path);
  }
  return newer;
}

/* Its picture, and the icons in its texts. */
static bool looks_new(const Print *p, const regel_data *face)
{
  const regel_data *slots = regel_data_get(face, "slots");
  if (is_newer(p, "art", data_text(face, "id"))) return true;
  if (is_newer(p, "art", data_text(face, "kind"))) return true;
  for (size_t s = 0; s < regel_data_count(slots); s++) {
    const regel_data *parts = regel_data_get(regel_data_at(slots, s), "parts");
    for (size_t i = 0; i < regel_data_count(parts); i++)
      if (is_newer(p, "icons", data_text(regel_data_at(parts, i), "icon"))) return true;
  }
  return false;
}

/* In every language if it is named, or has changed, in one of them. */
static bool wanted(const Print *p, const Tongues *t, size_t i)
{
  bool named = t->english && is_named(&p->o, regel_data_at(t->english, i));
  bool new = false;
  for (size_t l = 0; l < t->faces.n; l++) {
    const regel_data *face = regel_data_at(t->faces.at[l], i), *old = t->before.at[l];
    if (!is_printed(face)) return false;
    if (!p->o.names.n && !is_card(face) && board_has(p, data_text(face, "id")) &&
        !piece_find(p, l, data_text(face, "id"), data_text(face, "kind")))
      return false;
    named = named || is_named(&p->o, face);
    new = new || !old || !unchanged(face, old, i) || looks_new(p, face);
  }
  return named && new;
}

/* ---- pictures ------------------------------------------------------------------- */

static void add_folder(Print *p, const char *file)
{
  const char *slash = strrchr(file, '/');
  char *folder = slash ? arena_printf(p->arena, "%.*s/", (int)(slash - file), file)
                       : arena_strdup(p->arena, "");
  for (size_t i = 0; i < p->art.n; i++)
    if (!strcmp(p->art.at[i], folder)) return;
  vec_push(&p->art, folder);
}

/* ---- all of it ------------------------------------------------------------------ */

/* What was printed before, in the same language where there is one. */
static int open_before(Print *p, regel_rules **old)
{
  char *why = NULL;
  *old = NULL;
  if (!p->o.since) return -1;
  regel_store *store = regel_store_open(p->o.db, &why);
  int64_t number = store ? regel_find_ruleset(store, p->o.since) : 0;
  if (number) *old = regel_stored_rules(store, number, &why);
  if (number) p->since = regel_stored_when(store, number);
  if (store && !number) print_error("no rules called \"%s\" are stored", p->o.since);
  else if (!*old) print_error("%s", why ? why : p->o.since);
  regel_store_close(store);
  if (*old) return -1;
  regel_free(why);
  return PRINT_USAGE;
}

static regel_data *faces_before(regel_rules *old, const char *code)
{
  if (!old) return NULL;
  regel_language *language =
      strcmp(code, "en") ? regel_language_open(old, code, NULL) : NULL;
  regel_data *faces = regel_cards(old, language);
  regel_language_free(language);
  return faces;
}

static int gather_language(Print *p, Tongues *t, regel_rules *old, const char *code)
{
  regel_language *language = NULL;
  regel_data *faces = NULL;
  int result = open_language(p, code, &language);
  if (result < 0) result = faces_of(p, language, &faces);
  if (result < 0 && p->o.all && !p->o.names.n) result = pieces_gather(p, language);
  if (result >= 0) return result;
  vec_push(&p->data, faces);
  vec_push(&t->faces, faces);
  vec_push(&t->before, faces_before(old, code));
  return -1;
}

/* Kinds are counted whatever is printed of them, those of cards first: cards that are
 * printed later must not be told from the others by their backs. */
static void count_kinds(Names *kinds, const regel_data *faces)
{
  for (int cards = 1; cards >= 0; cards--)
    for (size_t i = 0; i < regel_data_count(faces); i++) {
      const regel_data *face = regel_data_at(faces, i);
      if (is_printed(face) && is_card(face) == cards)
        sort_of(kinds, data_text(face, "kind"));
    }
}

static bool has_face(const regel_data *faces, const char *id)
{
  for (size_t i = 0; i < regel_data_count(faces); i++)
    if (!strcmp(data_text(regel_data_at(faces, i), "id"), id)) return true;
  return false;
}

static void gather_cards(Print *p, Names *kinds, Tongues *t)
{
  size_t n = t->faces.n ? regel_data_count(t->faces.at[0]) : 0;
  VEC(size_t) chosen = {0};
  if (n) count_kinds(kinds, t->faces.at[0]);
  if (p->o.names.n) t->english = regel_cards(p->rules, NULL);
  for (size_t i = 0; i < n; i++) {
    add_folder(p, data_text(regel_data_at(t->faces.at[0], i), "place.file"));
    if (wanted(p, t, i)) vec_push(&chosen, i);
  }
  for (size_t l = 0; l < t->faces.n; l++) {
    Initials initials = {0};
    find_initials(&initials, kinds, t->faces.at[l]);
    for (size_t i = 0; i < chosen.n; i++)
      add_card(p, kinds, &initials, regel_data_at(t->faces.at[l], chosen.at[i]), l);
    for (size_t i = 0; i < p->pieces.n; i++) {
      const Piece *x = &p->pieces.at[i];
      if (x->language == l && !has_face(t->faces.at[l], data_text(x->face, "id")))
        add_card(p, kinds, &initials, x->face, l);
    }
    vec_free(&initials);
  }
  vec_free(&chosen);
}

static void tongues_free(Tongues *t)
{
  for (size_t i = 0; i < t->before.n; i++) regel_data_free(t->before.at[i]);
  vec_free(&t->before);
  vec_free(&t->faces);
  regel_data_free(t->english);
}

/* The languages of one face beside each other. */
static void arrange(Print *p)
{
  size_t n = p->cards.n / (p->o.langs.n ? p->o.langs.n : 1), languages = p->o.langs.n;
  p->beside = 1;
  if (languages < 2 || n * languages != p->cards.n) return;
  p->beside = (int)languages;
  Cards sorted = {0};
  for (size_t i = 0; i < n; i++)
    for (size_t l = 0; l < languages; l++) vec_push(&sorted, p->cards.at[l * n + i]);
  vec_free(&p->cards);
  p->cards.at = sorted.at;
  p->cards.n = sorted.n;
  p->cards.cap = sorted.cap;
}

/* Is there something of this name in other settings? */
static bool is_elsewhere(const Print *p)
{
  bool found = false;
  regel_data *all = regel_cards(p->rules, NULL);
  for (size_t i = 0; i < regel_data_count(all) && !found; i++)
    found = is_named(&p->o, regel_data_at(all, i));
  regel_data_free(all);
  return found;
}

static void tell_nothing(const Print *p)
{
  if (p->o.names.n && is_elsewhere(p))
    print_error("with these settings there is no copy of \"%s\"", p->o.names.at[0]);
  else if (p->o.names.n)
    print_error("nothing in this game is called \"%s\"", p->o.names.at[0]);
  else if (p->o.all) print_error("this game has neither a face nor a board to print");
  else print_error("this game has no cards; --all prints everything else");
}

int print_gather(Print *p)
{
  Names kinds = {0};
  Tongues tongues = {0};
  regel_rules *old = NULL;
  int code = open_rules(p);
  if (code < 0) code = open_before(p, &old);
  for (size_t i = 0; code < 0 && i < p->o.langs.n; i++)
    code = gather_language(p, &tongues, old, p->o.langs.at[i]);
  if (code < 0) {
    add_folder(p, regel_rules_file(p->rules));
    gather_cards(p, &kinds, &tongues);
    p->title = regel_rules_title(p->rules);
    arrange(p);
    if (!p->cards.n && print_has_board(p)) { /* it is printed alone */
    } else if (!p->cards.n && p->o.since) {
      print_error("no face has changed since %s", p->o.since);
      code = PRINT_FINE;
    } else if (!p->cards.n) {
      tell_nothing(p);
      code = PRINT_FOUND;
    }
  }
  tongues_free(&tongues);
  regel_rules_free(old);
  vec_free(&kinds);
  return code;
}

void print_free(Print *p)
{
  vec_free(&p->cards);
  for (size_t i = 0; i < p->data.n; i++) regel_data_free(p->data.at[i]);
  for (size_t i = 0; i < p->languages.n; i++) regel_language_free(p->languages.at[i]);
  vec_free(&p->data);
  for (size_t i = 0; i < p->boards.n; i++) regel_data_free(p->boards.at[i]);
  vec_free(&p->boards);
  vec_free(&p->pieces);
  vec_free(&p->languages);
  vec_free(&p->art);
  vec_free(&p->o.names);
  vec_free(&p->o.sets);
  vec_free(&p->o.packs);
  vec_free(&p->o.drawn);
  vec_free(&p->o.langs);
  regel_rules_free(p->rules);
  regel_library_free(p->library);
  arena_free(p->arena);
}
