// The room to compare solvers: on a collection of levels, or on the task in the editors. The result is the page of
// `banto compare --html`: tables, plots, and solutions to step through.

import { h, button, choice, download, figure, link, mainButton, row, seconds, shown, table } from "./dom.js";
import { Turn, run } from "./link.js";
import { LEVELS, brought, choose, open } from "./files.js";
import { pair } from "./plan.js";

const LIMITS = [
  ["2", "2 s a run"],
  ["10", "10 s a run"],
  ["60", "1 min a run"],
];
const DEFAULTS = { levels: "direct,strips:filtered", task: "default,gbfs:ff,astar:lmcut" };

let note = () => {},
  kind = "levels",
  what = "first steps",
  file = null,
  limit = "10",
  solvers = {};
let live, output, chosen, names, turn, known;

function say() {
  const at = kind === "task" ? { task: "1" } : file ? { file } : { collection: what };
  note({ ...at, solvers: solvers[kind] === DEFAULTS[kind] ? "" : solvers[kind], limit: limit === "10" ? "" : limit });
  chosen.textContent = kind === "task" ? "the task in the editors" : file || what;
  names.value = solvers[kind];
}

async function texts() {
  if (kind === "task") return pair();
  if (file) return { level: (await open(file)).text };
  const found = (await brought()).levels.find((one) => one.name === what);
  return { level: found.text };
}

async function begin() {
  output.replaceChildren();
  live.textContent = "comparing …";
  const rows = h("tbody");
  const heads = ["", "solver", "status", "time", "expanded", "states", kind === "task" ? "cost" : "pushes"];
  output.append(h("section", table(heads, rows)));
  const event = (one) => {
    if (one.event === "stage") live.textContent = one.stage;
    if (one.event !== "run") return;
    const { title, solver, status, seconds: time, expanded, states, pushes, cost } = one.run;
    const cells = [solver, status, seconds(time), figure(expanded), figure(states), figure(pushes ?? cost)];
    rows.append(row(title, cells));
  };
  const args = { ...(await texts()), solvers: solvers[kind], time_limit: Number(limit) };
  const done = await turn.run(kind === "task" ? "compare" : "compare_levels", args, event);
  if (!done) return;
  const [result] = done.results;
  live.textContent = result && result.solvers ? "" : done.told;
  if (!live.textContent)
    output.replaceChildren(
      h(
        "div.bar",
        button("JSON", "everything as one object", () => download("comparison.json", JSON.stringify(result, null, 1))),
        button("CSV", "one line for each run", () => download("comparison.csv", csv(result))),
      ),
      shown("the comparison: tables and plots", done.document),
    );
}

// The runs as lines: every figure that is no list.
function csv(result) {
  const rows = (result.levels || result.tasks).flatMap((one) =>
    one.runs.map((each) => ({ title: one.title || one.problem, level: one.level, ...each })),
  );
  const heads = Object.keys(rows[0] || {}).filter(
    (head) => typeof rows[0][head] !== "object" || rows[0][head] === null,
  );
  const cell = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : (value ?? ""));
  return (
    [heads, ...rows.map((row) => heads.map((head) => row[head]))].map((row) => row.map(cell).join(",")).join("\n") +
    "\n"
  );
}

async function showKnown() {
  const {
    results: [list],
  } = await run("solvers", {});
  const add = (name) => () => {
    const all = new Set(solvers[kind].split(",").filter(Boolean));
    if (!all.delete(name)) all.add(name);
    solvers[kind] = [...all].join(",");
    say();
  };
  known.replaceChildren(
    h(
      "ul",
      (list ? list.solvers : []).map((one) =>
        h("li", link(one.name, "add or remove this one", add(one.name)), ` ${one.summary}`),
      ),
    ),
    h("p", "Of tasks: default, first, optimal, or a search with a heuristic, such as gbfs:ff, astar:lmcut, bfs."),
  );
}

export function make(room, noteHere) {
  note = noteHere;
  [live, output] = [h("p.live", { role: "status" }), h("div.output")];
  chosen = h("b");
  names = h("input", {
    size: 42,
    "aria-label": "solvers, with commas",
    onchange: () => {
      solvers[kind] = names.value.replaceAll(" ", "");
      say();
    },
  });
  turn = new Turn(live, "end the comparison");
  known = h("div");
  const pick = async () => {
    const one = await choose("Compare on levels", LEVELS, "levels");
    if (one) {
      kind = "levels";
      file = one.path || null;
      what = one.example || what;
      say();
    }
  };
  const limits = choice("the limit of each run", LIMITS, limit, (one) => {
    limit = one;
    say();
  });
  room.append(
    h(
      "div.bar",
      mainButton("Run", "run every solver on all of it", begin),
      turn.stop,
      "on ",
      chosen,
      button("Levels", "choose a collection of levels", pick),
      button("The task in the editors", "compare planners on it", () => {
        kind = "task";
        say();
      }),
      limits,
    ),
    h(
      "div.bar",
      h("label", "Solvers ", names),
      h("details", { ontoggle: showKnown }, h("summary", "which there are"), known),
    ),
    live,
    output,
  );
  return (params) => {
    kind = params.get("task") ? "task" : "levels";
    file = params.get("file");
    what = params.get("collection") || "first steps";
    limit = params.get("limit") || "10";
    limits.value = limit;
    solvers = { ...DEFAULTS };
    if (params.get("solvers")) solvers[kind] = params.get("solvers");
    say();
    const words = "Each solver is run on each of these, with the same limit; a table then says what each has done.";
    if (!output.children.length) output.append(h("p.where", words));
  };
}
