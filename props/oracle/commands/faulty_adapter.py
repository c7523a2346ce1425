"""The adapter of the examples with one fault, which is named: python3 faulty_adapter.py EXAMPLES FAULT."""
import os
import sys
import time

sys.path.insert(0, sys.argv[1])
import adapter as module  # noqa: E402


class Faulty(module.Adapter):
    fault = sys.argv[2]
    was_destroyed = False  # in any program so far
    joins = False  # what is performed is that of both sides of a par

    def hello(self, request):
        reply = super().hello(request)
        if self.fault == "no level":
            reply["levels"].append("levels")
        if self.fault == "no level beyond":
            reply["levels"] = reply["levels"][:4]
        if self.fault == "only storage":
            reply["levels"] = ["storage"]
        if self.fault == "only attaches":
            reply["supports"] = ["bool", "attach"]
        if self.fault == "no types":
            reply["supports"] = ["incl", "attach", "conc"]
        if self.fault == "few constructs":
            reply["supports"] = ["int", "incl", "attach", "conc", "then"]
        if ", says " in self.fault:  # "defers A, says B"
            reply["levels"].remove("schedules")
            reply["defers"] = self.fault.split()[-1]
        if self.fault == "defers only structure":
            reply["defers"] = "structure"
        return reply

    def reset(self, request):
        if self.fault == "refuses":
            return {"error": "refused", "why": "not today"}
        self.loses = self.fault == "fails after a destroy" and self.was_destroyed
        reply = super().reset(request)
        if self.fault == "brings back":
            self.engine.once = False
        return reply

    def apply(self, request):
        if self.fault == "ends":
            sys.exit(7)
        if self.fault == "is ended":
            os.kill(os.getpid(), 11)
        if self.fault == "sleeps":
            time.sleep(100)
        if self.fault == "garbles":
            print("no JSON")
        if self.fault == "is illegal":
            return {"error": "illegal", "why": "e0 is dead"}
        if self.fault == "loses writes":
            request["operations"] = request["operations"][:2]
        if self.fault == "fails after a destroy":
            print(len(request["operations"]), "operations", file=sys.stderr)
        self.was_destroyed = self.was_destroyed or any("destroy" in one for one in request["operations"])
        if self.loses:
            return {}
        return super().apply(request)

    def dump(self, request):
        reply = super().dump(request)
        if self.fault == "adds an entity":
            reply["state"]["ghost"] = dict(next(iter(reply["state"].values()), {}))
        if self.fault == "wrong type":
            reply["state"] = {"e0": {name: [] for name in self.engine.tables}}
        return reply

    def look(self, request):
        reply = super().look(request)
        if self.fault == "finds by name":
            for name in request["entities"]:
                reply["state"].setdefault(name, {"Health": 1})
        return reply

    def save(self, request):
        return {"saved": 7} if self.fault == "saves a number" else super().save(request)

    def load(self, request):
        before = self.engine, self.entities
        reply = super().load(request)
        if self.fault == "loads into memory":  # what came after it was saved stays
            engine, entities = before
            for name, entity in entities.items():
                if name not in self.entities:
                    attaches = [{"attach": [c, name, k]} for c, k in engine.state(entity).items()]
                    self.perform(self.engine, attaches)
        if self.fault == "saves no references" and "rider" in self.entities:
            self.perform(self.engine, [{"attach": ["Mount", "rider", "rider"]}])
        return reply

    def match(self, request):
        reply = super().match(request)
        if self.fault == "finds twice":
            reply["matches"] *= 2
        if self.fault == "finds too little":
            reply["matches"] = reply["matches"][1:]
        return reply

    def perform(self, engine, operations):
        if self.fault == "joins by entity" and self.joins:  # the last operation on each entity is left
            last = {}
            for operation in operations:
                ((verb, what),) = operation.items()
                last[what if verb == "destroy" else what[1]] = operation
            operations = list(last.values())
        super().perform(engine, operations)

    def run_system(self, engine, how, query, respond):
        joins, self.joins = self.joins, False
        self.run_system_as_planted(engine, how, query, respond)
        self.joins = joins

    def run_system_as_planted(self, engine, how, query, respond):
        if self.fault == "applies at once":
            how = "seq"
        if self.fault == "does not apply at once":
            how = "conc"
        if self.fault == "visits twice":
            first = self.all_matches(engine, query)[:1]
            for entities in first:
                respond(entities, [engine.observe(e, q) for e, q in zip(entities, query)])
        if self.fault == "visits without end":
            while self.all_matches(engine, query):
                for entities in self.all_matches(engine, query)[:1]:
                    respond(entities, [engine.observe(e, q) for e, q in zip(entities, query)])
        if ", says " in self.fault and how == "conc":
            self.run_conc(engine, query, respond)
        else:
            super().run_system(engine, how, query, respond)

    def run_conc(self, engine, query, respond):
        """Values at once and structure later, or all, or nothing later."""
        defers = self.fault.split()[1].rstrip(",")
        deferred = []
        for entities in self.all_matches(engine, query):
            if not all(engine.is_match(e, q) for e, q in zip(entities, query)):
                continue
            for operation in respond(entities, [engine.observe(e, q) for e, q in zip(entities, query)]):
                if defers == "nothing" or defers == "structure" and self.is_value(engine, operation):
                    self.perform(engine, [operation])
                else:
                    deferred.append(operation)
        self.perform(engine, deferred)

    def is_value(self, engine, operation):
        component, name, *_ = operation.get("attach", [None, None])
        return component is not None and self.entities.get(name) in engine.tables[component]

    def run(self, request):
        reply = super().run(request)
        if self.fault == "tells a wrong order":
            reply["order"] = [1, 1]
        return reply

    def schedule(self, request):
        if self.fault == "shares its branches":
            module.Engine.copy = lambda engine: engine
        self.joins = True
        reply = super().schedule(request)
        self.joins = False
        return reply


if __name__ == "__main__":
    module.Adapter = Faulty
    module.main()
