$REGEL disasm tests/golden/layers.regel
