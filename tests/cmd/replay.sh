# Stored games: listing, replaying, verifying, comparing, exporting, importing.
. tests/cmd/lib.sh
db=$REGEL_DB

run "$REGEL" games
assert_exit 'without a database there is nothing to list' 5
assert_contains 'and the message says how one comes about' 'regel play GAME' "$err"

run "$REGEL" play tictactoe --bots --seed 7
assert_contains 'a game tells its number' 'It is stored as game 1' "$out"
run "$REGEL" play heimlich --bots --bot random --seed 3 --seats Anne,Bob,Carl --set version=top_secret
assert_exit 'a game with hidden cards is stored' 0
run_with '5
1
undo
2
quit' "$REGEL" play tictactoe --human all --seats Anne,Bob
assert_contains 'a game that is left says how to go on' 'regel play --resume 3' "$out"

# ---- games ----
run "$REGEL" games
assert_exit 'games are listed' 0
assert_matches 'with ruleset, players and result' '^ +1 .* tictactoe +2 players +[0-9]+ steps +.*(wins)' "$out"
assert_matches 'one that was left goes on' '^ +3 .* goes on$' "$out"
run "$REGEL" games heimlich
assert_lacks 'only those of a ruleset that is named' tictactoe "$out"
run "$REGEL" games --open
assert_equal 'only those that can be resumed' 1 "$(printf '%s\n' "$out" | wc -l | tr -d ' ')"
run "$REGEL" games -n 1
assert_matches 'only the newest' '^ +3 ' "$out"
run "$REGEL" games nosuch
assert_contains 'a ruleset without games says so' 'No game of nosuch is stored' "$out"
run "$REGEL" games --json
assert_contains 'as JSON' '"schema": 2' "$out"

# ---- replay ----
run "$REGEL" replay 1 --verify
assert_exit 'a stored game replays' 0
assert_matches 'its steps are numbered' '^   1  Player . takes square' "$out"
assert_contains 'every state and the chain are verified' 'every state and the chain are as stored' "$out"
run "$REGEL" replay last
assert_contains 'what was taken back is noted' '(steps 2 to 3 were taken back)' "$out"
assert_contains 'a game that is not over says how to go on' 'regel play --resume 3' "$out"
run "$REGEL" replay 1 --until 2
assert_contains 'until a step: the table is shown' '1  P2 .  P1' "$out"
assert_contains 'and what is asked next' 'Next: Player 1: Which square?' "$out"
assert_lacks 'and nothing after it' '   3  ' "$out"
run "$REGEL" replay 2 --seat Bob
assert_matches 'a seat sees its own cards' 'Bob draws|is drawn' "$out"
bob=$out
run "$REGEL" replay 2 --seat 2
assert_equal 'a seat by number is the same seat' "$bob" "$out"
run "$REGEL" replay 2 --seat Bob --until 8
seen=$(printf '%s\n' "$out" | grep -c 'A top secret card is drawn')
run "$REGEL" replay 2 --until 8
assert_lacks 'who sees all reads every card that was drawn' 'A top secret card is drawn' "$out"
if [ "$seen" -gt 0 ]; then ok 'a seat does not read what others drew'; else not_ok 'a seat does not read what others drew' "$seen"; fi
run "$REGEL" replay 2 --json --seat 2
assert_lacks 'a seat is given no hash of what it may not know' '"state"' "$out"
assert_lacks 'nor the seed' '"seed"' "$out"
run "$REGEL" replay 2 --json --verify
assert_contains 'JSON says that it is verified' '"verified": true' "$out"
for wrong in 99 0 -1 abc 1x 99999999999999999999; do
  run "$REGEL" replay -- "$wrong"
  case $status in 1 | 2) ok "replay of $wrong is refused" ;; *) not_ok "replay of $wrong is refused" 'exit 1 or 2' ;; esac
done
run "$REGEL" replay 1 --seat 9
assert_exit 'a seat that is not there' 2
run "$REGEL" replay 1 --seat 1 --all
assert_exit 'a seat and everything contradict each other' 2

# ---- the rules that a game carries ----
cat >"$dir/coin.regel" <<'END'
game coin for 2..2 {}
kind player { coins "Coins": 0..9 @COIN-01; hidden "Note": 0..9 seen by owner }
verb play {
  repeat 2 { each p in players { as p { turn } } }
  win (most(p in players: p.coins))                            @COIN-04
}
verb turn "{me} has a turn" {                                  @COIN-02
  let n = random 1..3
  raise coins by n                                             @COIN-03
  choose { "Keep" { raise coins by 1 }; "Give" { require coins >= 1; lower coins by 1 } }
}
END
run "$REGEL" play "$dir/coin.regel" --bots --seed 1
assert_exit 'a ruleset of the moment is played' 0
cp "$dir/coin.regel" "$dir/old.regel"
echo 'garbage {' >"$dir/coin.regel"
run "$REGEL" replay last --verify
assert_exit 'a game replays whatever happened to its files' 0
rm "$dir/coin.regel"
run "$REGEL" replay last --verify
assert_exit 'even if they are gone' 0

