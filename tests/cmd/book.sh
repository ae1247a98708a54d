# regel book: nothing of a ruleset is missing in its rulebook.
. tests/cmd/lib.sh
build=${REGEL%/regel}
[ -x "$build/regel-print" ] || make --no-print-directory BUILD="$build" print >/dev/null 2>&1

# Every row of every ledger, as trace knows them, has its place on the page.
for game in heimlich clash orange oranje cultists; do
  run "$REGEL" book "$game" -o "$dir/$game.html"
  assert_exit "$game has a rulebook" 0
  "$REGEL" trace "$game" --all >"$dir/trace.txt"
  run python3 -c '
import re, sys
trace = open(sys.argv[1]).read()
rows = set(re.findall(r"^([A-Z]+(?:-[A-Z0-9]+)+[a-z]?)\b", trace, re.M))
count = int(re.search(r"(\d+) rows", trace).group(1))
page = open(sys.argv[2]).read()
missing = [r for r in sorted(rows) if "id=\"%s\"" % r not in page]
print(count, len(rows), " ".join(missing))
sys.exit(bool(missing) or len(rows) < count)' "$dir/trace.txt" "$dir/$game.html"
  assert_exit "with every row of the ledger ($game)" 0
  run python3 -c '
import re, sys
from html.parser import HTMLParser
class Page(HTMLParser):
    stack = []
    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"): self.stack.append(tag)
        for key, value in attrs:
            assert tag != "script" and not key.startswith("on") and key != "src", (tag, key)
            if key == "href": assert value.startswith(("#", "scenarios/", "cards/", "/")) or ":" not in value, value
    def handle_endtag(self, tag):
        assert self.stack.pop() == tag, tag
page = open(sys.argv[1]).read()
p = Page(); p.feed(page); assert not p.stack
ids = set(re.findall(r"id=\"([^\"]+)\"", page))
lost = [h for h in re.findall(r"href=\"#([^\"]+)\"", page) if h not in ids]
assert not lost, lost[:5]' "$dir/$game.html"
  assert_exit "is sound HTML without scripts, and its links lead somewhere ($game)" 0
done
page=$(cat "$dir/heimlich.html")
assert_contains 'its board has room for all that can play' 'Player 7' "$page"
assert_contains 'and follows who reads in the dark' '.paper{fill:#1d1f1c}' "$page"
assert_contains 'a long word is broken before it makes the page wider' 'overflow-wrap:anywhere' "$page"
assert_contains 'its board is never wider than the page' 'figure svg{max-width:100%;height:auto}' "$page"
assert_contains 'set-up is counted for each number of players' \
  '<tr><td>Identity cards under the board</td><td>3</td><td>3</td><td>3</td><td>2</td><td>1</td><td>0</td></tr>' "$page"
assert_contains 'numbers are those of the rules' '<tr id="value-lap"><td>The start/finish field</td><td>42</td></tr>' "$page"
assert_contains 'options have their values and the one that holds' '<td>Base game, Top Secret</td><td>Base game</td>' "$page"
assert_contains 'below what the columns say' '<tr><th>Option</th><th>Can be</th><th>As a rule</th></tr>' "$page"
assert_contains 'words say what they mean' '<tr><td>Discard pile</td><td>pile: Top secret card</td></tr>' "$page"
assert_contains 'what is done is told where all of it has words' '<td>All identity cards are turned up</td>' "$page"
assert_lacks 'and not by halves' '…' "$(sed -n '/id="acts"/,/<h2/p' "$dir/heimlich.html")"
acts=$(sed -n '/id="acts"/,/<h2/p' "$dir/oranje.html")
assert_contains 'what is known only in a game is called what it is' 'a roll below (Arrest number) finds' "$acts"
assert_lacks 'never as the source calls it' '.number)' "$acts"
assert_lacks 'what no number of players has at the start is no row' '<tr><td>Hider</td><td>0' "$(cat "$dir/oranje.html")"
assert_contains 'the index has the parts of the rules' '<td>Moving agents <span class="links">' "$page"
assert_contains 'rows lead to the lines that implement them' 'scenarios/heimlich/game.regel#L' "$page"
assert_contains 'examples name the tests that play them' 'Played as a test: ' "$page"
assert_contains 'cards say what they do' '<p>Move an agent of your choice 1 or 2 buildings back.</p>' "$page"
sed 's/"A gift"/"A <b>gift<\/b> \& more"/' tests/print/few.regel >"$dir/few.regel"
run "$REGEL" book "$dir/few.regel" -o "$dir/few.html"
assert_contains 'what an author writes is text' 'A &lt;b&gt;gift&lt;/b&gt; &amp; more' "$(cat "$dir/few.html")"

