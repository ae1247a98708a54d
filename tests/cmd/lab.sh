# regel lab: plans, exact shards, merging, reports.
. tests/cmd/lib.sh

cat >"$dir/plan.lab" <<'END'
# Two bots and one restriction.
rules tictactoe
bots random
games 300
seed 9
block 10
END
run "$REGEL" lab run "$dir/plan.lab" -o "$dir/one" --jobs 1
assert_exit 'a plan is played' 0
whole="$dir/one/part-0-of-1.lab"
assert_file 'a part is written' "$whole"

run "$REGEL" sim tictactoe -n 300 --seed 9 --json
wins=$(printf '%s\n' "$out" | sed -n '/"wins"/,/]/p' | tr -dc '0-9 \n' | xargs)
counted=$(sed -n 's/^won //p' "$whole" | tr ' ' '\n' | sed -n 's/^\(1\|18\)://p' | xargs)
assert_equal 'the lab counts what sim counts' "$wins" "$counted"

for k in 2 0 1; do "$REGEL" lab run "$dir/plan.lab" -o "$dir/three" --shard $k/3 --jobs 2 || exit 1; done
run "$REGEL" lab merge "$dir/three"
assert_exit 'complete shards merge' 0
if cmp -s "$whole" "$dir/three/merged.lab"; then ok 'three shards give the bytes of one run'; else
  not_ok 'three shards give the bytes of one run' 'expected no difference'
fi
run "$REGEL" lab merge "$dir/three/part-1-of-3.lab" "$dir/three/part-2-of-3.lab" "$dir/three/part-0-of-3.lab" -o "$dir/other.lab"
if cmp -s "$whole" "$dir/other.lab"; then ok 'the order of parts does not matter'; else
  not_ok 'the order of parts does not matter' 'expected no difference'
fi

run "$REGEL" lab run "$dir/plan.lab" -o "$dir/native" --native
assert_exit 'a plan is played natively' 0
if cmp -s "$whole" "$dir/native/part-0-of-1.lab"; then ok 'native code gives the same bytes'; else
  not_ok 'native code gives the same bytes' 'expected no difference'
fi

run "$REGEL" lab merge "$dir/three/part-0-of-3.lab" "$dir/three/part-2-of-3.lab"
assert_exit 'parts with gaps are not merged' 1
assert_contains 'gaps are listed' 'games 10 to 19 are missing' "$err"
run "$REGEL" lab merge "$dir/three/part-0-of-3.lab" "$whole"
assert_exit 'games that are there twice are refused' 1
assert_contains 'what is there twice is named' 'games 0 to ' "$err"

sed 's/seed 9/seed 10/' "$dir/plan.lab" >"$dir/later.lab"
run "$REGEL" lab run "$dir/later.lab" -o "$dir/later" --shard 0/2
run "$REGEL" lab merge "$dir/three/part-1-of-3.lab" "$dir/later/part-0-of-2.lab"
assert_exit 'parts of another plan are refused' 1
assert_contains 'the plan is the reason' 'another plan' "$err"
run "$REGEL" lab run "$dir/later.lab" -o "$dir/one"
assert_exit 'a part of another plan is not overwritten' 1
assert_contains 'it is in the way' 'in the way' "$err"

mkdir -p "$dir/rules"
cp scenarios/tictactoe/game.regel "$dir/rules/game.regel"
sed "s|rules tictactoe|rules $dir/rules/game.regel|" "$dir/plan.lab" >"$dir/mine.lab"
"$REGEL" lab run "$dir/mine.lab" -o "$dir/mine" --shard 0/2 || exit 1
echo '# changed' >>"$dir/rules/game.regel"
"$REGEL" lab run "$dir/mine.lab" -o "$dir/changed" --shard 1/2 || exit 1
run "$REGEL" lab merge "$dir/changed" "$dir/mine"
assert_exit 'parts of other rules are refused' 1
assert_contains 'the rules are the reason' 'other rules' "$err"

