/* Decks that lie in the order of their source when play begins: the first shuffle was
 * forgotten.
 *
 * A shuffle behind a move fills a deck again.  One that stands for itself may come before
 * the first draw, so a deck that has such a one is left alone. */
#include "interp/find/printed.h"
#include "interp/base/invariant.h"
#include "interp/vm/vm.h"

#include <stdlib.h>

enum { LINES = 40 }; /* of code between a move and the shuffle behind it */

/* Is the pile of this field shuffled somewhere without having been filled just before? */
static bool has_fresh_shuffle(const Program *p, int field)
{
  for (int32_t ip = 1; ip < p->n_code; ip++) {
    const PInstr *i = &p->code[ip];
    if (i->op != OP_SHUFFLE || i[-1].op != OP_PILE || i[-1].d != field) continue;
    bool filled = false;
    for (int32_t k = ip - 1; k > 0 && k > ip - LINES; k--) {
      int op = p->code[k].op;
      if (op == OP_RET) break;
      filled |= op == OP_MOVE || op == OP_LAY || op == OP_TUCK;
    }
    if (!filled) return true;
  }
  return false;
}

/* Things of several faces, as they are declared. */
static bool lies_as_printed(const Vm *vm, int32_t pile)
{
  const Program *p = vm_program(vm);
  int32_t *list = malloc(((size_t)p->n_things + 1) * sizeof *list);
  if (!list) abort();
  int n = vm_pile(vm, pile, list, p->n_things), faces = n > 0, count;
  const int32_t *cells = vm_cells(vm, &count);
  bool printed = true;
  for (int i = 0; i < n; i++) {
    const PThing *t = &p->things[list[i]];
    const PKind *k = &p->kinds[t->kind];
    printed &= !cells[k->cells + (list[i] - k->first) * TC_COUNT + TC_LOOSE];
    if (!i) continue;
    printed &= list[i - 1] < list[i];
    faces += t->face != p->things[list[i - 1]].face;
  }
  free(list);
  return printed && faces > 2;
}

static bool is_drawn_from(const Program *p, int field)
{
  for (int32_t ip = 0; ip < p->n_code; ip++) {
    if (p->code[ip].op != OP_DRAW) continue;
    for (int32_t k = ip - 1; k > 0 && k > ip - LINES; k--)
      if (p->code[k].op == OP_PILE && p->code[k].a == p->code[ip].a) {
        if (p->code[k].d == field) return true;
        break;
      }
  }
  return false;
}

/* Where it is told: at the deck or, if that is of another ruleset, at the own setup that
 * should have shuffled it; NULL: nowhere. */
static const Node *place_of(Find *f, const Field *deck)
{
  const Verb *setup = f->m->setup;
  if (!deck->decl) return NULL;
  if (!in_library(f, deck->decl)) return deck->decl;
  return setup && setup->decl && !in_library(f, setup->decl) ? setup->decl : NULL;
}

/* A hidden deck of the game. */
static bool is_deck(Find *f, const Program *p, const Field *deck)
{
  const PField *q = &p->fields[deck->index];
  return q->flags & FIELD_PILE && q->kind < 0 && q->per_type < 0 &&
         q->seen == SEEN_NONE && place_of(f, deck) &&
         (q->flags & FIELD_SHUFFLED || is_drawn_from(p, deck->index));
}

void printed_look(Find *f, const Vm *vm, unsigned char *seen)
{
  INVARIANT(vm_program(vm) == f->p && seen);
  const Program *p = vm_program(vm);
  for (size_t i = 0; i < f->m->fields.n; i++) {
    const Field *deck = f->m->fields.at[i];
    if (seen[i] & NO_DECK) continue; /* found out once */
    if (!is_deck(f, p, deck)) seen[i] = NO_DECK;
    else
      seen[i] |= lies_as_printed(vm, p->fields[deck->index].pile) ? SEEN_PRINTED
                                                                  : SEEN_OTHERWISE;
  }
}

/* W0724 knows more: nothing shuffles it at all. */
static bool told(const Find *f, Loc at)
{
  for (size_t i = 0; i < f->d->list.n; i++) {
    const Diag *g = &f->d->list.at[i];
    if (g->code == DIAG_NOT_SHUFFLED && g->loc.file == at.file && g->loc.line == at.line)
      return true;
  }
  return false;
}

void printed_tell(Find *f, const Program *p, const unsigned char *seen)
{
  INVARIANT(p == f->p && seen);
  for (size_t i = 0; i < f->m->fields.n; i++) {
    const Field *deck = f->m->fields.at[i];
    if (seen[i] != SEEN_PRINTED || has_fresh_shuffle(p, deck->index)) continue;
    if (told(f, deck->decl->loc)) continue;
    Diag *g =
        diag_add(f->d, DIAG_SHUFFLED_LATE, place_of(f, deck)->loc,
                 "when play begins \"%s\" lies in the order in which its things are "
                 "written",
                 deck->name);
    diag_hint(f->d, g, "every game would begin with the same cards; in setup: shuffle %s",
              deck->name);
  }
}
