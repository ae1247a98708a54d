# The database of `regel play` in every sort of trouble: a clear message with the path and
# what to do, code 5, no crash, and nothing lost.
. tests/cmd/lib.sh
unset XDG_DATA_HOME

db=$dir/games.db
bots="tictactoe --bots --bot random --seed 1"
two="tictactoe --human all"

play() { run "$REGEL" play "$@"; }

refused() { # TITLE PATH TEXT: with code 5, naming the file, and what to do
  assert_exit "$1: code 5" 5
  assert_contains "$1: the file is named" "regel play: $2: " "$err"
  assert_contains "$1: it says what to do" "$3" "$err"
  assert_lacks "$1: no sanitizer complains" Sanitizer "$err"
}

# ---- where it lies ------------------------------------------------------------------
# shellcheck disable=SC2086  # $bots and $two are lists of words
{
  REGEL_DB=$dir/a/b/named.db play $bots
  assert_exit 'REGEL_DB names the database' 0
  assert_file 'its folders are made' "$dir/a/b/named.db"
  play $bots --db "$dir/option.db"
  assert_file '--db goes before REGEL_DB' "$dir/option.db"
  assert_contains 'how to see the game again names the database' "regel replay 1 --db $dir/option.db" "$out"
  run env -u REGEL_DB XDG_DATA_HOME="$dir/data" "$REGEL" play $bots
  assert_file 'else it lies in the folder for data' "$dir/data/regel/regel.db"
  run env -u REGEL_DB HOME="$dir/house" "$REGEL" play $bots
  assert_file 'which is below the home folder' "$dir/house/.local/share/regel/regel.db"
  mkdir "$dir/quiet"
  run env REGEL_DB="$dir/quiet/x.db" "$REGEL" play $bots --no-store
  assert_exit '--no-store plays' 0
  assert_equal '--no-store stores nothing' '' "$(ls "$dir/quiet")"
  assert_lacks '--no-store names no stored game' 'stored' "$out"

  for name in 'with space' 'per%20cent' 'what?x=1&y=2' 'hash#tag' 'Zoë 漢字' "quote'd" 'file:x' '-dash'; do
    play $bots --db "$dir/$name.db"
    assert_exit "a database may be called $name" 0
    assert_file "a database called $name lies where it was said" "$dir/$name.db"
    hint=$(printf '%s\n' "$out" | sed -n 's/.*To see it again: regel replay 1 --db //p')
    assert_equal "a database called $name is named so that a shell understands" "$dir/$name.db" \
      "$(eval "printf '%s\n' $hint")"
    play --resume 1 --db "$dir/$name.db"
    assert_contains "a database called $name is found again" 'game 1 is over' "$err"
  done

  # ---- what is no database ------------------------------------------------------------
  mkdir "$dir/folder"
  play $bots --db "$dir/folder"
  refused 'a folder' "$dir/folder" 'name another with --db FILE'
  assert_contains 'playing without storing is offered' --no-store "$err"
  printf 'Dear diary\n' >"$dir/diary"
  play $bots --db "$dir/diary"
  refused 'a text file' "$dir/diary" 'name another with --db FILE'
  assert_equal 'a text file is not touched' 'Dear diary' "$(cat "$dir/diary")"
  play $bots --db "$dir/diary/games.db"
  refused 'a path below a file' "$dir/diary/games.db" 'look at its permissions'
  play --resume 1 --db "$dir/absent.db"
  assert_exit 'to resume from a file that is not there is code 5' 5
  assert_contains 'that there is none is said' 'there is no such database' "$err"
  if [ -e "$dir/absent.db" ]; then not_ok 'looking makes no file' ''; else ok 'looking makes no file'; fi
  : >"$dir/empty.db"
  play $bots --db "$dir/empty.db"
  assert_exit 'an empty file is a new database' 0
  if [ -e /dev/full ]; then
    play $bots --db /dev/full
    refused 'a device' /dev/full 'name another with --db FILE'
  fi
}

