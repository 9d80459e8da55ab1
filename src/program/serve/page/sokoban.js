// The room of Sokoban: a shelf of collections, levels to play with hints and solutions, new ones, and the race of
// planning against a search that knows the game. The board itself is the page of `banto sokoban draw`, in a frame of
// its own.

import {
  h,
  button,
  dialog,
  download,
  droppedFile,
  inBrowser,
  mainButton,
  markCurrent,
  plural,
  radios,
  shown,
} from "./dom.js";
import { Turn, request, run } from "./link.js";
import { LEVELS, brought, choose, inFolder, open, saveAs } from "./files.js";
import { Board, cell } from "./board.js";
import { race } from "./race.js";
import { fill } from "./plan.js";

let note = () => {},
  frame,
  live,
  arena,
  turn,
  shelf,
  playing = null,
  isRacing = false,
  opened = {};

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

// Asks for something to be kept, and says why if it is not.
async function tellKept(method, params) {
  const words = await request(method, params).then(
    () => "",
    (error) => error.message,
  );
  if (words) live.textContent = words;
}

// Shows a collection; with a number, its level.
async function show(text, name, address) {
  opened = address;
  live.textContent = "drawing …";
  try {
    const done = await run("levels", { level: text });
    if (!done.document) throw new Error(done.told);
    const frameNow = shown(`${name}: levels to play`, `${done.document}${address.level ? `#${address.level}` : ""}`, {
      class: "game",
    });
    const known = await request("banto/known", { level: text }).catch(() => []);
    frameNow.addEventListener("load", () => {
      post({ name, known });
      frameNow.dataset.told = "";
      // Keys play at once.
      if (frameNow.checkVisibility()) frameNow.focus();
    });
    frame.replaceWith(frameNow);
    frame = frameNow;
    mark(name);
    const left = done.diagnostics.map((one) => one.message);
    const more = left.length > 3 ? "; …" : "";
    live.textContent = left.length
      ? `${plural(left.length, "level")} left out: ${left.slice(0, 3).join("; ")}${more}`
      : "";
    note(address);
  } catch (error) {
    live.textContent = error.message;
  }
}

// Marks the collection that is shown, on the shelf.
function mark(name) {
  markCurrent(shelf.children, (one) => one.dataset.name === name);
  shelf.dataset.shown = name;
}

// A file that was dropped on the page is kept in the browser.
const dropped = (name) => inBrowser.get(`dropped ${name}`);

function showDropped(text, name, level) {
  return show(text, name, { dropped: name, level }).then(() => {
    live.replaceChildren(
      live.textContent,
      dropped(name) === text
        ? ` ${name} is kept in this browser only. `
        : ` ${name} is kept nowhere: a reload forgets it. `,
      button("Save", "save the levels in the folder", async () => {
        const done = await saveAs("the levels", name, text, ".xsb");
        if (!done) return;
        inBrowser.remove(`dropped ${name}`);
        await showOne({ path: done.path });
        fillShelf();
      }),
    );
  });
}

async function showOne(one) {
  if (one.path) await show((await open(one.path)).text, one.path, { file: one.path });
  else {
    const found = (await brought()).levels.find((other) => other.name === one.example);
    if (found) await show(found.text, found.name, { collection: found.name });
  }
}

// Runs a search on a position; gives the result, the best solution of a search that was stopped, or null.
async function solve(rows, words, limit, improve) {
  let best = null;
  live.textContent = `${words} …`;
  const event = (one) => {
    if (one.event === "progress") live.textContent = `${words}: ${plural(one.expanded, "position")} expanded`;
    if (one.event === "plan")
      best = {
        solution: one.solution,
        moves: one.solution.length,
        pushes: one.solution.replace(/[^LURD]/g, "").length,
      };
  };
  const done = await turn.run("solve", { level: `${rows.join("\n")}\n`, time_limit: limit, improve }, event);
  if (!done) return turn.wasStopped ? best : null;
  const [result] = done.results;
  const isSolved = result && result.solution !== undefined;
  live.textContent = isSolved ? "" : done.told;
  return isSolved ? result : null;
}

