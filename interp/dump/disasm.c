/* Bytecode with the source lines that it comes from. */
#include "interp/dump/dump.h"
#include "interp/base/invariant.h"
#include "interp/text/place.h"
#include "interp/text/render.h"

#include <ctype.h>
#include <string.h>

/* What an operand means, by its letter in op.def. */
static void put_operand(const Program *p, Buf *b, char letter, int value)
{
  const char *name = NULL;
  switch (letter) {
  case 'r':
  case 'w':
  case 'x': buf_printf(b, " r%d", value); return;
  case 'f':
    name = value >= 0 && value < p->n_fields ? program_string(p, p->fields[value].name)
                                             : NULL;
    break;
  case 'k':
    name = value >= 0 && value < p->n_chunks ? program_string(p, p->chunks[value].name)
                                             : NULL;
    break;
  case 's':
    name =
        value >= 0 && value < p->n_slots ? program_string(p, p->slots[value].name) : NULL;
    break;
  case 'g':
    name =
        value >= 0 && value < p->n_kinds ? program_string(p, p->kinds[value].name) : NULL;
    break;
  case 'l':
    name = value >= 0 && value < p->n_columns ? program_string(p, p->columns[value].name)
                                              : NULL;
    break;
  case 'v':
    name =
        value >= 0 && value < p->n_verbs ? program_string(p, p->verbs[value].name) : NULL;
    break;
  case 'T': name = render_source(p, value); break;
  case 'B':
  case 'j': buf_printf(b, " ->%d", value); return;
  case 't': buf_printf(b, " type%d", value); return;
  case 'D': buf_printf(b, " decision%d", value); return;
  case 'A': buf_printf(b, " alternative%d", value); return;
  case 'K': buf_printf(b, " const%d", value); return;
  case 'H':
    buf_printf(b, " shape%d", (int)p->consts[value + SHOW_SHAPE]);
    if (p->consts[value + SHOW_TEXT] >= 0)
      buf_printf(b, " \"%s\"", render_source(p, (int)p->consts[value + SHOW_TEXT]));
    return;
  case 'Y':
    buf_printf(b, " %s%s%d", program_string(p, p->kinds[p->consts[value]].name),
               p->consts[value + LINE_WHEN] ? ">=" : "<",
               (int)p->consts[value + LINE_LENGTH]);
    for (int k = 0; k < p->consts[value + LINE_COUNT]; k++) {
      int64_t d = p->consts[value + LINE_HEAD + k];
      buf_printf(b, " %d,%d", direction_x(d), direction_y(d));
    }
    return;
  case 'W': buf_printf(b, " words%d", value); return;
  case 'L': buf_printf(b, " live%d", value); return;
  default:
    if (value == NONE) buf_add(b, " none");
    else buf_printf(b, " %d", value);
    return;
  }
  if (name) buf_printf(b, letter == 'T' ? " \"%s\"" : " %s", name);
  else buf_printf(b, " %c%d", letter, value);
}

static void put_instruction(const Program *p, Buf *b, const PInstr *i, int ip, int first)
{
  const char *letters = op_operands(i->op);
  int values[4] = {i->a, i->b, i->c, i->d};
  Buf line = {0};
  buf_printf(&line, "%6d  %-8s", ip - first, op_name(i->op));
  for (int k = 0; k < 4 && letters[k]; k++) {
    if (letters[k] == '-') continue;
    int value = values[k];
    /* Jumps in c say how far ahead. */
    if (letters[k] == 'j') value = k == 2 ? ip + value - first : value - first;
    if (letters[k] == 'B') value = ip - value - first;
    if (letters[k] == 'N') continue; /* shown with its upper half */
    if (letters[k] == 'n') value = (int32_t)((uint32_t)i->c << 16 | i->b);
    put_operand(p, &line, letters[k], value);
  }
  buf_add(b, buf_text(&line));
  buf_pad(b, 40 - text_width(buf_text(&line)));
  buf_printf(b, " ; %s\n", op_effect(i->op));
  buf_free(&line);
}

/* The source line above the first instruction that comes from it. */
static void put_place(const Program *p, Buf *b, const PLoc *l, const PLoc *before)
{
  if (!l || (before && before->file == l->file && before->line == l->line)) return;
  int length;
  const char *line = place_line(p, l->file, l->line, &length);
  while (length > 0 && isspace((unsigned char)*line)) line++, length--;
  buf_add(b, "; ");
  place_name(p, b, l);
  buf_printf(b, "  %.*s", length, line);
  if (l->cite >= 0) buf_printf(b, "  [%s]", program_string(p, l->cite));
  buf_char(b, '\n');
}

static void put_instructions(const Program *p, const Optimized *o, int first, int end,
                             Buf *b)
{
  const PLoc *before = NULL;
  for (int ip = first; ip < end; ip++) {
    const PLoc *l = place_of_ip(p, o ? o->old_of[ip] : ip);
    put_place(p, b, l, before);
    if (l) before = l;
    put_instruction(p, b, o ? &o->code[ip] : &p->code[ip], ip, first);
  }
}

static void put_chunk(const Program *p, int chunk, const Optimized *o, Buf *b)
{
  INVARIANT(chunk >= 0 && chunk < p->n_chunks);
  const PChunk *c = &p->chunks[chunk];
  int first = o ? o->first[chunk] : c->first, end = !o ? c->first + c->count
                                                    : chunk + 1 < p->n_chunks
                                                        ? o->first[chunk + 1]
                                                        : o->n;
  buf_printf(b, "%schunk %d %s: %d instructions", b->n ? "\n" : "", chunk,
             program_string(p, c->name), end - first);
  if (o) buf_printf(b, " for %d", c->count);
  buf_printf(b, ", %d registers\n", c->regs);
  put_instructions(p, o, first, end, b);
}

/* Chunks of verbs are called by their shape, "put (a) in (b)": its first word is enough.
 */
static bool is_called(const char *chunk, const char *name)
{
  size_t n = strlen(name);
  return !strncmp(chunk, name, n) && (!chunk[n] || chunk[n] == ' ');
}

void dump_code(const Program *p, const Optimized *o, const char *const *names, Buf *b)
{
  INVARIANT(p && p->header);
  for (int i = 0; i < p->n_chunks; i++) {
    bool wanted = !names || !*names;
    for (const char *const *n = names; n && *n; n++)
      wanted = wanted || is_called(program_string(p, p->chunks[i].name), *n);
    if (wanted) put_chunk(p, i, o, b);
  }
}

void dump_optimized(const Program *p, Buf *b)
{
  const Optimized *o = opt_of(p), *game = opt_quiet(p);
  dump_code(p, o, NULL, b);
  buf_printf(b, "\n%d instructions for %d, %d chunks as they are\n", o->n, p->n_code,
             o->left);
  if (!game->n) return;
  buf_printf(b, "\na whole game that nobody watches: %d instructions, %d registers\n",
             game->n, game->regs);
  put_instructions(p, game, 0, game->n, b);
}
