// The room of Sokoban: a shelf of collections, levels to play with hints and solutions, new ones, and the race of
// planning against a search that knows the game. The board itself is the page of `banto sokoban draw`, in a frame of
// its own.

import { h, build, button, dialog, markCurrent, put, radios, shown } from "./dom.js";
import { placeIn, plural } from "./words.js";
import { download, inBrowser, textOf } from "./store.js";
import { Turn, request, run } from "./link.js";
import { LEVELS, addressOf, brought, choose, endsIn, inFolder, levelsOf, open, saveAs } from "./files.js";
import { cell, measure, pushes } from "./board.js";
import { Helper } from "./solver.js";
import { event, levelOf } from "./lesson.js";
import { race } from "./race.js";
import { fill } from "./plan.js";

const tellLevel = event("level", {
  moves: (_, moves) => moves.length,
  pushes: (_, moves) => pushes(moves),
  level: levelOf,
});
let note, live, shelf, arena, frame, turn, acts, helper;
// What the board says of itself, whether its level is to be raced, and where it is from.
let playing, isRacing, opened;

// --- what is on the board ---

const post = (message) => frame.contentWindow.postMessage(message, "*");

// Keeps where games stand, by their levels, where the game in the terminal keeps them: one request at a time, each with
// the last moves.
const left = new Map();
async function leave(rows, moves) {
  const isKeeping = left.size > 0;
  left.set(rows, moves);
  while (!isKeeping && left.size) {
    const [now, then] = [...left][0];
    await tellKept("banto/leave", { rows: now, moves: then });
    if (left.get(now) === then) left.delete(now);
  }
}

// Asks for something to be kept, again while others are saving, and says why if it is not.
const tellKept = (method, params) =>
  request(method, params).catch((error) => {
    live.textContent = error.message;
    if (!error.isBusy) return null;
    return new Promise((go) => setTimeout(go, 500)).then(() => put(live)).then(() => tellKept(method, params));
  });

// Shows a collection; with a number, its level.
async function show(text, name, address) {
  const before = playing;
  opened = address;
  turn.drop();
  hold(null);
  live.textContent = "drawing …";
  const done = await run("levels", { level: text });
  if (!done.document) {
    hold(before);
    // The text has no name there.
    live.textContent = done.told.replace(/^level(?=:\d)/gm, name);
    return;
  }
  const [{ title }] = await request("banto/boards", { texts: [text] }).catch(() => [{}]);
  const at = address.level ? `#${address.level}` : "";
  const frameNow = shown(`${name}: levels to play`, done.document + at, { class: "game" });
  const known = await request("banto/known", { level: text }).catch(() => []);
  frameNow.addEventListener("load", () => post({ name: title || name, known }));
  frame.replaceWith(frameNow);
  frame = frameNow;
  mark(name);
  const left = done.diagnostics.map((one) => one.message);
  const more = left.length > 3 ? "; …" : "";
  const words = `${plural(left.length, "level")} left out: ${left.slice(0, 3).join("; ")}${more}`;
  live.textContent = left.length ? words : "";
  note(address);
}

// Marks the collection that is shown, on the shelf.
function mark(name) {
  markCurrent(shelf.children, (one) => one.dataset.name === name);
  shelf.dataset.shown = name;
}

// A file that was dropped on the page is kept in the browser.
const dropped = (name) => inBrowser.get(`dropped ${name}`);

export async function take(file) {
  const text = await textOf(file);
  inBrowser.set(`dropped ${file.name}`, text);
  await showDropped(text, file.name);
}

async function showDropped(text, name, level) {
  await show(text, name, { dropped: name, level });
  const save = async () => {
    const done = await saveAs("the levels", name, text, ".xsb");
    if (!done) return;
    inBrowser.remove(`dropped ${name}`);
    await showOne({ path: done.path });
    fillShelf();
  };
  const where = dropped(name) === text ? "in this browser only" : "nowhere: a reload forgets it";
  live.append(` ${name} is kept ${where}. `, button("Save", "save the levels in the folder", save));
}

