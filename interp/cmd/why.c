/* `why NAME`: what keeps an answer from being offered. */
#include "interp/cmd/table.h"
#include "interp/text/label.h"
#include "interp/text/place.h"

#include <string.h>

static void show_place(const Program *p, const PLoc *l)
{
  if (!l) return;
  Buf b = {0};
  place_show(p, &b, l);
  fputs(buf_text(&b), stdout);
  buf_free(&b);
}

/* Is it among the answers? */
static bool offered(Table *t, int seat, const int *options, int n, const char *name)
{
  View v = view_new(t->vm, seat, t->names);
  for (int i = 0; i < n; i++) {
    Buf label = {0};
    label_option(&v, &label, options[i]);
    bool is = ask_fits(name, buf_text(&label)) >= 2;
    if (is) printf("\"%s\" is offered: it is answer %d.\n", buf_text(&label), i + 1);
    buf_free(&label);
    if (is) return true;
  }
  return false;
}

/* Is it a candidate that legality took away? */
static bool rejected(Table *t, int seat, const char *name)
{
  const Rejected *list, *best = NULL;
  View v = view_new(t->vm, seat, t->names);
  Buf title = {0};
  int well = 0;
  for (int i = 0, n = vm_rejected(t->vm, &list); i < n; i++) {
    Buf label = {0};
    /* A combination has no name of its own; its elements are asked for one by one. */
    if (t->program->alts[list[i].option.alt].form == ALT_SUBSET) continue;
    label_candidate(&v, &label, &list[i].option, NULL);
    int f = ask_fits(name, buf_text(&label));
    if (f > well) {
      well = f;
      best = &list[i];
      buf_clear(&title);
      buf_add(&title, buf_text(&label));
    }
    buf_free(&label);
  }
  if (best) {
    printf("\"%s\" is not offered: this step could not be carried out.\n",
           buf_text(&title));
    show_place(t->program, place_of_ip(t->program, best->ip));
  }
  buf_free(&title);
  return best != NULL;
}

/* A thing of the game that the viewer may name, or an alternative of the question. */
static bool known_name(Table *t, int seat, const char *name, Buf *title)
{
  const Program *p = t->program;
  const PDecision *d = vm_decision(t->vm);
  View v = view_new(t->vm, seat, t->names);
  int well = 0;
  for (int i = 0; i < p->n_things; i++) {
    Buf b = {0};
    if (p->things[i].face == i && view_sees_thing(&v, i)) render_thing(&v, &b, i);
    int f = ask_fits(name, buf_text(&b));
    int g = ask_fits(name, program_string(p, p->things[i].name));
    if (b.n && (f > well || (g == 3 && well < 3))) {
      well = f > g ? f : g;
      buf_clear(title);
      buf_add(title, buf_text(&b));
    }
    buf_free(&b);
  }
  for (int i = 0; i < d->alts; i++) {
    const char *s = render_source(p, p->alts[d->first_alt + i].text);
    if (s && ask_fits(name, s) > well) {
      well = ask_fits(name, s);
      buf_clear(title);
      buf_add(title, s);
    }
  }
  return title->n > 0;
}

void ask_why(Table *t, int seat, const int *options, int n, const char *name)
{
  Buf title = {0};
  if (!offered(t, seat, options, n, name) && !rejected(t, seat, name)) {
    if (known_name(t, seat, name, &title)) {
      printf("\"%s\" is no candidate: the list of this question leaves it out.\n",
             buf_text(&title));
      show_place(t->program, place_of_row(t->program, vm_decision(t->vm)->loc));
    } else {
      printf("Nothing that you can see is called \"%s\".\n", name);
    }
  }
  buf_free(&title);
}
