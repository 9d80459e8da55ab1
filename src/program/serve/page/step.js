// The room to walk through a task: a state, what can be done in it, what cannot and why, and a plan from there. Every
// way that was tried stays in a small tree.

import { h, actionButton, build, button, fix, link, put, shown } from "./dom.js";
import { forms, plural } from "./words.js";
import { Refusal, Turn, refuse, run } from "./link.js";
import { event } from "./lesson.js";
import { linked, pair, said } from "./texts.js";

let note, live, dead, state, actions, goals, estimates, tree, lack, question, picture;
let texts, root, at;
let [undone, filter, withEstimates, asked] = [[], "", false, 0];
// It says nothing of itself.
const judging = new Turn(h("p"));

const leaf = (action, parent) => ({ action, parent, children: [] });
const path = (node) => (node.parent ? [...path(node.parent), node.action] : []);
const limit = { time_limit: 30 };
const tellGoal = event("goal", { steps: () => path(at).length });

// Asks about the state after the actions of a node; gives the answers by their commands. What is wrong with the texts is
// said with its places.
async function ask(extra = {}) {
  const done = await run("step", { ...texts, ...limit, actions: path(at), ...extra });
  const bad = done.results.find((one) => one.status !== "ok");
  if (!bad && done.results.length) return new Map(done.results.map((one) => [one.line, one.text]));
  throw Object.assign(new Refusal(bad ? `${bad.message}\n${bad.text || ""}`.trim() : done.told), { said: said(done) });
}

// Draws the state, if the task has a structure that can be drawn.
async function draw(mine) {
  const steps = path(at);
  const extra = steps.length ? { plan: steps.join("\n") + "\n", step: steps.length } : {};
  const done = await run("draw", { ...texts, ...extra }).catch(() => ({ document: null }));
  if (mine !== asked) return;
  if (!done.document) {
    picture.hidden = true;
    return;
  }
  // The last one stays until the next is there, which is as tall until it tells otherwise.
  const next = shown("the state as a picture", `${done.document}#framed`, { class: "state-picture loading" });
  next.style.cssText = picture.style.cssText;
  picture.after(next);
  next.addEventListener("load", () => {
    const late = mine === asked ? picture : next;
    if (mine === asked) picture = next;
    late.remove();
    next.classList.remove("loading");
  });
}

// Says of a dead end that it is one, and why, if a short search proves it.
async function judge() {
  const done = await judging.run("step", { ...texts, time_limit: 2, actions: path(at), plan: true });
  const proof = done?.results.find((one) => one.status === "unsolvable");
  if (proof) put(dead, `A dead end: ${proof.message}.`, at.parent && " Undo leads back.");
}

async function show() {
  const mine = (asked += 1);
  put(dead);
  draw(mine);
  judge();
  note({ steps: path(at).join("") });
  showTree();
  const told = await ask({ estimates: withEstimates, all_facts: true });
  if (mine !== asked) return;
  live.textContent = "";
  showState(told.get("state"), told.get("state all"));
  showActions(told.get("actions"));
  showGoals(told.get("goals"));
  estimates.hidden = !withEstimates;
  estimates.textContent = told.get("h") || "";
}

// Shows only actions with an object; all if they are shown already.
function only(one) {
  filter = filter === one ? "" : one;
  show();
}

// The words of a fact or an action.
const wordsOf = (form) => form.replace(/[()]/g, "").split(" ");

const here = (isHere) => ({ class: isHere ? "link here" : "link" });

function fact(form) {
  const [name, ...objects] = wordsOf(form);
  const filters = objects.map((one) => button(one, `only actions with ${one}`, () => only(one), here(one === filter)));
  return h("span.fact", `(${name}`, ...filters.flatMap((one) => [" ", one]), ")");
}

function showState(text, all) {
  const lines = text.split("\n");
  const isFacts = (line) => line.startsWith("(");
  const drawing = lines.filter((line) => !isFacts(line)).join("\n");
  const count = path(at).length;
  const title = h("h2", count ? `After ${plural(count, "step")}` : "The initial state");
  const factsOf = (some) => forms(some.filter(isFacts).join(" "));
  const facts = h("div.facts", factsOf(lines).map(fact));
  const rest = factsOf(all.split("\n").filter((line) => !lines.includes(line)));
  const never = `${plural(rest.length, "fact")} that never change${rest.length === 1 ? "s" : ""}`;
  // Open, they stay open from state to state.
  const open = state.querySelector("details")?.open;
  const fixed = rest.length > 0 && h("details", { open }, h("summary", never), h("div.facts", rest.map(fact)));
  put(state, title, drawing.trim() && h("pre.drawing", drawing.trimEnd()), facts, fixed);
}

