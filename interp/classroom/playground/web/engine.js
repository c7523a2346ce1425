// --- workers -------------------------------------------------------------------------------------------------------

/// The compiled module, handed to each worker.
const compiled = (async () => {
  const binary = atob(document.getElementById("module").textContent), bytes = new Uint8Array(binary.length);
  for (let k = 0; k < bytes.length; ++k) bytes[k] = binary.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
})();
const workerAddress = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));

/// The answer to shrink is a program, whose text counts.
function read(answer, command) {
  const all = JSON.parse(answer);
  return command === "shrink" && !all.error && !all.problems ? { program: answer } : all;
}

/// Answers one question at a time. The newest question waits; older ones that wait are dropped, and get no answer. A
/// question has `ms` to end by itself; after twice that, the worker is ended, and the next question gets a new one.
class Engine {
  #worker = null;
  #asked = null;
  #waiting = null;
  #number = 0;

  /// The answer; { error } if it is given up or stopped; nothing if a newer question took its place.
  ask(command, text, options, ms) {
    return new Promise((resolve) => {
      this.#waiting?.resolve(undefined);
      this.#waiting = { command, text, options: { ...options, ms }, ms, resolve };
      if (!this.#asked) this.#next();
    });
  }
  /// Ends the question that is being answered.
  stop(why = "stopped") {
    if (!this.#asked) return;
    this.#worker?.terminate();
    this.#worker = null;
    this.#end({ error: why });
  }

  async #next() {
    const asked = (this.#asked = this.#waiting);
    this.#waiting = null;
    if (!asked) return;
    const module = await compiled;
    if (this.#asked !== asked) return;  // stopped meanwhile
    if (!this.#worker) {
      this.#worker = new Worker(workerAddress);
      this.#worker.postMessage({ module });
      this.#worker.onmessage = ({ data }) => data.number === this.#number && (data.lost ? this.stop("it is nested too deeply, or too large, for this browser") : this.#end(read(data.answer, this.#asked.command)));
      this.#worker.onerror = () => this.stop("the worker ended");
    }
    const number = ++this.#number;
    this.#worker.postMessage({ number, command: asked.command, text: asked.text, options: JSON.stringify(asked.options) });
    asked.timer = setTimeout(() => number === this.#number && this.stop("stopped: it took longer than it may"), 2 * asked.ms + 1000);
  }
  #end(answer) {
    const { resolve, timer } = this.#asked;
    clearTimeout(timer);
    this.#asked = null;
    ++this.#number;
    resolve(answer);
    this.#next();
  }
}
const live = new Engine(), long = new Engine();
