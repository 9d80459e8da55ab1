// Lessons: files of Markdown whose steps have prose, texts to work on, levels, and what counts as solved. The lesson that
// is open lies beside every room. What a pupil writes stays in the browser, by lesson, and leaves it as one file or as a
// link that carries it; what was handed in is kept apart from one's own.

import { h, button, dialog, fix, intoSight, offer, prose, put } from "./dom.js";
import { bytes, defined, figure, placeIn, plural } from "./words.js";
import { download, inBrowser, textOf } from "./store.js";
import { Refusal, hasServer } from "./link.js";
import { addressOf, brought, inFolder, open as openFile } from "./files.js";
import { KINDS } from "./texts.js";

const END = ".lesson.md";
const aside = document.getElementById("lesson");

// The lesson that is open: under which name its texts are kept, its parts, the step, and which problem of it.
let now = null;

// --- reading lessons ---

// What can happen, and what can be asked of it: by words, functions of what has happened. Rooms add theirs.
const events = {};
const always = {
  problem: () => defined(text("problem")).name,
  given: () => KINDS.filter((kind) => text(kind) === given(kind)),
};

// Adds something that can happen in a room; gives the function that tells of it, or in words why it does not count.
export function event(name, asked = {}) {
  events[name] = { ...asked, ...always };
  const factsOf = (what) => (typeof what[0] === "string" ? what[0] : (word) => events[name][word](...what));
  return (...what) => now && hear(name, factsOf(what));
}

// The number of a level among those of the step.
export const levelOf = (rows) => 1 + now.steps[now.at].levels.findIndex((one) => one.rows.join() === rows.join());

// The parts of a rule: what happens, and tests, each with a word, a sign and a value.
function partsOf(rule) {
  const [name, ...tests] = rule.split(" ");
  return [name, tests.map((test) => /^(\w+)(<=|>=|=)([^<>=].*)$/.exec(test) || [test])];
}

// Why nothing that happens meets a rule of the step; nothing if something may.
function fault(rule) {
  const { words: told, levels, rules } = now.steps[now.at];
  const [name, tests] = partsOf(rule);
  if (!name) return "it has no rule, such as `plan steps<=5`, at its end";
  if (!events[name]) return `nothing is called ${name}: there are ${Object.keys(events).join(", ")}`;
  const words = Object.keys(events[name]);
  for (const [test, word, sign, value] of tests) {
    if (!word) return `${test} is no test, such as steps<=5`;
    if (!words.includes(word)) return `${name} has no ${word}: there are ${words.join(", ")}`;
    if (sign !== "=" && isNaN(value)) return `${value} is no number`;
    if (word === "level" && !levels[value - 1]) return `this step has ${plural(levels.length, "level")}`;
    // An action that is to be written is named in the step; so is a problem.
    const texts = now.steps.flatMap(({ domain = "", problems }) => [domain, ...problems]);
    const named = [...texts, ...told, ...rules.map((one) => one.words)].join(" ").split(/[^\w-]/);
    const kind = { uses: "an action", problem: "a problem" }[word];
    if (kind && !named.includes(value)) return `neither the texts nor this step name ${kind} ${value}`;
    if (word === "status" && !/^(optimal|solved)$/.test(value)) return "status is optimal or solved";
    if (word === "given" && !KINDS.includes(value)) return `given is one of ${KINDS.join(", ")}`;
  }
  return null;
}

