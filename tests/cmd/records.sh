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
for change in "INSERT INTO chain SELECT (SELECT max(n) FROM chain) + 1, 'end', game, upto, seal FROM chain WHERE what = 'end' AND game = 2" \
  'INSERT INTO games SELECT max(id) + 1, ruleset, begun, origin, seed, settings, start, seal FROM games'; do
  cp "$REGEL_DB" "$dir/forged.db"
  python3 "$dir/forge.py" "$dir/forged.db" "$change" || not_ok "forging: $change" ''
  run "$REGEL" db check --db "$dir/forged.db"
  assert_exit "db check notices: $change" 1
done
run "$REGEL" play tests/leaks/secret_trick.regel --bots --bot random --db "$dir/cards.db"
run "$REGEL" db rebuild --db "$dir/cards.db"
python3 "$dir/forge.py" "$dir/cards.db" "INSERT INTO card_search (card_search) VALUES ('delete-all')"
run "$REGEL" db check --db "$dir/cards.db"
assert_contains 'an index in which nothing is found is noticed' 'index of the cards' "$out$err"
python3 - "$dir/forged.db" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("CREATE TRIGGER sly AFTER INSERT ON steps BEGIN SELECT 1; END")
db.commit()
PY
run "$REGEL" play "$dir/dice.regel" --bots --db "$dir/forged.db"
assert_exit 'a database with a planted trigger is not written' 5
assert_contains 'and the trigger is named' 'trigger sly does not belong here' "$err"
run "$REGEL" db check --db "$dir/forged.db"
assert_exit 'db check, to which it refers, tells the same' 1
assert_contains 'naming it, too' 'trigger sly does not belong here' "$out$err"
assert_contains 'and goes on to the games' 'NOT SOUND' "$out"
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

# ---- exported when rules were known by the code generated for them ---------------------
run "$REGEL" import tests/db/hands.game --db "$dir/then.db"
assert_exit 'a game that was exported then is verified and stored' 0
run "$REGEL" play tests/db/hands.regel --bots --seed 9 --db "$dir/then.db"
run "$REGEL" db query --db "$dir/then.db" 'SELECT count(*) AS n FROM rulesets'
assert_equal 'and its rules are those of today' 'n
1' "$out"

# ---- games that are not over ----------------------------------------------------------
cat >"$dir/hands.regel" <<'RULES'
game hands "Hands" for 2..2
kind card "card" { value worth: 1..6 }
card one "One" { worth = 1 }, two "Two" { worth = 2 }, three "Three" { worth = 3 }, four "Four" { worth = 4 }
kind player { hand "Hand": pile of card seen by owner }
deck: pile of card = card seen by none
table: pile of card
verb setup { shuffle deck; repeat 2 { each p in players { draw 1 from deck to p.hand } } }
verb play { each p in players { as p { lay (choose hand "Which card?") } }; win none }
verb lay (c: card) "{me} lays {c}" { move c to table }
RULES
db=$dir/open.db
run "$REGEL" play "$dir/hands.regel" --bots --db "$db"
run_with '' "$REGEL" play "$dir/hands.regel" --human all --db "$db"
run "$REGEL" export 2 --db "$db"
assert_exit 'a game that is not over is not exported' 1
assert_contains 'and why is said' 'is not over' "$err"
assert_equal 'not a word of it' '' "$out"
run "$REGEL" export 2 --all --db "$db"
assert_exit 'unless everything is asked for' 0
run "$REGEL" replay 2 --with "$dir/hands.regel" --db "$db"
assert_exit 'nor is it compared with other rules' 1
run "$REGEL" replay 2 --with "$dir/hands.regel" --all --db "$db"
assert_exit 'unless everything is asked for there' 0
for card in one two three four; do
  run "$REGEL" audit 2 --why "$card" --db "$db"
  assert_lacks "audit does not find the hidden card $card by its name" 'hand' "$out"
done
run "$REGEL" db query --db "$db" 'SELECT count(*) AS n FROM steps WHERE game = 2'
assert_equal 'a query gives no step of it' 'n
0' "$out"
assert_contains 'and says so' 'not over' "$err"
run "$REGEL" db query --db "$db" --all 'SELECT count(*) > 2 AS n FROM steps WHERE game = 2'
assert_equal 'unless everything is asked for in a query' 'n
1' "$out"
for sql in 'SELECT * FROM main.steps' 'WITH steps AS (SELECT * FROM main.steps) SELECT * FROM steps' \
  'SELECT secret FROM main.seeds' 'SELECT * FROM (SELECT * FROM "main"."events")' 'SELECT seed FROM main.games' \
  'SELECT name FROM sqlite_temp_schema' 'SELECT * FROM pragma_table_list' 'PRAGMA table_list' 'EXPLAIN SELECT * FROM steps'; do
  run "$REGEL" db query --db "$db" "$sql"
  assert_exit "no way around: $sql" 2
done
run "$REGEL" db query --db "$db" 'SELECT game, secret IS NULL AS hidden FROM seeds ORDER BY game'
assert_equal 'a seed is told after the end' 'game  hidden
   1       0
   2       1' "$out"
run "$REGEL" db query --db "$db" 'SELECT game, steps > 0 AS some FROM results'
assert_equal 'how many steps a game has that is not over may hang on what it hides' 'game  some
   1     1
   2      ' "$out"
run "$REGEL" db query --db "$db" 'SELECT game, steps > 0 AS some FROM told'
assert_equal 'nor is it told how far its events were made' 'game  some
   1     1
   2      ' "$out"
printf 'quit\n' | "$REGEL" play heimlich --players 3 --db "$db" >/dev/null
run "$REGEL" db query --db "$db" "SELECT game, upto > 0 AS some FROM chain WHERE what = 'begin' AND game > 1"
assert_equal 'nor what the next game found of it' 'game  some
   2     1
   3      ' "$out"
