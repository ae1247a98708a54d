# regel explore: public numbers, one ruleset for every kind of finding, limits, coverage.
. tests/cmd/lib.sh

field() { # KEY: its first value in the JSON in $out
  printf '%s\n' "$out" | sed -n "s/^ *\"$1\": \(.*[^,]\),*\$/\1/p" | head -n 1
}
# Times differ from run to run, and so do the numbers of stored games.
stable() { printf '%s\n' "$out" | grep -v -e 'seconds"' -e '"game": [0-9]'; }

# ---- numbers that are known -----------------------------------------------------------

run "$REGEL" explore tictactoe --json
assert_exit 'a sound game is code 0' 0
assert_equal 'tic-tac-toe has 5478 positions' 5478 "$(field states)"
assert_equal 'tic-tac-toe has 255168 games' 255168 "$(field games)"
assert_equal 'the report says its schema' 2 "$(field schema)"
one=$(stable)
run "$REGEL" explore tictactoe --json --jobs 1
assert_equal 'the report does not depend on the number of threads' "$one" "$(stable)"
run "$REGEL" explore connect4 --set columns=4 --set rows=4
assert_exit 'connect four on 4x4 is sound' 0
assert_contains 'connect four on 4x4 has 161029 positions' '161029 states' "$out"
assert_contains 'and nothing is found there' 'Nothing was found' "$out"
run "$REGEL" explore tictactoe --perft 9
assert_exit 'perft is code 0' 0
assert_matches 'perft counts sequences, games and states' '^ *9 +127872 +127872 +78$' "$out"
assert_matches 'perft counts every depth' '^ *5 +15120 +1440 +1260$' "$out"
run "$REGEL" explore connect4 --perft 4 --json
assert_contains 'perft in JSON' '"sequences": 2401' "$out"
if [ -e "$REGEL_DB" ]; then not_ok 'nothing found: no database is made' "found $REGEL_DB"
else ok 'nothing found: no database is made'; fi

# ---- seats that are alike --------------------------------------------------------------

ring() { # FACT NEXT: three players give coins, and who is next is said so
  cat >"$dir/ring.regel" <<END
game ring "Ring" for 3..3 { $1 }
kind player { coins "Coins": 0..9 }
turn: player
verb setup { set turn to random players }
verb play {
  repeat 6 {
    as turn { let p = choose players "Who gets a coin?"; raise p.coins by 1 }
    set turn to $2
  }
  win most(p in players: p.coins)
}
END
  run "$REGEL" explore "$dir/ring.regel" --json --no-store
}
anybody='(choose players by turn "Who is next?")'
ring 'source = "ours"' 'next(turn)'
assert_equal 'every way to sit is a state of its own' 253 "$(field states)"
assert_equal 'which is one way' 1 "$(field seatings)"
ring 'seats = circle' 'next(turn)'
assert_exit 'a circle that is one' 0
assert_equal 'in a circle the three ways to sit count as one' 85 "$(field states)"
assert_equal 'and there are as many games' 2187 "$(field games)"
ring 'source = "ours"' "$anybody"
assert_equal 'without an order, every way counted' 502 "$(field states)"
ring 'seats = alike' "$anybody"
assert_exit 'seats that are alike' 0
assert_equal 'the six ways to sit count as one' 100 "$(field states)"
assert_equal 'with as many games as before' 1594323 "$(field games)"
cat >"$dir/few.regel" <<'END'
game few "Few" for 2..4 { seats = circle }
turn: player = first(players)
verb play { each p in around(turn) { as p { choose { "Home" { } } } }; win none }
END
run "$REGEL" explore "$dir/few.regel" --no-store
assert_exit 'a circle in which fewer sit than could' 0
ring 'seats = alike' 'next(turn)'
assert_exit 'seats that are not alike' 1
assert_contains 'the finding says so' 'but with seats exchanged this goes another way' "$out"
run "$REGEL" explore "$dir/ring.regel" --no-store
assert_contains 'the report says how many ways count as one' 'the 6 ways to sit count as one' "$out"
assert_contains 'and the answers that lead there, with names' '1  chance: Player 1' "$out"

# ---- findings -------------------------------------------------------------------------

rules() { cat >"$dir/$1.regel"; } # NAME
explored() { # NAME OPTION…
  name=$1
  shift
  run "$REGEL" explore "$dir/$name.regel" "$@"
}
replayed() { # TITLE STEPS LAST-LINE: the game that the report names
  id=$(printf '%s\n' "$out" | sed -n 's/.*= regel replay //p' | head -n 1)
  run "$REGEL" replay "$id" --all --verify
  assert_exit "$1: the stored game is sound" 0
  assert_contains "$1: it has $2 steps" "Verified: $2 step" "$out"
  assert_matches "$1: and ends as the report says" "^ *$2  $3\$" "$out"
}

