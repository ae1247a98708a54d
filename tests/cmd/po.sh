# regel po: PO files out and in, with gettext and translate-toolkit looking at them.
. tests/cmd/lib.sh
unset REGEL_LANG
game=$dir/deal
mkdir "$game"
cat >"$game/game.regel" <<'RULES'
game deal "Deal" for 2..4
kind player { points "Points": 0..99 }
kind card "card" { verb play }
card spy "Spy" * 3 { play { gain 1 } }, general "General" { play { gain 4 } }   @DEAL-CARD-01
deck: pile of card = card
verb gain (n: 0..9) "gain {n|one point|{n} points}" { raise points by n }        @DEAL-GAIN-01
verb play {
  note "The game begins"
  let c = top(deck)
  as first(players) { c.play }
  win none
}
RULES
run "$REGEL" check "$game"
assert_exit 'the ruleset of this test is sound' 0

accepted() { # TITLE FILE: by the tools that translators use
  run msgfmt --check -o "$dir/out.mo" "$2"
  assert_exit "$1: msgfmt --check accepts it" 0
  run msgcat --no-wrap "$2" -o "$dir/cat.po"
  run cmp "$2" "$dir/cat.po"
  assert_exit "$1: msgcat has nothing to change" 0
  run msgmerge -q --no-wrap --no-fuzzy-matching "$2" "$2" -o "$dir/merged.po"
  assert_exit "$1: msgmerge accepts it" 0
  # Not pythonbraceformat: it wants in every plural form what the singular has, and no more.
  rm -rf "$dir/filtered"
  run pofilter --progress=none -t nplurals -t escapes -t newlines -t tabs -t printf \
    -t validchars -t startwhitespace -t endwhitespace "$2" "$dir/filtered"
  assert_exit "$1: pofilter runs" 0
  assert_equal "$1: pofilter finds nothing" '' "$(grep -h '^# (pofilter)' "$dir/filtered" 2>/dev/null)"
}

# ---- export ------------------------------------------------------------------------

