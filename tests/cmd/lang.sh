# Everything that players read, in another language.
. tests/cmd/lib.sh
export REGEL_PATH="$PWD/tests/speech"

# ---- which language ----
run "$REGEL" text karty red
assert_contains 'without a wish it is the source' 'Take a card of your choice.' "$out"
run "$REGEL" text karty red --lang pl
assert_contains '--lang asks for a language' 'Weź kartę do wyboru.' "$out"
run "$REGEL" --lang=pl text karty red
assert_contains 'also before the command' 'Weź kartę do wyboru.' "$out"
run env REGEL_LANG=pl "$REGEL" text karty red
assert_contains 'REGEL_LANG asks for one' 'Weź kartę do wyboru.' "$out"
run env REGEL_LANG=pl_PL.UTF-8 "$REGEL" text karty red
assert_contains 'as the locale is written, too' 'Weź kartę do wyboru.' "$out"
run "$REGEL" text karty red --lang pl_PL.UTF-8@euro
assert_contains 'and so does --lang' 'Weź kartę do wyboru.' "$out"
run env LC_ALL=pl_PL.UTF-8 "$REGEL" text karty red
assert_contains 'the locale asks for one that there is' 'Weź kartę do wyboru.' "$out"
run env LC_ALL=xx_YY.UTF-8 "$REGEL" text karty red
assert_contains 'and not for one that there is not' 'Take a card of your choice.' "$out"
run env LC_ALL=pl_PL.UTF-8 "$REGEL" text karty red --lang en
assert_contains '--lang en is the source' 'Take a card of your choice.' "$out"
run "$REGEL" text karty red --lang xx
assert_exit 'a language that there is not' 2
assert_contains 'the known ones are named' ' pl' "$err"
run "$REGEL" text karty red --lang ../../etc/passwd
assert_exit 'a language that is a path' 2
run "$REGEL" text karty --lang
assert_exit 'a language without a name' 2
run "$REGEL" text karty 'czerwona karta' --lang pl
assert_contains 'a card is found by its name in the language' 'Weź kartę do wyboru.' "$out"
run "$REGEL" text karty give --lang pl
assert_exit 'a verb is told, too' 0
run "$REGEL" text karty --json --lang pl
assert_contains 'JSON has the texts of the language' '"czerwona karta"' "$out"

run "$REGEL" text karty red --lang pl_PL
assert_contains 'a country falls back to its language' 'Weź kartę do wyboru.' "$out"
run "$REGEL" text karty red --lang pl-PL@euro
assert_contains 'however it is written' 'Weź kartę do wyboru.' "$out"
run "$REGEL" text karty red --lang en_GB
assert_contains 'also to the source' 'Take a card of your choice.' "$out"
mkdir -p "$dir/fall/scenarios" "$dir/fall/po"
cp -r tests/speech/scenarios/karty "$dir/fall/scenarios/"
sed '/^msgctxt/,$d' tests/speech/po/pl.po >"$dir/fall/po/pl_XX.po"
printf '\nmsgctxt "noun.choice"\nmsgid "{what} of your choice"\nmsgstr "{what}, po swojemu"\n' >>"$dir/fall/po/pl_XX.po"
run env REGEL_PATH="$dir/fall:$REGEL_PATH" "$REGEL" text karty red --lang pl_XX
assert_contains 'what the country has is its own, the rest is of the language' 'Weź kartę, po swojemu.' "$out"

mkdir -p "$dir/lib/scenarios/broken/po"
cp tests/speech/scenarios/karty/game.regel "$dir/lib/scenarios/broken/"
printf 'msgid ""\nmsgstr "no header"\nmsgid\n' >"$dir/lib/scenarios/broken/po/pl.po"
run env REGEL_PATH="$dir/lib:$REGEL_PATH" "$REGEL" text broken --lang pl
assert_exit 'a damaged file is refused' 3
assert_contains 'with its place' 'po/pl.po:' "$err"
run env REGEL_PATH="$dir/lib:$REGEL_PATH" "$REGEL" text broken
assert_exit 'but is not read for the source' 0

# ---- playing ----
run_with 'weź
czerwona
help
why nonsense
quit' "$REGEL" play karty --human all --seats Ala,Jan --seed 1 --lang pl
assert_contains 'questions are asked in it' 'Ala: Co robisz?' "$out"
assert_contains 'answers are offered in it, and typed in it' 'Ala: Weź czerwoną kartę' "$out"
assert_contains 'what is not translated is marked' '[en] Type the number or the name' "$out"
assert_contains 'a name that means nothing is told' '[en] Nothing that you can see is called "nonsense".' "$out"
run "$REGEL" play karty --bots --bot random --seed 3 --seats Ala,Jan --lang pl
assert_contains 'the log is in it' 'Ala: Weź czerwoną kartę' "$out"
assert_contains 'a number takes its plural form' 'Ala oddaje 5 kart i ma 5 monet' "$out"
assert_contains 'the result is in it' 'Nikt nie wygrywa: Nikt się nie wzbogacił' "$out"