sed 's/^plain 0:300/plain 0:301/' "$whole" >"$dir/bad.lab"
run "$REGEL" lab report "$dir/bad.lab"
assert_exit 'a changed part is refused' 1
assert_contains 'that it was changed is said' 'its bytes were changed' "$err"
head -c 300 "$whole" >"$dir/short.lab"
run "$REGEL" lab report "$dir/short.lab"
assert_exit 'a part that was cut off is refused' 1
echo hello >"$dir/none.lab"
run "$REGEL" lab report "$dir/none.lab"
assert_exit 'a file of something else is refused' 1
run "$REGEL" lab report "$dir/nowhere"
assert_exit 'a folder that is not there is an error' 5

# sim writes the same sort of part.
"$REGEL" sim tictactoe -n 200 --part "$dir/s1.lab" --jobs 1 || exit 1
"$REGEL" sim tictactoe -n 300 --first 200 --part "$dir/s2.lab" || exit 1
"$REGEL" sim tictactoe -n 500 --part "$dir/s.lab" || exit 1
run "$REGEL" lab merge "$dir/s2.lab" "$dir/s1.lab" -o "$dir/s12.lab"
if cmp -s "$dir/s.lab" "$dir/s12.lab"; then ok 'parts of a simulation merge to the same bytes'; else
  not_ok 'parts of a simulation merge to the same bytes' 'expected no difference'
fi
run "$REGEL" lab merge "$dir/s2.lab"
assert_contains 'a simulation that begins later has a gap' 'games 0 to 199 are missing' "$err"

# Stopped at any moment and started again it gives the same bytes.
sed 's/games 300/games 60000/; s/block 10/block 7/' "$dir/plan.lab" >"$dir/long.lab"
"$REGEL" lab run "$dir/long.lab" -o "$dir/long" || exit 1
stopped=0
for wait in 0.05 0.08 0.1; do
  timeout -s INT $wait "$REGEL" lab run "$dir/long.lab" -o "$dir/again" >/dev/null 2>&1
  [ $? -eq 124 ] && stopped=1
done
"$REGEL" lab run "$dir/long.lab" -o "$dir/again" || exit 1
if cmp -s "$dir/long/part-0-of-1.lab" "$dir/again/part-0-of-1.lab"; then
  ok 'a run that was stopped goes on to the same bytes'
else
  not_ok 'a run that was stopped goes on to the same bytes' "expected no difference (stopped: $stopped)"
fi

# Cells that are narrow enough end early, on any number of threads, stopped or not.
cat >"$dir/every.lab" <<'END'
rules tictactoe
bots flat:20 random
bots random games 60
bots random random
seed 9
block 7
width 5 every 50
END
"$REGEL" lab run "$dir/every.lab" -o "$dir/every" --jobs 3 || exit 1
part="$dir/every/part-0-of-1.lab"
played=$(sed -n 's/^plain 0:\([0-9]*\).*/\1/p' "$part" | xargs)
assert_equal 'a clear cell plays fewer games than one of chance, and one with a number of its own that' '200 60 385' "$played"
run "$REGEL" lab report "$dir/every"
assert_exit 'cells that ended early are complete' 0
for wait in 0.02 0.03 0.05 0.08; do
  timeout -s INT $wait "$REGEL" lab run "$dir/every.lab" -o "$dir/everyone" --jobs 1 >/dev/null 2>&1
done
"$REGEL" lab run "$dir/every.lab" -o "$dir/everyone" --jobs 1 || exit 1
if cmp -s "$part" "$dir/everyone/part-0-of-1.lab"; then ok 'threads and stops change no byte'; else
  not_ok 'threads and stops change no byte' 'expected no difference'
fi
sed '/every/d; s/^seed/games 200\nseed/' "$dir/every.lab" >"$dir/fixed.lab"
"$REGEL" lab run "$dir/fixed.lab" -o "$dir/fixed" || exit 1
assert_equal 'the games of a cell that ends early are the first of it' "$(sed -n 's/^won //p' "$dir/fixed/part-0-of-1.lab" | head -1)" \
  "$(sed -n 's/^won //p' "$part" | head -1)"