# ---- other rules ----
sed 's/# .*//; s/^game coin/\n\ngame coin/' "$dir/old.regel" >"$dir/coin.regel"
run "$REGEL" replay last --with "$dir/coin.regel"
assert_exit 'layout and remarks are no difference' 0
assert_contains 'and that is said' 'no difference' "$out"
sed 's/raise coins by n/raise coins by n + 1/' "$dir/old.regel" >"$dir/coin.regel"
run "$REGEL" replay last --with "$dir/coin.regel"
assert_exit 'another effect is a difference' 1
assert_matches 'the first step that differs is shown' '^step 1, state: Coins of Player 1 is' "$out"
assert_contains 'with the lines of both rules' 'raise coins by n + 1' "$out"
assert_contains 'and the rule' 'rule COIN-03' "$out"
assert_matches 'and both states' '^[+] .*Player 1' "$out"
sed 's/require coins >= 1/require coins >= 8/' "$dir/old.regel" >"$dir/coin.regel"
run "$REGEL" replay last --with "$dir/coin.regel"
assert_matches 'another legality is a difference' 'legality' "$out"
sed 's/seen by owner/seen by none/' "$dir/old.regel" >"$dir/coin.regel"
run "$REGEL" replay last --with "$dir/coin.regel"
assert_matches 'another secret is a difference' 'hidden' "$out"
run "$REGEL" replay last --with "$dir/coin.regel" --json
assert_contains 'differences as JSON' '"class": "hidden"' "$out"
run "$REGEL" replay last --with "$dir/nosuch.regel"
assert_exit 'rules that are not there' 2
echo 'game' >"$dir/coin.regel"
run "$REGEL" replay last --with "$dir/coin.regel"
assert_exit 'rules that do not compile' 3

cp "$dir/old.regel" "$dir/coin.regel"
run "$REGEL" sim "$dir/coin.regel" -n 20 --store
assert_exit 'simulated games are stored' 0
run "$REGEL" impact "$dir/coin.regel"
assert_exit 'rules that did not change change no game' 0
assert_contains 'and all games are looked at' 'coin, 21 stored games against' "$out"
sed 's/most(p/least(p/' "$dir/old.regel" >"$dir/coin.regel"
run "$REGEL" impact "$dir/coin.regel"
assert_exit 'a change that matters is found' 1
assert_matches 'by class' '^  result +[0-9]+ games' "$out"
assert_matches 'and by rule' '^COIN-04' "$out"
assert_contains 'with one to look at' 'regel replay' "$out"
run "$REGEL" impact "$dir/coin.regel" --json
assert_contains 'as JSON' '"new_result"' "$out"

# ---- export and import ----
cp "$dir/old.regel" "$dir/coin.regel"
run "$REGEL" export 2 -o "$dir/game.txt"
assert_exit 'a game is exported' 0
assert_lacks 'without a path of this machine' "$PWD" "$(cat "$dir/game.txt")"
export REGEL_DB="$dir/other.db"
run "$REGEL" import "$dir/game.txt"
assert_contains 'and imported elsewhere' 'Verified and stored as game 1' "$out"
run "$REGEL" import "$dir/game.txt"
assert_contains 'once only' 'stored already, as game 1' "$out"
run "$REGEL" replay 1 --verify
assert_exit 'it replays there' 0
run "$REGEL" export 1
again=$(printf '%s\n' "$out" | grep '^step' | md5sum)
assert_equal 'exported again it has the same steps' "$(grep '^step' "$dir/game.txt" | md5sum)" "$again"
for edit in 's/^seed 3/seed 4/' '5d' 's/worth = 5/worth = 6/' '$d' 's/^step 1 0/step 1 1/'; do
  sed "$edit" "$dir/game.txt" >"$dir/bad.txt"
  run "$REGEL" import "$dir/bad.txt"
  assert_exit "an exported game that was changed ($edit) is refused" 1
done
assert_contains 'because its seal does not fit' 'the seal does not fit' "$err"
head -c 2000 "$dir/game.txt" >"$dir/bad.txt"
run "$REGEL" import "$dir/bad.txt"
assert_exit 'one that was cut off is refused' 1
printf 'hello\n' >"$dir/bad.txt"
run "$REGEL" import "$dir/bad.txt"
assert_contains 'another file is none' 'no exported game' "$err"
: >"$dir/bad.txt"
run "$REGEL" import "$dir/bad.txt"
assert_exit 'nor is an empty one' 1
head -c 100000 /dev/urandom >"$dir/bad.txt"
run "$REGEL" import "$dir/bad.txt"
assert_exit 'nor is noise' 1
run "$REGEL" import "$dir/nosuch"
assert_exit 'a file that is not there' 5
run "$REGEL" export 1 -o "$dir/no/such/folder/x"
assert_exit 'a file that cannot be written' 5
run "$REGEL" db check
assert_contains 'nothing of that was stored' '1 game, ' "$out"

# ---- resuming ----
export REGEL_DB=$db
run "$REGEL" play --resume 1
assert_exit 'a game that is over cannot be resumed' 1
run "$REGEL" play --resume 77
assert_exit 'nor one that is not there' 1
run "$REGEL" play --resume 3 --seed 4
assert_exit 'a game is resumed as it was begun' 2
run_with 'quit' "$REGEL" play --resume 3
assert_contains 'a resumed game shows where it stands' 'Game 3 goes on after 4 answers' "$out"
run "$REGEL" play
assert_exit 'play without a name is a mistake' 2