// Shows a file or a collection that was brought along, by its name; otherwise the first of these.
async function showOne({ path: file, example }, level) {
  const { name, text } = await levelsOf(file, example);
  return show(text, name, { ...(file ? { file } : { collection: name }), level });
}

// Runs a search on a position; gives the result, the best solution of a search that was stopped, or null.
async function solve(rows, words, limit, improve) {
  let best = null;
  live.textContent = `${words} …`;
  const event = (one) => {
    const found = best ? `, ${measure(best.solution)} so far` : "";
    if (one.event === "progress") live.textContent = `${words}: ${plural(one.expanded, "position")} expanded${found}`;
    if (one.event === "plan") best = { solution: one.solution };
  };
  const done = await turn.run("solve", { level: `${rows.join("\n")}\n`, time_limit: limit, improve }, event);
  if (!done) return turn.wasStopped ? best : null;
  const [result] = done.results;
  const isSolved = result && result.solution !== undefined;
  live.textContent = isSolved ? "" : done.told;
  return isSolved ? result : null;
}

// What is on the board, if anything is: hints and solutions are of that.
function hold(message) {
  playing = message;
  acts.disabled = !playing;
}

// Asks the solver; the arrow keys go on.
function ask(what, ...more) {
  frame.focus();
  return helper[what](...more);
}

async function generate() {
  live.textContent = "making a level …";
  const seed = 1 + Math.floor(Math.random() * 1e9);
  const done = await run("generate", { boxes: 3, seed, time_limit: 30 });
  const [made] = done.results;
  // The browser goes back to the level before.
  if (made?.board) location.hash = placeIn("sokoban", addressOf(made.board, `Seed ${seed}`));
  else live.textContent = done.told || "no level was made";
}

const showRows = (rows, name) => show(`${rows.join("\n")}\nTitle: ${name}\n`, name, addressOf(rows, name));

// Races the two searches on the level.
function begin() {
  note({ ...opened, level: playing.index, race: "1" });
  race(arena, playing.rows, playing.title, async (domain, problem) => {
    if (await fill(domain, problem)) location.hash = "#plan";
  });
  arena.scrollIntoView({ block: "start" });
}

// --- an editor of levels ---

const SIGNS = [
  ["#", "wall"],
  [" ", "floor"],
  [".", "goal"],
  ["$", "box"],
  ["*", "box on goal"],
  ["@", "player"],
  ["+", "player on goal"],
];

const EMPTY = ["########", ...Array(4).fill("#      #"), "########"];

// What is being drawn stays, until another drawing is begun.
let drawn = inBrowser.get("drawing");

