// Compares the module with the command line: node compare.js MODULE.js COREECS ROOT [RANDOM]
// Of all examples and exercises, and of RANDOM generated programs, `check` must be the same, byte for byte; of the
// programs that are written, also the page. Numbers that sin and cos give may differ in their last digit.
const { execFileSync, spawnSync } = require("node:child_process");
const { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const path = require("node:path");

const [, , moduleFile, coreecs, root, random = "500"] = process.argv;

/// The text with its long fractions rounded.
const rounded = (text) => text.replace(/-?\d+\.\d{9,}/g, (digits) => Number(digits).toPrecision(12));

/// What check says without a solver, which the module does not have.
const withoutProof = (checked) => checked.replace(/, "proved_on_every_state": \w+(, "given": \[[^\]]*\])?/, "");

async function main() {
  const module = await require(path.resolve(moduleFile))({ wasmBinary: readFileSync(moduleFile.replace(/js$/, "wasm")) });
  const ask = (command, text, options) => {
    const given = [command, text, JSON.stringify(options)].map((one) => {
      const n = module.lengthBytesUTF8(one) + 1, at = module._malloc(n);
      module.stringToUTF8(one, at, n);
      return at;
    });
    const answer = module.UTF8ToString(module._coreecs_answer(...given));
    given.forEach(module._free);
    return answer;
  };
  const native = (...given) => {
    const { stdout, error, signal } = spawnSync(coreecs, given, { encoding: "utf8", maxBuffer: 1 << 28 });
    if (error || signal) throw error ?? new Error(`coreecs ${given.join(" ")} ended by ${signal}`);
    return stdout;
  };
  const folder = mkdtempSync(path.join(tmpdir(), "coreecs-"));
  let compared = 0, failures = 0, slowest = 0;
  const same = (what, here, there) => {
    ++compared;
    if (here === there || rounded(here) === rounded(there)) return;
    ++failures;
    console.log(`differs: ${what}`);
  };
  const compare = (file, name, pages) => {
    const text = readFileSync(file, "utf8");
    const schedules = Object.keys(JSON.parse(text.replace(/^\s*\/\/.*$/gm, "")).schedules);
    for (const schedule of schedules) {
      const checked = withoutProof(native("check", file, "--schedule", schedule, "--json")), start = performance.now();
      let answer;
      try {
        answer = ask("check", text, { schedule });
      } catch (error) {
        console.log(`${name} --schedule ${schedule} ends the module: ${error}\n${text}`);
        process.exit(1);
      }
      slowest = Math.max(slowest, performance.now() - start);
      if (checked) same(`check ${name} --schedule ${schedule}`, answer, checked);
      else if (!JSON.parse(answer).error && !JSON.parse(answer).problems) same(`check ${name} --schedule ${schedule}, which fails`, answer, "");
      if (pages && checked) same(`report ${name} --schedule ${schedule}`, JSON.parse(ask("report", text, { schedule })), native("report", file, "--schedule", schedule, "-o", "-"));
    }
  };
  for (const of of ["examples", "specs/guide/programs", "specs/guide/exercises", "specs/guide/solutions"])
    for (const file of readdirSync(path.join(root, of)).filter((file) => file.endsWith(".json")))
      compare(path.join(root, of, file), `${of}/${file}`, true);
  const shapes = ["small", "structural", "contended", "deep"];
  shapes.forEach((shape, k) => {
    const lines = execFileSync(coreecs, ["generate", "--shape", shape, "--cases", String(Math.ceil(random / shapes.length)), "--seed", String(k + 1)], { encoding: "utf8", maxBuffer: 1 << 28 });
    for (const [j, line] of lines.trim().split("\n").entries()) {
      const file = path.join(folder, "program.json");
      writeFileSync(file, JSON.stringify(JSON.parse(line).program));
      compare(file, `${shape} case ${j}`, false);
    }
  });
  rmSync(folder, { recursive: true });
  console.log(`${compared} answers compared, ${failures} differ; the slowest check took ${slowest.toFixed(0)} ms`);
  process.exit(failures ? 1 : 0);
}
main();
