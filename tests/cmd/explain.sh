# regel explain, dump, disasm and text: looking into things.
. tests/cmd/lib.sh
root=$PWD

run "$REGEL" explain
assert_exit 'without a code all codes are listed' 0
assert_matches 'the list has codes of the compiler' '^E0201 ' "$out"
assert_matches 'the list has codes of play' '^R0001 ' "$out"
run "$REGEL" explain E0201
assert_exit 'a code is explained' 0
assert_contains 'the page names its code' 'E0201' "$out"
run "$REGEL" explain e0201
assert_exit 'small letters will do' 0
run "$REGEL" explain t0301
assert_exit 'a message about a transcript is explained' 0
assert_contains 'with how to mend it' 'How to mend it' "$out"
run "$REGEL" explain E9999
assert_exit 'an unknown code is a usage error' 2

run "$REGEL" dump --tokens tictactoe
assert_exit 'tokens are dumped' 0
assert_matches 'a token has its place' '^1:1' "$out"
run "$REGEL" dump --ast tictactoe
assert_matches 'the tree begins with the game' '^GAME tictactoe' "$out"
run "$REGEL" dump --types tictactoe
assert_matches 'fields have types' 'mark: player or none' "$out"
run "$REGEL" dump --opt tictactoe
assert_exit 'what runs is dumped' 0
assert_matches 'with how much there is to run' '^[0-9]+ instructions for [0-9]+, 0 chunks as they are$' "$out"
run "$REGEL" dump tictactoe
assert_exit 'dump needs to know what' 2

run "$REGEL" disasm tictactoe play
assert_exit 'a chunk is disassembled' 0
assert_contains 'with its source lines' 'choose square where' "$out"
assert_contains 'and its instructions' 'DECIDE' "$out"
run "$REGEL" disasm tictactoe nothing
assert_exit 'an unknown chunk is a no' 1

cat >"$dir/cards.regel" <<'END'
game cards "Cards" for 1..1
kind card "card" { value worth "Worth": 0..9 }
card ace "The ace" * 4 { worth = 9 }, low { worth = 1 }
deck: pile of card = card
verb play { win none }
END
run "$REGEL" text "$dir/cards.regel"
assert_exit 'the texts of a game are printed' 0
assert_contains 'a card has its title and copies' 'The ace (4× card)' "$out"
assert_contains 'a card has its printed values' 'Worth: 9' "$out"
assert_contains 'a card without a title is called by its id' 'Low (card)' "$out"
run "$REGEL" text "$dir/cards.regel" low
assert_lacks 'one card can be asked for' 'The ace' "$out"
run "$REGEL" text "$dir/cards.regel" --json
assert_contains 'cards as JSON have their id' '"id": "ace"' "$out"

# ---- the pages: docs/errors/CODE.md, one for each message -------------------------
#
# A page is headed like its row in the table and shows a mistake and the same made right.
# The words after the three strokes say how the mistake is met:
#   regel error=CODE    check refuses it, with this message and no other
#   regel warning=CODE  check warns; note=CODE: check --notes tells it; prove=CODE: with --prove
#   regel sim=CODE      a game played by bots stops with it; always=CODE: under --always
#   regel test=CODE     its test fails
#   text                cannot be shown in a page; made below
#   po error=CODE       the same of a translation file: po check; po warning=, po note=
#   po                  made right: nothing is found in this translation file
#   regel               made right: sound, its tests pass, a game can be played

mkdir "$dir/right" # the right examples, which are looked at together
cp tests/docs/demo.md tests/docs/shop.md tests/docs/turns.md "$dir" # the ledgers that some pages cite
cp tests/docs/demo.md tests/docs/shop.md tests/docs/turns.md "$dir/right"
blocks() { # PAGE: block N becomes $dir/N.regel, its words go to $dir/N.info
  rm -f "$dir"/[0-9].info "$dir"/[0-9].regel
  awk -v dir="$dir" '
    /^```/ && !inside { inside = 1; n++; print substr($0, 4) >(dir "/" n ".info")
      close(dir "/" n ".info"); file = dir "/" n ".regel"; printf "" >file; next }
    /^```/ { inside = 0; close(file); next }
    inside { print >file }' "$1"
}