// Reads a lesson: its title, what it is about, its steps.
function read(text) {
  const lesson = { title: "A lesson without a title", steps: [] };
  const begun = (title) => ({ title, words: [], problems: [], levels: [], rules: [], faults: [] });
  const first = begun("");
  let step = first;
  const readLine = (line) => {
    const [, head] = /^## (.*)$/.exec(line) || [];
    const [, words, rule = ""] = /^- \[ \] (.*?)(?: `([^`]*)`)?$/.exec(line) || [];
    if (head) lesson.steps.push((step = begun(head)));
    else if (words) step.rules.push({ words, rule });
    else if (/^(```|- \[[^ ]\])/.test(line)) step.faults.push(`Neither a task, - [ ], nor a whole block: ${line}`);
    else if (step === first && line.startsWith("# ")) lesson.title = line.slice(2);
    else step.words.push(line);
  };
  const readBlock = (word, inside) => {
    const [, kind, name] = /^(pddl domain|pddl problem|level)(?: (.*))?$/.exec(word) || [];
    if (kind === "level") step.levels.push({ name, rows: inside.split("\n").slice(0, -1) });
    else if (kind === "pddl domain") step.domain = inside;
    else if (kind) step.problems.push(inside);
    else step.words.push("```", inside, "```");
    if (!kind && /^(pddl|level)./i.test(word))
      step.faults.push(`No block is called ${word}: there are pddl domain, pddl problem, level.`);
    if (/^```/m.test(inside)) step.faults.push(`The block ${word} does not end before another begins.`);
  };
  // Prose, the word of a block, what is in it, and so on.
  const parts = text.replaceAll("\r", "").split(/^```(.*)\n([^]*?)^```$\n?/m);
  for (let at = 0; at < parts.length; at += 3) {
    parts[at].split("\n").forEach(readLine);
    if (at + 1 < parts.length) readBlock(parts[at + 1], parts[at + 2]);
  }
  return { ...lesson, about: first.words.join("\n").trim() };
}

async function find(name) {
  const lesson = read(await written(name));
  if (!lesson.steps.length)
    throw new Refusal("This lesson has no steps: each begins with a line such as ## The first.");
  return lesson;
}

async function written(name) {
  const own = (await brought()).lessons.find((one) => one.name === name);
  if (own) return own.text;
  const absent = () => Promise.reject(new Refusal(`There is no lesson ${name}.`));
  if (hasServer) return (await openFile(name + END).catch(absent)).text;
  // A teacher's own lies beside the page.
  const answer = await fetch(`lessons/${encodeURIComponent(name)}.md`);
  return answer.ok ? answer.text() : absent();
}

// --- what is kept ---

const base = (id) => id.split("~")[0];
const key = (slot, id = now.id) => `lesson ${id} ${slot}`;
const stored = (slot, id) => inBrowser.get(key(slot, id));
const list = (name) => JSON.parse(inBrowser.get(name) || "[]");
const solved = (id) => list(key("solved", id));

// Where a text of this step is kept: with the last step that gives one of its kind.
function slotOf(kind) {
  const gives = (step) => (kind === "domain" ? step.domain : step.problems.length);
  const at = Math.max(0, now.steps.slice(0, now.at + 1).findLastIndex(gives));
  const given = kind === "domain" ? now.steps[at].domain : now.steps[at].problems[now.which];
  return { slot: kind === "domain" ? `${at} domain` : `${at} problem ${now.which}`, given: given || "", at };
}

export const isOpen = () => now !== null;
export const given = (kind) => slotOf(kind).given;
export const text = (kind) => stored(slotOf(kind).slot) ?? given(kind);

// Keeps a text; gives whether there was room for it.
export function keep(kind, written) {
  return written === text(kind) || inBrowser.set(key(slotOf(kind).slot), written) !== null;
}

// What is open, for the address.
const opened = (id, step, which) => ({ lesson: id, step: step ? step + 1 : null, text: which ? which + 1 : null });
const placeOf = (...what) => placeIn("plan", opened(...what));
const boardOf = (...level) => placeIn("sokoban", { ...address(), ...addressOf(...level) });
export const address = () => now && opened(now.id, now.at, now.which);

// The problems of this step, for a list: names, whether it is open, and how to open it.
export function problems() {
  const go = (which) => () => {
    location.hash = placeOf(now.id, now.at, which);
  };
  const all = now.steps[slotOf("problem").at].problems;
  return all.map((one, which) => [defined(one).name, which === now.which, go(which)]);
}

// --- what counts as solved ---

const SIGNS = {
  "=": ["", (found, value) => [found].flat().map(String).includes(value)],
  "<=": ["at most ", (found, value) => found <= Number(value)],
  ">=": ["at least ", (found, value) => found >= Number(value)],
};

// What a rule still asks for when this has happened, in words; null if it names something else.
function lacks(rule, event, fact) {
  const [name, tests] = partsOf(rule);
  if (name !== event || fault(rule)) return null;
  if (typeof fact === "string") return fact;
  const said = (one) => (isNaN(one) ? one : figure(one));
  const lack = ([, word, sign, value]) => {
    const [words, holds] = SIGNS[sign];
    const found = fact(word);
    if (holds(found, value)) return [];
    if (word === "uses") return [`no action ${value}`];
    if (word === "given") return [`the ${value} is not as given`];
    return [`${word} ${said(found)}, wanted ${words}${said(value)}`];
  };
  return tests.flatMap(lack).join("; ");
}

// Hears what has happened in a room: a plan was found, a level solved, and so on.
function hear(event, fact) {
  const { rules } = now.steps[now.at];
  const heard = rules.map(({ rule }) => lacks(rule, event, fact));
  now.lacks = heard.map((one, index) => one ?? now.lacks[index]);
  const before = solved();
  const after = [...new Set([...before, ...heard.flatMap((one, index) => (one === "" ? `${now.at} ${index}` : []))])];
  if (after.length > before.length) inBrowser.set(key("solved"), JSON.stringify(after));
  show();
  if (after.length === before.length) return;
  // On a phone, the lesson is out of sight: the live line of the room says it as well.
  const { steps, at, id } = now;
  const open = rules.filter((_, index) => !after.includes(`${at} ${index}`));
  const part = `${rules.length - open.length} of ${plural(rules.length, "task")} of step ${at + 1}`;
  const done = open.length ? part : `step ${at + 1} of ${steps.length}`;
  const task = open[0]?.words.replace(/`|\*\*/g, "");
  const next = task || (steps[at + 1] && h("a", { href: placeOf(id, at + 1) }, steps[at + 1].title));
  const live = document.querySelector("#room > :not([hidden]) .live");
  live.append(h("span", ` Done: ${done}.`, next && [" Next: ", next]));
  intoSight(live);
}

