# make install: a program that works away from its checkout, and what others build with.
. tests/cmd/lib.sh

run make --no-print-directory install BUILD="${REGEL%/regel}" PREFIX="$dir/to"
assert_exit 'make install succeeds' 0
run "$dir/to/bin/regel" check heimlich
assert_exit 'the installed program finds its rulesets' 0
run "$dir/to/bin/regel" explain E0302
assert_contains 'and its pages' 'E0302' "$out"
assert_exit 'and says so' 0
run "$dir/to/bin/regel" trace heimlich
assert_exit 'and its ledgers' 0
printf 'one [en]: 2 cards\none [nl]: twee kaarten\n' >"$dir/texts.txt"
run "$dir/to/bin/regel" compare "$dir/texts.txt"
assert_contains 'and its lexica' 'one: agrees' "$out"
for file in lib/libregel.a include/regel.h lib/pkgconfig/regel.pc share/man/man1/regel.1; do
  run test -s "$dir/to/$file"
  assert_exit "$file is installed" 0
done
run make --no-print-directory uninstall BUILD="${REGEL%/regel}" PREFIX="$dir/to"
run find "$dir/to" -type f
assert_equal 'make uninstall leaves nothing behind' '' "$out"
