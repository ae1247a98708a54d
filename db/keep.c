#include "db/keep.h"
#include "interp/base/invariant.h"

static bool keep_pause(Keeper *keeper, const Vm *vm, VmStatus status, const Given *given)
{
  Keep *k = (Keep *)keeper;
  if (!k->record.game) {
    k->new.start = vm_hash(vm);
    if (!record_begin(&k->record, k->record.db, &k->new)) return false;
  }
  return record_pause(&k->record, vm, status, given);
}

static const char *keep_why(const Keeper *keeper)
{
  return sql_why(((const Keep *)keeper)->record.db);
}

void keep_new(Keep *k, Db *db, const NewGame *new)
{
  INVARIANT(db && new->program);
  *k = (Keep){.keeper = {keep_pause, keep_why}, .record = {.db = db}, .new = *new};
}

bool keep_resume(Keep *k, Db *db, Session *s, const StoredGame *g)
{
  INVARIANT(k && s && g && g->seats == s->seats);
  VEC(Step) steps = {0};
  for (size_t i = 0; i < g->steps.n; i++) {
    const StoredStep *step = &g->steps.at[i];
    vec_push(&steps, ((Step){{step->seat, step->answer}, step->state}));
  }
  bool remembers = s->remembers;
  s->remembers = true; /* what was taken back then is taken back now */
  bool same = session_relive(s, g->start, steps.at, steps.n);
  s->remembers = remembers;
  vec_free(&steps);
  *k = (Keep){.keeper = {keep_pause, keep_why}};
  record_resume(&k->record, db, g);
  s->keeper = &k->keeper;
  s->over = g->over;
  return same;
}