run "$REGEL" po export "$game" --lang nl
assert_exit 'a ruleset is exported' 0
nl=$game/po/nl.po
assert_file 'into its folder po' "$nl"
accepted 'a new file' "$nl"
text=$(cat "$nl")
assert_contains 'a choice by number is a plural' 'msgid "gain one point"
msgid_plural "gain {n} points"
msgstr[0] ""
msgstr[1] ""' "$text"
assert_contains 'placeholders are explained' '#. {n}: a number from 0 to 9' "$text"
assert_contains 'a card shows how the template is used' '#. On Spy: Gain one point' "$text"
assert_contains 'and a second one' '#. On General: Gain 4 points' "$text"
assert_contains 'what the table shows without a label has a name' 'msgctxt "game.deck"
msgid "deck"' "$text"
assert_contains 'the rule is cited' '#. Rule DEAL-GAIN-01' "$text"
assert_contains 'the file is named without a line' '#: game.regel
' "$text"
assert_contains 'the header has the plural rule of the language' 'Plural-Forms: nplurals=2; plural=(n != 1);' "$text"
cp "$nl" "$dir/first.po"
run "$REGEL" po export "$game" --lang nl
run cmp "$nl" "$dir/first.po"
assert_exit 'exporting again changes nothing' 0
run "$REGEL" po export "$game" --lang tlh
assert_exit 'an unknown plural rule is asked for' 2
assert_contains 'with an example' '--plural' "$err"
run "$REGEL" po export "$game" --lang tlh --plural 'nplurals=1; plural=0;' -o -
assert_contains 'and taken' 'Plural-Forms: nplurals=1; plural=0;' "$out"
run "$REGEL" po export "$game" --lang tlh --plural 'nplurals=1; plural=n;' -o -
assert_exit 'a plural rule that cannot be used is refused' 2
run "$REGEL" po export "$game" --lang ../../x
assert_exit 'a language is no path' 2
run "$REGEL" po export "$game"
assert_exit 'without a language there is nothing to export' 2
run "$REGEL" po export "$game" --template
assert_contains 'a template has no language' 'nplurals=INTEGER' "$out"
printf '%s\n' "$out" >"$dir/deal.pot"
run msginit --no-translator --no-wrap -l nl_NL -i "$dir/deal.pot" -o "$dir/init.po"
assert_exit 'msginit makes a file of the template' 0
run "$REGEL" po export --program --lang eo -o "$dir/program.po"
assert_exit 'the words of the program are exported' 0
accepted 'the words of the program' "$dir/program.po"
assert_lacks 'the help is not among them' 'msgctxt "help' "$(cat "$dir/program.po")"
run "$REGEL" po export --commands --lang eo -o "$dir/commands.po"
assert_exit 'the help of commands is a catalog of its own' 0
accepted 'the help of commands' "$dir/commands.po"
assert_contains 'with the summaries' 'msgctxt "help.play/summary"' "$(cat "$dir/commands.po")"
assert_lacks 'and nothing that players read' 'msgctxt "rule.' "$(cat "$dir/commands.po")"
# Whoever exports again sees what changed and nothing else: entries stand in the order of an export.
for file in po/*.po; do
  code=${file%.po} what=--program
  case $file in po/commands.*) what=--commands ;; esac
  run "$REGEL" po export $what --lang "${code##*[/.]}" -o "$dir/again.po"
  assert_equal "$file has the order in which it is exported (if not: regel po export $what --lang ${code##*[/.]} -o $file)" \
    "$(grep '^msgctxt' "$dir/again.po")" "$(grep '^msgctxt' "$file")"
done
for known in tictactoe connect4 heimlich clash orange; do
  run "$REGEL" po export $known --lang pl -o "$dir/pl.po"
  assert_exit "$known: exported" 0
  accepted "$known" "$dir/pl.po"
done
cp "$game/game.regel" "$dir/alone.regel"
run "$REGEL" po export "$dir/alone.regel" --lang nl
assert_file 'a ruleset of one file has its translations beside it' "$dir/alone.nl.po"

# ---- translating -------------------------------------------------------------------

translate() { # FILE: what a translator does, with msgids for words
  awk '
    /^msgid "/ { id = $0 } /^msgid_plural "/ { many = $0 }
    /^msgstr "/ && id != "msgid \"\"" { sub(/^msgid "/, "", id); print "msgstr \"" id; next }
    /^msgstr\[0\] / { sub(/^msgid "/, "", id); print "msgstr[0] \"" id; next }
    /^msgstr\[1\] / { sub(/^msgid_plural "/, "", many); print "msgstr[1] \"" many; next }
    { print }' "$1"
}
translate "$nl" >"$dir/sent.po"
sed -i 's/^msgstr "Spy"/msgstr "Spion"/' "$dir/sent.po"
run "$REGEL" po import "$dir/sent.po" "$game"
assert_exit 'a translation is imported' 0
assert_contains 'its count is told' ', 0 fuzzy, 0 to do, 0 obsolete' "$out"
run cmp "$nl" "$dir/sent.po"
assert_exit 'as it was sent' 0
run "$REGEL" po export "$game" --lang nl
run cmp "$nl" "$dir/sent.po"
assert_exit 'and the next export is the same' 0
accepted 'a translated file' "$nl"
run "$REGEL" po check "$game" --lang nl
assert_exit 'nothing is found in it' 0
run "$REGEL" po stats "$game"
assert_matches 'stats counts it' '^  nl .* 0 fuzzy .* 0 missing  100 %' "$out"
assert_matches 'and what it was good for' '^  [0-9]+ messages? for 2 cards with composed text' "$out"
run "$REGEL" po stats "$game" --json
assert_contains 'stats as JSON' '"card_messages"' "$out"
run "$REGEL" po stats "$game"
counted=$(printf '%s\n' "$out" | grep '^  nl ')
run "$REGEL" po stats "$nl"
assert_exit 'a file is counted by itself' 0
assert_matches 'under its own name' "^$nl: [0-9]+ messages, [0-9]+ words" "$out"
assert_contains 'as in its ruleset' "$counted" "$out"
run "$REGEL" po stats "$nl" "$game" --json
assert_equal 'a file and a ruleset in one call' 2 "$(printf '%s\n' "$out" | grep -c '"languages"')"
run "$REGEL" po stats "$dir/nothing.po"
assert_exit 'a file that is not there' 5
assert_contains 'is named' 'nothing.po" does not exist' "$err"

# ---- the source changes ------------------------------------------------------------

sed -i 's/The game begins/The long game begins/; s/ "General"/ "Marshal"/; s/card spy "Spy"/card agent "Spy"/' "$game/game.regel"
sed -i 's/^deck: pile.*/&\ncard extra "Extra" { play { gain 2 } }/' "$game/game.regel"
run "$REGEL" po check "$game" --format=short
assert_exit 'a changed source is found' 1
assert_contains 'a text that changed is stale' 'the source has changed [W0812]' "$err"
assert_contains 'a text that is new is missing' 'thing.extra: not in the file: Extra [W0811]' "$err"
assert_contains 'a text that is gone is unused' 'thing.spy: nothing uses this message: Spy [W0813]' "$err"
run "$REGEL" po export "$game" --lang nl
text=$(cat "$nl")
assert_contains 'a changed text is fuzzy, with the source of then' '#, fuzzy
#| msgid "The game begins"' "$text"
assert_contains 'and a renamed one with its place of then' '#, fuzzy
#| msgctxt "thing.spy"' "$text"
accepted 'a file with fuzzy messages' "$nl"
run "$REGEL" po check "$game" --format=short
assert_contains 'which is told' 'the translation is marked as fuzzy [W0812]' "$err"
sed -i '/^card extra/d; /note "The long game/d' "$game/game.regel"
run "$REGEL" po export "$game" --lang nl
assert_contains 'a text that is gone is obsolete' '#~ msgstr "The game begins"' "$(cat "$nl")"
run "$REGEL" po stats "$game"
counted=$(printf '%s\n' "$out" | grep '^  nl ')
run "$REGEL" po stats "$nl"
assert_contains 'a file by itself counts fuzzy ones, and no obsolete ones' "$counted" "$out"
assert_matches 'of which this one has some' ' [1-9][0-9]* fuzzy' "$counted"
accepted 'a file with obsolete messages' "$nl"

