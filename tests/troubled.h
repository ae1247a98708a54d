/* A file system in trouble: stands in front of the real one (a "VFS" of SQLite), makes
 * the n-th call fail, or lets the power go.
 *
 * At a power cut everything that was not synchronized hangs in the air: of the writes to
 * each file since it was last synchronized any may be there, or half of it, or not; a
 * file made or removed since then may be there or not. */
#ifndef REGEL_TEST_TROUBLED_H
#define REGEL_TEST_TROUBLED_H
#include "tests/games.h"

#include <sqlite3.h>

typedef enum { TROUBLE_NONE, TROUBLE_ONCE, TROUBLE_LASTING, TROUBLE_POWER } Trouble;

typedef struct Change { /* a write, or a new length if there are no bytes */
  sqlite3_int64 at;
  int size;
  unsigned char *bytes;
} Change;

typedef struct Track { /* what is known of a file since it was last safe */
  char *path;
  unsigned char *base; /* as it was synchronized */
  size_t size;
  bool safe, removed; /* its name is in the folder for good; it was removed since */
  bool journal;
  VEC(Change) changes;
} Track;

static struct {
  sqlite3_vfs vfs, *real;
  Trouble trouble;
  long calls, at; /* counted so far; which of them fails */
  int kind;       /* of write faults: 0 error, 1 full, 2 half of it */
  VEC(Track *) tracks;
} troubled;

typedef struct TroubledFile {
  sqlite3_file head;
  Track *track; /* NULL for a file without a name */
  sqlite3_file *real;
} TroubledFile;

/* Does this call fail? */
static bool troubled_now(void)
{
  if (troubled.trouble == TROUBLE_NONE) return false;
  troubled.calls++;
  return troubled.calls == troubled.at ||
         (troubled.trouble != TROUBLE_ONCE && troubled.calls > troubled.at);
}

/* Without power nothing works any more, not only what is counted. */
static bool troubled_dead(void)
{
  return troubled.trouble == TROUBLE_POWER && troubled.calls >= troubled.at;
}

/* ---- what is safe --------------------------------------------------------------- */

static void track_forget(Track *t)
{
  for (size_t i = 0; i < t->changes.n; i++) free(t->changes.at[i].bytes);
  t->changes.n = 0;
}

static void track_settle(Track *t)
{
  track_forget(t);
  free(t->base);
  FILE *f = fopen(t->path, "rb");
  t->base = NULL;
  t->size = 0;
  t->safe = f != NULL;
  if (!f) return;
  fclose(f);
  t->base = (unsigned char *)games_read(t->path, &t->size);
}

static Track *track_of(const char *path)
{
  for (size_t i = 0; i < troubled.tracks.n; i++)
    if (!strcmp(troubled.tracks.at[i]->path, path)) return troubled.tracks.at[i];
  Track *t = calloc(1, sizeof *t);
  must(t, "no memory");
  Buf b = {0};
  buf_add(&b, path);
  t->path = buf_take(&b);
  track_settle(t);
  vec_push(&troubled.tracks, t);
  return t;
}

static void track_change(Track *t, sqlite3_int64 at, const void *bytes, int size)
{
  if (!t || troubled.trouble != TROUBLE_POWER) return;
  Change c = {at, size, bytes ? malloc((size_t)size + 1) : NULL};
  if (bytes) memcpy(c.bytes, bytes, (size_t)size);
  vec_push(&t->changes, c);
}

/* The file as it may be after the power came back. */
static void track_return(Track *t, Luck *luck)
{
  bool here = t->safe;
  if (t->removed) here = here && luck_below(luck, 2); /* the removal may be lost */
  else if (!here) here = luck_below(luck, 2);         /* and so may the making */
  if (!here) {
    unlink(t->path);
    return;
  }
  size_t size = t->size, most = size;
  for (size_t i = 0; i < t->changes.n; i++) {
    size_t end = (size_t)t->changes.at[i].at + (size_t)t->changes.at[i].size;
    if (end > most) most = end;
  }
  unsigned char *file = calloc(most + 1, 1);
  if (size) memcpy(file, t->base, size);
  for (size_t i = 0; i < t->changes.n; i++) {
    const Change *c = &t->changes.at[i];
    uint32_t fate = luck_below(luck, 3); /* lost, half, whole */
    size_t n = fate == 2 ? (size_t)c->size : fate == 1 ? (size_t)c->size / 2 : 0;
    if (!c->bytes) {
      if (fate == 2) size = (size_t)c->at;
      continue;
    }
    if (n) memcpy(file + c->at, c->bytes, n);
    if (n && (size_t)c->at + n > size) size = (size_t)c->at + n;
  }
  games_write(t->path, file, size);
  free(file);
}

/* ---- files ---------------------------------------------------------------------- */

static sqlite3_file *real_of(sqlite3_file *f) { return ((TroubledFile *)f)->real; }

static int troubled_close(sqlite3_file *f)
{
  sqlite3_file *r = real_of(f);
  return r->pMethods ? r->pMethods->xClose(r) : SQLITE_OK;
}

static int troubled_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
  if (troubled_dead()) return SQLITE_IOERR_READ;
  return real_of(f)->pMethods->xRead(real_of(f), to, n, at);
}

static int troubled_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
  if (troubled_now()) {
    if (troubled.kind == 2 && troubled.trouble != TROUBLE_POWER)
      real_of(f)->pMethods->xWrite(real_of(f), from, n / 2, at);
    return troubled.kind == 1 ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  track_change(((TroubledFile *)f)->track, at, from, n);
  return real_of(f)->pMethods->xWrite(real_of(f), from, n, at);
}

