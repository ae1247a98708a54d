/* PO files: what is read, what is refused and where, and which plural form a number takes. */
#include "tests/unit/unit.h"
#include "grammar/diag.h"
#include "interp/po/check.h"
#include "interp/po/language.h"
#include "interp/po/message.h"
#include "interp/po/po.h"

typedef struct Read {
  Arena *arena;
  Sources s;
  Diags d;
  Po *po;
  char *said;
  size_t size;
} Read;

#define HEADER                                                                                     \
  "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"                      \
  "\"Language: nl\\n\"\n\"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n\n"

static void begin_size(Read *x, const char *text, size_t size)
{
  memset(x, 0, sizeof *x);
  x->arena = arena_new();
  sources_init(&x->s, x->arena);
  diags_init(&x->d, x->arena);
  x->po = po_parse(x->arena, &x->s, &x->d, sources_add(&x->s, "nl.po", text, size));
  FILE *out = open_memstream(&x->said, &x->size);
  diags_print(out, &x->d, &x->s, DIAG_SHORT, false, SEV_NOTE);
  fclose(out);
}

static void begin(Read *x, const char *text) { begin_size(x, text, strlen(text)); }

static void end(Read *x)
{
  free(x->said);
  po_free(x->po);
  diags_free(&x->d);
  sources_free(&x->s);
  arena_free(x->arena);
}

/* The first message about a text. */
static void refused(const char *text, const char *message)
{
  Read x;
  begin(&x, text);
  ck_assert_msg(!x.po, "it was read: %s", text);
  ck_assert_msg(!strncmp(x.said, message, strlen(message)), "expected:\n%s\nsaid:\n%s", message,
                x.said);
  end(&x);
}

START_TEST(an_entry_is_read_with_all_that_belongs_to_it)
{
  Read x;
  begin(&x, HEADER "# mine\n# too\n#. {n}: a number\n#: game.regel\n#, fuzzy, python-brace-format, no-wrap\n"
                   "#| msgctxt \"verb.old\"\n#| msgid \"\"\n#| \"Deal \"\n#| \"them\"\n"
                   "msgctxt \"verb.deal\"\nmsgid \"Deal one card\"\nmsgid_plural \"Deal {n} cards\"\n"
                   "msgstr[0] \"Deel een \"\n\"kaart\\n\"\nmsgstr[1] \"Deel {n} \\\"kaarten\\\"\"\n");
  ck_assert_msg(x.po != NULL, "%s", x.said);
  ck_assert_uint_eq(x.po->list.n, 1);
  const PoEntry *e = x.po->list.at[0];
  ck_assert_str_eq(e->ctxt, "verb.deal");
  ck_assert_str_eq(e->id, "Deal one card");
  ck_assert_str_eq(e->plural, "Deal {n} cards");
  ck_assert_int_eq(e->strs, 2);
  ck_assert_str_eq(e->str[0], "Deel een kaart\n");
  ck_assert_str_eq(e->str[1], "Deel {n} \"kaarten\"");
  ck_assert_str_eq(e->comment, "mine\ntoo");
  ck_assert_str_eq(e->extracted, "{n}: a number");
  ck_assert_str_eq(e->refs, "game.regel");
  ck_assert_str_eq(e->flags, "no-wrap");
  ck_assert(e->fuzzy && e->brace && !e->obsolete);
  ck_assert_str_eq(e->old_ctxt, "verb.old");
  ck_assert_str_eq(e->old_id, "Deal them");
  ck_assert_ptr_null(e->old_plural);
  ck_assert_int_eq(e->at.line, 17);
  ck_assert_int_eq(e->str_at.line, 19);
  ck_assert_str_eq(po_for_number(x.po, e, 1), e->str[0]);
  ck_assert_str_eq(po_for_number(x.po, e, -1), e->str[0]);
  ck_assert_str_eq(po_for_number(x.po, e, 0), e->str[1]);
  ck_assert_str_eq(po_for_number(x.po, e, INT64_MIN), e->str[1]);
  end(&x);
}
END_TEST

