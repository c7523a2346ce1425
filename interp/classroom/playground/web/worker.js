// One worker: makes an instance of the module that it is handed, and answers questions.
let instance;
onmessage = async ({ data }) => {
  if (data.module) {
    instance = coreecsModule({
      instantiateWasm: (imports, done) => (WebAssembly.instantiate(data.module, imports).then(done), {}),
    });
    return;
  }
  try {
    const module = await instance;
    const given = [data.command, data.text, data.options].map((text) => {
      const n = module.lengthBytesUTF8(text) + 1, at = module._malloc(n);
      module.stringToUTF8(text, at, n);
      return at;
    });
    const answer = module.UTF8ToString(module._coreecs_answer(...given));
    given.forEach(module._free);
    postMessage({ number: data.number, answer });
  } catch (error) {  // of the host, such as an overflow of its stack: this instance is lost
    postMessage({ number: data.number, lost: String(error) });
  }
};
