/* Templates filled in for one reader: texts of the ruleset with what they are about, and
 * the program's own sentences. */
#include "interp/text/render.h"
#include "interp/base/invariant.h"

#include <string.h>

static const Form plain_form = {0};

typedef struct Filler {
  const View *view;
  const PText *text;
  RenderArg get;
  void *user;
  int32_t actor; /* the player who acts, -1: nobody */
} Filler;

static int find_arg(const Filler *t, const char *name, size_t n)
{
  const Program *p = t->view->program;
  for (int i = 0; i < t->text->args; i++) {
    const char *at = program_string(p, p->args[t->text->first_arg + i].name);
    if (!strncmp(at, name, n) && !at[n]) return t->text->first_arg + i;
  }
  return -1;
}

bool render_constant(const View *v, Buf *b, const PText *t, const char *name, size_t n,
                     const Form *form, Filled *out)
{
  const Filler f = {v, t, NULL, NULL, -1};
  int row = find_arg(&f, name, n);
  const PArg *a = row < 0 ? NULL : &v->program->args[row];
  View open = *v; /* what is named in a text is no secret */
  open.vm = NULL;
  if (!a || (a->reg != ARG_THING && a->reg != ARG_KIND)) return false;
  if (a->reg == ARG_THING) render_thing_form(&open, b, a->first_path, form, out);
  else render_name(&open, b, NAME_KIND, a->first_path, form, out);
  return true;
}

static bool fill(void *user, Buf *b, const char *name, size_t n, const Form *form,
                 Filled *out)
{
  const Filler *t = user;
  if (render_constant(t->view, b, t->text, name, n, form, out)) return true;
  int row = t->get ? find_arg(t, name, n) : -1;
  int64_t room;
  /* a translation may tell who acts where its source need not */
  if (row < 0 && t->actor >= 0 && n == 2 && !memcmp(name, "me", 2)) {
    render_thing_form(t->view, b, t->actor, form, out);
    return true;
  }
  const int64_t *value = row < 0 ? NULL : t->get(t->user, row, &room);
  if (!value) return false;
  if (value == &render_unseen) words_add(t->view->lang, b, SAY_UNSEEN);
  else render_value_form(t->view, b, t->view->program->args[row].type, value, form, out);
  return true;
}

const int64_t render_unseen = 0;

typedef struct Sentence {
  const View *view;
  Saying word;
  const SayPart *parts;
  int n;
} Sentence;

/* Whose field it is.  A title that is but a letter or a number says that with its kind
 * only: "Policemen of Road C". */
static void whose(const View *v, Buf *b, int32_t thing, const Form *form, Filled *out)
{
  Buf name = {0};
  render_thing_form(v, &name, thing, form, out);
  int kind = v->program->things[thing].kind;
  const char *s = buf_text(&name);
  bool sign = name.n == 1 || (name.n && strspn(s, "0123456789") == name.n);
  if (sign && v->program->kinds[kind].text >= 0) {
    Form bare = form ? form_det(*form, "") : plain_form;
    render_name(v, b, NAME_KIND, kind, &bare, out);
    buf_add(b, " ");
  }
  buf_add(b, s);
  buf_free(&name);
}

static bool fill_part(void *user, Buf *b, const char *name, size_t n, const Form *form,
                      Filled *out)
{
  const Sentence *s = user;
  int i = words_slot(s->word, name, n);
  if (i < 0 || i >= s->n) return false;
  const SayPart *p = &s->parts[i];
  Form f = p->det ? form_det(*form, p->det) : *form;
  if (p->text) buf_add(b, p->text);
  else if (p->thing >= 0 && s->word == SAY_FIELD_OF) whose(s->view, b, p->thing, &f, out);
  else if (p->thing >= 0) render_thing_form(s->view, b, p->thing, &f, out);
  else {
    f = render_heading(s->view->program, p->sort, p->i, f);
    render_name(s->view, b, p->sort, p->i, &f, out);
  }
  return true;
}

void render_say(const View *v, Buf *b, Saying w, const SayPart *parts, int n)
{
  Sentence s = {v, w, parts, n};
  template_put(v->lang, b, lang_word(v->lang, w), &plain_form, fill_part, &s);
}

bool render_allows(const View *v, uint32_t seats)
{
  if (v->seat == VIEW_ALL || !v->vm) return true;
  if (v->seat >= 0) return seats >> v->seat & 1;
  return seats == (1u << vm_seats(v->vm)) - 1;
}

void render_told(const View *v, Buf *b, int32_t text, const Form *form, RenderArg get,
                 void *user, int32_t actor)
{
  if (text < 0 || text >= v->program->n_texts) return;
  Filler t = {v, &v->program->texts[text], get, user, actor};
  template_put(v->lang, b, lang_text(v->lang, v->program, text),
               form ? form : &plain_form, fill, &t);
}

void render_text(const View *v, Buf *b, int32_t text, RenderArg get, void *user)
{
  render_told(v, b, text, NULL, get, user, -1);
}

void render_words(const View *v, Buf *b, int32_t text)
{
  render_text(v, b, text, NULL, NULL);
}

static bool fill_or_leave_open(void *user, Buf *b, const char *name, size_t n,
                               const Form *form, Filled *out)
{
  if (fill(user, b, name, n, form, out)) return true;
  *out = (Filled){FILLED_MANY, NULL, true, false};
  buf_add(b, "…");
  return true;
}

void render_gist(const View *v, Buf *b, int32_t text)
{
  if (text < 0 || text >= v->program->n_texts) return;
  Filler t = {v, &v->program->texts[text], NULL, NULL, -1};
  template_put(v->lang, b, lang_text(v->lang, v->program, text), &plain_form,
               fill_or_leave_open, &t);
}
