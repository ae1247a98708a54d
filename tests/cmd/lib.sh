# Helpers for the tests of commands; a test starts with
#     . tests/cmd/lib.sh
# and is run from the root with REGEL set. `run` runs a command and keeps what
# it did in $status, $out and $err; each assertion then prints one line,
# `ok TITLE` or `not ok TITLE` with what was seen. The title is the rule that
# is tested. Files of a test go into $dir, which is gone afterwards.
: "${REGEL:=build/regel}"
case $REGEL in /*) ;; *) REGEL=$PWD/$REGEL ;; esac
dir=$(mktemp -d) || exit 5
export REGEL_DB="$dir/games/regel.db"
failures=0
trap 'rm -rf "$dir"; [ "$failures" -eq 0 ] || exit 1' EXIT

run() { # COMMAND ARGUMENT…
  shown=$*
  status=0
  "$@" >"$dir/.out" 2>"$dir/.err" </dev/null || status=$?
  out=$(cat "$dir/.out")
  # Compiled for coverage, a program that runs as nobody cannot write its counters.
  err=
  [ ! -s "$dir/.err" ] || err=$(sed '/^profiling:/d' "$dir/.err")
}

run_with() { # INPUT COMMAND ARGUMENT…: with INPUT as what is typed
  printf '%s\n' "$1" >"$dir/.in"
  shift
  shown="$* (with input)"
  status=0
  "$@" >"$dir/.out" 2>"$dir/.err" <"$dir/.in" || status=$?
  out=$(cat "$dir/.out")
  err=$(cat "$dir/.err")
}

ok() { printf 'ok %s\n' "$1"; }

not_ok() { # TITLE WHAT-WAS-EXPECTED
  failures=$((failures + 1))
  printf 'not ok %s\n' "$1"
  printf '%s\n' "$2" "command: $shown" "exit: $status" 'stdout:' "$out" 'stderr:' "$err" |
    sed 's/^/# /'
}

assert_exit() { # TITLE CODE
  if [ "$status" -eq "$2" ]; then ok "$1"; else not_ok "$1" "expected exit $2"; fi
}

assert_equal() { # TITLE EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "expected \"$2\", got \"$3\""; fi
}

assert_contains() { # TITLE TEXT WHERE: WHERE is "$out", "$err" or any string
  case $3 in
  *"$2"*) ok "$1" ;;
  *) not_ok "$1" "expected to find \"$2\"" ;;
  esac
}

assert_lacks() { # TITLE TEXT WHERE
  case $3 in
  *"$2"*) not_ok "$1" "expected not to find \"$2\"" ;;
  *) ok "$1" ;;
  esac
}

assert_matches() { # TITLE EXTENDED-REGEX WHERE: some line of WHERE matches
  if printf '%s\n' "$3" | grep -Eq -e "$2"; then ok "$1"; else not_ok "$1" "expected a line like $2"; fi
}

assert_file() { # TITLE PATH
  if [ -f "$2" ]; then ok "$1"; else not_ok "$1" "expected a file $2"; fi
}