run "$REGEL" lab run "$dir/every.lab" -o "$dir/divided" --shard 0/2
assert_contains 'no shard knows which cells go on' 'leave it out of the line `width`' "$err"

# Several cells: restrictions, settings, bots for each seat.
cat >"$dir/cells.lab" <<'END'
rules connect4
set columns = 4 5
set rows = 4
bots random
bots mcts:20 random games 20
rotate
games 40
END
run "$REGEL" lab run "$dir/cells.lab" -o "$dir/cells"
assert_exit 'a plan with several cells is played' 0
run "$REGEL" lab report "$dir/cells" -o "$dir/report.html" --csv "$dir/f.csv" --sqlite "$dir/f.db" --store
assert_exit 'a report is written' 0
page=$(cat "$dir/report.html")
for what in '<svg' 'Strength of the bots' 'What makes a difference' 'regel replay 1' 'Settings'; do
  assert_contains "the report has $what" "$what" "$page"
done
assert_lacks 'the report needs no network' 'src=' "$page"
assert_matches 'rules that it is about stand in it' '^<pre>as p . drop in [(]choose 1..columns' "$page"
assert_equal 'every link leads to one of them' \
  "$(printf '%s\n' "$page" | grep -o 'href="#r[0-9]*"' | tr -dc '0-9\n' | sort -u)" \
  "$(printf '%s\n' "$page" | grep -o 'id="r[0-9]*"' | tr -dc '0-9\n' | sort -u)"
assert_matches 'figures are rows' '^0,"columns=4, random",seat_won,"1","",40,' "$(cat "$dir/f.csv")"
assert_matches 'so is the ladder, which belongs to no cell' '^-1,"",elo,"mcts:20","",[0-9]+,' "$(cat "$dir/f.csv")"
assert_matches 'and how often a rule ran' ',rule_ran,"game.regel:[0-9]+",' "$(cat "$dir/f.csv")"
assert_matches 'and what lies between the best answer and the second' ',question_gap,"[0-9]+","Which column' "$(cat "$dir/f.csv")"
run "$REGEL" replay 1 --verify
assert_exit 'the games behind it are stored' 0
run "$REGEL" lab report "$dir/cells" --json
assert_equal 'as JSON it has each row of the table' "$(tail -n +2 "$dir/f.csv" | wc -l)" "$(printf '%s\n' "$out" | grep -c '"measure"')"
assert_lacks 'and no page' 'Games won' "$out"
run "$REGEL" lab report "$dir/cells" --json -o -
assert_exit 'a page and JSON have no room on one stream' 2
run "$REGEL" lab report "$dir/cells" -o "$dir/report.md"
assert_contains 'a report can be Markdown' '| Seat | Games won |' "$(cat "$dir/report.md")"
assert_matches 'and says what thinking is worth' ': mcts:20 wins [0-9.]+ % \([0-9.]+ to [0-9.]+\) of the games; an equal share is 50.0 %' "$(cat "$dir/report.md")"

assert_contains 'and says how its games are stored' "\`regel lab report $dir/cells --store --cell 0 --game NUMBER\`" "$(cat "$dir/report.md")"

# More than two things that vary: a table for each value of the first. A page tells what its plan wants.
cat >"$dir/some.lab" <<'END'
rules heimlich
players 2 3
set version = base top_secret
set dossier = no yes
bots random
bots mcts:2 games 2 players 3
games 4
chapters settings
END
"$REGEL" lab run "$dir/some.lab" -o "$dir/some" || exit 1
run "$REGEL" lab report "$dir/some"
assert_equal 'a page tells what its plan wants, in a table for each number of players' \
  '## Settings|### random, 2 players|### random, 3 players|### mcts:2, 3 players' "$(printf '%s\n' "$out" | grep '^##' | paste -sd'|')"
