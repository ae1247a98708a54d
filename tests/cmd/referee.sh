# regel referee: options, exit codes and whatever else a transcript may be.
# What it says about games stands beside them in tests/transcripts.
. tests/cmd/lib.sh

judge() { # TRANSCRIPT ARGUMENT…: from standard input
  typed=$1
  shift
  run_with "$typed" "$REGEL" referee "$@" -
}
start='game tictactoe
players Ann, Bob'

judge "$start
Ann: (1,1); Bob: (2,1); Ann: (1,2); Bob: (2,2); Ann: (1,3)
result: Ann"
assert_exit 'a game that keeps the rules is accepted' 0
assert_equal 'and it is said how it ended' 'stdin: accepted: Ann wins' "$out"
judge "$start"
assert_exit 'a game that has only begun is accepted, too' 0
assert_contains 'with what is asked next' 'accepted so far; next is Ann: Which square?' "$out"
judge "$start
Ann: (1,1)" -q
assert_exit 'quiet: the code is enough' 0
assert_equal 'quiet: nothing is said about what is accepted' '' "$out$err"
judge "$start
Ann: (1,1)
Bob: (1,1)" -q
assert_exit 'an illegal answer is code 1' 1
assert_contains 'and is told also when quiet' 'stdin:4:6' "$err"
assert_equal 'messages go to standard error' '' "$out"

# ---- JSON
judge "$start
Ann: (1,1)
Bob: (1,1)" --json
assert_exit 'as JSON the code is the same' 1
assert_contains 'JSON has its schema' '"schema": 2' "$out"
assert_contains 'JSON has the verdict' '"verdict": "rejected"' "$out"
assert_contains 'JSON has the code of the message' '"code": "T0302"' "$out"
assert_contains 'JSON has the place of the rule' '"line": 13' "$out"
assert_equal 'JSON is all there is' '' "$err"
judge 'game heimlich
players Ann, Bob, Cid, Dee
chance: red, ?, blue, green
chance: 3' --json
assert_contains 'JSON has the open draws' '"exact": true' "$out"
assert_contains 'JSON says whether the game is wholly known' '"complete": false' "$out"
judge "$start
Ann: (1,1)" --json
assert_contains 'a game without open draws is' '"complete": true' "$out"
if command -v python3 >/dev/null; then
  printf '%s\n' "$out" >"$dir/it.json"
  run python3 -m json.tool "$dir/it.json"
  assert_exit 'JSON can be read by others' 0
fi

# ---- how it is called
run "$REGEL" referee
assert_exit 'without a file it is a usage error' 2
run "$REGEL" referee one two
assert_exit 'with two files, too' 2
run "$REGEL" referee --stroe x
assert_exit 'an unknown option is a usage error' 2
run "$REGEL" referee --help
assert_contains 'help names the page' 'docs/transcript.md' "$out"
run "$REGEL" referee "$dir/nothing.txt"
assert_exit 'a file that is not there is code 5' 5
run "$REGEL" referee "$dir"
assert_exit 'a folder is code 5' 5
assert_contains 'and said to be one' 'is a folder' "$err"

# ---- rulesets
printf 'game broken "Broken" for 2..2\nverb play { nonsense }\n' >"$dir/broken.regel"
printf 'game broken.regel\nplayers Ann, Bob\n' >"$dir/broken.txt"
run "$REGEL" referee "$dir/broken.txt"
assert_exit 'a ruleset that does not compile is code 3' 3
cat >"$dir/wrong.regel" <<'END'
game wrong "Wrong" for 2..2
kind place "place" { taken: flag }
place left "Left", right "Right"
verb play { repeat 3 { as first(players) { go (choose place where not it.taken "Where?") } }; win none }
verb go (p: place) "{me} goes to {p}" { set p.taken to yes }
END
printf 'game wrong.regel\nplayers Ann, Bob\nAnn: Left\n' >"$dir/wrong.txt"
run "$REGEL" referee "$dir/wrong.txt"
assert_exit 'a rule that goes wrong is code 4' 4
assert_contains 'with its message and place' 'wrong.regel:4' "$err"
mkdir "$dir/mine"
cp "$dir/wrong.regel" "$dir/mine/game.regel"
printf 'game ./mine\nplayers Ann, Bob\n' >"$dir/folder.txt"
run "$REGEL" referee "$dir/folder.txt"
assert_exit 'a ruleset is found beside its transcript' 0

