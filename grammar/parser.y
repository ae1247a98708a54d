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
#include "grammar/build.h"
#include "grammar/lex.h"

#define YYLLOC_DEFAULT(cur, rhs, n)                                          \
  ((cur) = (n) ? loc_span(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n)) : YYRHSLOC(rhs, 0))
#define YYMAXDEPTH 20000

static int yylex(YYSTYPE *val, Loc *loc, struct Lexer *lx);
static void yyerror(Loc *loc, struct Lexer *lx, const char *message);

#define MK(tag, loc, a, b) make_node(lx->unit, N_##tag, loc, a, b)
#define MKN(tag, loc, name) make_name(lx->unit, N_##tag, loc, name)
}
%token <text> IDENT "a name" FUNC "a name before \"(\"" STRING "a text" CITE "a citation"
%token <num> NUMBER "a number"
%token SEP "the end of the line" DOTDOT "\"..\"" LE "\"<=\"" GE "\">=\""
%token OPEN_CITED "\"{\"" CLOSE_CITED "\"}\""
%token GAME "\"game\"" USE "\"use\"" TYPE "\"type\"" OPTION "\"option\"" KIND "\"kind\""
%token VALUE "\"value\"" VERB "\"verb\"" VARIANT "\"variant\"" TEST "\"test\""
%token BEFORE "\"before\"" AFTER "\"after\"" INSTEAD "\"instead\"" WHEN "\"when\""
%token WHILE "\"while\"" ABOVE "\"above\"" ALWAYS "\"always\"" OMIT "\"omit\"" VIEW "\"view\""
%token OUTLOOK "\"outlook\"" CLAIM "\"claim\"" PACK "\"pack\""
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
%type <node> group gitem_opt field init seen type plain range end enumerator value vtype
%type <node> param row_opt pat patom verb vparam rule guard event cell block stmt stmt_opt
%type <node> if until expr_opt simple alt alt_opt answer_opt whole expr pick of by filter disj
%type <node> conj neg cmp span sum term unary primary postfix gbody change target
%type <list> axes cited items things titems kitems gitems cites above names seats options params rows
%type <list> patoms pats vparams events eparams seq phrase alts binds answers given parts exprs args open close enum
%type <text> prep
%%
file: items                      { lx->items = $1; }
    ;