function edit(rows) {
  let [cells, wide, sign] = [[], 0, "#"];
  const begin = (rows) => {
    wide = Math.max(8, ...rows.map((row) => row.length));
    cells = rows.map((row) => [...row.padEnd(wide)]);
  };
  begin(drawn ? drawn.split("|") : rows);
  const lines = () => cells.map((row) => row.join("").trimEnd());
  const text = () => `${lines().join("\n")}\nTitle: Mine\n`;
  // What is wrong with the level; and if nothing is, whether a short search solves it.
  const check = async () => {
    const level = text();
    drawn = lines().join("|");
    inBrowser.set("drawing", drawn);
    const done = await checks.run("sokoban_check", { level });
    if (!done) return;
    verdict.textContent = done.diagnostics.map((one) => one.message).join("; ") || "Can it be solved? …";
    if (done.diagnostics.some((one) => one.severity === "error")) return;
    const solved = await checks.run("solve", { level, time_limit: 5 });
    if (!solved) return;
    const [result = {}] = solved.results;
    const why = result.message ? `: ${result.message}` : ".";
    const words = { unsolvable: `This level cannot be solved${why}`, solved: "This level can be solved." };
    verdict.textContent =
      words[result.solution ? "solved" : result.status] || "It can be played; 5 s did not solve it.";
  };
  const paint = (index, wanted = sign) => {
    if ("@+".includes(wanted))
      cells = cells.map((line) => line.map((one) => (one === "@" ? " " : one === "+" ? "." : one)));
    cells[Math.floor(index / wide)][index % wide] = wanted;
    draw();
    grid.children[index].focus();
  };
  const names = Object.fromEntries(SIGNS);
  const past = [];
  const keep = () => past.push(cells.map((line) => line.join("")));
  const change = (make) => () => {
    keep();
    make();
    draw();
  };
  const type = (index) => (event) => {
    const way = { ArrowUp: -wide, ArrowDown: wide, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = way && grid.children[index + way];
    if (next) next.focus();
    else if (event.key === "z" && (event.ctrlKey || event.metaKey)) acts.undo();
    else if (names[event.key]) {
      keep();
      paint(index, event.key === " " ? sign : event.key);
    } else return;
    event.preventDefault();
  };
  const place = (one, index) => {
    const words = `row ${1 + Math.floor(index / wide)}, column ${1 + (index % wide)}: ${names[one]}`;
    const attributes = { class: `cell c-${names[one].replaceAll(" ", "-")}`, "aria-label": words };
    return button(cell(one), null, null, { ...attributes, onkeydown: type(index) });
  };
  let last;
  const stroke = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    const index = [...grid.children].indexOf(under);
    if (index >= 0 && index !== last) paint((last = index));
  };
  const draw = () => {
    grid.style.setProperty("--wide", wide);
    put(grid, cells.flat().map(place));
    clearTimeout(draw.timer);
    draw.timer = setTimeout(check, 250);
  };
  const acts = {
    play: () => {
      box.close();
      showRows(lines(), "Mine");
    },
    grow: change(() => begin([...lines(), "".padEnd(wide + 1)])),
    undo: () => {
      if (past.length) begin(past.pop());
      draw();
    },
    again: change(() => begin(rows)),
    empty: change(() => begin(EMPTY)),
    save: async () => {
      const done = await saveAs("the level", "mine.xsb", text(), ".xsb");
      if (!done) return;
      verdict.textContent = `${done.path} is saved.`;
      shelf.dataset.shown = done.path;
      fillShelf();
    },
    download: () => download("mine.xsb", text()),
  };
  const box = dialog("A level of your own");
  const { palette, grid, verdict } = build(box, "drawing", acts);
  const choose = (one) => {
    sign = one;
  };
  put(palette, radios("sign", SIGNS, sign, choose));
  grid.onpointerdown = (event) => {
    event.preventDefault();
    grid.setPointerCapture(event.pointerId);
    last = -1;
    keep();
    stroke(event);
  };
  // A line is drawn, but there is only one player.
  grid.onpointermove = (event) => event.buttons && !"@+".includes(sign) && stroke(event);
  const checks = new Turn(verdict);
  box.addEventListener("close", () => checks.drop());
  draw();
}

// --- the shelf ---

const SHELVED = 60;

// The collections of the folder, then those that the program brings along. Gives the first that can be played.
async function fillShelf() {
  put(shelf, h("p", "reading levels …"));
  const [{ levels }, { files }] = await Promise.all([brought(), inFolder()]);
  const ours = files.filter((file) => endsIn(file, LEVELS));
  const read = async (path) => ({ name: path, path, text: (await open(path)).text });
  const texts = await Promise.all(ours.slice(0, SHELVED).map((path) => read(path).catch(() => null)));
  const all = [...texts.filter(Boolean), ...levels];
  const boards = await request("banto/boards", { texts: all.map((one) => one.text) });
  const found = all.map((one, index) => ({ ...one, ...boards[index], example: one.name }));
  const cards = found.filter((one) => one.levels);
  // Any text may be a .txt.
  const empty = found.filter(({ levels, name }) => !levels && !name.toLowerCase().endsWith(".txt"));
  put(
    shelf,
    cards.map(card),
    empty.length && h("p.where", `No levels in: ${empty.map(({ name }) => name).join(", ")}`),
    ours.length > SHELVED && h("p", `${ours.length - SHELVED} more files: Open lists them all.`),
  );
  mark(shelf.dataset.shown);
  return cards.find((one) => one.playable);
}

