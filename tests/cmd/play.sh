# regel play: answers, questions about them, and nobody's secrets.
. tests/cmd/lib.sh

play() { # INPUT ARGUMENT…
  typed=$1
  shift
  run_with "$typed" "$REGEL" play "$@"
}

run "$REGEL" play tictactoe --bots --seed 7 --no-store
assert_exit 'a game of bots ends' 0
assert_matches 'its log is printed' 'Player 1 takes square' "$out"
assert_matches 'its result is printed' 'wins|Nobody wins' "$out"
first=$out
run "$REGEL" play tictactoe --bots --seed 7 --no-store
assert_equal 'the same seed gives the same game' "$first" "$out"

two="--seats Ann,Bob --human all"
# shellcheck disable=SC2086  # a list of words
play '1
square (1, 2)
2,1
2,2
3,1' tictactoe $two
assert_exit 'two people can play' 0
assert_contains 'people are called by their names' 'Ann: Which square?' "$out"
assert_matches 'the winner is named' '^Ann wins' "$out"

# shellcheck disable=SC2086
play 'square(2, 2)
2,2
why 2,2
?
log
undo
square (1,1)
help
nonsense
quit' tictactoe $two
assert_exit 'leaving a game before its end is code 1' 1
assert_contains 'an answer that is not there is said to be so' 'No answer is called "2,2"' "$out"
assert_contains 'why names the place of the list' 'the list of this question leaves it out' "$out"
assert_contains 'why shows the source line' 'where it.mark is none' "$out"
assert_contains 'the log tells what happened' 'Ann takes square (2, 2)' "$out"
assert_contains 'an answer can be taken back' 'Taken back.' "$out"
assert_contains 'help names the commands' 'why NAME' "$out"
assert_contains 'a typing mistake gets a remark' 'No answer is called "nonsense"' "$out"

play 'Karte
card
hilfe
quatsch
zurück
warum
2
zurück
ende' heimlich --players 3 --lang de --seed 3 --no-store
assert_exit 'what is typed instead of an answer is understood in the language of the table' 1
assert_matches 'by its word there, and in English' 'nichts, worauf' "$out"
assert_matches 'help has the words of the table' '^  warum NAME ' "$out"
assert_contains 'so has a remark' 'Tippe warum quatsch' "$out"
assert_contains 'taking back is called by its word, too' '> zurück' "$out"
assert_contains 'and leaving' '> ende' "$out"
assert_lacks 'nothing of it is taken for an answer' 'heißt „zurück“' "$out"

play 'pourquoi
quitter' clash --lang fr --seed 3 --no-store --bot=random
last=$(printf '%s\n' "$out" | grep -c '^:')
assert_equal 'no line begins with a mark' 0 "$last"
assert_contains 'a word stands in the remark about it' ': pourquoi NOM' "$out"

# shellcheck disable=SC2086
play '1' tictactoe $two
assert_exit 'the end of the input is code 1' 1
assert_contains 'the end of the input is said' 'no more input' "$err"

# What ended a game stands in its last line, in the game's own words.
for why in 'en:Nobody wins: Purple is furthest' 'nl:Niemand wint: Paars staat het verst' \
  'de:Niemand gewinnt: Lila steht am weitesten' 'fr:Personne ne gagne.*Violet est le plus avancé'; do
  run "$REGEL" play heimlich --bots --bot=random --seed 4 --no-store --lang "${why%%:*}"
  assert_matches "the result says why (${why%%:*})" "${why#*:}" "$out"
done
assert_lacks 'dossiers that nobody wrote are not opened' 'Dossier' "$out"
run "$REGEL" play heimlich --bots --bot=random --seed 4 --no-store --set dossier=yes
assert_contains 'those that were written are' 'Dossier of Player 1, Red' "$out"

# A person at a screen of 80 columns.
play '?
card alive
log' cultists --seed 3 --bot=random --no-store
assert_contains 'a long name goes on below, and values stay in their column' '
A vote that counts double is a use of
  the Knife                             yes
' "$out"
assert_contains 'how many there are is said of the game' 'Alive (card; 73 of them in the game)' "$out"
play "?
$(for _ in $(seq 40); do echo 1; done)
log" heimlich --seed 3 --bot=random --no-store --lang de
assert_equal 'no word is broken at its end' '' "$(printf '%s' "$out" | python3 -c 'import sys
print(*(l for l in sys.stdin.read().split("\n") if len(l) > 80 and "regel play" not in l), end="")')"
assert_matches 'what a die shows is compared with nothing' 'Würfel: [1-6][)]' "$out"

cat >"$dir/plain.regel" <<'END'
game plain "Plain" for 2..2
kind player { points "Points": 0..9 }
verb play {
  each p in players { as p { let n = choose 2..2 "How many points?"; set points to n; raise points by 1 } }
  let sure = choose flag by first(players) "Really?"
  if sure { win players because "all are sure" }
  win none because "nobody is sure"
}
END
play '2' "$dir/plain.regel" --no-store
assert_matches 'a number says what it answers' 'How many points[?] 2' "$out"
assert_matches 'a number that is set has no difference, one that is raised has' 'Points of Player 1: 2 · Points of Player 1: 3' "$out"
assert_lacks 'who typed an answer is not told it again' 'Really? yes' "$out"
assert_matches 'why all win is said, too' '^All players win: all are sure' "$out"
run "$REGEL" board "$dir/plain.regel"
assert_contains 'rules without a view are shown as a table' 'Player 1  0' "$out"

