/* What the files of the machine share and nobody else sees. */
#ifndef REGEL_VM_INT_H
#define REGEL_VM_INT_H
#include "interp/base/bits.h"
#include "interp/vm/vm.h"

/* A game: this head, then cells, then (if answers can be secret) a shadow of the cells as
 * they were when the secret answers began, then registers.  One block, no pointers. */
typedef struct State {
  int32_t ip;     /* next instruction */
  int32_t base;   /* first register of the running frame */
  int32_t top;    /* registers of all frames */
  int32_t live;   /* registers in use at a pause: what a copy needs */
  int32_t depth;  /* open attempts */
  int32_t owner;  /* seat whose attempt it is */
  int32_t over;   /* 1: the game has ended */
  int32_t reason; /* why it ended, a text; or -1 */
  uint32_t winners;
  int32_t gather; /* 1: secret answers are being given */
  int32_t seats;
  int32_t script, run_base, run_top,
      run_ip;      /* tests: script being fed, where it returns to */
  int32_t testing; /* a test: the game may end inside a script only */
  uint64_t rng[4]; /* not part of the hash: a replay brings its own chance */
  uint64_t keyed;  /* 1: rng is a secret key and a counter, see rng.c */
  /* Attempts of several players inside each other: the first of `owner`'s, the owner of
   * those beneath it, and how many of the first ones are committed.  What is hashed tells
   * them, too. */
  int32_t start, under, floor;
  int32_t whole;  /* always 0: a state has no bytes that nothing writes */
  uint64_t trail; /* of the answers that led here (past.c) */
  int64_t steps;  /* how many they were */
} State;

enum { HASHED = offsetof(State, rng) };

typedef enum { PAUSE_NONE, PAUSE_DECIDE, PAUSE_CHANCE } Pause;

/* What is being asked at a pause. */
typedef struct Ask {
  Pause pause;
  int decision, begin_ip, mark; /* where its options begin; register of its attempt */
  int noptions;
  bool lazy;          /* options are the bits of one set, not listed */
  int set, alt, seat; /* register of that set; the alternative and seat they are for */
  int type;           /* of that set */
  uint32_t seats;     /* who may answer */
  bool parts;         /* a large choice of several, made one by one */
  bool nobody;        /* it was to be offered to a seat that is none */
  bool untried;       /* the answers are candidates: some may not be legal */
  int least, most;    /* how many are chosen */
  int from, to;       /* chance: piles of a draw, from -1: a random element */
  int dst;            /* chance: register of the result */
  int me;             /* chance: register of who acts */
  int loose;          /* a draw: how many things there are to draw from */
  bool under;         /* a draw: it goes under the pile */
  bool brief; /* a draw that nobody outside is asked for: its options are not listed */
} Ask;

/* A decision for one element of one set that fits into a word: all that asking and
 * answering it needs, from several tables. */
typedef struct Plain {
  int32_t alt; /* its only alternative; -1: the decision is another one */
  int32_t type, lo, var, target, seat;
  bool attempt;
} Plain;

/* In a playout: the candidates of a decision as they are offered, sets of one word, so
 * that one can be drawn and none is listed. */
enum { MAX_MENU = 32 };
/* What has to be known of an alternative that is offered there. */
typedef struct Choice {
  int32_t decision, type, lo;
  bool element, hides; /* one of a set; of things that may be hidden */
} Choice;
typedef struct Menu {
  bool open, nobody;
  int decision, begin_ip;
  int n, total;
  struct {
    int32_t alt, seat, n;
    uint64_t set;
  } at[MAX_MENU];
} Menu;

/* A place to come back to while probing. */
typedef struct Point {
  size_t journal;      /* how much was written then */
  int option, options; /* decisions: the one being tried */
  int other;           /* `otherwise`: where to go on; -1: a decision */
  bool cut;            /* the left side was completed once: the right side is out */
  State head;
  int64_t *regs;
} Point;

/* In a playout: which answers of such a point have failed, in order, and what luck was
 * before any was drawn. */
