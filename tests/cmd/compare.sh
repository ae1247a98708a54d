# regel compare: texts in several languages against each other and against the rules.
. tests/cmd/lib.sh
file=$dir/texts.txt
say() { printf '%s\n' "$@" >"$file"; }
verdict() { printf '%s\n' "$out" | sed -n "s/^$1: //p"; }

# ---- the printed versions of a real game ----
run "$REGEL" compare docs/rules/clash-printed.txt clash
assert_exit 'differences in substance are exit 1' 1
for case in '01 nl' '02 nl' '03 fr' '05 nl' '06 en'; do
  assert_equal "high effect: CLA-LANG-${case% *} is found, with its odd one" \
    "differs in substance; ${case#* } is the odd one out" "$(verdict "CLA-LANG-${case% *}")"
done
assert_equal 'high effect: CLA-LANG-04 is found, where all three differ' 'differs in substance' \
  "$(verdict CLA-LANG-04)"
for case in '20 nl' '28 fr' '47 nl' '54 fr'; do
  assert_equal "contradiction: CLA-LANG-${case% *} is found, with its odd one" \
    "differs in substance; ${case#* } is the odd one out" "$(verdict "CLA-LANG-${case% *}")"
done
for case in '07 nl' '08 nl' '10 nl' '11 nl' '13 nl' '18 nl' '25 nl' '31 nl' '33 fr' '35 nl' '39 nl' '40 nl' '42 nl' '44 nl' '55 nl' '66 en' '71 nl'; do
  assert_equal "medium effect: CLA-LANG-${case% *} is found" \
    "differs in substance; ${case#* } is the odd one out" "$(verdict "CLA-LANG-${case% *}")"
done
assert_contains 'the deciding words of all sides are quoted' \
  '  place: en "in front", fr "devant": front; nl "volgende": behind' "$out"
rows=$(grep -c '^| CLA-LANG-' docs/rules/clash.md)
assert_equal 'every listed disagreement is in the file' "$rows" \
  "$(sed -n 's/^\(CLA-LANG-[0-9]*\) .*/\1/p' docs/rules/clash-printed.txt | sort -u | grep -c .)"

run "$REGEL" compare docs/rules/clash-controls.txt clash
assert_exit 'texts that agree in three languages, and with the rules, are exit 0' 0
assert_lacks 'no false alarm among them' 'in substance;' "$out"
assert_matches 'there are more than twenty' '^2[0-9] statements: .* 0 in substance$' "$out"

run "$REGEL" compare tests/compare/plain.txt
assert_exit 'rules of no game in particular agree in four languages' 0
assert_matches 'all of them' '^55 statements: .* 0 in substance$' "$out"

# One changed word at a time in the controls is found.
changed() { # TITLE SED ID EXPECTED
  sed "$2" docs/rules/clash-controls.txt >"$file"
  run "$REGEL" compare "$file" clash
  assert_equal "$1" "$4" "$(verdict "$3")"
}
changed 'a changed amount' 's/begint elke beurt met 4/begint elke beurt met 5/' CLA-TURN-03 \
  'differs in substance; nl is the odd one out'
changed 'a changed choice' 's/^\(CLA-CONQ-03 .*\)vous pouvez piocher/\1vous devez piocher/' CLA-CONQ-03 \
  'differs in substance; fr is the odd one out'
changed 'a changed time' 's/^\(CLA-ATTACK-08 .*\)at any time during/\1after/' CLA-ATTACK-08 \
  'differs in substance; en is the odd one out'
changed 'a changed condition' 's/, behalve de generaal, die/ en de generaal/' CLA-UNIT-INF-01 \
  'differs in substance; nl is the odd one out'
changed 'a lost negation' 's/^\(CLA-ATTACK-09 .*\)ne pouvez pas/\1pouvez/' CLA-ATTACK-09 \
  'differs in substance; fr is the odd one out'
changed 'a changed target' 's/^\(CLA-UNIT-TANK-02 .*\)all infantry/\1all mortars/' CLA-UNIT-TANK-02 \
  'differs in substance; en is the odd one out'
changed 'a changed comparison' 's/De sterkere eenheid/De zwakkere eenheid/' CLA-ATTACK-02 \
  'differs in substance; nl is the odd one out'
changed 'a lost bound' 's/hoogstens 1 speciale/1 speciale/' CLA-SPEC-02 \
  'differs in substance; nl is the odd one out'

