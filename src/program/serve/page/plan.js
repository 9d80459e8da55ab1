// The room to write and solve models: a domain, a problem, and what banto says about them: plans, proofs, why there is
// none.

import {
  h,
  button,
  bytes,
  choice,
  dialog,
  download,
  droppedFile,
  faultList,
  figure,
  fix,
  inBrowser,
  inTab,
  link,
  mainButton,
  offer,
  plural,
  prose,
  put,
  radios,
  seconds,
  shown,
} from "./dom.js";
import { Turn, hasServer, run } from "./link.js";
import { Kept, brought, choose, inFolder, open } from "./files.js";
import * as texts from "./texts.js";

const QUALITIES = [
  ["", "a good plan"],
  ["first", "the first plan"],
  ["optimal", "a cheapest plan"],
  ["anytime", "better and better"],
];
const LIMITS = [
  ["5", "5 s"],
  ["30", "30 s"],
  ["120", "2 min"],
  ["300", "5 min"],
];

const kept = {};
const bars = {};
const settings = { quality: "", search: "", heuristic: "", limit: "30" };
let example = null,
  isRestored = false,
  turn,
  note = () => {},
  faults,
  output,
  live,
  buttons,
  controls;

// Opens the pair of texts elsewhere: what is in the editors, as arguments of a run.
export const pair = () => ({ domain: texts.text("domain"), problem: texts.text("problem") });

// What is open, for the address.
export const where = () => (example ? { example } : { domain: kept.domain.path, problem: kept.problem.path });

// Puts a pair of texts that are in no file into the editors; gives whether it did.
export async function fill(domain, problem, name = null) {
  if (!(await mayGo(texts.KINDS))) return false;
  example = null;
  kept.domain.set(domain);
  kept.problem.set(problem);
  example = name;
  clear();
  say();
  return true;
}

const unsaved = (kinds) => kinds.filter((kind) => kept[kind].isChanged);

// Whether these texts may go: one that was changed and not saved is a question.
async function mayGo(kinds) {
  const going = unsaved(kinds);
  if (!going.length) return true;
  const title = `The ${going.join(" and the ")} ${going.length > 1 ? "are" : "is"} not saved`;
  const answer = await offer(title, "What is opened takes the place of what you have written.", [
    ["Save", "save it, then open the other"],
    ["Discard", "let go of what was written"],
  ]);
  if (answer === "Save") for (const kind of going) await kept[kind].save();
  return answer === "Discard" || !unsaved(kinds).length;
}

// What was said is about other texts.
function clear() {
  turn.drop();
  live.textContent = "";
  const words =
    "Plan looks for a plan for the problem in the world of the domain. Why says why there is none, Check what is wrong.";
  output.replaceChildren(h("p", { class: "where" }, words));
}

// --- the texts ---

function bar(kind) {
  const name = h("span.file");
  const notice = h("span.notice", { role: "status" });
  const go = h("select", { "aria-label": `go to a part of the ${kind}`, title: "go to a part of this text" });
  const fillOutline = async () => {
    const parts = await texts.outline(kind);
    go.replaceChildren(h("option", "go to …"), ...parts.map((part) => h("option", `${part.name} ${part.detail}`)));
    go.onchange = () => {
      const part = parts[go.selectedIndex - 1];
      go.selectedIndex = 0;
      if (part) part.go();
    };
  };
  go.append(h("option", "go to …"));
  go.addEventListener("focus", fillOutline);
  go.addEventListener("pointerenter", fillOutline);
  bars[kind] = { name, notice };
  return h(
    "div.bar",
    h("h2", kind),
    name,
    notice,
    h("span.room-left"),
    kind === "domain" && button("New", "a small domain and problem to begin from", () => openExample("new")),
    button("Open", `open another ${kind}; a file can be dropped on the text`, () => openOne(kind)),
    button("Save", `save the ${kind} ${hasServer ? "in the folder" : "in this browser"}`, (event) =>
      kept[kind].save(event.shiftKey),
    ),
    !hasServer &&
      button("↓", `download the ${kind} as a file`, () =>
        download(kept[kind].path || `${kind}.pddl`, texts.text(kind)),
      ),
    button("Format", "lay the text out (Shift+Alt+F)", () => texts.format(kind)),
    button("Rename", "rename what the cursor is on, everywhere (F2)", () => texts.rename(kind)),
    go,
  );
}

