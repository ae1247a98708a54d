# regel check: findings, formats and exit codes.
. tests/cmd/lib.sh

cat >"$dir/good.regel" <<'END'
game good "Good" for 2..2
verb play { win first(players) }
END
cat >"$dir/bad.regel" <<'END'
game bad "Bad" for 2..2
points: 0..9
verb play {
  raise pionts by 1
  win frist(players)
}
END

run "$REGEL" check "$dir/good.regel"
assert_exit 'a sound ruleset is fine' 0
assert_matches 'check ends with a line that counts' ': 1 file, 0 errors, 0 warnings$' "$out"
assert_equal 'a sound ruleset gets no message' '' "$err"

run "$REGEL" check -q "$dir/good.regel"
assert_equal 'quiet prints no summary' '' "$out"

run "$REGEL" check "$dir/bad.regel"
assert_exit 'a ruleset that does not compile is code 3' 3
assert_contains 'all mistakes of a run are told: the first' 'pionts' "$err"
assert_contains 'all mistakes of a run are told: the second' 'frist' "$err"
assert_contains 'a misspelt name gets the nearest one' 'points' "$err"
assert_contains 'the page behind the message is named' 'regel explain E0' "$err"

run "$REGEL" check --format=short "$dir/bad.regel"
assert_matches 'the short format is file:line:column: severity' "bad.regel:4:9: error: .*\[E0" "$err"

run "$REGEL" check --format=json "$dir/bad.regel"
assert_exit 'JSON does not change the code' 3
assert_contains 'JSON has a schema' '"schema": 2' "$out"
assert_contains 'JSON has the code of a message' '"code": "E0' "$out"
if command -v python3 >/dev/null; then
  printf '%s' "$out" >"$dir/out.json"
  run python3 -m json.tool "$dir/out.json"
  assert_exit 'JSON of check can be parsed' 0
  "$REGEL" check --format=json "$dir/good.regel" "$dir/bad.regel" "$dir/bad.regel" >"$dir/out.json" 2>/dev/null
  run python3 -m json.tool "$dir/out.json"
  assert_exit 'JSON of several rulesets is one object' 0
fi

cat >"$dir/meant.regel" <<'END'
game meant "Größe" for 2..2
accept W0701 "kept for the expansion"
verb later { }
END
printf 'verb never "Größe" { }; spare: 0..9\nverb play { win none }\n' >>"$dir/meant.regel"
run "$REGEL" check --format=sarif "$dir/meant.regel" "$dir/bad.regel"
assert_exit 'SARIF does not change the code' 3
if command -v python3 >/dev/null; then
  printf '%s' "$out" >"$dir/out.sarif"
  cat >"$dir/results.py" <<'END'
import json, sys
log = json.load(open(sys.argv[1], encoding="utf-8"))
run = log["runs"][0]
rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
results = run["results"]
print(log["version"], len(results), all(r["ruleId"] in rules for r in results))
for r in results:
    at = r["locations"][0]["physicalLocation"]
    print(r["ruleId"], r["level"], at["artifactLocation"]["uri"].split("/")[-1],
          at["region"]["startLine"], at["region"]["startColumn"],
          [s["justification"] for s in r["suppressions"]])
END
  run python3 "$dir/results.py" "$dir/out.sarif"
  assert_equal 'SARIF has results, places in characters, and the reason of an acceptance' \
    "2.1.0 5 True
W0701 warning meant.regel 3 6 ['kept for the expansion']
W0701 warning meant.regel 4 6 []
W0701 warning meant.regel 4 25 []
E0201 error bad.regel 4 9 []
E0205 error bad.regel 5 7 []" "$out"
fi

run "$REGEL" check --format=pretty "$dir/good.regel"
assert_exit 'an unknown format is a usage error' 2
assert_contains 'the known formats are named' 'human|short|json' "$err"

run "$REGEL" check tictactoe
assert_exit 'a ruleset of the library is found by name' 0
run "$REGEL" check tictacto
assert_exit 'an unknown ruleset is a usage error' 2
assert_contains 'an unknown ruleset gets the nearest name' 'did you mean "tictactoe"' "$err"
run "$REGEL" check "$dir/nowhere.regel"
assert_exit 'a missing file is a usage error' 2
assert_contains 'a missing file is named' 'nowhere.regel' "$err"
run "$REGEL" check "$dir"
assert_contains 'a folder without a game says so' 'no game.regel' "$err"

run_with "$(cat "$dir/good.regel")" "$REGEL" check -
assert_exit 'standard input can be checked' 0

run "$REGEL" check
assert_exit 'without an argument the whole library is checked' 0
assert_matches 'the library has tictactoe' '^tictactoe: ' "$out"

# Tests beside the game belong to it; what is wrong with the game is told once.
mkdir "$dir/pair"
sed 's/game good/game pair/' "$dir/good.regel" >"$dir/pair/game.regel"
cat >"$dir/pair/tests.regel" <<'END'
use "game.regel"
test "somebody wins" for ann, bob { run play { }; expect winners is ann }
END
run "$REGEL" check "$dir/pair"
assert_exit 'a folder is checked with the tests beside the game' 0
assert_matches 'the tests count as a file' ': 2 files, ' "$out"
echo 'verb broken { raise nothing_at_all by 1 }' >>"$dir/pair/game.regel"
run "$REGEL" check --format=short "$dir/pair"
assert_equal 'a mistake in the game is told once' 1 "$(printf '%s\n' "$err" | grep -c nothing_at_all)"

escape=$(printf '\033')
run "$REGEL" check --color=always "$dir/bad.regel"
assert_contains 'colour can be asked for' "$escape[" "$err"
run "$REGEL" check --no-color "$dir/bad.regel"
assert_lacks 'colour can be refused' "$escape" "$err"

if [ -w /dev/full ]; then
  status=0
  "$REGEL" check tictactoe >/dev/full 2>"$dir/.err" || status=$?
  out='' err=$(cat "$dir/.err") shown='regel check >/dev/full'
  assert_exit 'a full disk is an error of its own' 5
fi
