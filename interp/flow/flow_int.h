/* What the files of flow share and nobody else sees. */
#ifndef REGEL_FLOW_INT_H
#define REGEL_FLOW_INT_H
#include "interp/flow/label.h"

/* ---- who learns something ---------------------------------------------------------- */

typedef enum {
  TO_ALL,  /* everybody */
  TO_ONE,  /* the player `base` */
  TO_ASK,  /* who notices that somebody is asked: everybody, or, where answers are
              secret, the asked player */
  TO_RULE, /* whom the rule of field n says, of `base` */
  TO_PILE, /* who sees the pile that role n is */
} ToTag;
typedef struct Audience {
  uint8_t tag;
  bool fresh;
  bool holds; /* with `cond`: only while that flag is this */
  int32_t n;
  Id base;
  int32_t cond; /* a flag of the game, or -1 */
} Audience;

/* What tells: the place, and how it would be said. */
typedef enum {
  TELL_OFFER,  /* a set to choose from */
  TELL_FAIL,   /* something that keeps an answer from being offered */
  TELL_ASK,    /* a question that is asked at all, or of whom */
  TELL_PROMPT, /* the text of a question or an answer */
  TELL_LINE,   /* a line of the log */
  TELL_SHOWN,  /* what such a line names */
  TELL_CHANGE, /* a field */
  TELL_MOVE,   /* a thing that changes piles */
  TELL_DRAW,
  TELL_SHUFFLE,
  TELL_REVEAL,
  TELL_WHEN, /* who acts, to what watches a field */
  TELL_ROLL, /* chance */
  TELL_SEEN, /* who sees something */
} TellTag;
typedef struct Tell {
  TellTag tag;
  Loc at;
  const char *name; /* of the field, verb or placeholder, or NULL */
  bool counts;      /* all see is how many lie where, */
  bool carried;     /* and that on things that lie in piles themselves */
} Tell;

/* A promise that a body asks of its callers: this audience may know this atom. */
typedef struct Duty {
  Audience to;
  Part part;
  const Tell *tell;
} Duty;

/* ---- what is known for sure at a place --------------------------------------------- */

typedef enum {
  KNOW_PILE, /* what lies in pile n of `base`, or field n holds, is known to `who` */
  KNOW_COPY, /* `who` is a name for what field n of `base` holds */
  KNOW_KIND, /* where all things of kind n lie is known to all */
  KNOW_ID,   /* what `base` is, and its face; n: its kind, or -1 */
  KNOW_FLAG, /* flag n of the game is `who` */
  KNOW_SAME, /* the player in field n of the game is `who` now */
} KnowTag;
/* Piles by number (place.c), as bits. */
typedef uint64_t Piles;
enum { MOST_PILES = 64 };
static const Piles NO_PILES = 0, ALL_PILES = UINT64_MAX;
typedef struct Fact {
  uint8_t tag;
  bool all; /* known to everybody, not only to `who` */
  int32_t n;
  Id base, who;
  Piles lost; /* KNOW_ID: not while it lies in one of these, where it was mixed up */
  int since;  /* KNOW_PILE, KNOW_KIND: what was read before is known if it is the same */
} Fact;
typedef struct Lies {
  Id id;
  Piles away; /* it lies in none of these */
  Piles may;  /* where things of its kind can lie */
  bool mixed; /* it was mixed up with others, */
  bool lost;  /* and one of them has gone since */
} Lies;
/* What a body was given, by the pile in which it may have lain when the body began. */
enum { MOST_STARTS = 12 };
typedef struct Track {
  Id id;
  int n;
  uint8_t start[MOST_STARTS]; /* numbers of piles */
  Piles now[MOST_STARTS];     /* where it may be now, */
  Piles lost[MOST_STARTS];    /* and where who knew it may not know it any more */
} Track;
/* Levels: one label for each attempt that is open in a body, by what was known when its
 * answer was offered (attempt.c); the first is by what is known to nobody. */
