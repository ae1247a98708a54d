# import regel: the shared library from Python, as it is installed.
. tests/cmd/lib.sh

# Python brings its own allocator and loads the library later than sanitizers can bear.
if [ -n "${ASAN_OPTIONS-}" ] || ! command -v python3 >/dev/null; then
  ok 'the module is tried without sanitizers, where there is a Python'
  exit 0
fi
run make --no-print-directory install BUILD="${REGEL%/regel}" PREFIX="$dir/to"
assert_exit 'make install succeeds' 0
cat >"$dir/pennies.regel" <<'END'
game pennies "Pennies" for 2..2
kind player { side "Side": 1..2 seen by owner }
verb play {
  secretly each p in players { as p { set side to choose 1..2 "Which side?" } }
  if first(players).side is last(players).side { win first(players) } else { win last(players) }
}
END
cat >"$dir/try.py" <<'PY'
import sys
import regel

library = regel.Library()
assert "heimlich" in library.games(), library.games()
rules = library.open("heimlich")
assert rules.title and rules.players == range(2, 8)
titles = {card["id"]: card["title"] for card in rules.cards("nl")}
assert titles["church"] == "de kerk", titles["church"]
assert any(s["name"] == "walk" or s["sort"] == "verb" for s in rules.symbols())
axes = [s for s in library.open("tictactoe").symbols() if s["name"] in ("x", "y")]
assert len(axes) == 2 and not any("title" in s for s in axes), axes  # not that of their kind
kerk = rules.texts("church", language="nl")["things"]
assert len(kerk) == 1 and kerk[0]["title"] == "de kerk", kerk
assert rules.book("nl")[0]["sort"] == "heading" and len(rules.book()) > 50
told = rules.agree("church [en]: Take 99 cards.")
assert told["substance"] == 1 and told["statements"][0]["against_rule"], told
won = rules.simulate(games=50, players=3, seed=5)
came = won["outcomes"]
assert won["finished"] == 50 and sum(came["wins"]) + came["nobody"] >= 50, won
seen = library.open("tictactoe").explore()
assert seen["complete"] and seen["setups"][0]["states"] == 5478 and not seen["found"], seen
some = rules.explore(players=3, states=500, walks=0)
assert some["setups"][0]["end"] == "states" and not some["complete"], some
try:
    library.overlay("bad.regel", "game bad \"Bad\" for 1..1\nverb play { winn players }\n")
    library.open("bad.regel")
    sys.exit("a misspelt verb was accepted")
except regel.RulesError as error:
    fix = error.messages[0]["remedies"][0]
    assert fix["write"] == "win" and fix["place"]["line"] == 2, fix
