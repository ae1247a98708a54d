/* Rulesets in which hands, purses, a vault and answers are hidden, and rules that carry
 * what is hidden about: into names, through conditions, loops, failures, values, verbs,
 * cards and piles, to places that others see or to places that they do not.  Half of them
 * are duels: cards lie before their players and have rules there, are written on and aimed
 * at, and conditions ask where they lie. */
#include "tests/walls/gen.h"

#include "interp/bot/luck.h"

#include <stdio.h>

typedef struct Gen {
  Luck luck;
  Buf *b;
  int deep;
  int scope[16], names; /* `let`s in scope, by number: n3, n7 */
  int next;             /* the number of the next */
  int verbs;  /* helpers that may be called: help0, … */
  bool acts;  /* there is a `me` */
  bool picks; /* inside a choice: something may fail */
  int care;   /* how rarely a secret is put where it tells: 1 often, 20 hardly ever */
  bool open;  /* only what everybody knows may be named now */
  bool lays;  /* in the setup: what lies in piles that nobody sees is let alone */
  bool duel;  /* cards have rules where they lie, and are written on */
} Gen;

static int below(Gen *g, int n) { return (int)luck_below(&g->luck, (uint32_t)n); }
static void say(Gen *g, const char *text) { buf_add(g->b, text); }
static const char *one_of(Gen *g, int n, const char *const *list) { return list[below(g, n)]; }
#define ONE(g, ...)                                                                      \
  one_of(g, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *)),         \
         (const char *[]){__VA_ARGS__})

static const char *player(Gen *g)
{
  return g->acts ? ONE(g, "me", "me", "me", "next(me)", "first(players)", "active", "next(active)")
                 : ONE(g, "first(players)", "last(players)", "active");
}

/* From here to `free_to`, unless the author forgets himself. */
static bool keep_open(Gen *g)
{
  bool before = g->open;
  g->open = g->open || below(g, g->care);
  return before;
}

static void pile(Gen *g)
{
  if (g->open) {
    say(g, "table");
    return;
  }
  if (below(g, 3)) buf_printf(g->b, "%s.hand", player(g));
  else if (g->lays) say(g, "table");
  else say(g, ONE(g, "deck", "table", "vault"));
}

/* ---- cards ------------------------------------------------------------------------ */

static const char *card(Gen *g) { return ONE(g, "first(ace)", "last(ace)", "first(king)", "first(queen)"); }

/* Something about a card: where it lies, what is printed and what is written on it. */
static void about(Gen *g, const char *c)
{
  switch (g->deep > 4 ? 0 : below(g, 9)) {
  case 0:
  case 1: buf_printf(g->b, "out(%s)", c); break;
  case 2: buf_printf(g->b, "%s in table", c); break;
  case 3:
    if (below(g, g->care)) buf_printf(g->b, "(%s in table and %s.notch > 0)", c, c);
    else buf_printf(g->b, "%s.notch > 0", c);
    break;
  case 4:
    if (below(g, g->care)) buf_printf(g->b, "(out(%s) and %s.holder is %s)", c, c, player(g));
    else buf_printf(g->b, "%s.holder is %s", c, player(g));
    break;
  case 5: buf_printf(g->b, "%s.rank > 1", c); break;
  case 6:
    if (below(g, g->care)) buf_printf(g->b, "out(%s)", c);
    else buf_printf(g->b, "not (out(%s))", c);
    break;
  default:
    g->deep++;
    say(g, "("), about(g, c), say(g, below(g, 3) ? " and " : " or "), about(g, c), say(g, ")");
    g->deep--;
  }
}

/* What is done with one card, called `c`. */
static void handle(Gen *g, const char *c)
{
  switch (below(g, 7)) {
  case 0: buf_printf(g->b, "raise total by %s.notch", c); break;
  case 1: buf_printf(g->b, "as %s.holder { raise mark by 1 }", c); break;
  case 2: buf_printf(g->b, "raise total by min(9, price(%s))", c); break;
  case 3: buf_printf(g->b, "set %s.notch to 1", c); break;
  case 4: buf_printf(g->b, "if "), about(g, c), say(g, " { note \"So\" }"); break;
  default: buf_printf(g->b, "move %s to ", c), pile(g);
  }
}

