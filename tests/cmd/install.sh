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
for file in lib/libregel.a lib/libregel-core.a lib/libregel.so include/regel.h lib/pkgconfig/regel.pc share/man/man1/regel.1; do
  run test -s "$dir/to/$file"
  assert_exit "$file is installed" 0
done
# Only what the public header declares can be seen from outside.
strangers() { awk 'NF >= 3 && $NF !~ /^regel_/ { print $NF }'; }
run sh -c "nm -g --defined-only '$dir/to/lib/libregel.a' '$dir/to/lib/libregel-core.a'"
assert_equal 'the archives define nothing but regel_…' '' "$(printf '%s\n' "$out" | strangers)"
assert_contains 'and the public functions are there' 'regel_game_new' "$out"
run sh -c "nm -D --defined-only '$dir/to/lib/libregel.so'"
if [ -z "${ASAN_OPTIONS-}" ]; then # sanitizers put names of their own into shared objects
  assert_equal 'the shared library shows nothing but regel_…' '' "$(printf '%s\n' "$out" | strangers)"
fi
run sh -c "nm -u '$dir/to/lib/libregel-core.a' | grep -cE 'sqlite3|crypto_|sodium|pthread_'"
assert_equal 'the core needs no database, cryptography or threads' 0 "$out"
run sh -c "PKG_CONFIG_PATH='$dir/to/lib/pkgconfig' pkg-config --libs regel"
assert_contains 'pkg-config knows the library' '-lregel' "$out"
run sh -c "PKG_CONFIG_PATH='$dir/to/lib/pkgconfig' ${CC:-gcc} -std=c11 -Wall -Wextra -Werror -o '$dir/names' tests/embed/names.c \
  \$(PKG_CONFIG_PATH='$dir/to/lib/pkgconfig' pkg-config --cflags --libs regel)"
if [ -z "${ASAN_OPTIONS-}" ]; then # which would have to be linked, too
  assert_exit 'the installed header and library are enough to build a program' 0
fi
run sh -c "PKG_CONFIG_PATH='$dir/to/lib/pkgconfig' ${CC:-gcc} -std=c11 -Wall -Wextra -Werror -o '$dir/core' tests/embed/core.c \
  \$(PKG_CONFIG_PATH='$dir/to/lib/pkgconfig' pkg-config --cflags --libs regel-core) && '$dir/core'"
if [ -z "${ASAN_OPTIONS-}" ]; then
  assert_exit 'and the core alone, with what pkg-config says of it' 0
fi
run make --no-print-directory uninstall BUILD="${REGEL%/regel}" PREFIX="$dir/to"
run find "$dir/to" -type f
assert_equal 'make uninstall leaves nothing behind' '' "$out"
