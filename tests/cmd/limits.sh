# Every limit of interp/base/limits.h: at it all is well, one past it there is its own message.
. tests/cmd/lib.sh

game='game edge "Edge" for 2..2'
end='verb play { win none }'
file=$dir/edge.regel

# Makes $file: what awk prints; times(n, s) prints s n times.
make() { # AWK-STATEMENTS
  awk "function times(n, s,   i) { for (i = 0; i < n; i++) printf \"%s\", s } BEGIN { print \"$(
    printf '%s' "$game" | sed 's/"/\\"/g'
  )\"; $1 }" >"$file"
}

fits() { # TITLE: it compiles; findings (exit 1) are about the game, which is none
  run timeout 120 "$REGEL" check -q "$file"
  [ "$status" -ne 1 ] || status=0
  assert_exit "$1" 0
}

too_much() { # TITLE CODE
  run timeout 120 "$REGEL" check -q "$file"
  assert_exit "$1" 3
  assert_contains "$1: $2" "$2" "$err"
}

played() { # TITLE ARGUMENT…: a game without an error
  title=$1
  shift
  run timeout 120 "$REGEL" sim -q -n 1 --json "$@" "$file"
  assert_exit "$title" 0
}

stopped() { # TITLE CODE
  run timeout 120 "$REGEL" sim -q -n 1 --json "$file"
  assert_exit "$1" 4
  assert_contains "$1: $2" "$2" "$err"
}

# ---- text ------------------------------------------------------------------------
# MAX_FILES: the main file and 999 others
printf '%s\n' "$game" >"$file"
i=1
while [ $i -le 1000 ]; do
  printf '# %s\n' $i >"$dir/f$i.regel"
  [ $i -eq 1000 ] || printf 'use "f%s.regel"\n' $i >>"$file"
  i=$((i + 1))
done
printf '%s\n' "$end" >>"$file"
fits '1,000 files are a ruleset'
printf 'use "f1000.regel"\n' >>"$file"
too_much '1,001 files are too many' E0104

# MAX_FILE_BYTES
make 'print "verb play { win none }"'
size=$(wc -c <"$file")
head -c $((64 * 1024 * 1024 - size - 1)) /dev/zero | tr '\0' '#' >>"$file"
echo >>"$file"
fits 'a file of 64 MiB is read'
echo >>"$file"
run "$REGEL" check -q "$file"
assert_contains 'a file of 64 MiB and a byte is not: E0104' E0104 "$err"
assert_equal 'a file of 64 MiB and a byte is not' yes "$([ "$status" -eq 3 ] || [ "$status" -eq 5 ] && echo yes)"
: >"$file"

# MAX_NESTING: the verb's brace is the first
make 'print "n \"N\": 0..9\nverb play { set n to "; times(199, "("); printf "1"; times(199, ")"); print "; win none }"'
fits '200 brackets inside each other'
make 'print "n \"N\": 0..9\nverb play { set n to "; times(200, "("); printf "1"; times(200, ")"); print "; win none }"'
too_much '201 brackets inside each other' E0105

# MAX_NUMBER
make 'print "n \"N\": 0..1000000000\nverb play { set n to 1000000000; win none }"'
fits 'a thousand million is a number'
make 'print "n \"N\": 0..1000000001\nverb play { win none }"'
too_much 'a thousand million and one is none' E0106
make 'print "n \"N\": 0..1000000000\nverb play { set n to n + 1; win none }"'
too_much 'what is computed is a number, too' E0106

# MAX_NAME
make 'times(100, "n"); print " \"N\": 0..9\nverb play { win none }"'
fits 'a name of 100 characters'
make 'times(101, "n"); print " \"N\": 0..9\nverb play { win none }"'
too_much 'a name of 101 characters' E0107

# MAX_ERRORS
make 'print "verb play {"; times(100, "raise nothing by 1\n"); print "win none }"'
too_much '100 mistakes are all shown' E0201
assert_lacks '100 mistakes: none is left out' 'more error' "$err"
make 'print "verb play {"; times(101, "raise nothing by 1\n"); print "win none }"'
too_much 'of 101 mistakes' 'and 1 more error'

