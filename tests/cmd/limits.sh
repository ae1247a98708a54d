# Every limit of grammar/limits.h: at it all is well, one past it there is its own message.
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
make 'print "kind card\ncard ace * 59998\nverb play { win none }"'
fits '60,000 things'
make 'print "kind card\ncard ace * 59999\nverb play { win none }"'
too_much '60,001 things' E0321
make 'print "kind square 255 by 200\nverb play { win none }"'
fits 'a board of 255 columns'
make 'print "kind square 256 by 200\nverb play { win none }"'
too_much 'a board of 256 columns' E0321

# MAX_UNIVERSE
make 'print "s: set of 1..4096\nverb play { add 4096 to s; win none }"'
fits 'a set of 4,096 numbers'
make 'print "s: set of 1..4097\nverb play { add 4096 to s; win none }"'
too_much 'a set of 4,097 numbers' E0322

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

# MAX_SHAPE
# its name, then 12 parts
make 'print "verb a b c d e f g h i j k l m { note \"x\" }\nverb play { a b c d e f g h i j k l m; win none }"'
fits 'a verb of 12 parts'
make 'print "verb a b c d e f g h i j k l m n { note \"x\" }\nverb play { win none }"'
too_much 'a verb of 13 parts' E0326

# MAX_FRAME: sets of 32,000 things take 500 registers each
make 'print "kind card { lost \"Lost\": flag }\ncard ace * 32000\nverb play {"; for (i = 0; i < 6; i++) printf "let a%d = card where it.lost\n", i; printf "if count(a0"; for (i = 1; i < 6; i++) printf " + a%d", i; print ") > 3 { win none }; win none }"'
fits 'six large sets at once'
make 'print "kind card { lost \"Lost\": flag }\ncard ace * 32000\nverb play {"; for (i = 0; i < 9; i++) printf "let a%d = card where it.lost\n", i; printf "if count(a0"; for (i = 1; i < 9; i++) printf " + a%d", i; print ") > 3 { win none }; win none }"'
too_much 'nine large sets at once' E0325

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
run timeout 120 "$REGEL" sim -q -n 1 "$file"
assert_matches 'a choice among 4,097 things' 'E0322|R0006' "$err"

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

# MAX_PROBE_FUEL, MAX_PROBE_DEPTH, MAX_JOURNAL: a probe past it counts as legal, and is told
overruns() { printf '%s\n' "$out" | sed -n 's/^ *"probe_overruns": \([0-9]*\),*$/\1/p'; }
make 'print "n \"N\": 0..1000000000\nm \"M\": 0..9\nverb try { raise n by 1; require m is 0 }\nverb play { as first(players) { choose { \"go\" { repeat 100000 { raise n by 1 }; try } \n \"stay\" { try } } }; win none }"'
played 'a probe of 100,000 turns'
make 'print "kind card { a \"A\": 0..9 }\ncard c * 30000\nm \"M\": 0..9\nverb play { as first(players) { may { each x in card { set x.a to 1 }; require m is 0 } }; win none }"'
played 'a probe of 30,000 changes'
assert_equal 'a probe of 30,000 changes stays within its budget' 0 "$(overruns)"
make 'print "kind card { a \"A\": 0..9; b \"B\": 0..9; d \"D\": 0..9 }\ncard c * 30000\nm \"M\": 0..9\nverb play { as first(players) { may { each x in card { set x.a to 1; set x.b to 1; set x.d to 1 }; require m is 0 } }; win none }"'
played 'a probe of 90,000 changes counts as legal'
assert_equal 'a probe of 90,000 changes is told' yes "$([ "$(overruns)" -gt 0 ] && echo yes)"
# Three choices that can only fail together: 64 million ways, which nobody waits for.
make 'print "n \"N\": 0..9\nverb go { let a = choose 1..400\nlet b = choose 1..400\nlet c = choose 1..400\nrequire a + b + c < 3 }\nverb play { as first(players) { may { go } }; win none }"'
run timeout 120 "$REGEL" sim -q -n 1 "$file"
assert_equal 'a search without an end is given up' yes "$(case $status in 0 | 4) echo yes ;; *) echo "$status" ;; esac)"
