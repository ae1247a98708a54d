/* Texts that fit.  Nobody knows which font a reader has: letters are as wide as in DejaVu
 * Sans, which is wider than those that may stand in for it. */
#include "interp/board/board_int.h"

#include <string.h>
#include <utf8proc.h>

/* Printable ASCII from the space on, in thousandths of the letters' size. */
static const short widths[] = {
    318,  401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636,  636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603,  787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500,  613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635,  635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838};
enum { WIDE = 1000, OTHER = 700, LEADING = 120 /* hundredths of the letters' size */ };
enum { LEAST = 8 }; /* tenths of a millimetre: smaller letters are no letters */

int fit_width(const char *text, size_t n)
{
  int total = 0;
  for (size_t i = 0; i < n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)text + i,
                                          (utf8proc_ssize_t)(n - i), &c);
    if (k < 1) k = 1, c = '?';
    if (c >= ' ' && c <= '~') total += widths[c - ' '];
    else if (utf8proc_charwidth(c) > 1) total += WIDE;
    else if (utf8proc_charwidth(c) == 1) total += OTHER;
    i += (size_t)k;
  }
  return total;
}

static int in_tenths(int width, int size) { return (width * size + 999) / 1000; }

/* Breaks the text at spaces into lines of at most w; false if that needs more than `most`
 * lines or a word is wider. */
static bool break_text(const char *text, int w, int size, int most, Fitted *f)
{
  const char *at = text;
  f->lines = 0;
  while (*at == ' ') at++;
  while (*at) {
    if (f->lines == most) return false;
    const char *end = at + strcspn(at, " "), *next = end;
    if (in_tenths(fit_width(at, (size_t)(end - at)), size) > w) return false;
    while (*next) {
      const char *word = next + strspn(next, " "), *stop = word + strcspn(word, " ");
      if (in_tenths(fit_width(at, (size_t)(stop - at)), size) > w) break;
      end = next = stop;
      if (!*word) break;
    }
    f->from[f->lines] = at;
    f->bytes[f->lines++] = (int)(end - at);
    at = end + strspn(end, " ");
  }
  return true;
}

static void cut_text(const char *text, int w, Fitted *f)
{
  int dots = fit_width("…", strlen("…"));
  size_t n = strlen(text);
  f->size = LEAST;
  f->lines = 1;
  f->from[0] = text;
  f->cut = true;
  while (n && in_tenths(fit_width(text, n) + dots, LEAST) > w) {
    n--;
    while (n && ((unsigned char)text[n] & 0xC0) == 0x80) n--;
  }
  f->bytes[0] = (int)n;
}

Fitted fit_text(const char *text, int w, int h, int most)
{
  Fitted f = {0};
  int size = most < h ? most : h;
  for (; size >= LEAST; size--) {
    int lines = h * 100 / (size * LEADING);
    if (lines > FIT_LINES) lines = FIT_LINES;
    if (lines < 1) lines = 1;
    f.size = size;
    if (break_text(text, w, size, lines, &f)) return f;
  }
  if (h < LEAST) return (Fitted){0};
  cut_text(text, w, &f);
  if (!f.bytes[0]) f.lines = 0;
  return f;
}
