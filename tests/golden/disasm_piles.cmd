$REGEL disasm tests/golden/piles.regel
