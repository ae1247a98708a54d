# regel check: a remedy that says it compiles does, applied as the data has it.
. tests/cmd/lib.sh

cat >"$dir/apply.py" <<'PY'
import glob, json, os, subprocess, sys

regel, scratch = sys.argv[1:]
wrong, tried = [], 0


def check(path):
    run = subprocess.run([regel, "check", "--format=json", path], capture_output=True, text=True)
    return [d for d in json.loads(run.stdout)["diagnostics"] if d["severity"] == "error"]


for path in sorted(glob.glob("tests/errors/E0[123]*/*.regel")):
    for error in check(path):
        for remedy in error["remedies"]:
            if not remedy["text"].startswith("it compiles with"):
                continue
            place = remedy["place"]
            with open(place["file"], "rb") as f:
                text = f.read()
            line = sum(len(l) for l in text.splitlines(keepends=True)[: place["line"] - 1])
            end = line + place.get("end", place["column"]) - 1
            mended = os.path.join(scratch, "mended.regel")
            with open(mended, "wb") as f:
                f.write(text[: line + place["column"] - 1] + remedy["write"].encode() + text[end:])
            tried += 1
            if check(mended):
                wrong.append(path)
print(tried, "tried;", " ".join(wrong) or "all compile")
PY

if command -v python3 >/dev/null; then
  run python3 "$dir/apply.py" "$REGEL" "$dir"
  assert_matches 'every remedy that says so compiles' '^2[0-9][0-9] tried; all compile$' "$out"
fi

cat >"$dir/two.regel" <<'END_'
game two "Two" for 2..2
n: 0..9
verb play {
  n += 2
  if n == 4 { win none }
  win players
}
END_
run "$REGEL" check "$dir/two.regel"
assert_exit 'two slips do not compile' 3
assert_contains 'the first gets its line' 'this line would be right: raise n by 2' "$err"
assert_contains 'and so does the second' 'with the lines above, it compiles with: if n is 4 { win none }' "$err"

# Rules that are small and take long are tried for a while only.
{
  echo 'game long "Long" for 2..2'
  for i in $(seq 3000); do echo "verb v$i { raise n by 1; if n > 3 { lower n by 2 } }"; done
  echo 'n: 0..9'
  echo 'verb play { set n too 3; win none }'
} >"$dir/long.regel"
run timeout 60 "$REGEL" check "$dir/long.regel"
assert_exit 'a large file with a slip is told in time' 3

# ---- what was meant, not only what compiles: one line of a game is written otherwise ----
cat >"$dir/good.regel" <<'END_'
game pairs "Pairs" for 2..3
option tide "Tide": low "Low" | high "High" = low
type suit = cups "Cups" | coins "Coins"
kind tile "tile" { value points "Points": 1..3 = 1 }
tile fish "Fish" * 4
bag "Bag": pile of tile = tile seen by none
shore "Shore": pile of tile
led: suit
fog: 0..9
kind player { catch "Catch": pile of tile; score "Score": 0..9 per suit = 2 }
variant high "High tide" if tide is high { value worth = 2 }
value worth: 1..2 = 1
verb setup { shuffle bag; draw 3 from bag to shore }
verb turn {
  draw 1 from bag to shore
  let t = last(shore)
  let mate = first(shore - t)
  if mate is not none and led is cups { move t to catch; move mate to catch }
  lower fog by worth
}
verb play { each p in players { as p { turn } }; win most(p in players: count(p.catch)) }
test "a turn" for ann, bob { as ann { run turn { chance: fish } }; expect fog is 0 }
END_
meant() { # WHAT GOOD BAD REMEDY
  python3 - "$dir/good.regel" "$2" "$3" >"$dir/bad.regel" <<'PY'
import sys
text = open(sys.argv[1]).read()
assert text.count(sys.argv[2]) == 1, sys.argv[2]
print(text.replace(sys.argv[2], sys.argv[3]), end="")
PY
  run "$REGEL" check "$dir/bad.regel"
  assert_contains "$1" "it compiles with: $4" "$err"
}
if command -v python3 >/dev/null; then
  run "$REGEL" check "$dir/good.regel"
  assert_contains 'the game itself compiles' '0 errors' "$out"
  meant 'how many play' 'for 2..3' 'for 2 or 3 players' 'game pairs "Pairs" for 2..3'
  meant 'words in braces' 'type suit = cups "Cups" | coins "Coins"' 'enum suit { cups "Cups", coins "Coins" }' \
    'type suit = cups "Cups" | coins "Coins"'
  meant 'copies with x' '"Fish" * 4' '"Fish" x4' 'tile fish "Fish" * 4'
  meant 'per before the type' '0..9 per suit = 2' 'per suit 0..9 = 2' \
    'kind player { catch "Catch": pile of tile; score "Score": 0..9 per suit = 2 }'
  meant 'a variant that reads a field' 'if tide is high {' 'if fog > 3 {' \
    'variant high "High tide" if tide is high { value worth = 2 }'
  meant 'the top of a shuffled pile' "  draw 1 from bag to shore
  let t = last(shore)" '  let t = top(bag)' 'draw 1 from bag to shore; let t = last(shore)'
  meant 'an index' 'last(shore)' 'shore[-1]' 'let t = last(shore)'
  meant 'two at once' 'move t to catch; move mate to catch' 'move t and mate to catch' \
    'if mate is not none and led is cups { move (t + mate) to catch }'
  meant 'a pile that is set' 'move mate to catch }' 'set catch to catch + mate }' \
    'if mate is not none and led is cups { move t to catch; move mate to catch }'
  meant 'a word for a sign' 'none and led' 'none but led' 'if mate is not none and led is cups { move t to catch; move mate to catch }'
  meant 'a number where its player is meant' 'win most(p' 'win max(p' 'verb play { each p in players { as p { turn } }; win most(p in players: count(p.catch)) }'
  meant 'a number in words' 'fog is 0 }' 'fog is zero }' 'test "a turn" for ann, bob { as ann { run turn { chance: fish } }; expect fog is 0 }'
  meant 'what is rolled' '{ chance: fish }' '{ dice: fish }' 'test "a turn" for ann, bob { as ann { run turn { chance: fish } }; expect fog is 0 }'
fi
