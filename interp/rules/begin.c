#include "interp/rules/begin.h"
#include "interp/base/invariant.h"

#include <ctype.h>
#include <string.h>

static const char *const seats[] = {"ann", "bob", "cid", "dot", "eve", "fay",
                                    "gus", "hal", "ida", "jan", "kim", "leo",
                                    "mia", "ned", "ole", "pia"};

static bool is_keyword(const char *name)
{
  static const char *const words[] = {
#define WORD(spelling, token) spelling,
#include "grammar/word.def"
#undef WORD
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i], name)) return true;
  return false;
}

bool begin_name(const char *name, Buf *why)
{
  bool fine = isalpha((unsigned char)*name) && strlen(name) <= MAX_NAME;
  for (const char *s = name; *s && fine; s++)
    fine = isalnum((unsigned char)*s) || *s == '_';
  if (strlen(name) > MAX_NAME)
    buf_printf(why, "a name has at most %d letters, and \"%.20s…\" has %zu", MAX_NAME,
               name, strlen(name));
  else if (!fine)
    buf_printf(why, "\"%s\" is no name: a letter, then letters, digits and _", name);
  else if (is_keyword(name)) buf_printf(why, "\"%s\" is a word of the language", name);
  return !why->n;
}

/* "night_train": "Night train". */
static void put_title(Buf *b, const char *name)
{
  for (const char *s = name; *s; s++)
    buf_char(b, *s == '_' ? ' ' : s == name ? (char)toupper((unsigned char)*s) : *s);
}

/* ---- a game --------------------------------------------------------------------- */

void begin_game(Buf *b, const char *name)
{
  buf_printf(b,
             "# A game in one file. Look at it: regel check %s; try it: regel play %s\n",
             name, name);
  buf_printf(b, "game %s \"", name);
  put_title(b, name);
  buf_add(
      b, "\" for 2..4\n\n"
         "# Cards are things of a kind; each does something of its own.\n"
         "kind card \"card\" { verb play }\n"
         "card coin \"Coin\" * 8 { play { raise me.points by 1 } }\n"
         "card purse \"Purse\" * 4 { play { raise me.points by 2 } }\n"
         "card thief \"Thief\" * 2 { play { each p in players - me { lower p.points by 1 "
         "} } }\n"
         "\n"
         "deck \"Deck\": pile of card = card seen by none\n"
         "used \"Played cards\": pile of card\n"
         "kind player {\n"
         "  hand \"Hand\": pile of card seen by owner\n"
         "  points \"Points\": 0..99\n"
         "}\n"
         "value goal: 1..99 = 5\n"
         "\n"
         "verb setup { shuffle deck; each p in players { draw 3 from deck to p.hand } }\n"
         "verb turn \"{me} is to play\" {\n"
         "  let c = choose hand \"Which card?\"\n"
         "  move c to used\n"
         "  c.play\n"
         "  draw 1 from deck to hand\n"
         "}\n"
         "verb play {\n"
         "  repeat {\n"
         "    each p in players {\n"
         "      if not empty(p.hand) { as p { turn } }\n"
         "      if p.points >= goal { win p }\n"
         "    }\n"
         "    if all(p in players: empty(p.hand)) { win most(p in players: p.points) }\n"
         "  }\n"
         "}\n"
         "\n"
         "test \"a thief takes from the others\" for ann, bob {\n"
         "  set bob.points to 3\n"
         "  as ann { first(thief).play }\n"
         "  expect bob.points is 2 and ann.points is 0\n"
         "}\n"
         "test \"who reaches the goal wins\" for ann, bob {\n"
         "  each p in players { each c in p.hand { move c to deck } }\n"
         "  set ann.points to goal\n"
         "  run play { }\n"
         "  expect winners is ann\n"
         "}\n");
}

/* ---- what a game offers --------------------------------------------------------- */

static bool fits(const Kind *k)
{
  return k->label && !k->is_player && !k->width && k->things.n;
}

const Kind *begin_kind(const Model *m, const char *name)
{
  const Kind *best = NULL;
  for (size_t i = 0; i < m->kinds.n; i++) {
    const Kind *k = m->kinds.at[i];
    if (name && !strcmp(k->name, name)) return k->is_player || k->width ? NULL : k;
    if (name || !fits(k)) continue;
    bool better = !best || k->in_piles > best->in_piles ||
                  (k->in_piles == best->in_piles && k->count > best->count);
    if (better) best = k;
  }
  return best;
}

static const Thing *named_thing(const Kind *k)
{
  for (size_t i = 0; i < k->things.n; i++)
    if (k->things.at[i]->sym && !strchr(k->things.at[i]->name, '.'))
      return k->things.at[i];
  return NULL;
}

static void put_fills(Buf *b, const Kind *k, int depth, const char *does);