# ---- games -----------------------------------------------------------------------
# MAX_PLAYERS
game='game edge "Edge" for 1..16'
make 'print "verb play { win players }"'
fits 'a game for 16'
played '16 play' --players 16
game='game edge "Edge" for 1..17'
make 'print "verb play { win none }"'
too_much 'a game for 17' E0320
game='game edge "Edge" for 2..2'

# MAX_THINGS: two are the players
make 'print "kind card\ncard ace * 249998\nverb play { win none }"'
fits '250,000 things'
make 'print "kind card\ncard ace * 249999\nverb play { win none }"'
too_much '250,001 things' E0321
make 'print "kind square 255 by 200\nverb play { win none }"'
fits 'a board of 255 columns'
make 'print "kind square 256 by 200\nverb play { win none }"'
too_much 'a board of 256 columns' E0321

# MAX_UNIVERSE
make 'print "s: set of 1..4096\nverb play { add 4096 to s; win none }"'
fits 'a set of 4,096 numbers'
make 'print "s: set of 1..4097\nverb play { add 4096 to s; win none }"'
too_much 'a set of 4,097 numbers' E0322

make 'printf "type t = w0"; for (i = 1; i < 4096; i++) printf " | w%d", i; print "\nn \"N\": t\nverb play { win none }"'
fits 'a type of 4,096 words'
make 'printf "type t = w0"; for (i = 1; i < 4097; i++) printf " | w%d", i; print "\nn \"N\": t\nverb play { win none }"'
too_much 'a type of 4,097 words' E0322

# MAX_LIST
make 'print "last_ones \"Last\": list 64 of 0..9\nverb play { win none }"'
fits 'a list of 64'
make 'print "last_ones \"Last\": list 65 of 0..9\nverb play { win none }"'
too_much 'a list of 65' E0323

# MAX_CELLS: 2,047 times 2,047 and what a game has besides; then a row too many
make 'print "kind card { marks \"Marks\": 0..9 per card }\ncard ace * 2047\nverb play { win none }"'
fits 'a state of 4,190,000 cells'
make 'print "kind card { marks \"Marks\": 0..9 per card }\ncard ace * 2049\nverb play { win none }"'
too_much 'a state of 4,198,000 cells' E0324

# MAX_COLUMN
make 'print "view { note \"x\" at 400 }\nverb play { win none }"'
fits 'a note at column 400'
make 'print "view { note \"x\" at 401 }\nverb play { win none }"'
too_much 'a note at column 401' E0302

# MAX_SHAPE
# its name, then 12 parts
make 'print "verb a b c d e f g h i j k l m { note \"x\" }\nverb play { a b c d e f g h i j k l m; win none }"'
fits 'a verb of 12 parts'
make 'print "verb a b c d e f g h i j k l m n { note \"x\" }\nverb play { win none }"'
too_much 'a verb of 13 parts' E0326

# MAX_PARAMS
params() { # HOW-MANY
  make "printf \"value f(a0: 0..9\"; for (i = 1; i < $1; i++) printf \", a%d: 0..9\", i; printf \"): 0..9 = a0\\nverb play { if f(1\"; times($1 - 1, \", 2\"); print \") > 3 { win none }; win none }\""
}
params 64
fits 'a value of 64 parameters'
params 65
too_much 'a value of 65 parameters' E0325

# MAX_REPLACEMENTS
replacements() { # HOW-MANY
  make "print \"n \\\"N\\\": 0..99\\nverb go { set n to 1 }\"; for (i = 0; i < $1; i++) print \"instead of go if n is \" i \" { set n to \" i \" }\"; print \"verb play { go; win none }\""
}
replacements 64
fits '64 replacements of one event'
replacements 65
too_much '65 replacements of one event' E0330

