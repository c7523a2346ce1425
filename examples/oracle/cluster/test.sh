#!/bin/sh
# test.sh COREECS: the parts of a search come to what the whole comes to.
set -eu
coreecs=$1
here=$(cd "$(dirname "$0")" && pwd)
adapter=$here/../adapters/adapter.py
command -v parallel > /dev/null || exit 77
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
"$coreecs" oracle --cases 30 -- python3 "$adapter" | grep -v '^  no case had' > whole
sh "$here/parallel.sh" 4 30 "$coreecs" python3 "$adapter" > parts
diff whole parts

mkdir bin
ln -s "$coreecs" bin/coreecs
for k in 1 2 3; do
  PATH=$dir/bin:$PATH CASES=30 SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=3 \
    bash "$here/search.sbatch" python3 "$adapter" > /dev/null
done
"$coreecs" merge-reports reports/*.json > parts
diff whole parts
