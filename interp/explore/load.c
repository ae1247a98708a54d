/* Reads a search that was saved.  Whatever stands in the file, nothing of it is used
 * before it was checked: counts against the size of the file, numbers against counts, and
 * answers by giving them. */
#include "interp/explore/file.h"
#include "interp/base/buf.h"
#include "interp/base/clock.h"
#include "interp/base/invariant.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

struct SavedSearch {
  FILE *in;
  FileHead head;
  char *name, *settings;
  Buf why;
};

/* ---- the file ---------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static bool refuse(SavedSearch *f, const char *fmt,
                                                         ...)
{
  char text[200];
  va_list args;
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  if (!f->why.n) buf_add(&f->why, text);
  return false;
}

static bool misfit(SavedSearch *f)
{
  return refuse(f, "is damaged: its parts do not fit together");
}

static bool get(SavedSearch *f, void *to, size_t size)
{
  if (fread(to, 1, size, f->in) == size) return true;
  if (ferror(f->in)) return refuse(f, "cannot be read: %s", strerror(errno));
  return refuse(f, "is cut off");
}

/* Room for `cap` things of which the file has the first n; NULL if it cannot be read. */
static void *get_array(SavedSearch *f, uint64_t n, uint64_t cap, size_t size)
{
  INVARIANT(cap >= n && size > 0);
  void *at = zeroed(cap, size);
  if (get(f, at, n * size)) return at;
  free(at);
  return NULL;
}

static bool check_sum(SavedSearch *f)
{
  enum { CHUNK = 1 << 16 };
  XXH3_state_t *sum = XXH3_createState();
  unsigned char *chunk = zeroed(CHUNK, 1);
  uint64_t left = f->head.size - sizeof(uint64_t), want = 0;
  bool ok = true;
  if (!sum) abort();
  XXH3_64bits_reset(sum);
  rewind(f->in);
  while (ok && left) {
    size_t n = left < CHUNK ? (size_t)left : CHUNK;
    if ((ok = get(f, chunk, n))) XXH3_64bits_update(sum, chunk, n);
    left -= n;
  }
  ok = ok && get(f, &want, sizeof want);
  if (ok && XXH3_64bits_digest(sum) != want)
    ok = refuse(f, "is damaged: its checksum is another");
  free(chunk);
  XXH3_freeState(sum);
  return ok;
}

static bool check_head(SavedSearch *f, uint64_t size)
{
  FileHead *h = &f->head;
  size_t n = fread(h, 1, sizeof *h, f->in);
  if (n < sizeof h->magic || memcmp(h->magic, FILE_MAGIC, sizeof h->magic))
    return refuse(f, "is no saved search");
  if (n < sizeof *h) return refuse(f, "is cut off");
  if (h->order != FILE_ORDER)
    return refuse(f, "was saved on a machine with another order of bytes");
  if (h->version != FILE_VERSION)
    return refuse(f, "was saved by another version of regel: it has form %u, not %d",
                  h->version, FILE_VERSION);
  if (size < h->size)
    return refuse(f, "is cut off: it has %llu of %llu bytes", (unsigned long long)size,
                  (unsigned long long)h->size);
  if (size > h->size || size < sizeof *h + sizeof(uint64_t)) return misfit(f);
  return true;
}

/* What the head counts is there. */
static bool check_counts(SavedSearch *f)
{
  const FileHead *h = &f->head;
  uint64_t most = h->size / sizeof(int32_t); /* of anything: then nothing overflows */
  if (h->size >> 48 || h->answers > most || h->edges > most || h->ways > most ||
      h->next_ways > most || h->count >= MOST_STATES || h->front > h->count)
    return misfit(f);
  uint64_t known = sizeof *h + file_front(h) + SHARDS * sizeof(FileShard) + file_back(h);
  return known <= h->size || misfit(f);
}

/* A text that can be shown. */
static char *get_text(SavedSearch *f, uint32_t size)
{
  char *text = get_array(f, size, (uint64_t)size + 1, 1);
  for (uint32_t i = 0; text && i < size; i++)
    if ((unsigned char)text[i] < ' ') {
      free(text);
      misfit(f);
      return NULL;
    }
  return text;
}

SavedSearch *saved_open(const char *path)
{
  SavedSearch *f = zeroed(1, sizeof *f);
  struct stat st = {0};
  if (stat(path, &st) || (S_ISREG(st.st_mode) && !(f->in = fopen(path, "rb"))))
    refuse(f, "cannot be read: %s", strerror(errno));
  else if (!f->in) refuse(f, "is no saved search");
  if (!f->in || !check_head(f, (uint64_t)st.st_size) || !check_sum(f) || !check_counts(f))
    return f;
  if (fseek(f->in, sizeof f->head, SEEK_SET)) {
    refuse(f, "cannot be read: %s", strerror(errno));
    return f;
  }
  f->name = get_text(f, f->head.name);
  if (f->name) f->settings = get_text(f, f->head.settings);
  return f;
}

