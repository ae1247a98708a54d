# What regel says about itself, and to somebody who types it wrongly.
. tests/cmd/lib.sh

escape=$(printf '\033')
version=$(sed -n 's/^#define REGEL_VERSION "\(.*\)"/\1/p' interp/regel.h)

run "$REGEL"
assert_matches 'a call without arguments shows an example' 'regel (check|play|test|sim) ' "$out$err"

run "$REGEL" --help
assert_exit '--help is no error' 0
assert_equal '--help goes to stdout' '' "$err"
for command in check test play sim diff compare text trace explain dump disasm help; do
  assert_matches "--help names $command" "(^|[^a-z])$command([^a-z]|\$)" "$out"
done
assert_lacks 'output that is no terminal has no colour' "$escape" "$out"

run "$REGEL" help
assert_exit 'help is a command' 0

for command in check test play sim diff compare text trace explain dump disasm; do
  run "$REGEL" "$command" --help
  assert_exit "$command --help is no error" 0
  assert_contains "$command --help leads with an example" "regel $command" "$out"
  long=$out
  run "$REGEL" help "$command"
  assert_equal "help $command says the same as $command --help" "$long" "$out"
done

run "$REGEL" --version
assert_exit '--version is no error' 0
assert_equal '--version prints the version of the header' "regel $version" "$out"

run "$REGEL" chek
assert_exit 'an unknown command is a usage error' 2
assert_equal 'a usage error leaves stdout empty' '' "$out"
assert_contains 'an unknown command gets a suggestion' 'did you mean' "$err"
assert_contains 'the suggestion is the nearest command' 'check' "$err"

run "$REGEL" ch
assert_exit 'a command cannot be abbreviated' 2

run "$REGEL" check --no-such-option
assert_exit 'an unknown option is a usage error' 2
assert_contains 'an unknown option is named' '--no-such-option' "$err"
