# regel test: runs test blocks, and says what went wrong.
. tests/cmd/lib.sh

cat >"$dir/duel.regel" <<'END'
game duel "Duel" for 2..2
kind card "card"
card ace "Ace", king "King", queen "Queen" * 2
kind player { hand "Hand": pile of card seen by owner }
deck "Deck": pile of card = card seen by none
table "Table": pile of card
score "Score": 0..9
verb setup { shuffle deck }
verb play { as first(players) { turn }; win first(players) }
verb turn "{me} has a turn" {
  draw 1 from deck to hand
  set score to random 1..6
  may "Double it?" { raise score by score }
  choose "What now?" {
    c in hand "Play {c}" { move c to table }
    "Keep it" { }
  }
}
END
with() { # TEST…: the game with these tests
  cp "$dir/duel.regel" "$dir/now.regel"
  printf '%s\n' "$@" >>"$dir/now.regel"
  run "$REGEL" test "$dir/now.regel"
}

with 'test "a turn" for ann, bob { as ann { run turn { chance: ace, 3; ann: yes, ace } }; expect score is 6 and ace in table }'
assert_exit 'a test that holds passes' 0
assert_matches 'the last line counts' '^1 passed, 0 failed$' "$out"

with 'test "a turn" for ann, bob { as ann { run turn { chance: queen, 3; ann: no, "Keep it" } }; expect count(ann.hand) is 1 }'
assert_exit 'a set of copies means any of them, a label means its answer' 0

with 'test "wrong" for ann, bob { set score to 4; expect score is 5 }'
assert_exit 'a failed test is code 1' 1
assert_contains 'a failure names the test' '"wrong"' "$out"
assert_contains 'a failure shows the place' 'now.regel:19' "$out"
assert_contains 'a failure shows what was there' '4' "$out"
assert_contains 'a failure names the seed' 'seed 1' "$out"
assert_matches 'a failure counts' '^0 passed, 1 failed$' "$out"

with 'test "x" for ann, bob { as ann { run turn { chance: ace, 3; ann: yes } } }'
assert_contains 'a script that is too short fails' 'no answer left' "$out"
assert_contains 'and says what was asked' 'What now?' "$out"
assert_contains 'and what was offered' 'Keep it' "$out"

with 'test "x" for ann, bob { as ann { run turn { chance: ace, 3; ann: yes, ace, ace } } }'
assert_contains 'a script that is too long fails' 'nobody was asked for "ace"' "$out"

with 'test "x" for ann, bob { as ann { run turn { chance: ace, 3; bob: yes; ann: ace } } }'
assert_contains 'the wrong player fails' 'somebody else' "$out"

with 'test "x" for ann, bob { as ann { run turn { chance: ace, 7; ann: yes, ace } } }'
assert_contains 'an impossible roll fails' 'is not offered' "$out"

with 'test "x" for ann, bob { as ann { run turn { chance: ace, 3; ann: yes, not king, not "Keep it", ace } } }'
assert_contains 'not X fails if X is offered' 'is not offered here, but it is' "$out"

with 'test "x" for ann, bob { as ann { run turn { chance: ace, 3; ann: yes, not king, ace } } }'
assert_exit 'not X passes if X is not offered' 0

with 'test "first" for ann, bob { expect score is 0 }' 'test "second" for ann, bob { expect score is 1 }' \
  'test "third" for ann, bob { expect score is 0 }'
assert_matches 'a failure does not stop the others' '^2 passed, 1 failed$' "$out"
run "$REGEL" test -v "$dir/now.regel"
assert_contains 'verbose names what passes' '"first"' "$out"
run "$REGEL" test --only nosuchwords "$dir/now.regel"
assert_exit 'words that no title has are no green run' 1
assert_contains 'and are named' 'no test has "nosuchwords"' "$err"
run "$REGEL" test --only second "$dir/now.regel"
assert_matches 'tests can be picked by their title' '^0 passed, 1 failed$' "$out"
run "$REGEL" test --json "$dir/now.regel"
assert_exit 'JSON does not change the code' 1
assert_contains 'JSON counts' '"passed": 2' "$out"
assert_contains 'JSON has a text for a failure' '"text"' "$out"

run "$REGEL" test "$dir/nothing.regel"
assert_exit 'a missing file is a usage error' 2
echo 'verb x { nonsense }' >>"$dir/now.regel"
run "$REGEL" test "$dir/now.regel"
assert_exit 'tests of a ruleset that does not compile are code 3' 3
assert_matches 'the last line counts even then' '^0 passed, 0 failed$' "$out"
