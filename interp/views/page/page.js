"use strict";
// Draws the page from its data, any number of times: `coreecsPage.draw(data, root)`. Names and texts of the program only
// ever become text. A page with data in it draws itself.
const coreecsPage = (() => {
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
const sequence = isThere("⨟") ? "⨟" : ";;";  // as with --ascii
let root = document;
const $ = (id) => root.querySelector("#" + id);

/// What is drawn, and what follows from it (`take`).
let data, frames, words, inText, marks, extents, isPlane;

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
const note = (...text) => el("p", { class: "note" }, text);
const count = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;
const entities = (n) => (n === 1 ? "1 entity" : `${n.toLocaleString("en")} entities`);
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
const conflictsOf = (n) => count(n, "conflict");
/// The entity of "Vel(e1)".
const entityOf = (location) => location.slice(location.indexOf("(") + 1, -1);
const shownValue = (value) => value ?? "⊥";

// --- words with their meaning --------------------------------------------------------------------------------------

/// Finds each word in a text.
const anyOf = (words) => new RegExp(words.map(([word]) => word).sort((a, b) => b.length - a.length)
  .map((word) => (/^\w/.test(word) ? "\\b" : "") + word.replace(/[().]/g, "\\$&") + (/[a-z]$/.test(word) ? "s?\\b" : /\d$/.test(word) ? "\\b" : ""))
  .concat("\\b4\\.[5789]\\b").join("|"));
/// Something with its meaning on hover, and a link to it; no link within something that is pressed itself.
function meant(id, title, shown, within) {
  if (within) return el("span", { class: "word", title }, shown);
  return el("a", { class: "word", href: `#${id}`, title, on: { click: () => ($("words").open = true) } }, shown);
}
function worded(word, shown = word, within = false) {
  const k = words.findIndex(([one]) => one === word);
  return k < 0 ? shown : meant(`word-${k}`, words[k][1], shown, within);
}
/// "[system/roll]" and its equations.
const ruleText = (rule) => `[${rule}]\n${data.rules[rule].replace(/ {2,}/g, "   ")}`;
/// Something with the equations of its rule.
const ruled = (rule, shown, within = false) => meant(`rule-${rule.replace("/", "-")}`, ruleText(rule), shown, within);
/// The word that a text such as "runs" or "4.9" stands for.
const wordOf = (text) => (words.find(([one]) => one === text) ?? words.find(([one]) => one === text.slice(0, -1) || one.endsWith(` ${text}`)))?.[0];
/// A sentence: its words with their meanings, and what is in backticks as code.
function sentence(text, { seen = new Set(), within = false } = {}) {
  const parts = [];
  for (let found; (found = inText.exec(text)); text = text.slice(found.index + found[0].length)) {
    const word = wordOf(found[0]);
    parts.push(text.slice(0, found.index), seen.has(word) ? found[0] : worded(word, found[0], within));
    seen.add(word);
  }
  return [...parts, text].flatMap((part) => typeof part === "string"
    ? part.split("`").map((piece, k) => (k % 2 ? el("code", {}, piece) : piece)) : part);
}
function drawWords() {
  return el("details", { id: "words" }, el("summary", {}, "Words"), el("dl", {}, words.map(([word, meaning], k) =>
    [el("dt", { id: `word-${k}` }, word), el("dd", {}, meaning)]),
    Object.entries(data.rules).map(([rule, equations]) =>
      [el("dt", { id: `rule-${rule.replace("/", "-")}`, class: "mono" }, `[${rule}]`), el("dd", {}, el("pre", {}, equations))])));
}

// --- what the data says ------------------------------------------------------------------------------------------

const isCreated = (row) => row.was && row.was.every((k) => k === null);
const isGone = (row) => row.was && row.k.every((k) => k === null);
const leafName = (leaf) => `${data.leaves[leaf].form}(${data.leaves[leaf].system})`;
/// Leaves are numbered on through the frames.
const leafNumber = (leaf, frame) => leaf + (frame - 1) * data.leaves_in_all;
const conflicts = (frame) => (frame.detail?.ties ?? []).filter((tie) => !tie.same);
/// How many pairs there are, at each location, that leave different values, or the same.
const met = (frame, kind) => (frame.detail?.between ?? []).reduce((sum, pair) => sum + pair[kind], 0);
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
function extentsOf(data) {
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
  for (const frame of data.frames) for (const row of frame.rows) take(row.at);
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
}

/// Some six round numbers between two numbers.
function ticks([least, greatest], some = 7) {
  const raw = (greatest - least) / some, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw);
  const all = [];
  for (let k = Math.ceil(least / step - 1e-9); k * step <= greatest + step * 1e-6; ++k) all.push(+(k * step).toPrecision(12));
  return all;
}

/// The shapes of marks, with their sizes.
const forms = {
  disc: { reach: 11, draw: (x, y, r) => ({ d: `M${x - r},${y} a${r},${r} 0 1 0 ${2 * r},0 a${r},${r} 0 1 0 ${-2 * r},0 z` }) },
  square: { reach: 12, draw: (x, y, r) => ({ d: `M${x - r},${y - r} h${2 * r} v${2 * r} h${-2 * r} z` }) },
  triangle: { reach: 13, draw: (x, y, r) => ({ d: `M${x},${y - r} l${r},${1.7 * r} h${-2 * r} z` }) },
  diamond: { reach: 13, draw: (x, y, r) => ({ d: `M${x},${y - r} l${r},${r} l${-r},${r} l${-r},${-r} z` }) },
  cross: { reach: 5, open: true, draw: (x, y, r) => ({ d: `M${x - r},${y - r} l${2 * r},${2 * r} m0,${-2 * r} l${-2 * r},${2 * r}` }) },
  ring: { reach: 6, open: true, draw: (x, y, r) => forms.disc.draw(x, y, r) },
  dot: { reach: 4, solid: true, draw: (x, y, r) => forms.disc.draw(x, y, r) },
};
/// The names of the axes, and the meaning of what is drawn.
function axes(drawn) {
  const { view, arrows, label } = data;
  const moved = drawn.some(({ at, from }) => at && from?.x !== undefined && (from.x !== at.x || from.y !== at.y));
  return el("p", { class: "aside axes" }, [
    `Across: ${view[0]}${isPlane ? `; up: ${view[1]}` : ""}.`,
    arrows && drawn.some(({ at }) => at?.dx || at?.dy) && ` Arrow: ${arrows.join(", ")}.`,
    label && drawn.some(({ at }) => at?.label !== undefined) && ` Written at an entity: ${label}; its name shows on hover.`,
    moved && " Dotted: where it was before.", drawn.some(({ aside }) => aside) && " What is at one place stands side by side."].filter(Boolean).join(""));
}
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
  const size = many || width < 560 ? 0.75 : 1;
  const reach = (thing) => thing.mark === undefined ? radius : forms[marks[thing.mark][1]].reach * size;
  // What would hide another of its size stands beside it.
  for (const [j, thing] of isPlane ? placed.entries() : []) {
    const hides = (other) => Math.hypot(x(other.at.x) - x(thing.at.x), y(other) - y(thing)) < 0.6 * Math.min(reach(thing), reach(other)) && Math.min(reach(thing), reach(other)) > 0.6 * Math.max(reach(thing), reach(other));
    thing.aside = 1.5 * reach(thing) * placed.slice(0, j).filter(hides).length;
  }
  const across = (thing) => x(thing.at.x) + (thing.aside ?? 0);
  const at = new Map(placed.map((thing) => [thing.name, thing]));
  for (const thing of placed) {
    for (let line = 0; line < (thing.gone ? 0 : data.lines ?? 0); ++line) {
      const to = at.get(thing.at["to" + line]);
      if (to) drawing.append(svg("line", { class: "link", x1: across(thing), y1: y(thing), x2: across(to), y2: y(to) }));
    }
  }
  // Draws small things last, so that large ones do not hide them.
  const inOrder = marks.length ? [...placed].sort((a, b) => reach(b) - reach(a)) : placed;
  const texts = svg("g", {}), taken = placed.map((thing) => ({ x: across(thing), y: y(thing), w: 2 * reach(thing), h: 2 * reach(thing) }));
  const crowded = (thing) => placed.some((other) => other !== thing && Math.hypot(across(other) - across(thing), y(other) - y(thing)) < reach(thing) + reach(other) - 4);
  for (const thing of inOrder) {
    const radius = reach(thing), small = isSmall(thing.mark);
    const cx = across(thing), cy = y(thing), state = [thing.marked && "marked", thing.created && "created", thing.gone && "gone"];
    const mark = thing.marked ? " marked" : "";
    const group = svg("g", { class: "thing" }, svg("title", {}, thing.title ?? thing.name));
    if (thing.from?.x !== undefined && (thing.from.x !== thing.at.x || thing.from.y !== thing.at.y)) {
      const fx = x(thing.from.x) + (thing.aside ?? 0), fy = isPlane ? y({ at: thing.from }) : cy;
      if (!small) group.append(svg("circle", { class: "ghost", cx: fx, cy: fy, r: radius }));
      group.append(svg("line", { class: "trail", x1: fx, y1: fy, x2: cx, y2: cy }));
    }
    const dx = thing.gone ? 0 : x(thing.at.x + (thing.at.dx ?? 0)) - x(thing.at.x);
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
      const words = cut(thing.at.label ?? thing.name, 14), isLong = words.length > (marks.length ? 2 : 3) || thing.gone || crowded(thing);
      const w = words.length * 8, beside = radius + 5 + w / 2;
      const places = isLong ? [[0, -radius - 11], [0, radius + 11], [beside, 0], [-beside, 0]] : [[0, 0]];
      const clash = ([px, py]) => taken.filter((box) => Math.abs(box.x - cx - px) < (box.w + w) / 2 && Math.abs(box.y - cy - py) < (box.h + 14) / 2).length;
      const [px, py] = isLong ? places.reduce((best, place) => (clash(place) < clash(best) ? place : best)) : places[0];
      taken.push({ x: cx + px, y: cy + py, w, h: 14 });
      texts.append(svg("text", { x: cx + px, y: cy + py + 4.5, "text-anchor": "middle" }, words));
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
  drawing.append(texts);
  return drawing;
}

// --- verdicts ----------------------------------------------------------------------------------------------------

function drawVerdict() {
  const { verdict } = data;
  $("verdict").hidden = !verdict;
  if (!verdict) return void document.body.classList.remove("predicting");
  const opened = new Set([...$("verdict").querySelectorAll("details[open]")].map((details) => details.dataset.question));
  const marks = { yes: "✓", no: "✗", undecided: "?" };
  fill($("verdict").querySelector(".answers"), verdict.answers.map(({ question, answer, why, steps, lost, again }) => {
    const summary = [
      el("span", { class: "mark", "aria-hidden": "true" }, marks[answer]), el("span", { title: data.words[question] }, question),
      el("span", { class: "answer-word" }, answer),
      predicted?.[question] && el("span", { class: "predicted" }, predicted[question] === answer ? "as you said" : `you said ${predicted[question]}`),
      el("span", { class: "why" }, sentence((lost && data.frames_in_all > 1 ? `in frame ${lost}: ` : "") + why +
        (again ? `; true again after frame ${again}, the last` : ""), { within: steps.length > 0 }))];
    return steps.length
      ? el("details", { class: `answer ${answer}`, "data-question": question, open: opened.has(question) }, el("summary", {}, summary), el("ol", {}, steps.map((step) => el("li", {}, sentence(step)))))
      : el("div", { class: `answer ${answer}` }, el("div", { class: "summary" }, summary));
  }));
  // Where Definition 4.4 and runs differ.
  const remark = /^ {2}((?:Deterministic|Confluent), not.*)$/m.exec(verdict.text);
  fill($("remark"), remark && note(sentence(remark[1])));
  drawPrediction();
}

/// Whether a person predicts the verdicts before they are shown, and the predictions: an answer for each question, or
/// nothing yet.
let isPredicting = false, predicted = null;
function drawPrediction() {
  const { answers } = data.verdict, asks = isPredicting && !predicted, form = $("prediction");
  document.body.classList.toggle("predicting", asks);
  $("predict").setAttribute("aria-pressed", String(isPredicting));
  const said = answers.filter(({ question }) => predicted?.[question]), right = said.filter(({ question, answer }) => predicted[question] === answer);
  $("score").textContent = said.length ? `You were right about ${right.length} of ${said.length}.` : "";
  if (form.hidden && !asks) return;
  form.hidden = !asks;
  fill(form, el("p", {}, "What will the verdicts be?"), answers.map(({ question }) => el("fieldset", {}, el("legend", { title: data.words[question] }, question),
    ["yes", "no"].map((answer) => el("label", {}, el("input", { type: "radio", name: question, value: answer }), answer)))),
  el("button", { type: "submit" }, "Show the verdicts"));
}
/// `answers`: the predictions; nothing if they are asked for.
function predict(wanted, answers = null) {
  isPredicting = wanted;
  predicted = answers;
  drawVerdict();
  drawRace();  // as wide as it may be, now that it is seen
  redrawWitness?.();
}
$("predict").addEventListener("click", () => predict(!isPredicting));
$("prediction").addEventListener("submit", (event) => {
  event.preventDefault();
  predict(true, Object.fromEntries(new FormData(event.target)));
  $("predict").focus({ preventScroll: true });
});

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

/// The races that the page shows: the one behind the verdicts first, then every other conflict of every frame.
function racesOf() {
  const { race } = data;
  const isBehind = ({ frame, tie }) => race && tie.at === race.at && race.sides.every((side) => side.frame === frame.frame && [tie.u, tie.v].includes(side.number));
  const others = frames.flatMap((frame, k) => conflicts(frame).map((tie, j) => ({ k, frame, tie, ends: frame.detail.ends[j] })));
  return [...(race ? [{ race, k: frames.findIndex((frame) => frame.frame === race.sides[0].frame) }] : []), ...others.filter((one) => !isBehind(one))];
}
let races = [], raceShown = 0;
function drawRace() {
  const node = $("race"), one = races[raceShown];
  node.hidden = !one;
  if (!one) return;
  fill(node, $("race-title"));
  if (one.race) drawRaceBehindVerdicts(node, one.race);
  else drawConflict(node, one);
  if (races.length < 2) return;
  const all = frames.reduce((sum, frame) => sum + met(frame, "different"), 0);
  const button = (id, label, by) => el("button", { type: "button", id, on: { click: () => nextRace(by) } }, label);
  node.append(el("div", { class: "races" }, button("previous-race", "◀ Previous race", -1),
    el("span", { "aria-live": "polite" }, `Race ${raceShown + 1} of ${races.length}${all > races.length ? ` that are shown, of ${all.toLocaleString("en")}` : ""}`),
    button("next-race", "Next race ▶", 1)));
}
/// Shows another race, and its frame.
function nextRace(by) {
  raceShown = (raceShown + by + races.length) % races.length;
  const { k, tie } = races[raceShown], focused = document.activeElement?.id;
  drawRace();
  if (k >= 0) show(k);
  if (tie) $("diagram").firstChild.single?.(`u${tie.u}`, `u${tie.v}`);
  document.getElementById(focused)?.focus({ preventScroll: true });
}

/// Two writers, with their values, and the location between them.
function drawWriters(node, title, at, [u, v]) {
  $("race-title").textContent = title;
  const arrow = (which, side) => el("span", { class: `arrow ${which}` }, el("span", { title: side.left }, cut(shownValue(side.left), 24)), el("i"));
  node.append(el("div", { class: "writers" }, el("span", { class: "writer one" }, u.u), arrow("one", u),
    el("span", { class: "location" }, at), arrow("other", v), el("span", { class: "writer other" }, v.u)),
  el("p", { class: "aside centred" }, sentence("They are concurrent: neither sees what the other writes.")));
}
/// What comes of it if the one or the other comes last: { drawn: the things of a picture, stays: whether its value does }.
function drawOutcomes(node, at, [u, v], outcomes) {
  const differ = outcomes.every(({ drawn }) => drawn) && JSON.stringify(outcomes[0].drawn) !== JSON.stringify(outcomes[1].drawn);
  const width = Math.min(540, Math.max(240, (node.clientWidth - 100) / (node.clientWidth > 600 ? 2 : 1)));
  node.append(el("div", { class: "outcomes" }, [[v, u, "other", "one"], [u, v, "one", "other"]].map(([first, last, firstClass, lastClass], k) => el("div", { class: "outcome" },
    el("div", { class: "turns" },
      el("span", { class: `chip ${firstClass}` }, mono(first.u), " ", el("b", {}, cut(shownValue(first.left), 40)), el("small", {}, " overwritten")),
      el("span", { class: "next" }, el("span", { class: "aside" }, "→ "), el("span", { class: `chip ${lastClass}` }, mono(last.u), " ", el("b", {}, cut(shownValue(last.left), 40)))),
      el("span", { class: `result ${lastClass}` }, `⇒ ${at} = ${shownValue(last.left)}`, outcomes[k].stays ? null : el("small", {}, " for now"))),
    differ && scroller(`A picture with ${last.u} last`, picture(outcomes[k].drawn, width, `Where everything is after ${last.u} came last`))))));
}

function drawRaceBehindVerdicts(node, race) {
  const { witness } = data;
  const step = (side, name) => side.steps.findIndex((step) => step.u === name);
  /// The run of the witness in which this one comes after the other one.
  const runWith = (last, first) => (witness?.sides ?? []).find((side) => step(side, first.u) >= 0 && step(side, first.u) < step(side, last.u));
  // The colours are those of the two runs: blue comes last in the first one.
  const [u, v] = witness && runWith(race.sides[0], race.sides[1]) === witness.sides[1] ? [...race.sides].reverse() : race.sides;
  const frame = u.frame === v.frame && data.frames_in_all > 1 ? `, frame ${u.frame}` : "";
  const last = { runs: ": either can be the last", linearizations: ": either can be the last, in linearizations",
    observed: ": either can be the last when a later system reads it", "": ": neither decides the end" }[race.last];
  drawWriters(node, `Two writers of ${race.at}${frame}${race.last || isSettled() ? last : ""}`, race.at, [u, v]);

  /// The state of a run after both were performed, this one last.
  const after = (last, first) => {
    const side = runWith(last, first);
    return { stays: race.last, drawn: extents && side && things(stateAfter(side, witness.from + step(side, last.u) + 1), new Set([entityOf(race.at)])) };
  };
  drawOutcomes(node, race.at, [u, v], [after(u, v), after(v, u)]);
  if (race.by) node.append(note(`In every order, ${race.by.u} comes after at least one of them and leaves ${race.at} = ${shownValue(race.by.left)}.`));
  else if (!race.last) node.append(note(isSettled() ? "All orders end in the same state." : "It is not known whether the end shows this."));
}

/// A conflict of a frame: how the frame ends with the one or the other last.
function drawConflict(node, { frame, tie: { u, v, at, left }, ends }) {
  const flat = invocationsOf(frame), alike = flat[u].name === flat[v].name;
  const sides = [u, v].map((number, j) => ({ left: left[j], u: flat[number].name + (alike ? ` (leaf ${leafNumber(flat[number].leaf, frame.frame)})` : "") }));
  const rows = (ends ?? []).map((end) => new Map([...frame.rows, ...end].map((row) => [row.e, row])));
  const i = data.components.indexOf(at.slice(0, at.indexOf("("))), e = entityOf(at);
  const differs = !ends ? [] : [...new Set(ends.flat().map((row) => row.e))].flatMap((e) => data.components.map((name, i) =>
    ({ at: `${name}(${e})`, values: rows.map((end) => end.get(e)?.k[i] ?? null) }))).filter(({ values: [a, b] }) => a !== b);
  const how = !ends ? "" : differs.length ? ": the frame ends differently" : ": the frame ends the same";
  drawWriters(node, `Two writers of ${at}, frame ${frame.frame}${how}`, at, sides);
  if (!ends) return;
  drawOutcomes(node, at, sides, rows.map((end, j) => ({
    stays: end.get(e) && end.get(e).k[i] === left[j],
    drawn: extents && [...end.values()].filter((row) => row.k.some((k) => k !== null)).map((row) =>
      ({ name: row.e, at: row.at, marked: row.e === e, mark: markOf((i) => row.k[i] !== null) })) })));
  const shown = differs.slice(0, 6).map(({ at, values }) => `${at} = ${values.map((value) => cut(shownValue(value), 24)).join(" or ")}`);
  node.append(note(sentence("One of them as late as po_c(z) allows, the others in the order of the reference run: ").concat(differs.length
    ? `the frame ends with ${shown.join(", ")}${differs.length > 6 ? `, and ${count(differs.length - 6, "more difference")}` : ""}.` : "either way the frame ends in the same state.")));
}
/// Whether all orders and all runs end in the same state.
function isSettled() {
  return !!data.verdict && data.verdict.answers.every(({ question, answer }) => answer === "yes" || /safe/.test(question));
}

// --- the schedule as a tree ----------------------------------------------------------------------------------------

function drawTree(tree, counts) {
  if (typeof tree === "number")
    return el("li", {}, mono(leafName(tree)), " ", el("span", { class: "aside" }, "leaf " + tree + (counts ? `, ${count(counts[tree] ?? 0, "invocation")}` : "")));
  const [form] = Object.keys(tree);
  return el("li", {}, worded(form === "par" ? "∥" : sequence), " ",
    el("span", { class: "aside" }, form === "par" ? "side by side" : "one after the other"),
    el("ul", {}, tree[form].map((part) => drawTree(part, counts))));
}

// --- po_c(z) as a series-parallel diagram --------------------------------------------------------------------------

/// The leaves of a large frame that are drawn in full.
const openedLeaves = new Set();
const isLarge = (frame) => frame.detail && frame.invocations > 60;
const mostDrawn = 24;  // ties at once

/// Boxes: each { width, height, draw(x, y) }, where draw appends to the drawing.
function drawOrder(frame, room) {
  const drawing = svg("svg", { role: "group", "aria-label": `po_c(z) of frame ${frame.frame}: ${count(frame.invocations, "invocation")}` });
  const layers = { back: svg("g"), nodes: svg("g"), ties: svg("g"), asked: svg("g") };
  const all = invocationsOf(frame);
  const ends = new Map(), obstacles = [], titles = [];  // where ties end: "u3" is an invocation, "l0" a leaf
  const height = 34, letter = 8, gap = !frame.detail.between.length ? 18 : frame.detail.ties.length <= 6 ? 56 : 40;
  let number = 0;

  const button = (label, press) => ({ role: "button", tabindex: 0, "aria-label": label, on: { click: press,
    keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(); } } } });
  const place = (key, node, x, y, width, height) => {
    obstacles.push({ left: x, right: x + width, top: y, bottom: y + height });
    if (!key) return;
    ends.set(key, { ...obstacles.at(-1), node });
    for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]])
      node.addEventListener(event, () => ask(key, on));
  };
  const node = (l, visit, v) => {
    const name = data.leaves[l].system + visit.e, width = Math.min(name.length, 34) * letter + 22;
    const text = (x, y) => svg("text", { x: x + width / 2, y: y + 21.5, "text-anchor": "middle" }, cut(name, 34));
    if (visit.dropped)
      return { width, height, draw: (x, y) => {
        layers.nodes.append(svg("g", { class: "dropped" }, svg("title", {}, `${name} is dropped`), svg("rect", { x, y, width, height }), text(x, y)));
        place(null, null, x, y, width, height);
      } };
    const u = number++, conflicts = frame.detail.conflicts?.[u];
    return { width, height, draw: (x, y) => {
      const changes = visit.changes.map(([at, before, after]) => `${at}: ${shownValue(before)} → ${shownValue(after)}`);
      if (conflicts) changes.push(conflictsOf(conflicts));
      const drawn = svg("g", { class: "invocation" + (conflicts ? " clash" : ""), "data-u": u,
        ...button(`${cut(name, 34)}; ${changes.join(", ") || "changes nothing"}; show how`, () => reveal(l, v)) },
      svg("title", {}, [name, ...changes].join("\n")), svg("rect", { x, y, width, height }), text(x, y));
      for (const [event, on] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]])
        drawn.addEventListener(event, () => highlight(visit, on));
      layers.nodes.append(drawn);
      place(`u${u}`, drawn, x, y, width, height);
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
          box.draw(at, y);
          at += box.width + between;
        }
        y += heights[k] + between;
      });
    } };
  };
  const isClosed = (l) => isLarge(frame) && frame.detail.leaves[l].visits.length > 6 && !openedLeaves.has(l);
  const between = (l) => frame.detail.between.find(({ leaves: [a, b] }) => a === l && b === l);
  const leafBox = (l, most) => {
    const { visits } = frame.detail.leaves[l], isConc = data.leaves[l].form === "conc", inside = between(l);
    const left = visits.filter((visit) => !visit.dropped).length;
    const toggle = () => {
      if (!openedLeaves.delete(l)) openedLeaves.add(l);
      show(current);
      $("diagram").querySelector(`[data-leaf="${l}"]`)?.focus();
    };
    const title = leafName(l) + (visits.length > 1 ? (isConc ? " in any order" : " in this order") : "");
    if (isClosed(l)) {
      number += left;
      const lines = [leafName(l), count(left, "invocation"), inside?.different && `${conflictsOf(inside.different)} within`].filter(Boolean);
      const width = Math.max(...lines.map((line) => line.length)) * letter + 28, height = 18 * lines.length + 20;
      return { width, height, draw(x, y) {
        const drawn = svg("g", { class: "invocation many" + (inside?.different ? " clash" : ""), "data-leaf": l, "data-count": left, "aria-expanded": "false",
          ...button(`${lines.join(", ")}; show them`, toggle) },
        svg("rect", { x, y, width, height }), lines.map((line, k) => svg("text", { x: x + width / 2, y: y + 24 + 18 * k, "text-anchor": "middle" }, line)));
        layers.nodes.append(drawn);
        place(`l${l}`, drawn, x, y, width, height);
      } };
    }
    const nodes = visits.map((visit, v) => node(l, visit, v)), room = inside ? gap : isLarge(frame) ? 14 : Math.min(gap, 30);
    const body = !nodes.length ? { width: 90, height: -8, draw: (x, y) => layers.nodes.append(svg("text", { class: "muted", x: x + 45, y: y + 4, "text-anchor": "middle" }, "no match")) }
      : isConc || nodes.length > 40 ? sideBySide(nodes, most - 28, room) : vertically(nodes, Math.max(room - 12, 18));
    return { width: Math.max(body.width, title.length * letter) + 28, height: body.height + 52 + gap / 2, draw(x, y) {
      titles.push({ left: x + 14, right: x + 14 + title.length * letter, top: y + 8, bottom: y + 25 });
      const rect = svg("rect", { class: "group leaf", x, y, width: this.width, height: this.height });
      const text = svg("text", { class: "muted", x: x + 14, y: y + 20 }, title + (openedLeaves.has(l) ? " ✕" : ""));
      layers.back.append(rect, openedLeaves.has(l) ? svg("g", { class: "close", "data-leaf": l, "aria-expanded": "true", ...button(`${title}; close`, toggle) }, text) : text);
      ends.set(`l${l}`, { left: x, right: x + this.width, top: y, bottom: y + this.height });
      body.draw(x + (this.width - body.width) / 2, y + 44);  // between the title and the boxes is room for ties
    } };
  };
  /// The width that a part would like to have.
  const wish = (tree) => {
    if (typeof tree === "object") return Object.entries(tree).map(([form, parts]) => form === "then" ? Math.max(...parts.map(wish))
      : parts.reduce((sum, part) => sum + wish(part) + gap, 28 - gap))[0];
    const widths = frame.detail.leaves[tree].visits.map(({ e }) => Math.min((data.leaves[tree].system + e).length, 34) * letter + 22 + Math.min(gap, 30));
    return isClosed(tree) ? 200 : data.leaves[tree].form === "conc" ? widths.reduce((sum, w) => sum + w, 28) : Math.max(150, ...widths) + 28;
  };
  const box = (tree, most) => {
    if (typeof tree === "number") return leafBox(tree, most);
    if (tree.then) return vertically(tree.then.map((part) => box(part, most)), 26);
    const wishes = tree.par.map(wish), free = most - 28 - gap * (tree.par.length - 1), sum = wishes.reduce((a, b) => a + b, 0);
    const parts = tree.par.map((part, k) => box(part, sum <= free ? wishes[k] + 1 : Math.max(180, (free * wishes[k]) / sum)));
    const inner = sideBySide(parts, most - 28, gap);
    return { width: inner.width + 28, height: inner.height + 36 + gap / 2, draw(x, y) {
      layers.back.append(svg("rect", { class: "group", x, y, width: this.width, height: this.height }),
        svg("text", { class: "muted", x: x + 12, y: y + 18 }, svg("title", {}, data.words["∥"]), "∥ side by side"));
      titles.push({ left: x + 12, right: x + 120, top: y + 6, bottom: y + 20 });
      inner.draw(x + 14, y + 28);
    } };
  };
  const whole = box(data.tree, Math.max(room - 40, 320));
  whole.draw(20, 6);
  const right = whole.width + 40, tall = whole.height + 30;

  // Ties of invocations that are drawn; of leaves, where one of the two is closed.
  const names = (key) => (key[0] === "u" ? all[+key.slice(1)].name : leafName(+key.slice(1)));
  const ties = [];
  for (const tie of frame.detail.ties) {
    const keys = [`u${tie.u}`, `u${tie.v}`], [a, b] = tie.left.map(shownValue);
    if (!keys.every((key) => ends.has(key))) continue;
    const known = ties.find((other) => other.keys.join() === keys.join() && other.same === !!tie.same);
    const full = `${names(keys[0])} leaves ${tie.at} ↦ ${a}, ${names(keys[1])} leaves ${b}`;
    if (known) Object.assign(known, { more: known.more + 1, full: `${known.full}\n${full}` });
    else ties.push({ keys, same: !!tie.same, more: 0, full, text: tie.same ? tie.at : `${cut(a, 14)} ▸ ${tie.at} ◂ ${cut(b, 14)}` });
  }
  for (const { leaves: [a, b], different, same, first } of frame.detail.between)
    if (a !== b && (isClosed(a) || isClosed(b)))
      ties.push({ keys: [`l${a}`, `l${b}`], same: !different, more: 0, text: different ? `${conflictsOf(different)}, first at ${first}` : `${count(same, "pair")} with the same value`,
        full: `${leafName(a)} and ${leafName(b)}: ${conflictsOf(different)}, ${count(same, "pair")} with the same value; the first at ${first}` });
  const few = ties.length <= 6;
  const route = router(obstacles, titles, right, tall), labels = [];
  /// Draws a tie around the boxes, with its text where there is room.
  const draw = (tie, layer, k, labelled) => {
    const points = (tie.points ??= route(ends.get(tie.keys[0]), ends.get(tie.keys[1]), few ? ((k % 3) - 1) * 2 : ((k % 5) - 2) * 3));
    const text = tie.text + (tie.more ? ` +${tie.more}` : ""), w = text.length * letter + 14;
    layer.prepend(svg("path", { class: "tie" + (tie.same ? " same" : ""), d: "M" + points.map((point) => point.join()).join(" L") }, svg("title", {}, tie.full)));
    if (!labelled) return;
    const pieces = points.slice(1).map(([bx, by], j) => ({ x: (points[j][0] + bx) / 2, y: (points[j][1] + by) / 2, length: Math.abs(points[j][0] - bx) + Math.abs(points[j][1] - by) / 4 }));
    const inside = ({ x, y }) => ({ x: Math.min(Math.max(x, w / 2 + 2), Math.max(right - w / 2 - 2, w / 2 + 2)), y });
    const hidden = ({ x, y }) => [...labels, ...obstacles].filter((one) => one.left < x + w / 2 && one.right > x - w / 2 && one.top < y + 9 && one.bottom > y - 9).length;
    const places = pieces.sort((a, b) => b.length - a.length).flatMap(({ x, y }) => [0, -w / 2, w / 2].map((aside) => inside({ x: x + aside, y })));
    const { x, y } = places.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
    if (hidden({ x, y })) return;  // it is in the title of both ends
    labels.push({ left: x - w / 2, right: x + w / 2, top: y - 11, bottom: y + 11 });
    layer.append(svg("g", { class: "tie-label" + (tie.same ? " same" : "") }, svg("title", {}, tie.full), svg("rect", { x: x - w / 2, y: y - 11, width: w, height: 22 }),
      svg("text", { x, y: y + 4.5, "text-anchor": "middle" }, text)));
  };
  ties.slice(0, mostDrawn).forEach((tie, k) => draw(tie, layers.ties, k, few));
  /// The ties of one end, and those at their other ends; everything else fades.
  function ask(key, on) {
    single(on ? ties.filter(({ keys }) => keys.includes(key)) : []);
  }
  function single(asked) {
    drawing.classList.toggle("asking", asked.length > 0);
    const met = new Set(asked.flatMap(({ keys }) => keys));
    for (const [one, { node }] of ends) node?.classList.toggle("met", met.has(one));
    layers.asked.replaceChildren();
    labels.length = 0;
    asked.slice(0, mostDrawn).forEach((tie, k) => draw(tie, layers.asked, k, true));
  }
  for (const [key, { node }] of ends)
    node?.querySelector("title")?.append(ties.filter(({ keys }) => keys.includes(key)).slice(0, 10).map(({ full }) => `\n${full}`).join(""));
  drawing.single = (u, v) => single(ties.filter(({ keys }) => keys[0] === u && keys[1] === v));
  build(drawing, { class: few ? null : "faded", width: right, height: tall, viewBox: `0 0 ${right} ${tall}` }, [layers.back, layers.nodes, layers.ties, layers.asked]);
  return drawing;
}