rules stuck <<'END'
game stuck "Stuck" for 2..2
n: 0..9
verb play {
  repeat 3 { as first(players) { choose { "One" { raise n by 1 }; "Two" { raise n by 2 } } } }
  as last(players) { let k = choose 0..9 where it < 6 - n "Which?"; set n to k }
  win first(players)
}
END
explored stuck
assert_exit 'a finding is code 1' 1
assert_contains 'a corner without a legal answer is found' 'no answer[R0005]' "$out"
assert_contains 'with its place' 'stuck.regel:5:30' "$out"
assert_contains 'and the fewest answers' 'after 3 answers, and not after fewer' "$out"
replayed 'no legal answer' 3 'Player 1: Two'
explored stuck --jobs 1 --json
one=$(stable)
explored stuck --jobs 2 --json
assert_equal 'findings do not depend on the number of threads' "$one" "$(stable)"
assert_contains 'JSON has the answers as numbers and words' '"Player 1: Two"' "$out"

rules always <<'END'
game deep "Deep" for 1..1
n: 0..99
verb play {
  repeat 6 { as first(players) { choose { "Up" { raise n by 2 }; "Down" { lower n by 1 }; "Stay" { } } } }
  win none
}
always n < 10 "never ten"
END
explored always
assert_contains 'an always that breaks at depth 5 only is found' 'always[R0010]: this must always hold: never ten' "$out"
replayed 'always' 5 'Player 1: Up'

rules endless <<'END'
game endless "Endless" for 1..1
room: 0..4
verb play {
  repeat {
    as first(players) { choose {
      "On" { if room < 3 { raise room by 1 } }
      "Back" { if room < 3 { lower room by 1 } }
      "Out" { if room is 1 { win first(players) } }
    } }
  }
}
END
explored endless
assert_contains 'a part of the game without an end is found' 'endless: from here the game cannot end' "$out"
assert_contains 'and how many states it has' '1 state without an end' "$out"
replayed 'endless' 3 'Player 1: On'

rules errors <<'END'
game errors "Errors" for 1..1
n: 0..6
value half(k: 0..6): 0..2 = k / 2
verb play {
  repeat 2 { as first(players) { set n to choose 1..6 }; set n to random 1..n }
  if n is 5 { repeat { set n to 5 } }
  if n is 6 { set n to half(n) }
  win none
}
END
explored errors
assert_contains 'a rule without an end is found' 'error[R0002]' "$out"
assert_contains 'a number that leaves its range is found' 'error[R0004]' "$out"
assert_contains 'chance is a part of the sequence' 'chance: 5' "$out"
replayed 'an error' 3 'Chance decides: 5'

rules heavy <<'END'
game heavy "Heavy" for 1..1
n: 0..9
verb play {
  as first(players) { choose { "Rest" { } } }
  as first(players) {
    choose {
      "Lift" { repeat 1000 { repeat 300 { raise n by 0 } }; require n < 5 }
      "Leave" { }
    }
  }
  win none
}
END
explored heavy
assert_contains 'an answer that is too much to try is found' 'overrun: what hangs on an answer is too much to try' "$out"
replayed 'an overrun' 1 'Player 1: Rest'

rules at_once <<'END'
game at_once "At once" for 1..1
n: 0..9
verb play {
  as first(players) { set n to choose 0..9 where it < n }
  win none
}
END
explored at_once
assert_exit 'a game that goes wrong before the first answer is a finding' 1
assert_contains 'with an empty sequence' 'after 0 answers' "$out"
id=$(printf '%s\n' "$out" | sed -n 's/.*= regel replay //p')
run "$REGEL" replay "$id" --verify
assert_exit 'which is stored, too' 0

