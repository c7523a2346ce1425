"""Whether specs/schedulers.md has the numbers that the measurement of the gap prints."""

import pathlib
import subprocess
import sys

page = (pathlib.Path(__file__).parents[2] / "specs" / "schedulers.md").read_text(encoding="utf-8").splitlines()
printed = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout.splitlines()
lines = [line for line in printed if line]
missing = [line for line in lines if line not in page]
for line in missing:
    print("not on the page:", line)
sys.exit(1 if missing or len(lines) < 20 else 0)
