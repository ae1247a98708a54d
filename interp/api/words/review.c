/* Every sort of sentence of a ruleset once, all languages side by side. */
#include "interp/api/api_int.h"
#include "interp/base/invariant.h"
#include "interp/rules/load_lang.h"
#include "interp/text/card/review.h"
#include "interp/text/message.h"

#include <stdlib.h>
#include <string.h>

/* One column. */
typedef struct Column {
  const char *code;
  LoadedLang loaded;
} Column;
typedef VEC(Column) Columns;

/* What has been said in every language need not be said again. */
typedef VEC(char *) Said;

/* Is there more of it than the words of the libraries that a ruleset uses?  Texts that
 * are alike in all languages do not count. */
static bool is_begun(const LoadedLang *l, const Program *p)
{
  int fine = 0, all = 0;
  for (int i = 0; i < p->n_texts; i++) {
    if (!message_speaks(program_string(p, p->texts[i].source))) continue;
    Wording w = lang_text(l->lang, p, i);
    all++;
    fine += w.state == LANG_FINE && !w.source;
  }
  return l->rules.n && 4 * fine > all;
}

static void open_columns(Columns *to, const Program *p, const Sources *from)
{
  Buf list = {0};
  load_lang_list(p, from, &list);
  const char *source = lang_code(NULL);
  Column first = {.code = source};
  load_lang(&first.loaded, source, p, from);
  vec_push(to, first);
  for (char *code = strtok(list.at, ", "); code; code = strtok(NULL, ", ")) {
    Column c = {0};
    if (!strcmp(code, source)) continue;
    bool read = load_lang(&c.loaded, code, p, from);
    if (read && is_begun(&c.loaded, p)) {
      c.code = lang_code(c.loaded.lang);
      vec_push(to, c);
    } else load_lang_free(&c.loaded);
  }
  buf_free(&list);
}

/* One row, unless each language has said just that before. */
static void put_row(Json *j, const Program *p, const Columns *columns, const Review *r,
                    Said *said)
{
  static const char *const sorts[] = {"card", "action", "rule", "report", "text", "name"};
  Buf all = {0}, name = {0};
  VEC(char *) texts = {0};
  size_t words = 0;
  INVARIANT((size_t)r->sort < sizeof sorts / sizeof *sorts);
  for (size_t i = 0; i < columns->n; i++) {
    View v = view_program(p, columns->at[i].loaded.lang);
    Buf text = {0};
    review_say(&v, &text, r);
    words += text.n;
    buf_printf(&all, "%s\001", buf_text(&text));
    vec_push(&texts, text.n ? buf_take(&text) : api_copy(""));
  }
  bool fresh = words > 0;
  for (size_t i = 0; i < said->n && fresh; i++)
    fresh = strcmp(said->at[i], buf_text(&all)) != 0;
  if (fresh) {
    review_name(p, &name, r);
    json_open(j, '{');
    json_key_text(j, "sort", sorts[r->sort]);
    json_key_text(j, "name", buf_text(&name));
    json_key_int(j, "count", r->count);
    json_key_open(j, "texts", '[');
    for (size_t i = 0; i < texts.n; i++) {
      json_open(j, '{');
      json_key_text(j, "text", texts.at[i]);
      json_key_bool(j, "translated", lang_marked(texts.at[i]) == LANG_FINE);
      json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
    vec_push(said, buf_take(&all));
  }
  for (size_t i = 0; i < texts.n; i++) free(texts.at[i]);
  vec_free(&texts);
  buf_free(&all);
  buf_free(&name);
}

regel_data *regel_review(const regel_rules *rules)
{
  INVARIANT(rules && rules->unit);
  const Program *p = rules->program;
  Arena *arena = arena_new();
  Json j = json_data(arena);
  Columns columns = {0};
  Reviews rows = {0};
  Said said = {0};
  open_columns(&columns, p, &rules->unit->sources);
  int untold = review_rows(p, &rows);
  View source = view_program(p, NULL);
  Buf title = {0};
  render_title(&source, &title);
  json_open(&j, '{');
  json_key_int(&j, "schema", JSON_SCHEMA);
  json_key_text(&j, "title", buf_text(&title));
  json_key_open(&j, "languages", '[');
  for (size_t i = 0; i < columns.n; i++) json_text(&j, columns.at[i].code);
  json_close(&j, ']');
  json_key_open(&j, "rows", '[');
  for (size_t i = 0; i < rows.n; i++) put_row(&j, p, &columns, &rows.at[i], &said);
  json_close(&j, ']');
  json_key_int(&j, "untold", untold);
  json_close(&j, '}');
  for (size_t i = 0; i < said.n; i++) free(said.at[i]);
  for (size_t i = 0; i < columns.n; i++) load_lang_free(&columns.at[i].loaded);
  vec_free(&said);
  vec_free(&rows);
  vec_free(&columns);
  buf_free(&title);
  return api_data(arena, &j);
}
