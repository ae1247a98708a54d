/* Who may know what an expression reads, and by which way it comes to it. */
#ifndef REGEL_KNOWLEDGE_H
#define REGEL_KNOWLEDGE_H
#include "interp/sema/model.h"

typedef struct Via { /* a value or a name on the way */
  const char *what, *name;
  Loc at;
} Via;

enum { MAX_VIA = 6, MAX_SHOWN = 4 };
typedef struct Leak {
  const Field *field; /* what is hidden, or NULL if it is not known which */
  Via via[MAX_VIA];   /* from the field outwards */
  int n;
} Leak;

/* The place in an expression that reads what not everybody may know (to_me: what the
 * acting player may not), with the way to it; NULL if there is none.  Piles in `shown`
 * (MAX_SHOWN of them, or NULL) count as known. */
Node *leak_find(Arena *a, Node *n, bool to_me, const Field *const *shown, Leak *way);
/* Adds the way to a diagnostic: who does not see what, and through what it got there. */
void leak_tell(Diags *d, Diag *g, const Leak *l, const char *whom);

#endif
