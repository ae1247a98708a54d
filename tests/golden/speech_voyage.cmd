$REGEL text tests/speech/voyage.regel --lang en
$REGEL text tests/speech/voyage.regel --lang nl
$REGEL text tests/speech/voyage.regel --lang fr
$REGEL text tests/speech/voyage.regel --lang de
