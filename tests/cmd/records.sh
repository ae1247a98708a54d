# What a record proves, from a shell: seeds, anchors, imports.
. tests/cmd/lib.sh
export REGEL_PATH=$PWD

cat >"$dir/dice.regel" <<'RULES'
game dice "Dice" for 2..2
kind player { points "Points": 0..99 }
verb play { repeat 3 { each p in players { as p { may "Roll?" { raise points by random 1..6 } } } }; win most(p in players: p.points) }
RULES

# ---- seeds ----------------------------------------------------------------------------
run "$REGEL" play "$dir/dice.regel" --bots
assert_exit 'a game of bots' 0
seed=$(printf '%s\n' "$out" | sed -n 's/.*--seed \([0-9a-f]*\)$/\1/p')
assert_equal 'the seed that is told at the end has 128 bits' 32 "${#seed}"
first=$(printf '%s\n' "$out" | grep -v regel)
run "$REGEL" play "$dir/dice.regel" --bots --seed "$seed"
assert_equal 'and gives the same game again' "$first" "$(printf '%s\n' "$out" | grep -v regel)"
run "$REGEL" play "$dir/dice.regel" --bots
assert_lacks 'the next game has another' "$seed" "$out"
run "$REGEL" play "$dir/dice.regel" --seed 12x
assert_exit 'a seed is a number or 32 digits' 2
assert_contains 'and that is said' '32 hexadecimal digits' "$err"
run_with 1 "$REGEL" play "$dir/dice.regel" --human 1 --seed 3
assert_contains 'a seed that was chosen hides nothing' 'hides nothing' "$out"
run_with 1 "$REGEL" play "$dir/dice.regel" --human all
assert_lacks 'other games do not say so' 'hides nothing' "$out"
assert_contains 'a game that was left' 'play --resume 5' "$out"
for how in 'replay 5' 'replay 5 --json' 'replay 5 --json --all' 'replay 5 --seat 1 --json' 'games' 'games --json'; do
  # shellcheck disable=SC2086  # words of a command
  run "$REGEL" $how
  assert_exit "$how works" 0
  assert_lacks "$how does not tell the seed" '"seed"' "$out"
done
run "$REGEL" replay 5 --json
assert_contains 'what the game is bound to can be read' '"commitment"' "$out"

# ---- what a record proves -------------------------------------------------------------
run "$REGEL" replay 1 --verify
assert_contains 'chance comes from the seed' 'bound to before it began' "$out"
run "$REGEL" replay 2 --verify
assert_exit 'a game from a told seed' 0
run "$REGEL" db check
assert_exit 'the database is sound' 0
# Forging needs a tool that this project does not; tests/unit/chain.c forges without it.
if command -v python3 >/dev/null; then
for change in "UPDATE seats SET name = 'Eve' WHERE game = 1 AND seat = 1" 'UPDATE games SET begun = begun + 1 WHERE id = 1' \
  'UPDATE seeds SET secret = randomblob(16) WHERE game = 1' 'UPDATE steps SET after = after + 1 WHERE game = 1 AND n = 2'; do
  cp "$REGEL_DB" "$dir/forged.db"
  cat >"$dir/forge.py" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
kept = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
for name, _ in kept: db.execute("DROP TRIGGER " + name)
db.execute(sys.argv[2])
for _, sql in kept: db.execute(sql)
db.commit()
PY
  python3 "$dir/forge.py" "$dir/forged.db" "$change" || not_ok "forging: $change" ''
  run "$REGEL" replay 1 --verify --db "$dir/forged.db"
  assert_exit "replay --verify notices: $change" 1
done
run "$REGEL" db query --db "$dir/forged.db" "SELECT 1"
assert_exit 'a forged row is no planted table' 0
python3 - "$dir/forged.db" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("CREATE TRIGGER sly AFTER INSERT ON steps BEGIN SELECT 1; END")
db.commit()
PY
run "$REGEL" play "$dir/dice.regel" --bots --db "$dir/forged.db"
assert_exit 'a database with a planted trigger is not written' 5
assert_contains 'and the trigger is named' 'trigger sly does not belong here' "$err"
fi

# ---- anchors --------------------------------------------------------------------------
run "$REGEL" db anchor
assert_exit 'an anchor is printed' 0
printf '%s\n' "$out" >"$dir/anchor"
run "$REGEL" play "$dir/dice.regel" --bots
run "$REGEL" db anchor --check "$dir/anchor"
assert_exit 'it holds after more games' 0
assert_contains 'and says how much came since' '2 came since' "$out"
run "$REGEL" db key "$dir/key"
assert_exit 'a key is made' 0
public=$out
run "$REGEL" db key "$dir/key"
assert_exit 'a key is never overwritten' 5
run "$REGEL" db anchor --sign "$dir/key"
printf '%s\n' "$out" >"$dir/signed"
run "$REGEL" db anchor --check "$dir/signed" --public "$public"
assert_exit 'a signed anchor holds' 0
run "$REGEL" db anchor --check "$dir/anchor" --public "$public"
assert_exit 'one without a signature is not enough' 1
sed 's/^entries ./entries 9/' "$dir/signed" >"$dir/changed"
run "$REGEL" db anchor --check "$dir/changed"
assert_exit 'a changed one is refused' 1
assert_contains 'because of its signature' 'signature does not fit' "$out"
if command -v python3 >/dev/null; then
python3 "$dir/forge.py" "$REGEL_DB" 'DELETE FROM steps WHERE game = 5' || not_ok 'forging' ''
run "$REGEL" db check
assert_exit 'steps that were cut off behind the last game break its seal' 1
run "$REGEL" db anchor --check "$dir/signed"
assert_exit 'and an anchor shows it, too' 1
fi

# ---- export and import ----------------------------------------------------------------
run "$REGEL" export 1 -o "$dir/one.txt"
assert_exit 'a game that is over is exported' 0
run "$REGEL" import "$dir/one.txt" --db "$dir/elsewhere.db"
assert_exit 'and imported' 0
assert_contains 'with what it proves' 'bound to before it began' "$out"
run "$REGEL" import "$dir/one.txt" --db "$dir/elsewhere.db"
assert_contains 'twice is once' 'stored already, as game 1' "$out"
ln "$dir/one.txt" "$dir/link.txt"
run "$REGEL" export 2 -o "$dir/one.txt"
assert_exit 'another export over it' 0
run cmp -s "$dir/one.txt" "$dir/link.txt"
assert_exit 'replaces the file as a whole, never in place' 1
