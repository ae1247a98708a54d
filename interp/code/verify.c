/* Loading a program: nothing unverified runs.
 *
 * Every index is checked against its table, every register against its frame, every jump
 * against its chunk.  What cannot be known here (which thing a register holds, how deep
 * calls go) the machine checks as it runs; it never has to check what is checked here. */
#include "interp/code/verify_int.h"
#include "interp/base/little.h"
#include "interp/base/invariant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static const struct {
  const char *name, *operands, *effect;
  char gives, does;
} ops[] = {
#define OP(name, operands, gives, does, effect) {#name, operands, effect, gives, does},
#include "interp/code/op.def"
#undef OP
};

const char *op_name(int op) { return op >= 0 && op < OP_COUNT ? ops[op].name : "?"; }
const char *op_operands(int op)
{
  return op >= 0 && op < OP_COUNT ? ops[op].operands : "----";
}
char op_does(int op) { return op >= 0 && op < OP_COUNT ? ops[op].does : DOES_ALONE; }
char op_gives(int op) { return op >= 0 && op < OP_COUNT ? ops[op].gives : '-'; }
const char *op_effect(int op) { return op >= 0 && op < OP_COUNT ? ops[op].effect : ""; }

int32_t jump_of(const PInstr *i, int32_t ip)
{
  const char *o = op_operands(i->op);
  if (o[3] == 'j') return i->d;
  if (o[2] == 'j') return ip + i->c;
  if (o[2] == 'B') return ip - i->c;
  return -1;
}

/* ---- code ----------------------------------------------------------------------- */

static int wide_of(const Program *p, const PInstr *i)
{
  switch (i->op) {
  case OP_MOVW:
  case OP_CLEAR:
  case OP_WEQ:
  case OP_LNEXT:
  case OP_LAT:
  case OP_PLNEXT:
  case OP_LREV:
  case OP_PLREV:
  case OP_LADD:
  case OP_LDEL:
  case OP_PLIST: return i->d;
  case OP_LDK:
  case OP_LSET: return i->c;
  case OP_GETW:
  case OP_PUTW: return in(i->d, p->n_fields) ? p->types[p->fields[i->d].type].words : -1;
  case OP_SHOW: return SHOWN_REGS;
  case OP_COLW:
    return in(i->d, p->n_columns) ? p->types[p->columns[i->d].type].words : -1;
  case OP_SCONV: return in(i->c, p->n_types) ? p->types[i->c].words : -1;
  case OP_EXPECT:
    return i->d == -1 ? 1 : in(i->d, p->n_types) ? p->types[i->d].words : -1;
  default: return -1;
  }
}

static bool check_lines(Check *c, int d, int ip)
{
  const Program *p = c->p;
  NEED(span(d, LINE_HEAD, p->n_consts), "lines", ip);
  const int64_t *line = p->consts + d;
  NEED(in(line[LINE_GRID], p->n_kinds) && p->kinds[line[LINE_GRID]].width > 0,
       "grid of lines", ip);
  NEED(in(line[LINE_WHEN], 2), "lines sought", ip);
  NEED(line[LINE_COUNT] >= 1 && line[LINE_COUNT] <= DIRECTIONS &&
           span(d + LINE_HEAD, line[LINE_COUNT], p->n_consts),
       "directions", ip);
  for (int i = LINE_HEAD; i < LINE_HEAD + line[LINE_COUNT]; i++)
    NEED(in(line[i], DIRECTIONS) && line[i] != NO_DIRECTION, "direction", ip);
  return true;
}

static bool check_shown(Check *c, int d, int ip)
{
  const Program *p = c->p;
  NEED(span(d, SHOW_HEAD, p->n_consts), "what is shown", ip);
  const int64_t *k = p->consts + d;
  NEED(in(k[SHOW_SHAPE], SHOW_SHAPES), "shape", ip);
  NEED(k[SHOW_TYPE] == -1 || in(k[SHOW_TYPE], p->n_types), "type of what is shown", ip);
  NEED(k[SHOW_TEXT] == -1 || in(k[SHOW_TEXT], p->n_texts), "text of what is shown", ip);
  int64_t rows = k[SHOW_NOUN] == SHOWN_FIELD    ? p->n_fields
                 : k[SHOW_NOUN] == SHOWN_COLUMN ? p->n_columns
                 : k[SHOW_NOUN] == SHOWN_VALUE  ? p->n_values
                                                : 0;
  NEED(k[SHOW_NOUN] == SHOWN_BY_NOTHING || in(k[SHOW_NOUN_ROW], rows), "noun", ip);
  NEED(k[SHOW_SPOT] == -1 || in(k[SHOW_SPOT], p->n_types), "type of a place", ip);
  NEED(k[SHOW_END] == -1 || in(k[SHOW_END], p->n_types), "type of an end", ip);
  NEED(k[SHOW_PER] == -1 || in(k[SHOW_PER], p->n_types), "type of a key", ip);
  NEED(k[SHOW_SPOT_FIELD] == -1 || in(k[SHOW_SPOT_FIELD], p->n_fields), "field", ip);
  return true;
}

