#include "interp/api/fault.h"
#include "interp/rules/packs.h"
#include "interp/text/place.h"
#include "interp/base/invariant.h"

static void put_actor(Buf *b, const View *v, int32_t ip)
{
  INVARIANT(v && v->program);
  VmFrame frames[32];
  int n = vm_frames(v->vm, ip, frames, 32);
  int32_t seat = NONE, card = NONE;
  for (int i = 0; i < n; i++) {
    if (seat == NONE && frames[i].me >= 0 && frames[i].me < vm_seats(v->vm))
      seat = frames[i].me;
    if (card == NONE && frames[i].self >= 0 && frames[i].self < v->program->n_things)
      card = frames[i].self;
  }
  if (seat != NONE) {
    buf_add(b, "   = ");
    render_seat(v, b, seat);
    buf_add(b, " was acting\n");
  }
  if (card != NONE) {
    buf_add(b, "   = by the rules of ");
    render_thing(v, b, card);
    buf_char(b, '\n');
  }
}

/* What the game promises may be what a pack means to change. */
static void put_promise(Buf *b, const Program *p, const VmFault *f, const PLoc *l)
{
  Arena *a = arena_new();
  PackList packs = {0};
  packs_read(a, p, &packs);
  for (int i = 0; packs.n && l->file < packs.at[0].file && i < p->n_always; i++) {
    const PAlways *w = &p->always[i];
    if (p->chunks[w->chunk].first != f->ip || w->text < 0 || program_claims(p, i))
      continue;
    buf_printf(
        b, "   = the game promises it; a pack that means otherwise: always … \"%s\"\n",
        render_source(p, w->text));
  }
  packs_free(&packs);
  arena_free(a);
}

void api_put_fault(Json *j, const Program *p, const View *view, const VmFault *f)
{
  const PLoc *l = place_of_ip(p, f->ip);
  Buf b = {0};
  json_key_text(j, "code", vm_error_name(f->error));
  json_key_text(j, "message", vm_error_title(f->error));
  if (l) place_json(p, j, "place", l);
  if (l) place_show(p, &b, l);
  if (l && f->error == R_INVARIANT) put_promise(&b, p, f, l);
  place_circle(p, &b, f);
  if (view) put_actor(&b, view, f->ip);
  json_key_text(j, "text", buf_text(&b));
  buf_free(&b);
}
