#include "tests/reference/gen_int.h"

#include <stdarg.h>
#include <stdio.h>

static uint64_t next(Gen *g)
{
  uint64_t x = g->rng += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

int dice_below(Gen *g, int n) { return (int)(next(g) % (uint64_t)n); }
bool dice_one_in(Gen *g, int n) { return dice_below(g, n) == 0; }

void write_text(Gen *g, const char *fmt, ...)
{
  char text[512];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  buf_add(g->b, text);
}

/* ---- declarations --------------------------------------------------------------- */

static void contribution(Gen *g)
{
  int locals = g->locals;
  int named = g->named;
  Local *l;
  switch (dice_below(g, 8)) {
  case 0:
  case 1:
    write_name(g, NUMBER, false, false);
    l = &g->local[g->locals - 1];
    write_text(g, "%s price(%s) %s %d", dice_one_in(g, 2) ? "raise" : "lower", l->name,
               dice_one_in(g, 3) ? "to" : "by", dice_below(g, 4));
    if (dice_one_in(g, 2)) write_text(g, " if %s > %d", l->name, dice_below(g, 5));
    break;
  case 2:
    write_name(g, NUMBER, false, false);
    l = &g->local[g->locals - 1];
    write_text(g, "value price(%s) = price(%s) %s %d", l->name, l->name,
               dice_one_in(g, 2) ? "*" : "/", 2 + dice_below(g, 2));
    break;
  case 3: write_text(g, "raise limit by count(table)"); break;
  case 4: write_text(g, "value limit = max(limit, %d)", dice_below(g, 9)); break;
  case 5:
    write_text(g, "raise card.worth by 1 if it is not this and it.mark <= this.mark");
    break;
  case 6:
    write_text(g, "lower card.pay(n%d) by 1 if it.used", named);
    g->named++;
    break;
  default:
    write_text(g, "value lit(p) = lit(p) %s p is hall", dice_one_in(g, 2) ? "or" : "and");
    break;
  }
  g->locals = locals;
}

static void rule(Gen *g, bool card)
{
  int locals = g->locals;
  static const char *const when[] = {"before", "after", "before"};
  bool self = g->self_card, me = g->me;
  g->self_card = card;
  g->me = false;
  switch (dice_below(g, 4)) {
  case 0: write_text(g, "%s gain n ", when[dice_below(g, 3)]); break;
  case 1: write_text(g, "%s put c in p ", when[dice_below(g, 3)]); break;
  case 2:
    write_text(g, "%s %s total by n ", when[dice_below(g, 3)],
               dice_one_in(g, 2) ? "raise" : "lower");
    break;
  default: write_text(g, "%s card.act k ", when[dice_below(g, 3)]);
  }
  int verbs = g->verbs, budget = g->budget;
  g->verbs = 0;
  g->budget = 2;
  if (dice_one_in(g, 2)) write_text(g, "if open ");
  write_text(g, "{ set rounds to %d; raise spare by 1 }", 1 + dice_below(g, 5));
  g->verbs = verbs;
  g->budget = budget;
  g->locals = locals;
  g->self_card = self;
  g->me = me;
}

static void card(Gen *g, const char *name, int copies)
{
  write_text(g, "card %s", name);
  if (copies > 1) write_text(g, " * %d", copies);
  write_text(g, " {\n");
  if (dice_one_in(g, 2)) write_text(g, "worth = %d\n", dice_below(g, 5));
  if (dice_one_in(g, 3)) write_text(g, "pay(n) = n * 2 + %d\n", dice_below(g, 3));
  if (dice_one_in(g, 3)) {
    write_text(g, "act ");
    g->self_card = true;
    g->me = false;
    g->verbs = 1;
    Local *l = &g->local[g->locals++];
    *l = (Local){"k", NUMBER, false, false, false};
    g->budget = 4;
    write_block(g);
    g->locals--;
    g->self_card = false;
    write_text(g, "\n");
  }
  if (dice_one_in(g, 2)) {
    write_text(g, "while this in table {\n");
    for (int i = 0; i < 1 + dice_below(g, 2); i++) {
      if (dice_one_in(g, 3)) rule(g, true);
      else contribution(g);
      write_text(g, "\n");
    }
    write_text(g, "}\n");
  }
  write_text(g, "}\n");
}

static void values(Gen *g)
{
  bool me = g->me;
  g->me = false;
  g->values = 0;
  g->sure = !dice_one_in(g, 12);
  Local *l = &g->local[g->locals++];
  *l = (Local){"n", NUMBER, false, false, false};
  write_text(g, "value price(n: 0..9): 0..60 = ");
  write_bounded(g, 0, 30);
  g->locals--;
  write_text(g, "\nvalue limit: 0..40 = ");
  write_bounded(g, 0, 20);
  write_text(g, "\nvalue cost(c: card or none): -99..99 or none = c.mark + ");
  write_number_leaf(g);
  write_text(
      g,
      "\nvalue held_all: 0..60 by level, open { 0, any: %d; 1..2, yes: 2; any, any: "
      "rounds }",
      dice_below(g, 9));
  l = &g->local[g->locals++];
  *l = (Local){"p", PLACE, false, false, false};
  write_text(g, "\nvalue lit(p: place): flag = ");
  write_flag(g);
  g->locals--;
  write_text(
      g,
      "\nvalue beside(p: place): set of place = (place where it.warm is p.warm) - p\n");
  g->me = me;
  g->values = 4;
  g->sure = false;
}

static void verbs(Gen *g)
{
  g->me = false;
  g->verbs = 0;
  write_text(g, "verb gain (n: 1..9) \"Gain {n}\" { raise total by n }\n");
  write_text(
      g, "verb put (c: card) in (p: place) \"Put {c} in {p}\" { set c.lies to p; raise "
         "c.mark by 1 }\n");
  if (dice_one_in(g, 2)) write_text(g, "instead of gain n if n > 2 { gain 2 }\n");
  if (dice_one_in(g, 3)) rule(g, false), write_text(g, "\n");
  if (dice_one_in(g, 3)) rule(g, false), write_text(g, "\n");
  g->verbs = 3;
  g->me = true;
  write_text(g, "verb act_out \"{me} acts\" ");
  g->budget = 10 + dice_below(g, 10);
  write_block(g);
  write_text(
      g,
      "\nverb turn \"{me} has a turn\" { set seen_price to price(%d); set seen_limit to "
      "limit\nset seen_worth to sum(c in card: c.worth * position(c) + c.pay(%d)); "
      "act_out }\n",
      dice_below(g, 10), dice_below(g, 6));
}

static void whens(Gen *g)
{
  g->me = false;
  int budget = g->budget;
  if (dice_one_in(g, 2))
    write_text(g, "when total > %d { raise spare by 1; note \"Much.\" }\n",
               3 + dice_below(g, 9));
  if (dice_one_in(g, 3))
    write_text(g, "when count(table) > %d { raise spare by 2 }\n", dice_below(g, 3));
  if (dice_one_in(g, 3))
    write_text(g, "when price(3) > %d { raise spare by 3 }\n", dice_below(g, 6));
  g->budget = budget;
}

/* A board with something of everything that can be shown. */
static void board(Gen *g)
{
  write_text(
      g,
      "view \"Board\" %d by 60 { show hall at 10 10; show attic at 30 10 by 8 8\n"
      "show 0..9 in row at 0 40 by 80 8; show 1..3 in column at 60 0 by 8 30\n"
      "show 11..14 in ring at 0 20 by 20 20; show 21..26 in loop at 30 20 by 20 20\n"
      "show square in grid at 50 30 by 30 10; show cellar from hall to attic\n"
      "each p in players { show p on spot; show p.score on hall from 1 to 2 of 3 }\n"
      "show table on attic }\n",
      80 + dice_below(g, 20));
}

/* Names of cards, the standard library, moves in a test. */
static void names(Gen *g)
{
  write_text(g,
             "verb call { as first(players) { let t = choose title \"Which?\"\n"
             "set called to t; raise total by count(c in card: c.title is t)%s } }\n",
             dice_one_in(g, 2) ? "; if t is king { raise spare by 1 }" : "");
  write_text(g, "verb share { %s }\n",
             g->library ? dice_one_in(g, 2) ? "deal 1 of king to table"
                                            : "raise total by majority(rounds)"
                        : "raise total by 1");
  if (dice_one_in(g, 3))
    write_text(
        g, "verb walk { as first(players) { choose \"Walk\" { a in place, b in place - a "
           "\"{a} to {b}\" { set spot to b } } } }\n"
           "test \"walks\" for ann, bob { run walk { ann: hall cellar }; expect spot is "
           "cellar }\n");
}

/* What changes little in a game, but has to compile beside everything else. */
static void extras(Gen *g)
{
  write_text(g, "kind badge { value shine: 0..3 }\nkind chest { value lid: badge }\n");
  write_text(g, "chest trunk { lid = badge \"Lid\" { shine = %d } }\n", dice_below(g, 4));
  if (dice_one_in(g, 3)) write_text(g, "always total <= 50 \"it stays small\"\n");
  if (dice_one_in(g, 4)) write_text(g, "claim \"three places\" count(place) is 3\n");
  if (dice_one_in(g, 3))
    write_text(
        g,
        "view \"Table\" { note \"{total}\"; note \"|\" at %d; each p in players { note "
        "\"{p.score}\" } }\n",
        2 + dice_below(g, 9));
  if (dice_one_in(g, 3)) board(g);
  names(g);
  if (dice_one_in(g, 3)) write_text(g, "outlook max(0, min(100, total + me.score))\n");
  if (dice_one_in(g, 4)) write_text(g, "omit @GEN-01 \"a matter of taste\"\n");
  if (dice_one_in(g, 4)) {
    write_text(g, "verb ask { may by first(players) \"Well?\" { raise total by 1 } }\n");
    write_text(g, "test \"asked\" for ann, bob { set total to 1; run ask { ann: yes }; "
                  "expect total is "
                  "2 } @GEN-02\n");
  }
  write_text(
      g,
      "verb market { as first(players) { choose \"Market\" { \"Buy\" { lower me.score by "
      "price(%d) }; \"Leave\" { } } } }\n",
      dice_below(g, 9));
  write_text(g,
             "verb bids { secretly each q in players { let b = choose 0..3 \"Bid\"\n"
             "if b > %d { raise q.bid by b } else { set q.bid to 0 } } }\n",
             dice_below(g, 3));
}

void write_pack(uint64_t number_of_it, Buf *out)
{
  Gen gen = {.rng = number_of_it * 0x9e3779b97f4a7c15u + 7, .b = out}, *g = &gen;
  if (!dice_one_in(g, 5)) return;
  write_text(g, "pack more \"More\" for g\ntally: 0..9 = %d\n", dice_below(g, 9));
  write_text(g, "card king + %d\nbefore gain n { raise tally by n }\n",
             1 + dice_below(g, 2));
  card(g, "duke", 1 + dice_below(g, 2));
  if (dice_one_in(g, 2)) write_text(g, "raise limit by %d\n", 1 + dice_below(g, 3));
  if (dice_one_in(g, 2)) write_text(g, "deck = deck + duke\n");
  if (dice_one_in(g, 2))
    write_text(g, "choose in market \"Market\" { \"Wait\" { raise tally by 1 } }\n");
}

void write_program(uint64_t number_of_it, Buf *out)
{
  Gen gen = {.rng = number_of_it * 0x2545f4914f6cdd1du + 1, .b = out}, *g = &gen;
  g->library = dice_one_in(g, 3);
  write_text(g, "game g \"G\" for 2..3\ntype way = left | right | up\n%s",
             g->library ? "use \"std.regel\"\n" : "");
  write_text(g, "type title = name of card\ncalled: title or none\n");
  write_text(g, "option level: 0..3 = %d\noption hard: flag = no\n", dice_below(g, 3));
  write_text(g,
             "kind place \"place\" { warm: flag }\nplace hall \"Hall\", attic, cellar\n");
  write_text(
      g, "kind card \"card\" {\nvalue worth: 0..9 = %d\nvalue pay(n: 0..5): 0..20 = n\n",
      dice_below(g, 4));
  write_text(g, "mark: 0..5%s\nused: flag\nlies: place\nfriend: card or none\n",
             dice_one_in(g, 2) ? " = min(5, worth)" : "");
  write_text(g, "verb act (k: 1..3) { raise this.mark by k }\n");
  if (dice_one_in(g, 4)) write_text(g, "when mark > 3 { raise spare by 1 }\n");
  write_text(g, "}\n");
  write_text(g, "kind square 3 by 2 { free: flag = yes }\n");
  write_text(
      g,
      "total: 0..50 = %d\nspare: 0..99\nrounds: 1..5 = 2\nopen: flag = %s\nturn: way\n",
      dice_below(g, 9), dice_one_in(g, 2) ? "yes" : "no");
  write_text(g, "maybe: 0..9 or none\nspot: place = attic\nlead: player or none\n");
  write_text(g, "marked: set of place%s\ntrail: list 3 of 0..5\n",
             dice_one_in(g, 2) ? " = hall + cellar" : "");
  bool laid = dice_one_in(g, 2);
  write_text(g, "deck: pile of card = %sdeuce seen by none\ntable: pile of card%s\n",
             laid ? "" : "king + ",
             laid                ? " = ace + king"
             : dice_one_in(g, 2) ? " = ace"
                                 : "");
  write_text(g,
             "vault: pile of card = fool seen by if total > %d then players else none\n",
             3 + dice_below(g, 9));
  write_text(g, "hidden_box: pile of card\nseen_price: 0..60\nseen_limit: "
                "0..40\nseen_worth: 0..9999\n");
  write_text(g, "kind player { score: 0..20 = 2; bid: 0..9; holds: 0..9 per place = 1; "
                "hand: pile of card "
                "seen by owner\nword: 0..9 = 4 seen by if open then players else this + "
                "lead }\n");
  card(g, "ace", 1);
  card(g, "fool", 1);
  card(g, "king", 2);
  card(g, "deuce", 3);
  values(g);
  verbs(g);
  whens(g);
  if (dice_one_in(g, 2)) {
    write_text(g, "variant hard if hard { lower limit by 2; raise price(n) by 1");
    if (dice_one_in(g, 2)) write_text(g, "; after gain n { raise spare by 1 }");
    if (dice_one_in(g, 3)) write_text(g, "; card jester");
    if (dice_one_in(g, 3)) write_text(g, "; total = %d", dice_below(g, 9));
    if (dice_one_in(g, 2))
      write_text(g,
                 "; choose in market \"Market\" { \"Steal\" { require open; raise spare "
                 "by 3 } }");
    write_text(g, " }\n");
  }
  extras(g);
  write_text(g, "verb setup { %s }\n",
             dice_one_in(g, 2) ? "shuffle deck" : "set hall.warm to yes");
  if (dice_one_in(g, 3)) {
    write_text(g,
               "verb play { bids; market; call; share; raise total by trunk.lid.shine; "
               "repeat 2 { each p "
               "in players { as p { "
               "turn } }; if total > %d { lose%s } }; win none }\n",
               5 + dice_below(g, 30), dice_one_in(g, 2) ? "" : " \"Too much\"");
    return;
  }
  write_text(
      g, "verb play { repeat 3 { each p in players { as p { turn } } }; win most(p in "
         "players: p.score) }\n");
}
