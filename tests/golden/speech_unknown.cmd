{ REGEL_PATH=tests/speech $REGEL text karty --lang xx; echo "exit $?"; $REGEL help --lang zz; echo "exit $?"; } 2>&1 | sed 's/there is: .*/there is: …/'
