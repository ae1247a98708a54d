/* "Pay 2 Gold and gain 1 Wood" where the rule takes 1 Gold and gives 2 Wood: each number
 * is there, but of something else.  "Buy it for 3 Coins" where the rule computes how
 * many: a price written by hand, which is right at times at best. */
#include "interp/find/text.h"
#include "interp/sema/builtin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_CHANGED = 16, MOST_AMOUNTS = 8, MOST_CALLS = 3 };

typedef struct Changed {
  const char *noun; /* what players call it */
  int64_t amount[MOST_AMOUNTS];
  int n;
  int64_t asked[MOST_AMOUNTS]; /* numbers that it is compared with */
  int nasked;
  const Node *computed; /* by how much, where that is no number */
  const char *whose;    /* of which it is a value, as it is called here */
  bool open;            /* by how much cannot be told from here */
} Changed;

/* What a called verb was given. */
typedef struct Given {
  const Verb *verb;
  const Node *args;
  const struct Given *outer;
} Given;

typedef struct Changes {
  Changed at[MOST_CHANGED];
  int n;
  bool open; /* something is called or asked that may mean anything */
} Changes;

/* What a name stands for, if it is a parameter. */
static const Node *meant(const Node *n, const Given *g)
{
  for (; n && n->tag == N_NAME && n->sym && n->sym->tag == SY_LOCAL && g; g = g->outer) {
    const Node *arg = g->args;
    size_t i = 0;
    while (i < g->verb->params.n && arg && g->verb->params.at[i] != n->sym)
      i++, arg = arg->next;
    if (i == g->verb->params.n || !arg) return n;
    n = arg;
  }
  return n;
}

/* The noun of a field, or of the thing whose cell of it is meant. */
static const char *noun_of(const Node *n, const Given *g)
{
  const Node *key = n && n->tag == N_INDEX ? meant(n->b, g) : NULL;
  if (key)
    return key->tag == N_NAME && key->sym && key->sym->tag == SY_THING
               ? key->sym->thing->label
               : NULL;
  bool name = n && (n->tag == N_NAME || n->tag == N_DOT);
  bool field = name && n->sym && n->sym->tag == SY_FIELD;
  return field ? n->sym->field->decl->label : NULL;
}

static Changed *changed(Changes *c, const char *noun)
{
  for (int i = 0; i < c->n; i++)
    if (!strcmp(c->at[i].noun, noun)) return &c->at[i];
  if (c->n == MOST_CHANGED) {
    c->open = true;
    return NULL;
  }
  c->at[c->n] = (Changed){.noun = noun};
  return &c->at[c->n++];
}

static void change(Changes *c, const Node *n, const Given *g, bool often)
{
  const char *noun = noun_of(n->a, g);
  const Node *by = meant(n->b, g);
  if (!noun) {
    /* What has no noun is in no text; what cannot be told may be anything. */
    c->open |= n->a->tag == N_INDEX;
    return;
  }
  Changed *x = changed(c, noun);
  if (!x) return;
  if (n->tag == N_SET || often || !by) x->open = true;
  else if (by->tag == N_NUM && x->n < MOST_AMOUNTS) x->amount[x->n++] = by->num;
  else if (by->tag != N_NUM && !x->computed) {
    const Node *of = by->tag == N_DOT ? meant(by->a, g) : NULL;
    x->computed = by;
    x->whose = of && of->tag == N_NAME ? of->name : NULL;
  } else x->open = true;
}

/* A text may tell what a rule depends on, too. */
static void ask(Changes *c, const Node *n, const Given *g)
{
  const char *noun = noun_of(n->a, g);
  const Node *with = meant(n->b, g);
  Changed *x = noun ? changed(c, noun) : NULL;
  bool number = with && with->tag == N_NUM;
  const Sym *y = n->a->tag == N_NAME || n->a->tag == N_DOT ? n->a->sym : NULL;
  if (!noun && y && y->tag == SY_FIELD) return; /* no text can name it */
  if (!x || (number && x->nasked + 2 > MOST_AMOUNTS)) c->open = true;
  else if (number) {
    x->asked[x->nasked++] = with->num;
    if (n->tag == N_GT) x->asked[x->nasked++] = with->num + 1; /* "at least 3" */
    if (n->tag == N_LT) x->asked[x->nasked++] = with->num - 1;
  }
}