items: item_opt                  { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
     | items SEP item_opt        { $$ = list_add($1, $3); }
     ;
item_opt: %empty                 { $$ = NULL; }
        | item                   { $$ = $1; count_item(lx->unit, $1); }
        | error                  { $$ = NULL; }
        | error block            { $$ = NULL; }
        ;
item: GAME IDENT label FOR bound DOTDOT bound cites gbody
                                 { $$ = cite(label(MKN(GAME, @2, $2), $3, @3), $8);
                                   $$->num = $5; $$->num2 = $7; $$->a = $9; }
    | PACK IDENT label above FOR IDENT cites gbody
                                 { $$ = cite(label(MKN(PACK, @2, $2), $3, @3), $7);
                                   $$->extra = $6; $$->b = $8; $$->c = $4.head; }
    | USE STRING                 { $$ = MKN(USE, @2, $2); }
    | TYPE IDENT '=' type cites  { $$ = cite(MKN(TYPEDEF, @2, $2), $5); $$->a = $4; }
    | OPTION IDENT label ':' type '=' expr guard cites
                                 { $$ = cite(label(MKN(OPTION, @2, $2), $3, @3), $9);
                                   $$->a = $5; $$->b = $7; $$->c = $8; }
    | KIND IDENT label cites kbody
                                 { $$ = cite(label(MKN(KIND, @2, $2), $3, @3), $4); $$->a = $5; }
    | KIND IDENT label NUMBER BY NUMBER label cites kbody
                                 { $$ = cite(label(MKN(KIND, @2, $2), $3, @3), $8); $$->a = $9;
                                   $$->num = $4; $$->num2 = $6;
                                   if ($7) $$->c = MKN(STR, @7, $7); }
    | KIND IDENT label OF axes label cites kbody
                                 { $$ = cite(label(MKN(KIND, @2, $2), $3, @3), $7); $$->a = $8;
                                   $$->b = $5.head; if ($6) $$->c = MKN(STR, @6, $6); }
    | IDENT things               { $$ = MKN(THINGS, @1, $1); $$->a = $2.head; }
    | field
    | value
    | change
    | verb block                 { $$ = $1; $$->b = $2; }
    | rule
    | ALWAYS disj label cites    { $$ = cite(label(MK(ALWAYS, @1, $2, NULL), $3, @3), $4); }
    | CLAIM STRING disj cites    { $$ = cite(label(MK(CLAIM, @2, $3, NULL), $2, @2), $4); }
    | CLAIM STRING guard cites block
                                 { $$ = cite(label(MK(CLAIM, @2, NULL, $3), $2, @2), $4); $$->c = $5; }
    | CLAIM STRING EACH IDENT IN expr guard cites block
                                 { $$ = cite(label(MK(CLAIM, @2, $6, $7), $2, @2), $8);
                                   $$->name = $4; $$->c = $9; }
    | VIEW label cites block     { $$ = cite(label(MK(VIEW, @1, NULL, $4), $2, @2), $3); }
    | VIEW label NUMBER BY NUMBER cites block
                                 { $$ = cite(label(MK(VIEW, @1, NULL, $7), $2, @2), $6);
                                   $$->a = make_num(lx->unit, @3, $3); $$->a->next = make_num(lx->unit, @5, $5); }
    | OUTLOOK expr               { $$ = MKN(OUTLOOK, @1, "outlook"); $$->c = $2; }
    | OMIT cites label           { $$ = cite(label(MK(OMIT, @1, NULL, NULL), $3, @3), $2); }
    | VARIANT IDENT label above IF expr cites open items close
                                 { $$ = cite(cite(label(MKN(VARIANT, @2, $2), $3, @3), $7), $8);
                                   $$->a = $6; $$->b = $9.head; $$->c = $4.head;
                                   cite($$, $10); }
    | VARIANT IDENT cites open items close
                                 { $$ = cite(cite(cite(MKN(VARIANT, @2, $2), $3), $4), $6);
                                   $$->b = $5.head; }
    | IDENT '=' expr cites       { $$ = cite(MKN(FILL, @1, $1), $4); $$->a = $3; }
    | CHOOSE IN event label guard cites open alts close
                                 { $$ = cite(cite(label(MK(OFFER, @1, $3, $5), $4, @4), $6), $7);
                                   $$->c = $8.head; cite($$, $9); }
    | TEST open items close      { $$ = cite(cite(MKN(VARIANT, @1, intern(lx->unit->names, "test", 4)), $2), $4);
                                   $$->a = MK(YES, @1, NULL, NULL); $$->b = $3.head; $$->num = 1; }
    | TEST STRING seats options cites block
                                 { $$ = cite(label(MK(TEST, @2, $3.head, $4.head), $2, @2), $5);
                                   $$->c = $6; cite($$, list_of($6->cites)); $6->cites = NULL; }
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
axes: IDENT                      { $$ = list_one(MKN(T_NAME, @1, $1)); }
    | axes BY IDENT              { $$ = list_add($1, MKN(T_NAME, @3, $3)); }
    ;
things: thing                    { $$ = list_one($1); }
      | things ',' thing         { $$ = list_add($1, $3); }
      ;
thing: IDENT label copies cites tbody_opt
                                 { $$ = cite(label(MKN(THING, @1, $1), $2, @2), $4);
                                   $$->num = $3;
                                   count_thing(lx->unit, $$);
                                   if ($5) { $$->a = $5->a; cite($$, list_of($5->cites)); } }
     | IDENT '+' NUMBER cites    { $$ = cite(MKN(THING, @1, $1), $4);
                                   $$->num2 = $3 ? $3 : -1; }
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
     | FUNC '(' params ')' '=' expr cites
                                 { $$ = cite(MKN(FILL, @1, $1), $7); $$->a = $6; $$->b = $3.head; }
     | IDENT '=' IDENT label tbody
                                 { $$ = MKN(INLINE, @1, $1);
                                   Node *t = label(MKN(THING, @3, NULL), $4, @4);
                                   t->extra = $3; t->a = $5->a; t->cites = $5->cites;
                                   $$->a = t; }
     | IDENT label cites block   { $$ = cite(label(MKN(BODY, @1, $1), $2, @2), $3); $$->a = $4; }
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
     | ALWAYS disj label cites   { $$ = cite(label(MK(ALWAYS, @1, $2, NULL), $3, @3), $4); }
     | group
     ;
group: WHILE expr above cites open gitems close
                                 { $$ = cite(cite(cite(MK(WHILE, @1, $2, $6.head), $4), $5), $7);
                                   $$->c = $3.head; }
     ;
gitems: gitem_opt                { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
      | gitems SEP gitem_opt     { $$ = list_add($1, $3); }
      ;
gitem_opt: %empty                { $$ = NULL; }
         | rule
         | value
         | change
         | error                 { $$ = NULL; }
         | error block           { $$ = NULL; }
         ;

/* ---- state, types ---- */
field: IDENT label ':' type init seen cites
                                 { $$ = cite(label(MKN(FIELD, @1, $1), $2, @2), $7);
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
     | IDENT STRING              { $$ = MK(T_WORDS, @$, label(MKN(WORD, @1, $1), $2, @2), NULL); }
     | IDENT OF IDENT            { $$ = MKN(T_WORDS, @3, $3); $$->extra = $1; }
     | SET OF plain              { $$ = MK(T_SET, @$, $3, NULL); }
     | LIST NUMBER OF plain      { $$ = MK(T_LIST, @$, $4, NULL); $$->num = $2; }
     | PILE OF IDENT             { $$ = MKN(T_PILE, @3, $3); }
     ;
range: end DOTDOT end            { $$ = MK(T_RANGE, @$, $1, $3); }
     ;
end: bound                       { $$ = make_num(lx->unit, @1, $1); }
   | IDENT                       { $$ = MKN(NAME, @1, $1); }
   | FUNC '(' IDENT ')'          { $$ = MKN(CALL, @$, $1); $$->a = MKN(NAME, @3, $3); }
   ;
bound: NUMBER
     | '-' NUMBER                { $$ = -$2; }
     ;
enum: enumerator '|' enumerator  { $$ = list_add(list_one($1), $3); }
    | enum '|' enumerator        { $$ = list_add($1, $3); }
    ;
enumerator: IDENT                { $$ = MKN(WORD, @1, $1); }
          | IDENT STRING         { $$ = label(MKN(WORD, @1, $1), $2, @2); }
          ;

/* ---- values, verbs, rules ---- */
value: VALUE IDENT above label vtype seen cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $4, @4), $7); $$->b = $5;
                                   $$->num = $6 != NULL; $$->e = $3.head; }
     | VALUE IDENT above label vtype '=' expr seen cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $4, @4), $9);
                                   $$->b = $5; $$->c = $7; $$->num = $8 != NULL;
                                   $$->e = $3.head; }
     | VALUE IDENT above label vtype BY exprs cites open rows close
                                 { $$ = cite(cite(label(MKN(VALUE, @2, $2), $4, @4), $8), $9);
                                   $$->b = $5; $$->d = MK(TABLE, @6, $7.head, $10.head);
                                   $$->e = $3.head; cite($$, $11); }
     | VALUE FUNC '(' params ')' above label vtype cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $7, @7), $9);
                                   $$->a = $4.head; $$->b = $8; $$->e = $6.head; }
     | VALUE FUNC '(' params ')' above label vtype '=' expr cites
                                 { $$ = cite(label(MKN(VALUE, @2, $2), $7, @7), $11);
                                   $$->a = $4.head; $$->b = $8; $$->c = $10; $$->e = $6.head; }
     | VALUE FUNC '(' params ')' above label vtype BY exprs cites open rows close
                                 { $$ = cite(cite(label(MKN(VALUE, @2, $2), $7, @7), $11), $12);
                                   $$->a = $4.head; $$->b = $8; $$->e = $6.head;
                                   $$->d = MK(TABLE, @9, $10.head, $13.head);
                                   cite($$, $14); }
     ;
