"use strict";
// Draws the page from its data. Names and texts of the program only ever become text.
(() => {
/// Whether some font has this character: one that no font has looks different.
function isThere(character) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const drawn = (text) => {
    context.clearRect(0, 0, 40, 40);
    context.font = "24px monospace, serif";
    context.fillText(text, 5, 30);
    return context.getImageData(0, 0, 40, 40).data.join();
  };
  return drawn(character) !== drawn("\u{10fffd}");
}
const embedded = document.getElementById("data").textContent;
const data = JSON.parse(isThere("⨟") ? embedded : embedded.replaceAll("⨟", ";"));
const sequence = isThere("⨟") ? "⨟" : ";";
const $ = (id) => document.getElementById(id);

// --- making elements ---------------------------------------------------------------------------------------------

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value);
  node.append(...children.flat(9).filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}
const el = (name, attributes, ...children) => build(document.createElement(name), attributes, children);
const svg = (name, attributes, ...children) =>
  build(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
const fill = (node, ...children) => (node.replaceChildren(...children.flat(9).filter(Boolean)), node);
const mono = (text) => el("span", { class: "mono" }, text);
const scroller = (label, ...children) => el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);
const note = (text) => el("p", { class: "note" }, text);
const count = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;
const entities = (n) => (n === 1 ? "1 entity" : `${n.toLocaleString("en")} entities`);
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
/// The entity of "Vel(e1)".
const entityOf = (location) => location.slice(location.indexOf("(") + 1, -1);
const shownValue = (value) => value ?? "⊥";

// --- what the data says ------------------------------------------------------------------------------------------

const frames = data.frames;
const isCreated = (row) => row.was && row.was.every((k) => k === null);
const isGone = (row) => row.was && row.k.every((k) => k === null);
const leafName = (leaf) => `${data.leaves[leaf].form}(${data.leaves[leaf].system})`;
const conflicts = (frame) => (frame.detail?.ties ?? []).filter((tie) => !tie.same);
/// The invocations of a frame in the order of the reference, each with its leaf, and its place among the visits.
function invocationsOf(frame) {
  if (!frame.detail) return [];
  frame.flat ??= frame.detail.leaves.flatMap((leaf, l) =>
    leaf.visits.map((visit, v) => ({ leaf: l, v, visit, name: data.leaves[l].system + visit.e }))
      .filter((u) => !u.visit.dropped));
  return frame.flat;
}

// --- light and dark ----------------------------------------------------------------------------------------------

const darkOutside = matchMedia("(prefers-color-scheme: dark)");
function theme() {
  const dark = (document.documentElement.dataset.theme ?? (darkOutside.matches ? "dark" : "light")) === "dark";
  $("theme").textContent = dark ? "☀ Light" : "☾ Dark";
  return dark;
}
$("theme").addEventListener("click", () => {
  document.documentElement.dataset.theme = theme() ? "light" : "dark";
  theme();
});
darkOutside.addEventListener("change", theme);

// --- pictures: entities on a line, or on a plane --------------------------------------------------------------------

/// The least and the greatest value of each coordinate, over all that is ever drawn.
const extents = (() => {
  const all = { x: [Infinity, -Infinity], y: [Infinity, -Infinity] };
  const take = (at, before) => {
    for (const axis of ["x", "y"]) {
      const value = at?.[axis] ?? before?.[axis];
      if (value === undefined) continue;
      const moved = value + (at["d" + axis] ?? 0);
      const reach = Math.abs(moved - value) > 1e6 ? value : moved;
      all[axis] = [Math.min(all[axis][0], value, reach), Math.max(all[axis][1], value, reach)];
    }
  };
  if (!data.view) return null;
  for (const frame of frames) for (const row of frame.rows) take(row.at);
  for (const side of data.witness?.sides ?? []) {
    const at = {};
    const move = (e, part) => take((at[e] = { ...at[e], ...part }));
    for (const cell of data.witness.cells) if (cell.at) move(cell.e, cell.at);
    for (const step of side.steps)
      for (const [cell, , part] of step.changes) if (part) move(data.witness.cells[cell].e, part);
  }
  if (all.x[0] > all.x[1]) return null;
  for (const axis of ["x", "y"]) if (all[axis][0] === all[axis][1]) all[axis] = [all[axis][0] - 1, all[axis][1] + 1];
  return all;
})();
const isPlane = data.view?.length === 2 && extents?.y[0] <= extents?.y[1];

/// Some six round numbers between two numbers.
function ticks([least, greatest], some = 7) {
  const raw = (greatest - least) / some, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw);
  const all = [];
  for (let k = Math.ceil(least / step - 1e-9); k * step <= greatest + step * 1e-6; ++k) all.push(+(k * step).toPrecision(12));
  return all;
}

