printf '1\nno\n1\n2\nno\n1\nquit\n' | $REGEL play tests/golden/told_values.regel --seed 1 --no-store --color=never
