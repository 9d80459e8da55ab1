// The files of the folder, and the examples inside the program: choosing one, saving, and what changes on disk
// meanwhile.

import { h, ask, asked, button, offer, put } from "./dom.js";
import { defined, plural } from "./words.js";
import { download } from "./store.js";
import { Refusal, hasServer, request } from "./link.js";

// The ends of the names of levels.
export const LEVELS = [".xsb", ".sok", ".slc", ".rle", ".txt"];
export const endsIn = (path, ends) => ends.some((end) => path.toLowerCase().endsWith(end));

let examples = null;

// Who else may change a file, and where.
const [OTHER, THERE] = hasServer ? ["another program", "on disk"] : ["another tab", "elsewhere"];

// What the program brings along: tasks and collections of levels.
export async function brought() {
  examples ||= fetch("examples.json").then((answer) => answer.json());
  return examples;
}

// What there is in the folder: its name, files, and what those of PDDL define.
export const inFolder = () => request("banto/files").catch(() => ({ folder: "", files: [], definitions: {} }));

// Lets the user choose a file or an example. `ends` are the ends of names, `about` what a file of PDDL is to define;
// gives { path } or { example } or null.
export async function choose(title, ends, kind, about = null) {
  const [{ folder, files, definitions }, own] = await Promise.all([inFolder(), brought().then((all) => all[kind])]);
  const fits = (file) => !about || !definitions[file] || definitions[file].kind === about;
  const fitting = files.filter((file) => endsIn(file, ends) && fits(file));
  return asked(title, (answer) => {
    const place = h("div.choose");
    const rows = (names, made) => {
      const wanted = names.filter((name) => name.toLowerCase().includes(words.value.toLowerCase())).slice(0, 300);
      const choice = (name) => button(name, "", () => answer(made(name)));
      return wanted.map((name) => h("li", choice(name)));
    };
    const fill = () => {
      const mine = rows(fitting, (path) => ({ path }));
      const none = fitting.length ? "No such file." : "There is no such file yet: Save makes one.";
      const names = own.map((one) => one.name);
      const theirs = rows(names, (example) => ({ example }));
      const where = h("h3", hasServer ? `In the folder ${folder}` : "Saved in this browser");
      const ours = mine.length ? h("ul", mine) : h("p.none", none);
      put(place, where, ours, h("h3", "Brought along"), h("ul", theirs));
    };
    const hint = { placeholder: "part of a name", "aria-label": "part of a name" };
    const words = h("input", { type: "search", ...hint, oninput: fill });
    const first = (event) => {
      event.preventDefault();
      place.querySelector("button")?.click();
    };
    fill();
    return h("form", { onsubmit: first }, words, place);
  });
}

export const open = (path) => request("banto/open", { path });

// What the address has of a level that is in no file.
export const addressOf = (rows, name) => ({ rows: rows.map((row) => row.trimEnd()).join("|"), name });

// A collection of levels, which is a file or was brought along, or else the first of these: its name and its text.
export async function levelsOf(file, collection) {
  const { levels } = await brought();
  if (!file) return levels.find(({ name }) => name === collection) || levels[0];
  const { text, fault } = await open(file);
  if (fault) throw new Refusal(`${file}: ${fault}`);
  return { name: file, text };
}

// Asks where to save a text, until it is saved there or given up; a file that is there is a question, unless it is of
// this path and version. Gives the path and the new version, or null.
export async function saveAs(what, path, text, end, own = {}) {
  let help = hasServer ? "A path in the folder that is served." : "A name in this browser.",
    seen = own;
  for (;;) {
    const named = await ask(`Save ${what} as`, path, help);
    if (!named || !named.trim()) return null;
    path = /\.[^/.]+$/.test(named) ? named.trim() : named.trim() + end;
    if (end === ".pddl" && !endsIn(path, [end])) {
      help = `Open looks for domains and problems in files that end in ${end}.`;
      continue;
    }
    const version = seen.path === path ? seen.version : null;
    try {
      const answer = await request("banto/save", { path, text, version });
      if (!answer.conflict) return { path, version: answer.version };
      const [there] = endsIn(path, LEVELS) ? await request("banto/boards", { texts: [answer.text] }) : [{}];
      const held = there.levels ? `, with ${plural(there.levels, "level")}` : "";
      help = `${path} exists already${held}. OK replaces it; another name keeps it.`;
      seen = { path, version: answer.version };
    } catch (error) {
      help = error.message;
    }
  }
}

