/* The grammar.  LALR(1) without conflicts or precedence declarations; actions build the
 * tree and nothing else.  After an error the parser goes on at the next line, skipping
 * the block under a bad header, so that one run reports every independent mistake. */
%define api.pure full
%define api.location.type {Loc}
%define api.token.prefix {TOK_}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param { struct Lexer *lx }
%code requires {
#include "grammar/tree.h"
struct Lexer;
}
%code provides {
int yyparse(struct Lexer *lx);
}
%union {
  const char *text;
  int64_t num;
  Node *node;
  NodeList list;
}
%code {
#include "grammar/lex.h"
#include "grammar/limits.h"
#include <string.h>

#define YYLLOC_DEFAULT(cur, rhs, n)                                          \
  ((cur) = (n) ? loc_span(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n)) : YYRHSLOC(rhs, 0))
#define YYMAXDEPTH 20000

static int yylex(YYSTYPE *val, Loc *loc, struct Lexer *lx);
static void yyerror(Loc *loc, struct Lexer *lx, const char *message);

static Node *mk(Lexer *lx, Tag tag, Loc loc, Node *a, Node *b)
{
  Node *n = node_new(lx->unit, tag, loc);
  n->a = a;
  n->b = b;
  return n;
}
static Node *mk_name(Lexer *lx, Tag tag, Loc loc, const char *name)
{
  Node *n = node_new(lx->unit, tag, loc);
  n->name = name;
  return n;
}
static Node *mk_num(Lexer *lx, Loc loc, int64_t v)
{
  Node *n = node_new(lx->unit, N_NUM, loc);
  n->num = v;
  return n;
}
/* Adds citations to a node that may have some. */
static Node *cite(Node *n, NodeList cites)
{
  if (!cites.head) return n;
  cites.tail->next = n->cites;
  n->cites = cites.head;
  return n;
}
static NodeList list_of(Node *n)
{
  NodeList l = {n, n};
  while (l.tail && l.tail->next) l.tail = l.tail->next;
  return l;
}
static Node *label(Node *n, const char *text)
{
  n->label = text;
  return n;
}
#define MK(tag, loc, a, b) mk(lx, N_##tag, loc, a, b)
#define MKN(tag, loc, name) mk_name(lx, N_##tag, loc, name)
}
%token <text> IDENT "a name" FUNC "a name before \"(\"" STRING "a text" CITE "a citation"
%token <num> NUMBER "a number"
%token SEP "the end of the line" DOTDOT "\"..\"" LE "\"<=\"" GE "\">=\""
%token GAME "\"game\"" USE "\"use\"" TYPE "\"type\"" OPTION "\"option\"" KIND "\"kind\""
%token VALUE "\"value\"" VERB "\"verb\"" VARIANT "\"variant\"" TEST "\"test\""
%token BEFORE "\"before\"" AFTER "\"after\"" INSTEAD "\"instead\"" WHEN "\"when\""
%token WHILE "\"while\"" ABOVE "\"above\"" ALWAYS "\"always\"" OMIT "\"omit\""
%token SEEN "\"seen\"" PILE "\"pile\"" LIST "\"list\"" PER "\"per\""
%token LET "\"let\"" SET "\"set\"" RAISE "\"raise\"" LOWER "\"lower\"" REQUIRE "\"require\""
%token IF "\"if\"" THEN "\"then\"" ELSE "\"else\"" OTHERWISE "\"otherwise\"" EACH "\"each\""
%token REPEAT "\"repeat\"" STOP "\"stop\"" CHOOSE "\"choose\"" MAY "\"may\""
%token SECRETLY "\"secretly\"" AS "\"as\"" RANDOM "\"random\"" RUN "\"run\"" EXPECT "\"expect\""
%token WHERE "\"where\"" IS "\"is\"" AND "\"and\"" OR "\"or\"" NOT "\"not\""
%token NONE "\"none\"" YES "\"yes\"" NO "\"no\"" IT "\"it\"" ME "\"me\"" THIS "\"this\""
%token TO "\"to\"" FROM "\"from\"" BY "\"by\"" OF "\"of\"" IN "\"in\"" WITH "\"with\""
%token ON "\"on\"" UNDER "\"under\"" FOR "\"for\""

%type <text> label
%type <num> copies bound
%type <node> item item_opt thing tbody_opt tbody titem titem_opt kbody kitem kitem_opt
%type <node> group gitem_opt field init seen type plain range enumerator value vtype
%type <node> param row_opt pat patom verb vparam rule guard event cell block stmt stmt_opt
%type <node> if until expr_opt simple alt alt_opt answer_opt expr pick of by filter disj
%type <node> conj neg cmp span sum term unary primary postfix gbody
%type <list> items things titems kitems gitems cites above names seats options params rows
%type <list> pats vparams events eparams seq phrase alts answers exprs args open close enum
%type <text> prep
%%
file: items                      { lx->items = $1; }
    ;
