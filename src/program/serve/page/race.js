// The same level solved twice at the same time: by the search that knows Sokoban, and as planning, by the planner that
// knows only its PDDL, in which the encoding has marked cells that are lost. Then what generality costs.

import { h, build, fix, put, row, table } from "./dom.js";
import { bytes, figure, plural, seconds } from "./words.js";
import { event, levelOf } from "./lesson.js";
import { run } from "./link.js";

// What the encoding `filtered` knows, so that the planner need not find it.
const MARKED = "where corners and walls without a goal are marked: no box comes back from there";

const LANES = [
  { solver: "direct", title: "Sokoban", about: "a search over pushes that knows walls, rooms and deadlocks" },
  {
    solver: "strips:filtered",
    title: "Planning",
    about: `the planner, which knows of Sokoban what the level's PDDL says (${MARKED})`,
  },
];
const tellRace = event("race", {
  solved: (_, lanes) => lanes.filter((lane) => lane.result?.solution).length,
  level: levelOf,
});
const LIMIT = 120;
// What takes less tells more of the machine than of the search.
const MEASURABLE = 0.02;

// One of the two: its board, which is the page to play on without what is around the board, and its counts while they grow.
class Lane {
  constructor({ solver, title, about }, rows, place) {
    Object.assign(this, { solver, work: {}, result: null }, build(place, "lane", { again: () => this.play() }));
    [this.name.textContent, this.about.textContent] = [title, about];
    this.frame.title = `${title}: the level`;
    this.frame.style.aspectRatio = `${Math.max(...rows.map((row) => row.length))} / ${rows.length}`;
    this.frame.addEventListener("load", () => {
      this.tell({ bare: true });
      this.play();
    });
    this.show(0);
  }

  tell(message) {
    this.frame.contentWindow?.postMessage(message, "*");
  }

  // Plays the solution, if there is one.
  play() {
    if (this.result?.solution) this.tell({ replay: this.result.solution });
  }

  show(time, word = "time") {
    const { expanded = 0, generated = 0, bytes: size = 0 } = this.work;
    const rows = [
      [word, seconds(time)],
      ["expanded", figure(expanded)],
      ["generated", figure(generated)],
      ["memory of states", bytes(size)],
    ];
    const line = ([name, value]) => h("div", h("dt", name), h("dd", value));
    put(this.numbers, rows.map(line));
  }

  // Searches until it is over; gives how it went, in words.
  async search(level, signal) {
    const event = (one) => {
      if (one.event === "progress") this.work = one;
      if (one.event === "stage") this.state.textContent = `${one.stage} …`;
    };
    const done = await run("solve", { level, solver: this.solver, time_limit: LIMIT }, { event, signal });
    const [result] = done.results;
    if (!result || !result.solver) return done.told;
    this.result = result;
    this.work = { expanded: result.expanded, generated: result.generated, bytes: result.state_bytes };
    this.again.hidden = !result.solution;
    if (result.solution) {
      this.play();
      return `solved: ${plural(result.moves, "move")}, ${plural(result.pushes, "push", "pushes")}`;
    }
    const words = { unsolvable: "proven unsolvable", stopped: `not solved within ${LIMIT} s or the memory` };
    return words[result.status] || "not solved";
  }

  async race(level, signal) {
    const start = performance.now();
    const clock = setInterval(() => this.show((performance.now() - start) / 1000), 100);
    this.state.textContent = "searching …";
    const end = await this.search(level, signal).catch((error) => (error.isStop ? "stopped" : error.message));
    clearInterval(clock);
    this.state.textContent = end;
    if (this.result) this.show(this.result.cpu_seconds ?? this.result.seconds, "processor time");
  }
}

// What planning has cost, in figures.
function price([{ result: one }, { result: other }]) {
  if (!one || !other) return {};
  const times = (mine, theirs) => (theirs > 0 ? `× ${(mine / theirs).toPrecision(3).replace(/\.0+$/, "")}` : "–");
  for (const result of [one, other]) result.cpu_seconds ??= result.seconds;
  const line = (name, key, show = figure, ratio = times) =>
    row(name, [show(one[key]), show(other[key]), ratio(other[key], one[key])]);
  const more = (mine, theirs) =>
    mine === null || theirs === null ? "–" : `${mine >= theirs ? "+" : "−"}${figure(Math.abs(mine - theirs))}`;
  const isShort = Math.max(one.cpu_seconds, other.cpu_seconds) < MEASURABLE;
  const areSolved = one.solution && other.solution;
  let words = "";
  const ratio = other.cpu_seconds / one.cpu_seconds;
  const much = ratio > 0.67 && ratio < 1.5 ? "about as much" : `${times(ratio, 1).slice(2)} times as much`;
  if (areSolved && isShort) words = "Both were too quick: such times change from race to race.";
  else if (areSolved) words = `From the level's PDDL (${MARKED}), the planner took ${much} processor time.`;
  else if (one.solution) words = "Knowledge about Sokoban solved it; the planner did not, within its limits.";
  let judged = "";
  if (one.status === "unsolvable" && other.status === "unsolvable")
    judged = "Neither search has a solution: both have proven that there is none.";
  else if (one.solution || other.solution)
    judged = `${areSolved ? "Both solutions were" : "The solution was"} accepted by a validator that shares nothing with either search.`;
  const time = (time) => `${time.toFixed(3)} s`;
  const rows = [
    line("processor time", "cpu_seconds", time, isShort ? () => "too short to compare" : times),
    line("expanded", "expanded", figure, () => "of other kinds"),
    line("stored states", "states", figure, () => "of other kinds"),
    line("bytes of states", "state_bytes", bytes),
    line("moves", "moves", figure, more),
    line("pushes", "pushes", figure, more),
  ];
  return { words, judged, prices: table(["", "Sokoban", "Planning", "price"], h("tbody", rows)) };
}

// Races the two on a level; `edit` is called with the PDDL if the user wants to see it in the editors.
export function race(place, rows, name, edit) {
  const level = rows.join("\n") + "\n",
    abort = new AbortController();
  const close = () => {
    abort.abort();
    put(place);
    place.hidden = true;
  };
  place.hidden = false;
  put(place);
  const parts = build(place, "race", { stop: () => abort.abort(), close });
  const { title, model, stop, lanes } = parts;
  title.textContent = `${name} as planning`;
  const both = LANES.map((lane) => new Lane(lane, rows, lanes));
  run("levels", { level }).then(({ document }) => both.forEach(({ frame }) => document && (frame.src = document)));
  const encode = async () => {
    const { results, told } = await run("encode", { level });
    const [{ domain, problem } = {}] = results;
    if (!problem) return told;
    const help = "the domain and the problem, to read, change, plan and step through";
    const open = fix("Open them in the editors", help, () => edit(domain, problem));
    return [`${plural(problem.split("\n").length, "line")} of PDDL `, open];
  };
  encode()
    .catch((error) => error.message)
    .then((words) => put(model, words));
  Promise.all(both.map((lane) => lane.race(level, abort.signal))).then(() => {
    stop.disabled = true;
    tellRace(rows, both);
    const said = Object.entries(price(both));
    for (const [part, words] of said) put(parts[part], words);
    parts.result.hidden = !said.length;
  });
}