enum { LEVELS = 4 };
typedef struct Levels {
  Label at[LEVELS];
} Levels;
typedef enum {
  LAID,       /* how many, under which conditions; the value of what is no pile */
  LAID_FACES, /* what lies there */
  LAID_BY,    /* why just these things came or went */
  LAID_PARTS
} LaidPart;
/* What an attempt has put into a field; the first of a field in a list is all of it. */
typedef struct Laid {
  int field;
  Label what[LAID_PARTS];
  const struct Laid *next;
} Laid;
typedef struct Laying {
  Levels what[LAID_PARTS];
} Laying;
enum { MOST_FACTS = 32, MOST_PLACES = 16, MOST_TRACKS = 3 };
typedef struct Known {
  Fact at[MOST_FACTS];
  int n;
  Lies places[MOST_PLACES];
  int n_places;
  Track tracks[MOST_TRACKS];
  int n_tracks;
  const Laid *laid[LEVELS];
  Levels over; /* what decides whether attempts are over by now: what fails then fails
                  none */
  Label put;   /* what decides whether `me` was asked: callers know who that is */
  bool may_be_over, may_be_put;
  int mixed;   /* of names before this one that are not in `places`, this may be so */
  int settled; /* chance has ended the attempts of levels below this one */
  bool dead;   /* this place is never reached */
} Known;

/* ---- values ------------------------------------------------------------------------ */

/* Of a condition: where a thing lies, if it is true or false. */
typedef struct Found {
  Id id;
  Piles in;
  const struct Found *next;
} Found;

typedef struct Val {
  Label sel;        /* which one it is, whether it is any, how many there are */
  Label home;       /* hidden piles that its things were taken from: their faces */
  Label many;       /* what else decides how many there are */
  Label lacks;      /* of a value: what decides whether it keeps its promise of one */
  bool lacking;     /* it may break it */
  const Kind *kind; /* of its things, or NULL */
  Id id;
  Id holder;   /* among whose piles its things lie */
  Id member;   /* of a set of players: what its filter calls one of them */
  bool given;  /* where its things lie is known to whoever knows it of its roles, */
  bool placed; /* or to all, */
  bool joined; /* but they come from several piles: their order tells which lies where */
  bool open;   /* all know its face */
  Piles shown; /* or do so while it lies in one of these */
  Piles away;  /* none of its things lies in these now; a name does not keep it */
  const Found *yes, *no; /* of a condition: what follows now if it holds, or does not */
} Val;

/* What a name stands for, and what that tells by level. */
typedef struct Bound {
  Val val;
  Val at[LEVELS];
} Bound;

/* ---- bodies ------------------------------------------------------------------------ */

/* A public field of things is written on one that role `role` is. */
typedef struct Mark {
  int field, role;
} Mark;

typedef struct Summary {
  VEC(Duty) duties;
  Levels fails;             /* what decides whether it can be completed */
  Levels stuck;             /* what decides whether its decisions have a legal answer */
  bool can_fail, can_stick; /* before chance has ended the attempts around */
  bool asks;                /* somebody decides something */
  VEC(int) kills;           /* relevant fields and piles that it changes, by number */
  VEC(int) stirs;           /* kinds of which it shuffles or draws */
  VEC(Mark) marks;          /* what it writes on things that it was given */
  int changes;              /* so far, */
  int *changed;             /* and by field the last of them; NULL: none */
  Piles mixed;              /* piles in which nobody may know any more which is which */
  Piles goes[MOST_PILES];   /* by pile: where something of it may have gone */
  Known after;              /* what is known when it ends */
  int state;                /* 0 not looked at, 1 being looked at, 2 known */
} Summary;

typedef struct Event {
  Audience to;
  const Tell *tell;
  Label home;   /* what is revealed with it */
  Label opened; /* what was before */
} Event;
typedef VEC(Event) Events;

/* What a verb is given, by whoever calls it: by parameter, and `this`, where none of them
 * lies. */
