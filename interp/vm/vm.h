/* The machine: runs a program against a state and stops for decisions and chance.
 *
 * vm_step() runs until something is needed from outside and says what; the caller answers
 * with vm_answer() and steps again.  A person, a bot, a test and a replay are callers of
 * this one loop.  A game is one block of memory: vm_save() and vm_restore() copy it. */
#ifndef REGEL_VM_H
#define REGEL_VM_H
#include "interp/code/program.h"

typedef enum { VM_DECIDE, VM_CHANCE, VM_DONE, VM_SCRIPT_END, VM_ERROR } VmStatus;

typedef enum {
#define RUNTIME(id, code, title) id,
#include "interp/vm/error.def"
#undef RUNTIME
  R_COUNT
} VmError;

typedef struct Option {
  int32_t seat, alt; /* alt: row in the program's alts */
  int32_t value;     /* element; rank of the combination; NONE */
} Option;

/* Why a candidate is not among the options. */
typedef struct Rejected {
  Option option;
  int32_t ip; /* the instruction that failed */
} Rejected;

typedef enum {
  EV_VERB,    /* a verb with a text begins: text and args */
  EV_NOTE,    /* text and args; in a view: at column now, or on a line of its own */
  EV_CHANGE,  /* a field of a thing changes from old to now */
  EV_MOVE,    /* thing goes from pile old to pile now (-1: the box) */
  EV_SHUFFLE, /* pile now */
  EV_REVEAL,  /* thing is shown to the seats in now; thing NONE: value old is told */
  EV_DECIDE,  /* seat answered option old of decision now */
  EV_CHANCE,  /* value now came up (text of type `type`); seen[0]: who may know */
  EV_GATHER,  /* secret answers begin (now 1) or are all in (now 0) */
  EV_END,     /* now: mask of winners, text: reason or -1 */
  EV_TOLD, /* a verb that is told when it is done has ended: text and args, for the log */
  EV_SIGHT, /* a field of a thing, which is old, is seen by the seats in now from now on
             */
  EV_SHOW,  /* in a view: something is shown; text and args if it is a text */
} EventKind;

enum { MAX_ARGS = 8 };
typedef struct Event {
  EventKind kind;
  int32_t ip;                /* instruction, for place and citation */
  int32_t seat;              /* who acts, or NONE */
  int32_t field, thing, per; /* what changes */
  int64_t old, now;
  int32_t text, type, nargs;
  uint32_t seen[MAX_ARGS]; /* the seats that may read each argument */
  int64_t args[MAX_ARGS];  /* scalars, or the first word of a set */
  bool secret;             /* during secret answers: only `seat` may know yet */
  /* EV_SHOW: SHOW_… and SHOWN_… of the program, as long as it is being told; else NULL */
  const int64_t *show, *shown;
} Event;

typedef struct Vm Vm;
typedef struct Dealer Dealer;
typedef void (*EventFn)(void *user, Vm *vm, const Event *e);

/* A contribution to a value, told while vm_value computes it. */
typedef struct Shared {
  int32_t ip, thing;     /* thing: of whose text it is, NONE: of a variant */
  int32_t how;           /* share_how */
  const int64_t *result; /* what the value is with it */
  const int64_t *by;
} Shared;
typedef void (*ShareFn)(void *user, const Shared *s);

/* Settings of one game: a value for each option field, NONE for its default. */
typedef struct Setup {
  int32_t seats;
  uint64_t seed;
  const int32_t
      *options; /* indexed like the fields with FIELD_OPTION, in order; or NULL */
} Setup;

Vm *vm_new(const Program *p);
void vm_free(Vm *vm);
/* For who runs too little to make it worth while: the program's own instructions. */
void vm_unoptimized(Vm *vm);
/* For who runs a little more: these, quickly; or what others have had made already.  Said
 * before a game begins. */
void vm_briefly(Vm *vm);
/* A second machine of the same program for who wants to try something on a copy of the
 * state: made when it is first asked for, freed with the first. */
Vm *vm_echo(Vm *vm);
const Program *vm_program(const Vm *vm);
void vm_listen(Vm *vm, EventFn fn, void *user);
/* Who only wants to count: hears that a thing goes from one pile to another (-1: the box)
 * while a seat acts (or NONE), and nothing else.  Costs next to nothing. */
