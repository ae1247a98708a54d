$REGEL disasm tests/golden/calls.regel