with regel.Store(sys.argv[1]) as store:
    game = rules.game(players=4, seed=9, names=["Ann", "Bob", "Cas", "Dee"], language="nl")
    game.record(store)
    winners = game.play()
    listed = store.games("heimlich")
    assert len(listed) == 1 and listed[0]["over"], listed
    assert [p["won"] for p in listed[0]["players"]] == [s in winners for s in range(4)]
    again = store.replay(game.id)
    assert again.hash() == game.hash() and again.winners == winners
    half = store.replay(game.id, listed[0]["steps"] // 2)
    assert half.hash() != game.hash() and half.step() != regel.DONE
    assert half.play() is not None  # another end, from the same middle
    assert len(store.games()) == 1
    assert len(store.search()) > 20, store.search()
    try:
        store.replay(77)
        sys.exit("a game that is not there was replayed")
    except regel.GameError as error:
        assert "77" in str(error), error
    stored = store.read(game.id)
    about = stored.about()
    assert about["over"] and about["players"] == 4 and sum(about["answers"]) > 4, about
    told = stored.verify()
    assert len(told["steps"]) == about["steps"] and told["verified"], told.keys()
    some = stored.steps(viewer=0, until=3)
    assert len(some["steps"]) == 3 and "state" not in some["steps"][0], some["steps"][0]
    assert len(stored.audit()["events"]) > len(stored.audit(until=3)["events"]) > 0
    assert store.list("heimlich")[0]["id"] == game.id and not store.list(open=True)
    assert not store.check()["problems"], store.check()
    assert store.query("SELECT id FROM games")["rows"] == [{"id": game.id}]
    known = store.add(stored.export())
    assert known["known"] and known["game"] == game.id, known
    for wrong in (lambda: store.read(77), lambda: store.query("DROP TABLE games"),
                  lambda: store.add("no game"), lambda: rules.simulate(games=-1),
                  lambda: rules.simulate(games=1, first=-1), lambda: rules.solve(rounds=-1),
                  lambda: rules.game(players=3, names=["Ann"])):
        try:
            wrong()
            sys.exit("what cannot be was done")
        except regel.GameError as error:
            assert str(error)
        assert len(store.games()) == 1  # what cannot be had leaves the store as it was
    del game, again, half, stored
try:
    store.games()
    sys.exit("a closed store was read")
except regel.GameError as error:
    assert "closed" in str(error), error
try:
    rules.explore(sates=3)
    sys.exit("a misspelt limit was taken")
except TypeError as error:
    assert "sates" in str(error), error
plan = "rules tictactoe\nbots random\nbots look:2\ngames 64\nseed 3\n"
whole, first, second = (library.lab(plan) for _ in range(3))
assert whole.cells == 2 and whole.run() == 0 and not whole.missing()
assert first.run(0, 2) == 0 and second.run(1, 2) == 0 and first.missing()
first.add(second.part())
assert first.part() == whole.part() and first.csv() == whole.csv() and "look:2" in whole.csv()
figures = whole.figures()
assert [c["games"] for c in figures["cells"]] == [64, 64] and figures["plan"] == plan
assert len(figures["figures"]) == whole.csv().count("\r\n") - 1
assert "Tic-tac-toe" in whole.report() and "<html" in whole.report(html=True)
for shard, shards in ((2, 2), (-1, 2), (0, 0)):
    try:
        first.run(shard, shards)
        sys.exit("a shard that there is not was played")
    except regel.GameError as error:
        assert f"no shard {shard} of {shards}" in str(error), error
try:
    first.add(second.part())
    sys.exit("the same games were counted twice")
except regel.GameError as error:
    assert str(error)
for bad, kind in (("rules tictactoe\ngames many\n", regel.GameError), ("rules nogame\n", regel.RulesError)):
    try:
        library.lab(bad)
        sys.exit("a plan that means nothing was taken")
    except kind as error:
        assert str(error)
solved = library.open(sys.argv[2]).solve(rounds=200)
assert len(solved["seats"]) == 2 and solved["exploitability"] < 0.5, solved
print("fine")
PY
run env PYTHONPATH="$dir/to/lib/python3/dist-packages" REGEL_LIBRARY="$dir/to/lib/libregel.so" \
  python3 "$dir/try.py" "$dir/games.db" "$dir/pennies.regel"
assert_exit 'Python compiles, plays, lists cards, simulates and reads stored games' 0
assert_equal 'and says so' fine "$out"
# What Python hands over is as large as the header says: a field that it lacks would be read from elsewhere.
cat >"$dir/sizes.c" <<'END'
#include <regel.h>
#include <stdio.h>
int main(void)
{
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(regel_setup), sizeof(regel_explore_plan), sizeof(regel_sim_plan),
         sizeof(regel_replay_plan), sizeof(regel_lab_work), sizeof(regel_run));
  return 0;
}
END
# A compiler may be several words: "ccache gcc".
# shellcheck disable=SC2086
run ${CC:-gcc} -I "$dir/to/include" -o "$dir/sizes" "$dir/sizes.c"
assert_exit 'the sizes can be asked for' 0
sizes=$("$dir/sizes")
run env PYTHONPATH="$dir/to/lib/python3/dist-packages" REGEL_LIBRARY="$dir/to/lib/libregel.so" python3 -c '
import ctypes, regel
print(*(ctypes.sizeof(getattr(regel, "_" + name)) for name in ("Setup", "Explore", "Sim", "Steps", "Work", "Run")))'
assert_equal 'its structures are those of the header' "$sizes" "$out"
