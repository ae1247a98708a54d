/* Duties: what somebody learns, he must be allowed to know.
 *
 * What follows from what is known here is settled here; the rest is asked of whoever
 * calls the body, who knows what it was given and what was revealed before. */
#include "interp/flow/flow_int.h"
#include "interp/base/invariant.h"

const Tell *tell_new(Flow *f, TellTag tag, Loc at, const char *name)
{
  Tell *t = ARENA_NEW(f->arena, Tell);
  *t = (Tell){.tag = tag, .at = at, .name = name};
  return t;
}

/* Outside the body its own names mean nothing, and fields may have had other values. */
static Id exported(const Walk *w, Id id)
{
  id = resolve(w, id);
  if (id_tag(id) == ID_LOCAL) return id_of(ID_ANY, 0);
  if (id_tag(id) == ID_PATH && killed(w, id_number(id))) return id_of(ID_ANY, 0);
  return id;
}

/* Has something changed on which it depends who sees this? */
static bool rule_changed(const Walk *w, const Node *r)
{
  if (!r) return false;
  if (r->sym && r->sym->tag == SY_FIELD && killed(w, r->sym->field->index)) return true;
  for (const Node *a = r->a; a; a = r->tag == N_CALL ? a->next : NULL)
    if (rule_changed(w, a)) return true;
  return rule_changed(w, r->b) || rule_changed(w, r->c);
}

static Atom atom_exported(const Walk *w, Atom a)
{
  if (a.tag != A_PATH_OF) a.others = false; /* nothing explains it any more */
  if (a.tag != A_FIELD && a.tag != A_TOLD) return a;
  a.base = exported(w, a.base);
  if (a.tag == A_TOLD) return a;
  const Field *f = w->f->m->fields.at[a.n];
  a.fresh = a.fresh || (f->pile && killed(w, a.n)) || rule_changed(w, seen_rule(f));
  a.old = a.old || (!f->pile && killed(w, a.n));
  a.stirred = a.stirred || (f->pile && stirred(w, f->type->kind->index));
  return a;
}

static Audience audience_exported(const Walk *w, Audience to)
{
  to.base = exported(w, to.base);
  if (to.cond >= 0 && killed(w, to.cond)) to.fresh = true;
  return to;
}

static bool audience_same(Audience a, Audience b)
{
  return a.tag == b.tag && a.n == b.n && a.base == b.base && a.cond == b.cond &&
         a.fresh == b.fresh && a.holds == b.holds;
}

/* What the setup is believed in, and what not, is kept apart. */
static bool as_believed(const Tell *a, const Tell *b)
{
  return a->counts == b->counts && a->carried == b->carried;
}

static bool tell_same(const Tell *a, const Tell *b)
{
  return a->tag == b->tag && a->at.file == b->at.file && a->at.line == b->at.line &&
         a->at.col == b->at.col && a->name == b->name;
}

/* Each place that tells is told of, as long as there are not too many of them. */
bool duty_known(const Summary *s, const Duty *d)
{
  enum { MANY = 200 };
  AtomTag tag = d->part.atom.tag;
  bool each = (tag == A_FIELD || tag == A_TOLD) && s->duties.n < MANY;
  for (size_t i = 0; i < s->duties.n; i++) {
    const Duty *o = &s->duties.at[i];
    if (atom_same(o->part.atom, d->part.atom) && audience_same(o->to, d->to) &&
        as_believed(o->tell, d->tell) && (!each || tell_same(o->tell, d->tell)))
      return true;
  }
  return false;
}

static void duty_add(Walk *w, Audience to, Part p, const Tell *t)
{
  Duty d = {audience_exported(w, to), {atom_exported(w, p.atom), p.way}, t};
  if (!duty_known(w->s, &d)) apush(w->f->arena, &w->s->duties, d);
}

void need(Walk *w, Audience to, Label l, const Tell *t)
{
  if (w->quiet || w->ending) return; /* the end tells */
  if (to.tag == TO_ASK && w->secret) to = to_one(w->secret_of);
  for (int i = 0; i < l.n; i++)
    if (!may_know(w, to, l.at[i].atom)) duty_add(w, to, l.at[i], t);
}

void event(Walk *w, Audience to, Label l, Label home, const Tell *t)
{
  INVARIANT(w->f);
  if (w->quiet || w->ending) return;
  Arena *a = w->f->arena;
  Label path = label_join(a, w->path, label_one(a, atom_of(A_PATH, 0), NULL));
  path = label_minus(a, path, w->opened);
  need(w, to, label_minus(a, label_join(a, l, path), home), t);
  Event e = {to, t, home, w->opened};
  vec_push(w->events, e);
}

Label unknown(Walk *w, Label l)
{
  Part *p = l.n ? arena_alloc(w->f->arena, (size_t)l.n * sizeof *p) : NULL;
  int n = 0;
  for (int i = 0; i < l.n; i++)
    if (!may_know(w, to_all(), l.at[i].atom)) p[n++] = l.at[i];
  return (Label){p, n};
}

void depend(Walk *w, Label condition, Levels raw)
{
  Arena *a = w->f->arena;
  condition = unknown(w, condition);
  w->path = label_join(a, w->path, condition);
  w->raw_path = levels_join(w, w->raw_path, raw);
  w->opened = label_minus(a, w->opened, condition);
}

void fail_late(Walk *w, size_t from, Label shown, Label other)
{
  Arena *a = w->f->arena;
  for (size_t i = from; shown.n + other.n && i < w->events->n; i++) {
    const Event *e = &w->events->at[i];
    Label l = label_join(a, label_minus(a, shown, e->opened), other);
    need(w, e->to, label_minus(a, l, e->home), e->tell);
  }
}

void asked(Walk *w, const Val *by, Loc at)
{
  if (!w->quiet) w->s->asks = true;
  event(w, (Audience){.tag = TO_ASK, .cond = -1}, full(w, by), (Label){0},
        tell_new(w->f, TELL_ASK, at, NULL));
}

/* A local name and a value stand for what they are, and so does what is printed on a
 * thing and computed; a thing hides its face, but not that there is none; a field is read
 * only by who sees it. */
void shown(Walk *w, const TextUse *t, Audience to, TellTag tag, Loc at)
{
  for (size_t i = 0; t && i < t->args.n; i++) {
    Node *e = t->args.at[i].expr;
    if (!e) continue;
    for (; e->tag == N_DOT; e = e->a)
      if (e->sym && e->sym->tag == SY_COLUMN)
        need(w, to, column_told(w, e), tell_new(w->f, tag, at, t->args.at[i].name));
    bool computed = e->sym && (e->sym->tag == SY_LOCAL || e->sym->tag == SY_VALUE);
    if (e->tag == N_NAME && !computed) continue;
    Val v = eval(w, e);
    bool any = !e->type || !e->type->opt; /* there surely is one */
    need(w, to, any ? label_minus(w->f->arena, v.sel, v.home) : v.sel,
         tell_new(w->f, tag, at, t->args.at[i].name));
  }
}
