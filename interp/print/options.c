/* The command line of regel print. */
#include "interp/print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char help[] =
    "Usage: regel print [OPTION…] GAME [NAME…] -o FILE.pdf|FOLDER\n"
    "Draws the cards of a ruleset: all of them, or the things and kinds that are named.\n"
    "\n"
    "  -o, --output FILE      the PDF; with --png, --svg and --tts a folder\n"
    "      --lang L,…         in these languages, side by side\n"
    "      --set OPTION=VALUE the cards as these settings have them; may be repeated\n"
    "      --players P        the cards for so many\n"
    "      --pack PACK        with what a pack adds; may be repeated\n"
    "      --since VERSION    only what changed since NAME:NUMBER or NAME:last in the "
    "database\n"
    "      --db FILE          the database of --since\n"
    "      --all              everything with a face: the board, tokens and places, too\n"
    "      --paper SIZE       a4 (as it is), letter, WxH in mm, or card: one card a "
    "page\n"
    "      --size WxH         the size of all cards in mm (63x88, or as the rules say)\n"
    "      --bleed MM         colour beyond the edge, 0 to 5 (as much as fits)\n"
    "      --fold             front and back side by side, to be folded\n"
    "      --flip EDGE        two-sided printing over the long edge (as it is), or "
    "short\n"
    "      --no-backs         fronts only\n"
    "      --ink-saver        white grounds and thin lines\n"
    "      --large            large type\n"
    "      --safe             show the zone that no knife touches\n"
    "      --font NAME        another font (Lato)\n"
    "      --png, --svg       one picture a card; --dpi N (300)\n"
    "      --tts              a saved table for Tabletop Simulator, with its sheets\n"
    "      --sheet            a table of all faces (CSV) for other programs\n"
    "\n"
    "Pictures are art/ID.svg beside the rules, for a thing or a kind; icons in texts "
    "are\n"
    "icons/ID.svg, for anything that has a name. Text that does not fit and\n"
    "characters without a glyph are reported; the exit code is 1 then.\n";

/* ---- values --------------------------------------------------------------------- */

static int wrong(const char *what, const char *value)
{
  print_error("%s \"%s\"; regel print --help lists what there is", what, value);
  return PRINT_USAGE;
}

static bool read_size(const char *s, double least, double most, double *w, double *h)
{
  char *end;
  *w = strtod(s, &end);
  if (end == s || (*end != 'x' && *end != 'X')) return false;
  const char *second = end + 1;
  *h = strtod(second, &end);
  return end != second && !*end && *w >= least && *w <= most && *h >= least && *h <= most;
}

static bool read_paper(Options *o, const char *s)
{
  static const struct {
    const char *name;
    double w, h;
  } papers[] = {
      {"a4", 210, 297}, {"letter", 215.9, 279.4}, {"a3", 297, 420}, {"card", 0, 0}};
  for (size_t i = 0; i < sizeof papers / sizeof *papers; i++)
    if (!strcmp(s, papers[i].name)) {
      o->paper_w = papers[i].w;
      o->paper_h = papers[i].h;
      return true;
    }
  return read_size(s, 50, 2000, &o->paper_w, &o->paper_h);
}

static bool read_number(const char *s, double least, double most, double *n)
{
  char *end;
  *n = strtod(s, &end);
  return end != s && !*end && *n >= least && *n <= most;
}

static void read_list(Names *list, char *s)
{
  for (char *at = s; at;) {
    char *comma = strchr(at, ',');
    if (comma) *comma = 0;
    if (*at) vec_push(list, at);
    at = comma ? comma + 1 : NULL;
  }
}

/* ---- options -------------------------------------------------------------------- */

/* Options without a value; true if it was one. */
static bool take_flag(Options *o, const char *name)
{
  const struct {
    const char *name;
    bool *flag, value;
  } flags[] = {{"fold", &o->fold, true},   {"no-backs", &o->backs, false},
               {"large", &o->large, true}, {"ink-saver", &o->ink_saver, true},
               {"safe", &o->safe, true},   {"all", &o->all, true}};
  static const struct {
    const char *name;
    PrintTo to;
  } forms[] = {{"png", TO_PNG}, {"svg", TO_SVG}, {"tts", TO_TTS}, {"sheet", TO_CSV}};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strcmp(name, flags[i].name)) return *flags[i].flag = flags[i].value, true;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (!strcmp(name, forms[i].name)) return o->to = forms[i].to, true;
  return false;
}

