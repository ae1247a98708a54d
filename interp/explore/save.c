/* Writes a search into a file (explore_file.h), from which it can go on. */
#include "interp/explore/file.h"
#include "interp/base/replace.h"
#include "interp/rules/settings.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { SPARING = 20 }; /* times as long as saving takes, if that is longer */

typedef struct Out {
  FILE *f;
  XXH3_state_t *sum;
  bool ok;
} Out;

static void put(Out *o, const void *at, size_t size)
{
  if (!o->ok || !size) return;
  XXH3_64bits_update(o->sum, at, size);
  o->ok = fwrite(at, 1, size, o->f) == size;
}

/* The first state that waits: those that do have the largest numbers and are no ends. */
static uint32_t front_of(const Search *s)
{
  if (!s->queue.waiting) return s->count;
  Queue q = s->queue; /* reading changes nothing else */
  return queue_next(&q).id;
}

static FileHead head_of(const Search *s, const Buf *settings)
{
  const ExplorePlan *plan = s->plan;
  const ExploreResult *r = s->r;
  bool counting = r->even && s->queue.waiting;
  FileHead h = {.order = FILE_ORDER,
                .version = FILE_VERSION,
                .program = plan->program->hash,
                .seed = plan->seed,
                .seats = (uint32_t)plan->seats,
                .name = (uint32_t)strlen(plan->name),
                .settings = (uint32_t)settings->n,
                .code = (uint32_t)plan->program->n_code,
                .alts = (uint32_t)plan->program->n_alts,
                .count = s->count,
                .front = front_of(s),
                .levels = (uint32_t)r->levels.n,
                .findings = (uint32_t)r->findings.n,
                .edges = s->edges.n,
                .edges_cap = s->edges.cap,
                .ways = counting ? s->ways.n : 0,
                .ways_cap = s->ways.cap,
                .next_ways = counting ? s->next_ways.n : 0,
                .next_ways_cap = s->next_ways.cap,
                .queue_at = s->queue.at,
                .steps = r->steps,
                .expanded = r->expanded,
                .bytes = r->bytes,
                .branching = s->branching,
                .seconds = clock_seconds() - s->from,
                .cpu = clock_read(CLOCK_PROCESS_CPUTIME_ID) - s->cpu};
  memcpy(h.magic, FILE_MAGIC, sizeof h.magic);
  h.flags = (plan->counts ? FILE_COUNTS : 0u) | (r->even ? FILE_EVEN : 0u) |
            (s->too_many ? FILE_TOO_MANY : 0u) | (s->no_edges ? FILE_NO_EDGES : 0u) |
            (s->open ? FILE_OPEN : 0u) | (s->apart ? FILE_APART : 0u);
  for (size_t i = 0; i < r->findings.n; i++)
    h.answers += (uint64_t)r->findings.at[i].count;
  h.size = sizeof h + file_front(&h) + SHARDS * sizeof(FileShard) + file_back(&h);
  for (int i = 0; i < SHARDS; i++)
    h.size += s->table.shards[i].cap * (sizeof(uint64_t) + sizeof(uint32_t));
  return h;
}

static void put_findings(Out *o, const ExploreResult *r)
{
  for (size_t i = 0; i < r->findings.n; i++) {
    const Finding *f = &r->findings.at[i];
    FileFinding x = {(uint32_t)f->kind, (uint32_t)f->error, f->ip, f->count, f->times};
    put(o, &x, sizeof x);
  }
  for (size_t i = 0; i < r->findings.n; i++)
    put(o, r->findings.at[i].answers,
        (size_t)r->findings.at[i].count * sizeof *r->findings.at[i].answers);
}

static void put_nodes(Out *o, const Search *s)
{
  INVARIANT(s->count <= s->nodes.n * NODES || s->plan->perft);
  for (uint32_t at = 0; at < s->count; at += NODES) {
    uint32_t n = s->count - at < NODES ? s->count - at : NODES;
    put(o, node(s, at), n * sizeof(StateNode));
  }
}

static void put_table(Out *o, const StateTable *t)
{
  INVARIANT(t != NULL);
  for (int i = 0; i < SHARDS; i++) {
    FileShard x = {t->shards[i].n, t->shards[i].cap};
    put(o, &x, sizeof x);
  }
  for (int i = 0; i < SHARDS; i++) {
    const Shard *s = &t->shards[i];
    put(o, s->keys, s->cap * sizeof *s->keys);
    put(o, s->ids, s->cap * sizeof *s->ids);
  }
}

static void put_search(Out *o, const Search *s)
{
  const ExploreResult *r = s->r;
  Buf settings = {0};
  settings_write(s->plan->program, s->plan->options, &settings);
  FileHead h = head_of(s, &settings);
  put(o, &h, sizeof h);
  put(o, s->plan->name, h.name);
  put(o, buf_text(&settings), h.settings);
  put(o, r->ran, h.code * sizeof *r->ran);
  put(o, r->taken, h.alts * sizeof *r->taken);
  put(o, r->levels.at, h.levels * sizeof *r->levels.at);
  put_findings(o, r);
  put_nodes(o, s);
  put_table(o, &s->table);
  put(o, s->edges.at, h.edges * sizeof *s->edges.at);
  put(o, s->ways.at, h.ways * sizeof *s->ways.at);
  put(o, s->next_ways.at, h.next_ways * sizeof *s->next_ways.at);
  uint64_t sum = XXH3_64bits_digest(o->sum);
  put(o, &sum, sizeof sum);
  buf_free(&settings);
}

static bool save(const Search *s)
{
  Replace r;
  if (!replace_begin(&r, s->plan->save)) return false;
  Out o = {r.out, XXH3_createState(), true};
  if (!o.sum) abort();
  XXH3_64bits_reset(o.sum);
  put_search(&o, s);
  XXH3_freeState(o.sum);
  return replace_end(&r, o.ok);
}

void search_save(Search *s)
{
  double from = clock_seconds();
  int error = save(s) ? 0 : errno;
  double now = clock_seconds(), pause = SPARING * (now - from);
  s->save_at = now + (pause > SAVE_EVERY ? pause : SAVE_EVERY);
  if (s->plan->saved) s->plan->saved(s->plan->user, error);
}