/// The shapes of marks, with their sizes.
const marks = data.marks ?? [];
const forms = {
  disc: { reach: 11, draw: (x, y, r) => ({ d: `M${x - r},${y} a${r},${r} 0 1 0 ${2 * r},0 a${r},${r} 0 1 0 ${-2 * r},0 z` }) },
  square: { reach: 12, draw: (x, y, r) => ({ d: `M${x - r},${y - r} h${2 * r} v${2 * r} h${-2 * r} z` }) },
  triangle: { reach: 13, draw: (x, y, r) => ({ d: `M${x},${y - r} l${r},${1.7 * r} h${-2 * r} z` }) },
  diamond: { reach: 13, draw: (x, y, r) => ({ d: `M${x},${y - r} l${r},${r} l${-r},${r} l${-r},${-r} z` }) },
  cross: { reach: 5, open: true, draw: (x, y, r) => ({ d: `M${x - r},${y - r} l${2 * r},${2 * r} m0,${-2 * r} l${-2 * r},${2 * r}` }) },
  ring: { reach: 6, open: true, draw: (x, y, r) => forms.disc.draw(x, y, r) },
  dot: { reach: 4, solid: true, draw: (x, y, r) => forms.disc.draw(x, y, r) },
};
const isSmall = (mark) => mark !== undefined && forms[marks[mark][1]].reach < 8;
/// Draws the k-th mark of the view at a place.
function drawMark(k, cx, cy, size = 1, state = []) {
  const form = forms[marks[k][1]];
  return svg("path", { class: ["mark", `mark${k % 8}`, form.open && "open", form.solid && "solid", ...state].filter(Boolean).join(" "), ...form.draw(cx, cy, form.reach * size) });
}
/// The mark of an entity with these components.
function markOf(has) {
  const k = marks.findIndex(([i]) => has(i));
  return k < 0 ? undefined : k;
}
/// The meaning of each mark, and how many there are.
function legend(things) {
  if (!marks.length) return null;
  return el("ul", { class: "legend" }, marks.map(([i], k) => {
    const n = things.filter((thing) => thing.mark === k && !thing.gone).length;
    return el("li", {}, svg("svg", { width: 28, height: 28, viewBox: "0 0 28 28", "aria-hidden": "true" }, drawMark(k, 14, 14, 0.85)),
      el("span", {}, data.components[i]), el("span", { class: "aside" }, n));
  }));
}

/// `things`: { name, at, from, created, gone, marked, mark }, where `from` is the previous place, and `mark` the number
/// of its mark in the view.
function picture(things, width, label) {
  const placed = things.filter((thing) => thing.at?.x !== undefined && (!isPlane || thing.at.y !== undefined));
  const many = placed.length > 40, radius = many ? 5 : 15, margin = 34;
  const scale = (axis, length, value) => margin + ((value - extents[axis][0]) / (extents[axis][1] - extents[axis][0])) * length;
  const x = (value) => scale("x", width - 2 * margin, value);
  let height, y;
  if (isPlane) {
    const span = width - 2 * margin;
    const drawn = Math.max(160, Math.min(span, (span * (extents.y[1] - extents.y[0])) / (extents.x[1] - extents.x[0]), 420));
    height = drawn + 2 * margin;
    y = (thing) => height - scale("y", drawn, thing.at.y);
  } else {
    const lanes = [];
    for (const thing of [...placed].sort((a, b) => a.at.x - b.at.x)) {
      const here = x(thing.at.x);
      let lane = lanes.findIndex((last) => here - last >= 2 * radius + 2);
      if (lane < 0) lane = lanes.length;
      lanes[lane] = here;
      thing.lane = Math.min(lane, 12);
    }
    height = margin + 12 + (2 * radius + 6) * Math.min(Math.max(lanes.length, 2), 13);
    y = (thing) => height - margin - radius - 4 - thing.lane * (2 * radius + 6);
  }
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const bottom = height - margin + 6;
  drawing.append(svg("line", { class: "axis", x1: margin - 12, x2: width - margin + 12, y1: bottom, y2: bottom }));
  for (const tick of ticks(extents.x, width < 420 ? 5 : 8))
    drawing.append(svg("line", { class: "tick", x1: x(tick), x2: x(tick), y1: isPlane ? margin : bottom - 5, y2: bottom + 5 }),
      svg("text", { class: "muted", x: x(tick), y: bottom + 19, "text-anchor": "middle" }, String(tick)));
  if (isPlane)
    for (const tick of ticks(extents.y, 5)) {
      const at = height - scale("y", height - 2 * margin, tick);
      drawing.append(svg("line", { class: "tick", x1: margin - 5, x2: width - margin, y1: at, y2: at }),
        svg("text", { class: "muted", x: margin - 8, y: at + 4, "text-anchor": "end" }, String(tick)));
    }
  const at = new Map(placed.map((thing) => [thing.name, thing]));
  for (const thing of placed) {
    for (let line = 0; line < (thing.gone ? 0 : data.lines ?? 0); ++line) {
      const to = at.get(thing.at["to" + line]);
      if (to) drawing.append(svg("line", { class: "link", x1: x(thing.at.x), y1: y(thing), x2: x(to.at.x), y2: y(to) }));
    }
  }
  // Draws small things last, so that large ones do not hide them.
  const size = many || width < 560 ? 0.75 : 1;
  const reach = (thing) => thing.mark === undefined ? radius : forms[marks[thing.mark][1]].reach * size;
  const inOrder = marks.length ? [...placed].sort((a, b) => reach(b) - reach(a)) : placed;
  for (const thing of inOrder) {
    const radius = reach(thing), small = isSmall(thing.mark);
    const cx = x(thing.at.x), cy = y(thing), state = [thing.marked && "marked", thing.created && "created", thing.gone && "gone"];
    const mark = thing.marked ? " marked" : "";
    const group = svg("g", { class: "thing" }, svg("title", {}, thing.title ?? thing.name));
    if (thing.from?.x !== undefined && (thing.from.x !== thing.at.x || thing.from.y !== thing.at.y)) {
      const fx = x(thing.from.x), fy = isPlane ? y({ at: thing.from }) : cy;
      if (!small) group.append(svg("circle", { class: "ghost", cx: fx, cy: fy, r: radius }));
      group.append(svg("line", { class: "trail", x1: fx, y1: fy, x2: cx, y2: cy }));
    }
    const dx = thing.gone ? 0 : x(thing.at.x + (thing.at.dx ?? 0)) - cx;
    const dy = thing.gone || !isPlane ? 0 : (y({ at: { y: thing.at.y + (thing.at.dy ?? 0) } }) - cy);
    const length = Math.hypot(dx, dy);
    if (length > 0.5) {
      const reach = Math.min(Math.max(length, radius + 14), width / 2), ux = dx / length, uy = dy / length;
      const ex = cx + ux * reach, ey = cy + uy * reach;
      group.append(svg("line", { class: "velocity" + mark, x1: cx + ux * radius, y1: cy + uy * radius, x2: ex - ux * 7, y2: ey - uy * 7 }),
        svg("path", { class: "head" + mark, d: `M${ex},${ey} l${-ux * 12 - uy * 6},${-uy * 12 + ux * 6} l${uy * 12},${-ux * 12} z` }));
    }
    const still = !thing.at.dx && !thing.at.dy;
    if (thing.mark === undefined)
      group.append(svg("circle", { class: ["dot", still && "still", ...state].filter(Boolean).join(" "), cx, cy, r: radius }));
    else
      group.append(drawMark(thing.mark, cx, cy, size, state));
    if (marks.length ? !small : !many) {
      const words = thing.at.label ?? thing.name, isLong = words.length > (marks.length ? 2 : 3);
      group.append(svg("text", { x: cx, y: isLong || thing.gone ? cy - radius - 4 : cy + 4.5, "text-anchor": "middle" }, cut(words, 14)));
    }
    if (thing.gone)
      group.append(svg("path", { class: "cross", d: `M${cx - radius},${cy - radius} l${2 * radius},${2 * radius} m0,${-2 * radius} l${-2 * radius},${2 * radius}` }));
    if (thing.created) {
      const px = cx + radius * 0.8 + (small ? 3 : 0), py = cy - radius * 0.8 - (small ? 3 : 0), arm = small ? 2.5 : 4;
      group.append(svg("circle", { class: "plus", cx: px, cy: py, r: small ? 4.5 : 7 }),
        svg("path", { class: "plus", d: `M${px - arm},${py} h${2 * arm} m${-arm},${-arm} v${2 * arm}` }));
    }
    drawing.append(group);
  }
  return drawing;
}

