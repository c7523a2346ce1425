// becsy: components are classes whose fields becsy keeps in columns. Only systems act on entities and have queries, and
// they are declared before a world is made. So a world has a system, Requests, which may write all components and has
// all queries that there can be; a request is a frame, and is answered while that system executes. For a schedule, each
// leaf is one more system: it declares what it reads and writes and what it comes before, and becsy orders them.
// With --perf it is the build without checks; with --sparse or --compact components are stored so.
import { Adapter, Failure, MARKER, serve } from "./adapter.js";

const option = (name) => process.argv.includes(name);
// The package's own entry is not for Node: it is UMD, in a package of modules.
const { System, Type, World } = await import(`@lastolivegames/becsy/lib/${option("--perf") ? "perf" : "index"}.js`);
const storage = option("--sparse") ? "sparse" : option("--compact") ? "compact" : "packed";

// With n components there can be 3^n queries, and becsy keeps all of them up to date.
const mostComponents = 7;
const limits = { maxEntities: 5_000, maxLimboComponents: 20_000, maxShapeChangesPerFrame: 40_000 };

// Values ------------------------------------------------------------------------------------------------------------

const text = Type.dynamicString(250);
const integer = (value) => BigInt(value.number ?? value);

// For each simple type becsy's, and how a value goes into it and comes back. Entities are kept by their names, as a ref
// is cleared when what it refers to is deleted. There are no integers of 64 bits, so they are two of 32.
const simple = {
  bool: { type: Type.boolean },
  int: {
    type: Type.vector(Type.int32, 2),
    into: (value) => [Number(BigInt.asIntN(32, integer(value))), Number(BigInt.asIntN(32, integer(value) >> 32n))],
    back: ([low, high]) => ({ number: String((BigInt(high) << 32n) | BigInt(low >>> 0)) }),
  },
  real: {
    type: Type.float64,
    into: (value) => Number(value.number ?? value),
    back: (value) => (Object.is(value, -0) ? { number: "-0.0" } : value),
  },
  text: { type: text },
  entity: { type: text },
};

/** The fields that hold values of a type, each with the names that lead to it in a record. */
function flatten(type, path = []) {
  if (type === "unit") return [];
  if (typeof type === "string") return [{ path, into: (value) => value, back: (value) => value, ...simple[type] }];
  return Object.entries(type).flatMap(([name, inner]) => flatten(inner, [...path, name]));
}

/** A component of becsy's, and how a value goes into it and comes back. */
function declare(name, type) {
  const fields = flatten(type).map((field, i) => ({ ...field, name: `f${i}` }));
  const Component = { [name]: class {} }[name];
  Component.schema = Object.fromEntries(fields.map((field) => [field.name, field.type]));
  Component.options = fields.length > 0 ? { storage } : {};
  const build = (inner, there, rest) => {
    if (inner === "unit") return null;
    if (typeof inner !== "string") {
      return Object.fromEntries(Object.entries(inner).map(([key, deeper]) => [key, build(deeper, there, rest)]));
    }
    const field = rest.shift();
    return field.back(there[field.name]);
  };
  return {
    Component,
    into: (value) =>
      Object.fromEntries(fields.map((f) => [f.name, f.into(f.path.reduce((inner, key) => inner[key], value))])),
    back: (there) => build(type, there, [...fields]),
  };
}

// The world ---------------------------------------------------------------------------------------------------------

let world;
let components; // by name
let held; // entities by ordinal: what a query finds is only valid while the system executes
let executing; // the system that does
let tasks; // what systems are to do in this frame, by system

const types = (names) => names.map((name) => components[name].Component);
const key = (incl, excl) => JSON.stringify([[...incl].sort(), [...excl].sort()]);

/** All that a query can ask: each component is included, excluded or neither. The marker is only included alone. */
function everything() {
  const names = Object.keys(components).filter((name) => name !== MARKER);
  const extend = (found, name) =>
    found.flatMap(([incl, excl]) => [[incl, excl], [[...incl, name], excl], [incl, [...excl, name]]]);
  const all = names.reduce(extend, [[[], []]]);
  if (components[MARKER] === undefined) return all;
  return [...all, ...all.filter(([incl]) => incl.length === 0).map(([, excl]) => [[MARKER], excl])];
}

