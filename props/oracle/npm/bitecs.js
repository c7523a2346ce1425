// bitecs: components are arrays, and entities are numbers that are used again. With --versions they have versions.
// With --all-entities the query without terms is asked in another way, as query(world, []) is not kept up to date.
import {
  addComponent, addEntity, createEntityIndex, createRelation, createWorld, entityExists, getAllEntities, hasComponent,
  Not, query, removeComponent, removeEntity, withAutoRemoveSubject, withVersioning,
} from "bitecs";
import { serve } from "./adapter.js";

const versions = process.argv.includes("--versions");
const allEntities = process.argv.includes("--all-entities");

let world;
let components;
let ChildOf;

serve({
  engine: "bitecs 0.4.0",
  reset(types) {
    world = versions ? createWorld(createEntityIndex(withVersioning(8))) : createWorld();
    ChildOf = createRelation(withAutoRemoveSubject);
    components = Object.fromEntries(Object.keys(types).map((name) => [name, []]));
  },
  create: () => addEntity(world),
  destroy: (entity) => removeEntity(world, entity),
  attach(entity, component, value) {
    addComponent(world, entity, components[component]);
    components[component][entity] = value;
  },
  alive: (entity) => entityExists(world, entity),
  handles: process.argv.includes("--handles"),
  adopt: (child, parent) => addComponent(world, child, ChildOf(parent)),
  orphan: (child, parent) => removeComponent(world, child, ChildOf(parent)),
  detach: (entity, component) => removeComponent(world, entity, components[component]),
  has: (entity, component) => hasComponent(world, entity, components[component]),
  get: (entity, component) => components[component][entity],
  query(incl, excl) {
    if (allEntities && incl.length + excl.length === 0) return getAllEntities(world);
    return query(world, [...incl.map((c) => components[c]), ...excl.map((c) => Not(components[c]))]);
  },
});
