# Packs and what the commands make of them: several names at once, printed counts, links
# that lead out, games that were stored with packs.
. tests/cmd/lib.sh
cd "$dir" || exit 5

pack() { # NAME [GAME]: a pack that standard input goes on
  mkdir -p "packs/$1"
  { printf 'pack %s "%s" for %s\n' "$1" "$1" "${2:-heimlich}" && cat; } >"packs/$1/pack.regel"
}

# ---- several names ----------------------------------------------------------------
pack fog <<'END'
secret dawn "Dawn" { play { each a in agents where it.at is ruin { put a in church } } }
value lap = 36
test "dawn" for ann, bob { expect count(dawn) is 1 }
END
pack mist <<'END'
secret dawn "Dusk" * 2 { play { each a in agents { back a by 1 } } }
test "dusk" for ann, bob { expect count(dawn) is 2 and count(secret) > 10 }
END
run "$REGEL" check packs/fog packs/mist packs/fog heimlich
assert_exit 'packs that are checked one after the other' 0
files=$(printf '%s\n' "$out" | sed 's/.*: \([0-9]*\) file.*/\1/' | tr '\n' ' ')
assert_matches 'do not come along with the next' '^([0-9]+) \1 \1 [0-9]+ $' "$files"
assert_lacks 'nor with a game' "${files%% *} " "${files#* * * }"
run "$REGEL" test packs/fog packs/mist
assert_exit 'nor in tests' 0
assert_equal 'of which each runs once' 1 "$(printf '%s\n' "$out" | grep -c 'fog/pack.regel: 1 passed')"

# ---- rules without an end -----------------------------------------------------------
pack endless <<'END'
n: 0..9
always n < 9 "few"
after roll_die { repeat { set n to 1 } }
END
case $REGEL in *asan*) most=60 ;; *) most=10 ;; esac
run sh -c "ulimit -t $most; '$REGEL' check packs/endless"
assert_exit 'a rule without an end does not keep the check' 1
assert_contains 'but is told' 'W0756' "$err"

# ---- two packs that replace one value -------------------------------------------------
pack rain <<'END'
value lap = 30
END
run "$REGEL" check heimlich --pack fog --pack rain
assert_exit 'two packs that replace one value are refused' 3
assert_contains 'and who wrote neither is told how to decide' '"value lap above fog, rain"' "$err"
pack both <<'END'
value lap above fog, rain = 33
test "decided" for ann, bob { expect lap is 33 }
END
run "$REGEL" test heimlich --pack rain --pack fog --pack both
assert_exit 'a third pack decides' 0
run "$REGEL" test heimlich --pack both
assert_exit 'also where those it decides about do not come along' 0
sed -i 's/fog, rain/fog, rein/' packs/both/pack.regel
run "$REGEL" check heimlich --pack fog --pack both
assert_contains 'a name that no pack has is told' W0118 "$err"
pack first <<'END'
instead of roll_die { set points to 1 }
END
pack second <<'END'
instead of roll_die { set points to 2 }
END
pack third <<'END'
instead of roll_die above first, second { set points to 3 }
END
run "$REGEL" check heimlich --pack first --pack second
assert_contains 'rules are told the same way' '"instead of … above first, second"' "$err"
run "$REGEL" check heimlich --pack first --pack second --pack third
assert_lacks 'and decided the same way' E0403 "$err"

# ---- what the game promises, and a pack promises otherwise --------------------------------
pack glass <<'END'
secret lens "Lens" * 20 { play { reveal next(me).hand to players } }
END
broken() { run "$REGEL" sim heimlich --pack glass -n 20 --seed 1 --always --set version=top_secret; }
words='of all cards in hand only the one that is being played is open'
broken
assert_contains 'a promise of the game that a pack breaks is told' R0010 "$err"
assert_contains 'with what the pack may say in its place' "a pack that means otherwise: always … \"$words\"" "$err"
printf 'variant more "More" if count(players) is 2 { always yes "%s" }\n' "$words" >>packs/glass/pack.regel
broken
assert_contains 'a variant of the pack does not speak for all of it' R0010 "$err"
sed -i '$d' packs/glass/pack.regel
printf 'always count(discard) < 2 "%s"\n' "$words" >>packs/glass/pack.regel
broken
assert_contains 'what the pack says must hold, too' 'glass/pack.regel:3:1' "$err"
assert_lacks 'and is its own to change' 'a pack that means otherwise' "$err"
sed -i 's/count(discard) < 2/yes/' packs/glass/pack.regel
broken
assert_exit 'in place of what the game says' 0

