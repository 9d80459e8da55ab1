const { levels, left } = JSON.parse(document.getElementById("levels").textContent);
const KEYS = {
  ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r",
  k: "u", j: "d", h: "l", l: "r", w: "u", s: "d", a: "l", d: "r",
};
let level, board, view;
// A larger board is shown around the player.
const LARGE = 12000;

function enter(entered) {
  level = entered;
  board = new Board(level.rows);
  view = null;
  reset();
  level.unsolvable = board.lost() || level.unsolvable;
}
// The moves that restarts have discarded, and what was undone: moves, and | for a restart. While a solution
// is shown, `mine` is the player's own game.
let undone, held, aim = null, targets = null, timer, shown, replayed, svg, discarded = [], mine = "";
const element = id => document.getElementById(id);
function undo() {
  const way = board.back();
  if (way) undone.push(way);
  else if (discarded.length) {
    for (const made of discarded.pop().toLowerCase()) board.step(made);
    undone.push("|");
  }
}

function redo() {
  const next = undone.pop();
  if (next !== "|") return board.step(next);
  discarded.push(board.line.join(""));
  board.begin();
}

function undoPush() {
  while (/[udlr]/.test(board.line.at(-1))) undo();
  undo();
}

// A move that is not possible does not hide that the position is lost.
const refusal = () => ["The way is blocked.", hopeless()].filter(Boolean).join(" ");

// What is said of a position without a solution; taking a push back is advised where it helps.
function hopeless() {
  if (level.unsolvable) return `This level cannot be solved: ${level.unsolvable}.`;
  const why = board.lost();
  if (!why) return "";
  const now = [new Set(board.boxes), board.player, [...board.line], [...undone]];
  undoPush();
  const advice = board.lost() ? "Take pushes back, or restart." : "Undo push takes it back.";
  [board.boxes, board.player, board.line, undone] = now;
  return `Lost: ${why}. ${advice}`;
}

const place = entered => "sokoban:" + entered.rows.join("|");
// Pages that are files may have no storage; a page around this one brings and keeps what is in this memory.
const memory = new Map();
const read = key => { try { return localStorage.getItem(key); } catch { return memory.get(key); } };
const write = (key, text) => { try { localStorage.setItem(key, text); } catch { memory.set(key, text); } };
const kept = entered => read(place(entered));
// What else is remembered of a level: the moves so far ("at"), and the solution with the fewest pushes ("pushes").
function recall(entered, what) {
  const moves = kept({ rows: [what, ...entered.rows] });
  return /^[udlr|]+$/i.test(moves || "") ? moves : "";
}
// The moves now, after those that restarts have discarded.
const game = () => [...discarded, board.line.join("")].join("|");
const remember = (entered, moves, what) => write(place(what ? { rows: [what, ...entered.rows] } : entered), moves);
// Older pages have kept the number of moves alone.
const best = entered => /^[udlr]+$/i.test(kept(entered) || "") ? kept(entered) : null;
const steps = entered => kept(entered) && (best(entered) ? best(entered).length : Number(kept(entered)));
// Whether every box is on a goal from the start, and whether the level counts as solved.
const isGiven = entered => !entered.rows.some(line => line.includes("$"));
const isDone = entered => kept(entered) || isGiven(entered);
// The kept solutions: that with the fewest moves, then that with the fewest pushes if it is another.
function solutions(entered) {
  const shortest = best(entered), fewest = recall(entered, "pushes");
  const isOther = fewest && (!shortest || pushes(fewest) < pushes(shortest));
  return [shortest, isOther && fewest].filter(Boolean);
}
const titled = entered => entered.title || `Level ${entered.number}`;

// What the board tells of itself.
function told() {
  const { rows, title, author, unsolvable } = level, index = level.isBrought ? 0 : level.number;
  const now = { now: board.drawing(), moves: board.line.join(""), solved: board.solved(), shown };
  const more = { named: { title, author }, unsolvable, best: recall(level, "pushes") || best(level) };
  return { rows, index, title: titled(level), ...more, ...now };
}

