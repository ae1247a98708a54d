/* One game that somebody is playing. */
#include "interp/serve/live.h"
#include "interp/base/invariant.h"
#include "interp/base/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Live **bucket(Table *t, int64_t id) { return &t->live[(uint64_t)id % BUCKETS]; }

void live_add(Table *t, Live *l)
{
  INVARIANT(l->id && l->game && !live_at(t, l->id));
  Live **at = bucket(t, l->id);
  l->epoch = randombytes_random();
  l->used = clock_ms();
  l->turn = randombytes_random();
  l->next = *at;
  *at = l;
}

static void reader_free(Reader *r)
{
  while (r->streams) {
    Stream *s = r->streams;
    r->streams = s->next;
    stream_close(s);
    stream_drop(s);
  }
  regel_read_end(r->log);
  sent_free(&r->sent);
  free(r);
}

static void take_from_row(Table *t, Live *l)
{
  Live **at = &t->news;
  while (*at != l) at = &(*at)->next_new;
  *at = l->next_new;
  if (t->news_last == &l->next_new) t->news_last = at;
}

void live_free(Table *t, Live *l)
{
  Live **at = bucket(t, l->id);
  while (*at && *at != l) at = &(*at)->next;
  if (*at) *at = l->next;
  if (l->touched) take_from_row(t, l);
  while (l->readers) {
    Reader *r = l->readers;
    l->readers = r->next;
    reader_free(r);
  }
  regel_game_free(l->game);
  free(l);
}

static Live *take_up(Table *t, int64_t id, Buf *why)
{
  regel_rules *rules = shelf_stored(t->shelf, id, why);
  char *problem = NULL;
  regel_game *g = rules ? regel_resume_with(t->store, id, rules, &problem) : NULL;
  if (!g) {
    if (problem) buf_add(why, problem);
    regel_free(problem);
    return NULL;
  }
  Live *l = calloc(1, sizeof *l);
  if (!l) abort();
  *l = (Live){.id = id, .game = g, .rules = rules};
  regel_remember(g, 1);
  regel_auto_chance(g, 1);
  live_add(t, l);
  live_advance(t, l);
  return l;
}

Live *live_at(Table *t, int64_t id)
{
  Live *l = *bucket(t, id);
  while (l && l->id != id) l = l->next;
  return l;
}

Live *live_find(Table *t, Job *j)
{
  Live *l = live_at(t, j->game);
  Buf why = {0};
  if (!l) l = take_up(t, j->game, &why);
  if (!l) job_fail(j, 404, "no_game", "no such game");
  buf_free(&why);
  if (l) l->used = clock_ms();
  return l;
}

Reader *live_reader(Table *t, Live *l, int seat, const char *lang)
{
  INVARIANT(l && l->game);
  const regel_language *language = shelf_language(t->shelf, l->rules, lang);
  if (!language) lang = "en";
  for (Reader *r = l->readers; r; r = r->next)
    if (r->seat == seat && !strcmp(r->lang, lang)) return r;
  Reader *r = calloc(1, sizeof *r);
  if (!r) abort();
  r->seat = seat;
  r->language = language;
  snprintf(r->lang, sizeof r->lang, "%s", lang);
  r->log = regel_read(l->game, seat, language);
  r->next = l->readers;
  l->readers = r;
  return r;
}

/* ---- going on ------------------------------------------------------------------- */

bool asks_a_bot(regel_game *g)
{
  for (int i = 0, n = regel_answers(g); i < n; i++) {
    int seat = regel_seat(g, i);
    if (seat >= 0 ? regel_is_bot(g, seat) : regel_is_bot(g, 0)) return true;
    if (i > 4096) break; /* one seat's combinations */
  }
  return false;
}

/* It thinks about a copy: whoever asks something meanwhile is answered as at any other
 * time, or how long that takes would tell whose turn it is. */
void live_ask_bot(Table *t, Live *l)
{
  INVARIANT(l && l->game);
  l->wants_bot = false;
  Job *j = calloc(1, sizeof *j);
  if (!j) abort();
  j->server = t->server;
  j->game = l->id;
  j->number = l->turn;
  j->copy = regel_copy(l->game);
  l->thinks = true;
  l->asked = clock_ms();
  live_rest(l);
  queue_put(&t->server->bots, j, true);
}

void live_advance(Table *t, Live *l)
{
  INVARIANT(l && l->game);
  l->status = regel_step(l->game);
  l->turn++; /* what a bot thinks about is over */
  l->thinks = false;
  l->thoughts.n = 0;
  if (!l->touched) {
    l->next_new = NULL;
    *t->news_last = l;
    t->news_last = &l->next_new;
  }
  l->touched = true;
  l->wants_bot = l->status == REGEL_DECIDE && asks_a_bot(l->game);
}

