// miniplex: entities are objects, and components their properties.
import { World } from "miniplex";
import { serve } from "./adapter.js";

let world;

serve({
  engine: "miniplex 2.0.0",
  reset() {
    world = new World();
  },
  create: () => world.add({}),
  destroy: (entity) => world.remove(entity),
  attach(entity, component, value) {
    if (component in entity) entity[component] = value; // addComponent keeps the value that is there
    else world.addComponent(entity, component, value);
  },
  detach: (entity, component) => world.removeComponent(entity, component),
  has: (entity, component) => component in entity,
  get: (entity, component) => entity[component],
  query: (incl, excl) => world.with(...incl).without(...excl),
});