# ---- against the rule ----
mkdir "$dir/game"
cat >"$dir/game/game.regel" <<'END'
game shop "Shop" for 2..4
kind player { coins "Coins": 0..20 = 5; score "Points": 0..99 }
kind card "card" { value cost "Cost": 0..9 = 1; verb play }
card feast "Feast" * 3 { cost = 4; play { gain 2 points } }
card toll "Toll" { play { may { pay 2 } } }
card storm "Storm" { play { each p in players { lower p.coins by 3 } } }
verb gain (n: 1..9) points "Gain {n} points" { raise score by n } @SHO-01
verb pay (n: 1..9) "Pay {n} coins" { require coins >= n; lower coins by n }
value tax: 0..9 = 6
after gain n points { note "more" } @SHO-02
verb play { as first(players) { each c in card { c.play }; if coins > tax { win me } }; win none }
END
printf 'concept,en,nl\nCoins,Coins,munten\nPoints,Points,punten\n' >"$dir/game/glossary.csv"
game=$dir/game
against() { # TITLE TEXT LINE
  say "$2"
  run "$REGEL" compare "$file" "$game"
  assert_contains "$1" "$3" "$out"
}
against 'a thing whose text fits' 'feast: It costs 4 coins. Gain 2 points.' 'feast: agrees'
against 'an amount' 'feast: Gain seven points.' 'amount: en "seven"; the rule: "2"'
against 'the place of the rule is named' 'feast: Gain 9 points.' 'game.regel:4)'
against 'an order that is a choice' 'toll: Pay 2 coins.' 'optional or not: en says nothing of it; the rule: "may"'
against 'a choice that is an order' 'gain: You may gain 2 points.' 'optional or not: en "may"; the rule: nothing can be declined'
against 'a direction' 'gain: Lose points.' 'direction: en "Lose"; the rule: raises it'
against 'a target' 'gain: Gain coins.' 'target: en "coins"; the rule: point'
against 'a player' 'gain: Each player gains points.' 'target: en "Each player"; the rule: only the acting player'
against 'each player, as the rule has it' 'storm: Each player loses 3 coins.' 'storm: agrees'
against 'a value' 'tax: The tax is 7.' 'amount: en "7"; the rule: 6'
against 'a row of the ledger' 'SHO-02: Before it, gain points.' 'timing: en "Before"; the rule: happens after it'
against 'another language, with its glossary' 'gain [nl]: Verlies punten.' 'direction: nl "Verlies"; the rule: raises it'
printf 'concept,en,nl\nPoints,Point/Points,punten\n' >"$dir/game/glossary.csv"
against 'words that stand for each other are one concept' 'gain [nl]: Krijg punten.' 'gain: agrees'

# ---- free wording ----
# Texts of cards in other words than the rule's, and with one point changed.
for texts in free more again clauses fresh fresh2 whole whole2 acts acts2; do # a card has one text of a language in each
  texts=tests/compare/$texts.tsv
  cut -f1,3 "$texts" | sort -u >"$dir/groups"
  while read -r name lang; do
    awk -F'\t' -v g="$name" -v l="$lang" '$1 == g && $3 == l { print $2 " [" l "]: " $5 }' \
      "$texts" >"$file"
    run "$REGEL" compare "$file" "$name"
    assert_equal "free wording of $name in $lang is judged as a reader would ($texts)" \
      "$(awk -F'\t' -v g="$name" -v l="$lang" '$1 == g && $3 == l { print $2 ": " $4 }' "$texts")" \
      "$(printf '%s\n' "$out" | sed -n 's/^\([a-z_]*\): \(agrees\|differs\).*/\1: \2/p')"
  done <"$dir/groups"
done

# Fifty cards of a game that no lexicon was made for, by somebody who had not seen one: half of the texts differ.
lantern=tests/compare/lantern
found=0 false=0
for lang in en nl fr de; do
  awk -F'\t' -v l="$lang" '$2 == l { print $1 " [" l "]: " $3 }' $lantern/texts.tsv >"$file"
  run "$REGEL" compare "$file" $lantern/game.regel -q
  printf '%s\n' "$out" | sed -n 's/^\([a-z_]*\): differs in substance.*/\1/p' | sort >"$dir/found"
  awk -F'\t' -v l="$lang" '$2 == l && $4 == "differs" { print $1 }' $lantern/texts.tsv | sort >"$dir/differ"
  found=$((found + $(comm -12 "$dir/found" "$dir/differ" | wc -l)))
  false=$((false + $(comm -23 "$dir/found" "$dir/differ" | wc -l)))
done
[ "$found" -ge 94 ] && [ "$false" -le 6 ] && ok "free wording of an unknown game: $found of 100 found, $false falsely" ||
  not_ok 'free wording of an unknown game' "found $found of 100, $false falsely"

