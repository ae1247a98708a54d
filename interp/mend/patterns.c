/* Turns of speech, as a table: what is said is looked for on the line, and what it is
 * here is tried. */
#include "interp/base/invariant.h"
#include "interp/mend/mend_int.h"

#include <string.h>

enum { MOST_MEANINGS = 5, MOST_CAPTURED = 8 };

static const struct {
  const char *faults, *said, *meant[MOST_MEANINGS];
} patterns[] = {
#define PATTERN(faults, said, ...) {faults, said, {__VA_ARGS__}},
#include "interp/mend/pattern.def"
#undef PATTERN
};

typedef struct Match {
  char letter[MOST_CAPTURED];
  int from[MOST_CAPTURED], to[MOST_CAPTURED];
  int n;
} Match;

static bool ends_rest(const Line *l, int i, bool condition)
{
  if (line_in(l, i, "{ } ;")) return true;
  return condition &&
         (line_in(l, i, ") ,") || line_sort(l, i, W_TEXT) || line_is(l, i, "@"));
}

/* Where a rest or a condition that begins at word i may end, at the latest. */
static int rest_end(const Line *l, int i, bool condition)
{
  for (int depth = 0; i < l->n; i++) {
    if (!depth && ends_rest(l, i, condition)) return i;
    depth += line_in(l, i, "( [") - line_in(l, i, ") ]");
    if (depth < 0) return i;
  }
  return i;
}

static bool one_of(const Line *l, int i, const char *word, size_t n)
{
  if (i >= l->n) return false;
  size_t k = (size_t)(l->word[i].to - l->word[i].from);
  const char *t = l->text + l->word[i].from;
  if (n == k && !strncmp(word, t, n)) return true; /* also a "/" itself */
  for (size_t from = 0; from < n;) {
    size_t to = from;
    while (to < n && word[to] != '/') to++;
    if (to - from == k && !strncmp(word + from, t, k)) return true;
    from = to + 1;
  }
  return false;
}

/* A letter that stands twice means the same twice. */
static bool differs(const Line *l, const Match *m, char letter, int i, int j, int n)
{
  int from = line_from(l, i), length = line_to(l, j) - from;
  for (int k = 0; k < n; k++) {
    int first = line_from(l, m->from[k]);
    if (m->letter[k] == letter &&
        (line_to(l, m->to[k]) - first != length ||
         strncmp(l->text + first, l->text + from, (size_t)length)))
      return true;
  }
  return false;
}

/* x3, d6 */
static bool is_times(const Line *l, int i)
{
  if (!line_sort(l, i, W_NAME)) return false;
  int n = l->word[i].to - l->word[i].from;
  return n > 1 && (int)strspn(l->text + l->word[i].from + 1, "0123456789") >= n - 1;
}

/* Fits the words from i on?  Where they end, or -1. */
static int fit(const Line *l, int i, const char *said, Match *m)
{
  while (*said == ' ') said++;
  if (!*said) return i;
  size_t n = strcspn(said, " ");
  bool hole = n == 2 && strchr("$@#&*%?", said[0]) && said[1] >= 'a' && said[1] <= 'z';
  if (!hole && n > 2 && said[1] == '=' && m->n < MOST_CAPTURED) { /* f=sum/max/min */
    if (!one_of(l, i, said + 2, n - 2)) return -1;
    m->letter[m->n] = said[0], m->from[m->n] = i, m->to[m->n++] = i + 1;
    return fit(l, i + 1, said + n, m);
  }
  if (!hole) return one_of(l, i, said, n) ? fit(l, i + 1, said + n, m) : -1;
  int least = i + 1, most = i + 1;
  switch (said[0]) {
  case '@':
    if (!line_sort(l, i, W_NAME) || line_keyword(l, i)) return -1;
    break;
  case '#':
    if (!line_sort(l, i, W_NUMBER)) return -1;
    break;
  case '&':
    if (!line_sort(l, i, W_TEXT)) return -1;
    break;
  case '?':
    if (!is_times(l, i)) return -1;
    break;
  case '$':
    most = line_operand_end(l, i); /* all of it, or up to one of its dots */
    if (line_keyword(l, i) && !line_in(l, i, "it me this none yes no")) return -1;
    break;
  default: most = rest_end(l, i, said[0] == '%'); break;
  }
  if (least <= i || most < least || m->n == MOST_CAPTURED) return -1;
  int k = m->n++;
  for (int to = most; to >= least; to--) {
    if (said[0] == '$' && to < most && !line_is(l, to, ".")) continue;
    if (differs(l, m, said[1], i, to, k)) continue;
    m->letter[k] = said[1], m->from[k] = i, m->to[k] = to;
    int end = fit(l, to, said + n, m);
    if (end >= 0) return end;
    m->n = k + 1;
  }
  m->n = k;
  return -1;
}

