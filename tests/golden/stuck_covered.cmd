$REGEL check --color=never --notes tests/golden/stuck_covered.regel