/** A system that asks these queries, reads and writes these components, and comes before these systems. */
function systemOf(name, queries, access, before, anyOrder) {
  return {
    [name]: class extends System {
      constructor() {
        super();
        this.found = new Map();
        this.query((q) => access(q));
        this.schedule((s) => s.before(...before()).inAnyOrderWith(...anyOrder()));
        for (const [incl, excl] of queries) {
          const query = this.query((q) => {
            q.current;
            if (incl.length > 0) q.with(...types(incl));
            if (excl.length > 0) q.without(...types(excl));
          });
          this.found.set(key(incl, excl), query);
        }
      }

      execute() {
        executing = this;
        tasks.get(name)?.();
      }
    },
  }[name];
}

const engine = {
  engine: "becsy 0.16.0",
  lacks: ["list"],
  async reset(given, leaves = []) {
    const former = world;
    world = undefined;
    await former?.terminate();
    components = Object.fromEntries(Object.entries(given).map(([name, type]) => [name, declare(name, type)]));
    held = new Map();
    tasks = new Map();
    const names = Object.keys(given);
    const systems = leaves.map((leaf, i) => {
      const access = (q) => q.using(...types(leaf.reads)).read.using(...types(leaf.writes)).write;
      const others = (which) => () => which.map((other) => systems[other]);
      return systemOf(`leaf${i}`, leaf.queries, access, others(leaf.before), others(leaf.anyOrder));
    });
    const all = (q) => q.usingAll.write;
    const Requests = systemOf("requests", everything(), all, () => systems, () => []);
    world = await World.create({ defs: [...types(names), ...systems, Requests], ...limits });
  },
  /** A frame, in which systems do these tasks. */
  async frame(given) {
    tasks = new Map(given);
    await world.execute();
  },
  create() {
    const entity = executing.createEntity().hold();
    held.set(entity.ordinal, entity);
    return entity;
  },
  destroy(entity) {
    held.delete(entity.ordinal);
    entity.delete();
  },
  attach(entity, component, value) {
    const { Component, into } = components[component];
    if (!entity.has(Component)) entity.add(Component, into(value));
    else Object.assign(entity.write(Component), into(value));
  },
  detach(entity, component) {
    const { Component } = components[component];
    if (entity.has(Component)) entity.remove(Component);
  },
  has: (entity, component) => entity.has(components[component].Component),
  get(entity, component) {
    const { Component, back } = components[component];
    return back(entity.read(Component));
  },
  query: (incl, excl) =>
    Array.from(executing.found.get(key(incl, excl)).current, (entity) => held.get(entity.ordinal)),
};

// Schedules ---------------------------------------------------------------------------------------------------------

/** The leaves of a schedule from left to right, and each two of them with what joins them. */
function unfold(schedule, pairs) {
  const [[form, what]] = Object.entries(Array.isArray(schedule) ? { then: schedule } : schedule);
  if (form === "conc" || form === "seq") return [{ how: form, system: what }];
  const parts = what.map((part) => unfold(part, pairs));
  parts.forEach((later, i) => {
    for (const a of parts.slice(0, i).flat()) for (const b of later) pairs.push([form, a, b]);
  });
  return parts.flat();
}

/** The same text for the same values, whichever way numbers and fields are written. */
function canonical(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (typeof value.number !== "string") {
    const fields = Object.keys(value).sort();
    return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
  }
  if (!/[.eE]/.test(value.number)) return value.number;
  return Object.is(Number(value.number), -0) ? "-0.0" : String(Number(value.number));
}

class Systems extends Adapter {
  hello() {
    const { levels, ...rest } = super.hello();
    return { ...rest, levels: [...levels, "schedules"] };
  }

  async answer(request) {
    const queries = [request, ...Object.values(request.systems ?? {})].flatMap(({ query = [] }) => query);
    if (queries.some(({ incl = [], excl = [] }) => incl.some((name) => excl.includes(name)))) {
      throw new Failure("unsupported", "a query that excludes what it includes");
    }
    if (["hello", "reset", "schedule"].includes(request.do)) return super.answer(request);
    let reply;
    await this.frame([["requests", () => (reply = super.answer(request))]]);
    return reply;
  }

