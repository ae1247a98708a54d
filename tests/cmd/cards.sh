# regel cards and regel cards show: the catalog of cards.
. tests/cmd/lib.sh

# A ruleset of our own, in two versions that differ in one card.
shop() { # COST TEXT
  printf '%s\n' 'game shop "The shop" for 2..2' \
    'kind item "item" { value cost "Cost": 0..9; verb apply }' \
    "item passport \"Passport\" * 3 @SHO-ITEM-01 { cost = $1; apply \"$2\" { gain 2 } }" \
    'item leak "A leak in the roof" { cost = 1; apply { gain 1 } }' \
    'kind player { shelf "Shelf": pile of item; score "Points": 0..99 }' \
    'verb gain (n: 1..9) "Gain {n|a point|{n} points}" { raise first(players).score by n }' \
    'verb play { each i in item { i.apply }; win none }' >"$dir/shop.regel"
}

# ---- an empty catalog ------------------------------------------------------------------
run "$REGEL" cards
assert_exit 'without a database the answer is no' 1
assert_contains 'an empty catalog says what to do' 'regel cards GAME' "$err"
assert_contains 'an empty catalog names its file' "$REGEL_DB" "$err"
if [ -e "$REGEL_DB" ]; then not_ok 'looking makes no database' 'no file'; else ok 'looking makes no database'; fi
run "$REGEL" cards show leak
assert_exit 'there is nothing to show without a database' 1
run "$REGEL" cards tictactoe
assert_exit 'a game without cards: the answer is no' 1
assert_contains 'a game without cards is named' 'tictactoe has no cards' "$err"

# ---- a ruleset that is named is added ----------------------------------------------------
run "$REGEL" cards heimlich
assert_exit 'the cards of a ruleset' 0
assert_file 'the database is made' "$REGEL_DB"
assert_matches 'the table has a head' '^id +title +kind +copies +ruleset$' "$out"
assert_matches 'a card has id, title, kind, copies and ruleset' \
  '^double_back +Double back +top secret card +2  heimlich$' "$out"
assert_contains 'cards are counted' '22 cards, with copies 33' "$out"
assert_lacks 'spaces of the board are no cards' 'church' "$out"
before=$out
run "$REGEL" cards
assert_equal 'without a game all stored rulesets are listed' "$before" "$out"
run "$REGEL" cards scenarios/heimlich/game.regel heimlich
assert_equal 'the same rules are one ruleset however they are named' "$before" "$out"
run "$REGEL" cards tests/lang/clash.regel
assert_contains 'a ruleset given by its file' 'Fuel dump' "$out"
assert_lacks 'only what is named is listed' heimlich "$out"
run "$REGEL" cards
assert_matches 'of several rulesets each says which' '^fuel_dump .* clash$' "$out"
wide=$(printf '%s\n' "$out" | awk 'length > 80' | wc -l)
assert_equal 'no line is wider than 80 columns' 0 "$wide"
run "$REGEL" cards nonsuch
assert_exit 'a game that there is not' 2
printf 'game broken' >"$dir/broken.regel"
run "$REGEL" cards "$dir/broken.regel"
assert_exit 'a game that does not compile' 3

# ---- decks -------------------------------------------------------------------------------
run "$REGEL" cards heimlich --deck secret
assert_contains 'a deck is a kind by its id' '15 cards' "$out"
run "$REGEL" cards --deck 'Top Secret card'
assert_contains 'a deck is a kind by its title' '15 cards' "$out"
run "$REGEL" cards --deck bystanders
assert_contains 'a deck is a pile' '7 cards' "$out"
run "$REGEL" cards --deck bystander
assert_exit 'a deck that there is not' 2
assert_contains 'the nearest deck is named' 'did you mean "bystanders"?' "$err"
run "$REGEL" cards --deck qqqqqq
assert_contains 'with none near all are named' 'there is: box, box_, bystanders, ' "$err"