// --- verdicts ----------------------------------------------------------------------------------------------------

function drawVerdict() {
  const { verdict } = data;
  if (!verdict) return;
  $("verdict").hidden = false;
  const marks = { yes: "✓", no: "✗", undecided: "?" };
  fill($("verdict").querySelector(".answers"), verdict.answers.map(({ question, answer, why, steps, lost }) => {
    const summary = [
      el("span", { class: "mark", "aria-hidden": "true" }, marks[answer]), el("span", {}, question),
      el("span", { class: "word" }, answer),
      el("span", { class: "why" }, why + (lost ? `; first fails in frame ${lost}` : "") + (steps.length ? " ▸" : ""))];
    return steps.length
      ? el("details", { class: `answer ${answer}` }, el("summary", {}, summary), el("ol", {}, steps.map((step) => el("li", {}, step))))
      : el("div", { class: `answer ${answer}` }, el("div", { class: "summary" }, summary));
  }));
}

/// The state of a run of the witness after N steps: the value and the view of each cell.
function stateAfter(side, steps) {
  const state = data.witness.cells.map((cell) => ({ value: cell.start, at: cell.at }));
  for (const step of side.steps.slice(0, steps - data.witness.from))
    for (const [cell, value, at] of step.changes) state[cell] = { value, at };
  return state;
}

/// The things in such a state, with their places.
function things(state, marked) {
  const found = new Map();
  data.witness.cells.forEach((cell, k) => {
    if (state[k].value === null || !state[k].at) return;
    const thing = found.get(cell.e) ?? { name: cell.e, at: {}, marked: marked?.has(cell.e) };
    Object.assign(thing.at, state[k].at);
    found.set(cell.e, thing);
  });
  const has = new Map();
  data.witness.cells.forEach((cell, k) => state[k].value !== null && has.set(cell.e, (has.get(cell.e) ?? new Set()).add(cell.i)));
  for (const thing of found.values()) thing.mark = markOf((i) => has.get(thing.name).has(i));
  return [...found.values()];
}

const place = (cell) => `${data.components[cell.i]}(${cell.e})`;

function drawRace() {
  const { race, witness } = data;
  if (!race) return;
  const [u, v] = race.sides;
  const node = $("race");
  node.hidden = false;
  const frame = u.frame === v.frame && data.frames_in_all > 1 ? `, frame ${u.frame}` : "";
  $("race-title").textContent = `Two writers of ${race.at}${frame}: either can be the last`;
  const arrow = (which, side) => el("span", { class: `arrow ${which}` }, el("span", { title: side.left }, cut(shownValue(side.left), 24)), el("i"));
  node.append(el("div", { class: "writers" }, el("span", { class: "writer one" }, u.u), arrow("one", u),
    el("span", { class: "location" }, race.at), arrow("other", v), el("span", { class: "writer other" }, v.u)));

  /// The state of a run after both were performed, this one last.
  const pictured = (last, first) => {
    if (!extents || !witness) return null;
    const step = (side, name) => side.steps.findIndex((step) => step.u === name);
    const side = witness.sides.find((side) => step(side, first.u) >= 0 && step(side, first.u) < step(side, last.u));
    if (!side) return null;
    return picture(things(stateAfter(side, witness.from + step(side, last.u) + 1), new Set([entityOf(race.at)])),
      Math.min(540, Math.max(240, (node.clientWidth - 100) / (node.clientWidth > 600 ? 2 : 1))), `Where everything is after ${last.u} came last`);
  };
  const outcome = (first, last, firstClass, lastClass) => {
    const drawing = pictured(last, first);
    return el("div", { class: "outcome" },
      el("div", { class: "turns" },
        el("span", { class: `chip ${firstClass}` }, mono(first.u), " ", el("b", {}, el("s", {}, cut(shownValue(first.left), 40))), el("small", {}, " lost")),
        el("span", { class: "aside" }, "→"),
        el("span", { class: `chip ${lastClass}` }, mono(last.u), " ", el("b", {}, cut(shownValue(last.left), 40))),
        el("span", { class: `result ${lastClass}` }, `⇒ ${race.at} = ${shownValue(last.left)}`)),
      drawing && scroller(`A picture with ${last.u} last`, drawing));
  };
  node.append(el("div", { class: "outcomes" }, outcome(v, u, "other", "one"), outcome(u, v, "one", "other")));
}