enum { MAX_FAILED = 64 }; /* as draw_again of bots has it */
typedef struct Guess {
  uint64_t luck;
  int nfailed, failed[MAX_FAILED];
} Guess;

enum { MAX_NESTED = 8 }; /* evaluations inside each other */

/* A game that native code plays from its beginning without looking up: what it has of a
 * playout meanwhile, and what has to be put back if it cannot go on (native.c). */
typedef struct Quiet {
  uint64_t luck, ahead; /* as Playout has it, and the number that it gives next */
  long room, left;      /* for so many decisions; as in Playout */
  int64_t *live, *high; /* registers in use at the last decision, and at most */
  uint64_t writes;      /* counts them */
  uint64_t *piles;      /* by pile: what lies there, of kinds of a word; NULL: not kept */
  uint64_t *sets;       /* of the fields of which native code knows where each value is */
  int points;           /* decisions of the attempt that is open */
  const struct Optimized *game; /* the steps of a game, without native code */
  bool lost;       /* something could not be evaluated: no room, or no fuel */
  int waits, wait; /* games that go the ordinary way, since one had to go back */
  unsigned char *before;
} Quiet;

typedef struct Undo {
  int32_t cell, old;
} Undo;

/* A way over a grid: steps up to larger ids, or down to smaller ones. */
typedef struct Ray {
  int step;         /* by so many ids */
  uint64_t into[2]; /* the places that a step up, a step down can lead to */
} Ray;

/* A step to a neighbour, up or down: so far round, onto these places. */
typedef struct Turn {
  int by;
  uint64_t into;
} Turn;

/* The lines through each place of a grid that one JLINE looks at, without that place. */
typedef struct Lines {
  const int64_t *line; /* the constants that say which */
  int32_t end[64];     /* by place: where its sets end and those of the next begin */
  uint64_t sets[];
} Lines;

/* The things of a kind, one after the other or on a grid. */
typedef struct Board {
  int32_t lo, hi;  /* of those that fit into one word and may be absent: their ids, and */
  int32_t present; /* the cells that say who is there; -1: it is another kind */
  bool bits;       /* a grid that fits into one word has a ray for each neighbour */
  Ray rays[DIRECTIONS];
  Turn turns[DIRECTIONS];
  Lines *lines; /* of the first JLINE on that grid; NULL: none */
} Board;

/* The sets of things on which each value of a small range is printed. */
typedef struct Printed {
  int32_t lo, hi;
  int words;
  int64_t *sets; /* NULL: not a small range */
} Printed;

/* A thing that was declared as a printed value of another one and its copies: it has no
 * place of its own and is seen as they are. */
typedef struct Held {
  int32_t first, last; /* the things it is printed on, none: last < first */
  bool open;           /* it stands on their back */
} Held;

/* A pile: the field it belongs to, of what and at what, what lies in it; -1, NONE: none.
 */
typedef struct Place {
  int32_t field, thing, per, kind;
  uint32_t seen; /* the seats that see what lies there, unless */
  bool sight;    /* the state decides */
} Place;

/* The things of a pile whose order is unknown, as bits from the first of their kind, so
 * that drawing many does not walk the pile for each. */
typedef struct Loose {
  int32_t pile, first, count;
  uint64_t shifts; /* what the machine had counted when this was true */
  int words;
  int64_t *bits; /* room for all things of a kind */
} Loose;

/* Of TC_KNOWN the lower half are the seats that know a face, the upper half those that
 * will when all secret answers are in. */
enum { KNOWN_LATER = 16, KNOWN_NOW = 0xFFFF };
/* TC_LOOSE: it lies in its pile in no known order; or it was drawn from a pile, by whose
 * number this is more, and is unread since (alike/unread.c). */
enum { LOOSE = 1, UNREAD = 2 };

/* The answers since the start (past.c). */
typedef struct Past {
  int32_t *given;
  uint64_t *trail; /* before each of them, and behind the last */
  size_t n, cap;
  int seats;
  int32_t *options; /* as the game was set up */
  int noptions;
  uint32_t game; /* how often one was begun */
} Past;

/* A pause to come back to with another answer. */
typedef struct Mark {
  unsigned char *state; /* head, cells and all registers of the frames */
  Ask ask;
  Option *options;
} Mark;