// A page around this one hears what is played.
const tell = () => parent !== window && parent.postMessage(told(), "*");

// Marks the box that these moves push first, and whereto.
function hint(moves) {
  stop();
  targets = null;
  let at = board.player;
  for (const made of moves.toLowerCase()) {
    at = board.beside(at, made);
    if (!board.boxes.has(at)) continue;
    [held, aim] = [at, made];
    return show(`Hint: push the marked box ${{ u: "up", d: "down", l: "left", r: "right" }[made]}.`);
  }
}

function show(message) {
  const { line } = board, isSolved = board.solved();
  const moves = line.join("");
  if (isSolved && line.length && !shown && !isGiven(level)) {
    const old = recall(level, "pushes") || best(level) || moves;
    remember(level, isShorter(moves, old) ? moves : old, "pushes");
    if (!steps(level) || line.length < steps(level)) remember(level, moves);
  }
  if (!shown) remember(level, isSolved ? "" : game(), "at");
  const [, fewest] = solutions(level);
  const known = (steps(level) ? ` · best ${many(steps(level), "move")}` : "") +
    (fewest ? ` · fewest pushes ${pushes(fewest)}, in ${many(fewest.length, "move")}` : "");
  element("counts").textContent = `moves ${line.length} · pushes ${pushes(moves)}${known}`;
  element("message").textContent = message ||
    (isSolved ? (isGiven(level) ? "Solved from the start: every box is on a goal." : "Solved!") : hopeless());
  if (!isSeen()) draw();
  const shapes = board.things(), man = shapes.at(-1);
  man.id = "man";
  const [row, column] = held === null ? [] : board.at(held);
  shapes.find(one => one.getAttribute("x") == column * SIDE && one.getAttribute("y") == row * SIDE)?.setAttribute("class", "held");
  for (const place of held !== null && targets ? targets.keys() : []) {
    const [cy, cx] = board.at(place).map(side => (side + .5) * SIDE);
    shapes.push(drawn("circle", { class: "target", cx, cy, r: SIDE / 7 }));
  }
  if (held !== null && aim) {
    const [[down, right], turn] = [WAYS[aim], { r: 0, d: 90, l: 180, u: 270 }[aim]];
    const [x, y] = [column + right / 2 + .5, row + down / 2 + .5].map(side => side * SIDE);
    const transform = `translate(${x} ${y}) rotate(${turn}) scale(${SIDE / 9})`;
    shapes.push(drawn("path", { class: "aim", d: "M-3-1H0V-3L4 0 0 3V1H-3Z", transform }));
  }
  element("boxes").replaceChildren(...shapes);
  if (!isSeen()) draw();
  if (element("board").classList.contains("near")) man.scrollIntoView({ block: "center", inline: "center" });
  element("undo").disabled = element("back").disabled = !line.length && !discarded.length;
  element("redo").disabled = !undone.length;
  element("best").disabled = !solutions(level).length;
  tell();
}

// The part of a side of the board that is shown: all, or as much as is seen well around a place.
function part(size, at, isLarge) {
  const shown = isLarge ? Math.min(size, 40) : size;
  return [Math.max(0, Math.min(at - Math.floor(shown / 2), size - shown)), shown];
}

// Whether the player is in the part that is shown, and not at its edge.
function isSeen() {
  if (!view) return false;
  const is = (at, [first, shown], size) =>
    (at > first + 2 || first === 0) && (at < first + shown - 3 || first + shown === size);
  const [row, column] = board.at(board.player);
  return is(row, view[0], level.rows.length) && is(column, view[1], board.width);
}