typedef struct Given {
  Piles *away; /* NULL: nothing is known of it */
  Piles *next; /* what is found out in this round */
  int n;       /* parameters */
} Given;

/* What looks at a field, or at the piles of a kind. */
typedef struct Watch {
  VEC(int) whens;
  Label fails; /* what decides whether they can be completed */
} Watch;

typedef VEC(Body) BodyList;
typedef struct Flow {
  Model *m;
  Arena *arena;
  Diags *d;
  int names;      /* ids of names given away */
  int loops;      /* that lie around, */
  bool coarse;    /* and there are so many that what they lay may be anything */
  bool *relevant; /* by field: facts are kept of it, */
  bool *marks;    /* ... and it is written on things that lie face down */
  uint8_t *lays;  /* something hidden is put there: by part of Laid a bit */
  struct Memo {   /* [1]: whatever is revealed or found out */
    Val *values;  /* by value, in terms of its roles */
    uint8_t *value_state;
    Val *columns; /* by printed value: of a computed one */
    uint8_t *column_state;
  } memo[2];
  int64_t *effort_verbs, *effort_values; /* effort.c, by number: 0 not known yet */
  Summary *verbs;                        /* by number of the verb */
  Summary *whens;
  Given *given;         /* by number of the verb */
  uint8_t *pile_number; /* by field */
  BodyList *bodies;     /* by verb: what things fill its slot with */
  Watch *watch_field, *watch_kind;
  struct LaidMemo *laid_memo; /* attempt.c */
  bool again;                 /* a body was needed before it was known */
  bool changed;               /* a summary differs from that of the round before */
  int depth;
  int named; /* bodies of things that are called by their names, one inside the other */
} Flow;

/* Splits whom a rule says into single audiences; the least that all of them are in. */
typedef struct Audiences {
  Audience at[8];
  int n;
} Audiences;

/* Sets that are surely not empty here: a condition around has asked for that, and nothing
 * has changed since. */
typedef struct Some {
  const Node *at[4]; /* a set, or an `any` */
  int n;
} Some;

/* One body being walked. */
typedef struct Walk {
  Flow *f;
  Summary *s;
  const Verb *verb; /* whose layer this is, for what it calls beneath itself */
  const Summary *beneath;
  const Given *given; /* to the verb, or NULL */
  Known known;
  Label path;      /* conditions around this place, */
  Levels raw_path; /* and the same without what was revealed since */
  Label opened;    /* homes of what was revealed to all since: see depend() */
  Id me;
  Label me_sel;
  Levels me_at;
  Val self; /* `this` */
  Val it;   /* the thing of the event */
  const Sym *it_sym;
  const Rule *rule;             /* whose names these are */
  bool open;                    /* a decision is being made, */
  Id attempt;                   /* by this player; */
  int level;                    /* attempts that are open in this body, */
  const Known *offered[LEVELS]; /* and what was known before each of them */
  const Audiences *roll;        /* who sees what is rolled here, or NULL: everybody */
  int failures;                 /* places that can fail */
  bool quiet;                   /* only a label is wanted */
  bool raw;                     /* what conditions find out does not count, either, */
  int at;                       /* and only what was known at this level */
  int turned;  /* conditions around that are looked at the other way round */
  bool ending; /* the game ends, and nobody is asked before */
  bool secret; /* inside `secretly each`, for `secret_of` */
  Id secret_of;
  bool settled; /* in setup: nothing was stirred yet of kinds not in s->stirs */
  Some some;
  Label lacks;         /* of values that were evaluated, */
  int lacking;         /* and how many may lack what they promise */
  struct Stops *stops; /* of the loop around, or NULL */
  Events *events;
  bool much; /* the statement that begins may be more than can be tried */
  bool grew; /* a name that can be set got a larger label */
} Walk;