# ---- what was a database ------------------------------------------------------------
# Eight games, one of them left after two answers: enough pages to lose some.
for seed in 1 2 3 4 5 6 7; do
  "$REGEL" play connect4 --bots --bot random --seed $seed --db "$db" >/dev/null
done
# shellcheck disable=SC2086
run_with '5
1' "$REGEL" play $two --db "$db"
assert_contains 'how to go on names the database' "regel play --resume 8 --db $db" "$out"
size=$(wc -c <"$db")

go_on() { run_with 1 "$REGEL" play --resume "$1" --db "$2"; }

for part in 100 511 4096 $((size / 2)) $((size - 4096)); do
  head -c "$part" "$db" >"$dir/cut.db"
  cp "$dir/cut.db" "$dir/cut.before"
  go_on 8 "$dir/cut.db"
  refused "a database of which $part bytes are left" "$dir/cut.db" 'keep the file'
  # shellcheck disable=SC2086
  play $bots --db "$dir/cut.db"
  assert_exit "a database of which $part bytes are left takes no game" 5
  if cmp -s "$dir/cut.db" "$dir/cut.before"; then ok "what is left of it is not touched ($part)"; else
    not_ok "what is left of it is not touched ($part)" 'it was changed'; fi
  rm -f "$dir"/cut.*
done

# Each page but the first in turn is overwritten; whatever is done then, it is done whole
# or refused with a message.
damaged=0
page=1
while [ $((page * 4096)) -lt "$size" ]; do
  cp "$db" "$dir/bad.db"
  head -c 4096 /dev/zero | tr '\0' '\377' |
    dd of="$dir/bad.db" bs=4096 seek=$page conv=notrunc 2>/dev/null
  go_on 8 "$dir/bad.db"
  case $status in
  1 | 5) ;; # the input ends, or it is refused
  *) not_ok "page $page is damaged: no crash" 'expected 1 or 5' ;;
  esac
  if [ "$status" -eq 5 ]; then
    damaged=$((damaged + 1))
    case $err in
    *"$dir/bad.db"*damaged* | *"regel db check"*) ;;
    *) not_ok "page $page is damaged: it is said" 'expected a message' ;;
    esac
  fi
  rm -f "$dir"/bad.db*
  page=$((page + 1))
done
if [ $damaged -gt 0 ]; then ok 'a damaged page is noticed when it is needed'; else
  not_ok 'a damaged page is noticed when it is needed' "of $page pages none was"; fi

# ---- what may not be written ---------------------------------------------------------
# As root permissions do not bind; somebody else must try.
if [ "$(id -u)" -ne 0 ]; then
  as() { "$@"; }
  there=$dir
elif setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
  as() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
  there=$(mktemp -d /tmp/regel-XXXXXX) || exit 5
  chmod 755 "$there"
  trap 'rm -rf "$dir" "$there"; [ "$failures" -eq 0 ] || exit 1' EXIT
else
  there=
fi
if [ -n "$there" ]; then
  # What nobody needs to be able to read.
  cp "$REGEL" "$there/regel" && chmod 755 "$there/regel"
  cp scenarios/tictactoe/game.regel "$there/tictactoe.regel" && chmod 644 "$there/tictactoe.regel"
  other() { ( cd "$there" && run_as "$@" ); }
  run_as() { as ./regel play "$@"; }
  try() { run other "$@"; }
  mkdir "$there/open" "$there/shut"
  chmod 777 "$there/open"
  run_with '5' other tictactoe.regel --human all --db open/games.db
  assert_exit 'somebody else can play where it is allowed' 1

  chmod 444 "$there/open/games.db"
  [ "$(id -u)" -ne 0 ] || chown 0:0 "$there/open/games.db"
  run_with '1' other --resume 1 --db open/games.db
  refused 'a file that may only be read' open/games.db 'make it writable'
  chmod 000 "$there/open/games.db"
  run_with '1' other --resume 1 --db open/games.db
  refused 'a file that may not even be read' open/games.db 'look at its permissions'
  chmod 555 "$there/shut"
  try tictactoe.regel --bots --db shut/games.db
  refused 'a new file in a folder that may not be written' shut/games.db 'look at its permissions'
  chmod 755 "$there/shut"
  cp "$db" "$there/shut/games.db"
  chmod 666 "$there/shut/games.db"
  chmod 555 "$there/shut"
  run_with '1' other --resume 8 --db shut/games.db
  assert_exit 'a file in a folder that may not be written: code 5' 5
  assert_contains 'a file in a folder that may not be written: it is named' 'shut/games.db' "$err"
  chmod 666 "$there/open/games.db"
  run_with '1' other --resume 1 --db open/games.db
  assert_exit 'with permission the game goes on' 1
  assert_contains 'and nothing was lost' 'Game 1 goes on after one answer.' "$out"
  chmod 755 "$there/shut"
