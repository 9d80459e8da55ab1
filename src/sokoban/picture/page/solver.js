// What a solver says of the position on a board: the push to make next, a solution, or that all is lost, and since when.
// The workbench asks its engine; a page that plays alone has one inside.

import { Board, isShorter, many, measure, pushes } from "./board.js";

export class Helper {
  // `playing` gives what the board tells of itself, or null; `search` gives the result of a search on rows, within seconds,
  // perhaps with some to improve it, or null if it was stopped; `say` tells, and `post` has the board do something.
  constructor(means) {
    Object.assign(this, means);
  }

  static LOST = "This position is lost";

  // Whether a result is still about the level on the board; and about where the player is, unless `isOfLevel`.
  isAbout(result, { rows, now }, isOfLevel = false) {
    const here = this.playing();
    if (!result || here?.rows.join() !== rows.join()) return false;
    const isThere = isOfLevel || here.now.join() === now.join();
    if (!isThere) this.say("You have moved on: ask again from here.");
    return isThere;
  }

  async hint() {
    const asked = this.playing();
    if (asked.solved) return this.say("This level is solved.");
    const result = await this.search(asked.now, "thinking, at most 10 s", 10);
    if (!this.isAbout(result, asked)) return;
    if (result.solution) this.post({ hint: result.solution });
    else if (!this.isHopeless(result, asked)) this.say("No hint was found in 10 s.");
  }

  // Says that there is no solution, if that is proven; if nothing was pushed, the board says it of the level from then on.
  isHopeless({ status, message }, { moves, unsolvable }) {
    if (status !== "unsolvable") return false;
    const why = unsolvable || (message || "no push helps").replace(/^unsolvable: /, "");
    if (unsolvable || !pushes(moves)) this.post({ unsolvable: why });
    else this.say(`${Helper.LOST}: ${why}. Take pushes back, or restart.`);
    return true;
  }

  // Solves the level from where the player is; or with seconds to do so, from the start, and looks for shorter solutions.
  async solve(improve) {
    const asked = this.playing();
    const { now, rows, best } = asked;
    const words = improve ? `looking for a short solution, about ${improve} s` : "solving, at most 60 s";
    const result = await this.search(improve ? rows : now, words, 60, improve);
    if (!this.isAbout(result, asked, improve)) return;
    if (!result.solution) {
      if (!this.isHopeless(result, improve ? { ...asked, moves: "" } : asked))
        this.say(result.message || "No solution was found in 60 s.");
      return;
    }
    const found = measure(result.solution);
    const proof = result.promise ? `; proven: ${result.promise}` : "";
    const isNews = improve && best && isShorter(result.solution, best);
    if (!improve) this.say(`Solved from here on: ${found}.`);
    else if (isNews) this.say(`Shorter: ${found}; your best was ${measure(best)}${proof}.`);
    else if (best) this.say(`Nothing shorter than your best, ${measure(best)}, was found${proof}.`);
    else this.say(`A short solution: ${found}${proof}.`);
    if (!improve || isNews || !best) this.post({ replay: result.solution, isOn: !improve });
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
    const judged = (position) => this.search(position, "looking whether it is lost, at most 20 s", 20);
    let proof = await judged(now);
    if (!this.isAbout(proof, asked)) return;
    if (proof.solution)
      return this.say(`Not lost: ${many(pushes(proof.solution), "more push", "more pushes")} can solve it.`);
    if (proof.status !== "unsolvable")
      return this.say("Not known: 20 s have neither solved it nor proven that it is lost.");
    let [sound, lost, isKnown] = [-1, ends.length, true];
    while (lost - sound > 1) {
      const middle = Math.floor((sound + lost) / 2);
      const there = await judged(after(middle));
      if (!this.isAbout(there, asked)) return;
      if (there.status === "unsolvable") [lost, proof] = [middle, there];
      else {
        isKnown &&= Boolean(there.solution);
        sound = middle;
      }
    }
    if (!lost) return this.isHopeless(proof, { ...asked, moves: "" });
    const since = `${isKnown ? "with" : "with, or before,"} push ${lost} of ${ends.length}`;
    this.say(`${Helper.LOST} since you went wrong ${since}. Undo push leads back.`);
  }
}
