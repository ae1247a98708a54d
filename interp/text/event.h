/* Single events as sentences, for the logs of a game. */
#ifndef REGEL_EVENT_H
#define REGEL_EVENT_H
#include "interp/text/log.h"

/* Does a text want to be told with no words at all ("|tells=")?  The source says so. */
bool event_is_silent(const Program *p, int32_t text, const Form *form);

/* The words that the text of a field has for a change; NULL if it has none that fit. */
const char *event_change_words(const char *text, const Form *form, bool ends, size_t *n);
/* Does a viewer hear of this change of a field? */
bool event_hears_change(const View *v, const Event *e, bool verbose);
/* Is it a reader who sees from now on what he did not (EV_SIGHT)? */
bool event_hears_sight(const View *v, const Event *e);
/* The form of a text that the log says of such events. */
Form event_form(EventKind k);
/* Adds what a change says by itself; false if nothing. */
bool event_change(const View *v, Buf *b, const Event *e, bool verbose);
/* Is this placeholder of a text the one for that? */
bool event_slot(const char *name, size_t n, const char *word);
/* Can it stand behind the sentence of the verb that made it: is it neither a flag nor a
 * change that the ruleset wants no words for? */
bool event_is_plain_change(const View *v, const Event *e);
/* Does a line name a thing, plainly or in a case that the language makes? */
bool event_names(const View *v, const char *line, int32_t thing);
/* Adds what a change adds to a line that tells what happened: "Morale: 14".  Returns
 * false and adds nothing if the line says it already.  `before`: the change that was
 * added before it, or NULL. */
bool event_adds(const View *v, Buf *b, const Event *e, const char *line,
                const Event *before);
/* How many bytes of the sentence that tells an event name the seat that acts, as its
 * subject, with the space behind it; 0: none. */
size_t event_subject(const View *v, const Event *e, const char *line);
/* Is it what begins a part of the game ("Night phase")? */
bool event_is_heading(const View *v, const Event *e);
/* Adds what the log would say of a verb, with its placeholders. */
void event_report(const View *v, Buf *b, int32_t text);
/* Will the sentence of this verb come when it has ended? */
bool event_comes_later(const View *v, const Event *e);
/* Adds several draws of one player, or several rolls, as one sentence. */
void event_chances(const View *v, Buf *b, const Event *e, const int64_t *values, int n);
/* Adds what the same players are shown, with the thing of the event as the last. */
void event_reveals(const View *v, Buf *b, const Event *e, const int64_t *things, int n);
/* Adds several moves to one pile as one sentence; false if it is to have none. */
bool event_moves(const View *v, Buf *b, const Event *e, const int64_t *things, int n);

#endif
