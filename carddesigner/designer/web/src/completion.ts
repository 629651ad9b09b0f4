// Completion and hover texts in YAML files, from a JSON Schema and the deck's own names.

import { syntaxTree } from "./codemirror.js";
import type { Completion, CompletionContext, CompletionResult, EditorState, SyntaxNode, Text } from "./codemirror.js";
import type { HelpText, HelpEntry } from "./messages";

interface Schema {
  $ref?: string;
  description?: string;
  default?: unknown;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
  definitions?: Record<string, Schema>;
}

/** A key, or null for an item of a list. */
export type Step = string | null;

export interface Helper {
  root: Schema;
  entries: Map<string, HelpEntry[]>;
}

export function helperOf(help: HelpText): Helper {
  const entries = new Map<string, HelpEntry[]>();
  for (const w of help.entries) entries.set(w.kind, [...(entries.get(w.kind) ?? []), w]);
  return { root: JSON.parse(help.schema) as Schema, entries };
}

/** A schema with all its alternatives; adds the names of the definitions that they refer to. */
function branches(root: Schema, start: Schema[], refs: Set<string>): Schema[] {
  const out = new Set<Schema>();
  const walk = (s: Schema | undefined, depth: number) => {
    if (!s || typeof s !== "object" || out.has(s) || depth > 12) return;
    out.add(s);
    if (s.$ref) {
      const name = s.$ref.split("/").pop() ?? "";
      refs.add(name);
      walk(root.definitions?.[name], depth + 1);
    }
    for (const list of [s.anyOf, s.oneOf, s.allOf]) list?.forEach((b) => walk(b, depth + 1));
    walk(s.then, depth + 1);
    walk(s.else, depth + 1);
  };
  start.forEach((s) => walk(s, 0));
  return [...out];
}

/** The schemas of the value at a path. */
function at(root: Schema, path: Step[], refs: Set<string>): Schema[] {
  let here = branches(root, [root], new Set());
  path.forEach((step, i) => {
    const next: Schema[] = [];
    for (const s of here) {
      if (step === null) {
        if (s.items) next.push(...(Array.isArray(s.items) ? s.items : [s.items]));
        continue;
      }
      const own = s.properties?.[step];
      if (own) next.push(own);
      for (const [pattern, value] of Object.entries(s.patternProperties ?? {})) if (new RegExp(pattern, "u").test(step)) next.push(value);
      if (!own && typeof s.additionalProperties === "object") next.push(s.additionalProperties);
    }
    here = branches(root, next, i === path.length - 1 ? refs : new Set());
  });
  return here;
}

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#{}\[\],:"'&*!|>%@`-][^#{}\[\],"]*?|-[^\s#{}\[\],"]+?))\s*:(?=\s|$)/;

function keyOf(text: string): { key: string; length: number } | null {
  const found = KEY.exec(text);
  return found ? { key: found[1] ?? found[2] ?? found[3] ?? "", length: found[0].length } : null;
}

/** The keys and items that contain a line with this indentation, outermost first. */
function above(doc: Text, line: number, indent: number): Step[] {
  const path: Step[] = [];
  for (let n = line - 1; n > 0 && indent > 0; n--) {
    const text = doc.line(n).text;
    let column = text.search(/\S/);
    if (column < 0 || text[column] === "#") continue;
    // From the right: in `- - key:` the key is the innermost.
    const starts: { column: number; key: Step }[] = [];
    let rest = text.slice(column);
    for (let dash; (dash = /^-\s+/.exec(rest)); rest = rest.slice(dash[0].length)) {
      starts.push({ column, key: null });
      column += dash[0].length;
    }
    const own = keyOf(rest);
    if (own) starts.push({ column, key: own.key });
    for (const s of starts.reverse()) {
      const list = s.key !== null && path[0] === null && s.column <= indent;
      if (s.column < indent || (list && s.column === indent)) {
        path.unshift(s.key);
        indent = s.column;
      }
    }
    // The items of a list may have the same indentation as its key.
    if (path[0] === null) indent += 0.5;
  }
  return path;
}

export interface Place {
  /** The path of the keys and items that contain the place. */
  path: Step[];
  /** The key whose value is being written; null while a key or an item is. */
  key: string | null;
  /** Where the word being written starts. */
  from: number;
  /** The word so far. */
  typed: string;
  /** Whether keys of a mapping may be written here. */
  isKey: boolean;
}

