#!/usr/bin/env python3
"""Mutation testing: break the code in one place at a time, and see whether a test notices.

CONTRIBUTING.md says how to add a mutant. The files of this folder:

    semantics, semantics_archetype    a bug in a clause of a judgement
    fast                              a bug in what computes the definitions fast
    run                               an executor that goes wrong
    decide                            a wrong verdict
    prove                             a wrong proof, or none where there is one
    verify                            a certificate that should be refused
    record                            a wrong certificate, token or trace
    triage                            a wrong alarm, or one that is missing
    oracle                            an oracle that misses what engines do
    import                            an app that an engine's output does not tell
    classroom                         a wrong mark, or a variant that is another exercise
    engines                           a bug of an engine in examples/oracle/engines, for the oracle to find

Their format:

    # SOURCE

    NAME [RULE]: HOW
    - CODE THAT GOES
    + CODE THAT COMES INSTEAD

* `# SOURCE`, a path from the root, stands above the mutants of that source. For a header, a run compiles all sources
  that include it. `# HEADER in SOURCE...` compiles these only: name the sources that use what is broken, if few do.
* A mutant is a paragraph. It breaks a rule of the ledger, specs/reference/rules.md; or, without brackets, a deviation
  (D3), a section of the program format (program format §4), or a page (specs/reference/files.md).
* Code is part of a line, a line, or several lines. The code that goes must occur exactly once in the source. Line
  breaks, indentation and other space do not count.
* Without +, the code only goes. To insert code, remove its neighbour with - and add it again with +. For several
  changes write several pairs; a bare + ends a pair that only removes code.

A run compiles the broken file apart and links it with build/release. With --own, only the tests in the ledger's row
judge a mutant of a rule; if they do not notice it, the run names another test that does. Exits 1 if a mutant survives
a seed, 2 if one does not apply or build, or if the unchanged code fails.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "release"
WORK = ROOT / "build" / "mutants"


class Failure(Exception):
    """What stops a mutant, or everything, before a test could judge it."""


def execute(what, command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failure("\n".join([what, *(done.stdout + done.stderr).splitlines()[-30:]]))
    return done.stdout


def all_tests():
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "props").rglob("*.cpp"))


def ledger():
    """The rules of specs/reference/rules.md, each with the files of tests that its row names."""
    rows, column = {}, None
    for line in (ROOT / "specs/reference/rules.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if "rule" in cells and "properties" in cells:
            column = cells.index("properties")
        elif rules := re.findall(r"\[[a-z/-]+\]", cells[1] if line.startswith("| [") and column else ""):
            named = set(re.findall(r"`([^`]+\.cpp)`", cells[column]))
            found = [file for file in all_tests() if os.path.basename(file) in named]
            if not named or set(map(os.path.basename, found)) != named:
                names = ", ".join(sorted(named))
                raise Failure(f"specs/reference/rules.md: the tests of {' '.join(rules)} are not all there: {names}")
            rows |= dict.fromkeys(rules, found)
    return rows


def pattern(code):
    """What finds this code, wherever its lines break and however they are indented."""
    words = re.findall(r"\w+|[^\w\s]", code)
    return r"\s*".join(rf"\b{word}\b" if re.match(r"\w", word) else re.escape(word) for word in words)


class Mutant:
    """A paragraph: `name [rule]: how`, then code that goes (-) and the code that comes instead (+)."""

    def __init__(self, source, compiled, paragraph, rows):
        head, _, body = paragraph.partition("\n")
        matched = re.fullmatch(r"(\w+) (\[[a-z/-]+\]|D\d+|program format §\d+|specs/[\w/-]+\.md): .+", head)
        if not matched:
            raise Failure(f"'{head}' is not 'name [rule]: how'")
        self.source, self.compiled, self.name, self.breaks = source, compiled, matched[1], matched[2]
        edits = re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", body, re.MULTILINE)
        if not edits or "".join(old + new for old, new in edits) != body:
            raise Failure(f"{self.name}: what follows its first line is not lines with - and then lines with +")
        if self.breaks[0] == "[" and self.breaks not in rows:
            raise Failure(f"{self.name}: {self.breaks} is not in specs/reference/rules.md")
        self.own_tests = rows.get(self.breaks, [])
        self.edits = [[re.sub("^. ?", "", code, flags=re.MULTILINE).strip() for code in edit] for edit in edits]

    def broken(self):
        """The text of the source with the mutant in it."""
        text = (ROOT / self.source).read_text(encoding="utf-8")
        for old, new in self.edits:
            places = list(re.finditer(pattern(old), text))
            if len(places) != 1:
                raise Failure(f"{self.name}: this occurs {len(places)} times in {self.source}, not once:\n{old}")
            text = text[:places[0].start()] + new + text[places[0].end():]
        return text


def all_mutants(rows):
    """By name, in the order of the files; and what is wrong with the others."""
    mutants, failures = {}, []
    for path in sorted(HERE.glob("*.mutants")):
        stray, *parts = re.split("^# ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        if stray.strip():
            failures.append(f"{path.name} does not begin with '# SOURCE'")
        for part in parts:
            head, *paragraphs = re.split(r"\n\n+", part.strip("\n"))
            source, _, users = head.partition(" in ")
            compiled = users.split() or [source]
            if missing := [file for file in (source, *compiled) if not (ROOT / file).is_file()]:
                failures.append(f"{path.name}: there is no {missing[0]}")
                continue
            for paragraph in paragraphs:
                try:
                    mutant = Mutant(source, compiled, paragraph + "\n", rows)
                    mutant.broken()
                    if mutant.name in mutants:
                        raise Failure(f"{mutant.name}: {mutants[mutant.name].source} has one of this name, too")
                    mutants[mutant.name] = mutant
                except Failure as failure:
                    failures.append(f"{path.name}: {failure}")
    return mutants, failures


class Release:
    """build/release, brought up to date, and how its files are made."""

    def __init__(self):
        if not (BUILD / "build.ninja").exists():
            execute("build/release cannot be configured", ["cmake", "--preset", "release"], cwd=ROOT)
        execute("the code as it is does not build", ["cmake", "--build", BUILD, "--target", "coreecs_props"])
        self.compilations, self.archives, self.links = {}, {}, {}
        for line in self.ninja("commands", "coreecs_props"):
            for words in map(shlex.split, line.split(" && ")):
                if "-c" in words:
                    self.compilations[words[words.index("-o") + 1]] = words
                elif "-o" in words:
                    self.links[words[words.index("-o") + 1]] = words
                elif "qc" in words:
                    _, _, archive, *self.archives[archive] = words

    def ninja(self, *what):
        return execute(f"ninja -t {what[0]} fails", ["ninja", "-C", BUILD, "-t", *what]).splitlines()

    def objects(self, source):
        """Those that are made of this source, of several with it, or of one that includes it."""
        found, last = [], None
        for line in self.ninja("deps"):
            if not line.startswith(" "):
                last = line.partition(":")[0]
            elif os.path.normpath(BUILD / line.strip()) == str(ROOT / source) and last in self.compilations:
                found.append(last)
        return found

    @staticmethod
    def with_broken(words, mutant, broken):
        """What is compiled instead: the broken file, or one that includes it and all that it was compiled with."""
        compiled = pathlib.Path(words[words.index("-c") + 1])
        if compiled == ROOT / mutant.source:
            return broken
        together = broken.with_suffix(".unity.cpp")
        text = compiled.read_text(encoding="utf-8").replace(f'"{ROOT / mutant.source}"', f'"{broken}"')
        together.write_text(text, encoding="utf-8")
        return together

    def make(self, mutant, folder):
        """Compiles what the mutant breaks, and links the test program and the command line into the folder."""
        broken = folder / mutant.source
        broken.parent.mkdir(parents=True)
        broken.write_text(mutant.broken(), encoding="utf-8")
        objects = [built for source in mutant.compiled for built in self.objects(source)]
        for built in objects:
            words = [word for word in self.compilations[built] if not word.startswith("-O")] + ["-O0"]  # soonest done
            (folder / built).parent.mkdir(parents=True, exist_ok=True)
            for option in ("-o", "-MF"):
                words[words.index(option) + 1] = str(folder / words[words.index(option) + 1])
            if broken.suffix == ".cpp":
                words[words.index("-c") + 1] = str(self.with_broken(words, mutant, broken))
            first = next(i for i, word in enumerate(words) if word.startswith("-I"))
            execute(f"{mutant.name}: does not build", [*words[:first], f"-I{folder}", *words[first:], "-w"], cwd=BUILD)
        for program, words in self.links.items():
            words = [str(folder / word) if word in (program, *objects) else word for word in words]
            first = next(i for i, word in enumerate(words) if word.endswith(".o"))
            # What is linked by name comes before what an archive offers.
            words[first:first] = [str(folder / built) for archive, members in self.archives.items() if archive in words
                                  for built in objects if built in members]
            (folder / program).parent.mkdir(parents=True, exist_ok=True)
            execute(f"{mutant.name}: does not link", words, cwd=BUILD)


def test(what, folder, seed, options, files=(), only=(), limit=None):
    """The test cases of these files, or of all, that fail, each with its kind; and how many seconds each file took.

    Counterexamples are not shrunk: that takes long.
    """
    report = WORK / "log" / f"{what}.{seed}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [folder / "props" / "coreecs_props", "--reporters=xml", "--duration=true", f"--out={report}",
               f"--source-file={','.join(f'*/{file}' for file in files)}",
               f"--test-case={','.join(name.replace(',', '?') for name in only)}",
               f"--abort-after={int(options.first)}"]
    environment = os.environ | {"RC_PARAMS": f"seed={seed} noshrink=1 max_success={options.cases}",
                                "COREECS_BINARY": str(folder / "coreecs")}
    with open(report.with_suffix(".txt"), "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            status = process.wait()
    return read(report.read_bytes() if report.exists() else b"", status)


def read(report, status):
    """The same from a report, which may break off. What fails in RapidCheck's assertion is a law."""
    kinds, seconds, running = {}, collections.Counter(), "start-up"
    parser = ElementTree.XMLPullParser(["start", "end"])
    parser.feed(report)
    try:
        for event, element in parser.read_events():
            if element.tag != "TestCase":
                continue
            running = element.get("name") if event == "start" else None
            for result in element.findall("OverallResultsAsserts") if event == "end" else []:
                seconds[f"props/{element.get('filename').rpartition('/props/')[2]}"] += float(result.get("duration"))
                if result.get("test_case_success") == "false":
                    law = any(e.get("filename").endswith("/prop.cpp") for e in element.iter("Expression"))
                    crash = any(e.get("crash") == "true" for e in element.iter("Exception"))
                    kinds[element.get("name")] = "crash" if crash else "law" if law else "exact"
    except ElementTree.ParseError:
        pass
    if status != 0 and (running or not kinds):
        kinds[running or "the end"] = "time-out" if status == -signal.SIGKILL else "crash"
    return kinds, seconds


