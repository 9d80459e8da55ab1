// What a program in WebAssembly asks of its system (WASI, preview 1): words of a command line, streams, files in memory,
// clocks, random numbers. There is one folder, "/", and no other program.

const [OK, BUSY, BAD, EXISTS, WRONG, ABSENT, UNKNOWN, NO_FOLDER] = [0, 6, 8, 20, 28, 44, 52, 54];
const [PLAIN, FOLDER, FILE] = [0, 3, 4];
const [CREATE, IS_FOLDER, IS_NEW, EMPTIED] = [1, 2, 4, 8];
const ROOT = 3;

// How a program ends by itself.
class Exit {
  constructor(code) {
    this.code = code;
  }
}

// Runs a program to its end; gives its exit code. `files` has bytes by their paths and is changed by the program, `input`
// is what it reads, and `write` hears what it writes: the number of a stream, and bytes.
export function start(module, { words, variables, input, files, folders, write }) {
  const encoder = new TextEncoder(),
    decoder = new TextDecoder();
  const entries = new Map([...files].map(([path, bytes]) => [path, { bytes }]));
  const opened = new Map([[ROOT, { path: "" }]]);
  let memory = null,
    unread = input,
    next = ROOT + 1;

  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
  const number = (at, value) => view().setUint32(at, value, true);
  const large = (at, value) => view().setBigUint64(at, BigInt(value), true);
  const isFolder = (path) =>
    path === "" || folders.has(path) || [...entries.keys()].some((other) => other.startsWith(`${path}/`));
  const path = (folder, at, length) => {
    const parts = `${opened.get(folder)?.path}/${decoder.decode(bytesAt(at, length))}`.split("/");
    return parts.filter((part) => part && part !== ".").join("/");
  };

  // Both lists of texts: their count and size, and then themselves.
  const sizes = (list) => (count, size) => {
    const total = list.reduce((sum, one) => sum + one.length, 0);
    number(count, list.length);
    number(size, total);
    return OK;
  };
  const texts = (list) => (pointers, to) => {
    for (const [index, one] of list.entries()) {
      number(pointers + 4 * index, to);
      bytesAt(to, one.length).set(one);
      to += one.length;
    }
    return OK;
  };
  const ended = (list) => list.map((one) => encoder.encode(`${one}\0`));
  const [line, environment] = [ended(words), ended(variables)];

  // Visits the pieces of memory that are read into, or written from.
  const pieces = (at, count, total, visit) => {
    let sum = 0;
    for (let index = 0; index < count; index += 1) {
      const [from, length] = [0, 4].map((more) => view().getUint32(at + 8 * index + more, true));
      sum += visit(bytesAt(from, length));
    }
    number(total, sum);
    return OK;
  };
  const stat = (at, kind, size) => {
    bytesAt(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    large(at + 24, 1);
    large(at + 32, size);
    return OK;
  };

  const system = {
    args_sizes_get: sizes(line),
    args_get: texts(line),
    environ_sizes_get: sizes(environment),
    environ_get: texts(environment),
    clock_time_get(clock, _, to) {
      large(to, Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6));
      return OK;
    },
    random_get(at, length) {
      for (let from = 0; from < length; from += 65536)
        crypto.getRandomValues(bytesAt(at + from, Math.min(65536, length - from)));
      return OK;
    },
    proc_exit(code) {
      throw new Exit(code);
    },
    sched_yield: () => OK,
    // Waiting is in vain: nothing else happens meanwhile.
    poll_oneoff(asked, to, count, total) {
      bytesAt(to, 32).fill(0);
      large(to, view().getBigUint64(asked, true));
      number(total, Math.min(count, 1));
      return OK;
    },

    fd_write(file, at, count, total) {
      if (file === 1 || file === 2)
        return pieces(at, count, total, (piece) => {
          write(file, piece.slice());
          return piece.length;
        });
      const one = opened.get(file);
      if (!one?.entry) return BAD;
      return pieces(at, count, total, (piece) => {
        const end = one.at + piece.length;
        if (end > one.entry.bytes.length) {
          const longer = new Uint8Array(end);
          longer.set(one.entry.bytes);
          one.entry.bytes = longer;
        }
        one.entry.bytes.set(piece, one.at);
        one.at = end;
        return piece.length;
      });
    },
    fd_read(file, at, count, total) {
      const one = opened.get(file);
      if (file !== 0 && !one?.entry) return BAD;
      return pieces(at, count, total, (piece) => {
        const rest = file === 0 ? unread : one.entry.bytes.subarray(one.at);
        const length = Math.min(piece.length, rest.length);
        piece.set(rest.subarray(0, length));
        if (file === 0) unread = rest.subarray(length);
        else one.at += length;
        return length;
      });
    },
    fd_seek(file, offset, from, to) {
      const one = opened.get(file);
      if (!one?.entry) return BAD;
      one.at = Number(offset) + [0, one.at, one.entry.bytes.length][from];
      large(to, one.at);
      return OK;
    },
    fd_close: (file) => (opened.delete(file) ? OK : BAD),
    fd_fdstat_get(file, to) {
      const one = opened.get(file);
      if (file > 2 && !one) return BAD;
      bytesAt(to, 24).fill(0);
      view().setUint8(to, !one ? PLAIN : one.entry ? FILE : FOLDER);
      if (one) bytesAt(to + 8, 16).fill(255);
      return OK;
    },
    fd_filestat_get(file, to) {
      const one = opened.get(file);
      if (file > 2 && !one) return BAD;
      return stat(to, !one ? PLAIN : one.entry ? FILE : FOLDER, one?.entry?.bytes.length || 0);
    },
    fd_prestat_get(file, to) {
      if (file !== ROOT) return BAD;
      number(to, 0);
      number(to + 4, 1);
      return OK;
    },
    fd_prestat_dir_name(_, to) {
      bytesAt(to, 1)[0] = 47;
      return OK;
    },
    fd_readdir(file, to, length, cookie, total) {
      const folder = opened.get(file).path;
      const inside = [...entries.keys(), ...folders].filter((one) => one.startsWith(folder ? `${folder}/` : ""));
      const names = new Set(inside.map((one) => one.slice(folder && folder.length + 1).split("/")[0]));
      let used = 0;
      for (const [index, name] of [...names].entries()) {
        if (index < cookie || used >= length) continue;
        const bytes = encoder.encode(name),
          entry = new DataView(new ArrayBuffer(24 + bytes.length));
        entry.setBigUint64(0, BigInt(index + 1), true);
        entry.setUint32(16, bytes.length, true);
        entry.setUint8(20, isFolder(folder ? `${folder}/${name}` : name) ? FOLDER : FILE);
        const all = new Uint8Array(entry.buffer);
        all.set(bytes, 24);
        const some = all.subarray(0, length - used);
        bytesAt(to + used, some.length).set(some);
        used += some.length;
      }
      number(total, used);
      return OK;
    },
    path_open(folder, _, at, length, how, _rights, _inherited, _flags, to) {
      const name = path(folder, at, length);
      if (!isFolder(name)) {
        if (entries.has(name) ? how & IS_NEW : !(how & CREATE)) return how & IS_NEW ? EXISTS : ABSENT;
        if (how & IS_FOLDER) return NO_FOLDER;
        if (!isFolder(name.split("/").slice(0, -1).join("/"))) return ABSENT;
        if (!entries.has(name)) entries.set(name, { bytes: new Uint8Array() });
        if (how & EMPTIED) entries.get(name).bytes = new Uint8Array();
      }
      opened.set(next, { path: name, entry: entries.get(name), at: 0 });
      number(to, next);
      next += 1;
      return OK;
    },
    path_filestat_get(folder, _, at, length, to) {
      const name = path(folder, at, length);
      if (isFolder(name)) return stat(to, FOLDER, 0);
      return entries.has(name) ? stat(to, FILE, entries.get(name).bytes.length) : ABSENT;
    },
    path_create_directory(folder, at, length) {
      folders.add(path(folder, at, length));
      return OK;
    },
    path_rename(folder, at, length, other, otherAt, otherLength) {
      const name = path(folder, at, length);
      if (!entries.has(name)) return ABSENT;
      entries.set(path(other, otherAt, otherLength), entries.get(name));
      entries.delete(name);
      return OK;
    },
    path_unlink_file: (folder, at, length) => (entries.delete(path(folder, at, length)) ? OK : ABSENT),
    path_readlink: () => WRONG,
    // What older C libraries lack: threads, of which none can be started.
    pthread_create: () => BUSY,
  };
  const imports = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module))
    (imports[room] ||= {})[name] = system[name] || (() => (room === "env" ? OK : UNKNOWN));
  const instance = new WebAssembly.Instance(module, imports);
  memory = instance.exports.memory;
  let code = 0;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  files.clear();
  for (const [name, { bytes }] of entries) files.set(name, bytes);
  return code;
}
