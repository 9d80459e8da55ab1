// A Sokoban board as a picture in which a solution is played: the shapes are those of all of banto's pictures.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 32;
const WAYS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

// The shapes, in this document: those of another are loaded anew for each element that shows one.
fetch("shapes.svg")
  .then((answer) => answer.text())
  .then((text) => {
    const shapes = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const side of ["width", "height"]) shapes.setAttribute(side, 0);
    document.body.append(shapes);
  });

function shape(name, row, column) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  use.setAttribute("x", column * SIDE);
  use.setAttribute("y", row * SIDE);
  return use;
}

// The picture of a cell alone.
export function cell(sign) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  const names = {
    "#": ["wall"],
    ".": ["goal"],
    $: ["floor", "box"],
    "*": ["goal", "box-home"],
    "@": ["floor", "player"],
    "+": ["goal", "player-on-goal"],
  };
  picture.append(...(names[sign] || ["floor"]).map((name) => shape(name, 0, 0)));
  return picture;
}

// The cells that the player could reach if there were no boxes: outside, there is no floor.
function inside(rows, start) {
  const found = new Set([start.join()]),
    queue = [start];
  for (const [row, column] of queue) {
    for (const [down, right] of Object.values(WAYS)) {
      const next = [row + down, column + right];
      const sign = (rows[next[0]] || "")[next[1]];
      if (sign === undefined || sign === "#" || found.has(next.join())) continue;
      found.add(next.join());
      queue.push(next);
    }
  }
  return found;
}

export class Board {
  // The board of a level given as rows of # @ + $ * .
  constructor(rows, label) {
    const cells = rows.flatMap((text, row) => [...text].map((sign, column) => ({ sign, row, column })));
    const start = cells.find(({ sign }) => "@+".includes(sign));
    this.rows = rows;
    this.goals = new Set(cells.filter(({ sign }) => ".+*".includes(sign)).map(({ row, column }) => `${row},${column}`));
    const floor = start ? inside(rows, [start.row, start.column]) : new Set();
    const width = Math.max(...rows.map((row) => row.length));
    this.picture = document.createElementNS(SVG, "svg");
    this.picture.setAttribute("viewBox", `0 0 ${width * SIDE} ${rows.length * SIDE}`);
    this.picture.setAttribute("role", "img");
    this.picture.setAttribute("aria-label", label);
    for (const { sign, row, column } of cells) {
      const dark = (row + column) % 2 ? "-dark" : "";
      if (sign === "#")
        this.picture.append(shape((rows[row + 1] || "")[column] === "#" ? "wall" : "wall-front", row, column));
      else if (floor.has(`${row},${column}`))
        this.picture.append(shape((".+*".includes(sign) ? "goal" : "floor") + dark, row, column));
    }
    this.moving = document.createElementNS(SVG, "g");
    this.picture.append(this.moving);
    this.start = {
      boxes: cells.filter(({ sign }) => "$*".includes(sign)).map(({ row, column }) => [row, column]),
      player: start ? [start.row, start.column] : [0, 0],
    };
    this.reset();
  }

  reset() {
    clearInterval(this.clock);
    this.boxes = new Set(this.start.boxes.map(String));
    this.player = [...this.start.player];
    this.draw();
  }

  draw() {
    const home = (place) => this.goals.has(place);
    this.moving.replaceChildren(
      ...[...this.boxes].map((place) => shape(home(place) ? "box-home" : "box", ...place.split(",").map(Number))),
      shape(home(this.player.join()) ? "player-on-goal" : "player", ...this.player),
    );
  }

  step(move) {
    const [down, right] = WAYS[move.toLowerCase()];
    const beside = ([row, column]) => [row + down, column + right];
    const ahead = beside(this.player);
    if (this.boxes.delete(ahead.join())) this.boxes.add(beside(ahead).join());
    this.player = ahead;
  }

  // Plays moves from the start, all of them in about so many milliseconds.
  play(moves, time = 6000) {
    this.reset();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      for (const move of moves) this.step(move);
      this.draw();
      return;
    }
    const pause = Math.max(16, Math.min(180, time / moves.length)),
      each = Math.ceil((moves.length * pause) / time);
    let next = 0;
    this.clock = setInterval(() => {
      for (let count = 0; count < each && next < moves.length; count += 1, next += 1) this.step(moves[next]);
      this.draw();
      if (next >= moves.length) clearInterval(this.clock);
    }, pause);
  }
}
