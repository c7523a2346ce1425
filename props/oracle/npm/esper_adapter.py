"""esper, with the loop of the adapter of the examples: python3 esper_adapter.py ADAPTERS [--pairs].

ADAPTERS is the folder of that adapter. Components are classes; destroyed entities go at once. Queries have no way to
exclude. With --pairs a query asks for two components at most, and for the others one by one.
"""
import sys

import esper

sys.path.insert(0, sys.argv[1])
import adapter  # noqa: E402


class Engine:
    """Entities are numbers that are used once; each stands for an entity of esper's while it has components."""

    def __init__(self, components):
        esper.clear_database()
        self.types = {name: type(name, (), {}) for name in components}
        self.ids = {}  # esper's entities by number
        self.numbers = {}  # and the other way round
        self.count = 0

    def create(self):
        self.count += 1
        return self.count

    def attach(self, entity, component, value):
        if entity not in self.ids:
            self.ids[entity] = esper.create_entity()
            self.numbers[self.ids[entity]] = entity
        instance = self.types[component]()
        instance.value = value
        esper.add_component(self.ids[entity], instance)

    def detach(self, entity, component):
        if not self.has(entity, component):
            return
        esper.remove_component(self.ids[entity], self.types[component])
        if not esper.components_for_entity(self.ids[entity]):
            self.destroy(entity)

    def destroy(self, entity):
        if entity in self.ids:
            esper.delete_entity(self.ids.pop(entity), immediate=True)

    def has(self, entity, component):
        return entity in self.ids and esper.has_component(self.ids[entity], self.types[component])

    def live(self):
        return [self.numbers[found] for found in esper.get_entities()]

    def matches(self, query):
        incl = query.get("incl", [])
        if not incl:
            return self.live()
        asked = incl[:2] if "--pairs" in sys.argv else incl
        found = [self.numbers[found] for found, _ in esper.get_components(*(self.types[name] for name in asked))]
        return [entity for entity in found if all(self.has(entity, name) for name in incl[len(asked):])]

    def is_match(self, entity, query):
        return entity in self.ids and all(self.has(entity, name) for name in query.get("incl", []))

    def observe(self, entity, query):
        seen = [name for name in query.get("incl", []) + query.get("anyway", []) if self.has(entity, name)]
        return {name: esper.component_for_entity(self.ids[entity], self.types[name]).value for name in seen}

    def state(self, entity):
        return self.observe(entity, {"anyway": list(self.types)})


class Adapter(adapter.Adapter):
    constructs = [name for name in adapter.Adapter.constructs if name != "excl"]

    def hello(self, request):
        return {**super().hello(request), "engine": f"esper {esper.version}", "levels": ["storage", "queries", "systems"]}


if __name__ == "__main__":
    adapter.Engine, adapter.Adapter = Engine, Adapter
    adapter.main()
