/* One chunk as a function: its locals, its ways in and out, its instructions. */
#include "interp/native/gen.h"
#include "interp/base/invariant.h"
#include "interp/text/place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what people read ----------------------------------------------------------- */

/* Text of a ruleset inside a comment: plain characters, and never the end of it. */
static void put_safe(Buf *b, const char *s, int length)
{
  char last = 0;
  for (int k = 0; k < length && k < 160; k++) {
    char c = s[k] >= ' ' && s[k] < 127 && s[k] != '\\' && s[k] != '?' ? s[k] : '.';
    if ((last == '*' && c == '/') || (last == '/' && c == '*')) buf_char(b, ' ');
    buf_char(b, last = c);
  }
}

static void put_source(Gen *g, const PLoc **before)
{
  const PLoc *l = place_of_ip(g->p, g->old);
  if (!l || (*before && (*before)->file == l->file && (*before)->line == l->line)) return;
  Buf name = {0};
  int length;
  const char *line = place_line(g->p, l->file, l->line, &length);
  while (length > 0 && isspace((unsigned char)*line)) line++, length--;
  place_name(g->p, &name, l);
  buf_add(g->b, "  /* ");
  put_safe(g->b, buf_text(&name), (int)name.n);
  buf_add(g->b, "  ");
  put_safe(g->b, line, length);
  buf_add(g->b, " */\n");
  buf_free(&name);
  *before = l;
}

/* ---- ways in -------------------------------------------------------------------- */

enum { JUMP = 1, ENTRY = 2 };

static void mark(Gen *g, int ip, int how)
{
  if (ip >= g->info->first && ip < g->info->first + g->info->count)
    g->label[ip - g->info->first] |= (uint8_t)how;
}

/* Where the machine goes on behind a pause or an instruction that it executed itself. */
static void mark_entries(Gen *g, int ip)
{
  const Program *p = g->p;
  const Optimized *o = g->know->o;
  INVARIANT(ip >= 0 && ip < o->n);
  const PInstr *i = &o->code[ip];
  switch (i->op) {
  case OP_CALL:
    if (!g->know->chunks[i->d].pure) mark(g, o->new_of[o->old_of[ip] + 1], ENTRY);
    return;
  case OP_BEGIN: mark(g, ip, ENTRY); return;
  case OP_DECIDE: {
    const PDecision *d = &p->decisions[i->d];
    for (int k = 0; k < d->alts; k++)
      mark(g, o->new_of[p->alts[d->first_alt + k].target], ENTRY);
    return;
  }
  case OP_CALLS:
  case OP_RANDOM:
  case OP_DRAW:
  case OP_ATTEMPT:
  case OP_DONE:
  case OP_TRIED:
  case OP_GATHER:
  case OP_CAN:
  case OP_RUN:
  case OP_RAN:
  case OP_DIST:
  case OP_REACH:
  case OP_EXPECT:
    mark(g, ip, ENTRY);
    mark(g, ip + 1, ENTRY);
    mark(g, o->new_of[o->old_of[ip] + 1],
         ENTRY); /* it may be before what is computed there */
    if (i->op == OP_ATTEMPT) mark(g, i->d, ENTRY);
    return;
  default:
    if (i->op > LAST_KNOWN) mark(g, ip + 1, ENTRY);
  }
}

static void mark_answers(Gen *g, int decision)
{
  const PDecision *d = &g->p->decisions[decision];
  for (int k = 0; k < d->alts; k++)
    mark(g, g->know->o->new_of[g->p->alts[d->first_alt + k].target], JUMP);
}

static void mark_labels(Gen *g)
{
  INVARIANT(g->info->first + g->info->count <= g->know->o->n);
  for (int ip = g->info->first; ip < g->info->first + g->info->count; ip++) {
    const PInstr *i = &g->know->o->code[ip];
    const char *letters = op_operands(i->op);
    if (!g->info->pure) mark_entries(g, ip);
    if (g->info->pure && i->op == OP_DECIDE) mark_answers(g, i->d);
    if (letters[3] == 'j') mark(g, i->d, JUMP);
    if (letters[2] == 'j') mark(g, ip + i->c, JUMP);
    if (letters[2] == 'B') mark(g, ip - i->c, JUMP);
  }
  if (!g->info->pure) g->label[0] |= ENTRY;
}