/* Something that a value of this type can be. */
static void put_default(Buf *b, const Type *t, int depth)
{
  if (t->opt || t->tag == T_SET || t->tag == T_LIST) {
    buf_add(b, "none");
  } else if (t->tag == T_FLAG) {
    buf_add(b, "no");
  } else if (t->tag == T_WORD) {
    buf_add(b, t->words->list->name);
  } else if (t->tag == T_TEXT) {
    buf_add(b, "\"What is printed here\"");
  } else if (t->tag == T_THING && named_thing(t->kind)) {
    const Thing *x = named_thing(t->kind);
    buf_printf(b, x->copies > 1 ? "first(%s)" : "%s", x->name);
  } else if (t->tag == T_THING && t->kind->is_player) {
    buf_add(b, "first(players)");
  } else if (t->tag == T_THING && depth < 3) { /* its things are declared on the spot */
    buf_printf(b, "%s \"Something\" {", t->kind->name);
    put_fills(b, t->kind, depth + 1, NULL);
    buf_add(b, " }");
  } else {
    buf_printf(b, "%lld", (long long)(t->lo > 0 ? t->lo : t->hi < 0 ? t->hi : 0));
  }
}

/* Everything that has no default of its own; `does`: what its slots do, or NULL. */
static void put_fills(Buf *b, const Kind *k, int depth, const char *does)
{
  bool first = true;
  for (size_t i = 0; i < k->members.n; i++) {
    const Sym *y = k->members.at[i];
    bool value = y->tag == SY_COLUMN && !y->column->decl->c,
         slot = y->tag == SY_SLOT && !y->decl->b;
    if (!value && !slot) continue;
    if (depth) buf_add(b, first ? " " : "; ");
    else buf_add(b, "\n  ");
    first = false;
    buf_add(b, y->name);
    if (value) {
      buf_add(b, " = ");
      put_default(b, y->column->type, depth);
    } else if (does) {
      buf_printf(b, " { %s }", does);
    } else {
      buf_printf(b, " { note \"%s\" }",
                 depth ? "Nothing happens yet" : "Write here what it does");
    }
  }
}

static const Sym *first_slot(const Kind *k)
{
  for (size_t i = 0; i < k->members.n; i++)
    if (k->members.at[i]->tag == SY_SLOT) return k->members.at[i];
  return NULL;
}

/* " for ann, bob": as few as can play, two if they can. */
static void put_seats(Buf *b, const Model *m)
{
  int n = m->game->num > 2 ? (int)m->game->num : m->game->num2 < 2 ? 1 : 2;
  for (int i = 0; i < n; i++) buf_printf(b, "%s%s", i ? ", " : " for ", seats[i]);
}

void begin_card(Buf *b, const Model *m, const Kind *k, const char *name)
{
  INVARIANT(m->game && !k->is_player);
  buf_printf(b, "# One more \"%s\" (%s). Look at it: regel text; its test: regel test.\n",
             k->label ? k->label : k->name,
             m->game->label ? m->game->label : m->game->name);
  buf_printf(b, "%s %s \"", k->name, name);
  put_title(b, name);
  buf_add(b, "\" {");
  put_fills(b, k, 0, NULL);
  buf_add(b, "\n}\n");
  const Sym *slot = first_slot(k);
  buf_printf(b, "test \"%s is there\"", name);
  put_seats(b, m);
  buf_printf(b, " {\n  expect %s in %s\n", name, k->name);
  if (slot) {
    buf_printf(b, "  as %s { run %s.%s", seats[0], name, slot->name);
    for (const Node *p = slot->slot->shape; p; p = p->next) {
      buf_add(b, p->tag == N_WORD ? " " : " (");
      if (p->tag == N_WORD) buf_add(b, p->name);
      else put_default(b, p->sym->type, 3);
      if (p->tag != N_WORD) buf_char(b, ')');
    }
    buf_add(b, " { } }\n");
  }
  buf_add(b, "}\n");
}

void begin_pack(Buf *b, const Model *m, const char *name, const char *version)
{
  INVARIANT(m->game && name && version);
  const char *game = m->game->name;
  buf_printf(b,
             "# A pack: what it adds to %s stands in this folder. Try it: regel play %s "
             "--pack %s\n",
             game, game, name);
  buf_printf(b, "pack %s \"", name);
  put_title(b, name);
  buf_printf(b, "\" for %s {\n  author = \"Who made it\"\n  licence = \"CC-BY-4.0\"\n",
             game);
  buf_printf(b, "  source = \"Where art and translations come from\"\n");
  if (version) buf_printf(b, "  versions = these(\"%s\")\n", version);
  buf_add(b, "}\nuse \"cards/*.regel\"\n");
}

/* The option that chooses among things of a kind that others may add to. */
static const Field *open_option(const Model *m)
{
  for (size_t i = 0; i < m->fields.n; i++) {
    const Field *f = m->fields.at[i];
    if (f->option && f->type->tag == T_THING && !f->type->kind->is_player) return f;
  }
  return NULL;
}

/* What players choose from to act: things on no pile, each with something that it does
 * and little else. */
