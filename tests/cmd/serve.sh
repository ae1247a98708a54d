# regel serve over HTTP, without a browser; make page-test has the browser.
. tests/cmd/lib.sh

if [ ! -x "${REGEL%/*}/regel-serve" ]; then
  ok 'regel serve is tried where it was built'
  exit 0
fi
run "$REGEL" serve --help
assert_exit 'regel runs the program beside it' 0
assert_contains 'which tells its options' '--host' "$out"
run env python3 tests/page/server.py "${REGEL%/*}/regel-serve"
printf '%s\n' "$out"
assert_exit 'the server answers whom it should, and survives' 0
run env python3 tests/page/storm.py "${REGEL%/*}/regel-serve" 3
assert_exit 'clients that misbehave neither stop the server nor keep others waiting' 0
