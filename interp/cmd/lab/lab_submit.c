/* regel lab submit: scripts for a cluster. */
#include "interp/cmd/lab/lab.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A word for a shell. */
static void quote(Buf *b, const char *word)
{
  buf_char(b, '\'');
  for (; *word; word++) {
    if (*word == '\'') buf_add(b, "'\\''");
    else buf_char(b, *word);
  }
  buf_char(b, '\'');
}

static void add_path(Buf *b, const char *path)
{
  char here[4096];
  Buf whole = {0};
  if (path[0] != '/' && getcwd(here, sizeof here)) buf_printf(&whole, "%s/", here);
  buf_add(&whole, path);
  quote(b, buf_text(&whole));
  buf_free(&whole);
}

/* The program that runs now; jobs run the same one. */
static void add_program(Buf *b)
{
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  quote(b, n > 0 ? path : "regel");
}

/* One task of the array plays one shard.  A task whose node dies is put back into the
 * queue and goes on with what its part has. */
static void shard_script(Lab *l, const char *plan, Buf *b)
{
  buf_clear(b);
  buf_printf(
      b,
      "#!/bin/sh\n#SBATCH --job-name=regel-lab\n#SBATCH --array=0-%ld\n"
      "#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --cpus-per-task=%ld\n"
      "# Only whole blocks count, and they are played once: a task may be killed and "
      "started again at any moment.\nexec ",
      l->shards - 1, l->jobs);
  add_program(b);
  buf_add(b, " lab run ");
  add_path(b, plan);
  buf_add(b, " -o ");
  add_path(b, l->output);
  buf_printf(b, " --shard \"$SLURM_ARRAY_TASK_ID/%ld\" --jobs %ld -q\n", l->shards,
             l->jobs);
}

static void merge_script(Lab *l, Buf *b)
{
  buf_clear(b);
  buf_add(b, "#!/bin/sh\n#SBATCH --job-name=regel-merge\n#SBATCH --requeue\n"
             "# Whether every shard was played is found out here: what is missing is "
             "listed, and "
             "nothing is merged then.\nexec ");
  add_program(b);
  buf_add(b, " lab merge ");
  add_path(b, l->output);
  buf_char(b, '\n');
}

static void submit_script(Lab *l, Buf *b)
{
  buf_clear(b);
  buf_add(b, "#!/bin/sh\n# Arguments go to sbatch: --partition=NAME, --time=2:00:00, "
             "…\nset -e\ncd ");
  add_path(b, l->output);
  buf_add(
      b, "\njob=$(sbatch --parsable \"$@\" shard.sbatch)\n"
         "merge=$(sbatch --parsable --dependency=afterany:\"$job\" \"$@\" merge.sbatch)\n"
         "echo \"$job $merge\"\n");
}

static int write_script(Lab *l, const char *name, const Buf *text)
{
  Buf path = {0};
  buf_printf(&path, "%s/%s", l->output, name);
  int code = client_write(l->cli, buf_text(&path), buf_text(text), text->n);
  if (code < 0 && chmod(buf_text(&path), 0777 & ~022)) {
    cli_error(l->cli, "%s: %s", buf_text(&path), strerror(errno));
    code = CODE_IO;
  }
  buf_free(&path);
  return code;
}

int lab_submit(Lab *l, const char *plan)
{
  size_t size;
  char *text = client_file(l->cli, plan, &size);
  Buf b = {0};
  if (!text) return CODE_IO;
  int code = lab_open(l, plan, text); /* mistakes show now, not in the queue */
  if (code < 0 && mkdir(l->output, 0777) && errno != EEXIST) {
    cli_error(l->cli, "cannot make the folder %s: %s", l->output, strerror(errno));
    code = CODE_IO;
  }
  if (code < 0) {
    shard_script(l, plan, &b);
    code = write_script(l, "shard.sbatch", &b);
  }
  if (code < 0) {
    merge_script(l, &b);
    code = write_script(l, "merge.sbatch", &b);
  }
  if (code < 0) {
    submit_script(l, &b);
    code = write_script(l, "submit", &b);
  }
  if (code < 0) {
    printf("%s/submit\n", l->output);
    code = CODE_FINE;
  }
  buf_free(&b);
  free(text);
  return code;
}
