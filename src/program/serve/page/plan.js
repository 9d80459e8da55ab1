// The room to write and solve models: which domain and problem are open, where they are from, and what is kept of them.
// What is said about them is in answers.js.

import { h, build, button, intoSight, offer, put } from "./dom.js";
import { defined } from "./words.js";
import { download, inBrowser, inTab, textOf } from "./store.js";
import { Refusal, STOPPED, hasServer } from "./link.js";
import { Kept, brought, choose, inFolder, open } from "./files.js";
import * as answers from "./answers.js";
import * as lesson from "./lesson.js";
import * as texts from "./texts.js";

const { settings } = answers;
const kept = {};
const bars = {};
let note, live;
// The example that is open, whether the texts of last time are back, and for which problems there is a list.
let [example, isRestored, listed] = [null, false, ""];
// How often an address was opened.
let openings = 0;

// What is open, for the address.
export const where = () =>
  lesson.address() || (example ? { example } : { domain: kept.domain.path, problem: kept.problem.path });

// Puts a pair of texts that are in no file into the editors; gives whether it did.
export function fill(domain, problem, name = null) {
  if (lesson.isOpen()) return fillLesson(domain, problem);
  return replace(texts.KINDS, () => {
    kept.domain.set(domain);
    kept.problem.set(problem);
    example = name;
  });
}

// Puts them into a lesson, in place of its own texts if it has any.
async function fillLesson(domain, problem) {
  const words = h("p", "They take the place of your texts of this step; undo brings those back.");
  const ways = [["Replace", "put them into the editors"]];
  const isMine = texts.KINDS.some((kind) => texts.text(kind) !== lesson.given(kind));
  if (isMine && (await offer("Open these texts in the lesson?", words, ways)) !== "Replace") return false;
  texts.put("domain", domain);
  texts.put("problem", problem);
  answers.clear();
  return true;
}

const unsaved = (kinds) => kinds.filter((kind) => kept[kind].isChanged);

// Whether these texts may go: one that was changed and not saved is a question.
async function mayGo(kinds) {
  const going = unsaved(kinds);
  if (!going.length) return true;
  const title = `The ${going.join(" and the ")} ${going.length > 1 ? "are" : "is"} not saved`;
  const answer = await offer(title, h("p", "What is opened takes the place of what you have written."), [
    ["Save", "save it, then open the other"],
    ["Discard", "let go of what was written"],
  ]);
  if (answer === "Save") for (const kind of going) await kept[kind].save();
  return answer === "Discard" || !unsaved(kinds).length;
}

// What is wanted of the engine or a file, unless other texts were opened before it came.
async function unlessOther(coming) {
  const mine = openings;
  const come = await coming;
  if (mine !== openings) throw new Refusal("other texts were opened", STOPPED);
  return come;
}

// Opens something in place of these texts, if they may go; gives whether it did.
async function replace(kinds, open) {
  if (!(await mayGo(kinds))) return false;
  answers.clear();
  await open();
  say();
  return true;
}

// --- the texts ---

// Makes the place of a text, with what can be done with it.
function begin(kind, place) {
  const parts = build(place, "text", {
    begin: () => openExample("new"),
    open: () => openOne(kind),
    save: (event) => kept[kind].save(event.shiftKey),
    again: () => texts.put(kind, lesson.given(kind)),
    download: () => download(kept[kind].fileName, texts.text(kind)),
    format: () => texts.format(kind),
    rename: () => texts.rename(kind),
  });
  bars[kind] = parts;
  const write = (text, isOther, isLocked) => {
    texts.put(kind, text, isOther);
    texts.lock(kind, isLocked);
  };
  kept[kind] = new Kept(kind, () => texts.text(kind), write, say);
  const { go } = parts;
  parts.kind.textContent = kind;
  parts.download.hidden = hasServer;
  const fillOutline = async () => {
    const found = await texts.outline(kind);
    put(go, h("option", "go to …"), ...found.map((part) => h("option", `${part.name} ${part.detail}`)));
    go.onchange = () => {
      const part = found[go.selectedIndex - 1];
      go.selectedIndex = 0;
      part?.go();
    };
  };
  go.addEventListener("focus", fillOutline);
  go.addEventListener("pointerenter", fillOutline);
}

