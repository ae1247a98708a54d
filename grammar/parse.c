/* Parsing a ruleset: the first file, then every file that `use` names, each once. */
#include "grammar/lex.h"
#include "interp/base/invariant.h"
#include "interp/base/limits.h"

#include <string.h>

static void parse_used(Unit *u, const Node *use);

static void parse_file(Unit *u, int file)
{
  Lexer lx;
  lexer_open(&lx, u, file);
  yyparse(&lx);
  lexer_close(&lx);
  if (!lx.items.head) return;
  if (u->items.head) u->items.tail->next = lx.items.head;
  else u->items.head = lx.items.head;
  u->items.tail = lx.items.tail;
  const Node *last = lx.items.tail;
  for (const Node *n = lx.items.head; n; n = n == last ? NULL : n->next)
    if (n->tag == N_USE) parse_used(u, n);
}

/* A name that leaves its folder could read any file of the machine. */
static bool climbs_out(const char *name)
{
  return name[0] == '/' || strstr(name, "..") || strchr(name, '\\');
}

static void no_such_file(Unit *u, const Node *use, const char *name)
{
  INVARIANT(use && use->tag < N_COUNT);
  Diags *d = &u->diags;
  const char *slash = strchr(name, '/'), *dot = strstr(name, ".regel"), *near;
  const char *ruleset =
      slash ? arena_strndup(u->arena, name, (size_t)(slash - name)) : NULL;
  Diag *g = diag_add(d, DIAG_NO_FILE, use->loc, "there is no %s \"%s\"",
                     slash || dot ? "file" : "ruleset", use->name);
  if (slash && (near = sources_nearest(&u->sources, ruleset, slash + 1)))
    diag_hint(d, g, "did you mean \"%s/%s\"?", ruleset, near);
  else if (!dot && (near = sources_nearest(&u->sources, NULL, name)))
    diag_hint(d, g, "did you mean \"%s\"?", near);
  diag_hint(d, g,
            "looked beside this file, in the ruleset's cards and scenarios, and in the"
            " standard library; another ruleset is \"NAME\" or \"NAME/FILE.regel\", and"
            " is looked for in the library of this file, in REGEL_PATH and among those"
            " that are installed");
}

/* Says what is wrong with what was found, or how it could have been something else. */
static bool check_used(Unit *u, const Node *use, const Used *found, const char *name)
{
  Diags *d = &u->diags;
  bool climbs = name[0] == '/' || strstr(name, "..");
  if (!found->path && found->outside && !climbs) {
    Diag *g = diag_add(d, DIAG_USE_OUTSIDE, use->loc,
                       "\"%s\" is a link that leads out of its folder", use->name);
    diag_hint(d, g, "put the file itself there: nothing outside the folder is read");
  } else if (!found->path && found->outside) {
    Diag *g = diag_add(d, DIAG_USE_OUTSIDE, use->loc, "\"%s\" lies outside the ruleset",
                       use->name);
    diag_hint(d, g,
              "use the bare file name: it is looked for beside this file, in the"
              " ruleset's cards and scenarios, and in the standard library; another"
              " ruleset is \"NAME\" or \"NAME/FILE.regel\"");
  } else if (!found->path) {
    no_such_file(u, use, name);
  } else if (found->rival) {
    Diag *g =
        diag_add(d, DIAG_TWO_FILES, use->loc, "\"%s\" could be two files", use->name);
    diag_hint(d, g, "%s and %s: rename one of them", found->path, found->other);
  } else if (found->other) {
    Diag *g = diag_add(d, DIAG_HIDDEN_FILE, use->loc,
                       "\"%s\" is there twice, and not the same", use->name);
    diag_hint(d, g, "%s is used, %s is not", found->path, found->other);
    diag_hint(d, g,
              "the library of the using file goes first, then REGEL_PATH in its order,"
              " then what is installed");
  }
  return found->path && !found->rival;
}

/* Files of one ruleset may use each other, since each is read once.  A ruleset that needs
 * another one which needs it is a mistake of their authors. */
static void check_circle(Unit *u, const Node *use, int file)
{
  Diags *d = &u->diags;
  for (size_t i = 0; i < u->reading.n; i++) {
    if (u->reading.at[i].file != file) continue;
    Diag *g = diag_add(d, DIAG_USE_CIRCLE, use->loc, "\"%s\" uses itself in a circle",
                       use->name);
    for (size_t k = i + 1; k < u->reading.n; k++)
      diag_hint_at(d, g, u->reading.at[k].use->loc, "by way of \"%s\"",
                   u->reading.at[k].use->name);
    diag_hint(d, g, "put what both need into a file of its own, and let both use that");
    return;
  }
}

/* A pack may share files of another ruleset, and has a game already. */
static bool brings_game(Unit *u, const Node *use, const Used *found)
{
  static const char main[] = "/game.regel";
  size_t n = strlen(found->path), m = sizeof main - 1;
  if (!u->sources.pack || !found->named || n < m || strcmp(found->path + n - m, main))
    return false;
  for (size_t i = 0; i < u->sources.files.n; i++)
    if (!strcmp(u->sources.files.at[i].path, found->path)) return false; /* its own */
  Diag *g = diag_add(&u->diags, DIAG_NOT_IN_VARIANT, use->loc,
                     "\"%s\" is a whole game, and a pack is for one game", use->name);
  diag_hint(&u->diags, g, "single files of it can be used: use \"%.*s/FILE.regel\"",
            (int)strcspn(use->name, "/"), use->name);
  return true;
}

