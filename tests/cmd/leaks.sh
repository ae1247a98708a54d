# regel leaks: what it finds, what it lets pass, how it reports.
. tests/cmd/lib.sh

field() { # KEY: its first value in the JSON in $out
  printf '%s\n' "$out" | sed -n "s/^ *\"$1\": \(.*[^,]\),*\$/\1/p" | head -n 1
}

# ---- sound games ----------------------------------------------------------------------

for file in tests/leaks/*.regel; do
  name=${file##*/}
  run "$REGEL" leaks "$file" -n 200
  assert_exit "$name tells nobody more than it shows" 0
done
run "$REGEL" leaks tests/leaks/secret_trick.regel -n 200 --json
assert_equal 'the report says its schema' 2 "$(field schema)"
assert_equal 'each reader has as many pairs' 600 "$(field pairs)"
if [ "$(field compared)" -ge 500 ]; then ok 'much was compared'; else not_ok 'much was compared' 'at least 500'; fi
one=$(printf '%s\n' "$out" | grep -v seconds)
run "$REGEL" leaks tests/leaks/secret_trick.regel -n 200 --json --jobs 1
assert_equal 'the report does not depend on the number of threads' "$one" "$(printf '%s\n' "$out" | grep -v seconds)"
run "$REGEL" leaks heimlich --players 3 -n 10
assert_exit 'a ruleset of the library is sound' 0
assert_contains 'pairs are counted by how they ended' 'shown' "$out"

# ---- games that tell ------------------------------------------------------------------

cat >"$dir/points.regel" <<'END'
game points "Points" for 2..2
kind player { secret "Secret": 1..9 seen by owner; score "Score": 0..9 }
verb setup { each p in players { set p.secret to random 1..9 } }
verb play {
  as first(players) { let n = choose 1..9 "Guess"
    if next(me).secret is n { raise me.score by 1 } }
  as last(players) { choose "Well?" { "Yes" { }; "No" { } } }
  win none
}
END
run "$REGEL" leaks "$dir/points.regel"
assert_exit 'the compiler refuses it' 3
run "$REGEL" leaks "$dir/points.regel" -n 300 --unchecked
assert_exit 'a public field that follows a secret is told: code 1' 1
assert_contains 'the line that told is shown' 'points.regel:6' "$out"
assert_contains 'and what the other game had instead' 'What the other game had instead, unseen:' "$out"
assert_contains 'one change is enough' "$(printf 'unseen:\n  chance: ')" "$out"
assert_contains 'the command that shows it again' 'Again: regel leaks' "$out"
again="$(printf '%s\n' "$out" | sed -n 's/^Again: regel //p') --unchecked"
first=$(printf '%s\n' "$out" | sed '/pairs of games/d')
# shellcheck disable=SC2086  # a command is words
run "$REGEL" $again
assert_equal 'shows the same again' "$first" "$(printf '%s\n' "$out" | sed '/pairs of games/d')"
run "$REGEL" leaks "$dir/points.regel" -n 300 --unchecked --json
assert_matches 'the place of a leak as JSON' '"file": ".*points.regel"' "$out"
run "$REGEL" leaks "$dir/points.regel" -n 300 --unchecked --told
assert_contains 'lines that told are counted' 'told in' "$out"

# ---- undo never goes behind what somebody learned ---------------------------------------

cat >"$dir/cup.regel" <<'END'
game cup "Cup" for 2..2
lifted "Lifted": flag
kind player { die "Die": 1..6 seen by if lifted then players else owner }
verb setup { each p in players { set p.die to random 1..6 } }
verb ask { choose "What now?" { "Lift" { set lifted to yes }; "Wait" { } } }
verb play { as first(players) { ask; ask; ask }; win none }
END
run_with 'wait
undo
lift
undo
quit' "$REGEL" play "$dir/cup.regel" --seed 1 --no-store
assert_contains 'what nobody learned from can be taken back' 'Taken back' "$out"
assert_equal 'once' 1 "$(printf '%s\n' "$out" | grep -c 'Taken back')"
cat >"$dir/gift.regel" <<'END'
game gift "Gift" for 2..2
kind card "card"
card ace "Ace", king "King", queen "Queen"
kind player { hand "Hand": pile of card seen by owner }
verb setup { move card to first(players).hand }
verb play { as first(players) { move (choose hand "Which one?") to next(me).hand; choose "Well?" { "a" { }; "b" { } } }; win none }
END
run_with 'ace
undo
quit' "$REGEL" play "$dir/gift.regel" --seed 1 --no-store
assert_lacks 'a card that went to another hand stays there' 'Taken back' "$out"

