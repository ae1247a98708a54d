$REGEL diff tests/golden/edition_1.regel tests/golden/edition_2.regel
