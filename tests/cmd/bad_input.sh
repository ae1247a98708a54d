# Bad input of every sort: a clear message and the right exit code, no crash, no hang.
# 2 is usage, 3 a source that does not compile, 4 a rule that goes wrong, 5 a file or disk.
. tests/cmd/lib.sh

game='game bad "Bad" for 2..2'
file=$dir/bad.regel

# Twenty seconds of work are a hang, on a busy machine, too; under a sanitizer everything
# takes longer.
try() {
  run timeout 300 sh -c 'ulimit -t "$0"; exec "$@"' "${BAD_SECONDS:-20}" "$REGEL" "$@"
}

# A message is there, it is about this, and the program did not die of it.
refused() { # TITLE CODE TEXT
  assert_exit "$1" "$2"
  assert_contains "$1: it says why" "$3" "$err"
  assert_lacks "$1: no sanitizer complains" 'Sanitizer' "$err"
}

# Makes $file: its own lines, then what awk prints (`many` times something, mostly: a hundred
# thousand, so that what grows faster than it should hangs; where only memory is watched, fewer do).
make_file() { # LINES AWK-STATEMENTS
  {
    printf '%s\n' "$1"
    awk -v many="${BAD_MANY:-100000}" "function times(n, s,   i) { for (i = 0; i < n; i++) printf \"%s\", s } BEGIN { $2 }"
  } >"$file"
}

# ---- what is no text ---------------------------------------------------------------
: >"$file"
try check "$file"
refused 'an empty file has no game' 3 E0209
printf '\n\n   \n# only a remark\n' >"$file"
try check "$file"
refused 'a file without a word has no game' 3 E0209
head -c 20000 "$REGEL" >"$file"
try check "$file"
refused 'a program is no rules file' 3 E0102
printf '%s\nverb play { win none }\n\0\n' "$game" >"$file"
try check "$file"
refused 'a NUL byte' 3 E0102
printf 'game bad "\303\050" for 2..2\nverb play { win none }\n' >"$file"
try check "$file"
refused 'a byte that is no UTF-8' 3 E0102
printf '\377\376g\0a\0m\0e\0 \0' >"$file"
try check "$file"
refused 'a file in UTF-16' 3 E0102
printf '%s\r\nverb play {\r\n  win none\r\n}\r\n' "$game" >"$file"
try check "$file"
assert_exit 'line ends of Windows are fine' 0
printf '%s\nverb play { note "no end' "$game" >"$file"
try check "$file"
refused 'a text without an end, at the end of the file' 3 E0109
printf '%s\nverb play { win none' "$game" >"$file"
try check "$file"
refused 'a file that breaks off' 3 'the file cannot end here'

