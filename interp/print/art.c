/* Pictures: SVG files beside the rules.  They come from strangers: nothing outside of the
 * file is loaded (a handle without a base address refuses to), and a file that is too
 * long is not read. */
#include "interp/base/inside.h"
#include "interp/print/card.h"
#include "interp/base/invariant.h"

#include <dirent.h>
#include <fcntl.h>
#include <librsvg/rsvg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ART_BYTES = 4 << 20, ART_ELEMENTS = 20000, ART_USES = 200 };

static void refuse(Press *p, const char *path, const char *why)
{
  p->print->report.art++;
  print_error("%s: %s", path, why);
}

/* The whole file; NULL if it is none.  *size is one more than allowed if it is too
 * long. */
static char *read_art(const char *path, size_t *size)
{
  struct stat st;
  int fd = open(path, O_RDONLY | O_NONBLOCK); /* nobody may ever write into a pipe */
  FILE *f = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) ? fdopen(fd, "rb") : NULL;
  if (!f) {
    if (fd >= 0) close(fd);
    return NULL;
  }
  char *bytes = malloc(ART_BYTES + 1);
  *size = bytes ? fread(bytes, 1, ART_BYTES + 1, f) : 0;
  fclose(f);
  return bytes;
}

static bool begins(const char *s, size_t left, const char *word)
{
  size_t n = strlen(word);
  return left >= n && !strncmp(s, word, n);
}

/* A picture of dots that stands in the file itself.  How much memory it takes is tried
 * with the rest. */
static bool is_raster(const char *s, size_t left)
{
  return begins(s, left, "data:image/png;base64,") ||
         begins(s, left, "data:image/jpeg;base64,");
}

/* Why a file is not drawn: it reaches outside of itself, or holds what grows without
 * bounds when it is unpacked. */
static const char *hostile(const char *s, size_t size)
{
  size_t elements = 0, uses = 0;
  for (size_t i = 0; i < size; i++) {
    size_t left = size - i;
    elements += s[i] == '<';
    uses += begins(s + i, left, "<use");
    if (begins(s + i, left, "<!ENTITY")) return "entities are not read";
    if (begins(s + i, left, "@import") || begins(s + i, left, "<?xml-stylesheet"))
      return "it refers to another file";
    if (begins(s + i, left, "href=") && left > 6 && s[i + 6] != '#' &&
        !is_raster(s + i + 6, left - 6))
      return "it refers to another file; a picture inside is read if it is a PNG or JPEG "
             "written there (href=\"data:image/png;base64,…\")";
    if (begins(s + i, left, "url(") && left > 5 && !strchr("#'\"", s[i + 4]))
      return "it refers to another file";
  }
  return elements > ART_ELEMENTS || uses > ART_USES ? "it has too many parts to be drawn"
                                                    : NULL;
}

static bool has_size(RsvgHandle *svg, double *w, double *h)
{
  gboolean has_w, has_h, has_box;
  RsvgLength lw, lh;
  RsvgRectangle box;
  rsvg_handle_get_intrinsic_dimensions(svg, &has_w, &lw, &has_h, &lh, &has_box, &box);
  if (has_box && box.width > 0 && box.height > 0) {
    *w = box.width;
    *h = box.height;
    return true;
  }
  return rsvg_handle_get_intrinsic_size_in_pixels(svg, w, h) && *w > 0 && *h > 0;
}

/* ---- in a room of its own --------------------------------------------------------- */

enum { TRY_SECONDS = 3, TRY_BYTES = 1 << 30, TRY_W = 744, TRY_H = 1039, TRY_BLANK = 2 };

static void limit(int what, rlim_t most)
{
  struct rlimit l = {most, most};
  setrlimit(what, &l);
}

static int try_draw(const char *bytes, size_t size)
{
  double w, h;
  RsvgHandle *svg = rsvg_handle_new_from_data((const guint8 *)bytes, size, NULL);
  if (!svg || !has_size(svg, &w, &h)) return 1;
  cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_A8, TRY_W, TRY_H);
  cairo_t *cr = cairo_create(s);
  RsvgRectangle all = {0, 0, TRY_W, TRY_H};
  if (!rsvg_handle_render_document(svg, cr, &all, NULL)) return 1;
  cairo_surface_flush(s);
  const unsigned char *at = cairo_image_surface_get_data(s);
  size_t n = (size_t)cairo_image_surface_get_stride(s) * TRY_H;
  while (at && n && !at[--n]) {}
  return at && !n ? TRY_BLANK : 0;
}

/* Effects can make a few words take hours, and what refers to itself is left out without
 * a word: another process tries it first, with little time and memory.  What is wrong in
 * another way is told where it is drawn. */
