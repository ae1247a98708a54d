printf '?\n' | $REGEL play clash --lang fr --seed 2 --no-store 2>/dev/null | grep -E '^(Tuile (des|de la)|Qui|  comm)'
