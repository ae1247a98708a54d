$REGEL check --notes --color=never tests/golden/note_circle_left.regel