function card(one) {
  const { name, picture, size, levels, playable, again, why } = one;
  const image = () => h("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" });
  const drawn = picture ? image() : h("span.large", size);
  const words = [drawn, h("span", name), h("small", plural(levels, "level"))];
  if (playable < levels) words.push(h("small.faulty", playable ? `${levels - playable} left out` : why.split(":")[0]));
  if (again) words.push(h("small", `${again} twice`));
  const title = why ? `${name}: ${why}` : `open ${name}`;
  return button(words, title, () => showOne(one), { class: "collection", "data-name": name });
}

// --- the room ---

// Hears what is played on the board.
function hear(room, message) {
  // From here on, what is played goes on from what was left; keys play at once.
  if (message.isTold) {
    frame.dataset.told = "";
    if (frame.checkVisibility()) frame.focus();
  }
  if (message.ask && playing) ask(message.ask);
  if (message.list) {
    hold(null);
    note({ ...opened, level: null });
  }
  if (!Array.isArray(message.rows)) return;
  const isOther = !playing || playing.rows.join() !== message.rows.join();
  const isMoved = !isOther && playing.moves !== message.moves;
  hold(message);
  if (isMoved && live.textContent.startsWith(Helper.LOST)) live.textContent = "";
  room.dataset.playing = playing.title;
  const [rows, { moves, solved, named }] = [`${playing.rows.join("\n")}\n`, playing];
  // Before the board was told what is known, it knows no game.
  if (isMoved && !playing.shown && "told" in frame.dataset) leave(rows, solved ? "" : moves);
  if (solved && moves && !playing.shown) {
    tellKept("banto/keep", { ...named, rows, moves });
    tellLevel(playing.rows, moves);
  }
  if (solved && playing.shown) tellLevel("some of its moves were the solver's");
  if (!isOther) return;
  put(arena);
  arena.hidden = true;
  note({ ...opened, level: playing.index });
  if (isRacing) begin();
  isRacing = false;
}

export function make(room, noteHere) {
  note = noteHere;
  const parts = build(room, "sokoban", {
    race: begin,
    hint: () => ask("hint"),
    lost: () => ask("lost"),
    solve: () => ask("solve"),
    shorter: () => ask("solve", 10),
    open: async () => {
      const one = await choose("Open levels", LEVELS, "levels");
      if (one) showOne(one);
    },
    generate,
    draw: () => edit(playing ? playing.rows : EMPTY),
  });
  ({ live, arena, frame, shelf, acts } = parts);
  turn = new Turn(live, parts.stop);
  const say = (words) => put(live, words);
  helper = new Helper({ playing: () => playing, search: solve, say, post });
  addEventListener("message", (event) => {
    if (event.source === frame.contentWindow && event.data) hear(room, event.data);
  });
  return async (params) => {
    const filled = shelf.children.length ? null : fillShelf();
    const of = (name) => params.get(name);
    const level = of("level");
    isRacing = params.has("race");
    if (of("file")) showOne({ path: of("file") }, level);
    else if (dropped(of("dropped"))) showDropped(dropped(of("dropped")), of("dropped"), level);
    else if (of("rows")) showRows(of("rows").split("|"), of("name") || "Mine");
    else if (of("collection")) showOne({ example: of("collection") }, level);
    else {
      // One's own levels come first.
      const first = await filled?.catch(() => null);
      if (!first || frame.hidden) showOne(first || {}, level);
    }
  };
}