const needsLevel = (act) => () => {
  if (playing) act();
  else live.textContent = "Choose a level first.";
};

async function hint() {
  if (playing.solved) {
    live.textContent = "This level is solved.";
    return;
  }
  const result = await solve(playing.now, "thinking", 20);
  if (!result) return;
  if (result.solution) {
    post({ hint: result.solution });
    frame.focus();
  } else
    live.textContent =
      result.status === "unsolvable" ? "This position is lost: take pushes back." : "No hint was found in 20 s.";
}

// Solves the level from where the player is; or with seconds to do so, from the start, and looks for shorter solutions.
async function solution(improve) {
  const { now, rows } = playing;
  const result = await solve(improve ? rows : now, improve ? "looking for a short solution" : "solving", 60, improve);
  if (!result) return;
  if (result.solution) {
    live.textContent = `Solved: ${plural(result.moves, "move")}, ${plural(result.pushes, "push", "pushes")}; the validator has accepted it.`;
    if (!improve && playing.now.join() !== now.join())
      live.textContent = "You have moved on: Solve looks again from here.";
    else post({ replay: result.solution, isOn: !improve });
  } else if (result.status === "unsolvable" && rows.join() !== now.join())
    live.textContent = `This position is lost: ${result.message || "no push helps"}. Take pushes back, or restart.`;
  else live.textContent = result.message || "No solution was found in 60 s.";
}

async function generate() {
  live.textContent = "making a level …";
  const done = await run("generate", { boxes: 3, seed: 1 + Math.floor(Math.random() * 1e9), time_limit: 30 }).catch(
    (error) => ({ results: [], told: error.message }),
  );
  const [made] = done.results;
  if (!made || !made.board) {
    live.textContent = done.told || "no level was made";
    return;
  }
  await showRows(made.board, "New level");
}

