"$REGEL" check --notes --color=never tests/golden/many_answers.regel
