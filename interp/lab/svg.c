#include "interp/lab/svg.h"
#include "interp/base/invariant.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void open_svg(Buf *b, double width, double height)
{
  buf_printf(b,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
             "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
             width, height, width, height);
}
static void close_svg(Buf *b) { buf_add(b, "</svg>\n"); }

static void label(Buf *b, double x, double y, const char *anchor, const char *sort,
                  const char *text)
{
  buf_printf(b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y,
             anchor, sort);
  buf_xml(b, text);
  buf_add(b, "</text>\n");
}

static void line(Buf *b, double x1, double y1, double x2, double y2, const char *sort)
{
  buf_printf(b, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
             x1, y1, x2, y2, sort);
}

/* A step of 1, 2 or 5 times a power of ten, so that `wanted` of them span the range. */
static double nice_step(double range, int wanted)
{
  if (!(range > 0)) return 1;
  double raw = range / wanted, power = pow(10, floor(log10(raw))), f = raw / power;
  return power * (f <= 1 ? 1 : f <= 2 ? 2 : f <= 5 ? 5 : 10);
}

/* ---- forest --------------------------------------------------------------------- */

typedef struct Axis {
  double low, high, from, to;
} Axis;
static double on(const Axis *a, double v)
{
  double x = a->from + (v - a->low) / (a->high - a->low) * (a->to - a->from);
  return x < a->from ? a->from : x > a->to ? a->to : x;
}

static void ticks(Buf *b, const Axis *a, double top, double bottom, double scale,
                  const char *unit)
{
  double step = nice_step((a->high - a->low) * scale, 6) / scale;
  for (double v = ceil(a->low / step) * step; v <= a->high + step / 1000; v += step) {
    char text[40];
    double shown = fabs(v * scale) < 1e-9 ? 0 : v * scale;
    snprintf(text, sizeof text, "%.6g%s", shown, unit);
    line(b, on(a, v), top, on(a, v), bottom, "grid");
    label(b, on(a, v), bottom + 13, "middle", "tick", text);
  }
}

static Axis range_of(const SvgRow *rows, int n, double with)
{
  Axis a = {INFINITY, -INFINITY, 230, 640};
  for (int i = 0; i < n; i++) {
    a.low = fmin(a.low, rows[i].figure.low);
    a.high = fmax(a.high, rows[i].figure.high);
  }
  if (!isnan(with)) a.low = fmin(a.low, with), a.high = fmax(a.high, with);
  if (!(a.high - a.low > 1e-9)) a.low -= 0.5, a.high += 0.5;
  double room = (a.high - a.low) * 0.06;
  a.low -= room;
  a.high += room;
  return a;
}

void svg_forest(Buf *b, const SvgRow *rows, int n, double with, double scale,
                const char *unit)
{
  enum { ROW = 18, TOP = 8 };
  double height = TOP + n * ROW + 22;
  Axis a = range_of(rows, n, with);
  open_svg(b, 760, height);
  ticks(b, &a, TOP, TOP + n * ROW, scale, unit);
  if (!isnan(with)) line(b, on(&a, with), TOP, on(&a, with), TOP + n * ROW, "base");
  for (int i = 0; i < n; i++) {
    const Figure *f = &rows[i].figure;
    double y = TOP + i * ROW + ROW / 2.0;
    Buf name = {0};
    char text[60];
    buf_column(&name, rows[i].name, 34);
    while (name.n && name.at[name.n - 1] == ' ') name.at[--name.n] = 0;
    label(b, 222, y + 4, "end", "name", buf_text(&name));
    buf_free(&name);
    line(b, on(&a, f->low), y, on(&a, f->high), y, rows[i].stands_out ? "mark" : "plain");
    buf_printf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" class=\"%s\"/>\n",
               on(&a, f->at), y, rows[i].stands_out ? "mark" : "plain");
    snprintf(text, sizeof text, "%.1f%s ± %.1f", f->at * scale, unit,
             (f->high - f->low) / 2 * scale);
    label(b, 648, y + 4, "start", "tick", text);
  }
  close_svg(b);
}

/* ---- histogram ------------------------------------------------------------------ */

