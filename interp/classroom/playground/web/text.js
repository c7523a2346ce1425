// --- JSON with places ----------------------------------------------------------------------------------------------

/// Reads a program with the place of each part: { kind, start, end, value, members: [{ key, keyStart, keyEnd, value }],
/// elements }. Nothing if it is no JSON. Comments are white space, as for coreecs.
function readJson(text) {
  let at = 0;
  const fail = () => { throw new SyntaxError(String(at)); };
  const space = () => {
    for (;;) {
      const found = /^(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)/.exec(text.slice(at, at + 100_000));
      if (!found) return;
      at += found[0].length;
    }
  };
  const string = () => {
    const start = at;
    if (text[at++] !== '"') fail();
    while (text[at] !== '"') {
      if (at >= text.length || text[at] === "\n") fail();
      at += text[at] === "\\" ? 2 : 1;
    }
    ++at;
    return { kind: "string", start, end: at, value: JSON.parse(text.slice(start, at)) };
  };
  const list = (close, one) => {
    ++at;
    space();
    if (text[at] === close) return void ++at;
    for (;;) {
      one();
      space();
      if (text[at] === close) return void ++at;
      if (text[at++] !== ",") fail();
      space();
    }
  };
  const value = () => {
    space();
    const start = at;
    if (text[at] === '"') return string();
    if (text[at] === "{") {
      const members = [];
      list("}", () => {
        const key = string();
        space();
        if (text[at++] !== ":") fail();
        members.push({ key: key.value, keyStart: key.start, keyEnd: key.end, value: value() });
      });
      return { kind: "object", start, end: at, members, value: Object.fromEntries(members.map(({ key, value }) => [key, value.value])) };
    }
    if (text[at] === "[") {
      const elements = [];
      list("]", () => elements.push(value()));
      return { kind: "list", start, end: at, elements, value: elements.map(({ value }) => value) };
    }
    const found = /^(?:true|false|null|-?\d[\d.eE+-]*)/.exec(text.slice(at, at + 100));
    if (!found) fail();
    at += found[0].length;
    return { kind: "other", start, end: at, value: JSON.parse(found[0]) };
  };
  try {
    const all = value();
    space();
    return at === text.length ? all : null;
  } catch {
    return null;
  }
}
/// The part at a JSON Pointer.
function partAt(json, pointer) {
  return pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((part, step) => part?.members?.find(({ key }) => key === step)?.value ?? part?.elements?.[step], json);
}
/// JSON on one line, with the spaces that people write.
function oneLine(value) {
  if (Array.isArray(value)) return value.length ? `[${value.map(oneLine).join(", ")}]` : "[]";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{ ${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${oneLine(part)}`).join(", ")} }`;
}

// --- lessons -------------------------------------------------------------------------------------------------------

/// The anchor of a heading, as links of the lessons write it.
const anchorOf = (title) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");

/// Draws the Markdown of a lesson: headings, paragraphs, lists, tables, code, links. `link(target)` says where a link of
/// the lesson leads, or nothing, and then its text stays.
function drawMarkdown(markdown, link) {
  const { el } = coreecsPage;
  const inline = (text) => {
    const parts = [];
    const form = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)]+)\)/;
    for (let found; (found = form.exec(text)); text = text.slice(found.index + found[0].length)) {
      parts.push(text.slice(0, found.index));
      const [, code, bold, italic, shown, target] = found;
      if (code) parts.push(el("code", {}, code));
      else if (bold) parts.push(el("b", {}, inline(bold)));
      else if (italic) parts.push(el("em", {}, inline(italic)));
      else parts.push(link(target) ? el("a", { href: link(target) }, inline(shown)) : el("span", {}, inline(shown)));
    }
    return [...parts, text];
  };
  const lines = markdown.split("\n"), out = [];
  const isItem = (line) => /^(?:\*|\d+\.) /.test(line ?? "");
  while (lines.length) {
    const line = lines.shift();
    if (line.startsWith("```")) {
      const code = [];
      while (lines.length && !lines[0].startsWith("```")) code.push(lines.shift());
      lines.shift();
      out.push(el("pre", { tabindex: 0 }, code.join("\n")));
    } else if (line.startsWith("#")) {
      const [, level, title] = /^(#+) (.*)/.exec(line);
      out.push(el(level.length === 1 ? "h3" : "h4", { "data-section": anchorOf(title) }, inline(title)));
    } else if (line.startsWith("|")) {
      const rows = [line];
      while (lines[0]?.startsWith("|")) rows.push(lines.shift());
      const cells = (row) => row.slice(1, -1).split("|").map((cell) => cell.trim());
      out.push(el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "A table" }, el("table", {}, el("thead", {}, el("tr", {}, cells(rows[0]).map((cell) => el("th", { scope: "col" }, inline(cell))))),
        el("tbody", {}, rows.slice(2).map((row) => el("tr", {}, cells(row).map((cell) => el("td", {}, inline(cell)))))))));
    } else if (isItem(line)) {
      const items = [line.replace(/^(?:\*|\d+\.) /, "")];
      while (lines.length && (isItem(lines[0]) || /^ +\S/.test(lines[0]))) {
        const next = lines.shift();
        if (isItem(next)) items.push(next.replace(/^(?:\*|\d+\.) /, ""));
        else items[items.length - 1] += " " + next.trim();
      }
      out.push(el(line.startsWith("*") ? "ul" : "ol", {}, items.map((item) => el("li", {}, inline(item)))));
    } else if (line.trim()) {
      const text = [line];
      while (lines.length && lines[0].trim() && !/^(?:#|```|\|)/.test(lines[0]) && !isItem(lines[0])) text.push(lines.shift());
      out.push(el("p", {}, inline(text.join(" "))));
    }
  }
  return out;
}