static bool check_operand(Check *c, const PChunk *k, int ip, char what, int reg,
                          bool is_d)
{
  const Program *p = c->p;
  const PInstr *i = &p->code[ip];
  int d = is_d ? i->d : reg;
  switch (what) {
  case '-': return true;
  case 'i':
  case 'N':
  case 'n': return true;
  case 'r': NEED(reg < k->regs, "register", ip); return true;
  case 'w': {
    int t =
        i->op == OP_OPT ? (in(i->d, p->n_alts) ? p->alts[i->d].type : -2)
        : i->op == OP_OPTS
            ? (in(i->d, p->n_alts) ? p->alts[i->d + program_parts(p, i->d) - 1].type : -2)
        : i->op == OP_SEQF || i->op == OP_SEQFI
            ? (in(i->d, p->n_fields) && p->fields[i->d].kind >= 0
                   ? p->kinds[p->fields[i->d].kind].set_type
                   : -2)
        : i->op == OP_SEQL
            ? (in(i->d, p->n_columns) ? p->kinds[p->columns[i->d].kind].set_type : -2)
        : i->op == OP_REACH ? -3
        : i->op == OP_ROW || i->op == OP_LINE
            ? (in(i->d, p->n_kinds) ? p->kinds[i->d].set_type : -2)
        : i->op == OP_JLINE ? p->kinds[p->consts[i->d + LINE_GRID]].set_type
                            : i->d;
    if (i->op == OP_OPT && t == -1) return true;
    if (t == -3) {
      NEED(in(i->d, p->n_chunks) && p->chunks[i->d].result >= 1 &&
               reg + p->chunks[i->d].result <= k->regs,
           "reach", ip);
      return true;
    }
    NEED(in(t, p->n_types) && p->types[t].tag == T_SET, "set type", ip);
    int extra = i->op == OP_OPT && p->alts[i->d].form == ALT_SUBSET ? 2 : 0;
    NEED(reg + p->types[t].words + extra <= k->regs, "set registers", ip);
    return true;
  }
  case 'x': {
    int w = wide_of(p, i);
    NEED(w >= 1 && w <= MAX_FRAME && reg + w <= k->regs, "wide registers", ip);
    return true;
  }
  case 'm': NEED(d >= 0 && d < k->regs, "register", ip); return true;
  case 'L': NEED(reg <= k->regs, "live registers", ip); return true;
  case 'W': NEED(d >= 1 && d <= MAX_FRAME, "words", ip); return true;
  case 'j':
    if (!is_d) d = ip + reg;
    NEED(d >= k->first && d < k->first + k->count, "jump", ip);
    if (is_d && i->op != OP_LOOP && i->op != OP_AGAIN)
      NEED(d > ip, "jump back without fuel", ip);
    if (!is_d) NEED(reg > 0, "jump ahead", ip);
    return true;
  case 'B': NEED(reg > 0 && ip - reg >= k->first, "jump back", ip); return true;
  case 'f': NEED(in(d, p->n_fields), "field", ip); return true;
  case 't':
    if (i->op == OP_EXPECT && d == -1) return true;
    NEED(in(d, p->n_types), "type", ip);
    return true;
  case 'g': NEED(in(d, p->n_kinds), "kind", ip); return true;
  case 'k': NEED(in(d, p->n_chunks), "chunk", ip); return true;
  case 's': NEED(in(d, p->n_slots), "slot", ip); return true;
  case 'l': NEED(in(d, p->n_columns), "column", ip); return true;
  case 'v': NEED(in(d, p->n_verbs) && p->verbs[d].text >= 0, "verb", ip); return true;
  case 'K': NEED(span(d, i->c, p->n_consts), "constant", ip); return true;
  case 'Y': return check_lines(c, d, ip);
  case 'H': return check_shown(c, d, ip);
  case 'D': NEED(in(d, p->n_decisions), "decision", ip); return true;
  case 'A': NEED(in(d, p->n_alts), "alternative", ip); return true;
  case 'T':
    NEED(in(d, p->n_texts) || (i->op == OP_LOSE && d == -1), "text", ip);
    return true;
  default: return fail(c, "operand", ip);
  }
}