typedef void (*MoveFn)(void *user, int32_t thing, int32_t from, int32_t to, int32_t seat);
void vm_watch_moves(Vm *vm, MoveFn fn, void *user);
/* When on, chance is taken from the game's own generator without stopping. */
void vm_auto_chance(Vm *vm, bool on);
/* When on, a decision offers its candidates as they are, and vm_can() tries the one that
 * is asked for: who takes one at random need not know all that could be done.  The
 * numbers of answers are those of the candidates then, which no record knows.  Not
 * together with vm_check_always. */
void vm_offer_untried(Vm *vm, bool on);
/* A random game that does not stop for every answer: the machine itself answers, all
 * answers being equally likely, where whatever is answered can be carried out.  For games
 * whose chance is rolled and whose past nobody wants. */
typedef struct Playout {
  uint64_t *luck;       /* the generator of bots (bot/luck.h) */
  long decisions, most; /* how many were answered, and may be */
  long live;            /* registers of the largest state at one of them */
  long left;            /* fuel until the next decision, with the chances before it */
} Playout;
void vm_playout(Vm *vm, Playout *p); /* NULL: it stops, as at first */
/* At a decision: can answer i be carried out? */
bool vm_can(Vm *vm, int i);
/* Tries all candidates that were offered untried, and leaves only those that can be
 * carried out. */
VmStatus vm_try_all(Vm *vm);
/* When on, `always` conditions are checked at each pause, and those that name the winners
 * at the end (R_INVARIANT). */
void vm_check_always(Vm *vm, bool on);
/* Claims are dear: of them only in one state of n, chosen by its hash; 0: in none. */
void vm_check_claims(Vm *vm, unsigned n);
/* Claims that are conditions are the same in every state.  They are checked at the first
 * pause behind the setup, or by this: the first that is not true, or NONE. */
int vm_check_constants(Vm *vm);
/* These of them: by number, whether it is; NULL: all, as at first. */
void vm_check_only(Vm *vm, const uint8_t *wanted);
VmStatus vm_check_end(Vm *vm); /* the latter, after VM_DONE, whether on or not */
/* After R_INVARIANT: goes on as if that one held, from now on until vm_check_all.  The
 * status is that of the pause, or the next one that does not hold. */
VmStatus vm_pass_over(Vm *vm);
void vm_check_all(Vm *vm);

/* 128 bits that nobody may know while the game lasts. */
typedef struct Secret {
  uint64_t key[2];
  bool set; /* false: there are none, the game has an open seed */
} Secret;

/* Begins a game; the next step runs `setup` and then `play`.  Returns R_OK. */
VmError vm_start(Vm *vm, const Setup *setup);
/* From the operating system; false if it gives none. */
bool secret_draw(Secret *secret);
/* As bytes, the same on every machine, and as text. */
enum { SECRET_BYTES = 16, SECRET_DIGITS = 2 * SECRET_BYTES };
void secret_take(Secret *secret, const unsigned char bytes[SECRET_BYTES]);
void secret_give(const Secret *secret, unsigned char bytes[SECRET_BYTES]);
void secret_write(const Secret *secret, char out[SECRET_DIGITS + 1]);
bool secret_read(Secret *secret, const char *text);
/* After vm_start: chance comes from a secret instead of setup->seed. */
void vm_secret(Vm *vm, const Secret *secret);
/* The i-th number of a second stream from it, for bots: neither stream tells about the
 * other. */
uint64_t secret_luck(const Secret *secret, uint64_t i);
VmStatus vm_step(Vm *vm);

/* After VM_DECIDE or VM_CHANCE: how many answers there are, and answering. */
int vm_options(Vm *vm);
Option vm_option(Vm *vm, int i);
/* Of copies that lie in a shuffled pile one option stands for all: the first of them is
 * drawn.  Which copy somebody has would then tell which ones others have.  So behind the
 * options there are numbers for the things themselves, one for each that can be drawn, in
 * their order; only chance gives them, in games whose chance is secret.  Of all numbers
 * that vm_answer takes the option that one belongs to, -1: there is no such number. */
