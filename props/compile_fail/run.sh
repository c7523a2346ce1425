#!/bin/sh
# run.sh FILE COMPILER INCLUDE_DIR...
# Passes if FILE does not compile and the compiler says what FILE's first line, "// error: ...", demands.
file=$1 compiler=$2
shift 2
expected=$(sed -n '1s|^// error: ||p' "$file")
[ -n "$expected" ] || { echo "$file does not begin with // error: ..."; exit 2; }
for directory; do
  set -- "$@" "-I$directory"
  shift
done
if said=$("$compiler" -std=c++20 -fsyntax-only "$@" "$file" 2>&1); then
  echo "$file compiles; expected: $expected"
  exit 1
fi
case $said in
  *"$expected"*) ;;
  *) echo "expected: $expected"; echo "$said"; exit 1 ;;
esac
