# regel sim: many games, the same for any number of threads.
. tests/cmd/lib.sh

number() { # KEY: of the JSON in $out
  printf '%s\n' "$out" | sed -n "s/^ *\"$1\": \([0-9.]*\),*\$/\1/p" | head -n 1
}

run "$REGEL" sim tictactoe -n 200 --seed 3 --json
assert_exit 'games without an error are fine' 0
assert_equal 'all games are counted' 200 "$(number games)"
assert_equal 'all games end' 200 "$(number finished)"
assert_equal 'there is no error' 0 "$(number errors)"
for key in schema outcomes decisions seconds; do
  assert_contains "the JSON has $key" "\"$key\"" "$out"
done
assert_lacks 'there is no progress bar off a terminal' '%' "$err"
one=$(printf '%s\n' "$out" | grep -v 'seconds"')

run "$REGEL" sim tictactoe -n 200 --seed 3 --json --jobs 1
assert_equal 'the result does not depend on the number of threads' "$one" "$(printf '%s\n' "$out" | grep -v 'seconds"')"
run "$REGEL" sim tictactoe -n 200 --seed 4 --json
if [ "$one" = "$(printf '%s\n' "$out" | grep -v 'seconds"')" ]; then
  not_ok 'another seed gives other games' 'expected a difference'
else
  ok 'another seed gives other games'
fi

run "$REGEL" sim tictactoe -n 50
assert_matches 'people get a sentence' '50 games, 50 finished, 0 errors' "$out"

run "$REGEL" sim tictactoe -n 10 --bot look --think 5
assert_exit 'bots can look ahead' 0

run "$REGEL" sim tictactoe -n 5 --players 3
assert_exit 'the wrong number of players is a usage error' 2
assert_contains 'the right number is named' '2 players' "$err"
run "$REGEL" sim connect4 -n 5 --set columns=4 --set rows=4
assert_exit 'options are set by name' 0
run "$REGEL" sim connect4 -n 5 --set colums=4
assert_exit 'an unknown option of the game is a usage error' 2
assert_contains 'the nearest option is named' 'did you mean "columns"' "$err"
run "$REGEL" sim connect4 -n 5 --set columns=40
assert_contains 'a value out of range names the range' '4 to 7' "$err"
run "$REGEL" sim connect4 -n 5 --set columns
assert_contains 'a setting needs a value' 'OPTION=VALUE' "$err"
run "$REGEL" sim tictactoe -n many
assert_exit 'a number is checked' 2
run "$REGEL" sim tictactoe -n
assert_exit 'a missing value is a usage error' 2
run "$REGEL" sim tictactoe --seed -4
assert_exit 'a negative seed is a usage error' 2

cat >"$dir/odd.regel" <<'END'
game odd "Odd" for 1..1
n: 0..6
verb play {
  set n to random 1..6
  repeat { if n is 1 { stop }; set n to n }
  win first(players)
}
END
run "$REGEL" sim "$dir/odd.regel" -n 20 --json
assert_exit 'a rule error is code 4' 4
assert_contains 'the first error is described' '"first_error"' "$out"
assert_contains 'a rule error names its place' 'odd.regel:' "$err"
assert_matches 'a rule error says how to see it again' 'regel sim .* --first [0-9]+; regel replay last' "$err"
cat >"$dir/up.regel" <<'END'
game up "Up" for 2..2
pot: 0..9
verb play { repeat 9 { as first(players) { choose "What?" { "Up" { raise pot by 1 }; "No" { } } } }; win none }
always pot < 8 "small"
END
run "$REGEL" sim "$dir/up.regel" -n 2000 --always
again=$(printf '%s\n' "$err" | sed -n "s|regel \([a-z]* \)|$REGEL \1|g; s/.*to see it again: //p")
run env REGEL_DB="$dir/again.db" sh -c "$again"
assert_contains 'and that shows it again, with the same answers' 'error[R0010]' "$err"
assert_matches 'one after the other' '^   8  Player 1: Up' "$out"

cat >"$dir/claims.regel" <<'END'
game claims "Claims" for 2..2
pot: 0..9
verb play { repeat 9 { as first(players) { choose "What?" { "Up" { raise pot by 1 }; "No" { } } } }; win none }
claim "who pays has less" { lower pot by 1; require pot < 7 }
END
run "$REGEL" sim "$dir/claims.regel" -n 2000 --always
assert_contains 'claims are tried in every game' 'error[R0010]' "$err"
run "$REGEL" sim "$dir/claims.regel" -n 2000 --always --claims 0
assert_exit 'with 0 claims are tried in none' 0
run "$REGEL" sim "$dir/up.regel" -n 2000 --always --claims 0
assert_contains 'and what must always hold is tried in all' 'error[R0010]' "$err"

# Random games in which nobody looks at single decisions draw what is offered, and take
# back what fails: they are the games that are drawn one decision after the other.
cat >"$dir/guess.regel" <<'END'
game guess "Guess" for 2..2 { score = points }
kind card "card"
card a, b, c, d, e, f
deck: pile of card = card seen by none
open "Open": pile of card
kind player { hand: pile of card seen by owner; points: 0..99 }
verb play {
  repeat 10 {
    shuffle deck
    each p in players { draw 2 from deck to p.hand }
    draw 1 from deck to open
    each p in players { as p {
      let one = choose (next(me).hand + hand + open) "Which one?"
      reveal one to players
      if one is a or one is d { raise points by 1 }
      let some = choose 1..2 of (open + hand) "Which of these?"
      reveal some to players
      if c in some { raise points by 2 }
    } }
    each p in players { move p.hand to deck }; move open to deck
  }
  win most(p in players: p.points)
}
END
figures() { "$REGEL" sim "$@" --seed 5 --jobs 1 --json | grep -v 'seconds"\|"digest"\|"options_per\|"state_bytes'; }
for game in 'heimlich -n 60 --set version=top_secret' 'orange -n 20' 'clash -n 20' 'tests/bench/games/breakthrough.regel -n 40' \
  'tests/bench/games/pig.regel -n 200' 'tests/bench/games/hearts.regel -n 40' "$dir/guess.regel -n 40"; do
  # shellcheck disable=SC2086  # a ruleset and options
  seen=$(figures $game --digest)
  # shellcheck disable=SC2086
  assert_equal "the same games whether anybody looks or not: $game" "$seen" "$(figures $game)"
  assert_contains "and games there are: $game" '"finished"' "$seen"
done

# The figures stand under each other, however long the reasons are.
cat >"$dir/long.regel" <<'END'
game long "Long" for 1..1
verb play {
  let n = random 1..3
  if n is 1 { lose "short" }
  if n is 2 { lose "a reason that takes far more room than any name of a player: …" }
  win players
}
END
run "$REGEL" sim "$dir/long.regel" -n 60 --seed 1
assert_equal 'shares stand in one column' 1 \
  "$(printf '%s\n' "$out" | sed -n 's/…/./; s/%$/&/p' | awk '{ print length }' | sort -u | grep -c .)"
assert_equal 'there are three of them' 3 "$(printf '%s\n' "$out" | grep -c '%$')"

# Ctrl-C stops and reports what was done.
if command -v timeout >/dev/null; then
  # On a busy machine it may not have begun: then it gets more time.
  for seconds in 1 4 16; do
    run timeout --preserve-status -s INT $seconds "$REGEL" sim connect4 -n 100000000 --json
    case $out in *finished*) break ;; esac
  done
  assert_exit 'an interrupted simulation is code 130' 130
  assert_contains 'it reports what was played' '"finished"' "$out"
fi

# Random games are hardly ever won where all play together: what must hold of winners is
# seen in games that are played with some thought.
while read -r game set; do
  # shellcheck disable=SC2086
  run "$REGEL" sim "$game" -q -n 3 --bot mcts --think 5 --always --claims 0 $set
  assert_exit "what must always hold does, in games that are won: $game $set" 0
done <<'END'
heimlich
clash
orange --players 3
oranje --players 3 --set difficulty=easy --set scenario=expanding
oranje --players 3 --set difficulty=easy --set scenario=labour
oranje --players 3 --set difficulty=easy --set scenario=press
oranje --players 3 --set difficulty=easy --set scenario=freight
oranje --players 3 --set difficulty=easy --set scenario=officer
cultists
END
