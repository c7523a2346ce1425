#!/usr/bin/env python3
"""Every app and every fragment of specs/reference/app-format.md is one, and each key of the format occurs there.

    apps.py BINARY

A block of JSON that is an object is a whole app, which `coreecs app show` takes. One without braces stands in the world
above it, in the system that its first line names. Each key that specs/app.schema.json has is in some example.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "props" / "pages"))
from formats import keys, refusal

SPECS = ROOT / "specs"
FOREIGN = {"body"}  # whose inside is that of programs


def is_of_programs(inside):
    """Whether the schema of programs alone says what a key is."""
    return set(inside) == {"$ref"} and inside["$ref"].startswith("program.schema.json")


def keys_of(schema):
    """The keys that the schema names, of apps and of what is in them."""
    shapes = [schema, *schema["$defs"].values()]
    while shapes:
        shape = shapes.pop()
        for key, inside in shape.get("properties", {}).items():
            if is_of_programs(inside):
                continue
            yield key
            shapes.append(inside)
        if isinstance(shape.get("items"), dict):
            shapes.append(shape["items"])


def main():
    page = (SPECS / "reference" / "app-format.md").read_text(encoding="utf-8")
    wrong, found, world = [], set(), None
    for head, block in re.findall(r"^```json(.*)\n((?:.*\n)*?)^```", page, flags=re.MULTILINE):
        if block.startswith("{"):
            app = json.loads(block)
            world = app if head == " world" else world
        else:
            app = json.loads(json.dumps(world))
            app["systems"][head.removeprefix(" system ")] = json.loads(f"{{{block}}}")
        keys(app, found, foreign=FOREIGN)
        if fault := refusal(app, "app", "show"):
            wrong.append(f"app-format.md: {block[:200]}\n  {fault.strip()}")
    named = set(keys_of(json.loads((SPECS / "app.schema.json").read_text(encoding="utf-8")))) - {"$schema"}
    wrong += [f"no example of {key}" for key in sorted(named - found)]
    print("\n".join([*wrong, f"{len(named)} keys"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