typedef struct Guard Guard; /* always.c */

typedef enum {
  RUN_DECIDE,
  RUN_CHANCE,
  RUN_DONE,
  RUN_FAIL,
  RUN_TRY,
  RUN_COMPLETE,
  RUN_SCRIPT,
  RUN_HALT,
  RUN_ERROR,
  RUN_ONE /* one instruction was executed */
} RunResult;
typedef RunResult Loop(Vm *vm);

enum { ROW_CLAIM = 1, ROW_CONSTANT = 2, ROW_END = 4 };

/* What one of two stretches of code that compute the same read and gave (opt/again.c). */
typedef struct Once {
  const struct Again *open, *done; /* the one that runs; the one whose rest is true */
  long fuel;                       /* before it began, then how much it burned */
  int64_t in[16], out[16];
} Once;

struct Vm {
  const Program *p;
  Loop *loop, *whole; /* the latter plays games that nobody watches in one go */
  bool discreet;      /* the program is of PROGRAM_DISCREET or later */
  bool mindful;       /* shuffling cards that are all alike makes nobody forget them */
  const PInstr *code; /* what was made of the program's, or `traps` */
  const struct Step *steps; /* the same for the quick loop; NULL: it is not for it */
  const struct Again *again;
  int nagain;
  Once kept;
  /* Numbers of instructions in states, events and errors are the program's own. */
  const int32_t *old_of, *new_of, *first;
  bool brief; /* they are worth no making: the program's own are good enough */
  int spare;  /* registers above a frame that its code may use */
  State *s;
  int32_t *cells;
  int32_t *shadow; /* NULL if answers are never secret */
  int64_t *regs;
  size_t size, fixed; /* whole state; head and cells */
  EventFn fn;
  void *user;
  MoveFn moved; /* NULL: nobody counts */
  void *mover;
  ShareFn share; /* NULL, unless a value is asked why it is what it is */
  void *sharer;
  uint32_t *born; /* by first register: which call of the game a frame is */
  uint32_t calls; /* counted while somebody listens */
  bool auto_chance, check_always, offer_untried;
  bool leaves_unread, awaits_look; /* alike/unread.c; looked: at what, or NONE */
  int32_t looked;
  Playout *playout; /* NULL: who is asked answers */
  Quiet quiet;
  bool constants;            /* claims that are conditions are still to be checked */
  unsigned claims;           /* checked in one state of so many */
  uint8_t *rows;             /* by always: what it is, ROW_… */
  const uint8_t *wanted;     /* by always: whether it is checked; NULL: all are */
  uint8_t *passed_over;      /* by always: not checked for now; NULL: none */
  Guard *guard;              /* what of it hangs on which cells; NULL: not remembered */
  uint64_t *reads;           /* while that is found out: a bit for each cell */
  VmStatus paused;           /* of the pause whose invariants were checked last */
  unsigned char *sight_seen; /* redeal.c: what the seat sees, and all cells, if what */
  int32_t *sight_cells;      /* somebody sees can hang on what is hidden */
  Ask ask;
  Option *options;    /* of the pause, if they are listed */
  Option *candidates; /* the same while they are probed */
  int64_t *weights;
  Rejected *rejected;
  int nrejected;
  Place *places;    /* of each pile: where it is */
  int32_t *lying;   /* by thing: the cells that say where it lies; -1: in no pile */
  Loose loose;      /* of the pile that was drawn from last */
  uint64_t shifts;  /* counts what may change the loose things of a pile */
  Printed *printed; /* of each column */
  Board *boards;    /* of each kind */
  Plain *plain;     /* of each decision */
  bool *menus;      /* by decision: any of its answers can be given, from small sets */
  Choice *choices;  /* by alternative */
  Menu menu;        /* of the decision whose options are being offered */
  Held *held;       /* by thing: on what it is printed */
  bool *secretive;  /* by kind: some pile of it is not seen by all */
  int32_t *deal;    /* room to deal hidden things anew: ids and cells */
  /* probing */
  bool probing;
  bool claiming; /* of a claim: luck and others are tried as one's own answers are */
  int probe_base;
  Undo *journal;
  size_t njournal;
  bool journal_full;
  Point points[MAX_PROBE_DEPTH];
  int npoints;
  Guess guesses[MAX_PROBE_DEPTH];
  int64_t *saved; /* registers of the state that probing started from */
  long overruns;
  Stuck stuck;
  int32_t *stuck_cells; /* as they were then; NULL if nobody asks */
  bool deciding;        /* the attempt that is tried came to a decision */
  long unable;          /* attempts that failed at one, so that something else was done */
  Option *aside;        /* what is asked, while something else is probed */
  int64_t *aside_weights;
  int fail_ip;
  /* running */
  long fuel;
  int64_t spent; /* of all steps so far */
  VmError error;
  int error_ip;
  Expectation expectation;
  int nested;   /* evaluations inside each other */
  bool running; /* inside vm_step: what is evaluated burns the step's fuel */
  Mark mark;
  Past past;
  uint64_t key;     /* for what is dealt anew to people; before that, */
  bool unkeyed;     /* a seed for it, which most games never need */
  bool secrets;     /* something stays hidden from somebody */
  bool keeps_deals; /* for who asks at every question (vm_keep_deals) */
  bool remembers;   /* answers are written down: for that, or because somebody asked */
  Dealer *dealer;   /* deal.c; NULL until somebody wants it */
  Vm *echo;         /* a second machine, NULL until somebody wants it */
  /* Coverage: a copy of the code in which each instruction that has not run yet is a
   * trap. It is taken away when it is hit, so that what is covered runs at full speed. */
  PInstr *traps;
  bool trapped; /* that copy is what runs */
  int32_t *hits;
  int nhits;
};

