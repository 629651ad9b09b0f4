// The text editor: languages, colours, underlined problems, and the lines of the chosen zone.

import { autocompletion, basicSetup, completionKeymap, Decoration, defineLanguageFacet, EditorState, EditorView, GFM, HighlightStyle, hoverTooltip, indentUnit, indentWithTab, keymap, Language, MatchDecorator, parser, redo, setDiagnostics, StateEffect, StateField, syntaxHighlighting, tags, Transaction, undo, ViewPlugin, WidgetType, yaml } from "./codemirror.js";
import type { DecorationSet, Diagnostic, Extension, Text, ViewUpdate } from "./codemirror.js";
import type { Found } from "./messages";
import { complete, meaning, type Helper } from "./completion";
import { mend } from "./problems";
import * as s from "./state";
import * as texts from "./texts";

const MARKDOWN = new Language(defineLanguageFacet(), parser.configure(GFM), [], "markdown");

const COLORS = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.content], color: "var(--text)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.bool, tags.number, tags.labelName, tags.typeName], color: "var(--code-word)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta, tags.processingInstruction, tags.contentSeparator], color: "var(--quiet)" },
  { tag: tags.heading, color: "var(--code-key)", fontWeight: "600" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url, tags.monospace], color: "var(--code-string)" },
]);

const inner = new MatchDecorator({ regexp: /\{\{.*?\}\}|\{%.*?%\}/g, decoration: Decoration.mark({ class: "cm-expression" }) });
const expressions = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = inner.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = inner.updateDeco(update, this.decorations);
    }
  },
  { decorations: (v) => v.decorations },
);

class Swatch extends WidgetType {
  constructor(readonly color: string) {
    super();
  }
  eq(other: Swatch) {
    return other.color === this.color;
  }
  toDOM() {
    const dom = document.createElement("span");
    dom.className = "cm-swatch";
    dom.style.backgroundColor = this.color;
    return dom;
  }
}

const colored = new MatchDecorator({
  regexp: /#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})(?=["'])/g,
  decorate: (add, from, _to, match) => add(from, from, Decoration.widget({ widget: new Swatch(match[0]), side: -1 })),
});
const swatches = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colored.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = colored.updateDeco(update, this.decorations);
    }
  },
  { decorations: (v) => v.decorations },
);

/** The first and last line of the chosen zone, or null. */
export const markLines = StateEffect.define<{ first: number; last: number } | null>();
const chosenLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, tr) {
    value = value.map(tr.changes);
    for (const e of tr.effects)
      if (e.is(markLines)) {
        const { doc } = tr.state;
        const lines = e.value ? Array.from({ length: Math.max(0, Math.min(e.value.last, doc.lines) - e.value.first + 1) }, (_, i) => doc.line(e.value!.first + i)) : [];
        value = Decoration.set(lines.map((l) => Decoration.line({ class: "cm-zone-line" }).range(l.from)));
      }
    return value;
  },
  provide: (f) => EditorView.decorations.from(f),
});

/** Where zones start in the text, by key; they move with the text until their face is laid out again. */
export const placeZones = StateEffect.define<Map<string, number>>();
const zoneStarts = StateField.define<Map<string, number>>({
  create: () => new Map(),
  update(value, tr) {
    if (tr.docChanged) value = new Map([...value].map(([key, pos]) => [key, tr.changes.mapPos(pos, 1)]));
    for (const e of tr.effects) if (e.is(placeZones)) value = e.value;
    return value;
  },
});

/** The first line of a zone, 0 if it is not in this text. */
export function lineOf(state: EditorState, key: string): number {
  const pos = state.field(zoneStarts).get(key);
  return pos === undefined ? 0 : state.doc.lineAt(Math.min(pos, state.doc.length)).number;
}

/** The last line of the block that starts on a line, by indentation. */
export function blockEnd(doc: Text, first: number): number {
  const indent = doc.line(first).text.search(/\S/);
  let last = first;
  for (let n = first + 1; n <= doc.lines; n++) {
    const column = doc.line(n).text.search(/\S/);
    if (column < 0 || (column <= indent && doc.line(n).text[column] === "#")) continue;
    if (column <= indent) break;
    last = n;
  }
  return last;
}

