/* What differs, as data. */
#include "interp/diff/diff.h"

static void put_change(Json *j, const DiffChange *c)
{
  static const char *const about[] = {"texts", "rules", "cards", "numbers"};
  static const char *const sides[] = {"old", "new"};
  json_open(j, '{');
  json_key_text(j, "group", diff_group_word(c->group));
  json_key_text(j, "sort", c->sort);
  json_key_text(j, "name", c->name);
  json_key_text(j, "what", diff_kind_word(c->kind));
  json_key_text(j, "part", *c->part ? c->part : NULL);
  json_key_text(j, "old", c->text[DIFF_OLD]);
  json_key_text(j, "new", c->text[DIFF_NEW]);
  json_key_open(j, "about", '[');
  for (int i = 0; i < 4; i++)
    if (c->about & 1u << i) json_text(j, about[i]);
  json_close(j, ']');
  json_key_open(j, "places", '{');
  for (int i = 0; i < DIFF_SIDES; i++)
    json_key_place(j, sides[i], c->place[i].file, c->place[i].line, c->place[i].column,
                   0);
  json_close(j, '}');
  json_key_open(j, "citations", '[');
  for (int i = 0; c->cites[i]; i++) json_text(j, c->cites[i]);
  json_close(j, ']');
  json_close(j, '}');
}

void diff_json(Json *j, const Diff *d, bool changes)
{
  const DiffChange *list;
  int n = diff_changes(d, &list);
  json_key_open(j, "changes", '[');
  for (int i = 0; i < n && changes; i++) put_change(j, &list[i]);
  json_close(j, ']');
  json_key_open(j, "counts", '{');
  for (int g = 0; g < DIFF_GROUPS; g++) {
    int k = 0;
    for (int i = 0; i < n; i++) k += list[i].group == (DiffGroup)g;
    json_key_int(j, diff_group_word((DiffGroup)g), k);
  }
  json_close(j, '}');
}