// A level that is in no file is in the address itself.
const showRows = (rows, name) =>
  show(`${rows.join("\n")}\nTitle: ${name}\n`, name, { rows: rows.map((row) => row.trimEnd()).join("|"), name });

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
  let cells,
    wide,
    sign = "#";
  const begin = (rows) => {
    wide = Math.max(8, ...rows.map((row) => row.length));
    cells = rows.map((row) => [...row.padEnd(wide)]);
  };
  begin(drawn ? drawn.split("|") : rows);
  const grid = h("div", {
    class: "paint",
    role: "grid",
    "aria-label": "the level: arrow keys go, a sign or Space paints",
  });
  const verdict = h("p", { role: "status", class: "live" });
  const lines = () => cells.map((row) => row.join("").trimEnd());
  const text = () => `${lines().join("\n")}\nTitle: Mine\n`;
  // What is wrong with the level; and if nothing is, whether a short search solves it.
  const checks = new Turn(verdict, "");
  const check = async () => {
    const level = text();
    drawn = lines().join("|");
    inBrowser.set("drawing", drawn);
    const done = await checks.run("sokoban_check", { level }, () => {});
    if (!done) return;
    verdict.textContent = done.diagnostics.map((one) => one.message).join("; ") || "Can it be solved? …";
    if (done.diagnostics.some((one) => one.severity === "error")) return;
    const solved = await checks.run("solve", { level, time_limit: 5 }, () => {});
    if (!solved) return;
    const [result = {}] = solved.results;
    const why = result.message ? `: ${result.message}` : ".";
    const words = { unsolvable: `This level cannot be solved${why}`, solved: "This level can be solved." };
    verdict.textContent =
      words[result.solution ? "solved" : result.status] || "It can be played; 5 s did not solve it.";
  };
  const put = (row, column, wanted = sign) => {
    if ("@+".includes(wanted))
      cells = cells.map((line) => line.map((one) => (one === "@" ? " " : one === "+" ? "." : one)));
    cells[row][column] = wanted;
    draw();
    grid.children[row * cells[0].length + column].focus();
    clearTimeout(put.timer);
    put.timer = setTimeout(check, 250);
  };
  const draw = () => {
    const names = Object.fromEntries(SIGNS);
    grid.style.setProperty("--wide", cells[0].length);
    grid.replaceChildren(
      ...cells.flatMap((line, row) =>
        line.map((one, column) =>
          h(
            "button",
            {
              type: "button",
              class: `cell c-${names[one].replaceAll(" ", "-")}`,
              "aria-label": `row ${row + 1}, column ${column + 1}: ${names[one]}`,
              onpointerdown: (event) => {
                event.preventDefault();
                event.target.releasePointerCapture(event.pointerId);
                put(row, column);
              },
              onpointerenter: (event) => {
                if (event.buttons && !"@+".includes(sign)) put(row, column);
              },
              onkeydown: (event) => {
                const way = { ArrowUp: -wide, ArrowDown: wide, ArrowLeft: -1, ArrowRight: 1 }[event.key];
                const next = way && grid.children[row * cells[0].length + column + way];
                if (next) {
                  next.focus();
                  event.preventDefault();
                }
                if (names[event.key] || event.key === " ") {
                  event.preventDefault();
                  put(row, column, event.key === " " ? sign : event.key);
                }
              },
            },
            cell(one),
          ),
        ),
      ),
    );
  };
  const palette = h(
    "div.bar",
    { role: "radiogroup", "aria-label": "what is painted" },
    radios("sign", SIGNS, sign, (one) => {
      sign = one;
    }),
  );
  const box = dialog(
    "A level of your own",
    palette,
    grid,
    verdict,
    h(
      "div.bar",
      mainButton("Play", "play this level", () => {
        box.close();
        showRows(lines(), "Mine");
      }),
      button("More room", "one more row and column", () => {
        wide += 1;
        cells = [...cells.map((row) => [...row, " "]), Array(wide).fill(" ")];
        draw();
      }),
      [
        ["Begin again", "draw on the level that is on the board instead", rows],
        ["Empty", "begin with an empty room", EMPTY],
      ].map(([text, title, from]) =>
        button(text, title, () => {
          begin(from);
          draw();
          check();
        }),
      ),
      button("Save", "save the level in the folder", async () => {
        const done = await saveAs("the level", "mine.xsb", text(), ".xsb");
        if (done) verdict.textContent = `${done.path} is saved.`;
      }),
      button("Download", "keep the level as a file", () => download("mine.xsb", text())),
    ),
  );
  box.addEventListener("close", () => checks.drop());
  draw();
  check();
}

// --- the shelf ---

const SHELVED = 60;

// The collections of the folder, then those that the program brings along. Gives the first that can be played.
async function fillShelf() {
  shelf.replaceChildren(h("p", "reading the folder …"));
  const [{ levels }, { files }] = await Promise.all([brought(), inFolder()]);
  const ours = files.filter((file) => LEVELS.some((end) => file.toLowerCase().endsWith(end)));
  const read = (path) =>
    open(path).then(
      ({ text }) => ({ name: path, path, text }),
      () => null,
    );
  const all = [...(await Promise.all(ours.slice(0, SHELVED).map(read))).filter(Boolean), ...levels];
  const boards = await request("banto/boards", { texts: all.map((one) => one.text) });
  const cards = all.map((one, index) => ({ ...one, ...boards[index] })).filter((one) => one.levels);
  shelf.replaceChildren(
    ...cards.map((one) => {
      const { picture } = new Board(one.rows, "");
      picture.setAttribute("aria-hidden", "true");
      return h(
        "button",
        {
          type: "button",
          class: "collection",
          "data-name": one.name,
          title: one.why ? `${one.name}: ${one.why}` : `open ${one.name}`,
          onclick: () => showOne(one.path ? one : { example: one.name }),
        },
        picture,
        h("span", one.name),
        h("small", plural(one.levels, "level")),
        one.playable < one.levels &&
          h("small.faulty", one.playable ? `${one.levels - one.playable} left out` : one.why.split(":")[0]),
      );
    }),
    ours.length > SHELVED ? h("p", `${ours.length - SHELVED} more files: Open lists them all.`) : "",
  );
  mark(shelf.dataset.shown);
  return cards.find((one) => one.playable);
}

