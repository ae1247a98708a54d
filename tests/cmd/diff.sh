# regel diff: two rulesets compared by what they mean.
. tests/cmd/lib.sh
mkdir "$dir/old" "$dir/new"
old=$dir/old/shop.regel new=$dir/new/shop.regel

cat >"$old" <<'END'
game shop "The shop" for 2..4 @SHO-01 {
  source = "House rules"
}
option length "Length": short "Short" | long "Long" = short @SHO-02
option bonus "Bonus": 0..9 = 1
type mood = calm "calm" | angry "angry"
kind item "item" @SHO-03 {
  value cost "Cost": 0..9 = 1
  worn "Worn": 0..5
  verb apply
  when worn > 3 { raise noise by 1 }
  always worn <= 5 "nothing is worn out"
}
item passport "Passport" * 3 @SHO-04 { cost = 2; apply "Show it." { gain 2 } }
item leak "A leak" { apply { gain 1; pay 1; if noise > 2 { gain 3 } else { gain 4 } } }
item lamp "Lamp" { cost = 1; apply { }; while this in shelf { before gain n { raise noise by 1 } } }
shelf "Shelf": pile of item = item
noise "Noise": 0..99
temper: mood
kind player { coins "Coins": 0..20 = 5 seen by owner; score "Points": 0..99 }
value goal "the goal": 5..50 = 10 + bonus
value price(n: 0..9): 0..20 by n { 0: 0; 1..4: 5; 5: 6; any: 20 }
verb gain (n: 1..9) "Gain {n|a point|{n} points}" { raise score by n }
verb pay (n: 1..9) { require coins >= n @SHO-08; lower coins by n }
verb turn "{me} acts" { @SHO-05
  let k = choose 1..3 "How many?"
  repeat k { gain 1 }
  choose "What now?" {
    "Rest" { gain k }
    i in shelf "Use {i}" { i.apply }
  }
  note "{me} is done"
}
verb play {
  repeat 3 { each p in players { as p { turn } } }
  win most(p in players: p.score)
}
after gain n if n > 2 { set temper to angry } @SHO-06
after gain n { raise noise by 2 }
variant long "Long game" if length is long { value goal = 40; after turn { raise noise by 1 } }
outlook noise
view "The shelf" { note "Noise {noise}" }
always count(shelf) <= 5 "the shelf is full"
omit @SHO-09 "Nothing to do."
test "a turn" for ann, bob { as ann { gain 2 }; expect ann.score is 2 }
END

# The new rules are the old ones after sed; the answer must be exactly these lines, with
# blank lines, places and the summary aside.
said() { printf '%s\n' "$out" | sed -e '/^$/d' -e 's/  ([^()]*)$//' -e '/^[0-9]* changes\{0,1\}: /d'; }
edit() { sed -E "$1" "$old" >"$new"; }
changes() { # TITLE SED LINES [OPTION]
  edit "$2"
  run "$REGEL" diff "$old" "$new" ${4+"$4"}
  shown="$shown after sed $2"
  if cmp -s "$old" "$new"; then not_ok "$1" 'sed changes something'; fi
  if [ "$status" -eq 1 ]; then assert_equal "$1" "$3" "$(said)"; else not_ok "$1" 'expected exit 1'; fi
}
changes_nothing() { # TITLE SED
  edit "$2"
  run "$REGEL" diff "$old" "$new" --tests
  shown="$shown after sed $2"
  if cmp -s "$old" "$new"; then not_ok "$1" 'sed changes something'; fi
  assert_equal "$1" '0 no difference' "$status $out"
}