// --- the schedule as a tree ----------------------------------------------------------------------------------------

function drawTree(tree, counts) {
  if (typeof tree === "number")
    return el("li", {}, mono(leafName(tree)), " ", el("span", { class: "aside" }, `leaf ${tree}` + (counts ? `, ${count(counts[tree] ?? 0, "invocation")}` : "")));
  const [form] = Object.keys(tree);
  return el("li", {}, mono(form === "par" ? "∥" : sequence), " ",
    el("span", { class: "aside" }, form === "par" ? "side by side" : "one after the other"),
    el("ul", {}, tree[form].map((part) => drawTree(part, counts))));
}

// --- po_c(z) as a series-parallel diagram --------------------------------------------------------------------------

/// Boxes: each { width, height, draw(x, y) }, where draw appends to the drawing.
function drawOrder(frame, room) {
  const drawing = svg("svg", { role: "group", "aria-label": `po_c(z) of frame ${frame.frame}: ${count(frame.invocations, "invocation")}` });
  const layers = { back: svg("g"), ties: svg("g"), nodes: svg("g"), labels: svg("g") };
  const all = invocationsOf(frame), positions = [];
  const ties = new Map();
  for (const tie of frame.detail.ties) {
    const key = `${tie.u} ${tie.v} ${tie.same ?? false}`;
    ties.set(key, [...(ties.get(key) ?? []), tie]);
  }
  const clashing = new Set(conflicts(frame).flatMap((tie) => [tie.u, tie.v]));
  const focusable = all.length <= 60;
  const gap = 26, height = 34, letter = 8;
  let number = 0;

  const node = (l, visit, v, small) => {
    const name = data.leaves[l].system + visit.e;
    const width = small ? 13 : Math.min(name.length, 34) * letter + 22;
    const tall = small ? 13 : height;
    if (visit.dropped)
      return { width, height: tall, draw: (x, y) => layers.nodes.append(svg("g", { class: "dropped" },
        svg("title", {}, `${name} is dropped`), svg("rect", { x, y, width, height: tall }),
        !small && svg("text", { x: x + width / 2, y: y + 21, "text-anchor": "middle" }, cut(name, 34)))) };
    const u = number++;
    return { width, height: tall, draw: (x, y) => {
      positions[u] = { x: x + width / 2, top: y, bottom: y + tall, left: x, right: x + width };
      const changes = visit.changes.map(([at, before, after]) => `${at}: ${shownValue(before)} → ${shownValue(after)}`);
      const show = () => reveal(l, v);
      const enter = () => highlight(visit, true), leave = () => highlight(visit, false);
      layers.nodes.append(svg("g", {
        class: "invocation" + (clashing.has(u) ? " clash" : ""), "data-u": u,
        ...(focusable ? { role: "button", tabindex: 0, "aria-label": `${cut(name, 34)}; ${changes.join(", ") || "changes nothing"}; show how` } : {}),
        on: { click: show, pointerenter: enter, pointerleave: leave, focus: enter, blur: leave,
          keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(); } } },
      }, svg("title", {}, [name, ...changes].join("\n")), svg("rect", { x, y, width, height: tall, ...(small ? { rx: 3 } : {}) }),
      !small && svg("text", { x: x + width / 2, y: y + 21.5, "text-anchor": "middle" }, cut(name, 34))));
    } };
  };
  const down = (x, from, to) => {
    if (to - from < 6) return;
    layers.back.append(svg("line", { class: "then", x1: x, x2: x, y1: from, y2: to - 5 }),
      svg("path", { class: "then-head", d: `M${x},${to} l-5,-8 h10 z` }));
  };
  const vertically = (boxes, between) => ({
    width: Math.max(...boxes.map((box) => box.width)),
    height: boxes.reduce((sum, box) => sum + box.height, 0) + between * (boxes.length - 1),
    draw(x, y) {
      boxes.forEach((box, k) => {
        box.draw(x + (this.width - box.width) / 2, y);
        y += box.height;
        if (k + 1 < boxes.length) down(x + this.width / 2, y, y + between);
        y += between;
      });
    },
  });
  const sideBySide = (boxes, most, between) => {
    const lines = [[]];
    for (const box of boxes) {
      const used = lines.at(-1).reduce((sum, other) => sum + other.width + between, 0);
      if (lines.at(-1).length && used + box.width > most) lines.push([]);
      lines.at(-1).push(box);
    }
    const width = Math.max(...lines.map((line) => line.reduce((sum, box) => sum + box.width + between, -between)));
    const heights = lines.map((line) => Math.max(...line.map((box) => box.height)));
    return { width, height: heights.reduce((sum, h) => sum + h + between, -between), draw(x, y) {
      lines.forEach((line, k) => {
        let at = x + (width - line.reduce((sum, box) => sum + box.width + between, -between)) / 2;
        for (const box of line) {
          box.draw(at, y + (heights[k] - box.height) / 2);
          at += box.width + between;
        }
        y += heights[k] + between;
      });
    } };
  };
  /// Below a group, each pair that is tied within it, but within none of its parts, has a lane.
  const lanes = {}, mostLanes = 12;
  const takeLanes = (begin) => {
    const keys = [...ties.keys()].filter((key) => {
      const [u, v] = key.split(" ");
      return !(key in lanes) && u >= begin && v < number;
    }).slice(0, mostLanes);
    for (const key of keys) lanes[key] = { of: keys.length };
    return { height: keys.length && keys.length * 28 + 8, at: (y) => keys.forEach((key, k) => Object.assign(lanes[key], { y: y + 22 + 28 * k, k })) };
  };
  const leafBox = (l, most) => {
    const { visits } = frame.detail.leaves[l];
    const small = visits.length > 40, begin = number;
    const nodes = visits.map((visit, v) => node(l, visit, v, small));
    const isConc = data.leaves[l].form === "conc", below = takeLanes(begin);
    const wide = small ? 4 : below.height ? 44 : gap - 8;
    const body = !nodes.length ? { width: 90, height: 20, draw: (x, y) => layers.nodes.append(svg("text", { class: "muted", x: x + 45, y: y + 15, "text-anchor": "middle" }, "no match")) }
      : isConc ? sideBySide(nodes, most - 28, wide)
      : small ? sideBySide(nodes, most - 28, 4) : vertically(nodes, 18);
    const title = leafName(l);
    return { width: Math.max(body.width, title.length * letter) + 28, height: body.height + 44 + below.height, draw(x, y) {
      layers.back.append(svg("rect", { class: "group leaf", x, y, width: this.width, height: this.height }),
        svg("text", { class: "muted", x: x + 14, y: y + 20 }, title));
      body.draw(x + (this.width - body.width) / 2, y + 30);
      below.at(y + 30 + body.height);
    } };
  };
  const box = (tree, most) => {
    if (typeof tree === "number") return leafBox(tree, most);
    const begin = number;
    if (tree.then) return vertically(tree.then.map((part) => box(part, most)), 26);
    const share = Math.max(180, (most - 28 - gap * (tree.par.length - 1)) / tree.par.length);
    const parts = tree.par.map((part) => box(part, share));
    const below = takeLanes(begin), inner = sideBySide(parts, most - 28, gap);
    return { width: inner.width + 28, height: inner.height + 42 + below.height, draw(x, y) {
      layers.back.append(svg("rect", { class: "group", x, y, width: this.width, height: this.height }),
        svg("text", { class: "muted", x: x + 12, y: y + 18 }, "∥"));
      inner.draw(x + 14, y + 28);
      below.at(y + 28 + inner.height);
    } };
  };
  const whole = box(data.tree, Math.max(room - 8, 320));
  whole.draw(6, 6);

  let right = whole.width + 12;
  const labelled = ties.size <= 16, labels = [];
  for (const [key, list] of ties) {
    const [tie] = list, same = tie.same ? " same" : "", a = positions[tie.u], b = positions[tie.v];
    const lane = lanes[key];
    const places = list.slice(0, 2).map(({ at, left }) => tie.same ? at : `${shownValue(left[0])} ▸ ${at} ◂ ${shownValue(left[1])}`);
    const values = places.join(", ") + (list.length > 2 ? ` +${list.length - 2}` : "");
    const text = values.length > 34 ? cut(list.map(({ at }) => at).join(", "), 34) : values;
    const full = list.map(({ at, left }) => `${all[tie.u].name} leaves ${at} ↦ ${shownValue(left[0])}, ${all[tie.v].name} leaves ${shownValue(left[1])}`).join("\n");
    let d, mx, my;
    if (lane) {
      const aside = (lane.k - (lane.of - 1) / 2) * Math.min(7, 60 / lane.of), turn = b.x >= a.x ? 8 : -8;
      const ax = a.x + aside, bx = b.x + (Math.abs(a.x - b.x) < 30 ? 24 : 0) + aside;
      d = `M${ax},${a.bottom} V${lane.y - 8} q0,8 ${turn},8 H${bx - turn} q${turn},0 ${turn},-8 V${b.bottom}`;
      [mx, my] = [(ax + bx) / 2, lane.y];
    } else {
      const ay = (a.top + a.bottom) / 2, by = (b.top + b.bottom) / 2;
      const [from, to] = a.x <= b.x ? [a, b] : [b, a], fy = a.x <= b.x ? ay : by, ty = a.x <= b.x ? by : ay;
      const [upper, lower] = a.top <= b.top ? [a, b] : [b, a], middle = (upper.bottom + lower.top) / 2;
      if (upper.bottom < lower.top) {
        d = `M${upper.x},${upper.bottom} C${upper.x},${middle} ${lower.x},${middle} ${lower.x},${lower.top}`;
        [mx, my] = [(upper.x + lower.x) / 2, middle];
      } else {
        const x = (from.right + to.left) / 2;
        d = `M${from.right},${fy} C${x},${fy} ${x},${ty} ${to.left},${ty}`;
        [mx, my] = [x, (fy + ty) / 2];
      }
    }
    layers.ties.append(svg("path", { class: "tie" + same, d }, svg("title", {}, full)));
    if (!labelled) continue;
    const w = text.length * letter + 14;
    mx = Math.max(mx, w / 2 + 2);
    while (labels.some((label) => Math.abs(label.x - mx) < (label.w + w) / 2 + 4 && Math.abs(label.y - my) < 24)) my += 25;
    labels.push({ x: mx, y: my, w });
    right = Math.max(right, mx + w / 2 + 4);
    layers.labels.append(svg("g", { class: "tie-label" + same }, svg("title", {}, full), svg("rect", { x: mx - w / 2, y: my - 11, width: w, height: 22 }),
      svg("text", { x: mx, y: my + 4.5, "text-anchor": "middle" }, text)));
  }
  const tall = Math.max(whole.height + 12, ...labels.map((label) => label.y + 16));
  build(drawing, { width: right, height: tall, viewBox: `0 0 ${right} ${tall}` }, [layers.back, layers.ties, layers.nodes, layers.labels]);
  return drawing;
}