START_TEST(an_obsolete_entry_is_kept_but_not_found)
{
  Read x;
  begin(&x, HEADER "#, fuzzy\n#~| msgid \"elder\"\n#~ msgctxt \"a\"\n#~ msgid \"old\"\n#~ msgstr \"oud\"\n"
                   "#~ msgctxt \"a\"\n#~ msgid \"older\"\n#~ msgstr \"\"\n#~ \"ouder\"\n");
  ck_assert_msg(x.po != NULL, "%s", x.said);
  ck_assert_uint_eq(x.po->list.n, 2);
  ck_assert(x.po->list.at[0]->obsolete && x.po->list.at[0]->fuzzy);
  ck_assert_str_eq(x.po->list.at[0]->old_id, "elder");
  ck_assert_str_eq(x.po->list.at[1]->str[0], "ouder");
  ck_assert_ptr_null(po_find(x.po, "a", "old"));
  const PoEntry *e = po_first(x.po, "a");
  ck_assert_ptr_eq(e, x.po->list.at[0]);
  ck_assert_ptr_eq(po_next(e), x.po->list.at[1]);
  ck_assert_ptr_null(po_next(po_next(e)));
  end(&x);
}
END_TEST

START_TEST(a_message_is_found_by_msgctxt_and_msgid)
{
  Read x;
  begin(&x, HEADER "msgid \"yes\"\nmsgstr \"ja\"\nmsgctxt \"b\"\nmsgid \"yes\"\nmsgstr \"jawel\"\n"
                   "msgctxt \"b\"\nmsgid \"no\"\nmsgstr \"\"\n");
  ck_assert_msg(x.po != NULL, "%s", x.said);
  ck_assert_str_eq(po_find(x.po, NULL, "yes")->str[0], "ja");
  ck_assert_str_eq(po_find(x.po, "b", "yes")->str[0], "jawel");
  ck_assert(po_translated(po_find(x.po, "b", "yes")));
  ck_assert(!po_translated(po_find(x.po, "b", "no")));
  ck_assert_ptr_null(po_find(x.po, "c", "yes"));
  ck_assert_ptr_null(po_find(x.po, "", "yes"));
  ck_assert_ptr_null(po_first(x.po, "c"));
  ck_assert_str_eq(po_header(x.po, x.arena, "language"), "nl");
  ck_assert_str_eq(po_header(x.po, x.arena, "Lang"), "");
  end(&x);
}
END_TEST

START_TEST(thousands_of_messages_are_found)
{
  Read x;
  char *text, id[40];
  size_t size;
  FILE *f = open_memstream(&text, &size);
  fputs(HEADER, f);
  for (int i = 0; i < 5000; i++)
    fprintf(f, "msgctxt \"c%d\"\nmsgid \"m%d\"\nmsgstr \"t%d\"\n\n", i % 7, i, i);
  fclose(f);
  begin_size(&x, text, size);
  free(text);
  ck_assert_msg(x.po != NULL, "%s", x.said);
  for (int i = 0; i < 5000; i++) {
    char ctxt[8];
    snprintf(ctxt, sizeof ctxt, "c%d", i % 7);
    snprintf(id, sizeof id, "m%d", i);
    const PoEntry *e = po_find(x.po, ctxt, id);
    ck_assert(e && atoi(e->str[0] + 1) == i);
  }
  int n = 0;
  for (const PoEntry *e = po_first(x.po, "c3"); e; e = po_next(e)) ck_assert_int_eq(atoi(e->id + 1), 3 + 7 * n++);
  ck_assert_int_eq(n, 714);
  end(&x);
}
END_TEST

START_TEST(a_byte_order_mark_and_windows_line_ends_are_read)
{
  Read x;
  begin(&x, "\xEF\xBB\xBFmsgid \"\"\r\nmsgstr \"Content-Type: text/plain; charset=utf-8\\n\"\r\n\r\n"
            "#. note\r\nmsgid \"a\"\r\nmsgstr \"b\"\r\n");
  ck_assert_msg(x.po != NULL, "%s", x.said);
  ck_assert_str_eq(x.po->list.at[0]->str[0], "b");
  ck_assert_str_eq(x.po->list.at[0]->extracted, "note");
  end(&x);
}
END_TEST

START_TEST(an_unended_string_is_refused_where_it_begins)
{
  refused(HEADER "msgid \"a\"\nmsgstr \"b\n", "nl.po:8:8: error: this string has no end [E0801]\n");
  refused(HEADER "msgid \"a\"\nmsgstr \"b\\\"\n", "nl.po:8:8: error: this string has no end [E0801]\n");
  refused(HEADER "msgid \"a\"\nmsgstr \"b\\", "nl.po:8:10: error: this escape is not known [E0801]\n");
}
END_TEST