cat >"$dir/secret.regel" <<'END'
game secret "Secret" for 2..2
kind card "card"
card ace "Ace", king "King", queen "Queen"
kind player { hand "Hand": pile of card seen by owner }
deck "Deck": pile of card = card seen by none
table "Table": pile of card
verb setup { shuffle deck }
verb play {
  each p in players { as p { take } }
  each p in players { as p { lay (choose hand "Lay which card?") } }
  win first(players)
}
verb take "{me} takes a card" { draw 1 from deck to hand }
verb lay (c: card) "{me} lays {c}" {
  may "Look twice?" { note "{me} looks twice" }
  move c to table
}
END
# What Ann is shown stands before the line with Bob's name, what Bob is shown after it.
play '?
no
?
no' "$dir/secret.regel" --seats Ann,Bob --human all --seed 1
assert_exit 'a game with secrets can be played by two' 0
assert_contains 'the screen is passed on' '---- Bob ----' "$out"
ann=$(printf '%s\n' "$out" | sed -n '/---- Bob ----/q;p')
bob=$(printf '%s\n' "$out" | sed -n '/---- Bob ----/,$p' | sed -n '/> ?$/,/^> no/p')
card() { printf '%s\n' "$1" | sed -n "s/^$2 *\(Ace\|King\|Queen\).*/\1/p" | head -n 1; }
hers=$(card "$ann" Ann) his=$(card "$bob" Bob)
if [ -n "$hers" ] && [ -n "$his" ]; then ok 'each person sees the own hand'; else
  not_ok 'each person sees the own hand' "Ann: $hers, Bob: $his"; fi
assert_lacks 'nobody sees the hand of another' "${his:-Bob has none}" "$ann"
assert_contains 'a hidden hand is counted' '1 hidden' "$ann"

cat >"$dir/must.regel" <<'END'
game must "Must" for 1..1
kind place "place" { taken: flag }
place left "Left", middle "Middle", right "Right", far "Far away"
rolled: 0..6
verb play {
  set middle.taken to yes
  as first(players) {
    go (choose place "Where to?")
    set rolled to random 1..6
    go (choose place "And then?")
    win me
  }
}
verb go (p: place) "{me} goes to {p}" {
  require not p.taken @MUST-01
  set p.taken to yes
}
END
play 'middle
why middle
why left
left
undo
right' "$dir/must.regel"
assert_exit 'a game with one person ends' 0
assert_contains 'why names the step that cannot be carried out' 'this step could not be carried out' "$out"
assert_contains 'with its source line' 'require not p.taken' "$out"
assert_contains 'and its rule' 'MUST-01' "$out"
assert_contains 'why says when something is offered after all' 'is offered' "$out"
assert_contains 'chance cannot be taken back' 'chance has decided since then' "$out"

cat >"$dir/react.regel" <<'END'
game react "React" for 2..4
kind player { mana "Mana": 0..9 = 1; bid "Bid": 0..3 seen by owner }
verb react "{me} reacts" { require mana > 0; lower mana by 1 }
verb play {
  repeat {
    choose by players "Does anybody react?" {
      "React" { react }
      "Let it happen" { stop }
    }
  }
  secretly each p in players { set p.bid to choose 0..3 "Your bid, {p}?" }
  win most(p in players: p.bid)
}
END
play 'Bob
react
ann
let
3
?
log
1' "$dir/react.regel" --human all --seats Ann,Bob
assert_exit 'anybody may answer where the rules say so' 0
assert_contains 'first somebody says who answers' 'Who answers?' "$out"
assert_contains 'who answers is who acts' 'Bob reacts (Mana: 0)' "$out"
assert_matches 'numbers are typed as they are' '  0  1  2  3 > 3$' "$out"
assert_matches 'the secret answers decide' '^Ann wins' "$out"
bob=$(printf '%s\n' "$out" | sed -n '/Your bid, Bob/,$p' | sed '/^> 1/q')
assert_lacks 'a secret answer is not in the log of another' '3 (+3)' "$bob"
assert_lacks 'a secret answer is not on the table of another' '3' "$(printf '%s\n' "$bob" | grep -v '  0  1  2  3')"

run "$REGEL" play tictactoe --bots --human 1
assert_exit 'bots everywhere and people are a contradiction' 2
run "$REGEL" play tictactoe --human 3
assert_exit 'a seat that is not there is a usage error' 2
run "$REGEL" play tictactoe --seats Ann,Bob,Carl
assert_exit 'too many names are a usage error' 2

