# The documentation: its examples are programs, its outputs are what is printed.
#
# Blocks of README.md and docs/*.md, by the words after the three strokes:
#   regel              a ruleset.  Without a `game` line it is completed with
#                      tests/docs/prelude.regel, without a verb `play` with play.regel.
#                      Its tests must pass.
#   regel error=E0302  must be refused with this message.
#   regel file=PATH    is added to PATH, so that several blocks make one ruleset; what
#                      is there by then must be sound.  With `fails` behind it: it must not
#                      compile, or a test in it must fail.
#   transcript file=PATH   is written to PATH, for a console block to judge; po file=PATH, too.
#   console            each line `$ regel …` is run in the folder of those files, and the
#                      lines after it are what it prints: times are not compared, a line
#                      `…` stands for any lines, and what stands behind `>` is typed in.  A
#                      command goes on as long as a quotation mark is open.  The
#                      folder has a copy of scenarios/ and cards/, as a checkout has.
# Other blocks are not looked at.
. tests/cmd/lib.sh
root=$PWD
mkdir "$dir/bin" "$dir/block"
ln -s "$REGEL" "$dir/bin/regel"
cp tests/docs/prelude.regel tests/docs/play.regel "$dir/block"

# Blocks of a page become NNN.info, NNN.body and NNN.line in a folder.
extract() { # PAGE FOLDER
  awk -v folder="$2" '
    /^```/ && !inside { inside = 1; name = sprintf("%s/%03d", folder, ++n)
      print substr($0, 4) >(name ".info"); print FNR >(name ".line")
      printf "" >(name ".body"); next }
    /^```/ { inside = 0; close(name ".info"); close(name ".line"); close(name ".body"); next }
    inside { print >(name ".body") }' "$1"
}

sound() { # TITLE FILE
  run "$REGEL" test "$2"
  assert_exit "$1" 0
}

check_block() { # WHERE BODY ERROR
  cp "$2" "$dir/block/block.regel"
  if ! grep -q '^game ' "$2"; then
    echo 'use "prelude.regel"' >>"$dir/block/block.regel"
    grep -q '^verb play' "$2" || echo 'use "play.regel"' >>"$dir/block/block.regel"
  fi
  if [ -z "$3" ]; then
    sound "$1: the example is sound and its tests pass" "$dir/block/block.regel"
  else
    run "$REGEL" check --format=short "$dir/block/block.regel"
    assert_contains "$1: the example is refused with $3" "[$3]" "$err"
  fi
}

# One command of a console block with what it should print; see above for `…`.
check_command() { # WHERE COMMAND EXPECTED
  sed -n 's,^> ,,p; s,^[^>]*  *[0-9][^>]* > ,,p' "$3" >"$dir/typed"
  shown=$2 status=0
  (cd "$work" && PATH=$dir/bin:$PATH && eval "$2") <"$dir/typed" >"$dir/.out" 2>&1 || status=$?
  out=$(sed "s|$root/||g" "$dir/.out") err= # paths as seen from the checkout
  printf '%s\n' "$out" >"$dir/got"
  if awk -v got="$dir/got" -v want="$3" '
    function read(file, to,   n, line) {
      while ((getline line <file) > 0) {
        if (line ~ /seconds/) gsub(/[0-9]+(\.[0-9]+)?/, "N", line)
        sub(/[ \t]+$/, "", line)
        to[++n] = line
      }
      while (n && to[n] == "") n--
      return n
    }
    BEGIN {
      ng = read(got, G); nw = read(want, W); g = w = 1
      while (w <= nw) {
        if (W[w] != "…") {
          if (g > ng || G[g++] != W[w++]) exit 1
          continue
        }
        for (from = ++w; w <= nw && W[w] != "…"; w++) continue
        k = w - from
        if (!k) exit 0
        for (; g + k - 1 <= ng; g++) {
          for (i = 0; i < k && G[g + i] == W[from + i]; i++) continue
          if (i == k && (w <= nw || g + k - 1 == ng)) break
        }
        if (g + k - 1 > ng) exit 1
        g += k
      }
      exit g <= ng
    }'; then
    ok "$1: \`$2\` prints what the page says"
  else
    not_ok "$1: \`$2\` prints what the page says" "expected:
$(cat "$3")"
  fi
}

