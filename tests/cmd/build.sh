# regel build and --native: the same games, compiled; a cache that is the user's alone.
. tests/cmd/lib.sh
export XDG_CACHE_HOME="$dir/cache"
mkdir "$dir/cache"

# The games of a simulation, without what a clock says.
games() { # GAME OPTION…
  "$REGEL" sim "$@" --seed 7 --jobs 1 --digest --json 2>&1 | grep -v 'seconds"'
}

run "$REGEL" build tictactoe
assert_exit 'a ruleset compiles' 0
assert_contains 'it says where the code is' "$dir/cache/regel/" "$out"
run "$REGEL" build tictactoe
assert_contains 'the second time it is there' 'already in' "$out"
assert_equal 'the folder is for the user alone' 700 "$(stat -c %a "$dir/cache/regel")"
assert_equal 'nothing but the code is left' 1 "$(ls -A "$dir/cache/regel" | wc -l)"

run sh -c "cp -r scenarios/tictactoe '$dir' && cd '$dir' && '$REGEL' build tictactoe -o bare.so"
assert_exit 'a file is written under a bare name, too' 0

for game in tictactoe connect4; do
  assert_equal "$game: the same states" "$(games $game -n 300 --always)" "$(games $game -n 300 --always --native)"
done
# Games whose states nobody folds are played without stopping for every answer.
for game in tictactoe connect4 tests/bench/games/*.regel; do
  there=$("$REGEL" sim $game -n 300 --jobs 1 --json | grep -v 'seconds"')
  here=$("$REGEL" sim $game -n 300 --jobs 1 --json --native | grep -v 'seconds"')
  assert_equal "$game: the same games without a digest" "$there" "$here"
done
assert_equal 'with options, too' "$(games connect4 -n 50 --set columns=5)" "$(games connect4 -n 50 --set columns=5 --native)"
assert_equal 'bots think the same' "$(games tictactoe -n 20 --bot look --think 5)" \
  "$(games tictactoe -n 20 --bot look --think 5 --native)"

run "$REGEL" test tictactoe connect4 --native
assert_exit 'tests pass' 0
assert_matches 'all chunks are native' 'native: ([0-9]+) of \1 chunks' "$out"

# What the log tells comes from listening, which native code does at the same places.
assert_equal 'the same log' "$("$REGEL" play connect4 --bots --bot random --seed 3 --no-store -v)" \
  "$("$REGEL" play connect4 --bots --bot random --seed 3 --no-store -v --native)"
assert_equal 'the same exploration' "$("$REGEL" explore tictactoe --no-store --perft 6)" \
  "$("$REGEL" explore tictactoe --no-store --perft 6 --native)"

# What a game cannot do without looking up takes it back to its beginning: attempts that
# fail (2), errors (4), very many decisions (5).
cat >"$dir/quiet.regel" <<'EOF'
game quiet for 2..3
option what: 1..5 = 1
kind square 4 by 4 { n: 0..3; stone: player or none; mark: -1..1 }
kind card { value worth: 0..9 }
card a { worth = 1 }, b { worth = 2 }, c { worth = 3 }, d { worth = 4 }, e { worth = 5 }
deck: pile of card = card seen by none
kind player { hand: pile of card; points: 0..60; turns: 0..9999 }
value free: set of square = square where it.stone is none and any(s in square: s.n is it.n and s is not it)
verb setup { shuffle deck; each s in square { set s.n to random 0..3 } }
verb play {
  let p: player = first(players)
  repeat {
    as p { turn }
    set p to next(p)
  }
}
verb turn {
  raise me.turns by 1
  if what is 1 and not empty(free) {
    let s = choose free "Where?"
    take s
  }
  if what is 2 {
    let s = choose square "Which?"
    let t = choose (square where it.n > s.n and it.stone is none) "And?"
    set t.stone to me
    if count(square where it.stone is me) > 4 { win me }
  }
  if what is 3 {
    draw 2 from deck to me.hand
    if count(me.hand) >= 2 { move (choose 2 of me.hand "Which two?") to deck; shuffle deck }
    raise me.points by sum(c in me.hand: c.worth) + 1
    if me.points > 40 { win most(q in players: q.points) }
  }
  if what is 4 {
    let s = choose square where it.mark < 1 "Mark?"
    raise s.mark by random 1..2
    if s.mark is 1 and s.x is 4 { raise s.n by 2; let t = choose square where it.n is 3 and it.x is 1 "Then?"; set t.n to 0 }
    if all(q in square: q.mark is 1) { win none }
  }
  if what is 5 and me.turns > 5000 { win me }
  if what is 5 { choose { "On" { }; "And on" { raise me.points by 1 } } }
}
verb take (s: square) {
  set s.stone to me
  if count(square where it.stone is none) < 3 { win most(q in players: count(square where it.stone is q)) }
  if empty(free) { win me }
}
EOF
for what in 1 2 3 4 5; do
  there=$("$REGEL" sim "$dir/quiet.regel" -n 60 --players 3 --jobs 1 --json --set what=$what 2>&1 | grep -v 'seconds"')
  here=$("$REGEL" sim "$dir/quiet.regel" -n 60 --players 3 --jobs 1 --json --set what=$what --native 2>&1 | grep -v 'seconds"')
  assert_equal "the same games, also where one has to begin again ($what)" "$there" "$here"
done

# Piles: drawn from, poured into others, themselves and a shuffled one, in their order.
cat >"$dir/piles.regel" <<'EOF'
game piles "Piles" for 2..4 { score = points }
type hue = red | green | blue
type mark = -3..4
kind card "card" of mark by hue "{mark} {hue}"
deck "Deck": pile of card = card seen by none
old "Old": pile of card
kind player { hand: pile of card seen by owner; won: pile of card; points "Points": 0..1000000 }
leader: player
verb setup {
  shuffle deck
  each p in players { draw 4 from deck to p.hand }
  set leader to first(players)
}
verb play {
  secretly each p in players { move (choose 2 of p.hand "Which two?") to p.won }
  repeat 9 { play round }
  each p in players { set p.points to sum(c in p.won: position(c, p.won) * (c.mark + 4)) + count(p.hand) * 10000 }
  win most(p in players: p.points)
}
verb play round {
    each p in around(leader) { as p { turn } }
    set leader to next(leader, count(old))
    if count(old) > 6 { move old to old; move old to leader.won }
    if empty(deck) { move old to deck; shuffle deck }
    if count(leader.won) > 9 { move leader.won to deck; shuffle deck }
}
verb turn {
  draw 1 from deck to me.hand
  choose {
    c in (if any(d in me.hand: d.hue is red) then me.hand where it.hue is red else me.hand) { move c to old }
    "Pass" { move me.won to next(me).hand }
    "Keep" { move old to me.won }
  }
}
EOF
there=$("$REGEL" sim "$dir/piles.regel" -n 400 --players 3 --jobs 1 --json | grep -v 'seconds"')
here=$("$REGEL" sim "$dir/piles.regel" -n 400 --players 3 --jobs 1 --json --native | grep -v 'seconds"')
assert_equal 'the same cards lie in the same order' "$there" "$here"
assert_contains 'whole piles go at once' 'lot_pour(vm, &lot, pour' "$("$REGEL" build "$dir/piles.regel" --text)"

# ---- errors are the same ---------------------------------------------------------

cat >"$dir/errors.regel" <<'EOF'
game errors for 2..2
kind square 3 by 3 { n: 0..9 }
option what: 1..4 = 1
value long(k: 0..9): 0..9 =
  min(9, sum(a in 1..3000: sum(b in 1..3000: count(square where it.n is a + b + k))))
kind card { verb strike }
card check { strike { raise square(3, 3).n by 1; search.strike } }
card search { strike { check.strike } }
verb play {
  let p = first(players)
  let chosen = choose 1..3 by p "Which?"
  set square(2, 2).n to chosen
  if what is 1 { check.strike }
  if what is 2 { set square(1, 1).n to long(1) }
  if what is 3 { repeat 1000000 { repeat 1000 { raise square(1, 1).n by 1 } } }
  if what is 4 { set square(1, 1).n to choose 1..3 where it > chosen + 2 by p "Which?" }
  win none
}
EOF
for what in 1 2 3 4; do
  there=$("$REGEL" sim "$dir/errors.regel" -n 3 --jobs 1 --digest --set what=$what 2>&1 | grep -v 'seconds')
  here=$("$REGEL" sim "$dir/errors.regel" -n 3 --jobs 1 --digest --set what=$what --native 2>&1 | grep -v 'seconds')
  assert_matches "error $what is met" 'R00[0-9][0-9]' "$there"
  assert_equal "error $what is the same, with the state behind it" "$there" "$here"
done

# ---- what reaches the compiler ---------------------------------------------------

cat >"$dir/hostile.regel" <<'EOF'
game hostile "*/ #error */" for 2..2
kind square "*/ #include \"/etc/passwd\" /*" 2 by 2 { holder "\\": player or none }
verb play "*/ int x; /*" {
  let s = choose square by first(players) "??/*/ #error" # */ #error \
  win none
}
EOF
run "$REGEL" build "$dir/hostile.regel"
assert_exit 'names and texts of a ruleset do not reach the compiler' 0

