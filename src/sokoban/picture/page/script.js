"use strict";
const level = JSON.parse(document.getElementById("level").textContent);
const SIDE = level.side;
const WAYS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
const BACK = { u: "d", d: "u", l: "r", r: "l" };
const KEYS = {
  ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r",
  k: "u", j: "d", h: "l", l: "r", w: "u", s: "d", a: "l", d: "r",
};
const at = (row, column) => row * level.width + column;
const inside = new Set(), goals = new Set(), start = { boxes: [], player: 0 };
level.rows.forEach((line, row) => [...line].forEach((cell, column) => {
  const place = at(row, column);
  if (cell === "#") return;
  inside.add(place);
  if (".+*".includes(cell)) goals.add(place);
  if ("$*".includes(cell)) start.boxes.push(place);
  if ("@+".includes(cell)) start.player = place;
}));
let boxes, player, line, undone, held, timer, shown;
const element = id => document.getElementById(id);
const beside = (place, way) => place + WAYS[way][0] * level.width + WAYS[way][1];
const free = place => inside.has(place) && !boxes.has(place);
const solved = () => [...boxes].every(place => goals.has(place));

function step(way) {
  const ahead = beside(player, way), push = boxes.has(ahead);
  if (!inside.has(ahead) || (push && !free(beside(ahead, way)))) return false;
  if (push) { boxes.delete(ahead); boxes.add(beside(ahead, way)); }
  player = ahead;
  line.push(push ? way.toUpperCase() : way);
  return true;
}

function undo() {
  const made = line.pop();
  if (!made) return false;
  const way = made.toLowerCase();
  if (made !== way) { boxes.delete(beside(player, way)); boxes.add(player); }
  player = beside(player, BACK[way]);
  undone.push(way);
  return true;
}

function undoPush() {
  while (line.length && /[udlr]/.test(line[line.length - 1])) undo();
  undo();
}

// The ways from every place that the player can walk to, by the place.
function walks(from) {
  const came = new Map([[from, ""]]), queue = [from];
  for (const place of queue) {
    for (const way in WAYS) {
      const next = beside(place, way);
      if (free(next) && !came.has(next)) { came.set(next, way); queue.push(next); }
    }
  }
  return came;
}

function walk(from, to) {
  const came = walks(from);
  if (!came.has(to)) return null;
  let ways = "";
  for (let place = to; place !== from; place = beside(place, BACK[ways[0]])) ways = came.get(place) + ways;
  return ways;
}

// The moves that push a box to a place with the fewest pushes, or null.
function pushes(from, to) {
  boxes.delete(from);
  const known = new Set(), queue = [{ box: from, player, ways: "" }];
  let found = null;
  for (const { box, player, ways } of queue) {
    if (box === to) { found = ways; break; }
    boxes.add(box);
    const came = walks(player), region = Math.min(...came.keys());
    if (!known.has(box + ":" + region)) {
      known.add(box + ":" + region);
      for (const way in WAYS) {
        const behind = beside(box, BACK[way]), ahead = beside(box, way);
        if (came.has(behind) && free(ahead)) {
          queue.push({ box: ahead, player: box, ways: ways + walk(player, behind) + way });
        }
      }
    }
    boxes.delete(box);
  }
  boxes.add(from);
  return found;
}

function show(message) {
  const count = line.filter(made => made !== made.toLowerCase()).length;
  let best = null;
  try {
    const key = "sokoban:" + level.rows.join("|");
    best = Number(localStorage.getItem(key)) || null;
    if (solved() && line.length && !shown && (!best || line.length < best)) localStorage.setItem(key, best = line.length);
  } catch { /* Pages that are files may have no storage. */ }
  element("counts").textContent = `moves ${line.length} · pushes ${count}` + (best ? ` · best ${best} moves` : "");
  element("message").textContent = message || (solved() ? "Solved!" : "");
  const shapes = [...boxes].sort((a, b) => a - b).map(place => {
    const [row, column] = [Math.floor(place / level.width), place % level.width];
    const shape = goals.has(place) ? "box-home" : "box";
    return `<use href="#${shape}" x="${column * SIDE}" y="${row * SIDE}"${place === held ? ' class="held"' : ""}/>`;
  });
  element("boxes").innerHTML = shapes.join("");
  element("man").setAttribute("href", goals.has(player) ? "#player-on-goal" : "#player");
  element("man").setAttribute("x", player % level.width * SIDE);
  element("man").setAttribute("y", Math.floor(player / level.width) * SIDE);
  element("undo").disabled = element("back").disabled = !line.length;
  element("redo").disabled = !undone.length;
}

function restart() {
  stop();
  shown = false;
  boxes = new Set(start.boxes);
  player = start.player;
  [line, undone, held] = [[], [], null];
  show();
}

function stop() {
  clearInterval(timer);
  timer = null;
}

function go(ways) {
  stop();
  held = null;
  const made = [...ways].every(step);
  if (made) undone = [];
  show(made ? "" : "The way is blocked.");
}

function act(name) {
  if (name === "restart") return restart();
  stop();
  held = null;
  if (name === "undo") undo();
  if (name === "back") undoPush();
  if (name === "redo" && undone.length) step(undone.pop());
  show();
}

function tap(place) {
  const before = held;
  held = null;
  if (boxes.has(place)) {
    stop();
    held = before === place ? null : place;
    show(held === null ? "" : "Tap where the box is to go.");
  } else if (before !== null) {
    const ways = pushes(before, place);
    if (ways) go(ways); else show("The box cannot be pushed there.");
  } else if (inside.has(place) && place !== player) {
    const ways = walk(player, place);
    if (ways) go(ways); else show("The way is blocked.");
  }
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SUMMARY") return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const name = { u: "undo", z: "undo", b: "back", Backspace: "back", y: "redo", r: "restart" }[key];
  if (KEYS[key]) go(KEYS[key]); else if (name) act(name); else return;
  event.preventDefault();
});

let down = null;
const svg = document.querySelector("#board svg");
const placeOf = event => {
  const frame = svg.getBoundingClientRect();
  const row = Math.floor((event.clientY - frame.top) / frame.height * level.rows.length);
  const column = Math.floor((event.clientX - frame.left) / frame.width * level.width);
  return at(row, column);
};
svg.addEventListener("pointerdown", event => { down = event; });
svg.addEventListener("pointerup", event => {
  if (!down) return;
  const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
  down = null;
  if (Math.max(Math.abs(across), Math.abs(along)) < 24 || event.pointerType === "mouse") return tap(placeOf(event));
  go(Math.abs(across) > Math.abs(along) ? (across > 0 ? "r" : "l") : (along > 0 ? "d" : "u"));
});
for (const name of ["undo", "back", "redo", "restart"]) element(name).onclick = () => act(name);
if (level.solution) {
  element("solution").hidden = false;
  element("solution").onclick = () => {
    restart();
    shown = true;
    let next = 0;
    timer = setInterval(() => {
      if (next < level.solution.length) step(level.solution[next++].toLowerCase()); else stop();
      show(timer ? "" : "This was the solution.");
    }, 120);
  };
}
restart();
