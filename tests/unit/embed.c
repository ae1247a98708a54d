/* A game as one C file: compiled without this project, it plays what the machine plays.
 */
#include "tests/games.h"
#include "tests/unit/unit.h"
#include "interp/native/native.h"
#include "interp/vm/vm_int.h"

/* Plays games with answers from a simple generator and prints what it sees. */
static const char driver[] =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "int main(void)\n"
    "{\n"
    "  uint64_t x = 42;\n"
    "  for (int game = 0; game < 20; game++) {\n"
    "    NAME *g = NAME_new(2, (uint64_t)game + 1, NULL);\n"
    "    int status = NAME_status(g);\n"
    "    for (int step = 0; step < 400; step++) {\n"
    "      size_t n = NAME_state(g, NULL);\n"
    "      unsigned char *at = malloc(n);\n"
    "      uint64_t h = 0xcbf29ce484222325u;\n"
    "      NAME_state(g, at);\n"
    "      for (size_t i = 0; i < n; i++) h = (h ^ at[i]) * 0x100000001b3u;\n"
    "      free(at);\n"
    "      printf(\"%d %d %d %u %016llx\\n\", status, NAME_answers(g), NAME_seat(g, 0),\n"
    "             (unsigned)NAME_winners(g), (unsigned long long)h);\n"
    "      if (status >= NAME_DONE) break;\n"
    "      x = x * 6364136223846793005u + 1442695040888963407u;\n"
    "      int pick = (int)((x >> 33) % (uint64_t)NAME_answers(g));\n"
    "      status = NAME_apply(g, status == NAME_CHANCE && x & 2048 ? NAME_roll(g) : "
    "pick);\n"
    "    }\n"
    "    NAME_free(g);\n"
    "  }\n"
    "}\n";

static uint64_t state_of(const Vm *vm)
{
  size_t n = vm_saved_size(vm);
  unsigned char *at = malloc(n);
  uint64_t h = 0xcbf29ce484222325u;
  vm_save(vm, at);
  for (size_t i = 0; i < n; i++) h = (h ^ at[i]) * 0x100000001b3u;
  free(at);
  return h;
}

/* The same games by the interpreter. */
static char *interpreted(const Program *p)
{
  Buf b = {0};
  Vm *vm = vm_new(p);
  uint64_t x = 42;
  for (int game = 0; game < 20; game++) {
    Setup setup = {2, (uint64_t)game + 1, NULL};
    vm_start(vm, &setup);
    VmStatus status = vm_step(vm);
    for (int step = 0; step < 400; step++) {
      int now = status == VM_DECIDE   ? 0
                : status == VM_CHANCE ? 1
                : status == VM_DONE   ? 2
                                      : 3;
      int n = now < 2 ? vm_options(vm) : 0;
      int32_t seat = vm_options(vm) > 0 ? vm_option(vm, 0).seat : NONE;
      buf_printf(&b, "%d %d %d %u %016llx\n", now, n, seat == NONE ? -1 : seat,
                 (unsigned)vm_winners(vm), (unsigned long long)state_of(vm));
      if (now > 1) break;
      x = x * 6364136223846793005u + 1442695040888963407u;
      int pick = (int)((x >> 33) % (uint64_t)n);
      vm_answer(vm, now == 1 && x & 2048 ? vm_roll(vm) : pick);
      status = vm_step(vm);
    }
  }
  vm_free(vm);
  return buf_take(&b);
}

static void write_text(const char *path, const char *text)
{
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
}

/* "NAME_new" becomes "connect4_new". */
static char *driver_of(const char *name)
{
  Buf b = {0};
  for (const char *s = driver, *at; *s; s = at + 4) {
    at = strstr(s, "NAME");
    if (!at) {
      buf_add(&b, s);
      break;
    }
    buf_addn(&b, s, (size_t)(at - s));
    buf_add(&b, name);
  }
  return buf_take(&b);
}

static char *output_of(const char *command)
{
  Buf b = {0};
  char line[200];
  FILE *f = popen(command, "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f)) buf_add(&b, line);
  ck_assert_int_eq(pclose(f), 0);
  return buf_take(&b);
}

static void same(const char *name, const char *path, const char *text)
{
  char folder[] = "/tmp/regel-embed.XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  Program *p = games_compile(path, text);
  Buf c = {0}, file = {0}, command = {0}, main_text = {0};
  char *play = driver_of(name);
  native_embed(p, &c);
  buf_printf(&file, "%s/game.c", folder);
  write_text(buf_text(&file), buf_text(&c));
  buf_printf(&main_text, "#define %s_HEADER\n#include \"game.c\"\n%s", name, play);
  buf_clear(&file);
  buf_printf(&file, "%s/main.c", folder);
  write_text(buf_text(&file), buf_text(&main_text));
  buf_printf(
      &command,
      "cd %s && cc -std=c11 -Wall -Wextra -Werror -o play main.c game.c && ./play && "
      "rm -r %s",
      folder, folder);
  char *here = interpreted(p), *there = output_of(buf_text(&command));
  ck_assert_str_eq(here, there);
  ck_assert(strlen(here) > 1000);
  free(here);
  free(there);
  free(play);
  buf_free(&c);
  buf_free(&file);
  buf_free(&command);
  buf_free(&main_text);
  program_free(p);
}

START_TEST(a_board) { same("connect4", "scenarios/connect4/game.regel", NULL); }
END_TEST

/* Chance, hidden cards and secrets. */
START_TEST(cards) { same("cards", "cards.regel", cards_source); }
END_TEST

/* Texts that would end a comment. */
START_TEST(strange_names)
{
  static const char source[] =
      "game die_7 \"*/ #error\" for 2..2\n"
      "kind square \"*/\" 2 by 2 { mark \"\\\\\": player or none }\n"
      "verb play { each p in players { as p { take (choose square where it.mark is none "
      "\"?\?/\") } }; win none }\n"
      "verb take (s: square) \"*/ {s}\" { set s.mark to me }\n";
  same("die_7", "strange.regel", source);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("embed");
  tcase_add_test(t, a_board);
  tcase_add_test(t, cards);
  tcase_add_test(t, strange_names);
  return t;
}

int main(void) { return unit_run(cases, "embed", 300); }