cat >"$dir/stuck.regel" <<'END'
game stuck "Stuck" for 2..2
kind card "card" { verb effect }
card bomb "Bomb" { effect { let x = choose spot where it.n > 3; note "{x}" } }
kind spot { n: 0..9 }
spot s1, s2
verb play { as last(players) { each c in card { c.effect } }; win none }
END
run "$REGEL" play "$dir/stuck.regel" --bots --seats Anne,Bob
assert_exit 'a rule that goes wrong has its own exit code' 4
assert_contains 'an error names who was acting' 'Bob was acting' "$err"
assert_contains 'and the card' 'by the rules of Bomb' "$err"
assert_contains 'and how to see it again' 'regel replay ' "$err"
run "$REGEL" games
assert_contains 'the game is stored with its error' 'error R0005' "$out"

# ---- reading at the table -----------------------------------------------------------
cat >"$dir/deal.regel" <<'END'
game deal "Deal" for 2..2
kind player { hand "Hand": pile of card seen by owner; at "Place": spot; points "Points": 0..99 }
kind spot "spot" { value worth "Worth": 1..9 = 2 }
spot gate "Gate", tower "Tower"
kind path "path" { value a: spot; value b: spot }
path stairs "Stairs" { a = gate; b = tower }
kind card "card" { verb play }
card gift "Gift" * 4 { play { raise points by 2 } }, theft "Theft" * 4 { play { lower points by 1 } }
deck: pile of card = card seen by none
old: pile of card
view "The castle" 60 by 40 {
  show gate at 15 20; show tower at 45 20
  each w in path { show w from w.a to w.b; show "Guard" on w }
  each p in players { show p on p.at }
}
verb setup { shuffle deck; each p in players { draw 2 from deck to p.hand } }
verb play { repeat 3 { each p in players { as p { turn } } }; win most(p in players: p.points) }
verb turn {
  choose "What do you do?" {
    c in hand "Play {c}" { reveal c to players; c.play; move c to old }
    s in spot "Go to {s}" { set at to s }
    w in path "Look at {w}" { }
  }
}
END
run_with '1?
card
card tower
card gift
card nothing
card theft
4?
4
1
quit' "$REGEL" play "$dir/deal.regel" --seed 5 --no-store --bot random
assert_matches 'an answer that names a card shows its text the first time' '^  (Gift|Theft): (Gain|Lose)' "$out"
assert_equal 'and only then' "$(printf '%s\n' "$out" | grep -cE '^  (Gift|Theft): (Gain|Lose)')" "$(printf '%s\n' "$out" | grep -E '^  (Gift|Theft): (Gain|Lose)' | sort -u | wc -l)"
assert_contains 'card tells what is written on something' 'Tower (spot)' "$out"
assert_contains 'with its values' '  Worth: 2' "$out"
assert_contains 'what is not there is said' 'You see nothing that is called nothing.' "$out"
assert_contains 'an answer tells where a road leads and who stands on it' 'Look at Stairs (Gate – Tower: Guard)' "$out"
assert_contains 'and who stands on a place' 'Go to Gate (Player 1, Player 2)' "$out"
assert_equal 'the whole board is shown once' 1 "$(printf '%s\n' "$out" | grep -c '^The castle')"
assert_contains 'then only what has changed' '  Gate: ' "$out"
run_with 'card theft
card gift
quit' "$REGEL" play "$dir/deal.regel" --seed 5 --no-store --bot random
held=$(printf '%s\n' "$out" | grep -o 'Play [A-Z][a-z]*' | cut -d' ' -f2 | sort -u)
case $held in *Gift*Theft*) ok 'a card that nobody shows stays hidden' ;;
Gift) assert_contains 'a card that nobody shows stays hidden' 'nothing that is called theft' "$out" ;;
*) assert_contains 'a card that nobody shows stays hidden' 'nothing that is called gift' "$out" ;;
esac

# A road is told by the end where it leads, and may be typed as it is told.
cat >"$dir/roads.regel" <<'END'
game roads "Roads" for 1..1 { }
verb play { repeat { choose by players "Which way?" { "Path: Mill – Farm" { note "Pigs" }; "Lane: Mill – Town" { note "Streets" } } } }
END
run_with 'Lane: Town
quit' "$REGEL" play "$dir/roads.regel" --seed 1 --no-store
assert_contains 'a road is told by where it leads' '1 Path: Farm  2 Lane: Town' "$out"
assert_contains 'and may be typed as it is told' 'Streets' "$out"

# What everybody may read is read by all who share the screen; what one holds, by whoever holds it.
cat >"$dir/inn.regel" <<'END'
game inn "Inn" for 2..2
kind player { coins "Coins": 0..9; hand "Hand": pile of card seen by owner }
kind card "card" { verb play }
card gift "Gift" * 4 { play { raise coins by 2 } }
deck: pile of card = card seen by none
kind dish "dish" { verb eat }
dish soup "Soup" { eat { raise coins by 1 } }, bread "Bread" { eat { lower coins by 1 } }
menu: pile of dish = dish
verb setup { shuffle deck; each p in players { draw 2 from deck to p.hand } }
verb play { repeat 2 { each p in players { as p { choose "Where?" { d in menu { d.eat }; c in hand { reveal c to players; c.play } } } } }; win none }
END
run_with '1
1
1
1' "$REGEL" play "$dir/inn.regel" --human all --no-store --seed 1
assert_equal 'two read once what is open to both' 1 "$(printf '%s\n' "$out" | grep -c '^  Soup: Gain 1 Coin')"
assert_equal 'and each what it holds' 2 "$(printf '%s\n' "$out" | grep -c '^  Gift: Gain 2 Coins')"