run "$REGEL" db anchor --db "$db"
assert_matches 'an anchor names the link of an open game, not its step' 'open 2 [0-9a-f]{32}$' "$out"

# ---- queries have limits --------------------------------------------------------------
run "$REGEL" db query --db "$db" --seconds 1 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
assert_exit 'an endless query is given up' 5
assert_contains 'with the limit' '--seconds' "$err"
run "$REGEL" db query --db "$db" 'SELECT hex(zeroblob(600000000))'
assert_exit 'a giant value is refused' 5

# ---- texts from outside ---------------------------------------------------------------
esc=$(printf '\033')
run "$REGEL" play tictactoe --bots --seats "E${esc}[2Jve,Bob"
assert_exit 'a name that steers the terminal is refused' 2
assert_lacks 'and not printed' "$esc" "$err"
printf 'game x "T\033[2J" for 2..2\nverb play { win none }\n' >"$dir/steers.regel"
run "$REGEL" check "$dir/steers.regel"
assert_exit 'a text that steers the terminal does not compile' 3
assert_contains 'which is said' 'control character (U+001B)' "$err"
mkfifo "$dir/pipe.regel"
printf 'game x "X" for 2..2\nuse "pipe.regel"\nverb play { win none }\n' >"$dir/waits.regel"
run timeout 20 "$REGEL" check "$dir/waits.regel"
assert_exit 'rules that use a pipe are refused at once' 3
assert_contains 'with the reason' 'pipe or a device' "$err"

# ---- small inputs take little ---------------------------------------------------------
# Each within twenty seconds of a busy machine and 500 MB.
small() { # COMMAND ARGUMENT…
  run timeout 60 sh -c 'ulimit -v 1500000; exec "$@"' sh "$@"
}
case $REGEL in *asan*) small() { run timeout 120 "$@"; } ;; esac
note=$(printf '%0100d' 0)
cat >"$dir/flood.regel" <<RULES
game flood "Flood" for 2..2
view "V" { repeat 1900 { repeat 1900 { note "$note" } } }
verb play { as first(players) { choose "Go?" { "Yes" { repeat 1900 { repeat 1900 { note "$note" } } } ; "No" { } } }; win none }
RULES
printf '1\n' >"$dir/one"
small sh -c "'$REGEL' play '$dir/flood.regel' --no-store <'$dir/one'"
assert_exit 'a flood of notes and a flooded view' 0
assert_contains 'the log says that there is more' 'More happens here than can be told' "$out"
assert_contains 'and the view, too' 'There is more here than can be shown' "$out"
cat >"$dir/dear.regel" <<'RULES'
game dear "Dear" for 1..3
n: 0..9
verb spin { repeat 3000 { each p in players { raise n by 1; lower n by 1 } } }
verb go { let a = choose 1..4096; spin; require a < 4000 }
verb play { repeat { as first(players) { go } } }
RULES
small "$REGEL" check "$dir/dear.regel"
assert_lacks 'answers that are dear to try' 'Terminated' "$err"
case $status in 124 | 137) not_ok 'checking them ends' 'an end' ;; *) ok 'checking them ends' ;; esac
# Rules in slots that call slots: once for each, not once for each way to it.
{
  printf 'game s "S" for 2..2\nn: 0..9\nkind card "card" {'
  for i in 1 2 3 4 5; do printf ' verb s%d { require n > 0 };' $i; done
  printf ' }\n'
  c=0
  while [ $c -lt 120 ]; do
    printf 'card c%d {' $c
    for i in 1 2 3 4; do printf ' s%d { require n > 0; first(card).s%d; require n < 9 };' $i $((i + 1)); done
    printf ' s5 { require n is 1 } }\n'
    c=$((c + 1))
  done
  printf 'verb play { as first(players) { choose "Which?" { "Go" { first(card).s1 }; "Stop" { win none } } }; win none }\n'
} >"$dir/slots.regel"
small "$REGEL" check "$dir/slots.regel"
case $status in 124 | 137) not_ok 'slots that call slots compile at once' 'an end' ;; *) ok 'slots that call slots compile at once' ;; esac
run "$REGEL" games --db "$dir"
assert_exit 'a folder is no database' 5
assert_contains 'and is called one' 'this is a folder' "$err"
run "$REGEL" games --db /dev/null
assert_contains 'nor is a device' 'a device or a pipe' "$err"

# ---- a crowd --------------------------------------------------------------------------
# Everybody is served, however long the queue.
crowd=$dir/crowd.db
run "$REGEL" play tictactoe --bots --bot random --db "$crowd"
n=0
while [ $n -lt 30 ]; do
  n=$((n + 1))
  { "$REGEL" play tictactoe --bots --bot random --db "$crowd" >/dev/null 2>&1 || echo "$n" >>"$dir/left"; } &
done
wait
assert_equal 'thirty who write at once are all served' '' "$(cat "$dir/left" 2>/dev/null)"
run "$REGEL" db check --db "$crowd"
assert_contains 'and all their games are there' '31 games' "$out"

# ---- reasons ----------------------------------------------------------------------------
cat >"$dir/even.regel" <<'RULES'
game even "Even" for 2..2
kind player { points "Points": 0..9 }
verb play { each p in players { as p { may "Point?" { raise points by 1 } } }; let n = 2; win none because "{n|one is|{n} are} furthest" }
RULES
run "$REGEL" play "$dir/even.regel" --bots --db "$dir/even.db"
assert_contains 'a game says why nobody won' '2 are furthest' "$out"
run "$REGEL" games --db "$dir/even.db"
assert_contains 'the list of games leaves open what only the game fills in' 'nobody wins: … are furthest' "$out"
