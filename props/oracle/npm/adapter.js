// Speaks the oracle's protocol (specs/reference/oracle-protocol.md) for an engine, which is an object of
//
//   engine                      its name and version
//   reset(types)                forget everything; types maps the names of the components to their types;
//                               it may be asynchronous
//   create(), destroy(entity)   entities are whatever the engine has, also handles that it uses again
//   attach(entity, component, value), detach(entity, component), has(entity, component), get(entity, component)
//   query(incl, excl)           the engine's own query: what it gives to be iterated over
//   lacks                       constructs that it does not have; default: none
//   alive(entity)               whether it takes it for alive, for the levels handles and hierarchy; it need not be there
//   handles                     whether it is tried at the level handles
//   adopt(child, parent), orphan(child, parent)
//                               begin and end the relation of the level hierarchy
//
// With --marker each entity has one more component, and queries that include nothing include that one.
import { readSync, writeSync } from "node:fs";

export const MARKER = "(marker)";

const supports = (
  "unit bool int real text entity record list incl excl anyway vector attach detach new destroy conc seq par then " +
  "frames"
).split(" ");

// Lines -------------------------------------------------------------------------------------------------------------

// Numbers that JavaScript does not keep as they are written (64 bits, 1.0, -0) travel as {"number": "1.0"}.
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const parse = (line) =>
  JSON.parse(line.replace(token, (t) => (t[0] === '"' || JSON.stringify(Number(t)) === t ? t : `{"number":"${t}"}`)));
const print = (reply) => JSON.stringify(reply).replace(/{"number":"([^"\\]*)"}/g, "$1");

const buffer = Buffer.alloc(1 << 16);
let pending = [];
let rest = Buffer.alloc(0);

/** The next line of the input, or undefined at its end. */
function read() {
  while (pending.length === 0) {
    const count = readSync(0, buffer);
    if (count === 0) return undefined;
    rest = Buffer.concat([rest, buffer.subarray(0, count)]);
    const end = rest.lastIndexOf("\n");
    if (end < 0) continue;
    pending = rest.toString("utf8", 0, end).split("\n");
    rest = rest.subarray(end + 1);
  }
  return parse(pending.shift());
}

function write(reply) {
  const line = Buffer.from(print(reply) + "\n");
  for (let done = 0; done < line.length; ) done += writeSync(1, line, done);
}

// Requests ----------------------------------------------------------------------------------------------------------

/** A failure for which the protocol has another word than internal. */
export class Failure extends Error {
  constructor(kind, why) {
    super(why);
    this.kind = kind;
  }
}

/** make(incl, excl), called once for each query: for engines that keep the queries that were made up to date. */
export function memoized(make) {
  const made = new Map();
  return (incl, excl) => {
    const key = JSON.stringify([incl, excl]);
    if (!made.has(key)) made.set(key, make(incl, excl));
    return made.get(key);
  };
}

export class Adapter {
  constructor(engine, options) {
    this.engine = engine;
    this.marked = options.includes("--marker");
  }

  /** The answer to a request, or a promise of it. */
  answer(request) {
    return this[request.do](request);
  }

  hello() {
    const { engine, lacks = [], handles, adopt } = this.engine;
    const levels = ["storage", "queries", "systems", ...(handles ? ["handles"] : []), ...(adopt ? ["hierarchy"] : [])];
    return { engine, supports: supports.filter((c) => !lacks.includes(c)), levels };
  }

  async reset({ components, level }) {
    this.once = level === "handles"; // whether an entity that is gone stays so
    this.parents = level === "hierarchy" ? new Map() : undefined; // by name of the child
    this.handles = new Map(); // by name, those that were ever created
    this.components = Object.keys(components);
    this.entities = new Map(); // by name, those that are live
    this.names = new Map(); // by entity; that of a destroyed one stays until the engine uses the entity again
    await this.engine.reset(this.marked ? { ...components, [MARKER]: "unit" } : components);
    return {};
  }

  apply({ operations }) {
    this.perform(operations);
    return {};
  }

  dump() {
    const state = [...this.entities].map(([name, entity]) => [name, this.observe(entity, this.components)]);
    return { state: Object.fromEntries(state) };
  }

  look({ entities }) {
    const alive = entities.filter((name) => this.isAlive(name));
    return { state: Object.fromEntries(alive.map((n) => [n, this.observe(this.handles.get(n), this.components)])) };
  }

  match({ query }) {
    return { matches: this.matches(query) };
  }

