$REGEL check --notes --color=never tests/golden/note_kept.regel
