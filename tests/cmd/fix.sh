# regel check --fix: certain edits are made, all others are left to the author; remedies are data.
. tests/cmd/lib.sh

# Every slip of the gallery that has a certain remedy compiles after it.
for slip in elif true_for_yes every_for_each a_field_called_like_a_function break_for_stop \
  comma_missing_between_parameters equals_before_seen_by separator_after_a_block; do
  cp tests/errors/*/"$slip.regel" "$dir/slip.regel"
  run "$REGEL" check --fix "$dir/slip.regel"
  assert_contains "$slip: an edit was made" '1 edit made' "$out"
  assert_contains "$slip: it compiles" '0 errors' "$out"
done
assert_equal 'the edit is the smallest' 'verb play { if n > 3 { set n to 1 } ; win none }' \
  "$(sed -n 3p "$dir/slip.regel")"

cat >"$dir/many.regel" <<'END'
game many "Many" for 2..2
ready: flag
n: 0..9 = 5
verb play {
  set ready to true; set ready to false
  if n ≥ 3 { set n to 1 } elif n ≤ 2 { set n to 2 }
  every p in players { if ready { note "{p}" } }
  win none
}
END
run "$REGEL" check --fix "$dir/many.regel"
assert_exit 'several mistakes in a file are mended together' 0
assert_contains 'and counted' '6 edits made' "$out"
assert_contains 'two on one line' 'set ready to yes; set ready to no' "$(cat "$dir/many.regel")"
run "$REGEL" check --fix "$dir/many.regel"
assert_lacks 'there is nothing to do a second time' 'made' "$out"

cat >"$dir/left.regel" <<'END'
game left "Left" for 2..2
kind player { gold: 0..9 }
verb play { each p in players { raise p.gold by 1; if p.glod > 3 { win p } }; win none }
END
cp "$dir/left.regel" "$dir/before.regel"
run "$REGEL" check --fix "$dir/left.regel"
assert_exit 'what is only likely is left to the author' 3
run cmp "$dir/left.regel" "$dir/before.regel"
assert_exit 'and the file stays as it is' 0

cp tests/errors/*/elif.regel "$dir/locked.regel"
run "$REGEL" check "$dir/locked.regel" --format=json
assert_contains 'a remedy is data: what to write' '"write": "else if", "certain": true' "$out"
assert_contains 'and where' '"line": 3, "column": 37, "end": 41}, "write": ' "$out"
run "$REGEL" check "$dir/locked.regel" --format=sarif
assert_contains 'in SARIF it is a fix' '"fixes": [{"description"' "$out"
assert_contains 'with its region' '"deletedRegion": {"startLine": 3, "startColumn": 37, "endColumn": 41}, "insertedContent": {"text": "else if"}' "$out"
run "$REGEL" check "$dir/left.regel" --format=json
assert_contains 'a likely remedy says that it is not certain' '"write": "gold", "certain": false' "$out"

# One sign or small word that belongs to another language.
cat >"$dir/signs.regel" <<'EOF'
game signs "Signs" for 2..2
n: 0..9 = 5
last: player or null
verb play {
  if n > 3 { raise n 1 } otherwise { lower n by 1 }
  for p in players { if p not is last { set last to p; set n 4 } }
  win none
}
EOF
run "$REGEL" check --fix "$dir/signs.regel"
assert_contains 'signs and small words are mended' '6 edits made' "$out"
assert_contains 'and it compiles' '0 errors' "$out"