static const struct {
  const char *hole;
  unsigned sorts;
} holes[] = {{"<pile>", DECLARED_PILE},
             {"<field>", DECLARED_FIELD},
             {"<value>", DECLARED_VALUE},
             {"<kind>", DECLARED_KIND},
             {"<slot>", DECLARED_SLOT},
             {"<local>", DECLARED_LOCAL},
             {"<verb>", DECLARED_VERB},
             {"<option>", DECLARED_OPTION},
             {"<type>", DECLARED_KIND | DECLARED_TYPE}};

/* What was captured as it is ($), with | between its parts (~), or without its quotation
 * marks or its first letter (^). */
static const char *captured(Mend *m, char sign, int i, int j)
{
  const char *all = mend_words(m, i, j);
  size_t n = strlen(all), marks = *all == '"' ? 2 : 1; /* a text may lack its end */
  if (sign == '^') return n > marks ? arena_strndup(m->arena, all + 1, n - marks) : "";
  if (sign == '$') return all;
  all = "";
  for (int k = i; k < j; k++)
    all = arena_printf(m->arena, "%s%s%s", all, k > i ? " " : "",
                       line_in(&m->line, k, ", or") ? "|" : mend_words(m, k, k + 1));
  return all;
}

/* What is meant, with what was captured, and a declared name for the hole. */
static const char *filled(Mend *m, const Match *match, const char *meant,
                          const char *hole, const char *name)
{
  const char *all = "";
  while (*meant) {
    size_t n = strcspn(meant, "$~^<");
    all = arena_printf(m->arena, "%s%.*s", all, (int)n, meant);
    meant += n;
    if (*meant && *meant != '<') {
      int k = 0;
      while (k < match->n && match->letter[k] != meant[1]) k++;
      INVARIANT(k < match->n); /* the rows of the table name what they capture */
      all = arena_printf(m->arena, "%s%s", all,
                         captured(m, *meant, match->from[k], match->to[k]));
      meant += 2;
    } else if (*meant && hole && !strncmp(meant, hole, strlen(hole))) {
      all = arena_printf(m->arena, "%s%s", all, name);
      meant += strlen(hole);
    } else if (*meant) {
      all = arena_printf(m->arena, "%s<", all);
      meant++;
    }
  }
  return all;
}

static bool try_meaning(Mend *m, int i, int end, const Match *match, const char *meant)
{
  const char *name;
  for (int k = 0; strstr(meant, "<spoken>") && (name = mend_spoken(m, k)); k++)
    if (MEND(m, i, end, "%s", filled(m, match, meant, "<spoken>", name))) return true;
  if (strstr(meant, "<spoken>")) return false;
  for (size_t h = 0; h < sizeof holes / sizeof *holes; h++) {
    if (!strstr(meant, holes[h].hole)) continue;
    const Known *d;
    for (int k = 0; (d = mend_declared(m, holes[h].sorts, k)); k++)
      if (!mend_stands(m, d->name) &&
          MEND(m, i, end, "%s", filled(m, match, meant, holes[h].hole, d->name)))
        return true;
    return false;
  }
  return MEND(m, i, end, "%s", filled(m, match, meant, NULL, NULL));
}

static bool wanted(const Mend *m, const char *faults)
{
  static const char letters[] = {
      [FAULT_WRITING] = 'W', [FAULT_NAME] = 'N', [FAULT_PHRASE] = 'P',
      [FAULT_SORT] = 'S',    [FAULT_TEXT] = 'T', [FAULT_OTHER] = 'O'};
  return strchr(faults, letters[m->fault]) != NULL;
}

static bool try_patterns(Mend *m, bool of_code)
{
  const Line *l = &m->line;
  for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
    const char *faults = patterns[k].faults;
    if (of_code != (faults[0] == 'E')) continue;
    if (of_code ? !strstr(faults, diag_name(m->g->code)) : !wanted(m, faults)) continue;
    for (int i = 0; i < l->n; i++) {
      Match match = {.n = 0};
      int end = fit(l, i, patterns[k].said, &match);
      if (end <= i || m->spot < i - 2 || m->spot > end + 2) continue;
      for (int j = 0; j < MOST_MEANINGS && patterns[k].meant[j]; j++)
        if (try_meaning(m, i, end, &match, patterns[k].meant[j])) return true;
    }
  }
  return false;
}

bool mend_patterns(Mend *m) { return try_patterns(m, false); }
bool mend_by_code(Mend *m) { return try_patterns(m, true); }