# MAX_SETTINGS, MAX_ITEMS: past them nothing more is read
for sort in 'option o%d: flag = no' 'variant v%d if count(players) is 2 { f%d: 0..9 }' 'claim \"c%d\" 1 is 1' 'always 1 is 1 \"a%d\"'; do
  set -- "${sort%% *}"
  make "for (i = 1; i <= 2000; i++) printf \"$sort\\n\", i, i; print \"verb play { win none }\""
  run timeout 120 "$REGEL" check -q "$file"
  assert_lacks "2,000 of $1" E0330 "$err"
  make "for (i = 1; i <= 60000; i++) printf \"$sort\\n\", i, i; print \"verb play { win none }\""
  too_much "many thousands of $1" E0330
  assert_contains "$1: the first too many is told" 'nothing behind this one is read' "$err"
done
make 'for (i = 0; i < 150001; i++) print "verb v" i " { }"; print "verb play { win none }"'
too_much '150,001 verbs' E0330

# MAX_ALIKE
alike() { # HOW-MANY
  make "for (i = 0; i < $1; i++) print \"verb go to w\" i \" { note \\\"x\\\" }\"; print \"verb play { go to w0; win none }\""
}
alike 1000
run timeout 120 "$REGEL" check -q "$file"
assert_lacks '1,000 verbs that begin with one word' E0330 "$err"
alike 1001
too_much '1,001 verbs that begin with one word' E0330
watchers() { # HOW-MANY
  make "print \"n \\\"N\\\": 0..9\"; times($1, \"when n is 3 { note \\\"x\\\" }\\n\"); print \"verb play { set n to 3; win none }\""
}
watchers 1000
fits '1,000 when that watch one field'
watchers 1001
too_much '1,001 when that watch one field' E0330
definitions() { # HOW-MANY: the first one is not in a variant
  make "print \"option o \\\"O\\\": 0..2000 = 0\\nvalue f: 0..9 = 1\"; for (i = 1; i < $1; i++) print \"variant v\" i \" if o is \" i \" { value f: 0..9 = 2 }\"; print \"verb play { if f > 3 { win none }; win none }\""
}
definitions 1000
fits '1,000 definitions of one value'
definitions 1001
too_much '1,001 definitions of one value' E0330

placeholders() { # HOW-MANY
  make "for (i = 0; i < $1; i++) print \"f\" i \": 0..9\"; printf \"verb play { note \\\"\"; for (i = 0; i < $1; i++) printf \"{f%d}\", i; print \"\\\"; win none }\""
}
placeholders 1000
fits '1,000 placeholders in one text'
placeholders 1001
too_much '1,001 placeholders in one text' E0330

# MAX_CODE: each change of n calls a thousand times, with three instructions
code() { # CHANGES
  make "print \"n \\\"N\\\": 0..9\"; times(1000, \"when n is 3 { note \\\"x\\\" }\\n\"); print \"verb play {\"; times($1, \"set n to 3\\n\"); print \"win none }\""
}
code 1380
fits 'a program of four million instructions'
code 1400
too_much 'a program of more' E0330

# MAX_FRAME: sets of 32,000 things take 500 registers each
make 'print "kind card { lost \"Lost\": flag }\ncard ace * 32000\nverb play {"; for (i = 0; i < 6; i++) printf "let a%d = card where it.lost\n", i; printf "if count(a0"; for (i = 1; i < 6; i++) printf " + a%d", i; print ") > 3 { win none }; win none }"'
fits 'six large sets at once'
make 'print "kind card { lost \"Lost\": flag }\ncard ace * 32000\nverb play {"; for (i = 0; i < 9; i++) printf "let a%d = card where it.lost\n", i; printf "if count(a0"; for (i = 1; i < 9; i++) printf " + a%d", i; print ") > 3 { win none }; win none }"'
too_much 'nine large sets at once' E0325
lets() { # HOW-MANY: the machine keeps 50 registers of each frame for itself, about
  make "print \"n \\\"N\\\": 0..9\\nverb play {\"; for (i = 0; i < $1; i++) print \"let a\" i \" = n + 1\"; print \"win none }\""
}
lets 4000
fits '4,000 names at once'
lets 4097
too_much '4,097 names at once' E0325

