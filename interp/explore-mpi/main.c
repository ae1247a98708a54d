/* regel-explore-mpi: all states behind the rules, on several machines.
 *
 * Level by level: each rank goes on from the states that it owns, a batch at a time, and
 * sends what it finds to the owners, who keep what is new.  What was sent lately is not
 * sent again.  So a state is reached first with the fewest answers, whatever the number
 * of ranks, and the counts are the same. */
#include "interp/base/buf.h"
#include "interp/explore-mpi/save.h"
#include "interp/regel.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1000, FILTER = 1 << 16, MOST_DEPTH = 100000 };

typedef struct Head { /* of a state that is sent */
  uint64_t hash;
  uint32_t from, size;
  int32_t answer, ended;
} Head;

typedef struct Wrong { /* something that should not be: the first that a rank met */
  int64_t depth;       /* -1: nothing */
  uint32_t from;
  int32_t answer;
  char code[8];
} Wrong;

typedef struct Search {
  int rank, ranks;
  regel_states *states;
  Owned owned;
  Buf *out; /* to each rank */
  uint64_t lately[FILTER];
  uint32_t from; /* the state that is gone on from */
  long depth;
  uint64_t sent, kept_back;
  Wrong wrong;
  const char *save; /* where checkpoints are, NULL: nowhere */
  double every;     /* seconds between them */
  uint64_t what;    /* the hash of the first state */
  int64_t turn;     /* of writing */
} Search;

static int owner_of(const Search *s, uint64_t hash)
{
  return (int)((hash >> 40) % (unsigned)s->ranks);
}

static void found(void *user, const regel_state *x)
{
  Search *s = user;
  if (x->status == REGEL_ERROR) {
    if (s->wrong.depth < 0) {
      s->wrong = (Wrong){.depth = s->depth, .from = s->from, .answer = x->answer};
      snprintf(s->wrong.code, sizeof s->wrong.code, "%s", x->error ? x->error : "");
    }
    return;
  }
  uint64_t *lately = &s->lately[x->hash % FILTER];
  if (*lately == x->hash && x->answer >= 0) {
    s->kept_back++;
    return;
  }
  *lately = x->hash;
  bool over = x->status == REGEL_DONE;
  Head h = {x->hash, s->from, over ? 0 : (uint32_t)x->size, x->answer, over};
  Buf *b = &s->out[owner_of(s, x->hash)];
  buf_addn(b, (const char *)&h, sizeof h);
  buf_addn(b, x->bytes, h.size);
  s->sent++;
}

/* What came from a rank. */
static void take(Search *s, int rank, const char *at, size_t size)
{
  for (const char *end = at + size; at < end;) {
    Head h;
    memcpy(&h, at, sizeof h);
    at += sizeof h;
    int64_t n = owned_add(&s->owned, h.hash,
                          (Origin){h.answer < 0 ? -1 : rank, h.answer, h.from});
    if (n >= 0 && h.ended) s->owned.ended++;
    else if (n >= 0) owned_wait(&s->owned, (uint32_t)n, at, h.size);
    at += h.size;
  }
}

static void exchange(Search *s)
{
  size_t all = 0;
  int *room = zeroed(4 * (size_t)s->ranks, sizeof *room);
  int *counts = room, *starts = room + s->ranks, *come = starts + s->ranks,
      *places = come + s->ranks;
  Buf send = {0};
  for (int r = 0; r < s->ranks; r++) {
    starts[r] = (int)send.n;
    counts[r] = (int)s->out[r].n;
    buf_addn(&send, buf_text(&s->out[r]), s->out[r].n);
    buf_clear(&s->out[r]);
  }
  MPI_Alltoall(counts, 1, MPI_INT, come, 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < s->ranks; r++) places[r] = (int)all, all += (size_t)come[r];
  char *got = zeroed(all + 1, 1);
  MPI_Alltoallv(buf_text(&send), counts, starts, MPI_BYTE, got, come, places, MPI_BYTE,
                MPI_COMM_WORLD);
  for (int r = 0; r < s->ranks; r++) take(s, r, got + places[r], (size_t)come[r]);
  buf_free(&send);
  free(got);
  free(room);
}