# What was read lately, or is the same for all answers, is told in fewer words.
cat >"$dir/fair.regel" <<'END'
game fair "Fair" for 1..1
kind player { coins "Coins": 0..99 = 20 }
kind way "way"
way w1 "Hill – Lake", w2 "Mill – Hill", w3 "Hill – Well"
kind stall "stall" { toys "Toys": 0..9 }
stall s1 "stall 1", s2 "stall 2", s3 "stall 3", s4 "stall 4", s5 "stall 5", s6 "stall 6"
view "The fair" 100 by 60 {
  show stall in row at 0 0 by 100 10
  each s in stall { show s.toys on s }
}
verb play {
  repeat 9 {
    as first(players) {
      choose "{me.coins} coins are left, and the fair is open until the evening bell. What do you do?" {
        "Buy a wooden horse for the children (3 coins)" { lower coins by 3 }
        "Buy a kite of red paper (2 coins)" { lower coins by 2 }
        "Walk along one of the ways" { walk (choose way "Along which way?") }
        "Put a toy on a stall" { stock (choose stall where it.toys is 0 "On which stall?") }
      }
    }
  }
  win none
}
verb walk (w: way) "{me} walks along {w}" { raise coins by 1 }
verb stock (s: stall) "{me} stocks {s}" { raise s.toys by 1 }
END
run_with '1
1
3
2
4
3
4
3
6
quit' "$REGEL" play "$dir/fair.regel" --human all --no-store --seed 1
assert_contains 'a question that was asked lately is left out behind what is new' 'until the
evening bell. 1–4 > 1' "$out"
assert_contains 'roads that touch one place say where they lead' 'Along which way?  1 Lake  2 Mill  3 Well > 2' "$out"
assert_contains 'a label is never cut' '2 Buy a kite of red paper (2 coins)  3 Walk along one of the ways
  4 Put a toy on a stall > 4' "$out"
assert_contains 'what differs by a number is typed as that' 'On which stall?  stall 1  2  4  5  6 > 3' "$out"
assert_contains 'a number between them that is none shows them all' '> 3
  stall 1  stall 2  stall 4  stall 5  stall 6
> 6
Stocks stall 6' "$out"

# What only says again what was typed is told by its result, and equal changes together.
cat >"$dir/seat.regel" <<'END'
game seat "Seat" for 2..2
kind player { coins "Coins": 0..99 = 9 }
kind stall "stall" { open "open": flag }
stall s1 "the oak", s2 "the elm", s3 "the ash", s4 "the fir", s5 "the yew", s6 "the lime"
view "The wood" 100 by 60 {
  show stall in row at 0 0 by 100 10
  each s in stall { if s.open { show "open" on s } }
}
verb play {
  repeat 2 { choose by players "What do you do?" { "Take the seat" { take_seat }; "Stand up at once" { } } }
  each s in stall { set s.open to yes }
  repeat 2 { choose by players "What do you do?" { "Take the seat" { take_seat }; "Stand up at once" { } } }
  win none
}
verb take_seat "{me} takes the seat" { lower coins by 3 }
END
run_with '1
1
1
2' "$REGEL" play "$dir/seat.regel" --no-store --seed 1 --seats Ann,Bob
assert_contains 'what echoes an answer is told by its result' '> 1
Coins: 6 · What do you do?  1 Take the seat  2 Stand up at once > 1' "$out"
assert_contains 'places that changed alike are told together' '
  The oak, The elm, The ash, The fir, The yew, The lime: open
' "$out"
assert_equal 'how the others are let go first is said once' 1 "$(printf '%s\n' "$out" | grep -c 'let the others answer')"

# A game is read on a few screens: two lines for a decision, the result alone at the end.
yes 1 | head -n 600 >"$dir/ones"
"$REGEL" play heimlich --players 4 --seed 5 --bot random --no-store <"$dir/ones" >"$dir/.out" 2>/dev/null
out=$(cat "$dir/.out")
shown='regel play heimlich (always the first answer)' status=0 err=''
lines=$(wc -l <"$dir/.out")
if [ "$lines" -lt 330 ]; then ok 'a game of about 160 decisions takes some 300 lines'; else not_ok 'a game of about 160 decisions takes some 300 lines' "$lines"; fi
assert_matches 'a list is not printed twice in a row' '· [2-6] points left. 1–7 > 1$' "$out"
assert_matches 'what is at stake stands in the question' '[2-6] points left' "$out"
assert_matches 'what is for one reader alone stands on his board' '^The [a-z]+ card  +An identity card  +An identity card' "$out"
assert_matches 'at the end stands what everybody has' '^Player 4  [0-9]+$' "$out"
assert_matches 'and what was hidden' '^The [a-z]+ card  +The [a-z]+ card  +The [a-z]+ card  +The [a-z]+ card$' "$out"
assert_matches 'and who has won' '^Player [1-4] wins: .* furthest on the track' "$out"
assert_matches 'with the rules, below where the line is full' '^  \(HEI-[A-Z]*-[0-9]*,' "$out"

