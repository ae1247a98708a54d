/* What of a rule can be told to players.
 *
 * Cards are written to be read: all that they do has words.  The body of a verb is also
 * bookkeeping: values without a name, positions, numbers worked out on the way, fields
 * that are set to yes.  A sentence made of these would be source in disguise, so of such
 * a step nothing is said but that there is one; the rules themselves say what. */
#include "interp/po/message.h"
#include "interp/text/card/compose_int.h"

#include <string.h>

static bool noun(const Composer *c, int at);
static bool condition(const Composer *c, int at);

static PhraseOp op_of(const Composer *c, int at) { return (PhraseOp)row(c, at)->op; }

static bool parts_are_nouns(const Composer *c, int at)
{
  for (int k = 0; k < row(c, at)->kids; k++)
    if (!noun(c, part(c, at, k))) return false;
  return true;
}

static bool is_flag(const Composer *c, int type)
{
  return type >= 0 && c->p->types[type].tag == T_FLAG;
}

/* A field or printed value with a label, of somebody who can be named. */
static bool labelled(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  bool field = p->op == PH_FIELD;
  int32_t text = field ? c->p->fields[p->arg].text : c->p->columns[p->arg].text,
          type = field ? c->p->fields[p->arg].type : c->p->columns[p->arg].type;
  return text >= 0 && !is_flag(c, type) && p->kids < 2 && parts_are_nouns(c, at);
}

/* "that agent": of a kind that players have a word for. */
static bool has_word(const Composer *c, int kind)
{
  return kind >= 0 && kind < c->p->n_kinds &&
         (c->p->kinds[kind].text >= 0 || c->p->kinds[kind].flags & KIND_PLAYER);
}

/* How many are chosen: a number that is written there. */
static bool choice(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  PhraseOp many = p->kids > 1 ? op_of(c, part(c, at, 1)) : PH_NUMBER;
  int set = part(c, at, 0);
  if (op_of(c, set) == PH_TYPE) return false; /* words in no case */
  if (op_of(c, set) == PH_VALUE && !compose_mere_plural(c, row(c, set), p->arg))
    return false; /* "a guest at your table" of your choice */
  return (p->arg < 0 || has_word(c, p->arg)) && (many == PH_NUMBER || many == PH_SPAN) &&
         parts_are_nouns(c, at);
}

static bool call(const Composer *c, int at)
{
  const char *name = program_string(c->p, row(c, at)->arg);
  bool known = !strcmp(name, "count") || !strcmp(name, "top") || !strcmp(name, "only");
  return known && row(c, at)->kids == 1 && parts_are_nouns(c, at);
}

/* A condition on what was just named, which stands behind it. */
static bool attribute(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  if (p->op == PH_HAND) return true;
  if (p->op == PH_VALUE) {
    for (int k = 0; k < p->kids; k++) {
      PhraseOp of = op_of(c, part(c, at, k));
      if (of != PH_IT && of != PH_ME) return false;
    }
    return p->arg >= 0;
  }
  return false; /* "whose Place is 7" */
}

static bool noun(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  switch ((PhraseOp)p->op) {
  case PH_NUMBER:
  case PH_WORD:
  case PH_THING:
  case PH_TYPE:
  case PH_PLAYERS:
  case PH_ME:
  case PH_HAND: return true;
  case PH_THIS: return has_word(c, p->arg - 1);
  case PH_KIND:
  case PH_IT:
  case PH_THAT: return has_word(c, p->arg);
  case PH_CHOOSE:
  case PH_RANDOM: return choice(c, at);
  case PH_SPAN: return parts_are_nouns(c, at);
  case PH_FIELD:
  case PH_COLUMN: return labelled(c, at);
  case PH_VALUE: return p->arg >= 0 && !p->kids;
  case PH_WHERE: return noun(c, part(c, at, 0)) && attribute(c, part(c, at, 1));
  case PH_SUM: return parts_are_nouns(c, at);
  case PH_LESS: return p->arg && parts_are_nouns(c, at);
  case PH_CALL: return call(c, at);
  default: return false;
  }
}

/* Somebody or something, or where or whose it is: what a number or a word is compared
 * with is bookkeeping. */
static bool is_thing(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  switch ((PhraseOp)p->op) {
  case PH_THING:
  case PH_ME:
  case PH_THIS:
  case PH_IT:
  case PH_THAT:
  case PH_CHOOSE: return noun(c, at);
  case PH_FIELD: {
    int32_t type = c->p->fields[p->arg].type;
    return p->kids == 1 && type >= 0 && c->p->types[type].tag == T_THING && noun(c, at);
  }
  default: return false;
  }
}