check_console() { # WHERE BODY
  rm -f "$dir"/console.*
  awk -v name="$dir/console." '
    function typed(line) { print line >(name n ".cmd"); open += gsub(/"/, "", line) }
    /^\$ / && open % 2 == 0 { n++; open = 0; typed(substr($0, 3)); printf "" >(name n ".out"); next }
    n && open % 2 { typed($0); next }
    n { print >(name n ".out") }' "$2"
  i=1
  while [ -f "$dir/console.$i.cmd" ]; do
    check_command "$1" "$(cat "$dir/console.$i.cmd")" "$dir/console.$i.out"
    i=$((i + 1))
  done
}

for page in README.md docs/*.md; do
  blocks=$dir/$(basename "$page" .md)
  work=$blocks/files
  mkdir -p "$work"
  cp -r scenarios cards "$work"
  export REGEL_DB="$blocks/regel.db"
  extract "$page" "$blocks"
  for info in "$blocks"/*.info; do
    [ -f "$info" ] || continue
    body=${info%.info}.body
    where=$page:$(cat "${info%.info}.line")
    case $(cat "$info") in
    regel) check_block "$where" "$body" '' ;;
    'regel error='*) check_block "$where" "$body" "$(sed 's/.*error=//' "$info")" ;;
    'regel file='*' fails')
      file=$work/$(sed 's/.*file=//; s/ fails$//' "$info")
      cp "$body" "$file"
      run "$REGEL" test "$file"
      case $status in
      1 | 3) ok "$where: the ruleset fails as the page says" ;;
      *) not_ok "$where: the ruleset fails as the page says" 'expected exit 1 or 3' ;;
      esac
      ;;
    'regel file='*)
      file=$work/$(sed 's/.*file=//' "$info")
      mkdir -p "$(dirname "$file")"
      cat "$body" >>"$file"
      run "$REGEL" check --format=short "$file"
      case $err in # the first steps of a tutorial may lack the verb `play`
      *E0210*) ok "$where: the ruleset so far has no play yet" ;;
      *) sound "$where: the ruleset so far is sound" "$file" ;;
      esac
      ;;
    'transcript file='* | 'po file='*) cp "$body" "$work/$(sed 's/.*file=//' "$info")" ;;
    console) check_console "$where" "$body" ;;
    esac
  done
done

# The reference knows every word that the compiler knows.
shown='docs/language.md' status=0 out='' err=''
lacking() { # one word a line: those that the reference never shows in code
  while read -r word; do
    grep -qF -e "\`$word" -e " $word\`" -e " $word " docs/language.md || printf '%s ' "$word"
  done
}
reference='docs/language.md explains every'
assert_equal "$reference keyword" '' "$(sed -n 's/^WORD("\([a-z]*\)".*/\1/p' grammar/word.def | lacking)"
assert_equal "$reference builtin function" '' "$(sed -n 's/^FUNCTION("\([a-z]*\)".*/\1(/p' interp/sema/builtin.def | lacking)"
assert_equal 'tests/golden/functions.regel has a text with every builtin function' '' \
  "$(sed -n 's/^FUNCTION("\([a-z]*\)".*/\1(/p' interp/sema/builtin.def |
    while read -r word; do grep -qF "$word" tests/golden/functions.regel || printf '%s ' "$word"; done)"
assert_equal "$reference builtin verb" '' \
  "$(sed -n 's/^PHRASE("\([^"]*\)".*/\1/p' interp/sema/builtin.def | lacking)"
assert_equal "$reference limit" '' \
  "$(sed -n 's/^  \(MAX_[A-Z_]*\) = .*/\1/p' interp/base/limits.h | lacking)"
assert_equal "$reference runtime error" '' \
  "$(sed -n 's/^RUNTIME([A-Z_]*, "\(R[0-9]*\)".*/\1/p' interp/vm/error.def | grep -v R0000 | lacking)"

# … and the page of transcripts every message about them, in the words of the program.
"$REGEL" explain | sed -n 's/^\(T[0-9]*\)  referee  \(.*\)/| \1 | \2 |/p' >"$dir/messages"
assert_equal 'docs/transcript.md has a row for every message' '' \
  "$(while read -r row; do grep -qF "$row" docs/transcript.md || printf '%s ' "$row"; done <"$dir/messages")"

# The game of the tutorial is kept as a ruleset of its own.
run cmp "$dir/authoring/files/embers/game.regel" "$root/tests/docs/embers/game.regel"
assert_exit 'tests/docs/embers is the game that docs/authoring.md ends with' 0