# An answer with a question mark tells what would come of it, as far as that can be known.
cat >"$dir/peek.regel" <<'END'
game peek "Peek" for 2..2
use "looks.regel"
kind pier "pier" 2 by 2 { value catch "Catch": 1..9 = 2; boat "Boat": player or none }
kind road "road" { value toll "Toll": 0..9 = 1 }
road long "A", short "B"
kind errand "errand" { value cost "Cost": 0..9; verb do }
errand lamp "Lamp" * 2 { cost = 2; do { raise fame by 2 } }
errand net "Net" * 2 { cost = 1; do { raise fame by 1 } }
kind player {
  fame "Fame": 0..30; hold "Hold": pile of errand seen by owner; at "Pier": pier or none
  secret "Secret": 0..9 = 3 seen by owner; coins "Coins": 0..9 = 1
  value doubled "Glory": 0..60 = 2 * fame
}
deck "Deck": pile of errand = errand seen by none
view "Harbour" 90 by 90 {
  show pier in grid at 5 5 by 80 80
  each q in pier { show q.catch on q; show q.boat on q }
}
verb setup { shuffle deck; each p in players { draw 1 from deck to p.hold } }
verb sail to (p: pier) "{me} sails to {p}" { set p.boat to me; set at to p }
verb fish "{me} fishes" { raise fame by 1; draw 1 from deck to hold }
verb play {
  repeat 1 { each p in players { as p {
    choose "What now?" { "Sail" { sail to (choose pier "Which pier?") }; "Fish" { fish } }
    raise fame by (choose 1..2 "How much?")
  } } }
  win most(p in players: p.fame)
}
END
play '1?
2?
card road B
1
1
3
1
2
2' "$dir/peek.regel" --human all --seats Ann,Bob --seed 1 --no-store
assert_contains 'what is asked next' 'Then you are asked: Which pier?' "$out"
assert_contains 'what would happen' 'Ann fishes (Fame: 1)' "$out"
assert_lacks 'but not what only chance knows' 'Ann draws Lamp' "$(printf '%s\n' "$out" | sed '/^> card/q')"
assert_lacks 'whichever it is' 'Ann draws Net' "$(printf '%s\n' "$out" | sed '/^> card/q')"
assert_contains 'a thing is found by its kind and name' 'B (road)' "$out"
assert_matches 'cards in hand have their values' '  (Lamp|Net) \(Cost: [12]\): Gain [12] Fame' "$out"
assert_contains 'a number that is no answer is told the numbers that are' 'The answers go from 1 to 2.' "$out"
assert_contains 'all that lies on a square is shown' '1  2,A 2' "$out"
assert_matches 'at the end stand the values of players, and what was hidden' '^Player +Glory +Hold +Secret' "$out"
assert_matches 'of all players' '^Bob  +[0-9]+ +(Lamp|Net)' "$out"

# What can be taken is described by its values where it does nothing; how far it came stands at the end.
run sh -c "printf '1\n1\n1\n' | '$REGEL' play clash --human all --seed 1 --no-store"
assert_matches 'a unit is told before it is chosen' '^  Tank: Class: tank, Tiles: 3, Beats: private' "$out"
run sh -c "printf '1\n' | '$REGEL' play orange --human all --seed 1 --no-store"
assert_matches 'an identity, too, though it lies in no pile' '^  Anda: Age: young, ' "$out"
assert_contains 'a sentence among values ends with its stop' 'gain 1 Alibi. Starts at' "$(printf '%s' "$out" | tr '\n' ' ' | tr -s ' ')"
run sh -c "printf '1\n1\n1\n1\n1\n1\n1\n?\n' | '$REGEL' play orange --set scenario=labour --human all --seed 1 --no-store"
assert_contains 'what a Location asks for stands on the table' 'Requirement: A cover, Ration, Information' "$(printf '%s' "$out" | tr '\n' ' ' | tr -s ' ')"
cat >"$dir/race.regel" <<'END'
game race "Race" for 1..1
won "Won": 0..9
view "Race" { note "  Won: {won} of 3"; note "  Never: changes" }
verb play { as first(players) { repeat 3 { step (choose 1..2 "How far?") } }; win players because "Done" }
verb step (n: 1..2) "Step {n}" { raise won by 1 }
END
run sh -c "printf '1\n2\n1\n' | '$REGEL' play '$dir/race.regel' --no-store"
assert_equal 'at the end stands how far it came, once' 1 "$(printf '%s' "$out" | grep -c 'Won: 3 of 3')"
assert_equal 'also what has not changed' 2 "$(printf '%s' "$out" | grep -c 'Never: changes')"

