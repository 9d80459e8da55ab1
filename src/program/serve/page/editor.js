// An editor of PDDL or of any text: CodeMirror with the colors of the page. What it knows about PDDL comes from
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

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--card)", color: "var(--ink)", fontSize: "13.5px" },
  "&.cm-focused": { outline: "2px solid var(--c0)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--soft)", border: "0" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--c0) 6%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--c0) 28%, transparent) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--rule)",
    maxWidth: "min(40em, 92vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--c0)",
    color: "var(--card)",
  },
  ".cm-panels": { backgroundColor: "var(--back)", color: "var(--ink)" },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--c2) 30%, transparent) !important" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--c0)",
    color: "var(--card)",
    borderRadius: "4px",
    padding: "2px 8px",
  },
});

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

// What can be taken back.
const past = new Compartment();

// Whether it can be written in.
const holding = new Compartment();
export const hold = (view, isHeld) => view.dispatch({ effects: holding.reconfigure(EditorState.readOnly.of(isHeld)) });

// Makes an editor in an element.
export function editor(parent, label, { text = "", change = null, extensions = [] } = {}) {
  const nonce = document.querySelector("script[nonce]").nonce;
  const state = EditorState.create({
    doc: text,
    extensions: [
      EditorView.cspNonce.of(nonce),
      lineNumbers(),
      highlightSpecialChars(),
      past.of(history()),
      holding.of([]),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      indentUnit.of("  "),
      colored,
      theme,
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

// Replaces all of a text. This can be taken back, unless it is another one: then nothing before it can.
export function replace(view, text, isOther) {
  const now = view.state.doc.toString();
  if (now !== text) view.dispatch({ changes: { from: 0, to: now.length, insert: text } });
  if (isOther) for (const kept of [[], history()]) view.dispatch({ effects: past.reconfigure(kept) });
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
