#!/usr/bin/env python3
"""Every program and every fragment of specs/reference/program-format.md is what the page says.

    format.py BINARY

A block of JSON is a whole program, which does what it expects. One marked `world` has a system s, or a schedule main,
in the place of which the rows of the tables below it are put: a type with a value, a match with its matches, a mutation
or a schedule with the state that it leaves, a term with its value. Keys without braces around them are added to it.
And what the guide quotes of a program stands in one; what its page on C++ quotes is compiled by an example or a test.
"""

import json
import pathlib
import re
import subprocess
import sys

SPECS = pathlib.Path(__file__).resolve().parents[2] / "specs"
PAGE = SPECS / "reference/program-format.md"


def coreecs(program, *arguments):
    return subprocess.run([sys.argv[1], *arguments, "-"], input=json.dumps(program), text=True, encoding="utf-8",
                          timeout=200, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def as_expected(program):
    """What is wrong with the program, or nothing."""
    done = coreecs(program, "test" if "expect" in program else "run")
    return done.stdout if done.returncode else ""


def type_of(value):
    """The type of a term's value, where that is no entity."""
    if isinstance(value, dict):
        return {field: type_of(each) for field, each in value.items()}
    return {bool: "bool", int: "int", float: "real", str: "text", type(None): "unit"}[type(value)]


class Row:
    """A row of a table, in a copy of the world above it."""

    def __init__(self, world, cells):
        self.world = json.loads(json.dumps(world))
        self.cells = cells

    def expect(self, changed, **others):
        """The state after the frame is that before it, but for these entities."""
        final = {entity: has for entity, has in {**self.world["entities"], **changed}.items() if has}
        self.world["expect"] = {"main": {"final": final, **others}}
        return as_expected(self.world)

    def type(self):
        kind, value = self.cells
        return as_expected({"components": {"C": kind}, "schedules": {"main": {"conc": "s"}},
                            "systems": {"s": {"match": [{"incl": {"C": "_"}}], "do": []}},
                            "entities": {"ann": {"C": value}}})

    def match(self):
        match, matches = self.cells
        self.world["systems"]["s"] = {"match": match, "do": []}
        done = coreecs(self.world, "linearizations", "--list", "--limit", "1", "--json")
        found = [each["entities"] for each in json.loads(done.stdout)["orders"][0]["order"]]
        return "" if found == matches else f"found {found}"

    def do(self):
        mutation, changed = self.cells
        self.world["systems"]["s"]["do"] = mutation
        return self.expect(changed)

    def term(self):
        term, value = self.cells
        self.world["components"]["Value"] = "entity" if term == {"entity": value} else type_of(value)
        self.world["systems"]["s"]["do"] = {"attach": ["Value", "e", term]}
        return self.expect({"ann": {**self.world["entities"]["ann"], "Value": value}})

    def schedule(self):
        schedule, linearizations, changed = self.cells
        self.world["schedules"]["main"] = schedule
        return self.expect(changed, linearizations=str(linearizations))


TABLES = {"| of type |": Row.type, "| `match` |": Row.match, "| `do` |": Row.do, "| term | its": Row.term,
          "| schedule |": Row.schedule}


def json_cells(line):
    """The cells that are JSON: in backquotes, or a number."""
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    return [json.loads(cell.strip("`")) for cell in cells if re.fullmatch(r"`.*`|\d+", cell)]


def check(page, count):
    """What is wrong with the page; counts its examples of each kind."""
    world, table, block = {}, None, None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fault = ""
        if block is not None:
            if line != "```":
                block += line
                continue
            program = json.loads(block) if block.startswith("{") else {**world, **json.loads(f"{{{block}}}")}
            world, block = program if is_world else world, None
            count["program"] += 1
            fault = as_expected(program)
        elif line.startswith("```json"):
            block, is_world = "", line == "```json world"
        elif not line.startswith("|"):
            table = None
        elif table is None:
            table = next((test for head, test in TABLES.items() if line.startswith(head)), "prose")
        elif table != "prose" and not line.startswith("|---"):
            count[table.__name__] += 1
            fault = table(Row(world, json_cells(line)))
        if fault:
            yield f"{page.name}:{number}: {line}\n  {fault.strip()}"


def quotations():
    """The blocks of JSON of the guide that stand in none of its programs, and in no app of the examples."""
    files = [*SPECS.glob("guide/programs/*.json"), *SPECS.parent.glob("examples/apps/*.json")]
    programs = "\n".join("".join(path.read_text(encoding="utf-8").split()) for path in files)
    for page in sorted(SPECS.glob("guide/*.md")):
        for block in re.findall(r"^```json\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL):
            if "".join(block.split()) not in programs:
                yield f"{page.name}: no program has\n{block}"


def uncompiled():
    """The C++ and CMake of the page on C++ that stand in no source of the examples, the tests and the package."""
    root = SPECS.parent
    tests = (path for path in root.glob("props/**/*.cpp") if path.parent.name != "refused")
    sources = {"cpp": [*root.glob("examples/**/*.cpp"), *tests],
               "cmake": [root / "props/package/CMakeLists.txt"]}
    page = SPECS / "guide/use-from-cpp.md"
    text = page.read_text(encoding="utf-8")
    for language, files in sources.items():
        compiled = [" ".join(path.read_text(encoding="utf-8").split()) for path in files]
        blocks = re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
        for part in (part for block in blocks for part in block.split("\n\n")):
            if not any(" ".join(part.split()) in source for source in compiled):
                yield f"{page.name}: no source has\n{part}"
        if not blocks:
            yield f"{page.name}: no example of {language}"


def main():
    count = dict.fromkeys(["program", *(test.__name__ for test in TABLES.values())], 0)
    wrong = list(check(PAGE, count))
    wrong += [*quotations(), *uncompiled()]
    wrong += [f"no example of a {kind}" for kind, examples in count.items() if not examples]
    print("\n".join([*wrong, ", ".join(f"{kind}: {examples}" for kind, examples in count.items())]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
