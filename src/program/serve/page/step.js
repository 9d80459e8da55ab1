// The room to walk through a task: a state, what can be done in it, what cannot and why, and a plan from there. Every
// way that was tried stays in a small tree.

import { h, actionButton, button, fix, link, mainButton, plural, put } from "./dom.js";
import { run } from "./link.js";
import { pair, said, where } from "./plan.js";

let texts = null,
  root = null,
  at = null,
  undone = [],
  filter = "",
  withEstimates = false,
  note = () => {};
let live,
  state,
  actions,
  goals,
  estimates,
  tree,
  lack,
  question,
  picture,
  asked = 0;

const leaf = (action, parent) => ({ action, parent, children: [] });
const path = (node) => (node.parent ? [...path(node.parent), node.action] : []);
const limit = { time_limit: 30 };

// Asks about the state after the actions of a node; gives the answers by their commands.
async function ask(extra = {}) {
  const done = await run("step", { ...texts, ...limit, actions: path(at), ...extra });
  const bad = done.results.find((one) => one.status !== "ok");
  if (bad || !done.results.length)
    throw Object.assign(new Error(bad ? `${bad.message}\n${bad.text || ""}`.trim() : done.told), { told: said(done) });
  return new Map(done.results.map((one) => [one.line, one.text]));
}

// What is wrong, with the places of texts that are.
function fail(error) {
  live.replaceChildren(error.told || error.message);
}

// Draws the state, if the task has a structure that can be drawn.
async function draw(mine) {
  const steps = path(at);
  const extra = steps.length ? { plan: steps.join("\n") + "\n", step: steps.length } : {};
  const done = await run("draw", { ...texts, ...extra }).catch(() => ({ document: null }));
  if (mine !== asked) return;
  picture.hidden = !done.document;
  if (done.document) picture.src = done.document;
}

async function show() {
  const mine = (asked += 1);
  draw(mine);
  note({ ...where(), steps: path(at).join("") });
  try {
    const told = await ask({ estimates: withEstimates });
    if (mine !== asked) return;
    live.textContent = "";
    showState(told.get("state"));
    showActions(told.get("actions"));
    showGoals(told.get("goals"));
    estimates.hidden = !withEstimates;
    estimates.textContent = told.get("h") || "";
  } catch (error) {
    fail(error);
  }
  showTree();
}

// Shows only actions with an object; all if they are shown already.
function only(one) {
  filter = filter === one ? "" : one;
  show();
}

function words(fact) {
  const [name, ...objects] = fact.replace(/[()]/g, "").split(" ");
  return h(
    "span.fact",
    `(${name}`,
    objects.map((one) => [
      " ",
      button(one, `only actions with ${one}`, () => only(one), { class: one === filter ? "link here" : "link" }),
    ]),
    ")",
  );
}

function showState(text) {
  const lines = text.split("\n");
  const facts = lines.filter((line) => line.startsWith("(")).flatMap((line) => line.match(/\([^()]*\)/g) || []);
  const drawing = lines
    .filter((line) => !line.startsWith("("))
    .join("\n")
    .trimEnd();
  const count = path(at).length;
  put(
    state,
    h("h2", count ? `After ${count} step${count === 1 ? "" : "s"}` : "The initial state"),
    drawing && h("pre.drawing", drawing),
    h("div.facts", facts.map(words)),
  );
}

function showActions(text) {
  const groups = [];
  for (const line of text.split("\n")) {
    const head = /^(\S+): (\d+)$/.exec(line),
      one = /^ *\d+ (\(.*\))$/.exec(line);
    if (head) groups.push([head[1], []]);
    else if (one) groups.at(-1)[1].push(one[1]);
  }
  const fits = (action) => !filter || action.replace(/[()]/g, "").split(" ").slice(1).includes(filter);
  actions.replaceChildren(
    h("h2", "What can be done"),
    filter &&
      h(
        "p.where",
        `only with ${filter} `,
        button("all", "no filter", () => only(filter)),
      ),
    ...groups.map(([name, all]) => {
      const some = all.filter(fits);
      const shown = some.slice(0, 200).map((action) => actionButton(action, "apply this action", () => go(action)));
      return h(
        "div",
        h(
          "h3",
          link(name, "ask why another of these cannot be done", () => wonder(name)),
          `: ${some.length}${some.length < all.length ? ` of ${all.length}` : ""}`,
        ),
        shown,
        some.length > 200 && h("span.where", " and more: choose an object on the left"),
      );
    }),
  );
}

