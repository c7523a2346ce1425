#!/usr/bin/env python3
"""Compares the oracle that is extracted from specs/theory with coreecs, on programs in JSON.

    compare.py ORACLE COREECS [--cases N] [--seed N] [--shape SHAPE]... [FILE...]

Of each schedule of each FILE, which is a program or a page with programs, and of N random programs of each shape: the states after all frames, the invocations of
po_c(z) in the order of the reference, the number of linearizations and, if they are few, all of them, and the four
verdicts; the certificate that coreecs writes, and damaged ones. Prints the differences, and what it compared; the exit
status is 1 if anything differs.
"""

import argparse
import collections
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERDICTS = ("safe_by_rule", "safe", "deterministic", "confluent")


def strip(text):
    """JSON without comments."""
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c == '"':
            j = i + 1
            while text[j] != '"':
                j += 2 if text[j] == "\\" else 1
            out.append(text[i:j + 1])
            i = j + 1
        elif text.startswith("//", i):
            i = text.find("\n", i) if "\n" in text[i:] else len(text)
        elif text.startswith("/*", i):
            i = text.index("*/", i) + 2
        else:
            out.append(c)
            i += 1
    return "".join(out)


class Coreecs:
    def __init__(self, binary):
        self.binary = binary

    def __call__(self, command, case, *options):
        run = subprocess.run([self.binary, command, "-", "--schedule", case["schedule"], "--frames", str(case["frames"]), *options],
                             input=json.dumps(case["program"]), capture_output=True, text=True)
        return run.returncode, run.stdout

    def answers(self, case):
        status, out = self("run", case, "--json")
        if status == 2:
            return {"error": True}
        answers = {"states": json.loads(out)["frames"]}
        status, out = self("check", case, "--json")
        check = json.loads(out)
        answers.update({k: check[k] for k in VERDICTS + ("linearizations",)})
        few = len(check["linearizations"]) < 6 and int(check["linearizations"]) <= 1000
        status, out = self("linearizations", case, "--list", "--json", "--limit", "1000" if few else "1")
        orders = [[[u["leaf"], u["system"], u["entities"]] for u in o["order"]] for o in json.loads(out)["orders"]]
        answers["reference"] = orders[0]
        if few:
            answers["orders"] = orders
        return answers


def normal(x):
    """Numbers as they are: 1 and 1.0 differ."""
    if isinstance(x, float):
        return "real " + x.hex()
    if isinstance(x, list):
        return [normal(y) for y in x]
    if isinstance(x, dict):
        return {k: normal(y) for k, y in x.items()}
    return x


def damaged(certificate, rng):
    """A certificate that is changed in one place, and still well-formed, or None."""
    broken = copy.deepcopy(certificate)
    places = []

    def walk(holder, key):
        x = holder[key]
        if key in ("holds", "because"):
            return
        if isinstance(x, dict):
            for k in list(x):
                walk(x, k)
        elif isinstance(x, list):
            if len(x) > 1:
                places.append(("swap", holder, key))
            if x and key in ("ends", "contested"):
                places.append(("drop", holder, key))
            for i in range(len(x)):
                walk(x, i)
        elif isinstance(x, int) and not isinstance(x, bool) and key != "leaf":
            places.append(("add", holder, key))

    for k in VERDICTS:
        if k in broken:
            walk(broken, k)
    if not places:
        return None
    how, holder, key = rng.choice(places)
    x = holder[key]
    if how == "add":
        holder[key] = x + 1
    elif how == "swap":
        i, j = rng.sample(range(len(x)), 2)
        x[i], x[j] = x[j], x[i]
    else:
        x.pop(rng.randrange(len(x)))
    return broken if broken != certificate else None