// Whose a copy is, and when it was handed in.
function ownerOf(id) {
  const when = stored("when", id);
  const time = when && new Date(when).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  return [stored("who", id) || "somebody", time].filter(Boolean).join(", ");
}

// The tasks of a lesson, step by step: whether each is done.
const tasks = ({ steps, id }) => {
  const done = solved(id);
  return steps.map(({ rules }, at) => rules.map((_, index) => done.includes(`${at} ${index}`)));
};

// --- the lesson beside the rooms ---

function show() {
  aside.hidden = !now;
  if (!now) return put(aside);
  const { id, title, steps, at, lacks } = now;
  const { title: head, words, levels, rules, faults } = steps[at];
  const done = tasks(now);
  const isDone = (some) => some.length > 0 && some.every(Boolean);
  const toStep = (name, step) => h("a", { href: placeOf(id, step), title: steps[step].title }, name);
  const number = (_, step) => {
    const name = isDone(done[step]) ? `${step + 1} ✓` : `${step + 1}`;
    return step === at ? h("b", { "aria-current": "step" }, name) : toStep(name, step);
  };
  const board = ({ name, rows }) => {
    // On a phone, the board is below.
    const fold = () => (aside.firstChild.open = innerWidth > 800);
    const words = `Put ${name || "the level"} on the board`;
    return h("p", h("a", { href: boardOf(rows, name || head), onclick: fold }, words));
  };
  const check = ({ words, rule }, index) => {
    const isMet = done[at][index];
    const wrong = fault(rule);
    const why = wrong && h("p.error", `This task is never ticked off: ${wrong}.`);
    const lack = !isMet && lacks[index] && h("p.where", `Not yet: ${lacks[index]}.`);
    return h("li", { class: isMet ? "met" : "" }, isMet ? "☑ " : "☐ ", prose(words), why, lack);
  };
  const who = h("input", { value: stored("who") || "", placeholder: "your name", "aria-label": "your name", size: 8 });
  who.addEventListener("change", () => inBrowser.set(key("who"), who.value.trim()));
  const owner = id !== base(id) && ` (handed in by ${ownerOf(id)})`;
  put(
    aside,
    h("details", { open: true }, h("summary", h("b", title), owner), [
      h("nav.bar", { "aria-label": "steps" }, steps.map(number)),
      h("h2", head),
      prose(words.join("\n")),
      faults.map((words) => h("p.error", words)),
      levels.map(board),
      rules.length > 0 && h("ul.rules", rules.map(check)),
      isDone(done.flat()) && h("p", "All tasks are done. Link or File hands them in."),
      h("div.bar", steps[at + 1] && toStep("Next →", at + 1), [
        who,
        button("File", "everything of this lesson as one file, to hand in or to go on elsewhere", asFile),
        button("Link", "everything of this lesson in a link", asLink),
        h("a", { href: "#plan?example=delivery", title: "the texts stay in this browser" }, "Close"),
      ]),
    ]),
  );
}