/* native.c: runs until something is needed, natively if the program has native code. */
RunResult vm_run(Vm *vm);
/* run.c: the same, instruction by instruction; run_fast.c: quicker where the code was
 * decoded; run_bits.c: the one for this processor. */
Loop vm_interpret;
Loop *loop_fast(void);
Loop *loop_best(void);
Loop *loop_fast_whole(void);
Loop *loop_whole(void);
/* step.c: executes one instruction of the code that runs: RUN_ONE, and `at` is the next
 * one; or what is needed. */
RunResult vm_run_one(Vm *vm, int32_t *at);
void run_plainly(Vm *vm, const PInstr *code); /* or NULL: the program's own */
void run_optimized(Vm *vm);
void sight_make(Vm *vm); /* redeal.c: memory for dealing anew */
/* state.c: the one door for change. */
void state_journal(Vm *vm, int32_t cell, int32_t value);
static inline void state_write(Vm *vm, int32_t cell, int32_t value)
{
  if (vm->probing) state_journal(vm, cell, value);
  else vm->cells[cell] = value;
}
/* The cell of a field of base[0], at base[1]; -1: no such thing. */
static inline int32_t field_cell(const PField *f, const int64_t *base)
{
  int64_t i = 0;
  if (f->kind >= 0) {
    if (base[0] < f->first || base[0] - f->first >= f->count) return -1;
    i = base[0] - f->first;
  }
  if (f->per_type >= 0) {
    if (base[1] < f->per_first || base[1] > (int64_t)f->per_first + f->per_count - 1)
      return -1;
    i = i * f->per_count + base[1] - f->per_first;
  }
  return f->cell + (int32_t)i * f->size;
}
void state_set(Vm *vm, int field, const int64_t *base, int64_t value, int ip, int32_t me);
void state_set_wide(Vm *vm, int field, const int64_t *base, const int64_t *words, int ip,
                    int32_t me);
void state_get_wide(const Vm *vm, const int32_t *cells, int field, int32_t cell,
                    int64_t *words);
