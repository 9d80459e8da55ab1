// What banto says about the domain and the problem: plans, proofs, why there is none, and what is wrong.

import { h, button, dialog, fix, intoSight, mainButton, put, radios, shown } from "./dom.js";
import { bytes, figure, plural, seconds } from "./words.js";
import { Turn, hasServer, refuse, run } from "./link.js";
import * as lesson from "./lesson.js";
import * as texts from "./texts.js";

export const settings = { quality: "", search: "", heuristic: "", limit: "30" };
let live, old, output, controls, turn, changed;
// The texts that were asked about at last.
let asked = "";

// What a lesson can ask for.
const tellUnsolvable = lesson.event("unsolvable");
const tellPlan = lesson.event("plan", {
  steps: ({ plan }) => plan.length,
  cost: ({ cost }) => cost,
  expanded: ({ counts }) => counts.expanded,
  status: ({ status }) => status,
  uses: ({ plan }) => plan.map((step) => step.slice(1).split(/[ )]/)[0]),
  search: () => settings.search || "default",
  heuristic: () => settings.heuristic || "default",
});

// Answers in these parts of the room; `onChange` hears of other settings.
export function begin(parts, onChange) {
  [controls, changed] = [parts, onChange];
  ({ live, old, output } = parts);
  turn = new Turn(live, parts.stop);
}

// Says of an answer that the texts have changed since.
export function tellOld() {
  old.hidden = !asked || asked === JSON.stringify(texts.pair());
}

// What was said is about other texts.
export function clear() {
  turn.drop();
  asked = "";
  tellOld();
  live.textContent = "";
  const words =
    "Plan looks for a plan for the problem in the world of the domain. Why says why there is none, Check what is wrong.";
  const lessons = h("div");
  put(output, h("p.where", words), !lesson.isOpen() && h("section", h("h3", "Lessons"), lessons));
  if (!lesson.isOpen()) lesson.fill(lessons);
}

export function showControls() {
  const { search, heuristic, quality, limit } = settings;
  [controls.quality.value, controls.limit.value] = [quality, limit];
  controls.search.textContent =
    search || heuristic ? `${search || "default"}: ${heuristic || "default"}` : "default search";
}

// A setting is now this.
export const set = (name) => (value) => {
  settings[name] = value;
  showControls();
  changed();
};

export async function chooseSearch() {
  const [list = { searches: [], heuristics: [] }] = (await run("searches", {})).results;
  const option = ({ name, summary }) => [name, h("b", name || "default"), " ", summary];
  const part = (title, name, rows) => {
    const options = [{ name: "", summary: "by itself" }, ...rows].map(option);
    return h("div", h("h3", title), radios(name, options, settings[name], set(name)));
  };
  const both = [part("The search", "search", list.searches), part("Its heuristic", "heuristic", list.heuristics)];
  dialog("Search", h("div.pair", both));
}

// Runs a command on both texts; gives what it said, or null if it was stopped.
async function carryOut(name, words, extra = {}) {
  live.textContent = `${words} …`;
  asked = JSON.stringify(texts.pair());
  tellOld();
  intoSight(live);
  output.replaceChildren();
  const best = [];
  let last = null,
    stage = words,
    bound = "";
  const event = (one) => {
    if (one.event === "stage") stage = one.stage;
    if (one.event === "bound") bound = `, no plan costs less than ${figure(one.lower_bound)}`;
    if (one.event === "plan") {
      best.push(`${figure(one.cost)} at ${seconds(one.seconds)}`);
      last = one;
      const steps = one.steps.map((step) => `(${[step.name, ...step.arguments].join(" ")})`);
      output.replaceChildren(h("p.where", `cost ${best.join(", ")}`), asText(steps, true));
    }
    if (one.event === "progress") {
      const h0 = one.best_h === null ? "" : `, best estimate ${one.best_h}`;
      live.textContent = `${seconds(one.seconds)}: ${stage}, ${figure(one.expanded)} expanded, ${bytes(one.bytes)}${h0}${bound}`;
    } else if (typeof one.seconds === "number") live.textContent = `${seconds(one.seconds)}: ${stage}${bound}`;
  };
  const done = await turn.run(name, { ...texts.pair(), ...extra }, event);
  if (!done && last && live.textContent === "Stopped.")
    live.textContent = `Stopped; the last plan has ${plural(last.steps.length, "step")} and costs ${figure(last.cost)}.`;
  return done;
}

