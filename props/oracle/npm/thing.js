// @thi.ng/ecs: a query is a group, which owns no component, and finds what has all of its components. With --boxed each
// value is in an array, as add() takes 0, "" and the like for no value. With --groups values are read from a group.
import { ECS } from "@thi.ng/ecs";
import { Failure, memoized, serve } from "./adapter.js";

const boxed = process.argv.includes("--boxed");
const groups = process.argv.includes("--groups");

let ecs;
let components;
let groupOf;

serve({
  engine: "@thi.ng/ecs 0.7.159",
  lacks: ["excl"],
  reset(types) {
    ecs = new ECS({ capacity: 1 << 15 });
    components = Object.fromEntries(Object.keys(types).map((name) => [name, ecs.defComponent({ id: name })]));
    groupOf = memoized((incl) => ecs.defGroup(incl.map((c) => components[c]), []));
  },
  create: () => ecs.defEntity(),
  destroy: (entity) => ecs.deleteID(entity),
  attach(entity, component, value) {
    const [c, given] = [components[component], boxed ? [value] : value];
    if (!c.add(entity, given)) c.set(entity, given);
  },
  detach: (entity, component) => components[component].delete(entity),
  has: (entity, component) => components[component].has(entity),
  get(entity, component) {
    const value = groups ? groupOf([component]).getEntity(entity)[component] : components[component].get(entity);
    return boxed ? value[0] : value;
  },
  query(incl, excl) {
    if (excl.length > 0) throw new Failure("unsupported", "a query that excludes");
    if (incl.length === 0) throw new Failure("unsupported", "a query that includes nothing");
    const found = [];
    groupOf(incl).forEach(({ id }) => found.push(id));
    return found;
  },
});
