# Two equal bots at symmetric secret games win equally often: neither sees what it may not know.
. tests/cmd/lib.sh

# One wins when the other does not, so among games with one winner each has one half; 99 % of
# all samples lie within 2.576 standard deviations.
for bot in 'look --think 12' 'mcts --think 40'; do
for file in tests/fair/*.regel; do
  name="${file##*/}, ${bot%% *}"
  # shellcheck disable=SC2086  # words
  run "$REGEL" sim "$file" -n 1000 --bot $bot --seed 1 --json -q
  wins=$(printf '%s\n' "$out" | sed -n '/"wins"/,/\]/p' | tr -dc '0-9\n' | grep .)
  shared=$(printf '%s\n' "$out" | sed -n 's/.*"shared": \([0-9]*\).*/\1/p')
  first=$(($(printf '%s\n' "$wins" | sed -n 1p) - shared)) second=$(($(printf '%s\n' "$wins" | sed -n 2p) - shared))
  n=$((first + second)) apart=$((first - second))
  # (first - second)^2 <= 2.576^2 * n, in thousandths
  if [ "$n" -gt 300 ] && [ $((apart * apart * 1000)) -le $((6636 * n)) ]; then ok "$name: $first and $second of $n"
  else not_ok "$name: equal bots win equally often" "$first and $second"; fi
done
done
