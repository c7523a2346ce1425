#!/bin/sh
# Runs the engines over random cases, and the findings again: sh test.sh COREECS
# Works on a copy, in a scratch folder; ends with 77 where the engines cannot be had.
coreecs=$1
here=$(cd "$(dirname "$0")" && pwd)
[ -x "$coreecs" ] || { echo "usage: sh test.sh COREECS"; exit 2; }
command -v node > /dev/null && command -v npm > /dev/null || { echo "skipped: there is no node, or no npm"; exit 77; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cp "$here"/*.js "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$scratch" || exit 2
cd "$scratch" || exit 2
npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 > npm.log 2>&1 ||
  { cat npm.log; echo "skipped: npm cannot install the engines"; exit 77; }

failed=0

# expect STATUS ARGUMENTS...: what coreecs oracle ends with
expect() {
  expected=$1
  shift
  "$coreecs" oracle "$@" > oracle.log 2>&1
  status=$?
  if [ $status -eq "$expected" ]; then
    echo "as expected, $status: $*"
  else
    failed=1
    echo "NOT as expected, $status instead of $expected: $*"
    cat oracle.log
  fi
}

expect 0 --cases 200 -- node bitecs.js --all-entities
expect 0 --cases 200 -- node koota.js --marker
expect 0 --cases 200 -- node miniplex.js
expect 0 --cases 100 -- node becsy.js --marker

# finding FILE FAILING PASSING: the engine fails in it where it is driven so, and does not where it is driven otherwise.
finding() {
  file=$here/findings/$1
  expect 1 --replay "$file" -- node $2
  expect 0 --replay "$file" -- node $3
}

finding bitecs_no_terms.json "bitecs.js" "bitecs.js --all-entities"
finding bitecs_versions.json "bitecs.js --versions" "bitecs.js"
finding koota_destroyed.json "koota.js" "koota.js --marker"
finding koota_asked_later.json "koota.js" "koota.js --marker"
finding becsy_second_change.json "becsy.js" "becsy.js --marker"

exit $failed