# ---- what is no difference -----------------------------------------------------------
for game in scenarios/*/game.regel tests/lang/*.regel tests/golden/*.regel; do
  run "$REGEL" diff "$game" "$game" --tests
  assert_equal "$game differs from itself in nothing" '0 no difference' "$status $out"
done
changes_nothing 'a comment is no difference' 's/^verb play/# What happens.\nverb play/; s/(^test.*)/\1 # so/'
changes_nothing 'layout is no difference' 's/; /\n/g; s/ \| /\n  | /g; s/\{ require/{\n\n    require/'
changes_nothing 'brackets without a meaning are no difference' 's/10 \+ bonus/(10 + (bonus))/'
changes_nothing 'a local variable with another name is no difference' \
  's/let k = /let m = /; s/repeat k /repeat m /; s/gain k /gain m /; s/\(p in players: p\./(q in players: q./'
changes_nothing 'an argument with another name is no difference, in its text either' \
  's/gain \(n: 1..9\) "Gain \{n\|a point\|\{n\}/gain (x: 1..9) "Gain {x|a point|{x}/; s/score by n \}/score by x }/'
changes_nothing "an event's argument with another name is no difference" 's/gain n if n > 2/gain k if k > 2/'
changes_nothing 'the element of an alternative with another name is no difference' \
  's/i in shelf "Use \{i\}" \{ i\./j in shelf "Use {j}" { j./'
changes_nothing 'a field of the player is the same with and without me' 's/lower coins/lower me.coins/'
changes_nothing 'a printed value that is the default anyway is no difference' 's/"Lamp" \{ cost = 1;/"Lamp" {/'
changes_nothing 'a first value that is the first anyway is no difference' 's/worn "Worn": 0..5/& = 0/'
changes_nothing 'rows that exclude each other in another order are no difference' 's/ 0: 0; 1\.\.4: 5/ 1..4: 5; 0: 0/'
awk '{ line[NR] = $0 } END {
  for (i = 44; i >= 38; i--) print line[i]; for (i = 34; i < 38; i++) print line[i]
  for (i = 25; i < 34; i++) print line[i]; for (i = 24; i >= 17; i--) print line[i]
  for (i = 7; i < 17; i++) print line[i]; for (i = 6; i >= 4; i--) print line[i]
  print line[45]; for (i = 1; i <= 3; i++) print line[i] }' "$old" |
  sed -e '/^after gain n { raise noise by 2/d' -e 's/^\(after gain n if.*\)/\1\
after gain n { raise noise by 2 }/' >"$new"
run "$REGEL" diff "$old" "$new" --tests
assert_equal 'the order of declarations is no difference' '0 no difference' "$status $out"
mkdir "$dir/split"
sed -e '/^kind item/,/^}/d' -e '/^item /d' "$old" >"$dir/split/shop.regel"
echo 'use "items.regel"' >>"$dir/split/shop.regel"
sed -n -e '/^kind item/,/^}/p' -e '/^item /p' "$old" >"$dir/split/items.regel"
run "$REGEL" diff "$old" "$dir/split/shop.regel" --tests
assert_equal 'a split into files is no difference' '0 no difference' "$status $out"

# ---- game, options, types, kinds ------------------------------------------------------
changes 'the number of players' 's/for 2\.\.4/for 2..5/' 'Game and players
  game shop  @SHO-01
    players: 2..4 -> 2..5'
changes 'where the rules come from' 's/House rules/Rules of the house/' 'Game and players
  game shop  @SHO-01
    source: "House rules" -> "Rules of the house"'
changes 'values and default of an option' 's/"Bonus": 0..9 = 1/"Bonus": 0..8 = 2/' 'Options
  bonus
    type: 0..9 -> 0..8
    default: 1 -> 2'
changes 'a word of a type' 's/calm "calm"/cool "calm"/' 'Kinds and types
  mood
    calm "calm" | angry "angry" -> cool "calm" | angry "angry"'
changes 'the order of words, of which the first is the default' 's/calm "calm" \| angry "angry"/angry "angry" | calm "calm"/' 'Kinds and types
  mood
    calm "calm" | angry "angry" -> angry "angry" | calm "calm"'
sed -e '/^item lamp/d' -e 's/^item passport/item lamp "Lamp" { cost = 1; apply { }; while this in shelf { before gain n { raise noise by 1 } } }\
&/' "$old" >"$new"
run "$REGEL" diff "$old" "$new"
assert_equal 'the order of the things of a kind has a meaning' 'Kinds and types
  item  @SHO-03
    order of lamp: after leak -> first' "$(said)"

# ---- things ---------------------------------------------------------------------------
changes 'copies' 's/"Passport" \* 3/"Passport" * 4/' 'Things and cards
  item passport  @SHO-04
    copies: 3 -> 4'
changes 'a printed value' 's/cost = 2/cost = 3/' 'Things and cards
  item passport  @SHO-04
    cost: 2 -> 3'
changes 'a printed value that is left to the kind' 's/cost = 2; //' 'Things and cards
  item passport  @SHO-04
    cost: 2 -> 1'
changes 'a statement of a slot' 's/gain 1; pay 1/gain 2; pay 1/' 'Things and cards
  item leak
    apply:
    - gain 1
    + gain 2'
changes 'two statements that changed places' 's/gain 1; pay 1/pay 1; gain 1/' 'Things and cards
  item leak
    apply:
    > gain 1
      moved: shop.regel:15'
changes 'a statement that moved into another block' 's/gain 1; pay 1; if noise > 2 \{/pay 1; if noise > 2 { gain 1;/' 'Things and cards
  item leak
    apply:
    > gain 1
      moved: shop.regel:15'
changes 'an else that is gone' 's/ else \{ gain 4 \}//' 'Things and cards
  item leak
    apply:
    - else { gain 4 }'
changes 'a condition, without the block under it' 's/if noise > 2/if noise > 5/' 'Things and cards
  item leak
    apply:
    - if noise > 2 { … }
    + if noise > 5 { … }'
changes 'a statement deep inside, without what is around it' 's/else \{ gain 4 \}/else { gain 5 }/' 'Things and cards
  item leak
    apply:
    - gain 4
    + gain 5'
changes 'a statement that is put under a condition' 's/gain 2 \} \}/if noise > 5 { gain 2 } } }/' 'Things and cards
  item passport  @SHO-04
    apply:
    - gain 2
    + if noise > 5 { gain 2 }'
changes 'two statements that are replaced by another one' 's/gain 1; pay 1;/set storm to yes;/; s/^temper/storm: flag\n&/' 'Things and cards
  item leak
    apply:
    - gain 1
    - pay 1
    + set storm to yes
Fields
  storm
    + storm: flag'
changes 'an alternative that is added' 's/"Rest" \{ gain k \}/&; "Sleep" { gain 2 }/' 'Verbs
  turn  @SHO-05
    + "Sleep" { gain 2 }'
changes 'a thing that is removed, with all that is in it' '/^item lamp/d' 'Things and cards
  item lamp
    - item lamp "Lamp" {
    -   cost = 1
    -   apply { }
    -   while this in shelf {
    -     before gain n { raise noise by 1 }
    -   }
    - }'
changes 'a rule in a thing' 's/before gain n \{ raise noise by 1/before gain n { raise noise by 9/' 'Rules
  item lamp: before gain n
    - raise noise by 1
    + raise noise by 9'
changes 'the condition of a group' 's/while this in shelf/while this not in shelf/' 'Rules
  item lamp: before gain n
    while: this in shelf -> this not in shelf'

# ---- state, values, verbs, rules --------------------------------------------------------
changes 'the range of a field' 's/"Noise": 0..99/"Noise": 0..50/' 'Fields
  noise
    type: 0..99 -> 0..50'
changes 'the first value of a field' 's/= 5 seen/= 6 seen/' 'Fields
  player.coins
    first value: 5 -> 6'
changes 'who sees a field' 's/ seen by owner//' 'Fields
  player.coins
    seen by: owner -> everybody'
changes 'a field that is added' 's/^temper: mood/&\nextra "Extra": 1..3 = 2/' 'Fields
  extra
    + extra "Extra": 1..3 = 2'
changes 'the type of a printed value' 's/"Cost": 0..9 = 1/"Cost": 0..8 = 1/' 'Printed values and slots
  item.cost
    type: 0..9 -> 0..8'
changes 'a value' 's/10 \+ bonus/12 + bonus/' 'Values and tables
  goal
    10 + bonus -> 12 + bonus'
changes 'a row of a table' 's/5: 6;/5: 7;/' 'Values and tables
  price
    row 5: 6 -> 7'
changes 'a row that is added' 's/5: 6;/5: 6; 6: 8;/' 'Values and tables
  price
    row 6: added 8'
changes 'a row that now hides another' 's/5: 6; any: 20/any: 20; 5: 6/' 'Values and tables
  price
    table:
    > 5: 6
      moved: shop.regel:22'
changes 'a statement of a verb' 's/coins >= n/coins > n/' 'Verbs
  pay n
    - require coins >= n
    + require coins > n'
changes 'a statement that is added' 's/@SHO-08;/& require n < 5;/' 'Verbs
  pay n
    + require n < 5'
changes 'the type of an argument' 's/pay \(n: 1..9\)/pay (n: 1..8)/' 'Verbs
  pay n
    argument n: 1..9 -> 1..8'
changes 'the value of a name, and not the statements that use it' 's/choose 1..3 "How/choose 1..2 "How/' 'Verbs
  turn  @SHO-05
    - let k = choose 1..3 "How many?"
    + let k = choose 1..2 "How many?"'
changes 'names that changed places in what uses them' 's/repeat k \{ gain 1 \}/repeat 1 { gain k }/' 'Verbs
  turn  @SHO-05
    - repeat k { … }
    + repeat 1 { … }
    - gain 1
    + gain k'
changes 'a verb that is added' 's/^verb play/verb tip (n: 1..3) "Tip" { pay n; gain 1 }\n&/' 'Verbs
  tip n
    + verb tip (n: 1..3) "Tip" {
    +   pay n
    +   gain 1
    + }'
changes 'the condition of a rule' 's/if n > 2 \{/if n > 3 {/' 'Rules
  after gain n  @SHO-06
    if: n > 2 -> n > 3'
changes 'a rule that is removed' '/^after gain n if/d' 'Rules
  after gain n  @SHO-06
    - after gain n if n > 2 { set temper to angry }'
changes 'another event' 's/^after gain n if n > 2/before gain n if n > 2/' 'Rules
  after gain n  @SHO-06
    - after gain n if n > 2 { set temper to angry }
  before gain n  @SHO-06
    + before gain n if n > 2 { set temper to angry }'
changes 'one event more' 's/^after gain n if n > 2/after gain n, pay n if n > 2/' 'Rules
  after gain n, pay n  @SHO-06
    event: gain n -> gain n, pay n'
changes 'a condition that is watched' 's/when worn > 3/when worn > 4/' 'Rules
  item: when worn > 4
    condition: worn > 3 -> worn > 4'
sed -e '/^after gain n { raise/d' -e 's/^after gain n if/after gain n { raise noise by 2 }\
&/' "$old" >"$new"
run "$REGEL" diff "$old" "$new"
assert_equal 'the order of rules around one event has a meaning' 'Rules
  after gain n  @SHO-06
    order: earlier -> after other rules around the same event' "$(said)"
changes 'the condition of a variant' 's/if length is long/if length is long and bonus > 1/' 'Variants
  long
    if: length is long -> length is long and bonus > 1'
changes 'a rule that holds in a variant only' \
  's/^after gain n \{ raise noise by 2 \}/variant soft "Soft" if bonus > 3 { after gain n { raise noise by 2 } }/' 'Rules
  after gain n, variant soft
    holds: always -> in variant soft
Variants
  soft
    + variant soft "Soft" if bonus > 3'
changes 'a variant with another name, with all that is in it' 's/variant long/variant extended/' 'Variants
  extended
    renamed: long -> extended'
changes 'one argument more' 's/price\(n: 0..9\)/price(n: 0..9, m: 1..2)/' 'Values and tables
  price
    arguments: n: 0..9 -> n: 0..9, m: 1..2'
changes 'a verb that is said otherwise' 's/verb pay \(n: 1..9\)/verb pay out (n: 1..9)/; s/pay 1/pay out 1/' 'Verbs
  pay out n
    renamed: pay _ -> pay out _'
changes 'a value in a variant' 's/goal = 40/goal = 41/' 'Values and tables
  goal, variant long
    40 -> 41'
changes 'what always holds' 's/count\(shelf\) <= 5/count(shelf) <= 6/' 'What always holds
  always count(shelf) <= 6
    count(shelf) <= 5 -> count(shelf) <= 6'
changes 'an outlook' 's/outlook noise/outlook 99 - noise/' 'Values and tables
  outlook
    noise -> 99 - noise'
changes 'a view' 's/note "Noise \{noise\}" \}/note "Noise {noise}"; note "x" }/' 'Views
  view "The shelf"
    + note "x"'

# ---- texts ----------------------------------------------------------------------------
changes 'the title of a thing' 's/"Passport"/"Pass"/' 'Texts
  item passport  @SHO-04
    title: "Passport" -> "Pass"'
changes 'the words of a word' 's/angry "angry"/angry "furious"/' 'Texts
  mood
    word angry: "angry" -> "furious"'
changes 'the text of a slot' 's/Show it\./Show it around./' 'Texts
  item passport  @SHO-04
    apply: "Show it." -> "Show it around."'
changes 'a prompt' 's/How many\?/How much?/' 'Texts
  turn  @SHO-05
    prompt: "How many?" -> "How much?"'
changes 'a label' 's/Use \{i\}/Take {i}/' 'Texts
  turn  @SHO-05
    label: "Use {i}" -> "Take {i}"'
changes 'a note' 's/is done/is ready/' 'Texts
  turn  @SHO-05
    note: "{me} is done" -> "{me} is ready"'
changes 'the text of a verb' 's/\{me\} acts/{me} has the turn/' 'Texts
  turn  @SHO-05
    text: "{me} acts" -> "{me} has the turn"'

# ---- citations, tests, names ------------------------------------------------------------
changes 'a citation that is gone' 's/ @SHO-05//' 'Citations
  turn
    citations: removed @SHO-05'
edit 's/coins >= n/coins > n/'
run "$REGEL" diff "$old" "$new"
assert_contains 'a change has the innermost citation' 'require coins > n  (shop.regel:24 @SHO-08)' "$out"
edit 's/repeat k \{ gain 1/repeat k { gain 2/'
run "$REGEL" diff "$old" "$new" --json
assert_contains 'a change without one has that of its declaration' '"SHO-05"' "$out"
changes 'another citation' 's/@SHO-06/@SHO-07/' 'Citations
  after gain n
    citations: @SHO-06 -> @SHO-07'
changes 'the reason of what is left out' 's/Nothing to do/No rule/' 'Citations
  omit @SHO-09
    reason: "Nothing to do." -> "No rule."'
changes 'another row that is left out' 's/omit @SHO-09/omit @SHO-09 @SHO-10/' 'Citations
  omit @SHO-10
    + omit @SHO-10 "Nothing to do."'
changes 'a test, if tests are asked for' 's/gain 2 \}; expect ann.score is 2/gain 3 }; expect ann.score is 3/' 'Tests
  test "a turn"
    - gain 2
    + gain 3
    - expect ann.score is 2
    + expect ann.score is 3' --tests
edit 's/expect ann.score is 2/expect ann.score > 1/'
run "$REGEL" diff "$old" "$new"
assert_equal 'a test is no difference if it is not asked for' '0 no difference' "$status $out"
changes 'a thing with another name' 's/leak/drip/' 'Things and cards
  item drip
    renamed: leak -> drip'
changes 'a field with another name, wherever it is used' 's/noise/din/g' 'Fields
  din
    renamed: noise -> din'
changes 'a verb with another name, wherever it is called' 's/gain (n|[0-9]|k|\()/earn \1/g' 'Verbs
  earn n
    renamed: gain _ -> earn _'
changes 'a kind with another name, with its members and things' 's/(kind |of |^|= )item/\1ware/g' 'Kinds and types
  ware  @SHO-03
    renamed: item -> ware'
changes 'another name and another number' 's/leak/drip/; s/gain 4/gain 5/' 'Things and cards
  item drip
    renamed: leak -> drip
    apply:
    - gain 4
    + gain 5'

# ---- only some of it --------------------------------------------------------------------
many='s/"Passport" \* 3/"Pass" * 4/; s/coins >= n/coins > n/; s/is done/is ready/; s/ @SHO-05//; s/0..99/0..98/'
changes 'only texts' "$many" 'Texts
  item passport  @SHO-04
    title: "Passport" -> "Pass"
  turn  @SHO-05
    note: "{me} is done" -> "{me} is ready"' --only=texts
changes 'only cards' "$many" 'Things and cards
  item passport  @SHO-04
    copies: 3 -> 4
Texts
  item passport  @SHO-04
    title: "Passport" -> "Pass"' --only=cards
changes 'only numbers' "$many" 'Things and cards
  item passport  @SHO-04
    copies: 3 -> 4
Fields
  noise
    type: 0..99 -> 0..98
  player.score
    type: 0..99 -> 0..98' --only=numbers
changes 'only how the game is played' "$many" 'Things and cards
  item passport  @SHO-04
    copies: 3 -> 4
Fields
  noise
    type: 0..99 -> 0..98
  player.score
    type: 0..99 -> 0..98
Verbs
  pay n
    - require coins >= n
    + require coins > n' --only=rules
run "$REGEL" diff "$old" "$new"
assert_contains 'the summary counts' '7 changes: 1 removed, 6 changed' "$out"
assert_contains 'a place that is the same is said once' 'copies: 3 -> 4  (shop.regel:14)' "$out"
run "$REGEL" diff "$old" "$new" --stat
assert_matches 'counts by group' '^Fields +0 +0 +2 +0 +0$' "$out"
assert_lacks '--stat tells no change' 'copies' "$out"
edit '1i# one line more
s/coins >= n/coins > n/'
run "$REGEL" diff "$old" "$new"
assert_contains 'both places are told' '(shop.regel:24)' "$out"
assert_contains 'each side has its own line' '(shop.regel:25 @SHO-08)' "$out"

# ---- JSON and Markdown ------------------------------------------------------------------
edit "$many"
run "$REGEL" diff "$old" "$new" --json
assert_exit 'JSON has the same exit code' 1
assert_contains 'JSON has a schema' '"schema": 2' "$out"
assert_contains 'JSON has the sort' '"sort": "thing"' "$out"
assert_contains 'JSON has the old value' '"old": "3"' "$out"
assert_contains 'JSON has the new value' '"new": "4"' "$out"
assert_contains 'JSON has places' "\"file\": \"$new\"" "$out"
assert_contains 'JSON has citations' '"SHO-04"' "$out"
assert_contains 'JSON counts' '"citations": 1' "$out"
if command -v python3 >/dev/null; then
  assert_equal 'JSON can be read' 7 \
    "$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["changes"]))' "$dir/.out")"
fi
run "$REGEL" diff "$old" "$old" --json
assert_contains 'JSON of equal rules has no change' '"changes": []' "$out"
edit "$many"'; s/calm "calm"/cool "calm"/; s/Show it\./A | B * c_d/'
run "$REGEL" diff "$old" "$new" --format=markdown
assert_contains 'Markdown has a title' '# The shop: errata' "$out"
assert_contains 'Markdown has a heading for each group' '## Things and cards' "$out"
assert_contains 'Markdown has a row with citations and place' \
  '| item passport: copies | `3` | `4` | SHO-04 | shop.regel:14 |' "$out"
assert_contains 'a stroke in source does not end a cell' '`calm "calm" \| angry "angry"`' "$out"
assert_contains 'signs of Markdown in a text are text' '"A \| B \* c\_d"' "$out"

# ---- a large ruleset of several files ---------------------------------------------------
mkdir -p "$dir/lib/scenarios" "$dir/lib/cards"
cp -r scenarios/heimlich "$dir/lib/scenarios/"
cp -r cards/heimlich "$dir/lib/cards/"
copy=$dir/lib/scenarios/heimlich
run "$REGEL" diff heimlich "$copy" --tests
assert_equal 'a copy in another folder differs in nothing' '0 no difference' "$status $out"
sed -i -e 's/ruin "the ruin"     { worth = -3 }/ruin "the ruin" { worth = -2 }/' \
  -e 's/^# .*//' "$copy/game.regel"