# ---- files that translators should not have sent -----------------------------------

cp "$nl" "$dir/kept.po"
refuse() { # TITLE FILE CODE TEXT
  run "$REGEL" po import "$2" "$game"
  assert_exit "$1: it is refused" "$3"
  assert_contains "$1: with a reason" "$4" "$err"
  run cmp "$nl" "$dir/kept.po"
  assert_exit "$1: the catalog is as it was" 0
}
sed 's/{n}/{m}/' "$dir/sent.po" | sed 's/msgid_plural "gain {m}/msgid_plural "gain {n}/' >"$dir/bad.po"
refuse 'other placeholders' "$dir/bad.po" 3 'E0805'
printf 'GIF89a\001\000\377' >"$dir/bad.po"
refuse 'a picture' "$dir/bad.po" 3 'E0102'
head -c 700 "$dir/sent.po" >"$dir/bad.po"
printf '\nmsgid "cut' >>"$dir/bad.po"
refuse 'half a file' "$dir/bad.po" 3 'E0801'
awk -v RS= -v ORS='\n\n' 'NR <= 3' "$nl" >"$dir/bad.po"
refuse 'a file cut off between messages' "$dir/bad.po" 1 " translations would be lost: the file has none of "
sed '/^msgid "card"/{n;s/.*/msgstr ""/}' "$nl" >"$dir/bad.po"
refuse 'a file without one of the translations' "$dir/bad.po" 1 "1 translation would be lost: the file has none of kind.card, for example; if that is meant, delete $nl first
regel po: nothing was changed"
iconv -f UTF-8 -t UTF-16 "$dir/sent.po" >"$dir/bad.po"
refuse 'UTF-16' "$dir/bad.po" 3 'E0102'
sed 's/Language: nl/Language: ..\/..\/nl/' "$dir/sent.po" >"$dir/bad.po"
refuse 'a language that is a path' "$dir/bad.po" 3 'E0807'
sed 's/X-Regel-Ruleset: deal/X-Regel-Ruleset: tictactoe/' "$dir/sent.po" >"$dir/bad.po"
refuse 'another ruleset' "$dir/bad.po" 3 'E0807'
printf 'msgid "a"\nmsgstr "\033]0;gone\007"\n' >"$dir/bad.po"
refuse 'no header' "$dir/bad.po" 3 'E0802'
{ cat "$dir/sent.po"; printf '\nmsgctxt "x"\nmsgid "x"\nmsgstr "\033[2J"\n'; } >"$dir/bad.po"
refuse 'an escape for the terminal' "$dir/bad.po" 3 'E0806'
assert_lacks 'what is shown of it is harmless' "$(printf '\033')" "$err"
head -c 104857600 /dev/zero | tr '\0' '#' >"$dir/bad.po"
refuse 'a hundred megabytes' "$dir/bad.po" 3 'E0104'
rm "$dir/bad.po"
refuse 'no file' "$dir/bad.po" 5 'does not exist'
mkdir "$dir/bad.po"
refuse 'a folder' "$dir/bad.po" 5 'is a folder'
run "$REGEL" po import "$dir/sent.po" "$game" --lang fr
assert_exit 'another language than was asked for' 3
if [ "$(id -u)" -ne 0 ]; then
  chmod a-w "$game/po"
  run "$REGEL" po import "$dir/sent.po" "$game"
  assert_exit 'a folder that cannot be written to is told' 5
  chmod u+w "$game/po"
