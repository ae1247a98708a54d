/* What a card does and does not say: a rule that waits for something without words is not
 * on its face, and whoever plays by the cards does not know of it. */
#include "interp/code/phrase/phrase.h"
#include "interp/find/find.h"

void find_untold(Find *f)
{
  const Model *m = f->m;
  for (size_t i = 0; i < m->rules.n; i++) {
    const Rule *rule = m->rules.at[i];
    if (!phrase_is_untold(m, rule) || in_library(f, rule->node)) continue;
    const Verb *v = rule->verb;
    Diag *g =
        diag_add(f->d, DIAG_UNTOLD, rule->node->loc,
                 "what \"%s\" does here is not in its text", rule->place.thing->name);
    if (v->field)
      diag_hint_at(f->d, g, v->field->decl->loc, "\"%s\" has no noun to say it with",
                   v->field->name);
    else if (v->decl)
      diag_hint_at(f->d, g, v->decl->loc, "\"%s\" has no text to say it with", v->name);
  }
}