change: RAISE target BY expr above guard cites
                                 { $$ = cite(change_value(lx->unit, $2, 1, $4, $5.head, $6), $7); }
      | LOWER target BY expr above guard cites
                                 { $$ = cite(change_value(lx->unit, $2, 2, $4, $5.head, $6), $7); }
      | RAISE target TO expr above guard cites
                                 { $$ = cite(change_value(lx->unit, $2, 3, $4, $5.head, $6), $7); }
      | LOWER target TO expr above guard cites
                                 { $$ = cite(change_value(lx->unit, $2, 4, $4, $5.head, $6), $7); }
      ;
target: IDENT                    { $$ = MKN(VALUE, @1, $1); }
      | FUNC '(' params ')'      { $$ = MKN(VALUE, @1, $1); $$->a = $3.head; }
      | IDENT '.' IDENT          { $$ = MKN(VALUE, @3, $3); $$->extra = $1; }
      | IDENT '.' FUNC '(' params ')'
                                 { $$ = MKN(VALUE, @3, $3); $$->extra = $1; $$->a = $5.head; }
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
pat: patoms                      { $$ = MK(PATTERN, @1, $1.head, NULL); }
   ;
patoms: patom                    { $$ = list_one($1); }
      | patoms '|' patom         { $$ = list_add($1, $3); }
      ;
patom: bound                     { $$ = make_num(lx->unit, @1, $1); }
     | bound DOTDOT bound        { $$ = MK(SPAN, @$, make_num(lx->unit, @1, $1), make_num(lx->unit, @3, $3)); }
     | IDENT                     { $$ = MKN(NAME, @1, $1); }
     | NONE                      { $$ = MK(NONE, @1, NULL, NULL); }
     | YES                       { $$ = MK(YES, @1, NULL, NULL); }
     | NO                        { $$ = MK(NO, @1, NULL, NULL); }
     ;