static const char *trouble(const char *bytes, size_t size)
{
  int status = 0;
  pid_t child = fork();
  if (!child) {
    limit(RLIMIT_CPU, TRY_SECONDS);
    alarm(10 * TRY_SECONDS); /* it may also wait for what another thread had taken */
#ifndef __SANITIZE_ADDRESS__ /* which takes all there is */
    limit(RLIMIT_AS, TRY_BYTES);
#endif
    limit(RLIMIT_CORE, 0);
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    _exit(try_draw(bytes, size));
  }
  if (child < 0 || waitpid(child, &status, 0) != child || WIFSIGNALED(status))
    return "drawing it takes too long, or too much memory; leave effects out";
  return WEXITSTATUS(status) == TRY_BLANK
             ? "nothing of it can be seen; does it refer to itself?"
             : NULL;
}

static void load(Press *p, Art *a, const char *bytes, size_t size)
{
  GError *error = NULL;
  const char *bad =
      size > ART_BYTES ? "a picture has at most 4 MB" : hostile(bytes, size);
  if (!bad) bad = trouble(bytes, size);
  if (bad) {
    refuse(p, a->path, bad);
    return;
  }
  RsvgHandle *svg = rsvg_handle_new_from_data((const guint8 *)bytes, size, &error);
  if (!svg) {
    refuse(p, a->path, "this is no SVG that can be read");
    g_clear_error(&error);
  } else if (!has_size(svg, &a->w, &a->h)) {
    refuse(p, a->path, "it does not say its size (viewBox, or width and height)");
    g_object_unref(svg);
  } else a->svg = svg;
}

/* ---- which there are ------------------------------------------------------------ */

static int by_name(const void *a, const void *b)
{
  return strcmp(((const Art *)a)->name, ((const Art *)b)->name);
}

/* Pictures are called by their names, icons "icons/NAME". */
static void scan_folder(Press *p, const char *rules, const char *sort)
{
  INVARIANT(p && p->print);
  const char *folder = arena_printf(p->print->arena, "%s%s", rules, sort);
  bool icons = !strcmp(sort, "icons");
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    if (n < 5 || strcmp(e->d_name + n - 4, ".svg")) continue;
    Art a = {.name = arena_printf(p->print->arena, "%s%.*s", icons ? "icons/" : "",
                                  (int)(n - 4), e->d_name),
             .path = arena_printf(p->print->arena, "%s/%s", folder, e->d_name)};
    if (file_leads_out(rules, a.path))
      refuse(p, a.path, "this link leads out of its folder");
    else vec_push(&p->art, a);
  }
  if (d) closedir(d);
}

void art_scan(Press *p)
{
  INVARIANT(p && p->print);
  for (size_t i = 0; i < p->print->art.n; i++) {
    scan_folder(p, p->print->art.at[i], "art");
    scan_folder(p, p->print->art.at[i], "icons");
  }
  if (p->art.n) qsort(p->art.at, p->art.n, sizeof *p->art.at, by_name);
}

static const Art *look(Press *p, const char *name)
{
  Art wanted = {.name = name};
  Art *a =
      p->art.n ? bsearch(&wanted, p->art.at, p->art.n, sizeof *p->art.at, by_name) : NULL;
  if (!a) return NULL;
  if (!a->tried) {
    size_t size = 0;
    char *bytes = read_art(a->path, &size);
    a->tried = true;
    if (bytes) load(p, a, bytes, size);
    else refuse(p, a->path, "it cannot be read");
    free(bytes);
  }
  return a->svg ? a : NULL;
}

const Art *art_find(Press *p, const char *id, const char *kind)
{
  const Art *a = look(p, id);
  return a ? a : look(p, kind);
}

const Art *icon_find(Press *p, const char *id)
{
  char name[128];
  int n = snprintf(name, sizeof name, "icons/%s", id);
  return n > 0 && n < (int)sizeof name ? look(p, name) : NULL;
}

bool art_draw(Press *p, cairo_t *cr, const Art *a, double x, double y, double w, double h)
{
  INVARIANT(a->w > 0 && a->h > 0 && w > 0 && h > 0);
  double scale = w / a->w < h / a->h ? w / a->w : h / a->h;
  RsvgRectangle box = {x + (w - a->w * scale) / 2, y + (h - a->h * scale) / 2,
                       a->w * scale, a->h * scale};
  GError *error = NULL;
  cairo_save(cr); /* what lies outside of its box would cover others */
  cairo_rectangle(cr, box.x, box.y, box.width, box.height);
  cairo_clip(cr);
  bool drawn = rsvg_handle_render_document(a->svg, cr, &box, &error);
  cairo_restore(cr);
  if (drawn) return true;
  if (!p->quiet) refuse(p, a->path, error ? error->message : "it cannot be drawn");
  g_clear_error(&error);
  return false;
}

void art_free(Press *p)
{
  for (size_t i = 0; i < p->art.n; i++)
    if (p->art.at[i].svg) g_object_unref(p->art.at[i].svg);
  vec_free(&p->art);
}
