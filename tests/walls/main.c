/* build/walls [FIRST [COUNT]]: the static check and the pairs of games look at the
 * same random rulesets.  A ruleset that the check lets pass and that a reader can see
 * through is a hole in one of the walls; COUNT 0 shows the ruleset itself. */
#include "interp/code/compile.h"
#include "interp/leaks/leaks.h"
#include "tests/walls/gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 12, MOST_ANSWERS = 40 };

/* What the static check says, and what the pairs of games say. */
typedef enum { FLOW_PASSES, FLOW_REFUSES, FLOWS } Flow;
typedef enum { PAIRS_ALIKE, PAIRS_TOLD, PAIRS_READ, PAIRS_SAY } Pairs;
typedef struct Counts {
  long written, broken, errors, holes;
  long verdicts[FLOWS][PAIRS_SAY];
  long parts[LEAK_PARTS]; /* of what was read */
} Counts;

static Program *read(const char *text, bool open, bool show)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->open = open;
  unit_parse_text(u, "walls.regel", text, strlen(text));
  Program *p = compile(u);
  if (show) diags_print(stdout, &u->diags, &u->sources, DIAG_HUMAN, false, SEV_ERROR);
  unit_free(u);
  arena_free(arena);
  return p;
}

static Pairs play(const Program *p, uint64_t number, Counts *c, bool show)
{
  LeakPlan plan = {.program = p, .seats = 2 + (int)(number % 2), .seed = number, .games = PAIRS, .jobs = 1, .most = MOST_ANSWERS, .reader = VIEW_ALL};
  LeakResult r = {0};
  Pairs said = PAIRS_ALIKE;
  if (leaks_run(&plan, &r)) abort();
  c->errors += r.ends[PAIR_ERROR] > 0;
  if (r.ends[PAIR_LEAK]) said = PAIRS_READ;
  else if (r.ends[PAIR_TOLD]) said = PAIRS_TOLD;
  if (said == PAIRS_READ && r.found) c->parts[r.leak.part]++;
  if (show && r.found)
    printf("reader %d, %s, after %d answers:\n%schanged:\n%sfirst:\n%ssecond:\n%s", r.leak.reader, leak_part_name(r.leak.part),
           r.leak.answers, buf_text(&r.leak.story), buf_text(&r.leak.changed), buf_text(&r.leak.first), buf_text(&r.leak.second));
  leaks_free(&r);
  return said;
}

static void judge(uint64_t number, Counts *c, bool show)
{
  Buf text = {0};
  write_ruleset(number, &text);
  if (show) puts(buf_text(&text));
  Program *checked = read(buf_text(&text), false, show), *open = read(buf_text(&text), true, false);
  c->written++;
  if (!open) c->broken++;
  else {
    Flow flow = checked ? FLOW_PASSES : FLOW_REFUSES;
    Pairs said = play(open, number, c, show);
    c->verdicts[flow][said]++;
    if (flow == FLOW_PASSES && said != PAIRS_ALIKE) {
      c->holes++;
      printf("ruleset %llu: the check lets it pass, and a reader was %s\n", (unsigned long long)number,
             said == PAIRS_TOLD ? "told" : "shown what he may not know");
    }
  }
  if (checked) program_free(checked);
  if (open) program_free(open);
  buf_free(&text);
}

int main(int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  long many = argc > 2 ? strtol(argv[2], NULL, 10) : 200;
  Counts c = {0};
  for (uint64_t i = first; i < first + (uint64_t)(many ? many : 1); i++) judge(i, &c, !many);
  printf("%ld rulesets, %ld do not compile, %ld with run-time errors\n"
         "                     alike     told     read\n"
         "the check passes  %8ld %8ld %8ld\n"
         "the check refuses %8ld %8ld %8ld\n",
         c.written, c.broken, c.errors, c.verdicts[0][0], c.verdicts[0][1], c.verdicts[0][2], c.verdicts[1][0],
         c.verdicts[1][1], c.verdicts[1][2]);
  for (int i = 0; i < LEAK_PARTS; i++)
    if (c.parts[i]) printf("read in %s: %ld\n", leak_part_name((LeakPart)i), c.parts[i]);
  printf("%ld holes\n", c.holes);
  return c.holes > 0;
}
