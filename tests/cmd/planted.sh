# regel explore: planted mistakes, one in each game of tests/planted, none of which is masked by another.
. tests/cmd/lib.sh
explored() { run "$REGEL" explore "$@" --no-store; }

explored tests/planted/lock12.regel --states 1000 --walks 8000 --seed 3
assert_exit 'a lock after twelve exact moves is found' 1
assert_contains 'as a question without an answer' 'no answer[R0005]' "$out"
assert_contains 'with those twelve moves and no other' 'after 12 answers' "$out"

explored tests/planted/four.regel
assert_exit 'a deadlock of four players is found without asking for four' 1
assert_contains 'with the setup that has it' 'with 4 players' "$out"
assert_contains 'once' 'no answer[R0005]' "$out"
assert_equal 'one cause is told once' 1 "$(printf '%s\n' "$out" | grep -c 'no answer\[R0005\]')"

explored tests/planted/loop.regel --states 1000 --walks 6
assert_exit 'two cards that never stop together are found' 1
assert_contains 'as a rule without an end' 'error[R0002]' "$out"
assert_contains 'the draws of the setup are folded' '8 answers set the table up' "$out"

explored tests/planted/soft.regel --states 1000 --walks 400 --length 1500
assert_exit 'a soft lock in a large game is found' 1
assert_contains 'as a position from which no walk ends' 'from here no end was found' "$out"
assert_contains 'whose last answer is the one that locked it' 'Burn the bridge' "$out"

explored tests/planted/boat.regel --states 1000 --walks 200 --time 60
assert_exit 'a lock that most games come to is found, too' 1
assert_contains 'although hardly a walk ends' 'from here no end was found' "$out"
# How far the place is narrowed down in that time hangs on how fast the machine is.
[ -n "${ASAN_OPTIONS-}" ] || assert_contains 'with the answer that locked it' 'Sell the boat' "$out"

explored tests/planted/ending.regel --states 1000 --walks 500
assert_exit 'an ending that cannot happen is found' 1
assert_contains 'with the number of games' 'In none of 500 games that ended, nor in a test:' "$out"
assert_contains 'and its place' 'ending.regel:19' "$out"

# ---- no false alarms --------------------------------------------------------------------
cat >"$dir/slow.regel" <<'END'
game slow "Slow" for 2..2
kind player { gold "Gold": 1..40 = 10; luck: 0..9 }
verb play {
  let p: player = first(players)
  repeat {
    as p {
      choose "What do you do?" {
        n in 1..5 "Bet {n}" { if (random 1..2) is 1 { raise gold by n } else { lower gold by n } }
        "Give" { lower gold by 3; raise next(p).gold by 1 }
        "Pray" { raise luck by 1 }
        "Curse" { lower luck by 1 }
      }
      if gold is 40 and luck > 6 { win me }
    }
    set p to next(p)
  }
}
END
explored "$dir/slow.regel" --states 1000 --walks 100 --length 600
assert_exit 'a game that takes long is not locked' 0
cat >"$dir/move.regel" <<'END'
game move "Move" for 2..2
kind square 2 by 3 { man: player or none }
verb setup { set square(1, 1).man to first(players); set square(2, 3).man to last(players) }
verb play {
  let p: player = first(players)
  repeat 4 {
    as p {
      choose "Your move" {
        s in square where it.man is me, t in square where it.man is none "Move {s} to {t}" {
          set s.man to none; set t.man to me
        }
      }
    }
    set p to next(p)
  }
  win none
}
END
explored "$dir/move.regel"
assert_exit 'a move of two names is one answer, and it happens' 0

# ---- nothing is masked ----------------------------------------------------------------
cat >"$dir/masked.regel" <<'END'
game masked "Masked" for 1..1
n: 0..9
m: 0..9
always n < 1 "n stays low"
always n < 2 or m < 1 "not both"
verb play {
  repeat 6 {
    as first(players) {
      choose { "N" { raise n by 1 }; "M" { raise m by 1 }; "Stop" { win none } }
    }
    if n > 2 and m > 1 { let x = first(players where it is none); set n to position(x) }
  }
  win none
}
END
for how in '' '--states 3 --walks 200'; do
  # shellcheck disable=SC2086
  explored "$dir/masked.regel" $how
  assert_contains "behind what does not hold the search goes on ($how)" 'not both' "$out"
  assert_contains "and finds the error behind both ($how)" 'error[R0001]' "$out"
  assert_equal "three causes, three findings ($how)" 3 \
    "$(printf '%s\n' "$out" | grep -c '^always\[R0010\]\|^error\[R0001\]')"
done

# ---- no end ------------------------------------------------------------------------
cat >"$dir/unended.regel" <<'END'
game unended "Unended" for 2..2
kind player { steps: 0..100000 }
rolled: 1..6
verb play {
  let p: player = first(players)
  repeat {
    set rolled to random 1..6
    as p { choose { "Go" { raise steps by rolled }; "Wait" { } } }
    if p.steps > 99999 and rolled > 5 { win p }
    set p to next(p)
  }
}
END
explored "$dir/unended.regel" --states 2000 --walks 40 --length 200
assert_exit 'a game in which no walk ends is a finding' 1
assert_contains 'that says so' 'no walk came to an end' "$out"
assert_contains 'with what was tried' 'of 40 walks with 8000 answers' "$out"

# ---- time ---------------------------------------------------------------------------
explored "$dir/unended.regel" --time 1
assert_contains 'one limit of time stops it all' 'stopped at the time of --time' "$out"
explored tictactoe
assert_contains 'a small game needs none of it' 'every state was looked at' "$out"

# ---- against older rules --------------------------------------------------------------
sed 's/at in these(crypt, cave)/no and at in these(crypt, cave)/' tests/planted/ending.regel >"$dir/new.regel"
explored "$dir/new.regel" --against tests/planted/ending.regel --states 500 --walks 300
assert_exit 'what cannot be reached any more is a finding' 1
assert_matches 'and is named' 'option +Take the seal +is there, but is not reached' "$out"
explored tests/planted/ending.regel --against "$dir/new.regel" --states 500 --walks 300
assert_contains 'the reverse is told, too' 'Happens now, not before:' "$out"
explored tictactoe --against tictactoe
assert_exit 'the same rules differ in nothing' 0
assert_contains 'and it says so' 'The same things happen.' "$out"
explored tictactoe --against "$dir/none.regel"
assert_exit 'rules that are not there are said so' 2
explored tictactoe --against tictactoe --json
assert_exit 'it is for people' 2
