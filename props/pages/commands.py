#!/usr/bin/env python3
"""Run the commands that the pages show, and compare what they print with what stands below them there.

    commands.py BINARY [--write] [PAGE...]

A command is a line `$ ...` of a block of code, and what it prints, to both streams, are the lines up to the next one. It
runs in a folder that looks like the root of the repository, or for a page of the guide like specs/guide; what a page's
commands write is there for those below, and gone in the end. A line `...` stands for any number of lines. Commands that
start threads race by nature: they are left out, and so are commands that read a trace which one of them writes. A page
of the guide says with `$ echo $?` where a status is not 0.

--write puts into the pages what is printed now, except where there is a `...`.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "specs" / "guide"
PAGES = [ROOT / "README.md",
         *(page for kind in ("guide", "reference", "explanation") for page in sorted((ROOT / "specs" / kind).glob("*.md")))]


def commands(lines):
    """Each command of a page: the numbers of its line and of the line after what it prints."""
    code, begin = False, None
    for number, line in enumerate(lines):
        fence = line.startswith("```")
        if begin is not None and (fence or line.startswith("$ ")):
            yield begin, number
            begin = None
        code ^= fence
        if code and line.startswith("$ "):
            begin = number


def elided(line):
    return line.strip() == "..."


def alike(shown, printed):
    if not shown or not elided(shown[0]):
        return shown[:1] == printed[:1] and (not shown or alike(shown[1:], printed[1:]))
    return any(alike(shown[1:], printed[at:]) for at in range(len(printed) + 1))


class Folder:
    """Where a page's commands find `coreecs`, `build/release/coreecs` and the files of the repository."""

    def __init__(self, root, page, binary):
        self.here = root / "specs" / "guide" if page.parent == GUIDE else root
        self.bin = root / "build" / "release"
        self.status = 0
        for folder in (self.bin, root / "specs" / "guide"):
            folder.mkdir(parents=True)
        (self.bin / "coreecs").symlink_to(binary)
        (self.bin / "python3").symlink_to(sys.executable)  # as for goldens
        for path in (ROOT / "examples", ROOT / "props", *(ROOT / "specs").iterdir(), *GUIDE.iterdir()):
            if path != GUIDE:
                (root / path.relative_to(ROOT)).symlink_to(path)

    def run(self, command):
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(["sh", "-c", f"(exit {self.status}); {command}"], cwd=self.here, timeout=200,
                              env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.status = done.returncode
        return done.stdout.decode("utf-8").splitlines()


def check(page, binary, write):
    """How many commands of the page were run, and what is wrong with it."""
    lines = page.read_text(encoding="utf-8").splitlines()
    count, wrong, now, copied, traces = 0, [], [], 0, set()
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(pathlib.Path(path), page, binary)
        for begin, end in commands(lines):
            command, shown = lines[begin][2:], lines[begin + 1:end]
            place = f"{page.relative_to(ROOT)}:{begin + 1}: $ {command}"
            if "--executor threads" in command:
                traces.update(re.findall(r"--trace (\S+)", command))
                continue
            if traces.intersection(command.split()):
                continue
            if page.parent == GUIDE and folder.status and command != "echo $?":
                wrong.append(f"{place}\n  the status before it was {folder.status}, of which the page does not speak")
            count += 1
            printed = folder.run(command)
            for text in (shown, printed):
                while text and not text[-1]:
                    text.pop()
            if alike(shown, printed):
                continue
            if write and not any(map(elided, shown)):
                now += lines[copied:begin + 1] + printed
                copied = begin + 1 + len(shown)
            else:
                wrong.append("\n  ".join([place, *printed]))
        if page.parent == GUIDE and folder.status:
            wrong.append(f"{page.relative_to(ROOT)}: does not speak of the last status, {folder.status}")
    if now:
        page.write_text("\n".join(now + lines[copied:]) + "\n", encoding="utf-8")
    return count, wrong


def without_help(binary):
    """The commands of which reference/commands.md does not show the help."""
    described = subprocess.run([binary, "describe", "json"], check=True, stdout=subprocess.PIPE).stdout
    page = (ROOT / "specs" / "reference" / "commands.md").read_text(encoding="utf-8")
    return [command["command"] for command in json.loads(described)
            if f"\n$ coreecs help {command['command']}\n" not in page]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", type=pathlib.Path, nargs="*", metavar="PAGE")
    arguments = parser.parse_intermixed_args()
    count, wrong = 0, []
    for page in map(pathlib.Path.resolve, arguments.pages) if arguments.pages else PAGES:
        of_page, faults = check(page, arguments.binary.resolve(), arguments.write)
        count += of_page
        wrong += faults
    for name in without_help(arguments.binary.resolve()):
        wrong.append(f"specs/reference/commands.md has no block for $ coreecs help {name}")
    for fault in wrong:
        print(f"what is printed is not what is shown: {fault}")
    print(f"{count} commands, {len(wrong)} not as shown")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
