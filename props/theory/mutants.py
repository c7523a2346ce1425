#!/usr/bin/env python3
"""Does the comparison with the theory notice the mutants of semantics (props/mutants/semantics.mutants)?

    mutants.py ORACLE COREECS ARCHIVES [--cases N] [--seed N] [NAME...]

Compiles semantics and semantics_answers.cpp apart, and each broken file again; links them with the archives of interp in
the folder ARCHIVES (build/release/interp); compares what the broken semantics answers with the oracle: on the examples
and regressions, and on N random programs of each shape. Prints which mutants are not noticed, and how many are. Left out
are mutants that no answer is about: of result types, of Corollaries 4.8 and 4.9, of the map that states are made of, and
of the archetype calculus.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import compare

sys.path.insert(0, str(compare.ROOT / "props/mutants"))
import run as mutants  # noqa: E402

ROOT = compare.ROOT
SHAPES = ("small", "structural", "contended")
COMPILE = ["g++", "-std=c++20", "-O0", "-w"]


def compiled(source, to, first=None):
    subprocess.run([*COMPILE, *(["-I", str(first)] if first else []), "-I", str(ROOT), "-c", str(source), "-o", str(to)],
                   check=True, capture_output=True)


def linked(objects, archives, to):
    subprocess.run(["g++", *map(str, objects), "-Wl,--start-group", *map(str, archives), "-Wl,--end-group", "-lfmt", "-lpthread",
                    "-o", str(to)], check=True, capture_output=True)


def differs(theirs, ours):
    if "error" in theirs or "error" in ours:
        return theirs.get("error") != ours.get("error")
    for key in theirs:
        a, b = compare.normal(theirs[key]), compare.normal(ours.get(key))
        if key == "orders" and a and b:
            a, b = sorted(map(json.dumps, a)), sorted(map(json.dumps, b))
        if a is not None and b is not None and a != b:
            return key
    return None


def noticed(binary, text, theirs):
    """By which answer to which case, or how the broken program fails; None if it is not noticed."""
    try:
        out = subprocess.run([str(binary)], input=text, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "it takes too long"
    lines = out.stdout.splitlines()
    for number, (a, b) in enumerate(zip(theirs, lines)):
        try:
            if what := differs(a, json.loads(b)):
                return f"case {number}, {what}"
        except ValueError:
            return f"case {number}, no answer"
    return None if len(lines) == len(theirs) else f"case {len(lines)}, a crash"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("oracle")
    parser.add_argument("coreecs")
    parser.add_argument("archives", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cases", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_intermixed_args()
    files = sorted(str(path) for folder in ("examples", "props/regressions") for path in (ROOT / folder).glob("*.json"))
    cases = compare.programs(files, arguments.coreecs, SHAPES, arguments.cases, arguments.seed)
    theirs = compare.lines([arguments.oracle, "answer"], cases)
    kept = [(c, a) for c, a in zip(cases, theirs) if "left_out" not in a and ("error" in a or a.get("orders"))]
    cases, theirs = [c for c, _ in kept], [a for _, a in kept]
    text = "".join(json.dumps(c) + "\n" for c in cases)
    all_mutants, failures = mutants.all_mutants(mutants.ledger())
    wanted = [m for m in all_mutants.values() if m.source.startswith("semantics/") and not m.breaks.startswith("[result/") and
              not re.search("archetype|corollaries|partial_map", m.source) and (not arguments.names or m.name in arguments.names)]
    archives = [arguments.archives / f"libcoreecs_{name}.a" for name in ("format", "program", "notation", "fast", "base")]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        objects = {}
        for source in [*sorted((ROOT / "semantics").glob("*.cpp")), *sorted((ROOT / "semantics/base").glob("*.cpp")),
                       ROOT / "props/theory/semantics_answers.cpp"]:
            name = str(source.relative_to(ROOT))
            objects[name] = folder / (name.replace("/", "_") + ".o")
            compiled(source, objects[name])
        linked(objects.values(), archives, folder / "answers")
        if why := noticed(folder / "answers", text, theirs):
            sys.exit(f"semantics as it is differs from the theory: {why}: {cases[int(why.split()[1].strip(','))]['id']}")
        print(f"{len(cases)} programs, {len(wanted)} mutants", flush=True)
        for mutant in wanted:
            overlay = folder / "overlay"
            broken = overlay / mutant.source
            broken.parent.mkdir(parents=True, exist_ok=True)
            broken.write_text(mutant.broken())
            try:
                changed = dict(objects)
                for source in mutant.compiled:
                    if not source.startswith("semantics/"):
                        continue
                    changed[source] = folder / "broken.o"
                    compiled(broken if source == mutant.source else ROOT / source, folder / "broken.o", overlay)
                linked(changed.values(), archives, folder / "broken")
                why = noticed(folder / "broken", text, theirs)
            except subprocess.CalledProcessError as error:
                why = f"it does not build: {error.stderr.decode()[:200]}"
            broken.unlink()
            missed += why is None
            print(f"{'noticed' if why else 'MISSED '}  {mutant.name} {mutant.breaks}{': ' + why if why else ''}", flush=True)
    print(f"{len(wanted) - missed} of {len(wanted)} mutants are noticed")


if __name__ == "__main__":
    main()