// Opens a lesson at a step, as an address names them; without a name, closes it.
export async function open(params) {
  const id = params.get("lesson");
  if (!id) now = null;
  else {
    const isSame = now?.id === id;
    const fail = (error) => {
      now = null;
      show();
      throw error;
    };
    const lesson = isSame ? now : await find(base(id)).catch(fail);
    const at = Math.min(Math.max(Number(params.get("step")) - 1, 0), lesson.steps.length - 1);
    now = { ...lesson, id, at, which: 0, lacks: [] };
    now.which = Math.min(Math.max(Number(params.get("text")) - 1, 0), Math.max(0, problems().length - 1));
    // A step begins with its heading; on a phone, the page scrolls.
    if (!isSame || lesson.at !== at) for (const one of [aside, document.documentElement]) one.scrollTop = 0;
    // A step of nothing but levels to play begins at the board.
    const { title, levels, rules } = now.steps[at];
    const isPlayed = levels.length && rules.length && rules.every(({ rule }) => rule.split(" ")[0] === "level");
    if (isPlayed && /^(#plan|$)/.test(location.hash))
      location.replace(boardOf(levels[0].rows, levels[0].name || title));
  }
  show();
}

// --- handing in ---

const through = (content, stream) => new Response(new Blob([content]).stream().pipeThrough(stream));

// A text in the letters that an address may have, and back.
async function packed(text) {
  const small = await through(text, new CompressionStream("deflate")).arrayBuffer();
  const letters = btoa(Array.from(new Uint8Array(small), (one) => String.fromCharCode(one)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
const unpacked = async (word) => {
  const small = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return through(small, new DecompressionStream("deflate")).text();
};

// All that was written in the lesson that is open.
function all() {
  const slots = inBrowser.names().filter((name) => name.startsWith(key("")) && /\d$|domain$/.test(name));
  const texts = Object.fromEntries(slots.map((name) => [name.slice(key("").length), inBrowser.get(name)]));
  return JSON.stringify({ lesson: base(now.id), who: stored("who") || "", when: new Date(), solved: solved(), texts });
}

function asFile() {
  const words = `${base(now.id)} ${stored("who") || ""}`.match(/[\p{L}\d]+/gu);
  download(`${words.join("-")}.lesson.json`, all());
}

async function asLink() {
  const address = `${location.origin}${location.pathname}#handed=${await packed(all())}`;
  const place = h("input", { value: address, readonly: true, "aria-label": "the link", size: 40 });
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    return "It is on the clipboard.";
  };
  const copied = await copy().catch(() => "Copy it from here.");
  const where = location.search ? "only with the token of this server, which is not in it" : "on this machine only";
  const size = `It is ${bytes(address.length)} long, and none of it is sent to a server${hasServer ? `; it opens ${where}` : ""}.`;
  const long = "Some programs for mail and chat cut links of more than 2,000 letters: a file arrives whole.";
  dialog("A link with all of this lesson", [
    h("p", `Whoever opens it sees what you see here. ${size}`),
    address.length > 2000 && h("p", long),
    h("p", place, " ", copied),
  ]);
  place.select();
}

// Takes in files that were handed in: one opens; several, and what is wrong with one, `list` shows.
export async function takeAll(files, list) {
  const [places, told] = [[], []];
  const fail = (name) => (error) => told.push(h("p.error", `${name}: ${error.message}`));
  for (const file of files)
    await textOf(file)
      .then(take)
      .then((place) => places.push(place), fail(file.name));
  if (files.length === 1 && places.length) location.hash = places[0];
  else await list([places.length > 0 && h("p", `${plural(places.length, "file")} taken in, listed below.`), told]);
}

// Takes in what was handed in, apart from one's own; gives the address of it.
async function take(text) {
  let handed;
  try {
    handed = JSON.parse(text);
    const when = new Date(handed.when || 0).toISOString();
    const all = [when, handed.lesson, handed.who, ...handed.solved, ...Object.values(handed.texts)];
    if (!all.every((one) => typeof one === "string")) throw new Error("of another kind");
  } catch {
    throw new Refusal("This is damaged, or nothing that was handed in: ask for it once more.");
  }
  const { lesson, who, when = "", solved, texts } = handed;
  await find(lesson);
  const mark = [...text].reduce((sum, one) => (Math.imul(sum, 31) + one.codePointAt(0)) | 0, 7) >>> 0;
  const id = `${lesson}~${mark.toString(36)}`;
  const taken = list("lessons handed in");
  // Taken in again, it stays as it is here by now.
  if (!taken.includes(id)) {
    const rows = Object.entries({ ...texts, who, when, solved: JSON.stringify(solved) });
    const isKept = rows.every(([slot, value]) => inBrowser.set(key(slot, id), value) !== null);
    if (!isKept || inBrowser.set("lessons handed in", JSON.stringify([...taken, id])) === null) {
      for (const [slot] of rows) inBrowser.remove(key(slot, id));
      throw new Refusal("This browser has no room for it: forget what was handed in before.");
    }
  }
  return placeOf(id);
}

// The address of what a link carries, or null if it carries nothing.
export async function carried() {
  const [, word] = /^#handed=(.*)$/.exec(location.hash) || [];
  if (word === undefined) return null;
  const text = await unpacked(word).catch(() => {
    throw new Refusal("The link is damaged: it was cut short or changed on its way; ask for it once more.");
  });
  return take(text);
}

// --- the list of lessons ---

// Fills a place with all lessons, with what was handed in, and with what is told of that.
export async function fill(place, told = null) {
  const known = (await brought()).lessons.map(({ name, text }) => [name, text]);
  const files = hasServer ? (await inFolder()).files.filter((file) => file.endsWith(END)) : [];
  for (const file of files) known.push([file.slice(0, -END.length), (await openFile(file)).text]);
  const taken = list("lessons handed in");
  const forget = (id) => async () => {
    const words = h("p", "What was handed in is deleted from this browser.");
    if ((await offer(`Forget what is of ${ownerOf(id)}?`, words, [["Forget", "delete it here"]])) !== "Forget") return;
    inBrowser.set("lessons handed in", JSON.stringify(list("lessons handed in").filter((one) => one !== id)));
    for (const name of inBrowser.names()) if (name.startsWith(key("", id))) inBrowser.remove(name);
    fill(place);
  };
  const line = ([name, text]) => {
    const { title, about, steps } = read(text);
    const said = (id) => {
      const all = tasks({ steps, id }).flat();
      const done = all.filter(Boolean).length;
      return done > 0 && h("small", ` – ${done} of ${plural(all.length, "task")} done`);
    };
    const copies = taken.filter((id) => base(id) === name);
    const link = (id, words) => [h("a", { href: placeOf(id) }, words), said(id)];
    const copy = (id) => h("li", link(id, `of ${ownerOf(id)}`), " ", fix("Forget", "delete it here", forget(id)));
    return h("li", link(name, title), prose(about), copies.length > 0 && h("ul", copies.map(copy)));
  };
  const choose = h("input", { type: "file", multiple: true, accept: ".json" });
  choose.addEventListener("change", () => takeAll([...choose.files], (told) => fill(place, told)));
  const handed = h("label", "What was handed in as files: ", choose);
  put(place, h("div", { role: "status" }, told), h("ul.lessons", known.map(line)), handed);
}

// Shows the list from any room.
export function choose(told) {
  const place = h("div");
  const box = dialog("Lessons", place);
  place.addEventListener("click", ({ target }) => target.tagName === "A" && box.close());
  addEventListener("hashchange", () => box.close(), { once: true });
  return fill(place, told);
}
