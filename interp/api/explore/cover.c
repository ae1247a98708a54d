/* What happened in an exploration, and how often: cards, options, rules and the source
 * line by line. */
#include "interp/api/explore/survey.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

/* What is known about a line of the source. */
typedef struct Line {
  uint64_t most, least; /* steps in which some statement of it ran */
  bool code;
} Line;

/* Lines of one file that have code which somebody can run. */
static Line *lines_of(const Survey *s, const uint8_t *may, int file, int *count)
{
  const Program *p = s->program;
  const char *text = program_string(p, p->files[file].text);
  int n = 1;
  for (int i = 0; i < p->files[file].size; i++) n += text[i] == '\n';
  Line *lines = arena_alloc(s->arena, ((size_t)n + 2) * sizeof *lines);
  /* A statement ran as often as the busiest of its instructions. */
  uint64_t *times = arena_alloc(s->arena, ((size_t)p->n_locs + 1) * sizeof *times);
  bool *used = arena_alloc(s->arena, ((size_t)p->n_locs + 1) * sizeof *used);
  for (int i = 0; i < p->n_code; i++) {
    int32_t row = p->places[i];
    if (!may[i] || row < 0 || p->locs[row].file != file) continue;
    used[row] = true;
    if (s->ran[i] > times[row]) times[row] = s->ran[i];
  }
  for (int row = 0; row < p->n_locs; row++) {
    int at = p->locs[row].line;
    if (!used[row] || at < 1 || at > n) continue;
    Line *l = &lines[at];
    if (!l->code || times[row] > l->most) l->most = times[row];
    if (!l->code || times[row] < l->least) l->least = times[row];
    l->code = true;
  }
  *count = n;
  return lines;
}

static void put_lines(Json *j, const Line *lines, int n)
{
  INVARIANT(n >= 0);
  json_key_open(j, "lines", '[');
  for (int i = 1; i <= n; i++) {
    if (!lines[i].code) continue;
    json_open(j, '{');
    json_key_int(j, "line", i);
    json_key(j, "steps");
    json_unsigned(j, lines[i].most);
    json_key_bool(j, "partly", lines[i].most && !lines[i].least);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void survey_put_items(Json *j, const Survey *s)
{
  INVARIANT(s->program);
  const Program *p = s->program;
  json_key_open(j, "items", '[');
  for (size_t i = 0; i < s->items.n; i++) {
    const ExploreItem *it = &s->items.at[i];
    json_open(j, '{');
    json_key_text(j, "kind", explore_item_name(it->kind));
    json_key_text(j, "name", it->name);
    place_json(p, j, "place", place_of_row(p, it->loc));
    json_key(j, "times");
    json_unsigned(j, it->times);
    if (it->tested) json_key_bool(j, "tested", true);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void survey_put_coverage(Json *j, const Survey *s)
{
  INVARIANT(s->program && s->arena);
  const Program *p = s->program;
  uint8_t *may = arena_alloc(s->arena, (size_t)p->n_code + 1);
  explore_reachable(p, survey_fixed(s), may);
  json_key_open(j, "coverage", '{');
  json_key_int(j, "schema", JSON_SCHEMA);
  json_key_text(j, "ruleset", program_string(p, p->header->name));
  json_key_bool(j, "complete", survey_complete(s));
  survey_put_items(j, s);
  json_key_open(j, "files", '[');
  for (int f = 0; f < p->n_files; f++) {
    int n;
    const Line *lines = lines_of(s, may, f, &n);
    json_open(j, '{');
    json_key_text(j, "file", program_string(p, p->files[f].path));
    put_lines(j, lines, n);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_close(j, '}');
}
