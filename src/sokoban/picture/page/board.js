// A Sokoban board: what moves do, where boxes are lost, and its picture in the shapes of all of banto's pictures. The
// page to play on and comparisons hold this text, the workbench imports it.

// The name of SVG, from the browser: a page has no address in it.
const SVG = new DOMParser().parseFromString("<svg/>", "text/html").body.firstChild.namespaceURI;
export const SIDE = 32;
export const WAYS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
const BACK = { u: "d", d: "u", l: "r", r: "l" };
// What takes all of a very large board is left out.
const VAST = 5e5;

// What is said of moves: a number of something, how many of them push, and how long they are; and whether they are shorter
// than others, which have more pushes, or as many and more moves.
export const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;
export const pushes = (moves) => moves.replace(/[^LURD]/g, "").length;
export const measure = (moves) => `${many(moves.length, "move")}, ${many(pushes(moves), "push", "pushes")}`;
export const isShorter = (one, other) => (pushes(one) - pushes(other) || one.length - other.length) < 0;

export class Board {
  // Reads the drawing of a level: what the player can reach, goals, and boxes.
  constructor(rows) {
    this.rows = rows;
    this.width = Math.max(...rows.map((line) => line.length));
    const find = (signs) =>
      rows.flatMap((line, row) =>
        [...line].flatMap((sign, column) => (signs.includes(sign) ? [row * this.width + column] : [])),
      );
    const walls = new Set(find("#"));
    const player = find("@+")[0];
    const isOpen = (next) => next >= 0 && next < this.width * rows.length && !walls.has(next);
    this.inside = this.flood(player, isOpen);
    this.goals = new Set(find(".+*").filter((place) => this.inside.has(place)));
    this.start = { boxes: find("$*").filter((place) => this.inside.has(place)), player };
    this.begin();
  }

  // All places from one by steps that are allowed.
  flood(from, leads) {
    const found = new Set([from]);
    for (const place of found) {
      for (const way in WAYS) {
        const next = this.beside(place, way);
        if (leads(next, way)) found.add(next);
      }
    }
    return found;
  }

  // Goes to the first state, without moves.
  begin() {
    this.boxes = new Set(this.start.boxes);
    this.player = this.start.player;
    this.line = [];
  }

  beside = (place, way) => place + WAYS[way][0] * this.width + WAYS[way][1];
  at = (place) => [Math.floor(place / this.width), place % this.width];
  free = (place) => this.inside.has(place) && !this.boxes.has(place);
  solved = () => [...this.boxes].every((place) => this.goals.has(place));

  // Makes a move, if it is possible: u, d, l, r walk, and are capitals in the line if they push.
  step(way) {
    const ahead = this.beside(this.player, way),
      push = this.boxes.has(ahead);
    if (!this.inside.has(ahead) || (push && !this.free(this.beside(ahead, way)))) return false;
    if (push) {
      this.boxes.delete(ahead);
      this.boxes.add(this.beside(ahead, way));
    }
    this.player = ahead;
    this.line.push(push ? way.toUpperCase() : way);
    return true;
  }

  // Takes the last move back, and gives its way.
  back() {
    const made = this.line.pop(),
      way = made?.toLowerCase();
    if (made !== way) {
      this.boxes.delete(this.beside(this.player, way));
      this.boxes.add(this.player);
    }
    if (way) this.player = this.beside(this.player, BACK[way]);
    return way;
  }

  // The ways from every place that the player can walk to, by the place.
  walks(from) {
    const came = new Map([[from, ""]]);
    for (const place of came.keys()) {
      for (const way in WAYS) {
        const next = this.beside(place, way);
        if (this.free(next) && !came.has(next)) came.set(next, way);
      }
    }
    return came;
  }

  // The way to a place among those that the player can walk to, or null.
  path(from, to, came = this.walks(from)) {
    if (!came.has(to)) return null;
    let ways = "";
    for (let place = to; place !== from; place = this.beside(place, BACK[ways[0]])) ways = came.get(place) + ways;
    return ways;
  }

  // The moves that push a box with the fewest pushes, by the places where it can go. On a very large board, some are
  // left out.
  pushes(from) {
    this.boxes.delete(from);
    const [known, queue, found] = [new Set(), [{ box: from, player: this.player, ways: "" }], new Map()];
    let work = 0;
    for (const { box, player, ways } of queue) {
      if (!found.has(box)) found.set(box, ways);
      this.boxes.add(box);
      const came = this.walks(player);
      let region = player;
      for (const place of came.keys()) region = Math.min(region, place);
      if (!known.has(`${box}:${region}`)) {
        known.add(`${box}:${region}`);
        for (const way in WAYS) {
          const [behind, ahead] = [this.beside(box, BACK[way]), this.beside(box, way)];
          if (came.has(behind) && this.free(ahead))
            queue.push({ box: ahead, player: box, ways: ways + this.path(player, behind, came) + way });
        }
      }
      this.boxes.delete(box);
      work += came.size;
      if (work > VAST) break;
    }
    this.boxes.add(from);
    found.delete(from);
    return found;
  }