async function openOne(kind) {
  const one = await choose(`Open a ${kind}`, [".pddl"], "tasks", kind);
  if (!one) return;
  if (one.example) return openExample(one.example);
  if (!(await mayGo([kind]))) return;
  clear();
  await openFile(kind, one.path);
  // A problem comes with its domain, if that is to be found.
  const about = kind === "problem" && (await inFolder()).definitions[one.path];
  if (about && about.domain) await openDomain(about.domain, one.path);
  say();
}

// Opens the domain of this name, unless it is open: the one in the folder of a problem, or the only one.
async function openDomain(name, beside = kept.problem.path || "") {
  const same = (other) => other.toLowerCase() === name.toLowerCase();
  const [, now = ""] = /\(\s*define\s*\(\s*domain\s+([^\s()]+)/i.exec(texts.text("domain")) || [];
  if (same(now)) return;
  const all = Object.entries((await inFolder()).definitions).filter(
    ([, one]) => one.kind === "domain" && same(one.domain),
  );
  const folder = (path) => path.slice(0, path.lastIndexOf("/") + 1);
  const [found] = all.find(([path]) => folder(path) === folder(beside)) || (all.length === 1 ? all[0] : []);
  if (found && (await mayGo(["domain"]))) {
    clear();
    await openFile("domain", found);
  } else if (!found) live.textContent = `The folder has ${all.length ? "several domains" : "no domain"} ${name}.`;
  say();
}

async function openFile(kind, path) {
  try {
    const { text, version } = await open(path);
    example = null;
    kept[kind].set(text, path, version);
  } catch (error) {
    live.textContent = error.message;
  }
}

async function openExample(name) {
  const found = (await brought()).tasks.find((one) => one.name === name);
  if (!found) {
    live.textContent = `There is no example ${name}.`;
    return;
  }
  await fill(found.domain, found.problem, name);
}

// A file that is dropped on an editor takes the place of its text; undo brings that back.
async function take(kind, event) {
  const file = droppedFile(event);
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  example = null;
  kept[kind].set(await file.text());
  say();
}

function showBar(kind) {
  const { path, notice, isChanged, word } = kept[kind];
  bars[kind].name.textContent = `${path || example || "not saved"}${isChanged ? " ●" : ""}`;
  bars[kind].name.title = `${path || ""}${isChanged ? " changed here, not saved" : ""}`.trim();
  bars[kind].notice.replaceChildren(notice || (isChanged ? "" : word || ""));
}

// Tells the address, and keeps texts that are in no file for a reload of this page.
function say() {
  // A text of an example that was saved is a file from now on.
  if (kept.domain.path || kept.problem.path) example = null;
  note({ ...where(), ...settings, limit: settings.limit === "30" ? "" : settings.limit });
  texts.KINDS.forEach(showBar);
}

function keepDraft() {
  clearTimeout(keepDraft.timer);
  keepDraft.timer = setTimeout(keepNow, 150);
}

const placeOf = (address) => JSON.stringify(["example", "domain", "problem"].map((name) => address[name] || null));

// Keeps the texts for a reload, with the versions of the files that they began from; and what is not saved for a new
// page as well.
function keepNow() {
  if (!isRestored) return;
  clearTimeout(keepDraft.timer);
  const of = (name) => Object.fromEntries(texts.KINDS.map((kind) => [kind, kept[kind][name]]));
  const draft = JSON.stringify({ address: where(), ...pair(), changed: of("isChanged"), versions: of("version") });
  const before = inTab.get("draft");
  inTab.set("draft", draft);
  if (unsaved(texts.KINDS).length) inBrowser.set("unsaved", draft);
  else if (inBrowser.get("unsaved") === before) inBrowser.remove("unsaved");
  texts.KINDS.forEach(showBar);
}

async function restore(given, wasLost = null) {
  const draft = wasLost || JSON.parse(inTab.get("draft"));
  const isOpen = ["example", "domain", "problem"].some((name) => given.has(name));
  const kind = Object.entries((!isOpen && draft && draft.address) || {}).filter((one) => one[1]);
  const params = new URLSearchParams([...given, ...kind]);
  for (const name of Object.keys(settings)) settings[name] = params.get(name) || (name === "limit" ? "30" : "");
  showControls();
  const place = placeOf(Object.fromEntries(params));
  // Another address, on a page that has texts.
  if (isRestored) {
    if ((place === placeOf(where()) && !wasLost) || !(await mayGo(texts.KINDS))) return say();
    for (const kind of texts.KINDS) kept[kind].set(texts.text(kind));
  }
  clear();
  if (params.get("example")) await openExample(params.get("example"));
  else if (params.get("domain") || params.get("problem")) {
    for (const kind of texts.KINDS) {
      kept[kind].set("");
      if (params.get(kind)) await openFile(kind, params.get(kind));
    }
  } else if (!draft) await openExample("delivery");
  if (draft && placeOf(draft.address) === place) for (const kind of texts.KINDS) takeBack(kind, draft);
  const lost = !draft && JSON.parse(inBrowser.get("unsaved"));
  isRestored = true;
  say();
  if (lost) offerBack(lost);
}

// The text of a draft; a file may have changed since, so its version is that of the draft.
function takeBack(kind, draft) {
  const one = kept[kind];
  if (draft.changed[kind]) {
    texts.put(kind, draft[kind], true);
    if (one.path) one.version = draft.versions[kind];
  } else if (!one.path) one.set(draft[kind]);
}

function offerBack(draft) {
  const names = texts.KINDS.filter((kind) => draft.changed[kind]).map((kind) => draft.address[kind] || `a ${kind}`);
  live.replaceChildren(
    `What was written last was not saved: ${names.join(" and ")}. `,
    button("Bring it back", "the texts as they were; files stay as they are", () =>
      restore(new URLSearchParams(), draft),
    ),
  );
}

// --- runs ---

function showControls() {
  const set = (name) => (value) => {
    settings[name] = value;
    say();
  };
  const more = button(
    settings.search || settings.heuristic
      ? `${settings.search || "default"}: ${settings.heuristic || "default"}`
      : "default search",
    "choose the search and the heuristic",
    chooseSearch,
  );
  controls.replaceChildren(
    choice("how good the plan must be", QUALITIES, settings.quality, set("quality")),
    choice("the longest that a run may take", LIMITS, settings.limit, set("limit")),
    more,
  );
}

async function chooseSearch() {
  const { results } = await run("searches", {});
  const list = results[0] || { searches: [], heuristics: [] };
  const part = (title, name, rows) => {
    const options = [{ name: "", summary: "by itself" }, ...rows].map((row) => [
      row.name,
      h("b", row.name || "default"),
      " ",
      row.summary,
    ]);
    const change = (value) => {
      settings[name] = value;
      showControls();
      say();
    };
    return h("div", h("h3", title), radios(name, options, settings[name], change));
  };
  dialog(
    "Search",
    h("div.pair", part("The search", "search", list.searches), part("Its heuristic", "heuristic", list.heuristics)),
  );
}

// Runs a command on both texts; gives what it said, or null if it was stopped.
async function carryOut(name, words, extra = {}) {
  live.textContent = `${words} …`;
  // On a phone, the answers are below the texts.
  if (innerWidth <= 800) live.scrollIntoView({ block: "start" });
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
  const done = await turn.run(name, { ...pair(), ...extra }, event);
  if (!done && last && live.textContent === "Stopped.")
    live.textContent = `Stopped; the last plan has ${plural(last.steps.length, "step")} and costs ${figure(last.cost)}.`;
  return done;
}

// A plan as text.
const asText = (steps, isOpen = false) =>
  h(
    "details",
    { open: isOpen },
    h("summary", {}, "The plan as text"),
    h("pre", {}, steps.join("\n")),
    button("Copy", "put the plan on the clipboard", () => navigator.clipboard.writeText(steps.join("\n") + "\n")),
  );

// What a command says about the texts, with places that lead there.
export function said(done) {
  return faultList(
    done.diagnostics.map((one) => ({
      ...one,
      place: place(one),
      more: one.help.map((help) => `help: ${help}`),
      actions: link(one.code, "what this means, with examples", () => explain(one.code)),
    })),
  );
}

const place = ({ file, line, column }) =>
  line ? link(`${file.replace(".pddl", "")}, line ${line}`, "show this place", () => visit(file, line, column)) : null;

// Goes to a place of the texts, from another room as well.
function visit(...place) {
  if (!output.closest(".room").hidden) return texts.go(...place);
  addEventListener("hashchange", () => setTimeout(() => texts.go(...place)), { once: true });
  document.querySelector("#rooms [data-room=plan]").click();
}

async function explain(about) {
  const done = await run("explain", { about });
  dialog(about, prose(done.out || done.told));
}

async function plan() {
  const extra = { time_limit: Number(settings.limit) };
  for (const name of ["quality", "search", "heuristic"]) if (settings[name]) extra[name] = settings[name];
  const done = await carryOut("plan", "planning", extra);
  if (!done) return;
  const result = done.results[0];
  if (!result || !result.plan) {
    const words = {
      unsolvable: "There is no plan. This is proven.",
      stopped: "Stopped by a limit, without a plan.",
      unsolved: "No plan was found.",
    };
    live.textContent = (result && words[result.status]) || done.told || "no plan";
    const message = result && result.message;
    put(
      output,
      said(done),
      message && h("p.lead", message),
      result && result.status === "unsolvable" && mainButton("Why?", "the cause, and what would help", why),
    );
    return;
  }
  const proven = result.status === "optimal" ? ", proven cheapest" : "";
  const stopped = done.code === 23 ? "; the time was up" : "";
  live.textContent = `${plural(result.plan.length, "step")}, cost ${figure(result.cost)}${proven}, ${seconds(result.seconds.total)}${stopped}`;
  const steps = asText(result.plan);
  const page = done.document && shown("The plan: its steps, the states between them, the search", done.document);
  put(output, page, steps);
  if (innerWidth <= 800) output.scrollIntoView();
}

async function check() {
  const done = await carryOut("check", "checking");
  if (!done) return;
  live.textContent =
    done.code === 0 && !done.diagnostics.length
      ? "Nothing is wrong."
      : plural(done.diagnostics.length, "thing") + " to look at.";
  put(output, said(done));
}

async function why() {
  const before = pair();
  const done = await carryOut("why", "looking for the cause", { time_limit: Number(settings.limit) });
  if (!done) return;
  const result = done.results[0];
  if (!result || !result.status || result.repairs === undefined) {
    live.textContent = (result && result.message) || done.told;
    put(output, said(done));
    return;
  }
  live.textContent = result.status === "solvable" ? `There is a plan, of ${plural(result.steps, "step")}.` : "";
  const line = (one) => h("li", one.text, " ", place(one));
  const isSame = () => texts.KINDS.every((kind) => before[kind] === pair()[kind]);
  const mend = (repair) => async () => {
    if (!isSame()) {
      live.textContent = "The texts have changed since: ask why again.";
      return;
    }
    texts.change(repair.edits);
    await plan();
  };
  const repairs = result.repairs.map((repair) =>
    h(
      "li",
      repair.text,
      repair.edits.length ? fix("Apply", "change the texts so, and plan again", mend(repair)) : null,
      repair.gives_up && h("span.more", `but then it is no longer sure that ${repair.gives_up}`),
    ),
  );
  const part = (title, rows) => rows.length > 0 && h("section", h("h3", title), h("ul.reasons", rows));
  put(
    output,
    result.root && h("p.root", result.root.text, " ", place(result.root)),
    part("How it follows", result.links.map(line)),
    part("What the states show", result.states.map(line)),
    part("If the model is wrong, one of these changes gives a plan", repairs),
    result.more_repairs > 0 && h("p.where", `and ${figure(result.more_repairs)} more, less likely`),
    part(
      "Not tried",
      result.left_out.map((one) => h("li", one)),
    ),
  );
}

// --- the room ---

export function make(room, noteHere) {
  note = noteHere;
  const places = { domain: h("div.text"), problem: h("div.text") };
  faults = h("div", { role: "status", "aria-label": "what is wrong" });
  live = h("p.live", { role: "status" });
  turn = new Turn(live, "end this run");
  output = h("div.output");
  controls = h("span.controls");
  buttons = {
    plan: mainButton("Plan", "find a plan (Ctrl+Enter)", plan),
    stop: turn.stop,
    why: button("Why", "why there is no plan, and what would help", why),
    check: button("Check", "everything that is wrong with both texts", check),
  };
  room.append(
    h("div.texts", bar("domain"), places.domain, bar("problem"), places.problem, faults),
    h("div.answers", h("div", { class: "bar run" }, Object.values(buttons)), h("div.bar", controls), live, output),
  );
  const onFaults = (words) => {
    faults.replaceChildren(texts.faults() || "");
    if (words) live.textContent = words;
  };
  texts.begin(places, keepDraft, onFaults, openDomain);
  for (const kind of texts.KINDS) {
    places[kind].addEventListener("drop", (event) => take(kind, event), true);
    kept[kind] = new Kept(
      kind,
      () => texts.text(kind),
      (text, isOther) => texts.put(kind, text, isOther),
      () => say(),
    );
  }
  clear();
  addEventListener("pagehide", keepNow);
  addEventListener("beforeunload", (event) => {
    if (unsaved(texts.KINDS).length) event.preventDefault();
  });
  room.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        event.stopPropagation();
        plan();
      }
      if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        kept[places.problem.contains(document.activeElement) ? "problem" : "domain"].save();
      }
    },
    true,
  );
  return restore;
}
