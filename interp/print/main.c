/* regel print: cards as pictures.  Everything that it draws is a face as the library
 * gives it; no game is known here. */
#include "interp/print/card.h"
#include "interp/print/output.h"
#include "interp/base/invariant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void print_error(const char *fmt, ...)
{
  va_list args;
  va_start(args, fmt);
  fputs("regel print: ", stderr);
  vfprintf(stderr, fmt, args);
  fputc('\n', stderr);
  va_end(args);
}

static int write_out(Press *press)
{
  INVARIANT(press && press->print);
  if (press->print->o.book) return output_book(press);
  if (press->print->o.drawn.n) return output_drawn(&press->print->o);
  switch (press->print->o.to) {
  case TO_PDF: return output_pdf(press);
  case TO_PNG:
  case TO_SVG: return output_pictures(press);
  case TO_TTS: return output_tts(press);
  case TO_CSV: return output_table(press->print);
  }
  return PRINT_USAGE;
}

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static int conclude(const Print *p, int code)
{
  const Report *r = &p->report;
  if (r->untranslated)
    print_error("%d face%s of %zu not translated or from an older text", r->untranslated,
                plural(r->untranslated), p->cards.n);
  if (r->overflows || r->glyphs || r->art)
    print_error("%d text%s too long, %d character%s without a glyph, %d picture%s that "
                "cannot be used",
                r->overflows, plural(r->overflows), r->glyphs, plural(r->glyphs), r->art,
                plural(r->art));
  return code == PRINT_FINE && (r->overflows || r->glyphs || r->art) ? PRINT_FOUND : code;
}

int main(int argc, char **argv)
{
  Print p = {.arena = arena_new()};
  int code = print_options(&p.o, argc, argv);
  if (code < 0 && !p.o.book && !p.o.drawn.n) code = print_gather(&p);
  if (code < 0) {
    Press press;
    press_open(&press, &p);
    bool named = strcmp(p.o.font, PRINT_FONT) != 0;
    if (named && !press_has_font(&press)) {
      print_error("no font called \"%s\" is here", p.o.font);
      code = PRINT_USAGE;
    } else code = conclude(&p, write_out(&press));
    press_close(&press);
  }
  print_free(&p);
  return code;
}
