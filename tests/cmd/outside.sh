# What others add, from outside: packs of tests/outside are found by REGEL_PATH, and
# nothing of the project is copied or touched.
. tests/cmd/lib.sh
export REGEL_PATH=$PWD/tests/outside

# ---- a pack for each ruleset ----------------------------------------------------
# Each is played with the settings in which what it adds is met.
for pack in snow:heimlich:version=top_secret archive:heimlich:version=top_secret frost:heimlich:version=top_secret \
  again:heimlich:version=top_secret carnival:heimlich:version=top_secret \
  dig:heimlich:version=top_secret pendulum:heimlich:version=top_secret orders:clash:first_game=no \
  relics:cultists:relics_in=yes motives:orange:scenario=motives \
  hunger:orange:scenario=hunger bakery:orange:difficulty=easy curfew:orange:strict=yes press:orange:scenario=press \
  polder:oranje:scenario=polder signal:oranje:difficulty=easy dam:oranje:scenario=dam \
  lodge:cultists:level=expert seance:cultists:spirits=yes \
  mud:clash:starts=coin fuel:clash:starts=coin narrows:clash:starts=coin river:clash:board=river weather:clash:weather.weather=yes \
  five:connect4:columns=7 misere:tictactoe:; do
  set=${pack##*:} pack=${pack%:*}
  game=${pack#*:} pack=${pack%:*}
  run "$REGEL" test "$game" --pack "$pack"
  assert_exit "$pack: its tests pass with $game" 0
  assert_matches "$pack: and there are some" '[1-9][0-9]* passed, 0 failed' "$out"
  run "$REGEL" check "$game" --pack "$pack"
  assert_exit "$pack: nothing is found" 0
  [ "$pack" = misere ] && continue
  run "$REGEL" sim "$game" --pack "$pack" -n 12 --seed 3 --always --set "$set"
  assert_exit "$pack: games with it keep what the game promises" 0
done
run "$REGEL" sim clash --pack river -n 4 --seed 2 --always --set board=river
assert_exit 'another board keeps what the game promises' 0
run "$REGEL" sim clash --pack river --pack weather -n 4 --seed 2 --always --set board=river --set weather.weather=yes
assert_exit 'also with a pack that does not know it' 0
run "$REGEL" text clash --pack river --set board=river road goal
assert_contains 'the roads are those of the other board' 'the ford (road)' "$out"
assert_lacks 'and not those that it lacks' 'road 7' "$out"
run "$REGEL" leaks heimlich --pack archive --set version=top_secret --players 3 -n 3
assert_exit 'cards that draw and take cards tell nothing' 0
run "$REGEL" leaks heimlich --pack dig --set version=top_secret --players 3 -n 2
assert_exit 'nor do cards that look through hidden piles' 0
run "$REGEL" leaks orange --pack motives --set scenario=motives --players 2 -n 1
assert_exit 'nor goals that only their players know' 0
run "$REGEL" leaks heimlich --pack carnival -n 1 --reader 1
assert_exit 'pairs of games with a pack look alike' 0
run "$REGEL" board clash --pack river --set board=river
assert_contains 'and so is the picture' 'The ford' "$out"
run "$REGEL" text heimlich --pack carnival mask
assert_contains 'a kind of a pack is found by its short name' 'Fox (3× mask)' "$out"
run "$REGEL" sim tictactoe --pack misere -n 3
assert_exit 'misere: games with it can be played to their end' 0
run "$REGEL" sim tictactoe --pack misere -n 20 --always
assert_contains 'misere: that it breaks what the game promises is told' 'who wins has three in a line' "$err"
run grep -nE '^ *verb [^"{]*\{ *\}' -r scenarios/*/*.regel cards --include=*.regel
assert_equal 'no ruleset has an empty verb for others to hook on; slots of kinds that do nothing apart' '' "$(printf '%s\n' "$out" | grep -v ':  verb')"
cd "$dir" || exit 5
for game in clash connect4 cultists heimlich orange oranje tictactoe; do
  run "$REGEL" new pack "for_$game" --for "$game"
  assert_exit "$game: a pack for it can be begun" 0
  run "$REGEL" test "packs/for_$game"
  assert_exit "$game: and its test passes" 0
done
cd - >/dev/null || exit 5
run "$REGEL" explore tictactoe --pack misere --no-store -q
assert_contains 'a pack changes what can be explored' '4536 states' "$out"
run "$REGEL" trace heimlich --pack snow
assert_exit 'the ledger of a pack is traced' 0
assert_contains 'and counted' 'snow.md: 4 rows, 4 cited, 4 tested' "$out"

# ---- two that do not know each other --------------------------------------------
run "$REGEL" test heimlich --pack snow --pack frost
assert_exit 'two packs with the same names work together' 0
assert_contains 'and the tests of both are run' '5 passed, 0 failed' "$out"
run "$REGEL" sim heimlich --pack frost --pack snow -n 3 --set version=top_secret --set snow.deep=yes
assert_exit 'an option of one of them is set by its full name' 0
run "$REGEL" sim heimlich --pack frost --pack snow -n 3 --set deep=yes
assert_exit 'a short name that two options have is refused' 2
assert_contains 'and both are told by their full names' '"deep" could be snow.deep or frost.deep' "$(printf %s "$err" | sed 's/frost.deep or snow.deep/snow.deep or frost.deep/')"
mkdir -p "$dir/packs/more"
printf 'pack more "Yet more" for heimlich\nsecret into_the_ruin + 1\n' >"$dir/packs/more/pack.regel"
run "$REGEL" text heimlich --pack again --pack "$dir/packs/more" --set version=top_secret into_the_ruin
assert_contains 'what two packs add to one card adds up' 'Into the ruin (5×' "$out"
printf 'pack more "Yet more" for heimlich\nsecret into_the_rain + 1\nsecret into_the_ruin * 9\n' >"$dir/packs/more/pack.regel"
run "$REGEL" check heimlich --pack "$dir/packs/more"
assert_exit 'copies of what there is not are refused' 3
assert_contains 'with the nearest name' 'did you mean "into_the_ruin"?' "$err"
assert_contains 'and a larger number says how to add some' 'to have more: secret into_the_ruin + 7' "$err"
mkdir -p "$dir/twice/packs"
cp -r tests/outside/packs/snow "$dir/twice/packs/snow"
run env REGEL_PATH="$REGEL_PATH:$dir/twice" "$REGEL" check heimlich --pack snow
assert_exit 'of two packs of one name the first is taken' 0
assert_contains 'and the other is told' "snow/pack.regel is read; there is also $dir/twice/packs/snow/pack.regel" "$err"
mkdir -p "$dir/notes/clash"
run sh -c 'cd "$1/notes" && "$2" check clash' sh "$dir" "$REGEL"
assert_exit 'a folder of the same name that holds no game hides none' 0
assert_contains 'and what is read instead is told' 'there is no game.regel in the folder clash: ' "$err"
run "$REGEL" test orange --pack hunger --pack bakery
assert_exit 'two packs that change one value work together' 0
run "$REGEL" check clash --pack mud --pack fuel
assert_exit 'two packs that set one value to two numbers are refused' 3
assert_contains 'with what a third one may write' 'value roads_to_win above mud, fuel' "$err"
assert_lacks 'what they add to one value adds up, and is no reason' 'turn_points' "$err"
mkdir -p "$dir/packs/peace"
cat >"$dir/packs/peace/pack.regel" <<'END'
pack peace "Peace between them" for clash
value roads_to_win above mud, fuel = 3
test "both at once" for ann, bob { as ann { expect advance_cost is 2 and turn_points is 7 and roads_to_win is 3 } }
END
run "$REGEL" test clash --pack mud --pack fuel --pack "$dir/packs/peace"
assert_contains 'and which then decides' 'packs/peace/pack.regel: 1 passed' "$out"
run "$REGEL" leaks cultists --pack seance --players 5 -n 1 --reader 3
assert_exit 'a new Role and what it learns tell nobody else' 0
mkdir -p "$dir/packs/other"
cat >"$dir/packs/other/pack.regel" <<'END'
pack other "Another way" for cultists
role medium "Medium" { loyalty = 2; power = "None." }
role_token medium_token "Medium" { role = medium }
before pick_roles { take_token medium; greet }
verb greet "Everybody greets the Medium" { }
END
run "$REGEL" check cultists --pack "$dir/packs/other"
assert_contains 'what is too much for some games is told where it is caused, also where other items need each other' 'packs/other/pack.regel:4:1' "$(printf '%s\n' "$err" | grep -e '-->' | head -1)"
cat >"$dir/packs/other/pack.regel" <<'END'
pack other "Another way" for tictactoe
instead of take s { set s.mark to me }
END
run "$REGEL" check tictactoe --pack misere --pack "$dir/packs/other"
assert_exit 'two packs that replace one rule are refused' 3
assert_contains 'with the code' 'E0403' "$err"
assert_contains 'where the one stands' 'packs/other/pack.regel:2' "$err"
assert_contains 'and where the other' 'misere/pack.regel:2' "$err"
sed -i 's/instead of take s/instead of take s above misere/' "$dir/packs/other/pack.regel"
run "$REGEL" check tictactoe --pack misere --pack "$dir/packs/other"
assert_lacks 'one that names the other decides' 'E0403' "$err"

# ---- a pack that uses the standard library ----------------------------------------
cat >"$dir/packs/other/pack.regel" <<'END'
pack other "Another way" for orange
use "std.regel"
helper archivist "Archivist" { reward { take back raid_discard into raid_deck } }
test "nothing to take back" for ann, bob { as ann { run archivist.reward { } }; expect not empty(raid_deck) }
END
run "$REGEL" test orange --pack "$dir/packs/other"
assert_exit 'a pack uses the standard library' 0
for l in 'en:put the raid discard on the raid deck, then shuffle the raid deck' 'nl:leg je de aflegstapel Huiszoeking!-kaarten op de stapel Huiszoeking!-kaarten, daarna schud je de stapel Huiszoeking!-kaarten' 'fr:mettez la Défausse Perquisition sur la Pioche Perquisition, puis mélangez la Pioche Perquisition' 'de:lege die Razziaablage auf den Razziastapel, dann mische den Razziastapel'; do
  run "$REGEL" text orange --pack "$dir/packs/other" --lang "${l%%:*}" archivist
  assert_contains "what an empty deck takes back is told as a whole: ${l%%:*}" "${l#*:}" "$(printf '%s' "$out" | tr -s ' \n' ' ')"
done
export REGEL_DB="$dir/std.db"
run "$REGEL" play orange --pack "$dir/packs/other" --bots --bot random --seed 1
run "$REGEL" diff game:last orange
assert_contains 'and its stored games are read again with it' 'helper archivist, pack other' "$out"
unset REGEL_DB
cat >"$dir/packs/other/pack.regel" <<'END'
pack other "Another way" for heimlich
secret again "Again" { play { each c in hand { move c to stock }; shuffle stock; draw 2 from stock to hand } }
END
run "$REGEL" check heimlich --pack "$dir/packs/other"
assert_contains 'what it breaks in the game is told where it is caused' 'packs/other/pack.regel:2:8' "$(printf '%s\n' "$err" | grep -e '-->' | head -1)"
cat >"$dir/packs/other/pack.regel" <<'END'
pack other "Another way" for heimlich
before bring a to b { require b is not church }
END
run "$REGEL" check heimlich --pack "$dir/packs/other"
assert_matches 'a game that refutes a claim is found again with the pack' 'to replay it: regel explore .*game.regel --pack .*packs/other/pack.regel --players' "$err"

# ---- texts of one setting -------------------------------------------------------
run "$REGEL" text orange --pack hunger helper
assert_contains 'texts are those of all settings' 'The baker' "$out"
run "$REGEL" text orange --pack hunger --set scenario=labour helper
assert_lacks 'or those that a setting has' 'The baker' "$out"
run "$REGEL" text orange --pack hunger --set scenario=hunger helper
assert_contains 'with what it adds' 'The baker' "$out"
run "$REGEL" text tests/lang/editions.regel --set second=yes
assert_contains 'copies are those of the edition' 'Ace (2' "$out"
assert_lacks 'and cards that it takes out are gone' 'Joker' "$out"

# ---- languages ------------------------------------------------------------------
for l in 'nl:top secret kaart' de:Geheimkarte fr:carte; do
  run "$REGEL" text heimlich --pack snow --lang "${l%:*}"
  assert_lacks "in ${l%:*} only what the game lacks is not translated" "[en] ${l#*:}" "$out"
done
run "$REGEL" text heimlich --pack snow --lang nl
assert_contains 'a card is composed in another language' 'Sneeuwstorm (2' "$out"
assert_contains 'from the words of the game' 'Verplaats elke agent' "$out"
assert_lacks 'and nothing in it is left in English' '[en]' "$(printf '%s\n' "$out" | sed -n '/Sneeuwstorm/,$p')"
for l in 'en:Do what “Into the ruin” says, then lose 2 Cold.' 'nl:Doe wat er op ‘De ruïne in’ staat, daarna verlies je 2 Kou.' 'fr:Faites ce que dit « Droit dans la ruine », puis perdez 2 Froid.' 'de:Tu, was auf „Ab in die Ruine“ steht, dann verliere 2 Kälte.'; do
  run "$REGEL" text heimlich --pack snow --lang "${l%%:*}" thaw
  assert_contains "a card that does what another one says is readable: ${l%%:*}" "${l#*:}" "$out"
done
run "$REGEL" po check tests/outside/packs/snow/po/nl.po
assert_exit 'its translation is sound' 0
run env REGEL_PATH="$REGEL_PATH:$PWD/tests/outside/elsewhere" "$REGEL" text heimlich --pack snow --lang eo
assert_exit 'a third party translates a pack into a language that the game does not have' 0
assert_contains 'and it is read' 'Neĝoŝtormo' "$out"

run env REGEL_PATH="$REGEL_PATH:$PWD/tests/outside/elsewhere" "$REGEL" text heimlich --pack carnival --lang es fox
assert_contains 'what the pack says is there in that language' 'Zorro (3× máscara)' "$out"
assert_contains 'and what only the game could say is marked' '[en] Move' "$out"
run "$REGEL" text oranje --pack signal --lang pl lights_out
assert_contains 'what is not translated begins small inside a sentence' 'potem [en] each' "$(printf '%s' "$out" | tr -s ' \n' ' ')"
run "$REGEL" po check tests/outside/elsewhere/packs/carnival/po/es.po
assert_exit 'its translation is sound, too' 0
run "$REGEL" po export heimlich --pack snow --lang nl -o "$dir/nl.po"
assert_contains 'texts of verbs belong to their packs' 'verb.snow.blow' "$(cat "$dir/nl.po")"

# ---- stored games ---------------------------------------------------------------
export REGEL_DB="$dir/games.db"
run "$REGEL" play heimlich --pack snow --pack frost --bots --bot random --seed 4 --set version=top_secret
assert_exit 'a game with packs is played' 0
assert_contains 'and says how to see it again' '--pack snow --pack frost' "$out$err"
run "$REGEL" games
assert_contains 'games tell the packs' 'heimlich + frost + snow' "$out"
run "$REGEL" games --json
assert_contains 'for programs, too' '"snow"' "$out"
run "$REGEL" cards --search Blizzard
assert_contains 'cards are found in packs' 'Blizzard' "$out"
run "$REGEL" cards show snow.thaw
assert_contains 'a card of a pack carries its author and licence' 'Snow cards, Outside, CC0-1.0' "$out"
if [ -x "${REGEL%/*}/regel-print" ]; then
  run "$REGEL" print "$REGEL_PATH/packs/snow" -o "$dir/alone.pdf" thaw
  assert_exit 'a pack alone is printed with its game, a card of it by its own name' 0
  run "$REGEL" print heimlich --pack snow -o "$dir/thaw.pdf" Thaw
  run pdftotext "$dir/thaw.pdf" -
  assert_contains 'and on paper, too' 'Snow cards, Outside, CC0-1.0' "$out"
fi
run "$REGEL" export 1 -o "$dir/game.txt"
run env REGEL_PATH= REGEL_DB="$dir/other.db" "$REGEL" import "$dir/game.txt"
assert_exit 'a game brings its packs along' 0
run "$REGEL" db check
assert_exit 'and replays' 0

# ---- handed on ------------------------------------------------------------------
cd "$dir" || exit 5
run "$REGEL" pack snow -o a.regelpack
assert_exit 'a pack is written as one file' 0
run "$REGEL" pack snow -o b.regelpack
assert_exit 'twice' 0
run cmp a.regelpack b.regelpack
assert_exit 'and the bytes are the same' 0
run "$REGEL" pack snow -o a.regelpack
assert_exit 'a file that is there stays' 5
run "$REGEL" unpack a.regelpack
assert_exit 'it is unpacked' 0
run diff -r packs/snow "$REGEL_PATH/packs/snow"
assert_exit 'as it was' 0
run "$REGEL" unpack a.regelpack
assert_exit 'a folder that is there stays' 5
run "$REGEL" unpack a.regelpack --list
assert_contains 'its files can be listed' 'snow/pack.regel' "$out"
head -c 500 a.regelpack >cut.regelpack
run "$REGEL" unpack cut.regelpack -o cut
assert_exit 'a pack that was cut off is refused' 1
sed 's/Blizzard/Buzzard /' a.regelpack >changed.regelpack
run "$REGEL" unpack changed.regelpack -o changed
assert_exit 'a changed one is refused' 1
assert_contains 'and it is said why' 'seal is broken' "$err"
hostile() { # TITLE SED: a bundle whose text is changed and whose seal is made to fit
  python3 - "$2" <<'END'
import hashlib, struct, sys
text = open('a.regelpack', 'rb').read()
old, new = sys.argv[1].split('=>')
text = text[:text.rindex(b'seal ')].replace(old.encode(), new.encode(), 1)
h = hashlib.blake2b(digest_size=32)
for part in (b'pack', text):
    h.update(struct.pack('<q', len(part)) + part)
open('hostile.regelpack', 'wb').write(text + b'seal ' + h.hexdigest().encode() + b'\n')
END
  run "$REGEL" unpack hostile.regelpack -o evil
  assert_exit "$1" 1
  [ ! -e evil ] && [ ! -e ../escaped ] && ok "$1: nothing is written" || not_ok "$1: nothing is written" ''
}
hostile 'a path that climbs is refused' ' pack.regel=> ../escaped'
assert_contains 'and it is said why the path is' 'is no name for a file' "$err"
hostile 'a path like an option is refused' ' pack.regel=> -rf'
hostile 'a name that steers the terminal is refused' "$(printf ' pack.regel=> \033[31mred')"
assert_lacks 'and does not steer it' "$(printf '\033')" "$err"
hostile 'a pack without its beginning is refused' ' pack.regel=> pack.regal'
assert_contains 'and it is said what is missing' 'no pack.regel' "$err"
hostile 'a path from the root is refused' ' pack.regel=> /tmp/escaped.regel'
hostile 'a size that lies is refused' 'file 1=>file 9'
hostile 'files out of order are refused' ' pack.regel=> zack.regel'
hostile 'a name that is a path is refused' 'name snow=>name ../snow'
ln -s /etc/passwd packs/snow/link
run "$REGEL" pack packs/snow -o c.regelpack
assert_exit 'a link is not packed' 5
rm packs/snow/link

# ---- hostile packs --------------------------------------------------------------
bad() { # TITLE CODE-OR-EMPTY EXIT COMMAND…; the pack is standard input
  title=$1 code=$2 want=$3
  shift 3
  rm -rf bad && mkdir bad && cat >bad/pack.regel
  run timeout 60 "$@"
  assert_exit "$title" "$want"
  [ -z "$code" ] || assert_contains "$title: the code" "$code" "$out$err"
}
bad 'names that collide on purpose change nothing' '' 0 "$REGEL" check heimlich --pack bad <<'END'
pack agents "Agents" for heimlich
kind agent_of { value worth: 0..9 }
agent_of red "Red" { worth = 1 }
value b10: 0..9 = red.worth
verb turn { raise counter by b10 }
verb play { turn }
after setup { play }
counter: 0..9
always counter < 10 "few"
END
rm -rf bad && mkdir bad && cat >bad/pack.regel <<'END'
pack nonsense "Nonsense" for heimlich
secret one "One" { play { forward red by 1 } }
building ruin + 1
secret two "Two" { play { forward blue by 1 } }
END
run "$REGEL" check heimlich --pack bad
assert_exit 'a pack that makes nonsense of a line of the game is refused' 3
assert_contains 'where it does so' '--> bad/pack.regel:3:10' "$err"
assert_contains 'in the words of what it breaks' 'this does not go with the game: "b" must be a thing of kind "building"' "$err"
assert_contains 'and the line of the game is told' 'here in the game (' "$err"
rm -rf bad && mkdir bad && cat >bad/pack.regel <<'END'
pack twin "Twin" for heimlich
secret one "One" { play { forward red by 1 } }
building tower "the tower" { worth = 10 }
END
run "$REGEL" check heimlich --pack bad
assert_exit 'a pack that breaks a claim of the game is found' 1
assert_contains 'where it does so, too' '--> bad/pack.regel:3:10' "$err"
# ---- counts follow what is added ------------------------------------------------
fits() { # GAME SETTING: the pack is standard input
  rm -rf fits && mkdir fits && cat >fits/pack.regel
  run "$REGEL" test fits
  assert_matches "$1: what is changed by a pack is what the rules say" '[1-9][0-9]* passed, 0 failed' "$out"
  run "$REGEL" check fits
  assert_exit "$1: no number of the game is too small for what a pack adds" 0
  run "$REGEL" sim fits -n 20 --seed 3 --always --set "$2"
  assert_exit "$1: and what it promises holds" 0
}
fits heimlich version=top_secret <<'END'
pack many "Many" for heimlich
agent black "Black" { colour = grey }
identity black_card "the black card" { shows = black }
building tower "the tower" { worth = 12 }
secret second_identity + 1
secret rocket "Rocket" * 60 { play { move_safe to (choose building) } }
raise hand_limit by 3
value lap = 30
value taking_part by count(players) { 2: 6; 3: 7; 4..7: 8 }
test "numbers of the game" for ann, bob, cid, dan { expect count(agents) is 8 and hand_limit is 7 and lap is 30 }
END
fits clash first_game=no <<'END'
pack many "Many" for clash
road r8 "road 8"
victory fuel_depot + 9
raise turn_points by 2
test "six points" for ann, bob { as ann { expect turn_points is 6 } }
END
fits orange difficulty=easy <<'END'
pack many "Many" for orange
occupier spare "Spare" * 40 { level = 1; effect { lose 1 morale } }
test "all are there" for kees, jessica { expect count(spare) is 40 and deck_size > 0 }
END
fits oranje difficulty=easy <<'END'
pack many "Many" for oranje
raid visit "A visit" * 5 { number = 7; strike { caught lose 1 alibi } }
test "all are there" for ann, bob { expect count(raid) is 23 }
END
fits cultists level=expert <<'END'
pack many "Many" for cultists
location attic "The attic" { x = 1; y = 1; colour = pink; rack = pink_rack; spaces = 3; doors = north_west }
location loft "The loft" { x = 2; y = 1; colour = pink; rack = pink_rack; spaces = 3; doors = north_west }
test "books for all of them" for p1, p2, p3, p4, p5 { expect spaces_of(pink_rack) > 6 }
END
bad 'a million cards are too many' E0321 3 "$REGEL" check heimlich --pack bad <<'END'
pack many "Many" for heimlich
secret flood "Flood" * 1000000 { play { } }
END
python3 -c "
print('pack flood \"Flood\" for heimlich')
for i in range(300000): print('secret c%d \"C\" { play { } }' % i)" >flood.regel
limits='ulimit -v 1500000; ulimit -t 20'
case $REGEL in *asan*) limits='ulimit -t 120' ;; esac # a sanitizer reserves more than there is
run sh -c "$limits; '$REGEL' check heimlich --pack flood.regel"
assert_exit 'cards without number are refused before all of them are read' 3
assert_contains 'and one message says so' '1 error,' "$out"
python3 -c "
print('pack flood \"Flood\" for heimlich')
for i in range(20000): print('secret c%d \"C\" { play { forward red by 1 } }' % i)" >flood.regel
run sh -c "ulimit -t 4; '$REGEL' check heimlich --pack flood.regel"
case $REGEL in *asan*) ;; *) assert_exit 'more cards than a rule of the game can hold are refused without long trials' 3 ;; esac
[ "$status" -eq 3 ] && assert_contains 'and the pack is named, not one card of it' '--> flood.regel:1:6' "$err"
rm flood.regel
bad 'a rule without an end is stopped' R0002 4 "$REGEL" sim tictactoe --pack bad -n 1 <<'END'
pack endless "Endless" for tictactoe
before take s { repeat { } }
END
bad 'a pack of another game' E0115 3 "$REGEL" check heimlich --pack bad <<'END'
pack lost "Lost" for clash
END
bad 'a finding that a pack causes in the game can be accepted where it is caused' '' 0 "$REGEL" check heimlich --pack bad <<'END'
pack twin "Twin" for heimlich
accept W0760 "two buildings are worth ten here"
building tower "the tower" { worth = 10 }
END
bad 'an acceptance of nothing is found' W0702 1 "$REGEL" check heimlich --pack bad <<'END'
pack twin "Twin" for heimlich
accept W0760 "two buildings are worth ten here"
building tower "the tower" { worth = 12 }
END
bad 'a pack that uses another game as a whole' E0409 3 "$REGEL" check heimlich --pack bad <<'END'
pack thief "Thief" for heimlich
use "orange"
END
assert_contains 'is told where it does so, once' '1 error,' "$out"
assert_contains 'with what it could use' 'use "orange/FILE.regel"' "$err"
mkdir -p twist Upper
printf 'pack twist "Lower" for heimlich\n' >twist/pack.regel
printf 'pack Twist "Upper" for heimlich\n' >Upper/pack.regel
run "$REGEL" check heimlich --pack twist --pack Upper
assert_exit 'two packs that differ only in capitals are refused' 3
assert_contains 'and it is said why' 'differ only in capitals' "$err"
touch twist/a.txt twist/A.txt
run "$REGEL" pack twist -o twins.regelpack
assert_exit 'nor are such files packed' 5
run "$REGEL" check heimlich --pack CARNIVAL
assert_contains 'a name in other capitals is recognized' 'did you mean "carnival"?' "$err"
run "$REGEL" new card stolen --for heimlich
assert_exit 'a card is not written into a game that lies elsewhere' 2
assert_contains 'and what to do is told' 'regel new pack NAME --for heimlich' "$err"
bad 'a pack may bring an outlook where the game has none' '' 0 "$REGEL" check heimlich --pack bad <<'END'
pack eyes "Eyes" for heimlich
outlook min(100, 2 * count(me.hand))
END
bad 'what does not compile is named with its packs' E0204 3 "$REGEL" sim heimlich -n 1 --pack bad <<'END'
pack eyes "Eyes" for heimlich
kind token { value weight: 0..9 = 1 }
token small "Small" * 3
variant more "More" if count(players) is 3 { token small * 4; after setup { nothing_like_it } }
END
assert_contains 'also its own things' 'to have more: token small + 1' "$err"
assert_contains 'and it is told what was read' 'does not compile with bad/pack.regel' "$err"
bad 'no pack at all' E0115 3 "$REGEL" check heimlich --pack bad <<'END'
secret one "One" { play { } }
END
mkdir -p "$dir/packs/linked" "$dir/elsewhere_still"
echo 'secret stolen "Stolen" { play { forward red by 1 } }' >"$dir/elsewhere_still/a.regel"
ln -s "$dir/elsewhere_still" "$dir/packs/linked/x"
printf 'pack linked "Linked" for heimlich\nuse "x/*.regel"\n' >"$dir/packs/linked/pack.regel"
run "$REGEL" check heimlich --pack "$dir/packs/linked"
assert_exit 'a linked folder does not lead out of a pack' 3
assert_contains 'and is told' 'E0103' "$err"
run "$REGEL" play "$REGEL_PATH/packs/snow" --bots --bot random --seed 2 --no-store
assert_contains 'a pack that is played by itself is named again' 'snow' "$(printf '%s\n%s' "$out" "$err" | grep 'same dice')"
for game in heimlich:2..7 clash:2..2 cultists:4..8 orange:1..5 oranje:1..5; do
  mkdir -p "$dir/scenarios/edition_${game%:*}"
  printf 'game edition_%s "An edition" for %s\nuse "%s"\n' "${game%:*}" "${game#*:}" "${game%:*}" >"$dir/scenarios/edition_${game%:*}/game.regel"
  run "$REGEL" check "$dir/scenarios/edition_${game%:*}"
  assert_exit "an edition of its own can use all of ${game%:*}" 0
done

edition() { # TITLE WHERE LINE: an edition of heimlich that says LINE
  printf 'game edition_heimlich "An edition" for 2..7\nuse "heimlich"\n%s\n' "$3" >"$dir/scenarios/edition_heimlich/game.regel"
  run "$REGEL" check "$dir/scenarios/edition_heimlich"
  assert_contains "$1" "edition_heimlich/game.regel:$2" "$(printf '%s\n' "$err" | grep -e '-->' | head -1)"
  assert_contains "$1: what it does not go with is told" 'here (' "$err"
}
edition 'what an edition does to a claim of what it uses is told where it is caused' 3:10 'building tower "the tower" { worth = 10 }'
edition 'and so is a verb that it says again' 3:6 'verb turn { }'
edition 'and a value' 3:7 'value lap = 30'
printf 'game edition_heimlich "An edition" for 2..7\nuse "heimlich"\nvariant short "Short" if yes { value lap = 30; secret leak * 0; box = box - exchange }\n' >"$dir/scenarios/edition_heimlich/game.regel"
run "$REGEL" check "$dir/scenarios/edition_heimlich"
assert_lacks 'what the game says of itself alone does not bind its editions' W0760 "$err"
words='the base game leaves the top secret cards in the box'
assert_contains 'what it promises does' 'heimlich/claims.regel:19' "$err"
printf 'always yes "%s"\n' "$words" >>"$dir/scenarios/edition_heimlich/game.regel"
run "$REGEL" check "$dir/scenarios/edition_heimlich"
assert_exit 'unless the edition promises otherwise' 0

bad 'a pack that climbs' E0103 3 "$REGEL" check heimlich --pack bad <<'END'
pack climber "Climber" for heimlich
use "../../secret.regel"
END
bad 'a pack that brings a game' E0409 3 "$REGEL" check heimlich --pack bad <<'END'
pack thief "Thief" for heimlich
game mine "Mine" for 2..2
END
bad 'a changed base is told' W0116 1 "$REGEL" check heimlich --pack bad <<'END'
pack old "Old" for heimlich { versions = these("000000000000") }
END
# ---- what changed under a pack ---------------------------------------------------
mkdir -p base && cp -r "$OLDPWD/scenarios" "$OLDPWD/cards" base
under() { run env REGEL_PATH="$dir/base" REGEL_DB="$dir/under.db" "$REGEL" check heimlich --pack packs/over; }
run env REGEL_PATH="$dir/base" REGEL_DB="$dir/under.db" "$REGEL" play heimlich --bots --bot random --seed 1
run env REGEL_PATH="$dir/base" "$REGEL" new pack over --for heimlich
echo 'test "two of them" for ann, bob { expect count(sidestep) is 2 }' >>packs/over/pack.regel
printf '\n# a remark\ntest { verb only_for_tests { } }\n' >>base/scenarios/heimlich/game.regel
under
assert_exit 'remarks and tests of a game are no change under a pack' 0
mv under.db stored.db
under
assert_exit 'also where the old version is not stored' 0
mv stored.db under.db
sed -i 's/{ worth = -3 }/{ worth = -2 }/' base/scenarios/heimlich/game.regel
sed -i 's/"Sidestep" \* 2/"Sidestep" * 3/' base/cards/heimlich/secrets.regel
under
assert_exit 'a change of a card is one' 1
assert_contains 'it is told from what to what, and that the pack speaks of it' 'secret sidestep, copies: 2 -> 3 (the pack names it)' "$err"
assert_contains 'also what it does not speak of' 'building ruin, worth: -3 -> -2' "$err"
assert_lacks 'and nothing else' 'only_for_tests' "$err"
assert_contains 'how to see all of it' 'regel diff heimlich:1 heimlich tells all' "$err"
mkdir -p twin && printf 'pack twin "Another" for heimlich\n' >twin/pack.regel
bad 'two packs of one name' E0206 3 "$REGEL" check heimlich --pack bad --pack "$dir/twin" <<'END'
pack twin "Twin" for heimlich
END
run "$REGEL" check heimlich --pack nowhere
assert_exit 'a pack that is not there' 2
assert_contains 'is looked for' 'no pack called "nowhere"' "$err"
cd - >/dev/null || exit 5

# ---- here and there -------------------------------------------------------------
cd "$dir" || exit 5
run "$REGEL" new game clash
run "$REGEL" check clash
assert_contains 'a bare name means what is here' '1 file in scenarios/clash' "$out"
assert_contains 'and what it hides is told' 'there is also' "$err"
run "$REGEL" new game clash
assert_exit 'a beginning overwrites nothing' 5
run "$REGEL" sim clash -n 5
assert_exit 'a new game can be played' 0
run "$REGEL" test clash
assert_exit 'and tested' 0
run "$REGEL" new scenario winter --for heimlich
assert_exit 'a scenario is begun' 0
run "$REGEL" test packs/winter
assert_exit 'and its test passes' 0
run "$REGEL" new card sledge --for packs/winter
assert_exit 'a card is begun' 0
run "$REGEL" test packs/winter
assert_contains 'and its test passes, too' '2 passed, 0 failed' "$out"
run "$REGEL" new card skate --for "$PWD/packs/winter"
assert_exit 'also by an absolute path' 0
mkdir packs/bare
echo 'pack bare "Bare" for heimlich' >packs/bare/pack.regel
run "$REGEL" new card sleigh --for packs/bare
assert_contains 'a pack that would not read its card is told how' 'use "cards/*.regel" in packs/bare/pack.regel' "$out"
run "$REGEL" new dragon x
assert_exit 'what there is not cannot be begun' 2
run "$REGEL" new game if
assert_exit 'a name is a name' 2