# ---- names of cards as words ---------------------------------------------------------------
pack caller <<'END'
type called = name of secret
kind player { asked: called or none }
secret roll_call "Roll call" { play { name_it (choose called where it is not this.called "Which card?") } }
verb name_it (t: called) "Name a card" { set me.asked to t }
test "any card but itself" for ann, bob { as ann { run roll_call.play { ann: not roll_call, vespers } }; expect ann.asked is vespers }
END
pack caller_too <<'END'
type called = name of secret
test "each pack has its own" for ann, bob { expect vespers.called is vespers and count(called) is 16 }
END
run "$REGEL" test heimlich --pack caller --pack caller_too
assert_exit 'a pack has words for the cards of the game, and two packs each their own' 0

# ---- what tests declare --------------------------------------------------------------------
pack tested <<'END'
test "a turn in the midst of a game" for ann, bob { set ann.volunteers to no; as ann { run a_turn { chance: 2; ann: red, red } } }
test { verb a_turn { turn } }
END
run "$REGEL" test heimlich --pack tested
assert_exit 'what is declared for tests begins where play never does, and tells nobody anything' 0

# ---- slips of the pen -----------------------------------------------------------------
pack slip <<'END'
secret laek "Leak" { play { forward red by 1 } }
secret lean "Lean times" { play { forward red by 1 } }
secret leek9 "Leek" { play { forward red by 1 } }
test "cited behind its brace" for ann, bob { as ann { forward red by 1 }; expect red.at is not none } @SLIP-01
END
run "$REGEL" check heimlich --pack slip
assert_contains 'a card whose name is one slip away from one of the game is told' 'W0117' "$err"
assert_contains 'with that name' '"laek" is a new secret, and the game has "leak"' "$err"
assert_lacks 'and others are not' 'leek9' "$err"
assert_lacks 'nor is one with a title of its own' 'lean' "$err"
run "$REGEL" trace heimlich --pack slip
assert_contains 'a citation behind the last brace of a test counts' 'SLIP-01' "$out$err"
printf 'pack slip "Slip" for heimlich\nsecret leak "Leak" { play { forward red by 1 } }\nsecret tail "Tails" { play { forward red by 1 } }\nsecret vespres { play { forward red by 1 } }\n' >packs/slip/pack.regel
run "$REGEL" check heimlich --pack slip
assert_contains 'one with name and title of one of the game is told, too: it is another card' '"leak" is a new secret, with name and title of one of the game' "$err"
assert_contains 'with what may have been meant' 'to have more: secret leak + 1' "$err"
assert_lacks 'but not where the title differs' '"tail"' "$err"
assert_contains 'letters that changed places are one slip' 'the game has "vespers"' "$err"
python3 - <<'PY'
import itertools, os
names = ['card_' + ''.join(w) for w in itertools.islice(itertools.product('abcdefgh', repeat=5), 20000)]
os.makedirs('packs/crowd', exist_ok=True)
os.makedirs('scenarios/crowded', exist_ok=True)
lines = ['card %s "%s" { play { } }' % (n, n[5:]) for n in names]
game = 'game crowded "Crowded" for 2..2\nkind card "card" { verb play }\ndeck: pile of card = card\nverb play { win none }\n'
open('scenarios/crowded/game.regel', 'w').write(game + '\n'.join(lines[:10000]) + '\n')
open('packs/crowd/pack.regel', 'w').write('pack crowd "Crowd" for crowded\n' + '\n'.join(lines[10000:]) + '\n')
PY
case $REGEL in *asan*) most=60 ;; *) most=5 ;; esac
run sh -c "ulimit -t $most; '$REGEL' check crowded --pack crowd"
assert_matches 'ten thousand names are compared with ten thousand others at once' '20000 cards, 0 errors' "$out"
rm -r packs/crowd scenarios/crowded
mkdir -p packs/without
printf 'pack without "Without" heimlich\n' >packs/without/pack.regel
run "$REGEL" check heimlich --pack without
assert_contains 'a forgotten "for" is asked for' 'expected "above" or "for"' "$err"
assert_contains 'and put in' 'it compiles with: pack without "Without" for heimlich' "$err"