fi
assert_equal 'no temporary file is left' 'nl.po' "$(ls "$game/po")"
awk -v RS= -v ORS='\n\n' 'NR <= 3' "$dir/kept.po" >"$dir/cut.po"
sed 's/^msgctxt "kind.card"/#, fuzzy\n&/' "$dir/kept.po" >"$dir/doubt.po"
run "$REGEL" po import "$dir/doubt.po" "$game"
assert_exit 'a translation that is in doubt now is not lost' 0
rm "$nl"
run "$REGEL" po import "$dir/cut.po" "$game"
assert_exit 'without a catalog nothing can be lost' 0
assert_contains 'and what the file has is taken' '2 translated' "$out"
printf 'msgid "cut' >"$nl"
run "$REGEL" po import "$dir/kept.po" "$game"
assert_exit 'a damaged catalog is not replaced unseen' 3
assert_contains 'its mistakes are told' "$nl:1:" "$err"
cp "$dir/kept.po" "$nl"
run "$REGEL" po import "$dir/sent.po"
assert_exit 'a file that names a ruleset that is not in the library' 2

# ---- checks with a glossary --------------------------------------------------------

printf 'concept,en,nl\nspy,spy,spion/geheim agent\npoint,point,"punt"\n' >"$game/glossary.csv"
sed 's/^msgstr "Spion"/msgstr "Mol"/' "$nl" >"$dir/mol.po"
cp "$dir/mol.po" "$nl"
run "$REGEL" po check "$game" --format=short
assert_contains 'an agreed word is missed' '"point" is "punt" in the glossary [W0815]' "$err"
cp "$game/glossary.csv" "$dir/agreed.csv"
printf 'concept,en,nl\nnumber,n,getal\npoint gain,point gain,winst\n' >"$game/glossary.csv"
run "$REGEL" po check "$game" --format=short
assert_lacks 'neither a placeholder nor words in another order are a term' W0815 "$err"
cp "$dir/agreed.csv" "$game/glossary.csv"
run "$REGEL" po check "$game" --json
assert_contains 'findings as JSON' '"code": "W0815"' "$out"
assert_contains 'with their exit code' '"exit": 1' "$out"
named=$dir/named
mkdir "$named"
cat >"$named/game.regel" <<'RULES'
game named "Named" for 2..4
verb take (point: 1..9) "take {point}" { }
verb play { take 1; win none }
RULES
run "$REGEL" po export "$named" --lang nl
sed -i '/^msgid "take/{n;s/""/"neem {point}"/}' "$named/po/nl.po"
cp "$game/glossary.csv" "$named/glossary.csv"
run "$REGEL" po check "$named" --format=short
assert_lacks 'the name of a placeholder is no word' 'W0815' "$err"
run "$REGEL" po glossary "$game" --tbx -o "$dir/deal.tbx"
assert_exit 'a glossary is written as TBX' 0
if command -v xmllint >/dev/null; then
  run xmllint --noout "$dir/deal.tbx"
  assert_exit 'which is XML' 0