assert_equal 'with a row and a column for each value' 6 "$(printf '%s\n' "$out" | grep -c '^| \(base\|top_secret\) | [0-9.]* % ([^|]* | [0-9.]* % ([^|]* |$')"

# Rules that ran: what the settings leave out, claims and what must always hold are no part of these games.
for g in heimlich orange; do
  printf 'rules %s\ngames 8\ndetail 1\nchapters cells\n' "$g" >"$dir/ran.lab"
  "$REGEL" lab run "$dir/ran.lab" -o "$dir/ran-$g" -q || exit 1
done
run "$REGEL" lab report "$dir/ran-heimlich"
assert_contains 'what never ran is told' '| Rarely or never |' "$out"
assert_lacks 'but not the cards of a version that was not played' 'Double back' "$out"
assert_lacks 'nor claims' 'claims.regel' "$out"
run "$REGEL" lab report "$dir/ran-orange"
assert_contains 'places are called as people call them' '| card | Train Station |' "$out"

# A market: what is laid out belongs to nobody before it is taken, so each of six cards comes 4 times in 6 games.
cat >"$dir/market.regel" <<'END'
game market "Market" for 2..2
kind card "card"
card apple "Apple", pear "Pear", plum "Plum", fig "Fig", nut "Nut", kiwi "Kiwi"
deck: pile of card = card
display: pile of card
kind player { basket: pile of card }
verb play {
  shuffle deck
  draw 2 from deck to display
  repeat 2 { each p in players { as p {
    let n = count(deck)
    choose "{n|One card|{n} cards} left. Which?" { k in display "Take {k}" { move k to basket }; "Leave" { move first(display) to basket } }
    if not empty(deck) { draw 1 from deck to display }
  } } }
  win (players where apple in it.basket)
}
END
run "$REGEL" lab "$dir/market.regel" -n 300 -q
assert_exit 'the usual questions about a game of one file' 0
assert_matches 'who has the apple wins' '^\| Apple \* \| 0\.6[0-9] \| 100\.0 %' "$out"
assert_contains 'answers have a table of their own' '
|---|---|---|---|---|
| Take … | 4.00 |' "$out"
assert_contains 'a question is told without what only a game can fill in' '
| … cards left. Which? | 4.00 |' "$out"
assert_contains 'the same command stores the games' "To see them: \`regel lab $dir/market.regel -n 300 --store\`" "$out"
assert_lacks 'it names no folder that is not there' ' DIR' "$out"

# An outlook is learned where what is declared tells who is ahead, and not kept where it does not.
cat >"$dir/dig.regel" <<'END'
game dig "Dig" for 2..2
kind player { gold "Gold": 0..99 }
verb play {
  repeat 25 { each p in players { as p { choose "What do you do?" {
    "Dig" { raise gold by random 0..2 }
    "Sleep" { }
    "Lose some" { if gold > 0 { lower gold by 1 } }
    "Bribe" { if gold > 2 { lower gold by 2 } }
  } } } }
  win (most(p in players: p.gold))
}
END
run "$REGEL" lab learn "$dir/dig.regel" -n 60 --jobs 1 -o "$dir/learned.regel"
assert_exit 'an outlook that wins is kept' 0
assert_matches 'it says how it did' '^mcts:[0-9]+ with it takes [0-9.]+ % ' "$out"
assert_contains 'it is about the gold' '= p.gold' "$(cat "$dir/learned.regel")"
run "$REGEL" check "$dir/dig.regel" --pack "$dir/learned.regel"
assert_exit 'it compiles' 0
assert_contains 'without a warning' '0 warnings' "$out"
run "$REGEL" lab learn tictactoe -n 20 --jobs 1 -o "$dir/nothing.regel"
assert_exit 'one that does not win is not kept' 1
assert_contains 'and that is said' 'not kept' "$err"
[ -e "$dir/nothing.regel" ] && not_ok 'nothing is written then' || ok 'nothing is written then'

