/* Whether two trees mean the same: names by what they stand for, locals by their place,
 * placeholders in texts like the names that they are. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"
#include "interp/sema/builtin.h"
#include "interp/base/text.h"

#include <ctype.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------- */

size_t diff_mark(const Diff *d) { return d->locals.n; }
void diff_unbind(Diff *d, size_t mark) { d->locals.n = mark; }
void diff_bind(Diff *d, const char *a, const char *b)
{
  DiffLocal l = {{a, b}};
  vec_push(&d->locals, l);
}

static int find_local(const Diff *d, int side, const char *name)
{
  for (size_t i = d->locals.n; i-- > 0;)
    if (d->locals.at[i].name[side] && !strcmp(d->locals.at[i].name[side], name))
      return (int)i;
  return -1;
}

const char *diff_renamed(const Diff *d, const char *space, const char *name)
{
  char key[2 * MAX_NAME + 400];
  if (!d->names.n) return NULL;
  snprintf(key, sizeof key, "%s %s", space, name);
  int i = diff_map_get(d->renames, key);
  return i < 0 ? NULL : d->names.at[i];
}

static bool same_global(const Diff *d, const char *space, const char *a, const char *b)
{
  const char *now = diff_renamed(d, space, a);
  return !strcmp(now ? now : a, b);
}

/* A bare name: both local and the same one, or both of the game. */
static bool same_bare(const Diff *d, const char *space, const char *a, const char *b)
{
  int x = find_local(d, DIFF_OLD, a), y = find_local(d, DIFF_NEW, b);
  if (x < 0 && y < 0) return same_global(d, space, a, b);
  if (x < 0 || y < 0) return false;
  if (x == y) return true;
  /* What has no counterpart can only be compared by its name. */
  return !d->locals.at[x].name[DIFF_NEW] && !d->locals.at[y].name[DIFF_OLD] &&
         !strcmp(a, b);
}

/* The kind whose member a resolved name is, "" for the game's own. */
static const char *space_of(const Node *n)
{
  const Node *r = diff_resolved(n);
  const Sym *y = r ? r->sym : NULL;
  if (!y) return "";
  switch (y->tag) {
  case SY_FIELD: return y->field->kind ? y->field->kind->name : "";
  case SY_COLUMN: return y->column->kind->name;
  default: return "";
  }
}

/* ---- texts ---------------------------------------------------------------------- */

static size_t word_length(const char *s)
{
  size_t n = 0;
  while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
  return n;
}

bool diff_same_text(Diff *d, const char *a, const char *b)
{
  if (!a || !b) return a == b;
  for (; *a && *b; a++, b++) {
    if (*a != *b) return false;
    if (*a != '{') continue;
    char x[MAX_NAME + 1], y[MAX_NAME + 1];
    size_t n = word_length(a + 1), m = word_length(b + 1);
    if (!n || !m || n > MAX_NAME || m > MAX_NAME) continue;
    snprintf(x, sizeof x, "%.*s", (int)n, a + 1);
    snprintf(y, sizeof y, "%.*s", (int)m, b + 1);
    if (!same_bare(d, "", x, y)) return false;
    a += n, b += m;
  }
  return *a == *b;
}

/* ---- members: x.f, or f where this or me is meant ------------------------------- */

typedef struct Member {
  const Node *base; /* NULL: not said */
  Tag base_tag;
  const char *name;
} Member;

static bool as_member(const Node *n, Member *m)
{
  INVARIANT(n && n->tag < N_COUNT);
  const Node *r = diff_resolved(n);
  if (n->tag == N_DOT) {
    *m = (Member){n->a, n->a->tag, n->name};
    return true;
  }
  if (n->tag == N_CALL && !strcmp(n->name, "owner") && n->a && !n->a->next && !n->num) {
    *m = (Member){n->a, n->a->tag, n->name};
    return true;
  }
  if (n->tag == N_NAME && r && r->tag == N_DOT && r->a) {
    *m = (Member){NULL, r->a->tag, n->name};
    return true;
  }
  return false;
}

