# regel trace: rows of a ledger, what cites them, what tests them.
. tests/cmd/lib.sh

mkdir "$dir/toy"
cat >"$dir/toy/toy.md" <<'END'
# Ledger

| ID | rule |
|---|---|
| TOY-TURN-01 | The first player begins. |
| TOY-TURN-02 | The first player wins. |
| TOY-TABLE-01 | The board lies on the table. |
| TOY-AMB-01 | Open: which player is first. |

| other | table |
|---|---|
| A-1 | of something else |

**TOY-EX-01 a game** (TOY-TURN-02)
- the first player wins
END
game() { # CITATIONS-OF-PLAY REST
  cat >"$dir/toy/game.regel" <<END
game toy "Toy" for 2..2 { ledger = "toy.md" }
verb play $1 { win first(players) }
$2
END
}
number() { printf '%s\n' "$out" | sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" | head -n 1; }

game '@TOY-TURN-01 @TOY-TURN-02 @TOY-AMB-01' '
omit @TOY-TABLE-01 "nothing that a program does"
test "the first wins" for ann, bob @TOY-EX-01 @TOY-TURN-01 @TOY-TURN-02 @TOY-AMB-01 { run play { }; expect winners is ann }'
run "$REGEL" trace "$dir/toy"
assert_exit 'a ledger that is covered is fine' 0
assert_contains 'rows with nothing to implement are told with their reason' 'nothing that a program does' "$out"
assert_contains 'the summary counts' '5 rows, 4 cited, 4 tested, 1 explained, 0 missing, 0 untested' "$out"
run "$REGEL" trace "$dir/toy" --json
assert_equal 'rows are those of the ledger itself' 5 "$(number rows)"
assert_equal 'cited rows are counted' 4 "$(number cited)"
assert_equal 'tested rows are counted' 4 "$(number tested)"
for list in missing untested explained; do assert_contains "the JSON has the list $list" "\"$list\": [" "$out"; done

game '@TOY-TURN-01' 'test "x" for ann, bob @TOY-EX-01 { expect count(players) is 2 }'
run "$REGEL" trace "$dir/toy"
assert_exit 'a missing row is code 1' 1
assert_matches 'a missing row is named with its text' 'TOY-TURN-02 +The first player wins' "$out"
assert_matches 'an untested row is named' 'TOY-TURN-01 +The first player begins' "$out"
assert_lacks 'an example needs no rule, only a test' 'TOY-EX-01' "$out"

game '@TOY-TURN-01 @TOY-TURN-02 @TOY-AMB-01' '
omit @TOY-TABLE-01 "nothing that a program does"
test "the first wins" for ann, bob @TOY-EX-01 @TOY-TURN-01 @TOY-TURN-02 { run play { }; expect winners is ann }'
run "$REGEL" trace "$dir/toy"
assert_exit 'a reading of an open question that no test cites is code 1' 1
assert_matches 'and is named as untested' 'TOY-AMB-01 +Open: which player' "$out"

game '@TOY-TURN-99' ''
run "$REGEL" trace "$dir/toy"
assert_matches 'a citation that the ledger lacks is named with its place' 'TOY-TURN-99 +.*game.regel:2' "$out"

sed -i 's/ { ledger = "toy.md" }//' "$dir/toy/game.regel"
run "$REGEL" trace "$dir/toy"
assert_contains 'a ruleset without a ledger says how to name one' 'ledger = ' "$err"
game '' ''
sed -i 's/toy.md/none.md/' "$dir/toy/game.regel"
run "$REGEL" trace "$dir/toy"
assert_exit 'a ledger that is not there is code 5' 5

game '@TOY-TURN-01 @TOY-TURN-02' ''
mkdir -p "$dir/own/docs/rules" "$dir/own/scenarios/toy"
cp "$dir/toy/game.regel" "$dir/own/scenarios/toy"
cp "$dir/toy/toy.md" "$dir/own/docs/rules"
run "$REGEL" trace "$dir/own/scenarios/toy"
assert_contains 'the ledger is found in docs/rules of the folder that holds the ruleset' 'own/docs/rules/toy.md: ' "$out"