/// Finds ways between boxes, along lines at a distance from them: the shortest ones with few turns.
function router(boxes, titles, width, height) {
  const away = 14, sorted = (all) => [...new Set(all.map(Math.round))].sort((a, b) => a - b);
  const xs = sorted(boxes.flatMap(({ left, right }) => [left - away, right + away, (left + right) / 2])).filter((x) => x > 0 && x < width);
  const ys = sorted(boxes.flatMap(({ top, bottom }) => [top - away, bottom + away, (top + bottom) / 2])).filter((y) => y > 0 && y < height);
  const hits = (x1, y1, x2, y2) => [boxes, titles].some((all) => all.some(({ left, right, top, bottom }) => Math.max(x1, x2) > left - 2 && Math.min(x1, x2) < right + 2 && Math.max(y1, y2) > top - 2 && Math.min(y1, y2) < bottom + 2));
  const across = ys.map((y) => xs.slice(1).map((x, k) => !hits(xs[k], y, x, y)));  // whether one can go from x_k to x_k+1
  const upright = ys.slice(1).map((y, k) => xs.map((x) => !hits(x, ys[k], x, y)));
  /// Where a way can leave a box, as indices and as a place: below it, or above it.
  const ports = ({ left, right, top, bottom }) => {
    const near = (all, value) => all.reduce((best, one, k) => (Math.abs(one - value) < Math.abs(all[best] - value) ? k : best), 0);
    const cx = near(xs, (left + right) / 2);
    return [[cx, near(ys, bottom + away), xs[cx], bottom], [cx, near(ys, top - away), xs[cx], top]];
  };
  return (a, b, aside) => {
    const straight = [[(a.left + a.right) / 2, a.bottom], [(b.left + b.right) / 2, b.top]];
    if (!xs.length || !ys.length) return straight;
    const key = (x, y, turn) => (y * xs.length + x) * 2 + turn, cost = new Map(), before = new Map(), queue = [];
    const push = (x, y, turn, c, from) => {
      const here = key(x, y, turn);
      if (c >= (cost.get(here) ?? Infinity)) return;
      cost.set(here, c);
      before.set(here, from);
      (queue[Math.round(c / 8)] ??= []).push([x, y, turn, c]);
    };
    const goals = new Map(ports(b).map((port) => [key(port[0], port[1], 1), port]));  // turn is 0 across, 1 upright
    ports(a).forEach((port, j) => push(port[0], port[1], 1, 8 * j, port));
    for (let bucket = 0; bucket < queue.length; ++bucket)
      for (const [x, y, turn, c] of queue[bucket] ?? []) {
        if (cost.get(key(x, y, turn)) < c) continue;
        const goal = goals.get(key(x, y, turn));
        if (goal) {
          const points = [];
          let at = key(x, y, turn);
          while (typeof at === "number") {
            const cell = Math.floor(at / 2);
            points.unshift([xs[cell % xs.length], ys[Math.floor(cell / xs.length)]]);
            at = before.get(at);
          }
          return spread([[at[2], at[3]], ...points, [goal[2], goal[3]]], aside);
        }
        push(x, y, 1 - turn, c + 24, key(x, y, turn));
        if (turn === 0) {
          if (x > 0 && across[y][x - 1]) push(x - 1, y, 0, c + xs[x] - xs[x - 1], key(x, y, 0));
          if (x + 1 < xs.length && across[y][x]) push(x + 1, y, 0, c + xs[x + 1] - xs[x], key(x, y, 0));
        } else {
          if (y > 0 && upright[y - 1][x]) push(x, y - 1, 1, c + ys[y] - ys[y - 1], key(x, y, 1));
          if (y + 1 < ys.length && upright[y][x]) push(x, y + 1, 1, c + ys[y + 1] - ys[y], key(x, y, 1));
        }
      }
    return straight;
  };
}
/// Without points between others on one line, and moved a little aside: ways along one line do not cover each other.
function spread(all, aside) {
  const points = all.filter(([x, y], k) => k === 0 || x !== all[k - 1][0] || y !== all[k - 1][1]);
  const turns = points.filter(([x, y], k) => {
    const before = points[k - 1], after = points[k + 1];
    return !before || !after || !((before[0] === x && after[0] === x) || (before[1] === y && after[1] === y));
  });
  // Each piece keeps its direction: a piece across moves up or down, an upright one left or right.
  return turns.map(([x, y], k) => {
    const isUpright = (j) => turns[j] && turns[j + 1] && Math.abs(turns[j][0] - turns[j + 1][0]) < 1;
    const pieces = [k - 1, k].filter((j) => j >= 0 && j + 1 < turns.length);
    return [x + (pieces.some(isUpright) ? aside : 0), y + (pieces.some((j) => !isUpright(j)) ? aside : 0)];
  });
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
  item.tabIndex = -1;
  item.focus({ preventScroll: true });
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
    row("dropped", [ruled("system/roll", "by roll"), query === undefined ? `: φ does not hold of what is observed${by ? `, since ${by} wrote there` : ""}`
      : `: ${leaf.queries[query]} does not hold at ${e} any more` +
        (component ? `, for ${component}(${e})` : ", which is not live") + (by ? ` was written by ${by}` : "")]);
    return el("li", { class: "dropped" }, name, el("span", { class: "aside" }, " ✕ dropped"), el("dl", {}, rows));
  }
  row("observes", visit.observed ? [visit.observed, el("span", { class: "aside" }, " ", ruled("system/roll", "by now"), `; it matched with ${visit.matched}`)] : visit.matched);
  row(ruled("system/apply", "does"), visit.does.split("ν(λ").flatMap((part, k) => (k ? [ruled("mutation/new", "ν"), "(λ" + part] : part)));
  row("changes", visit.changes.length
    ? visit.changes.map(([at, before, after]) => el("div", {}, `${at}: `, shownValue(before), " ",
        ruled(after === null ? "mutation/detach" : "mutation/attach", "→"), " ", el("b", {}, shownValue(after))))
    : "nothing");
  if (visit.more_changes) row("", `and ${count(visit.more_changes, "more change")}`);
  return el("li", {}, name, el("dl", {}, rows));
}

