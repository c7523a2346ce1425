#!/usr/bin/env python3
"""The game of specs/guide/programs/signs.json, by hand: it knows nothing of coreecs, and has one slip.

It performs bake and then paint, on the state as it is at that moment, whatever the schedule says. That is right for
bake ⨟ paint, and wrong for bake ∥ paint, where paint observes the state before anybody baked.
"""

import json
import sys


def bake(world):
    for has in world.values():
        if "Flour" in has:
            has["Bread"] = has["Flour"]


def paint(world):
    for has in world.values():
        if "Bread" in has:
            has["Sign"] = has["Bread"]


for line in sys.stdin:
    case = json.loads(line)
    world = case["program"]["entities"]
    for _ in range(case["frames"]):
        bake(world)
        paint(world)
    print(json.dumps({"id": case["id"], "final": {e: has for e, has in world.items() if has}}))
