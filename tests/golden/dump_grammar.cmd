$REGEL dump --ast tests/golden/grammar.regel