/// Highlights the rows of the state that an invocation changes.
function highlight(visit, on) {
  const names = new Set(visit.changes.map(([at]) => entityOf(at)));
  for (const row of $("table").querySelectorAll("tbody tr")) row.classList.toggle("lit", on && names.has(row.dataset.e));
}

/// Opens the derivation at an invocation.
function reveal(leaf, visit) {
  const details = $("leaves").querySelectorAll("details.leaf")[leaf];
  details.open = true;
  unfold(details);
  for (const lit of $("leaves").querySelectorAll("li.lit")) lit.classList.remove("lit");
  const item = details.querySelectorAll("ol.visits > li")[visit];
  item.classList.add("lit");
  item.scrollIntoView({ block: "center" });
}

/// Counts in place of what is too large to draw.
function bars(frame) {
  const most = Math.max(1, ...frame.counts);
  return el("div", { class: "bars" }, frame.counts.map((n, leaf) => [
    mono(leafName(leaf)), el("i", { style: `width: ${(100 * n) / most}%` }), el("span", {}, n.toLocaleString("en"))]));
}

// --- derivations -------------------------------------------------------------------------------------------------

function visitItem(l, visit) {
  const leaf = data.leaves[l], name = el("span", { class: "visit-name mono" }, leaf.system + visit.e);
  const rows = [];
  const row = (term, text) => rows.push(el("dt", {}, term), el("dd", { class: "mono" }, text));
  if (visit.dropped) {
    const { query, e, component, by } = visit.dropped;
    row("matched", visit.matched);
    row("dropped", query === undefined ? `by roll: φ does not hold of what is observed${by ? `, since ${by} wrote there` : ""}`
      : `by roll: ${leaf.queries[query]} does not hold at ${e} any more` +
        (component ? `, for ${component}(${e})` : ", which is not live") + (by ? ` was written by ${by}` : ""));
    return el("li", { class: "dropped" }, name, el("span", { class: "aside" }, " ✕ dropped"), el("dl", {}, rows));
  }
  row("observes", visit.observed ? [visit.observed, el("span", { class: "aside" }, ` by now; it matched with ${visit.matched}`)] : visit.matched);
  row("does", visit.does);
  row("changes", visit.changes.length
    ? visit.changes.map(([at, before, after]) => el("div", {}, `${at}: `, before === null ? "⊥" : el("s", {}, before), " → ", el("b", {}, shownValue(after))))
    : "nothing");
  if (visit.more_changes) row("", `and ${count(visit.more_changes, "more change")}`);
  return el("li", {}, name, el("dl", {}, rows));
}