static inline int32_t *thing_cells(const Vm *vm,
                                   int32_t thing) /* NULL: in no pile ever */
{
  if (thing < 0 || thing >= vm->p->n_things) return NULL;
  return vm->lying[thing] < 0 ? NULL : vm->cells + vm->lying[thing];
}
void pile_move(Vm *vm, int32_t thing, int32_t pile, bool under, int ip, int32_t me);
void pile_shuffle(Vm *vm, int32_t pile, int ip, int32_t me);
uint32_t pile_sight(Vm *vm, int32_t pile);
void pile_sort(Vm *vm, int32_t pile); /* the loose part, by id */
int pile_list(const Vm *vm, const int32_t *cells, int pile, int32_t *things, int most);
void things_open(Vm *vm); /* all secret answers are in */
void thing_reveal(Vm *vm, int32_t thing, uint32_t seats, int ip, int32_t me);
/* What lies in a pile or stands in a field is seen by these seats from now on. */
void field_shown(Vm *vm, int field, int32_t thing, uint32_t seats, int ip, int32_t me);
void vm_tell(Vm *vm, Event *e);
/* tell.c */
void tell_text(Vm *vm, EventKind kind, int text, const int64_t *R, int32_t me, int ip,
               int64_t now);
void tell_shown(Vm *vm, int consts, const int64_t *R, int regs, int32_t me, int ip);
void tell_end(Vm *vm, int ip);
void tell_answer(Vm *vm, int i, Option o);
/* From a frame to its caller: the instruction that called; -1 if it was called from
 * outside. */
int32_t frame_caller(const int64_t *regs, int *base);
/* set.c */
void set_all(const Vm *vm, int type, int64_t *words);
void set_span(int64_t *w, const PType *t, int64_t lo, int64_t hi);
int64_t set_nth(const int64_t *w, const PType *t, int64_t k);
int64_t set_last(const int64_t *w, const PType *t);
bool set_rotate(const int64_t *w, const PType *t, int64_t *v, int64_t start,
                int64_t *done, int64_t n);
void set_equal(const Vm *vm, int64_t *w, int field, int64_t v);
uint64_t set_row(const Vm *vm, int field, int64_t row, int64_t v);
void set_printed(const Vm *vm, int64_t *w, int column, int64_t v);
void set_pile(const Vm *vm, int64_t *w, const PType *t, int64_t pile);
void set_convert(int64_t *to, const PType *tt, const int64_t *from, const PType *ft);
int64_t set_before(const int64_t *w, int words, int64_t bit); /* the last one, or -1 */
/* Lists in registers, `words` long: a count, then the elements. */
void list_reverse(int64_t *list, int words);
/* Lists of what lies in a pile: how many, the id that the others are counted from (0
 * where all ids are small) 32 bits above, then four in a word. */
enum { PACKED_MOST = 65536 };
static inline int64_t packed_at(const int64_t *list, int64_t i)
{
  return (list[0] >> 32) + (int64_t)((uint64_t)list[1 + i / 4] >> (i % 4 * 16) & 0xFFFF);
}
void list_pile(const Vm *vm, int64_t *list, int words, int64_t pile);
void list_reverse_packed(int64_t *list, int words);
bool list_append(int64_t *list, int words, int64_t v); /* false if it is full */
void list_delete(int64_t *list, int words, int64_t nth);
void set_list(int64_t *to, const PType *t, const int64_t *list, int words);
/* board.c */
int64_t board_next(const Vm *vm, int kind, int64_t x, int64_t steps);
void board_measure(const Program *p, const PKind *k, Board *b);
void board_lines_find(Vm *vm);
int64_t board_row(const Vm *vm, int kind, const int64_t *r, const int64_t *set,
                  bool both);
bool board_lines(const Vm *vm, const int64_t *line, int64_t place, const int64_t *set);
int64_t board_search(Vm *vm, int chunk, int32_t me, int64_t from, int64_t goal,
                     int64_t far, int64_t *seen, int words);
/* How many of a set in one word follow bit `at` by steps of one turn. */
static inline int64_t board_ray(const Turn *t, uint64_t at, uint64_t set)
{
  int64_t n = 0;
  for (set &= t->into; (at = (at << t->by | at >> (-t->by & 63)) & set) != 0;) n++;
  return n;
}
/* The one after x, or the first: without a jump, since whose turn it is next is guessed
 * wrong every other time. */
