/* durable REGEL KILLS [SEED]: is nothing lost, whatever happens to the program?
 *
 * Plays games of bots and of a person who answers through a pipe, kills the program at
 * random moments, resumes and kills again until each game is over, and compares what is
 * stored with the same game undisturbed.  Then several processes at once in one database.
 * Prints a line `ok TITLE` for each rule that holds, and sums up. */
#include "tests/games.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>

enum { MANY = 500 /* kills from which on slow tests are run, too */, MOST_ARGS = 24 };

typedef struct Script {
  const char *title, *arguments;
  bool person;
} Script;

static const Script scripts[] = {
    {"a game of random bots", "tictactoe --bots --bot random", false},
    {"a long game of random bots with hidden cards",
     "heimlich --bots --bot random --players 3", false},
    {"a game of bots that look ahead", "connect4 --bots --think 3", false},
    {"a game of two persons who take answers back", "tictactoe --human all", true},
    {"a game of a person against a bot",
     "connect4 --human 1 --bot random --set columns=4 --set rows=4", true},
    {"a game of a person with hidden cards and dice",
     "heimlich --human 1 --bot random --seats Ann,", true},
};
enum { SCRIPTS = sizeof scripts / sizeof *scripts };

typedef struct Harness {
  const char *regel;
  char *folder;
  Luck luck;
  int kills, wanted, by_signal[3], games, resumed, restarted, prompts;
  int passed, failed;
} Harness;

static const int signals[3] = {SIGKILL, SIGTERM, SIGINT};

