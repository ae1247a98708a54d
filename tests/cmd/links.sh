# Every link of the documentation leads somewhere: files are there, anchors are headings.
. tests/cmd/lib.sh

# "Files and the game" is #files-and-the-game, as GitHub and most viewers make it.
anchors() { # PAGE
  awk '/^```/ { inside = !inside } !inside && /^#+ / { sub(/^#+ +/, ""); print }' "$1" |
    sed 's/`//g; s/\[\([^]]*\)\]([^)]*)/\1/g' | tr '[:upper:]' '[:lower:]' |
    sed "s/[^a-z0-9 _-]//g; s/ /-/g"
}

links() { # PAGE: one "LINE TARGET" each, outside of blocks and code
  awk '/^```/ { inside = !inside } !inside {
    line = $0; gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^)]+\)/)) {
      print FNR, substr(line, RSTART + 2, RLENGTH - 3); line = substr(line, RSTART + RLENGTH)
    } }' "$1"
}

for page in *.md docs/*.md docs/rules/*.md docs/errors/*.md grammar/*.md db/*.md interp/*/*.md interp/*/*/*.md db/*/*.md; do
  [ -f "$page" ] || continue
  bad= n=0
  links "$page" >"$dir/links"
  while read -r line target; do
    case $target in http:* | https:* | mailto:*) continue ;; esac
    n=$((n + 1))
    file=${target%%#*} anchor=
    case $target in *'#'*) anchor=${target#*#} ;; esac
    if [ -n "$file" ]; then path=$(dirname "$page")/$file; else path=$page; fi
    if [ ! -e "$path" ]; then bad="$bad line $line: no $target;"; continue; fi
    [ -z "$anchor" ] || anchors "$path" | grep -qxF -- "$anchor" || bad="$bad line $line: no $target;"
  done <"$dir/links"
  [ "$n" -gt 0 ] || continue
  assert_equal "$page: its links lead somewhere" '' "$bad"
done
