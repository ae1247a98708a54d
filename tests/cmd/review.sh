# regel text --review: every sort of sentence once; and logs that tell.
. tests/cmd/lib.sh

run "$REGEL" text heimlich --review
assert_exit 'a deck is written' 0
assert_contains 'it is one page' '</body></html>' "$out"
assert_contains 'with a column for each language' '<th>en</th><th>de</th><th>fr</th><th>nl</th>' "$out"
assert_contains 'a sentence stands in all of them' 'Move the safe to a building of your choice.</td><td lang="de"' "$out"
assert_equal 'each once' 1 "$(printf '%s\n' "$out" | grep -c '>Put all agents into the church.<')"
assert_contains 'what the log says is there' '>{me} moves the safe to {b}<' "$out"
rows=$(printf '%s\n' "$out" | sed -n 's/^<p>\([0-9]*\) rows.*/\1/p')
assert_equal 'the rows are counted' "$(printf '%s\n' "$out" | grep -c '^<tr><td>')" "$rows"
assert_lacks 'nothing on the cards is left to translate' 'class="todo"' \
  "$(printf '%s\n' "$out" | sed -n '/<h2>Sentences of cards/,/<h2>What verbs/p')"

cat >"$dir/sorts.regel" <<'RULES'
game sorts "A < B" for 1..1
kind player { coins "Coins": 0..99 }
kind card "card" { verb play }
card one "One" { play { raise coins by 2 } }, two "Two" { play { raise coins by 3 } }, three "Three" { play { lower coins by 1 } }
verb play { win none }
RULES
run "$REGEL" text "$dir/sorts.regel" --review
assert_contains 'sentences that differ in a number are one sort' '<tr><td>one ×2</td>' "$out"
assert_lacks 'the second of them is not shown' 'Gain 3' "$out"
assert_contains 'another verb is another' '<tr><td>three</td>' "$out"
assert_contains 'what the page could act upon is escaped' 'A &lt; B' "$out"

run "$REGEL" text clash --review
assert_lacks 'a language that only the library has is no column' '<th>pl</th>' "$out"

cat >"$dir/colon.regel" <<'RULES'
game colon "Colon" for 2..2
verb play { as first(players) { choose { "Begin" { } }; let n = 3; note "{me}: {n}" }; win none }
RULES
run "$REGEL" play "$dir/colon.regel" --seats Ann,Bob --bots --no-store --seed 1 --lang fr
assert_contains 'a text of placeholders has the colon of the language' 'Ann : 3' "$out"
assert_lacks 'and not the source'"'"'s' 'Ann: 3' "$out"

# ---- the log ----
cat >"$dir/told.regel" <<'RULES'
game told "Told" for 2..2
kind card "card"
card ace "the Ace", king "the King"
table "Table": pile of card = card
spent "Spent pile": pile of card
secret "Secret pile|tells=": pile of card
kind player { coins "Coins": 0..9 = 5; wet "Wet|tells={it} is wet|no tells={it} is dry again": flag; steps "Steps|tells=": 0..9 }
verb pay (n: 1..9) "Pay {n|one coin|{n} coins}" { lower coins by n }
verb night "Night phase" { }
verb think "Think of your hand|tells=" { }
verb lay (c: card) "Lay {c} away|told={me} lays {c} away" { move c to spent; lower coins by 1 }
verb play { as first(players) {
  choose { "Begin" { } }
  pay 2; night; think; set wet to yes; set wet to no; raise steps by 1; raise coins by 1; lay ace; move king to secret } ; win none }
RULES
run "$REGEL" play "$dir/told.regel" --seats Ann,Bob --bots --no-store --seed 1
assert_equal 'the log tells what happened, a line for a happening' "Ann pays 2 coins (Coins: 3)
Night phase
Ann is wet
Ann is dry again
Coins of Ann: 4 (+1)
Ann lays the Ace away (Coins: 3)
Nobody wins" "$(printf '%s\n' "$out" | sed -n '/^Ann pays/,/^Nobody/p')"

