#!/usr/bin/env python3
"""Mutation testing: the code is broken in one place at a time, and some test has to notice.

A mutant is a patch in this folder; specs/mutants.md says how to write one. Each is applied to a copy of the sources
under build/mutants, built there, and tested with every seed. Exits 1 if any mutant survives a seed, 2 if a patch does
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
MEMORY = 4 << 30  # of each process


class Failure(Exception):
    """What stops a mutant, or everything, before a test could judge it."""


class Mutant:
    def __init__(self, path):
        self.path, self.name, text = path, path.stem, path.read_text(encoding="utf-8")
        head = re.match(r"breaks (\[[a-z/-]+\]|program format §\d+|D\d+): .", text)
        files = re.findall(r"^\+\+\+ b/(\S+)", text, re.MULTILINE)
        if not head:
            raise Failure(f"{self.name}: the first line is not 'breaks [rule]: why'")
        if len(files) != 1 or not re.fullmatch(r"(semantics|interp)/\w+\.cpp", files[0]):
            raise Failure(f"{self.name}: changes {', '.join(files)}; expected one .cpp file of semantics or interp")
        self.breaks, self.file = head[1], files[0]
        rules = (ROOT / "specs" / "rules.md").read_text(encoding="utf-8")
        if self.breaks.startswith("[") and self.breaks not in rules:
            raise Failure(f"{self.name}: {self.breaks} is no rule of specs/rules.md")

    def apply(self, root, *options):
        command = ["patch", "--strip=1", "--fuzz=0", "--batch", f"--directory={root}", f"--input={self.path}", *options]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{self.name}: does not apply\n{done.stdout}{done.stderr}")


def names_of_sources(root):
    """The files that are built and tested, relative to root."""
    hidden = ("build", "install", "__pycache__")
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in hidden]
        yield from (pathlib.Path(folder, f).relative_to(root) for f in files)


class Tree:
    """A copy of the sources, with a build of its own."""

    def __init__(self, number, cores):
        self.root = WORK / f"tree-{number}"
        self.environment = os.environ | {"CCACHE_BASEDIR": str(self.root), "CCACHE_NOHASHDIR": "1",
                                         "CMAKE_BUILD_PARALLEL_LEVEL": str(cores)}
        self.root.mkdir(parents=True, exist_ok=True)
        wanted = set(names_of_sources(ROOT))
        for name in set(names_of_sources(self.root)) - wanted:
            (self.root / name).unlink()
        for name in wanted:
            copy = self.root / name
            if not copy.exists() or not filecmp.cmp(ROOT / name, copy, shallow=False):
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, copy)

    def run(self, what, *command):
        done = subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{what}\n" + "\n".join((done.stdout + done.stderr).splitlines()[-30:]))

    def build(self, what):
        if not (self.root / "build/release/build.ninja").exists():
            self.run(f"{what}: cannot be configured", "cmake", "--preset", "release", "-D",
                     "CMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
        self.run(f"{what}: does not build", "cmake", "--build", "build/release", "--target", "coreecs_props")

    def test(self, what, seed, cases, limit=None):
        """The test cases that failed, each with its kind. Those of a law are in RapidCheck's assertion."""
        report = self.root / "build" / "report.xml"
        report.unlink(missing_ok=True)
        parameters = f"seed={seed}" + (f" max_success={cases}" if cases else "")
        (WORK / "log").mkdir(exist_ok=True)
        with open(WORK / "log" / f"{what}.{seed}.txt", "wb") as log:
            process = subprocess.Popen(
                [self.root / "build/release/props/coreecs_props", "--reporters=xml", f"--out={report}"], stdout=log,
                stderr=log, env=self.environment | {"RC_PARAMS": parameters}, start_new_session=True)
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                status = process.wait()
        return failed(report.read_bytes() if report.exists() else b"", status)

    def judge(self, mutant, seeds, cases, limit):
        mutant.apply(self.root)
        try:
            self.build(mutant.name)
            return {seed: self.test(mutant.name, seed, cases, limit) for seed in seeds}
        finally:
            shutil.copyfile(ROOT / mutant.file, self.root / mutant.file)


def failed(report, status):
    """The failed test cases of a report, which may break off: the name of each, and its kind."""
    kinds, running = {}, "start-up"
    parser = ElementTree.XMLPullParser(["start", "end"])
    parser.feed(report)
    try:
        for event, element in parser.read_events():
            if element.tag != "TestCase":
                continue
            name = element.get("name")
            running = name if event == "start" else None
            if event == "end" and element.find("OverallResultsAsserts").get("test_case_success") == "false":
                law = any(e.get("filename").endswith("props/prop.hpp") for e in element.iter("Expression"))
                crash = any(e.get("crash") == "true" for e in element.iter("Exception"))
                kinds[name] = "crash" if crash else "law" if law else "exact"
    except ElementTree.ParseError:
        pass
    if status != 0 and (running or not kinds):
        kinds[running or "end"] = "time-out" if status == -signal.SIGKILL else "crash"
    return kinds


