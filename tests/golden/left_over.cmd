$REGEL test tests/golden/left_over.regel
