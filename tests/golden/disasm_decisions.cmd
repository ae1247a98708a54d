$REGEL disasm tests/golden/decisions.regel