# What an answer is worth: who never takes it loses by it, and the pairing shows it.
cat >"$dir/points.regel" <<'END'
game points "Points" for 2..2 { score = points }
kind player { points "Points": 0..99 }
verb play {
  repeat 10 { each p in players { as p { choose {
    "Score" { raise points by 3 }
    "Wait" { raise points by random 0..3 }
  } } } }
  win most(p in players: p.points)
}
END
printf 'rules %s\nnever 1 Score\nrotate\ngames 400\n' "$dir/points.regel" >"$dir/never.lab"
"$REGEL" lab run "$dir/never.lab" -o "$dir/never" || exit 1
run "$REGEL" lab report "$dir/never"
assert_matches 'a restriction is worth something' 'never Score instead of random: the first bot wins -[0-9.]+ points' "$out"
taken=$(awk '/^cell 1/ { on = 1 } on && /^bot_won/' "$dir/never/part-0-of-1.lab")
assert_lacks 'who never scores hardly wins' ' 1:4' "$taken"
assert_contains 'scores have their chapter' '## Scores' "$out"
assert_contains 'so has the lead' 'Who is ahead, and who wins' "$out"

# Mistakes in plans.
bad() { # TITLE MESSAGE LINE…
  title=$1 message=$2
  shift 2
  printf '%s\n' "$@" >"$dir/wrong.lab"
  run "$REGEL" lab run "$dir/wrong.lab" -o "$dir/wrong"
  assert_exit "$title" 2
  assert_contains "$title: the message" "$message" "$err"
}
bad 'a line that is none' 'did you mean `rules`' 'ruels tictactoe'
bad 'a caret stands below' '  ^^^^^' 'ruels tictactoe'
bad 'a ruleset is needed' '`rules GAME`' 'games 3'
bad 'a ruleset that there is not' 'no ruleset called "tictactow"' 'rules tictactow'
bad 'an option that there is not' 'did you mean "columns"' 'rules connect4' 'set colums = 4'
bad 'a bot that there is not' 'no bot is called "clever"' 'rules tictactoe' 'bots clever'
bad 'too many bots' '3 bots for 2 players: one for all seats is wanted here, or one for each' 'rules tictactoe' 'bots random random random'
bad 'bots for some of the players' '2 bots for 3 players' 'rules heimlich' 'players 2 3' 'bots random random'
bad 'a number' 'a number from 1' 'rules tictactoe' 'games many'
bad 'a text without end' 'has no end' 'rules tictactoe' 'title "x'
bad 'too much on a line' 'nothing more' 'rules tictactoe' 'games 3 4'
bad 'an answer that there is not' 'neither a thing nor an answer' 'rules tictactoe' 'never xyzzy'
bad 'a number twice' 'lab:3:1: a line above says this already' 'rules tictactoe' 'games 3' 'games 4'
bad 'two ways to say how many' 'says this already' 'rules tictactoe' 'games 3' 'width 5'
bad 'players' 'players' 'rules tictactoe' 'players 5'
bad 'a chapter that there is not' 'another chapter' 'rules tictactoe' 'chapters short cards'
bad 'a chapter twice' 'another chapter' 'rules tictactoe' 'chapters short short'
bad 'bots for nobody' 'no games for so many' 'rules heimlich' 'players 2' 'bots random games 2 players 3'
run "$REGEL" lab run "$dir/plan.lab" -o "$dir/one" --shard 3/3
assert_exit 'a shard beyond the last is a usage error' 2

run "$REGEL" lab tictactoe -n 100 --seed 4
assert_exit 'a game alone answers the usual questions' 0
assert_contains 'it says so in sentences' 'It matters where one sits' "$out"

# Scripts for a cluster.
run "$REGEL" lab submit "$dir/plan.lab" -o "$dir/jobs" --slurm --shards 3
assert_exit 'scripts for a batch system are written' 0
assert_contains 'the array has as many tasks as shards' '#SBATCH --array=0-2' "$(cat "$dir/jobs/shard.sbatch")"
for k in 0 1 2; do SLURM_ARRAY_TASK_ID=$k sh "$dir/jobs/shard.sbatch" || exit 1; done
run sh "$dir/jobs/merge.sbatch"
if cmp -s "$whole" "$dir/jobs/merged.lab"; then ok 'its scripts give the bytes of one run'; else
  not_ok 'its scripts give the bytes of one run' 'expected no difference'
