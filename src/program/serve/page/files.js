// The files of the folder, and the examples inside the program: choosing one, saving, and what changes on disk
// meanwhile.

import { h, ask, button, dialog, download, plural } from "./dom.js";
import { hasServer, request } from "./link.js";

// The ends of the names of levels.
export const LEVELS = [".xsb", ".sok", ".slc", ".rle", ".txt"];

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
  const fitting = files.filter((file) => ends.some((end) => file.toLowerCase().endsWith(end)) && fits(file));
  return new Promise((resolve) => {
    let chosen = null;
    const list = h("div.choose");
    const pick = (one) => {
      chosen = one;
      box.close();
    };
    const fill = () => {
      const wanted = words.value.toLowerCase();
      const fits = (name) => name.toLowerCase().includes(wanted);
      const row = (name, made) =>
        h(
          "li",
          button(name, "", () => pick(made(name))),
        );
      const rows = (names, made) =>
        names
          .filter(fits)
          .slice(0, 300)
          .map((name) => row(name, made));
      const mine = rows(fitting, (path) => ({ path }));
      const names = own.map((one) => one.name);
      const theirs = rows(names, (example) => ({ example }));
      list.replaceChildren(
        h("h3", hasServer ? `In the folder ${folder}` : "Saved in this browser"),
        mine.length
          ? h("ul", mine)
          : h("p.none", fitting.length ? "No such file." : "There is no such file yet: Save makes one."),
        h("h3", "Brought along"),
        h("ul", theirs),
      );
    };
    const words = h("input", {
      type: "search",
      placeholder: "part of a name",
      "aria-label": "part of a name",
      oninput: fill,
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        list.querySelector("button")?.click();
      },
    });
    const box = dialog(title, words, list);
    box.addEventListener("close", () => resolve(chosen));
    fill();
    words.focus();
  });
}

export const open = (path) => request("banto/open", { path });

// Asks where to save a text, until it is saved there or given up; a file that is there is a question, unless it is of
// this path and version. Gives the path and the new version, or null.
export async function saveAs(what, path, text, end, own = {}) {
  let help = hasServer ? "A path in the folder that is served." : "A name in this browser.",
    seen = own;
  for (;;) {
    const named = await ask(`Save ${what} as`, path, help);
    if (!named || !named.trim()) return null;
    path = /\.[^/.]+$/.test(named) ? named.trim() : named.trim() + end;
    const version = seen.path === path ? seen.version : null;
    try {
      const answer = await request("banto/save", { path, text, version });
      if (!answer.conflict) return { path, version: answer.version };
      const [there] = LEVELS.some((end) => path.toLowerCase().endsWith(end))
        ? await request("banto/boards", { texts: [answer.text] })
        : [{}];
      const held = there.levels ? `, with ${plural(there.levels, "level")}` : "";
      help = `${path} exists already${held}. OK replaces it; another name keeps it.`;
      seen = { path, version: answer.version };
    } catch (error) {
      help = error.message;
    }
  }
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

  // The text is now this, of this file or of none.
  set(text, path = null, version = null) {
    const isOther = path === null || path !== this.path;
    Object.assign(this, { path, version, saved: text, notice: null, word: "" });
    this.write(text, isOther);
    this.show();
  }

  // Saves; a file that has changed meanwhile is a question.
  async save(asks = false) {
    const text = this.read(),
      { path } = this;
    if (!path || asks) {
      const done = await saveAs(`the ${this.what}`, path || `${this.what}.pddl`, text, ".pddl", this);
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

  conflict(text, theirs) {
    const decide = (act) => () => {
      box.close();
      act();
    };
    const box = dialog(
      `${this.path} has changed ${THERE}`,
      h("p", `This file was changed by ${OTHER} since it was opened here. Nothing is overwritten until you choose.`),
      h(
        "div.pair",
        h("div", h("h3", "Here"), h("pre", text.slice(0, 20000))),
        h("div", h("h3", hasServer ? "On disk" : "In the other tab"), h("pre", theirs.text.slice(0, 20000))),
      ),
      h(
        "div.bar",
        button(
          "Save mine",
          "replace the file by the text here",
          decide(() => {
            this.version = theirs.version;
            this.save();
          }),
        ),
        button(
          "Take theirs",
          "replace the text here by the file; undo brings it back",
          decide(() => this.set(theirs.text, this.path, theirs.version)),
        ),
        button("Download mine", "keep the text here as another file", () => download(this.path.split("/").pop(), text)),
      ),
    );
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
        if (!this.isChanged) {
          this.set(theirs.text, path, theirs.version);
          this.notice = null;
          return;
        }
        this.notice = button(`changed ${THERE} …`, `${OTHER} has changed this file`, () =>
          this.conflict(this.read(), theirs),
        );
      }
      this.show();
    } catch {
      /* The connection says by itself that it is lost. */
    } finally {
      this.isLooking = false;
    }
  }
}
