// --- completion ----------------------------------------------------------------------------------------------------

/// Completes words of a program in a textarea, from the schema of programs and from the names of this one. The list shows
/// what is offered. `components()` are those of the program, and `changed()` is called after a word was inserted.
function completeIn(text, list, schema, { components, changed }) {
  const { el, fill, cut } = coreecsPage;
  const lineHeight = () => parseFloat(getComputedStyle(text).lineHeight);
  const resolved = (node) => (node?.$ref ? { ...resolved(node.$ref.split("/").slice(1).reduce((at, step) => at[step], schema)), names: node.$ref } : node);
  /// All forms that a node of the schema may have.
  const formsOf = (node) => {
    const one = resolved(node);
    return !one ? [] : one.anyOf || one.oneOf ? (one.anyOf ?? one.oneOf).flatMap(formsOf) : [one];
  };
  /// Where the text before the cursor ends: the keys that lead there, whether a key or a value comes next, and what of it
  /// is there already.
  function placeAt(textBefore) {
    const stack = [];
    let isKey = false, word = null;
    for (let at = 0; at < textBefore.length; ++at) {
      const character = textBefore[at];
      if (character === "/" && textBefore[at + 1] === "/") {
        const end = textBefore.indexOf("\n", at);
        if (end < 0) return null;
        at = end;
      } else if (character === '"') {
        let end = at + 1;
        while (end < textBefore.length && textBefore[end] !== '"') end += textBefore[end] === "\\" ? 2 : 1;
        if (end >= textBefore.length) word = textBefore.slice(at + 1);
        else if (isKey && stack.length) stack.at(-1).key = textBefore.slice(at + 1, end);
        at = end;
      } else if (character === "{" || character === "[") {
        stack.push({ isObject: character === "{", key: 0 });
        isKey = character === "{";
      } else if (character === "}" || character === "]") {
        stack.pop();
        isKey = false;
      } else if (character === ":") {
        isKey = false;
      } else if (character === "," && stack.length) {
        isKey = stack.at(-1).isObject;
        if (!isKey) ++stack.at(-1).key;
      }
    }
    return { stack, isKey, word };
  }
  function completionsAt(textBefore) {
    const place = placeAt(textBefore);
    if (!place || !place.stack.length) return null;
    let nodes = [schema];
    for (const [depth, { isObject, key }] of place.stack.entries()) {
      nodes = nodes.flatMap(formsOf).filter((node) => (isObject ? node.properties || node.additionalProperties : node.items !== undefined || node.prefixItems));
      if (depth + 1 === place.stack.length && place.isKey) break;
      nodes = nodes.flatMap((node) => (isObject ? node.properties?.[key] ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : []) : node.prefixItems?.[key] ?? (typeof node.items === "object" ? node.items : [])));
    }
    const named = (ref) => {
      if (ref?.endsWith("/label")) return components();
      const under = place.stack.at(-1).key;
      if (under === "conc" || under === "seq") return Object.keys(lastRead?.systems ?? {});
      if (under === "use") return Object.keys(lastRead?.schedules ?? {});
      return [];
    };
    const found = place.isKey ? nodes.flatMap((node) => [...Object.entries(node.properties ?? {}).map(([name, of]) => [name, resolved(of)?.description ?? of.description ?? ""]),
      ...named(node.propertyNames?.$ref).map((name) => [name, "a component"])])
      : nodes.flatMap(formsOf).flatMap((node) => [...(node.enum ?? []).filter((one) => typeof one === "string").map((name) => [name, node.description ?? ""]),
        ...(typeof node.const === "string" ? [[node.const, node.description ?? ""]] : []), ...named(node.names).map((name) => [name, "of this program"])]);
    // The components of an entity.
    if (place.isKey && place.stack.length === 2 && place.stack[0].key === "entities") return null;
    if (place.isKey && place.stack.length === 3 && place.stack[0].key === "entities") found.push(...components().map((name) => [name, "a component"]));
    const word = place.word ?? "";
    const unique = [...new Map(found)].filter(([name]) => name.startsWith(word) && name !== word);
    return unique.length ? { word, isOpen: place.word !== null, isKey: place.isKey, all: unique.slice(0, 30) } : null;
  }
  let lastRead = null, chosen = 0, offered = null;
  function offer(wanted) {
    lastRead = readJson(text.value)?.value ?? lastRead;
    const at = text.selectionStart, textBefore = text.value.slice(0, at);
    offered = at === text.selectionEnd ? completionsAt(textBefore) : null;
    list.hidden = !offered || (!wanted && !offered.isOpen);
    if (list.hidden) return;
    chosen = 0;
    fill(list, offered.all.map(([name, about], k) => el("li", { role: "option", id: `completion-${k}`, "aria-selected": String(k === 0), on: { pointerdown: (event) => { event.preventDefault(); complete(k); } } },
      el("b", { class: "mono" }, name), " ", el("small", {}, cut(about, 70)))));
    const line = textBefore.split("\n").length, style = getComputedStyle(text), font = document.createElement("canvas").getContext("2d");
    font.font = `${style.fontSize} ${style.fontFamily}`;
    const width = font.measureText("m").width, columns = textBefore.length - textBefore.lastIndexOf("\n") - 1;
    list.style.top = `${line * lineHeight() - text.scrollTop + parseFloat(style.paddingTop) + 2}px`;
    list.style.left = `${Math.max(0, Math.min(text.offsetLeft + columns * width - text.scrollLeft, text.offsetLeft + text.clientWidth - 260))}px`;
    text.setAttribute("aria-activedescendant", "completion-0");
  }
  function complete(k) {
    const [name] = offered.all[k], at = text.selectionStart, closing = text.value[at] === '"' ? "" : '"';
    const inserted = (offered.isOpen ? "" : '"') + name.slice(offered.word.length) + closing;
    text.setRangeText(inserted, at, at, "end");
    if (!closing) text.setSelectionRange(text.selectionEnd + 1, text.selectionEnd + 1);
    list.hidden = true;
    text.removeAttribute("aria-activedescendant");
    changed();
  }
  text.addEventListener("input", (event) => (event.inputType === "insertText" ? offer(false) : (list.hidden = true)));
  text.addEventListener("focus", () => (lastRead = readJson(text.value)?.value ?? lastRead));
  text.addEventListener("blur", () => (list.hidden = true));
  text.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      offer(true);
      return;
    }
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      chosen = (chosen + step + list.children.length) % list.children.length;
      [...list.children].forEach((item, k) => item.setAttribute("aria-selected", String(k === chosen)));
      list.children[chosen].scrollIntoView({ block: "nearest" });
      text.setAttribute("aria-activedescendant", `completion-${chosen}`);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      complete(chosen);
    } else if (event.key === "Escape") {
      event.preventDefault();
      list.hidden = true;
    }
  });
}
