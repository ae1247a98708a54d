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

show_end() { # the same, but only the end of a long log
  printf '\n$ %s %s\n…\n' "${regel#"$PWD"/}" "$*"
  "$regel" "$@" >"$REGEL_DB.log" || {
    code=$?
    tail -n 40 "$REGEL_DB.log"
    printf '\nThe demo stops here: exit %s\n' "$code" >&2
    exit "$code"
  }
  tail -n 15 "$REGEL_DB.log"
}
refuse() { # what must be answered with no: exit 1
  printf '\n$ %s %s\n' "${regel#"$PWD"/}" "$*"
  code=0
  "$regel" "$@" || code=$?
  if [ "$code" -ne 1 ]; then
    printf '\nThe demo stops here: exit %s\n' "$code" >&2
    exit 1
  fi
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
for game in $games; do show_end play "$game" --bots --bot random --seed 7; done
heading 'Boards: one description for terminal, picture and page'
show board heimlich --players 3 --seed 7 --answers 40
heading 'Simulate: a thousand games'
for game in $games; do show sim "$game" -n 1000 --seed 1; done

heading 'Lab: the questions that designers ask, with intervals'
show lab heimlich -n 300 --players 3 -o "$(dirname "$REGEL_DB")/lab.md"
sed -n 1,20p "$(dirname "$REGEL_DB")/lab.md"

heading 'Store: every answer, before the next is asked'
show sim heimlich -n 200 --players 4 --seed 1 --store -q
show_end play heimlich --bots --bot random --seed 7 --seats Anne,Bob,Carl --set version=top_secret
show games -n 5
heading 'Replay: with the rules it carries, every state verified'
show replay last --until 12 --seat Bob
show_end replay last --verify
show db check
heading 'Audit: why is it so, and why was it not offered?'
show audit last --why 'Information of Red'
heading 'Why not: which step kept an answer from being offered'
show audit last --why-not 'building 5' --at 94
heading 'Referee: a game of a real table, and one with a mistake'
show referee tests/transcripts/game_base.txt --store
refuse referee tests/transcripts/bad_safe_stays.txt
heading 'Impact: what would another rule change in the games that were played?'
mkdir -p "$(dirname "$REGEL_DB")/scenarios" "$(dirname "$REGEL_DB")/cards"
cp -r scenarios/heimlich "$(dirname "$REGEL_DB")/scenarios"
cp -r cards/heimlich "$(dirname "$REGEL_DB")/cards"
sed -i 's/"building 5"    { worth = 5 }/"building 5"    { worth = 6 }/' "$(dirname "$REGEL_DB")/scenarios/heimlich/game.regel"
refuse impact "$(dirname "$REGEL_DB")/scenarios/heimlich"
heading 'Cards: the catalog'
show cards heimlich --search church
heading 'Trace: each row of the rulebook, its rule and its test'
show trace heimlich
heading 'Explore: every state behind the rules'
show explore tictactoe --no-store -q
