// ecsy: components are classes, of one Ref each. Each request is a frame: what it removes stays in store until its end,
// as is the default. With --immediate it is removed at once. A query must include something.
import { Component, Not, Types, World } from "ecsy";
import { Adapter, Failure, serve } from "./adapter.js";

const immediate = process.argv.includes("--immediate");

let world;
let components;

function declare(name) {
  const Declared = { [name]: class extends Component {} }[name];
  Declared.schema = { value: { type: Types.Ref } };
  world.registerComponent(Declared);
  return Declared;
}

const engine = {
  engine: "ecsy 0.4.3",
  reset(types) {
    world = new World();
    components = Object.fromEntries(Object.keys(types).map((name) => [name, declare(name)]));
  },
  create: () => world.createEntity(),
  destroy: (entity) => entity.remove(immediate),
  attach(entity, component, value) {
    const C = components[component];
    if (entity.hasComponent(C)) entity.getMutableComponent(C).value = value;
    else entity.addComponent(C, { value });
  },
  detach: (entity, component) => entity.removeComponent(components[component], immediate),
  has: (entity, component) => entity.hasComponent(components[component]),
  get: (entity, component) => entity.getComponent(components[component]).value,
  query(incl, excl) {
    if (incl.length === 0) throw new Failure("unsupported", "a query that includes nothing");
    const terms = [...incl.map((c) => components[c]), ...excl.map((c) => Not(components[c]))];
    return world.entityManager.queryComponents(terms).entities;
  },
};

class Frames extends Adapter {
  async answer(request) {
    const reply = await super.answer(request);
    world?.execute(1, 1);
    return reply;
  }
}

serve(engine, Frames);
