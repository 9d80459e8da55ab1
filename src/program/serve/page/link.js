// The connection to the engine: JSON-RPC both ways, over a WebSocket to `banto serve`, or with the engine beside the page
// (engine.js). Everything else in the page asks through here.

import { button, plain } from "./dom.js";
import { begin } from "./engine.js";

const PATIENCE = 30000;
// How long a request waits for a server that was there.
const LOST = 1000;
// The engine that is beside the page; without one, a server is behind it.
const beside = document.querySelector("meta[name=engine]")?.content;
export const hasServer = !beside;
let send = null,
  ready = null,
  isReady = null,
  next = 1,
  wait = 300,
  isLost = false;
const open = new Map();
const listeners = new Map();
renew();

// Hears notifications of a method; "up" and "down" are those of the connection itself.
export function hear(method, listener) {
  if (!listeners.has(method)) listeners.set(method, new Set());
  listeners.get(method).add(listener);
}

function tell(method, params) {
  for (const listener of listeners.get(method) || []) listener(params);
}

function up(through) {
  send = through;
  wait = 300;
  isLost = false;
  isReady();
  tell("up");
}

function down(words) {
  send = null;
  isLost = true;
  renew();
  for (const { reject } of open.values()) reject(new Error("the connection to banto was lost"));
  open.clear();
  tell("down", words);
}

// Requests wait for the connection.
function renew() {
  ready = new Promise((resolve) => {
    isReady = resolve;
  });
}

// Connects; to a server, also again when the connection is lost.
export function connect() {
  if (beside) begin(beside, { up, down, take });
  else overSocket();
}

function overSocket() {
  const token = new URLSearchParams(location.search).get("token");
  const socket = new WebSocket(`ws://${location.host}/socket${token ? `?token=${encodeURIComponent(token)}` : ""}`);
  socket.onopen = () => up((message) => socket.send(JSON.stringify({ jsonrpc: "2.0", ...message })));
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    down("no connection to banto: is it still running?");
    setTimeout(overSocket, wait);
    wait = Math.min(wait * 2, 5000);
  };
}

function take(message) {
  if (message.method === "banto/event") {
    const asked = open.get(message.params.id);
    if (asked && asked.event) asked.event(message.params.event);
  } else if (message.method && message.id !== undefined) {
    send({ id: message.id, result: null });
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
  if (send) send({ method, params });
}

// Asks; the answer comes as a promise. `event` hears what a run tells meanwhile, and an abort signal cancels it.
export async function request(method, params = {}, { event = null, signal = null } = {}) {
  await Promise.race([
    ready,
    new Promise((_, reject) => {
      const words = isLost ? "banto does not answer: is it still running?" : "there is no connection to banto";
      setTimeout(() => reject(new Error(words)), isLost ? LOST : PATIENCE);
    }),
  ]);
  if (signal && signal.aborted) throw new Error("canceled");
  const id = next;
  next += 1;
  return new Promise((resolve, reject) => {
    open.set(id, { resolve, reject, event });
    if (signal) signal.addEventListener("abort", () => note("$/cancelRequest", { id }));
    send({ id, method, params });
  });
}

// Runs a command; gives its exit code, its objects, its messages, what it tells at last, and the address of its document.
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
  const told =
    diagnostics.map((one) => one.message).join("; ") ||
    (end && end.message) ||
    plain(done.err.split("\n").find((line) => line.startsWith("error")) || done.err);
  const document = done.document && hasServer ? `document/${done.document}` : done.document;
  return { code: done.code, out: done.out, document, results, diagnostics, told };
}

// One run at a time, of which a line tells, and the button that ends it.
export class Turn {
  constructor(live, title) {
    Object.assign(this, { live, control: null });
    this.stop = button("Stop", title, () => this.control && this.control.abort(), { disabled: true });
  }

  // Ends the run, of which nothing is said.
  drop() {
    if (this.control) this.control.abort();
    this.control = null;
    this.stop.disabled = true;
  }

  // Runs a command in place of the one before; null if it has failed or was stopped, which is said, or replaced.
  async run(name, args, heard) {
    this.drop();
    const mine = new AbortController();
    this.control = mine;
    this.stop.disabled = false;
    this.wasStopped = false;
    const event = (one) => this.control === mine && heard(one);
    try {
      const done = await run(name, args, { event, signal: mine.signal });
      return this.control === mine ? done : null;
    } catch (error) {
      if (this.control === mine) {
        this.wasStopped = error.code === -32800;
        this.live.textContent = this.wasStopped ? "Stopped." : error.message;
      }
      return null;
    } finally {
      if (this.control === mine) {
        this.control = null;
        this.stop.disabled = true;
      }
    }
  }
}

// The server forgets a page that says nothing for minutes.
setInterval(() => {
  if (hasServer && send) request("banto/here").catch(() => {});
}, 60000);
