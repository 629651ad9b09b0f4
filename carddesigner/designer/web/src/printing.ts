// The choices for printing, and the server's replies.

import { computed, effect, signal } from "@preact/signals";
import type { Choice, FormField, Found, Made, Making, Offer, PrintForm, PrintPage, PrintSheets } from "./messages";
import * as s from "./state";

export type Value = Choice["value"];
type Values = Record<string, Value>;
export type Tab = "build" | "export" | "measure";

export const form = signal<PrintForm | null>(null);
export const sheets = signal<PrintSheets | null>(null);
/** Why there are no sheets for the current choices. */
export const problem = signal<{ found: Found[]; fields: Map<string, string> } | null>(null);
export const loading = signal(false);
export const making = signal<Making | null>(null);
export const made = signal<Made | null>(null);
/** Invalid fields of exports and calibration. */
export const problemsMade = computed(() => new Map((made.value?.wrong ?? []).map((w) => [w.name, w.message])));
export const tab = signal<Tab>("build");
/** The field whose help is shown. */
export const hoveredField = signal<FormField | null>(null);
/** Whether both sides are shown beside each other, or one that can be turned over. */
export const both = s.persisted("print-both", true);
export const zoom = s.persisted<number | null>("print-zoom", null);
export const document_ = signal(0);

const all = s.persisted<Record<string, Record<string, Values>>>("print", {});

export function values(of: Tab): Values {
  return all.value[s.deck.value?.folder ?? ""]?.[of] ?? {};
}

/** Choose a value, or with null that of the deck. */
export function choose(of: Tab, name: string, value: Value | null): void {
  const { [name]: _, ...others } = values(of);
  put(of, value === null || value === "" ? others : { ...others, [name]: value });
}

export function put(of: Tab, list: Values): void {
  const folder = s.deck.value?.folder ?? "";
  all.value = { ...all.value, [folder]: { ...all.value[folder], [of]: list } };
}

export function offer(name: string): Offer | undefined {
  return form.value?.offers.find((o) => o.name === name);
}

/** The value of a field that is not chosen. */
export function defaultValue(name: string): Value | undefined {
  return sheets.value?.defaults.find((c) => c.name === name)?.value;
}

/** Fields that select which cards are printed. */
export const WHICH = ["components", "select", "listed", "since", "sheets"] as const;

/** The options of exports of sheets, which are those of a build. */
const OF_SHEETS = ["paper", "duplex", "gutter", "marks", "mark_inset", "mark_length", "mark_side", "skip", "order", "share", "copies", "printer", "sheet_layout"];

/** Whether the marks include those for a cutting machine's sensor. */
function hasSensorMarks(marks: Value | undefined): boolean {
  return Array.isArray(marks) && marks.some((kind) => kind.startsWith("silhouette"));
}

/** Whether a field applies with the other choices. */
export function isRelevant(of: Tab, name: string): boolean {
  const chosen = values(of);
  if (of === "export") {
    const to = form.value?.exporters.find((e) => e.name === (chosen["to"] ?? "png"));
    const alone = form.value?.exporters.some((e) => e.fields.includes(name));
    if (["bleed", "cut"].includes(name) && chosen["layout"] === "sheets") return false;
    if (name.startsWith("mark_") && !hasSensorMarks(chosen["marks"])) return false;
    // Lines have no resolution; only a machine that prints gets pictures.
    const marks = chosen["marks"] ?? defaultValue("marks");
    const pictured = Array.isArray(marks) && marks.includes("cricut");
    if (name === "dpi" && to?.name === "cut-svg" && !pictured) return false;
    if (name === "perforate" && to?.name === "cut-svg" && pictured) return false;
    if (OF_SHEETS.includes(name) && to?.fields.includes("layout") && chosen["layout"] !== "sheets") return false;
    return !alone || !!to?.fields.includes(name);
  }
  if (of === "measure") return true;
  if ((WHICH as readonly string[]).includes(name)) return (chosen["which"] ?? "all") === name;
  const pieces = chosen["layout"] === "pieces";
  if (["unique", "page_order", "split"].includes(name)) return pieces;
  if (name === "jobs") return pieces && chosen["split"] !== undefined;
  if (name === "serials") return offer(name) !== undefined;
  const slotted = (chosen["sheet_layout"] ?? defaultValue("sheet_layout") ?? "none") !== "none";
  if (name === "first_slot" || name === "blank_slots") return slotted && !pieces;
  if (name.startsWith("mark_") && !hasSensorMarks(chosen["marks"] ?? defaultValue("marks"))) return false;
  return !pieces || !["skip", "mark_inset", "mark_length", "mark_side", "manual_duplex", "cover", "cutting_template", "order", "share", "printer", "back_bleed", "paper", "marks", "gutter", "sleeves", "sheet_layout", "sheet_titles"].includes(name);
}