rules dead <<'END'
game dead "Dead" for 1..1
kind card "card" { verb apply { } }
card good "Good" { apply { raise score by 1 } }
card lost "Lost" { apply { raise score by 5 } }
card ward "Ward" { while this in table { before gain n { raise score by 9 } } }
deck: pile of card
box: pile of card = card
table: pile of card
score: 0..99
level: 0..3
verb gain (n: 1..9) { raise score by n }
verb boast { note "what a game" }
when score > 50 @DEAD-1 { set level to 2 }
verb play @DEAD-2 {
  move good to deck
  repeat 3 {
    as first(players) {
      choose {
        "Take" { let c = top(deck); if c is not none { c.apply } }
        "Gain" { gain 2 }
        "Cheat" { require score > 90; set score to 0 }
      }
    }
  }
  if score > 40 { win first(players) }
  if level is 2 { lose "too high" }
  if level is 3 { boast }
  win none
}
END
explored dead
assert_exit 'what cannot happen is a finding' 1
assert_matches 'an ending' '^  ending +win first\(players\) .*dead.regel:25$' "$out"
assert_matches 'an ending with a reason' '^  ending +lose "too high"' "$out"
assert_matches 'an option that is never legal' '^  option +Cheat' "$out"
assert_matches 'a card that is never used' '^  card +Lost' "$out"
assert_matches 'a card whose rules never hold' '^  card +Ward' "$out"
assert_matches 'a verb' '^  verb +boast' "$out"
assert_matches 'a text' '^  text +what a game' "$out"
assert_matches 'what a rule would do' '^  statement +set level to 2' "$out"
assert_matches 'a row of the ledger' '^  rule +DEAD-1' "$out"
assert_lacks 'a cited rule that happened is not listed' 'DEAD-2' "$out"
assert_lacks 'what happened is not listed' 'Good' "$out"
assert_lacks 'an ending that happened is not listed' 'win none' "$out"
explored dead --depth 1
assert_exit 'where not everything was seen nothing is said to be impossible' 0
assert_contains 'but what was not seen is listed' 'Not seen so far' "$out"

# ---- setups ---------------------------------------------------------------------------

rules setups <<'END'
game setups "Setups" for 1..3
option hard "Hard": flag = no
verb play {
  as first(players) { choose { "Go" { }; "Stay" { } } }
  if hard and count(players) is 3 { lose "crowded" }
  if count(players) is 1 { win first(players) }
  win none
}
END
explored setups --setups
assert_exit 'endings of some setups only are no finding' 0
assert_contains 'each setup is explored' '3 players, hard=yes' "$out"
assert_contains 'an ending names the setups without it' 'never with: 2 players, hard=yes' "$out"
assert_equal 'three numbers of players, two values' 6 "$(printf '%s\n' "$out" | grep -c 'every state was looked at')"
explored setups --players 1 --set hard=no
assert_exit 'in one setup they are' 1
explored setups --setups --players 2
assert_exit 'an ending in no setup is a finding' 1

# ---- limits ---------------------------------------------------------------------------

run "$REGEL" explore connect4 --memory 4M --walks 0 --no-store
assert_exit 'a limit of memory is no failure' 0
assert_contains 'it says that it was reached' 'limit of --memory' "$out"
run "$REGEL" explore connect4 --states 5000 --walks 50 --json
assert_contains 'it says what stopped it' '"end": "states"' "$out"
assert_equal 'random walks follow' 50 "$(field walks)"
one=$(stable)
run "$REGEL" explore connect4 --states 5000 --walks 50 --json --jobs 1
assert_equal 'walks do not depend on the number of threads' "$one" "$(stable)"
run "$REGEL" explore connect4 --depth 3 --json
assert_equal 'depth is a limit' 295 "$(field states)"

rules far <<'END'
game far "Far" for 1..1
n: 0..30
m: 0..999
verb play {
  repeat 60 { as first(players) { choose {
    "Rest" { raise m by 1 }
    "Step" { raise n by 1; if n is 6 { let k: 0..30 = 0; repeat while k < 5 { set k to 0 } } }
    "Sing" { raise m by 3 }
  } } }
  win none
}
END
explored far --walks 300 --states 100
assert_exit 'walks find what lies deep' 1
assert_contains 'and cut it down' 'after 6 answers' "$out"
replayed 'a walk' 6 'Player 1: Step'

if command -v timeout >/dev/null; then
  for seconds in 1 4 16; do
    run timeout --preserve-status -s INT $seconds "$REGEL" explore connect4 --states 2000000000 \
      --memory 8G --json
    case $out in *interrupted*) break ;; esac
  done
  assert_exit 'an interrupted search is code 130' 130
  assert_contains 'it reports what was seen' '"end": "interrupted"' "$out"
fi

# ---- coverage -------------------------------------------------------------------------

explored dead --coverage --no-store
assert_matches 'coverage counts cards' '^  card +1 of +3' "$out"
assert_matches 'and every option' ' option +Gain ' "$out"
explored dead --coverage=html -o "$dir/page.html" --no-store
assert_exit 'coverage does not hide findings' 1
page=$(cat "$dir/page.html")
assert_contains 'the page is HTML' '<!DOCTYPE html>' "$page"
assert_contains 'it shows the source' 'card lost &quot;Lost&quot;' "$page"
assert_contains 'it knows dark screens' 'prefers-color-scheme:dark' "$page"
assert_lacks 'it loads nothing' 'http' "$page"
assert_lacks 'it runs nothing' '<script' "$page"
explored dead --coverage=json --no-store
assert_contains 'coverage in JSON' '"schema": 2' "$out"
assert_lacks 'alone on stdout' 'Cannot happen' "$out"

