# regel explain, dump, disasm and text: looking into things.
. tests/cmd/lib.sh

run "$REGEL" explain
assert_exit 'without a code all codes are listed' 0
assert_matches 'the list has codes of the compiler' '^E0201 ' "$out"
assert_matches 'the list has codes of play' '^R0001 ' "$out"
run "$REGEL" explain E0201
assert_exit 'a code is explained' 0
assert_contains 'the page names its code' 'E0201' "$out"
run "$REGEL" explain e0201
assert_exit 'small letters will do' 0
run "$REGEL" explain E9999
assert_exit 'an unknown code is a usage error' 2

run "$REGEL" dump --tokens tictactoe
assert_exit 'tokens are dumped' 0
assert_matches 'a token has its place' '^1:1' "$out"
run "$REGEL" dump --ast tictactoe
assert_matches 'the tree begins with the game' '^GAME tictactoe' "$out"
run "$REGEL" dump --types tictactoe
assert_matches 'fields have types' 'mark: player or none' "$out"
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
