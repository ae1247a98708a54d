$REGEL dump --types tests/golden/grammar.regel
