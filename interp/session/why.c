#include "interp/session/why.h"
#include "interp/base/arena.h"
#include "interp/base/name.h"
#include "interp/rules/load_lang.h"
#include "interp/text/label.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

#include <string.h>

static void set_title(Why *why, const char *title)
{
  buf_clear(&why->title);
  buf_add(&why->title, title);
}

/* Is it among the answers? */
static bool offered(const View *v, const int *options, int n, const char *name, Why *why)
{
  bool is = false;
  for (int i = 0; i < n && !is; i++) {
    Buf label = {0};
    label_option(v, &label, options[i]);
    is = name_fits(name, buf_text(&label)) >= 2;
    if (is) set_title(why, buf_text(&label));
    if (is) why->answer = i;
    buf_free(&label);
  }
  return is;
}

/* Is it a candidate that legality took away? */
static bool rejected(const View *v, const char *name, Why *why)
{
  INVARIANT(v && v->program);
  const Rejected *list, *best = NULL;
  int well = 0;
  for (int i = 0, n = vm_rejected(v->vm, &list); i < n; i++) {
    Buf label = {0};
    /* A combination has no name of its own; its elements are asked for one by one. */
    if (v->program->alts[list[i].option.alt].form == ALT_SUBSET) continue;
    label_candidate(v, &label, &list[i].option, NULL);
    int f = name_fits(name, buf_text(&label));
    if (f > well) {
      well = f;
      best = &list[i];
      set_title(why, buf_text(&label));
    }
    buf_free(&label);
  }
  if (best) why->place = place_of_ip(v->program, best->ip);
  return best != NULL;
}

/* A thing of the game that the viewer may name, or an alternative of the question. */
static bool known_name(const View *v, const char *name, Why *why)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PDecision *d = vm_decision(v->vm);
  int well = 0;
  for (int i = 0; i < p->n_things; i++) {
    Buf b = {0};
    if (p->things[i].face == i && view_sees_thing(v, i)) render_thing(v, &b, i);
    int f = name_fits(name, buf_text(&b));
    int g = name_fits(name, program_string(p, p->things[i].name));
    if (b.n && (f > well || (g == 3 && well < 3))) {
      well = f > g ? f : g;
      set_title(why, buf_text(&b));
    }
    buf_free(&b);
  }
  for (int i = 0; d && i < d->alts; i++) {
    Buf s = {0};
    render_words(v, &s, p->alts[d->first_alt + i].text);
    if (s.n && name_fits(name, s.at) > well) {
      well = name_fits(name, s.at);
      set_title(why, s.at);
    }
    buf_free(&s);
  }
  if (why->title.n && d) why->place = place_of_row(p, d->loc);
  return why->title.n > 0;
}

static bool find_named(const View *v, const int *options, int n, const char *name,
                       Why *why)
{
  if (offered(v, options, n, name, why)) why->kind = WHY_OFFERED;
  else if (rejected(v, name, why)) why->kind = WHY_REJECTED;
  else if (known_name(v, name, why)) why->kind = WHY_LEFT_OUT;
  else return false;
  return true;
}

/* A name in any language of the ruleset: somebody else at the table may have said it. */
static bool in_other_words(const View *v, const int *options, int n, const char *name,
                           Why *why)
{
  Buf list = {0};
  bool found = false;
  load_lang_list(v->program, NULL, &list);
  for (char *code = list.n ? strtok(list.at, ", ") : NULL; code && !found;
       code = strtok(NULL, ", ")) {
    LoadedLang other;
    View asked = *v;
    if (load_lang(&other, code, v->program, NULL)) {
      asked.lang = other.lang;
      found = find_named(&asked, options, n, name, why);
    }
    load_lang_free(&other);
  }
  buf_free(&list);
  return found;
}

void why_find(const View *v, const int *options, int n, const char *name, Why *why)
{
  VEC(int) own = {0};
  *why = (Why){0};
  for (int i = 0; !options && i < vm_options(v->vm); i++) {
    int seat = vm_option(v->vm, i).seat;
    if (v->seat < 0 || seat < 0 || seat == v->seat) vec_push(&own, i);
  }
  const int *among = options ? options : own.at;
  if (!options) n = (int)own.n;
  if (!find_named(v, among, n, name, why) && !in_other_words(v, among, n, name, why)) {
    why->kind = WHY_UNKNOWN;
    set_title(why, name);
  }
  vec_free(&own);
}

void why_say(const View *v, const Why *why, Buf *out)
{
  INVARIANT(v && v->program);
  static const Saying words[] = {[WHY_OFFERED] = SAY_WHY_IS_OFFERED,
                                 [WHY_REJECTED] = SAY_WHY_IS_REJECTED,
                                 [WHY_LEFT_OUT] = SAY_WHY_IS_LEFT_OUT,
                                 [WHY_UNKNOWN] = SAY_WHY_IS_UNKNOWN};
  words_say(v->lang, out, words[why->kind], buf_text(&why->title),
            DIGITS(why->answer + 1), NULL);
  buf_char(out, '\n');
  if (why->place) place_show(v->program, out, why->place);
}

void why_not(const View *v, const char *name, Buf *out)
{
  Why why;
  why_find(v, NULL, 0, name, &why);
  why_say(v, &why, out);
  buf_free(&why.title);
}
