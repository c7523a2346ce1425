#!/usr/bin/env python3
"""Every symbol that coreecs prints of the programs of the repository is in the table of specs/reference/words.md.

    symbols.py BINARY
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUESTIONS = ["show"], ["check"], ["check", "--static"], ["check", "--suggest"], ["linearizations", "--list"]


def main():
    page = (ROOT / "specs" / "reference" / "words.md").read_text(encoding="utf-8")
    symbols = {symbol for row in re.findall(r"^\| (\S(?: \S)*) \|", page, flags=re.MULTILINE) for symbol in row}
    printed = set()
    for program in sorted(ROOT.glob("examples/*.json")):
        for question in QUESTIONS:
            done = subprocess.run([sys.argv[1], *question, program], timeout=200, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            printed |= {symbol for symbol in done.stdout.decode("utf-8") if not symbol.isascii()}
    for symbol in sorted(printed - symbols):
        print(f"specs/reference/words.md does not explain {symbol}, U+{ord(symbol):04X}")
    print(f"{len(printed)} symbols")
    return 1 if printed - symbols or not printed else 0


if __name__ == "__main__":
    sys.exit(main())
