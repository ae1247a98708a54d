$REGEL dump --tokens tests/golden/signs.regel
