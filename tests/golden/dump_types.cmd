$REGEL dump --types tests/golden/signs.regel
