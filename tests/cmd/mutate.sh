# regel mutate: what no test notices.
. tests/cmd/lib.sh

mkdir "$dir/game"
cat >"$dir/game/game.regel" <<'REGEL'
game toll "Toll" for 2..2
kind player { coins "Coins": 0..9 = 5 }
verb pay (n: 1..9) "Pay {n}" {
  require coins >= n
  lower coins by n
}
verb play { as first(players) { pay (choose 1..9 "How much?") }; win none }
REGEL
cat >"$dir/game/tests.regel" <<'REGEL'
use "game.regel"
test "paying" for ann, bob { as ann { pay 3 }; expect ann.coins is 2 }
REGEL
cp "$dir/game/game.regel" "$dir/before"
run "$REGEL" mutate "$dir/game"
assert_exit 'what nobody notices is an answer of no' 1
assert_contains 'a comparison whose edge no test reaches is listed' 'comparison: >= -> >' "$out"
assert_contains 'so is a requirement that nothing needs' 'require coins >= n -> (nothing)' "$out"
case $out in *'lower -> raise'*) not_ok 'what a test notices is not listed' '' ;; *) ok 'what a test notices is not listed' ;; esac
case $out in *'1..9'*'number: 9 -> 10'*1..9*) not_ok 'promised bounds are no rules' '' ;; *) ok 'promised bounds are no rules' ;; esac
run cmp "$dir/game/game.regel" "$dir/before"
assert_exit 'nothing is changed on disk' 0

# The test that was missing, and one change that makes no difference.
cat >>"$dir/game/tests.regel" <<'REGEL'
test "the last coin, and no more" for ann, bob {
  set ann.coins to 2
  as ann { run try { ann: not 3, 2 } }
  expect ann.coins is 0
}
verb try { pay (choose 1..3) }
REGEL
run "$REGEL" mutate "$dir/game" --only comparison --json
assert_contains 'a test that reaches the edge notices it' '"score": 100' "$out"
assert_exit 'and then all is well' 0
run "$REGEL" mutate "$dir/game" --only missing
line=$(printf '%s\n' "$out" | grep -c 'missing statement')
run "$REGEL" mutate "$dir/game" --only number
assert_contains 'an end of the range that nothing reaches is listed' '9 -> 10' "$out"
printf '# why\n%s\n' 'game.regel | kind player { coins "Coins": 0..9 = 5 } | 9 -> 10 | nobody has more than five coins' >"$dir/game/equivalent.txt"
run "$REGEL" mutate "$dir/game" --only number
case $out in *'9 -> 10'*) not_ok 'a change that makes no difference is left out' '' ;; *) ok 'a change that makes no difference is left out' ;; esac
assert_contains 'and counted' 'the same 1' "$out"
run "$REGEL" mutate "$dir/game" --only number --all
assert_contains 'and told with its reason when asked' 'nobody has more than five coins' "$out"

# What only views, bots and claims read is no rule; what a rule reads, by however many values, is one.
mkdir "$dir/idle"
cat >"$dir/idle/game.regel" <<'REGEL'
game idle "Idle" for 2..2
kind spot { value x: 0..99; value weight: 0..99; value prize "Prize": 0..99 }
spot near { x = 11; weight = 22; prize = 33 }
spot far { x = 12; weight = 23; prize = 34 }
kind player { coins "Coins": 0..99 = 5 }
value hope: 0..4400 = coins * 44
value tax: 0..200 = near.weight + 55
value fee: 0..200 = tax
value one_of(s: spot): 1..3 by s { near | far: 1 }
verb pay "Pay" { lower coins by fee; lower coins by one_of(near) }
verb play { as first(players) { pay }; win none }
view "Spots" 99 by 9 { each s in spot { show s at s.x 4 } }
outlook min(100, hope)
test "paying" for ann, bob { as ann { pay }; expect ann.coins is 0 }
REGEL
echo 'game.regel | value one_of(s: spot): 1..3 by s { near | far: 1 } | 1 -> 2 | the bar is no end' >"$dir/idle/equivalent.txt"
run "$REGEL" mutate "$dir/idle" --only number
for n in '11 ->' '12 ->' '44 ->'; do
  case $out in *"number: $n"*) not_ok "no rule reads $n" "$out" ;; *) ok "no rule reads $n" ;; esac
done
for n in '22 ->' '33 ->' '55 ->'; do assert_contains "a rule or a card has $n" "number: $n" "$out"; done
run "$REGEL" mutate "$dir/idle" --only number --all
assert_contains 'a line with bars of its own can be told to be the same' 'the same: the bar is no end' "$out"

# A run goes on where it stopped, and never over another file.
run "$REGEL" mutate "$dir/game" --save "$dir/save"
first=$out
run "$REGEL" mutate "$dir/game" --save "$dir/save" -j 1
assert_equal 'a saved run is not run again' "$first" "$out"
head -n 4 "$dir/save" >"$dir/part"
run "$REGEL" mutate "$dir/game" --save "$dir/part"
assert_equal 'one that was cut off goes on' "$first" "$out"
run "$REGEL" mutate "$dir/game" --only number --save "$dir/save"
assert_exit 'a file of other changes is refused' 2

echo 'test "wrong" for ann, bob { expect ann.coins is 4 }' >>"$dir/game/tests.regel"
run "$REGEL" mutate "$dir/game"
assert_exit 'rules whose tests fail are not judged' 1
assert_contains 'and it says which' 'the test "wrong" fails' "$err"
run "$REGEL" mutate tictactoe --sample 5 --seed 3
assert_contains 'a sample has its number' '5 changes' "$out"
run "$REGEL" mutate "$dir/nothing"
assert_exit 'a game that is not there' 2

# A pack: what it adds is changed, and its own tests notice.
mkdir -p "$dir/packs/fees"
cat >"$dir/packs/fees/pack.regel" <<'REGEL'
pack fees "Fees" for toll
verb fine (n: 1..3) "Pay a fine of {n}" { lower coins by n; lower coins by 1 }
after pay n { if n > 4 { fine 1 } }
REGEL
cat >"$dir/packs/fees/tests.regel" <<'REGEL'
use "pack.regel"
test "a fine" for ann, bob { as ann { pay 5 }; expect ann.coins is 2 }
REGEL
sed -i 's/"Coins": 0..9 = 5/"Coins": 0..9 = 9/' "$dir/game/game.regel"
run "$REGEL" mutate "$dir/game" --pack "$dir/packs/fees"
assert_contains 'changes of a pack are tried' 'packs/fees/pack.regel:3: number: 4 ->' "$out"
assert_lacks 'and none of its game' 'game.regel:' "$out"
case $out in *'lower -> raise'*) not_ok 'a test beside the pack notices what it looks at' '' ;; *) ok 'a test beside the pack notices what it looks at' ;; esac
run "$REGEL" mutate "$dir/packs/nowhere"
assert_exit 'a pack that is not there' 2