# ---- searching ---------------------------------------------------------------------------
run "$REGEL" cards --search 'march'
assert_exit 'a search that finds' 0
assert_matches 'a search lists the card' '^forced_march ' "$out"
assert_contains 'and the text around the find' '    Move an agent of your choice 1, 2 or 3 buildings forward.' "$out"
run "$REGEL" cards --search 'sanct'
assert_matches 'the beginning of a word counts' '^sanctuary ' "$out"
run "$REGEL" cards --search 'ruin'
assert_matches 'a find in the title comes first' '^into_the_ruin ' "$(printf '%s\n' "$out" | sed -n 2p)"
run "$REGEL" cards --search 'HEI-TS-06b'
assert_matches 'citations are found' '^safe_house ' "$out"
run "$REGEL" cards --search '"safe house"'
assert_contains 'words in quotes follow each other' '1 card,' "$out"
run "$REGEL" cards --search '"house safe"'
assert_exit 'in another order they are not found' 1
run "$REGEL" cards --search sanctuery
assert_exit 'nothing found: the answer is no' 1
assert_equal 'nothing found: nothing on standard output' '' "$out"
assert_contains 'the nearest title is named' 'near are "Sanctuary"' "$err"
run "$REGEL" cards --search agent --limit 2
assert_contains 'a limit says what it leaves out' 'The best 2 of ' "$out"
run "$REGEL" cards --search agent --limit 0
assert_exit 'a limit is at least 1' 2
for words in '' ' ' '"' '*' '😀' '""""'; do
  run "$REGEL" cards --search "$words"
  assert_exit "no word in <$words> is a mistake" 2
  assert_contains "no word in <$words> is said" 'there is no word in' "$err"
done
for words in AND 'x OR y' 'title:leak' 'NEAR(a b)' "'; DROP TABLE cards; --" 'a"b' '(((' 'le*ak' '^leak -x'; do
  run "$REGEL" cards --search "$words x"
  case $status in 0 | 1) ok "<$words> is only words" ;; *) not_ok "<$words> is only words" 'exit 0 or 1' ;; esac
done
run "$REGEL" --color=always cards --search sanctuary
assert_lacks 'marks of finds do not show' "$(printf '\001')" "$out"

# ---- languages ---------------------------------------------------------------------------
run "$REGEL" cards --lang en
assert_exit 'English is there' 0
run "$REGEL" cards --lang sv
assert_exit 'a language that there is not' 2
assert_contains 'the languages there are' 'there is: en' "$err"
run "$REGEL" cards heimlich --db "$dir/translated.db" --search brandkast --lang nl
assert_contains 'cards are found by their words in another language' 'Zet een agent naar keuze bij de brandkast.' "$out"
assert_contains 'and told in it' 'Ontboden' "$out"
run "$REGEL" cards heimlich --db "$dir/translated.db" --search brandkast
assert_contains 'also when nobody said in which' 'Ontboden' "$out"
run "$REGEL" cards show ontboden --db "$dir/translated.db"
assert_contains 'a card is shown by its title in a language that was asked for' 'Put an agent of your choice at the safe.' "$out"
run "$REGEL" cards heimlich --db "$dir/translated.db" --search brandkast --lang nl
assert_contains 'texts are made anew, not twice' '3 cards' "$out"
run "$REGEL" db check --db "$dir/translated.db"
assert_exit 'and the catalog is sound' 0

