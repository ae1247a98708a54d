# regel board: what views show, in lines, as a picture and as data; what stays hidden in it.
. tests/cmd/lib.sh
unset REGEL_LANG

cat >"$dir/town.regel" <<'END'
game town "Town & <Country>" for 2..3
use "looks.regel"
kind house "house" { value x: 0..80; value y: 0..50; guests "Guests": 0..20 = 2 }
house inn "Inn \"<b>\"" { x = 15; y = 12 }, mill "Mill" { x = 45; y = 12 }, farm "Farm" { x = 75; y = 12 }
kind way "way" { value a: house; value b: house }
way bridge "bridge" { a = inn; b = mill }, path "path" { a = mill; b = farm }
kind square "square" 3 by 2 { mark "Mark": player or none }
kind cart "cart" { value colour: colour; value shape: shape; value long: 1..3 }
cart coach "Coach" { colour = red; shape = star; long = 3 }, barrow "Barrow" { colour = blue; shape = disc; long = 1 }
kind card "card"
card ace "Ace" * 2, king "King"
deck "Deck": pile of card = card seen by none
open "Open": pile of card
tired "Tired": flag = yes
kind player {
  at "House": house
  den "Den": house = farm seen by owner
  luck "Luck": 0..9 = 3 seen by owner
  hand "Hand": pile of card seen by owner
  score "Score": 0..9
}
view "The <town>" 90 by 80 {
  each h in house { show h at h.x h.y; show h.guests on h }
  each w in way { show w from w.a to w.b }
  show square in grid at 0 24 by 30 20
  show square(2, 1).mark on square(2, 1)
  show 0..9 in loop at 32 24 by 30 20
  show cart in column at 64 24 by 24 20
  each c in cart { show c on c from 0 to c.long of 4 }
  show deck at 0 50 by 20 10
  show open at 22 50 by 20 10
  show "Rain & snow" at 44 50 by 20 10
  show bridge on path
  show tired on inn
  each p in players {
    show p on p.at; show p on p.score; show "den" on p.den; show p.luck on p.at; show p.hand on p.at
  }
}
verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }
verb play { repeat 2 { each p in players { as p { go } } }; win none }
verb go {
  set at to (choose house "Where to?")
  raise score by 2
  set square(2, 1).mark to me
}
END
run "$REGEL" check "$dir/town.regel"
assert_contains 'every shape compiles' '0 errors' "$out"
run "$REGEL" board "$dir/town.regel" --seat 1
assert_exit 'the board is shown' 0
assert_contains 'a place with what lies on it' 'Inn "<b>"  Guests 2, Tired, 2× Player' "$(printf '%s' "$out" | sed 's/Player 1, Player 2/2× Player/')"
assert_contains 'a line has its ends, and is a place' 'Path Mill – Farm' "$out"
assert_contains 'a track tells where something lies' '0–9: 0 Player 1, Player 2' "$out"
assert_contains 'a part of a long place' 'Coach   Coach 1–3' "$out"
assert_contains 'a pile tells what may be known' 'Deck  1 hidden' "$out"
assert_matches 'own hidden fields are shown' 'Luck 3' "$out"
assert_matches 'those of others are not' 'Luck [?]' "$out"
assert_equal 'what lies nobody knows where is not shown' 1 "$(printf '%s\n' "$out" | grep -c '\bden\b')"
run "$REGEL" board "$dir/town.regel" --answers 3
assert_lacks 'a spectator sees no hand' 'King' "$out"
run "$REGEL" board "$dir/town.regel" --answers 3 --all
assert_matches 'who sees all sees it' 'Hand: (Ace|King)' "$out"

# ---- tiles ----
cat >"$dir/lane.regel" <<'END'
game lane "Lane" for 1..1
use "looks.regel"
kind lane "lane" { value tiles: 1..9 = 5 }
lane long "Long"
kind cart "cart" { value shape: shape = disc }
cart coach "Coach"
view "Lanes" 90 by 20 {
  show lane in column at 0 0 by 90 20
  each l in lane { each t in 1..l.tiles { show t on l from (t - 1) to t of l.tiles } }
  show coach on long from 1 to 2 of 5
}
verb play { as first(players) { let n = choose 1..3 "How many?" }; win none }
END
run "$REGEL" board "$dir/lane.regel"
assert_equal 'tiles are counted by what covers them' 'Lanes
Long  Coach 2' "$out"
run "$REGEL" board "$dir/lane.regel" -o "$dir/lane.svg"
tiles() { tr '\n' ' ' <"$dir/lane.svg" | grep -o 'class="item tile"[^>]*data-item="[^"]*"' | wc -l; }
assert_equal 'each tile stands in the picture' 5 "$(tiles)"
assert_equal 'with its number' 1 "$(grep -c '>5</text>' "$dir/lane.svg")"
part=$(grep -A9 'data-item="coach' "$dir/lane.svg" | tr '\n' ' ')
assert_matches 'what covers one of five is a rectangle, though others of its kind are discs' '^[^/]*/title><rect' "$part"
assert_lacks 'and is no answer to a question for a number' 'data-answers' "$(cat "$dir/lane.svg")"
run "$REGEL" board "$dir/lane.regel" --places --json
assert_equal 'tiles are printed on paper, and what covers them is a piece of their size' '5 176 116' \
  "$(printf '%s' "$out" | python3 -c 'import json, sys