/// Fills the details of a leaf when they are first opened.
function unfold(details) {
  if (details.dataset.filled) return;
  details.dataset.filled = "yes";
  const l = +details.dataset.leaf, leaf = frames[current].detail.leaves[l], { queries } = data.leaves[l];
  const left = leaf.visits.filter((visit) => !visit.dropped).length;
  details.append(el("div", { class: "inside" },
    el("h4", {}, `What its ${queries.length === 1 ? "query matches" : "queries match"} at ${leaf.observes}`),
    leaf.queries.map((matches, j) => el("p", { class: "mono" }, `⟦${queries[j]}⟧${leaf.observes} = ${matches}`)),
    data.leaves[l].where ? el("p", {}, `Of ${queries.length > 1 ? "their product" : "these"}, φ holds for ${count(leaf.visits.length, "match")}: `, el("span", { class: "mono" }, data.leaves[l].where))
      : queries.length > 1 && el("p", {}, `Their product has ${count(leaf.visits.length, "match")}.`),
    data.leaves[l].form === "seq" && el("p", {}, left === leaf.visits.length
      ? "One after the other; roll drops none of them." : `One after the other; roll drops ${leaf.visits.length - left} of them.`),
    el("h4", {}, "Each invocation"),
    el("ol", { class: leaf.visits.length > 50 ? "visits long" : "visits" }, leaf.visits.map((visit) => visitItem(l, visit)))));
}

function drawDerivation(frame) {
  if (frame.frame === 0) return fill($("leaves"), note("This is the start. Nothing has been performed yet."));
  if (!frame.detail)
    return fill($("leaves"), note(`This frame has ${count(frame.invocations, "invocation")} of ${count(data.leaves_in_all, "leaf").replace("leafs", "leaves")}, ` +
      "too many to show each of them here; above are their numbers. coreecs explain --frame shows more."));
  return fill($("leaves"), frame.detail.leaves.map((leaf, l) => {
    const left = leaf.visits.filter((visit) => !visit.dropped).length;
    const dropped = leaf.visits.length - left;
    const details = el("details", { class: "leaf", "data-leaf": l, on: { toggle: () => details.open && unfold(details) } },
      el("summary", {}, el("span", { class: "leaf-name mono" }, leafName(l)),
        el("span", { class: "aside" }, `leaf ${l}, observes ${leaf.observes}`),
        el("span", { class: "aside" }, count(left, "invocation") + (dropped ? `, ${dropped} dropped` : ""))));
    if (frame.detail.leaves.length <= 4 && leaf.visits.length <= 6) {
      details.open = true;
      unfold(details);
    }
    return details;
  }));
}

// --- states ------------------------------------------------------------------------------------------------------

function stateTable(frame) {
  const room = (text) => (text.length <= 32 ? "short" : "long");
  const cell = (row, i) => {
    const now = row.k[i], was = row.was ? row.was[i] : now;
    if (now === was) return now === null ? el("td", { class: "none" }, "·") : el("td", { class: room(now) }, now);
    return el("td", { class: "changed " + room((now ?? "") + (was ?? "")) }, was !== null && !isGone(row) && [el("span", { class: "was" }, was), el("span", { class: "to", "aria-label": "becomes" }, "→")],
      isGone(row) ? el("span", { class: "was" }, was) : now === null ? "✕ ⊥" : now);
  };
  return el("table", {},
    el("caption", {}, frame.frame === 0 ? "At the start" : `After frame ${frame.frame}: → changed, + created, ✕ removed`),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "entity"), data.components.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, frame.rows.map((row) => el("tr", { class: isCreated(row) ? "created" : isGone(row) ? "gone" : null, "data-e": row.e },
      el("th", { scope: "row" }, el("span", {}, row.e),
        isCreated(row) && el("span", { class: "badge" }, "+ new"), isGone(row) && el("span", { class: "badge" }, "✕ gone")),
      data.components.map((_, i) => cell(row, i))))));
}