/// Fills the details of a leaf when they are first opened.
function unfold(details) {
  if (details.dataset.filled) return;
  details.dataset.filled = "yes";
  const l = +details.dataset.leaf, leaf = frames[current].detail.leaves[l], { queries, rules } = data.leaves[l];
  const left = leaf.visits.filter((visit) => !visit.dropped).length;
  details.append(el("div", { class: "inside" },
    el("h4", {}, `What its ${queries.length === 1 ? "query matches" : "queries match"} at ${leaf.observes}`),
    leaf.queries.map((matches, j) => el("p", { class: "mono" }, ruled(rules[j], `⟦${queries[j]}⟧${leaf.observes}`), ` = ${matches}`)),
    data.leaves[l].where ? el("p", {}, `Of ${queries.length > 1 ? "their product" : "these"}, `, ruled("query/where", "φ holds"), ` for ${count(leaf.visits.length, "match")}: `, el("span", { class: "mono" }, data.leaves[l].where))
      : queries.length > 1 && el("p", {}, "Their ", ruled("query/vector", "product"), ` has ${count(leaf.visits.length, "match")}.`),
    data.leaves[l].form === "seq" && el("p", {}, "One after the other; ", ruled("system/roll", "roll"), ` drops ${left === leaf.visits.length ? "none" : leaf.visits.length - left} of them.`),
    el("h4", {}, "Each invocation, and what it changes in the order of the reference run"),
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
      el("summary", {}, el("span", { class: "leaf-name mono" }, ruled(`schedule/${data.leaves[l].form}`, leafName(l), true)),
        el("span", { class: "aside" }, sentence(`leaf ${leafNumber(l, frame.frame)}, observes `, { within: true }),
          el("span", { class: "word", title: leaf.observes === "c" ? "The state before the frame."
            : `${leaf.observes} = ${frame.detail.observed[leaf.observes.slice(1)]}\n${ruleText("schedule/then")}` }, leaf.observes)),
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
  // A handout has no room for components that do not change, if there are many.
  const isQuiet = data.components.map((_, i) => data.components.length > 6 && frame.rows.every((row) => !row.was || row.was[i] === row.k[i]));
  const quiet = (i, more = "") => (isQuiet[i] ? "quiet " : "") + more || null;
  const room = (text) => (text.length <= 32 ? "short" : text.length <= 140 ? "line" : "long");
  const cell = (row, i) => {
    const now = row.k[i], was = row.was ? row.was[i] : now;
    if (now === was) return now === null ? el("td", { class: quiet(i, "none") }, "·") : el("td", { class: quiet(i, room(now)) }, now);
    return el("td", { class: "changed " + room((now ?? "") + (was ?? "")) }, !isCreated(row) && [el("span", { class: "was" }, shownValue(was)), el("span", { class: "to", role: "img", "aria-label": "becomes" }, "→")],
      shownValue(now));
  };
  return el("table", {},
    el("caption", {}, el("span", {}, frame.frame === 0 ? "At the start" : `After frame ${frame.frame}. before → now; + created, ✕ gone, ⊥ and ·: no value`), el("span", {}, isQuiet.some(Boolean) && el("span", { class: "printed" }, `Not shown: ${data.components.filter((_, i) => isQuiet[i]).join(", ")}, which do not change.`))),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "entity"), data.components.map((name, i) => el("th", { scope: "col", class: quiet(i) }, name)))),
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
    `The entities by ${data.view.join(" and ")}`)), extents && legend(drawn), extents && axes(drawn));
  fill($("table"), stateTable(frame));
  cues();
  const notes = [];
  if (frame.entities + frame.rows.filter(isGone).length > frame.rows.length)
    notes.push(note(`Shown are ${frame.rows.length} of ${entities(frame.entities)}: ${frame.frame ? `those that change in this frame (${frame.changed.toLocaleString("en")} in all), then the first ones` : "the first ones"}.`));
  fill($("state-note"), notes);
}