START_TEST(parts_out_of_order_are_refused)
{
  refused(HEADER "msgid \"a\"\n\nmsgid \"b\"\nmsgstr \"c\"\n",
          "nl.po:7:1: error: this message has no msgstr");
  refused(HEADER "msgctxt \"a\"\nmsgctxt \"b\"\nmsgstr \"c\"\n", "nl.po:8:1: error: the parts");
  refused(HEADER "msgid \"a\"\nmsgctxt \"b\"\nmsgstr \"c\"\n", "nl.po:7:1: error: this message has no msgstr");
  refused(HEADER "msgid_plural \"a\"\n", "nl.po:7:1: error: the parts");
  refused(HEADER "msgstr \"a\"\n", "nl.po:7:1: error: a msgstr stands before its msgid");
  refused(HEADER "msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", "nl.po:9:1: error: this message has a msgstr already");
  refused(HEADER "msgid \"a\"\n", "nl.po:7:1: error: this message has no msgstr");
  refused(HEADER "msgctxt \"a\"\n", "nl.po:7:1: error: this message has no msgid");
  refused(HEADER "#| msgstr \"a\"\n", "nl.po:7:4: error: a msgstr cannot stand behind #|");
  refused(HEADER "msgid\nmsgstr \"a\"\n", "nl.po:7:1: error: after this comes a string in quotes");
  refused(HEADER "msgfoo \"a\"\n", "nl.po:7:1: error: this is no part of a message");
  refused("hello, world\n", "nl.po:1:1: error: this is no part of a message");
  refused("# nothing\n\"a\"\n", "nl.po:2:1: error: this string belongs to nothing");
}
END_TEST

