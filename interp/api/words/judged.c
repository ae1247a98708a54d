/* What is found out about the texts of one statement, as data. */
#include "interp/api/words/judged.h"
#include "interp/base/invariant.h"

static const char *const verdicts[] = {"agrees", "differs in wording",
                                       "differs in substance"};

static const Fact *decisive(const Judged *j, const Difference *d, int version)
{
  return d->where[version] < 0 ? NULL : &j->versions[version]->list.at[d->where[version]];
}

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
  Buf fact = {0};
  json_open(out, '{');
  json_key_text(out, "class", fact_title(d->fact.class));
  json_key_bool(out, "substance", d->substance);
  fact_name(&fact, &d->fact);
  json_key_text(out, "fact", buf_text(&fact));
  buf_free(&fact);
  json_key_open(out, "versions", '[');
  for (int i = 0; i < j->count; i++) {
    json_open(out, '{');
    json_key_text(out, "lang", j->versions[i]->lang);
    json_words(out, j->versions[i], decisive(j, d, i));
    json_key_bool(out, "has", d->has >> i & 1);
    json_key_bool(out, "lacks", d->lacks >> i & 1);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_close(out, '}');
}

static void json_rule(Json *out, const Judged *j)
{
  json_key_text(out, "rule", j->ruled ? j->place : NULL);
  json_key_open(out, "against_rule", '[');
  for (int i = 0; i < j->count; i++)
    for (size_t k = 0; k < j->against[i].n; k++) {
      const Disagreement *d = &j->against[i].at[k];
      json_open(out, '{');
      json_key_text(out, "lang", j->versions[i]->lang);
      json_key_text(out, "class", fact_title(d->class));
      json_key(out, "words");
      if (d->to) json_textn(out, j->versions[i]->text + d->from, d->to - d->from);
      else json_text(out, NULL);
      json_key_text(out, "rule", d->rule);
      json_close(out, '}');
    }
  json_close(out, ']');
}

void judged_json(Json *out, const Judged *j)
{
  INVARIANT(j->count > 0 && j->count <= MAX_VERSIONS);
  INVARIANT(j->differences.odd < j->count);
  const Differences *all = &j->differences;
  json_open(out, '{');
  json_key_text(out, "id", j->id);
  json_key_text(out, "verdict", verdicts[j->verdict]);
  json_key_text(out, "odd", all->odd >= 0 ? j->versions[all->odd]->lang : NULL);
  json_key_open(out, "texts", '[');
  for (int i = 0; i < j->count; i++) {
    const Facts *f = j->versions[i];
    json_open(out, '{');
    json_key_text(out, "lang", f->lang);
    json_key(out, "text");
    if (f->silent) json_text(out, NULL);
    else json_textn(out, f->text, f->size);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_key_open(out, "differences", '[');
  for (size_t i = 0; i < all->list.n; i++) json_difference(out, j, &all->list.at[i]);
  json_close(out, ']');
  json_rule(out, j);
  json_close(out, '}');
}
