REGEL_PATH=tests/speech $REGEL play karty --bots --seed 3 --bot random --no-store --lang pl -v