static inline int64_t bit_after(uint64_t bits, int64_t lo, int64_t x)
{
  uint64_t after = bits & ~(uint64_t)0 << (x - lo) << 1, from = after ? after : bits;
  return from ? lo + __builtin_ctzll(from) : NONE;
}
/* Does a seat know for sure what each thing of a set in one word is?  Then it is offered
 * them in the order of their ids; otherwise that order might tell something. */
static inline bool things_seen(const Vm *vm, int64_t seat, uint64_t set, const PType *t)
{
  if (t->kind < 0 || !vm->discreet || !vm->secretive[t->kind]) return true;
  if (vm->s->gather) return false;
  for (; set; set &= set - 1) {
    const int32_t *c = thing_cells(vm, t->lo + __builtin_ctzll(set));
    if (!c || !c[TC_PILE] || !((uint32_t)c[TC_KNOWN] >> seat & 1)) return false;
  }
  return true;
}
/* options.c: what may be answered. */
void options_prepare(Vm *vm);
static inline void options_begin(Vm *vm, int decision, int ip)
{
  Ask *a = &vm->ask; /* the rest is set with what it is for */
  vm->menu.open = false;
  a->pause = PAUSE_DECIDE;
  a->decision = decision;
  a->begin_ip = ip;
  a->noptions = 0;
  a->lazy = a->parts = a->nobody = a->untried = false;
  a->seats = 0;
}
/* The lazy form of options: the set in a register itself, which has n elements. */
static inline void options_keep(Vm *vm, int seat, int alt, int type, int reg, int n)
{
  Ask *a = &vm->ask;
  a->lazy = true;
  a->set = reg;
  a->alt = alt;
  a->seat = seat;
  a->type = type;
  a->noptions = n;
}
bool options_add(Vm *vm, int seat, int alt, const int64_t *set);
/* What was offered so far becomes a list after all. */
void menu_list(Vm *vm);
/* Lists the elements of a set as answers, in the order in which a seat may know them. */
bool options_list(Vm *vm, int seat, int alt, const int64_t *set, const PType *t);
/* The one behind v in that order, or NONE; the first behind NONE. */
int64_t options_next(Vm *vm, int seat, const int64_t *set, const PType *t, int64_t v);
/* Answers of several parts, which these begin. */
bool moves_add(Vm *vm, int seat, int alt, const int64_t *begin, const int64_t *set);
void options_apply(Vm *vm, Option o);
void options_answer(Vm *vm, int i); /* told and applied */
/* chance.c */
void chance_begin(Vm *vm);
int32_t chance_thing(const Vm *vm, int k);  /* of a draw: the k-th that may come */
int chance_copy(Vm *vm, int option, int k); /* its number, if copies are told apart */
int chance_roll(Vm *vm); /* from the game's generator, where it is not listed */
int64_t set_nth_bit(const int64_t *w, int words, int k); /* from 0; -1: there is none */
void chance_apply(Vm *vm, int i);
/* Begins a chunk above the running frames; false if there is no room. */
bool enter_chunk(Vm *vm, int chunk, int32_t me, int32_t self, const int64_t *args, int n);
/* Runs a pure chunk above the running frames; NULL if it failed. */
const int64_t *eval_chunk(Vm *vm, int chunk, int32_t me, int32_t self,
                          const int64_t *args, int n);
/* past.c */
void past_begin(Vm *vm, const Setup *setup); /* NULL: nobody knows the past */
void past_add(Vm *vm, int32_t answer);
void past_lose(Vm *vm);
void past_free(Vm *vm);
bool past_begun_alike(const Vm *a, const Vm *b); /* the same seats and options */
bool past_known(const Vm *vm);
/* deal.c */
void dealer_free(Dealer *d);
/* always.c */
VmStatus check_armed(Vm *vm, VmStatus status);
Guard *guard_new(Vm *vm); /* NULL: the game is too large */
void guard_free(Guard *g);
RunResult guard_run(Vm *vm); /* with vm->reads, or when a look is awaited */
/* alike/unread.c: before an instruction whose operation is `op`. */
void unread_watch(Vm *vm, const PInstr *i, int op, const int64_t *R);
VmStatus fail_with(Vm *vm, VmError e, int ip); /* vm.c */
/* probe.c */
VmStatus probe_options(Vm *vm);
void probe_offer(Vm *vm); /* none of them yet */
bool probe_attempt(Vm *vm, int mark, int me, int other);
bool probe_push(Vm *vm, int options, int other); /* a point to come back to */
void probe_go_back(Vm *vm, const Point *pt);
bool probe_otherwise(Vm *vm); /* takes the last one, an `otherwise`; may it be tried? */
/* playout.c: answers a decision of which some answers may fail, and those behind it;
 * false: it has to be asked. */