/* A card by its name, by what holds of it, or the one that was aimed at. */
static void seek(Gen *g)
{
  int n = g->next++;
  char name[16];
  snprintf(name, sizeof name, "t%d", n);
  buf_printf(g->b, "let %s = ", name);
  switch (below(g, 4)) {
  case 0: say(g, "first(card where "), about(g, "it"), say(g, ")"); break;
  case 1: say(g, card(g)); break;
  case 2: buf_printf(g->b, "%s.aim", card(g)); break;
  default: say(g, "aimed");
  }
  buf_printf(g->b, "; if %s is not none { if ", name), about(g, name);
  say(g, " { "), handle(g, name), say(g, " } }");
}

static void mark_cards(Gen *g)
{
  switch (below(g, 5)) {
  case 0:
    if (g->acts) say(g, "if not empty(table) { set aimed to (choose table \"Which?\") }");
    else say(g, "set aimed to first(ace)");
    break;
  case 1: say(g, "each c in "), pile(g), say(g, " { set c.aim to "), say(g, ONE(g, "aimed", "c", "none")), say(g, " }"); break;
  case 2: say(g, "each c in "), pile(g), buf_printf(g->b, " { set c.holder to %s }", player(g)); break;
  case 3: say(g, "each c in "), pile(g), say(g, " { set c.notch to 1 }"); break;
  default:
    if (g->acts) say(g, "if not empty(me.hand) { lay (choose me.hand \"Lay?\") }");
    else say(g, "each c in table { move c to first(players).front }");
  }
}

/* What a card does as long as it lies somewhere. */
static void standing(Gen *g, const char *own)
{
  say(g, "; while "), say(g, ONE(g, "out(this)", "out(this)", "this in table", "any(q in players: this in q.front)"));
  if (!below(g, g->care)) say(g, ONE(g, " or this.rank > 1", " or this.notch > 0", " or this in vault"));
  say(g, " { ");
  switch (below(g, 4)) {
  case 0: buf_printf(g->b, "value price(c) = price(c) + count(e in %s - c: out(e) and e.holder is c.holder)", own); break;
  case 1: say(g, "raise price(c) by this.notch"); break;
  default:
    buf_printf(g->b, "%s lay c", below(g, 4) ? "after" : "before");
    if (below(g, 2)) say(g, " if "), about(g, ONE(g, "c", "this"));
    say(g, " { "), handle(g, ONE(g, "c", "this", "this")), say(g, " }");
  }
  say(g, " }");
}

/* ---- numbers and conditions ------------------------------------------------------- */

static void number(Gen *g);

static void open_leaf(Gen *g)
{
  switch (below(g, 4)) {
  case 0: buf_printf(g->b, "%s.mark", player(g)); break;
  case 1: say(g, "total"); break;
  case 2: buf_printf(g->b, "count(%s.hand)", player(g)); break;
  default: buf_printf(g->b, "%d", below(g, 4));
  }
}

static void leaf(Gen *g)
{
  if (g->open) {
    open_leaf(g);
    return;
  }
  switch (below(g, 10)) {
  case 0: buf_printf(g->b, "%d", below(g, 4)); break;
  case 1:
  case 2: buf_printf(g->b, "%s.purse", player(g)); break;
  case 3: buf_printf(g->b, "%s.mark", player(g)); break;
  case 4: say(g, "total"); break;
  case 5: say(g, "sealed"); break;
  case 6: say(g, "count("), pile(g), say(g, ")"); break;
  case 7: buf_printf(g->b, "held(%s)", player(g)); break;
  case 8:
    if (g->names) buf_printf(g->b, "n%d", g->scope[below(g, g->names)]);
    else say(g, "1");
    break;
  default: say(g, "count("), pile(g), buf_printf(g->b, " where it.rank is %d)", 1 + below(g, 3));
  }
}

static void condition(Gen *g)
{
  if (g->deep > 3) {
    say(g, "total > 1");
    return;
  }
  bool before = keep_open(g);
  g->deep++;
  if (g->duel && below(g, 3) == 0) {
    if (below(g, 2)) about(g, card(g));
    else buf_printf(g->b, "any(c in %s: ", ONE(g, "card", "ace", "table")), about(g, "c"), say(g, ")");
  } else switch (below(g, 8)) {
  case 0: say(g, "empty("), pile(g), say(g, ")"); break;
  case 1: buf_printf(g->b, "%s in ", ONE(g, "ace", "king", "queen")), pile(g); break;
  case 2: say(g, "any(c in "), pile(g), buf_printf(g->b, ": c.rank > %d)", 1 + below(g, 2)); break;
  case 3: say(g, "not ("), condition(g), say(g, ")"); break;
  case 4: say(g, "("), condition(g), say(g, ONE(g, " and ", " or ")), condition(g), say(g, ")"); break;
  default: number(g), say(g, ONE(g, " > ", " is ", " < ")), number(g);
  }
  g->deep--;
  g->open = before;
}

