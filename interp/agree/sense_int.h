/* What comparing senses has in common: two texts, and how facts are found in them. */
#ifndef REGEL_SENSE_INT_H
#define REGEL_SENSE_INT_H
#include "interp/agree/sense.h"
#include "interp/base/invariant.h"

#include <string.h>

enum {
  NEAR = 3
}; /* words: an article and an adjective between two that belong together */

static inline bool is(const Fact *x, FactClass class, const char *concept)
{
  return x->class == class && (!concept || !strcmp(x->concept, concept));
}

typedef struct Sides {
  const Facts *rule, *text;
  Arena *arena;
  Disagreements *out;
} Sides;

static inline const Fact *first(const Facts *f, FactClass class, const char *concept,
                                Weight most)
{
  for (size_t i = 0; i < f->list.n; i++)
    if (is(&f->list.at[i], class, concept) && f->list.at[i].weight <= most)
      return &f->list.at[i];
  return NULL;
}

static inline const Fact *stated(const Facts *f, FactClass class, const char *concept)
{
  return first(f, class, concept, WEIGHT_FULL);
}

static inline const Fact *any(const Facts *f, FactClass class, const char *concept)
{
  return first(f, class, concept, WEIGHT_ANSWER);
}

/* Does a sentence end there?  In a placeholder nothing does. */
static inline bool ends_between(const Facts *f, size_t from, size_t to)
{
  int depth = 0;
  for (; from < to; from++) {
    depth += (f->text[from] == '{') - (f->text[from] == '}');
    if (depth <= 0 && strchr(".;:!?()", f->text[from])) return true;
  }
  return false;
}

/* `x`: what the text says, NULL if it says nothing; `y`: what the rule says. */
static inline void differ(const Sides *s, FactClass class, const Fact *x, const Fact *y,
                          const char *rule)
{
  INVARIANT(!x || x->from <= x->to);
  INVARIANT(!y || y->from <= y->to);
  Disagreement d = {class, x ? x->from : 0, x ? x->to : 0, rule};
  if (y)
    d.rule = arena_printf(s->arena, "\"%.*s\"", (int)(y->to - y->from),
                          s->rule->text + y->from);
  vec_push(s->out, d);
}

/* Is there an "or" between two facts? */
bool sense_or_between(const Facts *f, const Fact *a, const Fact *b);
/* What a state is not: closed for open; NULL if it has no opposite. */
const char *sense_opposite(const char *state);
/* How much of what; whose, which way, from where, of which name. */
void sense_amounts(const Sides *s);
void sense_acts(const Sides *s);
/* Which way what a name stands for goes: 1 up, 2 down, 0 if that is not told; and the
 * word that says so, NULL for what is paid in a trade. */
unsigned sense_way(const Facts *f, const Fact *name, const Fact **verb);
/* "A Policeman: …": does a name stand before what happens in its case? */
bool sense_is_label(const Facts *f, const Fact *x);
void sense_names(const Sides *s);
void sense_places(const Sides *s);
/* The word before a name that says from where or to where; does it have this one? */
const Fact *sense_role(const Facts *f, const Fact *name);
bool sense_plays(const Facts *f, const char *name, const char *role);
/* What only one side speaks of. */
void sense_told(const Sides *s);
/* Which of them: one, or all. */
void sense_links(const Sides *s);
/* Under which condition, and in which order. */
void sense_clauses(const Sides *s);

#endif
