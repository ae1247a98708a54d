/* Damaging program images, for tests/unit/verify.c and longer runs of the same.
 *
 * A damaged image is rejected with a reason, or it runs within its bounds: whatever it
 * then does to its game, nothing outside is read or written, and it stops. */
#ifndef REGEL_DAMAGE_H
#define REGEL_DAMAGE_H
#include "interp/board/describe.h"
#include "interp/text/label.h"
#include "interp/text/log.h"
#include "tests/unit/unit.h"

typedef struct Part {
  const char *name;
  size_t at, size;
} Part;

/* Where the sections of a program lie in its image; the head of the image is the first. */
static inline int damage_parts(const Program *p, Part *parts)
{
  int n = 1;
  size_t head = p->size;
#define SECTION(type, section)                                                           \
  parts[n].name = #section;                                                              \
  parts[n].at = (size_t)((const unsigned char *)p->section - p->image);                  \
  parts[n].size = (size_t)p->n_##section * sizeof(type);                                 \
  if (parts[n].size && parts[n].at < head) head = parts[n].at;                           \
  n++;
#include "interp/code/section.def"
#undef SECTION
  parts[0] = (Part){"head", 0, head};
  return n;
}

/* Changes one to three places of an image; says in which part the last one lies. */
static inline const char *damage(unsigned char *image, const Part *parts, int n, Luck *luck)
{
  const char *where = "";
  for (int times = 1 + (int)luck_below(luck, 3) / 2; times > 0; times--) {
    const Part *part;
    do part = &parts[luck_below(luck, (uint32_t)n)];
    while (!part->size || (!strcmp(part->name, "strings") && luck_below(luck, 8)));
    where = part->name;
    size_t words = part->size / 4, at = part->at + 4 * (words ? luck_below(luck, (uint32_t)words) : 0);
    static const int32_t odd[] = {0, 1, -1, 2, -2, 63, 64, 255, 4095, 4096, 8192, 60000, 65535, INT32_MAX, INT32_MIN, 1000000000};
    int32_t v;
    if (part->size < 4) {
      image[part->at + luck_below(luck, (uint32_t)part->size)] ^= (unsigned char)(1 + luck_below(luck, 255));
      continue;
    }
    memcpy(&v, image + at, 4);
    switch (luck_below(luck, 6)) {
    case 0: v = odd[luck_below(luck, sizeof odd / sizeof *odd)]; break;
    case 1: v = (int32_t)((uint32_t)v + (luck_below(luck, 2) ? 1u : UINT32_MAX)); break;
    case 2: v ^= (int32_t)(1u << luck_below(luck, 32)); break;
    case 3: memcpy(&v, image + part->at + 4 * luck_below(luck, (uint32_t)words), 4); break; /* one like it */
    case 4: { /* half a word: operands of instructions */
      uint32_t shift = 16 * luck_below(luck, 2);
      v = (int32_t)(((uint32_t)v & ~(0xFFFFu << shift)) | (luck_below(luck, 2) ? luck_below(luck, 40) : luck_below(luck, 65536)) << shift);
      break;
    }
    default: v = (int32_t)luck_next(luck); break;
    }
    memcpy(image + at, &v, 4);
  }
  return where;
}

/* Plays a loaded program a little, with everything that looks at a game looking. */
static inline void damage_play(Program *p, Luck *luck, int answers)
{
  Vm *vm = vm_new(p);
  int low = p->header->seats_low, high = p->header->seats_high;
  Setup setup = {low + (int)luck_below(luck, (uint32_t)(high - low + 1)), luck_next(luck), NULL};
  Log *log = log_new(p, setup.seats, NULL, NULL, true);
  void *saved = malloc(vm_state_size(vm));
  Buf words = {0};
  vm_listen(vm, log_listen, log);
  vm_check_always(vm, true);
  if (p->n_tests && luck_below(luck, 3) == 0) vm_start_test(vm, (int)luck_below(luck, (uint32_t)p->n_tests), 1);
  else vm_start(vm, &setup);
  for (int i = 0; i < answers; i++) {
    VmStatus s = vm_step(vm);
    if (s == VM_SCRIPT_END) continue;
    if (s != VM_DECIDE && s != VM_CHANCE) break;
    View v = view_new(vm, i % 2 ? VIEW_PUBLIC : 0, NULL, NULL);
    if (i % 4 == 0) describe_table(&v, &words, 80);
    if (s == VM_DECIDE) label_prompt(&v, &words);
    int n = vm_options(vm);
    for (int k = 0; k < n && k < 4; k++) label_option(&v, &words, k);
    vm_save(vm, saved);
    if (i % 5 == 1) {
      vm_determinize(vm, 0, (uint64_t)i);
      vm_restore(vm, saved);
      if (vm_step(vm) != s) break;
      n = vm_options(vm);
    }
    vm_hash(vm);
    if (n < 1) break;
    vm_answer(vm, (int)luck_below(luck, (uint32_t)n));
  }
  View v = view_new(vm, VIEW_ALL, NULL, NULL);
  log_result(&v, &words, vm_winners(vm), vm_reason(vm));
  buf_free(&words);
  log_free(log);
  free(saved);
  vm_free(vm);
}

/* One damaged copy of a program: 1 if it was rejected, 0 if it ran. */
static inline int damage_once(const Program *p, const Part *parts, int n, Luck *luck, int answers)
{
  unsigned char *image = malloc(p->size);
  char why[200] = "";
  memcpy(image, p->image, p->size);
  const char *where = damage(image, parts, n, luck);
  Program *q = program_load(image, p->size, why, sizeof why);
  if (!q) {
    ck_assert_msg(*why, "an image damaged in %s was rejected without a reason", where);
    return 1;
  }
  damage_play(q, luck, answers);
  program_free(q);
  return 0;
}

#endif
