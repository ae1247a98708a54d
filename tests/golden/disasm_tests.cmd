$REGEL disasm tests/golden/tests.regel