class Judge:
    def __init__(self, release, options):
        self.release, self.options = release, options

    def own(self, mutant):
        """The tests that have to notice it."""
        return self.options.own and mutant.own_tests or all_tests()

    def unmutated(self, seed, mutants):
        files = sorted({file for mutant in mutants for file in self.own(mutant)})
        kinds, self.seconds = test("unmutated", BUILD, seed, self.options, files)
        if kinds:
            raise Failure(f"the code as it is fails with seed {seed}: {', '.join(kinds)}")

    def kills(self, mutant, folder, seeds, files):
        """By seed, the tests that fail: all of them with the first seed; then those that failed, if that is enough.

        When one is enough, the files that are soonest done come first.
        """
        kills, known = {}, []
        for seed in seeds:
            expected = {file: self.seconds.get(file, 60) for file in files}
            ordered = sorted(files, key=expected.get)
            parts = [[file] for file in ordered] if self.options.first else [files]
            for part, only in [*([(files, known)] if known else []), *((part, ()) for part in parts)]:
                limit = 30 + 5 * sum(expected[file] for file in part)
                kills[seed], _ = test(mutant.name, folder, seed, self.options, part, only, limit)
                if kills[seed]:
                    break
            known = known or sorted(kills[seed])
        return kills

    def __call__(self, mutant):
        folder = WORK / mutant.name
        shutil.rmtree(folder, ignore_errors=True)
        try:
            self.release.make(mutant, folder)
            own = self.own(mutant)
            result = Result(mutant, self.kills(mutant, folder, self.options.seeds, own))
            if others := [file for file in all_tests() if result.survived and file not in own]:
                result.elsewhere = Result(mutant, self.kills(mutant, folder, result.survived, others))
            print(result.text(), flush=True)
            return result
        except Failure as failure:
            print(failure, file=sys.stderr)
            return None
        finally:
            shutil.rmtree(folder, ignore_errors=True)


