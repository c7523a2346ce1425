// koota: a component is a trait, without values for unit, in columns for records, and of one value for the rest, lists too.
import { createWorld, Not, trait } from "koota";
import { serve } from "./adapter.js";

let world;
let types;
let traits;

const declare = (type) => {
  if (type === "unit") return trait();
  if (typeof type === "object" && typeof type.most !== "number") return trait(Object.fromEntries(Object.keys(type).map((field) => [field, 0])));
  return trait(() => null);
};

serve({
  engine: "koota 0.6.6",
  reset(given) {
    world?.destroy();
    world = createWorld();
    types = given;
    traits = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, declare(type)]));
  },
  create: () => world.spawn(),
  destroy: (entity) => entity.destroy(),
  attach(entity, component, value) {
    const t = traits[component];
    if (types[component] === "unit") entity.add(t);
    else if (entity.has(t)) entity.set(t, value);
    else entity.add(t(value));
  },
  alive: (entity) => world.has(entity),
  handles: process.argv.includes("--handles"),
  detach: (entity, component) => entity.remove(traits[component]),
  has: (entity, component) => entity.has(traits[component]),
  get: (entity, component) => (types[component] === "unit" ? null : entity.get(traits[component])),
  query: (incl, excl) => world.query(...incl.map((c) => traits[c]), ...excl.map((c) => Not(traits[c]))),
});
