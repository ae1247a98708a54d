$REGEL dump --ast tests/golden/signs.regel