# ---- versions ----------------------------------------------------------------------------
shop 3 'Gain 2 points.'
run "$REGEL" cards "$dir/shop.regel"
shop 4 'Gain two points.'
run "$REGEL" cards "$dir/shop.regel"
assert_contains 'a changed ruleset is another version' '2 cards, with copies 4' "$out"
run "$REGEL" cards --deck item
assert_contains 'only the newest version is listed' '2 cards, with copies 4' "$out"
run "$REGEL" cards --deck item --all-versions
assert_contains 'all versions are listed' '4 cards, with copies 8' "$out"
assert_matches 'and numbered' '^passport .* shop:5$' "$out"
run "$REGEL" cards show passport
assert_exit 'a card' 0
assert_matches 'its title, kind and copies' '^Passport \(3× item\)$' "$out"
assert_contains 'its printed values' '  Cost: 4' "$out"
assert_contains 'its text' '  Gain two points.' "$out"
assert_contains 'its piles' 'Can lie in: Shelf' "$out"
assert_contains 'its place' "  --> $dir/shop.regel:3" "$out"
assert_contains 'its lines' '3 | item passport "Passport" * 3 @SHO-ITEM-01 {' "$out"
assert_contains 'its citation' '  SHO-ITEM-01' "$out"
assert_matches 'its versions' '^  shop:5, stored 20[0-9-]+; changed: text, printed values$' "$out"
run "$REGEL" cards show shop:4/passport
assert_contains 'an older version can be shown' '  Cost: 3' "$out"
run "$REGEL" cards show leak
assert_exit 'an id of two rulesets is not one card' 1
assert_contains 'both are named' '  heimlich/leak  Leak (top secret card)' "$err"
run "$REGEL" cards show shop/leak
assert_contains 'the ruleset makes it clear' 'A leak in the roof (item)' "$out"
assert_contains 'a card that did not change' '; unchanged' "$out"
run "$REGEL" cards show 'NEW SAFE HOUSE'
assert_contains 'a card by its title' 'heimlich/safe_house' "$out"
assert_matches 'the words of the rows that it cites' '^  HEI-TS-06b +[A-Z]' "$out"
run "$REGEL" cards show 'heimlich/building 3'
assert_equal 'what lies in no pile has a face, too' 'Building 3 (building)' "$(printf '%s\n' "$out" | head -n 1)"
run "$REGEL" cards show --lang de heimlich/b3
assert_matches 'in every language' '^Haus 3 [(]' "$out"
run "$REGEL" cards show heimlich/red --json
assert_contains 'and as data' '"kind": "agent"' "$out"
run "$REGEL" cards show heimlich/nobody
assert_exit 'what is neither is an error' 1
run "$REGEL" cards show paspport
assert_exit 'a card that there is not' 1
assert_contains 'the nearest card' 'did you mean "passport"?' "$err"
run "$REGEL" cards show
assert_exit 'which card?' 2
run "$REGEL" cards show leak vespers
assert_exit 'one card at a time' 2
run "$REGEL" cards --json show leak
assert_exit 'show comes first' 2
run "$REGEL" cards show --help
assert_contains 'show has a page of its own' 'regel cards show ID' "$out"

# ---- stored games ------------------------------------------------------------------------
run "$REGEL" cards show vespers
assert_contains 'no game is stored' 'no game of these rules is stored' "$out"
run "$REGEL" sim heimlich -n 1 --seed 1 --set version=top_secret --store -q
run "$REGEL" cards show vespers
assert_contains 'games without events are counted' '1 game was not looked at' "$out"
assert_contains 'and the remedy is named' 'regel db rebuild' "$out"
export REGEL_DB="$dir/other.db"
run "$REGEL" play heimlich --bots --bot random --seed 1
run "$REGEL" cards
assert_contains 'a played ruleset comes into the catalog by itself' '22 cards' "$out"
assert_equal 'without a remark' '' "$err"

# ---- JSON --------------------------------------------------------------------------------
run "$REGEL" cards --json --search sanctuary
assert_exit 'JSON' 0
assert_contains 'JSON has a schema' '"schema": 2' "$out"
assert_contains 'JSON has ids' '"id": "sanctuary"' "$out"
assert_contains 'JSON has piles' '"stock"' "$out"
assert_contains 'JSON has a snippet without marks' '"snippet": "Put 1 or 2 agents' "$out"
run "$REGEL" cards --json --search nothingness
assert_exit 'JSON of nothing: the answer is no' 1
assert_contains 'JSON of nothing is an empty list' '"cards": []' "$out"
run "$REGEL" cards show sanctuary --json
assert_contains 'JSON of a card has its games' '"told": 1' "$out"
if command -v python3 >/dev/null; then
  printf '%s\n' "$out" >"$dir/card.json"
  run python3 -m json.tool "$dir/card.json"
  assert_exit 'it is JSON' 0
