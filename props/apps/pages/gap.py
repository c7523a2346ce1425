"""Whether specs/explanation/schedulers.md has the numbers that the measurement of the gap prints, and gap.svg its plot."""

import pathlib
import subprocess
import sys
import tempfile

SPECS = pathlib.Path(__file__).parents[3] / "specs"
page = (SPECS / "explanation" / "schedulers.md").read_text(encoding="utf-8").splitlines()
with tempfile.TemporaryDirectory() as folder:
    plot = pathlib.Path(folder) / "gap.svg"
    printed = subprocess.run([sys.argv[1], plot], check=True, capture_output=True, text=True).stdout.splitlines()
    same_plot = plot.read_bytes() == (SPECS / "explanation" / "gap.svg").read_bytes()
lines = [line for line in printed if line]
missing = [line for line in lines if line not in page]
for line in missing:
    print("not on the page:", line)
if not same_plot:
    print("specs/explanation/gap.svg is not the plot that is drawn")
sys.exit(1 if missing or len(lines) < 20 or not same_plot else 0)