/** The context of a place in a document. */
export function placeAt(state: EditorState, pos: number): Place {
  const { doc } = state;
  // Brackets may span several lines: their context is that of their first line.
  let bracket: number | null = null;
  for (let n: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1); n; n = n.parent) if (n.name.startsWith("Flow")) bracket = n.from;
  const { number, from } = doc.lineAt(bracket ?? pos);
  const text = doc.sliceString(from, pos);
  const indent = text.search(/\S|$/);
  let path = above(doc, number, indent);
  let rest = text.slice(indent);
  let offset = from + indent;
  for (let dash; (dash = /^-\s+/.exec(rest)); ) {
    path = [...path, null];
    rest = rest.slice(dash[0].length);
    offset += dash[0].length;
  }
  let key: string | null = null;
  const first = keyOf(rest.includes(":") ? rest : "");
  if (first) {
    key = first.key;
    offset += first.length;
    rest = rest.slice(first.length);
  }
  const stack: { list: boolean; key: string | null }[] = [];
  let word = 0;
  for (let i = 0; i < rest.length; i++) {
    const c = rest[i]!;
    if (c === '"' || c === "'") {
      const end = rest.indexOf(c, i + 1);
      if (end < 0) {
        word = i + 1;
        break;
      }
      i = end;
    } else if (rest.startsWith("{{", i)) {
      const end = rest.indexOf("}}", i);
      if (end < 0) break;
      i = end + 1;
    } else if (c === "#" && /\s/.test(rest[i - 1] ?? " ")) break;
    else if (c === "{" || c === "[") {
      if (key !== null) path = [...path, key];
      if (c === "[") path = [...path, null];
      stack.push({ list: c === "[", key });
      key = null;
      word = i + 1;
    } else if ((c === "}" || c === "]") && stack.length) {
      const was = stack.pop()!;
      path = path.slice(0, path.length - (was.list ? 1 : 0) - (was.key !== null ? 1 : 0));
      key = was.key;
      word = i + 1;
    } else if (c === "," && stack.length) {
      if (!stack[stack.length - 1]!.list) key = null;
      word = i + 1;
    } else if (c === ":" && /\s|$/.test(rest[i + 1] ?? " ") && stack.length) {
      key = rest.slice(word, i).trim().replace(/^["']|["']$/g, "");
      word = i + 1;
    }
  }
  const inList = stack[stack.length - 1]?.list ?? false;
  const typed = rest.slice(word).trimStart();
  return { path, key, from: offset + rest.length - typed.length, typed, isKey: key === null && !inList };
}

const BY_KEY: Record<string, string> = {
  style: "style",
  styles: "style",
  part: "part",
  font: "font",
  board: "board",
  icon: "icon",
  front: "face",
  back: "face",
  cover: "face",
  stock: "stock",
  to: "component",
  each: "component",
  holds: "component",
};

const NAMES: Record<string, string> = { card: "field", item: "field", deck: "deck", palette: "color" };

/** A paragraph in which text in backticks is code. */
export function prose(text: string): HTMLElement {
  const out = document.createElement("p");
  text.split("`").forEach((part, i) => {
    const piece = i % 2 ? document.createElement("code") : document.createElement("span");
    piece.textContent = part;
    out.append(piece);
  });
  return out;
}

function option(word: HelpEntry, type: string): Completion {
  return { label: word.name, type, ...(word.info ? { info: () => prose(word.info) } : {}) };
}

/** The start of the expression that contains a place, or null. */
function expression(doc: Text, pos: number, place: Place): string | null {
  const line = doc.lineAt(pos);
  const text = doc.sliceString(Math.max(0, line.from - 400), pos);
  const from = text.lastIndexOf("{{");
  if (from >= 0 && !text.slice(from).includes("}}")) return text.slice(from + 2);
  return place.key === "when" || place.key === "that" ? place.typed : null;
}

function inExpression(text: string, helper: Helper): Completion[] {
  const dotted = /([A-Za-z_]\w*)\.\w*$/.exec(text);
  if (dotted) return (helper.entries.get(NAMES[dotted[1]!] ?? "") ?? []).map((w) => option(w, "property"));
  if (/\|\s*\w*$/.test(text)) return (helper.entries.get("filter") ?? []).map((w) => option(w, "function"));
  if (/\bis\s+(not\s+)?\w*$/.test(text)) return (helper.entries.get("test") ?? []).map((w) => option(w, "keyword"));
  return [
    { label: "card", type: "variable", info: "The card's own values: card.name" },
    { label: "deck", type: "variable", info: "The deck's: deck.title" },
    { label: "palette", type: "variable", info: "Its colours: palette.ink" },
    { label: "item", type: "variable", info: "What a row or grid repeats" },
    ...(helper.entries.get("function") ?? []).map((w) => option(w, "function")),
    ...["if", "else", "and", "or", "not", "in", "is"].map((label) => ({ label, type: "keyword" })),
  ];
}

function kindOf(s: Schema): string {
  return [s.type ?? []].flat().filter((t) => t !== "null").join(" or ");
}

/** The keys that can be added at a path. */
function keys(root: Schema, path: Step[], written: Set<string>): Completion[] {
  const out = new Map<string, Completion>();
  for (const s of at(root, path, new Set()))
    for (const [name, value] of Object.entries(s.properties ?? {})) {
      if (out.has(name) || written.has(name)) continue;
      const all = branches(root, [value], new Set());
      const info = all.find((b) => b.description)?.description;
      out.set(name, { label: name, apply: `${name}: `, type: "property", detail: kindOf(value), ...(info ? { info: () => prose(info) } : {}) });
    }
  return [...out.values()];
}

function values(helper: Helper, path: Step[], key: string | null): Completion[] {
  const refs = new Set<string>();
  const out = new Map<string, Completion>();
  const add = (label: string, type: string, info = "") => {
    // The deck's own names come before examples.
    if (!out.has(label)) out.set(label, { label, type, boost: type === "text" ? -20 : 0, ...(info ? { info: () => prose(info) } : {}) });
  };
  const names = [...path, ...(key !== null ? [key] : [])];
  const last = names.filter((n) => n !== null).pop() ?? "";
  const kind = BY_KEY[last];
  if (kind) for (const w of helper.entries.get(kind) ?? []) add(w.name, "variable", w.info);
  for (const s of at(helper.root, names, refs)) {
    for (const v of s.enum ?? []) if (v !== null) add(String(v), "enum");
    if (s.const !== undefined) add(String(s.const), "enum");
    if (s.type === "boolean") (add("true", "keyword"), add("false", "keyword"));
    for (const v of s.examples ?? []) if (typeof v !== "object") add(String(v), "text");
  }
  if ([...refs].some((r) => r.endsWith("Colour"))) for (const w of helper.entries.get("color") ?? []) add(w.name, "constant", w.info);
  return [...out.values()];
}

/** The sibling keys of a place that are written already, in block mappings. */
function beside(doc: Text, pos: number): Set<string> {
  const here = doc.lineAt(pos);
  const indent = here.text.search(/\S|$/);
  const out = new Set<string>();
  for (const way of [-1, 1])
    for (let n = here.number + way; n > 0 && n <= doc.lines; n += way) {
      const text = doc.line(n).text;
      const column = text.search(/\S/);
      if (column < 0 || text[column] === "#") continue;
      if (column < indent) break;
      const own = column === indent ? keyOf(text.slice(column)) : null;
      if (own) out.add(own.key);
    }
  return out;
}

/** Completion in a file that has a schema. */
export function complete(helper: () => Helper | null): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const help = helper();
    if (!help) return null;
    const { doc } = context.state;
    if (/(^|\s)#[^{]*$/.test(doc.sliceString(doc.lineAt(context.pos).from, context.pos).replace(/"[^"]*"|'[^']*'/g, ""))) return null;
    const place = placeAt(context.state, context.pos);
    const expressionText = expression(doc, context.pos, place);
    if (expressionText !== null) {
      const word = context.matchBefore(/\w*/);
      const options = inExpression(expressionText, help);
      if (!context.explicit && !word?.text && !/[.|]\s?$/.test(expressionText)) return null;
      return options.length ? { from: word?.from ?? context.pos, options, validFor: /^\w*$/ } : null;
    }
    const isKey = place.isKey && !place.typed.includes(" ");
    if (!context.explicit && !place.typed && !(place.key !== null && /:\s$/.test(doc.sliceString(context.pos - 2, context.pos)))) return null;
    const block = place.key === null && /^\s*(- )*\S*$/.test(doc.sliceString(doc.lineAt(context.pos).from, context.pos));
    const options = isKey ? keys(help.root, place.path, block ? beside(doc, context.pos) : new Set()) : values(help, place.path, place.key);
    return options.length ? { from: place.from, options, validFor: /^[\w#./-]*$/ } : null;
  };
}

/** The name at a place, with its meaning. */
export function meaning(helper: Helper, state: EditorState, pos: number): { from: number; to: number; name: string; info: HTMLElement } | null {
  const { doc } = state;
  const line = doc.lineAt(pos);
  let from = pos - line.from;
  let to = from;
  while (from > 0 && /[\w-]/.test(line.text[from - 1]!)) from--;
  while (to < line.text.length && /[\w-]/.test(line.text[to]!)) to++;
  const name = line.text.slice(from, to);
  if (!name) return null;
  const range = { from: line.from + from, to: line.from + to, name };
  const place = placeAt(state, line.from + from);
  const expressionText = expression(doc, line.from + to, place);
  const isKey = expressionText === null && /^["']?\s*:(\s|$)/.test(line.text.slice(to)) && place.isKey;
  const options = expressionText !== null ? inExpression(expressionText, helper) : isKey ? keys(helper.root, place.path, new Set()) : values(helper, place.path, place.key);
  const info = options.find((o) => o.label === name)?.info;
  return typeof info === "function" ? { ...range, info: info(null as never) as HTMLElement } : null;
}