static void number(Gen *g)
{
  if (g->deep > 2 || below(g, 3)) {
    leaf(g);
    return;
  }
  g->deep++;
  switch (below(g, 3)) {
  case 0: say(g, "("), leaf(g), say(g, " + "), leaf(g), say(g, ")"); break;
  case 1: say(g, "min("), number(g), say(g, ", "), leaf(g), say(g, ")"); break;
  default: say(g, "(if "), condition(g), say(g, " then "), number(g), say(g, " else "), leaf(g), say(g, ")");
  }
  g->deep--;
}

/* ---- statements ------------------------------------------------------------------- */

static void block(Gen *g, int most);

static void assign(Gen *g)
{
  const char *how = ONE(g, "set", "set", "raise", "lower");
  bool set = how[0] == 's';
  buf_printf(g->b, "%s ", how);
  bool before = g->open;
  switch (below(g, 6)) {
  case 0: buf_printf(g->b, "%s.mark", player(g)), keep_open(g); break;
  case 1: say(g, "total"), keep_open(g); break;
  case 2: say(g, "sealed"); break;
  default: buf_printf(g->b, "%s.purse", g->care > 5 && g->acts ? "me" : player(g));
  }
  say(g, set ? " to min(9, " : " by min(9, ");
  number(g);
  say(g, ")");
  g->open = before;
}

static void give_name(Gen *g)
{
  int n = g->next++;
  bool changes = below(g, 5) == 0;
  buf_printf(g->b, changes ? "let n%d: 0..99 = " : "let n%d = ", n);
  number(g);
  if (g->names < 16) g->scope[g->names++] = n;
  if (!changes && below(g, 4) == 0) buf_printf(g->b, "; reveal n%d to %s", n, g->acts ? ONE(g, "players", "me") : "players");
  if (changes) say(g, "; if "), condition(g), buf_printf(g->b, " { set n%d to 0 }", n);
}

static void shift(Gen *g)
{
  if (g->duel && below(g, 2)) {
    if (below(g, 2)) seek(g);
    else mark_cards(g);
    return;
  }
  switch (below(g, 9)) {
  case 0: say(g, "reveal top("), pile(g), buf_printf(g->b, ") to %s", g->acts ? ONE(g, "players", "me", "next(me)") : "players"); break;
  case 7: say(g, "reveal "), pile(g), say(g, " to players"); break;
  case 8: buf_printf(g->b, "set active to %s", player(g)); break;
  case 1: say(g, "draw 1 from deck to "), pile(g); break;
  case 2: say(g, "shuffle "), pile(g); break;
  case 3: say(g, "move top("), pile(g), say(g, ") to "), pile(g); break;
  case 4:
    if (g->acts) say(g, "move (choose me.hand \"Which?\") to "), pile(g);
    else say(g, "draw 1 from deck to table");
    break;
  case 5: say(g, "each c in "), pile(g), say(g, " { if c.rank > 1 { move c to "), pile(g), say(g, " } }"); break;
  default: buf_printf(g->b, "set %s.purse to random 0..%d", player(g), 1 + below(g, 3));
  }
}

/* What may end an answer: chance with or without more than one outcome, somebody else's question, the end of a loop, an
 * error or too much to try; and what then fails or not. */
static void perhaps_over(Gen *g)
{
  bool under = below(g, 3) == 0, asks = below(g, 3) == 0;
  say(g, "{ ");
  if (under) say(g, "if "), condition(g), say(g, " { ");
  switch (below(g, 6)) {
  case 0: say(g, "set sealed to random 0..min(3, "), number(g), say(g, ")"); break;
  case 1: say(g, "set sealed to random (1..3 where it < "), number(g), say(g, ")"); break;
  case 2: say(g, "as next(me) { set me.purse to (choose 0..3 where it <= "), number(g), say(g, ") }"); break;
  case 3: say(g, "repeat min(2, "), number(g), say(g, ") { repeat 70000 { raise sealed by 1 } }"); break;
  case 4: say(g, "draw 1 from deck to "), pile(g); break;
  default: say(g, "set sealed to small("), number(g), say(g, ")");
  }
  if (under) say(g, " }");
  say(g, asks ? "; if not empty(table) { " : "; ");
  switch (below(g, 3)) {
  case 0: say(g, "let late = first(players where it.mark > 2); as late { raise mark by 1 }"); break;
  default: say(g, "move (choose table \"Which?\") to "), pile(g);
  }
  say(g, asks ? " } }" : " }");
}