sed -i 's/"Sidestep" \* 2/"Sidestep" * 3/; s/by (choose 1..2 "How many/by (choose 1..3 "How many/' \
  "$dir/lib/cards/heimlich/secrets.regel"
run "$REGEL" diff heimlich "$copy"
assert_equal 'three changes of a large ruleset are three changes' 'Things and cards
  building ruin  @HEI-SCORE-07
    worth: -3 -> -2
  secret double_back  @HEI-TS-01
    play:
    - back (choose agents "Which agent?") by (choose 1..2 "How many buildings?")
    + back (choose agents "Which agent?") by (choose 1..3 "How many buildings?")
  secret sidestep  @HEI-TS-02
    copies: 2 -> 3' "$(said)"
run "$REGEL" diff tictactoe connect4
assert_exit 'two different games can be compared' 1

# ---- versions in the database -----------------------------------------------------------
run "$REGEL" diff shop:1 "$old"
assert_exit 'without a database there is no version' 5
edit 's/= 5 seen/= 4 seen/'
run "$REGEL" play "$old" --bots --seed 1
run "$REGEL" play "$new" --bots --seed 2
run "$REGEL" diff shop:1 "$old"
assert_equal 'a stored version is what it was' '0 no difference' "$status $out"
run "$REGEL" diff shop:1 shop:2
assert_equal 'two stored versions' 'Fields
  player.coins
    first value: 5 -> 4' "$(said)"