fi
cp "$game/glossary.csv" "$dir/glossary.csv"
run "$REGEL" po glossary "$game" --read "$dir/deal.tbx"
assert_exit 'and read back' 0
run "$REGEL" po glossary "$game"
assert_equal 'as it was' "$(sed 's/"//g' "$dir/glossary.csv")" "$out"
for bad in 'concept,nl
a,b' 'concept,en
a' 'concept,en
"a,b' '<martif><termEntry><langSet xml:lang="en"><term>a &x;</term>' '<martif></martif>'; do
  printf '%s\n' "$bad" >"$dir/bad.csv"
  run "$REGEL" po glossary "$game" --read "$dir/bad.csv"
  assert_exit "a glossary is refused: $(printf '%s' "$bad" | head -n 1)" 3
  assert_contains 'with its code' 'E0808' "$err"
done
run "$REGEL" po glossary "$game"
assert_equal 'and the old one is kept' "$(sed 's/"//g' "$dir/glossary.csv")" "$out"

# ---- findings name cards and rules; numbers may be words ---------------------------

library=$dir/library # the program's words are found in any library
mkdir -p "$library/po" "$dir/two/po"
cat >"$dir/two/game.regel" <<'RULES'
game two "Coins" for 2..4
kind player { points "Points": 0..99 }
kind card "card" { verb play }
card spy "Spy" { play { gain 1 } }
deck: pile of card = card
verb gain (n: 0..9) "gain two coins and {n} points" { raise points by n }        @TWO-GAIN-01
verb play { win none }
RULES
two=$dir/two/po/nl.po
run "$REGEL" po export "$dir/two" --lang nl
translate "$two" >"$dir/sent.po"
sed 's/^msgstr "gain two coins and {n} points"/msgstr "krijg drie munten en {n} punten"/' "$dir/sent.po" >"$two"
run "$REGEL" po export --program --lang nl -o "$library/po/nl.po"
sed '/^msgid "one two three/{n;s/.*/msgstr "een twee drie vier vijf"/}' \
  "$library/po/nl.po" >"$dir/words.po"
cp "$dir/words.po" "$library/po/nl.po"
run env REGEL_PATH="$library" "$REGEL" po check "$dir/two" --lang nl
assert_contains 'a number as a word is compared' 'numbers of the source: 2; of the translation: 3' "$err"
assert_contains 'a finding names a card' '= On Spy: Gain two coins' "$err"
assert_contains 'a finding names its rule' '= Rule TWO-GAIN-01' "$err"
sed -i 's/krijg drie munten/krijg 2 munten/' "$two"
run env REGEL_PATH="$library" "$REGEL" po check "$dir/two" --lang nl
assert_lacks 'a word and a digit are one number' 'W0814' "$err"

# ---- the help in another language --------------------------------------------------

