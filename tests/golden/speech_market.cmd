$REGEL text tests/speech/market.regel --lang en
$REGEL text tests/speech/market.regel --lang nl
$REGEL text tests/speech/market.regel --lang fr
$REGEL text tests/speech/market.regel --lang de