void saved_close(SavedSearch *f)
{
  if (!f) return;
  if (f->in) fclose(f->in);
  free(f->name);
  free(f->settings);
  buf_free(&f->why);
  free(f);
}

const char *saved_why(const SavedSearch *f)
{
  return f->why.n ? buf_text(&f->why) : NULL;
}

SavedSetup saved_setup(const SavedSearch *f)
{
  const FileHead *h = &f->head;
  return (SavedSetup){.name = f->name,
                      .settings = f->settings,
                      .program = h->program,
                      .seed = h->seed,
                      .seats = (int)h->seats,
                      .counts = (h->flags & FILE_COUNTS) != 0,
                      .apart = (h->flags & FILE_APART) != 0,
                      .complete = h->front == h->count};
}

/* ---- what was found ---------------------------------------------------------------- */

/* Can these answers be given? */
static bool playable(const Search *s, const Finding *f)
{
  const ExplorePlan *plan = s->plan;
  Vm *vm = s->workers[0].vm;
  vm_start(vm, &(Setup){plan->seats, plan->seed, plan->options});
  for (int32_t i = 0; i < f->count; i++) {
    VmStatus status = vm_step(vm);
    if ((status != VM_DECIDE && status != VM_CHANCE) || f->answers[i] < 0 ||
        f->answers[i] >= vm_options(vm))
      return false;
    vm_answer(vm, f->answers[i]);
  }
  return true;
}

static bool load_findings(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  ExploreResult *r = s->r;
  uint64_t answers = 0;
  for (uint32_t i = 0; i < h->findings; i++) {
    FileFinding x;
    if (!get(f, &x, sizeof x)) return false;
    if (x.kind >= FIND_KINDS || x.kind == FIND_ENDLESS || x.error >= R_COUNT ||
        x.ip < -1 || x.ip >= s->plan->program->n_code || x.count < 0)
      return misfit(f);
    answers += (uint32_t)x.count;
    find_add(r, (FindKind)x.kind, (VmError)x.error, x.ip, NULL, x.count, true);
    r->findings.at[i].times = x.times;
  }
  if (answers != h->answers) return misfit(f);
  for (uint32_t i = 0; i < h->findings; i++) {
    Finding *d = &r->findings.at[i];
    d->answers =
        get_array(f, (uint64_t)d->count, (uint64_t)d->count + 1, sizeof *d->answers);
    if (!d->answers) return false;
    if (!playable(s, d)) return misfit(f);
  }
  return true;
}

static bool load_levels(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  ExploreResult *r = s->r;
  uint64_t states = 0;
  for (uint32_t i = 0; i < h->levels; i++) {
    ExploreLevel l;
    if (!get(f, &l, sizeof l)) return false;
    if (l.states > h->count || l.ended > l.states) return misfit(f);
    vec_push(&r->levels, l);
    states += l.states; /* fewer than 2^32 of less than 2^31 */
    r->ended += l.ended;
  }
  s->open = h->flags & FILE_OPEN;
  if (states != h->count || h->levels < (s->open ? 2u : 1u)) return misfit(f);
  const ExploreLevel *last = &r->levels.at[h->levels - 1];
  s->next = h->count - (s->open ? (uint32_t)last->states : 0);
  s->level = s->next - (uint32_t)last[s->open ? -1 : 0].states;
  return h->front >= s->level || misfit(f);
}

/* ---- states ------------------------------------------------------------------------ */

/* States were numbered in the order in which they were found: by parent and answer. */
static bool node_fits(const Search *s, uint32_t id, uint32_t front)
{
  INVARIANT(id < s->count);
  const StateNode *n = node(s, id);
  if (n->ended > 1) return false;
  if (!id) return !n->parent && !n->answer;
  const StateNode *before = node(s, id - 1);
  if (n->parent >= id || n->parent >= front || node(s, n->parent)->ended) return false;
  if (id == 1) return true;
  return n->parent > before->parent ||
         (n->parent == before->parent && n->answer > before->answer);
}

static bool load_nodes(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  uint64_t expanded = 0, ended = 0;
  for (s->count = 0; s->count < h->count;) {
    uint32_t n = h->count - s->count < NODES ? h->count - s->count : NODES;
    search_room(s);
    if (!get(f, node(s, s->count), n * sizeof(StateNode))) return false;
    s->count += n;
  }
  for (uint32_t id = 0; id < s->count; id++) {
    if (!node_fits(s, id, h->front)) return misfit(f);
    bool end = node(s, id)->ended;
    ended += end;
    expanded += !end && id < h->front;
    s->left += !end && id >= h->front && id < s->next;
  }
  if (!s->open) s->left = 0;
  s->r->states = s->count;
  s->r->expanded = expanded;
  bool fits = ended == s->r->ended && expanded == h->expanded &&
              (h->front == h->count || !node(s, h->front)->ended);
  return fits || misfit(f);
}