static void parse_found(Unit *u, const Node *use, const Used *found)
{
  if (brings_game(u, use, found)) return;
  if (u->sources.files.n >= MAX_FILES) {
    diag_add(&u->diags, DIAG_FILE_TOO_LARGE, use->loc, "a ruleset has at most %d files",
             MAX_FILES);
    return;
  }
  int file;
  bool seen;
  SourceError err = sources_load(&u->sources, found->path, &file, &seen);
  if (err) diag_unreadable(&u->diags, use->loc, use->name, err);
  else if (seen && found->named) check_circle(u, use, file);
  if (err || seen) return;
  u->sources.files.at[file].ruleset = found->ruleset;
  if (found->standard && !found->named) {
    u->sources.files.at[file].pack = 0;
    u->sources.files.at[file].standard = true;
  }
  vec_push(&u->reading, ((Reading){file, use}));
  parse_file(u, file);
  u->reading.n--;
}

/* All files of a folder: so a scenario is added without a word elsewhere. */
static void parse_folder(Unit *u, const Node *use, const char *name)
{
  INVARIANT(use && use->tag < N_COUNT);
  Paths paths = {0};
  Used found = {.ruleset = u->sources.files.at[use->loc.file].ruleset};
  bool fine = sources_match(&u->sources, use->loc.file, name, &paths, &found.outside);
  if (!fine) {
    diag_hint(&u->diags,
              diag_add(&u->diags, DIAG_NO_FILE, use->loc,
                       "only all files of a folder can be meant"),
              "write: use \"FOLDER/*.regel\"");
  } else if (found.outside) {
    check_used(u, use, &found, name);
  }
  for (size_t i = 0; i < paths.n; i++) {
    found.path = paths.at[i];
    parse_found(u, use, &found);
  }
  vec_free(&paths);
}

static void parse_used(Unit *u, const Node *use)
{
  INVARIANT(use && use->tag < N_COUNT);
  const char *name = use->name;
  Used found = {.outside = climbs_out(name)};
  while (!strncmp(name, "./", 2)) name += 2; /* the same file, and read once */
  if (!found.outside && strchr(name, '*')) {
    parse_folder(u, use, name);
    return;
  }
  if (!found.outside) found = sources_find(&u->sources, use->loc.file, name);
  if (check_used(u, use, &found, name)) parse_found(u, use, &found);
}

static void parse_main(Unit *u, int file)
{
  INVARIANT((size_t)file < u->sources.files.n);
  Source *f = &u->sources.files.at[file];
  f->ruleset = sources_ruleset(&u->sources, f->path);
  vec_push(&u->reading, ((Reading){file, NULL}));
  parse_file(u, file);
  u->reading.n--;
}

bool unit_parse(Unit *u, const char *path)
{
  INVARIANT(u && path);
  int file;
  bool seen;
  SourceError err = sources_load(&u->sources, path, &file, &seen);
  if (err) {
    diag_unreadable(&u->diags, (Loc){-1, 0, 0, 0}, path, err);
    return false;
  }
  parse_main(u, file);
  return true;
}

bool unit_parse_pack(Unit *u, const char *path)
{
  Sources *s = &u->sources;
  int file, pack = 1;
  bool seen;
  for (size_t i = 0; i < s->files.n; i++)
    if (s->files.at[i].pack >= pack) pack = s->files.at[i].pack + 1;
  s->pack = pack;
  SourceError err = sources_load(s, path, &file, &seen);
  const Node *last = u->items.tail;
  if (err) diag_unreadable(&u->diags, (Loc){-1, 0, 0, 0}, path, err);
  else if (!seen) parse_main(u, file);
  const Node *line = last ? last->next : u->items.head;
  while (line && line->tag != N_PACK) line = line->next;
  /* A mistake may have ended the reading before it was known what the file is. */
  bool lost = !err && !seen && u->diags.errors && text_has_pack(s->files.at[file].text);
  if (!err && (seen || (!line && !lost))) {
    Diag *g = diag_add(&u->diags, DIAG_NO_PACK, (Loc){seen ? -1 : file, 1, 1, 1},
                       seen ? "\"%s\" is a file of the game, and no pack"
                            : "\"%s\" has no \"pack\" line",
                       path);
    diag_hint(&u->diags, g, "a pack begins with: pack NAME \"Title\" for GAME");
  }
  s->pack = 0;
  return !err;
}

bool text_has_pack(const char *text)
{
  for (const char *s = text; s; s = strchr(s, '\n')) {
    s += strspn(s, " \t\r\n");
    if (!strncmp(s, "pack", 4) && (s[4] == ' ' || s[4] == '\t')) return true;
  }
  return false;
}

bool unit_parse_kept(Unit *u, const char *path)
{
  Sources *s = &u->sources;
  bool fine = unit_parse(u, path);
  for (size_t i = 0; i < s->kept.n && fine; i++)
    if (strcmp(s->kept.at[i].path, path) && text_has_pack(s->kept.at[i].text))
      fine = unit_parse_pack(u, s->kept.at[i].path);
  return fine;
}

bool unit_parse_text(Unit *u, const char *name, const char *text, size_t size)
{
  INVARIANT(text || !size);
  if (size > MAX_FILE_BYTES) {
    diag_unreadable(&u->diags, (Loc){-1, 0, 0, 0}, name, SOURCE_TOO_LARGE);
    return false;
  }
  parse_main(u, sources_add(&u->sources, name, text, size));
  return true;
}
