/* regel lab merge: parts of a run become one. */
#include "interp/cmd/lab/lab.h"
#include "interp/rules/load.h"

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
static int add_file(Lab *l, const char *path, Part *sum)
{
  size_t size = 0;
  char *text = load_read(path, &size);
  Buf why = {0};
  PartHead head = {0};
  Part part = {0};
  Range twice;
  int code = -1;
  if (!text) {
    cli_error(l->cli, "cannot read %s: %s", path, strerror(errno));
    return CODE_IO;
  }
  bool ok = part_read_head(text, &head, &why);
  if (ok && !l->opened) {
    code = lab_open(l, path, buf_text(&head.plan));
    if (code < 0) part_init(sum, &l->plan);
  }
  if (ok && code < 0) {
    part_init(&part, &l->plan);
    ok = part_fits(&l->plan, &head, &why) && part_read(&part, text, &head, &why);
    if (ok && !part_add(sum, &part, &twice)) {
      ok = false;
      buf_printf(&why, "games %ld to %ld are in another part, too", twice.first,
                 twice.end - 1);
    }
    part_free(&part);
  }
  if (!ok) cli_error(l->cli, "%s: %s", path, buf_text(&why));
  part_head_free(&head);
  buf_free(&why);
  free(text);
  return ok ? code : CODE_NO;
}

int lab_gather(Lab *l, const Args *paths, Part *part, long *gaps)
{
  Arena *arena = arena_new();
  Args files = {0};
  int code = -1;
  *part = (Part){0};
  for (size_t i = 1; code < 0 && i < paths->n; i++)
    code = list_parts(l, arena, paths->at[i], &files);
  if (code < 0 && !files.n) {
    cli_error(l->cli, "there are no parts (*.lab)%s%s", paths->n > 1 ? " in " : "",
              paths->n > 1 ? paths->at[1] : "");
    code = CODE_USAGE;
  }
  for (size_t i = 0; code < 0 && i < files.n; i++) code = add_file(l, files.at[i], part);
  *gaps = 0;
  Range gap;
  long end = code < 0 ? plan_games(&l->plan) : 0;
  if (code < 0 && !end && part->done.n) end = part->done.at[part->done.n - 1].end;
  for (long at = 0; code < 0 && part_gap(part, at, end, &gap); at = gap.end)
    *gaps += gap.end - gap.first;
  vec_free(&files);
  arena_free(arena);
  return code;
}

void lab_tell_gaps(const Lab *l, const Part *part)
{
  Range gap;
  long end = plan_games(&l->plan);
  if (!end && part->done.n) end = part->done.at[part->done.n - 1].end;
  for (long at = 0; part_gap(part, at, end, &gap); at = gap.end)
    cli_error(l->cli, "games %ld to %ld are missing", gap.first, gap.end - 1);
}

int lab_merge(Lab *l, const Args *paths)
{
  Part part;
  long gaps;
  if (paths->n < 2) return opts_wrong(l->cli, "merge: name folders or files");
  int code = lab_gather(l, paths, &part, &gaps);
  if (code < 0 && gaps) {
    lab_tell_gaps(l, &part);
    cli_error(l->cli, "nothing was merged: run what is missing, then merge again");
    code = CODE_NO;
  }
  if (code < 0) {
    struct stat st;
    Buf text = {0}, path = {0};
    bool folder = !stat(paths->at[1], &st) && S_ISDIR(st.st_mode);
    if (l->output) buf_add(&path, l->output);
    else buf_printf(&path, "%s%s", folder ? paths->at[1] : ".", "/" MERGED);
    part_write(&part, &text);
    code = lab_write_file(l, buf_text(&path), &text);
    if (code < 0) printf("%s\n", buf_text(&path));
    buf_free(&text);
    buf_free(&path);
    if (code < 0) code = CODE_FINE;
  }
  if (part.plan) part_free(&part);
  return code;
}
