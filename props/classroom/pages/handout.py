#!/usr/bin/env python3
"""The handout fills two sheets A4 in Chromium, and no more. Skipped (77) without Chromium.

    handout.py BINARY
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def main():
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser:
        return 77
    with tempfile.TemporaryDirectory() as folder:
        page, printed = pathlib.Path(folder, "handout.html"), pathlib.Path(folder, "handout.pdf")
        page.write_bytes(subprocess.run([sys.argv[1], "handout"], check=True, capture_output=True).stdout)
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                        f"--print-to-pdf={printed}", page.as_uri()], check=True, capture_output=True, timeout=120)
        pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", printed.read_bytes()))
        size = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed.read_bytes())
    print(f"{pages} pages of {size[1].decode()} by {size[2].decode()} points")
    return 0 if pages == 2 and 594 < float(size[1]) < 596 and 841 < float(size[2]) < 843 else 1


if __name__ == "__main__":
    sys.exit(main())