// The picture of the ground; boxes and player are put into it.
function draw() {
  const isLarge = board.width * level.rows.length > LARGE, [row, column] = board.at(board.player);
  view = [part(level.rows.length, row, isLarge), part(board.width, column, isLarge)];
  const [[top, high], [left, wide]] = view, frame = element("board");
  svg = drawn("svg", { viewBox: [left, top, wide, high].map(side => side * SIDE).join(" ") });
  svg.append(...board.ground(...view), drawn("g", { id: "boxes" }));
  frame.style = `--columns: ${wide}; --rows: ${high}`;
  frame.replaceChildren(svg);
  element("part").hidden = !isLarge;
  element("part").textContent = `The board has ${board.width} × ${level.rows.length} cells; this part is around you.`;
  listen();
  zoom(element("zoom").getAttribute("aria-pressed") === "true");
}

// Shows the board larger than it fits, or as it fits.
function zoom(near) {
  const frame = element("board");
  frame.classList.remove("near");
  const fits = svg.getBoundingClientRect().width;
  frame.style.setProperty("--near", `${Math.max(1.7 * fits, 48 * view[1][1])}px`);
  frame.classList.toggle("near", near);
  element("zoom").setAttribute("aria-pressed", near);
}

// A small board of colored squares.
function thumbnail(canvas, { rows }) {
  const columns = Math.max(...rows.map(line => line.length));
  const cell = Math.max(2, Math.min(8, Math.floor(240 / Math.max(columns, rows.length))));
  [canvas.width, canvas.height] = [columns * cell, rows.length * cell];
  const pen = canvas.getContext("2d");
  const colors = { "#": "#6b7385", ".": "#d25f5f", "$": "#b57b36", "*": "#68974c", "@": "#2f5586", "+": "#2f5586" };
  rows.forEach((line, row) => [...line].forEach((sign, column) => {
    pen.fillStyle = colors[sign];
    if (colors[sign]) pen.fillRect(column * cell, row * cell, cell, cell);
  }));
}

function list() {
  stop();
  element("game").hidden = true;
  element("list").hidden = false;
  const done = levels.filter(isDone).length, [asked] = location.hash.match(/\d+$/) || [];
  const why = asked && left.find(one => one.number === Number(asked))?.why;
  const missing = !asked ? "" : why ? `Level ${asked} was left out: ${why}. ` : `There is no level ${asked}. `;
  element("solved").textContent = `${missing}${done} of ${levels.length} solved` + (left.length ? `, ${left.length} left out` : "");
  element("left").hidden = !left.length;
  element("why").textContent = left.map(one => `level ${one.number}: ${one.why}`).join("\n");
  element("cards").replaceChildren(...levels.map(entered => {
    const card = document.createElement("a"), canvas = document.createElement("canvas");
    card.href = "#" + entered.number;
    card.className = isDone(entered) ? "done" : "";
    thumbnail(canvas, entered);
    const words = document.createElement("span"), { number, title } = entered;
    // A title may begin with the number itself.
    const isNumber = /^\d+$/.test(title), numbered = isNumber ? `${number}: “${title}”` : `${number}. ${title}`;
    const name = !title ? number : title.match(/^\d+/)?.[0] === `${number}` ? title : numbered;
    words.textContent = (isDone(entered) ? "✓ " : "") + name;
    if (kept(entered)) words.append(document.createElement("br"), `best ${many(steps(entered), "move")}`);
    card.append(canvas, words);
    return card;
  }));
  document.title = document.querySelector("#list h1").textContent;
  if (parent !== window) parent.postMessage({ list: true }, "*");
}

function play(entered) {
  element("game").hidden = false;
  element("list").hidden = true;
  enter(entered);
  element("name").textContent = document.title = titled(level);
  element("author").textContent = level.author ? "by " + level.author : "";
  element("solution").hidden = !level.solution && !level.wrong;
  for (const name of ["all", "next"]) element(name).hidden = levels.length < 2;
  draw();
  resume(recall(entered, "at"));
}

