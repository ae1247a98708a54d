for l in en nl de fr; do echo "-- $l"; $REGEL text tests/golden/functions.regel --lang $l | grep -v "^$\|Square ("; done