# ---- printed counts -------------------------------------------------------------------
pack tips <<'END'
secret leak * 1
secret sidestep * 0
END
run "$REGEL" text heimlich --pack tips leak
assert_contains 'a card says how many there are with a pack that takes some out' 'Leak (top secret card)' "$out"
run "$REGEL" text heimlich --pack tips sidestep
assert_exit 'one that it takes out is not there' 1
run "$REGEL" book heimlich --pack tips -o book.html
assert_lacks 'nor in the rulebook' 'Sidestep (' "$(cat book.html)"
assert_contains 'which counts as the pack does' 'Leak (top secret card)' "$(cat book.html)"
run "$REGEL" cards heimlich --pack tips
assert_matches 'and so do lists of cards' 'leak +Leak +top secret card +1 ' "$out"
mkdir -p scenarios/quick
printf 'game quick "Quick" for 2..5\nuse "heimlich"\nvariant quick "Quick" if yes { secret leak * 0; secret vespers + 2 }\n' >scenarios/quick/game.regel
run "$REGEL" text quick leak
assert_exit 'what an edition takes out is not there either' 1

# ---- ledgers --------------------------------------------------------------------------
run "$REGEL" trace heimlich --pack fog
assert_exit 'with a pack without a ledger that of the game is traced' 0
assert_contains 'as it is without the pack' 'heimlich.md: ' "$out"

# ---- links that lead out ----------------------------------------------------------------
pack linked <<'END'
secret torch "Torch" { play { forward red by 1 } }
END
mkdir -p packs/linked/po elsewhere
echo 'a secret of somebody' >elsewhere/nl.po
ln -s ../../../elsewhere/nl.po packs/linked/po/nl.po
run "$REGEL" text heimlich --pack linked --lang nl torch
assert_lacks 'a linked catalog outside the pack is not read' 'a secret of' "$out$err"
assert_contains 'and is told' 'linked/po/nl.po: this link leads out of its folder' "$err"
if [ -x "${REGEL%/*}/regel-print" ]; then
  mkdir -p packs/linked/art
  printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>' >elsewhere/torch.svg
  ln -s ../../../elsewhere/torch.svg packs/linked/art/torch.svg
  run "$REGEL" print heimlich --pack linked -o torch.pdf torch
  assert_contains 'nor is a linked picture' 'art/torch.svg: this link leads out of its folder' "$err"
fi

