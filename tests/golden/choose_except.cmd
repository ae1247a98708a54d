$REGEL text tests/golden/choose_except.regel