START_TEST(plural_forms_are_counted)
{
  refused(HEADER "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"\n", "nl.po:9:1: error: a message with msgid_plural");
  refused(HEADER "msgid \"a\"\nmsgstr[0] \"c\"\n", "nl.po:8:1: error: only a message with msgid_plural");
  refused(HEADER "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[1] \"c\"\n", "nl.po:9:1: error: the forms are msgstr[0]");
  refused(HEADER "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[ \"c\"\n", "nl.po:9:1: error: the forms are msgstr[0]");
  refused(HEADER "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[99999999999999] \"c\"\n",
          "nl.po:9:1: error: no language has so many plural forms");
  refused(HEADER "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\n",
          "nl.po:9:1: error: this message has 1 plural form, but the language has 2 [E0803]\n");
}
END_TEST

START_TEST(a_message_twice_is_refused)
{
  refused(HEADER "msgid \"a\"\nmsgstr \"\"\n\nmsgid \"a\"\nmsgstr \"b\"\n",
          "nl.po:10:1: error: this message stands here again [E0804]\n");
  refused(HEADER HEADER, "nl.po:7:1: error: the header stands here again [E0804]\n");
}
END_TEST

START_TEST(a_header_is_needed_and_must_be_utf8)
{
  refused("", "nl.po:1:1: error: this file has no header, so it is no PO file [E0802]\n");
  refused("msgid \"a\"\nmsgstr \"b\"\n", "nl.po:1:1: error: this file has no header");
  refused("msgid \"\"\nmsgstr \"Language: nl\\n\"\n", "nl.po:1:1: error: the header does not say how");
  refused("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-1\\n\"\n",
          "nl.po:1:1: error: the file is encoded as \"ISO-8859-1\", not as UTF-8 [E0802]\n");
  refused("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
          "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n",
          "nl.po:1:1: error: the header lacks Plural-Forms, and there are plurals [E0802]\n");
}
END_TEST

START_TEST(bytes_that_are_no_text_are_refused)
{
  Read x;
  refused(HEADER "msgid \"caf\xE9\"\nmsgstr \"\"\n", "nl.po:7:11: error: this file is not UTF-8 text [E0102]\n");
  begin_size(&x, HEADER "msgid \"a\0b\"\n", sizeof HEADER + 11);
  ck_assert_ptr_null(x.po);
  ck_assert_ptr_nonnull(strstr(x.said, "a NUL byte stands in this file"));
  end(&x);
}
END_TEST

START_TEST(after_a_mistake_the_next_message_is_read)
{
  Read x;
  begin(&x, HEADER "msgid \"a\nmsgstr \"x\"\n\nmsgid \"b\"\nmsgstr \"c\"\n\nmsgid \"d\\q\"\nmsgstr \"\"\n");
  ck_assert_ptr_null(x.po);
  ck_assert_int_eq(x.d.errors, 2);
  end(&x);
}
END_TEST

/* ---- plurals -------------------------------------------------------------------- */

static void forms(const char *rule, const char *expected)
{
  Arena *a = arena_new();
  const char *why;
  int where, form;
  const PoPlural *p = po_plural_read(a, rule, &why, &where);
  ck_assert_msg(p != NULL, "%s: %s", rule, why ? why : "");
  for (int n = 0; expected[n]; n++) {
    ck_assert_int_eq(po_plural_form(p, n, &form), PLURAL_FINE);
    ck_assert_msg(form == expected[n] - '0', "%s: form %d for %d", rule, form, n);
  }
  arena_free(a);
}

START_TEST(numbers_take_their_form)
{
  forms("nplurals=1; plural=0;", "000");
  forms("nplurals=2; plural=n != 1;", "1011");
  forms("nplurals=2; plural=(n > 1)", "0011");
  forms("nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", "20111222");
  forms("nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
        "2011122222222222222220111222222");
  forms("nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;",
        "012333333334");
  forms("nplurals=2; plural=!(n-1*1+0/1);", "01000");
  forms("nplurals=2;plural=n<1||n>2", "1001");
}
END_TEST

static void bad_rule(const char *rule, const char *expected, int place)
{
  Arena *a = arena_new();
  const char *why = NULL;
  int where = -1;
  ck_assert_ptr_null(po_plural_read(a, rule, &why, &where));
  ck_assert_str_eq(why, expected);
  ck_assert_int_eq(where, place);
  arena_free(a);
}

START_TEST(rules_that_cannot_be_used_are_refused)
{
  bad_rule("", "it begins with \"nplurals=\" and a number", 0);
  bad_rule("nplurals=INTEGER; plural=EXPRESSION;", "it begins with \"nplurals=\" and a number", 9);
  bad_rule("nplurals=0; plural=0;", "the number of forms is between 1 and 8", 10);
  bad_rule("nplurals=9; plural=0;", "the number of forms is between 1 and 8", 10);
  bad_rule("nplurals=99999999999; plural=0;", "the number is too large", 18);
  bad_rule("nplurals=2", "after the number of forms comes \"; plural=\"", 10);
  bad_rule("nplurals=2; plural=", "the expression ends too early", 19);
  bad_rule("nplurals=2; plural=(n", "here \")\" was expected", 21);
  bad_rule("nplurals=2; plural=n ? 1", "here \":\" was expected", 24);
  bad_rule("nplurals=2; plural=x", "here \"n\", a number or a bracket was expected", 19);
  bad_rule("nplurals=2; plural=n n", "the expression is over before this", 21);
  bad_rule("nplurals=2; plural=1/n;", "for n = 0 it divides by zero", 0);
  bad_rule("nplurals=2; plural=1%(n-3);", "for n = 3 it divides by zero", 0);
  bad_rule("nplurals=2; plural=n;", "for n = 2 the result is none of the 2 forms", 0);
  bad_rule("nplurals=2; plural=0-n;", "for n = 1 the result is none of the 2 forms", 0);
  bad_rule("nplurals=2; plural=n*1000000000*1000000000*1000000000>0",
           "for n = 1 its numbers become too large", 0);
}
END_TEST

START_TEST(deep_rules_are_refused)
{
  static const char *const parts[] = {"(", "!", "n+", "n?0:", "n?n?", "((n+", "!(n||"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    char *text;
    size_t size;
    const char *why = NULL;
    int where;
    Arena *a = arena_new();
    FILE *f = open_memstream(&text, &size);
    fputs("nplurals=2; plural=", f);
    for (int k = 0; k < 100000; k++) fputs(parts[i], f);
    fclose(f);
    ck_assert_ptr_null(po_plural_read(a, text, &why, &where));
    ck_assert_str_eq(why, "too deep inside each other");
    free(text);
    arena_free(a);
  }
}
END_TEST

START_TEST(a_rule_that_fails_for_a_huge_number_gives_the_last_form)
{
  Read x;
  begin(&x, "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
            "\"Plural-Forms: nplurals=2; plural=n*n*n<1000000000;\\n\"\n\n"
            "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"d\"\n");
  ck_assert_msg(x.po != NULL, "%s", x.said);
  int form;
  ck_assert_int_eq(po_plural_form(x.po->rule, INT64_MAX, &form), PLURAL_OVERFLOW);
  ck_assert_str_eq(po_for_number(x.po, x.po->list.at[0], INT64_MAX), "d");
  ck_assert_str_eq(po_for_number(x.po, x.po->list.at[0], 5000), "c");
  end(&x);
}
END_TEST

/* ---- messages ------------------------------------------------------------------- */

static void message(const char *source, const char *id, const char *plural, const char *count)
{
  Arena *a = arena_new();
  PoMessage m = po_message(a, source);
  ck_assert_str_eq(m.id, id);
  ck_assert_pstr_eq(m.plural, plural);
  ck_assert_pstr_eq(m.count, count);
  arena_free(a);
}

START_TEST(a_choice_by_number_becomes_a_plural)
{
  message("Take it", "Take it", NULL, NULL);
  message("{c} takes {n.of}", "{c} takes {n.of}", NULL, NULL);
  message("Deal {n|one card|{n} cards} to {p}", "Deal one card to {p}", "Deal {n} cards to {p}", "n");
  message("{n|1|}", "1", "", "n");
}
END_TEST

START_TEST(several_choices_stay_in_one_message)
{
  message("{n|one|{n}} and {m|two|{m}}", "{n:one|{n}} and {m:two|{m}}", NULL, NULL);
  message("{n|one|{m|a|b}}", "{n:one|{m:a|b}}", NULL, NULL);
  message("{n|always}", "{n:always}", NULL, NULL);
  message("{n|a|b|c}", "{n:a|b|c}", NULL, NULL);
}
END_TEST

START_TEST(braces_that_are_no_placeholders_are_text)
{
  const char *at = "{ {} {a {b} {c.d:x|{e}}";
  PoPlaceholder p;
  Arena *a = arena_new();
  static const char *const names[] = {"b", "c.d", "e"};
  for (int i = 0; i < 3; i++) {
    ck_assert(po_placeholder(&at, &p));
    ck_assert_str_eq(arena_strndup(a, p.name, p.name_n), names[i]);
  }
  ck_assert(!po_placeholder(&at, &p));
  arena_free(a);
}
END_TEST

/* ---- writing and merging -------------------------------------------------------- */

static char *written(const Po *po)
{
  char *text;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  po_write(f, po);
  fclose(f);
  return text;
}

START_TEST(a_file_is_written_as_it_was_read)
{
  static const char text[] =
      "# all\n#\n# of it\n" HEADER "# mine\n#. theirs\n#: game.regel\n#, fuzzy, python-brace-format, no-wrap\n"
      "#| msgctxt \"b\"\n#| msgid \"old\"\n#| msgid_plural \"olds\"\nmsgctxt \"a\"\n"
      "msgid \"one \\\"\\\\\"\nmsgid_plural \"\"\n\"{n}\\n\"\n\"many\\t\\n\"\nmsgstr[0] \"x\\n\"\nmsgstr[1] \"\"\n\n"
      "#, fuzzy\n#~| msgid \"older\"\n#~ msgctxt \"c\"\n#~ msgid \"gone\"\n#~ msgstr \"\"\n#~ \"a\\n\"\n#~ \"b\"\n";
  Read x;
  begin(&x, text);
  ck_assert_msg(x.po != NULL, "%s", x.said);
  char *out = written(x.po);
  ck_assert_str_eq(out, text);
  free(out);
  end(&x);
}
END_TEST

START_TEST(a_merge_keeps_marks_and_retires)
{
  Read x;
  begin(&x, HEADER "# mine\nmsgctxt \"kept\"\nmsgid \"Kept\"\nmsgstr \"Gehouden\"\n\n"
                   "msgctxt \"changed\"\nmsgid \"Draw 2 cards\"\nmsgstr \"Trek 2 kaarten\"\n\n"
                   "msgctxt \"renamed\"\nmsgid \"Same\"\nmsgstr \"Zelfde\"\n\n"
                   "msgctxt \"gone\"\nmsgid \"Gone\"\nmsgstr \"Weg\"\n\n"
                   "msgctxt \"empty\"\nmsgid \"Empty\"\nmsgstr \"\"\n\n"
                   "#~ msgctxt \"back\"\n#~ msgid \"Back\"\n#~ msgstr \"Terug\"\n");
  ck_assert_msg(x.po != NULL, "%s", x.said);
  Po *now = po_new(x.arena);
  now->rule = x.po->rule;
  po_add(now, "kept", "Kept", NULL);
  po_add(now, "changed", "Draw 3 cards", NULL);
  po_add(now, "anew", "Same", NULL);
  po_add(now, "back", "Back", NULL);
  po_add(now, "new", "New", NULL);
  po_merge(now, x.po);
  char *out = written(now);
  ck_assert_str_eq(out, HEADER "# mine\nmsgctxt \"kept\"\nmsgid \"Kept\"\nmsgstr \"Gehouden\"\n\n"
                               "#, fuzzy\n#| msgid \"Draw 2 cards\"\n"
                               "msgctxt \"changed\"\nmsgid \"Draw 3 cards\"\nmsgstr \"Trek 2 kaarten\"\n\n"
                               "#, fuzzy\n#| msgctxt \"renamed\"\n#| msgid \"Same\"\n"
                               "msgctxt \"anew\"\nmsgid \"Same\"\nmsgstr \"Zelfde\"\n\n"
                               "msgctxt \"back\"\nmsgid \"Back\"\nmsgstr \"Terug\"\n\n"
                               "msgctxt \"new\"\nmsgid \"New\"\nmsgstr \"\"\n\n"
                               "#~ msgctxt \"gone\"\n#~ msgid \"Gone\"\n#~ msgstr \"Weg\"\n");
  free(out);
  po_free(now);
  end(&x);
}
END_TEST

/* ---- languages ------------------------------------------------------------------ */

START_TEST(every_known_language_has_a_rule_that_can_be_used)
{
  static const char *const codes[] = {
#define LANGUAGE(code, name, plural) code,
#include "interp/po/language.def"
#undef LANGUAGE
  };
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    Arena *a = arena_new();
    const char *why = "";
    int where;
    const Language *l = language_find(codes[i]);
    ck_assert(l && language_is_code(codes[i]));
    ck_assert_msg(po_plural_read(a, l->plural, &why, &where) != NULL, "%s: %s", codes[i], why);
    arena_free(a);
  }
  ck_assert_str_eq(language_find("nl_BE")->code, "nl");
  ck_assert_str_eq(language_find("pt_BR")->code, "pt_BR");
  ck_assert_ptr_null(language_find("tlh"));
}
END_TEST

