#include "interp/cmd/client.h"
#include "interp/cmd/game.h"

regel_rules *client_open(Cli *cli, const char *name, int *code)
{
  Arena *arena = arena_new();
  Args packs = {0};
  regel_library *library = regel_library_new(NULL);
  const char *path = game_find_all(cli, arena, name, &packs);
  vec_push(&packs, NULL);
  regel_rules *rules = path ? regel_open_with(library, path, packs.at, NULL) : NULL;
  *code = CODE_USAGE;
  if (path && !rules) { /* the compiler says it with the lines that it means */
    Game g;
    *code = game_open(cli, &g, name, true);
    game_close(&g);
  }
  regel_library_free(library);
  vec_free(&packs);
  arena_free(arena);
  return rules;
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
