/* Words and signs of other languages and of prose, and what they mean here. */
#include "interp/mend/mend_int.h"

/* What is written, and what may be meant by it, likeliest first. */
enum { MOST_MEANT = 6 };
static const struct {
  const char *is, *meant[MOST_MEANT];
} habits[] = {
    {"==", {"is", "="}},
    {"===", {"is"}},
    {"!=", {"is not"}},
    {"!==", {"is not"}},
    {"<>", {"is not"}},
    {"≠", {"is not"}},
    {"&&", {"and"}},
    {"&", {"and"}},
    {"||", {"or"}},
    {"=>", {">=", "{"}},
    {"=<", {"<="}},
    {"≤", {"<="}},
    {"≥", {">="}},
    {"×", {"*", "by"}},
    {"*", {"by"}},
    {"…", {".."}},
    {"...", {".."}},
    {"–", {"..", "-"}},
    {"->", {".", "to", ":"}},
    {"::", {"."}},
    {":=", {"=", "to"}},
    {"=", {"is", "to", ":", "by"}},
    {":", {"=", "is", "in"}},
    {"-", {"..", "_"}},
    {"/", {"|"}},
    {",", {"|", ";", ":", "and", " +"}},
    {";", {",", ""}},
    {"|", {",", "or"}},
    {"and", {",", "by", "+", ";"}},
    {"or", {"|", "otherwise", ","}},
    {"default", {"="}},
    {"without", {"-"}},
    {"plus", {"+"}},
    {"minus", {"-"}},
    {"a", {""}},
    {"an", {""}},
    {"the", {""}},
    {"?", {"", " or none"}},
    {"players", {""}},
    {"initially", {"="}},
    {"starts", {"="}},
    {"fail", {"require no"}},
    {"lowest", {"least", "min"}},
    {"smallest", {"least", "min"}},
    {"fewest", {"least", "min"}},
    {"minimum", {"min", "least"}},
    {"highest", {"most", "max"}},
    {"largest", {"most", "max"}},
    {"biggest", {"most", "max"}},
    {"best", {"most", "max"}},
    {"maximum", {"max", "most"}},
    {"length", {"count"}},
    {"size", {"count"}},
    {"len", {"count"}},
    {"number", {"0..99", "count", "0..9", "1..9"}},
    {"my", {"", "me."}},
    {"append", {"add"}},
    {"push", {"add"}},
    {"insert", {"add"}},
    {"show", {"reveal"}},
    {"replace", {"instead of"}},
    {"hidden", {"seen by none"}},
    {"except", {"-"}},
    {"excluding", {"-"}},
    {"optional", {"may"}},
    {"optionally", {"may"}},
    {"maybe", {"may"}},
    {"can", {"may"}},
    {"damage", {"lower"}},
    {"hurt", {"lower"}},
    {"heal", {"raise"}},
    {"change", {"set"}},
    {"make", {"set", "let"}},
    {"give", {"move"}},
    {"randomly", {"random"}},
    {"below", {"under"}},
    {"beneath", {"under"}},
    {"underneath", {"under"}},
    {"mod", {"/"}},
    {"field", {""}},
    {"var", {"let", ""}},
    {"everybody", {"players"}},
    {"everyone", {"players"}},
    {"constant", {"value"}},
    {"rule", {"verb", "always"}},
    {"event", {"when", "after"}},
    {"begin", {"{"}},
    {"end", {"}"}},
    {"total", {"sum"}},
    {"exists", {"any"}},
    {"some", {"any"}},
    {"one", {"1"}},
    {"two", {"2"}},
    {"three", {"3"}},
    {"four", {"4"}},
    {"five", {"5"}},
    {"six", {"6"}},
    {"seven", {"7"}},
    {"eight", {"8"}},
    {"nine", {"9"}},
    {"ten", {"10"}},
    {"twelve", {"12"}},
    {"twenty", {"20"}},
    {"true", {"yes"}},
    {"True", {"yes"}},
    {"TRUE", {"yes"}},
    {"false", {"no"}},
    {"False", {"no"}},
    {"FALSE", {"no"}},
    {"null", {"none"}},
    {"nil", {"none"}},
    {"None", {"none"}},
    {"nothing", {"none"}},
    {"nobody", {"none"}},
    {"empty", {"none"}},
    {"elif", {"else if"}},
    {"elsif", {"else if"}},
    {"elseif", {"else if"}},
    {"otherwise", {"else"}},
    {"else", {"otherwise", "any"}},
    {"for", {"each", "per", "of"}},
    {"foreach", {"each"}},
    {"every", {"each"}},
    {"forall", {"each", "all"}},
    {"while", {"repeat while", "if", "where"}},
    {"loop", {"repeat"}},
    {"do", {"repeat"}},
    {"until", {"while not", "repeat while not"}},
    {"unless", {"if not"}},
    {"break", {"stop"}},
    {"exit", {"stop"}},
    {"leave", {"stop"}},
    {"assert", {"expect", "require"}},
    {"check", {"expect", "require"}},
    {"ensure", {"require", "always"}},
    {"print", {"note"}},
    {"log", {"note"}},
    {"say", {"note"}},
    {"write", {"note"}},
    {"bool", {"flag"}},
    {"boolean", {"flag"}},
    {"string", {"text"}},
    {"str", {"text"}},
    {"int", {"0..99", ""}},
    {"integer", {"0..99"}},
    {"into", {"to", "in"}},
    {"onto", {"to", "on"}},
    {"in", {"to", "from", "of"}},
    {"to", {"by", "from", "..", "in"}},
    {"of", {"in", "from", "to", "by"}},
    {"from", {"of", "in", "to"}},
    {"by", {"to", "with"}},
    {"on", {"after", "to", "when"}},
    {"with", {"by", "to", "if", "for"}},
    {"x", {"*", "by"}},
    {"times", {"", "*"}},
    {"be", {"="}},
    {"is", {"=", "in", ":"}},
    {"are", {"is"}},
    {"equals", {"is"}},
    {"isnt", {"is not"}},
    {"secret", {"secretly"}},
    {"visible", {"seen"}},
    {"shown", {"seen"}},
    {"upon", {"after"}},
    {"whenever", {"when"}},
    {"when", {"if", "where"}},
    {"if", {"where", "when", "while"}},
    {"where", {"if"}},
    {"const", {"let", "value"}},
    {"def", {"verb", "value"}},
    {"function", {"verb", "value"}},
    {"func", {"verb", "value"}},
    {"procedure", {"verb"}},
    {"action", {"verb"}},
    {"class", {"kind"}},
    {"enum", {"type"}},
    {"import", {"use"}},
    {"include", {"use"}},
    {"self", {"this", "me"}},
    {"increase", {"raise"}},
    {"increment", {"raise"}},
    {"add", {"raise"}},
    {"decrease", {"lower"}},
    {"reduce", {"lower"}},
    {"subtract", {"lower"}},
    {"pick", {"choose"}},
    {"select", {"choose"}},
    {"array", {"list"}},
    {"deck", {"pile"}},
    {"player", {"players", "it", "me"}},
    {"Players", {"players"}},
    {"return", {"win", "stop"}},
    {"put", {"move"}},
    {"(", {"{"}},
    {")", {"}"}},
    {"[", {"(", "{"}},
    {"]", {")", "}"}},
    {"then", {"{", ""}},
    {"not", {"is not"}},
    {"“", {"\""}},
    {"”", {"\""}},
    {"’", {"\""}},
    {"//", {"#"}},
    {"verb", {""}},
    {"each", {""}},
    {"choose", {""}},
    {"let", {"set"}},
    {"set", {"let"}},
    {"test", {"test \"a test\""}},
};

