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
assert_contains 'set-up is counted for each number of players' \
  '<tr><td>Identity cards under the board</td><td>3</td><td>3</td><td>3</td><td>2</td><td>1</td><td>0</td></tr>' "$page"
assert_contains 'numbers are those of the rules' '<tr><td>The start/finish field</td><td>42</td></tr>' "$page"
assert_contains 'options have their values and the one that holds' '<td>Base game, Top Secret</td><td>Base game</td>' "$page"
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
run ls "$dir/de.pdf.lines"
assert_exit 'and leaves nothing behind' 2

run "$REGEL" book heimlich
assert_exit 'without a file it is refused' 2
run "$REGEL" book nothing_of_that_name -o "$dir/x.html"
assert_exit 'and so is what does not exist' 2
run "$REGEL" book heimlich -o "$dir/no/such/x.html"
assert_exit 'a file that cannot be written' 5