verb: VERB IDENT vparams label cites
                                 { $$ = cite(label(MKN(VERB, @2, $2), $4, @4), $5); $$->a = $3.head; }
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
open: '{'                        { $$ = (NodeList){0}; }
    | OPEN_CITED cited           { $$ = $2; }
    ;
close: '}'                       { $$ = (NodeList){0}; }
     | CLOSE_CITED cited         { $$ = $2; }
     ;
cited: CITE                      { $$ = list_one(MKN(CITE, @1, $1)); }
     | cited CITE                { $$ = list_add($1, MKN(CITE, @2, $2)); }
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
                                 { $$ = cite(cite(label(MK(CHOOSE, @1, $2, $6.head), $3, @3), $4), $5);
                                   cite($$, $7); }
    | MAY by label cites block   { $$ = cite(label(MK(MAY, @1, $2, $5), $3, @3), $4); }
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
      | phrase primary DOTDOT primary
                                 { $$ = list_add($1, MK(SPAN, loc_span(@2, @4), $2, $4)); }
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
alt: STRING cites block          { $$ = cite(label(MK(ALT, @1, NULL, $3), $1, @1), $2); }
   | binds label cites block     { label($1.tail, $2, @2); $$ = cite(joined(lx->unit, $1, $4), $3); }
   ;
binds: IDENT IN filter           { $$ = list_one(MK(ALT, @1, $3, NULL)); $$.head->name = $1; }
     | binds ',' IDENT IN filter { $$ = list_add($1, MK(ALT, @3, $5, NULL)); $$.tail->name = $3; }
     ;
answers: answer_opt              { $$ = list_one($1); if (!$1) $$ = (NodeList){0}; }
       | answers SEP answer_opt  { $$ = list_add($1, $3); }
       ;
answer_opt: %empty               { $$ = NULL; }
          | given                { $$ = MK(ANSWER, @1, $1.head, NULL); }
          | IDENT ':' given      { $$ = MK(ANSWER, @1, $3.head, NULL); $$->name = $1; }
          | error                { $$ = NULL; }
          ;
given: whole                     { $$ = list_one($1); }
     | given ',' whole           { $$ = list_add($1, $3); }
     ;
whole: expr
     | filter parts              { Node *n = $1->tag == N_NOT ? $1->a : $1;
                                   n->next = $2.head;
                                   $$ = MK(MOVE, @$, n, NULL);
                                   if (n != $1) $1->a = $$, $$ = $1; }
     ;
parts: primary                   { $$ = list_one($1); }
     | parts primary             { $$ = list_add($1, $2); }
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
pick: CHOOSE filter of by label  { $$ = label(MK(PICK, @1, $3 ? $2 : NULL, $3 ? $3 : $2), $5, @5);
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
primary: NUMBER                  { $$ = make_num(lx->unit, @1, $1); }
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
       | postfix '.' FUNC '(' exprs ')'
                                 { $$ = MKN(CALL, @$, $3); $$->a = $5.head; $$->b = $1; $$->num = 2; }
       | postfix '[' expr ']'    { $$ = MK(INDEX, @$, $1, $3); }
       ;
args: %empty                     { $$ = (NodeList){0}; }
    | exprs
    | expr ':' expr              { $1->next = $3; $$ = (NodeList){$1, NULL}; }
    ;
%%
static int yylex(YYSTYPE *val, Loc *loc, struct Lexer *lx)
{
  if (lx->unit->cut) return 0; /* the rest of the file is not read */
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

/* The token that a symbol of the parser stands for. */
static int token_of(yysymbol_kind_t symbol)
{
  for (int t = 1; t < TOK_LAST; t++)
    if (YYTRANSLATE(t) == symbol) return t;
  return symbol == YYSYMBOL_YYEOF ? TOK_YYEOF : TOK_YYUNDEF;
}

static int yyreport_syntax_error(const yypcontext_t *ctx, struct Lexer *lx)
{
  if (lx->unit->cut) return 0; /* it was cut off */
  yysymbol_kind_t want[YYNTOKENS];
  int tokens[YYNTOKENS], n = yypcontext_expected_tokens(ctx, want, YYNTOKENS);
  for (int i = 0; i < n; i++) tokens[i] = token_of(want[i]);
  syntax_error(lx, *yypcontext_location(ctx), token_of(yypcontext_token(ctx)), tokens, n);
  return 0;
}

static void yyerror(Loc *loc, struct Lexer *lx, const char *message)
{
  (void)message; /* "memory exhausted" is the only one left with a custom report */
  diag_add(&lx->unit->diags, DIAG_TOO_DEEP, *loc, "the parser cannot hold this much at once");
}
