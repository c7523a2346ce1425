// --- the playground: an editor beside the page that page.js draws -----------------------------------------------------
(() => {
const { draw, drawState, invocationsOf, el, fill, note, count, cut, shownValue, sequence } = coreecsPage;
const $ = (id) => document.getElementById(id);
const embedded = (id) => JSON.parse($(id).textContent);
const catalogue = embedded("catalogue");
const programs = Object.assign({}, ...Object.values(catalogue.programs));
const patience = 2_000, longPatience = 20_000;

/// What is edited: the text is in the editor.
const text = $("text");
let opened = null;     // the program of the catalogue that was opened
let lesson = null;     // the lesson that is shown
let schedule = null;   // the one that was chosen
let framesWanted = null;
let before = [];       // texts that buttons replaced, for Undo
let known = null;      // the last answer to look
let edition = 0;

// --- three columns ---------------------------------------------------------------------------------------------------

const column = (id, ...nodes) => el("div", { id }, nodes);
$("frame").querySelector(".columns").classList.add("wide");
$("order").append($("reorder"));
const below = column("below", $("derivation"), $("more"));  // first, while the derivation is in the page
document.querySelector("main").append(column("judge", $("verdict"), $("actions"), $("race"), $("witness")),
  column("look", $("error"), $("strip"), $("live"), $("frame")), below);
$("more-title").textContent = "More";

// --- asking ------------------------------------------------------------------------------------------------------------

const options = (more) => ({ schedule: schedule ?? undefined, frames: framesWanted ?? undefined, ...more });

/// Asks about this edition of the text until there is an answer: another question may have taken its place. Nothing if
/// the text was changed meanwhile.
async function asked(mine, command, given) {
  let answer;
  while (mine === edition && !answer) answer = await live.ask(command, text.value, given, patience);
  return mine === edition ? answer : undefined;
}

/// Asks for everything that follows from the text, and draws it. The newest text counts.
async function refresh() {
  const mine = ++edition;
  gutter();
  const seen = await asked(mine, "look", options());
  if (!seen) return;
  if (schedule && seen.schedules && !seen.schedules.includes(schedule)) {
    schedule = null;
    return refresh();
  }
  document.body.classList.toggle("stale", !seen.data);
  problems(seen);
  drawChips();
  if (!seen.data) return;
  known = seen;
  schedule = seen.data.schedule;
  fill($("which"), seen.schedules.map((name) => el("option", { value: name, selected: name === schedule }, name)));
  $("frames-wanted").value = seen.data.frames_in_all;
  draw(seen.data, document, { keep: true });
  document.title = `${seen.data.program}: coreecs playground`;
  $("fix").disabled = !isLost("confluent");
  $("smaller").disabled = !isLost(kept());
  writeAddress();
  if (seen.expected.length === 0) return void fill($("task").querySelector(".ticks") ?? el("div"));
  const ticks = await asked(mine, "test", {});
  if (ticks) drawTicks(ticks);
}

/// Whether this verdict is no.
const isLost = (verdict) => known?.data.verdict?.answers.some(({ question, answer }) => question === verdict && answer === "no") ?? false;

/// Takes a new text. `why`: it can be undone.
function replace(newText, why) {
  if (why) before.push({ text: text.value, schedule });
  $("undo").disabled = before.length === 0;
  text.value = newText;
  said(why ? `${why} Undo takes it back.` : "");
  refresh();
}
const said = (what) => ($("said").textContent = what);
$("undo").addEventListener("click", () => {
  const last = before.pop();
  $("undo").disabled = before.length === 0;
  schedule = last.schedule;
  text.value = last.text;
  said("");
  refresh();
});
text.addEventListener("input", () => { said(""); refresh(); });
$("which").addEventListener("change", () => { schedule = $("which").value; fill($("answer")); refresh(); });
$("frames-wanted").addEventListener("input", () => {
  const n = $("frames-wanted").valueAsNumber;
  framesWanted = Number.isInteger(n) && n >= 0 ? Math.min(n, 10_000) : null;
  refresh();
});

// --- what the loader and lint say, in the margin -------------------------------------------------------------------

let wrongLines = new Map();
function gutter() {
  const n = text.value.split("\n").length;
  fill($("gutter"), Array.from({ length: n }, (_, k) => el("span", { class: wrongLines.get(k + 1) ?? null }, `${k + 1}\n`)));
  $("gutter").scrollTop = text.scrollTop;
}
text.addEventListener("scroll", () => { $("gutter").scrollTop = text.scrollTop; $("completions").hidden = true; });

/// Columns of the loader are bytes.
function offsetOf(line, columnInBytes) {
  const lines = text.value.split("\n"), start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const bytes = new TextEncoder().encode(lines[line - 1] ?? "");
  return start + new TextDecoder().decode(bytes.slice(0, columnInBytes - 1)).length;
}
function problems(seen) {
  // A text that is no JSON has its place in place of a pointer.
  const place = (problem) => {
    const found = /^(\d+):(\d+)$/.exec(problem.pointer ?? "");
    return problem.line ? problem : found ? { ...problem, line: +found[1], column: +found[2] } : problem;
  };
  const all = seen.problems?.map((problem) => ({ ...place(problem), wrong: true })) ?? seen.findings?.map(place) ?? [];
  wrongLines = new Map(all.filter(({ line }) => line).map(({ line, wrong }) => [line, wrong ? "wrong" : "doubtful"]));
  gutter();
  const item = ({ line, column, pointer, message, wrong }) => el("li", { class: wrong ? "wrong" : "doubtful" },
    el("span", { class: "mark", "aria-hidden": "true" }, wrong ? "✗" : "?"),
    line ? el("button", { type: "button", class: "place", on: { click: () => goTo(offsetOf(line, column)) } }, `line ${line}`) : null,
    el("span", {}, `${pointer && !/^\d+:\d+$/.test(pointer) ? `${pointer}: ` : ""}${message}`));
  fill($("messages"), seen.error && el("p", { class: "wrong" }, seen.error), all.length > 0 && el("ul", {}, all.slice(0, 20).map(item)),
    all.length > 20 && note(`and ${all.length - 20} more`),
    seen.problems && note("The page shows the last program that could be read."));
}
function goTo(offset) {
  text.focus();
  text.setSelectionRange(offset, offset);
  const line = text.value.slice(0, offset).split("\n").length;
  text.scrollTop = (line - 5) * lineHeight();
}
const lineHeight = () => parseFloat(getComputedStyle(text).lineHeight);

// --- the schedule as chips ---------------------------------------------------------------------------------------------

/// Replaces a part of the text, and keeps the focus on the k-th chip.
function edit(start, end, by, why, k) {
  replace(text.value.slice(0, start) + by + text.value.slice(end), why);
  $("chips").querySelectorAll("button")[k]?.focus();
}
/// The edit that changes one operator of a list, before its k-th element: the two parts beside it become a list of
/// their own, with what was one already; a list that has the operator of the list around it is dissolved.
function exchanged(node, k, above) {
  const [{ key, value: { elements } }] = node.members, other = key === "par" ? "then" : "par";
  const [left, right] = [elements[k - 1], elements[k]];
  const inner = (part) => {
    const [member] = part.members ?? [];
    return member?.key === other && member.value.elements?.length ? [member.value.elements[0].start, member.value.elements.at(-1).end] : [part.start, part.end];
  };
  const [a, b] = inner(left), [c, d] = inner(right), source = text.value;
  const parts = source.slice(a, b) + source.slice(left.end, right.start) + source.slice(c, d);
  const whole = elements.length === 2, list = whole && above === other ? parts : `{ "${other}": [${parts}] }`;
  return whole ? [node.start, node.end, list] : [left.start, right.end, list];
}
function drawChips() {
  const json = readJson(text.value);
  const wanted = schedule ?? (partAt(json, "/schedules/main") ? "main" : json?.value?.schedules && Object.keys(json.value.schedules)[0]);
  const root = json && partAt(json, "/schedules")?.members?.find(({ key }) => key === wanted)?.value;
  const focused = [...$("chips").querySelectorAll("button")].indexOf(document.activeElement);
  let number = 0;
  const chip = (shown, label, start, end, by, why) => {
    const k = number++;
    return el("button", { type: "button", class: "part", title: label, "aria-label": label, on: { click: () => edit(start, end, by, why, k) } }, shown);
  };
  /// `above`: the operator of the list that it is in.
  const part = (node, above) => {
    const [member] = node.members ?? [];
    if (!member) return el("span", { class: "mono" }, "…");
    const { key, keyStart, keyEnd, value } = member;
    if (key === "conc" || key === "seq") {
      const other = key === "conc" ? "seq" : "conc", system = String(value.value);
      return chip(`${key}(${system})`, `${key}(${system}): change it to ${other}(${system})`, keyStart, keyEnd, `"${other}"`, `${key}(${system}) is now ${other}(${system}).`);
    }
    if ((key === "par" || key === "then") && value.elements) {
      const other = key === "par" ? "then" : "par", symbol = { par: "∥", then: sequence };
      return el("span", { class: "group" }, value.elements.map((element, j) => [j > 0 && chip(symbol[key],
        key === "par" ? "∥, side by side: change it to one after the other" : `${sequence}, one after the other: change it to side by side`,
        ...exchanged(node, j, above), `${symbol[key]} is now ${symbol[other]}.`), part(element, key)]));
    }
    return el("span", { class: "mono" }, `${key} ${String(value.value)}`);
  };
  fill($("chips"), root ? part(root) : null);
  if (focused >= 0) $("chips").querySelectorAll("button")[focused]?.focus();
}

// --- lessons, programs, exercises --------------------------------------------------------------------------------------

fill($("open"), el("option", { value: "" }, "your program"),
  el("optgroup", { label: "Lessons" }, catalogue.lessons.map(({ id, title }) => el("option", { value: `lesson=${id}` }, title))),
  Object.entries(catalogue.programs).map(([group, all]) => el("optgroup", { label: group },
    Object.keys(all).map((path) => el("option", { value: `open=${path}` }, path.replace(/^.*\//, "").replace(/\.json$/, ""))))));
$("open").addEventListener("change", () => $("open").value && (location.hash = $("open").value));

/// Where a link of a lesson leads: to a program or a lesson in this page, or nowhere.
function within(target) {
  const [path] = target.split("#");
  if (programs[path]) return `#open=${path}`;
  if (catalogue.lessons.some(({ id }) => `${id}.md` === path)) return `#lesson=${path.slice(0, -3)}`;
  return /^https?:/.test(target) ? target : null;
}
function openLesson(id) {
  lesson = catalogue.lessons.find((one) => one.id === id) ?? null;
  $("lesson").hidden = !lesson;
  if (!lesson) return;
  const details = el("details", { open: true }, el("summary", {}, `Lesson ${lesson.title}`), el("div", { class: "text" }, drawMarkdown(lesson.text, within)));
  fill($("lesson"), details);
}
/// Programs of a lesson whose names begin with its number, or that it links to.
const lessonOf = (path) => catalogue.lessons.find(({ text }) => text.includes(`](${path})`));

/// Puts a program into the editor; the caller refreshes.
function openProgram(path) {
  opened = path;
  before = [];
  schedule = framesWanted = null;
  $("undo").disabled = true;
  fill($("answer"));
  said("");
  text.value = programs[path];
  text.scrollTop = 0;
  const of = lessonOf(path);
  if (of && of !== lesson && !$("lesson").hidden) openLesson(of.id);
  task();
}

// --- exercises -----------------------------------------------------------------------------------------------------------

/// An exercise, or any program that says what it expects.
function task() {
  const isExercise = opened?.startsWith("exercises/"), of = opened && lessonOf(opened);
  $("task").hidden = true;
  fill($("task"), el("h3", {}, isExercise ? "Exercise" : "What is expected"),
    el("div", { class: "locked" }), el("div", { class: "ticks", "aria-live": "polite" }),
    isExercise && of && el("p", {}, el("a", { href: `#lesson=${of.id}` }, `Lesson ${of.title}`)));
}
function drawTicks(ticks) {
  $("task").hidden = !Array.isArray(ticks);
  if (!Array.isArray(ticks)) return;
  const passed = ticks.every(({ differences }) => differences.length === 0);
  fill($("task").querySelector(".ticks"), el("ul", {}, ticks.map(({ schedule, differences }) => el("li", { class: differences.length ? "no" : "yes" },
    el("span", { class: "mark", "aria-hidden": "true" }, differences.length ? "✗" : "✓"),
    el("span", {}, `schedule ${schedule} ${differences.length ? "is not as expected:" : "is as expected."}`,
      differences.length > 0 && el("ul", {}, differences.map((line) => el("li", { class: "mono" }, line))))))),
  el("p", { class: passed ? "good" : null }, passed ? "All expectations hold." : `${count(ticks.filter(({ differences }) => differences.length === 0).length, "expectation")} of ${ticks.length} hold.`));
  fill($("task").querySelector(".locked"), changedElsewhere());
}
/// What was changed besides the part that the exercise names.
function changedElsewhere() {
  const given = opened?.startsWith("exercises/") && readJson(programs[opened])?.value, now = readJson(text.value)?.value;
  const may = given && /Change only (.*?)\.(?: |$)/.exec(given.about)?.[1];
  if (!may || !now) return null;
  const others = [...new Set([...Object.keys(given), ...Object.keys(now)])].filter((key) => !may.includes(`"${key}"`) && !may.includes(key) && JSON.stringify(given[key]) !== JSON.stringify(now[key]));
  return others.length > 0 && el("p", { class: "wrong" }, `Change only ${may}. You also changed ${others.join(", ")}.`);
}

// --- questions that take longer --------------------------------------------------------------------------------------------

/// Asks, with Stop; draws what `drawn` makes of the answer.
async function ask(command, more, drawn, ms = longPatience) {
  fill($("answer"), el("p", { class: "aside" }, "Looking …"));
  $("stop").hidden = false;
  const asked = text.value;
  const answer = await long.ask(command, asked, options(more), ms);
  if (!answer) return;
  $("stop").hidden = true;
  fill($("answer"), answer.error ? el("p", {}, answer.error)
    : answer.problems ? el("p", {}, "First correct what the messages beside the text say.")
    : asked === text.value ? drawn(answer) : el("p", { class: "aside" }, "The program was changed meanwhile. Ask again."));
}
$("stop").addEventListener("click", () => long.stop());

$("fix").addEventListener("click", () => ask("suggest", { limit: 1000 }, ({ suggestions }) => {
  if (!suggestions?.length) return el("p", {}, "No edit of the schedule that was tried makes it confluent. A system may have to change.");
  const apply = (all) => {
    const parts = all.map(({ pointer, write }) => ({ part: partAt(readJson(text.value), pointer), write }));
    if (parts.some(({ part }) => !part)) return said("This edit does not fit the text.");
    const edits = parts.sort((a, b) => b.part.start - a.part.start);
    fill($("answer"));
    replace(edits.reduce((whole, { part, write }) => whole.slice(0, part.start) + oneLine(write) + whole.slice(part.end), text.value), "The edit is made.");
  };
  return [el("p", {}, suggestions.length === 1 ? "This edit makes it confluent:" : "Each of these edits makes it confluent. The first leaves most orders open."),
    el("ul", {}, suggestions.slice(0, 8).map((one) => el("li", {}, el("button", { type: "button", class: "fixing", on: { click: () => apply([one]) } }, shownSchedule(one.write)),
      el("span", { class: "aside" }, ` at ${one.pointer}; ${one.ends_as_now === false ? "it ends differently from now" : one.ends_as_now ? "it ends as the reference run does now" : "its end was not compared"}`))))];
}));
function shownSchedule(z) {
  const [[key, value]] = Object.entries(z);
  if (key === "par" || key === "then") return value.map((part) => (/^(?:par|then)$/.test(Object.keys(part)[0]) ? `(${shownSchedule(part)})` : shownSchedule(part))).join(key === "par" ? " ∥ " : ` ${sequence} `);
  return key === "use" ? value : `${key}(${value})`;
}
const kept = () => $("kept").selectedOptions[0].text;
$("kept").addEventListener("change", () => { $("smaller").disabled = !isLost(kept()); });
$("smaller").addEventListener("click", () => ask("shrink", { limit: 1000, verdict: $("kept").value }, ({ program }) => {
  replace(program, "The program is smaller now, and fails in the same way.");
  return null;
}));
/// A whole number that a person chose, within the bounds of its field.
function chosen(id) {
  const field = $(id), n = Number.isInteger(field.valueAsNumber) ? field.valueAsNumber : +field.defaultValue;
  return (field.value = Math.min(Math.max(n, +field.min), +field.max), +field.value);
}
/// The seed that was chosen; the next search has the next one.
function takeSeed() {
  const seed = chosen("seed");
  $("seed").value = seed + 1;
  return seed;
}
$("other-start").addEventListener("click", () => ask("fuzz", { limit: 1000, seed: takeSeed(), cases: chosen("cases") }, ({ tried, found }) => {
  if (!found.length) return el("p", {}, `From ${count(tried, "start state")} chosen at random, nothing goes wrong. The next search takes others.`);
  return [el("p", {}, `After ${count(tried, "start state")}:`), el("ul", {}, found.map(({ kind, program }) => el("li", {}, el("button", { type: "button", on: { click: () => {
    fill($("answer"));
    replace(program, `From this start it is ${kind}.`);
  } } }, `a start from which it is: ${kind}`))))];
}));

$("thousand").addEventListener("click", () => ask("sample", { seed: takeSeed(), runs: chosen("runs") }, ({ runs, ends }) => {
  const cells = ends.map(({ final }) => new Map(Object.entries(final).flatMap(([e, parts]) => Object.entries(parts).map(([i, k]) => [`${i}(${e})`, JSON.stringify(k)]))));
  const names = [...new Set(cells.flatMap((cell) => [...cell.keys()]))].filter((at) => new Set(cells.map((cell) => cell.get(at))).size > 1);
  const most = Math.max(...ends.map((end) => end.runs));
  return [el("p", {}, ends.length === 1 ? `All ${runs} runs in random orders end in the same state. That is no proof: the verdicts say whether all runs do.` : `${runs} runs in random orders end in ${ends.length} different states:`),
    ends.length > 1 && el("ul", { class: "histogram" }, ends.slice(0, 12).map((end, k) => el("li", {}, el("i", { style: `width: ${(100 * end.runs) / most}%` }),
      el("b", {}, `${end.runs}`), el("span", { class: "mono" }, names.slice(0, 4).map((at) => `${at} = ${cut(shownValue(cells[k].get(at)), 24)}`).join(", "))))),
    ends.length > 12 && note(`and ${ends.length - 12} more`)];
}));

// --- another order of a frame ----------------------------------------------------------------------------------------------

/// Whether u ≤ v in po_c(z) of a frame, for numbers of invocations: the tree of the schedule decides.
function precedes(frame, u, v) {
  const { tree, leaves } = coreecsPage.data(), flat = invocationsOf(frame);
  const [a, b] = [flat[u].leaf, flat[v].leaf];
  if (a === b) return leaves[a].form === "seq" && u < v;
  const has = (node, leaf) => (typeof node === "number" ? node === leaf : Object.values(node)[0].some((part) => has(part, leaf)));
  for (let node = tree; ; ) {
    const [[form, parts]] = Object.entries(node);
    const [j, k] = [a, b].map((leaf) => parts.findIndex((part) => has(part, leaf)));
    if (j !== k) return form === "then" && j < k;
    node = parts[j];
  }
}
let order = null;  // the numbers of the invocations, in the order that is tried

function drawTokens(focus) {
  const frame = coreecsPage.frame(), flat = invocationsOf(frame);
  const isReference = order.every((u, k) => u === k);
  $("reference-order").hidden = isReference;
  if (isReference) $("reordered").textContent = "";
  /// The places to which the invocation at place k may go.
  const range = (k) => {
    let from = k, to = k;
    while (from > 0 && !precedes(frame, order[from - 1], order[k])) --from;
    while (to + 1 < order.length && !precedes(frame, order[k], order[to + 1])) ++to;
    return [from, to];
  };
  const move = (k, to) => {
    const [from, until] = range(k), place = Math.min(Math.max(to, from), until);
    if (place !== to) $("reordered").textContent = `${flat[order[k]].name} cannot go there: po_c(z) has it ${to < from ? `after ${flat[order[from - 1]].name}` : `before ${flat[order[until + 1]].name}`}.`;
    if (place === k) return;
    const [u] = order.splice(k, 1);
    order.splice(place, 0, u);
    drawTokens(u);
    perform();
  };
  const token = (u, k) => {
    const button = el("button", { type: "button", "data-invocation": u, "aria-label": `${flat[u].name}, step ${k + 1} of ${order.length}`, on: {
      keydown: (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        if (k + step >= 0 && k + step < order.length) move(k, k + step);
      },
      pointerdown: (event) => {
        button.setPointerCapture(event.pointerId);
        button.classList.add("dragged");
        const [from, to] = range(k);
        [...$("tokens").children].forEach((item, j) => item.classList.toggle("possible", j >= from && j <= to));
      },
      pointerup: (event) => {
        for (const item of $("tokens").children) item.classList.remove("possible");
        button.classList.remove("dragged");
        const boxes = [...$("tokens").children].map((item) => item.getBoundingClientRect());
        const distance = ({ left, right, top, bottom }) => Math.hypot(event.clientX - (left + right) / 2, 3 * (event.clientY - (top + bottom) / 2));
        move(k, boxes.reduce((best, box, j) => (distance(box) < distance(boxes[best]) ? j : best), 0));
      },
      pointercancel: () => button.classList.remove("dragged"),
    } }, flat[u].name);
    return el("li", {}, button);
  };
  fill($("tokens"), order.map(token));
  if (focus !== undefined) $("tokens").querySelector(`[data-invocation="${focus}"]`)?.focus();
}
/// Performs the frame in the order of the tokens; picture and table show its end.
async function perform() {
  const frame = coreecsPage.frame(), asked = text.value, tried = [...order];
  const answer = await live.ask("order", asked, options({ frame: frame.frame, order: tried }), patience);
  if (!answer || answer.error || answer.problems || frame !== coreecsPage.frame() || String(tried) !== String(order)) return;
  drawState({ ...frame, ...answer }, coreecsPage.data().frames.indexOf(frame));
  if (order.every((u, k) => u === k)) return;
  $("reordered").textContent = answer.differs.length === 0 ? "In this order the frame ends in the same state."
    : `In this order the frame ends differently: ${answer.differs.slice(0, 5).map(({ at, now, reference }) => `${at} = ${cut(shownValue(now), 24)} instead of ${cut(shownValue(reference), 24)}`).join(", ")}.`;
}
$("reference-order").addEventListener("click", () => {
  order.sort((a, b) => a - b);
  drawTokens(order[0]);
  perform();
});
coreecsPage.after((frame) => {
  const n = frame.detail && coreecsPage.data().tree !== undefined ? invocationsOf(frame).length : 0;
  $("reorder").hidden = n < 2 || n > 60;
  $("reordered").textContent = "";
  if ($("reorder").hidden) return;
  order = Array.from({ length: n }, (_, k) => k);
  drawTokens();
});

// --- the address, files ----------------------------------------------------------------------------------------------------

const packed = async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
const unpacked = (packed) => {
  const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
};
let address = "";
/// The address has the program, its schedule and the number of frames.
async function writeAddress() {
  const mine = edition;
  const program = opened && text.value === programs[opened] ? `open=${opened}` : `p=${await packed(text.value)}${opened ? `&open=${opened}` : ""}`;
  if (mine !== edition) return;
  const more = (schedule && known.schedules.length > 1 ? `&schedule=${schedule}` : "") + (framesWanted !== null ? `&frames=${framesWanted}` : "") + (lesson ? `&lesson=${lesson.id}` : "");
  address = `#${program}${more}`;
  history.replaceState(null, "", address);
  $("open").value = opened ? `open=${opened}` : "";
}
async function readAddress() {
  if (location.hash === address && address) return;
  const given = new Map(location.hash.slice(1).split("&").map((part) => [part.slice(0, part.indexOf("=")), decodeURIComponent(part.slice(part.indexOf("=") + 1))]));
  if (given.has("lesson")) {
    openLesson(given.get("lesson"));
    const [path] = /(?:programs|exercises)\/[\w-]+\.json/.exec(lesson?.text ?? "") ?? [];
    if (!given.has("open") && !given.has("p")) given.set("open", path);
  }
  openProgram(programs[given.get("open")] ? given.get("open") : "examples/toy_physics.json");
  schedule = given.get("schedule") ?? null;
  framesWanted = /^\d+$/.test(given.get("frames") ?? "") ? Math.min(+given.get("frames"), 10_000) : null;
  if (!given.has("p")) return void refresh();
  try {
    const whole = await unpacked(given.get("p"));
    if (!given.has("open")) opened = null;
    task();
    replace(whole);
  } catch {
    said("The address has no program that can be read.");
    refresh();
  }
}
addEventListener("hashchange", readAddress);

$("link").addEventListener("click", async () => {
  await writeAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    said("The link is copied. It has the program in it.");
  } catch {
    said("The address of this page has the program in it. Copy it from the browser's address bar.");
  }
});
function save(name, content, type) {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
const fileName = () => (opened?.replace(/^.*\//, "").replace(/\.json$/, "")) ?? (known?.data.program.replace(/\W+/g, "_") || "program");
$("save-program").addEventListener("click", () => save(`${fileName()}.json`, text.value, "application/json"));
$("save-page").addEventListener("click", () => ask("report", {}, (html) => {
  const edit = `<p><a href="${location.href.replace(/#.*/, "").replaceAll('"', "%22")}${address}">Edit this program</a></p></footer>`;
  save(`${fileName()}.html`, html.replace("</footer>", () => edit), "text/html");
  return el("p", {}, "The page is saved. Its last line leads back here.");
}));
$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  $("file").value = "";
  const content = await file.text();
  const source = /<script type="application\/json" id="source">([^]*?)<\/script>/.exec(content)?.[1];
  if (/\.html$/.test(file.name) && !source) return said(`${file.name} has no program in it.`);
  opened = null;
  schedule = framesWanted = null;
  task();
  replace(source ? source.replaceAll("\\u003c", "<") : content, `${file.name} is opened.`);
});

completeIn(text, $("completions"), embedded("schema"), { components: () => known?.data.components ?? [], changed: refresh });
readAddress();
})();