fi

# ---- a full disk ---------------------------------------------------------------------
# A limit of the size of files stands for it, in blocks of 512 bytes.
full=0 kept=0
for blocks in 8 40 100 200 $(seq 240 12 480); do
  rm -f "$dir"/full.db*
  # shellcheck disable=SC2086,SC3045  # a list of words; dash and bash have it
  run sh -c "ulimit -f $blocks; exec \"\$@\"" - "$REGEL" play $bots --db "$dir/full.db"
  [ "$status" -eq 5 ] || continue
  full=$((full + 1))
  case $err in
  *"$dir/full.db: no space is left for the database; make space"*) ;;
  *) not_ok "no space is left ($blocks): it says so" 'expected a message' ;;
  esac
  case $err in
  *'To go on: regel play --resume 1'*)
    kept=$((kept + 1))
    play --resume 1 --db "$dir/full.db"
    [ "$status" -eq 0 ] || not_ok "no space is left ($blocks): with space it goes on" ''
    ;;
  esac
done
if [ $full -ge 3 ] && [ $kept -ge 1 ]; then ok 'a full disk is an error, and the game goes on when there is space'; else
  not_ok 'a full disk is an error, and the game goes on when there is space' "$full times full, $kept games kept"; fi

# ---- going on with what was taken back -----------------------------------------------
cat >"$dir/only.regel" <<'EOF'
game only "Only" for 1..1
kind place "place"
place here "Here"
verb play {
  as first(players) {
    go (choose place "Where to?")
    if choose flag "Really?" { win me }
  }
}
verb go (p: place) "{me} goes to {p}" { note "{me} is there" }
EOF
run_with '1
undo
1
quit' "$REGEL" play "$dir/only.regel" --ask-all --db "$dir/only.db"
assert_contains 'an only answer that was asked for can be taken back' 'Taken back.' "$out"
run_with 'yes' "$REGEL" play --resume 1 --db "$dir/only.db"
assert_exit 'a game goes on also if an only answer was taken back' 0
assert_contains 'it goes on after all its answers' 'goes on after 3 answers' "$out"

# ---- a check of what is damaged ----
export REGEL_DB="$dir/hurt.db"
run "$REGEL" play tictactoe --bots --bot random --seed 1
run "$REGEL" play tictactoe --bots --bot random --seed 2
cp "$dir/hurt.db" "$dir/whole.db"
printf 'XXXXXXXXXXXXXXXXXXXXXXXX' | dd of="$dir/hurt.db" bs=1 seek=4100 conv=notrunc 2>/dev/null
run "$REGEL" db check
assert_exit 'a damaged database is not sound' 1
assert_contains 'and says so' 'NOT SOUND' "$out"
assert_lacks 'a check does not advise to check' 'regel db check says' "$out$err"
cp "$dir/whole.db" "$dir/hurt.db"
run "$REGEL" db check --json
assert_contains 'a sound one as JSON' '"problems": []' "$out"
run "$REGEL" db
assert_exit 'regel db alone is a mistake' 2
run "$REGEL" db mend
assert_contains 'another word is none of its words' 'check, rebuild, query, anchor, key, forget or path' "$err"
run "$REGEL" db query 'DELETE FROM games'
assert_exit 'a query cannot write' 2
run "$REGEL" db query 'SELECT'
assert_exit 'a query that makes no sense' 2
assert_lacks 'it says nothing of disks' 'disk' "$err"
run "$REGEL" db query ' -- nothing'
assert_exit 'an empty query is a usage error' 2
assert_contains 'and says so' 'nothing is asked' "$err"
run "$REGEL" db query --json "SELECT 1 AS whole, 1.5 AS part, 'a\"b' AS words, NULL AS gap UNION SELECT 2, 2.0, 'c', 'd'"
assert_exit 'a query gives JSON' 0
assert_equal 'numbers stay numbers there, and nothing is null' \
  '{"schema":2,"columns":["whole","part","words","gap"],"rows":[{"whole":1,"part":1.5,"words":"a\"b","gap":null},{"whole":2,"part":2,"words":"c","gap":"d"}]}' \
  "$(printf '%s' "$out" | tr -d ' \n')"
