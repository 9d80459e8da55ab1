// The room to compare solvers: on a collection of levels, or on the task in the editors. The result is the page of
// `banto compare --html`: tables, plots, and solutions to step through.

import { h, build, button, link, put, row, shown, table } from "./dom.js";
import { figure, seconds } from "./words.js";
import { download } from "./store.js";
import { Turn, run } from "./link.js";
import { LEVELS, choose, levelsOf } from "./files.js";
import { pair } from "./texts.js";

const DEFAULTS = { levels: "direct,strips:filtered", task: "default,gbfs:ff,astar:lmcut" };

let note, live, output, chosen, names, limits, turn, known;
let kind, what, file, solvers;

function say() {
  const at = kind === "task" ? { task: "1" } : file ? { file } : { collection: what };
  const limit = limits.value === "10" ? "" : limits.value;
  note({ ...at, solvers: solvers[kind] === DEFAULTS[kind] ? "" : solvers[kind], limit });
  chosen.textContent = kind === "task" ? "the task in the editors" : file || what;
  names.value = solvers[kind];
}

async function begin() {
  live.textContent = "comparing …";
  const rows = h("tbody");
  const heads = ["", "solver", "status", "time", "expanded", "states", kind === "task" ? "cost" : "pushes"];
  put(output, h("section", table(heads, rows)));
  const event = (one) => {
    if (one.event === "stage") live.textContent = one.stage;
    if (one.event !== "run") return;
    const { title, solver, status, seconds: time, expanded, states, pushes, cost } = one.run;
    const cells = [solver, status, seconds(time), figure(expanded), figure(states), figure(pushes ?? cost)];
    rows.append(row(title, cells));
  };
  const texts = kind === "task" ? pair() : { level: (await levelsOf(file, what)).text };
  const args = { ...texts, solvers: solvers[kind], time_limit: Number(limits.value) };
  const done = await turn.run(kind === "task" ? "compare" : "compare_levels", args, event);
  if (!done) return;
  const [result] = done.results;
  live.textContent = result && result.solvers ? "" : done.told;
  if (live.textContent) return;
  const json = () => download("comparison.json", JSON.stringify(result, null, 1));
  const lines = h("a", { href: done.csv, download: "comparison.csv", title: "one line for each run" }, "CSV");
  const files = h("div.bar", button("JSON", "everything as one object", json), lines);
  put(output, files, shown("the comparison: tables and plots", done.document));
}

async function showKnown() {
  const { results } = await run("solvers", {});
  const add = (name) => () => {
    const all = new Set(solvers[kind].split(",").filter(Boolean));
    if (!all.delete(name)) all.add(name);
    solvers[kind] = [...all].join(",");
    say();
  };
  const line = ({ name, summary }) => h("li", link(name, "add or remove this one", add(name)), ` ${summary}`);
  put(known, results[0]?.solvers.map(line));
}

async function pick() {
  const one = await choose("Compare on levels", LEVELS, "levels");
  if (!one) return;
  kind = "levels";
  file = one.path || null;
  what = one.example || what;
  say();
}

export function make(room, noteHere) {
  note = noteHere;
  const task = () => {
    kind = "task";
    say();
  };
  const name = () => {
    solvers[kind] = names.value.replaceAll(" ", "");
    say();
  };
  const parts = build(room, "compare", { run: begin, levels: pick, task, limits: say, names: name });
  ({ live, output, chosen, names, limits, known } = parts);
  parts.which.addEventListener("toggle", showKnown);
  turn = new Turn(live, parts.stop);
  return (params) => {
    kind = params.get("task") ? "task" : "levels";
    file = params.get("file");
    what = params.get("collection") || "first steps";
    limits.value = params.get("limit") || "10";
    solvers = { ...DEFAULTS };
    if (params.get("solvers")) solvers[kind] = params.get("solvers");
    say();
  };
}
