# regel check --prove: what must always hold is proved, refuted by play, or left undecided with a step.
. tests/cmd/lib.sh

cat >"$dir/bank.regel" <<'END'
game bank "The bank" for 2..4
kind player { gold "Gold": 0..20 = 5 }
bank "Bank": 0..100 = 60
always sum(p in players: p.gold) + bank <= 100 "no money appears"
always bank >= 3 "the bank is never empty"
verb pay (n: 1..3) { require gold >= n; lower gold by n; raise bank by n }
verb get (n: 1..3) { require bank >= n + 3; lower bank by n; raise gold by n }
verb play {
  let p: player = first(players)
  repeat {
    as p { choose { n in 1..3 "Pay" { pay n }; n in 1..3 "Get" { get n }; "End" { win p } } }
    set p to next(p)
  }
}
END
run "$REGEL" check --prove --time 30 "$dir/bank.regel"
assert_exit 'rules that keep their promises' 0
assert_contains 'are proved' 'always: 2 proved, 0 refuted, 0 undecided' "$out"

# One number changed: the same proof fails, and play shows it.
sed 's/bank >= n + 3/bank >= n + 2/; s/= 60/= 9/' "$dir/bank.regel" >"$dir/broken.regel"
run "$REGEL" check --prove --time 30 "$dir/broken.regel"
assert_exit 'rules that break one' 1
assert_contains 'are refuted' 'always: 1 proved, 1 refuted, 0 undecided' "$out"
assert_contains 'by what is compared' 'it does not where bank is 2' "$err"
assert_contains 'and the answers that lead there' 'after' "$err"

# Layers, slots, `when` and piles take part in a proof.
cat >"$dir/cards.regel" <<'END'
game cards "Cards" for 2..2
option hard "Hard": flag = no
kind card "card" { verb play }
card ace "Ace" { play { raise me.points by 2 } }
card king "King" * 2 { play { raise me.points by 1 } }
deck: pile of card = card seen by none
used: pile of card
kind player { hand: pile of card seen by owner; points "Points": 0..9; when points > 8 { win this } }
always count(deck) + count(used) + sum(p in players: count(p.hand)) is 3 "no card is lost"
always all(p in players: p.points <= 8) "nine points end the game"
always all(p in players: count(p.hand) <= 1) "a hand is one card"
verb refill { if empty(deck) { move used to deck; shuffle deck } }
verb draw_one { refill; if empty(hand) { draw 1 from deck to hand } }
variant hard "Hard" if hard { after draw_one { refill } }
verb setup { shuffle deck }
verb play {
  let p: player = first(players)
  repeat {
    as p {
      draw_one
      may "Play it?" { let c = choose hand; reveal c to players; c.play; move c to used }
    }
    set p to next(p)
  }
}
END
run "$REGEL" check --prove --time 30 "$dir/cards.regel"
assert_contains 'piles, slots, variants and whens' 'always: 3 proved, 0 refuted, 0 undecided' "$out"
sed 's/if empty(hand) { draw/if count(hand) < 2 { draw/' "$dir/cards.regel" >"$dir/two.regel"
run "$REGEL" check --prove --time 30 "$dir/two.regel"
assert_contains 'a second card in hand is found' 'it does not where p = ' "$err"
assert_contains 'and the other two are still proved' 'always: 2 proved, 1 refuted' "$out"

# Two rounds are needed where one forgets.
cat >"$dir/rounds.regel" <<'END'
game rounds "Rounds" for 2..2
a: 0..9 = 1
b: 0..9 = 1
c: 0..9 = 1
n: 0..200
always c is 1 "c stays one"
verb play {
  repeat {
    as first(players) { choose { "On" { }; "Off" { win me } } }
    set c to b; set b to a
    raise n by (choose 1..9 by players)
    if n > 190 { set n to 1 }
  }
}
END
run "$REGEL" check --prove --time 30 "$dir/rounds.regel"
assert_contains 'induction over three rounds' 'always: 1 proved' "$out"

# A claim with a block is proved from any state in which somebody is asked.
cat >"$dir/claim.regel" <<'END'
game walk "Walk" for 2..2
kind player { at "Place": 0..60; gold "Gold": 0..60 = 40 }
always all(p in players: p.gold >= 10) "ten are left"
claim "everybody can pay" { pay }
verb pay { require gold > 5; lower gold by 1 }
verb play {
  repeat 30 {
    each p in players { as p { raise at by (choose 1..3); choose { "Pay" { require gold > 10; pay }; "Wait" { } } } }
  }
  win none
}
END
run "$REGEL" check --prove --time 30 "$dir/claim.regel"
assert_contains 'a claim is proved with the help of an always' 'claims: 1 proved, 0 refuted, 0 undecided; always: 1 proved' "$out"

# What is counted is work: a machine that is busy with other things proves as much.
mkdir "$dir/slow"
printf '#!/bin/sh\nsleep 6\nexec %s "$@"\n' "$(command -v z3)" >"$dir/slow/z3"
chmod +x "$dir/slow/z3"
run env PATH="$dir/slow:$PATH" "$REGEL" check --prove --time 6 "$dir/bank.regel"
assert_contains 'time that others take does not count' 'always: 2 proved, 0 refuted, 0 undecided' "$out"

# Without the solver one line says so, and the rest is checked.
mkdir "$dir/empty"
run env PATH="$dir/empty" "$REGEL" check --prove --time 30 "$dir/bank.regel"
assert_exit 'without z3 the rest is checked' 0
assert_contains 'and it is said' 'nothing is proved: the program z3 is not there' "$err"
# One that answers nonsense proves nothing.
printf '#!/bin/sh\necho maybe; cat >/dev/null\n' >"$dir/empty/z3"
chmod +x "$dir/empty/z3"
run env PATH="$dir/empty:$PATH" "$REGEL" check --prove --time 2 "$dir/bank.regel"
assert_contains 'a solver that cannot be understood proves nothing' '0 proved, 0 refuted, 2 undecided' "$out"
