/* regel po check. */
#include "interp/base/json.h"
#include "interp/cmd/words/po.h"

#include <string.h>
#include <unistd.h>

typedef struct Checked {
  Json json; /* what is found, if that is asked for */
  int files;
} Checked;

static int verdict(const regel_data *report)
{
  if (client_number(report, "absent")) return CODE_IO;
  if (client_number(report, "errors")) return CODE_SOURCE;
  return client_number(report, "warnings") ? CODE_NO : CODE_FINE;
}

static int give(PoWork *w, regel_data *report, Checked *c)
{
  const regel_data *found = regel_data_get(report, "diagnostics");
  long long messages = client_number(report, "messages"),
            errors = client_number(report, "errors"),
            warnings = client_number(report, "warnings"),
            notes = client_number(report, "notes");
  c->files++;
  if (w->format == REGEL_JSON)
    for (size_t i = 0; i < regel_data_count(found); i++)
      json_put(&c->json, regel_data_at(found, i));
  else {
    fflush(stdout);
    fputs(client_text(report, "said"), stderr);
  }
  if (w->format == REGEL_HUMAN) {
    printf("%s: %lld message%s, %lld error%s, %lld warning%s, %lld note%s\n",
           client_text(report, "file"), messages, cli_plural(messages), errors,
           cli_plural(errors), warnings, cli_plural(warnings), notes, cli_plural(notes));
    fflush(stdout);
  }
  int code = verdict(report);
  regel_data_free(report);
  return code;
}

static int check_target(PoWork *w, PoTarget *t, void *user)
{
  int worst = CODE_FINE;
  for (size_t i = 0; i < po_languages(w, t); i++) {
    const char *lang = po_language(w, t, i);
    char *path = regel_catalog_file(t->catalog, lang);
    int code = path ? give(w,
                           regel_catalog_check(t->catalog, NULL, lang,
                                               (regel_format)w->format, po_how(w)),
                           user)
                    : po_nowhere(w, t);
    if (code > worst) worst = code;
    regel_free(path);
  }
  return worst;
}

/* The folder of the ruleset that a file translates, GAME/po/LANG.po; NULL if there is
 * none. */
static const char *translates(const PoWork *w, const char *path)
{
  const char *name = strrchr(path, '/');
  static const char folder[] = "/po";
  size_t n = name ? (size_t)(name - path) : 0, k = strlen(folder);
  if (n <= k || strncmp(name - k, folder, k) != 0) return NULL;
  const char *game = arena_strndup(w->arena, path, n - k);
  return access(arena_printf(w->arena, "%s/game.regel", game), R_OK) ? NULL : game;
}

static int check_alone(PoWork *w, const char *path, void *user)
{
  const char *game = translates(w, path);
  PoTarget t = {0};
  int code = game ? po_open(w, &t, game) : -1;
  if (code < 0)
    code = give(
        w,
        regel_catalog_check(t.catalog, path, w->lang, (regel_format)w->format, po_how(w)),
        user);
  po_close(&t);
  return code;
}

int po_checks(PoWork *w)
{
  Checked c = {.json = json_new(stdout)};
  if (w->json) w->format = REGEL_JSON;
  bool json = w->format == REGEL_JSON;
  if (json) {
    json_open(&c.json, '{');
    json_key_int(&c.json, "schema", JSON_SCHEMA);
    json_key_open(&c.json, "diagnostics", '[');
  }
  int worst = po_each(w, &(PoEach){check_target, check_alone, &c});
  if (json) {
    json_close(&c.json, ']');
    json_key_int(&c.json, "exit", worst);
    json_close(&c.json, '}');
  }
  if (!c.files && worst == CODE_FINE && !json)
    puts("There is no translation yet: regel po export GAME --lang CODE");
  return worst;
}
