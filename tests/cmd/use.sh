# `use` of another ruleset, found on the search path; and the ledgers of several editions.
. tests/cmd/lib.sh

lib=$dir/lib
write() { # PATH (the text is read from standard input)
  mkdir -p "$(dirname "$lib/$1")"
  cat >"$lib/$1"
}
write scenarios/walk/game.regel <<'END'
game walk "A walk" for 2..2 { ledger = these("walk.md", "race.md") }
use "steps.regel"
use "tokens.regel"
verb play { step 3; win first(players) }                  @WALK-TURN-01
test "three steps" for ann, bob @WALK-TURN-01 { step 3; expect far is 3 }
END
write scenarios/walk/steps.regel <<'END'
far "Far": 0..9
verb step (n: 1..9) "Walk {n}" { raise far by n }         @WALK-TURN-02 @RACE-TURN-02
END
write cards/walk/tokens.regel <<'END'
kind token "token"
token red "Red"
END
write rules/walk.md <<'END'
| WALK-TURN-01 | Three steps. |
| WALK-TURN-02 | A step leads on. |
END
write rules/race.md <<'END'
| RACE-TURN-01 | Nine steps. |
| RACE-TURN-02 | A step leads on. |
END
export REGEL_PATH=$lib

# ---- a ruleset that shares files with another -----------------------------------
write scenarios/race/game.regel <<'END'
game race "A race" for 2..2 { ledger = these("race.md", "walk.md") }
use "walk/steps.regel"
use "walk/tokens.regel"
verb play { step 9; win first(players) }                  @RACE-TURN-01
test "nine steps" for ann, bob @RACE-TURN-01 @RACE-TURN-02 { step 9; expect far is 9 and count(token) is 1 }
END
run "$REGEL" test race
assert_contains 'a file of another ruleset is used by its name' '1 passed, 0 failed' "$out"
run "$REGEL" trace race
assert_exit 'only the rows of the own ledger have to be there' 0
assert_contains 'the own ledger is counted' 'race.md: 2 rows, 2 cited, 2 tested' "$out"
assert_contains 'the other edition is told apart' 'walk.md: 2 rows, 1 cited here' "$out"
run "$REGEL" trace race --json
assert_contains 'and so it is for programs' '"others": [' "$out"
run "$REGEL" trace walk
assert_exit 'a row that the other edition does not test is untested' 1
assert_contains 'and named' 'WALK-TURN-02' "$out"
run "$REGEL" check race
assert_lacks 'a row of either ledger is known' 'RACE-TURN-02' "$out$err"
sed -i 's/@RACE-TURN-02 *$/@RACE-TURN-03/' "$lib/scenarios/walk/steps.regel"
run "$REGEL" check race
assert_contains 'a row of neither is not' 'no row "RACE-TURN-03"' "$out$err"
assert_contains 'and is told where it is caused' 'scenarios/walk/steps.regel:2' "$out$err"
sed -i 's/@RACE-TURN-03/@RACE-TURN-02/' "$lib/scenarios/walk/steps.regel"

# ---- a ruleset that uses another as a whole -------------------------------------
write scenarios/stroll/game.regel <<'END'
use "walk"
after step n { raise far by 1 }
test "a step more" for ann, bob { step 3; expect far is 4 }
END
run "$REGEL" test stroll
assert_contains 'a ruleset is used as a whole, and its own tests are not run' '1 passed, 0 failed' "$out"
write scenarios/sprint/game.regel <<'END'
game sprint "A sprint" for 2..3
use "walk"
before step n { raise far by 1 }
END
run "$REGEL" test sprint
assert_contains 'the game line of the using ruleset counts' '0 passed' "$out"
run "$REGEL" check sprint
assert_contains 'for it as well' '0 errors' "$out$err"

# ---- translations ---------------------------------------------------------------
write scenarios/walk/po/nl.po <<'END'
msgid ""
msgstr "Language: nl\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

msgctxt "thing.red"
msgid "Red"
msgstr "Rood"
END
run "$REGEL" text race --lang nl
assert_contains 'what a ruleset does not translate the one whose file it is may have' 'Rood' "$out"
write scenarios/race/po/nl.po <<'END'
msgid ""
msgstr "Language: nl\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

msgctxt "thing.red"
msgid "Red"
msgstr "Vuurrood"
END
run "$REGEL" text race --lang nl
assert_contains 'its own translation goes first' 'Vuurrood' "$out"

