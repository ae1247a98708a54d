#!/bin/sh
# tests/demo.sh REGEL: what regel does with every ruleset in the tree. Each
# command is shown before it runs, so that it can be repeated by hand; the
# first one that fails ends the tour.
set -eu
regel=${1:-build/regel}
case $regel in /*) ;; *) regel=$PWD/$regel ;; esac
cd "$(dirname "$0")/.."

heading() { printf '\n==== %s\n' "$*"; }
show() {
  printf '\n$ %s %s\n' "${regel#"$PWD"/}" "$*"
  "$regel" "$@" || {
    code=$?
    printf '\nThe demo stops here: exit %s\n' "$code" >&2
    exit "$code"
  }
}

# A folder without a game is a library.
games=
for d in scenarios/*/; do
  if grep -qs '^game ' "$d"*.regel; then games="$games $(basename "$d")"; fi
done
[ -n "$games" ] || { echo 'no ruleset in scenarios/' >&2; exit 1; }

heading 'Check: names, types, bounds, texts, citations'
for game in $games; do show check "$game"; done
heading 'Test: the examples of the rulebooks'
for game in $games; do show test "$game"; done
heading 'Play: a game of bots, with its log'
for game in $games; do show play "$game" --bots --seed 7; done
heading 'Simulate: a thousand games'
for game in $games; do show sim "$game" -n 1000 --seed 1; done
heading 'Trace: each row of the rulebook, its rule and its test'
show trace heimlich
