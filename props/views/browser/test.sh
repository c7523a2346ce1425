#!/bin/sh
# Opens the reports of all examples in a browser: sh test.sh COREECS [SCREENSHOTS]
# Works in a scratch folder; ends with 77 where there is no browser, or where what drives it cannot be had.
coreecs=$1
screenshots=${2-}
here=$(cd "$(dirname "$0")" && pwd)
examples=$here/../../../examples
[ -x "$coreecs" ] || { echo "usage: sh test.sh COREECS [SCREENSHOTS]"; exit 2; }
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  { echo "skipped: there is no chromium"; exit 77; }
command -v node > /dev/null && command -v npm > /dev/null || { echo "skipped: there is no node, or no npm"; exit 77; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cp "$here"/*.js "$here"/package.json "$here"/package-lock.json "$here"/.npmrc "$scratch" || exit 2
cd "$scratch" || exit 2
npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 > npm.log 2>&1 ||
  { cat npm.log; echo "skipped: npm cannot install what drives the browser"; exit 77; }

# A report for each schedule, beside what check says of it.
mkdir reports
for program in "$examples"/*.json "$here"/*.json; do
  case $program in */package*.json) continue ;; esac
  name=$(basename "$program" .json)
  for schedule in $(node schedules.js "$program"); do
    "$coreecs" report "$program" --schedule "$schedule" -o "reports/$name.$schedule.html" 2> /dev/null
    [ -f "reports/$name.$schedule.html" ] || { echo "no report of $program, schedule $schedule"; exit 1; }
    "$coreecs" check "$program" --schedule "$schedule" --json > "reports/$name.$schedule.json" 2> /dev/null
  done
done
node browser.js "$chromium" reports "$screenshots"
