#!/bin/sh
# Runs bitecs and becsy over random cases, and what was found in them again: sh test.sh COREECS
# All engines, each over CASES cases (1000):                                 sh test.sh COREECS all [CASES]
# Works on a copy, in a scratch folder; ends with 77 where the engines cannot be had.
coreecs=$(realpath "${1:-.}")
which=${2:-two}
here=$(cd "$(dirname "$0")" && pwd)
adapters=$(cd "$here/../../../examples/oracle/adapters" && pwd)
[ -f "$coreecs" ] || { echo "usage: sh test.sh COREECS [all [CASES]]"; exit 2; }
command -v node > /dev/null && command -v npm > /dev/null || { echo "skipped: there is no node, or no npm"; exit 77; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cp "$here"/*.js "$here"/esper_adapter.py "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$scratch" || exit 2
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

# finding FILE FAILING PASSING: the engine fails in it where it is driven so, and does not where it is driven otherwise.
finding() {
  file=$here/findings/$1
  expect 1 --deadline 2 --replay "$file" -- $2
  expect 0 --replay "$file" -- $3
}

cases=200
cases_of_becsy=100  # it takes longest
if [ "$which" = all ]; then
  cases=${3:-1000}
  cases_of_becsy=$cases
fi

expect 0 --cases "$cases" -- node bitecs.js --all-entities
finding bitecs_no_terms.json "node bitecs.js" "node bitecs.js --all-entities"
finding bitecs_versions.json "node bitecs.js --versions" "node bitecs.js"
finding bitecs_ids.json "node bitecs.js --all-entities --handles" "node bitecs.js --all-entities"

expect 0 --cases $cases_of_becsy -- node becsy.js --marker
finding becsy_second_change.json "node becsy.js" "node becsy.js --marker"

[ "$which" = all ] || exit $failed

expect 0 --cases "$cases" -- node ecsy.js --marker --immediate
finding ecsy_removed_twice.json "node ecsy.js" "node ecsy.js --immediate"

expect 0 --cases "$cases" -- node geotic.js --marker
finding geotic_destroyed.json "node geotic.js" "node geotic.js --marker"

expect 0 --cases "$cases" -- node koota.js --marker
finding koota_destroyed.json "node koota.js" "node koota.js --marker"
finding koota_asked_later.json "node koota.js" "node koota.js --marker"
finding koota_generations.json "node koota.js --marker --handles" "node koota.js --marker"

expect 0 --cases "$cases" -- node miniplex.js

expect 0 --cases "$cases" -- node piecs.js --once --fill --few
finding piecs_twice.json "node piecs.js" "node piecs.js --once"
finding piecs_lost.json "node piecs.js --once" "node piecs.js --once --fill"
finding piecs_component_31.json "node piecs.js" "node bitecs.js"
finding piecs_component_32.json "node piecs.js" "node bitecs.js"
finding piecs_same_id.json "node piecs.js" "node bitecs.js"

expect 0 --cases "$cases" -- node thing.js --marker --boxed
finding thing_no_value.json "node thing.js" "node thing.js --boxed"
finding thing_stale.json "node thing.js --boxed --groups" "node thing.js --boxed"

expect 0 --cases "$cases" -- node wolf-ecs.js --marker --skip
finding wolf_component_31.json "node wolf-ecs.js" "node wolf-ecs.js --skip"
finding wolf_deferred.json "node wolf-ecs.js --defer" "node wolf-ecs.js"

export PYTHONPATH="$scratch/python${PYTHONPATH:+:$PYTHONPATH}"
if python3 -c 'import esper; assert esper.version == "3.8"' 2> /dev/null ||
  python3 -m pip install --quiet --retries 1 --timeout 10 --target "$scratch/python" esper==3.8 > pip.log 2>&1; then
  expect 0 --cases "$cases" -- python3 esper_adapter.py "$adapters" --pairs
  finding esper_three_incl.json "python3 esper_adapter.py $adapters" "python3 esper_adapter.py $adapters --pairs"
else
  cat pip.log
  echo "skipped: pip cannot install esper"
fi

exit $failed
