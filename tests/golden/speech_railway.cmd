$REGEL text tests/speech/railway.regel --lang en
$REGEL text tests/speech/railway.regel --lang nl
$REGEL text tests/speech/railway.regel --lang fr
$REGEL text tests/speech/railway.regel --lang de