# Several people at one screen read every line once, and what has changed on the board.
"$REGEL" play heimlich --players 2 --human all --seed 5 --no-store <"$dir/ones" >"$dir/.out" 2>/dev/null
out=$(cat "$dir/.out")
shown='regel play heimlich --human all (always the first answer)'
lines=$(wc -l <"$dir/.out") answers=$(grep -cE '> 1$' "$dir/.out")
if [ "$answers" -gt 50 ] && [ "$lines" -lt $((answers * 3)) ]; then ok 'hot seats take less than three lines for a decision'; else
  not_ok 'hot seats take less than three lines for a decision' "$answers answers, $lines lines"; fi
assert_matches 'who has just done something need not be named' '^Moves Red one building forward' "$out"
assert_matches 'before others it is' 'Player 1 moves Red one building forward' "$out"
assert_equal 'the whole board is shown once to both' 1 "$(grep -c '^The street' "$dir/.out")"
wide=$(sed 's/regel play.*//; /^---- .* $/d' "$dir/.out" | awk '{ gsub(/[\x80-\xbf]/, "") } length > 80' | wc -l)
assert_equal 'no line is wider than the screen' 0 "$wide"

# What bots do is read player by player: who acts is named once, a part of the game begins a line, what
# happens again and again is counted, and what the board shows below is not told above it.
run sh -c "head -n 60 '$dir/ones' | '$REGEL' play clash --seed 5 --bot random --no-store"
assert_matches 'who acts is named once' '^Player 2 begins a turn · places the [a-z-]+ on road [1-7] · ' "$out"
assert_contains 'the board below says what they cost' '; Player 2: Action points 1' "$out"
assert_lacks 'so the log does not' 'Action points of Player 2' "$out"
assert_matches 'what one has done needs no name' '^Places the anti-tank mine on road 1' "$out"
run sh -c "head -n 60 '$dir/ones' | '$REGEL' play clash --seed 5 --bot random --no-store --lang de"
assert_matches 'in German, too' '^Spieler 2 ist am Zug · ' "$out"
run sh -c "head -n 30 '$dir/ones' | '$REGEL' play cultists --seed 5 --bot random --no-store"
assert_contains 'what happens again and again is counted' '7× (A
Room token is drawn · A card is drawn)' "$out"
assert_matches 'what is shown one after the other is one list' 'Shown to all: [0-9]+× Alive, [0-9]+×' "$out"
assert_matches 'a phase begins a line' '^Action phase · ' "$out"
cat >"$dir/names.regel" <<'END'
game names "Names" for 2..2
lot: 0..9
verb night "A night falls" { set lot to 1 }
verb rest "{me} and all others rest" { set lot to 2 }
verb play { repeat 2 { as first(players) { choose { "Go" { night; rest; rest } } } }; win first(players) }
END
run sh -c "printf '1\n1\n' | '$REGEL' play '$dir/names.regel' --seats A,Bob --ask-all --no-store"
assert_contains 'no word is taken for a name' 'A night falls' "$out"
assert_contains 'nor half of a subject for the whole' 'A and all others rest' "$out"

# On a terminal the screen is emptied when it changes hands: what stood there is said again.
cat >"$dir/pass.py" <<'END'
import os, pty, select, sys
child, terminal = pty.fork()
if not child:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], [sys.argv[1], "play", sys.argv[2], "--seats", "A,B", "--human", "all", "--seed", "2", "--no-store"])
said = b""
while select.select([terminal], [], [], 10)[0]:
    try:
        read = os.read(terminal, 4096)
    except OSError:
        break
    said += read
    if said.endswith((b"> ", b"Enter. ")):
        os.write(terminal, b"1\n")
print(said.decode().count("gain 3"))
END
cat >"$dir/pass.regel" <<'END'
game pass "Pass" for 2..2
kind card "card" { verb play }
card ace "Ace" * 9 { play "You gain 3 coins" { raise coins by 3 } }
kind player { hand "Hand": pile of card seen by owner; coins "Coins": 0..90 }
deck: pile of card = card seen by none
verb setup { shuffle deck; each p in players { draw 3 from deck to p.hand } }
verb play { repeat 2 { each p in players { as p { let c = choose hand "Which?"; reveal c to players; c.play; choose "And?" { "Rest" { }; "Sleep" { } } } } }; win none }
END
run python3 "$dir/pass.py" "$REGEL" "$dir/pass.regel"
assert_equal 'each time that the screen changes hands' 4 "$out"