// A plan as text.
function asText(steps, isOpen = false) {
  const copy = () => navigator.clipboard.writeText(steps.join("\n") + "\n");
  const parts = [h("summary", "The plan as text"), h("pre", steps.join("\n"))];
  return h("details", { open: isOpen }, parts, button("Copy", "put the plan on the clipboard", copy));
}

export async function plan() {
  const extra = { time_limit: Number(settings.limit) };
  for (const name of ["quality", "search", "heuristic"]) if (settings[name]) extra[name] = settings[name];
  const done = await carryOut("plan", "planning", extra);
  if (!done) return;
  const result = done.results[0];
  if (!result?.plan) {
    const words = {
      unsolvable: "There is no plan. This is proven.",
      stopped: "Stopped by a limit, without a plan.",
      unsolved: "No plan was found.",
    };
    live.textContent = (result && words[result.status]) || done.told || "no plan";
    const isProven = result?.status === "unsolvable";
    if (isProven) tellUnsolvable();
    const because = isProven && mainButton("Why?", "the cause, and what would help", why);
    return put(output, texts.said(done), result?.message && h("p.lead", result.message), because);
  }
  // Without a metric, each step costs 1.
  const hasCosts = /\(\s*:metric/i.test(texts.text("problem"));
  const proven = result.status === "optimal" && `; no plan ${hasCosts ? "costs less" : "is shorter"}`;
  const words = [
    plural(result.plan.length, "step"),
    hasCosts && `, cost ${figure(result.cost)}`,
    proven,
    done.code === 23 && "; the time was up",
    ` (${seconds(result.seconds.total)})`,
  ];
  live.textContent = words.filter(Boolean).join("");
  tellPlan(result);
  const { document: page } = done;
  const way = hasServer ? { target: "_blank" } : { download: "plan.html" };
  put(
    output,
    page &&
      h("a", { href: page, ...way, title: "the page below, without the rest" }, "The plan alone, to print or save"),
    page && shown("The plan: its steps, the states between them, the search", page),
    asText(result.plan),
  );
  intoSight(live);
}

export async function check() {
  const done = await carryOut("check", "checking");
  if (!done) return;
  const count = done.diagnostics.length;
  live.textContent = count || done.code ? `${plural(count, "thing")} to look at.` : "Nothing is wrong.";
  put(output, texts.said(done));
}

export async function why() {
  const done = await carryOut("why", "looking for the cause", { time_limit: Number(settings.limit) });
  if (!done) return;
  const result = done.results[0];
  if (!result?.status || result.repairs === undefined) {
    live.textContent = result?.message || done.told;
    return put(output, texts.said(done));
  }
  live.textContent = result.status === "solvable" ? `There is a plan, of ${plural(result.steps, "step")}.` : "";
  const line = (one) => h("li", one.text, " ", texts.place(one));
  const mend = (repair) => async () => {
    if (!old.hidden) return refuse("The texts have changed since: ask why again.");
    texts.change(repair.edits);
    await plan();
  };
  const apply = (repair) =>
    repair.edits.length > 0 && fix("Apply", "change the texts so, and plan again", mend(repair));
  const cost = (given) => given && h("span.more", `but then it is no longer sure that ${given}`);
  const repairs = result.repairs.map((repair) => h("li", repair.text, apply(repair), cost(repair.gives_up)));
  const more = repairs.splice(repairs.length - result.more_repairs);
  const part = (title, rows) => rows.length > 0 && h("section", h("h3", title), h("ul.reasons", rows));
  const left = result.left_out.map((one) => h("li", one));
  put(
    output,
    result.root && h("p.root", result.root.text, " ", texts.place(result.root)),
    part("How it follows", result.links.map(line)),
    part("What the states show", result.states.map(line)),
    part("If the model is wrong, one of these changes gives a plan", repairs),
    more.length > 0 && h("details", h("summary", `${figure(more.length)} more, less likely`), h("ul.reasons", more)),
    result.tried && h("p.where", result.tried),
    part("Not tried", left),
  );
}