function drawState(frame, index) {
  const before = new Map((frames[index - 1]?.rows ?? []).map((row) => [row.e, row.at]));
  const followed = frames[index - 1]?.frame === frame.frame - 1;
  const drawn = extents ? frame.rows.map((row) => ({
    name: row.e, created: isCreated(row), gone: isGone(row), at: isGone(row) ? before.get(row.e) : row.at, from: followed ? before.get(row.e) : undefined,
    mark: markOf((i) => (isGone(row) ? row.was : row.k)[i] !== null),
    title: `${row.e}: ${row.k.map((k, i) => `${data.components[i]} ${shownValue(k)}`).join(", ")}` })) : [];
  fill($("picture"), extents && scroller("State as a picture", picture(drawn, Math.max(240, $("state").clientWidth - 40),
    `The entities by ${data.view.join(" and ")}; arrows are velocities, dashed circles where they were before`)), extents && legend(drawn));
  fill($("table"), stateTable(frame));
  const notes = [];
  if (frame.entities + frame.rows.filter(isGone).length > frame.rows.length)
    notes.push(note(`Shown are ${frame.rows.length} of ${entities(frame.entities)}: ${frame.frame ? `those that change in this frame (${frame.changed.toLocaleString("en")} in all), then the first ones` : "the first ones"}.`));
  fill($("state-note"), notes);
}

// --- stepping through the frames -----------------------------------------------------------------------------------

let current = 0;

function show(index, { focus = false, announce = true } = {}) {
  current = Math.max(0, Math.min(index, frames.length - 1));
  const frame = frames[current];
  const clashes = conflicts(frame);
  $("frame-title").textContent = frame.frame === 0 ? "The start" : `Frame ${frame.frame} of ${data.frames_in_all}`;
  [...$("strip").querySelectorAll("li button")].forEach((button, k) => {
    if (k === current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (k === current) {
      const list = button.closest("ol"), item = button.closest("li");
      list.scrollLeft = item.offsetLeft - list.offsetLeft - list.clientWidth / 2;
      if (focus) button.focus({ preventScroll: true });
    }
  });
  $("previous").disabled = current === 0;
  $("next").disabled = current === frames.length - 1;
  const facts = frame.frame === 0 ? [entities(frame.entities)] : [
    count(frame.invocations, "invocation"), `${entities(frame.changed)} changed`,
    ...(frame.rows.some(isCreated) ? [`${frame.rows.filter(isCreated).length} of them created`] : []),
    ...(frame.rows.some(isGone) ? [`${frame.rows.filter(isGone).length} of them gone`] : []),
    ...(clashes.length ? [`${count(clashes.length, "conflict")}: ${[...new Set(clashes.map((tie) => tie.at))].slice(0, 5).join(", ")}`] : [])];
  if (announce) $("live").textContent = `${frame.frame === 0 ? "Start" : `Frame ${frame.frame} of ${data.frames_in_all}`}: ${facts.join("; ")}.`;

  drawState(frame, current);
  $("order").hidden = frame.frame === 0;
  if (frame.frame !== 0) {
    const large = !frame.detail || data.tree === undefined;
    const columns = $("frame").querySelector(".columns");
    const drawing = large ? bars(frame) : drawOrder(frame, columns.clientWidth - 40);
    fill($("diagram"), drawing);
    // If it does not fit beside the state, it goes below it.
    if (!large && drawing.clientWidth > $("diagram").clientWidth + 1 && !columns.classList.contains("wide")) {
      columns.classList.add("wide");
      drawState(frame, current);
    }
    fill($("order-note"),
      large && note(`${count(frame.invocations, "invocation")}: the bars count those of each leaf` +
        (data.leaves_in_all > data.leaves.length ? `, of the first ${data.leaves.length} of ${data.leaves_in_all.toLocaleString("en")} leaves.` : ".")),
      frame.detail?.more_ties && note("Not all pairs that write to one location are drawn."),
      clashes.length > 0 && note("Red line: two invocations that may run in either order, and write different values to one location."),
      clashes.length < (frame.detail?.ties.length ?? 0) && note("Dashed line: two such invocations that write the same value."));
  }
  drawDerivation(frame);
}

function drawStrip() {
  const items = [];
  frames.forEach((frame, k) => {
    if (k > 0 && frame.frame > frames[k - 1].frame + 1)
      items.push(el("li", { class: "gap" }, `… ${count(frame.frame - frames[k - 1].frame - 1, "frame")} not shown …`));
    const clashes = conflicts(frame).length;
    items.push(el("li", {}, el("button", { type: "button", title: clashes ? count(clashes, "conflict") : null, on: { click: () => show(k) } },
      frame.frame === 0 ? "start" : [el("span", { class: "hidden" }, "frame "), String(frame.frame)],
      el("small", {}, frame.frame === 0 ? "c" : ` ${frame.invocations.toLocaleString("en")} inv.`, clashes > 0 && el("span", { class: "clash" }, " ✗")))));
  });
  fill($("strip").querySelector("ol"), items);
  $("previous").addEventListener("click", () => show(current - 1));
  $("next").addEventListener("click", () => show(current + 1));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: frames.length - 1 }[event.key];
    if (to === undefined || (event.target.closest?.(".scroll") && event.key.startsWith("Arrow") && event.target.scrollWidth > event.target.clientWidth)) return;
    event.preventDefault();
    show(to, { focus: !!event.target.closest?.("#strip") });
  });
}

