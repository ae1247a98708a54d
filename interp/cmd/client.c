#include "interp/cmd/client.h"
#include "interp/base/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void client_own_pack(Cli *cli, const char *pack)
{
  for (size_t i = 0; i < cli->packs.n; i++)
    if (!strcmp(cli->packs.at[i], pack)) return;
  free(cli->own_pack);
  cli->own_pack = strdup(pack); /* it is named again when the game is over */
  if (!cli->own_pack) abort();
  vec_push(&cli->packs, cli->own_pack);
}

/* Standard input becomes a file of the library. */
static const char *read_input(const Cli *cli)
{
  Buf text = {0};
  char part[1 << 16];
  for (size_t n;
       text.n <= MAX_FILE_BYTES && (n = fread(part, 1, sizeof part, stdin)) > 0;)
    buf_addn(&text, part, n);
  regel_library_overlay(cli->library, "stdin", buf_text(&text), text.n);
  buf_free(&text);
  return "stdin";
}

static void list_packs(const Cli *cli, Args *packs)
{
  for (size_t i = 0; i < cli->packs.n; i++) vec_push(packs, cli->packs.at[i]);
  vec_push(packs, NULL);
}

regel_data *client_find(Cli *cli, const char *name, bool with_packs)
{
  Args packs = {0};
  list_packs(cli, &packs);
  if (!strcmp(name, "-")) name = read_input(cli);
  regel_data *found = regel_find(cli->library, name, with_packs ? packs.at : NULL);
  const regel_data *said = regel_data_get(found, "said");
  for (size_t i = 0; i < regel_data_count(said); i++)
    cli_error(cli, "%s", regel_data_text(regel_data_at(said, i)));
  vec_free(&packs);
  return found;
}

typedef struct Opening {
  const Cli *cli;
  regel_opened_fn fn;
  void *user;
  int code;
} Opening;

static void tell(void *user, regel_opened *o)
{
  Opening *all = user;
  fflush(stdout);
  fputs(o->said, stderr);
  if (!o->rules) {
    const Args *packs = &all->cli->packs;
    Buf with = {0};
    for (size_t i = 0; i < packs->n; i++)
      buf_printf(&with, "%s%s", i ? ", " : " with ", packs->at[i]);
    if (o->readable)
      cli_error(all->cli, "%s does not compile%s", o->file, buf_text(&with));
    buf_free(&with);
    all->code = o->readable ? CODE_SOURCE : CODE_IO;
  }
  all->fn(all->user, o);
}

int client_open_each(Cli *cli, const char *name, unsigned how, regel_opened_fn fn,
                     void *user)
{
  Args packs = {0};
  regel_data *found = client_find(cli, name, true);
  list_packs(cli, &packs);
  if (!strcmp(name, "-")) name = client_text(found, "file");
  Opening all = {cli, fn, user, -1};
  bool meant = *client_text(found, "file");
  if (meant && cli->color_err) how |= REGEL_COLOUR;
  if (meant) regel_open_each(cli->library, name, packs.at, how, tell, &all);
  if (*client_text(found, "pack")) client_own_pack(cli, client_text(found, "pack"));
  regel_data_free(found);
  vec_free(&packs);
  return meant ? all.code : CODE_USAGE;
}

static void keep(void *user, regel_opened *o) { *(regel_rules **)user = o->rules; }

regel_rules *client_open(Cli *cli, const char *name, unsigned how, int *code)
{
  regel_rules *rules = NULL;
  *code = client_open_each(cli, name, how, keep, &rules);
  return rules;
}

void client_native(const Cli *cli, regel_rules *rules)
{
  char *why = NULL;
  if (!regel_native(rules, &why)) cli_error(cli, "interpreted, not native: %s", why);
  regel_free(why);
}

void client_names(const Cli *cli, Args *names, Arena *arena)
{
  if (names->n) return;
  regel_data *all = regel_library_games(cli->library);
  for (size_t i = 0; i < regel_data_count(all); i++)
    vec_push(names, arena_strdup(arena, regel_data_text(regel_data_at(all, i))));
  regel_data_free(all);
}

regel_store *client_store(Cli *cli, const char *file, int *code)
{
  char *why = NULL;
  regel_store *store = regel_store_read(file, &why);
  if (store) return store;
  *code = client_wrong(cli, why, CODE_IO);
  fputs("Games are stored when they are played: regel play GAME\n", stderr);
  return NULL;
}

int client_wrong(const Cli *cli, char *why, int code)
{
  cli_error(cli, "%s", why ? why : "out of memory");
  regel_free(why);
  return code;
}

void client_json(const regel_data *data)
{
  char *json = regel_data_json(data);
  if (json) fputs(json, stdout);
  regel_free(json);
}

const char *client_text(const regel_data *data, const char *path)
{
  return regel_data_text(regel_data_get(data, path));
}

long long client_number(const regel_data *data, const char *path)
{
  return regel_data_number(regel_data_get(data, path));
}
