#!/bin/sh
# files.sh FILE…: C with the texts of the files, for programs that hand them to a compiler, and
# what the generator beside this file is known by.
echo '/* Written by interp/native/files.sh. */'
echo '#include "interp/native/native.h"'
n=0
for file; do
  echo "static const unsigned char text$n[] = {"
  od -An -v -tu1 "$file" | sed 's/  */,/g; s/^,//; s/$/,/'
  echo '0};'
  n=$((n + 1))
done
echo 'const NativeFile native_files[] = {'
n=0
for file; do
  echo "{\"$file\", text$n, sizeof text$n - 1},"
  n=$((n + 1))
done
echo '};'
echo "const int native_files_count = $n;"
printf 'const char native_generator[] = "%s";\n' "$(cat "${0%/*}"/*.[ch] | sha256sum | cut -c1-64)"