/* ---- the function --------------------------------------------------------------- */

char chunk_letter(const Analysis *a, int chunk)
{
  INVARIANT(chunk >= 0 && chunk < a->p->n_chunks);
  return a->loud ? 'q' : 'c';
}

static void put_head(const Analysis *know, Buf *b, int chunk)
{
  INVARIANT(chunk >= 0 && know->chunks);
  const ChunkInfo *info = &know->chunks[chunk];
  buf_printf(b, "%s NativeOut %c%d(Vm *vm, int64_t *R", know->loud ? "QUIET" : "CHUNK",
             chunk_letter(know, chunk), chunk);
  if (!info->pure) buf_add(b, ", int64_t from");
  for (int k = 0; info->pure && k < info->regs; k++)
    if (is_param(info, k)) buf_printf(b, ", int64_t r%d", k);
  buf_add(b, ")");
}

void emit_prototype(const Analysis *know, Buf *b, int chunk)
{
  put_head(know, b, chunk);
  buf_add(b, ";\n");
  if (!know->chunks[chunk].pure) return;
  buf_printf(b, "%s NativeOut %c%d(Vm *vm, int64_t *R, int64_t from);\n",
             know->loud ? "QUIET" : "CHUNK", know->loud ? 'v' : 'w', chunk);
}

static void put_locals(Gen *g)
{
  const ChunkInfo *info = g->info;
  int wide = -1;
  for (int k = 0; k < info->regs; k++) {
    if (info->wide[k]) wide = k;
    else if (info->pure && !is_param(info, k)) buf_printf(g->b, "  int64_t r%d = 0;", k);
    else if (!info->pure) buf_printf(g->b, "  int64_t r%d = 0;", k);
    else continue;
    buf_add(g->b, k % 6 == 5 ? "\n" : "");
  }
  buf_add(g->b, "\n");
  if (info->pure && wide >= 0) {
    buf_printf(g->b, "  int64_t W[%d];\n", wide + 1);
    for (int k = 0; k < info->regs; k++)
      if (info->live[k] && info->wide[k]) buf_printf(g->b, "  W[%d] = R[%d];\n", k, k);
  }
  for (int k = 0; k < info->regs; k++)
    if (!info->wide[k]) buf_printf(g->b, "  (void)r%d;%s", k, k % 12 == 11 ? "\n" : "");
  buf_add(g->b, "\n  int32_t *const cells = vm->cells;\n  (void)cells, (void)R;\n");
  if (info->pure) {
    buf_add(g->b, "  const NativeOut trouble = {0, NATIVE_TROUBLE};\n  (void)trouble;\n");
    if (g->quiet) buf_add(g->b, "  int64_t pour = 0;\n  (void)pour;\n");
    for (int k = 0; g->quiet && k < MOST_QUIET; k++)
      buf_printf(g->b, "  uint64_t m%d = 0; int64_t s%d = 0; (void)m%d, (void)s%d;\n", k,
                 k, k, k);
    return;
  }
  buf_printf(g->b,
             "  NativeOut out = {from, NATIVE_SLOW};\n  int n = %d;\n  int32_t at;\n"
             "  bool flat = false;\n  (void)flat;\n",
             g->c->regs);
  for (int k = 0; k < MOST_OFFERS; k++)
    buf_printf(g->b, "  uint64_t m%d = 0; int64_t s%d = 0; (void)m%d, (void)s%d;\n", k, k,
               k, k);
}

static void put_loads(Gen *g, int from, int to)
{
  INVARIANT(to <= g->info->regs);
  for (int k = from; k < to; k++)
    if (!g->info->wide[k]) buf_printf(g->b, " r%d = R[%d];", k, k);
  buf_add(g->b, "\n");
}