// Goes on where the player was.
function resume(moves) {
  reset();
  shown = false;
  discarded = moves.split("|");
  const last = discarded.pop().toLowerCase();
  // The level may have changed in between.
  const isPossible = [...last].every(way => board.step(way));
  if (!isPossible) reset();
  if (!last || !isPossible) return show();
  const end = board.solved() ? "" : hopeless();
  show(`You are where you left this level; Restart starts again.${end && ` ${end}`}`);
}

// What the address says: the number of a level in the list, or the list.
function route() {
  const named = levels.find(one => one.number === Number(location.hash.slice(1)));
  if (named) play(named); else if (levels.length > 1) list(); else play(levels[0]);
  scrollTo(0, 0);
}

function turn(by) {
  const index = levels.indexOf(level) + by;
  if (levels[index]) location.hash = levels[index].number;
}

function reset() {
  stop();
  board.begin();
  [undone, discarded, held] = [[], [], null];
}

// Goes back to the start, which can be undone.
function restart() {
  stop();
  const made = board.line.join("");
  held = null;
  if (made) {
    discarded.push(made);
    board.begin();
    undone = [];
  }
  show(made && !level.unsolvable ? "Undo leads back to where you were." : "");
}

function stop() {
  clearInterval(timer);
  timer = null;
}

function go(ways) {
  stop();
  held = null;
  const made = [...ways].every(way => board.step(way));
  if (made) undone = [];
  show(made ? "" : refusal());
}

function act(name) {
  if (name === "restart") return shown ? resume(mine) : restart();
  if (name === "best") return replayBest();
  if (name === "all") return levels.length > 1 && (location.hash = "");
  if (name === "next" || name === "previous") return turn(name === "next" ? 1 : -1);
  stop();
  held = null;
  if (name === "undo") undo();
  if (name === "back") undoPush();
  if (name === "redo" && undone.length) redo();
  else if (shown && (!board.line.length || board.line.join("") === mine.split("|").pop())) return resume(mine);
  show();
}

// Replays the kept solutions of this level, one after the other.
function replayBest() {
  const all = solutions(level);
  if (!all.length) {
    const none = isGiven(level) ? "This level needs no moves." : "You have not solved this level in this browser yet.";
    return show(none);
  }
  const now = all.indexOf(replayed), moves = all[shown && now >= 0 ? (now + 1) % all.length : 0];
  const which = all.length < 2 ? "" : moves === all[0] ? ", with the fewest moves" : ", with the fewest pushes";
  replay(moves, `This was your best solution${which}${which && "; My best shows the other"}.`);
  replayed = moves;
}

function tap(place) {
  const before = held, ways = aim === null && targets;
  held = aim = targets = null;
  if (board.boxes.has(place)) {
    stop();
    held = before === place ? null : place;
    if (held !== null) targets = board.pushes(held);
    const none = held !== null && !targets.size;
    show(none ? "This box cannot be pushed now." : held === null ? "" : "Tap where the box is to go.");
  } else if (before !== null) {
    const moves = (ways || board.pushes(before)).get(place);
    if (moves) go(moves); else show("The box cannot be pushed there.");
  } else if (board.inside.has(place) && place !== board.player) {
    const ways = board.path(board.player, place);
    if (ways) go(ways); else show(refusal());
  }
}

// Plays a solution from the start, or moves from where the player is. Undo and Restart lead back to the player's game.
function replay(moves, words, isOn) {
  if (!shown) mine = game();
  shown = true;
  if (isOn) [undone, discarded, held] = [[], [], null];
  else reset();
  stop();
  // A board alone shows all of it in some seconds; who wants no motion sees where it leads.
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pause = document.body.className ? Math.max(16, Math.min(180, 6000 / moves.length)) : 120;
  const each = isStill ? moves.length : document.body.className ? Math.ceil(moves.length * pause / 6000) : 1;
  let next = 0;
  timer = setInterval(() => {
    if (next >= moves.length) stop();
    for (const end = next + each; next < end && next < moves.length; next++) board.step(moves[next].toLowerCase());
    show(timer ? "" : words);
  }, pause);
}

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (element("game").hidden) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const name = {
    u: "undo", z: "undo", Backspace: "back", y: "redo", r: "restart", b: "best", n: "next", p: "previous", o: "all",
  }[key];
  if (KEYS[key]) go(KEYS[key]); else if (name) act(name); else if (!asks(key)) return;
  event.preventDefault();
});