v = json.load(sys.stdin)["views"][0]
print(sum(x["shape"] == "tile" for x in v["items"]), *[p[k] for p in v["pieces"] for k in "wh"])')"

# ---- what is printed on a place ----
cat >"$dir/road.regel" <<'END'
game road "Road" for 1..1
type area = yellow "yellow" | blue "blue"
kind town "town" { value area "Area": area = blue; guests "Guests": 0..9 = 2 }
town ely "Ely", ayr "Ayr"
kind lane "lane" { value area "Area": area = yellow }
lane one "One"
view "Map" 90 by 40 {
  show ely at 15 20; show ayr at 75 20
  each t in town { show t.area on t; show t.guests on t }
  show one from ely to ayr; show one.area on one
}
verb play { as first(players) { let n = choose 1..3 "How many?"; set ely.guests to n }; win none }
END
run "$REGEL" board "$dir/road.regel"
assert_equal 'a printed value is words on its place, on a line behind its name' 'Map
Ely  Blue, Guests 2
Ayr  Blue, Guests 2
One (Yellow) Ely – Ayr' "$out"
run "$REGEL" board "$dir/road.regel" --places
assert_equal 'and is printed on a board, which what changes is not' 'Map
Ely  Blue
Ayr  Blue
One (Yellow) Ely – Ayr' "$out"

# ---- pictures ------------------------------------------------------------------------
run "$REGEL" board "$dir/town.regel" --seat 1 -o "$dir/town.svg"
assert_exit 'the board is drawn' 0
svg=$(cat "$dir/town.svg")
assert_contains 'its size is in millimetres, with a line for what signs mean' 'width="90mm" height="86mm" viewBox="0 0 90 86"' "$svg"
assert_matches 'which says it' 'class="keys">.*>Player 1<' "$(grep 'class="keys"' "$dir/town.svg")"
assert_contains 'who cannot see a line hears where it leads' '<title>Bridge: Inn' "$svg"
assert_contains 'titles are escaped' '<title>The &lt;town&gt;</title>' "$svg"
assert_lacks 'nothing of a text is markup' '<b>' "$svg"
assert_contains 'items say which thing they are' 'data-thing="mill"' "$svg"
assert_contains 'and which answers refer to them' 'data-thing="mill" data-answers="1"' "$svg"
assert_contains 'a picture alone follows who reads in the dark' 'prefers-color-scheme: dark' "$svg"
run "$REGEL" board "$dir/town.regel" --seat 1 --json
assert_lacks 'one for a page has classes, and leaves style to the page' '<style' "$out"
assert_contains 'for what has no colour of its own' 'class=\"ground edge\"' "$out"
run "$REGEL" board "$dir/town.regel" --seat 1 --dpi 60 -o "$dir/town.png"
if [ -x "${REGEL%/regel}/regel-print" ]; then
  assert_exit 'a PNG is drawn by the program that prints' 0
  assert_equal 'and is one' 'PNG' "$(head -c 4 "$dir/town.png" | tail -c 3)"
  assert_equal 'nothing else is left behind' 'town.png' "$(cd "$dir" && echo town.png*)"
fi
run "$REGEL" board "$dir/town.regel" -o "$dir/town.jpg"
assert_exit 'other pictures are refused' 2
assert_contains 'with a remedy' '-o FILE.svg or FILE.png' "$err"