int vm_outcome(Vm *vm, int i);
/* The number of a thing that can be drawn now: its own if `very`, or an option; -1. */
int vm_draw_of(Vm *vm, int32_t thing, bool very);
const PDecision *vm_decision(const Vm *vm); /* NULL at chance */
uint32_t vm_asked(const Vm *vm);            /* at a decision: the seats that may answer */
int vm_chance_type(const Vm *vm);           /* of what chance gives; -1 at a decision */
int32_t vm_asking_ip(const Vm *vm);         /* the instruction that asks */
bool vm_parts(const Vm *vm); /* a choice of several is being made one by one */
/* The elements of an answer that is a combination, as set words of the alt's type. */
void vm_option_set(Vm *vm, int i, uint64_t *words);
int64_t vm_weight(Vm *vm, int i); /* chance: how likely; decisions: 1 */
void vm_answer(Vm *vm, int i);
/* For who tries every answer: vm_mark remembers this pause, vm_answer_marked goes back to
 * it and gives answer i.  The question is not asked, and its answers are not probed, a
 * second time.  A machine has one mark; it stays until the next one. */
void vm_mark(Vm *vm);
void vm_answer_marked(Vm *vm, int i);
/* Two copies that lie together and differ in nothing that the seat may know (NONE: in
 * nothing at all): one option stands for both. */
bool vm_same_copy(Vm *vm, int seat, int32_t a, int32_t b);
/* After VM_CHANCE: the seats that would learn what comes up if it is answer i. */
uint32_t vm_chance_seen(Vm *vm, int i);
/* Picks by weight with the game's own generator. */
int vm_roll(Vm *vm);
/* Is that what was picked?  Records of earlier versions have options for all draws. */
bool vm_rolled(Vm *vm, int rolled, int i);
/* Candidates that legality took away, with the step that failed. */
int vm_rejected(Vm *vm, const Rejected **list);

/* What a claim found that cannot be carried out: the last one. */
typedef struct Stuck {
  int32_t seat, ip; /* who would have acted; the instruction that failed */
  int64_t it;       /* what for, NONE if for nothing */
} Stuck;
Stuck vm_stuck(const Vm *vm);
/* From now on the table is kept as it was when that failed; it can be laid so again, to
 * look at it: the game cannot go on then. */
void vm_keep_stuck(Vm *vm);
void vm_go_stuck(Vm *vm);
/* How often somebody had no answer, so that what stands behind `otherwise` was done. */
long vm_unable(const Vm *vm);

/* For who goes through all outcomes: when on, what is drawn stays unread if that can be,
 * so that one outcome of a draw stands for all of them until something looks at it. */
void vm_leave_unread(Vm *vm, bool on);
bool vm_draws(const Vm *vm);        /* chance: from a pile */
bool vm_draws_unread(const Vm *vm); /* the same, and it would stay unread */
/* From now on it is noted what is looked at: the first unread thing, or NONE. */
void vm_await_look(Vm *vm);
int32_t vm_looked(const Vm *vm);
void vm_ignore_looks(Vm *vm);
bool vm_unread(const Vm *vm, int32_t thing);
bool vm_any_unread(const Vm *vm);
/* What may lie where this thing of a shuffled pile, or an unread one, does: one thing of
 * each face.  Room for all things of its kind; returns how many. */
int vm_may_be(const Vm *vm, int32_t thing, int32_t *others);
/* Two of them change places; the second is to lie where the first does, and is read. */
void vm_change_places(Vm *vm, int32_t x, int32_t y);
void vm_settle(Vm *vm, int32_t thing, int32_t other);
void vm_settle_all(Vm *vm); /* all of them as they lie now */

/* State. */
const int32_t *vm_cells(const Vm *vm, int *count); /* every field and pile, as numbers */
size_t vm_state_size(const Vm *vm);                /* the most that vm_save writes */
size_t vm_saved_size(const Vm *vm);                /* what it writes now */
long vm_state_bytes(const Vm *vm, long live);      /* with so many registers in use */
size_t vm_save(const Vm *vm, void *buf);
void vm_restore(Vm *vm, const void *buf); /* then vm_step() to ask again */
void vm_copy(Vm *vm, const Vm *from);     /* the same from another machine */
uint64_t vm_hash(const Vm *vm);
/* Are two machines of one program in equal states, byte by byte? */
bool vm_alike(const Vm *a, const Vm *b);
uint32_t vm_winners(const Vm *vm);
int32_t vm_reason(const Vm *vm); /* why it ended, a text, or -1 */
bool vm_over(const Vm *vm);
bool vm_gathers(const Vm *vm); /* answers are secret at the moment */
int vm_seats(const Vm *vm);
void vm_seed(Vm *vm, uint64_t seed);
int64_t vm_spent(const Vm *vm);       /* loop turns and calls of all steps so far */
long vm_probe_overruns(const Vm *vm); /* probes that ran out of their budget */