async function openOne(kind) {
  const one = await choose(`Open a ${kind}`, [".pddl"], "tasks", kind);
  if (!one) return;
  if (one.example) return openExample(one.example);
  await replace([kind], async () => {
    await openFile(kind, one.path);
    // A problem comes with its domain, if that is to be found.
    const about = kind === "problem" && (await inFolder()).definitions[one.path];
    if (about?.domain) await openDomain(about.domain, one.path, true);
  });
}

const folder = (path) => path.slice(0, path.lastIndexOf("/") + 1);

// Opens the domain of this name: the one in the folder of a problem, or the only one. One that is open stays, unless it
// is of another folder than a problem that `isNew`.
async function openDomain(name, beside = kept.problem.path || "", isNew = false) {
  const same = (other) => other.toLowerCase() === name.toLowerCase();
  const now = defined(texts.text("domain")).name;
  if (same(now) && !isNew) return;
  const { files, definitions } = await inFolder();
  const all = files.filter((path) => definitions[path]?.kind === "domain" && same(definitions[path].domain));
  const own = files.filter((path) => folder(path) === folder(beside) && definitions[path]?.kind !== "problem");
  // A text with faults may not tell its name; that of its file does.
  const file = (path) => path.slice(folder(path).length).toLowerCase();
  const found =
    own.find((path) => all.includes(path)) ||
    own.find((path) => file(path) === `${name}.pddl`.toLowerCase()) ||
    own.find((path) => file(path) === "domain.pddl" && !definitions[path]) ||
    (all.length === 1 && !same(now) ? all[0] : undefined);
  const { path } = kept.domain;
  if (found && found === path) return;
  if (found && (await replace(["domain"], () => openFile("domain", found)))) return;
  if (found || same(now)) live.textContent = `The domain was not changed: it is ${path || "the one here"}.`;
  else live.textContent = `The folder has ${all.length ? "several domains" : "no domain"} ${name}.`;
}

// Opens the only problem of the folder itself, or the one called problem.pddl, with its domain; gives whether there
// is one.
async function openOwn() {
  const { files, definitions } = await unlessOther(inFolder());
  const own = files.filter((path) => !path.includes("/") && definitions[path]?.kind === "problem");
  const path = own.length === 1 ? own[0] : own.find((one) => one === "problem.pddl");
  if (!path) return false;
  await openFile("problem", path);
  if (definitions[path].domain) await openDomain(definitions[path].domain, path, true);
  return true;
}

async function openFile(kind, path) {
  texts.wait([kind], true);
  try {
    const { text, version, fault } = await unlessOther(open(path));
    example = null;
    kept[kind].set(text, path, version, { fault });
  } catch (error) {
    if (error.isStop) throw error;
    live.textContent = error.message;
  } finally {
    texts.wait([kind], false);
  }
}

async function openExample(name) {
  const { tasks } = await unlessOther(brought());
  const found = tasks.find((one) => one.name === name);
  if (found) await fill(found.domain, found.problem, name);
  else live.textContent = `There is no example ${name}.`;
}

// A file that is dropped on an editor takes the place of its text; undo brings that back.
export async function take(file, target) {
  const kind = texts.KINDS.find((one) => bars[one].text.contains(target));
  if (!kind) return;
  const text = await textOf(file);
  if (lesson.isOpen()) return texts.put(kind, text);
  await replace([kind], () => {
    example = null;
    kept[kind].set(text, null, null, { isOther: false });
    texts.go({ file: `${kind}.pddl`, line: 1, column: 1 });
  });
}

