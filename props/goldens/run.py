#!/usr/bin/env python3
"""Run every command on every document of the repository, and compare what it prints with what is kept here.

    run.py BINARY [--write] [COMMAND...]

COMMAND.golden holds what one command prints, to both streams: each run begins with a line `$ ...`, then come its lines,
`[status N]` where that is not 0, and after `[FILE]` what it wrote. Of more than 120 lines the first 60 are kept, and a
digest of all. --write keeps what is printed now: a change of words is then a diff to read.

The files documents*.json hold what examples have no need of: programs, each in NAME.json while the commands that name
it run, and texts, which are in NAME.
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MOST, KEPT = 120, 60


def documents(*patterns):
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]


PROGRAMS = documents("examples/*.json", "specs/guide/programs/*.json", "specs/guide/exercises/*.json",
                     "specs/guide/solutions/*.json", "props/regressions/*.json")
APPS = documents("examples/apps/*.json")
ARCHETYPES = documents("examples/archetypes/*.json")
DOCUMENTS = {name if isinstance(document, str) else f"{name}.json": document
             for file in sorted(HERE.glob("documents*.json"))
             for name, document in json.loads(file.read_text(encoding="utf-8")).items()}
TEXTS = [name for name, document in DOCUMENTS.items() if isinstance(document, str)]


def schedules(program):
    return list(json.loads((ROOT / program).read_text(encoding="utf-8")).get("schedules", {}))


def main_of(program):
    """The arguments that name a program, and its first schedule where none is named main."""
    names = schedules(program)
    return program if "main" in names or len(names) < 2 else f"{program} --schedule {names[0]}"


def each(files, *lines):
    """Every line of every file: FILE is its name, MAIN its name and a schedule of it."""
    return [line.replace("FILE", file).replace("MAIN", main_of(file)) for file in files for line in lines]


def compared():
    for program in PROGRAMS:
        for other in schedules(program)[1:3]:
            for option in ("", " --json", " --fuzz --cases 5 --seed 1"):
                yield f"compare {program} --schedule {schedules(program)[0]} --with {other}{option}"


def described(binary):
    return json.loads(subprocess.run([binary, "describe", "json"], check=True, capture_output=True).stdout)


def lines(binary):
    """The lines of each file of goldens. Those of one line share a folder; what they leave in out/ is kept, but for
    traces, which say what time it was."""
    commands = [command["command"] for command in described(binary)]
    return {
        "help": ["--help", *(f"help {command}" for command in commands), "describe json", "describe man"],
        "schema": ["schema", "schema --app", "schema --calculus archetype"],
        "run": each(PROGRAMS, "run MAIN --frames 2", "run MAIN --frames 2 --json", "run MAIN --by entity --diff",
                    "run MAIN --steps --ascii", "run MAIN --schedule-seed 3 --json --save-replays out",
                    "run MAIN --executor threads --threads 1 --visibility shared --trace out/trace; "
                    "coreecs check-trace MAIN out/trace; coreecs check-trace MAIN out/trace --json") +
        each(ARCHETYPES, "run FILE --frames 2", "run FILE --frames 2 --json"),
        "check": each(PROGRAMS, "check MAIN", "check MAIN --json", "check MAIN --any-match-order",
                      "check FILE --all-schedules --require deterministic", "check FILE --all-schedules --json --frames 3",
                      "check FILE --static --all-schedules", "check FILE --static --all-schedules --json",
                      "check MAIN --any-match-order --json", "check FILE --suggest --all-schedules",
                      "check MAIN --visibility shared", "check MAIN --visibility shared --json",
                      "check FILE --exact --all-schedules", "check FILE --format junit", "check FILE --format sarif --all-schedules") +
        each(ARCHETYPES, "check FILE", "check FILE --json"),
        "certificate": each(PROGRAMS, "check MAIN --certificate out/c.json --save-replays out; "
                            "coreecs verify-certificate FILE out/c.json; coreecs verify-certificate FILE out/c.json --json"),
        "compare": list(compared()),
        "test": each(PROGRAMS + ARCHETYPES, "test FILE"),
        "show": each(PROGRAMS + ARCHETYPES, "show FILE") + each(PROGRAMS, "show FILE --ascii"),
        "graph": each(PROGRAMS, *(f"graph MAIN --of {what} --format {form}" for what, form in (
            ("order", "dot"), ("order", "svg"), ("order", "mermaid"), ("schedule", "dot"), ("schedule", "mermaid"),
            ("systems", "dot"), ("systems", "svg")))),
        "explain": each(PROGRAMS, "explain MAIN", "explain MAIN --json", "explain MAIN --brief --frame 2") +
        [f"explain {word}" for word in ("roll", "race", "4.7", "4.8", "system/conc", "D1", "D5", "⇓", "≤")],
        "report": each(PROGRAMS, "report MAIN --frames 2 -o out/page.html"),
        "lint": each(PROGRAMS, "lint FILE", "lint FILE --format json", "lint FILE --format sarif"),
        "linearizations": each(PROGRAMS, "linearizations MAIN", "linearizations MAIN --list --limit 20 --json",
                               "linearizations MAIN --sample 2 --seed 1 --save-replays out"),
        "fuzz": each(PROGRAMS, "fuzz MAIN --cases 10 --seed 1 --report out/f.json; "
                     "coreecs merge-reports out/f.json; coreecs merge-reports out/f.json --json",
                     "fuzz MAIN --cases 10 --seed 2 --find error --json"),
        "shrink": each(PROGRAMS, "shrink MAIN"),
        "cases": each(PROGRAMS, "cases MAIN --count 2 --seed 1") +
        ["generate --cases 3 --seed 1"] +
        [f"generate --cases 1 --seed 2 --shape {shape}" for shape in ("wide", "deep", "structural", "contended")],
        "oracle": [f"oracle --cases 10 --seed 1 --level {level} --report out/o.json {form}-- "
                   "python3 examples/oracle/adapters/adapter.py; coreecs merge-reports out/o.json"
                   for level in ("storage", "queries", "systems", "schedules") for form in ("", "--json ")] +
        [f"cases specs/guide/programs/signs.json --schedule {schedule} --count 5 --seed 1 > c; "
         "python3 examples/oracle/native/signs.py < c > r; coreecs judge c r --json --junit out/j.xml; "
         "coreecs judge c r --all" for schedule in ("then", "beside")],
        "core": each(ARCHETYPES, "core FILE", "core FILE --events direct", "core FILE --events proved"),
        "app": [f"app import {dump}" for dump in documents("examples/apps/*.dot")] +
        each(APPS, "app show FILE", "app show FILE --json", "app show FILE --engine bevy", "app show FILE --engine flecs",
             "app check FILE", "app check FILE --json", "app check FILE --all --require on-every-state",
             "app check FILE --model flecs", "app check FILE --format sarif", "app simulate FILE", "app simulate FILE --json",
             "app simulate FILE --gantt --durations random --seed 1 --draws 20", "app core FILE") +
        each(PROGRAMS, "app from MAIN", "app from MAIN --engine bevy"),
        "documents": [f"check errors.json --schedule {name}" for name in DOCUMENTS["errors.json"]["schedules"]] +
        [f"explain paper_physics.json --schedule {schedule}" for schedule in ("a", "b --brief", "figure10")] +
        ["explain examples/toy_physics.json --schedule lost_write --frame 2 --brief",
         "check examples/toy_physics.json --schedule lost_write --frames 1",
         "shrink examples/toy_physics.json --schedule lost_write --frames 1 --output out/small.json",
         "shrink examples/run_time_errors.json --schedule averaging",
         "check crowd.json", "check many_walk.json", "check one_fails.json",
         "check match_order_of_200.json --any-match-order",
         "check shared_undecided.json --visibility shared --limit 10",
         "run measured.json", "run measured.json --schedule off",
         "graph large.json --of order --format dot", "graph large.json --of schedule --format dot",
         "test archetype_otherwise.json", "run archetype_stuck.json", "check archetype_stuck.json",
         "run archetype_event_stuck.json --rules published"] +
        [f"run {program} --replay r1.CVXv4oeoPtFEQECBBaod0wA" for program in (
            "examples/toy_physics.json", "examples/toy_physics.json --frames 2",
            "examples/toy_physics.json --schedule main", "toy_other_start.json", "toy_other_systems.json",
            "toy_without_lost_write.json")] +
        [f"run examples/toy_physics.json --replay {token}"
         for token in ("lost_write", "r2.ABCDEFGH", "r1.", "r1.AAAAAA", "@none")] +
        [f"app import {text} --from {text.rpartition('.')[2]} --output out/app.json" for text in TEXTS] +
        [f"core gone_{what}.json" for what in ("read", "written", "event", "type")] +
        ["app import $(printf 'system\\nA\\377' > text; echo text) --from csv",
         "app import $(printf 'digraph { {%s} -> {%s} }' \"$(seq 1001)\" \"$(seq 2001 3000)\" > text; echo text) "
         "--from bevy-dot",
         "app simulate examples/apps/article.json --scheduler stages --pairs",
         "app simulate examples/apps/tower_defense.json --scheduler bevy-first --gantt out/gantt.svg",
         "app simulate examples/apps/tower_defense.json --scheduler flecs --pairs"],
    }


def shortened(text):
    rows = text.splitlines()
    if len(text) < 20_000 and len(rows) <= MOST:
        return rows
    digest = hashlib.sha256(text.encode()).hexdigest()
    rows = [row if len(row) <= 500 else row[:500] + "..." for row in rows[:KEPT]]
    return [*rows, f"[{len(text.encode())} bytes, sha256 {digest}]"]


def printed(binary, line):
    """What a line of commands prints and leaves, as lines."""
    rows = [f"$ coreecs {line}"]
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        (folder / "out").mkdir()
        for name in ("examples", "props", "specs"):
            (folder / name).symlink_to(ROOT / name)
        (folder / "coreecs").symlink_to(binary)
        for name, document in DOCUMENTS.items():
            if name in line:
                text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
                (folder / name).write_text(text, encoding="utf-8")
        done = subprocess.run(["sh", "-c", f"coreecs {line}"], cwd=folder, timeout=300, stdin=subprocess.DEVNULL,
                              env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        rows += shortened(done.stdout.decode("utf-8"))
        if done.returncode:
            rows.append(f"[status {done.returncode}]")
        for file in sorted((folder / "out").iterdir()):
            if file.name != "trace":
                rows += [f"[{file.name}]", *shortened(file.read_text(encoding="utf-8"))]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("commands", nargs="*", metavar="COMMAND")
    arguments = parser.parse_intermixed_args()
    binary = str(arguments.binary.resolve())
    table = lines(binary)
    unknown = [name for name in arguments.commands if name not in table]
    if unknown:
        parser.error(f"no goldens of {', '.join(unknown)}; there are {', '.join(table)}")
    count, differ = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in arguments.commands or table:
            golden = HERE / f"{name}.golden"
            runs = list(pool.map(lambda line: printed(binary, line), table[name]))
            count += len(runs)
            now = "".join(row + "\n" for rows in runs for row in rows)
            before = golden.read_text(encoding="utf-8") if golden.exists() else ""
            differ += now != before
            if arguments.write:
                golden.write_text(now, encoding="utf-8")
            elif now != before:
                sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), now.splitlines(True), str(golden),
                                                           "what is printed now", n=2))
    if arguments.write:
        print(f"{count} runs, {differ} files written")
        return 0
    print(f"{count} runs, {differ} files differ" + ("; if they are right: ./dev bless" if differ else ""))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
