#!/usr/bin/env python3
"""An adapter for coreecs oracle, with a small engine. Put yours in the place of Engine; the rest can stay.

    coreecs oracle -- python3 examples/oracle/adapters/adapter.py
"""
import itertools
import json
import sys


class Engine:
    """Entities are numbers that are used once; each component is a table from entities to values."""

    def __init__(self, components):
        self.tables = {component: {} for component in components}
        self.count = 0
        self.once = False  # whether an entity that is gone stays so
        self.gone = set()
        self.parents = {}  # by child, where those go with them
        self.off = {}  # by component, where it is disabled

    def create(self):
        self.count += 1
        return self.count

    def attach(self, entity, component, value):
        if entity not in self.gone:
            self.tables[component][entity] = value

    def sees(self, entity, component):
        return entity in self.tables[component] and entity not in self.off.get(component, {})

    def detach(self, entity, component):
        self.remove(entity, [self.tables[component]])

    def destroy(self, entity):
        self.remove(entity, self.tables.values())

    def remove(self, entity, tables):
        was_live = self.is_live(entity)
        for table in tables:
            table.pop(entity, None)
        for component, off in self.off.items():
            if entity not in self.tables[component]:
                off.pop(entity, None)
        if entity not in self.tables.get("Parent", {}):
            self.parents.pop(entity, None)
        if not was_live or self.is_live(entity):
            return
        if self.once:
            self.gone.add(entity)
        for child in [child for child, parent in self.parents.items() if parent == entity]:
            self.destroy(child)

    def is_live(self, entity):
        return any(entity in table for table in self.tables.values())

    def live(self):
        return sorted({entity for table in self.tables.values() for entity in table})

    def matches(self, query):
        """The entities that match one query."""
        tables = [self.tables[component] for component in query.get("incl", [])]
        candidates = list(min(tables, key=len)) if tables else self.live()
        return [entity for entity in candidates if self.is_match(entity, query)]

    def is_match(self, entity, query):
        return (
            self.is_live(entity)
            and all(self.sees(entity, component) for component in query.get("incl", []))
            and not any(self.sees(entity, component) for component in query.get("excl", []))
        )

    def observe(self, entity, query):
        """What a system sees there."""
        seen = query.get("incl", []) + query.get("anyway", [])
        return {component: self.tables[component][entity] for component in seen if self.sees(entity, component)}

    def state(self, entity):
        return {component: table[entity] for component, table in self.tables.items() if entity in table}

    def copy(self):
        other = Engine([])
        other.tables = {component: dict(table) for component, table in self.tables.items()}
        other.count = self.count
        return other


class Unexpected(Exception):
    pass


class Adapter:
    constructs = (
        "unit bool int int64 real text entity record list incl excl anyway vector attach detach new destroy conc seq par "
        "then frames"
    ).split()

    def __init__(self):
        self.engine = None
        self.entities = {}  # by name

    # Requests -----------------------------------------------------------------------------------------------------

    def hello(self, _):
        return {
            "engine": "tables in Python",
            "supports": self.constructs,
            "levels": ["storage", "queries", "systems", "schedules", "handles", "hierarchy", "toggles", "saves"],
        }

    def reset(self, request):
        self.level = request.get("level")
        self.engine = Engine(request["components"])
        self.toggled = {}  # a component, by where it is disabled
        if self.level == "handles":
            self.engine.once = True
        if self.level == "toggles":
            self.toggled = {c + "_off": c for c in request["components"] if c + "_off" in request["components"]}
            self.engine.off = {c: self.engine.tables[off] for off, c in self.toggled.items()}
        self.entities = {}
        return {}

    def apply(self, request):
        self.perform(self.engine, request["operations"])
        return {}

    def dump(self, _):
        return {"state": {self.name(e): self.engine.state(e) for e in self.engine.live()}}

    def look(self, request):
        entities = {name: self.entities.get(name) for name in request["entities"]}
        return {"state": {name: self.engine.state(e) for name, e in entities.items() if self.engine.is_live(e)}}

    def save(self, request):
        """All that a new process needs. The names stand for entities, also in values; a file may as well have ids."""
        return {"saved": json.dumps(self.dump(request)["state"])}

    def load(self, request):
        self.engine = Engine(self.engine.tables)
        self.entities = {}
        for name, components in json.loads(request["saved"]).items():
            self.perform(self.engine, [{"attach": [c, name, value]} for c, value in components.items()])
        return {}

    def match(self, request):
        return {"matches": [self.names(e) for e in self.all_matches(self.engine, request["query"])]}

    def run(self, request):
        def respond(entities, values):
            return exchange({"visit": self.names(entities), "values": values})["operations"]

        self.run_system(self.engine, request["how"], request["query"], respond)
        return {}

    def schedule(self, request):
        table = {}
        for entry in request["table"]:
            table[self.key(entry["leaf"], entry["visit"], entry["values"])] = entry["operations"]
        leaves = itertools.count()

        def perform(engine, schedule):
            """Performs it, and returns the operations in their order."""
            ((form, what),) = schedule.items()
            if form == "then":
                return [done for part in what for done in perform(engine, part)]
            if form == "par":  # each side works on a copy of the state at the fork
                done = [operation for part in what for operation in perform(engine.copy(), part)]
                self.perform(engine, done)
                return done
            leaf, done = next(leaves), []

            def respond(entities, values):
                visit = self.key(leaf, self.names(entities), values)
                if visit not in table:
                    raise Unexpected(visit)
                done.extend(table[visit])
                return table[visit]

            self.run_system(engine, form, request["systems"][what]["query"], respond)
            return done

        perform(self.engine, request["schedule"])
        return {}

    # What they have in common -------------------------------------------------------------------------------------

    def perform(self, engine, operations):
        for operation in operations:
            ((verb, what),) = operation.items()
            if verb == "attach":
                component, name, value = what
                toggled = self.toggled.get(component)
                if toggled and self.entities.get(name) not in engine.tables[toggled]:
                    continue  # nothing is there to be disabled
                if name not in self.entities:  # with generations: or where that one is not live any more
                    self.entities[name] = self.engine.create()
                engine.attach(self.entities[name], component, value)
                if self.level == "hierarchy" and component == "Parent":
                    engine.parents[self.entities[name]] = self.entities.setdefault(value, self.engine.create())
            elif verb == "detach":
                component, name = what
                engine.detach(self.entities.get(name), component)
            else:
                engine.destroy(self.entities.get(what))

    def run_system(self, engine, how, query, respond):
        deferred = []
        for entities in self.all_matches(engine, query):
            if not all(engine.is_match(e, q) for e, q in zip(entities, query)):
                continue  # only of a seq: what it did before may be seen
            operations = respond(entities, [engine.observe(e, q) for e, q in zip(entities, query)])
            if how == "seq":
                self.perform(engine, operations)
            else:
                deferred += operations
        self.perform(engine, deferred)

    @staticmethod
    def all_matches(engine, query):
        return list(itertools.product(*(engine.matches(q) for q in query)))

    def name(self, entity):
        return next(name for name, e in self.entities.items() if e == entity)

    def names(self, entities):
        return [self.name(e) for e in entities]

    @staticmethod
    def key(leaf, names, values):
        return json.dumps([leaf, names, values], sort_keys=True)


def answer(reply):
    print(json.dumps(reply), flush=True)


def exchange(reply):
    answer(reply)
    return json.loads(sys.stdin.readline())


def main():
    adapter = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(getattr(adapter, request["do"])(request))
        except Unexpected as visit:
            answer({"error": "unexpected", "why": str(visit)})


if __name__ == "__main__":
    main()
