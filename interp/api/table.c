/* What lies on the table and what can be answered, as data for one reader. */
#include "interp/api/api_int.h"
#include "interp/board/data.h"
#include "interp/board/picture.h"
#include "interp/session/why.h"
#include "interp/text/place.h"

regel_data *regel_table_data(regel_game *g, int viewer)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = api_view(g, viewer);
  data_table(&j, &v);
  return api_data(arena, &j);
}

regel_data *regel_answers_data(regel_game *g, int viewer)
{
  Arena *arena = arena_new();
  Json j = json_data(arena);
  View v = api_view(g, viewer);
  if (g->session.asked) data_answers(&j, &v);
  else json_open(&j, '['), json_close(&j, ']');
  return api_data(arena, &j);
}

int regel_answer_of(regel_game *g, int viewer, int place)
{
  View v = api_view(g, viewer);
  for (int i = 0, n = regel_answers(g); place >= 0 && i < n; i++)
    if (picture_may_read(&v, i) && place-- == 0) return i;
  return -1;
}

/* ---- what is not offered ---------------------------------------------------------- */

regel_data *regel_why_not_data(regel_game *g, int viewer, const char *name)
{
  static const char *const kinds[] = {[WHY_OFFERED] = "offered",
                                      [WHY_REJECTED] = "rejected",
                                      [WHY_LEFT_OUT] = "left out",
                                      [WHY_UNKNOWN] = "unknown"};
  Arena *arena = arena_new();
  Json j = json_data(arena);
  const Program *p = g->session.program;
  View real = api_view(g, viewer);
  json_open(&j, '{');
  if (g->session.asked && vm_decision(real.vm)) {
    View v = picture_asked(&real);
    Why why;
    Buf says = {0};
    why_find(&v, NULL, 0, name, &why);
    const PLoc *l = why.place;
    why.place = NULL; /* the words alone: the place is data */
    why_say(&v, &why, &says);
    while (says.n && says.at[says.n - 1] == '\n') says.at[--says.n] = 0;
    json_key_text(&j, "kind", kinds[why.kind]);
    json_key_text(&j, "title", buf_text(&why.title));
    json_key_text(&j, "says", buf_text(&says));
    if (l) {
      int length;
      json_key_text(&j, "rule", l->cite >= 0 ? program_string(p, l->cite) : NULL);
      json_key_place(&j, "place", api_path(program_string(p, p->files[l->file].path)),
                     l->line, l->col, l->end);
      const char *line = place_line(p, l->file, l->line, &length);
      json_key(&j, "source");
      json_textn(&j, line, (size_t)length);
    }
    buf_free(&why.title);
    buf_free(&says);
  }
  json_close(&j, '}');
  return api_data(arena, &j);
}