/* known.c */
void known_add(Known *k, Fact f);
/* Without what is not known there, too. */
void known_only(Known *k, const Known *of);
void facts_meet(Known *k, const Known *other);          /* what holds in both, */
void known_meet(Walk *w, Known *k, const Known *other); /* and what either has laid */
void known_kill(Walk *w, int field);
void field_changes(Walk *w, int field); /* what it holds is not what was read before */
void no_changes(Walk *w);
bool unchanged(const Walk *w, int field, int read);
void known_stir(Walk *w, int kind);
void known_mix(Walk *w, Piles mixed);
bool known_same(const Known *a, const Known *b); /* facts, and where things lie */
void changed_by(Walk *w, const Summary *s);      /* a body has done what it may do */
bool changes_same(const Summary *a, const Summary *b);
bool known_kind(const Known *k, int kind);
/* A name for what a hidden field holds: who is told it knows the field, until that
 * changes. */
void known_copy(Walk *w, Node *n, Id name);
void known_piles(Walk *w, const Kind *kind);
bool killed(const Walk *w, int field);
bool stirred(const Walk *w, int kind);

/* place.c: where things cannot lie. */
struct Spot;
struct Call;
void number_piles(Flow *f);
Piles pile_bit(const Flow *f, const Field *x);
Piles away_of(const Known *k, Id id);
void place_add(Known *k, Id id, Piles away);
void places_meet(Known *k, const Known *other);
bool places_same(const Known *a, const Known *b);
/* It lies in one of these. */
void place_found(Known *k, Id id, Piles in);
/* found.c: where things lie if a condition holds. */
const Found *found_in(Walk *w, Id id, Piles in);
const Found *found_all(Walk *w, const Found *a, const Found *b);
const Found *found_either(Walk *w, const Found *a, const Found *b);
const Found *found_called(Walk *w, const Found *l, const struct Call *c);
Piles found_of(const Found *l, Id id); /* where it lies: ALL_PILES if that is not said */
void found_facts(Walk *w, const Found *l);
/* For what is evaluated only if a condition holds; ends with the second. */
typedef struct Supposed {
  Lies places[MOST_PLACES];
  int n;
} Supposed;
Supposed suppose(Walk *w, const Found *l);
void suppose_no_more(Walk *w, const Supposed *before);
bool tracks_same(const Known *a, const Known *b);
void places_mixed(Known *k, Piles mixed, int names);
void place_kind(Walk *w, Id id, const Kind *k); /* it is one of these */
bool place_lost(const Known *k, Id id); /* it may have been mixed up with others */
/* A thing of one of these piles has gone into one of those; it was `id`, if that is
 * known. */
void gone(Walk *w, Id id, Piles from, Piles to);
void track_shown(Known *k, Id id); /* all know it again */
/* The same for what a body was given, from what was known before it. */
void tracks_called(Walk *w, const Known *before, const Known *after,
                   const struct Call *c);
void gone_in(Walk *w, const Summary *s);
Piles piles_of(const Walk *w, const struct Spot *p);
/* A verb is called with these; is more known now; what its body may take for granted. */
void give(Flow *f, const Verb *v, const Val *args, int n, const Val *self);
bool given_more(Flow *f);
void taken(Walk *w, const Verb *v);
Piles given_to(const Walk *w, Id id);

/* seen.c: who sees what. */
const Node *seen_rule(const Field *f); /* NULL: everybody */
bool is_hidden(const Field *f);
bool tree_same(const Node *a, const Node *b);
bool where_any(const Node *where, const Node *any); /* the same is asked of the same */
bool rule_by_owner(const Node *r);                  /* it speaks of the owner */
/* Who it is by another id, if that is known; and of a body that begins here, or of what
 * is read here, who it is in the words of this one. */
Id resolve(const Walk *w, Id id);
Id current(Walk *w, Id id);
bool may_know(const Walk *w, Audience to, Atom a);
Audiences audience_of(const Walk *w, const Field *f, Id base);