static void collect(Changes *c, const Node *n, const Given *g, bool often, int calls)
{
  if (!n || c->open) return;
  often |= n->tag == N_EACH || n->tag == N_REPEAT;
  bool asks = n->tag == N_IS || n->tag == N_LT || n->tag == N_LE || n->tag == N_GT ||
              n->tag == N_GE;
  if (n->tag == N_RAISE || n->tag == N_LOWER || n->tag == N_SET) change(c, n, g, often);
  else if (asks) ask(c, n, g);
  else if (n->tag == N_PHRASE && n->op == BP_SLOT) c->open = true;
  else if (n->tag == N_PHRASE && n->op == BP_VERB) {
    const Verb *v = n->sym ? n->sym->slot : NULL;
    if (!v || !v->decl || v->rules.n || v->generic || calls == MOST_CALLS) {
      c->open = true;
      return;
    }
    Given given = {v, n->b, g};
    collect(c, v->decl->b, &given, often, calls + 1);
  }
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    collect(c, p.at, g, often, calls);
}

static bool among(const Changed *x, int64_t n)
{
  for (int i = 0; i < x->n; i++)
    if (x->amount[i] == n) return true;
  for (int i = 0; i < x->nasked; i++)
    if (x->asked[i] == n) return true;
  return false;
}

/* Words with which a text says that it is not always so many. */
static bool depends(const char *text)
{
  static const char *const words[] = {"per ",  "each",  "every",   "plus",     "more",
                                      "less",  "fewer", "at most", "at least", "up to",
                                      "times", " or ",  "between", "twice",    "as many",
                                      "if ",   "while "};
  for (; *text; text++)
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (!strncasecmp(text, words[i], strlen(words[i]))) return true;
  return false;
}

/* Does it hang on a number that is only known here? */
static bool hangs_on_local(const Node *n)
{
  if (!n) return false;
  bool local = n->tag == N_NAME && n->sym && n->sym->tag == SY_LOCAL;
  if (local && (!n->type || n->type->tag == T_NUM)) return true;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    if (hangs_on_local(p.at)) return true;
  return false;
}

static bool varies(const Node *n)
{
  const Type *t = n ? n->type : NULL;
  return t && t->tag == T_NUM && t->lo < t->hi && !hangs_on_local(n);
}

static void tell(Diags *d, Loc loc, const char *words, int size, const Changed *x)
{
  const Node *e = x->computed;
  if (!e) {
    Diag *g = diag_add(d, DIAG_TEXT_NUMBER, loc,
                       "the text says \"%.*s\", the rule has %lld of it", size, words,
                       (long long)x->amount[0]);
    diag_hint(d, g, "write what the rule does, or mend the rule");
    return;
  }
  Diag *g =
      diag_add(d, DIAG_TEXT_NUMBER, loc,
               "the text says \"%.*s\", and the rule computes how many", size, words);
  diag_hint_at(d, g, e->loc, "this is not always so many");
  if (x->whose)
    diag_hint(d, g, "let the text compute it, too: {%s.%s}", x->whose, e->name);
  else diag_hint(d, g, "give it a name, and let the text compute it, too: {price}");
}

/* "2 Gold" somewhere in the text, with another number than the rule has of it. */
static void look_for(Diags *d, Loc loc, const char *text, const Changed *x)
{
  size_t n = strcspn(x->noun, "|");
  if (n && (x->noun[n - 1] == 's')) n--; /* a coin, coins */
  bool known = x->n && !x->computed;
  bool price = x->computed && !x->n && varies(x->computed) && !depends(text);
  if (n < 3 || x->open || !(known || price)) return;
  int inside = 0; /* placeholders: their forms are no numbers of the author */
  for (const char *at = text; *at; at++) {
    inside += (*at == '{') - (*at == '}');
    if (inside || !isdigit((unsigned char)*at) ||
        (at > text && isalnum((unsigned char)at[-1])))
      continue;
    char *end;
    long long number = strtoll(at, &end, 10);
    bool of = *end == ' ' && !strncasecmp(end + 1, x->noun, n);
    const char *after = of ? end + 1 + n : end;
    if (of && tolower((unsigned char)*after) == 's') after++;
    if (of && !isalpha((unsigned char)*after) && !among(x, number))
      tell(d, loc, at, (int)(after - at), x);
    at = end > at ? end - 1 : at;
  }
}

void text_nouns(Diags *d, Loc loc, const char *text, const Node *body)
{
  Changes c = {.n = 0};
  if (!strpbrk(text, "0123456789")) return;
  for (; body; body = body->next) collect(&c, body, NULL, false, 0);
  for (int i = 0; !c.open && i < c.n; i++) look_for(d, loc, text, &c.at[i]);
}
