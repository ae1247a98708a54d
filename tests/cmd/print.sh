# regel print: every form it writes, what it reports, and pictures that stay as they are.
. tests/cmd/lib.sh
build=${REGEL%/regel}
[ -x "$build/regel-print" ] || make --no-print-directory BUILD="$build" print >/dev/null 2>&1
few=tests/print/few.regel
print() { run "$REGEL" print "$@"; }
sound() { # TITLE FILE
  run qpdf --check "$2"
  assert_exit "$1" 0
}

# ---- sheets ----
print "$few" card halt -o "$dir/a.pdf"
assert_exit 'cards become a PDF' 0
assert_equal 'without a word' '' "$err"
sound 'that qpdf finds sound' "$dir/a.pdf"
pages() { qpdf --show-npages "$1"; }
assert_equal 'fronts and backs of one sheet are two pages' 2 "$(pages "$dir/a.pdf")"
print "$few" card halt chip -o "$dir/b.pdf"
assert_equal 'another size lies below it where there is room' 2 "$(pages "$dir/b.pdf")"
print "$few" card halt chip --size 150x250 -o "$dir/b.pdf"
assert_equal 'and a large card on a sheet of its own' 16 "$(pages "$dir/b.pdf")"
for form in --fold --no-backs '--paper letter' '--flip short' --ink-saver --large '--bleed 0' '--size 44x68' --safe; do
  # shellcheck disable=SC2086  # options are words
  print "$few" card halt $form -o "$dir/c.pdf"
  assert_exit "$form works" 0
  sound "and is sound ($form)" "$dir/c.pdf"