run "$REGEL" diff game:1 game:last
assert_contains 'the rules of stored games' 'first value: 5 -> 4' "$out"
run "$REGEL" diff shop:last "$new"
assert_exit 'the newest version' 0
run "$REGEL" diff shop:1 shop:2 --tests
assert_contains 'the tests of a stored version are there, too' '1 change' "$out"
run "$REGEL" diff shop:1 shop:2 --impact
assert_contains 'stored games that change are counted' '1 of 2 stored games of shop changes under the new rules' "$out"
run "$REGEL" diff shop:1 shop:2 --impact --json
assert_contains 'JSON counts them, too' '"changed": 1' "$out"
run "$REGEL" diff tictactoe tictactoe --impact
assert_contains 'without a stored game it is said' 'no game of tictactoe is stored' "$out"
run "$REGEL" diff shop:9 "$old"
assert_exit 'a version that there is not' 2
assert_contains 'the version is named' 'no ruleset 9 called "shop"' "$err"
run "$REGEL" diff toys:1 "$old"
assert_exit 'a version of another ruleset' 2
run "$REGEL" diff game:77 "$old"
assert_exit 'a game that there is not' 2
rm "$new"
run "$REGEL" diff shop:2 "$old"
assert_contains 'a stored version needs no file' 'first value: 4 -> 5' "$out"
printf '%s\n' 'game lib "Lib" for 2..2' 'use "std.regel"' 'kind card' 'card ace * 4' \
  'deck: pile of card = card' 'hand: pile of card' \
  'verb play { deal 2 of deck to hand; win none }' >"$dir/lib.regel"