static const char *const *meant_by(const Line *l, int i)
{
  for (size_t k = 0; k < sizeof habits / sizeof *habits; k++)
    if (line_is(l, i, habits[k].is)) return habits[k].meant;
  return NULL;
}

/* A word of ours may stand where it is: only what is near the spot is doubted. */
static bool doubted(const Mend *m, int i)
{
  static const char ours[] =
      "( ) [ ] = : - / , ; | otherwise else for while do in to of from by "
      "on with x is if where when has add put check log say write "
      "and or then not value verb each choose let set empty test deck "
      "player";
  int d = i - m->spot;
  return !line_in(&m->line, i, ours) || (d >= -3 && d <= 3);
}

/* The words of the line, from the spot outwards. */
static int outwards(const Mend *m, int k)
{
  int i = k % 2 ? m->spot - (k + 1) / 2 : m->spot + k / 2;
  return i >= 0 && i < m->line.n ? i : -1;
}

static bool try_habits(Mend *m)
{
  const Line *l = &m->line;
  for (int rank = 0; rank < MOST_MEANT; rank++)
    for (int k = 0; k <= 2 * l->n + 1; k++) {
      int i = outwards(m, k);
      const char *const *meant = i < 0 ? NULL : meant_by(l, i);
      if (!meant || !meant[rank] || !doubted(m, i)) continue;
      bool tight =
          !meant[rank][0] && i + 1 < l->n &&
          (i == 0 || l->word[i - 1].to < l->word[i].from); /* left out with its blank */
      int to = tight ? l->word[i + 1].from : l->word[i].to;
      bool joined = i > 0 && l->word[i - 1].to == l->word[i].from &&
                    l->word[i].sort == W_SIGN && meant[rank][0] >= 'a';
      bool close =
          i + 1 < l->n && l->word[i + 1].from == l->word[i].to && meant[rank][0] >= 'a';
      if (mend_try(m, l->word[i].from, to, "%s%s%s", joined ? " " : "", meant[rank],
                   close ? " " : ""))
        return true;
    }
  return false;
}