static void offer(Gen *g)
{
  bool before = g->picks;
  g->picks = true;
  say(g, "choose \"What?\" { \"One\" ");
  if (below(g, 3) == 0) perhaps_over(g);
  else block(g, 2);
  say(g, "; \"Two\" "), block(g, 2);
  say(g, "; \"Nothing\" { } }");
  g->picks = before;
}

static void again(Gen *g)
{
  bool before = keep_open(g);
  say(g, "repeat min(3, "), number(g), say(g, ") ");
  g->open = before;
  block(g, 1);
}

static void statement(Gen *g)
{
  g->deep++;
  switch (g->deep > 3 ? below(g, 5) : below(g, 13)) {
  case 0:
  case 1:
  case 2: assign(g); break;
  case 3: shift(g); break;
  case 4: buf_printf(g->b, "note \"It is {%s}\"", below(g, g->care) ? "total" : "sealed"); break;
  case 5: give_name(g); break;
  case 6:
    say(g, "if "), condition(g), say(g, " "), block(g, 2);
    if (below(g, 2)) say(g, " else "), block(g, 2);
    break;
  case 7: again(g); break;
  case 8:
    if (g->acts) offer(g);
    else assign(g);
    break;
  case 9:
    if (g->picks) say(g, "require "), condition(g);
    else assign(g);
    break;
  case 10:
    if (g->verbs && g->acts) buf_printf(g->b, "help%d min(9, ", below(g, g->verbs)), number(g), say(g, ")");
    else shift(g);
    break;
  case 11: say(g, "each p in players where "), condition(g), say(g, " { as p "), block(g, 1), say(g, " }"); break;
  default:
    if (!g->picks) say(g, "secretly each p in players { set p.purse to choose 0..3 \"How much?\" }");
    else shift(g);
  }
  g->deep--;
}

static void block(Gen *g, int most)
{
  int names = g->names, n = 1 + below(g, most);
  bool acts = g->acts;
  say(g, "{ ");
  for (int i = 0; i < n; i++) {
    if (i) say(g, "; ");
    statement(g);
  }
  say(g, " }");
  g->names = names;
  g->acts = acts;
}

/* A card is shown, acts, and lies where it lay unless something has taken it away. */
static void play_shown(Gen *g)
{
  buf_printf(g->b, "verb play_it (c: card) {\n  reveal c to players\n  %s\n",
             ONE(g, "c.act", "c.act", "c.act; secretly each p in players where not empty(it.hand) { move (choose p.hand) to p.stash }"));
  g->names = 0;
  say(g, "  "), shift(g);
  buf_printf(g->b, "\n  if c in %s { %s }\n}\n", ONE(g, "hand", "hand", "hand", "vault", "deck"),
             ONE(g, "move c to table", "note \"It is there\"", "raise total by c.rank"));
}

/* What a card does that has gone elsewhere by then. */
static void go_away(Gen *g)
{
  say(g, "{ move this to "), pile(g);
  for (int n = 1 + below(g, 2); n > 0; n--) say(g, "; "), shift(g);
  say(g, " }");
}

/* The rest of a setup, and the start of the game. */
static void lay_out(Gen *g)
{
  g->acts = false;
  g->lays = true;
  int n = below(g, 3);
  for (int i = 0; i < n; i++) {
    g->names = 0;
    say(g, "  "), statement(g), say(g, "\n");
  }
  g->lays = false;
  say(g, "}\nverb play {\n");
}

/* ---- the ruleset ------------------------------------------------------------------ */

