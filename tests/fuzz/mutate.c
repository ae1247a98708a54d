/* Random damage to compiled programs: mutate N SEED RULESET…
 *
 * Compiles the rulesets, damages their images (bits, bytes, 32-bit and 16-bit fields, rows
 * copied over each other, sections swapped, images cut off) and loads them.  What is
 * accepted is played within bounds, with its texts.  Each mutant has a number, from which
 * it is made again: a crash is repeated with `mutate 1 NUMBER RULESET…`.
 *
 * mutate --write FOLDER RULESET… writes the undamaged images: the fuzzer's seeds. */
#include "tests/fuzz/fuzz.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { SECTIONS_MOST = 64, STEPS = 40 };

typedef struct Part {
  size_t at, size, row;
} Part;

typedef struct Victim {
  const char *path;
  Program *p;
  Part parts[SECTIONS_MOST];
  int nparts;
} Victim;

static bool victim_make(Victim *v, const char *path)
{
  Arena *arena = arena_new();
  Unit *u = unit_new(arena);
  u->tests = true;
  vec_push(&u->sources.library, ".");
  v->path = path;
  v->p = unit_parse(u, path) ? compile(u) : NULL;
  unit_free(u);
  arena_free(arena);
  if (!v->p) return false;
  const Program *p = v->p;
#define SECTION(type, name)                                                              \
  if (p->n_##name && strcmp(#name, "strings"))                                           \
    v->parts[v->nparts++] = (Part){(size_t)((const unsigned char *)p->name - p->image),  \
                                   (size_t)p->n_##name * sizeof(type), sizeof(type)};
#include "interp/code/section.def"
#undef SECTION
  return true;
}

static void put32(unsigned char *at, int32_t v) { memcpy(at, &v, sizeof v); }
static int32_t get32(const unsigned char *at)
{
  int32_t v;
  memcpy(&v, at, sizeof v);
  return v;
}

static const int32_t odd[] = {0,    1,    -1,   2,     -2,    3,         7,         15,
                              16,   31,   32,   63,    64,    65,        127,       255,
                              4095, 4096, 8192, 60000, 65535, INT32_MAX, INT32_MIN, 1000000000};

static void damage_field(unsigned char *image, const Part *part, Luck *l)
{
  size_t words = part->size / 4;
  unsigned char *at = image + part->at + 4 * luck_below(l, (uint32_t)words);
  int32_t v = get32(at);
  switch (luck_below(l, 7)) {
  case 0: v = odd[luck_below(l, sizeof odd / sizeof *odd)]; break;
  case 1: v = (int32_t)((uint32_t)v + 1); break;
  case 2: v = (int32_t)((uint32_t)v - 1); break;
  case 3: v = (int32_t)((uint32_t)v ^ 1u << luck_below(l, 32)); break;
  case 4: /* the same field of another row */
    v = get32(image + part->at + ((size_t)(at - image - part->at) % part->row) +
              part->row * luck_below(l, (uint32_t)(part->size / part->row)));
    break;
  case 5: { /* an operand */
    uint32_t shift = 16 * luck_below(l, 2);
    v = (int32_t)(((uint32_t)v & ~(0xFFFFu << shift)) | luck_below(l, luck_below(l, 2) ? 24 : 65536) << shift);
    break;
  }
  default: v = (int32_t)luck_below(l, 300); break;
  }
  put32(at, v);
}

/* Damages `image` and says how long it now is. */
static size_t damage(unsigned char *image, const Victim *v, Luck *l)
{
  size_t size = v->p->size;
  int times = 1 + (int)luck_below(l, 4) / 2;
  for (int i = 0; i < times; i++) {
    const Part *part = &v->parts[luck_below(l, (uint32_t)v->nparts)];
    uint32_t rows = (uint32_t)(part->size / part->row), x = luck_below(l, rows), y = luck_below(l, rows);
    switch (luck_below(l, 24)) {
    case 0: image[luck_below(l, (uint32_t)size)] ^= (unsigned char)(1u << luck_below(l, 8)); break;
    case 1: image[part->at + luck_below(l, (uint32_t)part->size)] = (unsigned char)luck_next(l); break;
    case 2: size = 1 + luck_below(l, (uint32_t)size); i = times; break;
    case 3: { /* two sections trade places, or lengths */
      uint32_t a = 4 * luck_below(l, 2 * (uint32_t)v->nparts), b = 4 * luck_below(l, 2 * (uint32_t)v->nparts);
      int32_t keep = get32(image + a);
      put32(image + a, get32(image + b));
      put32(image + b, keep);
      break;
    }
    case 4: put32(image + 4 * luck_below(l, 2 * (uint32_t)v->nparts), odd[luck_below(l, 24)]); break;
    case 5: /* one row over another */
    case 6: memcpy(image + part->at + y * part->row, v->p->image + part->at + x * part->row, part->row); break;
    default: damage_field(image, part, l); break;
    }
  }
  return size;
}

static unsigned long long current;
/* A hang is a bug, too. */
static void on_alarm(int sig)
{
  (void)sig;
  char text[80];
  int n = snprintf(text, sizeof text, "\nmutant %llu does not end\n", current);
  if (write(2, text, (size_t)n) < 0) _exit(98);
  abort();
}

static void note_death(void)
{
  fprintf(stderr, "\nit was mutant %llu\n", current);
}
void __sanitizer_set_death_callback(void (*fn)(void)) __attribute__((weak));

static int write_images(const char *folder, char **paths, int n)
{
  for (int i = 0; i < n; i++) {
    Victim v = {0};
    char name[4096];
    if (!victim_make(&v, paths[i])) return 2;
    snprintf(name, sizeof name, "%s/%d", folder, i);
    FILE *f = fopen(name, "wb");
    bool ok = f && fwrite(v.p->image, v.p->size, 1, f) == 1;
    if (f) ok = !fclose(f) && ok;
    program_free(v.p);
    if (!ok) return 5;
  }
  return 0;
}

int main(int argc, char **argv)
{
  if (argc > 2 && !strcmp(argv[1], "--write")) return write_images(argv[2], argv + 3, argc - 3);
  Victim victims[64] = {{0}};
  int nvictims = 0;
  long long wanted = argc > 1 ? atoll(argv[1]) : 1000, rejected = 0, accepted = 0, steps = 0;
  unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (int i = 3; i < argc && nvictims < 64; i++)
    if (victim_make(&victims[nvictims], argv[i])) nvictims++;
    else fprintf(stderr, "mutate: %s does not compile\n", argv[i]);
  if (!nvictims) return 2;
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(note_death);
  signal(SIGALRM, on_alarm);
  time_t begin = time(NULL);
  for (long long i = 0; i < wanted; i++) {
    current = seed + (unsigned long long)i;
    Luck l = {current};
    /* Half of them come from the first three: whole games, in which more happens. */
    int among = nvictims > 3 && luck_below(&l, 2) ? 3 : nvictims;
    const Victim *v = &victims[luck_below(&l, (uint32_t)among)];
    unsigned char *image = malloc(v->p->size), *exact;
    char why[200] = "";
    memcpy(image, v->p->image, v->p->size);
    size_t size = damage(image, v, &l);
    exact = malloc(size);
    memcpy(exact, image, size);
    free(image);
    if (wanted == 1) fprintf(stderr, "mutant of %s\n", v->path);
    if (i % 10000 == 0 && i) fprintf(stderr, "%lld of %lld, %ld s\n", i, wanted, (long)(time(NULL) - begin));
    alarm(120);
    Program *p = program_load(exact, size, why, sizeof why);
    if (!p) {
      if (!*why) abort();
      rejected++;
      continue;
    }
    accepted++;
    steps += fuzz_play(p, &l, STEPS);
    fuzz_texts(p, &l);
    program_free(p);
  }
  alarm(0);
  printf("%lld mutants of %d programs: %lld rejected, %lld ran, %lld pauses, %ld s\n", wanted, nvictims,
         rejected, accepted, steps, (long)(time(NULL) - begin));
  for (int i = 0; i < nvictims; i++) program_free(victims[i].p);
  return 0;
}
