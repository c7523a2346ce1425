#!/usr/bin/env python3
"""Check specs/program.schema.json and the schemas beside it against the documents of this repository.

The schemas themselves are valid; they accept every program under examples/, props/regressions/ and specs/guide/, every
app in a folder apps/, every program of the archetype calculus in a folder archetypes/, every key in a folder keys/,
and every base document of props/*/*.cases. Of the cases there they accept and reject what these say. Names every
disagreement; exits 1 on any.

With an argument FILE/CASE, e.g. unknown/label_attach: prints the document of this case.
"""

import json
import math
import pathlib
import re
import sys

from jsonschema import Draft202012Validator, RefResolver

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FILES = sorted((ROOT / "props").glob("*/*.cases"))
DEEPEST = 256
BESIDE = "file:///"  # where the schemas lie, one beside the other


class Unreadable(Exception):
    """What no schema can see: bad syntax, duplicate keys, numbers that are not finite, too deep nesting."""


def read(text):
    def members(pairs):
        keys = [key for key, _ in pairs]
        if len(set(keys)) < len(keys):
            raise Unreadable("duplicate key")
        return dict(pairs)

    def finite(text):
        if not math.isfinite(float(text)):
            raise Unreadable(f"{text} is not finite")
        return float(text)

    try:
        document = json.loads(
            text.decode("utf-8"), object_pairs_hook=members, parse_float=finite, parse_constant=finite)
        json.dumps(document, ensure_ascii=False).encode("utf-8")  # refuses lone surrogates
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    level = [[document]]
    for _ in range(DEEPEST + 1):
        level = [value for above in level for value in (above.values() if isinstance(above, dict) else above)
                 if isinstance(value, (dict, list))]
    if level:
        raise Unreadable("nested too deeply")
    return document


def edited(text, edits):
    """The document with all edits (pointer, JSON text or None); their values go into its text as they are written."""
    document = json.loads(text)
    for number, (pointer, value) in enumerate(edits):
        *way, last = [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
        place = document
        for key in way:
            place = place[int(key) if isinstance(place, list) else key]
        last = int(last) if isinstance(place, list) else last
        if value is None:
            del place[last]
        else:
            place[last] = f"value {number} of this case"
    text = json.dumps(document, ensure_ascii=False) + "\n"
    for number, (_, value) in enumerate(edits):
        if value is not None:
            text = text.replace(f'"value {number} of this case"', value)
    return text


def cases(path):
    """The name, schema verdict and document, in bytes, of each base and case of a file. See README.md."""
    base = ""
    text = re.sub("^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    for paragraph in re.split("\n\n+", text.replace("\n ", " ").strip("\n")):
        head, *lines = paragraph.split("\n")
        name, verdict = ("base", "accepts") if head == "base" else head.removeprefix("case ").split(", schema ")
        literal = "".join(line[2:] + "\n" for line in lines if line.startswith("|"))
        document = literal or base
        edits = []
        for line in lines:
            if line.startswith("replace "):
                document = document.replace(*line.removeprefix("replace ").split(" => ", 1))
            elif line.startswith("remove "):
                edits.append((line.removeprefix("remove "), None))
            elif line.startswith("/"):
                edits.append(line.split(" := ", 1))
        if edits:
            document = edited(document, edits)
        if head == "base":
            base = document
        file = [line.removeprefix("file ") for line in lines if line.startswith("file ")]
        yield name, verdict, (path.parent / file[0]).read_bytes() if file else document.encode("utf-8")


def main():
    sys.setrecursionlimit(100_000)
    if len(sys.argv) > 1:
        file, case = sys.argv[1].split("/")
        sys.stdout.buffer.write({name: document for name, _, document in cases(next(path for path in FILES if path.stem == file))}[case])
        return 0
    schemas = {f"{BESIDE}{kind}.schema.json": read((ROOT / "specs" / f"{kind}.schema.json").read_bytes())
               for kind in ("program", "app", "archetype", "key")}
    validators = {}
    for uri, schema in schemas.items():
        Draft202012Validator.check_schema(schema)
        validators[uri] = Draft202012Validator(schema, resolver=RefResolver(uri, schema, store=schemas))
    wrong = []
    count = {"accepts": 0, "rejects": 0, "unreadable": 0}

    def check(name, document, expected, kind="program"):
        try:
            errors = list(validators[f"{BESIDE}{kind}.schema.json"].iter_errors(read(document)))
            found = "rejects" if errors else "accepts"
            why = "; ".join(f"{error.json_path}: {error.message[:200]}" for error in errors)
        except Unreadable as error:
            found, why = "unreadable", str(error)
        if found == expected:
            count[found] += 1
        else:
            wrong.append(f"{name}: expected {expected}, found {found} {why}".rstrip())

    for folder in ("examples", "props/regressions", "specs/guide"):
        for path in sorted((ROOT / folder).rglob("*.json")):
            kind = {"apps": "app", "archetypes": "archetype", "keys": "key"}.get(path.parent.name, "program")
            check(path.relative_to(ROOT), path.read_bytes(), "accepts", kind)
    for path in FILES:
        names = set()
        for name, verdict, document in cases(path):
            check(f"{path.stem}/{name}", document, verdict, {"apps": "app", "archetype": "archetype"}.get(path.stem, "program"))
            if name in names and name != "base":
                wrong.append(f"{path.stem}/{name}: there are two of this name")
            names.add(name)

    for line in wrong:
        print(line)
    print(f"schema: {count['accepts']} accepted, {count['rejects']} rejected, {count['unreadable']} unreadable "
          f"as expected; {len(wrong)} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