  // The places from which a box can be pushed to each goal, and those from which it can be pushed to none.
  reaches() {
    if (!this.dead) {
      const pulled = (next, way) => this.inside.has(next) && this.inside.has(this.beside(next, way));
      const isVast = this.inside.size * this.goals.size > VAST;
      this.reach = isVast ? null : new Map([...this.goals].map((goal) => [goal, this.flood(goal, pulled)]));
      this.dead = new Set(isVast ? [] : this.inside);
      for (const from of this.reach?.values() || []) from.forEach((place) => this.dead.delete(place));
    }
    return this.reach;
  }

  // Whether no box of a group can ever be pushed again.
  frozen(box, walls = new Set()) {
    const firm = (place) => !this.inside.has(place) || walls.has(place);
    const inner = new Set([...walls, box]);
    const blocked = (...sides) =>
      sides.some(firm) ||
      sides.every((place) => this.dead.has(place)) ||
      sides.some((place) => this.boxes.has(place) && this.frozen(place, inner));
    const isBlocked = ([one, other]) => blocked(this.beside(box, one), this.beside(box, other));
    return ["lr", "ud"].every(isBlocked);
  }

  // Why this position has no solution, if that is known.
  lost() {
    const reach = this.reaches();
    if (this.boxes.size > this.goals.size) return "there are more boxes than goals";
    for (const box of this.boxes) {
      if (this.dead.has(box)) return "a box can no longer reach any goal";
      if (!this.goals.has(box) && this.frozen(box)) return "a box that is not on a goal can never be pushed again";
    }
    if (!reach) return "";
    // Boxes find goals one by one; a goal that is taken is given up if its box finds another.
    const taken = new Map();
    const finds = (box, seen) =>
      [...this.goals].some((goal) => {
        if (seen.has(goal) || !reach.get(goal).has(box)) return false;
        seen.add(goal);
        if (taken.has(goal) && !finds(taken.get(goal), seen)) return false;
        return taken.set(goal, box);
      });
    return [...this.boxes].every((box) => finds(box, new Set())) ? "" : "not every box can have a goal of its own";
  }

  // The level as it stands now, as rows.
  drawing() {
    const sign = (place, cell) => {
      if (!this.inside.has(place)) return cell;
      const index = this.player === place ? 2 : this.boxes.has(place) ? 1 : 0;
      return (this.goals.has(place) ? ".*+" : " $@")[index];
    };
    return this.rows.map((line, row) => [...line].map((cell, at) => sign(row * this.width + at, cell)).join(""));
  }

  // The shapes of the ground in some rows and columns: the first of them, and how many.
  ground([top, high] = [0, this.rows.length], [left, wide] = [0, this.width]) {
    const shapes = [];
    for (let row = top; row < top + high; row += 1) {
      for (let column = left; column < left + wide; column += 1) {
        const [place, isWall] = [row * this.width + column, this.rows[row][column] === "#"];
        const floor = (this.goals.has(place) ? "goal" : "floor") + ((row + column) % 2 ? "-dark" : "");
        const wall = this.rows[row + 1]?.[column] === "#" ? "wall" : "wall-front";
        if (isWall || this.inside.has(place)) shapes.push(shape(isWall ? wall : floor, row, column));
      }
    }
    return shapes;
  }

  // The shapes of the boxes and, last, of the player.
  things() {
    const boxes = [...this.boxes].sort((one, other) => one - other);
    const shapes = boxes.map((place) => shape(this.goals.has(place) ? "box-home" : "box", ...this.at(place)));
    return [...shapes, shape(this.goals.has(this.player) ? "player-on-goal" : "player", ...this.at(this.player))];
  }
}

// An element of a picture, with its attributes.
export function drawn(name, values) {
  const made = document.createElementNS(SVG, name);
  for (const key in values) made.setAttribute(key, values[key]);
  return made;
}

const shape = (name, row, column) => drawn("use", { href: `#${name}`, x: column * SIDE, y: row * SIDE });

const CELLS = {
  "#": ["wall"],
  ".": ["goal"],
  $: ["floor", "box"],
  "*": ["goal", "box-home"],
  "@": ["floor", "player"],
  "+": ["goal", "player-on-goal"],
};

// The picture of a cell.
export function cell(sign) {
  const picture = drawn("svg", { viewBox: `0 0 ${SIDE} ${SIDE}` });
  picture.append(...(CELLS[sign] || ["floor"]).map((name) => shape(name, 0, 0)));
  return picture;
}