function showActions(text) {
  const groups = [];
  for (const line of text.split("\n")) {
    const head = /^(\S+): (\d+)$/.exec(line),
      one = /^ *\d+ (\(.*\))$/.exec(line);
    if (head) groups.push([head[1], []]);
    else if (one) groups.at(-1)[1].push(one[1]);
  }
  const fits = (action) => !filter || wordsOf(action).slice(1).includes(filter);
  const part = ([name, all]) => {
    const some = all.filter(fits);
    const question = link(name, "ask why another of these cannot be done", () => wonder(name));
    const first = some.slice(0, 200).map((action) => actionButton(action, "apply this action", () => go(action)));
    const more = some.length > 200 && h("span.where", " and more: choose an object of the state");
    const count = `: ${some.length}${some.length < all.length ? ` of ${all.length}` : ""}`;
    return h("div", h("h3", question, count), first, more);
  };
  question.placeholder = `(${groups[0]?.[0] || "action"} …)`;
  const everything = button("all", "no filter", () => only(filter));
  const filtered = filter && h("p.where", `only with ${filter} `, everything);
  const can = groups.some((group) => group[1].length);
  put(actions, h("h2", can ? "What can be done" : "Nothing can be done"), filtered, can && groups.map(part));
}

function showGoals(text) {
  const rows = [];
  for (const line of text.split("\n").filter(Boolean)) {
    if (line === "holds" || line === "does not hold") rows.push([line === "holds", []]);
    else rows.at(-1)[1].push(line.replace(/ \[.*\]$/, ""));
  }
  const all = rows.length && rows.every((row) => row[0]);
  if (all) tellGoal();
  const line = ([holds, why]) => h("li", holds ? "✓ " : "✗ ", h("span", why.join("\n").trim()));
  put(goals, h("h2", all ? "The goal holds" : "Goals"), h("ul.reasons", rows.map(line)));
}

function showTree() {
  const branch = (node) => {
    const place = button(node.action || "start", "go to this state", () => begin(node), here(node === at));
    return h("li", place, node.children.length > 1 && h("ul", node.children.flatMap(list)));
  };
  // A way without branches is one line after another, not a stair.
  const list = (node) => [branch(node), ...(node.children.length === 1 ? list(node.children[0]) : [])];
  put(tree, h("h2", "The ways that you tried"), h("ul.ways", list(root)));
}

// Shows a state; unless it was reached by undo or redo, nothing was undone from it.
function begin(node, keepsUndone = false) {
  at = node;
  if (!keepsUndone) undone = [];
  put(lack);
  show();
}

function enter(action) {
  const known = at.children.find((child) => child.action === action);
  if (!known) at.children.push(leaf(action, at));
  at = known || at.children.at(-1);
}

function go(action) {
  enter(action);
  begin(at);
}

function undo() {
  if (!at?.parent) return refuse("There is no step to take back.");
  undone.push(at);
  begin(at.parent, true);
}

function redo() {
  if (undone.length) begin(undone.pop(), true);
}

function restart() {
  texts = pair();
  root = leaf(null, null);
  begin(root);
}

async function plan() {
  live.textContent = "planning …";
  const text = (await ask({ plan: true })).get("plan");
  const found = text.match(/^\(.*\)$/gm) || [];
  if (!found.length) return refuse(text.includes("plan of 0") ? "The goal holds here: nothing is left to do." : text);
  const follow = () => {
    found.forEach(enter);
    live.textContent = "";
    begin(at);
  };
  live.replaceChildren(
    `A plan of ${plural(found.length, "step")} from here. `,
    fix("Follow it", "go to its end; undo goes back step by step", follow),
    h("details", h("summary", "its steps"), h("pre", found.join("\n"))),
  );
}

// Begins the question about an action of a schema.
function wonder(name) {
  question.value = `(${name} `;
  question.focus();
}

async function whyNot(event) {
  event.preventDefault();
  if (!question.value.trim()) {
    lack.textContent = "Write an action with its objects first, or click the name of an action above.";
    return;
  }
  const about = at;
  const answers = await ask({ why_not: question.value }).catch((error) => [["", error.message]]);
  if (about === at) put(lack, linked([...answers].at(-1)[1]));
}

export function make(room, noteHere) {
  note = noteHere;
  const estimating = (event) => {
    withEstimates = event.target.checked;
    show();
  };
  const acts = { begin: restart, undo, redo, plan, ask: whyNot, estimating };
  ({ live, dead, state, actions, goals, estimates, tree, lack, question, picture } = build(room, "step", acts));
  room.addEventListener("keydown", (event) => {
    if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey) return;
    if (event.key === "u") undo();
    if (event.key === "y") redo();
  });
  return (params) => {
    texts = pair();
    at = root = leaf(null, null);
    forms(params.get("steps")).forEach(enter);
    begin(at);
  };
}

// The texts have changed: the next visit begins with them.
export function enterAgain() {
  const now = pair();
  if (!texts || now.domain !== texts.domain || now.problem !== texts.problem) restart();
}
