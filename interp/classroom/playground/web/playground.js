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
let given = null;      // the text that was opened
let lesson = null;     // the lesson that is shown
let schedule = null;   // the one that was chosen
let framesWanted = null;
let before = [];       // what buttons and links replaced, for Undo
let known = null;      // the last answer to look
let drawn = null;      // the text that was opened when it was drawn
let edition = 0;

// --- three columns, or tabs where there is no room ---------------------------------------------------------------------

const column = (id, ...nodes) => el("div", { id }, nodes);
$("frame").querySelector(".columns").classList.add("wide");
$("order").append($("reorder"));
const below = column("below", $("derivation"), $("more"));  // first, while the derivation is in the page
document.querySelector("main").append(column("judge", $("verdict"), $("actions"), $("race"), $("witness")),
  column("look", $("error"), $("strip"), $("live"), $("frame")), below);
$("more-title").textContent = "More";

const tabs = [...$("tabs").children], part = (tab) => $(tab.getAttribute("aria-controls"));
function choose(chosen) {
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    part(tab).classList.toggle("chosen", tab === chosen);
  }
  coreecsPage.redraw();  // what was hidden had no width
}
/// Brings an element into view.
function reveal(node) {
  const tab = tabs.find((tab) => part(tab).contains(node));
  if (tab?.getAttribute("aria-selected") === "false") choose(tab);
  node.scrollIntoView({ block: "nearest" });
}
for (const [k, tab] of tabs.entries()) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: k - 1, ArrowRight: k + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs.at(to % tabs.length);
    choose(next);
    next.focus();
  });
}
choose(tabs[0]);

// --- asking ------------------------------------------------------------------------------------------------------------

const options = (more) => ({ schedule: schedule ?? undefined, frames: framesWanted ?? undefined, ...more });

/// Asks about this edition of the text until there is an answer: another question may have taken its place. Nothing if
/// the text was changed meanwhile. The first answer may take longer, for all begins then.
async function asked(mine, command, given) {
  let answer;
  while (mine === edition && !answer) answer = await live.ask(command, text.value, given, known ? patience : longPatience);
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
  draw(seen.data, document, { keep: given === drawn });
  drawn = given;
  document.title = `${seen.data.program}: coreecs playground`;
  $("fix").disabled = !isLost("confluent");
  $("smaller").disabled = !isLost(kept());
  $("notation").textContent = coreecsPage.data().text;
  $("tab-judge").lastElementChild.textContent = (seen.data.verdict?.answers ?? []).map(({ answer }) => ({ yes: "✓", no: "✗" })[answer] ?? "?").join("");
  writeAddress();
  if (seen.expected.length === 0) return void fill($("task").querySelector(".ticks") ?? el("div"));
  const ticks = await asked(mine, "test", {});
  if (ticks) drawTicks(ticks);
}

/// Whether this verdict is no.
const isLost = (verdict) => known?.data.verdict?.answers.some(({ question, answer }) => question === verdict && answer === "no") ?? false;

/// Keeps what there is, for Undo.
function keep() {
  before.push({ text: text.value, schedule, framesWanted, opened, given });
  $("undo").disabled = false;
}
/// Takes a new text. `why`: it can be undone.
function replace(newText, why) {
  if (why) keep();
  text.value = newText;
  said(why ? `${why} Undo takes it back.` : "");
  refresh();
}
const said = (what) => ($("said").textContent = what);
$("undo").addEventListener("click", () => {
  const last = before.pop();
  $("undo").disabled = before.length === 0;
  ({ schedule, framesWanted, opened, given } = last);
  text.value = last.text;
  said("");
  task();
  refresh();
});
text.addEventListener("input", () => { said(""); refresh(); });
/// Shows the program as the paper writes it, or as text.
function inPaper(wanted) {
  $("paper").setAttribute("aria-pressed", String(wanted));
  $("notation").hidden = !wanted;
  text.parentElement.hidden = wanted;
}
$("paper").addEventListener("click", () => inPaper($("notation").hidden));
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
  inPaper(false);
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

