# What packs change of a game, and what is told where two of them meet: a small game of our own.
. tests/cmd/lib.sh
cd "$dir" || exit 5
export REGEL_DB="$dir/games.db"

pack() { # NAME [ABOVE]: a pack that standard input goes on
  mkdir -p "packs/$1"
  { printf 'pack %s "The %s"%s for tiny\n' "$1" "$1" "${2:+ above $2}" && cat; } >"packs/$1/pack.regel"
}
mkdir -p scenarios/tiny
cat >scenarios/tiny/game.regel <<'END'
game tiny "Tiny" for 2..2
kind card "card" { value worth "Worth": 0..9 = 1; verb play }
card ace "Ace" * 3 { play { raise gold by 1 } }
card king "King" { worth = 5; play { raise gold by 2 } }
deck "Deck": pile of card = card
gold "Gold": 0..9
verb turn "A turn" { choose "What do you do?" { c in deck { c.play; move c to used }; "Pass" { } } }
used "Used": pile of card
verb play { repeat 2 { each p in players { as p { turn } } }; win first(players) }
END

# ---- gone is gone ------------------------------------------------------------------
pack gone <<'END'
card king * 0
verb crown { choose { "Crown" { king.play }; "No" { } } }
after setup { as first(players) { crown } }
test "gone" for ann, bob {
  expect count(king) is 0 and king is none and count(card) is 3 and count(deck) is 3
  as ann { run crown { ann: not "Crown", "No" } }
}
END
run "$REGEL" test tiny --pack gone
assert_exit 'the only copy of a card that a pack takes out is gone' 0
run "$REGEL" text tiny --pack gone
assert_lacks 'also from what is printed' 'King (' "$out"

