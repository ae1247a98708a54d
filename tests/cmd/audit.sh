# Audits: what happened, why, and why not.
. tests/cmd/lib.sh

cat >"$dir/hunt.regel" <<'END'
game hunt for 2..2 {}
kind card "card" { verb effect }
card bread "Bread" { effect { gain 2 } }                       @HUNT-10
card stone "Stone" { effect { gain 1 } }                       @HUNT-11
morale "Morale": 0..9 = 5
kind player { food "Food": 0..99; hand "Hand": pile of card seen by owner }
deck "Deck": pile of card = card seen by none
verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }   @HUNT-01
verb play { repeat 2 { each p in players { as p { turn } } }; lose "winter came" }
verb turn "{me} hunts" {                                       @HUNT-02
  let n = random 1..6
  choose {
    "Eat" { raise food by n }                                  @HUNT-03
    "Rest" { require food >= 4; lower morale by 1 }            @HUNT-04
    "Use" { let c = choose hand "Which card?"; reveal c to players; c.effect }      @HUNT-05
  }
}
verb gain (n: 1..9) "{me} gains {n}" { raise food by n }        @HUNT-06
when morale is 4 { set morale to 3 }                           @HUNT-07
END
run "$REGEL" check "$dir/hunt.regel"
assert_exit 'the ruleset of this test is sound' 0
run_with 'eat
use
rest
eat' "$REGEL" play "$dir/hunt.regel" --human all --seats Anne,Bob --seed 5
assert_exit 'a game is played' 0

run "$REGEL" audit last
assert_exit 'an audit tells the game' 0
assert_contains 'with every change and its rule' 'Food of Anne: ' "$out"
assert_matches 'with its source line' '\[.*HUNT-03, .*hunt.regel:13\]' "$out"

run "$REGEL" audit last --why morale
assert_exit 'why something has its value' 0
assert_contains 'begins with the last change' 'Morale: 3  (after step 8)' "$out"
assert_contains 'a rule that waits comes from the change that it waited for' 'because Morale: 4 (-1)' "$out"
assert_matches 'back to the decision' 'because (Anne|Bob): Rest' "$out"
assert_matches 'and the die' 'because Chance decides: [1-6]' "$out"
assert_contains 'with the rules' 'HUNT-07' "$out"
assert_contains 'and the source' 'when morale is 4' "$out"
run "$REGEL" audit last --why "food of bob" --at 8
assert_matches 'a card is named' '[(](bread|stone)[)]' "$out"
assert_contains 'a verb that is told is a cause' 'because Bob gains' "$out"
run "$REGEL" audit last --why "Food of Bob" --at 2
assert_contains 'before a change there was none' 'has not changed: it is 0' "$out"
run "$REGEL" audit last --why "fod"
assert_exit 'a name that is none' 1
assert_contains 'has a nearest one' 'did you mean "food"' "$err"
run "$REGEL" audit last --why morale --json
assert_contains 'the chain as JSON' '"chain"' "$out"
assert_contains 'with causes' '"cause"' "$out"
run "$REGEL" audit last --why morale --at 999
assert_exit 'a step beyond the end' 2

run "$REGEL" audit last --why-not rest --at 5
assert_exit 'why something was not offered' 0
assert_contains 'names the step that failed' 'require food >= 4' "$out"
assert_contains 'and its rule' 'HUNT-04' "$out"
run "$REGEL" audit last --why-not eat --at 5
assert_contains 'something that was offered' 'is offered' "$out"
run "$REGEL" audit last --why-not rest --at 4
assert_exit 'chance is no question' 1
run "$REGEL" audit last --why morale --why-not rest
assert_exit 'one question at a time' 2

# ---- hidden stays hidden ----
run_with 'eat
quit' "$REGEL" play "$dir/hunt.regel" --human all --seats Anne,Bob --seed 5
run "$REGEL" audit last
assert_contains 'before the end everybody reads what all may know' 'not over' "$err"
assert_lacks 'no card of a hand' 'Bread' "$out"
assert_lacks 'not of the other one either' 'Stone' "$out"
run "$REGEL" audit last --all
assert_matches 'unless everything is asked for' 'Bread|Stone' "$out"
run "$REGEL" audit last --seat Anne
one=$(printf '%s\n' "$out" | grep -cE 'Bread|Stone')
run "$REGEL" audit last --all
all=$(printf '%s\n' "$out" | grep -cE 'Bread|Stone')
if [ "$one" -gt 0 ] && [ "$one" -lt "$all" ]; then ok 'a seat reads its own card'; else not_ok 'a seat reads its own card' "$one of $all"; fi
run "$REGEL" audit last --why "hand of bob" --seat Anne
assert_contains 'a seat is told of a card that it does not see' 'A card: from Deck to Hand of Bob' "$out"
assert_lacks 'but not which one' 'Stone' "$out"
run "$REGEL" audit last --why-not use
assert_exit 'a spectator is not told what may be a secret' 2
run "$REGEL" audit last --why-not use --seat Anne
assert_exit 'nor a seat that is not asked' 1
run "$REGEL" audit last --why-not xyzzy --all
assert_contains 'nothing that is called so' 'Nothing that you can see' "$out"

# ---- nobody counts what he does not know of ----
# A draw from three cards of which two are alike, and then one from what is left: if that
# is all alike, nothing is drawn by lot, and the record has a step less.
same() { # TITLE COMMAND…: of all these games, is the same said?
  title=$1 says=
  shift
  for game in 1 2 3 4 5 6; do
    run "$REGEL" "$1" "$game" --db "$dir/bags.db" "$2" "$3" "$4"
    says="$says$(printf '%s\n' "$out" | grep -vE '"game"|"begun"|"commitment"|^Game ' | cksum)
"
  done
  assert_equal "$title" 1 "$(printf '%s' "$says" | sort -u | grep -c .)"
}
for seed in 1 2 3 4 5 6; do
  run_with quit "$REGEL" play tests/leaks/bag_of_aces.regel --db "$dir/bags.db" --human 1 --seed "$seed"
done
run "$REGEL" db query --all --db "$dir/bags.db" 'SELECT count(DISTINCT n) FROM (SELECT count(*) AS n FROM steps GROUP BY game)'
assert_matches 'the records differ' '^ *2$' "$out"
same 'a spectator cannot tell whether a draw could go only one way' audit
same 'nor by numbers of events' audit --json
same 'nor in a replay' replay --verbose
same 'nor in the steps of one' replay --json
same 'nor when it is verified' replay --verify
same 'nor can the other seat' audit --seat 1 --json
run "$REGEL" games --db "$dir/bags.db"
assert_lacks 'a list of games does not count the steps of one that goes on' step "$out"
run "$REGEL" games --db "$dir/bags.db" --json
assert_contains 'not for other programs either' '"steps": null' "$out"