// A page around this one has a solver.
function asks(key) {
  const ask = { i: "hint", f: "solve" }[key];
  if (ask && globalThis.helper) helper[ask]();
  else if (ask && parent === window) show("This page has no solver: banto serve and banto sokoban play give hints and solve.");
  else if (ask) parent.postMessage({ ask }, "*");
  return ask;
}

// Makes moves that were pasted, with counts and brackets or without, as far as they go.
function paste(text) {
  let moves = text.replace(/\s/g, "").replace(/^[^:#]*:/, "");
  while (/\(/.test(moves) && moves.length < 1e6) {
    const inner = moves.replace(/(\d*)\(([^()]*)\)/g, (_, count, part) => part.repeat(Math.min(count || 1, 9999)));
    if (inner === moves) break;
    moves = inner;
  }
  moves = moves.replace(/(\d+)([udlr])/gi, (_, count, way) => way.repeat(Math.min(count, 9999)));
  if (!/^[udlr]+$/i.test(moves)) return false;
  stop();
  held = null;
  // Letters of a single case say nothing about pushes.
  const tells = /[udlr]/.test(moves) && /[UDLR]/.test(moves);
  const count = [...moves].findIndex(made => {
    const way = made.toLowerCase(), isPush = board.boxes.has(board.beside(board.player, way));
    return (tells && isPush !== (made !== way)) || !board.step(way);
  });
  const made = count < 0 ? moves.length : count;
  if (made) undone = [];
  const of = `${made + 1} of ${moves.length}`;
  show(count < 0 ? "" : `Move ${of} of what was pasted, ${moves[count]}, is not possible here; the rest was not done.`);
  return true;
}

// Levels that were pasted on this page, unless a page around it brings its own.
const brought = "sokoban:brought|" + location.pathname;
function recallBrought() {
  try {
    for (const one of parent === window ? JSON.parse(read(brought) || "[]") : []) include(one);
  } catch { /* It is nothing of ours. */ }
}

function keepBrought() {
  const all = levels.filter(one => one.isBrought).map(({ rows, title, author }) => ({ rows, title, author }));
  if (parent === window) write(brought, JSON.stringify(all));
}

// Adds a level to the page's own.
function include({ rows, title, author }) {
  const number = 1 + Math.max(...levels.map(one => one.number));
  levels.push({ number, rows, title, author, solution: null, isBrought: true });
  return levels.at(-1);
}

// Plays a level that is not in the page's own list, and keeps it there.
function bring(rows, title, author) {
  const known = levels.find(one => one.isBrought && one.rows.join() === rows.join());
  const entered = known || include({ rows, title, author });
  entered.title = title;
  keepBrought();
  history.replaceState(null, "", `#${entered.number}`);
  play(entered);
}

// A pasted level is played if it has a player and a box; the moves behind it, and moves alone, are made.
document.addEventListener("paste", event => {
  const text = event.clipboardData.getData("text").trim();
  if (!element("game").hidden && paste(text)) return;
  // Run lengths, with | between rows.
  const isPacked = /^[-\d#@+$*._|\s]*\|[-\d#@+$*._|\s]*$/.test(text);
  const packed = () => text.replace(/\s/g, "").replace(/(\d+)(\D)/g, (_, count, sign) => sign.repeat(Math.min(count, 999)));
  const unpacked = isPacked ? packed().replace(/[-_]/g, " ").replaceAll("|", "\n") : event.clipboardData.getData("text");
  const lines = unpacked.split(/\r?\n/).map(line => line.trimEnd());
  const from = lines.findIndex(line => /^[\s#@+$*.]*#[\s#@+$*.]*$/.test(line));
  const rest = from < 0 ? [] : lines.slice(from);
  const to = rest.findIndex(line => !/^[\s#@+$*.]*#[\s#@+$*.]*$/.test(line));
  const rows = to < 0 ? rest : rest.slice(0, to);
  const count = signs => [...rows.join("")].filter(cell => signs.includes(cell)).length;
  const why = !rows.length ? "no line of it is a row of walls (#)" : !count("@+") ? "it has no player (@)" :
    count("@+") > 1 ? "it has more than one player (@)" : !count("$*") ? "it has no box ($)" : "";
  if (why) return show(`What was pasted is not a level: ${why}.`);
  const behind = to < 0 ? [] : rest.slice(to);
  const said = name => behind.map(line => line.match(`^${name}: *(.+)`)?.[1]).find(Boolean) || null;
  bring(rows, said("Title") || "Pasted level", said("Author"));
  const moves = behind.findLast(line => /^[udlr]+$/i.test(line));
  if (!moves) return;
  if (board.line.length) restart();
  paste(moves);
});

// The page around this one may show a solution, give a hint, say that the level cannot be solved, tell what it knows, and
// want nothing but the board.
addEventListener("message", event => parent !== window && event.source === parent && obey(event.data));
function obey({ replay: moves, isOn, hint: next, name, known, unsolvable, bare }) {
  if (bare) document.body.className = "bare";
  if (unsolvable) { level.unsolvable = unsolvable; show(); }
  for (const one of known || []) {
    const entered = { rows: one.rows.trimEnd().split("\n") };
    if (one.solutions[0]) remember(entered, one.solutions[0]);
    if (one.solutions.length) remember(entered, one.solutions.at(-1), "pushes");
    if (one.left) remember(entered, one.left, "at");
  }
  if (known) { if (element("game").hidden) list(); else if (board.line.length) show(); else resume(recall(level, "at")); }
  if (known) parent.postMessage({ isTold: true }, "*");
  if (name) document.querySelector("#list h1").textContent = name;
  if (moves) replay(moves, "This was the solution." +
    (!board.line.length && !mine ? "" : ` ${isOn ? "Undo" : "Restart"} leads back to where you were.`), isOn);
  else if (next) hint(next);
}

const placeOf = event => {
  const frame = svg.getBoundingClientRect();
  const [[top, high], [left, wide]] = view;
  const row = top + Math.floor((event.clientY - frame.top) / frame.height * high);
  const column = left + Math.floor((event.clientX - frame.left) / frame.width * wide);
  return row * board.width + column;
};
function listen() {
  let down = null;
  svg.addEventListener("pointerdown", event => { down = event; });
  svg.addEventListener("pointerup", event => {
    if (!down) return;
    const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
    down = null;
    if (Math.max(Math.abs(across), Math.abs(along)) < 24 || event.pointerType === "mouse") return tap(placeOf(event));
    go(Math.abs(across) > Math.abs(along) ? (across > 0 ? "r" : "l") : (along > 0 ? "d" : "u"));
  });
}
for (const name of ["undo", "back", "redo", "restart", "best", "all", "next"]) element(name).onclick = () => act(name);
element("solution").onclick = () =>
  level.solution ? replay(level.solution, "This was the solution.") : show(`${level.wrong[0].toUpperCase()}${level.wrong.slice(1)}.`);
element("zoom").onclick = () => {
  zoom(!element("board").classList.contains("near"));
  show();
};
element("copy").onclick = () => {
  const { line } = board, moves = line.length ? `\n${board.solved() ? "Solution" : "Saved game"}\n${line.join("")}\n` : "";
  const text = level.rows.join("\n") + `\nTitle: ${titled(level)}\n` +
    (level.author ? `Author: ${level.author}\n` : "") + moves;
  const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject();
  copied.then(() => show("The level and your moves are on the clipboard."), () => prompt("The level and your moves:", text));
};
recallBrought();
addEventListener("hashchange", route);
route();
