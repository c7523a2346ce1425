#!/usr/bin/env python3
"""Measures coreecs app check: usage: app_check.py COREECS [SYSTEMS...]

The systems (300) have bodies: most add to a component, every fifth replaces one. They are in ten sets, one after the
other, and two thirds of them come after the system before. Prints the labels of the pairs, and the processor time of the
command, the median of three. With a COREECS that was built with -D COREECS_PROVE=OFF, it shows what proofs cost and give.
"""
import json
import os
import subprocess
import sys

ENTITIES, COMPONENTS, SETS = 20, 40, 10
LIMIT = os.environ.get("LIMIT", "5000")


def app(n):
    def system(k):
        read, written = f"C{(k * 7 + 1) % COMPONENTS}", f"C{k * 11 % COMPONENTS}"
        value = "r" if k % 5 == 0 else {"+": ["w", "r"]} if k % 5 == 1 else {"+": ["w", k]}
        one = {"in": [f"S{k * SETS // n}"], "queries": [{"reads": [read], "writes": [written]}],
               "body": {"match": [{"entity": "e", "incl": {read: "r", written: "w"}}], "do": {"attach": [written, "e", value]}}}
        return one if k % 3 == 0 else {**one, "after": [f"s{k - 1:03}"]}

    return {"app": "many", "components": {f"C{i}": "int" for i in range(COMPONENTS)},
            "sets": {f"S{i}": {"before": [f"S{i + 1}"]} if i < SETS - 1 else {} for i in range(SETS)},
            "systems": {f"s{k:03}": system(k) for k in range(n)},
            "entities": {f"e{j}": {f"C{i}": i + j for i in range(COMPONENTS) if (i + j) % 3} for j in range(ENTITIES)}}


for n in [int(n) for n in sys.argv[2:]] or [300]:
    times = []
    for _ in range(3):
        began = os.times()
        run = subprocess.run([sys.argv[1], "app", "check", "-", "--json", "--limit", LIMIT], input=json.dumps(app(n)),
                             capture_output=True, text=True, check=False)
        times.append(sum(os.times()[2:4]) - sum(began[2:4]))
    answer = json.loads(run.stdout)
    always = sum(pair.get("on_every_state") is True for pair in answer["pairs"])
    print(f"{n} systems: {len(answer['pairs'])} pairs, {answer['harmless']} harmless, {always} of them on every state, "
          f"{answer['real']} real, {answer['undecided']} undecided, {sorted(times)[1]:.2f} s")
