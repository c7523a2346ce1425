// piecs: components are numbers, and their values are kept beside it. A query belongs to a system of the world, which
// would be given the entities of each archetype in turn.
//   --once    an archetype that a query has twice counts once
//   --fill    a new query is filled with all archetypes that there ever were
//   --few     no more than 31 components are supported
import { buildQuery, createEntitySystem, World } from "piecs";
import { Failure, memoized, serve } from "./adapter.js";

const [once, fill, few] = ["--once", "--fill", "--few"].map((name) => process.argv.includes(name));

let world;
let every; // the query without terms, from the start on
let ids;
let values; // by component, then by entity
let queryOf;

function register(incl, excl) {
  const of = (names) => names.map((name) => ids[name]);
  const query = buildQuery((q) => q.every(...of(incl)).not(...of(excl)));
  world.registerSystem(createEntitySystem(() => {}, query));
  return query;
}

serve({
  engine: "piecs 0.4.0",
  reset(types) {
    const names = Object.keys(types);
    if (few && names.length > 31) throw new Failure("unsupported", "more than 31 components");
    world = new World();
    ids = Object.fromEntries(names.map((name) => [name, world.createComponentId()]));
    values = Object.fromEntries(names.map((name) => [name, []]));
    world.initialize();
    every = register([], []);
    queryOf = memoized((incl, excl) => {
      const query = register(incl, excl);
      if (fill) every.archetypes.forEach(query.tryAdd);
      return query;
    });
  },
  create: () => world.createEntity(),
  destroy: (entity) => world.deleteEntity(entity),
  attach(entity, component, value) {
    world.addComponent(entity, ids[component]);
    values[component][entity] = value;
  },
  detach: (entity, component) => world.removeComponent(entity, ids[component]),
  has: (entity, component) => world.hasComponent(entity, ids[component]),
  get: (entity, component) => values[component][entity],
  query(incl, excl) {
    const { archetypes } = queryOf(incl, excl);
    return (once ? [...new Set(archetypes)] : archetypes).flatMap((archetype) => archetype.entities);
  },
});
