$REGEL text tests/speech/standing.regel
