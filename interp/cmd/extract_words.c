/* What the program itself says, as messages. */
#include "interp/cmd/extract.h"
#include "interp/cmd/help.h"
#include "interp/text/words.h"

void extract_words(Cli *cli, Po *po)
{
  for (int i = 0; i < SAY_COUNT_; i++) po_add(po, "word", words_text((Saying)i), NULL);
  help_collect(cli, po);
  po_index(po);
}
