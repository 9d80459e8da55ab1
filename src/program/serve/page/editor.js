// An editor of PDDL or of any text: CodeMirror, whose colors are in workbench.css. What it knows about PDDL comes from
// texts.js.

import {
  Compartment,
  EditorState,
  EditorView,
  Decoration,
  keymap,
  lineNumbers,
  highlightActiveLine,
  highlightSpecialChars,
  drawSelection,
  history,
  historyKeymap,
  defaultKeymap,
  indentWithTab,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  lintKeymap,
  bracketMatching,
  indentUnit,
  searchKeymap,
  highlightSelectionMatches,
  MatchDecorator,
  ViewPlugin,
} from "./codemirror.js";
import { refuse } from "./link.js";
import { LONGEST } from "./store.js";

// Comments, which are no words to the language server.
const comments = new MatchDecorator({ regexp: /;.*/g, decoration: Decoration.mark({ class: "t-comment" }) });
const colored = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = comments.createDeco(view);
    }
    update(update) {
      this.decorations = comments.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

// What is typed over a selection takes its place here: a browser would keep the looks of the first word by a style of its
// own, which the policy of the page refuses.
const typing = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || !data || isComposing || empty || view.state.readOnly) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    const isDone = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isDone) view.dispatch(insert());
    return true;
  },
});

// What can be taken back.
const past = new Compartment();

// Takes the last change back, and makes it again.
export const [undo, redo] = historyKeymap.map((one) => one.run);

// Whether it can be written in; what can not is changed by nothing but another text.
const holding = new Compartment();
const held = (isHeld) => [EditorState.readOnly.of(isHeld), EditorState.changeFilter.of(() => !isHeld)];
export const hold = (view, isHeld) => view.dispatch({ effects: holding.reconfigure(held(isHeld)) });

// What is pasted may not be longer than what can be saved.
const isShort = EditorState.changeFilter.of(
  ({ changes }) =>
    changes.newLength <= Math.max(LONGEST, changes.length) ||
    refuse("The text would be longer than 8 MiB: nothing was changed."),
);

// Makes an editor in an element.
export function editor(parent, label, { text = "", change = null, extensions = [] } = {}) {
  const nonce = document.querySelector("script[nonce]").nonce;
  const state = EditorState.create({
    doc: text,
    extensions: [
      EditorView.cspNonce.of(nonce),
      lineNumbers(),
      innerWidth <= 800 ? EditorView.lineWrapping : [],
      highlightSpecialChars(),
      past.of(history()),
      holding.of([]),
      isShort,
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      indentUnit.of("  "),
      colored,
      typing,
      EditorState.languageData.of(() => [{ commentTokens: { line: ";" }, closeBrackets: { brackets: ["("] } }]),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && change) change(update);
      }),
      extensions,
      // Escape, then Tab leaves the editor by the keyboard.
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
    ],
  });
  return new EditorView({ state, parent });
}

// Replaces all of a text. This can be taken back, unless it is another one: then nothing before it can, and
// it is seen from the left.
export function replace(view, text, isOther) {
  const now = view.state.doc.toString();
  const changes = { from: 0, to: now.length, insert: text };
  if (now !== text) view.dispatch({ changes, userEvent: "replace", filter: false });
  if (!isOther) return;
  for (const kept of [[], history()]) view.dispatch({ effects: past.reconfigure(kept) });
  view.scrollDOM.scrollLeft = 0;
}

// Goes to a place, and shows it.
export function jump(view, from, to = from) {
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

// The offset of a line and a column, both from 1, the column in characters.
export function offset(doc, line, column) {
  const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return at.from + [...at.text].slice(0, Math.max(0, column - 1)).join("").length;
}
