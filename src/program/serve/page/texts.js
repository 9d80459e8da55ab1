// The domain and the problem: two editors, and what the language server knows about them: squiggles, quick fixes,
// colors, hovers, completion, renaming, outline, layout. The page is a client of the Language Server Protocol.

import * as cm from "./codemirror.js";
import { h, ask, dialog, fix, link, prose } from "./dom.js";
import { editor, hold, jump, offset, redo, replace, undo } from "./editor.js";
import { hasServer, hear, note, refuse, request, run } from "./link.js";
import { defined } from "./words.js";

export const KINDS = ["domain", "problem"];
const uri = (kind) => `banto:/${kind}.pddl`;
const kindOf = (address) => KINDS.find((kind) => uri(kind) === address || `${kind}.pddl` === address);

const views = {};
const versions = { domain: 0, problem: 0 };
const problems = { domain: [], problem: [] };
let [legend, isUp] = [[], false];
let [heard, changed, wanted] = Array(3).fill(() => {});

// --- places ---

const position = (doc, at) => {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
};
const at = (doc, { line, character }) => {
  if (line >= doc.lines) return doc.length;
  const found = doc.line(line + 1);
  return Math.min(found.to, found.from + character);
};
const range = (doc, { start, end }) => ({ from: at(doc, start), to: at(doc, end) });
const between = (doc, from, to) => ({ start: position(doc, from), end: position(doc, to) });
const about = (kind, place) => {
  const params = { textDocument: { uri: uri(kind) } };
  if (place !== undefined) params.position = position(views[kind].state.doc, place);
  return params;
};

// The answer of the language server, or null if it has none.
const asked = (question, params) => request(`textDocument/${question}`, params).catch(() => null);

export const text = (kind) => views[kind].state.doc.toString();
export const put = (kind, value, isOther) => replace(views[kind], value, isOther);
// Both, as arguments of a run.
export const pair = () => ({ domain: text("domain"), problem: text("problem") });
// While another text is on its way, nothing can be written that it would replace; what is only read stays as it is.
const held = { domain: {}, problem: {} };
function holdFor(why, kind, isHeld) {
  held[kind][why] = isHeld;
  hold(views[kind], Object.values(held[kind]).includes(true));
}
export const wait = (kinds, isWaiting) => kinds.forEach((kind) => holdFor("another", kind, isWaiting));
export const lock = (kind, isLocked) => holdFor("reading", kind, isLocked);

// Goes to a line and a column of a text, both from 1, as commands name places; from another room as well.
export function go({ file, line, column }) {
  const view = views[kindOf(file)];
  const show = () => view && jump(view, offset(view.state.doc, line, column));
  if (!view?.dom.closest(".room").hidden) return show();
  addEventListener("hashchange", () => setTimeout(show), { once: true });
  document.querySelector("#rooms [data-room=plan]").click();
}

// What the texts are called: by their files, if they have any.
export const called = { domain: "domain", problem: "problem" };

// A place as a link.
export const place = ({ file, line, column }) =>
  line && link(`${called[kindOf(file)] || file}, line ${line}`, "show this place", () => go({ file, line, column }));

// A text with its places, as in [domain.pddl:20:24], as links.
export const linked = (text) =>
  text.split(/\[((?:domain|problem)\.pddl:\d+:\d+)\]/).map((part, index) => {
    const [file, line, column] = part.split(":");
    return index % 2 ? place({ file, line: Number(line), column: Number(column) }) : part;
  });

// Both texts, as they were before and after each change of both.
const joint = [];
const both = () => Object.fromEntries(KINDS.map((kind) => [kind, views[kind].state.doc]));

// Makes changes, each of the text of its kind: of all these texts or of none. Gives whether it did.
function make(changes) {
  const [kinds, before] = [KINDS.filter((kind) => changes.some((one) => one.kind === kind)), both()];
  const still = kinds.find((kind) => views[kind].state.readOnly);
  if (still) return refuse(`The ${still} is only read here: nothing was changed.`);
  const mine = (kind) => ({ changes: changes.filter((one) => one.kind === kind), userEvent: "edit" });
  for (const kind of kinds) views[kind].dispatch(mine(kind));
  if (kinds.length > 1) joint.push([before, both()]);
  return true;
}

