printf '1\n1\n2\n' | "$REGEL" play tests/golden/sight.regel --players 3 --seed 1 --no-store