fi

# ---- databases ---------------------------------------------------------------------------
run "$REGEL" cards --db "$dir/nowhere.db"
assert_exit 'a database that there is not' 1
assert_contains 'is named' nowhere.db "$err"
echo 'this is no database, but a text of some length' >"$dir/text.db"
run "$REGEL" cards --db "$dir/text.db"
assert_exit 'a file of something else' 5
run "$REGEL" cards heimlich --db "$dir/text.db"
assert_exit 'nothing is added to a file of something else' 5
run "$REGEL" cards --db "$dir"
assert_exit 'a folder is no database' 5

# Root may write everything: then somebody else has to try, where he may walk.
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
open=$(mktemp -d /tmp/regel.XXXXXX) && chmod 755 "$open"
run "$REGEL" cards heimlich --db "$open/full.db"
run "$REGEL" play heimlich --bots --bot random --seed 1 --db "$open/behind.db"
chmod 444 "$open"/*.db
chmod 555 "$open"
[ -w "$open" ] || nobody=
if [ -z "$nobody" ] || $nobody "$REGEL" --version >/dev/null 2>&1; then
  run $nobody "$REGEL" cards --search sanctuary --db "$open/full.db"
  assert_exit 'a database that cannot be written is read' 0
  assert_equal 'and nothing is remarked' '' "$err"
  run $nobody "$REGEL" cards heimlich --db "$open/full.db"
  assert_contains 'what is there already need not be added' '22 cards' "$out"
  run $nobody "$REGEL" cards tests/lang/clash.regel --db "$open/full.db"
  assert_exit 'what is not there cannot be added' 5
  run $nobody "$REGEL" cards --db "$open/behind.db"
  assert_exit 'rulesets that cannot be added are not shown' 1
  assert_contains 'and that is said' 'not all stored rulesets are shown' "$err"
else
  echo '# left out: a database that cannot be written (this is root, and nobody else can run it)'
fi
chmod 755 "$open"
rm -rf "$open"

# ---- as a setting has it ----
cat >"$dir/editions.regel" <<'END'
game editions "Editions" for 2..2
option second "Second edition": flag = no
kind player { coins "Coins": 0..9 = 3 }
kind card "card" { value worth "Worth": 0..9 = 1; verb play { }; verb late { } }
card trump "Trump" * 2 { worth = 3; play { raise me.coins by 3 } }
deck: pile of card = card
verb play { win none }
variant second "Second edition" if second {
  card trump * 1 { worth = 4; play { raise me.coins by 5 }; late { lower me.coins by 2 } }
}
END
"$REGEL" cards "$dir/editions.regel" >/dev/null
run "$REGEL" cards show editions/trump
assert_contains 'a card is shown as the rules have it' 'Trump (2× card)' "$out"
run "$REGEL" cards show editions/trump --set second=yes
assert_contains 'or as a setting has it: copies' 'Trump (card)' "$out"
assert_contains 'values' 'Worth: 4' "$out"
assert_contains 'and texts' 'Late: Lose 2 Coins.' "$out"
run "$REGEL" cards show editions/trump --set second=yes --json
assert_contains 'as data, too' '"text": "Gain 5 Coins."' "$out"
run "$REGEL" cards show editions/trump --set secnd=yes
assert_exit 'an option that is not there is told' 2

# ---- with packs ----
run "$REGEL" cards heimlich --pack tests/outside/packs/snow --db "$dir/packs.db" --json
assert_exit 'the cards of a game with a pack are listed' 0
assert_matches 'those of the pack among them' '"id": "snow\.' "$out"
run "$REGEL" cards heimlich --pack nowhere --db "$dir/packs.db"
assert_exit 'a pack that is not there is refused' 2