/* What the instructions that name a field ask for beyond their operands' letters. */
static bool check_field(Check *c, const PChunk *k, int ip)
{
  const Program *p = c->p;
  const PInstr *i = &p->code[ip];
  const PField *f = &p->fields[i->d];
  switch (i->op) {
  case OP_GETG:
    NEED(f->kind < 0 && f->per_type < 0 && !(f->flags & (FIELD_PILE | FIELD_WIDE)),
         "plain field", ip);
    break;
  case OP_GET:
    NEED(f->kind >= 0 && f->per_type < 0 && !(f->flags & (FIELD_PILE | FIELD_WIDE)),
         "field of a thing", ip);
    break;
  case OP_GETI:
  case OP_PUT:
  case OP_RAISE:
  case OP_LOWER:
  case OP_FILL:
    NEED(!(f->flags & (FIELD_PILE | FIELD_WIDE)), "scalar field", ip);
    if (f->per_type >= 0 && i->op != OP_FILL)
      NEED(i->c + 1 < k->regs, "index register", ip);
    break;
  case OP_GETW:
  case OP_PUTW:
    NEED(f->flags & FIELD_WIDE, "wide field", ip);
    if (f->per_type >= 0) NEED(i->c + 1 < k->regs, "index register", ip);
    break;
  case OP_PILE:
    NEED(f->flags & FIELD_PILE, "pile field", ip);
    if (f->per_type >= 0) NEED(i->c + 1 < k->regs, "index register", ip);
    break;
  case OP_SEQF:
  case OP_SEQFI:
    NEED(f->kind >= 0 && f->per_type < 0 && !(f->flags & (FIELD_PILE | FIELD_WIDE)),
         "field to compare", ip);
    break;
  case OP_SROW:
    NEED(f->kind >= 0 && f->per_type < 0 && !(f->flags & (FIELD_PILE | FIELD_WIDE)) &&
             p->kinds[f->kind].width > 0 && p->kinds[f->kind].width <= 64,
         "field of a grid", ip);
    break;
  default: break;
  }
  return true;
}

/* The same for a few others. */
static bool check_special(Check *c, const PChunk *k, int ip)
{
  const Program *p = c->p;
  const PInstr *i = &p->code[ip];
  if (strchr(ops[i->op].operands, 'f')) return check_field(c, k, ip);
  switch (i->op) {
  case OP_COL:
  case OP_SEQL:
    NEED(p->columns[i->d].base >= 0 && p->types[p->columns[i->d].type].words == 1,
         "column", ip);
    break;
  case OP_COLW: NEED(p->columns[i->d].base >= 0, "wide column", ip); break;
  case OP_SEATS:
  case OP_SROT: NEED(i->b >= 2, "rotation", ip); break;
  case OP_LNEXT:
  case OP_PLNEXT: NEED(i->b >= 1, "list counter", ip); break;
  case OP_LSET: NEED(i->c >= 1, "list", ip); break;
  case OP_SCONV: NEED(p->types[i->c].tag == T_SET, "set type", ip); break;
  case OP_SALL:
  case OP_SPILE:
  case OP_REVEAL:
  case OP_RANDOM:
    NEED(p->types[i->d].tag == T_SET, "set type", ip);
    if (i->op != OP_SALL && i->op != OP_RANDOM)
      NEED(p->types[i->d].kind >= 0, "set of things", ip);
    break;
  case OP_GRID:
  case OP_ROW:
  case OP_LINE:
    NEED(p->kinds[i->d].width > 0, "grid", ip);
    if (i->op != OP_GRID) NEED(i->b + 2 < k->regs, "grid registers", ip);
    break;
  case OP_DIST:
  case OP_REACH: {
    NEED(i->b + 1 < k->regs, "two things", ip);
    const PChunk *q = &p->chunks[i->d];
    NEED(q->result >= 1 && q->regs >= 3, "neighbours", ip);
    break;
  }
  case OP_CAN: NEED(p->chunks[i->d].regs >= 3, "attempt", ip); break;
  case OP_CALL:
  case OP_CALLS: break;
  case OP_RUN:
  case OP_RAN: {
    NEED(in(i->d, p->n_scripts), "script", ip);
    int end = ip;
    while (i->op == OP_RUN && end < k->first + k->count && p->code[end].op != OP_RAN)
      end++;
    NEED(end < k->first + k->count, "script without an end", ip);
    break;
  }
  case OP_OPT:
    NEED(in(i->d, p->n_alts) && p->alts[i->d].form < ALT_MOVE, "alternative", ip);
    break;
  case OP_OPTS:
    NEED(in(i->d, p->n_alts) && p->alts[i->d].form == ALT_MOVE &&
             i->c + program_parts(p, i->d) - 1 <= k->regs,
         "move", ip);
    break;
  case OP_DECIDE: {
    const PDecision *d = &p->decisions[i->d];
    NEED(d->live <= k->regs && d->seat < k->regs, "decision registers", ip);
    for (int a = d->first_alt; a < d->first_alt + d->alts; a++) {
      const PAlt *x = &p->alts[a];
      int w = alt_gives_set(x) ? p->types[x->type].words : 1;
      NEED(x->var + w <= k->regs, "answer register", ip);
      NEED(x->target >= k->first && x->target < k->first + k->count, "answer target", ip);
    }
    break;
  }
  default: break;
  }
  return true;
}

