#!/bin/sh
# test.sh COREECS RIGHT WRONG: the one is judged to be the game of toy_physics.json, the other not within 100 cases.
set -eu
coreecs=$1 right=$2 wrong=$3
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for seed in 1 2 3; do
  "$coreecs" cases "$here/../../toy_physics.json" --count 100 --seed $seed > "$dir/cases"
  "$right" < "$dir/cases" > "$dir/results"
  "$coreecs" judge "$dir/cases" "$dir/results"
  "$wrong" < "$dir/cases" > "$dir/results"
  status=0
  "$coreecs" judge "$dir/cases" "$dir/results" || status=$?
  [ $status = 1 ] || { echo "a lost write is not found in 100 cases of seed $seed" >&2; exit 1; }
done
