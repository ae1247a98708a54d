# Packs and what the commands make of them: several names at once, printed counts, links
# that lead out, games that were stored with packs.
. tests/cmd/lib.sh
cd "$dir" || exit 5

pack() { # NAME [GAME]: a pack that standard input goes on
  mkdir -p "packs/$1"
  { printf 'pack %s "%s" for %s\n' "$1" "$1" "${2:-heimlich}" && cat; } >"packs/$1/pack.regel"
}

# ---- several names ----------------------------------------------------------------
pack fog <<'END'
secret dawn "Dawn" { play { each a in agents where it.at is ruin { put a in church } } }
value lap = 36
test "dawn" for ann, bob { expect count(dawn) is 1 }
END
pack mist <<'END'
secret dawn "Dusk" * 2 { play { each a in agents { back a by 1 } } }
test "dusk" for ann, bob { expect count(dawn) is 2 and count(secret) > 10 }
END
run "$REGEL" check packs/fog packs/mist packs/fog heimlich
assert_exit 'packs that are checked one after the other' 0
files=$(printf '%s\n' "$out" | sed 's/.*: \([0-9]*\) file.*/\1/' | tr '\n' ' ')
assert_matches 'do not come along with the next' '^([0-9]+) \1 \1 [0-9]+ $' "$files"
assert_lacks 'nor with a game' "${files%% *} " "${files#* * * }"
run "$REGEL" test packs/fog packs/mist
assert_exit 'nor in tests' 0
assert_equal 'of which each runs once' 1 "$(printf '%s\n' "$out" | grep -c 'fog/pack.regel: 1 passed')"

# ---- rules without an end -----------------------------------------------------------
pack endless <<'END'
n: 0..9
always n < 9 "few"
after roll_die { repeat { set n to 1 } }
END
case $REGEL in *asan*) most=60 ;; *) most=10 ;; esac
run sh -c "ulimit -t $most; '$REGEL' check packs/endless"
assert_exit 'a rule without an end does not keep the check' 1
assert_contains 'but is told' 'W0756' "$err"