static bool same_member(Diff *d, const Node *a, const Member *x, const Member *y,
                        unsigned loose)
{
  if (x->base && y->base ? !diff_same(d, x->base, y->base, loose)
                         : x->base_tag != y->base_tag)
    return false;
  return same_global(d, space_of(a), x->name, y->name);
}

/* ---- phrases -------------------------------------------------------------------- */

static const Verb *verb_of(const Node *n)
{
  const Node *r = diff_resolved(n);
  return r && r->sym && r->sym->tag == SY_SLOT ? r->sym->slot : NULL;
}

static bool same_verb(const Diff *d, const Verb *v, const Verb *w)
{
  if (!v->slot_of != !w->slot_of) return false;
  if (d->names.n) {
    const char *now = v->slot_of ? diff_renamed(d, v->slot_of->name, v->name)
                                 : diff_renamed(d, "verb", diff_signature(d->arena, v));
    if (now) return !strcmp(now, v->slot_of ? w->name : diff_signature(d->arena, w));
  }
  if (strcmp(v->name, w->name)) return false;
  const Node *x = v->shape, *y = w->shape;
  for (; x && y; x = x->next, y = y->next)
    if (x->tag != y->tag || (x->tag == N_WORD && strcmp(x->name, y->name))) return false;
  return !x && !y;
}

/* The next part of a phrase that is an argument and no fixed word. */
static const Node *argument(const Node *part, const Node **shape)
{
  for (; part; part = part->next, *shape = *shape ? (*shape)->next : NULL)
    if (!*shape || (*shape)->tag != N_WORD) return part;
  return NULL;
}

static bool same_call(Diff *d, const Node *a, const Node *b, const Verb *v, const Verb *w,
                      unsigned loose)
{
  if (!same_verb(d, v, w)) return false;
  const Node *base_a = a->a->tag == N_DOT ? a->a->a : NULL,
             *base_b = b->a->tag == N_DOT ? b->a->a : NULL;
  if (base_a && base_b && !diff_same(d, base_a, base_b, loose)) return false;
  if (!base_a != !base_b) { /* said on one side, meant on the other */
    const Node *said = base_a ? base_a : base_b,
               *meant = diff_resolved(base_a ? b : a)->c;
    if (!meant || said->tag != meant->tag) return false;
  }
  const Node *s = v->shape, *t = w->shape;
  const Node *x = argument(a->a->next, &s), *y = argument(b->a->next, &t);
  while (x && y) {
    if (!diff_same(d, x, y, loose)) return false;
    s = s ? s->next : NULL, t = t ? t->next : NULL;
    x = argument(x->next, &s), y = argument(y->next, &t);
  }
  return !x && !y;
}

static bool same_phrase(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  INVARIANT(a->tag == N_PHRASE);
  const Verb *v = verb_of(a), *w = verb_of(b);
  if (!v != !w) return false;
  if (v) return same_call(d, a, b, v, w, loose);
  /* A builtin verb: its words are no names. */
  const Node *x = a->a, *y = b->a;
  if (x->tag != y->tag || !text_same(x->name, y->name)) return false;
  return diff_same_list(d, x->next, y->next, loose);
}

/* ---- events --------------------------------------------------------------------- */

void diff_bind_event(Diff *d, const Node *a, const Node *b)
{
  INVARIANT(d->rules[DIFF_OLD] && d->rules[DIFF_NEW]);
  const Rule *r = diff_rule_of(d->rules[DIFF_OLD], a),
             *s = diff_rule_of(d->rules[DIFF_NEW], b);
  if (a->num != b->num) return;
  if (a->num == 1 || a->num == 2) {
    diff_bind(d, a->a->name, b->a->name);
    return;
  }
  if (!r || !s) return;
  const Node *x = a->a, *y = b->a, *shape = r->verb->shape, *other = s->verb->shape;
  for (; x && y && shape && other;
       x = x->next, y = y->next, shape = shape->next, other = other->next)
    if (shape->tag == N_PARAM && other->tag == N_PARAM) diff_bind(d, x->name, y->name);
}

