/* The answers of `regel compare`, for people and as JSON. */
#include "interp/cmd/words/judged.h"
#include "interp/base/json.h"

#include <string.h>

const char *judged_verdict(Verdict v)
{
  static const char *const words[] = {"agrees", "differs in wording",
                                      "differs in substance"};
  return words[v];
}

static void quote(Buf *b, const Facts *f, size_t from, size_t to)
{
  buf_char(b, '"');
  buf_addn(b, f->text + from, to - from);
  buf_char(b, '"');
}

static const Fact *decisive(const Judged *j, const Difference *d, int version)
{
  return d->where[version] < 0 ? NULL : &j->versions[version]->list.at[d->where[version]];
}

/* `en "in front of", fr "devant": front` */
static void tell_side(Buf *b, const Judged *j, const Difference *d)
{
  const char *comma = "";
  for (int i = 0; i < j->count; i++) {
    const Fact *x = decisive(j, d, i);
    if (!(d->has >> i & 1) || !x) continue;
    buf_printf(b, "%s%s ", comma, j->versions[i]->lang);
    quote(b, j->versions[i], x->from, x->to);
    comma = ", ";
  }
  buf_add(b, ": ");
  fact_name(b, &d->fact);
}

static void tell_others(Buf *b, const Judged *j, const Difference *d)
{
  for (int i = 0; i < j->count; i++) {
    const Fact *x = decisive(j, d, i);
    if (!(d->lacks >> i & 1)) continue;
    buf_printf(b, "; %s ", j->versions[i]->lang);
    if (!x) {
      buf_add(b, "does not say so");
      continue;
    }
    quote(b, j->versions[i], x->from, x->to);
    buf_add(b, ": ");
    fact_name(b, x);
  }
}

static void tell_silent(Buf *b, const Judged *j)
{
  for (int i = 0; i < j->count; i++)
    if (j->versions[i]->silent)
      buf_printf(b, "  %s says nothing about it\n", j->versions[i]->lang);
}

static void tell_rule(Buf *b, const Judged *j)
{
  for (int i = 0; i < j->count; i++)
    for (size_t k = 0; k < j->against[i].n; k++) {
      const Disagreement *d = &j->against[i].at[k];
      buf_printf(b, "  %s: %s ", fact_title(d->class), j->versions[i]->lang);
      if (d->to) quote(b, j->versions[i], d->from, d->to);
      else buf_add(b, "says nothing of it");
      buf_printf(b, "; the rule: %s (%s)\n", d->rule, j->place);
    }
}

void judged_tell(Buf *b, const Judged *j, bool wording)
{
  const Differences *all = &j->differences;
  buf_printf(b, "%s: %s", j->id, judged_verdict(j->verdict));
  if (all->odd >= 0)
    buf_printf(b, "; %s is the odd one out", j->versions[all->odd]->lang);
  buf_char(b, '\n');
  tell_silent(b, j);
  for (size_t i = 0; i < all->list.n; i++) {
    const Difference *d = &all->list.at[i];
    if (!d->substance && !wording) continue;
    buf_printf(b, "  %s%s: ", fact_title(d->fact.class),
               d->substance ? "" : " (wording)");
    tell_side(b, j, d);
    tell_others(b, j, d);
    buf_char(b, '\n');
  }
  tell_rule(b, j);
}

/* ---- JSON ----------------------------------------------------------------------- */

static void json_words(Json *out, const Facts *f, const Fact *x)
{
  Buf name = {0};
  json_key(out, "words");
  if (x) json_textn(out, f->text + x->from, x->to - x->from);
  else json_text(out, NULL);
  json_key(out, "fact");
  if (x) fact_name(&name, x);
  json_text(out, x ? buf_text(&name) : NULL);
  buf_free(&name);
}

static void json_difference(Json *out, const Judged *j, const Difference *d)
{
  json_open(out, '{');
  json_key(out, "class");
  json_text(out, fact_title(d->fact.class));
  json_key(out, "substance");
  json_bool(out, d->substance);
  json_key(out, "versions");
  json_open(out, '[');
  for (int i = 0; i < j->count; i++) {
    json_open(out, '{');
    json_key(out, "lang");
    json_text(out, j->versions[i]->lang);
    json_words(out, j->versions[i], decisive(j, d, i));
    json_close(out, '}');
  }
  json_close(out, ']');
  json_close(out, '}');
}

static void json_rule(Json *out, const Judged *j)
{
  json_key(out, "rule");
  json_text(out, j->ruled ? j->place : NULL);
  json_key(out, "against_rule");
  json_open(out, '[');
  for (int i = 0; i < j->count; i++)
    for (size_t k = 0; k < j->against[i].n; k++) {
      const Disagreement *d = &j->against[i].at[k];
      json_open(out, '{');
      json_key(out, "lang");
      json_text(out, j->versions[i]->lang);
      json_key(out, "class");
      json_text(out, fact_title(d->class));
      json_key(out, "words");
      if (d->to) json_textn(out, j->versions[i]->text + d->from, d->to - d->from);
      else json_text(out, NULL);
      json_key(out, "rule");
      json_text(out, d->rule);
      json_close(out, '}');
    }
  json_close(out, ']');
}

void judged_json(Json *out, const Judged *j)
{
  const Differences *all = &j->differences;
  json_open(out, '{');
  json_key(out, "id");
  json_text(out, j->id);
  json_key(out, "verdict");
  json_text(out, judged_verdict(j->verdict));
  json_key(out, "odd");
  json_text(out, all->odd >= 0 ? j->versions[all->odd]->lang : NULL);
  json_key(out, "texts");
  json_open(out, '[');
  for (int i = 0; i < j->count; i++) {
    const Facts *f = j->versions[i];
    json_open(out, '{');
    json_key(out, "lang");
    json_text(out, f->lang);
    json_key(out, "text");
    if (f->silent) json_text(out, NULL);
    else json_textn(out, f->text, f->size);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_key(out, "differences");
  json_open(out, '[');
  for (size_t i = 0; i < all->list.n; i++) json_difference(out, j, &all->list.at[i]);
  json_close(out, ']');
  json_rule(out, j);
  json_close(out, '}');
}
