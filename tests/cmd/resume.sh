# regel explore --save and --resume: a search goes on where it stopped, from a file that is
# sound or refused.
. tests/cmd/lib.sh

# Times differ from run to run, and so do the numbers of stored games.
stable() { printf '%s\n' "$out" | grep -v -e 'seconds"' -e '"game": [0-9]'; }
file=$dir/a.search

# ---- the same report ------------------------------------------------------------------

run "$REGEL" explore connect4 --set columns=4 --set rows=4 --walks 0 --json
whole=$(stable)
assert_contains 'connect four on 4x4 has 161029 positions' '"states": 161029' "$whole"
assert_contains 'and 47982540 games' '"games": 47982540' "$whole"

run "$REGEL" explore connect4 --set columns=4 --set rows=4 --save "$file" --states 1000 --walks 0
assert_exit 'a limit that is reached is no failure' 0
assert_file 'the search is saved' "$file"
assert_contains 'and it says how to go on' "To go on: regel explore --resume $file" "$out"
run "$REGEL" explore connect4 --save "$file"
assert_exit 'a search that is not complete is not written over' 2
assert_contains 'but it says what can be done' "go on with --resume $file, or delete it" "$err"
echo 'dear diary' >"$dir/diary"
run "$REGEL" explore tictactoe --save "$dir/diary"
assert_exit 'nor is any other file' 2
assert_contains 'and that is said, too' 'is there already and is no saved search' "$err"
assert_equal 'it stays as it was' 'dear diary' "$(cat "$dir/diary")"
run "$REGEL" explore --resume "$file" --states 50000 --walks 10 --jobs 1
assert_contains 'it goes on to a higher limit' 'stopped at the number of --states' "$out"
assert_contains 'and walks anew' '10 random walks' "$out"
before=$(cksum <"$file")
run "$REGEL" explore --resume "$file" --states 50000 --walks 0
assert_contains 'a limit that was reached stops it at once' '52688 states' "$out"
cp "$file" "$dir/half.search"
run "$REGEL" explore --resume "$file" --json --jobs 2
assert_exit 'it comes to its end' 0
assert_equal 'the report is that of a search that was never stopped' "$whole" "$(stable)"
after=$(cksum <"$file")
run "$REGEL" explore --resume "$file" --json
assert_equal 'a complete search is told again' "$whole" "$(stable)"
assert_equal 'and its file stays as it is' "$after" "$(cksum <"$file")"
if [ "$before" = "$after" ]; then not_ok 'it was saved where it came from' 'expected another file'
else ok 'it was saved where it came from'; fi

cp "$dir/half.search" "$file"
before=$(cksum <"$file")
run "$REGEL" explore --resume "$file" --save "$dir/other.search" --json
assert_equal 'it can be saved elsewhere' "$whole" "$(stable)"
assert_equal 'and the first file stays as it is' "$before" "$(cksum <"$file")"
run "$REGEL" explore --resume "$dir/other.search" --json
assert_equal 'from where it can be told again' "$whole" "$(stable)"

if command -v timeout >/dev/null; then
  rm -f "$file"
  run "$REGEL" explore connect4 --set columns=4 --set rows=4 --states 500 --walks 0 --save "$file"
  for seconds in 0.1 0.1 0.2 0.3; do
    run timeout --preserve-status -s INT $seconds "$REGEL" explore --resume "$file" --jobs 1
  done
  run "$REGEL" explore --resume "$file" --json
  assert_equal 'interrupted by signals or not, the report is the same' "$whole" "$(stable)"

  rm -f "$file"
  for seconds in 1 4 16; do # a slow machine needs longer to its first batch
    run timeout --preserve-status -s KILL $seconds "$REGEL" explore connect4 --save "$file" \
      --states 2000000000 --memory 8G
    [ ! -f "$file" ] || break
  done
  run "$REGEL" explore --resume "$file" --depth 2 --json
  assert_exit 'what a killed process has saved can be read' 0