# ---- texts of all kinds
given() { # TITLE CODE FORMAT: a file of these bytes
  # shellcheck disable=SC2059  # the bytes are written as a format
  printf "$3" >"$dir/text.txt"
  run timeout 60 "$REGEL" referee "$dir/text.txt"
  assert_exit "$1" "$2"
}
given 'an empty file is rejected' 1 ''
assert_contains 'and told how to begin' 'game NAME' "$err"
given 'only remarks are rejected, too' 1 '# nothing\n\n'
given 'a NUL byte is no text' 1 'game tic\0tactoe\n'
assert_contains 'and its place is told' 'text.txt:1:9' "$err"
given 'bad UTF-8 is no text' 1 'game tictactoe\nplayers Ann, B\377b\n'
assert_contains 'and its line is told' 'text.txt:2:15' "$err"
given 'carriage returns, a byte order mark and a missing last line end do not matter' 0 \
  '\357\273\277game tictactoe\r\nplayers Ann, Bob\r\nAnn: (1,1)'
given 'names need no ASCII' 0 'game tictactoe\nplayers Zoë, Łukasz\nZoë: (1,1)\n'
given 'colons and words in the wrong place are mistakes' 1 'game tictactoe\nplayers Ann, Bob\n:::;;;,,,\n"'
head -c 100000000 /dev/zero | tr '\0' a >"$dir/large.txt"
run timeout 60 "$REGEL" referee "$dir/large.txt"
assert_exit 'a file past the limit is refused' 5
assert_contains 'with the limit' '64 MiB' "$err"
rm "$dir/large.txt"
{ printf 'game tictactoe\nplayers Ann, Bob\nAnn: ' && head -c 1000000 /dev/zero | tr '\0' x; } >"$dir/long.txt"
run timeout 60 "$REGEL" referee "$dir/long.txt"
assert_exit 'an endless line is rejected' 1
assert_contains 'at its place' 'long.txt:3:6' "$err"
awk 'BEGIN { print "game tictactoe"; printf "players P0"; for (i = 1; i < 5000; i++) printf ", P%d", i; print "" }' >"$dir/crowd.txt"
run timeout 60 "$REGEL" referee "$dir/crowd.txt"
assert_exit 'thousands of players are too many' 1
assert_contains 'and it is said how many may play' 'not 5000' "$err"
awk 'BEGIN { print "game tictactoe"; print "players Ann, Bob"; for (i = 0; i < 90000; i++) print "Ann: (1,1)" }' >"$dir/many.txt"
run timeout 60 "$REGEL" referee "$dir/many.txt"
assert_exit 'thousands of answers are read' 1
judge "$start
Ann: (1,1) * 0"
assert_contains 'no times an answer is none' 'T0104' "$err"
# MAX_ANSWERS
awk 'BEGIN { print "game tictactoe"; print "players Ann, Bob"; printf "Ann: 1"; for (i = 1; i < 100000; i++) printf ",1"; print "" }' >"$dir/many.txt"
run timeout 60 "$REGEL" referee "$dir/many.txt"
assert_lacks 'a transcript of MAX_ANSWERS is read' 'T0107' "$err"
judge "$start
Ann: 1 * 100001"
assert_contains 'a transcript past MAX_ANSWERS is refused' 'T0107' "$err"
awk 'BEGIN { print "game tictactoe"; print "players Ann, Bob"; for (i = 0; i < 300; i++) print "nonsense" }' >"$dir/many.txt"
run "$REGEL" referee "$dir/many.txt"
assert_contains 'of very many mistakes only a hundred are shown' 'and 200 more' "$err"
assert_equal 'mistakes in the text are all told in one run' 100 "$(printf '%s\n' "$err" | grep -c T0103)"

# ---- storing ----
run "$REGEL" referee tests/transcripts/game_base.txt --store
assert_contains 'a game that is wholly known is stored' 'It is stored as game 1' "$out"
run "$REGEL" replay 1 --verify
assert_contains 'and replays' 'every state and the chain are as stored' "$out"
run "$REGEL" games
assert_contains 'with its result' 'wins' "$out"
run "$REGEL" referee tests/transcripts/ex08_scoring.txt --store
assert_exit 'a table that was arranged is not stored' 1
run "$REGEL" referee tests/transcripts/open_stays.txt --store
assert_exit 'nor are open draws' 1
assert_contains 'and that is said' 'still open' "$err"
run "$REGEL" referee tests/transcripts/bad_roll.txt --store
assert_exit 'nor is what was rejected' 1
run "$REGEL" referee tests/transcripts/game_base.txt --store --db /dev/null/x
assert_exit 'a database that cannot be opened' 5
run "$REGEL" db check
assert_contains 'nothing else was stored' '1 game, ' "$out"