/** The offset after this many characters of a line: the server counts characters, the page UTF-16 code units. */
function offset(text: string, column: number): number {
  let at = 0;
  for (let n = 1; n < column && at < text.length; n++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

export function rangeOf(doc: Text, found: { line: number; column: number; length: number }): { from: number; to: number } {
  const line = doc.line(Math.min(Math.max(found.line, 1), doc.lines));
  const from = line.from + offset(line.text, found.column);
  let to = Math.min(line.to, line.from + offset(line.text, found.column + found.length));
  if (to <= from) to = Math.min(line.to, from + Math.max(1, /^[\w-]*/.exec(line.text.slice(from - line.from))![0].length));
  return { from: Math.min(from, to), to };
}

/** Underline problems. */
export function underline(view: EditorView, list: Found[]): void {
  const found = list.map((f): Diagnostic => {
    const range = rangeOf(view.state.doc, f);
    return {
      ...range,
      severity: f.severity === "error" ? "error" : "warning",
      message: f.hint ? `${f.message}\n${f.hint}` : f.message,
      source: f.code,
      actions: f.fix && !texts.readOnly.value ? [{ name: `Change ${f.fix.old} to ${f.fix.new}`, apply: () => mend(f) }] : [],
    };
  });
  view.dispatch(setDiagnostics(view.state, found.sort((a, b) => a.from - b.from)));
}

/** Take over a text from elsewhere: only the difference is replaced, so that the cursor keeps its place. */
export function replaceText(view: EditorView, text: string): void {
  const current = view.state.doc.toString();
  if (current === text) return;
  let start = 0;
  while (start < current.length && start < text.length && current[start] === text[start]) start++;
  let end = 0;
  while (end < current.length - start && end < text.length - start && current[current.length - 1 - end] === text[text.length - 1 - end]) end++;
  view.dispatch({
    changes: { from: start, to: current.length - end, insert: text.slice(start, text.length - end) },
    annotations: Transaction.addToHistory.of(false),
  });
}

/** Undo unsaved typing in the editor; without any, undo a step of the deck. */
function back(by: -1 | 1): (view: EditorView) => boolean {
  return (view) => {
    if (texts.dirty.value) return (by < 0 ? undo : redo)(view) || true;
    s.undo(by);
    return true;
  };
}

function helper(): Helper | null {
  return texts.helpers.value.get(texts.info.value?.kind ?? "") ?? null;
}

function hover(view: EditorView, pos: number) {
  const help = helper();
  const found = help && meaning(help, view.state, pos);
  if (!found) return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-meaning";
      const name = dom.appendChild(document.createElement("b"));
      name.textContent = found.name;
      dom.append(found.info);
      return { dom };
    },
  };
}

/** The extensions that all text editors share. */
export function look(file: string): Extension[] {
  const language = /\.ya?ml$/.test(file) ? [yaml(), expressions, swatches] : /\.md$/.test(file) ? [MARKDOWN] : [];
  return [basicSetup, language, syntaxHighlighting(COLORS), indentUnit.of("  "), EditorState.tabSize.of(2), EditorView.contentAttributes.of({ "aria-label": `Text of ${file}`, tabindex: "0", spellcheck: "false" })];
}

/** The initial editor state for a file. */
export function stateFor(file: string, text: string, readOnly: boolean, changed: (text: string) => void, moved: (view: EditorView) => void): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      keymap.of([
        { key: "Mod-z", run: back(-1), preventDefault: true },
        { key: "Mod-y", run: back(1), preventDefault: true },
        { key: "Mod-Shift-z", run: back(1), preventDefault: true },
        { key: "Mod-s", run: () => (texts.save(), true), preventDefault: true },
        { key: "Escape", run: (view) => (view.contentDOM.blur(), true) },
      ]),
      look(file),
      keymap.of([...completionKeymap, indentWithTab]),
      chosenLines,
      zoneStarts,
      EditorState.readOnly.of(readOnly),
      /\.md$/.test(file) ? EditorView.lineWrapping : [],
      autocompletion({ override: [complete(helper)], activateOnTyping: true, icons: false, maxRenderedOptions: 60 }),
      hoverTooltip(hover, { hoverTime: 350 }),
      EditorView.updateListener.of((update) => {
        const remote = update.transactions.some((t) => t.annotation(Transaction.addToHistory) === false);
        if (update.docChanged && !remote) changed(update.state.doc.toString());
        texts.cursor.value = update.state.selection.main.head;
        if (update.selectionSet && !remote && update.transactions.some((t) => t.isUserEvent("select") || t.isUserEvent("input"))) moved(update.view);
      }),
    ],
  });
}
