$REGEL check --notes --color=never tests/golden/note_limits.regel
