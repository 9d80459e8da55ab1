// The connection to the engine: JSON-RPC both ways, over a WebSocket to `banto serve`, or with the engine beside the page
// (engine.js). Everything else in the page asks through here.

import { h } from "./dom.js";
import { plain } from "./words.js";
import { begin } from "./engine.js";

const PATIENCE = 30000;
// How long a request waits for a server that was there.
const LOST = 1000;
// The engine that is beside the page; without one, a server is behind it.
const beside = document.querySelector("meta[name=engine]")?.content;
export const hasServer = !beside;
let send, ready, isReady;
let [next, wait, lost] = [1, 300, null];
const open = new Map();
const listeners = new Map();
renew();

// The code of what was stopped, of which nothing is said.
export const STOPPED = -32800;

// Why something cannot be done. Where nobody expects it, it is said in the open room.
export class Refusal extends Error {
  constructor(words, code) {
    super(words);
    this.isStop = code === STOPPED;
    this.isBusy = code === -32000;
  }
}

// Refuses something in the middle of something else, which goes on.
export const refuse = (words) => Promise.reject(new Refusal(words)) && false;

// Hears notifications of a method; "up" and "down" are those of the connection itself, which may be up already.
export function hear(method, listener) {
  if (method === "up" && send) listener();
  if (!listeners.has(method)) listeners.set(method, new Set());
  listeners.get(method).add(listener);
}

function tell(method, params) {
  for (const listener of listeners.get(method) || []) listener(params);
}

function up(through) {
  send = through;
  wait = 300;
  lost = null;
  isReady();
  tell("up");
}

function down(words) {
  send = null;
  lost = words;
  renew();
  for (const { reject } of open.values()) reject(new Refusal("the connection to banto was lost"));
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
  const path = `socket${token ? `?token=${encodeURIComponent(token)}` : ""}`;
  const socket = new WebSocket(`ws://${location.host}/${path}`);
  let wasOpen = false;
  socket.onopen = () => {
    wasOpen = true;
    up((message) => socket.send(JSON.stringify({ jsonrpc: "2.0", ...message })));
  };
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = async () => {
    // Why a server refuses, a socket does not tell; it will not change its mind about an address.
    const answer = wasOpen ? null : await fetch(path).catch(() => null);
    if (answer?.status === 403) return down(await answer.text());
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
    if (message.error) reject(new Refusal(message.error.message, message.error.code));
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
      setTimeout(() => reject(new Refusal(lost || "there is no connection to banto")), lost ? LOST : PATIENCE);
    }),
  ]);
  if (signal && signal.aborted) throw new Refusal("canceled", STOPPED);
  const id = next;
  next += 1;
  return new Promise((resolve, reject) => {
    open.set(id, { resolve, reject, event });
    if (signal) signal.addEventListener("abort", () => note("$/cancelRequest", { id }));
    send({ id, method, params });
  });
}

// Runs a command; gives its exit code, its objects, its messages, what it tells at last, and the addresses of what it
// has made: a document, and a table.
export async function run(name, args, options = {}) {
  const events = [];
  const event = (one) => {
    events.push(one);
    if (options.event) options.event(one);
  };
  const done = await request("banto/run", { name, arguments: args }, { ...options, event });
  const results = events.filter((one) => one.event === "result" || !one.event);
  const objects = done.err.split("\n").filter((line) => line.startsWith("{"));
  const diagnostics = objects.map((line) => JSON.parse(line)).filter((one) => one.severity);
  const end = events.findLast((one) => one.event === "end");
  const told =
    diagnostics.map((one) => plain(one.message)).join("; ") ||
    (end && end.message) ||
    plain(done.err.split("\n").find((line) => line.startsWith("error")) || done.err);
  const [document, csv] = done.documents.map((name) => (hasServer ? `document/${name}` : name));
  return { code: done.code, out: done.out, err: done.err, document, csv, results, diagnostics, told };
}

// One run at a time, of which a line tells, and a button that ends it.
export class Turn {
  constructor(live, stop = h("button")) {
    Object.assign(this, { live, stop, control: null });
    stop.addEventListener("click", () => this.control?.abort());
  }

  // Ends the run, of which nothing is said.
  drop() {
    this.control?.abort();
    this.begin(null);
  }

  begin(control) {
    this.control = control;
    this.stop.disabled = !control;
  }

  // Runs a command in place of the one before; null if it has failed or was stopped, which is said, or replaced.
  async run(name, args, event) {
    this.drop();
    const mine = new AbortController();
    const isMine = () => this.control === mine;
    this.begin(mine);
    this.wasStopped = false;
    try {
      const heard = (one) => isMine() && event && event(one);
      const done = await run(name, args, { event: heard, signal: mine.signal });
      return isMine() ? done : null;
    } catch (error) {
      if (isMine()) {
        this.wasStopped = error.isStop;
        this.live.textContent = error.isStop ? "Stopped." : error.message;
      }
      return null;
    } finally {
      if (isMine()) this.begin(null);
    }
  }
}

// The server forgets a page that says nothing for minutes.
setInterval(() => {
  if (hasServer && send) request("banto/here").catch(() => {});
}, 60000);
