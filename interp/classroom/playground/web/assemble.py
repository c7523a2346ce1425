"""Puts the playground together: python3 assemble.py ROOT MODULE OUTPUT

MODULE.js and MODULE.wasm are what Emscripten wrote. The output is one page that needs no other file.
"""
import base64
import gzip
import json
import pathlib
import re
import sys

root, module, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
here = pathlib.Path(__file__).parent
page = root / "interp/views/page"
guide = root / "specs/guide"


def script(text):
    """Text for a script element: nothing in it ends the element."""
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def data(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def lesson_number(path):
    return int(re.match(r"\d+", path.name).group())


def hints(key):
    """What a key says to who misses an expectation, without what it hides."""
    return {name: key[name] for name in ("read", "expect") if name in key}


def catalogue():
    """The lessons and their answers, all programs by their paths, and hints for the exercises that have a public key."""
    lessons = [{"id": path.stem, "title": re.match(r"# (.*)", path.read_text()).group(1), "text": path.read_text()}
               for path in (*sorted(guide.glob("[0-9]*.md"), key=lesson_number), guide / "answers.md")]
    programs = {}
    for name, folder, order in (("Programs of the lessons", guide / "programs", str), ("Exercises", guide / "exercises", lesson_number),
                                ("Examples", root / "examples", str)):
        programs[name] = {}
        for path in sorted(folder.glob("*.json"), key=lambda path: (order(path), str(path))):
            programs[name][path.relative_to(root if folder.name == "examples" else guide).as_posix()] = path.read_text()
    keys = {f"exercises/{path.name}": hints(json.loads(path.read_text())) for path in sorted((guide / "keys").glob("*.json"))}
    return {"lessons": lessons, "programs": programs, "hints": keys}


def whole():
    html = (page / "page.html").read_text()
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; img-src data:"
    html = re.sub(r"content=\"default-src[^\"]*\"", f'content="{policy}"', html)
    html = html.replace("<body>", '<body class="playground">').replace("<main>", "<main>\n" + (here / "playground.html").read_text())
    html = re.sub(r"<footer>.*</footer>", "<footer><p>coreecs, in this page: nothing that you write is sent anywhere. "
                  "← and → step through the frames; Ctrl and Space in the text complete a word.</p></footer>", html)
    html = re.sub(r'<script type="application/json".*</script>\n', "", html)
    wasm = gzip.compress(module.with_suffix(".wasm").read_bytes(), 9, mtime=0)
    parts = {
        "title": "coreecs playground",
        "css": (page / "page.css").read_text() + (here / "playground.css").read_text(),
        "js": script((page / "page.js").read_text() + "".join(
            (here / f"{name}.js").read_text() for name in ("text", "engine", "completion", "tour", "playground"))),
    }
    for name, text in parts.items():
        assert html.count("{{" + name + "}}") == 1, name
        html = html.replace("{{" + name + "}}", text)
    elements = [f'<script type="application/json" id="catalogue">{data(catalogue())}</script>',
                f'<script type="application/json" id="schema">{data(json.loads((root / "specs/program.schema.json").read_text()))}</script>',
                f'<script type="text/plain" id="worker">{script(module.with_suffix(".js").read_text() + (here / "worker.js").read_text())}</script>',
                f'<script type="text/plain" id="module">{base64.b64encode(wasm).decode()}</script>']
    before, after = html.rsplit("<script>\n", 1)  # the page's own
    return before + "\n".join(elements) + "\n<script>\n" + after


output.write_text(whole())
print(f"{output}: {output.stat().st_size / 1e6:.2f} MB")
