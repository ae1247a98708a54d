/* What players read of both rulesets in one language.
 *
 * A ruleset that shares files with another has catalogs of its own: a term may be another
 * one for players though no line of the rules differs. */
#include "interp/diff/diff_int.h"
#include "interp/base/invariant.h"
#include "interp/text/forms.h"

#include <string.h>

enum { SEVERAL = -2 };

static const char *key_of(const Program *p, int text)
{
  INVARIANT(text >= 0 && text < p->n_texts);
  return program_string(p, p->texts[text].key);
}

static const char *whole_key(Diff *d, const Program *p, int text)
{
  return arena_printf(d->arena, "%s\n%s", key_of(p, text),
                      program_string(p, p->texts[text].source));
}

/* Texts by where they stand and what they say; and by where alone, if there is one. */
static DiffMap *index_of(Diff *d, const Program *p)
{
  INVARIANT(p && p->header);
  DiffMap *m = diff_map_new(d->arena);
  for (int i = 0; i < p->n_texts; i++) {
    const char *key = key_of(p, i);
    diff_map_put(m, whole_key(d, p, i), i);
    diff_map_put(m, key, diff_map_get(m, key) == -1 ? i : SEVERAL);
  }
  return m;
}

/* The declaration that a key names: "kind.road", "thing.ace.play/note". */
static DiffDecl *decl_of(const Diff *d, const char *key)
{
  size_t n = strcspn(key, "./");
  const char *own = key[n] ? key + n + 1 : key;
  size_t m = strcspn(own, "./");
  bool any = n == 4 && !strncmp(key, "game", n);
  for (size_t i = 0; i < d->decls[DIFF_NEW].n; i++) {
    DiffDecl *x = d->decls[DIFF_NEW].at[i];
    if (!x->own || strlen(x->own) != m || strncmp(x->own, own, m)) continue;
    bool sort = strlen(x->sort) == n && !strncmp(x->sort, key, n);
    bool member = x->kind && strlen(x->kind) == n && !strncmp(x->kind, key, n);
    if (sort || any || (member && strcmp(x->sort, "thing"))) return x;
  }
  return NULL;
}

static DiffChange change_of(Diff *d, const char *key, const char *code, const char *old,
                            const char *new)
{
  DiffDecl *x = decl_of(d, key);
  d->a = x ? x->peer : NULL;
  d->b = x;
  const char *const *cites = diff_head_cites(d);
  return (DiffChange){.group = DIFF_TEXTS,
                      .kind = DIFF_CHANGED,
                      .about = DIFF_ABOUT_TEXT,
                      .sort = x ? x->sort : "text",
                      .name = x ? x->name : arena_strdup(d->arena, key),
                      .part = arena_printf(d->arena, "in %s", code),
                      .text = {diff_quote(d->arena, old), diff_quote(d->arena, new)},
                      .cites = cites,
                      .head_cites = cites};
}

/* Behind what is told of texts already. */
static void insert(Diff *d, DiffChange c)
{
  size_t at = d->changes.n;
  vec_push(&d->changes, c);
  for (; at && d->changes.at[at - 1].group > c.group; at--)
    d->changes.at[at] = d->changes.at[at - 1];
  d->changes.at[at] = c;
}

/* A name without the forms that grammar asks for; sentences are as they are. */
static const char *plain(Diff *d, const Wording *w)
{
  return !strchr(w->text, '{') ? arena_strndup(d->arena, w->text, forms_plain(w->text))
                               : w->text;
}

void diff_add_shown(Diff *d, const DiffShown *side)
{
  const DiffShown *old = &side[DIFF_OLD], *new = &side[DIFF_NEW];
  if (d->wish.about && !(d->wish.about & DIFF_ABOUT_TEXT)) return;
  DiffMap *were = index_of(d, old->program), *are = index_of(d, new->program);
  for (int i = 0; i < new->program->n_texts; i++) {
    const char *key = key_of(new->program, i);
    int was = diff_map_get(were, whole_key(d, new->program, i));
    if (was < 0 && diff_map_get(are, key) == i) was = diff_map_get(were, key);
    if (was < 0) continue;
    Wording a = lang_text(old->lang, old->program, was),
            b = lang_text(new->lang, new->program, i);
    if (a.state == LANG_MISSING || b.state == LANG_MISSING) continue;
    const char *before = plain(d, &a), *now = plain(d, &b);
    if (strcmp(before, now))
      insert(d, change_of(d, key, lang_code(new->lang), before, now));
  }
}
