// What a solver says of the position on a board: the push to make next, a solution, or that all is lost, and since when.
// The workbench asks its engine; a page that plays alone has one inside.

import { Board } from "./board.js";

export class Helper {
  // `playing` gives what the board tells of itself, or null; `search` gives the result of a search on rows, within seconds,
  // perhaps with some to improve it, or null if it was stopped; `say` tells, and `post` has the board do something.
  constructor(means) {
    Object.assign(this, means);
  }

  static pushes = (moves) => moves.replace(/[^LURD]/g, "").length;
  static count = (number, one, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;
  static length = (moves) =>
    `${Helper.count(moves.length, "move")}, ${Helper.count(Helper.pushes(moves), "push", "pushes")}`;
  // Whether moves have fewer pushes, or as many and fewer moves.
  static isShorter = (one, other) => (Helper.pushes(one) - Helper.pushes(other) || one.length - other.length) < 0;
  static LOST = "This position is lost";

  // Whether the level is still that which was asked about.
  isStill = ({ rows }) => this.playing()?.rows.join() === rows.join();

  async hint() {
    const asked = this.playing();
    if (asked.solved) return this.say("This level is solved.");
    const result = await this.search(asked.now, "thinking, at most 10 s", 10);
    if (!result || !this.isStill(asked)) return;
    if (result.solution) this.post({ hint: result.solution });
    else if (!this.isHopeless(result, asked)) this.say("No hint was found in 10 s.");
  }

  // Says that there is no solution, if that is proven; if nothing was pushed, the board says it of the level from then on.
  isHopeless({ status, message }, { rows, moves, unsolvable }) {
    if (status !== "unsolvable") return false;
    const why = unsolvable || (message || "no push helps").replace(/^unsolvable: /, "");
    const isLevel = unsolvable || !Helper.pushes(moves);
    if (!isLevel) this.say(`${Helper.LOST}: ${why}. Take pushes back, or restart.`);
    else if (this.isStill({ rows })) this.post({ unsolvable: why });
    return true;
  }

  // Solves the level from where the player is; or with seconds to do so, from the start, and looks for shorter solutions.
  async solve(improve) {
    const asked = this.playing();
    const { now, rows, best } = asked;
    const words = improve ? `looking for a short solution, about ${improve} s` : "solving, at most 60 s";
    const result = await this.search(improve ? rows : now, words, 60, improve);
    if (!result || !this.isStill(asked)) return;
    if (!result.solution) {
      if (!this.isHopeless(result, improve ? { ...asked, moves: "" } : asked))
        this.say(result.message || "No solution was found in 60 s.");
      return;
    }
    const found = Helper.length(result.solution);
    const proof = result.promise ? `; proven: ${result.promise}` : "";
    const isNews = improve && best && Helper.isShorter(result.solution, best);
    if (!improve) this.say(`Solved from here on: ${found}.`);
    else if (isNews) this.say(`Shorter: ${found}; your best was ${Helper.length(best)}${proof}.`);
    else if (best) this.say(`Nothing shorter than your best, ${Helper.length(best)}, was found${proof}.`);
    else this.say(`A short solution: ${found}${proof}.`);
    if (!improve && this.playing().now.join() !== now.join())
      this.say("You have moved on: Solve looks again from here.");
    else if (!improve || isNews || !best) this.post({ replay: result.solution, isOn: !improve });
  }

  // Says whether the position is lost, and since which push: what is lost stays so, and the push is found by halves.
  async lost() {
    const asked = this.playing();
    const { rows, now, moves } = asked;
    const ends = [...moves].flatMap((made, at) => (/[LURD]/.test(made) ? [at + 1] : []));
    const after = (pushes) => {
      const board = new Board(rows);
      for (const made of moves.slice(0, pushes && ends[pushes - 1])) board.step(made.toLowerCase());
      return board.drawing();
    };
    const judged = async (position) => this.search(position, "looking whether it is lost, at most 20 s", 20);
    const result = await judged(now);
    if (!result || !this.isStill(asked)) return;
    if (result.solution)
      return this.say(
        `Not lost: ${Helper.count(Helper.pushes(result.solution), "more push", "more pushes")} can solve it.`,
      );
    if (result.status !== "unsolvable")
      return this.say("Not known: 20 s have neither solved it nor proven that it is lost.");
    let [sound, lost, isKnown] = [-1, ends.length, true];
    while (lost - sound > 1) {
      const middle = Math.floor((sound + lost) / 2);
      const there = await judged(after(middle));
      if (!there) return;
      if (there.status === "unsolvable") lost = middle;
      else {
        isKnown &&= Boolean(there.solution);
        sound = middle;
      }
    }
    if (!lost) return this.isHopeless(result, { ...asked, moves: "" });
    const since = `${isKnown ? "with" : "with, or before,"} push ${lost} of ${ends.length}`;
    this.say(`${Helper.LOST} since you went wrong ${since}. Undo push leads back.`);
  }
}