// --- stepping through the frames -----------------------------------------------------------------------------------

let current = 0, drawnFrame;

function show(index, { focus = false } = {}) {
  current = Math.max(0, Math.min(index, frames.length - 1));
  const frame = frames[current];
  const clashes = met(frame, "different");
  if (index !== drawnFrame) openedLeaves.clear();
  drawnFrame = index;
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
    ...(clashes ? [`${conflictsOf(clashes)}${clashes > conflicts(frame).length ? ", such as at " : ": "}${[...new Set(conflicts(frame).map((tie) => tie.at))].slice(0, 5).join(", ")}`] : [])];
  const told = `${frame.frame === 0 ? "Start" : `Frame ${frame.frame} of ${data.frames_in_all}`}: ${facts.join("; ")}.`;
  if ($("live").textContent !== told) $("live").textContent = told;  // screen readers say what changes

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
    const isTied = (tie) => drawing.querySelector(tie) !== null;
    fill($("order-note"),
      large && note(`${count(frame.invocations, "invocation")}: the bars count those of each leaf` +
        (data.leaves_in_all > data.leaves.length ? `, of the first ${data.leaves.length} of ${data.leaves_in_all.toLocaleString("en")} leaves.` : ".")),
      large && frame.invocations > 0 && note("Conflicts are not counted in so large a frame."),
      clashes > 0 && note(sentence(`${isTied(".tie:not(.same)") ? "Red line: two" : "Two"} concurrent invocations leave different values at one location, a conflict. There ${clashes === 1 ? "is 1" : `are ${clashes.toLocaleString("en")}`}` +
        (clashes > 1 && isTied(".tie:not(.same)") ? ". Point at an invocation to see its own." : "."))),
      met(frame, "same") > 0 && note(`${isTied(".tie.same") ? "Dashed line: they" : "Others"} leave the same value. There ${met(frame, "same") === 1 ? "is 1 such pair" : `are ${met(frame, "same").toLocaleString("en")} such pairs`}.`),
      isLarge(frame) && note("A leaf with many invocations is one box. Choose it to see them."));
  }
  drawDerivation(frame);
  afterwards(frame);
}