// Lists the problems of this domain, if there are several: those of the lesson, or of the folder of the one that is open.
async function listProblems() {
  const before = listed;
  const { name } = defined(texts.text("domain"));
  const now = (listed = JSON.stringify([where(), name]));
  if (now === before) return;
  const { path } = kept.problem;
  let all = [];
  if (lesson.isOpen()) all = lesson.problems();
  else if (path) {
    const { files, definitions } = await inFolder();
    const is = (file) => definitions[file]?.kind === "problem" && definitions[file].domain === name;
    const mine = files.filter((file) => is(file) && folder(file) === folder(path));
    const go = (file) => () => replace(["problem"], () => openFile("problem", file));
    all = mine.slice(0, 50).map((file) => [file.slice(folder(file).length), file === path, go(file)]);
  }
  if (now !== listed) return;
  const tab = ([name, isHere, go]) => button(name, `the problem ${name}`, go, isHere && { "aria-current": "true" });
  put(bars.problem.list, all.map(tab));
  bars.problem.list.hidden = all.length < 2;
}

function showBar(kind) {
  const { path, notice, isChanged, word } = kept[kind];
  texts.called[kind] = path || kind;
  const isLesson = lesson.isOpen();
  for (const name of ["begin", "open", "save"])
    bars[kind][name].hidden = isLesson || (name === "begin" && kind !== "domain");
  bars[kind].again.hidden = !isLesson;
  const place = isLesson ? (isChanged ? "not kept: this browser has no room" : "kept here") : example;
  bars[kind].name.textContent = `${path || place || "not saved"}${isChanged ? " ●" : ""}`;
  bars[kind].name.title = `${path || ""}${isChanged ? " changed here, not saved" : ""}`.trim();
  bars[kind].notice.replaceChildren(notice || (isChanged ? "" : word || ""));
}

// Tells the address, and keeps texts that are in no file for a reload of this page.
function say() {
  // A text of an example that was saved is a file from now on.
  if (kept.domain.path || kept.problem.path) example = null;
  note({ ...where(), ...settings, limit: settings.limit === "30" ? "" : settings.limit });
  texts.KINDS.forEach(showBar);
  listProblems();
}

// What another tab has written in the same lesson is here as well.
function follow() {
  if (!lesson.isOpen()) return;
  for (const kind of texts.KINDS) if (!kept[kind].isChanged) texts.put(kind, lesson.text(kind));
}

// What is written in a lesson is kept at once, other texts soon.
function keepDraft(kind) {
  if (lesson.isOpen() && lesson.keep(kind, texts.text(kind))) kept[kind].saved = texts.text(kind);
  answers.tellOld();
  clearTimeout(keepDraft.timer);
  keepDraft.timer = setTimeout(keepNow, 150);
}

const PLACES = ["example", "domain", "problem", "lesson", "step", "text"];
const placeOf = (address) => JSON.stringify(PLACES.map((name) => String(address[name] || "")));

// What the address of any room names of the texts; and whether that is open, if it names any.
export const named = (params) => Object.fromEntries([...params].filter(([name]) => PLACES.includes(name)));
export const isOpen = (names) => !Object.keys(names).length || placeOf(names) === placeOf(where());

// Keeps the texts for a reload, with the versions of the files that they began from; and what is not saved for a new
// page as well.
function keepNow() {
  if (!isRestored) return;
  clearTimeout(keepDraft.timer);
  const of = (name) => Object.fromEntries(texts.KINDS.map((kind) => [kind, kept[kind][name]]));
  const draft = JSON.stringify({
    address: where(),
    ...texts.pair(),
    changed: of("isChanged"),
    versions: of("version"),
  });
  const before = inTab.get("draft");
  inTab.set("draft", draft);
  if (unsaved(texts.KINDS).length) inBrowser.set("unsaved", draft);
  else if (inBrowser.get("unsaved") === before) inBrowser.remove("unsaved");
  texts.KINDS.forEach(showBar);
}

