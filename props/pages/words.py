#!/usr/bin/env python3
"""Whether pages, schemas, messages and comments keep to plain words: they have none of the turns below.

    words.py [FILE...]

Code in pages is left out, but for that in comments. A turn that has to stand goes into MAY_STAND.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

START = r"(?:^|(?<=[.;:!?] ))"  # of a sentence
TURNS = [(re.compile(turn), instead) for turn, instead in (
    (r"\bso many\b", "say how many, or write N"),
    (r"\bwhatever order\b", "any order"),
    (r"\bin whatever\b", "in any"),
    (r"\botherwise than\b", "differently from"),
    (r"\b(?:is|are|was|were|be|been|being) told\b", "is reported, is printed"),
    (r"\btells? of\b", "reports, lists"),
    (r"\b(?:comes?|came) to the same\b", "makes no difference"),
    (r"\b(?:[Nn]obody|[Ss]omebody|[Ww]hoever)\b", "name who it is"),
    (START + r"Who (?![^.]*\?)", "name who it is"),
    (r"\bmend(?:s|ed|ing)?\b", "fix"),
    (r"\bculprits?\b", "cause"),
    (r"\b[Nn]urser(?:y|ies)\b", "allocator"),
    (r"\boutlook\b", "look-ahead"),
    (r"\b(?:is|are|was|be) said of\b", "name the subject: X says, X applies to"),
    (r"\b(?:is|are) asked of\b", "name who asks"),
    (r"\bsays? of\b", "says about, says whether"),
    (r"\bhow many-th\b", "which, the n-th"),
    (r"\bto no end\b", "without effect"),
    (r"\bends? alike\b", "end in the same state"),
    (r"\bis no matter\b", "does not matter"),
    (r"\b[Ww]ithout it (?=the|as|one|no|all|to|what)", "default: ..."),
    (r"\bgoes where\b", "may be used where"),
    (r"\bany more to\b", "more to"),
    (r"\bwhat (?:nobody|no one)\b", "name the thing"),
    (START + r"Of (?!course\b)", "begin with who does it"),
    (START + r"(?:Nothing|None) (?:is|are|was) (?:said|told|asked|there)\b", "name the subject"),
)]
OF_PAGES = [(re.compile(START + r"What (?![^.]*\?)(?:is|are|was|would|has|have|can|goes|comes|it|they|the|a|no|one|all)\b"),
             "begin with a noun: who does what")]  # a comment may be such a clause, where it says what is declared
MAY_STAND = {
    "specs/explanation/triage.md": ("What a system accesses follows from",),
    "specs/reference/words.md": ("What the paper on", "What a system does with", "What a system is invoked with",
                                 "What one entity must have"),
    "props/oracle/npm/README.md": ("What is logged of",),
}


def sentences(lines):
    """The text of lines, joined where a sentence goes on, each with the number of its first line."""
    begin, text = 0, ""
    for number, line in lines:
        goes_on = text and line and not re.match(r"[-*|#>\d@]", line)
        if not goes_on:
            if text:
                yield begin, text
            begin, text = number, ""
        text += (" " if text else "") + line
    if text:
        yield begin, text


def of_page(text):
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        yield number, "" if code or line.startswith("    ") else re.sub(r"`[^`]*`", "`code`", line).strip()


COMMENT = re.compile(r"(?:^|\s)//[/!]?<?(.*)$")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"')


def of_source(text):
    for number, line in enumerate(text.splitlines(), 1):
        comment = COMMENT.search(line)
        yield number, comment.group(1).strip() if comment else ""


def literals(text):
    """The strings of a source, those that stand next to each other as one."""
    joined = re.sub(r'"\s*\n\s*"', "", re.sub(r"(?m)(?:^|\s)//.*$", "", text))
    for match in LITERAL.finditer(joined):
        yield 0, match.group(1).strip().replace("\\n", " ")


def faults(path):
    text = path.read_text(encoding="utf-8")
    found = []
    if path.suffix == ".md":
        parts = list(sentences(of_page(text)))
    elif path.suffix in (".cpp", ".hpp"):
        parts = [*sentences(of_source(text)), *literals(text)]
    else:
        parts = [*sentences(enumerate(text.splitlines(), 1))]
    name = path.relative_to(ROOT).as_posix()
    for number, part in parts:
        for turn, instead in TURNS + (OF_PAGES if path.suffix == ".md" else []):
            for match in turn.finditer(part):
                around = part[max(match.start() - 40, 0):match.end() + 40]
                if not any(allowed in part for allowed in MAY_STAND.get(name, ())):
                    found.append(f"{name}{f':{number}' if number else ''}: ...{around}...\n  {match.group().strip()}: {instead}")
    return found


def main():
    listed = subprocess.run(["git", "ls-files", "*.md", "specs/*.schema.json", "semantics/*.[ch]pp", "interp/*.[ch]pp", "interp/*.js"], cwd=ROOT, check=True,
                            stdout=subprocess.PIPE, text=True).stdout.split()
    paths = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or [ROOT / name for name in listed]
    found = [fault for path in paths if path.exists() for fault in faults(path)]
    for fault in found:
        print(fault)
    print(f"{len(paths)} files, {len(found)} turns that read as if translated")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