def outcomes(coreecs, case, certificate):
    path = pathlib.Path(TEMPORARY, "certificate.json")
    path.write_text(json.dumps(certificate))
    run = subprocess.run([coreecs.binary, "verify-certificate", "-", str(path), "--json"], input=json.dumps(case["program"]),
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return None
    return {c["claim"]: c["outcome"] for c in json.loads(run.stdout)["claims"]}


def lines(command, inputs):
    """One line of JSON for each input, of a process that is started once."""
    text = "".join(json.dumps(i) + "\n" for i in inputs)
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    out = [json.loads(line) for line in run.stdout.splitlines()]
    if len(out) != len(inputs):
        sys.exit(f"{command[0]} answered {len(out)} of {len(inputs)} cases: {run.stderr[-500:]}")
    return out


def documents(path):
    """The program of a file, or each whole program of a page."""
    text = path.read_text()
    if path.suffix != ".md":
        return [(str(path), json.loads(strip(text)))]
    found = []
    for block in re.finditer(r"^```json.*\n((?:.*\n)*?)```", text, re.MULTILINE):
        body = strip(block[1]).strip()
        try:
            program = json.loads(body if body.startswith("{") else "{" + body + "}")
        except ValueError:
            continue  # part of a program
        if {"components", "systems", "schedules"} <= program.keys():
            found.append((f"{path}:{text.count(chr(10), 0, block.start()) + 2}", program))
    return found


def programs(files, coreecs, shapes, count, seed):
    """The cases: each schedule of each file, and random programs."""
    cases = []
    for file in files:
        for at, program in documents(pathlib.Path(file)):
            for number, schedule in enumerate(program.get("schedules", {})):
                for frames in [program.get("frames", 1)] + [0] * (number == 0):
                    cases.append({"id": f"{at}, schedule {schedule}, {frames} frames", "program": program, "schedule": schedule, "frames": frames})
    for shape in shapes:
        run = subprocess.run([coreecs, "generate", "--cases", str(count), "--seed", str(seed), "--shape", shape],
                             capture_output=True, text=True, check=True)
        for line in run.stdout.splitlines():
            case = json.loads(line)
            cases.append({"id": f"random {shape} {case['id']}", **{k: case[k] for k in ("program", "schedule", "frames")}})
    return cases


def main():
    global TEMPORARY
    parser = argparse.ArgumentParser()
    parser.add_argument("oracle")
    parser.add_argument("coreecs")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shape", action="append", default=[])
    parser.add_argument("--answers", help="a program that answers as the oracle does, to compare in place of coreecs's commands")
    arguments = parser.parse_intermixed_args()
    coreecs = Coreecs(arguments.coreecs)
    cases = programs(arguments.files, arguments.coreecs, arguments.shape, arguments.cases, arguments.seed)
    theirs = lines([arguments.oracle, "answer"], cases)
    others = lines([arguments.answers], cases) if arguments.answers else None
    counts, left_out, differences = collections.Counter(), collections.Counter(), 0
    certified = []
    rng = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as TEMPORARY:
        for number, (case, oracle) in enumerate(zip(cases, theirs)):
            if "left_out" in oracle:
                left_out[oracle["left_out"]] += 1
                continue
            ours = others[number] if others else coreecs.answers(case)
            counts["schedules"] += 1
            if oracle.get("error") or ours.get("error"):
                counts["errors"] += 1
                if oracle.get("error") != ours.get("error"):
                    differences += 1
                    print(f"{case['id']}: an error in {'coreecs' if ours.get('error') else 'the oracle'} only")
                continue
            for key in oracle.keys() & ours.keys():
                a, b = normal(oracle[key]), normal(ours.get(key))
                if a is None or b is None:
                    counts[key + " undecided"] += 1
                    continue
                if key == "orders":
                    a, b = sorted(map(json.dumps, a)), sorted(map(json.dumps, b))
                counts[key] += 1
                if a != b:
                    differences += 1
                    print(f"{case['id']}: {key}: {json.dumps(a)[:300]} by the theory, {json.dumps(b)[:300]} by coreecs")
            if others:
                continue
            status, out = coreecs("check", case, "--certificate", "-")
            if status in (0, 1, 3) and out:
                certificate = json.loads(out)
                certified.append((case, certificate))
                for _ in range(3):
                    broken = damaged(certificate, rng)
                    if broken:
                        certified.append((case, broken))
        verdicts = lines([arguments.oracle, "verify"], [{"program": c["program"], "certificate": k} for c, k in certified]) if certified else []
        for (case, certificate), oracle in zip(certified, verdicts):
            if "left_out" in oracle:
                left_out["certificates: " + oracle["left_out"]] += 1
                continue
            ours = outcomes(coreecs, case, certificate)
            if ours is None:
                counts["malformed certificates"] += 1
                continue
            for claim, outcome in ours.items():
                counts["claims " + outcome] += 1
                if oracle.get(claim) != outcome and outcome != "undecided":
                    differences += 1
                    print(f"{case['id']}: claim {claim}: {oracle.get(claim)} by the theory, {outcome} by coreecs: {json.dumps(certificate)[:400]}")
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    for why, n in sorted(left_out.items()):
        print(f"left out: {n} with {why}" if "unknown" not in why else f"left out: {n}, {why}")
    print("no difference" if not differences else f"{differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