# ---- while a game runs -----------------------------------------------------------
# MAX_STACK: each card plays the next one, with a frame of about 500 registers
chain() { # HOW-MANY
  {
    printf '%s\n' "$game" 'kind mark { lit "Lit": flag }' 'mark m * 32000' 'kind card { verb act }'
    awk -v n="$1" 'BEGIN {
      for (i = 1; i < n; i++) printf "card c%d { act { let a = mark where it.lit; c%d.act; if count(a) > 9 { note \"lit\" } } }\n", i, i + 1
      printf "card c%d { act { note \"end\" } }\nverb play { c1.act; win none }\n", n
    }'
  } >"$file"
}
chain 6
played 'six large frames inside each other'
chain 40
stopped 'forty large frames inside each other' R0003
make 'print "kind card { verb act }\ncard x { act { x.act } }\nverb play { x.act; win none }"'
stopped 'a card that plays itself for ever' R0003

# MAX_OPTIONS
make 'print "n \"N\": 1..4096\nverb play { as first(players) { set n to choose 1..4096 }; win none }"'
fits 'a choice among 4,096'
played 'a choice among 4,096 is asked'
make 'print "n \"N\": 1..4097\nverb play { as first(players) { set n to choose 1..4097 }; win none }"'
too_much 'a choice among 4,097 numbers' E0322
make 'print "kind s 64 by 64\nat \"At\": s or none\nverb play { as first(players) { set at to choose s }; win none }"'
played 'a choice among 4,096 things'
make 'print "kind s 17 by 241\nat \"At\": s or none\nverb play { as first(players) { set at to choose s }; win none }"'
too_much 'a choice among 4,097 things' E0322
make 'print "kind s 17 by 241 { lit: flag }\nat \"At\": s or none\nverb play { as first(players) { set at to choose s where not it.lit }; win none }"'
fits 'a choice among some of 4,097 things'
stopped 'a choice among some that are all' R0006
make 'print "kind s 64 by 64\nat \"At\": s or none\nverb play { as first(players) { set at to may choose s }; win none }"'
too_much 'a choice among 4,096 things or none' E0322
labels() { # HOW-MANY
  make "print \"n \\\"N\\\": 0..9\\nverb play { as first(players) { choose {\"; for (i = 0; i < $1; i++) print \"\\\"o\" i \"\\\" { set n to 1 }\"; print \"} }; win none }\""
}
labels 4096
played 'a choice of 4,096 alternatives'
labels 4097
too_much 'a choice of 4,097 alternatives' E0322

# MAX_FUEL: turns of a loop between two pauses
make 'print "n \"N\": 0..1000000000\nverb play { repeat 3999000 { raise n by 1 }; win none }"'
played '3,999,000 turns of a loop'
make 'print "n \"N\": 0..1000000000\nverb play { repeat 4000100 { raise n by 1 }; win none }"'
stopped '4,000,100 turns of a loop' R0002
make 'print "n \"N\": 0..1000000000\nverb play { repeat 3 { repeat 2000000 { raise n by 1 }; as first(players) { may { note \"on\" } } }; win none }"'
played '6,000,000 turns with pauses between'

# MAX_STEP_FUEL: chance is no pause for a simulation, but not for ever
make 'print "n \"N\": 1..6\nverb play { repeat 900000 { set n to random 1..6 }; win none }"'
played '900,000 dice in one step'
make 'print "n \"N\": 1..6\nverb play { repeat { set n to random 1..6 } }"'
stopped 'dice without an end' R0002

# ---- trying answers out ----------------------------------------------------------
# A probe past its budget counts as legal, and is told; what proves not to be legal then
# is an error of its own (R0012), not "no answer".
overruns() { printf '%s\n' "$out" | sed -n 's/^ *"probe_overruns": \([0-9]*\),*$/\1/p'; }
tried() { # TITLE: to its end
  played "$1"
  assert_equal "$1: within its budget" 0 "$(overruns)"
}
given_up() { # TITLE
  played "$1"
  assert_equal "$1: past its budget, and told" yes "$([ "$(overruns)" -gt 0 ] && echo yes)"
}
broken() { # TITLE: what was given up on cannot be done
  stopped "$1" R0012
  assert_contains "$1: it says what happened" 'too long to try out before it was offered' "$err"
  assert_lacks "$1: and not that there is no answer" 'no legal answer' "$err"
}

