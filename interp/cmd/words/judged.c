#include "interp/cmd/words/judged.h"
#include "interp/cmd/client.h"

/* `en "in front of", fr "devant": front` */
static void tell_side(Buf *b, const regel_data *difference, const regel_data *versions)
{
  const char *comma = "";
  for (size_t i = 0; i < regel_data_count(versions); i++) {
    const regel_data *v = regel_data_at(versions, i);
    const char *words = client_text(v, "words");
    if (!client_number(v, "has") || !*words) continue;
    buf_printf(b, "%s%s \"%s\"", comma, client_text(v, "lang"), words);
    comma = ", ";
  }
  buf_printf(b, ": %s", client_text(difference, "fact"));
}

static void tell_others(Buf *b, const regel_data *versions)
{
  for (size_t i = 0; i < regel_data_count(versions); i++) {
    const regel_data *v = regel_data_at(versions, i);
    const char *words = client_text(v, "words");
    if (!client_number(v, "lacks")) continue;
    buf_printf(b, "; %s ", client_text(v, "lang"));
    if (*words) buf_printf(b, "\"%s\": %s", words, client_text(v, "fact"));
    else buf_add(b, "does not say so");
  }
}

static void tell_silent(Buf *b, const regel_data *texts)
{
  for (size_t i = 0; i < regel_data_count(texts); i++) {
    const regel_data *t = regel_data_at(texts, i);
    if (regel_data_tag(regel_data_get(t, "text")) == REGEL_NOTHING)
      buf_printf(b, "  %s says nothing about it\n", client_text(t, "lang"));
  }
}

static void tell_rule(Buf *b, const regel_data *against, const char *place)
{
  for (size_t i = 0; i < regel_data_count(against); i++) {
    const regel_data *d = regel_data_at(against, i);
    const char *words = client_text(d, "words");
    buf_printf(b, "  %s: %s ", client_text(d, "class"), client_text(d, "lang"));
    if (*words) buf_printf(b, "\"%s\"", words);
    else buf_add(b, "says nothing of it");
    buf_printf(b, "; the rule: %s (%s)\n", client_text(d, "rule"), place);
  }
}

void judged_tell(Buf *b, const regel_data *s, bool wording)
{
  const regel_data *all = regel_data_get(s, "differences");
  buf_printf(b, "%s: %s", client_text(s, "id"), client_text(s, "verdict"));
  if (*client_text(s, "odd"))
    buf_printf(b, "; %s is the odd one out", client_text(s, "odd"));
  buf_char(b, '\n');
  tell_silent(b, regel_data_get(s, "texts"));
  for (size_t i = 0; i < regel_data_count(all); i++) {
    const regel_data *d = regel_data_at(all, i),
                     *versions = regel_data_get(d, "versions");
    bool substance = client_number(d, "substance");
    if (!substance && !wording) continue;
    buf_printf(b, "  %s%s: ", client_text(d, "class"), substance ? "" : " (wording)");
    tell_side(b, d, versions);
    tell_others(b, versions);
    buf_char(b, '\n');
  }
  tell_rule(b, regel_data_get(s, "against_rule"), client_text(s, "rule"));
}