/* Errors. */
VmError vm_error(const Vm *vm);
int32_t vm_error_ip(const Vm *vm);
/* An error for who tells it when the machine has gone on. */
enum { MOST_CIRCLE = 16 };
typedef struct VmFault {
  VmError error;
  int32_t ip;
  /* R_STACK: the calls of one round, in the order in which they are made. */
  int32_t circle[MOST_CIRCLE];
  int calls; /* of one round, also those past MOST_CIRCLE; 0 if it is no circle */
} VmFault;
VmFault vm_fault(const Vm *vm);
const char *vm_error_name(VmError e); /* "R0001" */
const char *vm_error_title(VmError e);

/* Reading the state from outside (views, bots, tests). */
int64_t vm_get(const Vm *vm, int field, int32_t thing, int32_t per);
/* The same as this seat may see it while answers are secret. */
int64_t vm_get_seen(const Vm *vm, int seat, int field, int32_t thing, int32_t per);
void vm_get_wide_seen(const Vm *vm, int seat, int field, int32_t thing, int32_t per,
                      int64_t *words);
int vm_pile_seen(const Vm *vm, int seat, int pile, int32_t *things, int most);
void vm_get_wide(const Vm *vm, int field, int32_t thing, int32_t per, int64_t *words);
void vm_set_cell(Vm *vm, int field, int32_t thing, int32_t per, int64_t value);
/* Puts a thing on a pile of its kind (-1: the box), among the others where their order is
 * unknown.  Like vm_set_cell it arranges the table from outside: no rule takes notice. */
void vm_put(Vm *vm, int32_t thing, int pile);
int vm_pile_number(const Vm *vm, int field, int32_t thing, int32_t per);
int vm_pile(const Vm *vm, int pile, int32_t *things, int most); /* from the bottom */
int32_t vm_pile_of(const Vm *vm, int32_t thing);                /* -1: none */
int vm_pile_field(const Vm *vm, int pile, int32_t *thing, int32_t *per);
/* May this seat see field (of thing, at per) / the face of a thing where it lies? */
bool vm_sees_field(Vm *vm, int seat, int field, int32_t thing);
bool vm_sees_thing(Vm *vm, int seat, int32_t thing);
/* The game as the reader on `seat` may know it (below 0: who knows what all seats know):
 * a machine of this one's own, at the same pause, in which everything else was dealt anew
 * with a key.  It agrees with all that the reader was told, shown and asked since the
 * start; what it is depends on that and on the key.  Good until the next call.  It has no
 * past of its own: only the answers of the reader were all tried on the way. */
Vm *vm_known(Vm *vm, int seat, uint64_t key);
/* When on, a game that was dealt for a seat at its last question is gone on with as long
 * as it agrees with what the seat learns, instead of being played anew from the start.
 * What comes out depends on the keys of all questions then: not for games that somebody
 * may resume. */
void vm_keep_deals(Vm *vm, bool on);
/* The same for a picture of the table: in a pile that the reader does not see, the things
 * whose faces he knows lie first.  Whether a card of somebody's hand was drawn before the
 * others is nothing that a picture should show. */
Vm *vm_pictured(Vm *vm, int seat, uint64_t key);
/* Frees the machines that were made for looking; whoever looks again has them made again.
 */
void vm_rest(Vm *vm);
/* A game without a machine: its state at a pause, and the answers that led there.  Most
 * of a machine is room to work in, so that games which wait can share a few. */
typedef struct VmRest VmRest;
VmRest *vm_note(const Vm *vm);
/* Goes on with it, on any machine of the program: vm_step() to be asked again. */
void vm_take(Vm *vm, VmRest *rest);
void vm_rest_free(VmRest *rest);
/* Is anything ever hidden from somebody in this game? */
bool vm_has_secrets(const Vm *vm);
/* Of these deals, those that agree only with what the reader sees now: the way here is
 * not known, or no other was found. */
long vm_known_weakly(const Vm *vm);
/* The answers that led to the present pause, chance among them, and how the game was set
 * up; false if nobody knows.  Good until the machine goes on. */
bool vm_past(const Vm *vm, const int32_t **answers, int *n, Setup *setup);
int vm_answers_given(const Vm *vm); /* how many there are */
/* From now on they are written down also where nothing is hidden. */
void vm_remember(Vm *vm);
/* A pause, and whether the game has come by it on its way to the present one. */
typedef struct VmTrail {
  int32_t steps;
  uint64_t trail;
} VmTrail;
VmTrail vm_trail(const Vm *vm);
bool vm_came_by(const Vm *vm, VmTrail at);
/* The steps that the last of these deals took: how long a bot thinks must not tell what
 * its seat cannot know. */
