#!/usr/bin/env python3
"""Check specs/program.schema.json against the programs of this repository.

The schema itself is valid; it accepts every program under examples/ and props/regressions/; of the damaged programs
under props/damaged/ it accepts and rejects what their .expect files say. Names every disagreement; exits 1 on any.
"""

import json
import math
import pathlib
import sys

from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEEPEST = 256


class Unreadable(Exception):
    """What no schema can see: bad syntax, duplicate keys, numbers that are not finite, too deep nesting."""


def read(path):
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
        text = path.read_bytes().decode("utf-8")
        document = json.loads(text, object_pairs_hook=members, parse_float=finite, parse_constant=finite)
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


def main():
    sys.setrecursionlimit(100_000)
    schema = read(ROOT / "specs" / "program.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    wrong = []
    count = {"accepts": 0, "rejects": 0, "unreadable": 0}

    def check(path, expected):
        try:
            errors = list(validator.iter_errors(read(path)))
            found = "rejects" if errors else "accepts"
            why = "; ".join(f"{error.json_path}: {error.message[:200]}" for error in errors)
        except Unreadable as error:
            found, why = "unreadable", str(error)
        if found == expected:
            count[found] += 1
        else:
            wrong.append(f"{path.relative_to(ROOT)}: expected {expected}, found {found} {why}".rstrip())

    for folder in ("examples", "props/regressions"):
        for path in sorted((ROOT / folder).glob("*.json")):
            check(path, "accepts")
    damaged = ROOT / "props" / "damaged"
    for path in sorted(damaged.glob("*.json")):
        expect = path.with_suffix(".expect")
        verdict, *problems = expect.read_text("utf-8").splitlines() if expect.exists() else [""]
        if not problems or any("\t" not in problem for problem in problems):
            wrong.append(f"{expect.relative_to(ROOT)}: expected a verdict and one line a problem, each with a TAB")
        check(path, verdict.removeprefix("schema: "))
    for path in sorted(damaged.glob("*.expect")):
        if not path.with_suffix(".json").exists():
            wrong.append(f"{path.relative_to(ROOT)}: there is no such program")

    for line in wrong:
        print(line)
    print(f"schema: {count['accepts']} accepted, {count['rejects']} rejected, {count['unreadable']} unreadable as expected; "
          f"{len(wrong)} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