run "$REGEL" play "$dir/lib.regel" --bots --seed 1
run "$REGEL" diff lib:last "$dir/lib.regel"
assert_equal 'a stored version finds the library it was compiled with' '0 no difference' "$status $out"

# ---- called wrongly, and broken input ---------------------------------------------------
run "$REGEL" diff
assert_exit 'two rulesets are needed' 2
run "$REGEL" diff "$old"
assert_exit 'one ruleset is not enough' 2
run "$REGEL" diff a b c
assert_exit 'three are too many' 2
run "$REGEL" diff "$old" nonsuch
assert_exit 'a ruleset that there is not' 2
run "$REGEL" diff "$old" "$dir/none.regel"
assert_exit 'a file that there is not' 2
run "$REGEL" diff "$old" "$old" --only=colours
assert_exit 'something unknown is wanted' 2
run "$REGEL" diff "$old" "$old" --json --format=markdown
assert_exit 'two formats contradict each other' 2
run "$REGEL" diff - -
assert_exit 'standard input cannot be both' 2
run_with "$(cat "$old")" "$REGEL" diff "$old" -
assert_equal 'one side can be standard input' '0 no difference' "$status $out"
echo 'game broken "Broken" for 2..2 verb' >"$dir/broken.regel"
run "$REGEL" diff "$old" "$dir/broken.regel"
assert_exit 'the new rules do not compile' 3
assert_contains 'it is said which do not compile' 'the new rules' "$err"
run "$REGEL" diff "$dir/broken.regel" "$old"
assert_exit 'the old rules do not compile' 3
assert_contains 'the old ones are named' 'the old rules' "$err"
head -c 3000 "$REGEL" >"$dir/bytes.regel"
run "$REGEL" diff "$dir/bytes.regel" "$old"
assert_exit 'bytes that are no text' 3
: >"$dir/empty.regel"
run "$REGEL" diff "$dir/empty.regel" "$old"
assert_exit 'an empty file' 3