/* expr.c */
struct Call;
static inline Label join(Walk *w, Label a, Label b)
{
  return label_join(w->f->arena, a, b);
}
/* What tells this, and does not lie in piles. */
/* Where both lie is known to whoever knows it of the roles. */
static inline bool given_both(const Val *a, const Val *b)
{
  return (a->given || a->placed) && (b->given || b->placed);
}
static inline Val plain(Label sel) { return (Val){.sel = sel, .placed = true}; }
Val eval(Walk *w, Node *n);
Val role_val(Walk *w, int role, const Kind *k);
const Kind *kind_of(const Type *t);       /* of a thing, a pile, a set */
Val things_joined(Walk *w, Val a, Val b); /* the things of both */
Val call_value(Walk *w, Node *n);
Label full(Walk *w, const Val *v);   /* all that it tells */
Label number(Walk *w, const Val *v); /* how many there are, and which of all */
/* A field, cell or pile in the tree: which one (NULL: a name), and of what. */
typedef struct Spot {
  const Field *field;
  const Sym *name; /* a local name that can be set, or a pile given to the verb */
  Val base;        /* whose; with all that decides which cell it is in `sel` */
  Id id;           /* of the atom */
} Spot;
/* What a printed value of a thing is computed from; nothing if it is a constant. */
Label column_told(Walk *w, Node *n);
Spot spot_of(Walk *w, Node *n);
Label label_of(Walk *w, Node *n); /* full(eval()) */
Val quietly(Walk *w, Node *n);    /* only its label is wanted */
Label where_label(Walk *w, const Val *v, const Kind *k);
Label where_at(Walk *w, const Val *v, int level); /* the same by level */
Val local_val(Walk *w, const Sym *y);
/* What is evaluated since then is so only under this. */
static inline void lacks_under(Walk *w, int before, Label l)
{
  if (w->lacking > before) w->lacks = join(w, w->lacks, l);
}
Val revealed(const Walk *w, Val v); /* what was shown of it is known */
void bind(Walk *w, const Sym *y, Val v);
void bind_placed(Walk *w, const Sym *y, Val v); /* and keeps where it cannot lie */
void bind_levels(Walk *w, const Sym *y,
                 const Val at[LEVELS]); /* and what it tells by level */
Label me_label(const Walk *w);
Id fresh_name(Flow *f);
Val value_of(Flow *f, Value *v, bool raw);
/* function.c */
Val element(Walk *w, const Val *set); /* one of a set */
/* A number or a flag about things tells of all that lie where they come from: it is not
 * explained by the face of one of them. */
Label asked_of_all(Walk *w, Label l, const Val *set);
Val eval_where(Walk *w, Node *n);
Val eval_function(Walk *w, Node *n);
/* pick.c */
Val eval_pick(Walk *w, Node *n);
/* Who answers the first decision in an expression; false if there is none. */
bool decision_in(Walk *w, Node *n, Id *who);
Label substitute(Walk *w, Label l, const struct Call *c);

/* duty.c */
const Tell *tell_new(Flow *f, TellTag tag, Loc at, const char *name);
/* Somebody notices that this place is reached, and learns `l`; `home` is shown as well.
 */
void event(Walk *w, Audience to, Label l, Label home, const Tell *t);
/* Somebody learns `l`, if this place is reached. */
bool duty_known(const Summary *s, const Duty *d); /* it is asked already */
void need(Walk *w, Audience to, Label l, const Tell *t);
/* What events since depend on, too: `shown` was explained by what was opened where it
 * was found out, the other was not. */
void fail_late(Walk *w, size_t from, Label shown, Label other);
static inline Audience to_all(void) { return (Audience){.tag = TO_ALL, .cond = -1}; }
static inline Audience to_one(Id who)
{
  return (Audience){.tag = TO_ONE, .base = who, .cond = -1};
}

/* What of it not everybody knows here: what all know when it is found out, they know. */
Label unknown(Walk *w, Label l);
/* From here on the place depends on this.  A face that was shown explains the conditions
 * under which it was shown; a later one on the rest of its pile it does not explain. */