class Result:
    """Who killed a mutant: each test case with its kind and the seeds, those of most seeds first."""

    def __init__(self, mutant, kills):
        self.mutant, self.seeds = mutant, list(kills)
        self.survived = [seed for seed in kills if not kills[seed]]
        kinds = {name: kind for killers in kills.values() for name, kind in killers.items()}
        self.killers = [(name, kind, [seed for seed in kills if name in kills[seed]]) for name, kind in kinds.items()]
        self.killers.sort(key=lambda killer: (-len(killer[2]), killer[1] != "law"))
        self.laws = sum(kind == "law" for kind in kinds.values())
        self.others = len(kinds) - self.laws

    def first(self, count):
        for name, kind, seeds in self.killers[:count]:
            yield f"{kind}: {name}" + ("" if seeds == self.seeds else f" (seed {', '.join(map(str, seeds))} only)")

    def text(self):
        lines = [f"{self.mutant.name}  {self.mutant.breaks}  {self.laws} laws, {self.others} other tests"]
        return "\n    ".join(lines + list(self.first(3)))

    def row(self):
        killer = next(self.first(1), "**survives**").replace("|", "\\|")
        return f"| {self.mutant.name} | {self.mutant.breaks} | {self.laws} | {self.others} | {killer} |"


def judge_all(mutants, options):
    """Judges each mutant; prints as it goes. Returns the results, and the failures."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    trees = queue.Queue()
    seconds = 0.0
    cores = int(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count()))
    for number in range(min(options.jobs, len(mutants))):
        tree = Tree(number, max(1, cores // options.jobs))
        tree.build("the code as it is")
        trees.put(tree)
    for seed in options.seeds:
        started = time.monotonic()
        if kinds := trees.queue[0].test("unmutated", seed, options.cases):
            raise Failure(f"the code as it is fails with seed {seed}: {', '.join(kinds)}")
        seconds = max(seconds, time.monotonic() - started)

    def judge(mutant):
        tree = trees.get()
        try:
            result = Result(mutant, tree.judge(mutant, options.seeds, options.cases, 30 + 10 * seconds))
            print(result.text(), flush=True)
            return result
        except Failure as failure:
            return failure
        finally:
            trees.put(tree)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(judge, mutants))
    return [r for r in results if isinstance(r, Result)], [r for r in results if isinstance(r, Failure)]


def write_table(path, results):
    """Replaces the table of a page, which is the last thing on it."""
    page = path.read_text(encoding="utf-8") if path.exists() else ""
    head = "| mutant | breaks | laws | other tests | the first of them |\n|---|---|---|---|---|\n"
    path.write_text(page.partition("| mutant |")[0] + head + "".join(r.row() + "\n" for r in results), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(prog="./dev mutants", description="Break the code on purpose: do the tests see it?")
    parser.add_argument("names", metavar="NAME", nargs="*", help="mutants of props/mutants (all)")
    parser.add_argument("--seeds", default="1,2,3", help="seeds of the random cases (1,2,3)")
    parser.add_argument("--cases", type=int, help="cases per property (100)")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time (1)")
    parser.add_argument("--sample", type=int, metavar="N", help="N of the mutants; which, depends on the seeds")
    parser.add_argument("--check", action="store_true", help="only see whether every patch still applies")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="put the table into this page")
    options = parser.parse_args()
    if not re.fullmatch(r"\d+(,\d+)*", options.seeds):
        parser.error("--seeds needs numbers with commas between them")
    chosen = random.Random(options.seeds)
    options.seeds = [int(seed) for seed in options.seeds.split(",")]
    known = {path.stem: path for path in sorted(HERE.glob("*.patch"))}
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no such mutant: {', '.join(unknown)}")
    try:
        mutants = [Mutant(known[name]) for name in options.names or known]
        for mutant in mutants:
            mutant.apply(ROOT, "--dry-run")
        if options.check:
            print(f"{len(mutants)} patches apply")
            return 0
        if options.sample:
            mutants = chosen.sample(mutants, min(options.sample, len(mutants)))
        results, failures = judge_all(mutants, options)
    except Failure as failure:
        print(f"mutants: {failure}", file=sys.stderr)
        return 2
    write_table(options.markdown or WORK / "table.md", results)
    survivors = [result for result in results if result.survived]
    print(f"\n{len(results) - len(survivors)} of {len(mutants)} mutants killed with every seed")
    for result in survivors:
        print(f"survives: {result.mutant.name} {result.mutant.breaks} (seed {', '.join(map(str, result.survived))})")
    for failure in failures:
        print(f"mutants: {failure}", file=sys.stderr)
    return 2 if failures else 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
