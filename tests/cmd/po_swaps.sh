# regel po check: translations that say something else, one word exchanged in each message.
. tests/cmd/lib.sh

# Every message of the shipped rulesets in which a word of tests/po/swaps.tsv stands gets another in its
# place: may and must, church and ruin, gain and lose, before and after.  Titles, stories and the words of
# answers are left as they are, since nobody can tell what they must say.
mkdir -p "$dir/lib"
cp -r scenarios cards "$dir/lib"
for name in heimlich clash orange cultists oranje; do
  for lang in nl de fr; do
    file=$dir/lib/scenarios/$name/po/$lang.po
    awk -F'\t' -v lang=$lang -v list="$dir/changed" '
      function letter(c) { return c ~ /[A-Za-z0-9_]/ || c > "~" }
      function place(s, w,   at, from) { # where a word stands, outside of the names of placeholders
        for (from = 1; (at = index(substr(s, from), w)); from = at + 1) {
          at += from - 1
          if (!letter(substr(s, at - 1, 1)) && !letter(substr(s, at + length(w), 1)) &&
              substr(s, 1, at - 1) !~ /[{][a-z_.]*$/ && (at > 1)) return at
        }
        return 0
      }
      FNR == NR { if ($1 == lang) { class[++n] = $2; from[n] = $3; to[n] = $4 }; next }
      /^msgctxt / { ctxt = $0 }
      /^msgstr "." *$/ || !/^msgstr ".*"$/ || $0 == "msgstr \"\"" { print; next }
      ctxt ~ /language|"help|[.]story|choice|reply|"thing[.][^.\/]*"$|"(kind|variant|word|option)[.]/ { print; next }
      {
        m = 0
        for (i = 1; i <= n; i++) if (place($0, from[i])) fits[++m] = i
        if (!m) { print; next }
        i = fits[FNR % m + 1]
        at = place($0, from[i])
        print substr($0, 1, at - 1) to[i] substr($0, at + length(from[i]))
        print FNR "\t" class[i] "\t" (ctxt ~ /"book"/ ? "prose" : "rule") >list
      }' tests/po/swaps.tsv "scenarios/$name/po/$lang.po" >"$file"
    "$REGEL" po check "$dir/lib/scenarios/$name" --lang $lang 2>&1 |
      sed -n 's/^ *--> .*:\([0-9]*\):[0-9]*$/\1/p' >"$dir/found"
    awk -F'\t' 'FNR == NR { found[$1] = 1; next } { print $2 "\t" $3 "\t" ($1 in found ? 1 : 0) }' \
      "$dir/found" "$dir/changed" >>"$dir/all"
  done
done

share() { awk -F'\t' -v k="$1" '$1 == k || $2 == k { n++; f += $3 } END { printf "%d %d", f, n }' "$dir/all"; }
at_least() { # WHAT PERCENT
  set -- $(share "$1") "$1" "$2"
  [ "$2" -gt 9 ] && [ $((100 * $1)) -ge $(($4 * $2)) ] && ok "$3: $1 of $2 exchanged are found" ||
    not_ok "$3 exchanged" "$1 of $2 found, $4 % wanted"
}
at_least rule 84
at_least prose 64
at_least may/must 88
at_least church/ruin 67
at_least forward/back 90
at_least gain/lose 88
at_least raise/lower 94
at_least before/after 64
at_least and/or 86
at_least negation 74