# ---- packs that are not what they should be ------------------------------------------------
pack broken <<'END'
secret torch "Torch" { play { forward red by
END
run "$REGEL" check packs/broken
assert_exit 'a pack with a mistake in its syntax is checked with its game' 3
assert_contains 'and the mistake is told' 'packs/broken/pack.regel:' "$err"
mkdir -p packs/void
: >packs/void/pack.regel
run "$REGEL" check packs/void
assert_contains 'an empty one is told what it lacks' 'packs/void/pack.regel has no line that begins a pack' "$err"
pack lost clash <<'END'
road r8 "the river"
lower road.tiles by 4 if it is r4
test "roads" for ann, bob { expect count(road) is 8 }
END
run "$REGEL" check heimlich --pack lost
assert_exit 'a pack for another game is refused' 3
assert_contains 'by one message' ' 1 error,' "$out"

# ---- beginnings ----------------------------------------------------------------------------
run "$REGEL" new game heimlich
assert_contains 'a game that hides one of the library says so' 'the library has a heimlich, too' "$err"
run "$REGEL" new game of_my_own
assert_lacks 'one of its own name does not' 'the library has' "$err"

# ---- games with a pack are another game ----
"$REGEL" sim tictactoe -n 2 --store --db "$dir/apart.db" >/dev/null
mkdir -p "$dir/packs/calm"
printf 'pack calm "Calm" for tictactoe\nafter take s { note "so" }\n' >"$dir/packs/calm/pack.regel"
"$REGEL" sim tictactoe --pack "$dir/packs/calm" -n 3 --store --db "$dir/apart.db" >/dev/null
run "$REGEL" impact tictactoe --db "$dir/apart.db"
assert_exit 'games with a pack are not judged by the rules without it' 0
assert_contains 'those without it are' 'tictactoe, 2 stored games' "$out"
assert_contains 'and how many were left out is told' '3 games with other packs left out' "$out"
run "$REGEL" impact tictactoe --pack "$dir/packs/calm" --db "$dir/apart.db"
assert_contains 'with the pack it is the other way round' 'tictactoe, 3 stored games' "$out"

# ---- translations of two packs ----
for pack in sun moon; do
  mkdir -p "$dir/packs/$pack/po"
  printf 'pack %s "%s" for tictactoe\noption %s "Is it %s?": flag = no\n' $pack $pack $pack $pack >"$dir/packs/$pack/pack.regel"
  "$REGEL" po export tictactoe --pack "$dir/packs/$pack" --lang nl -o "$dir/packs/$pack/po/nl.po" >/dev/null
done
run "$REGEL" po stats tictactoe --pack "$dir/packs/sun" --pack "$dir/packs/moon"
assert_contains 'of two packs the translations of the first are counted' 'sun: ' "$out"
assert_contains 'and those of the second' 'moon: ' "$out"
run "$REGEL" po check tictactoe --pack "$dir/packs/sun" --pack "$dir/packs/moon"
assert_contains 'both are checked' 'sun/po/nl.po: ' "$out"
assert_contains 'whichever was named last' 'moon/po/nl.po: ' "$out"

# ---- a link in place of a translation ----
printf 'somebody: secret line\n' >"$dir/private"
ln -sf "$dir/private" "$dir/packs/sun/po/nl.po"
for what in 'check' 'stats' 'export --lang nl'; do
  # shellcheck disable=SC2086  # words of a command
  run "$REGEL" po $what tictactoe --pack "$dir/packs/sun"
  assert_lacks "po $what quotes nothing of a file that a link leads to" 'secret line' "$out$err"
  assert_contains "po $what says so" 'leads out of its folder' "$err"
done
assert_equal 'and nothing was written there' 'somebody: secret line' "$(cat "$dir/private")"

# ---- stored with packs: another edition, not another version ---------------------------------
export REGEL_DB="$dir/editions.db"
rm -rf "$dir/packs" "$dir/scenarios"
pack fog <<'END'
secret dawn "Dawn" { play { each a in agents where it.at is ruin { put a in church } } }
secret leak * 1
END
pack mist <<'END'
secret dawn "Dusk" * 2 { play { each a in agents { back a by 1 } } }
secret vespers { play { back red by 2 } }
END
for packs in '--pack fog' '--pack mist --pack fog' '--pack fog --pack mist' ''; do
  # shellcheck disable=SC2086  # words of a command
  "$REGEL" sim heimlich $packs -n 1 --store >/dev/null
done
run "$REGEL" games
assert_contains 'games are listed with their packs in one order' 'heimlich + fog + mist ' "$out"
run "$REGEL" games --json
assert_contains 'also for programs' '"fog", "mist"' "$(printf '%s' "$out" | tr -s ' \n' ' ')"
run "$REGEL" cards --search dawn
assert_contains 'a card of a pack is found after a later game without it' 'heimlich + fog' "$out"
assert_matches 'once, where its packs are fewest' '^1 card' "$out"
run "$REGEL" cards
assert_equal 'a card of the game that packs leave alone is listed once' 1 "$(printf '%s\n' "$out" | grep -c '^summons ')"
assert_matches 'one that a pack changes also as the pack has it' 'leak +Leak +top secret card +1  heimlich \+ fog$' "$out"
run "$REGEL" cards --search 'Red buildings back'
assert_contains 'with what it says there' 'heimlich + fog + mist' "$out"
run "$REGEL" cards --all-versions
assert_equal 'unless all of it is asked for' 4 "$(printf '%s\n' "$out" | grep -c '^summons ')"
run "$REGEL" cards show dawn
assert_exit 'a name that two packs use means both' 1
assert_contains 'which are told by the names that they have outside' 'heimlich/mist.dawn  Dusk' "$err"
run "$REGEL" cards show fog.dawn
assert_contains 'the whole name means one' 'heimlich + fog/fog.dawn' "$out"
run "$REGEL" cards show dusk
assert_contains 'and so does a title' 'mist.dawn' "$out"
run "$REGEL" cards show leak
assert_contains 'a card of the game is told as the game has it' 'Leak (2× ' "$out"
assert_matches 'with what packs make of it' 'heimlich \+ fog:1, .*changed: number of copies' "$out"
run "$REGEL" cards show leak --pack fog
assert_contains 'and as a pack has it, if that is asked for' 'Leak (top secret card)' "$out"
run "$REGEL" cards show heimlich/vespers --pack packs/mist
assert_contains 'of the game that is named' 'Move Red 2 buildings back' "$out"
run "$REGEL" cards show leak --pack nowhere
assert_exit 'a pack that no stored game has' 1
assert_contains 'is told as such' 'no ruleset called "nowhere"' "$err"
run "$REGEL" db query "SELECT packs, games FROM wins_by_seat WHERE seat = 1"
assert_matches 'sums are those of the game with its packs' 'fog mist +2' "$out"
run "$REGEL" diff heimlich:1 heimlich
assert_contains 'what differs is told of the pack' 'secret dawn, pack fog' "$out"
assert_lacks 'and not of the game' 'order of leak' "$out"
run "$REGEL" diff heimlich:1 heimlich --pack fog
assert_exit 'with the pack on both sides nothing differs' 0
run "$REGEL" diff heimlich:last heimlich
assert_exit 'the last version is that without packs' 0
run "$REGEL" diff heimlich:last heimlich --pack mist
assert_exit 'or with those that are named' 2
run "$REGEL" db check
assert_exit 'and the database is sound' 0

# ---- what is told is told where it is caused -----------------------------------------------------
pack worth <<'END'
kind secret { value worth "Worth": 1..9 }
secret gold "Gold" { play { back red by 1 }; worth = 3 }
END
run "$REGEL" check packs/worth
assert_contains 'what a pack asks of cards of the game is told where it asks' 'packs/worth/pack.regel:2:21' "$err"
assert_contains 'once, with a way out' 'give a default here' "$err"
assert_contains 'for all of them' ' 1 error,' "$out"
pack led <<'END'
secret gold "Gold" { play { back red by 1 } } @LED-01
END
sed -i '1s/$/ { ledger = "led.md"; versions = these("123456789abc") }/' packs/led/pack.regel
printf '# Rows\n\n| ID | Rule |\n|---|---|\n| LED-02 | Gold |\n' >packs/led/led.md
run "$REGEL" check --notes packs/led
assert_contains 'a row that is not there is missed in the ledger of the pack' 'the ledger is packs/led/led.md' "$err"
assert_lacks 'and not in that of the game' 'rules/heimlich.md' "$err"
assert_lacks 'notes about the game are not told to who adds a pack' 'note[' "$err"
assert_contains 'a version that is not stored here is told with what can be done' 'regel cards heimlich stores this one' "$err"
sed -i 's/back red/bakk red/' packs/led/pack.regel
run "$REGEL" check packs/led
assert_exit 'a pack that does not compile' 3
assert_contains 'is told of another version, too, which may be why' W0116 "$err"
pack deep <<END
verb dig $(awk 'BEGIN { for (i = 0; i < 300; i++) printf "{ if yes "; for (i = 0; i < 300; i++) printf "}" }')
END
run "$REGEL" check packs/deep
assert_contains 'a pack that cannot be read to its end is told why' E0105 "$err"
assert_lacks 'and not that it is no pack' E0115 "$err"

# ---- beginnings of scenarios ---------------------------------------------------------------------
for game in orange oranje heimlich clash cultists tictactoe; do
  "$REGEL" new scenario "way_$game" --for $game >/dev/null
  run "$REGEL" check "packs/way_$game"
  assert_contains "a scenario for $game begins without a finding" ' 0 errors, 0 warnings' "$out"
  run "$REGEL" test "packs/way_$game"
  assert_exit 'and with tests that pass' 0
  [ $game = tictactoe ] || assert_contains 'of a goal that can be reached' 'win players' "$(cat "packs/way_$game/cards/"*)"
done
run "$REGEL" sim orange -n 1 --set scenario=way_orange
assert_contains 'a scenario that only a pack has is told with the pack' 'the pack way_orange has it: --pack way_orange' "$err"
run "$REGEL" sim heimlich -n 1 --set way_heimlich=yes
assert_contains 'and so is an option' '--pack way_heimlich' "$err"
run "$REGEL" sim heimlich -n 1 --set version=way_orange
assert_lacks 'but not where no pack has it' '--pack' "$err"
mkdir -p elsewhere/packs
run env REGEL_PATH="$dir/elsewhere" "$REGEL" check no_such_thing
assert_contains 'who names nothing that there is learns where it was looked for' 'here and in elsewhere, ' "$err"

# ---- words of several packs ----------------------------------------------------------------------
pack tongue <<'END'
secret gold "Gold" { play { back red by 1 } }
END
run "$REGEL" po export packs/tongue --lang es
assert_contains 'who translates a pack learns that its game lacks the language' 'it has no es yet (regel po export heimlich --lang es)' "$out"
run "$REGEL" po stats packs/tongue
assert_contains 'and so does who counts' 'the words of heimlich stay as they are' "$out"
run "$REGEL" po export packs/tongue --lang nl_BE
assert_lacks 'but not where it has one that stands in' 'stay as they are' "$out"
run "$REGEL" po export heimlich --pack fog --pack mist --lang pl
assert_contains 'of two packs the words of the first are written' 'packs/fog/po/pl.po: ' "$out"
assert_contains 'and those of the second' 'packs/mist/po/pl.po: ' "$out"
run "$REGEL" po export heimlich --pack fog --pack mist --lang pl -o one.po
assert_exit 'not both into one file' 2
run "$REGEL" dump --types heimlich
assert_contains 'types of what verbs are given are shown' 'verb forward (a: agent) by (n: ' "$out"
run "$REGEL" data symbols heimlich
assert_contains 'also to programs' '"parameters": [ { "name": "a", "type": "a thing of kind \"agent\"" }' "$(printf '%s' "$out" | tr -s ' \n' ' ')"
for p in left right; do
  pack keeps_$p <<END
value keeper "the keeper": player = first(players)
verb greet (p: player) "Greet {p}" { }
secret greets_$p "Greets $p" { play { greet keeper; back (choose agents) by 1 } }
END
  "$REGEL" po export "packs/keeps_$p" --lang nl >/dev/null
  sed -i "/^msgid \"the keeper\"/{n;s/\"\"/\"de wachter van $p\"/}" "packs/keeps_$p/po/nl.po"
done
run "$REGEL" text heimlich --pack keeps_left --pack keeps_right --lang nl greets_left greets_right
assert_contains 'two packs may call a value alike' 'de wachter van left' "$out"
assert_contains 'and each has its own words for it' 'de wachter van right' "$out"

# ---- what the game claims of its printed values ----------------------------------------------------
pack flood <<'END'
kind player { laid "Laid out": pile of secret }
secret flood "Flood" { play { move this to laid }
  while any(p in players: this in p.laid) { lower building.worth by 5 if it is b10 } }
END
run "$REGEL" check packs/flood
assert_exit 'a card may change in play what the game claims to be printed' 0
