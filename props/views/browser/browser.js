// Opens every report of a folder: node browser.js CHROMIUM FOLDER [SCREENSHOTS]
// In light and dark, on a wide and on a narrow screen, it must draw what the program does without an error, be stepped
// through with the keyboard, and have nothing that axe-core finds serious.
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium } from "playwright-core";

const [, , executablePath, folder, screenshots] = process.argv;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
if (screenshots) mkdirSync(screenshots, { recursive: true });

const failures = [];
function expect(holds, what) {
  if (!holds) {
    failures.push(what);
    console.log(`FAILED ${what}`);
  }
}

const looks = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 400, colorScheme: "light" },
  { width: 400, colorScheme: "dark" },
];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/// Within the page: how many ties go through a box that is not one of their ends.
function crossings() {
  const boxes = [...document.querySelectorAll("#order:not([hidden]) .invocation rect")].map((rect) => rect.getBBox());
  return [...document.querySelectorAll("#order:not([hidden]) .tie")].filter((tie) => {
    for (let at = 20; at < tie.getTotalLength() - 20; at += 4) {
      const { x, y } = tie.getPointAtLength(at);
      if (boxes.some((box) => x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height)) return true;
    }
    return false;
  }).length;
}

/// Steps through all frames with the arrow keys; what is drawn of each.
async function steps() {
  const { frames, frames_in_all, marks, view } = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
  await page.focus("#strip li button");
  await page.keyboard.press("Home");
  let drawn = 0;
  const spoken = new Set();
  for (const [k, frame] of frames.entries()) {
    if (k > 0) await page.keyboard.press("ArrowRight");
    const seen = await page.evaluate(() => ({
      title: document.getElementById("frame-title").textContent,
      live: document.getElementById("live").textContent,
      at: [...document.querySelectorAll("#strip li button")].findIndex((button) => button.hasAttribute("aria-current")),
      invocations: [...document.querySelectorAll("#order:not([hidden]) .invocation")].reduce((sum, node) => sum + +(node.dataset.count ?? 1), 0),
      ties: document.querySelectorAll("#order:not([hidden]) .tie").length,
      crossed: crossings(),
      rows: document.querySelectorAll("#table tbody tr").length,
      scrolls: document.documentElement.scrollWidth > innerWidth,
      marks: document.querySelectorAll("#picture .thing .mark:not(.gone)").length,
      legend: [...document.querySelectorAll("#picture .legend li")].map((item) => +item.lastChild.textContent),
      links: document.querySelectorAll("#picture .link").length,
    }));
    expect(seen.at === k, `${name}: the arrow keys lead to frame ${k}, not to ${seen.at}`);
    expect(seen.title === (k === 0 ? "The start" : `Frame ${frame.frame} of ${frames_in_all}`), `${name}: ${seen.title}`);
    expect(seen.rows === frame.rows.length, `${name}: the rows of the state in frame ${k}`);
    expect(!seen.scrolls, `${name}: the page scrolls sideways in frame ${k}`);
    expect(seen.crossed === 0, `${name}: ${seen.crossed} ties go through boxes in frame ${k}`);
    expect((seen.ties > 0) === (frame.detail?.ties.length > 0), `${name}: the ties of frame ${k}`);
    if (marks) {
      const placed = frame.rows.filter(({ at, k }) => at.x !== undefined && (view.length < 2 || at.y !== undefined) && k.some((cell) => cell !== null));
      const shown = marks.map(([i], m) => placed.filter(({ k }) => k[i] !== null && marks.slice(0, m).every(([j]) => k[j] === null)).length);
      const names = new Set(placed.map(({ e }) => e));
      const links = placed.flatMap(({ at }) => Object.keys(at).filter((key) => key.startsWith("to") && names.has(at[key])));
      expect(String(seen.legend) === String(shown), `${name}: the legend counts ${seen.legend} in frame ${k}, and there are ${shown}`);
      expect(seen.marks === shown.reduce((sum, n) => sum + n, 0), `${name}: ${seen.marks} marks in frame ${k}`);
      expect(seen.links === links.length, `${name}: ${seen.links} lines in frame ${k}, and there are ${links.length}`);
    }
    drawn += seen.invocations;
    spoken.add(seen.live);
  }
  expect(spoken.size === frames.length, `${name}: each frame is told to screen readers`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  const back = await page.evaluate(() => [...document.querySelectorAll("#strip li button")].findIndex((button) => button.hasAttribute("aria-current")));
  expect(back === Math.max(0, frames.length - 2), `${name}: the left arrow leads back`);
  return drawn;
}

/// In the derivation of each frame, what is said by a rule has the rule on hover; returns these rules.
async function rules() {
  const seen = new Set();
  await page.focus("#strip li button");
  for (let k = await page.locator("#strip li button").count(); k > 0; --k) {
    for (const details of await page.locator("#leaves details.leaf").all()) await details.evaluate((node) => { node.open = true; });
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    const found = await page.evaluate(() => [...document.querySelectorAll("#leaves .word")].map((node) => [/^\[(.*)\]\n.* ≜ /m.exec(node.title)?.[1], node.getAttribute("href")]));
    for (const [rule, href] of found.filter(([rule]) => rule)) {
      seen.add(rule);
      expect(href === null || (await page.locator(href).count()) === 1, `${name}: ${rule} leads to ${href}`);
    }
    await page.keyboard.press("ArrowRight");
  }
  return [...seen].sort();
}

/// Goes through all races once.
async function races() {
  const { race, frames } = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
  const ties = frames.flatMap((frame) => (frame.detail?.ties ?? []).filter((tie) => !tie.same).map((tie, j) => ({ ...tie, frame: frame.frame, ends: frame.detail.ends[j] })));
  const others = ties.filter((tie) => !race || tie.at !== race.at || !race.sides.every((side) => side.frame === tie.frame && [tie.u, tie.v].includes(side.number)));
  const all = others.length + (race ? 1 : 0);
  expect((await page.locator("#race").isVisible()) === all > 0, `${name}: a race is shown`);
  if (all < 2) return expect((await page.locator("#next-race").count()) === 0, `${name}: one race has no next one`);
  const first = await page.locator("#race").innerText();
  for (const [k, tie] of (race ? [null, ...others] : others).slice(0, 12).entries()) {
    const [title, shown] = [await page.locator("#race-title").innerText(), await page.locator("#race .races").innerText()];
    expect(shown.includes(`Race ${k + 1} of ${all}`), `${name}: ${shown}`);
    if (tie) {
      const how = !tie.ends ? "" : JSON.stringify(tie.ends[0]) === JSON.stringify(tie.ends[1]) ? ": the frame ends the same" : ": the frame ends differently";
      expect(title === `Two writers of ${tie.at.replaceAll("⨟", ";;")}, frame ${tie.frame}${how}`, `${name}: ${title}`);
      expect((await page.locator("#frame-title").innerText()).startsWith(`Frame ${tie.frame} `), `${name}: the frame of race ${k + 1}`);
    }
    await page.click("#next-race");
  }
  for (let k = 0; k < Math.min(12, all); ++k) await page.click("#previous-race");
  expect((await page.locator("#race").innerText()) === first, `${name}: back at the first race`);
}

const page = await browser.newPage({ reducedMotion: "reduce" });
await page.addInitScript(`globalThis.crossings = ${crossings}`);
let name;  // of the report that is open
page.on("console", (message) => message.type() === "error" && expect(false, `${name}: ${message.text()}`));
page.on("pageerror", (error) => expect(false, `${name}: ${error.stack}`));
page.on("dialog", (dialog) => { expect(false, `${name}: a dialog says ${dialog.message()}`); dialog.dismiss(); });
page.on("request", (request) => /^(file|data):/.test(request.url()) || expect(false, `${name}: asks for ${request.url()}`));

async function look({ width, colorScheme }) {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/// What axe-core finds that is serious or critical.
async function audit(where) {
  const violations = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] }).then((all) =>
    all.violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 200) + " " + (any[0]?.message ?? "")).join(" | ")))`);
  for (const violation of violations) expect(false, `${where}: ${violation}`);
}

const names = readdirSync(folder).filter((file) => file.endsWith(".html")).map((file) => file.slice(0, -5));
const thorough = ["toy_physics.main", "toy_physics.lost_write", "plane.main", "hostile.main", "tower_defense.main"];  // audited in every look
const audited = new Set();  // programs: the reports of their schedules have the same parts
for (const [number, one] of names.entries()) {
  name = one;
  await look(looks[0]);
  await page.goto("file://" + path.resolve(folder, `${name}.html`));
  const checked = readFileSync(path.join(folder, `${name}.json`), "utf8");  // empty where the program fails
  const drawn = await steps();
  if (checked) expect(drawn === JSON.parse(checked).invocations, `${name}: ${drawn} invocations are drawn`);
  await races();
  if (name === "toy_physics.main")
    expect(String(await rules()) === "mutation/attach,mutation/detach,mutation/new,query/and,query/vector,schedule/conc,schedule/seq,schedule/then,system/apply,system/roll", `${name}: the rules of its derivations`);
  const answers = await page.evaluate(() => document.querySelectorAll(".answer").length);
  expect(answers === (checked ? 4 : 0), `${name}: ${answers} verdicts`);
  const colours = new Set();
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [program] = name.split(".");
  const audits = !audited.has(program);
  audited.add(program);
  for (const [k, { width, colorScheme }] of looks.entries()) {
    await look({ width, colorScheme });
    const where = `${name}, ${width} px, ${colorScheme}`;
    colours.add(await colour());
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways <= 0, `${where}: the page scrolls sideways by ${sideways} px`);
    if ((audits && k === number % looks.length) || thorough.includes(name)) await audit(where);
    if (screenshots) await page.screenshot({ path: path.join(screenshots, `${name}.${width}.${colorScheme}.png`), fullPage: true });
  }
  await page.evaluate(() => document.getElementById("theme").click());
  expect(colours.size === 2 && (await colour()) === [...colours][0], `${name}: light and dark, and the button for the other one`);
}
expect(names.length > 60, `only ${names.length} reports`);
await browser.close();
console.log(failures.length ? `${failures.length} failures` : `${names.length} reports are as they should be`);
process.exit(failures.length ? 1 : 0);