// --- two runs that part --------------------------------------------------------------------------------------------

function drawWitness() {
  const { witness } = data;
  if (!witness) return;
  const node = $("witness");
  node.hidden = false;
  $("witness-title").textContent = (witness.runs ? "Two runs" : "Two linearizations of po_c(z)") + (witness.at ? ` that differ at ${witness.at}` : " that differ");
  const longest = Math.max(...witness.sides.map((side) => witness.from + side.steps.length));
  const slider = el("input", { type: "range", min: witness.from, max: longest, value: Math.min(longest, witness.part + 1), id: "at-step" });
  const output = el("output", { for: "at-step" });
  node.append(el("div", { class: "slider" }, el("label", { for: "at-step" }, "After step"), slider, output));
  const columns = witness.sides.map((side, k) => {
    const steps = side.steps.map((step, j) => el("li", { class: witness.from + j === witness.part ? "part" : null },
      mono(`${witness.from + j + 1}. ${step.u}`),
      el("span", { class: "changes mono" }, step.changes.map(([cell, value]) => `${place(witness.cells[cell])} = ${shownValue(value)}`).join(", "))));
    const list = el("ol", { class: "steps", tabindex: 0, "aria-label": `Steps of the ${k ? "second" : "first"} run` },
      witness.from > 0 && el("li", {}, `(${count(witness.from, "step")} in common)`), steps,
      side.steps_in_all > witness.from + side.steps.length && el("li", {}, `(${count(side.steps_in_all - witness.from - side.steps.length, "more step")}, not shown)`),
      side.error && el("li", {}, side.error));
    const drawn = extents && scroller(`A picture of the ${k ? "second" : "first"} run`);
    return { side, steps, list, drawn, box: el("section", { class: "side" + (k ? " second" : ""), "aria-label": `The ${k ? "second" : "first"} run` },
      el("h3", {}, `${k ? "┅ Second" : "━ First"} run`), list, drawn) };
  });
  node.append(el("div", { class: "sides" }, columns.map((column) => column.box)));
  const table = el("div", { class: "scroll ends", tabindex: 0, role: "region", "aria-label": "Where the two runs differ" });
  node.append(table);

  const differences = (states, title) => {
    const rows = witness.cells.map((cell, j) => [cell, states[0][j], states[1][j]]).filter(([, a, b]) => a.value !== b.value);
    return el("table", {}, el("caption", {}, title), rows.length === 0 ? el("tbody", {}, el("tr", {}, el("td", {}, "no difference"))) : [
      el("thead", {}, el("tr", {}, ["location", "first", "second"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.slice(0, 100).map(([cell, a, b]) => el("tr", {}, el("th", { scope: "row" }, place(cell)),
        el("td", { class: "differs" }, shownValue(a.value)), el("td", { class: "differs" }, shownValue(b.value))))),
      rows.length > 100 && el("tfoot", {}, el("tr", {}, el("td", { colspan: 3 }, `and ${count(rows.length - 100, "more location")}`)))]);
  };
  const draw = () => {
    const at = +slider.value;
    output.textContent = `${at} of ${longest}` + (at <= witness.part ? " (the same so far)" : "");
    const states = columns.map(({ side }) => stateAfter(side, at));
    const parted = new Set(witness.at ? [entityOf(witness.at)] : []);
    for (const [k, column] of columns.entries()) {
      column.steps.forEach((item, j) => {
        item.classList.toggle("done", witness.from + j < at);
        item.classList.toggle("now", witness.from + j === at - 1);
        if (witness.from + j === at - 1) column.list.scrollTop = item.offsetTop - column.list.offsetTop - column.list.clientHeight / 2;
      });
      if (extents) fill(column.drawn, picture(things(states[k], at > witness.part ? parted : null), Math.max(240, column.box.clientWidth - 40), `Where everything is in the ${k ? "second" : "first"} run`));
    }
    const end = columns.map(({ side }) => stateAfter(side, Infinity));
    fill(table, differences(states, `Where they differ after step ${at}`),
      at < longest && columns.every(({ side }) => !side.error) && differences(end, witness.sides.every((side) => side.steps_in_all <= longest) ? "Where the ends differ" : `Where they differ after the last step shown`),
      witness.more_cells > 0 && note(`${count(witness.more_cells, "more location")} that the runs write to are not followed here.`));
  };
  slider.addEventListener("input", draw);
  draw();
  return draw;
}

// --- all of it -----------------------------------------------------------------------------------------------------

theme();
$("program").textContent = data.program || "A program";
fill($("schedule"), "Schedule ", el("b", {}, data.schedule), data.z ? [": ", mono(data.z)] : `, of ${data.leaves_in_all.toLocaleString("en")} leaves`);
if (data.about) $("about").textContent = data.about;
if (data.error) {
  $("error").hidden = false;
  $("error").querySelector("p").textContent = data.error;
}
drawVerdict();
drawRace();
drawStrip();
const first = data.race ? frames.findIndex((frame) => frame.frame === data.race.sides[0].frame) : -1;
show(first >= 0 ? first : Math.min(1, frames.length - 1), { announce: true });
const redrawWitness = drawWitness();
if (data.tree !== undefined && typeof data.tree !== "number") $("more").append(el("h3", {}, "The schedule"), el("ul", { class: "tree" }, drawTree(data.tree, frames[1]?.counts)));
$("more").append(el("details", {}, el("summary", {}, "In the paper's notation, as coreecs show prints it"), el("pre", {}, data.text)));
if (data.verdict) $("more").append(el("details", {}, el("summary", {}, "The verdicts, as coreecs check prints them"), el("pre", {}, data.verdict.text)));

let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  show(current, { announce: false });
  redrawWitness?.();
});
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) {
    if (details.classList.contains("leaf")) unfold(details);
    details.open = true;
  }
});
})();
