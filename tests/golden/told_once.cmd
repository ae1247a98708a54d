"$REGEL" play tests/golden/told_once.regel --bots --seed 4 --no-store
