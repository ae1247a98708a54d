$REGEL text tests/golden/texts.regel --lang de
