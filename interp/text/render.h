/* Names, values and templates in words, as one viewer may read them. */
#ifndef REGEL_RENDER_H
#define REGEL_RENDER_H
#include "interp/base/buf.h"
#include "interp/text/template.h"
#include "interp/text/words.h"
#include "interp/vm/vm.h"

/* Who reads, if it is not a seat: somebody who sees everything, or a spectator who sees
 * only what every seat sees. */
enum { VIEW_ALL = -1, VIEW_PUBLIC = -2 };

enum { ICON = '\x01', ICON_END = '\x02' };

typedef struct View {
  const Program *program;
  Vm *vm; /* NULL: nothing is hidden and no state is read */
  int seat;
  const char *const *names; /* by seat; where it is NULL: "Player 1" */
  int32_t shown; /* a thing whose face the viewer is just being shown; 0: none (thing 0 is
                    a player, whom everybody sees) */
  const Lang *lang; /* NULL: the source */
  int inside;       /* titles that are being made for each other */
  bool either;      /* the parts of a list are joined by "or" */
  bool printed;     /* all copies of a face are that face: "tank", not "14× tank" */
  bool icons;       /* names are followed by ICON, how many bytes they have, ":", their id
                       and ICON_END: what a picture could stand for */
  Vm *edition; /* a game that has begun: what a variant prints otherwise is read as it is
                  there; NULL: only what is the same in all settings is read */
} View;

View view_new(Vm *vm, int seat, const char *const *names, const Lang *lang);
/* The same reader's view without a game: for texts of the program. */
View view_program(const Program *p, const Lang *lang);
bool view_sees_thing(const View *v, int32_t thing);
bool view_sees_field(const View *v, int field, int32_t thing);
/* A cell as the viewer may read it while answers are secret. */
int64_t view_get(const View *v, int field, int32_t thing, int32_t per);

/* The source of a text as it is written; NULL if there is none. */
const char *render_source(const Program *p, int32_t text);
/* What a thing is called there, without classes and forms; or its id. */
const char *render_called(const Program *p, Arena *arena, int32_t thing);
/* A text in the reader's language; of its placeholders only those that name a thing or a
 * kind are filled.  Nothing if there is none. */
void render_words(const View *v, Buf *b, int32_t text);
/* The same with an ellipsis for what only a game can fill in: "… action points left". */
void render_gist(const View *v, Buf *b, int32_t text);
/* An id made readable: `bicycle_check` is "Bicycle check". */
void render_id(Buf *b, const char *id);
/* What has a name: its text, or its id in words (no capital). */
typedef enum { NAME_KIND, NAME_FIELD, NAME_COLUMN, NAME_WORD, NAME_SLOT } NameSort;
/* The form in which a name stands beside its value: "Coins  5". */
Form render_heading(const Program *p, NameSort sort, int32_t i, Form f);
/* Adds what is printed on a thing.  The name of a list of which one is taken has the
 * class `or` ("Starts at|or"). */
void render_printed(const View *v, Buf *b, int column, const int64_t *words);
/* Adds the name of row i in a form; form (plain) and out may be NULL. */
void render_name(const View *v, Buf *b, NameSort sort, int32_t i, const Form *form,
                 Filled *out);
/* Is a text the name of several things, "Coins"? */
bool render_is_plural(const View *v, int32_t text);
/* The same for a value of the rules: its text, or -1 and its id. */
void render_value_name(const View *v, Buf *b, int32_t text, int32_t id, const Form *form,
                       Filled *out);
/* The same with its placeholders filled: "fare to {i}"; else they are left open. */
void render_value_filled(const View *v, Buf *b, int32_t text, int32_t id,
                         const Form *form, Filled *out, Fill fill, void *user);
void render_title(const View *v, Buf *b); /* of the game */
void render_seat(const View *v, Buf *b, int seat);
/* Seats of a mask, joined: "Anne, Bob and Carl"; "nobody" for none. */
void render_seats(const View *v, Buf *b, uint32_t mask);
/* A thing by its title, or, if the viewer may not see its face, as "a card". */
void render_thing(const View *v, Buf *b, int32_t thing);
void render_thing_form(const View *v, Buf *b, int32_t thing, const Form *form,
                       Filled *out);
/* A value of a type of the program; `value` has as many words as the type says. */
void render_value(const View *v, Buf *b, int type, const int64_t *value);
void render_value_form(const View *v, Buf *b, int type, const int64_t *value,
                       const Form *form, Filled *out);
void render_scalar(const View *v, Buf *b, int type, int64_t value);
/* "Information of Red", "Dossier of Anne, Blue"; thing and per may be -1. */
void render_field(const View *v, Buf *b, int field, int32_t thing, int32_t per);
/* "hand of Anne"; -1 is the box. */
void render_pile(const View *v, Buf *b, int pile);
/* What lies in a pile: what the viewer may see by name, the rest as "3 hidden". */
void render_pile_contents(const View *v, Buf *b, int pile);
/* The words that `values` (of type elem) make when joined; equal faces are counted. */
void render_list(const View *v, Buf *b, int elem, const int64_t *values, int n);

/* A part of one of the program's own sentences (words.def), made when the sentence asks
 * for it in a form. */
typedef struct SayPart {
  const char *text; /* as it is; NULL: ... */
  int32_t thing;    /* ... this thing, or if it is -1 ... */
  NameSort sort;    /* ... a name */
  int32_t i;
  const char *det; /* with this determiner, or NULL */
} SayPart;
#define SAY_TEXT(s) ((SayPart){.text = (s)})
#define SAY_THING(t) ((SayPart){.thing = (t)})
#define SAY_NAME(s, row, d) ((SayPart){.thing = -1, .sort = (s), .i = (row), .det = (d)})
/* Adds the sentence; `parts` in the order of its row. */
void render_say(const View *v, Buf *b, Saying w, const SayPart *parts, int n);

/* Where a template gets its values: the words of argument `row` of the program's args.
 * `room` has place for one word.  NULL: not known, the placeholder stays as written. */
typedef const int64_t *(*RenderArg)(void *user, int row, int64_t *room);
/* What such a function returns where the reader may not know the value. */
extern const int64_t render_unseen;
/* May this reader know what these seats may know? */
bool render_allows(const View *v, uint32_t seats);
/* Adds the thing or kind that a placeholder of a text names by its id; false if it names
 * none. */
bool render_constant(const View *v, Buf *b, const PText *t, const char *name, size_t n,
                     const Form *form, Filled *out);
/* A text with its placeholders filled in. */
void render_text(const View *v, Buf *b, int32_t text, RenderArg get, void *user);
/* The same in a form of the sentence, or as it is (NULL); `actor` (a player, or -1) is
 * who {me} is where the source does not say it. */
void render_told(const View *v, Buf *b, int32_t text, const Form *form, RenderArg get,
                 void *user, int32_t actor);

#endif
