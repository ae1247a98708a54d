$REGEL text tests/golden/texts.regel
