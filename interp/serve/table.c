/* The table thread: owns all games and the store.
 *
 * What waits is carried out as one transaction; when it is safe, and not before,
 * everybody is told.  So a hundred answers cost one write to the disk, and nobody has
 * seen what a power cut takes back. */
#include "interp/serve/live.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <stdlib.h>
#include <string.h>

void table_answered(Table *t, Job *j)
{
  INVARIANT(t->done_last && !*t->done_last);
  Live *l = live_at(t, j->game);
  if (l) live_rest(l);
  j->next = NULL;
  *t->done_last = j;
  t->done_last = &j->next;
}

/* The game of a request, for somebody who may do this for the seat; NULL: answered. */
Live *table_seated(Table *t, Job *j, bool acts)
{
  Live *l = live_find(t, j);
  if (!l) {
    table_answered(t, j);
    return NULL;
  }
  if (acts && (j->seat < 0 || j->seat >= regel_players(l->game))) {
    job_fail(j, 403, "no_seat", "only a player can do that");
    table_answered(t, j);
    return NULL;
  }
  return l;
}

void table_answer(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = table_seated(t, j, true);
  if (!l) return;
  const char *asked = json_string_value(json_object_get(j->json, "ask"));
  const json_t *number = json_object_get(j->json, "n");
  int64_t n = json_is_integer(number) ? json_integer_value(number) : -1;
  char ask[40];
  Buf now = {0};
  Reader *r = live_reader(t, l, j->seat, j->lang);
  regel_speak(l->game, r->language);
  live_ask_id(l, j->seat, ask);
  bool same = l->status == REGEL_DECIDE && asked && strlen(asked) < 60 &&
              frame_ask(&now, l->game, j->seat, ask) &&
              !strncmp(now.at + strlen("{\"id\":\""), asked, strlen(asked)) &&
              now.at[strlen("{\"id\":\"") + strlen(asked)] == '"';
  buf_free(&now);
  int answer = same ? frame_answer(l->game, j->seat, n) : -1;
  if (!same) {
    job_fail(j, 409, "stale", "this question was answered already");
  } else if (answer < 0 || regel_answer(l->game, answer)) {
    job_fail(j, 400, "no_answer", "there is no such answer");
  } else {
    l->given[j->seat]++;
    live_advance(t, l);
    job_ok(j);
  }
  table_answered(t, j);
}

void table_undo(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = table_seated(t, j, true);
  if (!l) return;
  Reader *r = live_reader(t, l, j->seat, j->lang);
  regel_speak(l->game, r->language);
  int whose = regel_undo_seat(l->game);
  if (l->status == REGEL_DONE || l->status == REGEL_ERROR) {
    job_fail(j, 409, "over", "the game is over");
  } else if (whose < 0 || (whose != j->seat && !j->holds[whose])) {
    /* Whoever has answered since: to say so would tell that somebody has. */
    job_fail(j, 409, "gone", "there is nothing of yours to take back");
  } else if (regel_undo(l->game, j->seat)) {
    job_fail(j, 409, "gone", regel_words(l->game));
  } else {
    l->given[j->seat]++;
    l->rewritten = true;
    live_advance(t, l);
    job_ok(j);
  }
  table_answered(t, j);
}

void table_stream(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = table_seated(t, j, false);
  if (!l) return;
  Reader *r = live_reader(t, l, j->seat, j->lang);
  int n = 0, near = 0, most = j->seat >= 0 ? SEAT_STREAMS : SEAT_STREAMS * 8;
  live_beat(l);
  for (Reader *other = l->readers; other; other = other->next)
    for (Stream *s = other->streams; s && other->seat == j->seat; s = s->next) {
      n++;
      near += !strcmp(s->address, j->address);
    }
  /* One who watches leaves places for others. */
  bool greedy = t->server->options.host && j->seat < 0 && near >= most / 2;
  if (n >= most || greedy || !may_stream(t->server, j->address)) {
    job_fail(j, 429, "streams", "too many pages are open");
    table_answered(t, j);
    return;
  }
  Stream *s = j->stream = stream_new(t->server, j->address);
  if (!s) abort();
  Buf b = {0};
  buf_add(&b, "retry: 1000\nevent: hello\ndata: ");
  live_hello(&b, l, r);
  buf_add(&b, "\n\nevent: state\ndata: ");
  /* Others of this reader may still have to be told what is new to them. */
  live_whole(&b, l, r, !r->streams);
  buf_add(&b, "\n\n");
  stream_push(s, b.at, b.n);
  buf_free(&b);
  s->next = r->streams;
  r->streams = s;
  job_ok(j);
  table_answered(t, j);
}

void table_state(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = table_seated(t, j, false);
  if (!l) return;
  Reader *r = live_reader(t, l, j->seat, j->lang);
  Buf b = {0};
  live_whole(&b, l, r, false);
  buf_add(&j->out, "{\"hello\":");
  live_hello(&j->out, l, r);
  buf_printf(&j->out, ",\"state\":%s}", buf_text(&b));
  buf_free(&b);
  job_ok(j);
  table_answered(t, j);
}