# What stands on a short line does not hide it; a picture without --players is for all.
cat >"$dir/near.regel" <<'END'
game near "Near" for 1..3
kind player { }
kind spot "spot"
spot inn "Inn", well "Well"
kind lane "lane" { value a: spot; value b: spot }
lane l1 "L" { a = inn; b = well }
view "Here" 80 by 60 {
  show inn at 4 4 by 30 20
  show well at 40 30 by 30 20
  each l in lane { show l from l.a to l.b; show "R" on l }
  show player in row at 4 50 by 70 8
}
verb play { win none }
END
run "$REGEL" board "$dir/near.regel" -o "$dir/near.svg"
assert_contains 'a picture is for as many players as can play' '>Player 3<' "$(cat "$dir/near.svg")"
label=$(grep -o 'data-item="l1".*' "$dir/near.svg" | grep -o '<rect x="[0-9.]*" y="[0-9.]*" width="[0-9.]*" height="[0-9.]*"' | head -n 1 | tr -c '0-9.\n' ' ')
# shellcheck disable=SC2086  # a list of numbers; the line runs from (19, 14) to (55, 40), and is seen from (33, 24) to (41, 30)
seen=$(printf '%s\n' $label | awk '{ n[NR] = $1 } END { for (k = 0; k <= 20; k++) { x = 33 + 8 * k / 20; y = 24 + 6 * k / 20
  out += x < n[1] || x > n[1] + n[3] || y < n[2] || y > n[2] + n[4] } print out }')
if [ "$seen" -ge 5 ]; then ok 'what stands on a short line does not hide it'; else not_ok 'what stands on a short line does not hide it' "$label: $seen of 21"; fi


# What lies face up in a pile is seen in the picture, and can be chosen there.
cat >"$dir/market.regel" <<'END'
game market "Market" for 2..2
kind good "good"
good bread "Bread" * 2, fish "Fish", oil "Oil"
stock "Stock": pile of good = good seen by none
stall "Stall": pile of good
kind player { hand "Hand": pile of good seen by owner }
view "Square" 90 by 60 { show stall at 5 5 by 60 30; show stock at 70 5 by 15 20 }
verb play { move (random 3 of stock) to stall; each p in players { as p { take (choose stall "Which?") } }; win none }
verb take (g: good) { move g to hand }
END
run "$REGEL" board "$dir/market.regel" --json
assert_equal 'three lie face up, and each has an answer' 3 \
  "$(printf '%s' "$out" | python3 -c 'import json, sys
print(sum(1 for x in json.load(sys.stdin)["views"][0]["items"] if x.get("on") == "stall"))')"
run "$REGEL" board "$dir/market.regel" --seat 1 -o "$dir/market.svg"
assert_equal 'in the picture, too' 3 "$(grep -c 'data-item="[a-z]*@stall.*data-answers' "$dir/market.svg")"
run "$REGEL" board "$dir/market.regel"
assert_equal 'lines name them once' 1 "$(printf '%s\n' "$out" | grep -c Stall)"
assert_lacks 'there is no script' 'script' "$svg"
assert_lacks 'nothing is loaded from elsewhere' 'href' "$svg"
if command -v python3 >/dev/null; then
  run python3 -c "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])" "$dir/town.svg"
  assert_exit 'it is well-formed' 0
fi
run "$REGEL" board "$dir/town.regel" --places -o "$dir/printed.svg"
assert_lacks 'what is printed on a board has no tokens' 'class="item token"' "$(cat "$dir/printed.svg")"
assert_contains 'but its places' 'class="item place"' "$(cat "$dir/printed.svg")"

# ---- one board, said in several places ------------------------------------------------
cat >"$dir/parts.regel" <<'END'
game parts "Parts" for 2..2
option thieves "With a thief": flag = no
kind spot "spot"
spot gate "Gate", yard "Yard", wall "Wall"
kind road "road" { value a: spot; value b: spot }
road path "Path" { a = gate; b = yard }, lane "Lane" { a = yard; b = wall }
kind player { at "Place": spot }
view "The castle" 90 by 60 {
  show gate at 15 20; show yard at 34 20; show wall at 75 40
  each r in road { show r from r.a to r.b }
  each p in players { show p on p.at }
}
variant thieves "With a thief" if thieves {
  lurks "Where the thief lurks": spot = yard
  view "The castle" { show "Thief" on lurks; show "Trap" on path; show "Trap" on path; show "Bell" at 80 50 }
}
verb play { as first(players) { set at to choose spot "Where to?" }; win none }
END
run "$REGEL" board "$dir/parts.regel" --set thieves=yes
assert_contains 'a variant puts what it adds on the board of the game' 'Yard  Thief' "$out"
assert_equal 'under one title' 1 "$(printf '%s\n' "$out" | grep -c 'The castle')"
run "$REGEL" board "$dir/parts.regel"
assert_lacks 'and only if it is in force' 'Thief' "$out"
run "$REGEL" board "$dir/parts.regel" --set thieves=yes --json
assert_equal 'what lies on a short line is not covered by its ends' 0 "$(printf '%s' "$out" | python3 -c '
import json, sys
items = json.load(sys.stdin)["views"][0]["items"]
box = lambda i: (i["x"], i["y"], i["x"] + i["w"], i["y"] + i["h"])
places = [box(i) for i in items if i["shape"] == "place"]
lines = [box(i) for i in items if i["shape"] == "line"]
print(sum(1 for a in lines for b in places if min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])))')"
mkdir "$dir/flags"
printf 'pack flags "Flags" for heimlich\nview "The street" { show "Flag" on church }\n' >"$dir/flags/pack.regel"
run "$REGEL" board heimlich --pack "$dir/flags"
assert_matches 'and so does a pack' '^The church +Flag' "$out"
sed 's/show "Thief" on lurks/show "Thief" on 3/' "$dir/parts.regel" >"$dir/nowhere.regel"
run "$REGEL" check "$dir/nowhere.regel"
assert_contains 'it lies on a place of either' 'this view does not show it' "$err$out"

