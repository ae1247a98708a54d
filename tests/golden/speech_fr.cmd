$REGEL text orange choir jo_timetable young_people university till_emptied letter_in_lining.first_reply --lang fr
