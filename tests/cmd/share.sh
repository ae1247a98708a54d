# How much of the second edition comes from files that the first one compiles, too.
. tests/cmd/lib.sh

# files RULESET: what it compiles, by its `use` lines, without tests
files() {
  echo "scenarios/$1/game.regel"
  grep '^use ' "scenarios/$1/game.regel" | grep -o '"[^"]*"' | tr -d '"' | while read -r name; do
    case $name in
    tests_* | *'*'*) continue ;;
    */*) of=${name%/*} name=${name##*/} ;;
    *) of=$1 ;;
    esac
    for path in "scenarios/$of/$name" "cards/$of/$name" "scenarios/std/$name"; do
      [ ! -f "$path" ] || { echo "$path"; continue 2; }
    done
    echo "nowhere/$name"
  done
}
# Lines that are neither blank nor only a comment.
lines() { xargs cat | grep -cv '^[[:space:]]*\(#.*\)\{0,1\}$'; }

files orange | sort >"$dir/orange"
files oranje | sort >"$dir/oranje"
assert_lacks 'all files that oranje names are found' nowhere/ "$(cat "$dir/orange" "$dir/oranje")"
assert_equal 'these are all that it compiles, beside its tests' \
  "$("$REGEL" check oranje | sed -n 's/^oranje: \([0-9]*\) files.*/\1/p')" \
  "$(($(wc -l <"$dir/oranje") + $(ls scenarios/oranje/tests_*.regel | wc -l)))"
all=$(lines <"$dir/oranje")
shared=$(comm -12 "$dir/orange" "$dir/oranje" | lines)
if [ $((shared * 100)) -ge $((all * 51)) ]; then ok 'more than half of oranje comes from files of orange'; else
  not_ok 'more than half of oranje comes from files of orange' "$shared of $all lines"
fi
