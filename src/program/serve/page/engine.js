// The engine in the browser: what `banto serve` is to a page, where there is no server. The program is WebAssembly; each
// question and each run starts it in a worker, as a server starts processes, and ends the worker to stop it. What the
// page saves is in a database of the browser.

import { Programs, refusal } from "./program.js";

// How many runs work at a time; others wait.
const MOST = 4;
const FOLDER = "folder";
const VARIABLES = ["NO_COLOR=1", "XDG_CACHE_HOME=/cache", `BANTO_SOLUTIONS=/${FOLDER}/.solutions.sok`];
// What a program may use: beyond the first it stops and says so, beyond what the site was built with it is ended.
const ANSWERER = ["banto", "serve", `/${FOLDER}`, "--ask", "--memory-limit=1GiB"];

const [documents, runs, working] = [[], new Map(), new Set()];
let compiled;
let [told, talk, asking, isPublishing] = [[], Promise.resolve(), Promise.resolve(), false];

const programs = new Programs(
  () => compiled,
  () => new Worker("worker.js", { type: "module" }),
  VARIABLES,
  [FOLDER],
);

// --- files ---

// A request to the database; without one, the files are forgotten with the page.
const memory = new Map();
const promised = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
const database = (async () => {
  const asked = indexedDB.open("banto", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  return promised(asked);
})().catch(() => null);
const store = async (mode) => (await database)?.transaction("files", mode).objectStore("files");

async function kept() {
  const files = await store("readonly");
  if (!files) return new Map(memory);
  const [names, bytes] = await Promise.all([promised(files.getAllKeys()), promised(files.getAll())]);
  return new Map(names.map((name, index) => [name, bytes[index]]));
}

async function keep(before, after) {
  const isSame = (one, other) => one && one.length === other.length && one.every((byte, at) => byte === other[at]);
  const changed = [...after].filter(([name, bytes]) => !isSame(before.get(name), bytes));
  for (const [name, bytes] of changed) memory.set(name, bytes);
  const files = changed.length && (await store("readwrite"));
  if (files) await Promise.all(changed.map(([name, bytes]) => promised(files.put(bytes, name))));
}

// Answers a request that is about no text: about files, or what the command of a run is.
async function answer(method, params) {
  const files = method === "banto/run" ? new Map() : await kept();
  const { out, err, files: after } = await programs.run(ANSWERER, { input: JSON.stringify({ method, params }), files });
  if (!out) throw refusal(-32603, err);
  if (method !== "banto/run") await keep(files, after);
  const { result, error } = JSON.parse(out);
  if (error) throw refusal(error.code, error.message);
  return result;
}

// --- runs ---

// The document of a run, as an address; the oldest are forgotten.
function shown(name, bytes) {
  const type = { svg: "image/svg+xml", csv: "text/csv;charset=utf-8" }[name.split(".")[1]] || "text/html;charset=utf-8";
  documents.push(URL.createObjectURL(new Blob([bytes], { type })));
  if (documents.length > 32) URL.revokeObjectURL(documents.shift());
  return documents.at(-1);
}

async function carryOut(params, tell, signal) {
  const { line, script, texts, documents: names } = await answer("banto/run", params);
  while (working.size >= MOST) await Promise.race(working);
  const encoder = new TextEncoder();
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)]));
  const run = programs.run(["banto", ...line], { input: script || "", files, heard: tell, signal });
  const mine = run.catch(() => {});
  working.add(mine);
  mine.then(() => working.delete(mine));
  const { code, out, err, files: after } = await run;
  const made = names.filter((name) => after.has(name)).map((name) => shown(name, after.get(name)));
  return { code, out, err, documents: made };
}

// --- questions about the texts ---

// What the language server says to messages, after what it was told before: it starts, answers and ends.
function converse(messages) {
  const length = (text) => new TextEncoder().encode(text).length;
  const framed = (message) => `Content-Length: ${length(message)}\r\n\r\n${message}`;
  const input = messages.map((one) => framed(JSON.stringify({ jsonrpc: "2.0", ...one }))).join("");
  const said = talk.then(() => programs.run(["banto", "lsp"], { input }));
  talk = said.catch(() => {});
  return said.then(({ out }) =>
    out
      .split(/Content-Length: \d+\r\n\r\n/)
      .filter(Boolean)
      .map((one) => JSON.parse(one)),
  );
}

// Notes what the server has to know of the page: at last, its texts as they are now.
function remember({ method, params }) {
  if (method === "initialize") told = [];
  if (method === "textDocument/didChange") {
    const { textDocument, contentChanges } = params;
    const document = told.find((one) => one.params.textDocument?.uri === textDocument.uri);
    Object.assign(document.params.textDocument, { version: textDocument.version, text: contentChanges.at(-1).text });
  } else told.push({ method, params });
}

// Tells what is wrong with the texts, once for several changes.
async function publish(take) {
  if (isPublishing) return;
  isPublishing = true;
  await talk;
  isPublishing = false;
  const before = JSON.stringify(told);
  const said = await converse([{ id: 0, ...told[0] }, ...told.slice(1)]);
  if (before === JSON.stringify(told)) said.filter((one) => one.method).forEach(take);
}

// --- the conversation ---

async function respond({ id, method, params }, take) {
  if (method === "banto/run") {
    const control = new AbortController();
    runs.set(id, control);
    const tell = (event) => take({ method: "banto/event", params: { id, event } });
    return carryOut(params, tell, control.signal).finally(() => runs.delete(id));
  }
  if (method.startsWith("banto/")) {
    const mine = asking.then(() => answer(method, params));
    asking = mine.catch(() => {});
    return mine;
  }
  if (method === "initialize") remember({ method, params });
  const before = told[0].method === method ? [] : [{ ...told[0], id: 0 }, ...told.slice(1)];
  const { result, error } = (await converse([...before, { id, method, params }])).find((one) => one.id === id);
  if (error) throw refusal(error.code, error.message);
  return result;
}

// Loads the engine. `up` gets what takes the messages of the page, `take` hears those to it, and `down` why there are none.
export function begin(address, { up, down, take }) {
  const hear = (message) => {
    if (message.method === "$/cancelRequest") runs.get(message.params.id)?.abort();
    else if (message.id === undefined) {
      remember(message);
      publish(take).catch(() => {});
    } else
      respond(message, take).then(
        (result) => take({ id: message.id, result }),
        ({ code = -32603, message: words }) => take({ id: message.id, error: { code, message: words } }),
      );
  };
  compiled = fetch(address).then((found) => {
    if (!found.ok) throw new Error(`${address}: ${found.status} ${found.statusText}`);
    // Whatever type the server gives it.
    const headers = { "content-type": "application/wasm" };
    return WebAssembly.compileStreaming(new Response(found.body, { headers }));
  });
  compiled.then(
    () => up(hear),
    (error) => down(`the engine cannot be loaded: ${error.message}`),
  );
}