static uint64_t sum(uint64_t own)
{
  uint64_t all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

/* All states that wait on this level, on all ranks. */
static void go_on(Search *s)
{
  const Waiting *w = &s->owned.now;
  for (size_t i = 0;;) {
    size_t end = i + BATCH < w->number.n ? i + BATCH : w->number.n;
    for (; i < end; i++) {
      s->from = w->number.at[i];
      regel_states_after(s->states, w->bytes.at + w->at.at[i], found, s);
    }
    exchange(s);
    if (!sum(w->number.n - i)) break;
  }
}

/* ---- checkpoints ---------------------------------------------------------------- */

static int64_t least(int64_t own)
{
  int64_t all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  return all;
}

static void first_hash(void *user, const regel_state *x)
{
  uint64_t *hash = user;
  *hash ^= x->hash;
}

static Saved saved_of(const Search *s)
{
  Saved x;
  memset(&x, 0, sizeof x); /* no byte of a file is left to chance */
  x.what = s->what;
  x.rank = s->rank;
  x.ranks = s->ranks;
  x.turn = s->turn;
  x.depth = s->depth;
  x.sent = s->sent;
  x.kept_back = s->kept_back;
  x.wrong_depth = s->wrong.depth;
  x.wrong_from = s->wrong.from;
  x.wrong_answer = s->wrong.answer;
  memcpy(x.code, s->wrong.code, sizeof x.code);
  return x;
}

/* All ranks, after a level, if it is time; false: one of them could not. */
static bool save(Search *s, double *last)
{
  double now = MPI_Wtime();
  MPI_Bcast(&now, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (!s->save || now - *last < s->every) return true;
  *last = now;
  Saved x = saved_of(s);
  s->turn++;
  return least(save_write(s->save, &x, &s->owned)) == 1;
}

/* Goes on from the last turn that all ranks have; false: there is none. */
static bool resume(Search *s)
{
  if (!s->save) return false;
  Saved x = saved_of(s);
  /* Ranks are at most one turn apart, and each keeps the last two. */
  int64_t turn = least(save_last(s->save, &x, INT64_MAX));
  if (turn < 0) return false;
  bool ok = save_read(s->save, turn, &x, &s->owned);
  if (least(ok) != 1) {
    owned_free(&s->owned);
    s->owned = (Owned){0};
    return false;
  }
  s->turn = turn + 1;
  s->depth = x.depth;
  s->sent = x.sent;
  s->kept_back = x.kept_back;
  s->wrong = (Wrong){x.wrong_depth, x.wrong_from, x.wrong_answer, ""};
  memcpy(s->wrong.code, x.code, sizeof x.code);
  if (s->rank == 0)
    fprintf(stderr, "goes on after %lld answers\n", (long long)s->depth - 1);
  return true;
}

/* False: a checkpoint could not be written. */
static bool explore(Search *s, bool levels)
{
  double last = MPI_Wtime();
  s->wrong.depth = -1;
  regel_states_first(s->states, first_hash, &s->what);
  MPI_Bcast(&last, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (!resume(s)) {
    s->depth = 1;
    if (s->rank == 0) regel_states_first(s->states, found, s);
    exchange(s);
  }
  for (; s->depth < MOST_DEPTH; s->depth++) {
    if (!save(s, &last)) return false;
    uint64_t waits = sum(s->owned.next.number.n);
    if (s->rank == 0 && levels)
      printf("%ld %llu\n", s->depth - 1, (unsigned long long)waits);
    if (!waits) break;
    owned_turn(&s->owned);
    go_on(s);
  }
  return true;
}

/* ---- what is told --------------------------------------------------------------- */

/* The shortest way to what went wrong: from the last answer to the first, rank by rank.
 */
static void tell_wrong(Search *s)
{
  int64_t own = s->wrong.depth < 0 ? INT64_MAX : s->wrong.depth, first = least(own);
  if (first == INT64_MAX) return;
  int mine = own == first ? s->rank : s->ranks, who;
  MPI_Allreduce(&mine, &who, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  Wrong w = s->wrong;
  MPI_Bcast(&w, sizeof w, MPI_BYTE, who, MPI_COMM_WORLD);
  VEC(int32_t) answers = {0};
  vec_push(&answers, w.answer);
  Origin at = {who, 0, w.from};
  for (;;) {
    Origin before = {-1, -1, 0};
    if (s->rank == at.rank) before = s->owned.origins.at[at.state];
    MPI_Bcast(&before, sizeof before, MPI_BYTE, at.rank, MPI_COMM_WORLD);
    if (before.answer < 0) break;
    vec_push(&answers, before.answer);
    at = before;
  }
  if (s->rank == 0) {
    printf("%s after %zu answers, by number:", w.code, answers.n);
    for (size_t i = answers.n; i-- > 0;) printf(" %d", answers.at[i]);
    putchar('\n');
  }
  vec_free(&answers);
}

static void tell(Search *s, double seconds)
{
  uint64_t states = sum(s->owned.origins.n), ended = sum(s->owned.ended),
           sent = sum(s->sent), back = sum(s->kept_back), bytes = owned_bytes(&s->owned),
           most = 0;
  MPI_Reduce(&bytes, &most, 1, MPI_UINT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
  tell_wrong(s);
  if (s->rank) return;
  printf("%llu states, %llu of them ends, %ld answers deep\n", (unsigned long long)states,
         (unsigned long long)ended, s->depth - 1);
  printf(
      "%d rank%s, at most %.1f MB each; %llu states sent, %llu kept back; %.1f seconds\n",
      s->ranks, s->ranks == 1 ? "" : "s", (double)most / 1e6, (unsigned long long)sent,
      (unsigned long long)back, seconds);
}

static int usage(int rank)
{
  if (rank == 0)
    fputs("Usage: mpirun -n N regel-explore-mpi GAME [--players P] [--set OPTION=VALUE…] "
          "[--levels] [--save PREFIX [--every SECONDS]]\n",
          stderr);
  return 2;
}

static int run(int rank, int ranks, int argc, char **argv)
{
  const char *game = NULL, *save = NULL, *options[64] = {NULL};
  double every = 60;
  regel_setup setup = {.seed = 1, .options = options};
  int n = 0;
  bool levels = false, ok = true;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--set") && i + 1 < argc && n < 63) options[n++] = argv[++i];
    else if (!strcmp(argv[i], "--players") && i + 1 < argc)
      setup.players = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--save") && i + 1 < argc) save = argv[++i];
    else if (!strcmp(argv[i], "--every") && i + 1 < argc) every = atof(argv[++i]);
    else if (!strcmp(argv[i], "--levels")) levels = true;
    else if (argv[i][0] != '-' && !game) game = argv[i];
    else return usage(rank);
  }
  if (!game) return usage(rank);
  char *why = NULL;
  regel_data *messages = NULL;
  regel_library *library = regel_library_new(NULL);
  regel_rules *rules = regel_open(library, game, &messages);
  Search *s = calloc(1, sizeof *s);
  if (!s) abort();
  if (rules) s->states = regel_states_new(rules, &setup, &why);
  if (s->states) {
    double begun = MPI_Wtime();
    s->rank = rank;
    s->ranks = ranks;
    s->out = zeroed((size_t)ranks, sizeof *s->out);
    s->save = save;
    s->every = every;
    ok = explore(s, levels);
    if (ok) tell(s, MPI_Wtime() - begun);
    else if (rank == 0) fprintf(stderr, "regel-explore-mpi: cannot write %s-…\n", save);
    for (int i = 0; i < ranks; i++) buf_free(&s->out[i]);
    free(s->out);
    owned_free(&s->owned);
  } else if (rank == 0) {
    char *json = why || !messages ? NULL : regel_data_json(messages);
    fprintf(stderr, "regel-explore-mpi: %s: %s\n", game,
            why    ? why
            : json ? json
                   : "no such ruleset");
    regel_free(json);
  }
  int code = !s->states ? 3 : !ok ? 5 : s->wrong.depth >= 0;
  regel_states_free(s->states);
  regel_rules_free(rules);
  regel_library_free(library);
  regel_data_free(messages);
  regel_free(why);
  free(s);
  return code;
}

int main(int argc, char **argv)
{
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int code = run(rank, ranks, argc, argv), worst = 0;
  MPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return worst;
}
