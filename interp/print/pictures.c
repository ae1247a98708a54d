/* One picture for each card: ID.png or ID.svg, and KIND.back. */
#include "interp/print/output.h"
#include "interp/base/invariant.h"

#include <cairo-svg.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool make_folder(const char *path)
{
  struct stat st;
  if (!mkdir(path, 0777) || (errno == EEXIST && !stat(path, &st) && S_ISDIR(st.st_mode)))
    return true;
  print_error("cannot make %s: %s", path, strerror(errno));
  return false;
}

static cairo_surface_t *canvas(const Options *o, const char *path, const Card *c,
                               double bleed)
{
  double w = c->w + 2 * bleed, h = c->h + 2 * bleed, scale = o->dpi / 72.0;
  if (o->to == TO_SVG) return cairo_svg_surface_create(path, w, h);
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(w * scale + 0.5),
                                    (int)(h * scale + 0.5));
}

static bool draw(Press *p, const char *path, const Card *c, bool back)
{
  INVARIANT(p && p->print);
  const Options *o = &p->print->o;
  double bleed = o->bleed > 0 ? o->bleed * MM : 0;
  cairo_surface_t *s = canvas(o, path, c, bleed);
  cairo_t *cr = cairo_create(s);
  if (o->to == TO_PNG) cairo_scale(cr, o->dpi / 72.0, o->dpi / 72.0);
  cairo_translate(cr, bleed, bleed);
  press_onto(p, cr);
  if (back) card_back(p, cr, c, bleed);
  else card_front(p, cr, c, bleed);
  cairo_destroy(cr);
  cairo_status_t status =
      o->to == TO_PNG ? cairo_surface_write_to_png(s, path) : CAIRO_STATUS_SUCCESS;
  cairo_surface_finish(s);
  if (!status) status = cairo_surface_status(s);
  cairo_surface_destroy(s);
  if (status) print_error("cannot write %s: %s", path, cairo_status_to_string(status));
  return !status;
}

/* Has the back of an earlier card the same name? */
static bool back_is_done(const Cards *cards, size_t i)
{
  for (size_t k = 0; k < i; k++)
    if (!strcmp(cards->at[k].kind, cards->at[i].kind) &&
        !strcmp(cards->at[k].lang, cards->at[i].lang))
      return true;
  return false;
}

/* A picture that no program opens is told before anything is drawn. */
static bool is_drawable(const Options *o, const Card *c)
{
  enum { MOST = 10000 };
  double scale = o->dpi / 72.0, bleed = o->bleed > 0 ? 2 * o->bleed * MM : 0;
  double w = (c->w + bleed) * scale, h = (c->h + bleed) * scale;
  if (o->to != TO_PNG || (w <= MOST && h <= MOST)) return true;
  print_error("%s (%s): %.0f x %.0f mm at %d dots an inch is a picture of %.0f x %.0f "
              "dots; at most %d: choose a smaller --dpi",
              c->title, c->id, c->w / MM, c->h / MM, (int)o->dpi, w, h, MOST);
  return false;
}

int output_pictures(Press *p)
{
  const Options *o = &p->print->o;
  const Cards *cards = &p->print->cards;
  for (size_t i = 0; i < cards->n; i++)
    if (!is_drawable(o, &cards->at[i])) return PRINT_USAGE;
  const char *end = o->to == TO_PNG ? "png" : "svg";
  Buf path = {0};
  bool fine = make_folder(o->output);
  for (size_t i = 0; i < cards->n && fine; i++) {
    const Card *c = &cards->at[i];
    const char *dot = o->langs.n > 1 ? "." : "", *lang = o->langs.n > 1 ? c->lang : "";
    buf_clear(&path);
    buf_printf(&path, "%s/%s%s%s.%s", o->output, c->id, dot, lang, end);
    fine = draw(p, path.at, c, false);
    if (!fine || !o->backs || back_is_done(cards, i)) continue;
    buf_clear(&path);
    buf_printf(&path, "%s/%s.back%s%s.%s", o->output, c->kind, dot, lang, end);
    fine = draw(p, path.at, c, true);
  }
  buf_free(&path);
  return fine ? PRINT_FINE : PRINT_IO;
}
