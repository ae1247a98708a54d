/* "Pay 2 Gold and gain 1 Wood" where the rule takes 1 Gold and gives 2 Wood: each number
 * is there, but of something else. */
#include "interp/find/text.h"
#include "interp/sema/builtin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_CHANGED = 16, MOST_AMOUNTS = 8 };

typedef struct Changed {
  const Field *field;
  int64_t amount[MOST_AMOUNTS];
  int n;
  bool open; /* by how much cannot be told from here */
} Changed;

typedef struct Changes {
  Changed at[MOST_CHANGED];
  int n;
  bool open; /* something is called that may change anything */
} Changes;

static Changed *changed(Changes *c, const Node *n)
{
  bool name = n && (n->tag == N_NAME || n->tag == N_DOT);
  const Field *x = name && n->sym && n->sym->tag == SY_FIELD ? n->sym->field : NULL;
  if (!x) {
    c->open = true; /* a cell, or something computed */
    return NULL;
  }
  for (int i = 0; i < c->n; i++)
    if (c->at[i].field == x) return &c->at[i];
  if (c->n == MOST_CHANGED) {
    c->open = true;
    return NULL;
  }
  c->at[c->n] = (Changed){.field = x};
  return &c->at[c->n++];
}

static void collect(Changes *c, const Node *n, bool often, int depth)
{
  if (!n || depth > 60) return;
  often |= n->tag == N_EACH || n->tag == N_REPEAT;
  if (n->tag == N_RAISE || n->tag == N_LOWER || n->tag == N_SET) {
    Changed *x = changed(c, n->a);
    bool plain = n->tag != N_SET && !often && n->b && n->b->tag == N_NUM;
    if (x && plain && x->n < MOST_AMOUNTS) x->amount[x->n++] = n->b->num;
    else if (x) x->open = true;
  }
  if (n->tag == N_PHRASE && (n->op == BP_VERB || n->op == BP_SLOT)) c->open = true;
  bool asks = n->tag == N_IS || n->tag == N_LT || n->tag == N_LE || n->tag == N_GT ||
              n->tag == N_GE; /* a text may tell what it depends on, too */
  if (asks) c->open = true;
  for (Parts p = parts_of(n, PARTS_MEANT); parts_next(&p);)
    collect(c, p.at, often, depth + 1);
}

static bool among(const Changed *x, int64_t n)
{
  for (int i = 0; i < x->n; i++)
    if (x->amount[i] == n) return true;
  return false;
}

/* "2 Gold" somewhere in the text, with another number than the rule has of it. */
static void look_for(Diags *d, Loc loc, const char *text, const Changed *x)
{
  const char *noun = x->field->decl->label;
  size_t n = noun ? strcspn(noun, "|") : 0;
  if (n < 3 || x->open) return;
  for (const char *at = text; *at; at++) {
    if (!isdigit((unsigned char)*at) || (at > text && isalnum((unsigned char)at[-1])))
      continue;
    char *end;
    long long number = strtoll(at, &end, 10);
    bool of = *end == ' ' && !strncasecmp(end + 1, noun, n) &&
              !isalpha((unsigned char)end[1 + n]);
    if (of && !among(x, number)) {
      Diag *g = diag_add(d, DIAG_TEXT_NUMBER, loc,
                         "the text says \"%.*s\", the rule has %lld of it",
                         (int)(end + 1 + n - at), at, (long long)x->amount[0]);
      diag_hint(d, g, "write what the rule does, or mend the rule");
    }
    at = end > at ? end - 1 : at;
  }
}

void text_nouns(Diags *d, Loc loc, const char *text, const Node *body)
{
  Changes c = {.n = 0};
  for (; body; body = body->next) collect(&c, body, false, 0);
  for (int i = 0; !c.open && i < c.n; i++) look_for(d, loc, text, &c.at[i]);
}
