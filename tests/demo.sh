#!/bin/sh
# tests/demo.sh REGEL: what regel does with every ruleset in the tree. Each
# command is shown before it runs, so that it can be repeated by hand; the
# first one that fails ends the tour.
set -eu
REGEL_DB=$(mktemp -d)/demo.db
export REGEL_DB
trap 'rm -rf "$(dirname "$REGEL_DB")"' EXIT
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

heading 'Store: every answer, before the next is asked'
show sim heimlich -n 200 --players 4 --seed 1 --store -q
show play heimlich --bots --bot random --seed 7 --seats Anne,Bob,Carl --set version=top_secret
show games -n 5
heading 'Replay: with the rules it carries, every state verified'
show replay last --until 12 --seat Bob
show replay last --verify
show db check
heading 'Audit: why is it so, and why was it not offered?'
show audit last --why 'Information of Red'
heading 'Trace: each row of the rulebook, its rule and its test'
show trace heimlich