run "$REGEL" db query "SELECT replace(hex(zeroblob(200)), '00', 'é') AS wide"
assert_contains 'a very wide column is cut' '…' "$out"
run "$REGEL" db query 'SELECT count(*) AS n FROM games'
assert_equal 'a query prints a table' 'n
2' "$out"
run "$REGEL" db path
assert_equal 'the path of the database' "$dir/hurt.db" "$out"
run "$REGEL" db rebuild
assert_contains 'views are made anew' 'of 2 games and 0 cards were made anew' "$out"

# ---- somebody wants to be forgotten ---------------------------------------------------
forget=$dir/forget.db
for i in 1 2; do yes 1 2>/dev/null | "$REGEL" play tictactoe --db "$forget" --seats "Wilhelmina$i,bob" >/dev/null 2>&1; done
cp "$forget" "$dir/changed.db"
"$REGEL" db anchor --db "$forget" >"$dir/before.anchor"
run "$REGEL" db forget "" --db "$forget"
assert_contains 'whoever gave no name is not called so' 'nobody called ""' "$err"
run "$REGEL" db forget Wilhelmina1 --db "$forget"
assert_exit 'a name is taken out' 0
assert_contains 'and told' '1 seat: the name was taken out' "$out"
run grep -c Wilhelmina1 "$forget"
assert_equal 'nothing of it is left in the file' 0 "$out"
run grep -c Wilhelmina2 "$forget"
assert_lacks 'other names are' '^0$' "$out"
run "$REGEL" db check --db "$forget"
assert_exit 'the database is sound without it' 0
run "$REGEL" db anchor --check "$dir/before.anchor" --db "$forget"
assert_exit 'an anchor of before still holds' 0
run "$REGEL" db forget Nobody --db "$forget"
assert_exit 'a name that is not there' 1
# As somebody would who has SQLite: the guard is lifted and put back.
if command -v python3 >/dev/null; then
  python3 - "$dir/changed.db" <<'END'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
guard = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'seats_are_kept'").fetchone()[0]
db.execute("DROP TRIGGER seats_are_kept")
db.execute("UPDATE seats SET name = 'Juliana' WHERE name = 'Wilhelmina1'")
db.execute(guard)
END
  run "$REGEL" db check --db "$dir/changed.db"
  assert_contains 'another name in its place shows' 'a name is not the one that was sealed' "$out"
fi

# ---- the tables explain themselves ----------------------------------------------------
# A column's line has its remark, or the next line has nothing else.
run "$REGEL" db query --db "$dir/option.db" "SELECT sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%'"
unexplained=$(printf '%s\n' "$out" | tr -d '|' | awk '
  /^ *[a-z_]+ +(INTEGER|TEXT|BLOB|ANY)/ { if (held != "") print held; held = /--/ ? "" : $0; next }
  /^ *--/ { held = "" }
  END { if (held != "") print held }')
assert_contains 'the tables can be read' 'CREATE TABLE steps' "$out"
assert_equal 'every column of the database is explained where it stands' '' "$unexplained"
