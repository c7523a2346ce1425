// geotic: components are classes. Their names are ours, as an entity has a property for each in camel case.
import { Component, Engine } from "geotic";
import { memoized, serve } from "./adapter.js";

let world;
let components;
let queryOf;

serve({
  engine: "geotic 4.3.2",
  reset(types) {
    const engine = new Engine();
    components = Object.fromEntries(
      Object.keys(types).map((name, i) => [name, { [`component${i}`]: class extends Component {} }[`component${i}`]]),
    );
    for (const C of Object.values(components)) {
      C.properties = { value: null };
      engine.registerComponent(C);
    }
    world = engine.createWorld();
    const classes = (names) => names.map((name) => components[name]);
    queryOf = memoized((incl, excl) => world.createQuery({ all: classes(incl), none: classes(excl) }));
  },
  create: () => world.createEntity(),
  destroy: (entity) => entity.destroy(),
  attach: (entity, component, value) => entity.add(components[component], { value }),
  detach(entity, component) {
    entity[components[component].prototype._ckey]?.destroy();
  },
  has: (entity, component) => entity.has(components[component]),
  get: (entity, component) => entity[components[component].prototype._ckey].value,
  query: (incl, excl) => queryOf(incl, excl).get(),
});
