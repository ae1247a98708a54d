for l in en nl de fr; do "$REGEL" text tests/golden/as_long.regel purse walk --lang $l; done