  run({ how, query }) {
    this.visit(how, query, (visit, values) => {
      write({ visit, values });
      return read().operations;
    });
    return {};
  }

  // What they have in common ----------------------------------------------------------------------------------------

  /** Visits the matches of a query vector, and performs the operations that respond has for each. */
  visit(how, query, respond) {
    const deferred = [];
    for (const visit of this.matches(query)) {
      // Only a seq may have changed what matched at its start. Names that came back stand for other entities.
      if (how === "seq" && !query.every((q, i) => this.isMatch(this.entities.get(visit[i]), q))) continue;
      const values = query.map((q, i) =>
        this.observe(this.entities.get(visit[i]), [...(q.incl ?? []), ...(q.anyway ?? [])]),
      );
      const operations = respond(visit, values);
      if (how === "seq") this.perform(operations);
      else deferred.push(...operations);
    }
    this.perform(deferred);
  }

  perform(operations) {
    for (const operation of operations) {
      if (this.once && this.isStale(operation)) continue;
      if (operation.attach) this.attach(...operation.attach);
      else if (operation.detach) this.detach(...operation.detach);
      else this.destroy(operation.destroy);
    }
  }

  /** Whether an operation is on a handle that the engine does not take for alive. */
  isStale({ attach, detach, destroy }) {
    const name = (attach ?? detach)?.[1] ?? destroy;
    if (!this.handles.has(name) || !this.isAlive(name)) return this.handles.has(name);
    this.entities.set(name, this.handles.get(name)); // what the engine takes for alive is used
    return false;
  }

  isAlive(name) {
    return this.handles.has(name) && this.engine.alive(this.handles.get(name));
  }

  attach(component, name, value) {
    if (!this.entities.has(name)) {
      const entity = this.engine.create();
      this.entities.set(name, entity);
      this.handles.set(name, entity);
      this.names.set(entity, name);
      if (this.marked) this.engine.attach(entity, MARKER, null);
    }
    this.engine.attach(this.entities.get(name), component, value);
    if (component === "Parent" && this.parents) this.adopt(name, value);
  }

  adopt(name, parent) {
    if (!this.entities.has(parent)) throw new Failure("unsupported", `${parent} is not live`);
    this.orphan(name);
    this.engine.adopt(this.entities.get(name), this.entities.get(parent));
    this.parents.set(name, parent);
  }

  orphan(name) {
    const parent = this.parents.get(name);
    if (this.entities.has(parent)) this.engine.orphan(this.entities.get(name), this.entities.get(parent));
    this.parents.delete(name);
  }

  detach(component, name) {
    if (!this.entities.has(name)) return;
    const entity = this.entities.get(name);
    this.engine.detach(entity, component);
    if (component === "Parent" && this.parents) this.orphan(name);
    if (!this.components.some((c) => this.engine.has(entity, c))) this.destroy(name);
  }

  destroy(name) {
    if (!this.entities.has(name)) return;
    this.engine.destroy(this.entities.get(name));
    this.entities.delete(name);
    if (!this.parents) return;
    for (const [below, entity] of this.entities) if (!this.engine.alive(entity)) this.entities.delete(below);
    for (const child of this.parents.keys()) if (!this.entities.has(child)) this.parents.delete(child);
  }

  /** The names in each match of a query vector: all combinations of what the engine finds. */
  matches(query) {
    return query
      .map((q) => Array.from(this.ask(q), (entity) => this.names.get(entity) ?? `unknown ${entity}`))
      .reduce((matches, found) => matches.flatMap((match) => found.map((name) => [...match, name])), [[]]);
  }

  ask({ incl = [], excl = [] }) {
    return this.engine.query(this.marked && incl.length === 0 ? [MARKER] : incl, excl);
  }

  isMatch(entity, { incl = [], excl = [] }) {
    const has = (component) => this.engine.has(entity, component);
    return entity !== undefined && incl.every(has) && !excl.some(has);
  }

  observe(entity, components) {
    const there = components.filter((c) => this.engine.has(entity, c));
    return Object.fromEntries(there.map((c) => [c, this.engine.get(entity, c)]));
  }
}

export async function serve(engine, AdapterOf = Adapter) {
  const adapter = new AdapterOf(engine, process.argv.slice(2));
  for (let request = read(); request !== undefined; request = read()) {
    try {
      write(await adapter.answer(request));
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure("internal", String(error));
      write({ error: failure.kind, why: failure.message });
    }
  }
}