check_wrong() { # CODE WORDS FILE
  case $2 in
  "regel error=$1")
    run "$REGEL" check --format=short "$3"
    assert_exit "$1: its wrong example is refused" 3
    assert_equal "$1: its wrong example gets this message and no other" "[$1]" \
      "$(printf '%s\n' "$err" | sed -n 's/.*: error: .*\(\[[A-Z0-9]*\]\)$/\1/p' | sort -u)"
    ;;
  "regel note=$1")
    run "$REGEL" check --notes --format=short "$3"
    assert_contains "$1: its example gets this note" "[$1]" "$err"
    ;;
  "regel prove=$1")
    run "$REGEL" check --prove --time 6 --notes --format=short "$3"
    assert_contains "$1: its example is found by a proof" "[$1]" "$err"
    ;;
  "regel warning=$1")
    run "$REGEL" check --format=short "$3"
    assert_exit "$1: its example is found" 1
    assert_contains "$1: its example gets this warning" "[$1]" "$err"
    ;;
  "regel sim=$1")
    run "$REGEL" sim -q -n 3 "$3"
    assert_exit "$1: a game of its wrong example stops" 4
    assert_contains "$1: and this is why" "error[$1]" "$err"
    ;;
  "regel always=$1")
    run "$REGEL" sim -q -n 3 --always "$3"
    assert_exit "$1: a watched game of its wrong example stops" 4
    assert_contains "$1: and this is why" "error[$1]" "$err"
    ;;
  "regel test=$1")
    run "$REGEL" test "$3"
    assert_exit "$1: the test of its wrong example fails" 1
    ;;
  "po error=$1" | "po warning=$1" | "po note=$1")
    cp "$3" "$dir/wrong.po"
    run "$REGEL" po check --notes --format=short "$dir/wrong.po"
    case $2 in po\ error*) code=3 ;; po\ warning*) code=1 ;; *) code=0 ;; esac
    assert_exit "$1: its wrong example is found" $code
    assert_equal "$1: its wrong example gets this message and no other" "[$1]" \
      "$(printf '%s\n' "$err" | sed -n 's/.*\(\[[A-Z0-9]*\]\)$/\1/p' | sort -u)"
    ;;
  text) ok "$1: its wrong example is made by hand" ;;
  *)
    shown=$3 status=0 out='' err=''
    not_ok "$1: its page has a wrong example" "the first block is: $2"
    ;;
  esac
}

while IFS='|' read -r code title; do
  page=docs/errors/$code.md
  run "$REGEL" explain "$code"
  assert_equal "$code: explain prints its page" "$(cat "$page" 2>&1)" "$out"
  [ -f "$page" ] || continue
  assert_equal "$code: the page is headed like the table" "# $code: $title" "$(head -n 1 "$page")"
  blocks "$page"
  check_wrong "$code" "$(cat "$dir/1.info")" "$dir/1.regel"
  if [ "$(cat "$dir/2.info")" = po ]; then
    cp "$dir/2.regel" "$dir/right.po"
    run "$REGEL" po check --notes "$dir/right.po"
    assert_exit "$code: nothing is found in its right example" 0
    assert_equal "$code: not even a note" '' "$err"
    continue
  fi
  cp "$dir/2.regel" "$dir/right/$code.regel"
  run "$REGEL" sim -q -n 3 --always "$dir/2.regel"
  assert_exit "$code: its right example can be played" 0
done <<END
$(sed -n 's/^DIAG("\([EW][0-9]*\)", [A-Z_0-9]*, [A-Z]*, "\(.*\)")$/\1|\2/p' grammar/diag.def)
$(sed -n 's/^RUNTIME([A-Z_]*, "\(R[0-9]*\)", "\(.*\)")$/\1|\2/p' interp/vm/error.def | grep -v '^R0000')
END
cd "$dir/right" || exit 5
run "$REGEL" check --format=short ./*.regel
found=$err
for file in *.regel; do
  code=${file%.regel} wrong=$(printf '%s\n' "$found" | grep -e "^$file:" -e "/$file:")
  # A fragment is no whole game, so findings about whole games (07, 08) do not count there.
  case $code in W07* | W08*) ;; *) wrong=$(printf '%s' "$wrong" | grep -v '\[W0[78][0-9]*\]$') ;; esac
  assert_equal "$code: nothing is found in its right example" '' "$wrong"
done
run "$REGEL" test ./*.regel
assert_exit 'the tests of all right examples pass' 0
cd "$root" || exit 5
for page in docs/errors/*.md; do
  code=$(basename "$page" .md)
  grep -qF "\"$code\"" grammar/diag.def interp/vm/error.def || {
    shown=$page status=0 out='' err=''
    not_ok "$code: a page has a message" "no message has this code"
  }
done

# What a page cannot show.
printf 'game cafe "Caf\351" for 2..2\nverb play { win none }\n' >"$dir/latin.regel"
run "$REGEL" check --format=short "$dir/latin.regel"
assert_contains 'E0102: a file in Latin-1' '[E0102]' "$err"
mkdir "$dir/many"
awk -v dir="$dir/many" 'BEGIN {
  game = dir "/game.regel"
  print "game many \"Many\" for 2..2\nverb play { win none }" >game
  for (i = 1; i <= 1001; i++) {
    print "use \"f" i ".regel\"" >game
    f = dir "/f" i ".regel"; print "# empty" >f; close(f)
  }
}'
run "$REGEL" check --format=short "$dir/many/game.regel"
assert_contains 'E0104: a thousand and one files' '[E0104]' "$err"
awk 'BEGIN {
  printf "game deep \"Deep\" for 2..2\nn: 0..9\nverb play { set n to "
  for (i = 0; i < 300; i++) printf "("
  printf "1"
  for (i = 0; i < 300; i++) printf ")"
  print " }"
}' >"$dir/deep.regel"
run "$REGEL" check --format=short "$dir/deep.regel"
assert_contains 'E0105: three hundred brackets' '[E0105]' "$err"
