$REGEL disasm tests/golden/loops.regel