# ---- data ----------------------------------------------------------------------------
run "$REGEL" board "$dir/town.regel" --seat 1 --json
assert_contains 'an item has a face as its id' '"id": "coach@coach"' "$out"
assert_contains 'and looks' '"form": "star"' "$out"
assert_lacks 'no number of a copy is told' '"id": "ace' "$out"

# ---- a stored game ---------------------------------------------------------------------
run "$REGEL" play "$dir/town.regel" --bots --seed 1
run "$REGEL" board --game 1 --step 0
assert_contains 'a stored game as it began' '0–9: 0 Player 1, Player 2' "$out"
run "$REGEL" board --game 1
assert_contains 'a stored game as it ended' '0–9: 4 Player 1, Player 2' "$out"
run "$REGEL" board --game 77
assert_exit 'a game that is not there' 2

# How often others were asked secretly cannot be counted: of a game that is not over one counts the
# steps that one knows of.
cat >"$dir/bids.regel" <<'END'
game bids "Bids" for 2..2
n "Round": 0..9
kind player { bid "Bid": 0..3 seen by owner }
verb play {
  repeat 3 {
    as first(players) { choose "Go?" { "Yes" { }; "No" { } } }
    secretly each p in players { set p.bid to (choose 0..3 "Your bid"); set p.bid to (choose 0..3 "Sure?") }
    raise n by 1
  }
  win none
}
view "Table" 40 by 20 { show 0..9 in row at 5 5 by 30 10; show "now" on n }
END
run_with 'yes
1
2
yes
1
2
quit' "$REGEL" play "$dir/bids.regel" --db "$dir/bids.db"
for step in 0 1 2; do
  run "$REGEL" board --game 1 --step $step --db "$dir/bids.db"
  assert_contains "spectators count what all are asked: step $step" "$step now" "$out"
done
run "$REGEL" board --game 1 --step 9 --db "$dir/bids.db"
assert_contains 'and no further than they know' '2 now' "$out"
run "$REGEL" board --game 1 --step 3 --seat 1 --db "$dir/bids.db"
assert_contains 'who is asked secretly counts that, too' '1 now' "$out"
run "$REGEL" db check --db "$dir/bids.db"
assert_contains 'nor are the steps of such a game counted elsewhere' '1 game, 0 steps' "$out"

# ---- what cannot be shown ---------------------------------------------------------------
cat >"$dir/flood.regel" <<'END'
game flood "Flood" for 2..2
kind place; place here, there
view "The flood" 50 by 50 {
  show place in row at 0 0 by 50 50
  repeat 1000000 { show "drop" on here; note "drop" }
}
verb play { as first(players) { let p = choose place; note "{p}" }; win none }
END
run "$REGEL" board "$dir/flood.regel" -o "$dir/flood.svg"
assert_exit 'a board that holds too much is an error' 4
assert_contains 'which says so' 'shows more than a board can hold' "$err"
assert_equal 'and stays small' yes "$([ "$(wc -c <"$dir/flood.svg")" -lt 2000000 ] && echo yes)"
run_with 'quit' "$REGEL" play "$dir/flood.regel" --seed 1 --no-store
assert_contains 'in play the view says that there is more' 'There is more here than can be shown.' "$out"
run "$REGEL" board "$dir/town.regel" --seat 9
assert_exit 'a seat that is not there' 2
run "$REGEL" board "$dir/nothing.regel"
assert_exit 'a ruleset that is not there' 2
printf 'game bare "Bare" for 2..2\nverb play { win none }\n' >"$dir/bare.regel"
run "$REGEL" board "$dir/bare.regel" -o "$dir/bare.svg"
assert_exit 'a game without a board' 4
assert_contains 'the message says what is missing' 'no view of these rules has a size' "$err"
run "$REGEL" board "$dir/town.regel" -o "$dir/no/such/folder.svg"
assert_exit 'a file that cannot be written' 5
