// The same level solved twice at the same time: by the search that knows Sokoban, and as planning, by the planner that
// knows only its PDDL. Then what generality costs.

import { h, button, bytes, figure, fix, plural, put, row, seconds, table } from "./dom.js";
import { run } from "./link.js";
import { Board } from "./board.js";

const LANES = [
  { solver: "direct", title: "Sokoban", about: "a search over pushes that knows walls, rooms and deadlocks" },
  { solver: "strips:filtered", title: "Planning", about: "the planner, which knows nothing but the level's PDDL" },
];
const LIMIT = 120;
// What takes less is no longer than starting the program.
const MEASURABLE = 0.05;

// One of the two: its board, and its counts while they grow.
class Lane {
  constructor(lane, rows) {
    Object.assign(this, lane, { work: {}, result: null });
    this.board = new Board(rows, `${lane.title}: the level`);
    this.numbers = h("dl.figures");
    this.state = h("p.lane-state", { role: "status" });
    this.again = button("Play again", "the solution once more", () => this.board.play(this.result.solution), {
      hidden: true,
    });
    this.element = h(
      "section.lane",
      h("h3", this.title),
      h("p.where", this.about),
      this.numbers,
      this.state,
      this.board.picture,
      this.again,
    );
    this.show(0);
  }

  show(time) {
    const { expanded = 0, generated = 0, bytes: size = 0 } = this.work;
    const rows = [
      ["time", seconds(time)],
      ["expanded", figure(expanded)],
      ["generated", figure(generated)],
      ["memory of states", bytes(size)],
    ];
    this.numbers.replaceChildren(...rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))));
  }

  async race(level, signal) {
    const start = performance.now();
    const clock = setInterval(() => this.show((performance.now() - start) / 1000), 100);
    this.state.textContent = "searching …";
    const event = (one) => {
      if (one.event === "progress") this.work = one;
      if (one.event === "stage") this.state.textContent = `${one.stage} …`;
    };
    try {
      const done = await run("solve", { level, solver: this.solver, time_limit: LIMIT }, { event, signal });
      clearInterval(clock);
      const [result] = done.results;
      if (!result || !result.solver) throw new Error(done.told);
      this.result = result;
      this.work = { expanded: result.expanded, generated: result.generated, bytes: result.state_bytes };
      this.show(result.seconds);
      this.state.textContent = result.solution
        ? `solved: ${plural(result.moves, "move")}, ${plural(result.pushes, "push", "pushes")}`
        : { unsolvable: "proven unsolvable", stopped: `not solved within ${LIMIT} s or the memory` }[result.status] ||
          "not solved";
      this.again.hidden = !result.solution;
      if (result.solution) this.board.play(result.solution);
    } catch (error) {
      clearInterval(clock);
      this.state.textContent = error.code === -32800 ? "stopped" : error.message;
    }
  }
}

// What planning has cost, in figures.
function price([direct, planned]) {
  if (!direct.result || !planned.result) return null;
  const [one, other] = [direct.result, planned.result];
  const times = (mine, theirs) => (theirs > 0 ? `× ${(mine / theirs).toPrecision(3).replace(/\.0+$/, "")}` : "–");
  for (const result of [one, other]) result.cpu_seconds ??= result.seconds;
  const line = (name, key, show = figure, ratio = times) =>
    row(name, [show(one[key]), show(other[key]), ratio(other[key], one[key])]);
  const more = (mine, theirs) =>
    mine === null || theirs === null ? "–" : `${mine >= theirs ? "+" : "−"}${figure(Math.abs(mine - theirs))}`;
  const isShort = Math.max(one.cpu_seconds, other.cpu_seconds) < MEASURABLE;
  const words =
    one.solution && other.solution
      ? isShort
        ? "Both were too quick for their times to be compared; the counts tell more."
        : `Without knowing anything about Sokoban, the planner took ${times(other.cpu_seconds, one.cpu_seconds).slice(2)} times as much processor time.`
      : !other.solution && one.solution
        ? "Knowledge about Sokoban solved it; the planner did not, within its limits."
        : "";
  const judged =
    one.solution || other.solution
      ? `${one.solution && other.solution ? "Both solutions were" : "The solution was"} accepted by a validator that shares nothing with either search.`
      : [one, other].every((result) => result.status === "unsolvable")
        ? "Neither search has a solution: both have proven that there is none."
        : "";
  return h(
    "section.price",
    h("h3", "The price of generality"),
    words && h("p.root", words),
    table(
      ["", "Sokoban", "Planning", "price"],
      h(
        "tbody",
        line(
          "processor time",
          "cpu_seconds",
          (time) => `${time.toFixed(3)} s`,
          isShort ? () => "too short to compare" : times,
        ),
        line("expanded", "expanded"),
        line("stored states", "states"),
        line("bytes of states", "state_bytes", bytes),
        line("moves", "moves", figure, more),
        line("pushes", "pushes", figure, more),
      ),
    ),
    h(
      "p.where",
      judged,
      " Expanded states are not the same thing in both: a step of one is a push, of the other a move or a push.",
    ),
  );
}

// Races the two on a level; `edit` is called with the PDDL if the user wants to see it in the editors.
export function race(place, rows, title, edit) {
  const level = rows.join("\n") + "\n",
    abort = new AbortController();
  const lanes = LANES.map((lane) => new Lane(lane, rows));
  const result = h("div", { role: "status" }),
    model = h("span.where", "writing the level as PDDL …");
  const stop = button("Stop", "end both searches", () => abort.abort());
  place.replaceChildren(
    h(
      "div.bar",
      h("h2", `${title} as planning`),
      model,
      h("span.room-left"),
      stop,
      button("Close", "back to the level", () => {
        abort.abort();
        place.replaceChildren();
        place.hidden = true;
      }),
    ),
    h(
      "div.lanes",
      lanes.map((lane) => lane.element),
    ),
    result,
  );
  place.hidden = false;
  run("encode", { level })
    .then(({ results: [task], told }) => {
      if (!task || !task.problem) {
        model.textContent = told;
        return;
      }
      const lines = task.problem.split("\n").length;
      model.replaceChildren(
        `${plural(lines, "line")} of PDDL `,
        fix("Open them in the editors", "the domain and the problem, to read, change, plan and step through", () =>
          edit(task.domain, task.problem),
        ),
      );
    })
    .catch((error) => {
      model.textContent = error.message;
    });
  Promise.all(lanes.map((lane) => lane.race(level, abort.signal))).then(() => {
    stop.disabled = true;
    put(result, price(lanes));
  });
}