START_TEST(a_code_of_a_language_is_no_path)
{
  static const char *const bad[] = {"", "n", "NL", "dutch", "../nl", "nl/x", "nl_", "nl.x", "nl_B/E"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(!language_is_code(bad[i]), "%s", bad[i]);
  ck_assert(language_is_code("nl") && language_is_code("pt_BR") && language_is_code("sr@latin"));
}
END_TEST

START_TEST(the_pseudo_language_keeps_placeholders_and_ends)
{
  static const char *const texts[][2] = {
      {"Spy", "[Spý·]"},
      {" and ", " [áñd·] "},
      {", ", ", "},
      {"{who} wins", "[{who} wíñs···]"},
      {"{n:one|{n} cards}", "[{n:óñé|{n} çárds}····]"},
      {"{x:acc}, {", "[{x:acc}, {··]"},
      {"{x:.many are|is}", "[{x:.many áré|ís}····]"},
      {"Out|tells={it} is out|no tells=", "[Óút·]|tells=[{it} ís óút···]|no tells="},
  };
  Arena *a = arena_new();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    ck_assert_str_eq(language_pseudo(a, texts[i][0]), texts[i][1]);
  arena_free(a);
}
END_TEST

/* ---- glossaries ----------------------------------------------------------------- */

static Glossary *glossary(Read *x, const char *text)
{
  memset(x, 0, sizeof *x);
  x->arena = arena_new();
  sources_init(&x->s, x->arena);
  diags_init(&x->d, x->arena);
  sources_keep(&x->s, "terms", text, strlen(text));
  return glossary_read(x->arena, &x->s, &x->d, "terms", NULL);
}

START_TEST(a_glossary_goes_to_tbx_and_back)
{
  static const char csv[] = "concept,en,nl\n\"a \"\"b\"\", c\",spy & <co>,spion/mol\nempty,tank,\n";
  Read x, y;
  Glossary *g = glossary(&x, csv);
  ck_assert_ptr_nonnull(g);
  char *tbx = NULL, *again = NULL;
  size_t size;
  FILE *f = open_memstream(&tbx, &size);
  glossary_write_tbx(f, g, "Terms");
  fclose(f);
  Glossary *h = glossary(&y, tbx);
  ck_assert_ptr_nonnull(h);
  f = open_memstream(&again, &size);
  glossary_write_csv(f, h);
  fclose(f);
  ck_assert_str_eq(again, csv);
  free(tbx);
  free(again);
  glossary_free(g);
  glossary_free(h);
  end(&x);
  end(&y);
}
END_TEST

START_TEST(agreed_words_are_found_with_any_ending)
{
  Read x, y;
  begin(&x, HEADER "msgid \"Two spies and a spy\"\nmsgstr \"Een spionne\"\n\n"
                   "msgid \"The command tank\"\nmsgstr \"De commandotanks\"\n\n"
                   "msgid \"A tank\"\nmsgstr \"Een wagen\"\n\n"
                   "msgid \"Thanks\"\nmsgstr \"Dank\"\n");
  Glossary *g = glossary(&y, "concept,en,nl\nspy,spy,spion\ntank,tank,tank\n"
                             "command tank,command tank,commandotank\n");
  ck_assert(x.po && g);
  po_check(&(PoCheck){.po = x.po, .diags = &x.d, .glossary = g, .lang = "nl"});
  ck_assert_int_eq(x.d.warnings, 1);
  ck_assert_ptr_nonnull(strstr(x.d.list.at[0].message, "\"tank\" is \"tank\""));
  glossary_free(g);
  end(&x);
  end(&y);
}
END_TEST

static TCase *cases(void)
{
  TCase *t = tcase_create("po");
  tcase_add_test(t, an_entry_is_read_with_all_that_belongs_to_it);
  tcase_add_test(t, an_obsolete_entry_is_kept_but_not_found);
  tcase_add_test(t, a_message_is_found_by_msgctxt_and_msgid);
  tcase_add_test(t, thousands_of_messages_are_found);
  tcase_add_test(t, a_byte_order_mark_and_windows_line_ends_are_read);
  tcase_add_test(t, an_unended_string_is_refused_where_it_begins);
  tcase_add_test(t, parts_out_of_order_are_refused);
  tcase_add_test(t, plural_forms_are_counted);
  tcase_add_test(t, a_message_twice_is_refused);
  tcase_add_test(t, a_header_is_needed_and_must_be_utf8);
  tcase_add_test(t, bytes_that_are_no_text_are_refused);
  tcase_add_test(t, after_a_mistake_the_next_message_is_read);
  tcase_add_test(t, numbers_take_their_form);
  tcase_add_test(t, rules_that_cannot_be_used_are_refused);
  tcase_add_test(t, deep_rules_are_refused);
  tcase_add_test(t, a_rule_that_fails_for_a_huge_number_gives_the_last_form);
  tcase_add_test(t, a_choice_by_number_becomes_a_plural);
  tcase_add_test(t, several_choices_stay_in_one_message);
  tcase_add_test(t, braces_that_are_no_placeholders_are_text);
  tcase_add_test(t, a_file_is_written_as_it_was_read);
  tcase_add_test(t, a_merge_keeps_marks_and_retires);
  tcase_add_test(t, every_known_language_has_a_rule_that_can_be_used);
  tcase_add_test(t, a_code_of_a_language_is_no_path);
  tcase_add_test(t, the_pseudo_language_keeps_placeholders_and_ends);
  tcase_add_test(t, a_glossary_goes_to_tbx_and_back);
  tcase_add_test(t, agreed_words_are_found_with_any_ending);
  return t;
}

int main(void) { return unit_run(cases, "po", 60); }