fi

# ---- findings, cycles, coverage -------------------------------------------------------

cat >"$dir/maze.regel" <<'END'
game maze "Maze" for 1..2
option size "Size": 3..30 = 20
room: 0..30
luck: 0..6
card_seen: flag
verb play {
  repeat {
    as first(players) { choose {
      "On" { if room < size { raise room by 1 } }
      "Back" { if room < 7 { lower room by 1 } }
      "Roll" { set luck to random 1..6 }
      "Out" { require room is 4 and luck is 2; win first(players) }
      "Fly" { require room > 25; set card_seen to yes }
    } }
    if luck is 4 and room is 8 { repeat { set luck to 4 } }
  }
}
always luck is not 5 or room is not 9
END
maze() { run "$REGEL" explore "$dir/maze.regel" --set size=12 --players 2 --no-store "$@"; }
maze --json --coverage=json -o "$dir/whole.json"
assert_exit 'the maze has findings' 1
whole=$(stable)
assert_contains 'one is a cycle without an end' '"kind": "endless"' "$whole"
assert_contains 'what never happens is told' '"name": "Fly"' "$whole"
for limit in '--states 10' '--states 60' '--depth 0' '--depth 9'; do
  rm -f "$file"
  maze $limit --walks 0 --coverage -o "$dir/part.txt" --save "$file"
  run "$REGEL" explore --resume "$file" --no-store --json --coverage=json -o "$dir/again.json"
  assert_exit "after $limit: findings are code 1" 1
  assert_equal "after $limit: findings, cycles and what never happens are the same" "$whole" "$(stable)"
  run cmp "$dir/whole.json" "$dir/again.json"
  assert_exit "after $limit: what is counted is the same" 0
done
rm -f "$file"
maze --states 10 --walks 0 --save "$file"
run "$REGEL" explore --resume "$file" --coverage
assert_exit 'what was not counted cannot be told' 2
assert_contains 'and that is said' 'was saved without --coverage' "$err"
run "$REGEL" explore --resume "$file"
assert_contains 'a finding is stored' '= regel replay' "$out"
id=$(printf '%s\n' "$out" | sed -n 's/.*= regel replay //p' | head -n 1)
run "$REGEL" replay "$id" --verify
assert_exit 'and replays' 0

# Positions that differ only by who sits where count as one, also after a stop; and a
# declaration that is wrong (next is an order) is found.
for seats in circle alike; do
  cat >"$dir/ring.regel" <<END
game ring "Ring" for 3..3 { seats = $seats }
kind player { coins "Coins": 0..9 }
turn: player
verb setup { set turn to random players }
verb play {
  repeat 6 {
    as turn { let p = choose players "Who gets a coin?"; raise p.coins by 1 }
    set turn to next(turn)
  }
  win most(p in players: p.coins)
}
END
  run "$REGEL" explore "$dir/ring.regel" --json --no-store
  whole=$(stable)
  code=$status
  rm -f "$file"
  run "$REGEL" explore "$dir/ring.regel" --depth 3 --save "$file" --no-store
  run "$REGEL" explore --resume "$file" --depth 5 --jobs 1 --no-store
  run "$REGEL" explore --resume "$file" --json --no-store
  assert_exit "seats = $seats: the code is the same" "$code"
  assert_equal "seats = $seats: and so is the report" "$whole" "$(stable)"
done

# ---- what cannot go on ----------------------------------------------------------------

rm -f "$file"
maze --states 10 --walks 0 --save "$file"
sed -i 's/room is 8/room is 7/' "$dir/maze.regel"
run "$REGEL" explore --resume "$file"
assert_exit 'a ruleset that was changed is refused' 2
assert_contains 'and that is said' "the rules of $dir/maze.regel are not those that $file was saved with" "$err"
rm "$dir/maze.regel"
run "$REGEL" explore --resume "$file"
assert_exit 'a ruleset that is gone is missed' 2
for wrong in tictactoe '--players 2' '--set size=3' '--seed 4' '--perft 3' '--setups'; do
  run "$REGEL" explore --resume "$file" $wrong
  assert_exit "--resume does not go with $wrong" 2
