/* The page, as it lies in page/: the assembler puts its files into the program. */
#include "interp/serve/serve.h"

#include <string.h>

#define ASSET(id, file, path, type)                                                      \
  __asm__(".section .rodata\n"                                                           \
          ".global asset_" #id "\n"                                                      \
          ".global asset_" #id "_end\n"                                                  \
          "asset_" #id ":\n.incbin \"interp/serve/page/" file "\"\n"                     \
          "asset_" #id "_end:\n.byte 0\n.previous\n");                                   \
  extern const char asset_##id[], asset_##id##_end[];
#include "interp/serve/assets.def"
#undef ASSET

static const Asset assets[] = {
#define ASSET(id, file, path, type) {path, type, asset_##id, asset_##id##_end},
#include "interp/serve/assets.def"
#undef ASSET
};

const Asset *asset_find(const char *path)
{
  for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
    if (!strcmp(assets[i].path, path)) return &assets[i];
  return NULL;
}