long vm_known_steps(const Vm *vm);
/* The hash of the last of them, before a picture was made of it. */
uint64_t vm_known_hash(const Vm *vm);
/* The key for what this game shows to people; it comes from the seed. */
uint64_t vm_key(const Vm *vm);
/* What each seat could tell apart, as a running hash of all it was told, shown, asked and
 * has answered since the start: two games with the same hash of a seat at its question
 * are one information state to it.  The ears listen instead of anybody else. */
typedef struct Ears Ears;
Ears *ears_new(Vm *vm);
void ears_free(Ears *ears);
void ears_begin(Ears *ears);              /* before each vm_start */
void ears_answer(Ears *ears, int answer); /* before each vm_answer */
uint64_t ears_hash(Ears *ears, int seat); /* at a pause */
/* To come back to a state of the machine: free() what was saved. */
void *ears_save(const Ears *ears);
void ears_restore(Ears *ears, const void *saved);
/* Deals anew what the seat does not see now, looking at nothing but the state: for who
 * knows no more. */
void vm_determinize(Vm *vm, int seat, uint64_t seed);
/* The registers of the frame that asks from this one on, for texts. */
const int64_t *vm_frame_wide(const Vm *vm, int reg);
/* The seats that may read what a placeholder's path leads to, as a mask. */
uint32_t vm_arg_seen(Vm *vm, const PArg *a, const int64_t *regs);
/* Follows a placeholder's path. */
int64_t vm_arg(Vm *vm, const PArg *a, const int64_t *regs);

/* The calls that led to an instruction, for who asks why: from the innermost out.  Only
 * while somebody listens are activations told apart. */
typedef struct VmFrame {
  uint32_t born;    /* number of the activation: a call of its own */
  int32_t ip;       /* where it is: `ip` itself, then the calls */
  int32_t me, self; /* who acts; the thing whose rule it is, or NONE */
} VmFrame;
int vm_frames(const Vm *vm, int32_t ip, VmFrame *out, int most);

/* Coverage, for who wants to know what ran.  From vm_cover on the machine notes each
 * instruction when it runs for the first time; what is only tried by probing does not
 * count.  vm_covered gives the instructions noted since it was asked last (valid until
 * the next step); vm_cover_again makes those in `list` count as not having run. */
void vm_cover(Vm *vm);
/* The same, but what is marked in `ran` (by instruction; may be NULL) is not noted. */
void vm_cover_except(Vm *vm, const uint8_t *ran);
int vm_covered(Vm *vm, const int32_t **list);
void vm_cover_again(Vm *vm, const int32_t *list, int n);

/* Tests: runs test t's chunk instead of `play`. */
VmError vm_start_test(Vm *vm, int test, uint64_t seed);
int vm_script(const Vm *vm);       /* the script being fed, -1 if none */
int vm_script_ended(const Vm *vm); /* after VM_SCRIPT_END: the one that was */
/* Runs a pure chunk with `me`; the result's words stand at the returned place. */
const int64_t *vm_eval(Vm *vm, int chunk, int32_t me, int32_t self);
/* Runs a view of the program: `fn` hears its notes (EV_NOTE) and what it shows
 * (EV_SHOW), the usual listener nothing. */
void vm_show(Vm *vm, int view, EventFn fn, void *user);
/* How good the position looks to a seat, from 0 to OUTLOOK_BEST, as the program says; 0
 * if that cannot be computed.  Reads everything: ask it of a game that was dealt anew. */
int vm_outlook(Vm *vm, int seat);
/* What a value of the program is for these arguments (in a row, as registers hold them)
 * and whoever acts; NULL if it cannot be computed.  `thing`: whose value it is, or NONE.
 * `fn` (may be NULL) is told the contributions to it, and to whatever it needs. */
const int64_t *vm_value(Vm *vm, int value, int32_t me, int32_t thing, const int64_t *args,
                        ShareFn fn, void *user);
/* What a seat has at the end, by the game line's `score`; NONE if it says none. */
int64_t vm_score(Vm *vm, int seat);
typedef struct Expectation {
  int64_t left[4], right[4];
  int32_t type;
} Expectation;
const Expectation *vm_expectation(const Vm *vm);

#endif