function showGoals(text) {
  const rows = [];
  for (const line of text.split("\n").filter(Boolean)) {
    if (line === "holds" || line === "does not hold") rows.push([line === "holds", []]);
    else rows.at(-1)[1].push(line.replace(/ \[.*\]$/, ""));
  }
  const all = rows.length && rows.every((row) => row[0]);
  goals.replaceChildren(
    h("h2", all ? "The goal holds" : "Goals"),
    h(
      "ul.reasons",
      rows.map(([holds, why]) => h("li", holds ? "✓ " : "✗ ", h("span", why.join("\n").trim()))),
    ),
  );
}

function showTree() {
  const branch = (node) =>
    h(
      "li",
      button(
        node.action || "start",
        "go to this state",
        () => {
          at = node;
          undone = [];
          show();
        },
        { class: node === at ? "link here" : "link" },
      ),
      node.children.length > 1 && h("ul", node.children.flatMap(list)),
    );
  // A way without branches is one line after another, not a stair.
  const list = (node) => {
    const out = [branch(node)];
    while (node.children.length === 1) {
      [node] = node.children;
      out.push(branch(node));
    }
    return out;
  };
  tree.replaceChildren(h("h2", "Ways"), h("ul.ways", list(root)));
}

function enter(action) {
  const known = at.children.find((child) => child.action === action);
  if (!known) at.children.push(leaf(action, at));
  at = known || at.children.at(-1);
}

function go(action) {
  enter(action);
  undone = [];
  show();
}

function undo() {
  if (!at || !at.parent) {
    live.textContent = "There is no step to take back.";
    return;
  }
  undone.push(at);
  at = at.parent;
  show();
}

function redo() {
  if (!undone.length) return;
  at = undone.pop();
  show();
}

function restart() {
  texts = pair();
  at = root = leaf(null, null);
  undone = [];
  show();
}

async function plan() {
  live.textContent = "planning …";
  try {
    const text = (await ask({ plan: true })).get("plan");
    const found = text.match(/^\(.*\)$/gm) || [];
    if (!found.length) {
      live.textContent = text.includes("plan of 0") ? "The goal holds here: nothing is left to do." : text;
      return;
    }
    live.replaceChildren(
      `A plan of ${plural(found.length, "step")} from here. `,
      fix("Follow it", "go to its end; undo goes back step by step", () => {
        const from = at;
        found.forEach(enter);
        undone = [];
        live.textContent = "";
        for (let node = at; node !== from; node = node.parent) if (node.parent === from) undone = [];
        show();
      }),
      h("details", h("summary", "its steps"), h("pre", found.join("\n"))),
    );
  } catch (error) {
    fail(error);
  }
}

// Begins the question about an action of a schema.
function wonder(name) {
  question.value = `(${name} `;
  question.focus();
}

async function whyNot(action) {
  if (!action.trim()) {
    lack.textContent = "Write an action with its objects first, or click the name of an action above.";
    return;
  }
  try {
    const [, text] = [...(await ask({ why_not: action }))].at(-1);
    lack.textContent = text;
  } catch (error) {
    lack.textContent = error.message;
  }
}

export function make(room, noteHere) {
  note = noteHere;
  live = h("div.live", { role: "status" });
  [state, actions, goals, tree] = [0, 0, 0, 0].map(() => h("section"));
  estimates = h("pre.estimates", { hidden: true });
  lack = h("pre.told", { role: "status" });
  picture = h("img.state-picture", { alt: "the state as a picture", hidden: true });
  question = h("input", { placeholder: "(move a b)", "aria-label": "an action that cannot be done", size: 24 });
  const box = h("input", {
    type: "checkbox",
    onchange: (event) => {
      withEstimates = event.target.checked;
      show();
    },
  });
  room.append(
    h(
      "div.bar",
      mainButton("Start again", "the initial state of the texts as they are now", restart),
      button("Undo", "one step back (u)", undo),
      button("Redo", "one step forward (y)", redo),
      button("Plan from here", "a plan from this state to the goal", plan),
      h("label", box, " estimates"),
    ),
    live,
    h(
      "div.columns",
      h("div", picture, state, goals),
      h(
        "div",
        actions,
        h(
          "section",
          h("h2", "What cannot be done, and why"),
          h(
            "form",
            {
              onsubmit: (event) => {
                event.preventDefault();
                whyNot(question.value);
              },
            },
            question,
            " ",
            h("button", "Why not?"),
          ),
          lack,
        ),
      ),
      h("div", tree, estimates),
    ),
  );
  room.addEventListener("keydown", (event) => {
    if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey) return;
    if (event.key === "u") undo();
    if (event.key === "y") redo();
  });
  return (params) => {
    texts = pair();
    at = root = leaf(null, null);
    for (const action of (params.get("steps") || "").match(/\([^()]*\)/g) || []) enter(action);
    show();
  };
}

// The texts have changed: the next visit begins with them.
export function enterAgain() {
  const now = pair();
  if (!texts || now.domain !== texts.domain || now.problem !== texts.problem) restart();
}
