$REGEL play clash --lang fr --seats Anne,Bert --bots --bot random --seed 1 --no-store | grep -E "^(Points d'action d|.* joue les|Le tour)" | sort -u | head -n 4