# MAX_PROBE_FUEL: the other turns are calls
probe_turns() { # TURNS CONDITION
  make "print \"n \\\"N\\\": 0..9\nverb go { let a = choose 1..2\nrepeat $1 { set n to a }\nrequire n $2 }\nverb play { as first(players) { go }; win none }\""
}
probe_turns 199990 '> 0'
tried 'a probe of 199,990 turns'
probe_turns 200010 '> 0'
given_up 'a probe of 200,010 turns'
probe_turns 200010 '> 2'
broken 'a probe of 200,010 turns that cannot be done'

# MAX_JOURNAL
probe_changes() { # CHANGES CONDITION
  make "print \"n \\\"N\\\": 0..9\nverb go { let a = choose 1..2\nrepeat $1 { set n to a; set n to 0 }; require n $2 }\nverb play { as first(players) { go }; win none }\""
}
probe_changes 32768 'is 0'
tried 'a probe of 65,536 changes'
probe_changes 32769 'is 0'
given_up 'a probe of 65,538 changes'
probe_changes 32769 'is 1'
broken 'a probe of 65,538 changes that cannot be done'

# MAX_PROBE_DEPTH: the first choice is the answer that is tried, the others are inside it.
# Of these one answer goes on, or each of them would be searched until its fuel ends.
probe_depth() { # CHOICES CONDITION
  make "print \"verb go {\nlet a0 = choose 1..2\"; for (i = 1; i < $1; i++) print \"let a\" i \" = choose 1..2\nrequire a\" i \" is 1\"; print \"require a0 $2 }\nverb play { as first(players) { go }; win none }\""
}
probe_depth 49 '> 0'
tried 'a probe of 48 decisions inside each other'
probe_depth 50 '> 0'
given_up 'a probe of 49 decisions inside each other'
probe_depth 50 '> 2'
broken 'a probe of 49 decisions that cannot be done'
nested_attempts() { # ATTEMPTS
  make "print \"n \\\"N\\\": 0..9\nverb go { let a = choose 1..2\n\"; times($1, \"{ \"); print \"require n is a\"; times($1, \"} otherwise note \\\"no\\\"\n\"); print \"require n is 0 }\nverb play { as first(players) { go }; win none }\""
}
nested_attempts 48
tried 'a probe of 48 attempts inside each other'
nested_attempts 49
given_up 'a probe of 49 attempts inside each other'

# Three choices of 4,096 numbers: nobody waits for all the ways, but the answer is there.
make 'print "verb go { let a = choose 1..4096\nlet b = choose 1..4096\nlet c = choose 1..4096\nrequire a + b + c > 12287 }\nverb play { as first(players) { go }; win none }"'
broken 'a search of 68,000 million ways'
make 'print "verb go { let a = choose 1..4096\nlet b = choose 1..4096\nlet c = choose 1..4096\nrequire a + b + c < 4096 }\nverb play { as first(players) { go }; win none }"'
run timeout 120 "$REGEL" sim -q -n 1 "$file"
assert_lacks 'a search that is given up on leaves the answers in' R0005 "$err"

# ---- loops inside loops ------------------------------------------------------------
# Each turn of one may show what another fails on: turns of turns must not multiply.
make 'printf "kind card { value worth: 0..9 = 1 }\ncard ace * 5\ndeck: pile of card = card seen by none\ntable: pile of card\nkind player { hand: pile of card seen by owner }\nverb play { as first(players) { go }; win none }\nverb go { choose { \"Go\" { ";
  for (i = 0; i < 30; i++) printf "each p%d in players { each c%d in p%d.hand { move c%d to table }; ", i, i, i, i;
  times(30, " }"); print "; require any(c in table: c.worth > 5) }; \"Stay\" { } } }"'
too_much 'thirty loops inside each other are looked through at once' E0503