run "$REGEL" book heimlich --lang nl -o "$dir/nl.html"
page=$(cat "$dir/nl.html")
assert_contains 'in Dutch' '<h2 id="components">Speelmateriaal</h2>' "$page"
assert_contains 'with Dutch cards' 'gebouwen terug' "$page"
run "$REGEL" book heimlich --lang de -o "$dir/de.pdf"
assert_exit 'on paper' 0
run qpdf --check "$dir/de.pdf"
assert_exit 'which is sound' 0
run python3 -c '
import json, subprocess, sys
data = json.loads(subprocess.run(["qpdf", "--json", "--json-key=outlines", "--json-key=pages", sys.argv[1]],
                                 stdout=subprocess.PIPE, check=True).stdout)
heads = [(o["title"], o["destpageposfrom1"]) for o in data["outlines"]]
pages = dict(heads)
assert [p for _, p in heads] == sorted(p for _, p in heads), heads
assert pages["Die Idee des Spiels"] == 1 and pages["Alle Karten"] > 2 < pages["Register"] <= len(data["pages"]), heads
assert "2.5 Agenten bewegen" in pages' "$dir/de.pdf"
assert_exit 'its headings are found by their pages' 0
pdftotext -layout "$dir/de.pdf" "$dir/de.txt"
"$REGEL" trace heimlich --all >"$dir/trace.txt"
lost=$(grep -oE '^HEI-[A-Z]+-[0-9]+[a-z]?' "$dir/trace.txt" | sort -u | while read -r row; do
  grep -qF "$row" "$dir/de.txt" || echo "$row"; done)
assert_equal 'every row of the ledger is on paper, too' '' "$lost"
run "$REGEL" book tictactoe -o "$dir/ttt.html"
assert_lacks 'what says nothing about the number of players has no table' 'id="setup"' "$(cat "$dir/ttt.html")"
run ls "$dir/de.pdf.lines"
assert_exit 'and leaves nothing behind' 2

run "$REGEL" book heimlich
assert_exit 'without a file it is refused' 2
run "$REGEL" book nothing_of_that_name -o "$dir/x.html"
assert_exit 'and so is what does not exist' 2
run "$REGEL" book heimlich -o "$dir/no/such/x.html"
assert_exit 'a file that cannot be written' 5

# What people write stands beside the ledger; its names and numbers are those of the rules.
mkdir "$dir/mine"
cat >"$dir/mine/game.regel" <<'END'
game mine "Mine" for 2..4 { ledger = "mine.md" }
value most_gold "Gold to win": 5..5 = 5
option depth "Depth of the mine": 10..20 = 12
value strength: 1..9 = 4 - me.tired
value danger(n: 0..9): 0..3 by n { 0: 0; 1..4: 1; 5..8: 3; 9: 2 }
kind player { gold "Gold": 0..9; tired: 0..3 }
kind tool "tool" { value worth "Worth": 0..9 }
tool spade "the spade" { worth = 3 }, lamp "the lamp" { worth = 1 }
kind deed "deed" { verb do }
deed dig "Dig" { do { raise me.gold by 2 } }
verb play @MIN-PLAY-01 { each p in players { set p.gold to most_gold }; win most(p in players: p.gold + spade.worth) }
test "everybody has enough" for ann, bob @MIN-EX-01 { run play { }; expect winners is ann + bob }
END
cat >"$dir/mine/mine.md" <<'END'
# Mine
| Rule | |
|---|---|
| MIN-PLAY-01 | All dig. |

**MIN-EX-01 enough** for all
END
printf '# In short\n\n{players} dig with {count.tool} tools until one has {most_gold} (MIN-PLAY-01).\n\n- {spade} is worth {spade.worth}\n- {depth} deep, at most {gold.most}, with {strength}\n- danger by gold: {danger.table}\n- {dig}: {dig.text}.\n' >"$dir/mine/mine.book.md"
run "$REGEL" book "$dir/mine" -o "$dir/mine.html"
assert_exit 'a rulebook with paragraphs of its own' 0
page=$(cat "$dir/mine.html")
assert_contains 'has live numbers' '2–4 dig with 2 tools until one has 5' "$page"
assert_contains 'names, and what is printed on things' '>The spade is worth 3' "$page"
assert_contains 'options, the ends of a field, and what a player begins with' '>12 deep, at most 9, with 4' "$page"
assert_contains 'what a value is for each number' '>Danger by gold: 0: 0, 1–4: 1, 5–8: 3, 9: 2' "$page"
assert_contains 'what something does, in its own words' '>Dig: Gain 2 Gold.' "$page"
assert_contains 'and links to the rules it names' 'href="#MIN-PLAY-01"' "$page"
assert_contains 'examples stand with the test that plays them' 'run play { }; expect winners is ann + bob' "$page"
run "$REGEL" po export "$dir/mine" --lang nl -o -
assert_contains 'its paragraphs are messages' 'msgctxt "book"' "$out"
"$REGEL" po export "$dir/mine" --lang nl >/dev/null
sed -i '/^msgid "{spade} is worth/{n;s/.*/msgstr "{spade} telt voor {spade.worth}"/}' "$dir/mine/po/nl.po"
run "$REGEL" book "$dir/mine" --lang nl -o "$dir/mine.html"
assert_contains 'that are translated' 'telt voor 3' "$(cat "$dir/mine.html")"
sed -i 's/dig with {count.tool} tools/dig with six tools/; s/{depth} deep/12 deep/' "$dir/mine/mine.book.md"
run "$REGEL" book "$dir/mine" -o "$dir/mine.html"
assert_exit 'a number that is written out must be one of the rule behind it' 3
assert_contains 'that rule is named' 'mine.book.md:3: MIN-PLAY-01 says nothing of 6: name the rule that does behind it, or write a placeholder' "$err"
assert_contains 'or that there is none' 'mine.book.md:6: no rule is named behind 12: name it, or write a placeholder' "$err"
sed -i 's/most_gold/mots_gold/' "$dir/mine/mine.book.md"
run "$REGEL" book "$dir/mine" -o "$dir/mine.html"
assert_exit 'what names nothing is an error' 3
assert_contains 'with its line and the nearest name' 'mine.book.md:3: {mots_gold} names nothing in these rules; did you mean {most_gold}?' "$err"
sed -i 's/mots_gold/most_gold/; s/MIN-PLAY-01/MIN-PLAY-10/' "$dir/mine/mine.book.md"
run "$REGEL" book "$dir/mine" -o "$dir/mine.html"
assert_exit 'a row that is not there is one, too' 3
assert_contains 'with its line' 'mine.book.md:3: (MIN-PLAY-10) is no row of the ledger' "$err"