# ---- large input ------------------------------------------------------------------------
large() { # STATEMENTS FACTOR PREFIX
  awk -v n="$1" -v f="$2" -v p="$3" 'BEGIN {
    print "game large \"Large\" for 2..2\nkind card \"card\" { value cost: 0..9 }\nkind player { n: 0..99 }\nverb play { win none }"
    for (i = 0; i < 3000; i++) printf "card %s%d \"Card %d\" { cost = %d }\n", p, i, i, i % 9
    print "verb long {"; for (i = 0; i < n; i++) printf "  raise me.n by %d\n", i * f % 50; print "}" }'
}
large 4000 1 a >"$old"
large 4000 7 a >"$new"
run timeout 60 "$REGEL" diff "$old" "$new" --stat
assert_exit 'a long block with its statements in another order' 1
large 10 1 b >"$new"
run timeout 60 "$REGEL" diff "$old" "$new" --stat
assert_matches 'thousands of things with other names' '^Things and cards +0 +0 +0 +3000 +0$' "$out"
nest() { # NUMBER
  awk -v n="$1" 'BEGIN {
    print "game deep \"Deep\" for 2..2\nn: 0..999\nverb play { win none }\nverb deep {"
    for (i = 0; i < 150; i++) printf "if n > %d { ", i
    printf "raise n by %d", n; for (i = 0; i < 150; i++) printf " }"; print "\n}" }'
}
nest 1 >"$old"
nest 2 >"$new"
run timeout 60 "$REGEL" diff "$old" "$new"
assert_equal 'a statement in 150 blocks' 'Verbs
  deep
    - raise n by 1
    + raise n by 2' "$(said)"

