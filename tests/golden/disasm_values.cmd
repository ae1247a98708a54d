$REGEL disasm tests/golden/values.regel