static bool check_code(Check *c)
{
  const Program *p = c->p;
  int64_t next = 0;
  for (int n = 0; n < p->n_chunks; n++) {
    const PChunk *k = &p->chunks[n];
    NEED(in(k->name, p->n_strings) && in_or_none(k->loc, p->n_locs), "chunk name", n);
    NEED(k->count >= 1 && span(k->first, k->count, p->n_code), "chunk code", n);
    NEED(k->regs >= 2 && k->regs <= MAX_FRAME + 8 && k->result >= 0 &&
             k->result <= k->regs,
         "chunk frame", n);
    NEED(p->code[k->first + k->count - 1].op == OP_RET, "chunk end", n);
    next += k->count;
    for (int ip = k->first; ip < k->first + k->count; ip++) {
      const PInstr *i = &p->code[ip];
      NEED(i->op < OP_COUNT, "instruction", ip);
      const char *o = ops[i->op].operands;
      if (!check_operand(c, k, ip, o[3], 0, true) ||
          !check_operand(c, k, ip, o[0], i->a, false) ||
          !check_operand(c, k, ip, o[1], i->b, false) ||
          !check_operand(c, k, ip, o[2], i->c, false) || !check_special(c, k, ip))
        return false;
    }
  }
  NEED(next == p->n_code, "code outside chunks", next);
  return true;
}

/* ---- loading -------------------------------------------------------------------- */

typedef struct Row {
  uint32_t offset, count;
} Row;

/* ---- the order of bytes --------------------------------------------------------- */

/* How many bytes the numbers of a section have; an instruction has two sizes. */
enum { MIXED = 0 };
#define WIDTH_OF(type)                                                                   \
  _Generic((type *)0, char * : 1, int64_t * : 8, PInstr * : MIXED, default : 4)

static void turn_section(unsigned char *at, size_t size, int width)
{
  if (width != MIXED) {
    little_turn(at, size, (size_t)width);
    return;
  }
  for (size_t i = 0; i + sizeof(PInstr) <= size; i += sizeof(PInstr)) {
    little_turn(at + i, offsetof(PInstr, d), sizeof(uint16_t));
    little_turn(at + i + offsetof(PInstr, d), sizeof(int32_t), sizeof(int32_t));
  }
}

/* Only on machines whose order is not that of files.  `ours`: the image is in the
 * machine's order now.  What lies outside of the image is left to find_sections. */
static void turn_image(unsigned char *image, size_t size, bool ours)
{
  static const struct {
    int width;
    size_t row;
  } kinds[] = {
#define SECTION(type, name) {WIDTH_OF(type), sizeof(type)},
#include "interp/code/section.def"
#undef SECTION
  };
  enum { KINDS = sizeof kinds / sizeof *kinds };
  Row rows[KINDS] = {{0}};
  if (size < sizeof *rows) return;
  memcpy(rows, image, sizeof *rows);
  if (!ours) little_turn(rows, sizeof *rows, sizeof(uint32_t));
  size_t n = rows[0].offset / sizeof *rows;
  if (n > KINDS || size < n * sizeof *rows) return;
  memcpy(rows, image, n * sizeof *rows);
  if (!ours) little_turn(rows, n * sizeof *rows, sizeof(uint32_t));
  little_turn(image, n * sizeof *rows, sizeof(uint32_t));
  for (size_t i = 0; i < n; i++)
    if (rows[i].offset >= n * sizeof *rows && rows[i].offset <= size &&
        rows[i].count <= (size - rows[i].offset) / kinds[i].row)
      turn_section(image + rows[i].offset, rows[i].count * kinds[i].row, kinds[i].width);
}