static void verdict(Harness *h, bool ok, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void verdict(Harness *h, bool ok, const char *fmt, ...)
{
  va_list args;
  va_start(args, fmt);
  printf(ok ? "ok " : "not ok ");
  vprintf(fmt, args);
  putchar('\n');
  fflush(stdout);
  va_end(args);
  if (ok) h->passed++;
  else h->failed++;
}

static int64_t now_us(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- what is stored ------------------------------------------------------------- */

typedef struct Standing {
  int64_t games, steps; /* steps: of the last game */
  bool over;
} Standing;

/* Nothing, as long as there is no database or it has no tables yet. */
static Standing standing(const char *path)
{
  Standing s = {0, 0, false};
  Db *db = db_open(path, SQL_READ);
  DbFault fault = sql_fault(db);
  if (!fault) {
    sql_begin_read(db);
    s.games = sql_number(db, "SELECT coalesce(max(id), 0) FROM games", 0);
    s.steps = sql_number(
        db, "SELECT count(*) FROM steps WHERE game = (SELECT max(id) FROM games)", 0);
    s.over = sql_number(
        db, "SELECT count(*) FROM endings WHERE game = (SELECT max(id) FROM games)", 0);
    sql_end_read(db);
    fault = sql_fault(db);
  }
  must(!fault || fault == DB_ABSENT || fault == DB_READONLY, "%s", sql_why(db));
  sql_close(db);
  return s;
}

static char *facts_of(const char *path)
{
  Buf b = {0};
  Db *db = db_open(path, SQL_READ);
  games_facts(db, &b, false);
  must(!sql_fault(db), "%s", sql_why(db));
  sql_close(db);
  return b.n ? buf_take(&b) : calloc(1, 1);
}

static bool sound(const char *path)
{
  Db *db = db_open(path, SQL_READ);
  bool fine = games_sound(db);
  sql_close(db);
  return fine;
}

/* ---- a process ------------------------------------------------------------------ */

typedef struct Run {
  pid_t pid;
  int in, out; /* its standard input and output */
  Buf said;    /* all of its output */
  size_t read; /* up to the last prompt */
} Run;

/* Starts `regel play` with arguments that have no spaces in them. */
static Run start(const Harness *h, const char *db, const char *errors,
                 const char *arguments)
{
  Run r = {0};
  int in[2], out[2];
  must(!pipe(in) && !pipe(out), "no pipe");
  fcntl(in[1], F_SETFD, FD_CLOEXEC);
  fcntl(out[0], F_SETFD, FD_CLOEXEC);
  r.pid = fork();
  must(r.pid >= 0, "no process");
  if (!r.pid) {
    Buf words = {0};
    char *argv[MOST_ARGS] = {"regel", "play", "--db", (char *)db};
    int n = 4;
    buf_add(&words, arguments);
    for (char *w = strtok(words.at, " "); w && n < MOST_ARGS - 1; w = strtok(NULL, " "))
      argv[n++] = w;
    int fd = open(errors, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(fd, 2);
    close(in[0]), close(out[1]), close(fd);
    execv(h->regel, argv);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  r.in = in[1];
  r.out = out[0];
  return r;
}

typedef enum { RUN_PROMPT, RUN_END, RUN_TIME } Until;

static bool at_prompt(const Run *r)
{
  const char *text = buf_text(&r->said);
  size_t n = r->said.n;
  return n > r->read && n >= 2 && !memcmp(text + n - 2, "> ", 2) &&
         (n == 2 || text[n - 3] == '\n' ||
          text[n - 3] == ' '); /* few answers: one line */
}

/* Reads until it asks something, ends, or the time has come. */
static Until listen_until(Run *r, int64_t deadline)
{
  for (;;) {
    if (at_prompt(r)) return RUN_PROMPT;
    int64_t left = deadline - now_us();
    if (left <= 0) return RUN_TIME;
    struct timespec wait = {(time_t)(left / 1000000), (long)(left % 1000000) * 1000};
    fd_set set; /* poll counts milliseconds, which would be too coarse */
    FD_ZERO(&set);
    FD_SET(r->out, &set);
    int ready = pselect(r->out + 1, &set, NULL, NULL, &wait, NULL);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return RUN_TIME;
    char part[4096];
    ssize_t n = read(r->out, part, sizeof part);
    if (n <= 0) return RUN_END;
    buf_addn(&r->said, part, (size_t)n);
  }
}

static void tell(Run *r, const char *line)
{
  r->read = r->said.n;
  ssize_t n = write(r->in, line, strlen(line));
  (void)n; /* it may have ended: that shows when it is listened to */
}

static int finish(Run *r)
{
  int status;
  close(r->in);
  while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR) {}
  close(r->out);
  buf_free(&r->said);
  return status;
}

/* ---- the person ----------------------------------------------------------------- */

typedef struct Person {
  uint64_t seed;
  int64_t steps; /* stored when the last question was asked */
  int attempt;   /* how many answers were refused since */
  bool undo;     /* the last answer was to take one back */
} Person;

/* What a person says hangs on the seed and on the number of answers stored, so that it
 * is the same again after a kill.  What is refused is followed by the next number. */
static void answer(Harness *h, Run *r, Person *p, const char *db)
{
  Standing s = standing(db);
  const char *since = buf_text(&r->said) + r->read;
  bool asked_anew = strstr(since, "?\n") || strstr(since, "?  ");
  h->prompts++;
  if (s.steps == p->steps) {
    must(!asked_anew || p->undo || p->steps < 0,
         "a question was asked before the answer to the last one was stored:\n%s", since);
    p->attempt++;
  } else {
    must(s.steps > p->steps, "of %lld answers %lld are left", (long long)p->steps,
         (long long)s.steps);
    p->attempt = 0;
  }
  uint64_t luck = luck_seed(p->seed, (uint64_t)s.steps);
  char line[20];
  p->undo = luck % 8 == 0 && !p->attempt && s.steps > 0;
  if (p->undo) snprintf(line, sizeof line, "undo\n");
  else
    snprintf(line, sizeof line, "%u\n",
             1 + (unsigned)((luck >> 8) % 9 + (uint64_t)p->attempt) % 9);
  must(p->attempt < 40, "no answer is taken:\n%s", since);
  p->steps = s.steps;
  tell(r, line);
}

/* ---- killing -------------------------------------------------------------------- */

/* Runs it until it ends by itself, or is killed at the deadline or before answer number
 * `prompts`.  Returns the status of waitpid. */
static int run(Harness *h, Run *r, const Script *script, Person *p, const char *db,
               int64_t deadline, int prompts, int sig)
{
  for (;;) {
    Until u = listen_until(r, deadline);
    if (u == RUN_END) break;
    bool now = u == RUN_TIME || (u == RUN_PROMPT && prompts-- == 0);
    if (u == RUN_PROMPT && (!now || luck_below(&h->luck, 2))) {
      if (script->person) answer(h, r, p, db);
      if (now) { /* somewhere in what the answer sets off */
        struct timespec wait = {0, (long)luck_below(&h->luck, 1500000)};
        nanosleep(&wait, NULL);
      }
    }
    if (!now) continue;
    kill(r->pid, sig);
    break;
  }
  return finish(r);
}

enum { ENDLESS = 60 * 1000000 };

static int64_t undisturbed(Harness *h, const Script *script, const char *db,
                           uint64_t seed)
{
  Buf arguments = {0};
  char *errors = games_path(h->folder, "errors");
  buf_printf(&arguments, "%s --seed %llu", script->arguments, (unsigned long long)seed);
  int64_t begin = now_us();
  Run r = start(h, db, errors, buf_text(&arguments));
  Person p = {seed, -1, 0, false};
  int status = run(h, &r, script, &p, db, begin + ENDLESS, -1, SIGKILL);
  must(WIFEXITED(status) && WEXITSTATUS(status) == 0, "regel play %s: status %x",
       buf_text(&arguments), (unsigned)status);
  buf_free(&arguments);
  free(errors);
  return now_us() - begin;
}

/* One game, killed until it is over or enough were killed.  `number`: of the game. */
static void disturbed(Harness *h, const Script *script, const char *db, uint64_t seed,
                      int64_t number, int64_t usual)
{
  char *errors = games_path(h->folder, "errors");
  int64_t safe = 0;
  h->games++;
  for (int times = 0;; times++) {
    Standing s = standing(db);
    bool begun = s.games == number;
    must(s.games == number || (s.games == number - 1 && !safe), "game %lld is lost",
         (long long)number);
    must(!begun || s.steps >= safe, "of %lld answers %lld are left", (long long)safe,
         (long long)s.steps);
    if (begun && s.over) break;
    safe = begun ? s.steps : 0;
    Buf arguments = {0};
    if (begun) buf_printf(&arguments, "--resume %lld", (long long)number);
    else
      buf_printf(&arguments, "%s --seed %llu", script->arguments,
                 (unsigned long long)seed);
    if (begun) h->resumed++;
    else if (times) h->restarted++;
    Run r = start(h, db, errors, buf_text(&arguments));
    Person p = {seed, begun && s.steps ? s.steps - 1 : -1, 0, false};
    uint32_t which = luck_below(&h->luck, 10);
    int kind = which < 8 ? 0 : (int)which - 7, sig = signals[kind];
    bool leave = times >= 300 || h->kills >= h->wanted;
    bool by_prompt = script->person && luck_below(&h->luck, 2);
    int64_t deadline =
        now_us() + (leave || by_prompt
                        ? ENDLESS
                        : luck_below(&h->luck, (uint32_t)(usual + usual / 4)));
    int status = run(h, &r, script, &p, db, deadline,
                     by_prompt && !leave ? (int)luck_below(&h->luck, 6) : -1, sig);
    bool killed =
        WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 130);
    if (killed) h->kills++, h->by_signal[kind]++;
    else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
      size_t n;
      char *text = games_read(errors, &n);
      must(false, "regel play %s: status %x\n%s", buf_text(&arguments), (unsigned)status,
           text);
    }
    if (p.steps > safe) safe = p.steps; /* these stood there when the next was asked */
    buf_free(&arguments);
  }
  free(errors);
}

static void kill_at_random(Harness *h)
{
  char *quiet[SCRIPTS], *noisy[SCRIPTS];
  for (int i = 0; i < SCRIPTS; i++) {
    char name[40];
    snprintf(name, sizeof name, "quiet%d.db", i);
    quiet[i] = games_path(h->folder, name);
    snprintf(name, sizeof name, "killed%d.db", i);
    noisy[i] = games_path(h->folder, name);
  }
  int64_t round = 0;
  while (h->kills < h->wanted || !round) {
    round++;
    for (int i = 0; i < SCRIPTS; i++) {
      uint64_t seed = luck_next(&h->luck) % 1000000;
      int64_t usual = undisturbed(h, &scripts[i], quiet[i], seed);
      disturbed(h, &scripts[i], noisy[i], seed, round, usual);
    }
  }
  for (int i = 0; i < SCRIPTS; i++) {
    char *a = facts_of(quiet[i]), *b = facts_of(noisy[i]);
    verdict(h, !strcmp(a, b), "%s, killed and resumed, is stored like one undisturbed",
            scripts[i].title);
    verdict(h, sound(noisy[i]), "%s, killed and resumed, leaves a sound database",
            scripts[i].title);
    free(a), free(b), free(quiet[i]), free(noisy[i]);
  }
}

/* ---- several at once ------------------------------------------------------------ */

enum { AT_ONCE = 8 };

/* Shows what it wrote to standard error, and returns its exit code. */
static int code_of(int status, const char *errors)
{
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  size_t n;
  char *text = code ? games_read(errors, &n) : NULL;
  if (text) printf("# exit %d: %s", code, text);
  free(text);
  return code;
}

/* A look at everything while others write.  False if it finds something wrong. */
static bool reads_well(const char *path)
{
  CheckReport r;
  Db *db = db_open(path, SQL_READ);
  DbFault fault = sql_fault(db);
  bool fine = fault == DB_ABSENT || fault == DB_READONLY; /* not made yet */
  if (!fine) {
    fine = check_database(db, NULL, &r);
    if (r.text.n) printf("# %s", buf_text(&r.text));
    buf_free(&r.text);
  }
  sql_close(db);
  return fine;
}

/* All make the file, play and end while somebody else reads. */
static bool crowd(Harness *h, int round, int *looks)
{
  char name[40], arguments[100];
  snprintf(name, sizeof name, "crowd%d.db", round);
  char *db = games_path(h->folder, name), *errors[AT_ONCE];
  Run runs[AT_ONCE];
  bool fine = true;
  for (int i = 0; i < AT_ONCE; i++) {
    snprintf(name, sizeof name, "errors%d", i);
    errors[i] = games_path(h->folder, name);
    snprintf(arguments, sizeof arguments, "%s --bots --bot random --seed %d",
             i % 2 ? "tictactoe" : "connect4", round * 100 + i);
    runs[i] = start(h, db, errors[i], arguments);
  }
  for (int left = AT_ONCE; left;) {
    for (int i = 0; i < AT_ONCE; i++) {
      if (!runs[i].pid || listen_until(&runs[i], now_us() + 100) != RUN_END) continue;
      fine = !code_of(finish(&runs[i]), errors[i]) && fine;
      runs[i].pid = 0;
      left--;
    }
    fine = reads_well(db) && fine;
    ++*looks;
  }
  Standing s = standing(db);
  fine = fine && s.games == AT_ONCE && sound(db);
  for (int i = 0; i < AT_ONCE; i++) free(errors[i]);
  free(db);
  return fine;
}

static void several_at_once(Harness *h)
{
  int rounds = 2 + h->wanted / 20, bad = 0, looks = 0;
  for (int i = 0; i < rounds; i++) bad += !crowd(h, i, &looks);
  verdict(h, !bad,
          "%d processes play at once in one new database while others read, %d times (%d "
          "reads)",
          AT_ONCE, rounds, looks);
}

/* Two who go on with the same game: one of them does, the other is told. */
static void both_resume(Harness *h)
{
  char *db = games_path(h->folder, "both.db"), *errors = games_path(h->folder, "errors"),
       *others = games_path(h->folder, "others");
  Run a = start(h, db, errors, "tictactoe --human all --seed 3");
  must(listen_until(&a, now_us() + ENDLESS) == RUN_PROMPT, "no question");
  tell(&a, "5\n");
  must(listen_until(&a, now_us() + ENDLESS) == RUN_PROMPT, "no second question");
  Run b = start(h, db, others, "--resume 1");
  must(listen_until(&b, now_us() + ENDLESS) == RUN_PROMPT, "the game cannot be resumed");
  tell(&b, "1\n");
  must(listen_until(&b, now_us() + ENDLESS) == RUN_PROMPT, "no question after resuming");
  tell(&a, "2\n");
  listen_until(&a, now_us() + ENDLESS);
  int status = finish(&a);
  size_t n;
  char *text = games_read(errors, &n);
  verdict(
      h, WIFEXITED(status) && WEXITSTATUS(status) == 5 && strstr(text, "another program"),
      "of two who go on with one game the second is told so");
  tell(&b, "quit\n");
  listen_until(&b, now_us() + ENDLESS);
  finish(&b);
  Standing s = standing(db);
  verdict(h, s.steps == 2 && sound(db), "and nothing that the first answered is lost");
  free(text), free(db), free(errors), free(others);
}

/* Somebody holds the database for longer than anybody waits. */
static void held(Harness *h)
{
  char *path = games_path(h->folder, "held.db"),
       *errors = games_path(h->folder, "errors");
  Run r = start(h, path, errors, "tictactoe --human all --seed 3");
  must(listen_until(&r, now_us() + ENDLESS) == RUN_PROMPT, "no question");
  tell(&r, "5\n");
  must(listen_until(&r, now_us() + ENDLESS) == RUN_PROMPT, "no second question");
  Db *db = db_open(path, SQL_WRITE);
  must(sql_begin(db), "%s", sql_why(db));
  int64_t begin = now_us();
  tell(&r, "1\n");
  listen_until(&r, now_us() + ENDLESS);
  int status = finish(&r);
  int64_t waited = now_us() - begin;
  size_t n;
  char *text = games_read(errors, &n);
  verdict(h,
          WIFEXITED(status) && WEXITSTATUS(status) == 5 && strstr(text, "busy") &&
              strstr(text, path) && strstr(text, "--resume 1"),
          "a database held by another is an error that names the file and how to go on");
  verdict(h, waited > 55000000, "it is waited for a minute before (%.1f s)",
          (double)waited / 1e6);
  sql_rollback(db);
  sql_close(db);
  Standing s = standing(path);
  verdict(h, s.steps == 1 && sound(path), "what was answered before stays");
  r = start(h, path, errors, "--resume 1");
  must(listen_until(&r, now_us() + ENDLESS) == RUN_PROMPT, "the game cannot be resumed");
  tell(&r, "1\n");
  must(listen_until(&r, now_us() + ENDLESS) == RUN_PROMPT, "no question after resuming");
  tell(&r, "quit\n");
  listen_until(&r, now_us() + ENDLESS);
  finish(&r);
  verdict(h, standing(path).steps == 2, "and the game can be gone on with afterwards");
  free(text), free(path), free(errors);
}

int main(int argc, char **argv)
{
  must(argc > 2, "durable REGEL KILLS [SEED]");
  Harness h = {.regel = argv[1], .folder = games_folder(), .wanted = atoi(argv[2])};
  h.luck.state = argc > 3 ? strtoull(argv[3], NULL, 10) : (uint64_t)now_us();
  printf("# seed %llu\n", (unsigned long long)h.luck.state);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGINT, SIG_DFL); /* a shell ignores it for what runs in the background */
  kill_at_random(&h);
  several_at_once(&h);
  both_resume(&h);
  if (h.wanted >= MANY) held(&h);
  printf(
      "%d kills (%d KILL, %d TERM, %d INT) in %d games: resumed %d times, begun anew %d "
      "times, %d questions answered; %d passed, %d failed\n",
      h.kills, h.by_signal[0], h.by_signal[1], h.by_signal[2], h.games, h.resumed,
      h.restarted, h.prompts, h.passed, h.failed);
  games_remove(h.folder);
  return h.failed != 0;
}
