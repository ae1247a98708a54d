# Views: the board as a ruleset describes it, and what stays hidden in it.
. tests/cmd/lib.sh

cat >"$dir/race.regel" <<'END'
game race "Race" for 2..3
option long "Long": flag = no
kind card "card"
card ace "Ace", king "King"
deck "Deck": pile of card = card seen by none
kind player {
  at "Place": 0..20
  luck "Luck": 0..6 seen by owner
  hand "Hand": pile of card seen by owner
}
view "The track" {
  each p in players {
    note "{p}"
    note "|" at 10
    repeat p.at { note "=" at 11 }
    note ">" at (11 + p.at)
    note "luck {p.luck}" at 34
    each c in p.hand { note "[{c}]" at 44 }
    note "" at 60
  }
}
variant lap if long { view "A long race" { note "two laps" } }
verb setup { shuffle deck; each p in players { draw 1 from deck to p.hand } }
verb play { repeat 2 { each p in players { as p { go } } }; win most(p in players: p.at) }
verb go "{me} goes" { set luck to random 1..6; raise at by (choose 1..luck "How far?") }
END
run_with '1
?
quit' "$REGEL" play "$dir/race.regel" --seed 1 --no-store --seats Anne,Bob
assert_contains 'the board is shown before a question' 'Anne     |>                      luck ' "$out"
assert_contains 'what moved is drawn anew' 'Anne     |=>' "$out"
assert_matches 'the own hand is shown' 'Anne .*luck [1-6] +\[(Ace|King)\]$' "$out"
assert_matches 'that of others is not' 'Bob .*luck [?] +\[a card\]$' "$out"
assert_lacks 'what a view shows is not listed again' 'Place' "$(printf '%s\n' "$out" | sed -n '/^> ?/,/^> quit/p')"
assert_equal 'a roll into a hidden field is told to its owner only' 2 "$(printf '%s\n' "$out" | tr '\n' ' ' | grep -o '(Luck: ' | wc -l)"
assert_lacks 'a view of a variant that does not hold is not shown' 'two laps' "$out"
assert_equal 'no line is wider than the terminal' '' "$(printf '%s\n' "$out" | grep -E '^.{81}')"
run_with 'quit' "$REGEL" play "$dir/race.regel" --seed 1 --no-store --set long=yes
assert_contains 'a view of a variant is shown if it holds' 'two laps' "$out"
run_with 'quit' "$REGEL" play "$dir/race.regel" --seed 1 --no-store --color=always
assert_contains 'with colour the title stands out' "$(printf '\033[1mThe track\033[0m')" "$out"
run "$REGEL" play "$dir/race.regel" --bots --seed 1
run "$REGEL" replay last --until 4 --seat 2
assert_matches 'a replay shows the board as a seat knew it' 'Player 2 .*luck [1-6]' "$out"
assert_matches 'and no more' 'Player 1 .*luck [?]' "$out"
run "$REGEL" replay last --until 4
assert_matches 'who sees all sees all' 'Player 1 .*luck [1-6]' "$out"
run_with 'quit' "$REGEL" play heimlich --seed 3 --no-store
assert_matches 'Heimlich shows its street' '^Building 1 .*Building 7 +Safe' "$out"