void depend(Walk *w, Label condition, Levels raw);

/* Names in a text that somebody reads. */
void shown(Walk *w, const TextUse *t, Audience to, TellTag tag, Loc at);
/* A question is asked: of `by`, or of who acts. */
void asked(Walk *w, const Val *by, Loc at);

/* call.c */
typedef struct Call {
  const Val *args_at[LEVELS]; /* by what was known at each level; NULL: the same */
  Val self_at[LEVELS];
  Levels me_at;
  const Val *args;
  int n;
  Val self;
  Id me;
  Label me_sel;
  Loc at;
  const char *name;
} Call;
void apply(Walk *w, const Summary *s, const Call *c);
const Val *role_arg(const Call *c, int role); /* what a role is, or NULL */
Id id_called(Walk *w, Id id, const Call *c);  /* in terms of the caller */
Summary *summary_of(Flow *f, Verb *v);
/* The thing that is called by its name, or NULL; and what it fills a slot with. */
const Thing *named_thing(const Node *n);
const Summary *summary_named(Flow *f, Verb *v, const Thing *t);
/* What a `when` does under its condition, whose label is returned. */
Label when_summary(Flow *f, const When *x, Summary *s);
Walk walk_new(Flow *f, Summary *s);

/* attempt.c: what was known when an answer was offered, against what is known now. */
typedef struct Attempt {
  Id who;
  bool open;
  Known known;
  Levels fails, stuck, raw_path;
  const Laid *laid;
  bool can_fail, can_stick, deep;
} Attempt;
/* What fails from here on keeps an answer of `who` from being offered; or is caught. */
void attempt_begin(Walk *w, Attempt *a, Id who);
void attempt_anew(Walk *w, Attempt *a, Id who); /* somebody else answers from here on */
/* Closes it, and gives what decided whether it could be completed. */
Levels attempt_close(Walk *w, const Attempt *a);
/* `stuck`: no answer may be legal; `empty`: nothing may be offered at all. */
void attempt_end(Walk *w, Attempt *a, bool can_be_stuck, bool can_be_empty,
                 Levels offered, Loc at);
/* What an expression tells by what was known at a level; at each: all, or the number. */
Val val_at(Walk *w, Node *n, int level);
Levels full_levels(Walk *w, Node *n);
Levels number_levels(Walk *w, Node *n);
Levels levels_join(Walk *w, Levels a, Levels b);
Levels levels_step(Walk *w, Levels l, StepTag tag, const char *name, Loc at);
Levels levels_same(Label l);
/* The body cannot be completed if a condition says so; `counts`: and the attempt neither,
 * unless it is settled. */
void fail(Walk *w, Levels l, bool counts, Loc at);
/* The same for an expression: its value, or whether it is none. */
void fail_by(Walk *w, Node *n, bool whether);
/* The same for a decision without a legal answer. */
void stuck(Walk *w, Levels l, bool counts, Loc at);
/* Something is put into a field, or into each of these piles of a kind. */
void lay(Walk *w, const Field *f, Laying l);
void lay_in(Walk *w, Piles in, const Kind *k, Laying l);
/* What lies there by this answer, at the level that is looked at. */
Label laid_in(Walk *w, const Field *f, LaidPart part);
Label laid_piles(Walk *w, Piles in, const Kind *k, LaidPart part);
Label laid_before(Walk *w, Atom a);
void commit(Walk *w); /* chance decides: what was laid is seen by now */
/* Here attempts may be over: chance or somebody else decides, an error is met, or there
 * is too much to try.  Whether that happens hangs on this, and on how one comes here. */
