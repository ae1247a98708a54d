$REGEL text orange choir filips_good_word young_people --lang de