/* All that is foreign on the line at once. */
static bool try_all_habits(Mend *m)
{
  const Line *l = &m->line;
  const char *all = "";
  int n = 0, from = 0;
  for (int i = 0; i < l->n; i++) {
    const char *const *meant = meant_by(l, i);
    bool foreign = line_in(l, i,
                           "== === != !== <> ≠ && & || => =< ≤ ≥ × … ... :: := "
                           "true True TRUE false False FALSE null nil None nothing "
                           "elif elsif elseif foreach bool boolean string into my");
    if (!meant || !foreign) continue;
    all = arena_printf(m->arena, "%s%.*s%s", all, l->word[i].from - from, l->text + from,
                       meant[0]);
    from = l->word[i].to;
    n++;
  }
  return n > 1 &&
         mend_try(m, 0, l->length, "%s%.*s", all, l->length - from, l->text + from);
}

/* The sign at the spot, wherever it stands on the line. */
static bool try_same_sign(Mend *m)
{
  const Line *l = &m->line;
  const char *const *meant = m->spot < l->n ? meant_by(l, m->spot) : NULL;
  if (!meant || !line_sort(l, m->spot, W_SIGN)) return false;
  const char *sign = mend_words(m, m->spot, m->spot + 1);
  for (int rank = 0; rank < MOST_MEANT && meant[rank]; rank++) {
    const char *all = "";
    int from = 0, n = 0;
    for (int i = 0; i < l->n; i++) {
      if (!line_is(l, i, sign)) continue;
      int to = l->word[i].from;
      while (meant[rank][0] == ':' && to > from && l->text[to - 1] == ' ') to--;
      all =
          arena_printf(m->arena, "%s%.*s%s", all, to - from, l->text + from, meant[rank]);
      from = l->word[i].to;
      n++;
    }
    if (n > 1 &&
        mend_try(m, 0, l->length, "%s%.*s", all, l->length - from, l->text + from))
      return true;
  }
  return false;
}

/* Several words that mean others of ours. */
static bool try_sayings(Mend *m)
{
  static const struct {
    const char *one, *two, *meant;
  } rows[] = {
      {"visible", "to", "seen by"},
      {"visible", "for", "seen by"},
      {"known", "to", "seen by"},
      {"known", "by", "seen by"},
      {"seen", "only", "seen"},
      {"or", "else", "otherwise"},
      {"as", "long", "repeat while"},
      {"at", "random", "random"},
      {"equal", "to", ""},
      {"list", "of", "list 9 of"},
      {"not", "is", "is not"},
      {"is", "no", "is not"},
      {"for", "each", "each"},
      {"for", "every", "each"},
      {"for", "all", "each"},
      {"one", "of", ""},
      {"end", "if", "}"},
      {"instead", "", "instead of"},
      {"is", "one", "in"},
      {"if", "(", "if"},
      {"set", "", "set of"},
      {"pile", "", "pile of"},
      {"plus", "", "+"},
      {"minus", "", "-"},
      {"mod", "", "-"},
  };
  const Line *l = &m->line;
  for (int i = 0; i < l->n; i++)
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
      if (!line_is(l, i, rows[k].one)) continue;
      bool two = rows[k].two[0];
      if (two && !line_is(l, i + 1, rows[k].two)) continue;
      if (MEND(m, i, i + 1 + two, "%s", rows[k].meant)) return true;
    }
  return false;
}

/* `!x` is a sign before a word, never between two. */
static bool try_not(Mend *m)
{
  for (int i = 0; i < m->line.n; i++)
    if (line_is(&m->line, i, "!") &&
        mend_try(m, m->line.word[i].from, m->line.word[i].to, "not "))
      return true;
  return false;
}

bool mend_habits(Mend *m) { return try_sayings(m) || try_same_sign(m) || try_habits(m); }

bool mend_foreign(Mend *m) { return try_all_habits(m) || try_not(m); }