done
run "$REGEL" explore tictactoe --save "$file" --setups
assert_contains '--save does not go with --setups' 'no --setups with it' "$err"
run "$REGEL" explore tictactoe --save "$file" --perft 3
assert_contains '--save does not go with --perft' 'no --perft with it' "$err"

refused() { # TITLE TEXT
  run "$REGEL" explore --resume "$file"
  assert_exit "$1: code 5" 5
  assert_contains "$1: it says so" "$2" "$err"
  assert_equal "$1: nothing is printed" '' "$out"
}
half=$(wc -c <"$dir/half.search")
rm -f "$file"
refused 'no file' 'No such file or directory'
mkdir "$file"
refused 'a folder' 'is no saved search'
rmdir "$file"
: >"$file"
refused 'an empty file' 'is no saved search'
cp scenarios/tictactoe/game.regel "$file"
refused 'another file' 'is no saved search'
head -c 100 "$dir/half.search" >"$file"
refused 'a file that was cut in its head' 'is cut off'
head -c $((half - 1)) "$dir/half.search" >"$file"
refused 'a file that was cut' "is cut off: it has $((half - 1)) of $half bytes"
{ cat "$dir/half.search"; echo; } >"$file"
refused 'a file that is too long' 'is damaged'
change() { # PLACE BYTE: a copy of the half search with another byte, in octal
  cp "$dir/half.search" "$file"
  printf "\\$2" | dd of="$file" bs=1 seek="$1" conv=notrunc 2>/dev/null
}
change 12 377
refused 'a file of another version' 'was saved by another version of regel'
change 8 001
refused 'a file of another machine' 'another order of bytes'
change 100000 377
refused 'a damaged file' 'is damaged: its checksum is another'

# ---- disks ------------------------------------------------------------------------------

if [ -c /dev/full ]; then
  run "$REGEL" explore tictactoe --save /dev/full
  assert_exit 'a full disk is code 5' 5
  assert_contains 'it is told' 'cannot write /dev/full: No space left on device' "$err"
  assert_contains 'and the report is printed' '5478 states' "$out"
  if [ -c /dev/full ]; then ok 'a device stays one'; else not_ok 'a device stays one' ''; fi
fi
run "$REGEL" explore tictactoe --save "$dir/no/such/folder"
assert_exit 'a folder that is not there is code 5' 5
assert_contains 'and the report is printed all the same' '255168 games' "$out"
assert_equal 'it is told once' 1 "$(printf '%s\n' "$err" | grep -c 'cannot write')"

cp "$dir/half.search" "$file"
before=$(cksum <"$file")
run sh -c "trap '' XFSZ; ulimit -f 2; exec \"\$0\" explore --resume \"\$1\"" "$REGEL" "$file"
assert_exit 'a disk that fills up is code 5' 5
assert_contains 'with the report' '161029 states' "$out"
assert_equal 'and the last good file stays' "$before" "$(cksum <"$file")"
assert_equal 'with nothing beside it' '' "$(ls "$file".* 2>/dev/null)"

nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
[ "$(id -u)" -eq 0 ] || nobody=
mkdir "$dir/closed"
chmod 755 "$dir" && chmod 555 "$dir/closed"
if [ -z "$nobody" ] || $nobody "$REGEL" --version >/dev/null 2>&1; then
  run $nobody "$REGEL" explore tictactoe --no-store --save "$dir/closed/a"
  assert_exit 'a folder without permission is code 5' 5
  assert_contains 'it is said why' 'Permission denied' "$err"
  assert_contains 'and the report is printed there, too' '5478 states' "$out"
else
  echo '# left out: a folder without permission (this is root, and nobody else can run it)'
fi
