$REGEL text orange choir filips_good_word young_people university till_emptied --lang nl
