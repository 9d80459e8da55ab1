// The solver of a page that plays alone: the program itself, as WebAssembly in a worker, one search at a time.
const textOf = id => element(id).textContent;
let compiled = null, control = null;

// The program, unpacked and compiled when it is wanted first.
function engine() {
  const packed = () => Uint8Array.from(atob(textOf("engine")), one => one.charCodeAt(0));
  const unpacked = () => new Blob([packed()]).stream().pipeThrough(new DecompressionStream("deflate"));
  compiled ||= new Response(unpacked()).arrayBuffer().then(bytes => WebAssembly.compile(bytes));
  return compiled;
}
const place = () => URL.createObjectURL(new Blob([textOf("worker")], { type: "text/javascript" }));
const programs = new Programs(engine, () => new Worker(place()), ["NO_COLOR=1"]);

// Ends the search, of which nothing is said.
function end() {
  control?.abort();
  control = null;
  element("stop").disabled = true;
}

// Searches on a position; gives the result, or null if it was stopped or cannot be carried out.
async function search(rows, words, limit) {
  end();
  stop();
  const mine = control = new AbortController();
  element("stop").disabled = false;
  show(`${words} …`);
  let result = null;
  const heard = one => {
    if (one.event === "progress") show(`${words}: ${one.expanded} positions expanded`);
    if (one.event === "result" || !one.event) result = one;
  };
  const line = ["banto", "sokoban", "solve", "level.xsb", "--events", `--time-limit=${limit}s`, "--memory-limit=1GiB"];
  const files = new Map([["level.xsb", new TextEncoder().encode(`${rows.join("\n")}\n`)]]);
  const done = await programs.run(line, { files, heard, signal: mine.signal }).catch(error => error);
  if (mine !== control) return null;
  end();
  show(result ? "" : done.err || done.message);
  return result;
}

globalThis.helper = new Helper({ playing: told, search, say: show, post: obey });
const buttons = [
  ["hint", "Hint", "the next push, from where you are (i)"],
  ["lost", "Lost?", "whether there is still a solution, and which push went wrong"],
  ["solve", "Solve", "a solution from where you are; Undo leads back (f)"],
  ["stop", "Stop", "end the search"],
];
for (const [id, word, title] of buttons) {
  const button = Object.assign(document.createElement("button"), { id, type: "button", title, textContent: word });
  button.onclick = () => id === "stop" ? (end(), show("Stopped.")) : helper[id]();
  document.querySelector("nav").append(button);
}
end();
addEventListener("hashchange", end);