  async frame(tasks) {
    try {
      await this.engine.frame(tasks);
    } catch (error) {
      throw /please raise max/.test(error.message) ? new Failure("unsupported", error.message) : error;
    }
  }

  reset(request) {
    const count = Object.keys(request.components).length;
    if (count > mostComponents) throw new Failure("unsupported", `more than ${mostComponents} components`);
    this.given = request;
    this.known = undefined; // the schedule of this world
    return super.reset(request);
  }

  async schedule({ schedule, systems, table }) {
    const id = JSON.stringify([schedule, systems]);
    if (this.known?.id !== id) {
      const pairs = [];
      const leaves = unfold(schedule, pairs).map((leaf) => Object.assign(leaf, { query: systems[leaf.system].query }));
      this.known = { id, pairs, leaves, written: leaves.map(() => new Set()), made: false };
    }
    const { leaves, written } = this.known;
    const declared = () => written.reduce((sum, names) => sum + names.size, 0);
    const before = declared();
    for (const { leaf, operations } of table) {
      for (const { attach, detach, destroy } of operations) {
        for (const name of destroy ? this.components : [(attach ?? detach)[0]]) written[leaf].add(name);
      }
    }
    if (!this.known.made || declared() > before) await this.remake();

    const expected = new Map(table.map((t) => [canonical([t.leaf, t.visit, t.values]), t.operations]));
    await this.frame(
      leaves.map(({ how, query }, i) => [
        `leaf${i}`,
        () =>
          this.visit(how, query, (visit, values) => {
            const found = expected.get(canonical([i, visit, values]));
            if (found === undefined) throw new Failure("unexpected", `leaf ${i}, ${JSON.stringify([visit, values])}`);
            return found;
          }),
      ]),
    );
    return {};
  }

  /** Makes the world anew, with the leaves of the schedule as its systems, and brings back what was in it. */
  async remake() {
    const { pairs, leaves, written } = this.known;
    const places = new Map(leaves.map((leaf, i) => [leaf, i]));
    const read = leaves.map(({ query }) => {
      const asked = query.flatMap(({ incl = [], excl = [], anyway = [] }) => [...incl, ...excl, ...anyway]);
      // A query that includes nothing asks what is live.
      return new Set(query.some(({ incl = [] }) => incl.length === 0) ? this.components : asked);
    });
    const marker = this.marked ? [MARKER] : [];
    const declared = leaves.map(({ query }, i) => ({
      queries: query.map(({ incl = [], excl = [] }) => [this.marked && incl.length === 0 ? [MARKER] : incl, excl]),
      reads: [...this.components, ...marker], // what is detached from is destroyed if it has nothing else
      writes: [...written[i], ...marker],
      before: [],
      anyOrder: [],
    }));
    // The sides of a par do not see each other, and what the right one writes comes last: it is refused where that
    // leaves no order.
    const meet = (one, other) => [...one].some((name) => other.has(name));
    for (const [form, left, right] of pairs) {
      const [l, r] = [places.get(left), places.get(right)];
      if (form === "then" || meet(read[l], written[r]) || meet(written[l], written[r])) declared[l].before.push(r);
      if (form === "par" && meet(read[r], written[l])) declared[r].before.push(l);
      if (!declared[l].before.includes(r) && !declared[r].before.includes(l)) declared[l].anyOrder.push(r);
    }
    // It would be refused by becsy, too, which lists all cycles, of which there may be very many.
    const left = new Set(declared.keys());
    const first = () => [...left].find((i) => ![...left].some((j) => declared[j].before.includes(i)));
    for (let next = first(); next !== undefined; next = first()) left.delete(next);
    if (left.size > 0) throw new Failure("refused", "no order of its leaves keeps the sides of a par apart");

    let state;
    await this.frame([["requests", () => ({ state } = this.dump())]]);
    this.entities.clear();
    this.names.clear();
    await this.engine.reset({ ...this.given.components, ...(this.marked ? { [MARKER]: "unit" } : {}) }, declared);
    const operations = Object.entries(state).flatMap(([name, values]) =>
      Object.entries(values).map(([component, value]) => ({ attach: [component, name, value] })),
    );
    await this.frame([["requests", () => this.perform(operations)]]);
    this.known.made = true;
  }
}

serve(engine, Systems);