# At one screen, who is left out of a question tells what he holds.
cat >"$dir/spy.regel" <<'END'
game spy "Spy" for 2..2
kind card "card"
card plain "Plain" * 5, spy "Spy"
kind player { hand "Hand": pile of card seen by owner; vote "Vote": flag seen by owner; at: 0..1 }
shown: pile of card seen by none
deck: pile of card = card seen by none
verb setup { shuffle deck; each p in players { draw 2 from deck to p.hand } }
verb play {
  each p in players { as p { move (choose hand "Which card do you give?") to shown } }
  secretly each p in players { let v = choose flag where it is no or any(c in p.hand: c in spy) "Betray?"; set p.vote to v }
  each p in players { as p { set at to choose 0..at "How far?" } }
  win none
}
END
run sh -c "yes 1 | '$REGEL' play '$dir/spy.regel' --seats A,B --human all --seed 3 --no-store"
assert_contains 'a hidden card is asked for, also if there is only one' 'Which card do you give?  1 Plain >' "$out"
assert_contains 'and a secret answer' 'Betray?  1 no >' "$out"
assert_lacks 'but not what all can see' 'How far?  ' "$out"
run sh -c "yes 1 | '$REGEL' play '$dir/spy.regel' --seats A,B --human 1 --seed 3 --no-store"
assert_lacks 'nor who has a screen of his own' 'Betray?  1 no >' "$out"

cat >"$dir/walk.regel" <<'END'
game walk "Walk" for 2..2
use "looks.regel"
kind spot "spot" { value height "Height": 0..9 = 5; light "Light": 0..9 = 7 }
spot gate "Gate", yard "Yard", tower "Tower"
kind player { at "Place": spot }
view "The castle" 90 by 60 {
  show spot in row at 5 5 by 80 30
  each s in spot { show s.height on s; show s.light on s }
  each p in players { show p on p.at }
}
verb play { repeat 3 { each p in players { as p { turn } } }; win none }
verb turn "{me} has the turn" { set at to choose spot "Where to?"; lower at.light by 1 }
END
play '2
3
1
1
3
2' "$dir/walk.regel" --human all --seats Ann,Bob --no-store
assert_matches 'who came has a sign' 'Yard: Light 5, . Bob; Tower: Light 5, . Ann' "$out"
assert_lacks 'what others read on the same screen is not told again' '---- Bob ---- Ann has the turn' "$out"

# What happens twice is told twice, though another has read it once on the same screen.
cat >"$dir/twice.regel" <<'END'
game twice "Twice" for 2..2
kind player { gold "Gold": 0..9; plan: 0..3 seen by owner }
verb play { as first(players) { dig; dig }; as last(players) { dig }; win none }
verb dig "{me} digs" { set plan to choose 1..3 "How deep?"; note "It rains" }
END
play '1
2
3' "$dir/twice.regel" --human all --seats Ann,Bob --no-store
assert_equal 'it rains three times' 3 "$(printf '%s' "$out" | tr '\n' ' ' | grep -o 'It rains' | wc -l)"

# A question that bots may answer as well need not be answered by the person who is asked.
cat >"$dir/both.regel" <<'RULES'
game both "Both" for 2..2
claps: 0..9
verb play { repeat 2 { choose by players "Who claps?" { "Clap" { raise claps by 1 }; "Stamp" { raise claps by 1 } } }; win none }
RULES
play 'wait
clap' "$dir/both.regel" --seed 1 --bot random --no-store
assert_exit 'a person may wait' 0
assert_matches 'the question says so' '^Player 1: Who claps. \(wait: let the others answer\)' "$out"
assert_matches 'then a bot answers, and the next question is open again' '^Player 2: (Clap|Stamp) · Who claps' "$out"
assert_lacks 'who has just chosen something is not told so' 'Player 1: Clap' "$out"
play 'wait
quit' tictactoe --bot random --no-store
assert_contains 'where nobody else is asked nobody can wait' 'No answer is called "wait"' "$out"

# Who answers is asked when everybody knows what has happened, and nobody more than that. What is in
# force is read when it comes; a part with a comma in it is one part of what has changed.
cat >"$dir/force.regel" <<'RULES'
game force "Force" for 2..2
kind event "event" { verb happen }
event storm "Storm" { happen { raise mood by 2 } }, calm "Calm" { happen { lower mood by 1 } }
now "In force": event or none
mood "Mood": 0..9
kind card "card"
card ace "Ace", king "King", ten "Ten", two "Two"
kind player { hand "Hand": pile of card seen by owner }
kind spot "spot" { value worth "Worth": 1..9 = 2 }
spot gate "Gate", tower "Tower"
deck: pile of card = card seen by none
view "The gate" 60 by 20 {
  show gate at 15 10; show tower at 45 10
  show "Storm, rain and hail" on (if mood < 5 then gate else tower); show "A flag" on gate
  show "A bell without a clapper" on gate
}
verb setup { each p in players { draw 1 from deck to p.hand } }
verb play {
  each e in event { set now to e; e.happen
    choose by players "Who waves?" { "Wave" { set mood to 5 }; "Nod" { } }
    as first(players) { choose "And now?" { "On" { }; "Back" { } } }
  }
  win none
}
RULES
play '2
1
1
1
1
1' "$dir/force.regel" --human all --seats Ann,Bob --seed 3 --no-store
assert_matches 'before it is asked who answers, everybody is told what has happened' 'In force: Storm' "$(printf '%s\n' "$out" | sed '/Who answers/q')"
assert_matches 'the question stands in one line' '· Who waves. Who answers\?  1 Ann  2 Bob > 2$' "$out"
assert_contains 'and what went has a sign' 'Gate: − Storm' "$out"
assert_equal 'nobody reads on that screen what only one may know' 0 "$(printf '%s\n' "$out" | sed '/Who answers/q' | grep -cE 'Ace|King|Ten|Two')"
assert_contains 'what is in force is read by who is asked' '  Storm: Raise Mood by 2.' "$out"
assert_contains 'a part with a comma in it goes as one' '− Storm, rain and hail' "$(printf '%s\n' "$out" | sed 's/\xc2\xa0/ /g')"

