#include "interp/cmd/client.h"
#include "interp/base/file.h"
#include "interp/base/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void client_other_game(Cli *cli)
{
  size_t kept = 0;
  for (size_t i = 0; i < cli->packs.n; i++)
    if (cli->packs.at[i] != cli->own_pack) cli->packs.at[kept++] = cli->packs.at[i];
  cli->packs.n = kept;
  free(cli->own_pack);
  cli->own_pack = NULL;
}

void client_own_pack(Cli *cli, const char *pack)
{
  for (size_t i = 0; i < cli->packs.n; i++)
    if (!strcmp(cli->packs.at[i], pack)) return;
  client_other_game(cli);
  cli->own_pack = strdup(pack); /* it is named again when the game is over */
  if (!cli->own_pack) abort();
  vec_push(&cli->packs, cli->own_pack);
}

void client_with(const Cli *cli, Buf *b)
{
  for (size_t i = 0; i < cli->packs.n; i++)
    if (cli->packs.at[i] != cli->own_pack) buf_printf(b, " --pack %s", cli->packs.at[i]);
}

bool client_read(const char *path, Buf *to)
{
  bool input = !strcmp(path, "-");
  FILE *f = input ? stdin : fopen(path, "rb");
  char part[1 << 16];
  if (!f) return false;
  for (size_t n; to->n <= MAX_FILE_BYTES && (n = fread(part, 1, sizeof part, f)) > 0;)
    buf_addn(to, part, n);
  bool fine = !ferror(f);
  if (fine && to->n > MAX_FILE_BYTES) {
    fine = input; /* who reads it says so with its name */
    errno = EFBIG;
  }
  if (!input) fclose(f);
  return fine;
}

/* Standard input becomes a file of the library. */
static const char *read_input(const Cli *cli)
{
  Buf text = {0};
  client_read("-", &text);
  regel_library_overlay(cli->library, "stdin", buf_text(&text), text.n);
  buf_free(&text);
  return "stdin";
}

void client_packs(const Cli *cli, Args *packs)
{
  for (size_t i = 0; i < cli->packs.n; i++) vec_push(packs, cli->packs.at[i]);
  vec_push(packs, NULL);
}

void client_put_packs(const Cli *cli, Buf *b)
{
  static const char main[] = "/pack.regel";
  for (size_t i = 0; i < cli->packs.n; i++) {
    const char *path = cli->packs.at[i], *end = path + strlen(path);
    size_t tail = sizeof main - 1;
    if ((size_t)(end - path) > tail && !strcmp(end - tail, main)) end -= tail;
    while (end > path && end[-1] == '/') end--;
    const char *name = end;
    while (name > path && name[-1] != '/') name--;
    buf_printf(b, " + %.*s", (int)(end - name), name);
  }
}

regel_data *client_find(Cli *cli, const char *name, bool with_packs)
{
  Args packs = {0};
  if (with_packs) client_other_game(cli);
  client_packs(cli, &packs);
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
  const regel_data *packs; /* their files */
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
    Buf with = {0};
    for (size_t i = 0; i < regel_data_count(all->packs); i++)
      buf_printf(&with, "%s%s", i ? ", " : " with ",
                 regel_data_text(regel_data_at(all->packs, i)));
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
  client_packs(cli, &packs);
  if (!strcmp(name, "-")) name = client_text(found, "file");
  Opening all = {cli, regel_data_get(found, "packs"), fn, user, -1};
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

regel_language *client_language(const Cli *cli, const regel_rules *rules, int *code)
{
  char *wanted = cli->lang ? NULL : regel_language_wanted(), *why = NULL;
  const char *name = cli->lang ? cli->lang : wanted ? wanted : "en";
  regel_language *language = regel_language_open(rules, name, &why);
  if (!language) {
    char *trouble =
        regel_language_trouble(rules, name, cli->color_err ? REGEL_COLOUR : 0);
    fflush(stdout);
    fputs(trouble, stderr);
    *code = client_wrong(cli, why, *trouble ? CODE_SOURCE : CODE_USAGE);
    regel_free(trouble);
  }
  regel_free(wanted);
  return language;
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

int client_progress(void *what, int64_t done, int64_t all)
{
  fprintf(stderr, "\r%3lld %%  %lld of %lld%s", (long long)(all ? done * 100 / all : 100),
          (long long)done, (long long)all, (const char *)what);
  fflush(stderr);
  return 0;
}

int client_wrong(const Cli *cli, char *why, int code)
{
  cli_error(cli, "%s", why ? why : "out of memory");
  regel_free(why);
  return code;
}

void client_fault(const Cli *cli, const regel_data *fault, const char *again)
{
  const char *on = cli->color_err ? "\033[1;31m" : "",
             *off = cli->color_err ? "\033[0m" : "", *code = client_text(fault, "code");
  fflush(stdout);
  fprintf(stderr, "%serror[%s]%s: %s\n%s", on, code, off, client_text(fault, "message"),
          client_text(fault, "text"));
  if (*again) fprintf(stderr, "   = to see it again: %s\n", again);
  fprintf(stderr, "   = regel explain %s\n", code);
}

char *client_file(const Cli *cli, const char *path, size_t *size)
{
  char *text = file_whole(path, size);
  if (!text) cli_error(cli, "cannot read %s: %s", path, strerror(errno));
  return text;
}

int client_write(const Cli *cli, const char *path, const char *text, size_t size)
{
  if (!strcmp(path, "-")) {
    fwrite(text, 1, size, stdout);
    return -1; /* main looks whether it could be written */
  }
  if (file_put(path, text, size)) return -1;
  cli_error(cli, "cannot write %s: %s", path, strerror(errno));
  return CODE_IO;
}

char *client_say(const regel_language *l, const char *key, const char *first,
                 const char *second, const char *third)
{
  const char *parts[] = {first, second, third};
  return regel_say(l, key, parts, 3);
}

void client_tell(const regel_language *l, const char *key, const char *first,
                 const char *second, const char *third)
{
  char *line = client_say(l, key, first, second, third);
  puts(line);
  regel_free(line);
}

const char *client_digits(char to[24], long long n)
{
  snprintf(to, 24, "%lld", n);
  return to;
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