# ---- a file that needs no library ------------------------------------------------

run "$REGEL" build tests/bench/games/hearts.regel --c -o "$dir/alone.c"
assert_exit 'a game is written as one file of C' 0
run cc -std=c11 -fsyntax-only -Wall -Wextra -Werror "$dir/alone.c"
assert_exit 'no compiler complains of it' 0

# ---- the cache -------------------------------------------------------------------

run "$REGEL" build --clear
assert_matches 'the cache can be emptied' '^[0-9]+ files removed' "$out"
assert_equal 'it is empty then' '' "$(ls -A "$dir/cache/regel")"
chmod 755 "$dir/cache/regel"
run "$REGEL" sim tictactoe -n 5 --native
assert_exit 'a folder that others may read is not used' 0
assert_contains 'one line says why' 'of this user alone' "$err"
chmod 700 "$dir/cache/regel"
run "$REGEL" build tictactoe
file=$(echo "$dir"/cache/regel/*.so)
chmod 666 "$file"
run "$REGEL" sim tictactoe -n 5 --native
assert_contains 'code that others may write is not loaded' 'not loaded' "$err"
chmod 600 "$file"
"$REGEL" build connect4 >/dev/null
other=$(ls "$dir"/cache/regel/*.so | grep -v "$file")
mv "$other" "$file"
run "$REGEL" sim tictactoe -n 5 --native
assert_contains 'code of another ruleset is not loaded' 'no native code of this ruleset' "$err"
rm -f "$file"

run env PATH=/nowhere "$REGEL" sim tictactoe -n 5 --native
assert_exit 'without a compiler games are interpreted' 0
assert_contains 'and one line says so' 'there is no compiler' "$err"
assert_equal 'it is one line' 1 "$(printf '%s\n' "$err" | wc -l)"
run env PATH=/nowhere "$REGEL" build tictactoe
assert_exit 'but building fails' 5
run "$REGEL" build
assert_exit 'build needs a ruleset' 2

run "$REGEL" build tictactoe -o "$dir/own.so"
assert_exit 'the code can be written elsewhere' 0
run env -C "$dir" "$REGEL" build tictactoe -o bare.so
assert_exit 'also under a bare name' 0
run "$REGEL" build tictactoe --text
assert_contains 'the C has the lines of the rules' 'game.regel:11  let p: player = first(players)' "$out"