export function choices(of: Tab): Choice[] {
  const chosen = of === "export" ? { to: "png", ...values(of) } : values(of);
  return Object.entries(chosen)
    .filter(([name, value]) => name !== "which" && isRelevant(of, name) && !(Array.isArray(value) && name === "components" && !value.length))
    .map(([name, value]) => ({ name, value }));
}

// Sheets: one question in flight, the latest wins.

let number = 0;
let lookPending = false;
let lookStart = 0;
let timer = 0;
/** Milliseconds that a new request waits for the reply to the last one; then it is sent, and the server cancels the last one. */
const LOOK_TIMEOUT = 3000;

export function request(): void {
  lookPending = true;
  if (s.connected.peek() !== "open") return;
  const since = performance.now() - lookStart;
  clearTimeout(timer);
  if (loading.peek() && since < LOOK_TIMEOUT) {
    timer = window.setTimeout(() => lookPending && request(), LOOK_TIMEOUT - since);
    return;
  }
  lookPending = false;
  loading.value = true;
  lookStart = performance.now();
  s.send({ t: "print-look", seq: ++number, choices: choices("build") });
}

/** Milliseconds between two retries for lost pictures. */
const RETRY_AFTER = 15_000;
let lost = { key: 0, at: -RETRY_AFTER };

/** Request the sheets again because their pictures are gone: the process that drew them was replaced. Return false if
 * that was just tried without success. */
export function retry(): boolean {
  const [key, at] = [sheets.peek()?.key ?? 0, performance.now()];
  if (key === lost.key) return true;
  if (at - lost.at < RETRY_AFTER) return false;
  lost = { key, at };
  request();
  return true;
}

let storing: string[] = [];

/** The chosen options that the deck can store. */
export function storable(): string[] {
  return choices("build")
    .map((c) => c.name)
    .filter((name) => form.value?.storable.includes(name));
}

export function store(): void {
  storing = storable();
  s.send({ t: "print-keep", choices: choices("build").filter((c) => storing.includes(c.name)) });
}

let built = "";
/** Whether the PDF was built with other choices than the current ones. */
export const outdated = computed(() => made.value?.command === "build" && JSON.stringify(choices("build")) !== built);

export function build(): void {
  made.value = null;
  built = JSON.stringify(choices("build"));
  s.send({ t: "print-build", choices: choices("build") });
}

/** A sheet with its pages, one or two. */
export interface Leaf {
  sheet: number;
  front?: PrintPage;
  back?: PrintPage;
}

export const leaves = computed<Leaf[]>(() => {
  const pages = sheets.value?.documents[document_.value]?.pages ?? [];
  const out: Leaf[] = [];
  const bySheet = new Map<number, Leaf>();
  for (const page of pages) {
    const last = out[out.length - 1];
    // Pages of instructions have no sheet number: a back follows its front.
    const found = page.sheet ? bySheet.get(page.sheet) : page.side === "back" && last && !last.sheet && !last.back ? last : undefined;
    const leaf = found ?? { sheet: page.sheet };
    leaf[page.side] = page;
    if (!found) out.push(leaf);
    if (page.sheet) bySheet.set(page.sheet, leaf);
  }
  return out;
});

s.listeners.push((message) => {
  switch (message.t) {
    case "print-form":
      form.value = message;
      break;
    case "print-sheets":
    case "print-wrong":
      if (message.seq < number) break;
      loading.value = false;
      if (message.t === "print-sheets") {
        sheets.value = message;
        problem.value = null;
        if (document_.value >= message.documents.length) document_.value = 0;
      } else problem.value = { found: message.found, fields: new Map(message.wrong.map((w) => [w.name, w.message])) };
      if (making.value?.command === "look") making.value = null;
      if (lookPending) request();
      break;
    case "making":
      making.value = message;
      break;
    case "made":
      making.value = null;
      made.value = message;
      break;
    case "changed":
      s.send({ t: "print-open" });
      if (s.view.value === "print") request();
      break;
    case "history":
      if (storing.length) put("build", Object.fromEntries(Object.entries(values("build")).filter(([name]) => !storing.includes(name))));
      storing = [];
      // No other message notifies a page of its own steps.
      if (s.view.value === "print" && sheets.value) request();
      break;
    case "note":
      if (message.level === "error") storing = [];
  }
});

let turned = s.side.peek();
effect(() => {
  // Requesting a side shows one side only.
  if (s.side.value !== turned && s.view.peek() === "print") both.value = false;
  turned = s.side.value;
});

let lookedAt = "";
effect(() => {
  if (s.view.value !== "print" || s.connected.value !== "open" || !s.deck.value) {
    if (s.connected.value !== "open") {
      loading.value = false;
      making.value = null;
    }
    lookedAt = "";
    return;
  }
  const key = JSON.stringify([s.deck.value.folder, choices("build")]);
  if (key === lookedAt) return;
  if (!lookedAt) s.send({ t: "print-open" });
  lookedAt = key;
  request();
});