/* What happens; how its arguments are called says nothing. */
static bool same_event(const Diff *d, const Node *a, const Node *b)
{
  INVARIANT(a->tag == N_EVENT);
  if (a->num != b->num || !a->extra != !b->extra) return false;
  if (a->extra && !same_global(d, "", a->extra, b->extra)) return false;
  if (a->num == 1 || a->num == 2)
    return same_global(d, a->extra ? a->extra : "", a->name, b->name);
  const Rule *r = diff_rule_of(d->rules[DIFF_OLD], a),
             *s = diff_rule_of(d->rules[DIFF_NEW], b);
  return r && s ? same_verb(d, r->verb, s->verb) : text_same(a->name, b->name);
}

static bool same_rule(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  INVARIANT(a->tag == N_AFTER || a->tag == N_BEFORE || a->tag == N_INSTEAD);
  size_t mark = diff_mark(d);
  bool same = diff_same_list(d, a->a, b->a, loose);
  diff_bind_event(d, a->a, b->a);
  same = same && diff_same(d, a->b, b->b, loose) && diff_same(d, a->c, b->c, loose) &&
         diff_same_list(d, a->d, b->d, loose);
  diff_unbind(d, mark);
  return same;
}

/* ---- everything ----------------------------------------------------------------- */

static bool same_binder(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  INVARIANT(a->tag == N_CALL);
  const Node *x = a->a, *y = b->a, *fx = NULL, *fy = NULL;
  if (x->tag == N_WHERE) fx = x->b, x = x->a;
  if (y->tag == N_WHERE) fy = y->b, y = y->a;
  if (x->tag != N_IN || y->tag != N_IN || strcmp(a->name, b->name)) return false;
  if (!diff_same(d, x->b, y->b, loose)) return false;
  size_t mark = diff_mark(d);
  diff_bind(d, x->a->name, y->a->name);
  bool same = diff_same(d, fx, fy, loose) && diff_same(d, a->b, b->b, loose);
  diff_unbind(d, mark);
  return same;
}

/* A loop or an alternative: its set, then its block with the name of the element. */
static bool same_scope(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  INVARIANT(a->tag == N_ALT || a->tag == N_EACH);
  if (a->num != b->num || !a->name != !b->name) return false;
  if (!diff_same(d, a->a, b->a, loose)) return false;
  size_t mark = diff_mark(d);
  if (a->name) diff_bind(d, a->name, b->name);
  bool same = (loose & LOOSE_TEXT || diff_same_text(d, a->label, b->label)) &&
              diff_same(d, a->b, b->b, loose);
  diff_unbind(d, mark);
  return same;
}

static bool same_parts(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  return diff_same_list(d, a->a, b->a, loose) && diff_same_list(d, a->b, b->b, loose) &&
         diff_same_list(d, a->c, b->c, loose) && diff_same_list(d, a->d, b->d, loose);
}

