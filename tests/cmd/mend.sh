# regel check: a remedy that says it compiles does, applied as the data has it.
. tests/cmd/lib.sh

cat >"$dir/apply.py" <<'PY'
import glob, json, os, subprocess, sys

regel, scratch = sys.argv[1:]
wrong, tried = [], 0


def check(path):
    run = subprocess.run([regel, "check", "--format=json", path], capture_output=True, text=True)
    return [d for d in json.loads(run.stdout)["diagnostics"] if d["severity"] == "error"]


for path in sorted(glob.glob("tests/errors/E0[123]*/*.regel")):
    for error in check(path):
        for remedy in error["remedies"]:
            if not remedy["text"].startswith("it compiles with"):
                continue
            place = remedy["place"]
            with open(place["file"], "rb") as f:
                text = f.read()
            line = sum(len(l) for l in text.splitlines(keepends=True)[: place["line"] - 1])
            end = line + place.get("end", place["column"]) - 1
            mended = os.path.join(scratch, "mended.regel")
            with open(mended, "wb") as f:
                f.write(text[: line + place["column"] - 1] + remedy["write"].encode() + text[end:])
            tried += 1
            if check(mended):
                wrong.append(path)
print(tried, "tried;", " ".join(wrong) or "all compile")
PY

if command -v python3 >/dev/null; then
  run python3 "$dir/apply.py" "$REGEL" "$dir"
  assert_matches 'every remedy that says so compiles' '^2[0-9][0-9] tried; all compile$' "$out"
fi

cat >"$dir/two.regel" <<'END_'
game two "Two" for 2..2
n: 0..9
verb play {
  n += 2
  if n == 4 { win none }
  win players
}
END_
run "$REGEL" check "$dir/two.regel"
assert_exit 'two slips do not compile' 3
assert_contains 'the first gets its line' 'this line would be right: raise n by 2' "$err"
assert_contains 'and so does the second' 'with the lines above, it compiles with: if n is 4 { win none }' "$err"

# Rules that are small and take long are tried for a while only.
{
  echo 'game long "Long" for 2..2'
  for i in $(seq 3000); do echo "verb v$i { raise n by 1; if n > 3 { lower n by 2 } }"; done
  echo 'n: 0..9'
  echo 'verb play { set n too 3; win none }'
} >"$dir/long.regel"
run timeout 60 "$REGEL" check "$dir/long.regel"
assert_exit 'a large file with a slip is told in time' 3
