// The parts of CodeMirror that the page uses, bundled separately.

export { autocompletion, completionKeymap } from "@codemirror/autocomplete";
export type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
export { indentWithTab, redo, undo } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { defineLanguageFacet, HighlightStyle, indentUnit, Language, syntaxHighlighting, syntaxTree } from "@codemirror/language";
export { setDiagnostics } from "@codemirror/lint";
export type { Diagnostic } from "@codemirror/lint";
export { MergeView } from "@codemirror/merge";
export { EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
export type { Extension, Text } from "@codemirror/state";
export { Decoration, EditorView, hoverTooltip, keymap, MatchDecorator, ViewPlugin, WidgetType } from "@codemirror/view";
export type { DecorationSet, ViewUpdate } from "@codemirror/view";
export type { SyntaxNode } from "@lezer/common";
export { GFM, parser } from "@lezer/markdown";
export { tags } from "@lezer/highlight";
export { basicSetup } from "codemirror";