void may_be_over(Walk *w, Levels l);
/* Somebody else's question ends the attempts around it. */
void put_to(Walk *w, Id who, Levels offered);
void over_meet(Walk *w, Known *k, const Known *other);
void over_ended(Walk *w, const Known *before); /* since then, perhaps */
void over_forget(Walk *w, Known *k, int first);
bool overs_differ(const Known *a, const Known *b);
void laid_meet(Walk *w, Known *k, const Known *other);
bool laid_same(const Known *a, const Known *b);
bool laid_forget(Walk *w, Known *k, const Known *since, int first); /* names of a turn */
/* What was laid since hangs on this, too. */
void lay_late(Walk *w, const Known *since, Levels l);
void lay_all(Walk *w, Label what); /* so does all that was laid, in every part */
Levels levels_forget(Walk *w, Levels l, int first);
void laid_called(Walk *w, const Known *after, const Call *c);
Label substitute_at(Walk *w, Label l, const Call *c, int level);
Levels substitute_levels(Walk *w, Label l, const Call *c);

void forget_values(Flow *f);
/* change.c: this field is written on a thing from these piles. */
void mark_thing(Walk *w, const Field *f, Label home);
/* stmt.c */
void walk_stmts(Walk *w, Node *n);
void walk_block(Walk *w, Node *block); /* or NULL */
/* What lasts only as long as a block. */
typedef struct Around {
  Label path, opened;
  Levels raw_path;
  size_t kills;
} Around;
Around enter(Walk *w, Label condition, Levels raw, Loc at);
Around enter_block(Walk *w);
void leave(Walk *w, Around a);
/* decide.c: who acts, */
typedef struct Actor {
  Id me;
  Label sel;
  Levels at;
} Actor;
Id acting(Walk *w, const Val *who);
Actor become(Walk *w, Id me, Label sel, Levels at);
void become_again(Walk *w, Actor a);
void choose(Walk *w, Node *n);
void may(Walk *w, Node *n);
/* and the decision whose attempt a statement is. */
bool decides(Walk *w, Node *n, Id *who);
/* What its decisions offer, before anything of it happens. */
typedef struct Offer {
  bool empty;   /* it may be nothing: */
  Levels told;  /* that is decided by this */
  int failures; /* before it */
} Offer;
Offer offer_of(Walk *w, Node *n);
/* Where a condition holds, or does not; and behind a statement. */
void some_found(Walk *w, const Node *condition, bool holds);
void some_after(Walk *w, const Node *statement);
bool surely_some(Walk *w, const Node *set, const Node *by);
/* `fits`: some answer always does. */
void decided(Walk *w, Attempt *a, Node *n, Offer o, bool fits);
bool some_answer_fits(const Node *let, int failures);
/* One of a set, by level: which one, if that was not an answer, and its face. */
void bind_one(Walk *w, const Sym *y, Node *set, bool which);
/* change.c */
void phrase(Walk *w, Node *n);
void change(Walk *w, Node *n); /* set, raise, lower */
/* What names hold that are set in a statement hangs on whether it came so far. */
void names_late(Walk *w, const Node *n, Label late, Levels raw);
void change_field(Walk *w, const Field *f, const Val *base, Label value, Loc at);
/* The faces that are shown with things; a pile shows all that it holds. */
Label faces_of(Walk *w, const Node *what, const Val *v);
/* The face of a thing is shown to all, now or before anybody is asked. */
void shown_to_all(Walk *w, const Val *v);
/* The name whose thing a statement shows to all, or NULL. */
Node *shows(const Node *n);
/* Forgets what the statements of a loop may change. */
void forget_changes(Walk *w, Node *n);

/* end.c: do these statements surely end the game, and nobody is asked before? */
bool ends_game(Flow *f, Node *n);
bool asks(Flow *f, Node *n); /* can somebody be asked in this statement? */
bool stops(const Node *n);   /* can it leave the loop around it? */

/* sight.c: may they know it who are shown something by the rule of a hidden field? */
void look_at_sight(Flow *f, const Field *x);

/* effort.c: may it use up what there is to try an answer? */
bool takes_much(Flow *f, const Node *n);

/* report.c */
void report(Flow *f, const Duty *d);

#endif
