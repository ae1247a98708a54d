/* What `regel compare` found out, and how it is told. */
#ifndef REGEL_JUDGED_H
#define REGEL_JUDGED_H
#include "interp/cmd/cli.h"
#include "interp/cmd/words/statements.h"
#include "interp/base/json.h"
#include "interp/agree/rule.h"

typedef enum { VERDICT_AGREES, VERDICT_WORDING, VERDICT_SUBSTANCE } Verdict;

/* The texts of one id, judged. */
typedef struct Judged {
  const char *id;
  const Facts *const *versions;
  int count;
  bool ruled;                          /* a rule of the game is meant */
  const char *place;                   /* where it stands: "scenarios/x/game.regel:12" */
  Differences differences;             /* between the versions */
  Disagreements against[MAX_VERSIONS]; /* of each version with the rule */
  Verdict verdict;
} Judged;

const char *judged_verdict(Verdict v);
/* Adds what people read; `wording`: differences that do not matter, too. */
void judged_tell(Buf *b, const Judged *j, bool wording);

void judged_json(Json *out, const Judged *j);

#endif