# Texts whose findings were not looked at one by one: what they show is how far it reaches, so most of them will do.
reaches() { # TITLE FILE FOUND FALSE
  found=0 false=0
  for what in agrees differs; do # a card has one text of a language of each
    cut -f1,3 "$2" | sort -u >"$dir/groups"
    while read -r name lang; do
      awk -F'\t' -v g="$name" -v l="$lang" -v w="$what" '$1 == g && $3 == l && $4 == w { print $2 " [" l "]: " $5 }' \
        "$2" >"$file"
      [ -s "$file" ] || continue
      run "$REGEL" compare "$file" "$name" -q
      n=$(printf '%s\n' "$out" | grep -c '^[a-z_.]*: differs in substance')
      [ "$what" = differs ] && found=$((found + n)) || false=$((false + n))
    done <"$dir/groups"
  done
  [ "$found" -ge "$3" ] && [ "$false" -le "$4" ] && ok "$1: $found found, $false falsely" ||
    not_ok "$1" "$found found of at least $3, $false falsely of at most $4"
}
reaches 'long and playful wording that nothing was mended by' tests/compare/held.tsv 25 10
reaches 'wording of five rulesets, written before a lexicon was seen' tests/compare/blind.tsv 44 2
reaches 'the half of it that nothing was mended by' tests/compare/blind-held.tsv 47 3

# What we ship says what its rules do, in every language.
for name in heimlich clash orange oranje cultists; do
  run "$REGEL" compare --cards "$name" -q
  assert_exit "no false alarm on the cards of $name" 0
  assert_matches "all of them are compared" '^[0-9]* statements: .* 0 in substance$' "$out"
done
mkdir -p "$dir/lib/scenarios" "$dir/lib/cards"
cp -r scenarios/heimlich "$dir/lib/scenarios"
cp -r cards/heimlich "$dir/lib/cards"
cp -r scenarios/std "$dir/lib/scenarios"
sed -i 's/gebouwen terug/gebouwen vooruit/g' "$dir/lib/scenarios/heimlich/po/nl.po"
run "$REGEL" compare --cards "$dir/lib/scenarios/heimlich" --lang nl
assert_exit 'a translation that goes the other way is found on the card' 1
assert_contains 'with the words' 'direction: nl "vooruit"; the rule: "back"' "$out"
run "$REGEL" compare --cards heimlich texts.txt
assert_exit '--cards takes no file' 2

# ---- names from the ruleset's translation ----
mkdir -p "$dir/told/po"
cp "$game/game.regel" "$dir/told/game.regel"
"$REGEL" po export "$dir/told" --lang nl >/dev/null
sed -e '/^msgid "Coins"/{n;s/""/"duit|de|many=duiten"/;}' -e '/^msgid "Points"/{n;s/""/"oogst"/;}' \
  "$dir/told/po/nl.po" >"$dir/nl.po"
mv "$dir/nl.po" "$dir/told/po/nl.po"
say 'gain [nl]: Krijg duiten.'
run "$REGEL" compare "$file" "$dir/told"
assert_contains 'a translated name is known, in its forms' 'target: nl "duiten"; the rule: point' "$out"
say 'gain [nl]: Krijg oogst.'
run "$REGEL" compare "$file" "$dir/told"
assert_contains 'a translated name that fits' 'gain: agrees' "$out"

# ---- forms of the file ----
say '# a comment' 'lang: nl' 'one: je mag' '  3 kaarten trekken' '' 'lang: en' 'one: you may draw 3 cards'
run "$REGEL" compare "$file"
assert_contains 'a header sets the language, indented lines go on' 'one: agrees' "$out"
printf 'one\tnl\tje mag 3 kaarten trekken\r\none\ten\tyou may draw 3 cards\r\n' >"$file"
run "$REGEL" compare "$file"
assert_contains 'tabs divide, and a column can give the language' 'one: agrees' "$out"
say 'one: je mag 3 kaarten trekken' 'one [en]: you may draw 3 cards'
run "$REGEL" compare "$file" --lang nl
assert_contains '--lang is the language of lines that do not say' 'one: agrees' "$out"
say 'one [en]: you may draw 3 cards' 'one [nl]: -'
run "$REGEL" compare "$file"
assert_contains 'a dash is a version that says nothing' 'nl says nothing about it' "$out"
say 'one [en]: you' 'one [nl]: kaarten' 'one [fr]: toujours'
run "$REGEL" compare "$file" --wording
assert_contains 'differences in wording are shown on demand' 'target (wording): en "you"' "$out"
run "$REGEL" compare "$file" -q
assert_contains 'quiet leaves what differs in substance' 'timing: fr "toujours": always; en does not say so; nl does not say so' "$out"
run "$REGEL" compare "$file" --json
assert_contains 'JSON has the verdict' '"verdict": "differs in substance"' "$out"
assert_contains 'JSON has the odd one' '"odd": "fr"' "$out"
if command -v python3 >/dev/null; then
  printf '%s\n' "$out" | python3 -c 'import json, sys; json.load(sys.stdin)' 2>"$dir/.err" && ok 'JSON is JSON' || not_ok 'JSON is JSON' ''