items: item_opt                  { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
     | items SEP item_opt        { $$ = list_add($1, $3); }
     ;
item_opt: %empty                 { $$ = NULL; }
        | item
        | error                  { $$ = NULL; }
        | error block            { $$ = NULL; }
        ;
item: GAME IDENT label FOR bound DOTDOT bound cites gbody
                                 { $$ = cite(label(MKN(GAME, @2, $2), $3), $8);
                                   $$->num = $5; $$->num2 = $7; $$->a = $9; }
    | USE STRING                 { $$ = MKN(USE, @2, $2); }
    | TYPE IDENT '=' type cites  { $$ = cite(MKN(TYPEDEF, @2, $2), $5); $$->a = $4; }
    | OPTION IDENT label ':' type '=' expr cites
                                 { $$ = cite(label(MKN(OPTION, @2, $2), $3), $8);
                                   $$->a = $5; $$->b = $7; }
    | KIND IDENT label cites kbody
                                 { $$ = cite(label(MKN(KIND, @2, $2), $3), $4); $$->a = $5; }
    | KIND IDENT label NUMBER BY NUMBER cites kbody
                                 { $$ = cite(label(MKN(KIND, @2, $2), $3), $7); $$->a = $8;
                                   $$->num = $4; $$->num2 = $6; }
    | IDENT things               { $$ = MKN(THINGS, @1, $1); $$->a = $2.head; }
    | field
    | value
    | verb block                 { $$ = $1; $$->b = $2; }
    | rule
    | ALWAYS disj label cites    { $$ = cite(label(MK(ALWAYS, @1, $2, NULL), $3), $4); }
    | OMIT cites label           { $$ = cite(label(MK(OMIT, @1, NULL, NULL), $3), $2); }
    | VARIANT IDENT label above IF expr cites open items close
                                 { $$ = cite(cite(label(MKN(VARIANT, @2, $2), $3), $7), $8);
                                   $$->a = $6; $$->b = $9.head; $$->c = $4.head;
                                   cite($$, $10); }
    | TEST STRING seats options cites block
                                 { $$ = cite(label(MK(TEST, @2, $3.head, $4.head), $2), $5);
                                   $$->c = $6; }
    ;
gbody: %empty                    { $$ = NULL; }
     | open titems close         { $$ = $2.head; }
     ;
label: %empty                    { $$ = NULL; }
     | STRING
     ;
cites: %empty                    { $$ = (NodeList){0}; }
     | cites CITE                { $$ = list_add($1, MKN(CITE, @2, $2)); }
     ;
above: %empty                    { $$ = (NodeList){0}; }
     | ABOVE names               { $$ = $2; }
     ;
names: IDENT                     { $$ = list_one(MKN(NAME, @1, $1)); }
     | names ',' IDENT           { $$ = list_add($1, MKN(NAME, @3, $3)); }
     ;
seats: %empty                    { $$ = (NodeList){0}; }
     | FOR names                 { $$ = $2; }
     ;
options: %empty                  { $$ = (NodeList){0}; }
       | WITH exprs              { $$ = $2; }
       ;

/* ---- things and their kinds ---- */
things: thing                    { $$ = list_one($1); }
      | things ',' thing         { $$ = list_add($1, $3); }
      ;
thing: IDENT label copies cites tbody_opt
                                 { $$ = cite(label(MKN(THING, @1, $1), $2), $4);
                                   $$->num = $3;
                                   if ($5) { $$->a = $5->a; cite($$, list_of($5->cites)); } }
     ;
copies: %empty                   { $$ = 0; }
      | '*' NUMBER               { $$ = $2 ? $2 : -1; /* none: an error for sema */ }
      ;
tbody_opt: %empty                { $$ = NULL; }
         | tbody
         ;
tbody: open titems close         { $$ = MK(BLOCK, @$, $2.head, NULL); cite(cite($$, $1), $3); }
     ;
titems: titem_opt                { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
      | titems SEP titem_opt     { $$ = list_add($1, $3); }
      ;
titem_opt: %empty                { $$ = NULL; }
         | titem
         | error                 { $$ = NULL; }
         | error block           { $$ = NULL; }
         ;
titem: IDENT '=' expr cites      { $$ = cite(MKN(FILL, @1, $1), $4); $$->a = $3; }
     | IDENT '=' IDENT label tbody
                                 { $$ = MKN(INLINE, @1, $1);
                                   Node *t = label(MKN(THING, @3, NULL), $4);
                                   t->extra = $3; t->a = $5->a; t->cites = $5->cites;
                                   $$->a = t; }
     | IDENT label cites block   { $$ = cite(label(MKN(BODY, @1, $1), $2), $3); $$->a = $4; }
     | group
     | rule                      /* an error that sema explains */
     ;
kbody: %empty                    { $$ = NULL; }
     | open kitems close         { $$ = $2.head; }
     ;
kitems: kitem_opt                { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
      | kitems SEP kitem_opt     { $$ = list_add($1, $3); }
      ;
kitem_opt: %empty                { $$ = NULL; }
         | kitem
         | error                 { $$ = NULL; }
         | error block           { $$ = NULL; }
         ;
kitem: field
     | value
     | verb
     | verb block                { $$ = $1; $$->b = $2; }
     | rule
     | ALWAYS disj label cites   { $$ = cite(label(MK(ALWAYS, @1, $2, NULL), $3), $4); }
     | group
     ;
group: WHILE expr cites open gitems close
                                 { $$ = cite(cite(cite(MK(WHILE, @1, $2, $5.head), $3), $4), $6); }
     ;
gitems: gitem_opt                { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
      | gitems SEP gitem_opt     { $$ = list_add($1, $3); }
      ;
gitem_opt: %empty                { $$ = NULL; }
         | rule
         | value
         | error                 { $$ = NULL; }
         | error block           { $$ = NULL; }
         ;

/* ---- state, types ---- */
field: IDENT label ':' type init seen cites
                                 { $$ = cite(label(MKN(FIELD, @1, $1), $2), $7);
                                   $$->a = $4; $$->b = $5; $$->c = $6; }
     ;
init: %empty                     { $$ = NULL; }
    | '=' expr                   { $$ = $2; }
    ;
seen: %empty                     { $$ = NULL; }
    | SEEN BY expr               { $$ = $3; }
    ;
type: plain
    | plain PER IDENT            { $$ = MKN(T_PER, @3, $3); $$->a = $1; }
    ;
plain: range
     | range OR NONE             { $$ = MK(T_OPT, @$, $1, NULL); }
     | IDENT                     { $$ = MKN(T_NAME, @1, $1); }
     | IDENT OR NONE             { $$ = MK(T_OPT, @$, MKN(T_NAME, @1, $1), NULL); }
     | enum                      { $$ = MK(T_WORDS, @$, $1.head, NULL); }
     | SET OF plain              { $$ = MK(T_SET, @$, $3, NULL); }
     | LIST NUMBER OF plain      { $$ = MK(T_LIST, @$, $4, NULL); $$->num = $2; }
     | PILE OF IDENT             { $$ = MKN(T_PILE, @3, $3); }
     ;
range: bound DOTDOT bound        { $$ = MK(T_RANGE, @$, NULL, NULL); $$->num = $1; $$->num2 = $3; }
     ;
bound: NUMBER
     | '-' NUMBER                { $$ = -$2; }
     ;
enum: enumerator '|' enumerator  { $$ = list_add(list_one($1), $3); }
    | enum '|' enumerator        { $$ = list_add($1, $3); }
    ;
enumerator: IDENT                { $$ = MKN(WORD, @1, $1); }
          | IDENT STRING         { $$ = label(MKN(WORD, @1, $1), $2); }
          ;

/* ---- values, verbs, rules ---- */
value: VALUE IDENT label vtype seen cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $3), $6); $$->b = $4;
                                   $$->num = $5 != NULL; }
     | VALUE IDENT label vtype '=' expr seen cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $3), $8);
                                   $$->b = $4; $$->c = $6; $$->num = $7 != NULL; }
     | VALUE IDENT label vtype BY exprs cites open rows close
                                 { $$ = cite(cite(label(MKN(VALUE, @2, $2), $3), $7), $8);
                                   $$->b = $4; $$->d = MK(TABLE, @5, $6.head, $9.head);
                                   cite($$, $10); }
     | VALUE FUNC '(' params ')' label vtype '=' expr cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $6), $10);
                                   $$->a = $4.head; $$->b = $7; $$->c = $9; }
     | VALUE FUNC '(' params ')' label vtype BY exprs cites open rows close
                                 { $$ = cite(cite(label(MKN(VALUE, @2, $2), $6), $10), $11);
                                   $$->a = $4.head; $$->b = $7;
                                   $$->d = MK(TABLE, @8, $9.head, $12.head);
                                   cite($$, $13); }
     ;