# ---- too much of something -----------------------------------------------------------
make_file '' 'times(1000000, "a")'
try check "$file"
refused 'a line of a million letters is one long name' 3 E0107
assert_equal 'a long line is not printed whole' yes "$([ "${#err}" -lt 4000 ] && echo yes)"
make_file "$game" 'printf "n: 0.."; times(1000000, "9")'
try check "$file"
refused 'a number of a million digits' 3 E0106
make_file "$game" 'printf "verb play { note \""; times(1000000, "x"); print "\"; win none }"'
try check "$file"
assert_exit 'a text of a million letters is a text' 0
make_file "$game" 'printf "verb play "; times(many, "{")'
try check "$file"
refused 'very many open braces' 3 E0105
make_file "$game" 'printf "verb play "; times(many, "{"); times(many, "}")'
try check "$file"
refused 'very many braces inside each other' 3 E0105
make_file "$game" 'printf "n: 0..9\nverb play { set n to "; times(many, "(")'
try check "$file"
refused 'very many open brackets' 3 E0105
make_file "$game" 'printf "n: 0..9\nverb play { set n to "; times(many, "n[")'
try check "$file"
refused 'very many open square brackets' 3 E0105
make_file "$game" 'times(many, "}")'
try check "$file"
refused 'very many closing braces' 3 E0111
make_file "$game" 'printf "n: 0..9\nverb play { set n to 1"; times(many, "+1"); print " }"'
try check "$file"
refused 'very many terms in one sum' 3 E0105
make_file "$game" 'printf "n: 0..9\nverb play { if n > 3"; times(many, " and n > 3"); print " { win none } }"'
try check "$file"
refused 'very many conditions in a row' 3 E0105
make_file "$game" 'printf "n: 0..9\nverb play { if "; times(many, "not "); print "n > 3 { win none } }"'
try check "$file"
refused 'very many times not' 3 E0105
make_file "$game" 'printf "n: 0..9\nverb play { set n to "; times(many, "if n > 3 then 1 else "); print "2 }"'
try check "$file"
refused 'very many if in an expression' 3 E0105
make_file "$game" 'printf "n: 0..9\nverb play { "; times(many, "if n > 3 { win none } else "); print "{ win none } }"'
try check "$file"
refused 'very many else' 3 E0105
make_file "$game" 'printf "verb play { "; times(many, "win none otherwise "); print "win none }"'
try check "$file"
refused 'very many otherwise' 3 E0105
make_file "$game" 'printf "n: "; times(many, "set of "); print "flag"'
try check "$file"
refused 'very many sets of sets' 3 E0105
make_file "$game" 'printf "verb play { win first(players)"; times(many, ".a"); print " }"'
try check "$file"
refused 'very many dots' 3 E0105
make_file "$game" 'printf "verb play { note \""; times(many, "{n|"); print "\"; win none }"'
try check "$file"
refused 'very many placeholders inside each other' 3 E0602
make_file "$game" 'printf "verb play { go"; times(many, " 1"); print "; win none }"'
try check "$file"
refused 'a call with very many arguments' 3 E0204
make_file "$game" 'times(many, ";"); print "verb play { win none }"'
try check "$file"
assert_exit 'very many semicolons separate nothing' 0
make_file "$game" 'print "n \"N\": 0..9\nverb play {"; times(many, "raise n by 1\n"); print "win none }"'
try check "$file"
assert_exit 'very many statements are a long verb' 0
make_file "$game" 'print "verb play {"; times(2000, "raise nothing by 1\n"); print "win none }"'
try check "$file"
refused 'of 2,000 mistakes a hundred are shown' 3 'and 1900 more errors'
make_file "$game" 'print "kind card\ncard penny * 1000000"'
try check "$file"
refused 'a million things' 3 E0321
make_file "$game" 'print "kind card { marks: 0..9 per card }\ncard penny * 50000\nverb play { win none }"'
try check "$file"
refused 'a state of 2,500 million cells' 3 E0324
make_file "$game" 'print "kind square 100000 by 100000"'
try check "$file"
refused 'a board of 10,000 million squares' 3 E0321
# Very many of one sort: what is done with them grows no faster than they do, or there is
# a limit.  Each of these took minutes once.
absurd() { # TITLE EXIT TEXT LINES AWK-STATEMENTS: TEXT is "" if it is no mistake
  make_file "$4" "$5"
  try check -q "$file"
  if [ -n "$3" ]; then refused "$1" "$2" "$3"; else assert_exit "$1" "$2"; fi
}
end='verb play { win none }'
many='for (i = 0; i < many; i++)'
absurd 'very many names in one verb' 3 E0325 "$game" \
  "print \"n \\\"N\\\": 0..9\\nverb play {\"; $many print \"let a\" i \" = n\"; print \"win none }\""
absurd 'very many parameters of a value' 3 E0325 "$game
$end" "printf \"value f(\"; $many printf \"a%d: 0..9, \", i; print \"z: 0..9): 0..9 = z\""
absurd 'very many parameters of a verb' 3 E0326 "$game
$end" "printf \"verb f\"; $many printf \" (a%d: 0..9)\", i; print \" { note \\\"x\\\" }\""
absurd '20,000 rows of a table' 1 W0701 "$game
$end
n: 0..20000" 'print "value t: 0..9 by n {"; for (i = 0; i <= 20000; i++) print i ": 3"; print "}"'
absurd 'very many alternatives in one row' 1 W0701 "$game
$end
n: 0..9" 'printf "value t: 0..9 by n {\n0"; times(many, " | 1"); print ": 2\nany: 3\n}"'
absurd 'very many verbs' 1 W0701 "$game
$end" "$many print \"verb v\" i \" { note \\\"x\\\" }\""
absurd 'very many verbs that call the next one' 3 'E0105' "$game
$end" "$many print \"verb v\" i \" { v\" i + 1 \" }\"; print \"verb v\" many \" { note \\\"x\\\" }\""
absurd 'very many verbs of one name' 3 E0214 "$game
$end" 'times(many, "verb same { note \"x\" }\n")'
absurd 'very many verbs that begin alike' 3 E0330 "$game
$end" "$many print \"verb go to w\" i \" { note \\\"x\\\" }\""
absurd 'very many fields' 1 W0701 "$game
$end" "$many print \"f\" i \": 0..9\""
absurd 'very many first values that need the next one' 3 E0105 "$game
$end" "$many print \"f\" i \" \\\"F\\\": 0..9 = f\" i + 1; print \"f\" many \": 0..9 = 1\""
absurd 'very many fields of a kind' 1 W0701 "$game
$end" "print \"kind c {\"; $many print \"f\" i \": 0..9\"; print \"}\nc d\""
absurd 'very many printed values' 1 W0701 "$game
$end" "print \"kind c {\"; $many print \"value f\" i \": 0..9 = 3\"; print \"}\nc d\""
absurd 'very many slots' 1 W0701 "$game
$end" "print \"kind c {\"; $many print \"verb f\" i \" { note \\\"x\\\" }\"; print \"}\nc d\""
absurd 'very many kinds' 1 W0701 "$game
$end" "$many print \"kind k\" i"
absurd 'very many words of a type' 3 E0322 "$game
$end" "printf \"type t = a\"; $many printf \" | w%d\", i; print \"\""
absurd 'very many variants' 3 E0330 "$game
$end
option o \"O\": 0..9 = 0" "$many print \"variant v\" i \" if o is 1 { f\" i \": 0..9 }\""
absurd 'very many rules after one verb' 0 '' "$game
verb go { note \"go\" }
verb play { go; win none }" 'times(many, "after go { note \"x\" }\n")'
absurd 'very many replacements of one verb' 3 E0330 "$game
verb go { note \"go\" }
verb play { go; win none }" 'times(many, "instead of go { note \"x\" }\n")'
absurd 'very many when that change what they watch' 3 E0330 "$game
$end
n: 0..9" 'times(many, "when n is 3 { set n to 2 }\n")'
absurd 'very many names that are nearly known' 3 E0201 "$game" \
  "for (i = 0; i < 20000; i++) print \"name\" i \" \\\"N\\\": 0..9\"; print \"verb play {\"; for (i = 0; i < 20000; i++) print \"set nam\" i \" to 1\"; print \"win none }\""
absurd 'very many players of a test' 3 E0603 "$game
$end" "printf \"test \\\"t\\\" for a\"; $many printf \", a%d\", i; print \" { expect yes }\""
absurd 'very many tests' 1 W0791 "$game
$end" "$many print \"test \\\"t\" i \"\\\" for ann, bob { expect yes }\""
absurd 'very many citations' 0 '' "$game
n \"N\": 0..9" "print \"verb play {\"; $many print \"set n to 1 @ABC-\" i; print \"win none }\""
absurd 'very many texts' 1 W0851 "$game" "print \"verb play {\"; $many print \"note \\\"text \" i \"\\\"\"; print \"win none }\""
absurd 'very many alternatives of a choice' 3 E0322 "$game" \
  "print \"verb play { as first(players) { choose {\"; $many print \"\\\"o\" i \"\\\" { note \\\"x\\\" }\"; print \"} }; win none }\""
absurd 'very many times the same use' 0 '' "$game
$end" 'times(many, "use \"std.regel\"\n")'
absurd 'very many files that are not there' 3 E0101 "$game
$end" "$many print \"use \\\"x\" i \".regel\\\"\""
absurd 'a text of 10 MB' 0 '' "$game" 'printf "verb play { note \""; times(1000000, "xxxxxxxxxx"); print "\"; win none }"'
absurd 'a million semicolons' 0 '' "$game" 'times(1000000, ";"); print "verb play { win none }"'

awk 'BEGIN { for (i = 0; i < 66; i++) { for (k = 0; k < 16384; k++) printf "# %s\n", "012345678901234567890123456789012345678901234567890123456789"; } }' >"$file"
try check "$file"
assert_contains 'a file of more than 64 MiB is not read: it says why' E0104 "$err"
assert_equal 'a file of more than 64 MiB is not read' yes "$([ "$status" -eq 3 ] || [ "$status" -eq 5 ] && echo yes)"
: >"$file"

# ---- files ---------------------------------------------------------------------------
printf '%s\nuse "a.regel"\nverb play { win none }\n' "$game" >"$dir/game.regel"
printf 'use "b.regel"\n' >"$dir/a.regel"
printf 'use "a.regel"\nuse "game.regel"\nuse "b.regel"\n' >"$dir/b.regel"
try check "$dir/game.regel"
assert_exit 'files that use each other are read once' 0
for name in ../bad.regel /etc/passwd a/../../bad.regel 'a\b.regel'; do
  printf '%s\nuse "%s"\nverb play { win none }\n' "$game" "$(printf '%s' "$name" | sed 's/\\/\\\\/g')" >"$file"
  try check "$file"
  refused "use \"$name\" climbs out" 3 E0103
  assert_lacks "use \"$name\" shows nothing of that file" 'root:' "$err"
done
mkdir "$dir/rules" "$dir/elsewhere"
printf 'n "N": 0..9\n' >"$dir/elsewhere/secret.regel"
printf 'm "M": 0..9\n' >"$dir/rules/own.regel"
ln -s ../elsewhere/secret.regel "$dir/rules/link.regel"
ln -s ../elsewhere "$dir/rules/away"
ln -s own.regel "$dir/rules/alias.regel"
ln -s rules "$dir/other_name"
for name in link.regel away/secret.regel; do
  printf '%s\nuse "%s"\nverb play { win none }\n' "$game" "$name" >"$dir/rules/game.regel"
  try check "$dir/rules"
  refused "use \"$name\" follows no link out of the ruleset" 3 E0103
done
printf '%s\nuse "alias.regel"\nverb play { win none }\n' "$game" >"$dir/rules/game.regel"
try test "$dir/rules"
assert_exit 'a link within the ruleset is followed' 0
try test "$dir/other_name"
assert_exit 'a ruleset may itself be reached by a link' 0
mkdir "$dir/folder"
for name in nowhere.regel folder ''; do
  printf '%s\nuse "%s"\nverb play { win none }\n' "$game" "$name" >"$file"
  try check "$file"
  refused "use \"$name\" finds no file" 3 E0101
done
try check "$dir/nowhere.regel"
refused 'a missing file' 2 nowhere.regel
try check "$dir/folder"
refused 'a folder without a game' 2 game.regel
try check "$dir/nowhere/game.regel"
refused 'a missing folder' 2 nowhere
mkdir "$dir/folder/game.regel"
try check "$dir/folder"
refused 'a folder called game.regel' 2 game.regel
rmdir "$dir/folder/game.regel"

# Root may read everything: then somebody else has to try, where he may walk.
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
open=$(mktemp -d /tmp/regel.XXXXXX) && chmod 755 "$open"
printf '%s\nverb play { win none }\n' "$game" >"$open/locked.regel"
chmod 000 "$open/locked.regel"
if [ ! -r "$open/locked.regel" ]; then
  try check "$open/locked.regel"
  refused 'a file that may not be read' 5 locked.regel
elif $nobody "$REGEL" --version >/dev/null 2>&1 && $nobody test -e "$open/locked.regel"; then
  run $nobody "$REGEL" check "$open/locked.regel"
  refused 'a file that may not be read' 5 locked.regel
else
  echo '# left out: a file that may not be read (this is root, and nobody else can run it)'
fi
rm -rf "$open"

# ---- names ---------------------------------------------------------------------------
make_file "$game" 'print "kind card"; times(300, "card same\n"); print "verb play { win none }"'
try check "$file"
refused 'one name 300 times' 3 E0206
printf '%s\n%s\nverb play { win none }\n' "$game" "$game" >"$file"
try check "$file"
refused 'two games in one' 3 E0209

# ---- the command line ------------------------------------------------------------------
try sim tictactoe --no-such-option
refused 'an unknown option' 2 --no-such-option
try sim tictactoe --players 5
refused 'too many players' 2 '2 players, not 5'
for n in 0 17 x -1 99999999999999999999 ''; do
  try sim tictactoe --players "$n"
  refused "--players $n" 2 --players
done
for n in 0 x -1 99999999999999999999 ''; do
  try sim tictactoe -n "$n"
  refused "-n $n" 2 -n
done
try sim connect4 --set rows=99
refused 'a setting out of range' 2 rows
try sim connect4 --set no_such=1
refused 'a setting that is no option' 2 no_such
try sim connect4 --set rows
refused 'a setting without a value' 2 OPTION=VALUE
try sim tictactoe --seed x
refused 'a seed that is no number' 2 --seed
try sim tictactoe connect4
refused 'two games where one is played' 2 connect4
try play tictactoe --players 9
refused 'play with too many players' 2 9
for command in test play sim text trace dump disasm; do
  printf '%s\nverb play { oops\n' "$game" >"$file"
  words=
  [ "$command" != dump ] || words=--types
  try "$command" $words "$file"
  refused "$command of a ruleset that does not compile" 3 E0111
done

# ---- rules without an end ----------------------------------------------------------------
printf '%s\nverb a { b }\nverb b { a }\nverb play { a; win none }\n' "$game" >"$file"
try check "$file"
refused 'verbs in a circle' 3 E0401
printf '%s\nvalue a: 0..9 = b\nvalue b: 0..9 = a\nverb play { if a > 3 { win none }; win none }\n' "$game" >"$file"
try check "$file"
refused 'values in a circle' 3 E0402
printf '%s\nvalue f(n: 0..9): 0..9 = f(n)\nverb play { if f(1) > 3 { win none }; win none }\n' "$game" >"$file"
try check "$file"
refused 'a value that calls itself' 3 E0402
printf '%s\nverb a { note "a" }\nverb b { note "b" }\nafter a { b }\nafter b { a }\nverb play { a; win none }\n' "$game" >"$file"
try sim -q -n 1 "$file"
assert_exit 'rules that call each other do not run for ever' "$([ "$status" -eq 3 ] && echo 3 || echo 4)"
assert_matches 'rules that call each other: it says why' 'E0401|R0003' "$err"
printf '%s\nkind card { verb act }\ncard x { act { x.act } }\nverb play { x.act; win none }\n' "$game" >"$file"
try sim -q -n 1 "$file"
refused 'a card that plays itself' 4 R0003
printf '%s\nn: 0..1\nwhen n is 0 { set n to 1 }\nwhen n is 1 { set n to 0 }\nverb play { set n to 1; win none }\n' "$game" >"$file"
try sim -q -n 1 "$file"
assert_equal 'watching that never comes to rest is stopped' yes \
  "$(case $status in 0 | 3 | 4) echo yes ;; *) echo "$status" ;; esac)"
printf '%s\nverb play { repeat { note "again" } }\n' "$game" >"$file"
try sim -q -n 1 "$file"
refused 'a loop without an end' 4 R0002
try test "$file"
assert_exit 'a loop without an end in play does not trouble test' 0
printf '%s\nverb play { repeat { as first(players) { may { note "yes" } } } }\n' "$game" >"$file"
try sim -q -n 1 --most 1000 "$file"
assert_equal 'a game without an end is given up' yes "$([ "$status" -ne 124 ] && echo yes)"
printf '%s\nn "N": 1..1000000\nverb play { as first(players) { set n to choose 1..1000000 }; win none }\n' "$game" >"$file"
try check "$file"
refused 'a choice among a million numbers' 3 E0322
printf '%s\nkind s 200 by 200\nat "At": s\nverb play { as first(players) { set at to choose s }; win none }\n' "$game" >"$file"
try check -q "$file"
refused 'a choice among 40,000 things' 3 E0322
printf '%s\nkind c\nc a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z\nkind player { has: set of c }\nverb play { as first(players) { set me.has to choose 0..26 of c }; win none }\n' "$game" >"$file"
try sim -q -n 1 "$file"
assert_equal 'a choice among 67 million subsets does not hang' yes "$([ "$status" -lt 5 ] && echo yes)"
