/* regel lab learn: an outlook from games that bots play against each other, kept if it
 * wins at equal CPU. */
#include "interp/cmd/interrupt.h"
#include "interp/cmd/lab/lab.h"

#include <string.h>

int lab_learn(Lab *l, const Args *args)
{
  if (args->n != 2) return opts_wrong(l->cli, "learn: name one game");
  const volatile int *stop = interrupt_watch();
  const regel_run run = {(int)l->jobs, stop, NULL, NULL};
  vec_push(&l->set, NULL);
  const regel_setup setup = {(int)l->players, l->seed, l->set.at, NULL, NULL};
  char *why = NULL;
  regel_data *r = regel_learn(args->at[1], &setup, l->n, lab_rules, l, &run, &why);
  if (!r && !why) return l->code;
  if (!r) return client_wrong(l->cli, why, *stop ? CODE_INTERRUPTED : CODE_NO);
  const char *pack = client_text(r, "pack");
  int code = CODE_NO;
  puts(client_text(r, "result"));
  if (!client_number(r, "kept")) {
    cli_error(l->cli, "not kept: that is no win that chance could not have made");
  } else {
    code = client_write(l->cli, l->output ? l->output : "-", pack, strlen(pack));
    if (code < 0) code = CODE_FINE;
  }
  regel_data_free(r);
  return code;
}