// A text, with marks on the lines that another does not have, or not as often.
function marked(text, other) {
  const left = new Map();
  for (const line of other.split("\n")) left.set(line, (left.get(line) || 0) + 1);
  const lines = text.slice(0, 20000).split("\n");
  return lines.map((line) => {
    const count = left.get(line) || 0;
    left.set(line, count - 1);
    return [count > 0 ? line : h("mark", line || " "), "\n"];
  });
}

// A text that is, or is not yet, a file: its path, and the version that the page has seen.
export class Kept {
  constructor(what, read, write, show) {
    Object.assign(this, { what, read, write, show, path: null, version: null, saved: "", notice: null });
    setInterval(() => this.look(), 2000);
  }

  get isChanged() {
    return this.read() !== this.saved;
  }

  // Its file, or one named by what it defines.
  get fileName() {
    return this.path || `${defined(this.read()).name || this.what}.pddl`;
  }

  // The text is now this, of this file or of none. What has a fault is only read; what is no other text can be taken back.
  set(text, path = null, version = null, { fault = "", isOther = path === null || path !== this.path } = {}) {
    const word = fault && `${fault}, for reading only`;
    Object.assign(this, { path, version, saved: text, notice: null, fault, word });
    this.write(text, isOther, Boolean(fault));
    this.show();
  }

  // The text is now what its file has.
  follow({ text, version, fault }) {
    this.set(text, this.path, version, { fault });
  }

  // Saves; a file that has changed meanwhile is a question.
  async save(asks = false) {
    const text = this.read(),
      { path } = this;
    if (this.fault) {
      this.word = `${this.fault}: saving it would change its characters`;
      return this.show();
    }
    if (!path || asks) {
      const done = await saveAs(`the ${this.what}`, this.fileName, text, ".pddl", this);
      if (done) this.keep(text, done);
      return;
    }
    this.notice = h("span", {}, "saving …");
    this.show();
    try {
      const answer = await request("banto/save", { path, text, version: this.version });
      if (this.path !== path) return;
      this.notice = null;
      if (answer.conflict) this.conflict(text, answer);
      else this.keep(text, { path, version: answer.version });
    } catch (error) {
      this.notice = h("span.error", error.message);
    }
    this.show();
  }

  keep(text, file) {
    Object.assign(this, file, { saved: text, notice: null, word: "saved" });
    this.show();
  }

  async conflict(text, theirs) {
    const part = (title, text, other) => h("div", h("h3", title), h("pre", marked(text, other)));
    const words =
      `This file was changed by ${OTHER} since it was opened here. Nothing is overwritten until you choose. ` +
      "Lines that only one of the two has are marked.";
    const there = part(hasServer ? "On disk" : "In the other tab", theirs.text, text);
    const both = h("div.pair", part("Here", text, theirs.text), there);
    const answers = [
      ["Save mine", "replace the file by the text here"],
      ["Take theirs", "replace the text here by the file; undo brings it back"],
      ["Download mine", "keep the text here as another file"],
    ];
    const answering = offer(`${this.path} has changed ${THERE}`, [h("p", words), both], answers);
    // The first difference comes into view, with some lines above it.
    for (const one of both.querySelectorAll("mark:first-of-type"))
      one.parentElement.scrollTop = one.offsetTop - one.parentElement.offsetTop - 60;
    const answer = await answering;
    if (answer === "Take theirs") this.follow(theirs);
    if (answer === "Download mine") download(this.path.split("/").pop(), text);
    if (answer !== "Save mine") return;
    this.version = theirs.version;
    this.save();
  }

  // Whether the file has changed: a text that was not changed here follows it.
  async look() {
    if (!this.path || document.hidden || this.isLooking) return;
    this.isLooking = true;
    const path = this.path;
    try {
      const { version } = await request("banto/seen", { path });
      if (version === this.version || path !== this.path || this.notice) return;
      if (version === null) {
        this.notice = h("span", `deleted ${THERE}`);
      } else {
        const theirs = await open(path);
        if (path !== this.path) return;
        if (!this.isChanged) return this.follow(theirs);
        const ask = () => this.conflict(this.read(), theirs);
        this.notice = button(`changed ${THERE} …`, `${OTHER} has changed this file`, ask);
      }
      this.show();
    } catch {
      /* The connection says by itself that it is lost. */
    } finally {
      this.isLooking = false;
    }
  }
}