run "$REGEL" po pseudo --program -o "$library/po/qps.po"
assert_exit 'the program has a pseudo-language, too' 0
run env REGEL_PATH="$library" "$REGEL" help play --lang qps
assert_contains 'a help that nobody has begun is the source, without marks' '
Options:' "$out"
run env REGEL_PATH="$library" "$REGEL" po pseudo --commands
assert_contains 'its help lies beside it' "$library/po/commands.qps.po: " "$out"
run env REGEL_PATH="$library" "$REGEL" help play --lang qps
assert_exit 'the help is there in it' 0
assert_contains 'its headings' '[Óptíóñs:' "$out"
assert_contains 'what the command does' '[Pláýs íñ thé térmíñál.' "$out"
assert_contains 'and its options' '[hów máñý pláý' "$out"
assert_lacks 'nothing is left in English' '[en]' "$out"
run env REGEL_PATH="$library" REGEL_LANG=qps "$REGEL" help
assert_contains 'the list of commands is translated' '[pláý á gámé íñ thé térmíñál' "$out"
run env REGEL_PATH="$library" REGEL_LANG=qps_XX "$REGEL" help
assert_contains 'and falls back' '[pláý á gámé íñ thé térmíñál' "$out"
run env REGEL_PATH="$library" "$REGEL" po import "$library/po/commands.qps.po"
assert_contains 'a file says that it is the help' "$library/po/commands.qps.po: " "$out"
run "$REGEL" po export --commands --lang eo -o "$library/po/commands.eo.po"
run env REGEL_PATH="$library" "$REGEL" help play --lang eo
assert_contains 'what is not translated is marked' '[en] Options:' "$out"
run env REGEL_PATH="$library" "$REGEL" help play --lang xx
assert_exit 'a language that is not there' 2

# ---- the opposite of the rule ------------------------------------------------------

