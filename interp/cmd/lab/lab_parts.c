/* regel lab merge: parts of a run become one. */
#include "interp/cmd/lab/lab.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MERGED "merged.lab"

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The files that a path means: itself, or the parts in that folder. */
static int list_parts(Lab *l, Arena *arena, const char *path, Args *files)
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
  size_t first = files->n;
  for (struct dirent *e; (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n > 4 && !strcmp(e->d_name + n - 4, ".lab") && strcmp(e->d_name, MERGED))
      vec_push(files, arena_printf(arena, "%s/%s", path, e->d_name));
  }
  closedir(d);
  if (files->n > first)
    qsort(files->at + first, files->n - first, sizeof *files->at, by_name);
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
    code = list_parts(l, arena, paths->at[i], &files);
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