# ---- all files of a folder ------------------------------------------------------
write scenarios/hike/game.regel <<'END'
game hike "A hike" for 2..2
use "tours/*.regel"
kind tour { verb begin { } }
option route "Route": tour = short
goal: 0..99
verb setup { route.begin }
verb play { win first(players) }
END
write scenarios/hike/tours/short.regel <<'END'
tour short "Round the lake" { begin { set goal to 3 } }
test "the shortest" for ann, bob { expect goal is 3 }
END
write scenarios/hike/tours/alps.regel <<'END'
tour alps "Over the Alps" { begin { set goal to 90 } }
variant alps "Over the Alps" if route is alps { snow "Snow": 0..9 = 4 }
test "the longest" for ann, bob with route is alps { expect goal is 90 and snow is 4 }
END
run "$REGEL" test hike
assert_contains 'a scenario is a file in a folder' '2 passed, 0 failed' "$out"
run "$REGEL" sim hike -n 1 --set route=alps
assert_exit 'and is found by its name' 0
run "$REGEL" sim hike -n 1 --set route=alsp
assert_contains 'what there is to choose from is told' 'alps, short' "$err"
run env REGEL_DB="$dir/hike.db" "$REGEL" play hike --bots --bot random --seed 1 --set route=alps
run env REGEL_DB="$dir/hike.db" "$REGEL" export 1 -o "$dir/hike.txt"
mv "$lib/scenarios/hike" "$dir/hike.gone"
run env REGEL_DB="$dir/hike2.db" "$REGEL" import "$dir/hike.txt"
assert_exit 'stored rules find the files of the folder again' 0
mv "$dir/hike.gone" "$lib/scenarios/hike"
ln -s "$dir/secret.regel" "$lib/scenarios/hike/tours/link.regel"
echo 'kind stolen' >"$dir/secret.regel"
run "$REGEL" check hike
assert_contains 'a link in the folder does not lead out of it' 'E0103' "$out$err"
rm "$lib/scenarios/hike/tours/link.regel"

# ---- stored games ---------------------------------------------------------------
run "$REGEL" play race --bots --bot random --seed 3
run "$REGEL" games
assert_contains 'a game of it is stored' 'race' "$out"
run "$REGEL" export 1 -o "$dir/game.txt"
mv "$lib" "$dir/gone"
run env REGEL_DB="$dir/other/regel.db" "$REGEL" import "$dir/game.txt"
assert_exit 'its rules are compiled again from the stored text alone' 0
mv "$dir/gone" "$lib"

# ---- messages -------------------------------------------------------------------
refused() { # TITLE CODE TEXT (of the file, standard input)
  write scenarios/bad/game.regel
  run "$REGEL" check bad
  assert_exit "$1" 3
  assert_contains "$1: the code" "error[$2]" "$out$err"
  assert_contains "$1: the words" "$3" "$out$err"
}
refused 'a ruleset that is not there' E0101 'did you mean "walk"?' <<'END'
use "wlak"
END
refused 'a file that is not there' E0101 'did you mean "walk/steps.regel"?' <<'END'
use "walk/stebs.regel"
END
refused 'a name that climbs' E0103 'lies outside' <<'END'
use "walk/../../secret.regel"
END
echo 'game stolen "Stolen" for 2..2' >"$dir/secret.regel"
ln -s "$dir/secret.regel" "$lib/scenarios/walk/link.regel"
refused 'a link that climbs' E0103 'is a link that leads out' <<'END'
use "walk/link.regel"
END
write cards/walk/steps.regel <<'END'
kind other
END
refused 'a name that means two files' E0112 'cards/walk/steps.regel' <<'END'
use "walk/steps.regel"
END
rm "$lib/cards/walk/steps.regel"
write scenarios/east/game.regel <<'END'
use "west"
END
write scenarios/west/game.regel <<'END'
use "east"
END
run "$REGEL" check east
assert_exit 'two rulesets that use each other' 3
assert_contains 'two rulesets that use each other: the code' 'error[E0113]' "$out$err"
assert_contains 'two rulesets that use each other: the way' 'scenarios/east/game.regel:1' "$out$err"
refused 'a ruleset that uses itself' E0113 'uses itself' <<'END'
use "bad"
END
mkdir -p "$dir/second/scenarios/walk"
echo 'far: 0..8' >"$dir/second/scenarios/walk/steps.regel"
run env REGEL_PATH="$lib:$dir/second" "$REGEL" check race
assert_contains 'a file that another one hides is told' 'warning[W0114]' "$out$err"
assert_contains 'with both places' 'second/scenarios/walk/steps.regel is not' "$out$err"
cp "$lib/scenarios/walk/steps.regel" "$dir/second/scenarios/walk/steps.regel"
run env REGEL_PATH="$lib:$dir/second" "$REGEL" check race
assert_lacks 'the same file twice is nothing to tell' 'W0114' "$out$err"
refused 'a second ledger' E0206 'ledger = these("a.md", "…")' <<'END'
game bad "Bad" for 2..2 { ledger = "a.md"; ledger = "b.md" }
verb play { win none }
END

# ---- from inside the folder -----------------------------------------------------
run sh -c "cd '$lib/scenarios/race' && '$REGEL' test game.regel"
assert_contains 'a file given from inside its folder finds the other rulesets' '1 passed, 0 failed' "$out"
export REGEL_DB="$dir/inside.db"
run sh -c "cd '$lib/scenarios/race' && REGEL_PATH= '$REGEL' play game.regel --bots --bot random --seed 3"
run "$REGEL" export 1 -o "$dir/inside.txt"
run sh -c "cd '$lib/scenarios/walk' && REGEL_PATH= '$REGEL' play game.regel --bots --bot random --seed 3"
run "$REGEL" export 2 -o "$dir/cards.txt"
mv "$lib" "$dir/gone"
run env REGEL_DB="$dir/another.db" "$REGEL" import "$dir/inside.txt"
assert_exit 'and a game that was stored there is compiled again' 0
run env REGEL_DB="$dir/another.db" "$REGEL" import "$dir/cards.txt"
assert_exit 'also with cards in the folder beside' 0
mv "$dir/gone" "$lib"
