$REGEL text tests/speech/garden.regel --lang en
$REGEL text tests/speech/garden.regel --lang nl
$REGEL text tests/speech/garden.regel --lang fr
$REGEL text tests/speech/garden.regel --lang de
