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
assert_equal 'the report says its schema' 1 "$(field schema)"
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
assert_matches 'the place of a leak as JSON' '"place": ".*points.regel:6' "$out"
run "$REGEL" leaks "$dir/points.regel" -n 300 --unchecked --told
assert_contains 'lines that told are counted' 'told in' "$out"

# ---- mistakes -------------------------------------------------------------------------

run "$REGEL" leaks
assert_exit 'a game is needed' 2
run "$REGEL" leaks tictactoe --reader 5
assert_exit 'a reader who does not sit there' 2
assert_contains 'is named' 'there are only 2 players' "$err"
run "$REGEL" leaks nothing_of_the_kind
assert_exit 'an unknown game' 2