bool playout_attempt(Vm *vm);
void probe_cut(Vm *vm, int depth);

/* Opens an attempt of a seat; gives its mark.  Of three players inside each other the
 * attempts of the outermost are committed. */
static inline int32_t attempt_open(State *s, int32_t seat)
{
  if (s->depth == 0) s->owner = seat, s->start = s->floor = 0;
  else if (s->owner != seat) {
    s->floor = s->start;
    s->start = s->depth;
    s->under = s->owner;
    s->owner = seat;
  }
  return s->depth++;
}
/* Whose it is; in a claim all are of whoever makes it, so that no one commits another. */
static inline int32_t attempt_owner(const Vm *vm, int32_t seat)
{
  return vm->claiming ? vm->s->owner : seat;
}
/* All attempts from this mark on are complete. */
static inline void attempt_close(State *s, int32_t mark)
{
  if (mark < 0 || mark >= s->depth) return;
  s->depth = mark;
  if (mark <= s->floor) s->depth = s->start = s->floor = 0;
  else if (mark <= s->start) s->owner = s->under, s->start = s->floor;
}
/* Seats are asked: what others than they have begun is committed.  True if something of
 * theirs is still open. */
bool attempt_asks(State *s, uint32_t seats);
bool probe_can(Vm *vm, int chunk, int32_t me, int64_t arg);
bool probe_try(Vm *vm, int mark,
               int me); /* a live `S otherwise T`: can S be completed? */
/* vm.c: room for n and one more, all zero. */
void *vm_zeroed(size_t n, size_t size);
/* Of a state that the machine stands in, or of a copy with all its registers. */
uint64_t state_hash(const Vm *vm, const State *s);
/* cover.c */
void cover_hit(Vm *vm, int32_t ip);
/* What runs between these is not noted, and is no part of what was begun before. */
void cover_leave(Vm *vm);
void cover_return(Vm *vm);
/* options.c: one combination of a set, behind which stand how many there may be; false:
 * there is none, or it is asked for in parts. */
bool subset_draw(Vm *vm, int alt, const int64_t *set, int64_t *out);
/* state.c: secret answers begin, or are all in. */
void gather(Vm *vm, bool begin);
/* vm.c: rolls the chance that is asked for; false if there was too much of it. */
bool chance_now(Vm *vm, long *left);
/* rng.c */
static inline uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }
static inline uint64_t rng_next(uint64_t *s)
{
  uint64_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return result;
}
uint64_t rng_below(uint64_t *s, uint64_t n);
void rng_seed(uint64_t *s, uint64_t seed);
uint64_t chance_below(State *s, uint64_t n); /* from the game's generator */

/* The torture build: shortcuts are off, and registers that nothing may rely on are filled
 * with garbage.  A game must go the same way (tests/torture). */
#ifdef REGEL_TORTURE
enum { TORTURE = 1 };
#else
enum { TORTURE = 0 };
#endif
enum { ALL_REGS = MAX_STACK + MAX_FRAME + 16 };
static inline void poison(Vm *vm, int from, int to)
{
  for (int i = from; TORTURE && i < to; i++)
    vm->regs[i] = (int64_t)0x5EAD5EAD5EAD5E00 + i % 251;
}

/* What is rarely done stays out of the functions that are always run: put in place it
 * would take their registers.  An extension that gcc and clang share. */
#define APART __attribute__((noinline))

#include "interp/vm/menu.h"

#endif