function drawStrip() {
  const items = [];
  frames.forEach((frame, k) => {
    if (k > 0 && frame.frame > frames[k - 1].frame + 1)
      items.push(el("li", { class: "gap" }, `… ${count(frame.frame - frames[k - 1].frame - 1, "frame")} not shown …`));
    const clashes = met(frame, "different");
    items.push(el("li", {}, el("button", { type: "button", title: clashes ? conflictsOf(clashes) : null, on: { click: () => show(k) } },
      frame.frame === 0 ? "start" : [el("span", { class: "hidden" }, "frame "), String(frame.frame)],
      el("small", {}, frame.frame === 0 ? "c" : ` ${frame.invocations.toLocaleString("en")} inv.`, clashes > 0 && el("span", { class: "clash" }, " ✗")))));
  });
  fill($("strip").querySelector("ol"), items);
}
$("previous").addEventListener("click", () => show(current - 1));
$("next").addEventListener("click", () => show(current + 1));
document.addEventListener("keydown", (event) => {
  if (!frames || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) return;
  const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: frames.length - 1 }[event.key];
  if (to === undefined || (!event.key.startsWith("Arrow") && !event.target.closest?.("#strip")) || (event.target.closest?.(".scroll") && event.key.startsWith("Arrow") && event.target.scrollWidth > event.target.clientWidth)) return;
  event.preventDefault();
  show(to, { focus: !!event.target.closest?.("#strip") });
});

