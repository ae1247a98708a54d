/* Names, values and templates in words, as one viewer may read them. */
#ifndef REGEL_RENDER_H
#define REGEL_RENDER_H
#include "interp/text/buf.h"
#include "interp/text/words.h"
#include "interp/vm/vm.h"

/* Who reads, if it is not a seat: somebody who sees everything, or a spectator who sees
 * only what every seat sees. */
enum { VIEW_ALL = -1, VIEW_PUBLIC = -2 };

typedef struct View {
  const Program *program;
  Vm *vm; /* NULL: nothing is hidden and no state is read */
  int seat;
  const char *const *names; /* by seat; where it is NULL: "Player 1" */
  int32_t shown; /* a thing whose face the viewer is just being shown; 0: none (thing 0 is
                    a player, whom everybody sees) */
} View;

View view_new(Vm *vm, int seat, const char *const *names);
/* The same reader's view without a game: for texts of the program. */
View view_program(const Program *p);
bool view_sees_thing(const View *v, int32_t thing);
bool view_sees_field(const View *v, int field, int32_t thing);
/* A cell as the viewer may read it while answers are secret. */
int64_t view_get(const View *v, int field, int32_t thing, int32_t per);

/* The source of a text that players read; NULL if there is none. */
const char *render_source(const Program *p, int32_t text);
/* An id made readable: `bicycle_check` is "Bicycle check". */
void render_id(Buf *b, const char *id);
/* What a kind, field or word is called: its text, or its id in words (no capital). */
void render_noun(const Program *p, Buf *b, int32_t text, int32_t name);
/* The same with "a" or "an". */
void render_article(Buf *b, const char *noun);
void render_seat(const View *v, Buf *b, int seat);
/* Seats of a mask, joined: "Anne, Bob and Carl"; "nobody" for none. */
void render_seats(const View *v, Buf *b, uint32_t mask);
/* A thing by its title, or, if the viewer may not see its face, as "a card". */
void render_thing(const View *v, Buf *b, int32_t thing);
/* A value of a type of the program; `value` has as many words as the type says. */
void render_value(const View *v, Buf *b, int type, const int64_t *value);
void render_scalar(const View *v, Buf *b, int type, int64_t value);
/* "Information of Red", "Dossier of Anne, Blue"; thing and per may be -1. */
void render_field(const View *v, Buf *b, int field, int32_t thing, int32_t per);
/* "hand of Anne"; -1 is the box. */
void render_pile(const View *v, Buf *b, int pile);
/* What lies in a pile: what the viewer may see by name, the rest as "3 hidden". */
void render_pile_contents(const View *v, Buf *b, int pile);
/* The words that `values` (of type elem) make when joined; equal faces are counted. */
void render_list(const View *v, Buf *b, int elem, const int64_t *values, int n);

/* Where a template gets its values: the words of argument `row` of the program's args.
 * `room` has place for one word.  NULL: not known, the placeholder stays as written. */
typedef const int64_t *(*RenderArg)(void *user, int row, int64_t *room);
/* What such a function returns where the reader may not know the value. */
extern const int64_t render_unseen;
/* May this reader know what these seats may know? */
bool render_allows(const View *v, uint32_t seats);
/* A text with its placeholders filled in. */
void render_text(const View *v, Buf *b, int32_t text, RenderArg get, void *user);

#endif
