// What the workbench needs of CodeMirror 6; everything else is left out of the bundle.
export { EditorState, StateEffect, StateField, Compartment } from "@codemirror/state";
export {
  EditorView, Decoration, keymap, hoverTooltip, lineNumbers, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, drawSelection, MatchDecorator, ViewPlugin,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap, snippet } from "@codemirror/autocomplete";
export { setDiagnostics, lintGutter, lintKeymap, forceLinting } from "@codemirror/lint";
export { bracketMatching, indentUnit } from "@codemirror/language";
export { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