static bool find_sections(Program *p, Check *c)
{
  enum {
#define SECTION(type, name) SECTION_##name,
#include "interp/code/section.def"
#undef SECTION
    SECTIONS,
    SECTIONS_OLDEST = SECTION_phrases + 1
  };
  Row rows[SECTIONS] = {{0}};
  if (p->size < sizeof *rows) return fail(c, "too short", 0);
  memcpy(rows, p->image, sizeof *rows);
  size_t n = rows[0].offset / sizeof *rows; /* an older program has fewer sections */
  if (n < SECTIONS_OLDEST || n > SECTIONS || p->size < n * sizeof *rows)
    return fail(c, "too short", 0);
  memcpy(rows, p->image, n * sizeof *rows);
#define SECTION(type, name)                                                              \
  {                                                                                      \
    Row r = rows[SECTION_##name];                                                        \
    if (r.offset % 8 || r.offset > p->size ||                                            \
        r.count > (p->size - r.offset) / sizeof(type))                                   \
      return fail(c, "section " #name, SECTION_##name);                                  \
    p->name = (const type *)(const void *)(p->image + r.offset);                         \
    p->n_##name = (int32_t)r.count;                                                      \
  }
#include "interp/code/section.def"
#undef SECTION
  return true;
}

/* The chunk of the outlook, with all that replaces it the last.  It is known by its name,
 * which is a keyword and so no other's: images that were stored before there were
 * outlooks stay what they are. */
static int32_t find_chunk(const Program *p, const char *one, const char *other)
{
  INVARIANT(p && p->header);
  int32_t found = -1;
  for (int i = 0; i < p->n_chunks; i++) {
    const char *name = program_string(p, p->chunks[i].name);
    if (p->chunks[i].result == 1 && (!strcmp(name, one) || !strcmp(name, other)))
      found = i;
  }
  return found;
}

void program_to_file(unsigned char *image, size_t size)
{
  if (BIG_ENDIAN_MACHINE) turn_image(image, size, true);
}

const unsigned char *program_file(const Program *p)
{
  return p->file ? p->file : p->image;
}

Program *program_load(unsigned char *image, size_t size, char *why, size_t why_size)
{
  Program *p = calloc(1, sizeof *p);
  if (!p) abort();
  p->image = image;
  p->size = size;
  p->hash = XXH3_64bits(image, size);
  if (BIG_ENDIAN_MACHINE) {
    unsigned char *file = malloc(size + 1);
    if (!file) abort();
    memcpy(file, image, size);
    p->file = file;
    turn_image(image, size, false);
  }
  Check c = {p, why, why_size, false};
  bool ok =
      size < INT32_MAX && find_sections(p, &c) && verify_tables(&c) && check_code(&c);
  if (!ok) {
    if (!c.bad) snprintf(why, why_size, "too large");
    program_free(p);
    return NULL;
  }
  p->outlook = find_chunk(p, "outlook", "outlook (replaced)");
  p->score = find_chunk(p, "value " SCORE_NAME, "value " SCORE_NAME " (replaced)");
  return p;
}

bool program_claims(const Program *p, int always)
{
  return !strcmp(program_string(p, p->chunks[p->always[always].chunk].name), "claim");
}

static bool always_has(const Program *p, int always, int op)
{
  const PChunk *c = &p->chunks[p->always[always].chunk];
  for (int i = c->first; i < c->first + c->count; i++)
    if (p->code[i].op == op) return true;
  return false;
}

bool program_constant(const Program *p, int always)
{
  return program_claims(p, always) && !always_has(p, always, OP_CAN);
}

bool program_about_end(const Program *p, int always)
{
  return always_has(p, always, OP_WINNERS);
}

void program_free(Program *p)
{
  if (!p) return;
  if (p->made) p->unmake(p->made);
  if (p->plain) p->unmake(p->plain);
  if (p->quiet) p->unmake(p->quiet);
  free((void *)(uintptr_t)p->image);
  free((void *)(uintptr_t)p->file);
  free(p);
}
