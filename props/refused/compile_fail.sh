#!/bin/sh
# compile_fail.sh FILE SECTION COMPILER INCLUDE_DIR...
# Passes if FILE with CASE_SECTION defined does not compile, and the compiler says what FILE demands of it in the line
# "#if defined(CASE_SECTION)  // error: ...". With the section "none", which FILE does not have, it must compile.
file=$1 section=$2 compiler=$3
shift 3
expected=$(sed -n "s|^#.*defined(CASE_$section)  // error: ||p" "$file")
[ -n "$expected" ] || [ "$section" = none ] || { echo "$file says no error for $section"; exit 2; }
for directory; do
  set -- "$@" "-I$directory"
  shift
done
if said=$("$compiler" -std=c++20 -fsyntax-only "-DCASE_$section" "$@" "$file" 2>&1); then
  [ "$section" = none ] || { echo "$section compiles; expected: $expected"; exit 1; }
  exit 0
fi
[ "$section" != none ] || { echo "$said"; exit 1; }
case $said in
  *"$expected"*) ;;
  *) echo "expected: $expected"; echo "$said"; exit 1 ;;
esac