/* Who calls it has set a few registers; who enters in the middle needs all of them. */
static void put_entries(Gen *g)
{
  const ChunkInfo *c = g->info;
  put_loads(g, 0, c->params);
  buf_printf(g->b, "  if (RARE(from != %d)) {\n", c->first);
  put_loads(g, c->params, c->regs);
  buf_add(g->b, "  switch (from) {\n");
  for (int k = 1; k < c->count; k++)
    if (g->label[k] & ENTRY) buf_printf(g->b, "  case %d: goto L%d;\n", c->first + k, k);
  buf_add(g->b, "  default: return out; /* the machine goes on to the next of these */\n"
                "  }\n  }\n");
}

static void put_exits(Gen *g)
{
  INVARIANT(!g->info->pure && g->info->regs >= g->c->regs);
  buf_printf(g->b,
             "slow:\n  op_anchor(vm, R, %d);\n  out.value = at;\n  out.status = "
             "NATIVE_SLOW;\n  n = %d;\n",
             g->c->regs, g->info->regs);
  buf_add(g->b, "leave:\n  switch (n) {\n");
  for (int k = g->info->regs; k > 0; k--) {
    buf_printf(g->b, "  case %d: ", k);
    if (!g->info->wide[k - 1]) buf_printf(g->b, "R[%d] = r%d; ", k - 1, k - 1);
    buf_add(g->b, "/* fall through */\n");
  }
  buf_add(g->b, "  default: return out;\n  }\n");
}

static void put_instruction(Gen *g)
{
  INVARIANT(g->ip >= g->info->first && g->ip < g->info->first + g->info->count);
  if (g->quiet && emit_quiet(g)) return;
  if (emit_plain(g) || emit_set(g) || emit_state(g) || emit_board(g) || emit_flow(g))
    return;
  put(g, "$slow");
}

/* For the machine, which knows nothing of arguments. */
static void put_wrapper(Gen *g)
{
  INVARIANT(g->info->pure); /* others know the machine themselves */
  buf_printf(g->b, "%s NativeOut %c%d(Vm *vm, int64_t *R, int64_t from)\n{\n",
             g->quiet ? "QUIET" : "CHUNK", g->quiet ? 'v' : 'w', g->chunk);
  if (g->quiet && g->chunk == g->p->header->main) put_kept(g->know, g->b);
  buf_printf(g->b,
             "  if (from != %d) return (NativeOut){0, NATIVE_TROUBLE};\n"
             "  NativeOut out = %c%d(vm, R",
             g->info->first, chunk_letter(g->know, g->chunk), g->chunk);
  for (int k = 0; k < g->info->regs; k++)
    if (is_param(g->info, k)) buf_printf(g->b, ", R[%d]", k);
  buf_add(g->b, ");\n");
  if (g->info->results == 1)
    buf_add(g->b, "  if (!(out.status & 0xFF)) R[0] = out.value;\n");
  buf_add(g->b, "  return out;\n}\n\n");
}

void emit_chunk(Gen *g)
{
  const PLoc *before = NULL;
  g->flat_end = -1;
  const char *name = program_string(g->p, g->c->name);
  g->label = calloc((size_t)g->info->count + 1, 1);
  if (!g->label) abort();
  mark_labels(g);
  buf_add(g->b, "/* ");
  put_safe(g->b, name, (int)strlen(name));
  buf_add(g->b, " */\n");
  put_head(g->know, g->b, g->chunk);
  buf_add(g->b, "\n{\n");
  if (g->quiet) find_memos(g->know, g->info, &g->memos);
  put_locals(g);
  put_memo_locals(g);
  if (!g->info->pure) put_entries(g);
  for (int k = 0; k < g->info->count; k++) {
    g->ip = g->info->first + k;
    g->old = g->know->o->old_of[g->ip];
    g->i = &g->know->o->code[g->ip];
    put_source(g, &before);
    if (g->label[k]) buf_printf(g->b, "L%d: ", k);
    else buf_add(g->b, "  ");
    put_memo_begin(g);
    put_instruction(g);
    put_memo_end(g);
    buf_add(g->b, "\n");
  }
  if (!g->info->pure) put_exits(g);
  buf_add(g->b, "}\n\n");
  if (g->info->pure && g->table) put_wrapper(g);
  free(g->label);
  memos_free(&g->memos);
}
