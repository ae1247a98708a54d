$REGEL explore --no-store tests/golden/always_end.regel | grep -v seconds; $REGEL sim --always -n 20 --seed 1 tests/golden/always_end.regel 2>&1 | grep -v seconds
