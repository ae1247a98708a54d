$REGEL text tests/golden/statements.regel
