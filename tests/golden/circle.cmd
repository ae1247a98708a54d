$REGEL test --color=never tests/golden/circle.regel; $REGEL sim -q -n 1 --color=never tests/golden/circle.regel >/dev/null