void table_why_not(void *thread, Job *j)
{
  Table *t = thread;
  Live *l = table_seated(t, j, true);
  if (!l) return;
  Reader *r = live_reader(t, l, j->seat, j->lang);
  Buf ask = {0};
  regel_speak(l->game, r->language);
  /* Who is not asked learns nothing about the question. */
  bool asked = l->status == REGEL_DECIDE && frame_ask(&ask, l->game, j->seat, "");
  buf_free(&ask);
  if (asked && j->query) {
    regel_data *why = regel_why_not_data(l->game, j->seat, j->query);
    put_data(&j->out, why);
    regel_data_free(why);
  }
  job_ok(j);
  table_answered(t, j);
}

/* ---- the loop ------------------------------------------------------------------- */

static void each_live(Table *t, void (*fn)(Table *t, Live *l, void *user), void *user)
{
  for (int i = 0; i < BUCKETS; i++)
    for (Live *l = t->live[i], *next; l; l = next) {
      next = l->next;
      fn(t, l, user);
    }
}

typedef struct Due {
  int64_t now, next;
  bool some;
} Due;

static void look_due(Table *t, Live *l, void *user)
{
  Due *d = user;
  (void)t;
  if (!l->thinks || !l->thoughts.n) return;
  if (l->due <= d->now) d->some = true;
  else if (l->due < d->next) d->next = l->due;
}

static void carry_out_due(Table *t, Live *l, void *user)
{
  Due *d = user;
  if (l->thinks && l->thoughts.n && l->due <= d->now) bot_answers(t, l);
}

/* Pictures take longer than answers: who answers meanwhile is heard in between. */
static void publish_some(Table *t)
{
  enum { SLICE = 12 };
  int64_t end = clock_ms() + SLICE;
  while (t->news && clock_ms() < end) {
    Live *l = t->news;
    t->news = l->next_new;
    if (!t->news) t->news_last = &t->news;
    live_publish(l);
    live_rest(l);
    if (l->wants_bot) live_ask_bot(t, l);
  }
}

/* Nothing of it is stored: readers ask again and get the game as it is stored. */
static void forget(Table *t, Live *l, void *user)
{
  (void)user;
  if (l->touched) live_free(t, l);
}

static void house_keeping(Table *t, Live *l, void *user)
{
  int64_t now = *(int64_t *)user;
  bool nobody = live_beat(l);
  if (!nobody) l->used = now;
  if (nobody && !l->thinks && now - l->used > IDLE) live_free(t, l);
}

static const char not_stored[] = "the answer could not be stored; please try again";

static void finish(Table *t, bool begun, bool safe)
{
  if (!safe) each_live(t, forget, NULL);
  while (t->done) {
    Job *j = t->done;
    t->done = j->next;
    if (begun && !safe && j->status == 200 && !j->stream)
      job_fail(j, 503, "not_stored", not_stored);
    job_done(j);
  }
  t->done_last = &t->done;
}

/* While somebody else writes to the database one can look, but not answer. */
static bool is_looking(const Job *j)
{
  return j->work == table_state || j->work == table_stream || j->work == table_why_not ||
         j->work == bot_done;
}

static void round_of(Table *t, Job *jobs)
{
  INVARIANT(t && t->store);
  Due due = {clock_ms(), INT64_MAX, false};
  each_live(t, look_due, &due);
  if (!jobs && !due.some) return;
  bool begun = !regel_store_begin(t->store);
  while (jobs) {
    Job *j = jobs;
    jobs = j->next;
    if (begun || is_looking(j)) {
      j->work(t, j);
    } else {
      job_fail(j, 503, "not_stored", not_stored);
      table_answered(t, j);
    }
  }
  if (begun) each_live(t, carry_out_due, &due);
  bool safe = begun && !regel_store_commit(t->store);
  if (!safe) regel_store_forgive(t->store);
  finish(t, begun, safe);
}

static int until_due(Table *t)
{
  Due due = {clock_ms(), clock_ms() + 1000, false};
  each_live(t, look_due, &due);
  int64_t wait = due.some ? 0 : due.next - due.now;
  return wait < 0 ? 0 : (int)wait;
}

static void end(Table *t, Live *l, void *user)
{
  (void)user;
  live_free(t, l);
}

void *table_thread(void *server)
{
  Server *s = server;
  Table t = {.server = s};
  char *why = NULL;
  t.done_last = &t.done;
  t.news_last = &t.news;
  t.store = regel_store_open(s->store_path, &why);
  if (!t.store) abort(); /* it was opened a moment ago */
  /* Who writes to the database elsewhere must not stop all tables. */
  regel_store_patience(t.store, PATIENCE);
  t.shelf = shelf_new(s, t.store);
  while (!queue_stopped(&s->table)) {
    round_of(&t, queue_take(&s->table, t.news ? 0 : until_due(&t)));
    publish_some(&t);
    int64_t now = clock_ms();
    if (now - t.beat < BEAT) continue;
    t.beat = now;
    each_live(&t, house_keeping, &now);
    give_back_memory();
  }
  queue_drain(&s->table);
  each_live(&t, end, NULL);
  shelf_free(t.shelf);
  regel_store_close(t.store);
  return NULL;
}