// --- the room ---

export function make(room, noteHere) {
  note = noteHere;
  live = h("p.live", { role: "status" });
  arena = h("div.arena", { hidden: true });
  frame = h("iframe", { hidden: true, title: "levels to play" });
  turn = new Turn(live, "end the search");
  shelf = h("div.shelf", { role: "group", "aria-label": "collections" });
  room.append(
    h(
      "div.bar",
      mainButton("As planning", "the level as PDDL: the planner races a search that knows Sokoban", needsLevel(begin)),
      button("Hint", "the next push, from where you are", needsLevel(hint)),
      button(
        "Solve",
        "a solution from where you are, played on the board; Undo leads back",
        needsLevel(() => solution()),
      ),
      button(
        "Shorter",
        "a solution from the start, and then shorter ones for ten seconds",
        needsLevel(() => solution(10)),
      ),
      turn.stop,
      button("Open", "levels of the folder; files can be dropped here, and levels pasted on the board", async () => {
        const one = await choose("Open levels", LEVELS, "levels");
        if (one) showOne(one);
      }),
      button("New level", "a level nobody has seen, which has a solution", generate),
      button("Draw", "draw a level, beginning with this one", () => edit(playing ? playing.rows : EMPTY)),
    ),
    live,
    shelf,
    arena,
    frame,
  );
  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || !event.data) return;
    if (event.data.list) {
      playing = null;
      note({ ...opened, level: null });
    } else if (Array.isArray(event.data.rows)) {
      const isOther = !playing || playing.rows.join() !== event.data.rows.join();
      const isMoved = !isOther && playing.moves !== event.data.moves;
      playing = event.data;
      room.dataset.playing = playing.title;
      const [rows, { moves, solved, named }] = [`${playing.rows.join("\n")}\n`, playing];
      // Before the frame was told what is known, it knows no game.
      if (isMoved && !playing.shown && "told" in frame.dataset) leave(rows, solved ? "" : moves);
      if (solved && moves && !playing.shown) tellKept("banto/keep", { ...named, rows, moves });
      if (isOther) {
        arena.hidden = true;
        arena.replaceChildren();
        note({ ...opened, level: playing.index });
        if (isRacing) begin();
        isRacing = false;
      }
    }
  });
  room.addEventListener("dragover", (event) => event.preventDefault());
  room.addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = droppedFile(event);
    if (!file) return;
    const text = await file.text();
    inBrowser.set(`dropped ${file.name}`, text);
    await showDropped(text, file.name);
  });
  return async (params) => {
    const filled = shelf.children.length ? null : fillShelf();
    const level = params.get("level");
    isRacing = params.has("race");
    if (params.get("file"))
      open(params.get("file"))
        .then(({ text }) => show(text, params.get("file"), { file: params.get("file"), level }))
        .catch((error) => {
          live.textContent = error.message;
        });
    else if (dropped(params.get("dropped"))) showDropped(dropped(params.get("dropped")), params.get("dropped"), level);
    else if (params.get("rows")) showRows(params.get("rows").split("|"), params.get("name") || "Mine");
    else {
      // One's own levels come first.
      const first = params.has("collection") ? null : await filled?.catch(() => null);
      const { levels } = await brought();
      const found = levels.find((one) => one.name === params.get("collection")) || levels[0];
      if (!first) show(found.text, found.name, { collection: found.name, level });
      else if (frame.hidden)
        show(first.text, first.name, first.path ? { file: first.path } : { collection: first.name });
    }
  };
}
