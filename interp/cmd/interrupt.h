/* Ctrl-C. */
#ifndef REGEL_INTERRUPT_H
#define REGEL_INTERRUPT_H

/* From now on Ctrl-C only sets the flag that is returned; a second one ends the program.
 * It is the one variable of the program that changes outside of any function's reach. */
const volatile int *interrupt_watch(void);
/* From now on Ctrl-C ends the program at once with exit code 130, after the words
 * `farewell` (which live until then). */
void interrupt_exit(const char *farewell);

#endif