void live_rest(Live *l) { regel_rest(l->game); }

/* ---- what is sent --------------------------------------------------------------- */

void live_ask_id(const Live *l, int seat, char out[40])
{
  int given = seat >= 0 && seat < MOST_SEATS ? l->given[seat] : 0;
  snprintf(out, 40, "%08x-%d", (unsigned)l->epoch, given);
}

void live_hello(Buf *b, const Live *l, const Reader *r)
{
  INVARIANT(l->rules && r);
  regel_data *setup = regel_setup_data(l->rules, r->language);
  buf_printf(b, "{\"game\":%lld,\"name\":", (long long)l->id);
  put_string(b, regel_rules_name(l->rules));
  buf_add(b, ",\"title\":");
  put_string(b, regel_data_text(regel_data_get(setup, "title")));
  regel_data_free(setup);
  buf_printf(b, ",\"you\":%d,\"lang\":\"%s\",\"seats\":[", r->seat, r->lang);
  for (int i = 0; i < regel_players(l->game); i++) {
    buf_add(b, i ? ",{\"name\":" : "{\"name\":");
    put_string(b, regel_player(l->game, i));
    buf_printf(b, ",\"bot\":%s}", regel_is_bot(l->game, i) ? "true" : "false");
  }
  buf_add(b, "]}");
}

static void make(Live *l, const Reader *r, Frame *f)
{
  char ask[40];
  live_ask_id(l, r->seat, ask);
  regel_speak(l->game, r->language);
  frame_make(f, l->game, l->status, r->seat, ask);
}

/* FNV-1a over all lines of a log. */
static uint64_t told_of(regel_reader *log)
{
  uint64_t h = 14695981039346656037u;
  for (int i = 0, n = regel_lines(log); i < n; i++) {
    const char *s = regel_line(log, i);
    do h = (h ^ (unsigned char)*s) * 1099511628211u;
    while (*s++);
  }
  return h;
}

void live_whole(Buf *b, Live *l, Reader *r, bool keeps)
{
  Frame f = {0};
  make(l, r, &f);
  if (keeps) sent_free(&r->sent);
  buf_char(b, '{');
  for (int i = 0; i < PARTS; i++) {
    frame_part(b, keeps ? &r->sent : NULL, &f, i);
    buf_char(b, ',');
  }
  buf_add(b, "\"log\":");
  frame_log(b, r->log, 0);
  buf_char(b, '}');
  if (keeps) {
    r->lines = regel_lines(r->log);
    r->told = told_of(r->log);
  }
  frame_free(&f);
}

/* The parts that differ from what the reader has; false if none does. */
static bool put_new(Buf *b, Live *l, Reader *r)
{
  Frame f = {0};
  bool some = false;
  make(l, r, &f);
  for (int i = 0; i < PARTS; i++) {
    size_t before = b->n;
    buf_char(b, some ? ',' : '{');
    if (frame_part(b, &r->sent, &f, i)) some = true;
    else b->n = before;
  }
  int lines = regel_lines(r->log), from = l->rewritten ? 0 : r->lines;
  /* Who was told nothing of what was taken back is not told that something was. */
  uint64_t told = lines != r->lines || l->rewritten ? told_of(r->log) : r->told;
  if (told != r->told) {
    buf_add(b, some ? ",\"log\":" : "{\"log\":");
    frame_log(b, r->log, from);
    some = true;
  }
  if (some) buf_char(b, '}');
  frame_free(&f);
  r->lines = lines;
  r->told = told;
  return some;
}

void live_publish(Live *l)
{
  for (Reader *r = l->readers; r; r = r->next) {
    if (!r->streams) continue;
    Buf b = {0};
    buf_add(&b, "event: state\ndata: ");
    if (put_new(&b, l, r)) {
      buf_add(&b, "\n\n");
      for (Stream *s = r->streams; s; s = s->next) stream_push(s, b.at, b.n);
    }
    buf_free(&b);
  }
  l->touched = l->rewritten = false;
}

bool live_beat(Live *l)
{
  bool any = false;
  for (Reader *r = l->readers; r; r = r->next)
    for (Stream **at = &r->streams; *at;) {
      Stream *s = *at;
      if (stream_gone(s)) {
        *at = s->next;
        stream_drop(s);
        continue;
      }
      stream_push(s, ":\n\n", 3);
      any = true;
      at = &s->next;
    }
  return !any;
}