# ---- mistakes -------------------------------------------------------------------------

run "$REGEL" explore
assert_exit 'a game must be named' 2
run "$REGEL" explore tictactoe --memory lots
assert_exit 'a size is checked' 2
assert_contains 'and shown' 'such as 512M' "$err"
run "$REGEL" explore tictactoe --memory 1K
assert_contains 'too little memory is refused' 'at least 1M' "$err"
run "$REGEL" explore tictactoe --coverage=pdf
assert_contains 'forms of coverage are named' 'text|json|html' "$err"
run "$REGEL" explore tictactoe --json --coverage
assert_exit 'two reports on one stream are refused' 2
run "$REGEL" explore tictactoe -o x
assert_exit 'a file for no coverage is refused' 2
run "$REGEL" explore tictactoe --perft 3 --setups
assert_exit 'perft counts one setup' 2
run "$REGEL" explore tictactoe --players 3
assert_exit 'the wrong number of players is a usage error' 2
echo 'game x' >"$dir/bad.regel"
run "$REGEL" explore "$dir/bad.regel"
assert_exit 'what does not compile is code 3' 3
run "$REGEL" explore "$dir/stuck.regel" --db "$dir"
assert_exit 'a database that cannot be opened is code 5' 5
run "$REGEL" explore tictactoe --coverage -o "$dir/no/such/folder"
assert_exit 'a file that cannot be written is code 5' 5

# ---- claims ------------------------------------------------------------------------

cat >"$dir/claim.regel" <<'END'
game claim "Claim" for 2..3
kind player { money "Money": 0..9 = 2 }
verb pay { require money > 0; lower money by 1 }
claim "everybody can pay" { pay }
claim "there are seats" count(players) > 1
verb play { repeat 3 { each p in players { as p { choose { "Pay" { pay }; "Wait" { } } } } }; win none }
END
run "$REGEL" explore "$dir/claim.regel"
assert_exit 'a claim that is not so is found' 1
assert_contains 'and told as what it is' 'this is claimed: everybody can pay' "$out"
assert_contains 'with the fewest answers' 'after 3 answers, and not after fewer' "$out"
run "$REGEL" check "$dir/claim.regel"
assert_exit 'check finds it, too' 1
command=$(printf '%s\n' "$err" | sed -n 's/.*to replay it: regel //p')
run "$REGEL" $command
assert_contains 'and names the command that stores it' 'regel replay' "$out"
run "$REGEL" sim -q -n 20 --always "$dir/claim.regel"
assert_exit 'sim --always stops there' 4
run "$REGEL" sim -q -n 20 --always --claims 20 --first 1 "$dir/claim.regel" --json
assert_contains 'in games 1 to 20 claims are tried in game 20 alone' '"errors": 1,' "$out"

# What a setting that was given leaves out is not missed; what it does not is.
cat >"$dir/modes.regel" <<'END'
game modes "Modes" for 1..2
option mode "Mode": plain "Plain" | long "Long" = plain
option tax "Tax": flag = no
kind card "card" { verb play }
gold "Gold": 0..9
card ace "Ace" { play { raise gold by 1 } }
variant long "Long" if mode is long {
  card king "King" { play { raise gold by 2 } }
  after turn { bonus }
}
variant rich "Rich" if tax { after turn { dole } }
verb bonus { raise gold by 3; if gold > 8 { win players } }
verb dole { raise gold by 1; if gold > 9 { note "too much" } }
table: pile of card = card
verb turn {
  let c = choose table; c.play
  if mode is long or gold > 8 { note "longer" }
  if mode is long { raise gold by 1 }
}
verb play { repeat 2 { as first(players) { turn } }; lose }
END
run "$REGEL" explore "$dir/modes.regel" --set mode=plain --no-store
assert_lacks 'the card of a variant that a setting turns off' 'King' "$out"
assert_lacks 'what its rules alone call' 'bonus' "$out"
assert_lacks 'an ending that only they come to' 'win players' "$out"
assert_lacks 'and what asks for the option itself' 'raise gold by 1  ' "$out"
assert_contains 'what another condition leads to is told' 'longer' "$out"
assert_contains 'and what the open option turns on' 'too much' "$out"
run "$REGEL" explore "$dir/modes.regel" --set mode=long --no-store
assert_contains 'the other setting has its own' 'ending    lose' "$out"
run "$REGEL" explore "$dir/modes.regel" --players 1 --states 1000 --no-store --setups
assert_lacks 'a number of players turns no variant off' 'King' "$out"

# The seconds are those of the whole run.
run "$REGEL" explore "$dir/modes.regel" --no-store --json
assert_contains 'the whole has its seconds' '"seconds":' "$(printf '%s\n' "$out" | head -8)"
