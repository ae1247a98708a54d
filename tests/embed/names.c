/* An embedder whose own functions have names that a compiler and a machine would use: the
 * library must not call them, nor be called instead of them. */
#include "regel.h"
#include <stdio.h>

static int called;

int compile(void);
int find(void);
int emit(void);
int vm_step(void);
int buf_add(void);

int compile(void) { return ++called; }
int find(void) { return ++called; }
int emit(void) { return ++called; }
int vm_step(void) { return ++called; }
int buf_add(void) { return ++called; }

int main(void)
{
  static const char text[] = "game one \"One\" for 1..1\nverb play { win players }\n";
  char *messages = NULL;
  regel_rules *rules = regel_compile_text("one.regel", text, sizeof text - 1, NULL,
                                          REGEL_HUMAN, &messages);
  regel_free(messages);
  if (!rules) return 3;
  regel_game *game = regel_game_new(rules, NULL, NULL);
  int fine = game && regel_step(game) == REGEL_DONE && regel_winners(game) == 1;
  regel_game_free(game);
  regel_rules_free(rules);
  if (called) fputs("the library called a function of ours\n", stderr);
  return fine && !called ? 0 : 1;
}
