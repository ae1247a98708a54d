# What the rules would tell: small programs, each with the lines at which something hidden
# would come to light (`# tells`), and no others.  tests/flow/cases.txt has them.
. tests/cmd/lib.sh
awk -v folder="$dir" '
  /^== / { name = sprintf("%s/%03d", folder, ++n); print substr($0, 4) >(name ".title"); next }
  { print >(name ".body") }' tests/flow/cases.txt
count=0
for body in "$dir"/*.body; do
  title=$(cat "${body%.body}.title")
  { cat "$body"; echo 'game case for 2..3'; cat tests/flow/prelude.regel; } >"$dir/case.regel"
  want=$(grep -n '# tells$' "$body" | cut -d: -f1 | tr '\n' ' ')
  run "$REGEL" check --format=short "$dir/case.regel"
  other=$(printf '%s\n' "$err" | grep 'error:' | grep -v '\[E0503\]')
  got=$(printf '%s\n' "$err" | sed -n 's/^[^:]*:\([0-9]*\):.*\[E0503\]$/\1/p' | sort -nu | tr '\n' ' ')
  assert_equal "$title" "$want|" "$got|$other"
  count=$((count + 1))
done
run true
assert_matches 'they are all there' '^[0-9][0-9]+$' "$count"
