$REGEL disasm tests/golden/sets.regel