// What was changed in both texts at once is taken back, and made again, in both.
function follow(kind, update) {
  const other = KINDS.find((one) => one !== kind);
  const did = (way) => update.transactions.some((one) => one.isUserEvent(way));
  const isBetween = (to, from) => to[kind].eq(views[kind].state.doc) && from[other].eq(views[other].state.doc);
  if (did("undo") && joint.some(([before, after]) => isBetween(before, after))) undo(views[other]);
  if (did("redo") && joint.some(([before, after]) => isBetween(after, before))) redo(views[other]);
}

// Makes the edits of a command: ranges by lines and columns from 1.
export function change(edits) {
  const changes = edits.map(({ file, line, column, end_line, end_column, text: insert }) => {
    const [kind, at] = [kindOf(file), (...place) => offset(views[kindOf(file)].state.doc, ...place)];
    return { kind, from: at(line, column), to: at(end_line, end_column), insert };
  });
  if (make(changes)) for (const { kind, from } of changes.reverse()) jump(views[kind], from);
}

// Makes the edits of the language server.
function apply({ changes = {} }) {
  const change = (kind) => (edit) => ({ kind, ...range(views[kind].state.doc, edit.range), insert: edit.newText });
  make(Object.entries(changes).flatMap(([address, edits]) => edits.map(change(kindOf(address)))));
}

// --- colors ---

const painted = cm.StateEffect.define();
const colors = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(painted)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => cm.EditorView.decorations.from(field),
});

// Colors what is drawn: the lines in sight and some around them, of long lines a part.
async function paint(kind) {
  const { doc } = views[kind].state,
    marks = [];
  const drawn = views[kind].visibleRanges.map(({ from, to }) => between(doc, from, to));
  const answers = await Promise.all(drawn.map((range) => asked("semanticTokens/range", { ...about(kind), range })));
  if (!answers.every(Boolean) || doc !== views[kind].state.doc) return;
  for (const { data } of answers) {
    let line = 0,
      character = 0;
    for (let index = 0; index < data.length; index += 5) {
      const [down, right, length, type, declared] = data.slice(index, index + 5);
      line += down;
      character = down ? right : character + right;
      const from = at(doc, { line, character });
      const name = `t-${legend[type]}${declared ? " t-declared" : ""}`;
      if (length) marks.push(cm.Decoration.mark({ class: name }).range(from, Math.min(doc.length, from + length)));
    }
  }
  views[kind].dispatch({ effects: painted.of(cm.Decoration.set(marks, true)) });
}

// --- faults and their fixes ---

async function publish({ uri: address, version, diagnostics }) {
  const kind = kindOf(address);
  // What is about a text that has changed since is said anew.
  if (!kind || version !== versions[kind]) return;
  const mine = (publish[kind] = {}),
    { doc } = views[kind].state;
  let fixes = [];
  if (diagnostics.length) {
    const context = { diagnostics: [], only: ["quickfix"] };
    const params = { ...about(kind), range: between(doc, 0, doc.length), context };
    fixes = (await asked("codeAction", params)) || [];
  }
  if (version !== versions[kind] || mine !== publish[kind]) return;
  const same = (one, other) =>
    one.message === other.message && JSON.stringify(one.range) === JSON.stringify(other.range);
  problems[kind] = diagnostics.map((one) => ({
    ...range(doc, one.range),
    severity: one.severity === 1 ? "error" : "warning",
    message: one.message,
    code: one.code,
    actions: fixes
      .filter((fix) => fix.diagnostics.some((other) => same(one, other)))
      .map(({ title, edit }) => ({ title, name: `Fix: ${deed(title, edit)}`, apply: () => apply(edit) }))
      .concat(one.data?.domain ? ofDomain(one.data.domain, range(doc, one.range)) : []),
  }));
  views[kind].dispatch(cm.setDiagnostics(views[kind].state, problems[kind]));
  heard();
}

// What a fix does, where its title asks or explains: it writes or deletes something.
function deed(title, { changes = {} }) {
  const [short] = title.replace(/^or /, "").split(/, or |: the /);
  const written = new Set(Object.values(changes).flatMap((edits) => edits.map((edit) => edit.newText.trim())));
  const [text] = written;
  if (/^(add|declare|delete|join|leave|move|remove|write) /.test(short) || written.size !== 1 || text.length > 60)
    return short;
  if (text) return `write ${text}`;
  return /blanks/.test(title) ? "delete the comma" : /quotation/.test(title) ? "delete the quotation mark" : short;
}