static const Kind *action_kind(const Model *m)
{
  const Kind *best = NULL;
  for (size_t i = 0; i < m->kinds.n; i++) {
    const Kind *k = m->kinds.at[i];
    const Sym *slot = first_slot(k);
    if (slot && !slot->slot->shape && !slot->decl->b && !k->in_piles && !k->is_player &&
        !k->width && !k->product && !k->has_copies && k->things.n > 1 &&
        (!best || k->members.n < best->members.n))
      best = k;
  }
  return best;
}

/* The first verb without arguments that a body calls; NULL: none. */
static const char *first_step(const Model *m, const Node *n)
{
  const char *found = NULL;
  for (; n && !found; n = n->next) {
    for (size_t i = 0; n->name && i < m->verbs.n && !found; i++) {
      const Verb *v = m->verbs.at[i];
      if (v->decl && !v->shape && !v->slot_of && v->name == n->name) found = v->name;
    }
    const Node *parts[] = {n->a, n->b, n->c, n->d};
    for (int i = 0; i < 4 && !found; i++) found = first_step(m, parts[i]);
  }
  return found;
}

static const char *step_of_play(const Model *m)
{
  for (size_t i = 0; i < m->verbs.n; i++) {
    const Verb *v = m->verbs.at[i];
    if (v->decl && !v->slot_of && !v->variant && !strcmp(v->name, "play"))
      return first_step(m, v->decl->b);
  }
  return NULL;
}

/* A thing, without braces if there is nothing to say. */
static void put_thing(Buf *b, const Kind *k, const char *name)
{
  Buf fills = {0};
  put_fills(&fills, k, 0, NULL);
  buf_printf(b, "%s %s \"", k->name, name);
  put_title(b, name);
  if (fills.n) buf_printf(b, "\" {%s\n}\n", buf_text(&fills));
  else buf_add(b, "\"\n");
  buf_free(&fills);
}

/* How the goal is come nearer. */
static void put_way(Buf *b, const Kind *act, const char *step)
{
  static const char nearer[] = "raise progress by 1";
  if (act) {
    buf_printf(b,
               "  # How players come nearer: one more \"%s\" to choose. Let it cost "
               "something (require …).\n"
               "  %s come_nearer \"Come nearer\" {",
               act->label ? act->label : act->name, act->name);
    put_fills(b, act, 1, nearer);
    buf_add(b, " }\n");
  } else {
    buf_printf(b,
               "  # How it is come nearer: by a rule around any verb of the game.\n"
               "  after %s { %s }\n",
               step, nearer);
  }
}

static void put_tests(Buf *b, const Model *m, const Field *f, const char *name,
                      const Kind *act)
{
  Buf head = {0};
  put_seats(&head, m);
  if (f) buf_printf(&head, " with %s is %s {\n", f->name, name);
  else buf_printf(&head, " with %s {\n", name);
  if (act)
    buf_printf(b,
               "test \"%s: one step\"%s  as %s { run come_nearer.%s { } }\n"
               "  expect progress is 1\n}\n",
               name, buf_text(&head), seats[0], first_slot(act)->name);
  buf_printf(b,
             "test \"%s: the goal is reached\"%s  run arrive { }\n"
             "  expect winners is players\n}\n"
             "test { verb arrive { set progress to 9 } }\n",
             name, buf_text(&head));
  buf_free(&head);
}

void begin_scenario(Buf *b, const Model *m, const char *name)
{
  INVARIANT(m->game && name);
  const Field *f = open_option(m);
  const Kind *act = action_kind(m);
  const char *step = step_of_play(m), *game = m->game->name;
  buf_printf(b, "# A scenario. To play it: regel play %s --pack %s --set %s=%s\n", game,
             name, f ? f->name : name, f ? name : "yes");
  if (f) {
    put_thing(b, f->type->kind, name);
  } else {
    buf_printf(b, "option %s \"", name);
    put_title(b, name);
    buf_add(b, "\": flag = no\n");
  }
  buf_add(b, "# What it changes stands in its variant; without it nothing of this is "
             "there.\n");
  buf_printf(b, "variant %s \"", name);
  put_title(b, name);
  if (f) buf_printf(b, "\" if %s is %s {\n", f->name, name);
  else buf_printf(b, "\" if %s {\n", name);
  if (!act && !step) {
    buf_printf(b, "  before play { note \"It begins\" }\n}\ntest \"%s is played\"", name);
    put_seats(b, m);
    if (f)
      buf_printf(b, " with %s is %s { expect %s is %s }\n", f->name, name, f->name, name);
    else buf_printf(b, " with %s { expect %s }\n", name, name);
    return;
  }
  buf_add(b, "  # The goal: how near it is, and who wins when it is reached: players, or "
             "one of them.\n"
             "  progress \"Progress\": 0..9\n"
             "  when progress is 9 { win players }\n");
  put_way(b, act, step);
  buf_add(b, "}\n");
  put_tests(b, m, f, name, act);
}
