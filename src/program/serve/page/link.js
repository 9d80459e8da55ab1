// The connection to the engine: one WebSocket, JSON-RPC both ways. Everything else in the page asks through here.

const PATIENCE = 30000;
let socket = null,
  ready = null,
  next = 1,
  wait = 300;
const open = new Map();
const listeners = new Map();

// Hears notifications of a method; "up" and "down" are those of the connection itself.
export function hear(method, listener) {
  if (!listeners.has(method)) listeners.set(method, new Set());
  listeners.get(method).add(listener);
}

function tell(method, params) {
  for (const listener of listeners.get(method) || []) listener(params);
}

// Connects, and again when the connection is lost.
export function connect() {
  const token = new URLSearchParams(location.search).get("token");
  const address = `ws://${location.host}/socket${token ? `?token=${encodeURIComponent(token)}` : ""}`;
  ready = new Promise((resolve) => {
    socket = new WebSocket(address);
    socket.onopen = () => {
      wait = 300;
      resolve();
      tell("up");
    };
    socket.onmessage = (event) => take(JSON.parse(event.data));
    socket.onclose = () => {
      for (const { reject } of open.values()) reject(new Error("the connection to banto was lost"));
      open.clear();
      tell("down");
      setTimeout(() => connect(), wait);
      wait = Math.min(wait * 2, 5000);
    };
  });
  return ready;
}

function take(message) {
  if (message.method === "banto/event") {
    const asked = open.get(message.params.id);
    if (asked && asked.event) asked.event(message.params.event);
  } else if (message.method && message.id !== undefined) {
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: null }));
  } else if (message.method) {
    tell(message.method, message.params);
  } else if (open.has(message.id)) {
    const { resolve, reject } = open.get(message.id);
    open.delete(message.id);
    if (message.error) reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else resolve(message.result);
  }
}

// Sends a notification, unless there is nobody to hear it.
export function note(method, params) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
}

// Asks; the answer comes as a promise. `event` hears what a run tells meanwhile, and an abort signal cancels it.
export async function request(method, params = {}, { event = null, signal = null } = {}) {
  await Promise.race([
    ready,
    new Promise((_, reject) => setTimeout(() => reject(new Error("there is no connection to banto")), PATIENCE)),
  ]);
  if (signal && signal.aborted) throw new Error("canceled");
  const id = next;
  next += 1;
  return new Promise((resolve, reject) => {
    open.set(id, { resolve, reject, event });
    if (signal) signal.addEventListener("abort", () => note("$/cancelRequest", { id }));
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  });
}

// Runs a command; gives its exit code, its objects, its messages, and the name of its document.
export async function run(name, args, options = {}) {
  const events = [];
  const event = (one) => {
    events.push(one);
    if (options.event) options.event(one);
  };
  const done = await request("banto/run", { name, arguments: args }, { ...options, event });
  const objects = (text) =>
    text.split("\n").flatMap((line) => {
      try {
        return line.startsWith("{") ? [JSON.parse(line)] : [];
      } catch {
        return [];
      }
    });
  const results = events.filter((one) => one.event === "result" || !one.event);
  const diagnostics = objects(done.err).filter((one) => one.severity);
  const end = events.findLast((one) => one.event === "end");
  return { code: done.code, out: done.out, err: done.err, document: done.document, results, diagnostics, end };
}

// The server forgets a page that says nothing for minutes.
setInterval(() => {
  if (socket && socket.readyState === WebSocket.OPEN) request("banto/here").catch(() => {});
}, 60000);
