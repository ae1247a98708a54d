/* cairo writes no TrimBox and BleedBox, which print shops ask for.  PDF allows to add new
 * versions of objects behind the end of a file (an incremental update): each page is
 * written again with its boxes, and a second table says where.  It needs no library, and
 * what cairo wrote stays as it is. */
#include "interp/print/output.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pdf {
  char *bytes;
  size_t size, table; /* where the newest table of objects stands */
} Pdf;

static bool read_pdf(const char *path, Pdf *p)
{
  FILE *f = fopen(path, "rb");
  long n = -1;
  if (f && !fseek(f, 0, SEEK_END)) n = ftell(f);
  if (n > 0 && !fseek(f, 0, SEEK_SET)) p->bytes = malloc((size_t)n + 1);
  p->size = p->bytes ? fread(p->bytes, 1, (size_t)n, f) : 0;
  if (p->bytes) p->bytes[p->size] = 0;
  if (f) fclose(f);
  return n > 0 && p->bytes && p->size == (size_t)n;
}

/* The last occurrence of a word. */
static char *find_last(const Pdf *p, const char *word)
{
  size_t n = strlen(word);
  for (size_t i = p->size; i-- > 0;)
    if (i + n <= p->size && !memcmp(p->bytes + i, word, n)) return p->bytes + i;
  return NULL;
}

/* The offset of an object by the table that cairo wrote: one section from 0 on, with 20
 * bytes an entry. */
static size_t offset_of(const Pdf *p, long object)
{
  long first, count;
  int used = 0;
  if (p->table >= p->size ||
      sscanf(p->bytes + p->table, "xref %ld %ld %n", &first, &count, &used) < 2 ||
      first || object >= count)
    return 0;
  size_t at = p->table + (size_t)used + 20 * (size_t)object;
  return at + 20 <= p->size ? strtoul(p->bytes + at, NULL, 10) : 0;
}

static long trailer_number(const char *trailer, const char *key)
{
  const char *at = strstr(trailer, key);
  return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

/* ---- the update ----------------------------------------------------------------- */

static void put_box(Buf *b, const char *name, const double *box, double height)
{
  buf_printf(b, "   /%s [ %.4f %.4f %.4f %.4f ]\n", name, box[0],
             height - box[1] - box[3], box[0] + box[2], height - box[1]);
}

/* Writes a page again; false if it is none. */
static bool put_page(const Pdf *p, Buf *b, long object, const Boxes *boxes)
{
  size_t at = offset_of(p, object);
  if (!at || at >= p->size) return false;
  char *open = strstr(p->bytes + at, "<<"), *end = strstr(p->bytes + at, "endobj");
  char *media = open ? strstr(open, "/MediaBox") : NULL;
  double corner[4];
  if (!media || !end || media > end ||
      sscanf(media, "/MediaBox [ %lf %lf %lf %lf", corner, corner + 1, corner + 2,
             corner + 3) != 4)
    return false;
  buf_addn(b, p->bytes + at, (size_t)(media - p->bytes) - at);
  buf_char(b, '\n');
  put_box(b, "TrimBox", boxes->trim, corner[3]);
  put_box(b, "BleedBox", boxes->bleed, corner[3]);
  buf_add(b, "   ");
  buf_addn(b, media, (size_t)(end - media));
  buf_add(b, "endobj\n");
  return true;
}

/* The pages in their order, from the tree that cairo writes flat. */
static char *page_list(const Pdf *p, const char *trailer)
{
  long root = trailer_number(trailer, "/Root");
  size_t at = root > 0 ? offset_of(p, root) : 0;
  char *pages = at && at < p->size ? strstr(p->bytes + at, "/Pages ") : NULL;
  long tree = pages ? strtol(pages + 7, NULL, 10) : 0;
  at = tree > 0 ? offset_of(p, tree) : 0;
  char *kids = at && at < p->size ? strstr(p->bytes + at, "/Kids [") : NULL;
  return kids ? kids + 7 : NULL;
}

static bool put_update(const Pdf *p, Buf *b, const Boxes *boxes, size_t n)
{
  char *trailer = find_last(p, "trailer"), *at = trailer ? page_list(p, trailer) : NULL;
  Buf table = {0};
  bool fine = at != NULL;
  for (size_t i = 0; fine && i < n; i++) {
    char *end;
    long object = strtol(at, &end, 10), generation = strtol(end, &end, 10);
    fine = object > 0 && !generation && *end == ' ' && end[1] == 'R';
    at = end + 2;
    size_t offset = p->size + b->n;
    fine = fine && put_page(p, b, object, &boxes[i]);
    buf_printf(&table, "%ld 1\n%010zu 00000 n \n", object, offset);
  }
  if (fine) {
    size_t start = p->size + b->n;
    long info = trailer_number(trailer, "/Info");
    buf_printf(b, "xref\n%strailer\n<< /Size %ld /Root %ld 0 R", buf_text(&table),
               trailer_number(trailer, "/Size"), trailer_number(trailer, "/Root"));
    if (info > 0) buf_printf(b, " /Info %ld 0 R", info);
    buf_printf(b, " /Prev %zu >>\nstartxref\n%zu\n%%%%EOF\n", p->table, start);
  }
  buf_free(&table);
  return fine;
}

bool pdf_boxes(const char *path, const Boxes *boxes, size_t n)
{
  INVARIANT(boxes || !n);
  Pdf p = {0};
  Buf update = {0};
  bool fine = read_pdf(path, &p);
  char *start = fine ? find_last(&p, "startxref") : NULL;
  p.table = start ? strtoul(start + 9, NULL, 10) : 0;
  fine = start && p.table > 0 && put_update(&p, &update, boxes, n);
  if (fine) {
    FILE *f = fopen(path, "ab");
    fine = f && fwrite(update.at, 1, update.n, f) == update.n;
    if (f && fclose(f)) fine = false;
  }
  free(p.bytes);
  buf_free(&update);
  return fine;
}