// --- two runs that part --------------------------------------------------------------------------------------------

function drawWitness() {
  const { witness } = data, node = $("witness");
  node.hidden = !witness;
  if (!witness) return undefined;
  fill(node, $("witness-title"));
  $("witness-title").textContent = (witness.runs ? "Two runs" : "Two linearizations of po_c(z)") + (witness.at ? ` that differ at ${witness.at}` : " that differ");
  const longest = Math.max(...witness.sides.map((side) => witness.from + side.steps.length));
  const slider = el("input", { type: "range", min: witness.from, max: longest, value: Math.min(longest, witness.part + 1), id: "at-step" });
  const output = el("output", { for: "at-step" });
  const go = (to) => {
    slider.value = to;
    draw();
  };
  node.append(el("div", { class: "slider" }, el("label", { for: "at-step" }, "After step"),
    el("button", { type: "button", "aria-label": "One step back", on: { click: () => go(+slider.value - 1) } }, "◀"), slider,
    el("button", { type: "button", "aria-label": "One step on", on: { click: () => go(+slider.value + 1) } }, "▶"), output));
  /// Steps that a handout leaves out.
  const far = (j) => Math.abs(witness.from + j - witness.part) > 15;
  const columns = witness.sides.map((side, k) => {
    const frameOf = (j) => Math.floor(side.steps[j].leaf / data.leaves_in_all) + 1;
    const steps = side.steps.map((step, j) => el("li", { class: [witness.from + j === witness.part && "part", far(j) && "far"].filter(Boolean).join(" ") || null,
      "data-frame": data.frames_in_all > 1 && (j === 0 || frameOf(j) !== frameOf(j - 1)) && `frame ${frameOf(j)}`, on: { click: () => go(witness.from + j + 1) } },
      mono(`${witness.from + j + 1}. ${step.u}`),
      el("span", { class: "changes mono" }, step.changes.map(([cell, value]) => `${place(witness.cells[cell])} = ${shownValue(value)}`).join(", "))));
    const list = el("ol", { class: "steps", tabindex: 0, "aria-label": `Steps of the ${k ? "second" : "first"} run` },
      witness.from > 0 && el("li", {}, `(${count(witness.from, "step")} in common)`), steps,
      steps.some((item) => item.classList.contains("far")) && el("li", { class: "printed" }, `(only the steps around the one where they part; there are ${side.steps_in_all})`),
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
    fill(table, columns.every(({ side }) => !side.error) && differences(end, witness.sides.every((side) => side.steps_in_all <= longest) ? "Where the ends differ" : `Where they differ after the last step shown`),
      at < longest && differences(states, `Where they differ after step ${at}`),
      witness.more_cells > 0 && note(`${count(witness.more_cells, "more location")} that the runs write to are not followed here.`));
  };
  slider.addEventListener("input", draw);
  draw();
  return draw;
}

// --- all of it -----------------------------------------------------------------------------------------------------

/// What is called after a frame was drawn: an editor adds to it.
let afterwards = () => {};
let redrawWitness, taken;

function take(given) {
  const text = JSON.stringify(given).replaceAll("⨟", sequence);
  if (text !== taken) predicted = null;  // that was about something else
  taken = text;
  data = JSON.parse(text);
  frames = data.frames;
  words = Object.entries(data.words);
  inText = anyOf(words);
  marks = data.marks ?? [];
  extents = extentsOf(data);
  isPlane = data.view?.length === 2 && extents?.y[0] <= extents?.y[1];
}

/// Draws the data of a page into the elements of `within` that page.html has. `keep`: at the frame that was shown last,
/// if there still is one.
function draw(given, within = document, { keep = false } = {}) {
  const again = keep && frames !== undefined;
  root = within;
  take(given);
  $("frame").querySelector(".columns").classList.remove("wide");
  openedLeaves.clear();
  $("program").textContent = data.program || "A program";
  fill($("schedule"), "Schedule ", el("b", {}, data.schedule), data.z ? [": ", mono(data.z)] : `, of ${data.leaves_in_all.toLocaleString("en")} leaves`);
  const about = (data.about ?? "").replaceAll("`", ""), beginning = about.length > 300 ? about.slice(0, about.indexOf(". ") + 1) : "";
  fill($("about"), beginning ? el("details", {}, el("summary", {}, beginning), about.slice(beginning.length)) : about);
  $("error").hidden = !data.error;
  $("error").querySelector("p").textContent = data.error ?? "";
  drawVerdict();
  races = racesOf();
  raceShown = 0;
  drawRace();
  drawStrip();
  const first = races[0]?.k ?? -1;
  const at = again ? Math.min(current, frames.length - 1) : first >= 0 ? first : Math.min(1, frames.length - 1);
  show(at);
  redrawWitness = drawWitness();
  const opened = new Set([...$("more").querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
  fill($("more"), $("more-title"),
    data.tree !== undefined && typeof data.tree !== "number" && [el("h3", {}, "The schedule"), el("ul", { class: "tree" }, drawTree(data.tree, frames[1]?.counts))],
    el("details", {}, el("summary", {}, "In the paper's notation, as coreecs show prints it"), el("pre", {}, data.text)),
    data.verdict && el("details", { class: "verdict-text" }, el("summary", {}, "The verdicts, as coreecs check prints them"), el("pre", {}, data.verdict.text)),
    drawWords());
  for (const details of $("more").querySelectorAll("details")) details.open = opened.has(details.firstChild.textContent);
  cues();
}

/// What is wider or higher than its frame fades at the edge.
function cues() {
  for (const node of document.querySelectorAll(".scroll")) {
    const cue = () => node.classList.toggle("more", node.scrollLeft + node.clientWidth < node.scrollWidth - 2);
    node.onscroll = cue;
    cue();
  }
}

/// Draws again what depends on the width.
function redraw() {
  if (!frames) return;
  $("frame").querySelector(".columns").classList.remove("wide");
  drawRace();
  show(current);
  redrawWitness?.();
  cues();
}
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  redraw();
});
// A handout has the proofs, and how this frame comes about where that is short.
let closed = [], shownIn;
addEventListener("beforeprint", () => {
  shownIn = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
  closed = [...document.querySelectorAll("details:not([open])")].filter((details) => details.id !== "words");
  for (const details of closed) {
    const isLeaf = details.classList.contains("leaf");
    if (details.querySelector(":scope > pre")?.textContent.length > 3000) continue;
    if (isLeaf && frames[current].detail.leaves[details.dataset.leaf].visits.length > 20) continue;
    if (isLeaf) unfold(details);
    details.open = true;
  }
});
addEventListener("afterprint", () => {
  if (shownIn) document.documentElement.dataset.theme = shownIn;
  else delete document.documentElement.dataset.theme;
  for (const details of closed) details.open = false;
});

theme();
const embedded = document.getElementById("data")?.textContent;
if (embedded) draw(JSON.parse(embedded));

return { draw, redraw, show, predict, predicted: () => predicted, drawState, invocationsOf, el, svg, fill, note, count, cut, cues, shownValue, isThere,
  sequence, data: () => data, frame: () => frames[current], after: (call) => (afterwards = call) };
})();
