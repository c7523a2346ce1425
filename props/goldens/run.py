#!/usr/bin/env python3
"""Run every command on every document of the repository, and compare what it prints with what is kept here.

    run.py BINARY [--write] [COMMAND...]

COMMAND.golden holds what one command prints, to both streams: each run begins with a line `$ ...`, then come its lines,
`[status N]` where that is not 0, and after `[FILE]` what it wrote. Of more than 120 lines the first 60 are kept, and a
digest of all. --write keeps what is printed now: a change of words is then a diff to read. documents.json has the
documents that are no examples; words.golden is about these, and usage.golden is about what is refused.
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
MOST, KEPT = 125, 60
DOCUMENTS = json.loads((HERE / "documents.json").read_text(encoding="utf-8"))


def merged(document, change):
    """RFC 7396."""
    if not isinstance(change, dict):
        return change
    out = dict(document) if isinstance(document, dict) else {}
    for key, value in change.items():
        out[key] = merged(out.get(key), value)
    return {key: value for key, value in out.items() if key not in change or change[key] is not None}


def document(name):
    """One of documents.json, or an example; { "of": NAME, "with": CHANGE } is NAME with this change."""
    made = DOCUMENTS[name] if name in DOCUMENTS else json.loads((ROOT / name).read_text(encoding="utf-8"))
    return merged(document(made["of"]), made["with"]) if isinstance(made, dict) and "of" in made else made


def as_text(made):
    """A text is one as it is; a list is JSON Lines."""
    if isinstance(made, list):
        return "".join(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) + "\n" for line in made)
    return made if isinstance(made, str) else json.dumps(made, ensure_ascii=False, indent=1)


FILES = {name if "." in name else f"{name}.json": as_text(document(name)) for name in DOCUMENTS}


def documents(*patterns):
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]


PROGRAMS = documents("examples/*.json", "specs/guide/programs/*.json", "specs/guide/solutions/*.json",
                     "props/regressions/*.json")
EXERCISES = documents("specs/guide/exercises/*.json")  # only for test: the rest prints much the same of the solutions
APPS = documents("examples/apps/*.json")
ARCHETYPES = documents("examples/archetypes/*.json")


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


def words():
    """What is said of documents and options that the other lines do not show."""
    toy, lost = "examples/toy_physics.json", "examples/toy_physics.json --schedule lost_write"
    races, archetypes = "examples/apps/tower_defense_races.json", "examples/archetypes/toy.json"
    tower, arcade = "examples/apps/tower_defense.json", "examples/apps/arcade.json"
    correlated, renaming = "examples/deviation_d10_correlated.json", "examples/deviation_d10_renaming.json"
    d5, doors = "examples/deviation_d5_two_determinisms.json", "examples/doors_and_keys.json"
    certified = f"check {lost} --frames 1 --certificate out/c.json; "
    search = "fuzz examples/targets.json --schedule lights --cases 20 "
    adapter = "python3 props/oracle/commands/faulty_adapter.py examples/oracle/adapters"
    return [
        f"run {toy} --steps", f"run {toy} --frames 2 --diff",
        f"run {toy} --frames 2 --diff --every 2 --only Vel --by entity",
        f"run {toy} --frames 1 --only Vel", f"run {lost}", f"run {lost} --frames 2",
        "run examples/invariants.json --schedule careless", "run error_of_invariant.json --json",
        "run fails_in_frame_5.json", "run falling.json --set dt=0.25",
        "run examples/last_writer.json --schedule-seed 1 --repeat 200", "run record.json --frames 0",
        "run record.json --frames 0 --json",
        f"run {archetypes} --frames 2 --last", "run archetype_division.json", "run archetype_read.json --json",
        "run archetype_second_sync.json --rules published",
        f"check {lost} --frames 1 --save-replays .; coreecs run changed_toy.json --replay @run-1.replay; "
        "coreecs run changed_toy.json --replay @run-1.replay --anyway; "
        "coreecs run toy_without_e2.json --replay @run-2.replay --anyway; "
        "coreecs run toy_without_e2.json --replay @run-2.replay --anyway --json",
        f"check {lost} --frames 1", f"check {correlated} --frames 2", "check fails_in_frame_5.json",
        f"check --all-schedules --format junit {toy} examples/run_time_errors.json",
        f"check --all-schedules --format sarif {toy} examples/run_time_errors.json",
        "check pairs.json", "check --static pairs.json", "check --static --all-schedules pairs.json --json",
        "check --static --schedule together examples/spawner_and_lifetime.json", "check --suggest adding.json",
        "check --suggest adding_fails.json", "check 25_invocations.json", "check 25_invocations.json --exact",
        *(f"check archetype_{name}.json"
          for name in ("now", "lazy", "lacking", "remove", "threads", "uncalled", "idle")),
        f"{certified}coreecs verify-certificate faster_toy.json out/c.json; "
        f"sed 's/\"leaves\": 3/\"leaves\": 4/' out/c.json > c.json; coreecs verify-certificate {toy} c.json; "
        f"coreecs verify-certificate {toy} c.json --json",
        f"check {doors} --schedule racy --certificate out/c.json; coreecs verify-certificate {toy} out/c.json; "
        f"sed 's/doors and keys/toy physics/' out/c.json > c.json; coreecs verify-certificate {toy} c.json",
        f"check {renaming} --certificate out/c.json; coreecs verify-certificate --limit 0 {renaming} out/c.json",
        f"compare {toy} --with lost_write --frames 1", f"compare {toy} --with main", "compare race.json --with race",
        "compare failing.json --schedule good --with early", "compare failing.json --schedule early --with good",
        "compare failing.json --schedule early --with also", "compare no_counterpart.json --with other",
        "compare props/regressions/one_order_fails.json --with main", f"compare {toy} --with main --fuzz --cases 20",
        f"compare {toy} --with lost_write --frames 1 --fuzz --output out",
        "compare failing.json --schedule good --with early --fuzz --range A=-9:9 --output out",
        "compare failing.json --schedule early --with good --frames 1 --fuzz --range A=0:0 --cases 20 --output out",
        *(f"test {name}.json" for name in ("toy_expecting", "toy_expecting_less", "toy_renamed", "expecting_of_created",
                                           "error_of_invariant", "archetype_other_end")),
        "test --schedule main expecting_of_invariants.json",
        "show falling.json --set dt=0.25", "show pairs.json", "show pairs.json --schedule unsafe", "show record.json",
        "show other_record.json", f"show --rules published {archetypes}",
        f"explain {toy} --frame 2", f"explain {toy} --brief", f"explain {lost} --brief",
        "explain examples/run_time_errors.json --schedule averaging",
        f"graph {lost} --frames 1", f"graph {lost} --frames 1 --format mermaid", f"graph {toy} --frames 0 --format svg",
        f"linearizations {toy} --list", f"linearizations {correlated} --list",
        "linearizations inc_twice.json --sample 1 --seed 1",
        "linearizations 25_invocations.json", "linearizations 25_invocations.json --exact",
        *(f"lint {name}.json" for name in ("tidy", "always", "never", "dangling", "unused_component")),
        "fuzz examples/invariants.json --find invariant --output out", f"fuzz {lost} --output out",
        f"fuzz {toy} --find unsafe --cases 50",
        f"{search}--shard 1/3 --report 1; coreecs {search}--shard 3/3 --report 3; coreecs merge-reports 3 1",
        f"fuzz {lost} --find not-confluent --shard 1/2 --report 1 --output .; coreecs "
        f"fuzz {lost} --find not-confluent --shard 2/2 --report 2 --output .; coreecs merge-reports 2 1",
        "judge cases.jsonl results.jsonl --all --junit out/j.xml", "judge cases.jsonl results.jsonl --json",
        *(f"oracle --cases 200 {options}-- {adapter} '{fault}' 2> o" for fault, options in (
            ("ends", ""), ("is ended", ""), ("sleeps", "--deadline 3 "), ("garbles", ""), ("is illegal", ""),
            ("loses writes", ""), ("adds an entity", ""), ("wrong type", ""), ("finds twice", ""),
            ("finds too little", ""), ("applies at once", ""), ("does not apply at once", ""), ("visits twice", ""),
            ("visits without end", ""), ("tells a wrong order", ""), ("shares its branches", ""), ("only storage", ""),
            ("refuses", "--level storage "))),
        f"oracle --seconds 0 -- {adapter} none",
        f"oracle --level storage --cases 100 -- {adapter} 'fails after a destroy'",
        f"oracle --level storage --cases 30 --keep-going --output s.json --sarif out/s --junit out/j -- {adapter} "
        "'loses writes'; coreecs oracle --replay s.json --level storage --junit out/k -- "
        f"{adapter} 'loses writes'",
        f"oracle --until-covered --level storage -- {adapter} none",
        f"oracle --program specs/guide/programs/signs.json --schedule beside --cases 20 -- {adapter} none",
        *(f"oracle --shard 1/2 --level systems --cases 8 --report 1 -- {adapter} none; coreecs "
          f"oracle --shard 2/2 --level systems --cases 8 --report 2 {seed}-- {adapter} '{fault}' 2> o; "
          "coreecs merge-reports 1 2"
          for seed, fault in (("", "none"), ("", "applies at once"), ("--seed 7 ", "none"))),
        *each(ARCHETYPES, "run FILE --rules published", "check FILE --rules published"),
        *(f"check-trace hands.json trace_{name}.json{form}" for name in (
            "left_out", "before", "end", "impossible", "faults", "observed_and_wrote", "early", "never", "many")
          for form in ("", " --json")),
        f"check-trace {d5} trace_d5.json",
        "app show two_systems.json",
        *(f"app show {arcade} --engine {engine}" for engine in ("specs", "yaks", "unity", "entt")),
        *(f"app check {races} --model {model}" for model in (
            "shared", "static", "dynamic", "stages", "bevy-first", "bevy-second", "yaks", "waves")),
        "app check run_condition.json", "app check run_condition.json --json",
        "app check run_condition.json --format sarif",
        "app core run_condition.json",
        *(f"app check {app}.json{form}" for app in ("checked_before", "cleared", "drawn_late", "revived", "camera_late")
          for form in ("", " --json")),
        *(f"app check {app}.json --stale" for app in ("late_in_one_order", "late_insertion", "echo", "bell", "fails_later")),
        "app check late_in_one_order.json --stale --limit 1", "app check late_in_one_order.json --json --limit 1",
        "app check bell.json --json", "app check echo.json --json", "app check ranged.json", "app check ranged_open.json",
        "app check observed_race.json", "app check observed_race.json --replay o1.0,0,1,2,s",
        "app check observed_race.json --replay o1.1,0,1,2,s", "app check observed_race.json --replay o1.0,0,7",
        "app check ranged.json --replay 0,1,b0,7", "app check ranged.json --replay 0,1,b0",
        "app check ranged.json --replay 0,1,b0,2,s,2,s,s,0",
        "app check checked_before.json --require invariants", "app check checked_before.json --format sarif",
        f"app simulate {tower} --workers 2 --pairs", f"app simulate {arcade} --limit 1", "app simulate no_systems.json",
        f"app simulate {tower} --workers 2 --pairs --scheduler dynamic --gantt out/g.svg --trace out/t.json",
        f"app simulate {arcade} --durations random --undeclared 1..9 --draws 20",
    ]


def usage():
    """What is refused: options, documents of another kind, and files that are ill-formed."""
    toy, archetypes, arcade = "examples/toy_physics.json", "examples/archetypes/toy.json", "examples/apps/arcade.json"
    search = "fuzz examples/targets.json --schedule lights "
    first = search + "--cases 20 --shard 1/2 --report 1 > o; "
    ranges = ("Conut=0:1", "Place.inside.flor=0:1", "Label=0:1", "Count=1.5:2", "Count=3:2", "Count")
    return [
        "", f"frobnicate {toy}", f"chekc {toy}", "help chekc", "help app", "app", "app shw x", "ap show x",
        "run", "run no_such_file.json", "run examples", "run props/refused/whole/too_deep_by_one.json",
        *(f"run {toy} {options}" for options in (
            "--frames -1", "--frames x", "--frames 18446744073709551616", "--frame 3", "--schedule mian", "--by colour",
            "--set dt=1", "--only ,Pos", "--only Pos,,Vel", "--only ''", "--only Pos,Velocity", f"--json {toy}",
            "--threads 2", "--executor threads --threads 0", "--executor threads --threads 1025", "--executor gpu",
            "--visibility shared", "--executor threads --visibility none", "--executor threads --repeat 0", "--repeat 2",
            "--record",
            "--strategy pct", "--schedule-seed 1 --depth 0", "--schedule-seed 1 --strategy dfs",
            "--schedule-seed 1 --executor threads", "--executor threads --visibility shared --record", "--anyway",
            "--trace t", "--executor threads --repeat 2 --trace t", "--executor threads --trace no/folder/t",
            "--max-memory x", "--steps --executor threads")),
        *(f"run falling.json --set {value}" for value in (
            "dt=1 --set g=2 --set dt=3", "td=1", "dt=fast", "dt", "dt=true", "'dt={\"quot\": [1, 0]}'")),
        f"check {toy} --limit x", f"check {toy} --frames 9007199254740993", f"check {toy} --rules published",
        f"check {toy} --certificate no/folder/c", f"check {toy} no_such_file.json --format junit",
        f"check {toy} examples/last_writer.json --schedule no_such_schedule --format junit",
        "check race.json --certificate race.json", f"check {toy} --certificate out/c --save-replays no_such_folder",
        f"check {toy} --certificate c > o; sed '/\"safe_by_rule\"/,$d; /\"certificate\"/d' c > d; "
        f"echo '\"certificate\": 1 }}' >> d; coreecs verify-certificate {toy} d",
        f"compare {toy} --with other", "compare --fuzz --with lost_write --assume slow toy_with_slow.json",
        "compare --fuzz --with lost_write toy_assuming.json", f"shrink {toy} {toy}", f"shrink {toy} -- --json",
        f"graph {toy} -- --json", f"graph {toy} --format png", "explain linearisation",
        "show program_with_key_app.json", "show program_with_key_program.json",
        *(f"{command} '{value}' {toy}" for command, first in (
            ("fuzz --find", "unsafe"), ("shrink --keep", "systems"), ("lint --without", "unused-system"))
          for value in (f",{first}", f"{first},,{first}", "", f"{first},nix")),
        *(f"fuzz {options} examples/every_term.json" for options in (
            "--find unsave", "--shard 3/2", "--shard 0/2", "--cases x", "--seconds nan", "--seconds -1", "--entities 0",
            "--entities 1000001", "--output no_such_folder", "--schedule mian",
            *(f"--range {each}" for each in ranges))),
        "fuzz no_such_file.json", "fuzz", "fuzz --assume slow toy_with_slow.json", "fuzz toy_assuming.json",
        "merge-reports",
        *(f"{first}coreecs {other} --report 2 > o; coreecs merge-reports 1 2" for other in (
            f"{search}--cases 20 --shard 1/2", f"{search}--cases 20 --shard 2/2 --seed 9",
            f"{search}--cases 20 --shard 2/2 --range Power=0:1", f"{search}--cases 30 --shard 2/2",
            "fuzz examples/table2_owned_delete.json --cases 20 --shard 2/2")),
        first + "; ".join(f"sed 's/{change}/' 1 > 2; coreecs merge-reports 2" for change in (
            '"seed": 1/"seed": -1', '"seed"/"sead"', '"shards": .1./"shards": [2, 1]', '"of": 2/"of": 1000000000',
            "unsafe/unsave", '"tried": 10/"tried": "x"',
            '"found": ../"found": [{ "kind": "unsafe", "case": 1, "file": "", "replay": "", '
            '"program": { "name": 3 } }]')),
        "cases examples/invariants.json --schedule main --assume never_negativ",
        "judge wrong_cases.jsonl wrong_results.jsonl", f"judge {toy} /dev/null",
        *(f"judge cases.jsonl results.jsonl --tolerance {number}" for number in ("nan", "1.5", "-1", "1e999", "''")),
        f"judge - - < {toy}", f"check-trace - - < {toy}", f"verify-certificate - - < {toy}",
        *(f"check-trace {toy} trace_{name}.json" for name in (
            "nothing", "ill_formed", "unknown_system", "more_queries", "steps")),
        "oracle", "oracle -- /nowhere/engine",
        *(f"oracle -- python3 props/oracle/commands/faulty_adapter.py examples/oracle/adapters '{fault}'"
          for fault in ("no level", "no types")),
        *(f"{command} {archetypes}" for command in (
            "lint", "explain", "graph", "linearizations", "fuzz", "report -o page.html", "compare --with main")),
        *(f"run {archetypes} {option}" for option in (
            "--by entity", "--schedule main", "--steps", "--set a=1", "--executor threads")),
        "run archetype_typo.json", f"core {toy}",
        f"app show {toy}", "app show no_app.json", "app show app_with_unknown_key.json", "app import undirected.dot",
        "app import --strict undirected.dot", "app import broken.dot", "app import hello.txt",
        "app core no_systems.json", "app simulate --workers 2 two_threads.json", "app simulate long_durations.json",
        *(f"app simulate {options} {arcade}" for options in (
            "--workers 0", "--undeclared 3..1", "--undeclared x", "--seed 3", "--gantt x.svg",
            "--durations random --draws 0", "--scheduler none")),
        *misplaced(),
    ]


def misplaced():
    """Each kind of document where another one is expected."""
    toy = "examples/toy_physics.json"
    made = {  # by the commands before it
        toy: "", "examples/apps/article.json": "", "examples/archetypes/toy.json": "", "examples/apps/arcade.dot": "",
        "c": f"check {toy} --certificate c > o; coreecs ", "t": f"run {toy} --executor threads --trace t > r; coreecs ",
        "r": f"fuzz {toy} --cases 2 --report r > o; coreecs ",
        "cases": "generate --cases 2 --seed 1 > cases; coreecs ",
        "case": "generate --cases 1 --seed 1 > case; coreecs ",
        "token": f"check {toy} --schedule lost_write --frames 1 --save-replays . > o; mv run-1.replay token; coreecs "}
    readers = {"lint": toy, "app check": "examples/apps/article.json", "core": "examples/archetypes/toy.json",
               f"verify-certificate {toy}": "c", f"check-trace {toy}": "t", "merge-reports": "r",
               "app import": "examples/apps/arcade.dot", f"run {toy} --replay @": "token"}
    for file, making in made.items():
        others = (reader for reader, own in readers.items() if own != file)
        yield making + "; coreecs ".join(f"{reader} {file}".replace("@ ", "@") for reader in others)


def marked():
    """Hand-ins that are wrong, and exercises and keys that are."""
    sheep, solution = "specs/guide/exercises/4-sheep.json", "specs/guide/solutions/4-sheep.json"
    key = "--key specs/guide/keys/4-sheep.json"
    answers = (f"{solution} answer_in_turn.json answer_at_once.json answer_mistyped.json sorry.json answer_beside.json "
               f"answer_like_that.json no_such_file.json {key}")
    return [
        *(f"mark {sheep} {answers} {option}".strip() for option in ("", "--csv", "--json", "--seconds 0")),
        f"mark {sheep} {solution}", f"mark examples/toy_physics.json {solution}", f"mark {sheep} {solution} --key {sheep}",
        f"mark {sheep} {solution} --key specs/guide/keys/8-lost.json", f"mark {sheep} {solution} --seed ann",
        f"mark {sheep} {solution} --seed ann --seed-by-name {key}", f"mark {sheep}", f"variant {sheep} --seed ann",
        *(f"variant {sheep} --seed ann --key {name}.json" for name in (
            "key_without_names", "key_of_other_order", "key_of_one_word", "key_of_a_clash")),
        "run specs/guide/keys/4-sheep.json"]


def described(binary):
    return json.loads(subprocess.run([binary, "describe", "json"], check=True, capture_output=True).stdout)


def lines(binary):
    """The lines of each file of goldens. Those of one line share a folder; what they leave in out/ is kept, but for
    traces, which say what time it was."""
    commands = [command["command"] for command in described(binary)]
    return {
        "help": ["--help", *(f"help {command}" for command in commands), "describe json", "describe man"],
        "schema": ["schema", "schema --app", "schema --calculus archetype", "schema --key"],
        "run": each(PROGRAMS, "run MAIN --frames 2", "run MAIN --frames 2 --json", "run MAIN --by entity --diff",
                    "run MAIN --steps --ascii", "run MAIN --schedule-seed 3 --json --save-replays out",
                    "run MAIN --executor threads --threads 1 --visibility shared --trace out/trace; "
                    "coreecs check-trace MAIN out/trace; coreecs check-trace MAIN out/trace --json") +
        each(ARCHETYPES, "run FILE --frames 2", "run FILE --frames 2 --json"),
        "check": each(PROGRAMS, "check MAIN", "check MAIN --json", "check MAIN --any-match-order",
                      "check FILE --all-schedules --require deterministic",
                      "check FILE --all-schedules --json --frames 3",
                      "check FILE --static --all-schedules", "check FILE --static --all-schedules --json",
                      "check MAIN --any-match-order --json", "check FILE --suggest --all-schedules",
                      "check MAIN --visibility shared", "check MAIN --visibility shared --json",
                      "check FILE --exact --all-schedules", "check FILE --format junit",
                      "check FILE --format sarif --all-schedules") +
        each(ARCHETYPES, "check FILE", "check FILE --json"),
        "prove": each(PROGRAMS, "prove MAIN --cases 0") +
        each(documents("examples/prove/*.json"), "prove FILE", "prove FILE --json") +
        each(documents("examples/deviation_d*.json"), "prove MAIN --cases 0 --require confluent",
             "prove MAIN --cases 0 --require no_lost_updates --json", "prove MAIN --cases 0 --require shared_visibility") +
        ["prove examples/prove/score.json --exchange collect,reward",
         "prove examples/prove/score.json --exchange collect,reward --json",
         "prove examples/prove/score.json --exchange reward,cap --json -o out/c.json",
         "prove specs/guide/programs/raid.json --exchange bite,heal",
         "prove specs/guide/programs/raid.json --exchange move,bury",
         "prove specs/guide/programs/raid.json --exchange hits,main --limit 1 --cases 0",
         "prove examples/prove/one_clock.json --schedule strike",
         "prove examples/prove/one_clock.json --schedule strike --assume one_clock --json -o out/c.json"],
        "certificate": each(PROGRAMS, "check MAIN --certificate out/c.json --save-replays out; "
                            "coreecs verify-certificate FILE out/c.json; "
                            "coreecs verify-certificate FILE out/c.json --json"),
        "compare": list(compared()),
        "test": each(PROGRAMS + EXERCISES + ARCHETYPES, "test FILE"),
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
        [f"generate --cases 1 --seed 2 --shape {shape}" for shape in ("wide", "deep", "structural", "contended", "many", "churn")] +
        ["generate --cases 2 --shape many --components 6 --terms 3 --entities 4 --frames 3", "generate --dimensions --cases 70"],
        "oracle": [f"oracle --cases 10 --seed 1 --level {level} --report out/o.json {form}-- "
                   "python3 examples/oracle/adapters/adapter.py; coreecs merge-reports out/o.json"
                   for level in ("storage", "queries", "systems", "schedules") for form in ("", "--json ")] +
        [f"cases specs/guide/programs/signs.json --schedule {schedule} --count 5 --seed 1 > c; "
         "python3 examples/oracle/native/signs.py < c > r; coreecs judge c r --json --junit out/j.xml; "
         "coreecs judge c r --all" for schedule in ("then", "beside")],
        "mark": [line for exercise in EXERCISES for name in [exercise.rsplit("/", 1)[1]] for line in (
            f"mark {exercise} specs/guide/solutions/{name} {exercise} --key specs/guide/keys/{name}",
            f"variant {exercise} --key specs/guide/keys/{name} --seed ann")] + marked() + ["handout"],
        "core": each(ARCHETYPES, "core FILE", "core FILE --events direct", "core FILE --events proved"),
        "app": [f"app import {dump}" for dump in documents("examples/apps/*.dot", "examples/imports/*")] +
        [f"app import examples/imports/bevy_remote.jsonrpc --output pond.json 2> w; coreecs app check-trace pond.json "
         f"examples/imports/bevy.trace{form}" for form in ("", " --json")] +
        each(APPS, "app show FILE", "app show FILE --json", "app show FILE --engine bevy",
             "app show FILE --engine flecs",
             "app check FILE", "app check FILE --json", "app check FILE --all --require on-every-state",
             "app check FILE --model flecs", "app check FILE --format sarif", "app simulate FILE",
             "app simulate FILE --json",
             "app simulate FILE --gantt --durations random --seed 1 --draws 20", "app core FILE") +
        each(PROGRAMS, "app from MAIN", "app from MAIN --engine bevy"),
        "documents": [f"check errors.json --schedule {name}" for name in document("errors")["schedules"]] +
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
        [f"app import {text} --from {text.rpartition('.')[2]} --output out/app.json" for text in FILES
         if text.endswith((".bevy-dot", ".bevy-ambiguities", ".bevy-remote", ".csv", ".flecs"))] +
        [f"core gone_{what}.json" for what in ("read", "written", "event", "type")] +
        ["app import $(printf 'system\\nA\\377' > text; echo text) --from csv",
         "app import $(printf 'digraph { {%s} -> {%s} }' \"$(seq 1001)\" \"$(seq 2001 3000)\" > text; echo text) "
         "--from bevy-dot",
         "app simulate examples/apps/article.json --scheduler stages --pairs",
         "app simulate examples/apps/tower_defense.json --scheduler bevy-first --gantt out/gantt.svg",
         "app simulate examples/apps/tower_defense.json --scheduler flecs --pairs"],
        "words": words(),
        "usage": usage(),
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
        (folder / "python3").symlink_to(sys.executable)  # adapters start often; a launcher of versions takes longer
        for name in FILES:
            if name in line:
                (folder / name).write_text(FILES[name], encoding="utf-8")
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