# Where several may answer, it is said what each of them could do as far as everybody knows; what everybody
# may read is read there, who has answered goes on until a part of the game begins, and another is called by name.
cat >"$dir/acts.regel" <<'RULES'
game acts "Acts" for 2..2
kind card "card"
card ace "Ace", king "King", ten "Ten", two "Two"
kind player { hand "Hand": pile of card seen by owner; coins "Coins": 0..9; value rich: flag = coins > 0 }
deck: pile of card = card seen by none
kind spot "spot" { verb rest "Rest there" }
spot gate "Gate" { rest "Gain 1 coin" { raise me.coins by 1 } }
verb turn (p: player) "A turn of {p} begins" { set turn_of to p }
turn_of: player or none
verb setup { each p in players { draw 1 from deck to p.hand }; set next(first(players)).coins to 3 }
verb play {
  each p in players {
    turn p
    repeat 3 {
      choose by players "What now?" {
        c in me.hand "Play {c}" { move c to deck }
        "Pay" { require me.rich; lower me.coins by 1 }
        "Rest" { }
        "Stop" { stop }
      }
    }
  }
  win none
}
RULES
play '?
card gate
log
help
why Pay
3?
Ann

Bob
Pay
Pay
bo
undo
Ann
Rest
quit' "$dir/acts.regel" --human all --seats Ann,Bob --seed 3 --no-store
assert_matches 'what a seat could do is said' '^  2 Bob: .*Pay, Rest' "$out"
assert_matches 'and what another could not' '^  1 Ann: .*Rest' "$out"
assert_lacks 'only what that one could' 'Ann: Play a card, Pay' "$out"
asked=$(printf '%s\n' "$out" | sed '/^> Ann/q')
assert_equal 'nobody reads there what is in a hand' 0 "$(printf '%s\n' "$asked" | grep -cE 'Ace|King|Ten|Two')"
assert_matches 'the table is shown' '^Bob +1 hidden +3' "$asked"
assert_contains 'and the face of a place' 'Gain 1 coin' "$asked"
assert_contains 'and what can be typed' 'Type the number or the name of an answer' "$asked"
assert_contains 'who else may answer is said' 'What now? (also Bob: type the name)' "$out"
assert_contains 'whoever is called by name answers instead' 'Bob: What now? (also Ann: type the name)' "$out"
assert_equal 'who has answered goes on' 1 "$(printf '%s\n' "$out" | grep -c 'Who answers')"

# ---- a question to all, then one person's secrets ----
run sh -c "printf '1\n' | '$REGEL' play heimlich --players 3 --human 1,2 --set version=top_secret --seed 5 --no-store"
assert_contains 'after a question to all the screen is handed over before a hand is shown' '---- Player 1 ---- Red takes part' "$out"

# ---- as wide as the terminal ----
at_width() { # COLUMNS COMMAND…: what it prints on a terminal of that width
  python3 -c '
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if not pid:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, int(sys.argv[1]), 0, 0))
    os.environ.pop("COLUMNS", None)
    os.execvp(sys.argv[2], sys.argv[2:])
try:
    while data := os.read(fd, 65536): os.write(1, data)
except OSError: pass' "$@" | tr -d '\r'
}
widest() { python3 -c 'import sys; print(max(len(l.rstrip("\n")) for l in sys.stdin))'; }
for columns in 60 140; do
  at_width $columns "$REGEL" board orange --players 3 --lang fr --no-color >"$dir/board.$columns"
  assert_equal "a board on a terminal of $columns columns is not wider" yes \
    "$([ "$(widest <"$dir/board.$columns")" -le $columns ] && echo yes)"
done
assert_equal 'and uses what there is' yes "$([ "$(widest <"$dir/board.140")" -gt 80 ] && echo yes)"
assert_equal 'a name and its number are not divided' '' "$(grep -n '^ *[0-9][,.;]* *$' "$dir/board.60")"

# ---- what several people at one screen go by ------------------------------------------
run_with '4
4
1' "$REGEL" play connect4 --human all --seed 3 --no-store --color=never
assert_contains 'a grid is shown after each move, whoever made it' '2  .  .  .  P2 .  .  .' "$out"
run_with '1
2
1
2' "$REGEL" play clash --seed 3 --no-store --color=never
assert_matches 'answers are listed again unless theirs is the last list: a number means what it meant there' '2 End the turn' "$(printf '%s\n' "$out" | sed -n '/One action point left/,$p')"