static int troubled_truncate(sqlite3_file *f, sqlite3_int64 size)
{
  if (troubled_now()) return SQLITE_IOERR_TRUNCATE;
  track_change(((TroubledFile *)f)->track, size, NULL, 0);
  return real_of(f)->pMethods->xTruncate(real_of(f), size);
}

/* The first time that a new journal or log is synchronized, SQLite does the same with the
 * folder: which files there are is safe then, but not what is in them. */
static void track_settle_folder(void)
{
  for (size_t i = 0; i < troubled.tracks.n; i++) {
    Track *t = troubled.tracks.at[i];
    t->safe = !t->removed;
  }
}

static int troubled_sync(sqlite3_file *f, int flags)
{
  (void)flags;
  if (troubled_now()) return SQLITE_IOERR_FSYNC;
  Track *t = ((TroubledFile *)f)->track;
  if (t && troubled.trouble == TROUBLE_POWER) {
    if (t->journal && !t->safe) track_settle_folder();
    track_settle(t);
  }
  return SQLITE_OK; /* the real power stays: no need to wait for the disk */
}

static int troubled_size(sqlite3_file *f, sqlite3_int64 *size)
{
  if (troubled_dead()) return SQLITE_IOERR_FSTAT;
  return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int troubled_lock(sqlite3_file *f, int level)
{
  /* One who is busy for good would be waited for each time. */
  bool busy = !troubled.kind && troubled.trouble == TROUBLE_ONCE;
  if (troubled_now()) return busy ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
  return real_of(f)->pMethods->xLock(real_of(f), level);
}

static int troubled_unlock(sqlite3_file *f, int level)
{
  return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int troubled_reserved(sqlite3_file *f, int *out)
{
  return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}

static int troubled_control(sqlite3_file *f, int op, void *arg)
{
  return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}

static int troubled_sector(sqlite3_file *f)
{
  return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int troubled_device(sqlite3_file *f)
{
  return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int troubled_shm_map(sqlite3_file *f, int page, int size, int extend,
                            void volatile **at)
{
  if (troubled_now()) {
    *at = NULL;
    return troubled.kind == 1 ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
  }
  return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, at);
}

static int troubled_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
  return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags);
}

static void troubled_shm_barrier(sqlite3_file *f)
{
  real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int troubled_shm_unmap(sqlite3_file *f, int remove)
{
  return real_of(f)->pMethods->xShmUnmap(real_of(f), remove);
}

static const sqlite3_io_methods troubled_methods = {
    2,
    troubled_close,
    troubled_read,
    troubled_write,
    troubled_truncate,
    troubled_sync,
    troubled_size,
    troubled_lock,
    troubled_unlock,
    troubled_reserved,
    troubled_control,
    troubled_sector,
    troubled_device,
    troubled_shm_map,
    troubled_shm_lock,
    troubled_shm_barrier,
    troubled_shm_unmap,
    NULL,
    NULL,
};

/* ---- folders -------------------------------------------------------------------- */

static int troubled_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags,
                         int *out)
{
  (void)vfs;
  TroubledFile *t = (TroubledFile *)f;
  memset(t, 0, sizeof *t);
  if (troubled_now()) return SQLITE_CANTOPEN;
  t->real = (sqlite3_file *)(t + 1);
  t->real->pMethods = NULL;
  if (path && troubled.trouble == TROUBLE_POWER) {
    t->track = track_of(path);
    t->track->journal = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL);
    if (t->track->removed) { /* a new file under an old name */
      t->track->removed = false;
      track_settle(t->track);
      t->track->safe = false;
    }
  }
  int code = troubled.real->xOpen(troubled.real, path, t->real, flags, out);
  t->head.pMethods = t->real->pMethods ? &troubled_methods : NULL;
  return code;
}

static int troubled_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
  (void)vfs;
  if (troubled_now()) return SQLITE_IOERR_DELETE;
  if (troubled.trouble == TROUBLE_POWER) {
    Track *t = track_of(path);
    t->removed = true;
    if (sync) t->safe = false;
  }
  return troubled.real->xDelete(troubled.real, path, sync);
}

static int troubled_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
  (void)vfs;
  if (troubled_dead()) return SQLITE_IOERR_ACCESS;
  return troubled.real->xAccess(troubled.real, path, flags, out);
}

/* From now on every database of this process goes through here. */
static void troubled_install(void)
{
  troubled.real = sqlite3_vfs_find(NULL);
  troubled.vfs = *troubled.real;
  troubled.vfs.zName = "troubled";
  troubled.vfs.szOsFile = (int)sizeof(TroubledFile) + troubled.real->szOsFile;
  troubled.vfs.pNext = NULL;
  troubled.vfs.xOpen = troubled_open;
  troubled.vfs.xDelete = troubled_delete;
  troubled.vfs.xAccess = troubled_access;
  must(sqlite3_vfs_register(&troubled.vfs, 1) == SQLITE_OK, "no file system");
}

static void troubled_begin(Trouble trouble, long at, int kind)
{
  troubled.trouble = trouble;
  troubled.at = at;
  troubled.kind = kind;
  troubled.calls = 0;
}

/* The trouble is over.  After a power cut the files are what is left of them.  Returns
 * whether the call that was to fail was reached. */
static bool troubled_end(uint64_t seed)
{
  bool reached = troubled.calls >= troubled.at;
  Luck luck = {seed};
  for (size_t i = 0; i < troubled.tracks.n; i++) {
    Track *t = troubled.tracks.at[i];
    if (reached) track_return(t, &luck);
    track_forget(t);
    vec_free(&t->changes);
    free(t->base);
    free(t->path);
    free(t);
  }
  vec_free(&troubled.tracks);
  troubled.trouble = TROUBLE_NONE;
  return reached;
}

#endif
