/* The texts of one statement, judged, and what is told of them. */
#ifndef REGEL_JUDGED_H
#define REGEL_JUDGED_H
#include "interp/agree/rule.h"
#include "interp/base/json.h"

typedef enum { VERDICT_AGREES, VERDICT_WORDING, VERDICT_SUBSTANCE } Verdict;

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

void judged_json(Json *out, const Judged *j);

#endif
