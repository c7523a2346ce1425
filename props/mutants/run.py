#!/usr/bin/env python3
"""Mutation testing: the code is broken in one place at a time, and some test has to notice.

A mutant is a patch in this folder; specs/mutants.md says how to write one. Each is applied to a copy of the sources
under build/mutants, built there, and tested with every seed. Exits 1 if a mutant survives a seed, 2 if a patch does
not apply or build, or if the code as it is fails.
"""

import argparse
import concurrent.futures
import filecmp
import os
import pathlib
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "mutants"
TABLE = "| mutant | breaks | noticed by |\n|---|---|---|\n"


class Failure(Exception):
    """What stops a mutant, or everything, before a test could judge it."""


def execute(what, command, **options):
    try:
        done = subprocess.run(command, capture_output=True, text=True, **options)
    except FileNotFoundError as error:
        raise Failure(f"{error.filename} is missing") from error
    if done.returncode != 0:
        raise Failure("\n".join([what, *(done.stdout + done.stderr).splitlines()[-30:]]))


class Mutant:
    def __init__(self, path):
        self.path, self.name, text = path, path.stem, path.read_text(encoding="utf-8")
        head = re.match(r"breaks (\[[a-z/-]+\]|D\d+|program format §\d+|specs/\w+\.md): .", text)
        files = re.findall(r"^\+\+\+ b/(\S+)", text, re.MULTILINE)
        if not head:
            raise Failure(f"{self.name}: the first line is not 'breaks [rule]: how'")
        if len(files) != 1 or not re.fullmatch(r"(semantics|interp)/\w+\.cpp|interp/explore\.hpp", files[0]):
            raise Failure(f"{self.name}: changes {', '.join(files)}; expected one .cpp file of semantics or interp, or explore.hpp")
        self.breaks, self.file = head[1], files[0]
        if self.breaks[0] == "[" and self.breaks not in (ROOT / "specs/rules.md").read_text(encoding="utf-8"):
            raise Failure(f"{self.name}: {self.breaks} is not in specs/rules.md")

    def apply(self, root, *options):
        execute(f"{self.name}: does not apply",
                ["patch", "--strip=1", "--fuzz=0", "--batch", f"--directory={root}", f"--input={self.path}", *options])

    def why_not(self):
        """Why the patch does not apply any more, or None."""
        try:
            return self.apply(ROOT, "--dry-run")
        except Failure as failure:
            return str(failure)


def sources(root):
    """The files that are built and tested, relative to root."""
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in ("build", "install", "__pycache__")]
        yield from (pathlib.Path(folder, f).relative_to(root) for f in files)


class Tree:
    """A copy of the sources, with a build of its own. What has not changed since the last time is not built anew."""

    def __init__(self, number, cores):
        self.root = WORK / f"tree-{number}"
        self.build_folder = self.root / "build" / "release"
        self.environment = os.environ | {"CCACHE_BASEDIR": str(self.root), "CCACHE_NOHASHDIR": "1",
                                         "CMAKE_BUILD_PARALLEL_LEVEL": str(cores)}
        wanted = set(sources(ROOT))
        for name in set(sources(self.root)) - wanted:
            (self.root / name).unlink()
        for name in wanted:
            copy = self.root / name
            if not copy.exists() or not filecmp.cmp(ROOT / name, copy, shallow=False):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, copy)

    def build(self, what):
        options = {"cwd": self.root, "env": self.environment}
        if not (self.build_folder / "build.ninja").exists():
            flags = "-D CMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"
            execute(f"{what}: cannot be configured", ["cmake", "--preset", "release", flags], **options)
        command = ["cmake", "--build", self.build_folder, "--target", "coreecs_props"]
        execute(f"{what}: does not build", command, **options)

    def test(self, what, seed, cases, limit=None, only=(), first=False):
        """The test cases that fail, or the first, each with its kind. Counterexamples are not shrunk: that takes long."""
        report = WORK / "log" / f"{what}.{seed}.xml"
        report.parent.mkdir(exist_ok=True)
        report.unlink(missing_ok=True)
        parameters = f"seed={seed} noshrink=1" + (f" max_success={cases}" if cases else "")
        choice = [f"--test-case={','.join(name.replace(',', '?') for name in only)}"] if only else []
        choice += ["--abort-after=1"] if first else []
        with open(report.with_suffix(".txt"), "wb") as log:
            process = subprocess.Popen(
                [self.build_folder / "props" / "coreecs_props", "--reporters=xml", f"--out={report}", *choice],
                stdout=log, stderr=log, env=self.environment | {"RC_PARAMS": parameters}, start_new_session=True)
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                status = process.wait()
        return failed(report.read_bytes() if report.exists() else b"", status)

    def judge(self, mutant, options, limit):
        original = (self.root / mutant.file).read_bytes()
        mutant.apply(self.root)
        try:
            self.build(mutant.name)
            kills = {}
            for seed in options.seeds:  # all tests with the first one; then those that killed, if that is enough
                known = sorted(kills[options.seeds[0]]) if kills else []
                again = self.test(mutant.name, seed, options.cases, limit, known) if known else {}
                kills[seed] = again or self.test(mutant.name, seed, options.cases, limit, first=options.first)
            return Result(mutant, kills)
        finally:
            (self.root / mutant.file).write_bytes(original)


