#!/bin/sh
# parallel.sh SHARDS CASES COREECS ADAPTER...
# One search on all processors of this machine, in so many parts, by GNU parallel. Its status is that of the whole.
set -eu
shards=$1 cases=$2 coreecs=$3
shift 3
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
# A part with an alarm has failed; what it found is in its report.
seq "$shards" | parallel --quote "$coreecs" oracle --cases "$cases" --shard "{}/$shards" \
  --report "$reports/{}.json" -- "$@" > /dev/null || true
"$coreecs" merge-reports "$reports"/*.json
