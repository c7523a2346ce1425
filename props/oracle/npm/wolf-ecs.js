// wolf-ecs: components are arrays, and entities are numbers that are used again. No function says what an entity has, so
// it is read from the mask of its archetype. With --skip no component has the number 31, 63 or the like. With --defer
// the world puts off what it is told, and destroyed entities go when it is told to go on.
import { ECS, not, types as kinds } from "wolf-ecs";
import { Failure, memoized, serve } from "./adapter.js";

const defer = process.argv.includes("--defer");
const skip = process.argv.includes("--skip");

let ecs;
let components; // by name, each with its number
let queryOf;

function declare() {
  const number = ecs.cmpID;
  const values = ecs.defineComponent(kinds.any);
  return skip && number % 32 === 31 ? declare() : { number, values };
}

serve({
  engine: "wolf-ecs 2.1.3",
  reset(types) {
    ecs = new ECS(1 << 15, defer);
    components = Object.fromEntries(Object.keys(types).map((name) => [name, declare()]));
    queryOf = memoized((incl, excl) => {
      if (incl.length + excl.length === 0) throw new Failure("unsupported", "a query without terms");
      return ecs.createQuery(...incl.map((c) => components[c].values), ...excl.map((c) => not(components[c].values)));
    });
  },
  create: () => ecs.createEntity(),
  destroy(entity) {
    ecs.destroyEntity(entity);
    if (defer) ecs.destroyPending();
  },
  attach(entity, component, value) {
    const { values } = components[component];
    ecs.addComponent(entity, values, false);
    values[entity] = value;
  },
  detach: (entity, component) => ecs.removeComponent(entity, components[component].values, false),
  has: (entity, component) => ecs._hasComponent(ecs._ent[entity].mask, components[component].number) !== 0,
  get: (entity, component) => components[component].values[entity],
  query(incl, excl) {
    const found = [];
    queryOf(incl, excl).forEach((entity) => found.push(entity));
    return found;
  },
});