# ---- stored games ----
run "$REGEL" replay 2 --lang pl
assert_contains 'a game that is stored is read in any language' 'Ala oddaje 5 kart i ma 5 monet' "$out"
run "$REGEL" replay 2
assert_contains 'whatever it was played in' 'Ala gives 5 cards and has 5 coins' "$out"
run "$REGEL" replay 2 --until 2 --lang pl
assert_contains 'the table, too' 'Ręka            Monety' "$out"
run "$REGEL" audit 2 --lang pl
assert_contains 'an audit is in it' 'Weź czerwoną kartę' "$out"
run "$REGEL" audit 2 --why 'ręka (Ala)' --lang pl
assert_contains 'causes are named as in its log' 'Zielona karta: from stos to ręka (Ala)' "$out"
run "$REGEL" games --lang pl
assert_contains 'why nobody won is in it' 'Nikt się nie wzbogacił' "$out"
run "$REGEL" sim karty -n 20 -q --lang pl
assert_contains 'a simulation names the game and the reasons' 'Nikt się nie wzbogacił' "$out"
assert_contains 'and its seats' 'Gracz 2' "$out"
run "$REGEL" cards karty
run "$REGEL" cards show karty/red --lang pl
assert_contains 'a card is shown in it' 'Weź kartę do wyboru.' "$out"
run "$REGEL" cards --search czerwona
assert_contains 'a card is found by a word of any language' 'red ' "$out"
run "$REGEL" export 2 --lang pl -o "$dir/game.txt"
assert_exit 'an exported game' 0
run "$REGEL" import --verify "$dir/game.txt"
assert_exit 'is read whatever language was asked for' 0

# ---- rules that are not there any more ----
mkdir -p "$dir/gone/scenarios/gone/po"
sed 's/^game karty/game gone/' tests/speech/scenarios/karty/game.regel >"$dir/gone/scenarios/gone/game.regel"
cp tests/speech/scenarios/karty/po/pl.po "$dir/gone/scenarios/gone/po/"
run env REGEL_PATH="$dir/gone:$REGEL_PATH" "$REGEL" play gone --bots --bot random --seed 3 --lang pl
assert_contains 'a ruleset is played in a language' 'Weź czerwoną kartę' "$out"
rm -r "$dir/gone"
run "$REGEL" replay 3 --lang pl
assert_contains 'without its files its texts are the source, and marked' '[en] Take the red card' "$out"
run "$REGEL" replay 3
assert_lacks 'and not marked where no translation is asked for' '[en]' "$out"

# ---- names that run the other way ----
run "$REGEL" play karty --seats 'דוד,Ann' --bots --bot random --seed 1 --no-store
isolated=$(printf '\342\201\250דוד\342\201\251')
assert_contains 'a name that runs against its sentence is isolated' "$isolated" "$out"
assert_lacks 'one that runs with it is not' "$(printf '\342\201\250Ann')" "$out"

# ---- a language that runs the other way, and one with wide letters ----
mkdir -p "$dir/bidi/scenarios/karty/po"
cp tests/speech/scenarios/karty/game.regel "$dir/bidi/scenarios/karty/"
head_of() { # LANG PLURAL
  printf 'msgid ""\nmsgstr ""\n"Language: %s\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: %s\\n"\n' "$1" "$2"
}
message() { printf '\nmsgctxt "%s"\nmsgid "%s"\nmsgstr "%s"\n' "$1" "$2" "$3"; }
{
  head_of he 'nplurals=2; plural=(n != 1);'
  message verb.take 'Take {c}' 'קח את {c}'
  message thing.red 'the red card' 'הקלף האדום'
  message thing.green 'the green card' 'Green'
  message player.hand hand יד
  message player.coins 'coin|many=coins' 'מטבע|many=מטבעות'
} >"$dir/bidi/scenarios/karty/po/he.po"
{
  head_of ja 'nplurals=1; plural=0;'
  message verb.take 'Take {c}' '{c}を取る'
  message thing.red 'the red card' 赤いカード
  message thing.green 'the green card' 緑のカード
  message player.hand hand 手札
  message player.coins 'coin|many=coins' コイン
} >"$dir/bidi/scenarios/karty/po/ja.po"
export REGEL_PATH="$dir/bidi:$REGEL_PATH"
run "$REGEL" play karty --seats 'Ala,דוד' --bots --bot random --seed 3 --lang he
first=$(printf '%s\n' "$out" | sed -n '1p')
assert_contains 'what runs with its sentence stands as it is' 'קח את הקלף האדום' "$first"
assert_contains 'a title that runs against it is isolated' "$(printf 'קח את \342\201\250Green\342\201\251')" "$out"
assert_contains 'so is a Latin name' "$(printf '\342\201\250Ala\342\201\251')" "$out"
run "$REGEL" play karty --seats 'Ala,Jan' --bots --bot random --seed 3 --lang ja
assert_contains 'Japanese runs as Latin does' 'Ala: 赤いカードを取る' "$out"
assert_lacks 'and needs no isolates' "$(printf '\342\201\250')" "$out"
# In a table every column begins where its heading does: wide letters take two columns, isolates none.
columns() { # of the heading $1 and of the numbers below it
  printf '%s\n' "$out" | python3 -c '
import sys, unicodedata
def column(line, what):
    at = line.rindex(what)
    return sum(0 if unicodedata.category(c) in ("Cf", "Mn") else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line[:at])
rows = [l.rstrip("\n") for l in sys.stdin]
i = next(i for i, l in enumerate(rows) if sys.argv[1] in l and "Player" in l)
print(*sorted({column(rows[i], sys.argv[1]), column(rows[i + 1], "5"), column(rows[i + 2], "5")}))' "$1"
}
for heading in he:מטבעות ja:コイン; do
  run "$REGEL" replay 1 --until 6 --lang "${heading%%:*}"
  assert_matches "the columns of ${heading%%:*} are straight" '^[0-9]*$' "$(columns "${heading#*:}")"
done
run_with '1
why niebieska karta
quit' "$REGEL" play karty --human all --seats Ala,Jan --seed 1 --no-store
assert_contains 'why takes a name of any language' 'is offered: it is answer 2' "$out"
run_with '1
why Green
Green
quit' "$REGEL" play karty --human all --seats Ala,Jan --seed 1 --no-store --lang he
assert_contains 'and an answer is typed without isolates' "$(printf 'קח את \342\201\250Green\342\201\251')" "$out"