fi

# ---- what is wrong with it ----
wrong() { # TITLE CODE MESSAGE [ARGUMENT…]: of $file
  title=$1 code=$2 message=$3
  shift 3
  run "$REGEL" compare "$file" "$@"
  assert_exit "$title: exit $code" "$code"
  assert_contains "$title" "$message" "$err"
}
: >"$file"
wrong 'an empty file' 3 'texts.txt:1: there is no text in this file'
say '# only a comment'
wrong 'a file without a text' 3 'there is no text in this file'
say 'one [en]: a' 'one [en]: b'
wrong 'a text that is there twice' 3 'texts.txt:2: "one" has a text in this language already'
say 'one two'
wrong 'a line out of form' 3 'texts.txt:1: a line is "ID: TEXT" or "ID<tab>TEXT"'
say 'one:'
wrong 'an id without a text' 3 'texts.txt:1: "one" has no text'
say '' '  lost'
wrong 'an indented line after nothing' 3 'texts.txt:2: nothing stands before this indented line'
say 'lang: 12'
wrong 'a header without a language' 3 'texts.txt:1: "lang:" needs the code of a language'
printf 'one: a\377b\n' >"$file"
wrong 'bytes that are no UTF-8' 3 'texts.txt:1: this is no text in UTF-8'
printf 'one: a\000b\n' >"$file"
wrong 'a NUL' 3 'texts.txt:1: this is no text in UTF-8'
say 'one [xx]: a' 'one [en]: b'
wrong 'a language without a lexicon' 2 'there is no lexicon for the language "xx"'
say 'one: a' 'one [en]: b'
wrong 'a language that would be a path' 2 'no lexicon for the language "../en"' --lang ../en
say 'faest: Gain 2 points.' 'feast: Gain 2 points.'
wrong 'an unknown id, with the nearest name' 3 'texts.txt:1: nothing in the game is called "faest"; did you mean "feast"?' "$game"
assert_contains 'the rest is compared' 'feast: agrees' "$out"
say 'one: a'
wrong 'one text and no game' 3 '"one" has one text only, and no game was named'
rm "$file"
wrong 'a file that is not there' 5 'cannot read'
long() { awk -v n="$1" 'BEGIN { printf "one [en]: "; for (i = 0; i < n; i++) printf "w"; print "\none [nl]: w" }'; }
long 8192 >"$file"
run "$REGEL" compare "$file"
assert_exit 'a text may have 8192 bytes' 0
long 8193 >"$file"
wrong 'a text that is too long' 3 'the text of "one" is longer than 8192 bytes: divide it'
i=0
while [ $i -lt 30 ]; do echo "line without a sign"; i=$((i + 1)); done >"$file"
wrong 'many mistakes are counted' 3 'and 10 more'
awk 'BEGIN { for (i = 0; n < 10000000 || i % 2; i++) { s = "id" int(i / 2) (i % 2 ? " [nl]: je mag 3 kaarten trekken na je beurt" : " [en]: you may draw 3 cards after your turn"); n += length(s) + 1; print s } }' >"$file"
run "$REGEL" compare "$file" -q
assert_exit 'ten megabytes are compared' 0
assert_matches 'all of them' '^[0-9]{5,} statements: [0-9]{5,} agree, 0 differ in wording, 0 in substance$' "$out"

# ---- a language of one's own ----
mkdir -p "$dir/lib/po" "$dir/lib/scenarios"
printf 'choice may: povas\namount 3: tri\naction draw: preni\nperiod turn: vico\n' >"$dir/lib/po/eo.lexicon"
say 'one [en]: you may draw 3' 'one [eo]: vi povas preni tri'
REGEL_PATH="$dir/lib" run "$REGEL" compare "$file"
assert_contains 'a lexicon that is dropped in is used' 'one: differs in wording' "$out"
printf 'choose may: povas\n' >"$dir/lib/po/eo.lexicon"
REGEL_PATH="$dir/lib" run "$REGEL" compare "$file"
assert_contains 'a lexicon out of form is refused with its line' 'eo.lexicon:1: no class of facts has this name' "$err"
