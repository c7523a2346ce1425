#!/usr/bin/env python3
"""Every program and every term of specs/reference/archetype-format.md is one, and each key of the format occurs there.

    archetypes.py BINARY

A block of JSON with the head "json do" is what the first system of the program above it does, which the head "world"
names; another one is a whole program, which does what it says it expects. Each key that specs/archetype.schema.json has
is in some example; so is each event.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "props" / "pages"))
from formats import keys, refusal

SPECS = ROOT / "specs"


def keys_of(schema):
    """The keys that the schema names, of programs and of what is in them, but for operations, which programs have too."""
    shapes = [schema, *(shape for name, shape in schema["$defs"].items() if name != "term")]
    while shapes:
        shape = shapes.pop()
        for key, inside in shape.get("properties", {}).items():
            yield key
            shapes.append(inside)
        shapes += [inside for inside in shape.get("anyOf", []) if isinstance(inside, dict)]
        if isinstance(shape.get("items"), dict):
            shapes.append(shape["items"])


def main():
    page = (SPECS / "reference" / "archetype-format.md").read_text(encoding="utf-8")
    wrong, found, world = [], set(), None
    blocks = re.findall(r"^```json(.*)\n((?:.*\n)*?)^```", page, flags=re.MULTILINE)
    for head, block in blocks:
        value = json.loads(block)
        program, command = value, "test"
        if head == " world":
            world = value
        if head == " do":
            program, command = json.loads(json.dumps(world)), "show"
            next(iter(program["systems"].values()))["do"] = value
        keys(value, found)
        if fault := refusal(program, command):
            wrong.append(f"archetype-format.md: {block[:200]}\n  {fault.strip()}")
    schema = json.loads((SPECS / "archetype.schema.json").read_text(encoding="utf-8"))
    named = set(keys_of(schema)) | {"set", "lazy", "now", "if", "and", "or", "text", "entity", "get", "field"}
    wrong += [f"no example of {key}" for key in sorted(named - {"$schema"} - found)]
    print("\n".join([*wrong, f"{len(blocks)} blocks, {len(named)} keys"]))
    return 1 if wrong or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