# All shipped rulebooks begin with what people wrote, in the language that is asked for.
for game in heimlich:de clash:nl orange:fr oranje:nl cultists:de; do
  lang=${game#*:} game=${game%:*}
  run "$REGEL" book "$game" --lang "$lang" -o "$dir/$game.html"
  assert_exit "the rulebook of $game in $lang" 0
  # All rows are there: by their numbers, with where the book tells them, small in English.
  "$REGEL" trace "$game" --all >"$dir/trace.txt"
  run python3 -c '
import re, sys
rows = set(re.findall(r"^([A-Z]+(?:-[A-Z0-9]+)+[a-z]?)\b", open(sys.argv[1]).read(), re.M))
page = open(sys.argv[2]).read()
ids = re.findall(r"id=\"([^\"]+)\"", page)
missing = [r for r in sorted(rows) if r not in ids]
lost = [h for h in re.findall(r"href=\"#([^\"]+)\"", page) if h not in ids]
told = len(re.findall(r"<tr id=\"[A-Z][^\"]*\"><td>[^<]*</td><td><a ", page))
small = len(re.findall(r"<tr id=\"[A-Z][^\"]*\">.*<td lang=\"en\">", page))
print(missing[:5], lost[:5], told, small, len(rows))
sys.exit(bool(missing or lost) or len(ids) != len(set(ids)) or told < 30 or small < len(rows) * 0.7)' "$dir/trace.txt" "$dir/$game.html"
  assert_exit "has all rows, and links that lead somewhere" 0
  words=$(sed -n '/id="book-0"/,/<h2[^>]*id="[^b]/p' "$dir/$game.html")
  assert_contains 'begins with paragraphs' '<p' "$words"
  assert_lacks 'in that language' '[en]' "$words"
done

# ---- with packs ----
run "$REGEL" book heimlich --pack tests/outside/packs/snow -o "$dir/snow.html"
assert_exit 'a rulebook of a game with a pack is written' 0
assert_matches 'with the cards of the pack' 'id="card-snow\.' "$(cat "$dir/snow.html")"

# ---- what depends on the number of players, and what stays in English ----
run "$REGEL" book heimlich --lang nl -o "$dir/by-players.html"
page=$(tr -d '\n' <"$dir/by-players.html" | sed 's/<[^>]*>/ /g; s/  */ /g')
assert_contains 'a number that the players change stands under set-up' 'Agenten die meedoen 5 6 7 7 7 7' "$page"
assert_lacks 'and what is used whole does not' 'Gebouw 12 12' "$page"
assert_contains 'a translated book says that the words of its ledger are not' 'de Engelse woorden die getest zijn' "$page"
page=$(cat "$dir/by-players.html")
assert_contains 'the parts of it have Dutch names' '>2.5 Agenten verplaatsen</h4>' "$page"
assert_contains 'a row leads to the paragraph that tells it' 'id="HEI-SCORE-05"><td>HEI-SCORE-05</td><td><a href="#book-' "$page"
assert_contains 'or to the card' '<td>HEI-TS-06b</td><td><a href="#card-safe_house">Nieuw adres voor de brandkast' "$page"
assert_contains 'or to the number' '<td>HEI-SETUP-03</td><td><a href="#value-taking_part">Agenten die meedoen</a></td><td lang="en">' "$page"
assert_contains 'and to the lines that implement it' '#L' "$page"
assert_lacks 'and what authors tell each other stays away' 'How to read this ledger' "$page"
