$REGEL check --color=never --notes tests/golden/stuck.regel