# ---- two editions with ledgers of their own ---------------------------------------
run "$REGEL" diff orange oranje --rows
assert_exit 'two rulebooks differ' 1
missing=
for id in $(grep -E '^\| D-[0-9]' docs/rules/orange-editions-diff.md | grep -oE 'O(EN|NL)-[A-Z0-9-]*[A-Z0-9]' | sort -u); do
  case $out in *"$id "*) ;; *) missing="$missing $id" ;; esac
done
assert_equal 'every row that people found to differ is told' '' "$missing"
apart=$(printf '%s\n' "$out" | python3 -c "
import re, sys
pairs, head = set(), None
for line in sys.stdin:
    m = re.match(r'( +)(O(?:EN|NL)-[A-Z0-9-]*[0-9][a-z]?)  ', line)
    if m and len(m[1]) == 2: head = m[2]
    elif m: pairs.add((m[2], head))
for line in open('docs/rules/orange-editions-diff.md'):
    if not line.startswith('| D-'): continue
    old, new = re.findall(r'OEN-[A-Z0-9-]*[0-9]', line), re.findall(r'ONL-[A-Z0-9-]*[0-9]', line)
    if old and new and not any((a, b) in pairs for a in old for b in new): print(line.split('|')[1].strip())
")
assert_equal 'and the rows of both books are set side by side' '' "$apart"
rows=$(printf '%s\n' "$out" | sed -n '/^The same rule/,$p')
assert_contains 'one rule is told with the words of both' 'ONL-ALIBI-02' "$rows"
assert_lacks 'and what differs is not among these' 'ONL-COMP-03' "$rows"
run "$REGEL" diff orange oranje --rows --format=markdown
assert_contains 'as a table, too' '| OEN-COMP-17: Control cards | ONL-COMP-03: Halt! cards |' "$out"
mkdir -p "$dir/was" "$dir/now"
printf 'game was "Was" for 2..2 { ledger = "was.md" }\nkind road "Road"\nroad one "one" @OLD-MOVE-01\nverb play { win none }\n' >"$dir/was/game.regel"
printf 'game now "Now" for 2..2 { ledger = "now.md" }\nkind road "Route"\nroad one "one" @NEW-MOVE-01\nverb play { win none }\n' >"$dir/now/game.regel"
printf '| OLD-MOVE-01 | There is one Road. |\n| OLD-MOVE-02 | A closed Road may be used by the police. |\n| OLD-LOST-01 | Birds sing. |\n| OLD-DRAW-01 | Draw three cards. |\n' >"$dir/was/was.md"
printf '| NEW-MOVE-01 | There is one Route. |\n| NEW-GO-04 | A closed Route may be used by nobody. |\n| NEW-DRAW-09 | Two cards are enough for everybody. | effect (OLD-DRAW-01) |\n| NEW-SHIP-01 | Ships sail. |\n' >"$dir/now/now.md"
run "$REGEL" diff "$dir/was" "$dir/now" --rows
assert_equal 'rows are joined by rules, by a ledger, or told to be near in words' 'From was.md, 4 rows, to now.md, 4 rows

Beside each other in a ledger: 1
  NEW-DRAW-09  Two cards are enough for everybody.
      OLD-DRAW-01  Draw three cards.

Only in the new book, or joined by no rule: 2
  NEW-GO-04  A closed Route may be used by nobody.
      near: OLD-MOVE-02  A closed Road may be used by the police.
  NEW-SHIP-01  Ships sail.

Only in the old book, or joined by no rule: 2
  OLD-MOVE-02  A closed Road may be used by the police.
      near: NEW-GO-04  A closed Route may be used by nobody.
  OLD-LOST-01  Birds sing.

The same rule, as both books word it: 1
  NEW-MOVE-01  There is one Route.
      OLD-MOVE-01  There is one Road.' "$out"
run "$REGEL" diff "$dir/was" "$dir/now" --rows --format=markdown
assert_contains 'in a table, too' '| near: OLD-MOVE-02: A closed Road may be used by the police. | NEW-GO-04: A closed Route may be used by nobody. |' "$out"
run "$REGEL" diff orange orange --rows
assert_exit 'a rulebook does not differ from itself' 0
assert_lacks 'and has no row that only one has' 'Only in' "$out"
run "$REGEL" diff tictactoe connect4 --rows
assert_exit 'without a ledger there are no rows' 5
run "$REGEL" diff orange oranje --rows --stat
assert_exit 'rows are not counted by groups' 2
run "$REGEL" diff orange oranje --only=texts
for term in 'Control card" -> "Halt! card' '"Road" -> "Route"' '"Area" -> "Region"' 'Requirement token" -> "Cost token'; do
  assert_contains "a renamed term is told: $term" "$term" "$out"
done
run "$REGEL" diff orange oranje --lang nl --only=texts
assert_contains 'what only the translations tell apart' 'in nl: "Moraalactiekaart" -> "Moraalactie-fiche"' "$out"
run "$REGEL" diff orange orange --lang nl
assert_exit 'and nothing else' 0
run "$REGEL" diff orange oranje --lang es
assert_exit 'a language that they do not have' 2
run "$REGEL" diff heimlich tests/outside/packs/snow
assert_exit 'a pack is compared with its game' 1
assert_contains 'what it adds is told' 'secret blizzard' "$out"
assert_lacks 'and nothing of the game' 'removed' "$out"
run "$REGEL" play heimlich --bots --bot random --seed 1
run "$REGEL" diff heimlich:last heimlich --rows
assert_exit 'rows of a stored version are those of the ledger that is there' 0
assert_contains 'each is itself' 'The same rule, as both books word it: ' "$out"
