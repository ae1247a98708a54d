/* Labels: small sets of atoms. */
#include "interp/flow/label.h"

bool atom_same(Atom a, Atom b)
{
  return a.tag == b.tag && a.n == b.n && a.base == b.base && a.fresh == b.fresh &&
         a.old == b.old && a.stirred == b.stirred && a.others == b.others;
}

/* Bits of the same word are kept in one atom. */
static bool laid_with(Atom a, Atom b)
{
  return a.tag == A_LAID && b.tag == A_LAID && a.n == b.n;
}

bool label_has(Label l, Atom atom)
{
  for (int i = 0; i < l.n; i++) {
    if (laid_with(l.at[i].atom, atom)) return !(atom.base & ~l.at[i].atom.base);
    if (atom_same(l.at[i].atom, atom)) return true;
  }
  return false;
}

int label_size(Label l)
{
  int n = 0;
  for (int i = 0; i < l.n; i++) {
    Atom a = l.at[i].atom;
    n++;
    for (Id bits = a.tag == A_LAID ? a.base : 0; bits; bits &= bits - 1) n++;
  }
  return n;
}

bool label_grew(Label was, Label now)
{
  if (label_size(was) != label_size(now)) return true;
  for (int i = 0; i < was.n; i++)
    if (was.at[i].atom.read != now.at[i].atom.read) return true;
  return false;
}

/* Was one of these read later than the same in the other? */
static bool later(Label x, Label y, int *at)
{
  for (; *at < x.n; (*at)++)
    for (int k = 0; k < y.n; k++)
      if (atom_same(x.at[*at].atom, y.at[k].atom) &&
          y.at[k].atom.read < x.at[*at].atom.read)
        return true;
  return false;
}

/* The earliest of all. */
static Label earliest(Arena *a, Label x, Label y)
{
  int first = 0, reads = 0;
  for (int i = 0; i < x.n; i++) reads |= x.at[i].atom.read;
  if (!reads || !later(x, y, &first)) return x;
  Part *p = arena_alloc(a, (size_t)x.n * sizeof *p);
  for (int i = 0; i < x.n; i++) {
    p[i] = x.at[i];
    for (int k = 0; i >= first && k < y.n; k++)
      if (atom_same(p[i].atom, y.at[k].atom) && y.at[k].atom.read < p[i].atom.read)
        p[i].atom.read = y.at[k].atom.read;
  }
  return (Label){p, x.n};
}

Label label_one(Arena *a, Atom atom, const Step *way)
{
  Part *p = ARENA_NEW(a, Part);
  *p = (Part){atom, way};
  return (Label){p, 1};
}

Label label_join(Arena *a, Label x, Label y)
{
  if (!y.n) return x;
  if (!x.n || x.at == y.at) return x.n > y.n ? x : y;
  x = earliest(a, x, y);
  int more = 0;
  for (int i = 0; i < y.n; i++) more += !label_has(x, y.at[i].atom);
  if (!more) return x;
  if (x.n + more > MOST_PARTS) {
    if (label_has(x, atom_of(A_MUCH, 0))) return x;
    /* What is left of it stands for all: it is known to nobody. */
    if (x.n > MOST_PARTS / 2) x.n = MOST_PARTS / 2;
    y = label_one(a, atom_of(A_MUCH, 0), y.at[0].way);
    more = 1;
  }
  Part *p = arena_alloc(a, (size_t)(x.n + more) * sizeof *p);
  int n = 0;
  for (; n < x.n; n++) p[n] = x.at[n];
  for (int i = 0; i < y.n; i++) {
    int k = 0;
    if (label_has(x, y.at[i].atom)) continue;
    while (k < n && !laid_with(p[k].atom, y.at[i].atom)) k++;
    if (k < n) p[k].atom.base |= y.at[i].atom.base;
    else p[n++] = y.at[i];
  }
  return (Label){p, n};
}

/* The role whose home is in this label, -1 if there is none. */
static int home_role(Label home)
{
  for (int i = 0; i < home.n; i++)
    if (home.at[i].atom.tag == A_HOME) return home.at[i].atom.n;
  return -1;
}

/* Of which one a role is, what its face may explain; there is none of anything else. */
static Atom home_of(Atom a)
{
  return (Atom){.tag = A_HOME, .n = a.tag == A_SELECT ? a.n : -1, .others = a.others};
}

/* What is left of one part, or nothing: a face explains where it comes from. */
static bool left_over(Part *p, Label home, int role)
{
  if (label_has(home, p->atom)) return false;
  if (p->atom.tag == A_PATH && role >= 0) {
    p->atom = atom_of(A_PATH_OF, role);
    p->atom.others = label_has(home, (Atom){.tag = A_HOME, .n = role, .others = true});
  }
  if (label_has(home, home_of(p->atom))) p->atom.tag = A_EXTRA, p->atom.others = false;
  return true;
}

Label label_minus(Arena *a, Label l, Label home)
{
  if (!l.n || !home.n) return l;
  int role = home_role(home), n = 0;
  Part *p = arena_alloc(a, (size_t)l.n * sizeof *p);
  for (int i = 0; i < l.n; i++) {
    p[n] = l.at[i];
    if (left_over(&p[n], home, role)) n++;
  }
  return (Label){p, n};
}

Label label_others(Arena *a, Label l, Label home)
{
  Label r = {0};
  for (int i = 0; i < l.n; i++) {
    Part p = l.at[i];
    bool given =
        label_has(home, home_of(p.atom)); /* what is asked of a set that was given */
    p.atom.others = p.atom.others || given || label_has(home, p.atom);
    r = label_join(a, r, label_one(a, p.atom, p.way));
  }
  return r;
}

Label label_whole(Arena *a, Label home)
{
  return label_join(a, home, label_others(a, home, home));
}

Label label_rename(Arena *a, Label l, Id from, Id to)
{
  if (!l.n) return l;
  Part *p = arena_alloc(a, (size_t)l.n * sizeof *p);
  for (int i = 0; i < l.n; i++) {
    p[i] = l.at[i];
    Id base = p[i].atom.base;
    if (p[i].atom.tag != A_LAID && id_root(base) == from)
      p[i].atom.base = id_next(to, id_step(base));
  }
  return (Label){p, l.n};
}

Label label_forget(Arena *a, Label l, int first)
{
  Label r = {0};
  for (int i = 0; i < l.n; i++) {
    Atom x = l.at[i].atom;
    if (x.tag != A_LAID && id_tag(x.base) == ID_LOCAL && id_number(x.base) >= first)
      x.base = id_of(ID_ANY, 0);
    r = label_join(a, r, label_one(a, x, l.at[i].way));
  }
  return r;
}

Label label_step(Arena *a, Label l, StepTag tag, const char *name, Loc at)
{
  if (!l.n) return l;
  Part *p = arena_alloc(a, (size_t)l.n * sizeof *p);
  for (int i = 0; i < l.n; i++) {
    Step *s = ARENA_NEW(a, Step);
    *s = (Step){tag, name, at, l.at[i].way};
    p[i] = (Part){l.at[i].atom, s};
  }
  return (Label){p, l.n};
}