# ---- two packs that change one thing -----------------------------------------------
for change in 'card ace * 1|card ace * 0|how many "ace" there are' 'card king { worth = 2 }|card king { worth = 3 }|"worth" of "king"' 'gold = 1|gold = 2|the first value of "gold"'; do
  two=${change#*|}
  pack one <<END
${change%%|*}
END
  pack two <<END
${two%%|*}
END
  run "$REGEL" check tiny --pack one --pack two
  assert_exit 'two packs that change one thing are refused' 3
  assert_contains 'what it is, is said' "two replacements for ${two#*|} can hold at once" "$err"
  assert_contains 'with the place of both' 'the other one stands here (packs/one/pack.regel:2)' "$err"
  assert_contains 'and what one of them writes' '"pack two above one for tiny"' "$err"
  pack two one <<END
${two%%|*}
test "it is as this says" for ann, bob { expect count(ace) is 0 or king.worth is 3 or gold is 2 }
END
  run "$REGEL" test tiny --pack two --pack one
  assert_exit 'with that the packs go together' 0
  pack two <<END
${two%%|*}
END
  pack third one,two <<END
${two%%|*}
test "it is as this says" for ann, bob { expect count(ace) is 0 or king.worth is 3 or gold is 2 }
END
  run "$REGEL" test tiny --pack third --pack two --pack one
  assert_exit 'and with a third that decides' 0
done
# What a card does: a third decides for that card alone, and the card says it.
pack one <<'END'
card king { play { raise gold by 3 } }
END
pack two <<'END'
card king { play { raise gold by 4 } }
END
run "$REGEL" check tiny --pack one --pack two
assert_contains 'of two texts of a slot it is said whose' 'two replacements for "play" of "king" can hold at once' "$err"
assert_contains 'and what one of them writes' '"pack two above one for tiny"' "$err"
for say in 'instead of king.play above one, two { raise gold by 5 }|' 'card king { play { raise gold by 5 } }|one,two'; do
  pack third "${say#*|}" <<END
${say%|*}
test "five" for ann, bob { as ann { run king.play { } }; expect gold is 5 }
END
  run "$REGEL" test tiny --pack third --pack two --pack one
  assert_exit 'a third decides for one card' 0
  run "$REGEL" text tiny king --pack third --pack two --pack one
  assert_contains 'and the card says so' 'Raise Gold by 5.' "$out"
  assert_lacks 'and nothing else' 'instead' "$out"
done
for name in one two; do pack $name <<END
gold = 1
END
done
pack twice <<'END'
card ace * 1
card ace * 0
END
run "$REGEL" check tiny --pack twice
assert_contains 'who says two things is told' 'keep one of them' "$err"

# ---- a pack that is not here -----------------------------------------------------------
for say in 'fog|gold = 3' '|instead of turn above fog { }'; do
  pack over "${say%%|*}" <<END
${say#*|}
END
  run "$REGEL" check tiny --pack over
  assert_exit 'to be above a pack that is not installed is a warning' 1
  assert_contains 'but it is told' 'W0118]: the pack "fog" is not here: above fog has no effect' "$err"
done
pack over gnoe <<'END'
gold = 3
END
run "$REGEL" check tiny --pack over --pack gone
assert_contains 'and a slip of the pen is told' 'did you mean "gone"?' "$err"
pack fog <<'END'
gold = 4
END
pack over fog <<'END'
gold = 3
END
run "$REGEL" check tiny --pack over
assert_lacks 'of one that is installed nothing is said' W0118 "$err"
rm -r packs/fog packs/over

# ---- what is replaced is not missed ----------------------------------------------------
pack anew <<'END'
card king { play { raise gold by 1 } }
END
run "$REGEL" explore tiny --pack anew --states 2000
assert_lacks 'a card that a pack fills in again is not missed as it was' 'King' "$out"
pack anew <<'END'
card king { play { if gold > 8 { king.play }; raise gold by 1 } }
END
run "$REGEL" explore tiny --pack anew --states 2000
assert_contains 'but where the pack goes back to it, it is' 'scenarios/tiny/game.regel:4' "$out"

# ---- what a pack does ---------------------------------------------------------------
run "$REGEL" diff tiny tiny --pack gone
assert_contains 'a game beside itself shows what a pack does' '+ card king * 0' "$out"
assert_contains 'a card that it changes is changed, not added' '1 changed' "$out"
"$REGEL" sim tiny -n 1 --store >/dev/null
run "$REGEL" diff tiny:last tiny --pack one
assert_contains 'a version with packs that is not stored is told as such' 'no version of tiny + one is stored' "$err"

# ---- whose fault it is --------------------------------------------------------------
pack crown <<'END'
after turn { if gold < 3 { king.play } }
END
pack kings <<'END'
card ace * 2
card king + 1
END
run "$REGEL" check tiny --pack crown --pack kings
assert_contains 'what one pack makes wrong in another is told of the first' 'packs/kings/pack.regel:3:6' "$err"
assert_contains 'with the place in the other' 'here in the pack crown (packs/crown/pack.regel:2)' "$err"
assert_lacks 'and without a line that means something else' 'it compiles with' "$err"

# ---- names --------------------------------------------------------------------------
run "$REGEL" check tiny --pack crown --pack crown --pack packs/crown
assert_exit 'a pack that is named twice comes along once' 0
run "$REGEL" pack packs/crown
for what in 'check tiny --pack crown.regelpack' 'test crown.regelpack'; do
  # shellcheck disable=SC2086  # words of a command
  run "$REGEL" $what
  assert_equal 'a pack as it is handed on is not read as a text' 1 "$(printf '%s\n' "$err" | grep -c .)"
  assert_contains 'but what to do is told' 'regel unpack crown.regelpack' "$err"
done
mkdir -p packs/folder packs/onward packs/same
sed 's/pack crown/pack other/' packs/crown/pack.regel >packs/folder/pack.regel
run "$REGEL" check tiny --pack folder
assert_contains 'a pack that is called otherwise than its folder says so' 'has the pack "other"' "$err"
sed 's/pack crown/pack onward/; s/for tiny/for kings/' packs/crown/pack.regel >packs/onward/pack.regel
run "$REGEL" check packs/onward
assert_contains 'a pack is for a game' 'is for "kings", which is a pack itself' "$err"
run "$REGEL" check tiny --pack onward
assert_contains 'also where the game is named' '"kings" is a pack itself: a pack is for a game, as "for tiny"' "$err"
sed 's/pack crown/pack tiny/' packs/crown/pack.regel >packs/same/pack.regel
run "$REGEL" check tiny --pack packs/same
assert_contains 'and has a name of its own' 'is the name of the game' "$err"
pack slip <<'END'
card kign { worth = 3 }
END
run "$REGEL" check tiny --pack slip
assert_contains 'a card of the game that is misspelled is told' 'did you mean "king"?' "$err"
run "$REGEL" pack crwon
assert_contains 'and so is a pack' 'did you mean "crown"?' "$err"
long=$(printf 'x%.0s' $(seq 300))
run "$REGEL" check tiny --pack "$long"
assert_lacks 'a name that is too long is not repeated' "$long" "$err"
run "$REGEL" play --resume 1 --pack crown
assert_exit 'a game goes on with the packs that it was begun with' 2

# ---- cards that packs have -------------------------------------------------------------
export REGEL_DB="$dir/cards.db"
pack north <<'END'
card ferry "Ferry" * 2 { play { raise gold by 1 } }
card ace { play { raise gold by 2 } }
END
pack south <<'END'
card ferry "Barge" { play { raise gold by 3 } }
after king.play { raise gold by 1 }
END
mkdir -p packs/north/po
printf 'msgid ""\nmsgstr ""\n"Language: nl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgctxt "variant.north"\nmsgid "The north"\nmsgstr "Het noorden"\n' >packs/north/po/nl.po
"$REGEL" cards tiny --pack north --pack south >/dev/null
run "$REGEL" cards show ferry --pack north
assert_contains 'of cards of one name that of the pack that was asked for is shown' 'Ferry (2× card)' "$out"
run "$REGEL" cards show ace --pack north
assert_contains 'what a pack changes of a card is shown where the pack says it' '--> packs/north/pack.regel:3' "$out"
assert_contains 'behind what the game says' '--> scenarios/tiny/game.regel:3' "$out"
run "$REGEL" cards show king --pack south
assert_contains 'also a rule around what it does' 'after king.play { raise gold by 1 }' "$out"
assert_contains 'and the card says it' 'Play – afterwards: raise Gold by 1.' "$out"
run "$REGEL" text tiny king --pack south
assert_contains 'wherever its text is told' 'Play – afterwards: raise Gold by 1.' "$out"
run "$REGEL" cards show ferry --pack north --lang nl
assert_contains 'the title of a pack is told in the language' 'Het noorden' "$out"
run "$REGEL" cards show nothing --pack north --pack south
assert_contains 'what to store is told with all packs' 'regel cards north --pack south' "$err"
run "$REGEL" cards show nothing --pack nrth
assert_contains 'and a pack that is not there as such' 'did you mean "north"?' "$err"

# ---- several files, links, settings ------------------------------------------------------
pack many <<'END'
use "cards/first.regel"
use "second.regel"
option deep "Deep": flag = no
after setup if deep { raise gold by 1 }
still: 0..9
after turn if still > 3 { raise gold by 1 }
END
mkdir -p packs/many/cards
echo 'card ace * 2' >packs/many/cards/first.regel
printf 'after setup { raise gold by 1 }\ncard king { worth = 9 }\n' >packs/many/second.regel
printf 'always all(c in card: c.worth < 9) "no card is worth nine"\n' >>scenarios/tiny/game.regel
run "$REGEL" check tiny --pack north --pack many
assert_contains 'what a pack breaks is told at the line that does, also behind slots that are filled again' 'packs/many/second.regel:2:6' "$err"
assert_contains 'advice says the names of a pack as the pack does' '"value still: … = …"' "$err"
run "$REGEL" sim tiny --pack many -n 1 --set deep=maybe
assert_lacks 'a pack that is there is not advised' '--pack' "$err"
run "$REGEL" sim tiny --pack north -n 1 --set many.deep=yes
assert_contains 'one that is not there is, also by its whole name' 'the pack many has it: --pack many' "$err"
ln -s "$dir/scenarios/tiny/game.regel" packs/many/cards/linked.regel
echo 'use "cards/linked.regel"' >>packs/many/pack.regel
run "$REGEL" check tiny --pack many
assert_contains 'a link is called one' '"cards/linked.regel" is a link that leads out of its folder' "$err"

# ---- one cause, one message ----------------------------------------------------------------
cat >>scenarios/tiny/game.regel <<'END'
verb gamble { choose { "Roll" { raise gold by random 1..2; king.play }; "No" { } } }
verb dare { choose { "Dare" { raise gold by random 1..2; king.play }; "No" { } } }
END
pack late <<'END'
after king.play { require gold > 3 }
END
run "$REGEL" check tiny --pack late
assert_equal 'what shows at two places of a game is told once' 1 "$(printf '%s\n' "$err" | grep -c '^error\[E0502\]')"
assert_equal 'with both places' 2 "$(printf '%s\n' "$err" | grep -c 'here in the game (scenarios/tiny/game.regel:')"
assert_contains 'and counted once' '1 error, ' "$out"
pack late <<'END'
END
sed -i 's/for tiny/for tiny { licens = "x" }/' packs/late/pack.regel
run "$REGEL" check tiny --pack late
assert_contains 'what a pack says of itself is known' 'did you mean "licence"?' "$err"
assert_lacks 'and its line is kept' 'pack(' "$err"

# ---- beginnings have names of their own ------------------------------------------------------
run "$REGEL" new pack tiny --for tiny
assert_contains 'a pack that is called like its game is not begun' '"tiny" is the name of the game' "$err"
run "$REGEL" new card ferry --for north
assert_contains 'nor a card that the pack has' '"ferry" means something in north already' "$err"
run "$REGEL" new card king --for north
assert_contains 'or the game' '"king" means something in north already' "$err"
run "$REGEL" new card queen --for north --kind cards
assert_contains 'and a kind is suggested' 'did you mean "card"?' "$err"
assert_equal 'nothing was written' '' "$(find packs -path '*cards/king.regel' -o -path '*cards/ferry.regel' -o -path packs/tiny)"

# ---- commands that are told keep packs and settings --------------------------------------------
pack dealt <<'END'
option keen "Keen": flag = no
kind player { luck: 0..6 seen by owner; shown "Shown": 0..6 }
after setup if keen { each p in players { set p.luck to random 1..6; set p.shown to p.luck } }
END
run "$REGEL" leaks tiny --pack dealt --set keen=yes -n 20 --unchecked
assert_matches 'a leak is shown again with the pack and its setting' '^Again: regel leaks tiny .*--pack dealt --set keen=yes' "$out"
run "$REGEL" leaks dealt --set keen=yes -n 20 --unchecked
assert_lacks 'of a pack that is named itself with that' '--pack' "$out"
"$REGEL" sim tiny --pack north -n 3 --store >/dev/null
echo 'after turn { raise gold by 1 }' >>packs/north/pack.regel
run "$REGEL" impact tiny --pack north
again=$(printf '%s\n' "$out" | sed -n 's/^One of them in full: regel //p')
assert_contains 'what a change of a pack does is seen in full with the pack' '--with tiny --pack north' "$again"
# shellcheck disable=SC2086  # a command is words
run "$REGEL" $again
assert_contains 'and that is the change' 'Gold' "$out"

# ---- lists and sums ------------------------------------------------------------------------
"$REGEL" sim tiny --pack north --pack south -n 1 --store >/dev/null
"$REGEL" sim tiny -n 1 --store >/dev/null
run "$REGEL" games
assert_equal 'names with packs keep the columns' 1 "$(printf '%s\n' "$out" | awk '{ print index($0, "2 players") }' | sort -u | grep -c .)"
run "$REGEL" games south
assert_matches 'games with a pack are found by its name' '^ *[0-9]+ .* tiny \+ north \+ south ' "$out"
run "$REGEL" po stats tiny --pack north
assert_contains 'of a pack its own cards are counted' ' no message but titles for 1 card with composed text' "$out"
pack dumb <<'END'
card mute "Mute" { play { note "Nothing" } }
END
run "$REGEL" po stats tiny --pack dumb
assert_lacks 'but for those that say nothing' 'composed' "$out"

# ---- what the game itself never says -------------------------------------------------
mkdir -p packs/lamps
cat >packs/lamps/pack.regel <<'END'
pack lamps "Lamps" for heimlich
secret lamp "Lamp" { play { may "Move on?" { forward (choose agents "Which agent?") by (choose 1..2 "How far?") } } }
END
for l in 'nl:Je mag een agent naar keuze 1 of 2 gebouwen vooruit verplaatsen.' 'de:Du darfst einen Agenten deiner Wahl 1 oder 2 Häuser vorziehen.'; do
  run "$REGEL" text heimlich --pack lamps --lang "${l%%:*}" lamp
  assert_contains "verbs of the game have forms for a may of a pack: ${l%%:*}" "${l#*:}" "$out"
done

# ---- why a value of who asks is what it is ---------------------------------------------
pack purse <<'END'
kind player { coins "Coins": 0..9 }
value wealth "Wealth": 0..20 = me.coins + 1
after setup { set last(players).coins to 4 }
END
"$REGEL" play tiny --pack purse --bots --bot random --seed 1 >/dev/null
run "$REGEL" audit last --why 'Wealth of Player 2'
assert_contains 'a value of "me" is told of the player who is named' 'Wealth of Player 2 is 5' "$out"
run "$REGEL" audit last --why 'Wealth of Player 1'
assert_contains 'and of another' 'Wealth of Player 1 is 1' "$out"
