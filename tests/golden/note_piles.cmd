$REGEL check --notes --color=never tests/golden/note_piles.regel