function restore(given, wasLost = null) {
  if (!isRestored) texts.wait(texts.KINDS, true);
  return bringBack(given, wasLost).finally(() => texts.wait(texts.KINDS, false));
}

async function bringBack(given, wasLost) {
  const draft = wasLost || JSON.parse(inTab.get("draft"));
  const isOpen = PLACES.some((name) => given.has(name));
  const kind = Object.entries((!isOpen && draft && draft.address) || {}).filter((one) => one[1]);
  const params = new URLSearchParams([...given, ...kind]);
  for (const name of Object.keys(settings)) settings[name] = params.get(name) || (name === "limit" ? "30" : "");
  answers.showControls();
  const place = placeOf(Object.fromEntries(params));
  // Another address, on a page that has texts.
  if (isRestored) {
    if ((place === placeOf(where()) && !wasLost) || !(await mayGo(texts.KINDS))) return say();
    if (!lesson.isOpen()) for (const kind of texts.KINDS) kept[kind].set(texts.text(kind));
  }
  openings += 1;
  const refusal = await unlessOther(lesson.open(params).catch((error) => error));
  answers.clear();
  if (lesson.isOpen()) {
    example = null;
    for (const kind of texts.KINDS) kept[kind].set(lesson.text(kind));
  } else if (params.get("example")) await openExample(params.get("example"));
  else if (params.get("domain") || params.get("problem")) {
    // The address keeps both files, whether or not they are open yet.
    example = null;
    for (const kind of texts.KINDS) kept[kind].set("", params.get(kind));
    for (const kind of texts.KINDS) if (params.get(kind)) await openFile(kind, params.get(kind));
  } else if ((refusal || !draft) && !(await openOwn())) await openExample("delivery");
  if (draft && !lesson.isOpen() && placeOf(draft.address) === place)
    for (const kind of texts.KINDS) takeBack(kind, draft);
  const lost = !isRestored && !draft && JSON.parse(inBrowser.get("unsaved"));
  isRestored = true;
  say();
  if (lost) offerBack(lost);
  if (refusal) live.prepend(`${refusal.message} `);
  if (live.textContent) intoSight(live);
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
  const back = () => restore(new URLSearchParams(), draft);
  live.replaceChildren(
    `What was written last was not saved: ${names.join(" and ")}. `,
    button("Bring it back", "the texts as they were; files stay as they are", back),
  );
}

// --- the room ---

export function make(room, noteHere) {
  note = noteHere;
  const { plan, why, check, chooseSearch: search } = answers;
  const change = (name) => (event) => answers.set(name)(event.target.value);
  const acts = { plan, why, check, search, quality: change("quality"), limit: change("limit") };
  const controls = build(room, "plan", acts);
  ({ live } = controls);
  answers.begin(controls, say);
  for (const kind of texts.KINDS) begin(kind, controls.texts);
  const faults = h("div", { role: "status", "aria-label": "what is wrong" });
  controls.texts.append(faults);
  const onFaults = () => put(faults, texts.faults());
  texts.begin({ domain: bars.domain.text, problem: bars.problem.text }, keepDraft, onFaults, openDomain);
  answers.clear();
  addEventListener("pagehide", keepNow);
  addEventListener("storage", follow);
  // An editor draws only the lines that are in sight.
  addEventListener("beforeprint", () => {
    for (const kind of texts.KINDS) bars[kind].printed.textContent = texts.text(kind);
  });
  addEventListener("beforeunload", (event) => {
    if (unsaved(texts.KINDS).length) event.preventDefault();
  });
  const type = (event) => {
    if (!(event.ctrlKey || event.metaKey) || !["Enter", "s"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") plan();
    else if (lesson.isOpen()) live.textContent = "What you write in a lesson is kept in this browser at once.";
    else kept[bars.problem.text.contains(document.activeElement) ? "problem" : "domain"].save();
  };
  room.addEventListener("keydown", type, true);
  return restore;
}
