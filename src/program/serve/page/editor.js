// An editor of PDDL or of any text: CodeMirror, whose colors are in workbench.css. What it knows about PDDL comes from
// texts.js.

import * as cm from "./codemirror.js";
import { refuse } from "./link.js";
import { LONGEST } from "./store.js";

// Comments, which are no words to the language server.
const comments = new cm.MatchDecorator({ regexp: /;.*/g, decoration: cm.Decoration.mark({ class: "t-comment" }) });
const colored = cm.ViewPlugin.define(
  (view) => ({
    decorations: comments.createDeco(view),
    update(update) {
      this.decorations = comments.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

// What is typed over a selection takes its place here: a browser would keep the looks of the first word by a style of its
// own, which the policy of the page refuses.
const typing = cm.EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || !data || isComposing || empty || view.state.readOnly) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    const isDone = view.state.facet(cm.EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
    if (!isDone) view.dispatch(insert());
    return true;
  },
});

// What can be taken back.
const past = new cm.Compartment();

// Takes the last change back, and makes it again.
export const [undo, redo] = cm.historyKeymap.map((one) => one.run);

// Whether it can be written in; what can not is changed by nothing but another text.
const holding = new cm.Compartment();
const held = (isHeld) => [cm.EditorState.readOnly.of(isHeld), cm.EditorState.changeFilter.of(() => !isHeld)];
export const hold = (view, isHeld) => view.dispatch({ effects: holding.reconfigure(held(isHeld)) });

// What is pasted may not be longer than what can be saved.
const isShort = cm.EditorState.changeFilter.of(
  ({ changes }) =>
    changes.newLength <= Math.max(LONGEST, changes.length) ||
    refuse("The text would be longer than 8 MiB: nothing was changed."),
);

// Makes an editor in an element; `change` hears of changes of the text.
export function editor(parent, label, change, extensions) {
  const nonce = document.querySelector("script[nonce]").nonce;
  const state = cm.EditorState.create({
    extensions: [
      cm.EditorView.cspNonce.of(nonce),
      cm.lineNumbers(),
      innerWidth <= 800 ? cm.EditorView.lineWrapping : [],
      cm.highlightSpecialChars(),
      past.of(cm.history()),
      holding.of([]),
      isShort,
      cm.drawSelection(),
      cm.bracketMatching(),
      cm.closeBrackets(),
      cm.highlightActiveLine(),
      cm.highlightSelectionMatches(),
      cm.indentUnit.of("  "),
      colored,
      typing,
      cm.EditorState.languageData.of(() => [{ commentTokens: { line: ";" }, closeBrackets: { brackets: ["("] } }]),
      cm.EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      cm.EditorView.updateListener.of((update) => update.docChanged && change(update)),
      extensions,
      // Escape, then Tab leaves the editor by the keyboard.
      cm.keymap.of([
        ...cm.closeBracketsKeymap,
        ...cm.completionKeymap,
        ...cm.lintKeymap,
        ...cm.searchKeymap,
        ...cm.historyKeymap,
        ...cm.defaultKeymap,
        cm.indentWithTab,
      ]),
    ],
  });
  return new cm.EditorView({ state, parent });
}

// Replaces all of a text. This can be taken back, unless it is another one: then nothing before it can, and
// it is seen from the left.
export function replace(view, text, isOther) {
  const now = view.state.doc.toString();
  const changes = { from: 0, to: now.length, insert: text };
  if (now !== text) view.dispatch({ changes, userEvent: "replace", filter: false });
  if (!isOther) return;
  for (const kept of [[], cm.history()]) view.dispatch({ effects: past.reconfigure(kept) });
  view.scrollDOM.scrollLeft = 0;
}

// Goes to a place, and shows it.
export function jump(view, from, to = from) {
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: cm.EditorView.scrollIntoView(from, { y: "center" }),
  });
  view.focus();
}

// The offset of a line and a column, both from 1, the column in characters.
export function offset(doc, line, column) {
  const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
  return at.from + [...at.text].slice(0, Math.max(0, column - 1)).join("").length;
}