class Result:
    """Who killed a mutant: the test cases, those that did with most seeds first, laws before others."""

    elsewhere = None  # the result of all tests, for one that survives its own

    def __init__(self, mutant, kills):
        self.mutant = mutant
        self.survived = [seed for seed in kills if not kills[seed]]
        kinds = {name: kind for killers in kills.values() for name, kind in killers.items()}
        self.laws = sum(kind == "law" for kind in kinds.values())
        self.others = len(kinds) - self.laws
        seeds = {name: [seed for seed in kills if name in kills[seed]] for name in kinds}
        best_first = sorted(kinds, key=lambda name: (-len(seeds[name]), kinds[name] != "law"))
        self.killers = [f"{kinds[name]}: {name}" + ("" if len(seeds[name]) == len(kills) else f" (seeds {seeds[name]})")
                        for name in best_first]

    def text(self):
        head = f"{self.mutant.name}  {self.mutant.breaks}  laws: {self.laws}, other tests: {self.others}"
        return "\n    ".join([head, *self.killers[:3]])

    def survival(self):
        """What one should know of a mutant that survives its tests."""
        noticed = self.elsewhere.killers[0] if self.elsewhere and self.elsewhere.killers else "nothing"
        seeds = ", ".join(map(str, self.survived))
        return f"survives: {self.mutant.name}  {self.mutant.breaks}  with seeds {seeds}; noticed by {noticed}"