vtype: %empty                    { $$ = NULL; }
     | ':' type                  { $$ = $2; }
     ;
params: param                    { $$ = list_one($1); }
      | params ',' param         { $$ = list_add($1, $3); }
      ;
param: IDENT                     { $$ = MKN(PARAM, @1, $1); }
     | IDENT ':' type            { $$ = MKN(PARAM, @1, $1); $$->a = $3; }
     ;
rows: row_opt                    { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
    | rows SEP row_opt           { $$ = list_add($1, $3); }
    ;
row_opt: %empty                  { $$ = NULL; }
       | pats ':' expr cites     { $$ = cite(MK(ROW, @1, $1.head, $3), $4); }
       | error                   { $$ = NULL; }
       ;
pats: pat                        { $$ = list_one($1); }
    | pats ',' pat               { $$ = list_add($1, $3); }
    ;
pat: patom                       { $$ = MK(PATTERN, @1, $1, NULL); }
   | pat '|' patom               { $$ = $1; Node *t = $1->a; while (t->next) t = t->next; t->next = $3; }
   ;
patom: bound                     { $$ = mk_num(lx, @1, $1); }
     | bound DOTDOT bound        { $$ = MK(SPAN, @$, mk_num(lx, @1, $1), mk_num(lx, @3, $3)); }
     | IDENT                     { $$ = MKN(NAME, @1, $1); }
     | NONE                      { $$ = MK(NONE, @1, NULL, NULL); }
     | YES                       { $$ = MK(YES, @1, NULL, NULL); }
     | NO                        { $$ = MK(NO, @1, NULL, NULL); }
     ;
verb: VERB IDENT vparams label cites
                                 { $$ = cite(label(MKN(VERB, @2, $2), $4), $5); $$->a = $3.head; }
    ;
vparams: %empty                  { $$ = (NodeList){0}; }
       | vparams vparam          { $$ = list_add($1, $2); }
       ;
vparam: '(' param ')'            { $$ = $2; }
      | prep                     { $$ = MKN(WORD, @1, $1); }
      | IDENT                    { $$ = MKN(WORD, @1, $1); }
      ;
prep: TO                         { $$ = "to"; }
    | FROM                       { $$ = "from"; }
    | BY                         { $$ = "by"; }
    | OF                         { $$ = "of"; }
    | IN                         { $$ = "in"; }
    | WITH                       { $$ = "with"; }
    | ON                         { $$ = "on"; }
    | UNDER                      { $$ = "under"; }
    | FOR                        { $$ = "for"; }
    ;
rule: BEFORE events guard cites block
                                 { $$ = cite(MK(BEFORE, @1, $2.head, $3), $4); $$->c = $5; }
    | AFTER events guard cites block
                                 { $$ = cite(MK(AFTER, @1, $2.head, $3), $4); $$->c = $5; }
    | INSTEAD OF event above guard cites block
                                 { $$ = cite(MK(INSTEAD, @1, $3, $5), $6); $$->c = $7;
                                   $$->d = $4.head; }
    | WHEN expr cites block      { $$ = cite(MK(WHEN, @1, $2, NULL), $3); $$->c = $4; }
    ;
guard: %empty                    { $$ = NULL; }
     | IF expr                   { $$ = $2; }
     ;
events: event                    { $$ = list_one($1); }
      | events ',' event         { $$ = list_add($1, $3); }
      ;
event: IDENT eparams             { $$ = MKN(EVENT, @1, $1); $$->a = $2.head; }
     | IDENT '.' IDENT eparams   { $$ = MKN(EVENT, @3, $3); $$->extra = $1; $$->num = 3;
                                   $$->a = $4.head; }
     | RAISE cell BY IDENT       { $$ = $2; $$->num = 1; $$->a = MKN(NAME, @4, $4); }
     | LOWER cell BY IDENT       { $$ = $2; $$->num = 2; $$->a = MKN(NAME, @4, $4); }
     ;
cell: IDENT                      { $$ = MKN(EVENT, @1, $1); }
    | IDENT '.' IDENT            { $$ = MKN(EVENT, @3, $3); $$->extra = $1; }
    ;
eparams: %empty                  { $$ = (NodeList){0}; }
       | eparams IDENT           { $$ = list_add($1, MKN(NAME, @2, $2)); }
       | eparams prep            { $$ = list_add($1, MKN(WORD, @2, $2)); }
       ;

/* ---- statements ---- */
block: open seq close            { $$ = cite(cite(MK(BLOCK, @$, $2.head, NULL), $1), $3); }
     ;
open: '{' cites                  { $$ = $2; }
    ;
close: '}' cites                 { $$ = $2; }
     ;
seq: stmt_opt                    { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
   | seq SEP stmt_opt            { $$ = list_add($1, $3); }
   ;
stmt_opt: %empty                 { $$ = NULL; }
        | stmt
        | error                  { $$ = NULL; }
        | error block            { $$ = NULL; }
        ;
stmt: simple cites               { $$ = cite($1, $2); }
    | simple cites OTHERWISE stmt
                                 { $$ = MK(OTHERWISE, @3, cite($1, $2), $4); }
    | block
    | block OTHERWISE stmt       { $$ = MK(OTHERWISE, @2, $1, $3); }
    | if
    | EACH IDENT IN expr cites block
                                 { $$ = cite(MK(EACH, @2, $4, $6), $5); $$->name = $2; }
    | SECRETLY EACH IDENT IN expr cites block
                                 { $$ = cite(MK(EACH, @3, $5, $7), $6); $$->name = $3;
                                   $$->num = 1; }
    | REPEAT expr_opt until cites block
                                 { $$ = cite(MK(REPEAT, @1, $2, $3), $4); $$->c = $5; }
    | CHOOSE by label cites open alts close
                                 { $$ = cite(cite(label(MK(CHOOSE, @1, $2, $6.head), $3), $4), $5);
                                   cite($$, $7); }
    | MAY by label cites block   { $$ = cite(label(MK(MAY, @1, $2, $5), $3), $4); }
    | AS primary block           { $$ = MK(AS, @1, $2, $3); }
    | RUN phrase open answers close
                                 { $$ = MK(RUN, @1, MK(PHRASE, @2, $2.head, NULL), $4.head); }
    ;
if: IF expr cites block          { $$ = cite(MK(IF, @1, $2, $4), $3); }
  | IF expr cites block ELSE block
                                 { $$ = cite(MK(IF, @1, $2, $4), $3); $$->c = $6; }
  | IF expr cites block ELSE if  { $$ = cite(MK(IF, @1, $2, $4), $3); $$->c = $6; }
  ;
until: %empty                    { $$ = NULL; }
     | WHILE expr                { $$ = $2; }
     ;
expr_opt: %empty                 { $$ = NULL; }
        | expr
        ;
simple: phrase                   { $$ = MK(PHRASE, @1, $1.head, NULL); }
      | LET IDENT '=' expr       { $$ = MK(LET, @2, NULL, $4); $$->name = $2; }
      | LET IDENT ':' type '=' expr
                                 { $$ = MK(LET, @2, $4, $6); $$->name = $2; }
      | SET postfix TO expr      { $$ = MK(SET, @2, $2, $4); }
      | RAISE postfix BY expr    { $$ = MK(RAISE, @2, $2, $4); }
      | LOWER postfix BY expr    { $$ = MK(LOWER, @2, $2, $4); }
      | REQUIRE expr             { $$ = MK(REQUIRE, @1, $2, NULL); }
      | EXPECT expr              { $$ = MK(EXPECT, @1, $2, NULL); }
      | STOP                     { $$ = MK(STOP, @1, NULL, NULL); }
      ;
phrase: postfix                  { $$ = list_one($1); }
      | phrase primary           { $$ = list_add($1, $2); }
      | phrase prep              { $$ = list_add($1, MKN(WORD, @2, $2)); }
      ;
alts: alt_opt                    { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
    | alts SEP alt_opt           { $$ = list_add($1, $3); }
    ;
alt_opt: %empty                  { $$ = NULL; }
       | alt
       | error                   { $$ = NULL; }
       | error block             { $$ = NULL; }
       ;
alt: STRING cites block          { $$ = cite(label(MK(ALT, @1, NULL, $3), $1), $2); }
   | IDENT IN filter label cites block
                                 { $$ = cite(label(MK(ALT, @1, $3, $6), $4), $5);
                                   $$->name = $1; }
   ;
answers: answer_opt              { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
       | answers SEP answer_opt  { $$ = list_add($1, $3); }
       ;
answer_opt: %empty               { $$ = NULL; }
          | exprs                { $$ = MK(ANSWER, @1, $1.head, NULL); }
          | IDENT ':' exprs      { $$ = MK(ANSWER, @1, $3.head, NULL); $$->name = $1; }
          | error                { $$ = NULL; }
          ;

/* ---- expressions ---- */
exprs: expr                      { $$ = list_one($1); }
     | exprs ',' expr            { $$ = list_add($1, $3); }
     ;
expr: filter
    | pick
    | MAY pick                   { $$ = $2; $$->num |= PICK_MAY; }
    | IF expr THEN expr ELSE expr
                                 { $$ = MK(COND, @1, $2, $4); $$->c = $6; }
    ;
pick: CHOOSE filter of by label  { $$ = label(MK(PICK, @1, $3 ? $2 : NULL, $3 ? $3 : $2), $5);
                                   $$->c = $4; }
    | RANDOM filter of           { $$ = MK(PICK, @1, $3 ? $2 : NULL, $3 ? $3 : $2);
                                   $$->num = PICK_RANDOM; }
    ;
of: %empty                       { $$ = NULL; }
  | OF filter                    { $$ = $2; }
  ;
by: %empty                       { $$ = NULL; }
  | BY primary                   { $$ = $2; }
  ;
filter: disj
      | disj WHERE disj          { $$ = MK(WHERE, @$, $1, $3); }
      ;
disj: conj
    | disj OR conj               { $$ = MK(OR, @$, $1, $3); }
    ;
conj: neg
    | conj AND neg               { $$ = MK(AND, @$, $1, $3); }
    ;
neg: cmp
   | NOT neg                     { $$ = MK(NOT, @$, $2, NULL); }
   ;
cmp: span
   | span IS span                { $$ = MK(IS, @$, $1, $3); }
   | span IS NOT span            { $$ = MK(ISNOT, @$, $1, $4); }
   | span '<' span               { $$ = MK(LT, @$, $1, $3); }
   | span '>' span               { $$ = MK(GT, @$, $1, $3); }
   | span LE span                { $$ = MK(LE, @$, $1, $3); }
   | span GE span                { $$ = MK(GE, @$, $1, $3); }
   | span IN span                { $$ = MK(IN, @$, $1, $3); }
   | span NOT IN span            { $$ = MK(NOTIN, @$, $1, $4); }
   ;
span: sum
    | sum DOTDOT sum             { $$ = MK(SPAN, @$, $1, $3); }
    ;
sum: term
   | sum '+' term                { $$ = MK(ADD, @$, $1, $3); }
   | sum '-' term                { $$ = MK(SUB, @$, $1, $3); }
   ;
term: unary
    | term '*' unary             { $$ = MK(MUL, @$, $1, $3); }
    | term '/' unary             { $$ = MK(DIV, @$, $1, $3); }
    ;
unary: primary
     | '-' primary               { $$ = MK(NEG, @$, $2, NULL); }
     ;
primary: NUMBER                  { $$ = mk_num(lx, @1, $1); }
       | STRING                  { $$ = MKN(STR, @1, $1); }
       | NONE                    { $$ = MK(NONE, @1, NULL, NULL); }
       | YES                     { $$ = MK(YES, @1, NULL, NULL); }
       | NO                      { $$ = MK(NO, @1, NULL, NULL); }
       | '(' expr ')'            { $$ = $2; $$->loc = @$; }
       | postfix
       ;
postfix: IDENT                   { $$ = MKN(NAME, @1, $1); }
       | IT                      { $$ = MK(IT, @1, NULL, NULL); }
       | ME                      { $$ = MK(ME, @1, NULL, NULL); }
       | THIS                    { $$ = MK(THIS, @1, NULL, NULL); }
       | FUNC '(' args ')'       { $$ = MKN(CALL, @$, $1); $$->a = $3.head;
                                   if ($3.tail == NULL && $3.head) {
                                     $$->num = 1; $$->b = $3.head->next; $3.head->next = NULL; } }
       | postfix '.' IDENT       { $$ = MKN(DOT, @$, $3); $$->a = $1; }
       | postfix '[' expr ']'    { $$ = MK(INDEX, @$, $1, $3); }
       ;
args: %empty                     { $$ = (NodeList){0}; }
    | exprs
    | expr ':' expr              { $1->next = $3; $$ = (NodeList){$1, NULL}; }
    ;
%%
static int yylex(YYSTYPE *val, Loc *loc, struct Lexer *lx)
{
  Token t = lexer_next(lx);
  *loc = t.loc;
  if (t.kind == TOK_NUMBER) val->num = t.number;
  else val->text = t.text;
  return t.kind;
}

const char *token_name(int kind)
{
  return yysymbol_name(YYTRANSLATE(kind));
}

/* ---- what is wrong, in the words of somebody who has never programmed ---- */

/* A syntax error: what was found, what could stand there, the line it stands in. */
typedef struct Spot {
  Lexer *lx;
  Diag *g;
  yysymbol_kind_t found, want[YYNTOKENS];
  int wanted, last; /* last: the token before, as the lexer gave it */
  Loc loc;
  const char *line; /* from `start` on: the statement, as far as it is on this line */
  int length, start;
} Spot;

static bool wants(const Spot *s, int token)
{
  for (int i = 0; i < s->wanted; i++)
    if (s->want[i] == YYTRANSLATE(token)) return true;
  return false;
}

static char char_at(const Spot *s, int i) { return i >= 0 && i < s->length ? s->line[i] : 0; }

static bool name_char(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The word that begins at byte i of the line. */
static const char *word_at(const Spot *s, int i)
{
  int n = 0;
  while (name_char(char_at(s, i + n))) n++;
  return arena_strndup(s->lx->unit->arena, s->line + i, (size_t)n);
}

/* The word before the spot, "" if there is none on this line. */
static const char *word_before(const Spot *s)
{
  int i = s->loc.col - 2, n = 0;
  while (char_at(s, i) == ' ') i--;
  while (name_char(char_at(s, i - n))) n++;
  return arena_strndup(s->lx->unit->arena, s->line + i - n + 1, (size_t)n);
}

static void find_line(Spot *s)
{
  s->line = source_line(&s->lx->unit->sources.files.at[s->loc.file], s->loc.line, &s->length);
  bool text = false;
  for (int i = 0; i < s->loc.col - 1 && i < s->length; i++) {
    char c = s->line[i];
    if (c == '"') text = !text;
    if (!text && (c == '{' || c == '}' || c == ';')) s->start = i + 1;
  }
  while (char_at(s, s->start) == ' ') s->start++;
}

static const char *symbol_words(Lexer *lx, yysymbol_kind_t t)
{
  const char *s = yysymbol_name(t);
  if (t == YYSYMBOL_YYEOF) return "the end of the file";
  if (t == YYSYMBOL_SEP) return "a new line";
  return s[0] == '\'' ? arena_printf(lx->unit->arena, "\"%c\"", s[1]) : s;
}

/* Names and numbers are shown as written. */
static const char *found_words(const Spot *s)
{
  switch (s->found) {
  case YYSYMBOL_YYEOF: return "the file cannot end here";
  case YYSYMBOL_SEP:
    if (char_at(s, s->loc.col - 1) != ';') return "the line cannot end here";
    return "\";\" cannot stand here";
  case YYSYMBOL_STRING: return "this text cannot stand here";
  case YYSYMBOL_IDENT: case YYSYMBOL_FUNC: case YYSYMBOL_NUMBER: case YYSYMBOL_CITE:
    return arena_printf(s->lx->unit->arena, "\"%.*s\" cannot stand here", s->loc.end - s->loc.col,
                        s->line + s->loc.col - 1);
  default: return arena_printf(s->lx->unit->arena, "%s cannot stand here", symbol_words(s->lx, s->found));
  }
}

/* What could stand there, if that is a short list; citations can stand nearly everywhere. */
static const char *wanted_words(const Spot *s)
{
  yysymbol_kind_t few[4];
  int n = 0;
  for (int i = 0; i < s->wanted; i++) {
    if (s->want[i] == YYSYMBOL_CITE || s->want[i] == YYSYMBOL_FUNC || s->want[i] == YYSYMBOL_YYEOF) continue;
    if (n == 4) return NULL;
    few[n++] = s->want[i];
  }
  const char *list = n ? "; expected " : NULL;
  for (int i = 0; i < n; i++)
    list = arena_printf(s->lx->unit->arena, "%s%s%s", list, i == 0 ? "" : i == n - 1 ? " or " : ", ",
                        symbol_words(s->lx, few[i]));
  return list;
}

static bool is_item(yysymbol_kind_t t)
{
  switch (t) {
  case YYSYMBOL_GAME: case YYSYMBOL_USE: case YYSYMBOL_TYPE: case YYSYMBOL_OPTION: case YYSYMBOL_KIND:
  case YYSYMBOL_VERB: case YYSYMBOL_VARIANT: case YYSYMBOL_TEST: return true;
  default: return false;
  }
}

/* Keywords all stand in one row of the token list. */
static bool is_keyword(yysymbol_kind_t t) { return t >= YYSYMBOL_GAME && t <= YYSYMBOL_FOR; }

/* The line of the "{" that is most likely the open one: a "}" further left than the block
 * that it closes tells it, else it is the last one. */
static int open_line(const Source *src)
{
  struct {
    int line, indent;
  } open[MAX_NESTING + 1];
  int n = 0;
  for (int line = 1; (size_t)line <= src->lines.n; line++) {
    int length, indent = 0;
    const char *t = source_line(src, line, &length);
    while (indent < length && t[indent] == ' ') indent++;
    bool text = false;
    for (int i = indent; i < length && (text || t[i] != '#'); i++) {
      if (t[i] == '\\' && text) i++;
      else if (t[i] == '"') text = !text;
      else if (text) continue;
      else if (t[i] == '{' && n < MAX_NESTING) open[n].line = line, open[n++].indent = indent;
      else if (t[i] == '}' && n) {
        if (i == indent && indent < open[n - 1].indent) return open[n - 1].line;
        n--;
      }
    }
  }
  return n ? open[n - 1].line : 0;
}

static void hint_open(const Spot *s)
{
  int line = open_line(&s->lx->unit->sources.files.at[s->loc.file]);
  if (!line) diag_hint(&s->lx->unit->diags, s->g, "is a \"}\" missing?");
  else diag_hint_at(&s->lx->unit->diags, s->g, (Loc){s->loc.file, line, 1, 1}, "a \"}\" is missing; this line's \"{\" seems to have none");
}

/* Words of other languages, and what stands for them here. */
static const char *foreign(const char *word)
{
  static const char *const rows[][2] = {
      {"elseif", "write: else if … { … }"},
      {"elsif", "write: else if … { … }"},
      {"elif", "write: else if … { … }"},
      {"for", "write: each x in SET { … }"},
      {"foreach", "write: each x in SET { … }"},
      {"while", "a loop is written: repeat while … { … }"},
      {"until", "write: repeat while not … { … }"},
      {"unless", "write: if not … { … }"},
      {"return", "a verb gives nothing back: keep the result in a field, or declare a value"},
      {"function", "write verb … { … } for something to do, value … = … for something to compute"},
      {"def", "write verb … { … } for something to do, value … = … for something to compute"},
      {"var", "write: let x = …"},
      {"times", "leave \"times\" out: repeat 3 { … }"},
      {"then", "an if with blocks is written: if … { … } else { … }"},
      {"otherwise", "the other side of \"if\" is \"else\"; \"otherwise\" follows something that may fail"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i][0], word)) return rows[i][1];
  return NULL;
}

/* Hints that follow from what was found, what stood before it and what could stand there
 * (0: anything); the first row that fits. */
static const char *by_tokens(const Spot *s)
{
  static const struct {
    int found, last, want;
    const char *hint;
  } rows[] = {
      {'(', TOK_IDENT, 0, "between a function and its bracket there is no space: count(hand)"},
      {TOK_FUNC, TOK_VERB, 0, "write: verb NAME { … }, or with a space: verb NAME (n: 1..6) { … }"},
      {TOK_FUNC, 0, 0, "a name directly before \"(\" is a function; an argument in brackets needs a space"},
      {TOK_CHOOSE, 0, 0, "put it in brackets: (choose …)"},
      {TOK_RANDOM, 0, 0, "put it in brackets: (random …)"},
      {TOK_FROM, TOK_CHOOSE, 0, "write: choose SET, or choose 2 of SET"},
      {TOK_OF, TOK_CHOOSE, 0, "write: choose SET, or choose 2 of SET"},
      {'=', 0, TOK_TO, "write: set … to …"},
      {'=', 0, '|', "a row is written: KEY: RESULT"},
      {'=', 0, ':', "a field has a type: NAME: 0..9 = 0"},
      {'=', 0, 0, "to compare write \"is\", to change something write: set … to …"},
      {':', 0, TOK_IF, "write: variant NAME if CONDITION { … }"},
      {':', 0, '=', "what is printed on a thing follows \"=\": NAME = VALUE"},
      {':', 0, '{', "before a block there is no \":\""},
      {',', 0, TOK_SEP, "several on one line have \";\" between them"},
      {'.', TOK_DOTDOT, 0, "a range has two dots: 2..4"},
      {'.', TOK_NUMBER, 0, "numbers are whole; a range is written with two dots: 2..4"},
      {'{', TOK_STRING, ':', "a thing has a name before its title: KIND NAME \"Title\" { … }"},
      {'-', 0, TOK_DOTDOT, "a range is written 2..4"},
      {TOK_TO, 0, TOK_DOTDOT, "a range is written 2..4"},
      {TOK_TO, 0, TOK_BY, "raise and lower go up or down by a number; to a certain number: set … to …"},
      {TOK_SEP, 0, '{', "a block { … } is missing; its \"{\" stands on this line"},
      {TOK_SEP, 0, TOK_DOTDOT, "a range has two ends: 2..4, or 2..2 for one number"},
      {TOK_SEP, 0, '=', "it needs a value to begin with: … = VALUE"},
      {TOK_SEP, 0, TOK_FOR, "say for how many players: game NAME \"Title\" for 2..4"},
      {TOK_NUMBER, 0, ':', "its type follows a colon: NAME: 0..9"},
      {TOK_IDENT, TOK_STRING, ',', "several things in one line have commas between them"},
      {'<', 0, TOK_AND, "one comparison at a time: a < b and b < c"},
      {'>', 0, TOK_AND, "one comparison at a time: a > b and b > c"},
      {TOK_LE, 0, TOK_AND, "one comparison at a time: a <= b and b <= c"},
      {TOK_GE, 0, TOK_AND, "one comparison at a time: a >= b and b >= c"},
      {TOK_IDENT, TOK_USE, 0, "a file name stands in quotation marks: use \"cards.regel\""},
      {TOK_FOR, TOK_TEST, 0, "a test has a title: test \"…\" for ann, bob { … }"},
      {TOK_OF, TOK_LIST, 0, "a list has a length: list 4 of …"},
      {TOK_IDENT, 0, TOK_SEP, "two statements on one line have a \";\" between them"},
      {TOK_SEP, 0, 0, "the line ends too early"},
      {TOK_ELSE, 0, 0, "\"else\" follows the \"}\" of its \"if\" directly, without \";\""},
      {')', 0, 0, "one \")\" too many?"},
      {']', 0, 0, "one \"]\" too many?"},
      {0, 0, TOK_TO, "write: set … to …"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if ((!rows[i].found || s->found == YYTRANSLATE(rows[i].found)) && (!rows[i].last || s->last == rows[i].last) &&
        (!rows[i].want || wants(s, rows[i].want)))
      return rows[i].hint;
  return NULL;
}

/* The spot is the first word of its line, blanks aside. */
static bool begins_line(const Spot *s)
{
  for (int i = 0; i < s->loc.col - 1; i++)
    if (char_at(s, i) != ' ') return false;
  return true;
}

/* The byte after the spot that is no blank. */
static int next_at(const Spot *s)
{
  int i = s->loc.end - 1;
  while (char_at(s, i) == ' ') i++;
  return i;
}

/* What the letters around the spot tell. */
static const char *by_letters(const Spot *s, const char *first)
{
  int at = s->loc.col - 1, end = s->loc.end - 1;
  char c = char_at(s, at), next = char_at(s, end);
  if (c == '/' && next == '/') return "a comment begins with #";
  if (c == ',' && s->last == TOK_NUMBER && next >= '0' && next <= '9') return "a number has only digits: 10000";
  if (c == '+' && next == '=') return "write: raise … by …";
  if (c == '-' && next == '=') return "write: lower … by …";
  if (c == '-' && name_char(char_at(s, at - 1)) && name_char(next) && !wants(s, TOK_DOTDOT))
    return "a name has letters, digits and \"_\" in it, no \"-\"";
  if (s->found == YYSYMBOL_NUMBER && name_char(next)) return "a name begins with a letter";
  if (s->found == YYSYMBOL_IDENT && c == 'x' && char_at(s, at + 1) >= '0' && char_at(s, at + 1) <= '9')
    return "copies are written: * 4";
  if (c == '=' && char_at(s, next_at(s)) == '{') return "before a block there is no \"=\"";
  if ((c == '{' || s->found == YYSYMBOL_SEP) && wants(s, ')')) return "a \")\" is missing before it";
  if (s->lx->depth > 0 && begins_line(s)) return "a \")\" is missing on the line before";
  if (strchr("+-*/", c) && c && !wants(s, TOK_DOTDOT) && (s->last == TOK_IDENT || s->last == TOK_NUMBER || s->last == ')'))
    return "inside a sentence put a calculation in brackets: (n + 1)";
  if ((!strcmp(first, "raise") || !strcmp(first, "lower")) && wants(s, TOK_BY) && s->found != YYSYMBOL_TO)
    return arena_printf(s->lx->unit->arena, "write: %s … by …", first);
  if (!strcmp(first, "verb") && c == ':') return "a parameter stands in brackets: verb advance (h: horse)";
  if (!strcmp(first, "verb") && c == ',') return "each parameter has brackets of its own: (h: horse) (n: 1..6)";
  if (c == '{' && s->last == TOK_IDENT && s->wanted == 1 && wants(s, TOK_IN))
    return !strcmp(first, "each") || !strcmp(first, "secretly") ? "write: each x in SET { … }"
                                         : "what a player chooses stands in quotation marks: \"Rest\" { … }";
  return NULL;
}

/* A first word that is nearly one of the language. */
static const char *by_first_word(const Spot *s, const char *first)
{
  static const char *const heads[] = {"game", "use", "type", "option", "kind", "value", "verb", "variant", "test",
                                      "before", "after", "instead", "when", "while", "always", "omit", "let", "set",
                                      "raise", "lower", "if", "else", "each", "repeat", "choose", "may", "require",
                                      "secretly", "run", "expect"};
  Nearest near = {first, NULL, 0};
  char small[32];
  size_t n = 0;
  for (; first[n] && n + 1 < sizeof small; n++) small[n] = (char)(first[n] >= 'A' && first[n] <= 'Z' ? first[n] + 32 : first[n]);
  small[n] = 0;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    if (!strcmp(first, heads[i])) return NULL;
    if (!strcmp(small, heads[i])) return arena_printf(s->lx->unit->arena, "write \"%s\" in small letters", heads[i]);
    nearest_try(&near, heads[i]);
  }
  if (!near.best || n < 4 || near.distance > (n < 6 ? 1 : 2)) return NULL;
  return arena_printf(s->lx->unit->arena, "did you mean \"%s\"?", near.best);
}

static bool lacks_an_end(int token)
{
  switch (token) {
  case TOK_IDENT: case TOK_NUMBER: case TOK_STRING: case TOK_CITE: case ')': case ']': case '{': case '}':
  case TOK_NONE: case TOK_YES: case TOK_NO: case TOK_IT: case TOK_ME: case TOK_THIS: case TOK_STOP:
  case TOK_SEP: case TOK_YYUNDEF: case 0: return false;
  default: return true;
  }
}

static void hint_for(const Spot *s)
{
  Arena *a = s->lx->unit->arena;
  const char *first = word_at(s, s->start), *here = word_at(s, s->loc.col - 1), *hint = NULL;
  bool at_start = s->loc.col - 1 == s->start, closes = s->found == YYTRANSLATE('}');
  char next = char_at(s, next_at(s));
  if (s->found == YYSYMBOL_YYEOF || (is_item(s->found) && s->lx->braces > 0)) {
    hint_open(s);
    return;
  }
  if (s->last == ',' && (closes || (is_keyword(s->found) && begins_line(s)))) hint = "is there a comma too many before it?";
  else if (lacks_an_end(s->last) && (closes || s->found == YYTRANSLATE('{') || s->found == YYSYMBOL_SEP))
    hint = arena_printf(a, "something is missing after %s", symbol_words(s->lx, YYTRANSLATE(s->last)));
  else if (closes && wants(s, TOK_YYEOF)) hint = "no \"{\" is open here: one \"}\" too many?";
  else if (s->lx->braces == 0 && char_at(s, 0) == ' ' && wants(s, ':'))
    hint = "this line stands outside every block: one \"}\" too many before it, or a \"{\" missing?";
  else if (is_keyword(s->found) && ((at_start && next == ':') || (wants(s, TOK_IDENT) && (next == ':' || next == ',' || s->wanted < 4))))
    hint = arena_printf(a, "%s is a word of the language; take another name", symbol_words(s->lx, s->found));
  else if ((at_start || (s->found != YYSYMBOL_FOR && s->found != YYSYMBOL_WHILE)) && (hint = foreign(here))) {}
  else if (!at_start && s->last != '}' && strcmp(first, "while") && strcmp(first, "for") && (hint = foreign(first))) {}
  else if (s->last == '}' && s->found == YYSYMBOL_STRING && s->lx->braces == 0) hint = "a text stands before the block, after the name";
  else if (s->last == '}' && wants(s, TOK_SEP) && !closes)
    hint = "after a block that ends on the same line, write \";\" before what follows";
  else if ((hint = by_letters(s, first))) {}
  else if (s->found == YYSYMBOL_IDENT && s->last == TOK_IDENT && wants(s, ':'))
    hint = arena_printf(a, "a name is one word: %s_%s", word_before(s), here);
  else if (s->found == YYSYMBOL_IDENT && s->last == TOK_IDENT && !wants(s, TOK_SEP))
    hint = arena_printf(a, "if \"%s\" is a function, write %s(%s)", word_before(s), word_before(s), here);
  else if ((hint = by_first_word(s, first))) {}
  else hint = by_tokens(s);
  if (hint) diag_hint(&s->lx->unit->diags, s->g, "%s", hint);
}

/* Something is wrong with this line already, or with the file from some place on. */
static bool told(const Spot *s)
{
  const Diags *d = &s->lx->unit->diags;
  for (size_t i = 0; i < d->list.n; i++) {
    const Diag *g = &d->list.at[i];
    if (g->loc.file != s->loc.file) continue;
    if (g->code == DIAG_TOO_DEEP || g->code == DIAG_NOT_UTF8) return true; /* nothing sensible follows */
    int before = s->loc.line - g->loc.line;
    if (before == 0 && (g->code == DIAG_STRAY || g->code == DIAG_OPEN_TEXT)) return true;
    if (before == 1 && g->code == DIAG_OPEN_TEXT) return true; /* the text goes on here */
    if (g->code == DIAG_SYNTAX && g->hints && strstr(g->hints->text, "a \"}\" is missing")) return true;
  }
  return false;
}

static int yyreport_syntax_error(const yypcontext_t *ctx, struct Lexer *lx)
{
  Spot s = {.lx = lx, .found = yypcontext_token(ctx), .last = lx->before, .loc = *yypcontext_location(ctx)};
  if (s.found == YYSYMBOL_YYUNDEF || told(&s)) return 0; /* the lexer has said it */
  s.wanted = yypcontext_expected_tokens(ctx, s.want, YYNTOKENS);
  find_line(&s);
  const char *list = wanted_words(&s);
  s.g = diag_add(&lx->unit->diags, DIAG_SYNTAX, s.loc, "%s%s", found_words(&s), list ? list : "");
  hint_for(&s);
  return 0;
}

static void yyerror(Loc *loc, struct Lexer *lx, const char *message)
{
  (void)message; /* "memory exhausted" is the only one left with a custom report */
  diag_add(&lx->unit->diags, DIAG_TOO_DEEP, *loc, "the parser cannot hold this much at once");
}