// What can be done where a problem names another domain than the one that is open.
function ofDomain(name, place) {
  const open = defined(text("domain")).name;
  const write = () => views.problem.dispatch({ changes: { ...place, insert: open } });
  return [
    ...(open ? [{ name: `Fix: write ${open}, the name of the domain that is open`, apply: write }] : []),
    { name: `Open the domain ${name}`, apply: () => wanted(name) },
  ];
}

async function explain(about) {
  const done = await run("explain", { about });
  dialog(about, prose(done.out || done.told));
}

// A line of help: a command that explains is a link to what it says.
const help = (line) =>
  line
    .split(/`banto explain (\S+)`/)
    .map((part, index) => (index % 2 ? link(part, "what this means", () => explain(part)) : part));

// --- questions about a place ---

const hover = (kind) =>
  cm.hoverTooltip(
    async (view, place) => {
      const answer = await asked("hover", about(kind, place));
      if (!answer) return null;
      const { from, to } = range(view.state.doc, answer.range);
      return { pos: from, end: to, above: true, create: () => ({ dom: prose(answer.contents.value) }) };
    },
    { hoverTime: 250 },
  );

const KINDS_OF_NAMES = "3 function 5 property 6 variable 7 class 9 namespace 12 constant 14 keyword 21 constant";
const ICONS = Object.fromEntries(KINDS_OF_NAMES.match(/\d+ \w+/g).map((one) => one.split(" ")));