def main():
    parser = argparse.ArgumentParser(prog="./dev mutants", description="Break the code: do the tests notice?")
    parser.add_argument("names", metavar="NAME", nargs="*", help="mutants of props/mutants (all)")
    parser.add_argument("--own", action="store_true", help="judge those of a rule by the tests of its row")
    parser.add_argument("--seeds", metavar="S,S", default="1,2,3", help="seeds of the random cases (1,2,3)")
    parser.add_argument("--cases", type=int, metavar="N", default=500, help="cases per property (500)")
    parser.add_argument("--jobs", type=int, metavar="N", default=1, help="mutants at a time (1)")
    parser.add_argument("--first", action="store_true", help="stop at the first test that notices")
    parser.add_argument("--sample", type=int, metavar="N",
                        help="only N of the mutants, with --own of those of rules; which, depends on the seeds")
    parser.add_argument("--check", action="store_true", help="only see whether every mutant still applies")
    options = parser.parse_args()
    if not re.fullmatch(r"\d+(,\d+)*", options.seeds):
        parser.error("--seeds needs numbers with commas between them")
    chance = random.Random(options.seeds)
    options.seeds = [int(seed) for seed in options.seeds.split(",")]
    try:
        rows = ledger()
        known, failures = all_mutants(rows)
        if failures:
            raise Failure("\n".join(failures))
        if unknown := [name for name in options.names if name not in known]:
            parser.error(f"no such mutant: {', '.join(unknown)}")
        if options.check:
            rooms = collections.Counter(os.path.dirname(mutant.source) for mutant in known.values())
            print(f"{len(known)} mutants apply:", ", ".join(f"{n} in {room}" for room, n in sorted(rooms.items())))
            return 0
        mutants = [known[name] for name in options.names or known]
        if options.sample:
            if options.own:  # the others are judged by all tests, which takes minutes
                mutants = [mutant for mutant in mutants if mutant.own_tests]
            mutants = chance.sample(mutants, min(options.sample, len(mutants)))
        started = time.time()
        judge = Judge(Release(), options)
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))  # of each process: a mutant may ask for all there is
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(lambda seed: judge.unmutated(seed, mutants), options.seeds))
            results = [result for result in pool.map(judge, mutants) if result]
        if any(path.stat().st_mtime > started for path in ROOT.glob("[eips]*/**/*.?pp")):
            raise Failure("a source was changed meanwhile, so the results may be wrong")
    except Failure as failure:
        print(f"mutants: {failure}", file=sys.stderr)
        return 2
    survivors = [result for result in results if result.survived]
    print(f"\n{len(results) - len(survivors)} of {len(mutants)} mutants killed with every seed")
    for result in survivors:
        print(result.survival())
    return 2 if len(results) < len(mutants) else 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
