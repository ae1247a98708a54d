REGEL_PATH=tests/speech $REGEL text karty --lang pl