/* Options with one; -1 if it was taken, else an exit code. */
static int take_value(Options *o, const char *name, char *value)
{
  const struct {
    const char *name;
    const char **text;
  } texts[] = {{"output", &o->output},
               {"since", &o->since},
               {"db", &o->db},
               {"font", &o->font},
               {"book", &o->book}};
  const struct {
    const char *name;
    Names *list;
  } lists[] = {{"set", &o->sets}, {"pack", &o->packs}, {"drawn", &o->drawn}};
  double n;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(name, texts[i].name)) return *texts[i].text = value, -1;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (!strcmp(name, lists[i].name)) return vec_push(lists[i].list, value), -1;
  if (!strcmp(name, "lang")) return read_list(&o->langs, value), -1;
  if (!strcmp(name, "paper")) return read_paper(o, value) ? -1 : wrong("no paper", value);
  if (!strcmp(name, "size"))
    return read_size(value, 15, 400, &o->size_w, &o->size_h) ? -1
                                                             : wrong("no size", value);
  if (!strcmp(name, "bleed"))
    return read_number(value, 0, 5, &o->bleed) ? -1
                                               : wrong("no bleed from 0 to 5", value);
  if (!strcmp(name, "dpi") || !strcmp(name, "players")) {
    bool dpi = *name == 'd';
    if (!read_number(value, dpi ? 50 : 1, dpi ? 1200 : 16, &n))
      return wrong("no number", value);
    *(dpi ? &o->dpi : &o->players) = (int)n;
    return -1;
  }
  if (!strcmp(name, "flip")) {
    if (strcmp(value, "long") && strcmp(value, "short")) return wrong("no edge", value);
    o->flip = *value == 's' ? FLIP_SHORT : FLIP_LONG;
    return -1;
  }
  return wrong("no option", name);
}

/* One word that begins with a stroke; *i goes past its value. */
static int take_option(Options *o, int argc, char **argv, int *i)
{
  char *name = argv[*i] + 1, *value = NULL;
  if (!strcmp(name, "o")) name = "output";
  else if (*name == '-') name++;
  else return wrong("no option", argv[*i]);
  char *equals = strchr(name, '=');
  if (equals) {
    *equals = 0;
    value = equals + 1;
  }
  if (!value && take_flag(o, name)) return -1;
  if (!value && *i + 1 < argc) value = argv[++*i];
  if (!value) return wrong("this option needs a value:", name);
  return take_value(o, name, value);
}

static int complete(Options *o)
{
  const char *lang = getenv("REGEL_LANG");
  if ((o->book && o->output) || o->drawn.n) return -1;
  if (!o->game) {
    print_error("of which ruleset? regel print GAME -o FILE.pdf");
    return PRINT_USAGE;
  }
  if (!o->output) {
    print_error("where to? regel print %s -o FILE.pdf", o->game);
    return PRINT_USAGE;
  }
  const char *slash = strrchr(o->output, '/'), *name = slash ? slash + 1 : o->output,
             *dot = strrchr(name, '.');
  if (o->to == TO_PDF && dot && dot > name && strcasecmp(dot, ".pdf")) {
    print_error("%s: sheets are a PDF, FILE.pdf; --png and --svg draw pictures into a "
                "folder",
                o->output);
    return PRINT_USAGE;
  }
  if (!o->langs.n) vec_push(&o->langs, lang && *lang ? lang : "en");
  if (o->fold && !o->paper_w) {
    print_error("--fold needs a sheet that holds two: not --paper card");
    return PRINT_USAGE;
  }
  return -1;
}

int print_options(Options *o, int argc, char **argv)
{
  o->paper_w = 210;
  o->paper_h = 297;
  o->bleed = -1;
  o->dpi = 300;
  o->backs = true;
  o->font = PRINT_FONT;
  for (int i = 1; i < argc; i++) {
    int code = -1;
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      fputs(help, stdout);
      return PRINT_FINE;
    }
    if (argv[i][0] == '-' && argv[i][1]) code = take_option(o, argc, argv, &i);
    else if (!o->game) o->game = argv[i];
    else vec_push(&o->names, argv[i]);
    if (code >= 0) return code;
  }
  return complete(o);
}
