// One program at a time, in a thread of its own, so that it can be ended at any time.
//
// In: a compiled program, its words, its input, its files by their paths, and folders that are there without any. Out:
// what it writes while it runs, then its exit code and its files; or what has ended it.

import { shim } from "./shim.js";

const { Directory, Fd, File, OpenFile, PreopenDirectory, WASI } = shim;
const [OK, BUSY, UNKNOWN] = [0, 6, 52];

// A stream that the page hears. It is no terminal.
function heard(stream) {
  const decoder = new TextDecoder();
  const hear = (bytes) => {
    postMessage({ stream, text: decoder.decode(bytes, { stream: true }) });
    return { ret: OK, nwritten: bytes.length };
  };
  return Object.assign(new Fd(), { fd_write: hear });
}

// The folder that has all others.
function rootOf(files, folders) {
  const root = new PreopenDirectory("/", new Map());
  const folder = (names) => {
    const enter = ({ contents }, name) => {
      if (!contents.has(name)) contents.set(name, new Directory(new Map()));
      return contents.get(name);
    };
    return names.reduce(enter, root.dir);
  };
  for (const name of folders) folder([name]);
  for (const [path, bytes] of files) {
    const names = path.split("/");
    const name = names.pop();
    folder(names).contents.set(name, new File(bytes));
  }
  return root;
}

// What is in a folder, by paths.
function filesIn({ contents }, path = "") {
  const all = [...contents].map(([name, one]) => [path + name, one]);
  return all.flatMap(([name, one]) => (one.contents ? filesIn(one, `${name}/`) : [[name, one.data]]));
}

function start({ module, words, variables, input, files, folders }) {
  const root = rootOf(files, folders);
  const streams = [new OpenFile(new File(input)), heard(1), heard(2)];
  const system = new WASI(words, variables, [...streams, root]);
  // It takes the letters of words for their bytes; those of variables it counts.
  const counting = new WASI([], words, []);
  const more = {
    args_sizes_get: counting.wasiImport.environ_sizes_get,
    // What older C libraries lack: threads, of which none can be started.
    pthread_create: () => BUSY,
  };
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module))
    (imports[room] ||= {})[name] = more[name] || system.wasiImport[name] || (() => (room === "env" ? OK : UNKNOWN));
  counting.inst = new WebAssembly.Instance(module, imports);
  const code = system.start(counting.inst);
  return { code, files: new Map(filesIn(root.dir)) };
}

onmessage = ({ data }) => {
  try {
    postMessage(start(data));
  } catch (error) {
    postMessage({ fault: error.message });
  }
};
