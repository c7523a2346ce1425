#!/usr/bin/env python3
"""Measures coreecs prove on random programs: usage: prove.py COREECS [CASES [SEED [SHAPE]]]

Prints how many were proved, refuted, or left open, and how long a command took. Checks each answer in another way:
no random state may refute what was proved, and check must confirm each counterexample.
"""
import json
import os
import subprocess
import sys
import tempfile

coreecs, cases, seed, shape = (sys.argv[1:] + ["100", "1", "small"][len(sys.argv) - 2:])[:4]
searched = int(os.environ.get("SEARCHED", "100"))  # random states for each proof; 0: none


def run(*arguments):
    return subprocess.run([coreecs, *arguments], capture_output=True, text=True, check=False)


counts = {"proved": 0, "refuted": 0, "unknown": 0}
by_search, static, times, steps, wrong = 0, 0, [], [], []
lines = run("generate", "--cases", cases, "--seed", seed, "--shape", shape).stdout.splitlines()
with tempfile.TemporaryDirectory() as folder:
    program, found = os.path.join(folder, "program.json"), os.path.join(folder, "found.json")
    for number, line in enumerate(lines):
        case = json.loads(line)
        with open(program, "w", encoding="utf-8") as file:
            json.dump(case["program"], file)
        began = os.times()
        result = run("prove", program, "--json", "-o", found)
        times.append(1000 * sum(os.times()[2:4]) - 1000 * sum(began[2:4]))
        verdict = {0: "proved", 1: "refuted", 3: "unknown"}.get(result.returncode)
        if verdict is None:
            wrong.append(f"case {number}: exit status {result.returncode}: {result.stderr}")
            continue
        counts[verdict] += 1
        answer = json.loads(result.stdout)
        steps.append(answer["solver_steps"])
        by_search += answer.get("found_by") == "search"
        static += run("check", "--static", program).returncode == 0
        if verdict == "unknown":
            for place in answer["places"]:
                for pair in place.get("pairs", []):
                    if pair["verdict"] == "unknown":
                        print(f"case {number}: {pair['reason']}")
        if verdict == "proved" and searched:
            hit = run("fuzz", program, "--find", "unsafe", "--frames", "1", "--cases", str(searched), "-o", folder, "--json")
            if hit.returncode == 1:
                wrong.append(f"case {number}: proved, but a state refutes it")
        if verdict == "refuted" and run("check", found, "--require", "safe").returncode != 1:
            wrong.append(f"case {number}: refuted, but check does not confirm it")

total = sum(counts.values())
times.sort()
steps.sort()
share = {verdict: f"{100 * n / total:.1f}%" for verdict, n in counts.items()}
print(f"{total} programs: {share['proved']} proved, {share['refuted']} refuted, {share['unknown']} open; "
      f"of those refuted, {by_search} by random search; --static shows {100 * static / total:.1f}% safe")
print(f"milliseconds of processor a command: median {times[total // 2]:.0f}, 99% {times[total * 99 // 100]:.0f}, most {times[-1]:.0f}; "
      f"steps of the solver: median {steps[total // 2]}, 99% {steps[total * 99 // 100]}, most {steps[-1]}")
for one in wrong:
    print(one)
sys.exit(1 if wrong else 0)
