#!/usr/bin/env python3
"""A schedule of 150 systems, as Bevy writes about it: the game of a harbor (specs/guide/a-large-schedule.md).

    harbor.py log                  Bevy's report of ambiguities
    harbor.py remote               the answer to schedule.graph of Bevy's remote protocol
    harbor.py trace                a trace of 40 frames, in Chrome's format
    harbor.py bodies APP           an app of it, with bodies for three systems, and a start

Twenty-five features have six systems each, in five sets, one after the other. A feature settles what it shares with the
next one in the same set, which is where the order is open.
"""

import json
import re
import sys

SETS = ["Input", "Think", "Move", "Settle", "Present"]
FEATURES = ["ships", "cranes", "trucks", "trains", "workers", "gates", "stacks", "tugs", "pilots", "tides", "weather",
            "fuel", "customs", "contracts", "market", "wages", "repairs", "power", "lights", "birds", "music", "camera",
            "menus", "tips", "saves"]
# what a system does: its name, its set, and what it reads and writes of its own feature (own) and of the next one (next)
SYSTEMS = [("listen", 0, [], ["Order"], []), ("plan", 1, ["Order", "State"], ["Plan"], []),
           ("advance", 2, ["Plan"], ["State"], []), ("settle", 3, ["Plan"], ["State"], ["State"]),
           ("count", 3, ["State"], ["Total"], []), ("draw", 4, ["State"], ["Sprite"], [])]


def systems():
    """Each system: its path, its set, what it reads and writes."""
    for k, feature in enumerate(FEATURES):
        following = FEATURES[(k + 1) % len(FEATURES)]
        for name, group, reads, writes, shared in SYSTEMS:
            path = [f"harbor::{feature}::{one}" for one in reads]
            if k % 3 == 0:  # every third feature looks at the next one
                path += [f"harbor::{following}::{one}" for one in shared]
            yield f"harbor::{feature}::{name}", SETS[group], path, [f"harbor::{feature}::{one}" for one in writes]


ALL = list(systems())


def pairs():
    """Pairs of systems of one set that conflict, with what they conflict on. The count of a feature follows its settling."""
    for i, (a, group, reads, writes) in enumerate(ALL):
        for b, other, more_reads, more_writes in ALL[i + 1:]:
            on = sorted(set(writes) & set(more_reads + more_writes) | set(more_writes) & set(reads))
            same_feature = a.split("::")[1] == b.split("::")[1]
            if group == other and on and not same_feature:
                yield a, b, group, on


def log():
    found = list(pairs())
    print(f"2026-06-12T00:24:26.1Z  WARN bevy_ecs::schedule::schedule: Update schedule built successfully, however: "
          f"{len(found)} pairs of systems with conflicting data access have indeterminate execution order. Consider "
          f"adding `before`, `after`, or `ambiguous_with` relationships between these:")
    for a, b, group, on in found:
        print(f" -- {a} (in set {group}) and {b} (in set {group})")
        print(f"    conflict on: {json.dumps(on)}")


def remote():
    components = sorted({one for _, _, reads, writes in ALL for one in reads + writes})
    at = {name: k for k, name in enumerate(components)}
    number = {path: k for k, (path, *_) in enumerate(ALL)}

    def query(reads, writes):
        seen = sorted(at[one] for one in reads + writes)
        return {"access": {"reads": seen, "writes": [at[one] for one in writes], "reads_inverted": False,
                           "writes_inverted": False, "archetypal": []},
                "filter_sets": [{"with": seen, "without": []}]}

    def queries(path, reads, writes):
        feature = f"harbor::{path.split('::')[1]}::"
        own = [one for one in reads if one.startswith(feature)]
        others = [one for one in reads if one not in own]
        return [query(own, writes)] + ([query(others, [])] if others else [])

    data = {
        "name": "Update",
        "systems": [{"name": path, "apply_deferred": False, "exclusive": False, "deferred": False,
                     "filtered_accesses": queries(path, reads, writes)} for path, _, reads, writes in ALL],
        "system_sets": [{"name": one, "conditions": []} for one in SETS],
        "hierarchy": [[SETS.index(group), {"System": k}] for k, (_, group, _, _) in enumerate(ALL)],
        "dependency": [[{"SystemSet": k}, {"SystemSet": k + 1}] for k in range(len(SETS) - 1)] +
                      [[{"System": number[f"harbor::{one}::settle"]}, {"System": number[f"harbor::{one}::count"]}]
                       for one in FEATURES],
        "components": [{"name": one, "required": []} for one in components],
        "conflicts": [{"system_1": number[a], "system_2": number[b],
                       "conflicting_access": {"Components": [at[one] for one in on]}} for a, b, _, on in pairs()],
    }
    print(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"schedule_data": data}}, indent=1))


def trace():
    """Frames in which systems run one after the other; in every fourth one, features run in the other direction."""
    events, now = [], 0.0
    for frame in range(40):
        events.append({"ph": "B", "pid": 1, "tid": 0, "ts": now, "name": "schedule: name=Update"})
        for group in SETS:
            inside = [path for path, other, _, _ in ALL if other == group]
            if frame % 4 == 3 and group == "Settle":
                inside = sorted(inside, key=lambda path: (path.endswith("count"), -inside.index(path)))
            for k, path in enumerate(inside):
                for kind in "BE":
                    events.append({"ph": kind, "pid": 1, "tid": 1 + k % 2, "ts": now, "name": f'system: name="{path}"'})
                    now += 1
        events.append({"ph": "E", "pid": 1, "tid": 0, "ts": now, "name": "schedule: name=Update"})
    print("[" + ",\n".join(json.dumps(one) for one in events) + "]")


def bodies(file):
    """The app with plain names of components, and with what three systems do on a quay."""
    with open(file, encoding="utf-8") as text:
        app = json.loads(re.sub(r"harbor::([a-z]+)::([A-Z][a-z]+)", r"\1_\2", text.read()))
    quay = {"ships_Plan": 5, "ships_State": 0, "cranes_Plan": 3, "cranes_State": 1, "saves_Plan": 7, "saves_State": 0}
    for name in quay:
        app["components"][name] = "int"

    def body(system, feature, match, value):
        app["systems"][f"harbor::{system}::settle"]["body"] = {
            "match": match, "do": {"attach": [f"{feature}_State", "e", value]}}

    def plan(feature):
        return {"entity": "e", "incl": {f"{feature}_Plan": "plan", f"{feature}_State": "state"}}

    body("cranes", "cranes", [plan("cranes")], {"+": ["state", "plan"]})  # a crane lifts what it planned
    body("ships", "ships", [plan("ships"), {"incl": {"cranes_State": "lifted"}}],
         {"min": ["plan", "lifted"]})  # a ship unloads what the crane has lifted
    body("saves", "saves", [plan("saves")], "plan")  # the game is saved as planned, whatever the ships do
    app["entities"] = {"quay": quay}
    print(json.dumps(app, indent=1))


def main():
    what = sys.argv[1:2]
    if what == ["log"]:
        log()
    elif what == ["remote"]:
        remote()
    elif what == ["trace"]:
        trace()
    elif what == ["bodies"] and len(sys.argv) == 3:
        bodies(sys.argv[2])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
