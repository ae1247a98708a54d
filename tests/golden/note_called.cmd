$REGEL check --notes --color=never tests/golden/note_called.regel; $REGEL check --notes --color=never tests/golden/note_called_deck.regel