const complete = (kind) => async (context) => {
  const word = context.matchBefore(/[\w:?-]+/);
  if (!context.explicit && !word && !/[(?:]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) {
    return null;
  }
  const items = await asked("completion", about(kind, context.pos));
  if (!items || !items.length) return null;
  const { doc } = context.state;
  return {
    from: range(doc, items[0].textEdit.range).from,
    validFor: /^[\w:?-]*$/,
    options: items.map((item, index) => ({
      label: item.label,
      detail: item.detail,
      type: ICONS[item.kind] || "text",
      boost: Math.max(-99, 50 - index),
      info: item.documentation ? () => prose(item.documentation.value) : undefined,
      apply:
        item.insertTextFormat === 2
          ? cm.snippet(item.textEdit.newText.replace(/\$(\d+)/g, (_, hole) => (hole === "0" ? "${}" : `\${${hole}}`)))
          : item.textEdit.newText,
    })),
  };
};

export async function rename(kind) {
  const view = views[kind],
    place = view.state.selection.main.head;
  const here = await request("textDocument/prepareRename", about(kind, place));
  const { from, to } = range(view.state.doc, here);
  const old = view.state.sliceDoc(from, to);
  let newName = old,
    help = "Everywhere in the domain and the problem.";
  for (;;) {
    newName = await ask(`Rename ${old}`, newName, help);
    if (!newName || newName === old) return;
    const edit = await request("textDocument/rename", { ...about(kind, place), newName }).catch((error) => ({ error }));
    if (!edit.error) {
      apply(edit);
      return view.focus();
    }
    help = edit.error.message;
  }
}

export async function format(kind) {
  const params = { ...about(kind), options: { tabSize: 2, insertSpaces: true } };
  const edits = await asked("formatting", params);
  if (edits && edits.length) apply({ changes: { [uri(kind)]: edits } });
}

async function define(kind) {
  const answer = await asked("definition", about(kind, views[kind].state.selection.main.head));
  const target = answer && kindOf(answer.uri);
  if (target) jump(views[target], at(views[target].state.doc, answer.range.start));
}

// What a text declares, for a list to go by: names with a function that goes there.
export async function outline(kind) {
  const visit = (depth) => (symbol) => {
    const go = () => jump(views[kind], at(views[kind].state.doc, symbol.selectionRange.start));
    const one = { name: "\u2003".repeat(depth) + symbol.name, detail: symbol.detail || "", go };
    return [one, ...(symbol.children || []).flatMap(visit(depth + 1))];
  };
  return ((await asked("documentSymbol", about(kind))) || []).flatMap(visit(0));
}

// --- the texts and the server ---

function tell(kind, update) {
  versions[kind] += 1;
  changed(kind);
  follow(kind, update);
  if (!isUp) return;
  const before = update.startState.doc;
  let contentChanges = [];
  update.changes.iterChanges((from, to, _from, _to, inserted) => {
    contentChanges.push({ range: between(before, from, to), text: inserted.toString() });
  });
  // Each is made on the result of those before: from the end, places stay.
  contentChanges.reverse();
  // The engine beside the page starts anew with each question.
  if (!hasServer) contentChanges = [{ text: text(kind) }];
  note("textDocument/didChange", { textDocument: { uri: uri(kind), version: versions[kind] }, contentChanges });
  paintSoon(kind);
}

function paintSoon(kind) {
  clearTimeout(paintSoon[kind]);
  paintSoon[kind] = setTimeout(() => paint(kind), 40);
}

async function greet() {
  const completionItem = { snippetSupport: true };
  const capabilities = { textDocument: { completion: { completionItem } } };
  const answer = await request("initialize", { capabilities }).catch(() => null);
  if (!answer) return;
  legend = answer.capabilities.semanticTokensProvider.legend.tokenTypes;
  note("initialized", {});
  isUp = true;
  for (const kind of KINDS) {
    const textDocument = { uri: uri(kind), languageId: "pddl", version: versions[kind], text: text(kind) };
    note("textDocument/didOpen", { textDocument });
    paint(kind);
  }
}

// Makes the editors in two elements. `onChange` hears of changed texts, `onFaults` of what is wrong in them or
// cannot be done, `onWanted` of the name of a domain to open.
export function begin(elements, onChange, onFaults, onWanted) {
  changed = onChange;
  heard = onFaults;
  wanted = onWanted;
  for (const kind of KINDS) {
    const keys = Object.entries({ F2: rename, F12: define, "Shift-Alt-f": format });
    const extensions = [
      cm.keymap.of(keys.map(([key, act]) => ({ key, run: () => act(kind) || true }))),
      colors,
      cm.EditorView.updateListener.of(({ viewportChanged }) => viewportChanged && isUp && paintSoon(kind)),
      cm.lintGutter(),
      hover(kind),
      cm.autocompletion({ override: [complete(kind)] }),
    ];
    views[kind] = editor(elements[kind], `${kind} in PDDL`, (update) => tell(kind, update), extensions);
  }
  hear("textDocument/publishDiagnostics", publish);
  hear("up", greet);
  hear("down", () => {
    isUp = false;
  });
}

// What is wrong, as a list: how bad it is, where, what, further lines, and buttons.
function faultList(faults) {
  const line = ({ severity, place, message, more, actions }) => {
    const lines = more.map((one) => h("span.more", help(one)));
    return h("li", { class: severity }, place, " ", message, lines, actions);
  };
  return faults.length ? h("ul.faults", faults.map(line)) : null;
}

// What a command says about the texts.
export function said(done) {
  const fault = (one) => ({
    ...one,
    place: place(one),
    more: one.help.map((line) => `help: ${line}`),
    actions: link(one.code, "what this means, with examples", () => explain(one.code)),
  });
  return faultList(done.diagnostics.map(fault));
}

// What is said where the texts are in each other's editor.
function swapped() {
  const { domain, problem } = pair();
  const [first, second] = [domain, problem].map((text) => defined(text).kind);
  if (first === second || (first !== "problem" && second !== "domain")) return null;
  const swap = () => {
    put("domain", problem);
    put("problem", domain);
  };
  const words = "The domain and the problem are in each other's editor. ";
  return h("p.error", words, fix("Swap them", "each text into the other editor", swap));
}

// The faults of both texts as a list, each with its place and its fixes.
export function faults() {
  const fault = (kind) => (one) => {
    const { doc } = views[kind].state;
    const line = doc.lineAt(Math.min(one.from, doc.length)).number;
    // What a fix says is on its button.
    const isSaid = (more) =>
      one.actions.some(
        ({ name, title }) => more === `help: ${title}` && (title.endsWith(name.slice(5)) || /did you/.test(title)),
      );
    const [message, ...rest] = one.message.split("\n").filter((more) => !isSaid(more));
    const place = link(`${kind}, line ${line}`, "show this place", () => jump(views[kind], one.from, one.to));
    const actions = one.actions.map((action) => fix(action.name, "", action.apply));
    return { severity: one.severity, place, message, more: rest, actions };
  };
  return [swapped(), faultList(KINDS.flatMap((kind) => problems[kind].map(fault(kind))))];
}