fi

# All games of all shards are stored, once, with their plan and number.
printf 'rules heimlich\nplayers 3\nbots random games 40\nbots mcts:2 games 2\nseed 4\nblock 4\n' >"$dir/all.lab"
for k in 0 1; do "$REGEL" lab run "$dir/all.lab" -o "$dir/all" --shard $k/2 --games || exit 1; done
"$REGEL" lab run "$dir/all.lab" -o "$dir/plain" || exit 1
"$REGEL" lab merge "$dir/all" >"$dir/out" && "$REGEL" lab merge "$dir/plain" >"$dir/out"
if cmp -s "$dir/all/merged.lab" "$dir/plain/merged.lab"; then ok 'games that are kept are the same games'; else
  not_ok 'games that are kept are the same games' 'expected no difference'
fi
head -c 100 "$dir/all/part-1-of-2.games" >>"$dir/all/part-0-of-2.games"
run "$REGEL" lab store "$dir/all" --db "$dir/all.db"
assert_equal 'a line that a kill has cut is no game' '42 games stored, 0 were there, 0 lines are no games of this plan' "$out"
run "$REGEL" lab store "$dir/all" --db "$dir/all.db"
assert_equal 'what is there is not stored again' '0 games stored, 42 were there, 0 lines are no games of this plan' "$out"
run "$REGEL" db check --db "$dir/all.db"
assert_contains 'what was stored in bulk is sound' '1 ruleset, 42 games' "$out"
run "$REGEL" db query --db "$dir/all.db" 'SELECT count(*) || cell || max(number) AS n FROM trials JOIN games ON id = game WHERE origin = '"'sim'"' GROUP BY cell'
assert_contains 'a game keeps its number' '40039' "$out"
assert_contains 'a game keeps its cell' '211' "$out"
sed 's/ \([0-9]*\) \.$/ 999 ./' "$dir/all/part-1-of-2.games" >"$dir/all/part-0-of-2.games"
run "$REGEL" lab store "$dir/all" --db "$dir/wrong.db"
assert_exit 'an answer that does not fit is refused' 1

# Small games are solved.
run "$REGEL" lab solve tests/lang/kuhn.regel -n 200000
assert_matches 'Kuhn poker: the first loses 1/18' '^seat 1 gets -0\.05(5|6)[0-9]* ' "$out"
assert_matches 'Kuhn poker: hardly anything is left to gain' '^exploitability 0\.00[0-4]' "$out"
run "$REGEL" lab solve tests/lang/leduc.regel -n 300000
assert_matches "Leduc hold'em: the first loses 0.0856" '^seat 1 gets -0\.0(8|90)' "$out"
assert_contains 'information states of equal cards are one' '288 information states' "$out"
run "$REGEL" lab solve connect4
assert_exit 'a game that is too large is refused' 1
cat >"$dir/rps.regel" <<'END'
game rps "Signs" for 2..2 { score = gain }
type sign = rock | paper | scissors
kind player { shows: sign seen by if open then players else owner; gain: -1..1 }
open: flag
value beats(a: sign, b: sign): flag by a, b { rock, scissors: yes; paper, rock: yes; scissors, paper: yes; any, any: no }
verb play {
  secretly each p in players { set p.shows to choose sign "Which?" }
  set open to yes
  each p in players { if beats(p.shows, next(p).shows) { set p.gain to 1; set next(p).gain to -1 } }
  win none
}
END
run "$REGEL" lab solve "$dir/rps.regel" -n 20000
assert_contains 'who answers in secret has one information state' '2 information states' "$out"
assert_matches 'secret answers are no information' '^exploitability 0\.0[0-2]' "$out"