# ---- what a translation may say that its source does not ----
mkdir -p "$dir/actor/po"
cat >"$dir/actor/game.regel" <<'RULES'
game actor "Actor" for 2..2
kind card "card"
kind place "place" { marks "Marks": 0..9 }
card ace "Ace"
place mill "Mill|the", anna "Anna"
kind player { hand: pile of card seen by owner }
verb look "Look around" { }
verb handle (c: card) "{me} uses {c}" { }
verb play { as first(players) { each c in card { move c to me.hand }
  look; handle ace; raise mill.marks by 1; raise anna.marks by 1 }; win none }
RULES
run "$REGEL" po export "$dir/actor" --lang de
sed -i -e '/msgid "Look around"/{n;s/""/"Sieh dich um|tells={me} sieht sich um"/}' \
  -e '/msgid "{me} uses {c}"/{n;s/""/"{me} nutzt {c:.named „{c}“|{c:acc}}"/}' \
  -e '/msgid "card"/{n;s/""/"Karte|f"/}' -e '/msgid "Ace"/{n;s/""/"Ass|n"/}' "$dir/actor/po/de.po"
run "$REGEL" play "$dir/actor" --seats Ann,Bob --bots --no-store --seed 1 --lang de
assert_contains 'a form for the log may say who acts' 'Ann sieht sich um' "$out"
assert_contains 'what a reader may not see is no title' 'Ann nutzt eine Karte' "$out"
run "$REGEL" play "$dir/actor" --seats Ann,Bob --bots --no-store --seed 1
assert_contains 'a place with an article has it behind of' 'Marks of the Mill: 1' "$out"
assert_contains 'a name has none' 'Marks of Anna: 1' "$out"

# ---- verbs ----
cat >"$dir/verbs.regel" <<'RULES'
game verbs "Verbs" for 2..2
kind card "card"
card ace "Ace"
stock "Stock": pile of card = card
steps "Steps": 0..99
count_of: 0..99
kind player { near: flag }
value late "it is late": flag = steps > 5
verb shout "{me} shouts" { }
verb show_all "Show everything" { each c in stock { reveal c to players }; shuffle stock }
verb end_day "The day ends" { raise count_of by 1; if late { shout }; set near to yes; shout }
verb work { raise count_of by 1; as first(players) { shout } }
verb play { as first(players) { show_all; end_day; work }; win none }
RULES
run "$REGEL" text "$dir/verbs.regel" show_all end_day work
assert_contains 'what has words is told' 'For each card in the Stock: show that card to all players. Shuffle the Stock.' \
  "$(printf '%s' "$out" | tr '\n' ' ' | sed 's/  */ /g')"
assert_contains 'a step without words is an ellipsis' '…, then if it is late, the player shouts. …, then the player shouts.' \
  "$(printf '%s' "$out" | tr '\n' ' ' | sed 's/  */ /g')"
assert_contains 'and its source is there' 'verb work { raise count_of by 1; as first(players) { shout } }' "$out"
assert_lacks 'nothing is made up of what has no words' 'count of' "$out"
run "$REGEL" text "$dir/verbs.regel" --review
assert_contains 'the deck has the sentence' '>For each card in the Stock: show that card to all players.<' "$out"
assert_lacks 'and no ellipsis' '…' "$out"
assert_contains 'but says how much is left out' 'steps of rules are bookkeeping' "$out"

# ---- slots are titles ----
cat >"$dir/eat.regel" <<'RULES'
game eat "Eat" for 2..2
kind player { coins "Coins": 0..9 }
kind food "food" { verb when_eaten "When eaten" }
food cake "Cake" { when_eaten { raise coins by 1 } }
verb play { as first(players) { cake.when_eaten }; win none }
RULES
run "$REGEL" play "$dir/eat.regel" --bots --seed 1 --no-store
assert_contains 'what a slot is called is no order' 'When eaten (Coins of Player 1: 1)' "$out"
