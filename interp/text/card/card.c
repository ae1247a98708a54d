#include "interp/text/card/card.h"
#include "interp/base/invariant.h"
#include "interp/text/card/compose.h"
#include "interp/text/card/face.h"

#include <string.h>

static bool has_texts(const Program *p, const PKind *k)
{
  for (int i = k->first; i < k->first + k->count; i++)
    if (p->things[i].phrase >= 0) return true;
  return false;
}

bool card_kind(const Program *p, int kind)
{
  INVARIANT(kind >= 0 && kind < p->n_kinds);
  const PKind *k = &p->kinds[kind];
  if (k->flags & KIND_PLAYER || (k->width > 0 && k->cells < 0)) return false;
  if (k->cells >= 0 || k->flags & KIND_COPIES) return true;
  return k->text >= 0 && has_texts(p, k);
}

/* ---- printed values ------------------------------------------------------------- */

static bool is_setting(const Program *p, int field)
{
  if (p->fields[field].flags & FIELD_OPTION) return true;
  for (int i = 0; i < p->n_variants; i++)
    if (p->variants[i].field == field) return true;
  return false;
}

/* Does a value hang on nothing but how the game is set up, nor does any that it asks?
 * Then it can be printed. */
static bool is_fixed(const Program *p, int chunk, int depth)
{
  enum { DEEPEST = 8 };
  INVARIANT(chunk >= 0 && chunk < p->n_chunks);
  const PChunk *c = &p->chunks[chunk];
  if (depth > DEEPEST) return false;
  for (int i = c->first; i < c->first + c->count; i++) {
    const char *operands = op_operands(p->code[i].op);
    if (strpbrk(operands, "svD")) return false; /* somebody else has a say */
    if (strchr(operands, 'k') && !is_fixed(p, p->code[i].d, depth + 1)) return false;
    if (strchr(operands, 'f') && !is_setting(p, p->code[i].d)) return false;
  }
  return true;
}

Vm *card_edition(const Program *p)
{
  INVARIANT(p && p->header);
  Setup setup = {p->header->seats_low, 1, NULL};
  Vm *vm = vm_new(p);
  vm_start(vm, &setup);
  vm_step(vm);
  return vm;
}

const int64_t *card_printed(const View *v, int32_t thing, int column)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  const PColumn *c = &p->columns[column];
  int at = thing - p->kinds[c->kind].first;
  if (c->base >= 0) return p->consts + c->base + at * p->types[c->type].words;
  if (!v->edition || c->slot < 0) return NULL;
  int chunk = p->slot_chunks[p->slots[c->slot].first + at];
  return chunk >= 0 && is_fixed(p, chunk, 0) ? vm_eval(v->edition, chunk, NONE, thing)
                                             : NULL;
}

int card_copies(const Program *p, const Vm *vm, int32_t thing)
{
  INVARIANT(thing >= 0 && thing < p->n_things);
  int32_t face = p->things[thing].face;
  const PThing *t = &p->things[face];
  const PKind *k = &p->kinds[t->kind];
  int n = 0;
  if (!vm || k->present < 0) {
    for (int i = 0; i < t->copies; i++) n += t[i].variant != THING_NEVER;
    return n;
  }
  int64_t words[MAX_THINGS / 64 + 1];
  vm_get_wide(vm, k->present, NONE, NONE, words);
  for (int i = 0; i < t->copies; i++) {
    int bit = face + i - k->first;
    n += (int)((uint64_t)words[bit / 64] >> bit % 64 & 1);
  }
  return n;
}

int card_count(const Program *p, int kind)
{
  INVARIANT(kind >= 0 && kind < p->n_kinds);
  const PThing *first = p->things + p->kinds[kind].first;
  int n = 0;
  for (int i = 0; i < p->kinds[kind].count; i++) n += first[i].variant != THING_NEVER;
  return n;
}

void card_head(const View *v, Buf *b, int32_t thing, int copies)
{
  INVARIANT(v && v->program);
  INVARIANT(thing >= 0 && thing < v->program->n_things);
  const PThing *t = &v->program->things[thing];
  Buf title = {0}, noun = {0}, kind = {0};
  render_thing(v, &title, thing);
  render_name(v, &noun, NAME_KIND, t->kind, NULL, NULL);
  if (copies > 1) /* at a table one might think that they are on it */
    words_say(v->lang, &kind, v->vm ? SAY_CARD_IN_GAME : SAY_TIMES, DIGITS(copies),
              buf_text(&noun), NULL);
  else buf_add(&kind, buf_text(&noun));
  words_say(v->lang, b, SAY_CARD_KIND, buf_text(&title), buf_text(&kind), NULL);
  buf_char(b, '\n');
  buf_free(&title);
  buf_free(&noun);
  buf_free(&kind);
}

/* A story needs no name to be read (docs/print.md). */
static bool is_story(const Program *p, const PColumn *c)
{
  return p->types[c->type].tag == T_TEXT && !strcmp(program_string(p, c->name), "story");
}

void card_values(const View *v, Buf *b, int32_t thing)
{
  INVARIANT(v && v->program);
  const Program *p = v->program;
  for (int i = 0; i < p->n_columns; i++) {
    const PColumn *c = &p->columns[i];
    if (c->kind != p->things[thing].kind || (c->text < 0 && !is_story(p, c))) continue;
    const int64_t *words = card_printed(v, thing, i);
    if (!words) continue;
    bool flag = p->types[c->type].tag == T_FLAG;
    if (p->types[c->type].words == 1 && (words[0] == NONE || (flag && !words[0])))
      continue; /* what is not there or not so is not printed */
    Buf name = {0}, value = {0};
    render_name(v, &name, NAME_COLUMN, i, NULL, NULL);
    render_printed(v, &value, i, words);
    if (value.n) {
      if (c->text < 0) buf_add(b, buf_text(&value));
      else words_say(v->lang, b, SAY_BY, buf_text(&name), buf_text(&value), NULL);
      buf_char(b, '\n');
    }
    buf_free(&name);
    buf_free(&value);
  }
}

void card_inner(const View *v, Buf *b, int32_t thing, int width)
{
  INVARIANT(v && v->program);
  for (int i = 0; i < v->program->n_columns; i++) {
    int32_t inner = face_inner(v->program, thing, i);
    Buf title = {0}, does = {0};
    if (inner >= 0) compose_thing(v, &does, inner);
    if (does.n) {
      render_thing(v, &title, inner);
      buf_lines(b, buf_text(&title), 2, width);
      buf_lines(b, does.at, 4, width);
    }
    buf_free(&title);
    buf_free(&does);
  }
}
