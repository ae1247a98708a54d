$REGEL text tests/speech/parts.regel card
