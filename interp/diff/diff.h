/* Two rulesets compared by what they mean: declarations that were added, removed, changed
 * or renamed, down to the smallest changed statement.
 *
 * It stands beside compare.h, which plays one game under two programs: this looks at the
 * trees, with what the compiler found out about names.  A program would not do, since
 * code has neither the words of the author nor the shape of a statement; the bare tree
 * would not, either, since a name in it means nothing yet.
 *
 * Layout, comments, line numbers, the files that declarations stand in and their order
 * are no difference, except where the language gives the order a meaning: things of a
 * kind, words of a type, rows of a table that overlap, rules around one event. */
#ifndef REGEL_DIFF_H
#define REGEL_DIFF_H
#include "grammar/tree.h"
#include "interp/base/json.h"
#include "interp/code/program.h"
#include "interp/base/buf.h"
#include "interp/text/lang.h"

enum { DIFF_OLD, DIFF_NEW, DIFF_SIDES };

/* ---- the two rulesets ----------------------------------------------------------- */

typedef struct DiffRules DiffRules;

/* Takes a parsed unit, keeps its tree as it was written, and compiles it.  *program is
 * NULL if that fails; what is wrong stands in u->diags.  Lives as long as u->arena. */
DiffRules *diff_rules(Unit *u, Program **program);
/* Keeps the sources that a program carries in a new unit, to be parsed again. */
bool diff_parse_stored(Unit *u, const Program *p);

/* ---- what differs --------------------------------------------------------------- */

typedef enum {
#define DIFF_GROUP(id, word, title) DIFF_##id,
#include "interp/diff/diff.def"
#undef DIFF_GROUP
  DIFF_GROUPS
} DiffGroup;

typedef enum {
  DIFF_ADDED,
  DIFF_REMOVED,
  DIFF_CHANGED,
  DIFF_RENAMED,
  DIFF_MOVED,
  DIFF_NOTHING /* how many there are */
} DiffKind;

/* What a change is about, for those who want only that. */
enum {
  DIFF_ABOUT_TEXT = 1,   /* wording that players read */
  DIFF_ABOUT_RULE = 2,   /* how the game is played */
  DIFF_ABOUT_CARD = 4,   /* one thing: its title, copies, printed values, text */
  DIFF_ABOUT_NUMBER = 8, /* nothing but numbers */
};

typedef struct DiffPlace {
  const char *file; /* NULL: there is none on this side */
  int line, column;
} DiffPlace;

typedef struct DiffChange {
  DiffGroup group;
  DiffKind kind;
  unsigned about;
  const char *sort;             /* "verb", "field", … */
  const char *name;             /* of the declaration as it is now, or as it was */
  const char *part;             /* what of it: "copies", "first value"; "" if all of it */
  const char *text[DIFF_SIDES]; /* NULL: there is none on this side */
  DiffPlace place[DIFF_SIDES];
  /* Rows that are cited, on either side; NULL after the last.  For a change: by the
   * innermost construct around it that cites any; and by the declaration's head. */
  const char *const *cites, *const *head_cites;
  bool code; /* text is source: statements or declarations */
} DiffChange;

typedef struct Diff Diff;

typedef struct DiffWish {
  bool tests;     /* compare tests, too */
  unsigned about; /* 0: everything, else only changes about one of these */
} DiffWish;

/* Never NULL.  Both rulesets must outlive it. */
Diff *diff_new(const DiffRules *old_rules, const DiffRules *new_rules, DiffWish wish);
void diff_free(Diff *d);
/* Returns how many there are, in the order in which they are read. */
int diff_changes(const Diff *d, const DiffChange **list);

const char *diff_group_word(DiffGroup g);  /* "rules" */
const char *diff_group_title(DiffGroup g); /* "Rules" */
const char *diff_kind_word(DiffKind k);    /* "changed" */

/* As keys of a record that is open: `changes` (empty if not wanted) and `counts`. */
void diff_json(Json *j, const Diff *d, bool changes);

/* A side as players read it. */
typedef struct DiffShown {
  const Program *program;
  const Lang *lang;
} DiffShown;

/* Adds what is another in one language: of texts that both sides have, and both have
 * translated. */
void diff_add_shown(Diff *d, const DiffShown *side);

/* ---- for people ----------------------------------------------------------------- */

/* The game's title as the ruleset gives it. */
const char *diff_title(const DiffRules *r);
/* All changes by group; the summary line; how many changes each group has; and the same
 * as an errata sheet in Markdown. */
void diff_tell(const Diff *d, Buf *b, bool color);
void diff_tell_summary(const Diff *d, Buf *b);
void diff_tell_counts(const Diff *d, Buf *b);
void diff_tell_markdown(const Diff *d, Buf *b, const char *old_name,
                        const char *new_name);

/* ---- two rulebooks --------------------------------------------------------------- */

typedef struct DiffRow {
  const char *id, *text;
  const char *words; /* the whole row, which may name rows of the other book; or NULL */
} DiffRow;

/* The ledger that a ruleset has to implement. */
typedef struct DiffBook {
  const char *name;
  const DiffRow *rows;
  size_t n;
} DiffBook;

/* Every row of both books (one for each side): changed, with what differs in the rules;
 * beside the row that a ledger names; in one of them only, with the row of the other that
 * is nearest in its words; or the same rule, with the words of both. */
void diff_tell_rows(const Diff *d, const DiffBook *book, Buf *b, bool markdown);

#endif
