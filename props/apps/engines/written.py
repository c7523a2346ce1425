#!/usr/bin/env python3
"""Is what coreecs writes for an engine right? It calls functions that exist, and keeps the order of the app.

    written.py BINARY COMPILER ENTT FLECS

ENTT and FLECS are folders with entt/entt.hpp and flecs.h (with flecs.c beside it, or a library), or end in -NOTFOUND.
Where they are, the code is compiled and run; otherwise only read.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = ["examples/toy_physics.json", "examples/spawner_and_lifetime.json"]
TWICE = {"name": "twice", "components": {"A": "int"},
         "systems": {name: {"match": [{"entity": "e", "incl": {"A": "a"}}], "do": {"attach": ["A", "e", "a"]}}
                     for name in ("doom", "heal", "doom_2")},
         "schedules": {"main": {"then": [{"seq": "doom"}, {"par": [{"seq": "heal"}, {"seq": "doom_2"}]},
                                         {"seq": "doom"}]}},
         "entities": {"e": {"A": 1}}}
# n: x and y before z, x before w, which is not series-parallel
PRIME = {"app": "prime", "systems": {"g::x": {"before": ["g::z", "g::w"]}, "g::x #2": {"before": ["g::z"]},
                                     "g::z": {}, "g::w": {}, "h::w": {}}}
CALLS = {"bevy": r"([\w:]+)",
         "specs": r"\.with\(([\w:]+),", "yaks": r"\.system\w*\(([\w:]+)[,)]", "flecs": r"\.run\(([\w:]+)\)",
         "entt": r"^([\w:]+)\(registry\);", "entt-organizer": r"emplace<&([\w:]+)[,>]"}


def coreecs(binary, *arguments):
    return subprocess.run([binary, *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def path_of(name):
    return re.sub(r" #\d+$", "", name)


def labels(systems):
    """What the code calls each system: its function, and which use of it this is."""
    paths = {path_of(name) for name in systems}
    last = [path.rsplit("::", 1)[-1] for path in paths]
    function = {path: path if last.count(path.rsplit("::", 1)[-1]) > 1 else path.rsplit("::", 1)[-1] for path in paths}
    return {name: (function[path_of(name)], name[len(path_of(name)):]) for name in systems}


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}:\n found    {found}\n expected {expected}")


def functions(all_labels, parameter, body):
    out = ""
    for name in sorted({function for function, _ in all_labels.values()}):
        space, _, last = name.rpartition("::")
        one = f"void {last}({parameter}) {{ {body.replace('NAME', name)} }}"
        out += f"namespace {space} {{ {one} }}\n" if space else one + "\n"
    return out


def run(compiler, folder, source, *options):
    (folder / "main.cpp").write_text(source, encoding="utf-8")
    subprocess.run([compiler, "-std=c++20", "-o", folder / "main", folder / "main.cpp", *options], check=True)
    return subprocess.run([folder / "main"], check=True, capture_output=True, text=True).stdout


def in_entt(compiler, include, folder, apps):
    source = "#include <entt/entt.hpp>\n#include <cstdio>\nstruct Any {};\n"
    for k, (_, called, code) in enumerate(apps):
        source += f"namespace app_{k} {{\n{functions(called, 'entt::view<entt::get_t<const Any>>', '')}"
        source += f"void run() {{\n{code['entt-organizer']}\nconst auto graph = organizer.graph();\n"
        source += (f'for (const auto& one : graph) for (const auto to : one.out_edges()) '
                   f'std::printf("{k}|%s|%s\\n", one.name(), graph[to].name());\n}}\n}}\n')
    source += "int main() { " + " ".join(f"app_{k}::run();" for k in range(len(apps))) + " }\n"
    rows = [row.split("|") for row in run(compiler, folder, source, f"-I{include}").splitlines()]
    for k, (app, called, _) in enumerate(apps):
        found = sorted((a, b) for number, a, b in rows if number == str(k))
        expect(f"EnTT's graph of {app['app']}", found,
               sorted(("".join(called[a]), "".join(called[b])) for a, b in app["order"]))


def in_flecs(compiler, include, folder, apps):
    source = "#include <flecs.h>\n#include <cstdio>\n"
    for k, (_, called, code) in enumerate(apps):
        body = f'std::printf("{k}|NAME\\n");'
        source += f"namespace app_{k} {{\n{functions(called, 'flecs::iter&', body)}"
        source += f"void run() {{ flecs::world world;\n{code['flecs']}\nworld.progress();\n}}\n}}\n"
    source += "int main() { " + " ".join(f"app_{k}::run();" for k in range(len(apps))) + " }\n"
    library = [f"-L{include.parent / 'lib'}", "-lflecs_static"]
    if (include / "flecs.c").exists():
        subprocess.run(["cc", "-c", "-w", "-o", folder / "flecs.o", include / "flecs.c"], check=True)
        library = [folder / "flecs.o"]
    rows = [row.split("|") for row in run(compiler, folder, source, f"-I{include}", *library, "-pthread").splitlines()]
    for k, (app, _, code) in enumerate(apps):
        expect(f"what Flecs runs of {app['app']}", [name for number, name in rows if number == str(k)],
               re.findall(CALLS["flecs"], code["flecs"]))


def main():
    binary, compiler, entt, flecs = sys.argv[1:]
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        files = sorted(ROOT.glob("examples/apps/*.json"))
        for document in (TWICE, *PROGRAMS):
            if isinstance(document, dict):
                (folder / "program.json").write_text(json.dumps(document), encoding="utf-8")
            files.append(folder / f"from_{len(files)}.json")
            files[-1].write_text(coreecs(binary, "app", "from", folder / "program.json" if document is TWICE else document),
                                 encoding="utf-8")
        files.append(folder / "prime.json")
        files[-1].write_text(json.dumps(PRIME), encoding="utf-8")
        apps = []
        for file in files:
            app = json.loads(coreecs(binary, "app", "show", file, "--json"))
            called = labels(app["systems"])
            code = {engine: coreecs(binary, "app", "show", file, "--engine", engine) for engine in CALLS}
            # Bevy's code has blocks as schedules, which functions run that it defines; other code only calls these
            blocks = re.findall(r"^fn (\w+)\(world: &mut World\)", code["bevy"], re.M)
            expected = {engine: [function for function, _ in called.values()] for engine in CALLS}
            for within in re.findall(r"(?ms)^app\.add_systems\((?!Update,)\w+, (.*?)\);$", code["bevy"]):
                for engine in set(CALLS) - {"bevy"}:
                    for function in re.findall(CALLS["bevy"], re.sub(r"\.\w+\([^()]*\)", "", within)):
                        expected[engine].remove(function)
            for engine, pattern in CALLS.items():
                text = code[engine]
                if engine == "bevy":
                    text = " ".join(re.findall(r"(?ms)^app\.add_systems\(\w+, (.*?)\);$", text))
                    text = re.sub(r"\.(chain\(\)|(after|in_set|run_if)\((\w+\([^)]*\)|[^()]*)\))", "", text)
                expect(f"functions that {engine} calls for {app['app']}", sorted(re.findall(pattern, text, re.M)),
                       sorted(expected[engine] + blocks))
            if not blocks and all(re.fullmatch(r"[A-Za-z_]\w*(::\w+)*", function) for function, _ in called.values()):
                apps.append((app, called, code))
        if not entt.endswith("NOTFOUND"):
            in_entt(compiler, entt, folder, apps)
        if not flecs.endswith("NOTFOUND"):
            in_flecs(compiler, pathlib.Path(flecs), folder, apps)
        print(f"{len(files)} apps, each for {len(CALLS)} engines; compiled for "
              f"{' and '.join(name for name, where in (('EnTT', entt), ('Flecs', flecs)) if 'NOTFOUND' not in where) or 'none'}")


if __name__ == "__main__":
    main()
