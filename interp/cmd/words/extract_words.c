/* What the program itself says, as messages. */
#include "interp/cmd/words/po.h"
#include "interp/cmd/help.h"
#include "interp/po/message.h"
#include "interp/text/words.h"

#include <string.h>

static void collect(void *user, const char *context, const char *text)
{
  Po *po = user;
  for (size_t i = 0; i < po->list.n; i++)
    if (!strcmp(po->list.at[i]->ctxt, context) && !strcmp(po->list.at[i]->id, text))
      return;
  po_add(po, arena_strdup(po->arena, context), text, NULL);
}

void extract_words(Cli *cli, Po *po)
{
  for (int i = 0; i < SAY_COUNT_; i++) {
    const SayingRow *r = words_row((Saying)i);
    PoMessage m = po_message(po->arena, r->text);
    PoEntry *e = po_add(po, r->key, m.id, m.plural);
    if (*r->note) e->extracted = r->note;
  }
  help_collect(cli, collect, po);
  po_index(po);
}