cat >"$dir/guess.regel" <<'END'
game guess "Guess" for 2..2
kind player { secret "Secret": 1..9 seen by owner; score "Score": 0..9 }
verb setup { each p in players { set p.secret to random 1..9 } }
verb play { as first(players) { repeat 3 {
  let n = choose 1..9 "Which number?"
  let right = next(me).secret is n
  reveal right to players
  if right { raise score by 1 }
} }; win none }
END
run_with '3
undo
quit' "$REGEL" play "$dir/guess.regel" --seed 1 --no-store
assert_contains 'a guess that was judged cannot be taken back' 'cannot be taken back' "$out"
run "$REGEL" leaks "$dir/guess.regel" -n 200
assert_exit 'a value that is revealed is told by the rules' 0

# Somebody may be shown something unnoticed, once in a thousand games: where that can be, nobody
# goes back, whether it has happened or not; elsewhere he may.
cat >"$dir/rare.regel" <<'END'
game rare "Rare" for 2..2
kind card "card"
card ace "Ace", king "King", queen "Queen"
kind player { secret "Secret": 1..1000 seen by owner; hand "Hand": pile of card seen by owner }
deck "Deck": pile of card = card seen by none
verb setup { shuffle deck; each p in players { set p.secret to random 1..1000; draw 1 from deck to p.hand } }
verb glance { each p in players { as p { if me.secret is 7 { reveal first(next(me).hand) to me } } } }
verb play { as first(players) { repeat 4 { choose "What now?" { "Glance" { glance }; "Wait" { } } } }; win none }
END
run_with 'wait
undo
glance
undo
quit' "$REGEL" play "$dir/rare.regel" --seed 1 --no-store
assert_equal 'where somebody may have been shown something nobody goes back' 1 "$(printf '%s\n' "$out" | grep -c 'Taken back')"
assert_contains 'and the reason is the same as if it had happened' 'something hidden was shown since then' "$out"
run "$REGEL" leaks "$dir/rare.regel" -n 100
assert_exit 'so that it tells nothing' 0

# What another seat answers tells what it knows.
cat >"$dir/fish.regel" <<'END'
game fish "Fish" for 2..2
kind player { secret "Secret": 1..9 seen by owner }
verb setup { each p in players { set p.secret to random 1..9 } }
verb play {
  repeat 3 {
    as first(players) { choose "Which one?" { "Low" { }; "High" { } } }
    as last(players) { choose "Have you?" { "Yes" { }; "No" { } } }
  }
  win none
}
END
run_with 'low
yes
undo
undo
quit' "$REGEL" play "$dir/fish.regel" --seed 1 --no-store --human all
assert_equal 'one goes back behind the own answer, not behind that of another' 1 "$(printf '%s\n' "$out" | grep -c 'Taken back')"
assert_contains 'and is told so' 'somebody else has answered since then' "$out"

# Whether somebody else has answered secretly is not told by what can be taken back.
cat >"$dir/sealed.regel" <<'END'
game sealed "Sealed" for 2..2
kind player { bid "Bid": 0..3 seen by owner }
verb play {
  as first(players) { choose "Ready?" { "Yes" { }; "No" { } } }
  secretly each p in players { set p.bid to (choose 0..3 "Your bid"); set p.bid to (choose 0..3 "Are you sure?") }
  win none
}
END
run_with 'yes
undo
1
undo
2
3
undo
quit' "$REGEL" play "$dir/sealed.regel" --seed 1 --no-store --human all
assert_equal 'while one is asked oneself, one goes back' 1 "$(printf '%s\n' "$out" | grep -c 'Taken back')"
assert_equal 'but not behind the first secret question, nor when others are asked' 2 "$(printf '%s\n' "$out" | grep -c 'secret answers were asked for')"

run "$REGEL" leaks tests/leaks/market.regel -n 200
assert_exit 'a spectator knows what all seats saw, also of equal copies' 0
assert_contains 'and there was something to compare' 'pauses compared' "$out"

cat >"$dir/failing.regel" <<'END'
game failing "Failing" for 2..2
kind player { secret "Secret": 1..9 seen by owner }
verb setup { each p in players { set p.secret to random 1..9 } }
verb play { as first(players) { { require next(me).secret > 4; choose "Go?" { "Yes" { } } } otherwise note "no"; choose "On?" { "On" { } } }; win none }
END
run "$REGEL" leaks "$dir/failing.regel" -n 50 --unchecked
assert_exit 'what fails before anybody decides is no answer, and tells' 1

# ---- mistakes -------------------------------------------------------------------------

run "$REGEL" leaks
assert_exit 'a game is needed' 2
run "$REGEL" leaks tictactoe --reader 5
assert_exit 'a reader who does not sit there' 2
assert_contains 'is named' 'there are only 2 players' "$err"
run "$REGEL" leaks nothing_of_the_kind
assert_exit 'an unknown game' 2