static bool condition(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  int x = p->kids > 0 ? part(c, at, 0) : -1, y = p->kids > 1 ? part(c, at, 1) : -1;
  switch ((PhraseOp)p->op) {
  case PH_NOT:
    return (op_of(c, x) == PH_EMPTY || op_of(c, x) == PH_ANY) && condition(c, x);
  case PH_AND:
  case PH_OR:
    for (int k = 0; k < p->kids; k++) { /* "a and b or c" would be two conditions */
      PhraseOp op = op_of(c, part(c, at, k));
      if ((op == PH_AND || op == PH_OR) && op != (PhraseOp)p->op) return false;
      if (!condition(c, part(c, at, k))) return false;
    }
    return true;
  case PH_IS: return is_thing(c, x) && is_thing(c, y);
  case PH_COMPARE:
    return (op_of(c, x) == PH_VALUE || op_of(c, x) == PH_CALL) && noun(c, x) &&
           op_of(c, y) == PH_NUMBER;
  case PH_EMPTY: return op_of(c, x) == PH_FIELD && !row(c, x)->kids && noun(c, x);
  case PH_ANY: return noun(c, x) && attribute(c, y);
  case PH_VALUE: return p->arg >= 0 && !p->kids;
  case PH_HAND: return true;
  default: return false;
  }
}

/* A placeholder that follows another or a number takes a title: "{road} {r}", "one {r}",
 * "{n|{r}|{r:many}}".  What is not called by its title does not fit there. */
static bool takes_title(const char *source, const char *name)
{
  static const char *const before[] = {"} ", "}: ", "one ", "|"};
  PoPlaceholder p;
  for (const char *at = source; po_placeholder(&at, &p);) {
    const char *open = p.name - 1;
    if (strlen(name) != p.name_n || strncmp(p.name, name, p.name_n) != 0) continue;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
      size_t n = strlen(before[i]);
      if (open >= source + n && !strncmp(open - n, before[i], n)) return true;
    }
  }
  return false;
}

static bool verb(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  const char *source = program_string(c->p, c->p->texts[p->arg].source);
  PoPlaceholder slot;
  for (const char *s = source; po_placeholder(&s, &slot);)
    if (memchr(slot.name, '.', slot.name_n)) return false; /* {card.number} of which? */
  for (int k = 0; k < p->kids; k++) {
    int arg = part(c, at, k), value = part(c, arg, 0);
    PhraseOp op = op_of(c, value);
    bool title = op == PH_THING || op == PH_NUMBER || op == PH_WORD;
    bool owned = op == PH_FIELD || op == PH_COLUMN;
    if (owned && (!row(c, value)->kids || op_of(c, part(c, value, 0)) != PH_ME))
      return false; /* a verb wants what it is, not what it stands for */
    if (!noun(c, value) ||
        (!title && takes_title(source, program_string(c->p, row(c, arg)->arg))))
      return false;
  }
  return true;
}

static bool each(const Composer *c, int at)
{
  int set = part(c, at, 0);
  PhraseOp op = op_of(c, set);
  bool known = op == PH_KIND || op == PH_PLAYERS || op == PH_WHERE || op == PH_VALUE ||
               op == PH_FIELD;
  return !row(c, at)->arg && known && noun(c, set) &&
         (op != PH_FIELD || (!row(c, set)->kids && has_word(c, row(c, at)->arg2 - 1)));
}

bool compose_tells(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  switch ((PhraseOp)p->op) {
  case PH_VERB: return verb(c, at);
  case PH_SHUFFLE: return op_of(c, part(c, at, 0)) == PH_FIELD && parts_are_nouns(c, at);
  case PH_REVEAL: return op_of(c, part(c, at, 1)) != PH_ME && parts_are_nouns(c, at);
  case PH_WIN: return parts_are_nouns(c, at);
  case PH_REQUIRE:
  case PH_IF: return condition(c, part(c, at, 0));
  case PH_EACH: return each(c, at);
  case PH_REPEAT:
    if (p->arg == 2 && !condition(c, part(c, at, 1))) return false;
    return p->arg == 1 ? condition(c, part(c, at, 0))
                       : p->kids < 2 || op_of(c, part(c, at, 0)) == PH_NUMBER;
  case PH_RAISE: /* what verbs with words of their own are made of */
  case PH_LOWER:
  case PH_SET:
  case PH_MOVE:
  case PH_DRAW:
  case PH_ADD:
  case PH_SLOT_CALL:
  case PH_AS: return false;
  default: return true;
  }
}

bool compose_tells_change(const Composer *c, int at)
{
  const PPhrase *p = row(c, at);
  PhraseOp value = op_of(c, part(c, at, 0));
  bool said = value == PH_FLAG || value == PH_NONE || value == PH_NUMBER ||
              value == PH_WORD || value == PH_THING;
  bool mine = p->kids > 1 && op_of(c, part(c, at, 1)) == PH_ME; /* "you is wet" */
  return said && !mine && (p->kids < 2 || noun(c, part(c, at, 1)));
}