done
backs() { # EDGE: what lies on the other side of the first sheet, as dots
  print "$few" card halt chip --flip "$1" -o "$dir/flip.pdf"
  pdftoppm -r 20 -f 2 -l 2 -singlefile "$dir/flip.pdf" "$dir/flip.$1"
}
backs long
backs short
run python3 -c '
import sys
long, short = (open(f, "rb").read().split(b"\n", 3) for f in sys.argv[1:])
dots = [short[3][i:i + 3] for i in range(0, len(short[3]), 3)]
def apart(a, b): return sum(abs(x - y) for x, y in zip(a, b)) / len(a)
upright, turned = apart(short[3], long[3]), apart(b"".join(reversed(dots)), long[3])
print("turned" if turned < 10 and upright > 50 else "%.2f %.2f" % (upright, turned))
' "$dir/flip.long.ppm" "$dir/flip.short.ppm"
assert_equal 'over the short edge backs stand on their heads, as the sheet is turned' turned "$out"
print "$few" card --paper card -o "$dir/d.pdf"
assert_equal 'a page for each copy and each back' 6 "$(pages "$dir/d.pdf")"
box() { qpdf --json "$dir/d.pdf" | python3 -c '
import json, sys
pages = [o["value"] for q in json.load(sys.stdin)["qpdf"][1:] for o in q.values()
         if isinstance(o.get("value"), dict) and o["value"].get("/Type") == "/Page"]
b = pages[0][sys.argv[1]]
print("%.1f %.1f" % ((b[2] - b[0]) * 25.4 / 72, (b[3] - b[1]) * 25.4 / 72))' "$1"; }
assert_equal 'the TrimBox is the card' '63.0 88.0' "$(box /TrimBox)"
assert_equal 'the BleedBox has 3 mm more on each side' '69.0 94.0' "$(box /BleedBox)"
print heimlich --lang en,nl,fr,de -o "$dir/e.pdf"
assert_exit 'several languages side by side' 0
sound 'which is sound' "$dir/e.pdf"
print heimlich --lang en,nl --no-backs -o "$dir/e2.pdf"
assert_contains 'four pairs lie on paper that lies across: none breaks over a row' '0 0 841' \
  "$(qpdf --qdf "$dir/e2.pdf" - | tr -d '\0' | grep -a -A6 MediaBox | tr -d '\n[]' | tr -s ' ')"
print heimlich 'identity card' --lang nl,de --sheet -o "$dir/e3.csv"
assert_equal 'a kind that is named in English is printed in all languages' 'nl de' \
  "$(tail -n +2 "$dir/e3.csv" | cut -d, -f10 | sort -r | uniq | tr '\n' ' ' | sed 's/ $//')"
print heimlich Identiteitskaart --lang nl,de --sheet -o "$dir/e4.csv"
assert_equal 'and so is one that is named in one of them' "$(cat "$dir/e3.csv")" "$(cat "$dir/e4.csv")"
signs() { sed -n 's/^COLOUR(\([a-z_]*\).*, \([A-Z]*, [A-Z]*\))$/\1 \2/p' interp/base/colour.def | grep -v '^gray '; }
assert_equal 'no two colours have the same sign' '' "$(signs | cut -d' ' -f2- | sort | uniq -d)"
for colour in $(sed '/^type shape/,$d' scenarios/std/looks.regel | grep -o '[a-z]* "' | tr -d ' "'); do
  signs | grep -q "^$colour " || not_ok "$colour can be printed" 'a row of colour.def'
done
print heimlich --set version=base --players 3 -o "$dir/f.pdf"
assert_exit 'the cards of a setting' 0

print heimlich --all --no-backs -o "$dir/all.pdf"
assert_exit 'the board and tokens' 0
sound 'which are sound, too' "$dir/all.pdf"
for what in '' secret --all; do
  rm -rf "$dir/backs"
  # shellcheck disable=SC2086  # nothing is one of them
  print heimlich $what --svg -o "$dir/backs"
  sed "s/surface[0-9]*//" "$dir/backs/secret.back.svg" | cksum
done | sort -u >"$dir/backs.txt"
assert_equal 'a back is the same whatever is printed beside it' 1 "$(grep -c . "$dir/backs.txt")"
print heimlich --no-backs -o "$dir/cards.pdf"
if [ "$(pages "$dir/all.pdf")" -gt "$(pages "$dir/cards.pdf")" ]; then ok 'are pages of their own'; else not_ok 'are pages of their own' 'more pages'; fi

# ---- a board and what lies on it ----
cat >"$dir/boat.regel" <<'RULES'
game boat "Boat" for 2..2
type mood = calm "calm" | rough "rough"
kind pier "pier" 3 by 2 { value catch "Catch": 1..9 = 2; value sea "Sea": mood = rough; boat "Boat": player or none }
kind player { score "Score": 0..20 }
kind card "card" { verb play }
card ace "Ace" * 3 { play { raise me.score by 1 } }
deck "Errands": pile of card = card seen by none
lamp: pier or none
verb setup { set lamp to first(pier) }
verb play {
  let p: player = first(players)
  repeat 4 {
    as p { let q = choose pier where it.boat is none "Which pier?"; set q.boat to me }
    set p to next(p)
  }
  win none
}
view "The harbour" 100 by 60 {
  show pier in grid at 0 0 by 80 60
  each q in pier { show q.catch on q; show q.sea on q; show q.boat on q; show q.boat.score on q }
  show deck at 82 2 by 16 20
  show "Lamp" on lamp
}
RULES
print "$dir/boat.regel" --all --no-backs -o "$dir/boat.pdf"
assert_exit 'a board with its pieces' 0
words=$(pdftotext "$dir/boat.pdf" -)
assert_equal 'what is printed on places is printed' '6 6' \
  "$(printf '%s' "$words" | grep -c Catch) $(printf '%s' "$words" | grep -c -i rough)"
assert_lacks 'but no number that changes' Score "$(pdftotext -l 1 "$dir/boat.pdf" -)"
assert_lacks 'a pile is its place' 'Errands 3' "$words"
assert_equal 'pieces are enough for all places, and squares are none' '3 3 1 0' \
  "$(for w in 'Player 1' 'Player 2' Lamp 'ier ('; do printf '%s' "$words" | grep -c "$w"; done | tr '\n' ' ' | sed 's/ $//')"
assert_contains 'a number with a noun is a piece' Score "$words"
cat >"$dir/front.regel" <<'RULES'
game front "Front" for 2..4
use "looks.regel"
kind lane "lane"
lane north "North", south "South"
kind player { points "Points": 0..3; line "Line": pile of unit }
kind unit "unit" { value length "Tiles": 2..4; value rank "Rank": 1..9 = 4; value worth "Worth": 1..9 = 7
  value colour: colour = if this.side is first(players) then blue else red; side: player = first(players) }
unit lorry "Lorry" * 4 { length = 2 }, wagon "Wagon" * 2 { length = 4 }
view "Front" 120 by 60 {
  show lane in column at 0 0 by 120 40
  each l in lane { each t in 1..6 { show t on l from (t - 1) to t of 6 } }
  each p in players { each u in p.line { show u on (if p is first(players) then north else south) from 0 to u.length of 6 } }
  show players in row at 0 42 by 120 18
  each p in players { show p.points on p }
}
verb setup { each u in unit { set u.side to if position(u) > 2 then last(players) else first(players); move u to u.side.line } }
verb play { as first(players) { let n = choose 1..3 "How many?" }; win none }
RULES
print "$dir/front.regel" --all --no-backs -o "$dir/front.pdf"
assert_exit 'pieces that cover a part of a place fit' 0
words=$(pdftotext "$dir/front.pdf" -)
assert_equal 'are as many as the rules have, with players for all seats' '4 2 1 1' \
  "$(for w in Lorry Wagon 'Player 4' North; do printf '%s\n' "$words" | grep -c "$w"; done | tr '\n' ' ' | sed 's/ $//')"
print "$dir/front.regel" --all --tts -o "$dir/front"
assert_exit 'also on a table' 0
grep -v 'card\|deck' "$dir/boat.regel" >"$dir/bare.regel"
print "$dir/bare.regel" --all -o "$dir/bare.pdf"
assert_exit 'a game without cards has a board to print' 0
rm -rf "$dir/since"; mkdir -p "$dir/since/art" "$dir/since/icons"
cp "$few" "$dir/since/few.regel"
printf '1\n' | "$REGEL" play "$dir/since/few.regel" --seed 1 >/dev/null 2>&1
print "$dir/since/few.regel" --since few:last --sheet -o "$dir/since.csv"
assert_contains 'nothing is new' 'no face has changed' "$err"
printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>' >"$dir/since/art/toll.svg"
print "$dir/since/few.regel" --since few:last --sheet -o "$dir/since.csv"
assert_equal 'a new picture makes a card new' toll "$(tail -n +2 "$dir/since.csv" | cut -d, -f1)"

# ---- icons in what somebody wrote ----
cat >"$dir/since/said.regel" <<'RULES'
game said "Said" for 1..1
kind player { coins "Coins": 0..20 = 5 }
kind card "card" { value story: text; verb play }
card ace "Ace" { story = "Rain."; play "Take all Coins, not coinsmiths or Coinsmiths" { earn 3 } }
deck: pile of card = card
verb earn (n: 1..9) "Gain {n} Coins" { raise me.coins by n }
verb play { as first(players) { each c in card { c.play } }; win none }
RULES
printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#123456" d="M0 0h9v9z"/></svg>' >"$dir/since/icons/coins.svg"
print "$dir/since/said.regel" --svg --no-backs -o "$dir/said"
assert_equal 'an icon stands before a name that is written, and before no other word' 1 "$(grep -c '20[.]39' "$dir/said/ace.svg")"
run "$REGEL" text "$dir/since/said.regel" ace
assert_contains 'a story without a name is read' '
  Rain.
' "$out"

# ---- editions ----
cat >"$dir/ed.regel" <<'RULES'
game ed "Ed" for 2..2
option second "Second edition": flag = no
kind player { coins "Coins": 0..9 = 3 }
kind card "card" { value worth "Worth": 0..9 = 1; value held "Held": 0..99 = sum(p in players: p.coins)
  verb play { }; verb late { } }
card ace "Ace" * 2 { worth = 3; play { raise me.coins by 3 } }
card king "King" { play { raise me.coins by 1 } }
deck: pile of card = card
verb play { win none }
variant second "Second edition" if second {
  card ace * 1 { worth = 4; play { raise me.coins by 5 }; late { lower me.coins by 2 } }
}
RULES
run "$REGEL" text "$dir/ed.regel" ace
assert_equal 'a face is as the rules have it' "Ace (2× card)
  Worth: 3
  Gain 3 Coins." "$out"
run "$REGEL" text --set second=yes "$dir/ed.regel" ace
assert_equal 'or as a setting has it' "Ace (card)
  Worth: 4
  Play: Gain 5 Coins.
  Late: Lose 2 Coins." "$out"
print "$dir/ed.regel" ace --set second=yes --sheet -o "$dir/ed.csv"
assert_equal 'printed, too' '1,4,Gain 5 Coins.,Lose 2 Coins.' \
  "$(tail -1 "$dir/ed.csv" | tr -d '\r' | cut -d, -f9,14-)"

# ---- what does not fit ----
print "$few" endless -o "$dir/g.pdf"
assert_exit 'a text that is too long is an answer of its own' 1
assert_contains 'with card, language and millimetres' 'Endless (endless), en: the text is ' "$err"
sed 's/"A gift"/"A 𐎠 gift"/' "$few" >"$dir/glyph.regel"
print "$dir/glyph.regel" gift -o "$dir/g.pdf"
assert_exit 'a character that no font has is told' 1
assert_contains 'by its number' 'U+103A0' "$err"
for game in heimlich clash orange oranje cultists; do
  for lang in en nl fr de; do
    print "$game" --lang "$lang" -o "$dir/h.pdf"
    assert_exit "no text of $game overflows in $lang" 0
  done
done

# ---- numbers with long names beside much text ----
cat >"$dir/tight.regel" <<RULES
game tight "Tight" for 2..2
kind player { coins "Coins": 0..20 }
kind card "card" { value worth "What all of it is worth": 0..9 = 3; value cost "What you pay": 0..9 = 1
  value steps "Steps of a policeman": 0..9 = 2; value story: text; verb play }
card long "A long story" { story = "$(yes 'It went on and on.' | head -n 45 | tr '\n' ' ')"; play { raise me.coins by 2 } }
card short "An end" { story = "It ended."; play { raise me.coins by 1 } }
deck: pile of card = card
verb play { each c in card { as first(players) { c.play } }; win none }
RULES
print "$dir/tight.regel" --no-backs -o "$dir/tight.pdf"
assert_exit 'numbers stand beside a text in the smallest type' 0
lines() { pdftotext -bbox-layout "$dir/tight.pdf" - | python3 -c 'import re, sys
words = re.findall(r"<word xMin=\"([0-9.]+)\" yMin=\"([0-9.]+)\"[^>]*yMax=\"([0-9.]+)\">([^<]*)<", sys.stdin.read())
words = [w for w in words if float(w[0]) < 190]  # the card on the left
lowest = max(float(b) for x, y, b, w in words if w in ("policeman", "worth"))
story = min(float(y) for x, y, b, w in words if w == "It")
print("apart" if lowest < story + 1 else "%.1f runs into %.1f" % (lowest, story))'; }
assert_equal 'a name of two lines has room in its badge' apart "$(lines)"
letters=$(pdftotext "$dir/tight.pdf" - | grep -x '[A-Z]' | tr -d '\n')
assert_contains 'no article stands for its title, whichever it is' E "$letters"

sed "s/A long story/L'ami/; s/An end/Le jeu/" "$dir/tight.regel" >"$dir/ami.regel"
print "$dir/ami.regel" --no-backs -o "$dir/ami.pdf"
assert_contains 'nor one that was cut short' J "$(pdftotext "$dir/ami.pdf" - | grep -x '[A-Z]')"

# ---- pictures of others ----
mkdir "$dir/deck" "$dir/deck/art"
cp "$few" "$dir/deck/few.regel"
art() { printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">%s</svg>' "$1" >"$dir/deck/art/gift.svg"; }
art '<circle cx="20" cy="15" r="12" fill="#c33"/>'
print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_exit 'a picture is drawn' 0
art '<rect width="40" height="30" fill="#cde"/>'
print "$dir/deck/few.regel" gift --png --dpi 60 -o "$dir/inside"
art '<rect width="40" height="30" fill="#cde"/><rect x="-60" y="-100" width="50" height="300" fill="#f0f"/><circle cx="90" cy="80" r="40"/>'
print "$dir/deck/few.regel" gift --png --dpi 60 -o "$dir/outside"
run python3 tests/print/differ.py "$dir/inside/gift.png" "$dir/outside/gift.png"
assert_equal 'and nothing that lies outside of its box' 0 "$out"
for evil in '<image href="file:///etc/passwd"/>' '<use href="other.svg#x"/>' '<style>@import url(x.css);</style>'; do
  art "$evil"
  print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
  assert_exit "what reaches outside is refused: $evil" 1
  assert_contains 'by name' 'gift.svg: ' "$err"
done
dots=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC
art "<image preserveAspectRatio=\"none\" width=\"40\" height=\"30\" href=\"data:image/png;base64,$dots\"/>"
print "$dir/deck/few.regel" gift --png --dpi 60 -o "$dir/dots"
assert_exit 'dots that stand in the picture itself are drawn' 0
art '<rect width="40" height="30" fill="#f00"/>'
print "$dir/deck/few.regel" gift --png --dpi 60 -o "$dir/plain"
run python3 tests/print/differ.py "$dir/dots/gift.png" "$dir/plain/gift.png"
assert_equal 'as they are' 0 "$out"
art '<g id="a"><use href="#a"/></g><use href="#a"/>'
print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_exit 'a picture in which nothing can be seen is told' 1
assert_contains 'with what may be wrong' 'gift.svg: nothing of it can be seen; does it refer to itself?' "$err"
head -c 5000000 /dev/zero | tr '\0' 'x' >"$dir/deck/art/gift.svg"
print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_contains 'and so is what is too long' 'at most 4 MB' "$err"
{
  printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><g id="a0"><rect width="1" height="1"/></g>'
  for i in $(seq 1 30); do
    printf '<g id="a%d">' "$i"
    for _ in 1 2 3 4 5 6 7 8; do printf '<use href="#a%d"/>' $((i - 1)); done
    printf '</g>'
  done
  printf '</defs><use href="#a30"/></svg>'
} >"$dir/deck/art/gift.svg"
print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_contains 'and what would grow without an end' 'too many parts' "$err"

{
  printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
  for _ in $(seq 1 3000); do printf '<g>'; done
} >"$dir/deck/art/gift.svg"
print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_contains 'and what is nested too deeply' 'gift.svg: ' "$err"
rm "$dir/deck/art/gift.svg"
mkfifo "$dir/deck/art/gift.svg"
run timeout 20 "$REGEL" print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_exit 'nobody waits for what comes out of a pipe' 1
assert_contains 'it is refused' 'gift.svg: it cannot be read' "$err"
rm "$dir/deck/art/gift.svg"
art '<filter id="f" x="-9000" width="99999" height="99999"><feGaussianBlur stdDeviation="90000"/><feTurbulence baseFrequency="0.00001" numOctaves="99999"/></filter><rect width="40" height="30" filter="url(#f)"/>'
print "$dir/deck/few.regel" gift -o "$dir/i.pdf"
assert_exit 'a picture that would be drawn for hours is left out' 1
assert_contains 'after seconds' 'takes too long' "$err"

# ---- sizes that nobody can use ----
cat >"$dir/wide.regel" <<'RULES'
game wide "Wide" for 1..1
kind card "card" { value width: 1..999 = 900; value height: 1..999 = 900 }
card ace "Ace" * 3
deck: pile of card = card
verb play { win none }
RULES
print "$dir/wide.regel" -o "$dir/w.pdf"
assert_exit 'a card larger than the paper is refused' 2
print "$dir/wide.regel" --png --dpi 1200 -o "$dir/w"
assert_exit 'and so is a picture that no program opens' 2
assert_contains 'with the remedy' 'choose a smaller --dpi' "$err"
print "$dir/wide.regel" --tts -o "$dir/w"
assert_exit 'sheets of a table are as fine as a table can load them' 0

# ---- a board that shows a million things ----
cat >"$dir/much.regel" <<'RULES'
game much "Much" for 1..1
kind card "card"
card c "C" * 1000
deck: pile of card = card
view "Table" 100 by 100 { each a in card { each b in card { show "{a} {b}" at 3 4 } } }
verb play { win none }
RULES
print "$dir/much.regel" --all -o "$dir/much.pdf"
assert_exit 'a board that cannot hold what it shows is told' 1
assert_contains 'by its name' '"Table" shows more than a board can hold' "$err"
run "$REGEL" book "$dir/much.regel" -o "$dir/much.html"
assert_contains 'in a rulebook, too' '"Table" shows more than a board can hold' "$err"

# ---- other forms ----
print heimlich identity --sheet -o "$dir/h.csv"
assert_matches 'a sheet names the colour that a card shows' 'red_card,identity,.*,the red card,red,' "$(cat "$dir/h.csv")"
print heimlich identity --no-backs --lang fr -o "$dir/letters.pdf"
letters=$(pdftotext "$dir/letters.pdf" - | grep -x '[A-Z]' | sort | tr -d '\n')
assert_equal 'a letter tells cards of a kind apart, not the word that all begin with' BJORVV "$letters"
print "$few" card halt -o "$dir/read.pdf"
smallest=$(pdftotext -bbox-layout "$dir/read.pdf" - | python3 -c 'import re, sys
print(min(float(b) - float(a) for a, b in re.findall(r"<word [^>]*yMin=\"([0-9.]+)\"[^>]*yMax=\"([0-9.]+)\"", sys.stdin.read())))')
assert_matches 'no line is set smaller than 6 points' '^([7-9]|[1-9][0-9])[.]' "$smallest"
print "$few" card halt --png --dpi 60 -o "$dir/png"
assert_exit 'pictures' 0
print "$few" halt --png --dpi 60 --ink-saver -o "$dir/ink"
guild=tests/print/guild
print "$guild" --png --dpi 60 --lang nl -o "$dir/guild"
assert_exit 'a layout of its own, with icons and a picture' 0
print "$guild" --png --dpi 60 -o "$dir/guild"
run "$REGEL" data cards "$guild"
assert_equal 'a text knows what it names, for icons' 'coins fame' "$(printf '%s' "$out" | python3 -c 'import json, sys
print(*sorted({p["icon"] for c in json.load(sys.stdin) for s in c["slots"] for p in s.get("parts", []) if "icon" in p}))')"
run "$REGEL" text "$guild" smith
assert_contains 'which is a word elsewhere' 'Gain 2 Coins.' "$out"
run "$REGEL" po export "$guild" --lang it -o -
assert_lacks 'words of the standard library are no work for a translator' 'word.' "$out"
for pair in png/gift.png png/bicycle.png png/card.back.png ink/bicycle.png guild/smith.png guild/baker.png; do
  golden=tests/print/$(printf %s "$pair" | tr / -)
  if [ -n "${BLESS-}" ]; then cp "$dir/$pair" "$golden"; fi
  run python3 tests/print/differ.py "$dir/$pair" "$golden"
  assert_exit "$pair can be compared" 0
  if [ "${out:-1000}" -le 15 ]; then ok "$pair looks as it did"; else not_ok "$pair looks as it did" "at most 15"; fi
done
run python3 tests/print/differ.py tests/print/png-gift.png tests/print/png-bicycle.png
if [ "$out" -gt 15 ]; then ok 'and other cards do not'; else not_ok 'and other cards do not' 'more than 15'; fi
print "$few" card --svg -o "$dir/svg"
assert_exit 'drawings' 0
run grep -c '<svg' "$dir/svg/gift.svg"
assert_exit 'in SVG' 0
print "$few" card halt --tts -o "$dir/tts"
assert_exit 'a table for Tabletop Simulator' 0
run python3 tests/print/schema.py docs/tts.schema.json "$dir/tts/few.json"
assert_exit 'is valid' 0
run python3 -c '
import json, os, sys
save = json.load(open(sys.argv[1]))
deck = save["ObjectStates"][0]
assert deck["DeckIDs"] == [100, 100, 101], deck["DeckIDs"]
for sheet in deck["CustomDeck"].values():
    assert os.path.exists(sheet["FaceURL"][7:]) and os.path.exists(sheet["BackURL"][7:])
    assert sheet["UniqueBack"] and sheet["BackIsHidden"]' "$dir/tts/few.json"
assert_exit 'its deck has its copies, its sheets, and backs that tell the Region' 0
sed -i 's/"file:/"http:/' "$dir/tts/few.json"
run python3 tests/print/schema.py docs/tts.schema.json "$dir/tts/few.json"
assert_exit 'and what is wrong is found' 1
print "$few" card halt --lang en --sheet -o "$dir/table.csv"
run python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert [r["id"] for r in rows] == ["gift", "toll", "bicycle"]
assert rows[0]["copies"] == "2" and rows[0]["value.cost"] == "2", rows[0]
assert rows[2]["inner.other.soldier"] == "Lose 3 Alibi.", rows[2]' "$dir/table.csv"
assert_exit 'a table has every value, text and thing inside' 0

# ---- what changed ----
printf '1\n' | "$REGEL" play "$few" --seed 1 >/dev/null 2>&1
sed 's/raise me.coins by 2/raise me.coins by 3/' "$few" >"$dir/changed.regel"
print "$dir/changed.regel" --since few:last --sheet -o "$dir/since.csv"
assert_exit 'only what changed since a version' 0
assert_equal 'is the gift' 'gift' "$(tail -n +2 "$dir/since.csv" | cut -d, -f1)"
print "$few" --since few:last --sheet -o "$dir/since.csv"
assert_contains 'nothing changed' 'no face has changed' "$err"
print "$few" --since few:77 -o "$dir/j.pdf"
assert_exit 'a version that is not stored' 2

# ---- bad calls ----
for bad in '' "$few" "$few -o" "$few --paper b5 -o x.pdf" "$few --nonsense -o x.pdf" "$few --bleed 9 -o x.pdf" \
  "$few --lang xx -o x.pdf" "$few -o x.jpg" "$few --font Nowhere -o x.pdf" "$few --size 1x1 -o x.pdf" "$few --set x=1 -o x.pdf"; do
  # shellcheck disable=SC2086
  print $bad
  assert_exit "is refused: print $bad" 2
done
print "$few" nobody -o "$dir/k.pdf"
assert_exit 'nothing of that name' 1
print "$dir/ed.regel" king --set second=yes --sheet -o "$dir/k.csv"
assert_exit 'a card that a setting has' 0
sed 's/card ace \* 1 {/card king * 0 { }; card ace * 1 {/' "$dir/ed.regel" >"$dir/none.regel"
print "$dir/none.regel" king --set second=yes -o "$dir/k.pdf"
assert_contains 'or has no copy of' 'with these settings there is no copy of "king"' "$err"
print no_such_game -o "$dir/k.pdf"
assert_exit 'no such game' 3
print "$few" card -o "$dir/no/such/folder.pdf"
assert_exit 'a file that cannot be written' 5

# Large type has room for the longest texts of all four languages.
for card in oranje:nl:bread_in_the_bag orange:nl:contraband orange:fr:a_visit; do
  IFS=: read -r game lang id <<END
$card
END
  run "$REGEL" print "$game" --lang "$lang" --large "$id" -o "$dir/large.pdf"
  assert_exit "large type fits ($card)" 0
done
