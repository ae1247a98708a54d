# Contributions to values: why a number is what it is, in play and afterwards; texts; diff.
. tests/cmd/lib.sh

cat >"$dir/shop.regel" <<'RULES'
game shop "Shop" for 2..2
kind player { coins "Coins": 0..9 = 5 }
kind card "card"
card tax "Tax" * 2 { while this in table { raise price(n) by 1 } }          @SHOP-01
card sale "Sale" { while this in table { lower price(n) to 3 if n > 1 } }   @SHOP-02
card spy "Spy" { while this in drawer { raise price(n) by 9 } }
box: pile of card = sale
table "Table": pile of card = tax
drawer "Drawer": pile of card
kind camp "camp"
camp north "North", south "South"
kind unit "unit" { value strength "Strength": 0..9; at "Camp": camp }
unit drummer "Drummer" { strength = 1
  while this in field { raise unit.strength by 1 if it is not this and it.at is this.at } }
unit giant "Giant" { strength = 5; while this in field { value unit_limit = unit_limit * 2 } }
field: pile of unit = unit
value unit_limit "The limit": 0..9 = 3
value price(n: 0..9) "Price": 0..20 = n
verb play { repeat 3 { each p in players { as p { buy } } }; win most(p in players: p.coins) }
verb buy "{me} buys" {
  choose "What do you do?" {
    n in 1..3 "Buy for {n}" { require coins >= price(n); lower coins by price(n) }
    c in box { move c to table }
    "Hide" { require spy not in drawer and coins < 1; move spy to drawer }
    u in field "March with {u}" { require u.strength < unit_limit; set u.at to south }
    "Pass" { }
  }
}
RULES
run "$REGEL" check "$dir/shop.regel"
assert_exit 'the ruleset of this test is sound' 0

run_with 'why price(3)
sale
why Price of 3
why strength of giant
why The limit
pass
pass
pass
pass
pass' "$REGEL" play "$dir/shop.regel" --human all --seats Anne,Bob --seed 1
assert_exit 'a game is played' 0
assert_contains 'why of a value in play' 'Price(3) is 5.
  to begin with: 3
  +1: Tax  [SHOP-01, ' "$out"
assert_contains 'every copy is listed' '+1: Tax' "$out"
assert_contains 'a bound, with its card and its rule' 'at most 3: Sale  [SHOP-02, ' "$out"
assert_contains 'a value of a thing' 'Strength of giant is 6.
  to begin with: 5
  +1: Drummer' "$out"
assert_contains 'by its text' 'The limit is 6.' "$out"
assert_contains 'a factor' '2 times: Giant' "$out"
assert_lacks 'a card that is not in force is not listed' 'Spy' "$out"

run "$REGEL" audit last --why 'price(2)'
assert_exit 'why of a value afterwards' 0
assert_contains 'with what it is' 'Price(2) is 3.' "$out"
assert_contains 'and where that stands' 'shop.regel:5]' "$out"
run "$REGEL" audit last --why 'price(2)' --at 0
assert_contains 'at a step' 'Price(2) is 4.' "$out"
run "$REGEL" audit last --why 'price(2)' --json
assert_contains 'as JSON' '"contributions"' "$out"
assert_contains 'with the sort' '"sort": "most"' "$out"
assert_contains 'and the card' '"card": "sale"' "$out"
run "$REGEL" audit last --why 'price(99)'
assert_exit 'an argument that does not fit' 1

run "$REGEL" text "$dir/shop.regel" drummer giant sale tax
assert_contains 'what is added is said' \
  'Each other unit whose Camp is the Camp of this unit has +1 Strength.' "$out"
assert_contains 'and what is multiplied' 'The limit is 2 times as high.' "$out"
assert_contains 'and bounded' 'Price is at most 3.' "$out"
for lang in nl de fr; do
  run "$REGEL" text "$dir/shop.regel" drummer --lang $lang
  assert_exit "in $lang" 0
  assert_lacks "with the words of $lang" 'Each other' "$out"
done

sed 's/raise price(n) by 1 }/raise price(n) by 2 if n > 1 }/; s/to 3 if n > 1/to 4 above tax if n > 1/' \
  "$dir/shop.regel" >"$dir/dear.regel"
run "$REGEL" diff "$dir/shop.regel" "$dir/dear.regel"
assert_contains 'diff tells what is added' 'by: 1 -> 2' "$out"
assert_contains 'under which condition' 'if: (not said) -> n > 1' "$out"
assert_contains 'what bounds' 'to: 3 -> 4' "$out"
assert_contains 'and what is above what' 'above: (not said) -> tax' "$out"

# Many cards: what is asked for costs as much as there are cards that contribute.
{
  echo 'game many "Many" for 2..2'
  echo 'kind card "card"'
  i=0
  while [ $i -lt 200 ]; do echo "card c$i { while this in table { raise total by 1 } }"; i=$((i + 1)); done
  echo 'table: pile of card = card'
  echo 'value total: 0..999 = 0'
  echo 'verb play { win none }'
  echo 'test "all of them" for a, b { expect total is 200; move c7 to old; expect total is 199 }'
  echo 'old: pile of card'
} >"$dir/many.regel"
run "$REGEL" test "$dir/many.regel"
assert_exit 'two hundred cards that add to one value' 0
