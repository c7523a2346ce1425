#!/usr/bin/env python3
"""Every link from a page of the repository to another file of it leads there, and to a heading that is there."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md",
         *(page for folder in ("examples", "props", "specs") for page in sorted((ROOT / folder).rglob("*.md")))]
LINK = re.compile(r"!?\[[^][]*\]\(([^()\s]+)\)")


def text(page):
    """The page without its code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """What a heading is called in a link: in small letters, without punctuation, a - for each space."""
    headings = re.findall(r"^#+ (.*)$", text(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def main():
    wrong, count = [], 0
    for page in PAGES:
        for link in LINK.findall(re.sub(r"`[^`\n]*`", "code", text(page))):
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists() or anchor and anchor not in anchors(target):
                wrong.append(f"{page.relative_to(ROOT)}: {link} leads nowhere")
    print("\n".join([*wrong, f"{count} links, {len(wrong)} of them broken"]))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