meant=$dir/meant
mkdir -p "$meant/scenarios" "$meant/cards"
cp -r scenarios/heimlich scenarios/clash scenarios/orange scenarios/cultists scenarios/std "$meant/scenarios"
cp -r cards/heimlich cards/clash cards/orange cards/cultists "$meant/cards"
# Exchanges two words in the texts of a translation and counts the texts that are found.
exchange() { # TITLE GAME LANG ONE OTHER LEAST
  po=$meant/scenarios/$2/po/$3.po
  cp "$po" "$dir/whole.po"
  sed -i "/^msgctxt \"\\(thing\.[^.]*\\|kind\.[^.]*\\)\"/,/^\$/b
    /^msgstr/{s/\<$4\>/@@/g;s/\<$5\>/$4/g;s/@@/$5/g}" "$po"
  run env REGEL_PATH="$meant" "$REGEL" po check "$meant/scenarios/$2" --lang "$3"
  cp "$dir/whole.po" "$po"
  n=$(printf '%s\n' "$err" | grep -c 'W0819')
  [ "$n" -ge "$6" ]
  assert_true "$1: $n of at least $6" $?
}
assert_true() { if [ "$2" -eq 0 ]; then ok "$1"; else not_ok "$1" 'expected more findings'; fi; }
exchange 'forward and back in Dutch' heimlich nl vooruit terug 7
exchange 'church and ruin in Dutch' heimlich nl kerk ruïne 1
exchange 'may and must in Dutch' orange nl mag moet 2
exchange 'gain and lose in French' clash fr Gagnez Perdez 3
exchange 'may and must in German' clash de darfst musst 1
exchange 'at most and at least in German' clash de höchstens mindestens 1
exchange 'another and the same in German' heimlich de 'einen anderen' denselben 1
exchange 'to win and to lose in French' cultists fr "ils gagnent" "ils perdent" 1
exchange 'need not and must not in French' cultists fr "n'êtes pas obligé de" 'ne devez pas' 1
exchange 'what is put and where in French' heimlich fr 'Placez {a:the} dans {b' 'Placez {b:the} dans {a' 1
exchange 'into and out of a placeholder in Dutch' heimlich nl 'brandkast naar {b' 'brandkast vanuit {b' 1
exchange 'left and right in Dutch' clash nl 'naar links' 'naar rechts' 1
exchange 'a denial in one of several sentences in French' cultists fr 'se rencontrent aussitôt' 'ne se rencontrent pas' 1
exchange 'taken and put in Dutch' cultists nl 'Trek een kaart van' 'Leg een kaart op' 1
exchange 'taken and put in German' cultists de 'Nimm den Kultistenmarker aus deinem' 'Leg den Kultistenmarker in deinen' 1
exchange 'two places in the note of a variant in Dutch' orange nl 'l:the}, wordt verwacht bij {w.haven' 'w.haven:the}, wordt verwacht bij {l' 1
exchange 'another agent and the safe in French' heimlich fr "à côté d'un autre agent" 'à côté du coffre-fort' 1
exchange 'two placeholders of a paragraph in Dutch' heimlich nl 'ruin} gaat hij terug' 'church} gaat hij terug' 1
exchange 'at most and at least of a placeholder in Dutch' orange nl 'hoogstens {alibi' 'minstens {alibi' 1
exchange 'the whole game and each round in Dutch' cultists nl 'in het hele spel één' 'elke ronde één' 1
exchange 'each and one of your choice in French' orange fr 'de chaque Lieu adjacent' "d'un Lieu adjacent de votre choix" 1
exchange 'yours and one of your choice in German' cultists de 'aus deinem Raum' 'aus einem Raum deiner Wahl' 1
exchange 'everybody and those at your Location in Dutch' orange nl 'Elk Karakter verliest' 'Elk Karakter op je Locatie verliest' 1
run "$REGEL" po check heimlich clash orange oranje cultists
assert_exit 'what we ship means what its rules do, in every language' 0
for program in po/*.po; do
  run "$REGEL" po check "$program"
  assert_exit "no finding in what the program says: ${program#po/}" 0
done
po=$meant/scenarios/heimlich/po/nl.po
cp "$po" "$dir/whole.po"
sed -i 's/vanuit de ruïne in de kerk/vanuit de kerk in de ruïne/' "$po"
run env REGEL_PATH="$meant" "$REGEL" po check "$po"
assert_contains 'a file alone is held against the rules it lies with' 'W0819' "$err"
cp "$dir/whole.po" "$po"
sed -i 's/^msgstr "agent|de|many=agenten"/msgstr "spion|de|many=spionnen"/' "$po"
run env REGEL_PATH="$meant" "$REGEL" po check "$meant/scenarios/heimlich" --lang nl
assert_contains 'a kind with a new name that its texts do not know' \
  'kind.agent: "agent" is called "spion", and ' "$err"

# ---- pseudo ------------------------------------------------------------------------

run "$REGEL" po pseudo "$game"
assert_exit 'a pseudo-language is made' 0
assert_contains 'longer, with accents and brackets' 'msgstr "[Spý·]"' "$(cat "$game/po/qps.po")"
assert_contains 'placeholders are kept' 'msgstr[1] "[gáíñ {n} póíñts' "$(cat "$game/po/qps.po")"
run msgfmt --check -o "$dir/out.mo" "$game/po/qps.po"
assert_exit 'msgfmt accepts it' 0

mkdir -p "$dir/sham"
cp -r scenarios cards "$dir/sham"
for name in heimlich orange; do # brackets and signs that make it longer are none of its words
  run "$REGEL" po pseudo "$dir/sham/scenarios/$name"
  run "$REGEL" po check "$dir/sham/scenarios/$name" --lang qps
  assert_contains "nothing is wrong with the one of $name" ' 0 errors, 0 warnings,' "$out"
done

cat >"$dir/near.regel" <<'RULES'
game near "Near" for 2..2
kind player { }
kind card "card"
card a "Spy", b "Spý", c "spý¹", d "spy¹"
verb play { win none }
RULES
run "$REGEL" po pseudo "$dir/near.regel"
run "$REGEL" po check "$dir/near.regel" --lang qps --notes
assert_contains 'no two names become one' '0 notes' "$out"

# ---- calls -------------------------------------------------------------------------

run "$REGEL" po
assert_exit 'regel po needs to know what' 2
run "$REGEL" po translate
assert_exit 'a word that means nothing' 2
run "$REGEL" po export tictactoe --program --lang nl
assert_exit 'a ruleset and the program at once' 2
run "$REGEL" po export --commands --program --lang nl
assert_exit 'two catalogs at once' 2
run "$REGEL" po import
assert_exit 'import needs a file' 2
run "$REGEL" po check nothing_like_this
assert_exit 'an unknown ruleset' 2

# ---- how much room there is --------------------------------------------------------

cat >"$dir/room.regel" <<'RULES'
game room "Room" for 2..2
kind player { coins "Coins": 0..9 }
kind card "card" { verb play }
card spy "Spy" { play { raise coins by 1 } }
deck: pile of card = card
view "Table" { let n = count(deck); note "Left {n}"; note "Rich" at 12; note "and so on" at 20 }
verb play { win none }
RULES
run "$REGEL" po export "$dir/room.regel" --lang nl
assert_contains 'a text in a view has the columns up to the next' '#. max-length:10' \
  "$(grep -B5 'msgid "Left {n}"' "$dir/room.nl.po")"
assert_contains 'each of them' '#. max-length:7' "$(grep -B3 'msgid "Rich"' "$dir/room.nl.po")"
assert_lacks 'the last has any number' 'max-length' "$(grep -B3 'msgid "and so on"' "$dir/room.nl.po")"
assert_contains 'and a title the width of a card' '#. max-length:60' "$(grep -B4 'msgid "Spy"' "$dir/room.nl.po")"
sed -i -e '/msgid "Rich"/{n;s/""/"Stinkend rijk"/}' "$dir/room.nl.po"
run "$REGEL" po check "$dir/room.regel" --lang nl
assert_contains 'what is too long is found' 'view/note: 13 columns, and there is room for 7' "$err"

# ---- a translator's day -------------------------------------------------------------

mkdir "$dir/alike"
cat >"$dir/alike/game.regel" <<'RULES'
game alike "Alike" for 2..2
kind player { coins "Coins": 0..9 }
verb linger "{me} lingers" { choose { "Go on" { } } }
verb dash "{me} dashes" { choose { "Go on" { raise coins by 1 } } }
verb play { as first(players) { linger; dash }; win none }
RULES
run "$REGEL" po export "$dir/alike" --lang nl
sed -i -e '/msgctxt "verb.linger\/choice"/{n;n;s/""/"Ga verder"/}' -e '/msgid "Coins"/{n;s/""/"Munten"/}' \
  -e 's/^msgctxt "verb.linger"/#, no-wrap\nmsgctxt "verb.linger"/' "$dir/alike/po/nl.po"
run "$REGEL" po export "$dir/alike" --lang nl
assert_contains 'an equal source is filled in and marked' '#, review
msgctxt "verb.dash/choice"
msgid "Go on"
msgstr "Ga verder"' "$(cat "$dir/alike/po/nl.po")"
assert_contains 'flags of other tools stay' 'no-wrap' "$(cat "$dir/alike/po/nl.po")"
run "$REGEL" po stats "$dir/alike"
assert_contains 'what is to be looked at is counted' '(1 to review)' "$out"
run "$REGEL" play "$dir/alike" --bots --seed 1 --lang nl --db "$dir/alike.db"
assert_lacks 'players see no mark on it' '[old]' "$out"
run "$REGEL" audit 1 --db "$dir/alike.db" --why 'Munten van Speler 1'
assert_exit 'a name in another language is understood' 0
assert_contains 'and answered in that of the reader' 'Coins of Player 1: 1' "$out"
run "$REGEL" play nosuchgame --lang de
assert_contains 'what is typed wrongly is told in the language' 'kein Regelwerk heißt „nosuchgame“; es gibt: ' "$err"
run "$REGEL" play heimlich --players 99 --lang fr
assert_contains 'with its numbers' '--players doit être compris entre 1 et 16, et non 99' "$err"
assert_contains 'and where more is to be read' 'Voir : regel help play' "$err"
run "$REGEL" play heimlich --players 99
assert_contains 'in English as ever' '--players must be between 1 and 16, not 99' "$err"