void svg_histogram(Buf *b, const int64_t *buckets, int n, int64_t (*low)(int bucket))
{
  enum { MOST = 60 };
  int first = 0, last = n - 1;
  while (first < n && !buckets[first]) first++;
  while (last > first && !buckets[last]) last--;
  if (first >= n) return;
  double from = (double)low(first), to = (double)low(last) + 1;
  double step = nice_step(to - from, 40);
  if (step < 1) step = 1;
  double start = floor(from / step) * step;
  int bars = (int)ceil((to - start) / step);
  if (bars > MOST) bars = MOST;
  double sum[MOST] = {0}, most = 1;
  for (int i = first; i <= last; i++) {
    int at = (int)(((double)low(i) - start) / step);
    if (at >= bars) at = bars - 1;
    sum[at] += (double)buckets[i];
    most = fmax(most, sum[at]);
  }
  Axis a = {start, start + bars * step, 50, 740};
  open_svg(b, 760, 180);
  ticks(b, &a, 10, 150, 1, "");
  double wide = (a.to - a.from) / bars;
  for (int i = 0; i < bars; i++)
    buf_printf(
        b, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"bar\"/>\n",
        a.from + i * wide, 150 - 140 * sum[i] / most, fmax(1, wide - 1),
        140 * sum[i] / most);
  line(b, a.from, 150, a.to, 150, "axis");
  close_svg(b);
}

/* ---- lines ---------------------------------------------------------------------- */

void svg_line(Buf *b, const double *at, const double *low, const double *high, int n,
              const char *across, const char *up)
{
  Axis x = {0, n > 1 ? n - 1 : 1, 60, 700}, y = {0, 1, 170, 15};
  open_svg(b, 760, 210);
  for (int i = 0; i <= 4; i++) {
    char text[20];
    double v = i / 4.0, h = y.from + (y.to - y.from) * v;
    snprintf(text, sizeof text, "%d %%", i * 25);
    line(b, x.from, h, x.to, h, "grid");
    label(b, 54, h + 4, "end", "tick", text);
  }
  buf_add(b, "<polygon class=\"band\" points=\"");
  for (int i = 0; i < n; i++)
    buf_printf(b, "%.1f,%.1f ", on(&x, i), y.from + (y.to - y.from) * high[i]);
  for (int i = n - 1; i >= 0; i--)
    buf_printf(b, "%.1f,%.1f ", on(&x, i), y.from + (y.to - y.from) * low[i]);
  buf_add(b, "\"/>\n<polyline class=\"curve\" points=\"");
  for (int i = 0; i < n; i++)
    buf_printf(b, "%.1f,%.1f ", on(&x, i), y.from + (y.to - y.from) * at[i]);
  buf_add(b, "\"/>\n");
  label(b, (x.from + x.to) / 2, 200, "middle", "tick", across);
  label(b, 60, 10, "start", "tick", up);
  close_svg(b);
}

/* ---- heat map ------------------------------------------------------------------- */

void svg_heat(Buf *b, const char *const *rows, int n_rows, const char *const *columns,
              int n_columns, const Figure *at)
{
  INVARIANT(n_rows > 0 && n_columns > 0);
  enum { WIDE = 90, HIGH = 34, MARGIN = 150, TOP = 24 };
  open_svg(b, MARGIN + n_columns * WIDE + 10, TOP + n_rows * HIGH + 8);
  for (int c = 0; c < n_columns; c++)
    label(b, MARGIN + c * WIDE + WIDE / 2.0, 16, "middle", "name", columns[c]);
  for (int r = 0; r < n_rows; r++) {
    label(b, MARGIN - 8, TOP + r * HIGH + 21, "end", "name", rows[r]);
    for (int c = 0; c < n_columns; c++) {
      const Figure *f = &at[r * n_columns + c];
      char text[60];
      if (!f->n) continue;
      /* From pale to dark, so that it reads on paper as well. */
      double v = f->at < 0 ? 0 : f->at > 1 ? 1 : f->at;
      buf_printf(b,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                 "fill=\"rgb(%.0f,%.0f,%.0f)\"/>\n",
                 MARGIN + c * WIDE, TOP + r * HIGH, WIDE - 2, HIGH - 2, 245 - 205 * v,
                 247 - 165 * v, 250 - 110 * v);
      snprintf(text, sizeof text, "%.1f ± %.1f", 100 * f->at, 50 * (f->high - f->low));
      label(b, MARGIN + c * WIDE + WIDE / 2.0 - 1, TOP + r * HIGH + 21, "middle",
            v > 0.5 ? "light" : "tick", text);
    }
  }
  close_svg(b);
}