bool diff_same(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  if (!a || !b) return a == b;
  Member x = {0}, y = {0};
  bool of_a = as_member(a, &x), of_b = as_member(b, &y);
  if (of_a || of_b) return of_a && of_b && same_member(d, a, &x, &y, loose);
  if (a->tag != b->tag) return false;
  switch (a->tag) {
  case N_NUM: return loose & LOOSE_NUMBER || a->num == b->num;
  case N_STR: return loose & LOOSE_TEXT || diff_same_text(d, a->name, b->name);
  case N_NAME: return same_bare(d, space_of(a), a->name, b->name);
  case N_T_NAME:
  case N_T_PILE: return same_global(d, "", a->name, b->name);
  case N_T_PER:
    return same_global(d, "", a->name, b->name) && diff_same(d, a->a, b->a, loose);
  case N_T_RANGE:
    return diff_same(d, a->a, b->a, loose) && diff_same(d, a->b, b->b, loose);
  case N_CALL:
    if (a->num != b->num) return false;
    if (a->num == 1) return same_binder(d, a, b, loose);
    if (a->num == 2) /* of a thing */
      return !strcmp(a->name, b->name) && diff_same(d, a->b, b->b, loose) &&
             diff_same_list(d, a->a, b->a, loose);
    return same_global(d, "", a->name, b->name) && diff_same_list(d, a->a, b->a, loose);
  case N_PHRASE: return same_phrase(d, a, b, loose);
  case N_EVENT: return same_event(d, a, b);
  case N_BEFORE:
  case N_AFTER:
  case N_INSTEAD: return same_rule(d, a, b, loose);
  case N_EACH:
  case N_ALT: return same_scope(d, a, b, loose);
  case N_LET:
    if (!diff_same(d, a->a, b->a, loose) || !diff_same(d, a->b, b->b, loose))
      return false;
    diff_bind(d, a->name, b->name); /* for the rest of its block */
    return true;
  case N_PARAM:
    if (!diff_same(d, a->a, b->a, loose)) return false;
    diff_bind(d, a->name, b->name);
    return true;
  case N_ANSWER:
    if (!a->name || !b->name ? a->name != b->name : !same_bare(d, "", a->name, b->name))
      return false;
    return diff_same_list(d, a->a, b->a, loose);
  default: break;
  }
  if (!text_same(a->name, b->name) || !text_same(a->extra, b->extra)) return false;
  if (a->num != b->num || a->num2 != b->num2) return false;
  if (!(loose & LOOSE_TEXT) && !diff_same_text(d, a->label, b->label)) return false;
  return same_parts(d, a, b, loose);
}

bool diff_same_list(Diff *d, const Node *a, const Node *b, unsigned loose)
{
  size_t mark = diff_mark(d);
  for (; a && b; a = a->next, b = b->next)
    if (!diff_same(d, a, b, loose)) break;
  diff_unbind(d, mark);
  return !a && !b;
}

/* ---- likeness ------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t x)
{
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

static uint64_t hash_list(uint64_t h, const Node *n)
{
  for (; n; n = n->next) h = mix(h, diff_hash(n));
  return mix(h, 7);
}

uint64_t diff_hash(const Node *n)
{
  Member m;
  if (!n) return 3;
  if (as_member(n, &m) || n->tag == N_NAME || n->tag == N_STR) return 5;
  uint64_t h = mix(n->tag, (uint64_t)n->num);
  if (n->tag == N_PHRASE)
    return h; /* what is said and what is meant may look different */
  if (n->tag == N_CALL && n->num == 1) return mix(h, hash_list(1, n->b));
  h = hash_list(h, n->a);
  h = hash_list(h, n->b);
  h = hash_list(h, n->c);
  return hash_list(h, n->d);
}

static int size_list(const Node *n)
{
  int k = 0;
  for (; n; n = n->next) k += diff_size(n);
  return k;
}

int diff_size(const Node *n)
{
  if (!n) return 0;
  return 1 + size_list(n->a) + size_list(n->b) + size_list(n->c) + size_list(n->d);
}

static int common(const Node *a, const Node *b, int depth);

/* Lists are laid beside each other, with up to two left out at a time; deep inside, where
 * that would take long and tell little, none. */
static int common_list(const Node *a, const Node *b, int depth)
{
  int n = 0, tries = depth < 5 ? 3 : 1;
  for (; a && b; a = a->next) {
    const Node *best = NULL, *y = b;
    int most = 0;
    for (int i = 0; i < tries && y; i++, y = y->next) {
      int k = common(a, y, depth + 1);
      if (k > most) most = k, best = y;
    }
    n += most;
    b = best ? best->next : b->next;
  }
  return n;
}

static int common(const Node *a, const Node *b, int depth)
{
  if (a->tag != b->tag) return 0;
  int n = a->num == b->num && a->num2 == b->num2 && text_same(a->name, b->name);
  return n + common_list(a->a, b->a, depth) + common_list(a->b, b->b, depth) +
         common_list(a->c, b->c, depth) + common_list(a->d, b->d, depth);
}

double diff_likeness(const Node *a, const Node *b)
{
  if (!a || !b || a->tag != b->tag) return 0;
  return 2.0 * common(a, b, 0) / (diff_size(a) + diff_size(b));
}
