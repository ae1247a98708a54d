/* regel lab merge, store: parts of a run become one, its games are stored. */
#include "interp/cmd/lab/lab.h"
#include "interp/base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MERGED "merged.lab"

/* The files that a path means: itself, or those in that folder whose names end so. */
static int list_files(Lab *l, Arena *arena, const char *path, const char *ending,
                      Args *files)
{
  struct stat st;
  DIR *d = !stat(path, &st) && S_ISDIR(st.st_mode) ? opendir(path) : NULL;
  if (!d) {
    if (stat(path, &st)) {
      cli_error(l->cli, "cannot read %s: %s", path, strerror(errno));
      return CODE_IO;
    }
    vec_push(files, path);
    return -1;
  }
  size_t first = files->n, k = strlen(ending);
  for (struct dirent *e; (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n > k && !strcmp(e->d_name + n - k, ending) && strcmp(e->d_name, MERGED))
      vec_push(files, arena_printf(arena, "%s/%s", path, e->d_name));
  }
  closedir(d);
  if (files->n > first)
    qsort(files->at + first, files->n - first, sizeof *files->at, by_text);
  return -1;
}

/* The first file tells the plan; the others have to fit. */
static int add_file(Lab *l, const char *path)
{
  size_t size = 0;
  char *text = client_file(l->cli, path, &size), *why = NULL;
  if (!text) return CODE_IO;
  int code = -1;
  char *plan = l->lab ? NULL : regel_lab_plan_of(text, &why);
  if (plan) code = lab_open(l, path, plan);
  if (code < 0 && (!l->lab || regel_lab_add(l->lab, text, &why))) {
    cli_error(l->cli, "%s: %s", path, why);
    code = CODE_NO;
  }
  regel_free(why);
  regel_free(plan);
  free(text);
  return code;
}

int lab_gather(Lab *l, const Args *paths, size_t *gaps)
{
  Arena *arena = arena_new();
  Args files = {0};
  int code = -1;
  for (size_t i = 1; code < 0 && i < paths->n; i++)
    code = list_files(l, arena, paths->at[i], ".lab", &files);
  if (code < 0 && !files.n) {
    cli_error(l->cli, "there are no parts (*.lab)%s%s", paths->n > 1 ? " in " : "",
              paths->n > 1 ? paths->at[1] : "");
    code = CODE_USAGE;
  }
  for (size_t i = 0; code < 0 && i < files.n; i++) code = add_file(l, files.at[i]);
  regel_data *missing = code < 0 ? regel_lab_missing(l->lab) : NULL;
  *gaps = regel_data_count(missing);
  regel_data_free(missing);
  vec_free(&files);
  arena_free(arena);
  return code;
}

void lab_tell_gaps(const Lab *l)
{
  regel_data *missing = regel_lab_missing(l->lab);
  for (size_t i = 0; i < regel_data_count(missing); i++) {
    const regel_data *gap = regel_data_at(missing, i);
    cli_error(l->cli, "games %lld to %lld are missing", client_number(gap, "first"),
              client_number(gap, "last"));
  }
  regel_data_free(missing);
}

int lab_merge(Lab *l, const Args *paths)
{
  size_t gaps;
  if (paths->n < 2) return opts_wrong(l->cli, "merge: name folders or files");
  int code = lab_gather(l, paths, &gaps);
  if (code >= 0) return code;
  if (gaps) {
    lab_tell_gaps(l);
    cli_error(l->cli, "nothing was merged: run what is missing, then merge again");
    return CODE_NO;
  }
  struct stat st;
  Buf path = {0};
  bool folder = !stat(paths->at[1], &st) && S_ISDIR(st.st_mode);
  if (l->output) buf_add(&path, l->output);
  else buf_printf(&path, "%s%s", folder ? paths->at[1] : ".", "/" MERGED);
  char *text = regel_lab_part(l->lab);
  code = client_write(l->cli, buf_text(&path), text, strlen(text));
  if (code < 0) puts(buf_text(&path));
  regel_free(text);
  buf_free(&path);
  return code < 0 ? CODE_FINE : code;
}

/* ---- games ---------------------------------------------------------------------- */

static int store_file(Lab *l, regel_store *store, const char *path,
                      regel_lab_imported *all)
{
  size_t size = 0;
  char *text = client_file(l->cli, path, &size), *why = NULL;
  regel_lab_imported count;
  if (!text) return CODE_IO;
  int code = regel_lab_import(l->lab, store, text, &count, &why) ? CODE_IO : -1;
  if (code >= 0) client_wrong(l->cli, why, CODE_IO);
  all->stored += count.stored;
  all->there += count.there;
  all->refused += count.refused;
  free(text);
  return code;
}

int lab_store(Lab *l, const Args *paths)
{
  size_t gaps;
  if (paths->n < 2) return opts_wrong(l->cli, "store: name folders of lab run --games");
  int code = lab_gather(l, paths, &gaps);
  if (code >= 0) return code;
  char *why = NULL;
  regel_store *store = regel_store_open(l->db, &why);
  if (!store) return client_wrong(l->cli, why, CODE_IO);
  Arena *arena = arena_new();
  Args files = {0};
  regel_lab_imported all = {0};
  for (size_t i = 1; code < 0 && i < paths->n; i++)
    code = list_files(l, arena, paths->at[i], ".games", &files);
  for (size_t i = 0; code < 0 && i < files.n; i++)
    code = store_file(l, store, files.at[i], &all);
  regel_store_close(store);
  vec_free(&files);
  arena_free(arena);
  if (code >= 0) return code;
  printf("%ld games stored, %ld were there, %ld lines are no games of this plan\n",
         all.stored, all.there, all.refused);
  return all.refused ? CODE_NO : CODE_FINE;
}
