#!/bin/sh
# Uses the playground as a person would: sh test.sh COREECS PLAYGROUND [SCREENSHOTS]
# Works in a scratch folder; ends with 77 where there is no browser, or where what drives it cannot be had.
coreecs=$(realpath "$1")
page=$(realpath "$2")
screenshots=${3-}
here=$(cd "$(dirname "$0")" && pwd)
driver=$here/../../../views/browser
[ -x "$coreecs" ] && [ -f "$page" ] || { echo "usage: sh test.sh COREECS PLAYGROUND [SCREENSHOTS]"; exit 2; }
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  { echo "skipped: there is no chromium"; exit 77; }
command -v npm > /dev/null || { echo "skipped: there is no npm"; exit 77; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cp "$here"/*.js "$driver"/package.json "$driver"/package-lock.json "$driver"/.npmrc "$scratch" || exit 2
[ -z "$screenshots" ] || { mkdir -p "$screenshots" && screenshots=$(realpath "$screenshots"); }
cd "$scratch" || exit 2
npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 > npm.log 2>&1 ||
  { cat npm.log; echo "skipped: npm cannot install what drives the browser"; exit 77; }
node playground.js "$chromium" "$page" "$coreecs" "$here/../../../.." "$screenshots"