fill($("open"), el("option", { value: "" }, "your program"), el("option", { value: "tour" }, "The first minute"),
  el("optgroup", { label: "Lessons" }, catalogue.lessons.map(({ id, title }) => el("option", { value: `lesson=${id}` }, title))),
  Object.entries(catalogue.programs).map(([group, all]) => el("optgroup", { label: group },
    Object.keys(all).map((path) => el("option", { value: `open=${path}` }, path.replace(/^.*\//, "").replace(/\.json$/, ""))))));
$("open").addEventListener("change", () => $("open").value && (location.hash = $("open").value));

/// Where a link of a lesson leads: to a program or a lesson in this page, or nowhere.
function within(target) {
  const [path, section] = target.split("#");
  if (programs[path]) return `#open=${path}`;
  const id = path ? path.slice(0, -3) : lesson.id;
  if (catalogue.lessons.some((one) => one.id === id)) return `#lesson=${id}${section ? `&section=${section}` : ""}`;
  return /^https?:/.test(target) ? target : null;
}
/// Shows a lesson, from one of its sections on.
function openLesson(id, section) {
  lesson = catalogue.lessons.find((one) => one.id === id) ?? null;
  $("lesson").hidden = !lesson;
  if (!lesson) return;
  const title = /^\d/.test(lesson.title) ? `Lesson ${lesson.title}` : lesson.title;
  const shown = el("div", { class: "text", tabindex: 0, role: "region", "aria-label": title }, drawMarkdown(lesson.text, within));
  fill($("lesson"), el("details", { open: true }, el("summary", {}, title), shown));
  $("task").querySelector(".to-lesson")?.toggleAttribute("hidden", lessonOf(opened) === lesson);
  reveal($("lesson"));
  const heading = section && shown.querySelector(`[data-section="${CSS.escape(section)}"]`);
  if (heading) shown.scrollTop = heading.offsetTop - shown.offsetTop;
}
/// Programs of a lesson whose names begin with its number, or that it links to.
const lessonOf = (path) => catalogue.lessons.find(({ text }) => text.includes(`](${path})`));

/// Puts a program into the editor; the caller refreshes.
function openProgram(path) {
  const isEdited = text.value && text.value !== given;
  if (isEdited) keep();
  opened = path;
  schedule = framesWanted = null;
  fill($("answer"));
  said(isEdited ? "Undo leads back to the program before, which was changed." : "");
  text.value = given = programs[path];
  text.scrollTop = 0;
  const of = lessonOf(path);
  if (of && of !== lesson && !$("lesson").hidden) openLesson(of.id);
  task();
}

// --- exercises -----------------------------------------------------------------------------------------------------------

/// The exercise that was opened: a program that says what an answer may change.
function exercise() {
  const value = given && readJson(given)?.value;
  return Array.isArray(value?.may_change) ? value : null;
}
let student = "", missed = null, hints = 0;
/// An exercise, or any program that says what it expects.
function task() {
  const asked = exercise(), of = opened && lessonOf(opened);
  document.body.classList.toggle("exercise", !!asked);
  $("task").hidden = true;
  missed = null;
  fill($("task"), el("h3", {}, asked ? "Exercise" : "What is expected"), asked && el("p", {}, asked.about ?? ""),
    el("div", { class: "locked" }), el("div", { class: "ticks", "aria-live": "polite" }), el("div", { class: "hints", "aria-live": "polite" }),
    asked && el("div", { class: "bar" }, catalogue.hints[opened] && el("button", { type: "button", id: "hint", on: { click: hint } }, "Hint"),
      el("label", { for: "student" }, "Your name"), el("input", { id: "student", autocomplete: "name", value: student, on: { input: (event) => (student = event.target.value) } }),
      el("button", { type: "button", id: "hand-in", title: "A file for coreecs mark", on: { click: () => save(`${handInName()}.json`, text.value, "application/json") } }, "Save answer")),
    asked && of && el("p", { class: "to-lesson", hidden: of === lesson }, el("a", { href: `#lesson=${of.id}&section=${anchorOf(of.title)}` }, `Lesson ${of.title}`)));
}
/// A lecturer gets files with the names of students.
const handInName = () => student.trim().toLowerCase().replace(/[^\p{L}\p{N}_-]+/gu, "_") || fileName();

/// The first hint for what is missed is where to read, the second one a sentence.
function hint() {
  const all = catalogue.hints[opened], of = missed && all.expect?.[missed.schedule]?.[missed.fact];
  const read = of?.read ?? all.read, [path, section] = read.split("#"), told = [];
  const named = catalogue.lessons.find(({ id }) => `${id}.md` === path)?.text.split("\n").find((line) => line.startsWith("#") && anchorOf(line.replace(/^#+ /, "")) === section);
  if (!missed) told.push(el("p", { class: "hint" }, "Nothing is missed."));
  else told.push(el("p", { class: "hint" }, `For ${missed.fact} of schedule ${missed.schedule}, read `, el("a", { href: within(read) }, named.replace(/^#+ /, "")), " again."),
    ++hints > 1 && of?.feedback && el("p", { class: "hint" }, of.feedback));
  fill($("task").querySelector(".hints"), told);
  $("hint").textContent = hints === 1 && of?.feedback ? "Another hint" : "Hint";
}
function drawTicks(ticks) {
  $("task").hidden = !Array.isArray(ticks);
  if (!Array.isArray(ticks)) return;
  const good = ticks.filter(({ differences }) => differences.length === 0).length, isExercise = !!exercise();
  const all = el("ul", {}, ticks.map(({ schedule, differences }) => el("li", { class: differences.length ? "no" : "yes" },
    el("span", { class: "mark", "aria-hidden": "true" }, differences.length ? "✗" : "✓"),
    el("span", {}, `schedule ${schedule} ${differences.length ? "is not as expected:" : "is as expected."}`,
      differences.length > 0 && el("ul", {}, differences.map((line) => el("li", { class: "mono" }, line)))))));
  const sum = el(isExercise ? "p" : "summary", { class: good === ticks.length ? "good" : null }, good === ticks.length ? "All expectations hold." : good ? `${good} of ${ticks.length} expectations hold.` : "No expectation holds yet.");
  fill($("task").querySelector(".ticks"), isExercise ? [all, sum] : el("details", { open: !!$("task").querySelector("details[open]") }, sum, all));
  fill($("task").querySelector(".locked"), changedElsewhere());
  const [first] = ticks.flatMap(({ schedule, differences }) => differences.map((line) => ({ schedule, fact: /^\w+/.exec(line)[0] })));
  if (JSON.stringify(first) === JSON.stringify(missed ?? undefined)) return;
  missed = first ?? null;
  hints = 0;
  fill($("task").querySelector(".hints"));
}
/// What was changed besides the parts that the exercise names.
function changedElsewhere() {
  const asked = exercise(), now = asked && readJson(text.value)?.value;
  if (!now) return null;
  /// Without the parts that may change; which texts it has for people does not matter.
  const rest = (program) => {
    const copy = structuredClone({ ...program, $schema: null, name: null, about: null });
    for (const steps of asked.may_change.map((pointer) => pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))))
      delete steps.slice(0, -1).reduce((at, step) => at?.[step], copy)?.[steps.at(-1)];
    return copy;
  };
  const [a, b] = [rest(asked), rest(now)];
  const others = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
  return others.length > 0 && el("p", { class: "wrong" }, `You also changed ${others.join(", ")}: coreecs mark takes only ${asked.may_change.map((pointer) => pointer.slice(1)).join(" and ")} from an answer.`);
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
let order = null, orderOf = null;  // the numbers of the invocations, in the order that is tried, and the frame

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
  if ($("reorder").hidden) return;
  if (frame !== orderOf) order = Array.from({ length: n }, (_, k) => k);
  orderOf = frame;
  drawTokens();
  if (order.some((u, k) => u !== k)) perform();
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
let address = null;  // as it was read or written last
/// The address has the program, its schedule and the number of frames.
async function writeAddress() {
  const mine = edition;
  const program = opened && text.value === programs[opened] ? `open=${opened}` : `p=${await packed(text.value)}${opened ? `&open=${opened}` : ""}`;
  if (mine !== edition || location.hash !== address) return;  // a link was followed meanwhile
  const more = (schedule && known.schedules.length > 1 ? `&schedule=${encodeURIComponent(schedule)}` : "") + (framesWanted !== null ? `&frames=${framesWanted}` : "") + (lesson ? `&lesson=${lesson.id}` : "");
  history.replaceState(null, "", `#${program}${more}`);
  address = location.hash;
  $("open").value = opened ? `open=${opened}` : "";
}
async function readAddress() {
  if (location.hash === address) return;
  const hash = location.hash.slice(1), aim = address !== null && hash !== "tour" && document.getElementById(hash);
  if (aim) {  // a place in this page
    history.replaceState(null, "", address);
    return reveal(aim);
  }
  address = location.hash;
  if (!hash || hash === "tour") {
    openProgram(toy);
    await refresh();
    return known && tour.start();
  }
  tour.end();  // who opens something else is done with it
  const wanted = new Map(hash.split("&").map((part) => [part.slice(0, part.indexOf("=")), decodeURIComponent(part.slice(part.indexOf("=") + 1))]));
  if (wanted.has("lesson")) {
    openLesson(wanted.get("lesson"), wanted.get("section"));
    const [path] = /(?:programs|exercises)\/[\w-]+\.json/.exec(lesson?.text ?? "") ?? [];
    if ((wanted.has("section") || !path) && text.value) return writeAddress();  // to read; the program stays
    if (!wanted.has("open") && !wanted.has("p")) wanted.set("open", path);
  }
  openProgram(programs[wanted.get("open")] ? wanted.get("open") : toy);
  schedule = wanted.get("schedule") ?? null;
  framesWanted = /^\d+$/.test(wanted.get("frames") ?? "") ? Math.min(+wanted.get("frames"), 10_000) : null;
  if (!wanted.has("p")) return refresh();
  try {
    const whole = await unpacked(wanted.get("p"));
    if (!wanted.has("open")) [opened, given] = [null, whole];
    task();
    replace(whole);
  } catch {
    said("The address has no program that can be read.");
    return refresh();
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
  tour.end();
  $("file").value = "";
  const content = await file.text();
  const source = /<script type="application\/json" id="source">([^]*?)<\/script>/.exec(content)?.[1];
  if (/\.html$/.test(file.name) && !source) return said(`${file.name} has no program in it.`);
  const opening = source ? source.replaceAll("\\u003c", "<") : content;
  keep();
  [opened, given, schedule, framesWanted] = [null, opening, null, null];
  task();
  replace(opening);
  said(`${file.name} is opened. Undo takes it back.`);
});

// --- the first minute ------------------------------------------------------------------------------------------------------

const toy = "examples/toy_physics.json";
const chipOf = (label) => [...$("chips").querySelectorAll("button")].find((chip) => chip.textContent === label);
const frame = () => coreecsPage.frame();
const tour = tourOf([
  { say: "Two objects, e0 and e2, move towards e1, which stands still. Go on to frame 1: press ▶, or the right arrow key.",
    begin: () => coreecsPage.show(0), at: () => $("next"), holds: () => frame().frame === 1, act: () => coreecsPage.show(1) },
  { say: "They meet. seq(collide) takes one collision after the other: e0 gives e1 a velocity, and the collision of e2 is dropped. All four verdicts are yes: no other order ends differently. Choose seq(collide), to make both collide at once.",
    at: () => chipOf("seq(collide)"), holds: () => isLost("confluent"), act: () => chipOf("seq(collide)").click() },
  { say: "All four are no. Both collisions write Vel(e1), and neither sees what the other writes: a race. Try the other order: move collide⟨e2, e1⟩ before collide⟨e0, e1⟩. Drag it, or press ← on it.",
    at: () => $("tokens").querySelector('[data-invocation="3"]'), holds: () => $("reordered").textContent.includes("differently"),
    act: () => $("tokens").querySelector('[data-invocation="3"]').dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" })) },
  { say: "Now e1 flies the other way: Vel(e1) is 3 instead of -1. Choose Fix it, and then the edit that it finds.",
    at: () => $("answer").querySelector(".fixing") ?? $("fix"), holds: () => !isLost("confluent"), act: () => ($("answer").querySelector(".fixing") ?? $("fix")).click() },
  { say: "The race is gone. Now predict: both collide at once again, but e2 comes from the left, too, and both write Vel(e1) = 3. Which verdicts are no?",
    begin: () => {
      keep();
      schedule = "lost_write";
      replace(programs[toy].replace(/"e2": \{.*\}/, '"e2": { "Pos": 2, "Vel": 5 }'));
      coreecsPage.predict(true);
    }, at: () => $("prediction"), holds: () => coreecsPage.predicted() !== null },
  { say: ["Only safe by rule is no. The rule looks at where they write, not at what: both leave Vel(e1) = 3, so their order makes no difference. Next: ",
    el("a", { href: "#lesson=1-entities" }, "lesson 1"), "."] },
], { reveal, ended: () => coreecsPage.predict(false) });

completeIn(text, $("completions"), embedded("schema"), { components: () => known?.data.components ?? [], changed: refresh });
readAddress();
})();