void write_ruleset(uint64_t seed, Buf *b)
{
  Gen g = {.luck = {seed * 0x9e3779b97f4a7c15u + 1}, .b = b};
  g.care = (const int[]){1, 2, 6, 20, 60}[below(&g, 5)];
  g.duel = below(&g, 2);
  buf_printf(b, "game walls \"Walls\" for 2..3\n"
                "kind card \"card\" { value rank \"Rank\": 1..3%s; verb act%s }\n",
             below(&g, 6) ? "" : " seen by players", g.duel ? "; notch: 0..3; holder: player; aim: card or none" : "");
  g.acts = true;
  for (int i = 0; i < 3; i++) {
    static const char *const names[] = {"ace", "king", "queen"};
    buf_printf(b, "card %s \"%s\" * 2 { rank = %d; act ", names[i], names[i], i + 1);
    if (below(&g, 4) == 0) go_away(&g);
    else block(&g, 1);
    if (g.duel && below(&g, 2)) standing(&g, names[i]);
    say(&g, " }\n");
  }
  say(&g, "deck: pile of card = card seen by none\ntable \"Table\": pile of card\nvault \"Vault\": pile of card seen by none\n");
  buf_printf(b, "active \"Active\": player = first(players)\ntotal \"Total\": 0..9\nsealed \"Sealed\": 0..9 seen by %s\n", ONE(&g, "none", "none", "none", "first(players)", "first(players)", "if total > 3 then players else none", "if total > 3 then players else none", "players where it.purse > 1",
                 "if first(players).purse > 1 then first(players) else none", "if first(players).purse > 1 then last(players) else none"));
  bool lays = below(&g, 2); /* dealt by the setup, or in the first turn */
  buf_printf(b, "kind player { stash \"Stash\": pile of card seen by owner; hand \"Hand\": pile of card seen by %s; purse \"Purse\": 0..9 seen by %s; mark \"Mark\": 0..9 }\n",
             lays ? ONE(&g, "owner", "players - owner") : ONE(&g, "owner", "owner", "players - owner", "none"), ONE(&g, "owner", "owner", "owner + next(owner)", "none"));
  if (g.duel) {
    buf_printf(b, "kind player { front \"Front\": pile of card }\naimed: card or none\nvalue price(c: card): 0..99 = c.rank\nvalue out(c: card): flag = %s\n",
               ONE(&g, "any(p in players: c in p.front)", "any(p in players: c in p.front)", "c in table or any(p in players: c in p.front)",
                   "not all(p in players: c not in p.front)", "c in table or c.rank is 1"));
    buf_printf(b, "verb lay (c: card) { move c to %s }\n", ONE(&g, "front", "front", "table", "next(me).front", "stash"));
  }
  say(&g, "value small(n: 0..99): 0..2 = n\nvalue held(p: player): 0..99 = ");
  g.acts = false;
  say(&g, ONE(&g, "count(p.hand)", "count(p.hand where it.rank is 1)", "p.purse", "p.mark + 1", "sum(c in p.hand: c.rank)"));
  say(&g, "\n");
  int helpers = below(&g, 3);
  for (int i = 0; i < helpers; i++) {
    g.acts = true, g.verbs = i;
    buf_printf(b, "verb help%d (n: 0..9)%s ", i, ONE(&g, "", " \"{me} helps\"", " \"{me} helps with {n}\""));
    g.names = 0;
    block(&g, 2);
    say(&g, "\n");
  }
  g.verbs = helpers;
  buf_printf(b, "verb %s {\n  shuffle deck\n  each p in players { draw 1 from deck to p.hand; set p.purse to random 0..3 }\n  set sealed to random 0..3\n"
                "  draw 1 from deck to vault\n", lays ? "setup" : "play");
  if (lays) lay_out(&g);
  say(&g, "  repeat 2 { each p in players { as p { turn } } }\n  win none\n}\nverb turn {\n");
  g.acts = true;
  int n = 2 + below(&g, 3);
  for (int i = 0; i < n; i++) {
    g.names = 0;
    say(&g, "  "), statement(&g), say(&g, "\n");
  }
  if (below(&g, 2)) {
    g.picks = true, g.names = 0;
    say(&g, "  choose \"Dare?\" { \"Yes\" "), perhaps_over(&g), say(&g, "; \"No\" { } }\n");
    g.picks = false;
  }
  bool plays = below(&g, 2) == 0;
  if (below(&g, 3) == 0) say(&g, "  let c = choose me.hand \"Play?\"; move c to table; c.act\n");
  if (plays) say(&g, "  play_it (choose me.hand \"Play?\") otherwise { }\n");
  say(&g, "  choose \"On?\" { \"Go on\" { } }\n}\n");
  if (plays) play_shown(&g);
  if (below(&g, 2)) say(&g, "view \"Table\" { each p in players { note \"{p} has {p.purse}\" }; note \"{sealed}\" }\n");
}