static bool load_table(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  StateTable *t = &s->table;
  FileShard heads[SHARDS];
  uint64_t size = sizeof *h + file_front(h) + sizeof heads + file_back(h);
  if (!get(f, heads, sizeof heads)) return false;
  for (int i = 0; i < SHARDS; i++)
    t->bytes += heads[i].cap * (sizeof(uint64_t) + sizeof(uint32_t));
  if (size + t->bytes != h->size) return misfit(f);
  for (int i = 0; i < SHARDS; i++) {
    Shard *x = &t->shards[i];
    if (!(x->keys = get_array(f, heads[i].cap, heads[i].cap, sizeof *x->keys)) ||
        !(x->ids = get_array(f, heads[i].cap, heads[i].cap, sizeof *x->ids)))
      return false;
    x->n = heads[i].n, x->cap = heads[i].cap;
  }
  return table_sound(t, s->count) || misfit(f);
}

/* ---- edges and sequences ----------------------------------------------------------- */

static bool load_edges(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  uint64_t last = 0;
  s->no_edges = h->flags & FILE_NO_EDGES;
  if (h->edges > h->edges_cap || h->edges_cap > 2 * h->edges + 16 ||
      (s->no_edges && h->edges_cap))
    return misfit(f);
  if (h->edges_cap &&
      !(s->edges.at = get_array(f, h->edges, h->edges_cap, sizeof *s->edges.at)))
    return false;
  s->edges.n = h->edges, s->edges.cap = h->edges_cap;
  for (size_t i = 0; i < s->edges.n; i++) {
    uint32_t to = (uint32_t)s->edges.at[i] & ~(uint32_t)LAST;
    last += s->edges.at[i] < 0;
    if (to >= s->count && to != NO_STATE) return misfit(f);
  }
  return s->no_edges || last == h->expanded || misfit(f);
}

static bool load_ways(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  uint64_t most = 2 * (uint64_t)s->count + 16;
  bool counting = s->r->even && h->front < h->count;
  uint64_t ways = counting ? s->next - s->level : 0,
           next = counting ? s->count - s->next : 0;
  if (h->ways != ways || h->next_ways != next || h->ways_cap > most ||
      h->next_ways_cap > most || h->ways > h->ways_cap || h->next_ways > h->next_ways_cap)
    return misfit(f);
  s->ways.at = get_array(f, ways, h->ways_cap, sizeof *s->ways.at);
  s->ways.n = ways, s->ways.cap = h->ways_cap;
  if (!s->ways.at) return false;
  s->next_ways.at = get_array(f, next, h->next_ways_cap, sizeof *s->next_ways.at);
  s->next_ways.n = next, s->next_ways.cap = h->next_ways_cap;
  return s->next_ways.at;
}

/* ---- the whole --------------------------------------------------------------------- */

static bool load_counts(Search *s, SavedSearch *f)
{
  const FileHead *h = &f->head;
  ExploreResult *r = s->r;
  size_t state = vm_state_size(s->workers[0].vm);
  if (h->program != s->plan->program->hash || (int)h->seats != s->plan->seats ||
      (int)h->code != s->plan->program->n_code ||
      (int)h->alts != s->plan->program->n_alts || h->queue_at > QUEUE_BLOCK + 3 * state ||
      !(h->branching >= 0 && h->branching <= UINT16_MAX + 1) ||
      !(h->seconds >= 0 && isfinite(h->seconds)) || !(h->cpu >= 0 && isfinite(h->cpu)))
    return misfit(f);
  s->too_many = h->flags & FILE_TOO_MANY;
  s->branching = h->branching;
  s->from -= h->seconds;
  s->cpu -= h->cpu;
  r->even = h->flags & FILE_EVEN;
  r->steps = h->steps;
  r->bytes = h->bytes;
  return get(f, r->ran, h->code * sizeof *r->ran) &&
         get(f, r->taken, h->alts * sizeof *r->taken);
}

bool search_load(Search *s)
{
  SavedSearch *f = s->plan->resume;
  if (!load_counts(s, f) || !load_levels(s, f) || !load_findings(s, f) ||
      !load_nodes(s, f) || !load_table(s, f) || !load_edges(s, f) || !load_ways(s, f))
    return false;
  s->save_at = clock_seconds() + SAVE_EVERY;
  if (search_again(s, f->head.front, f->head.queue_at)) return true;
  return refuse(f,
                "does not fit this version of regel: its answers lead to other states");
}