def failed(report, status):
    """The failed test cases of a report, which may break off. What fails in RapidCheck's assertion is a law."""
    kinds, running = {}, "start-up"
    parser = ElementTree.XMLPullParser(["start", "end"])
    parser.feed(report)
    try:
        for event, element in parser.read_events():
            if element.tag != "TestCase":
                continue
            running = element.get("name") if event == "start" else None
            if element.find("OverallResultsAsserts[@test_case_success='false']") is not None:
                law = any(e.get("filename").endswith("props/prop.hpp") for e in element.iter("Expression"))
                crash = any(e.get("crash") == "true" for e in element.iter("Exception"))
                kinds[element.get("name")] = "crash" if crash else "law" if law else "exact"
    except ElementTree.ParseError:
        pass
    if status != 0 and (running or not kinds):
        kinds[running or "the end"] = "time-out" if status == -signal.SIGKILL else "crash"
    return kinds


class Result:
    """Who killed a mutant: the test cases, those that did with most seeds first, laws before others."""

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

    def row(self):
        killer = self.killers[0] if self.killers else "**survives**"
        return f"| {self.mutant.name} | {self.mutant.breaks} | {killer} |\n"


def judge_all(mutants, options):
    """The results, and the failures. Prints each as it is known."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))  # of each process: a mutant may ask for all there is
    cores = int(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count()))
    trees = queue.Queue()
    for number in range(options.jobs):
        trees.put(Tree(number, max(1, cores // options.jobs)))
        trees.queue[-1].build("the code as it is")
    started = time.monotonic()
    for seed in options.seeds:
        if kinds := trees.queue[0].test("unmutated", seed, options.cases):
            raise Failure(f"the code as it is fails with seed {seed}: {', '.join(kinds)}")
    limit = 30 + 5 * (time.monotonic() - started) / len(options.seeds)

    def judge(mutant):
        tree = trees.get()
        try:
            result = tree.judge(mutant, options, limit)
            print(result.text(), flush=True)
            return result
        except Failure as failure:
            print(failure, file=sys.stderr)
            return None
        finally:
            trees.put(tree)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return [result for result in pool.map(judge, mutants) if result]


def main():
    parser = argparse.ArgumentParser(prog="./dev mutants", description="Break the code: do the tests notice?")
    parser.add_argument("names", metavar="NAME", nargs="*", help="mutants of props/mutants (all)")
    parser.add_argument("--seeds", metavar="S,S", default="1,2,3", help="seeds of the random cases (1,2,3)")
    parser.add_argument("--cases", type=int, metavar="N", help="cases per property (500)")
    parser.add_argument("--jobs", type=int, metavar="N", default=1, help="mutants at a time (1)")
    parser.add_argument("--first", action="store_true", help="stop at the first test that notices")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of the mutants; which, depends on the seeds")
    parser.add_argument("--check", action="store_true", help="only see whether every patch still applies")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="put the table at the end of this page")
    options = parser.parse_args()
    if not re.fullmatch(r"\d+(,\d+)*", options.seeds):
        parser.error("--seeds needs numbers with commas between them")
    chance = random.Random(options.seeds)
    options.seeds = [int(seed) for seed in options.seeds.split(",")]
    known = {path.stem: path for path in sorted(HERE.glob("*.patch"))}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no such mutant: {', '.join(unknown)}")
    try:
        mutants = [Mutant(known[name]) for name in options.names or known]
        if failures := [failure for mutant in mutants if (failure := mutant.why_not())]:
            raise Failure("\n".join(failures))
        if options.check:
            print(f"{len(mutants)} patches apply")
            return 0
        if options.sample:
            mutants = chance.sample(mutants, min(options.sample, len(mutants)))
        results = judge_all(mutants, options)
    except Failure as failure:
        print(f"mutants: {failure}", file=sys.stderr)
        return 2
    survivors = [result for result in results if result.survived]
    print(f"\n{len(results) - len(survivors)} of {len(mutants)} mutants killed with every seed")
    for result in survivors:
        print(f"survives: {result.mutant.name}  {result.mutant.breaks}  with seeds {result.survived}")
    page = options.markdown or WORK / "table.md"
    before = page.read_text(encoding="utf-8").partition(TABLE)[0] if page.exists() else ""
    page.write_text(before + TABLE + "".join(result.row() for result in results), encoding="utf-8")
    return 2 if len(results) < len(mutants) else 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
