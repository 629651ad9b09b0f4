// The table of the data view: its data from the server, sorting and filtering, and edits.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ColumnInfo, Found, FromServer, LocatedCell, RowInfo, TableInfo } from "./messages";
import { columnMapping, follow, type Place, rowMapping } from "./moves";
import * as s from "./state";

export const table = signal<TableInfo | null>(null);
/** Increases with each change of rows, which are not copied. */
export const changed = signal(0);
export const sorted = signal<{ column: number; down: boolean } | null>(null);
export const filters = signal<Map<number, string>>(new Map());
export const query = signal("");
/** The only language whose translations are shown. */
export const language = signal("");
export const rows: { current: RowInfo[] } = { current: [] };
/** The visible rows, in order. */
export const order = signal<number[]>([]);
export const problemsByCell = signal<Map<string, Found[]>>(new Map());
export const pictures = signal<Map<string, string>>(new Map());
/** Indexes of rows just changed by others, for a moment. */
export const highlighted = signal<Set<number>>(new Set());
export const locked = computed(() => table.value?.locked || s.deck.value?.read_only || "");

export function open(key: string): void {
  s.send({ t: "tables", table: key });
}

export function columnName(column: ColumnInfo): string {
  return column.name || column.header;
}

function bump(): void {
  changed.value = changed.peek() + 1;
}

/** The visible columns, in order: each translation follows its original. */
export const columns = computed(() => {
  const all = table.value?.columns ?? [];
  const out: number[] = [];
  const only = language.value;
  all.forEach((c, i) => {
    if (c.translates >= 0) return;
    const own = all.flatMap((other, j) => (other.translates === i ? [j] : []));
    if (!only) out.push(i, ...own);
    else {
      const mine = own.filter((j) => all[j]?.language === only);
      if (mine.length || ["id", "name", "title"].includes(c.name)) out.push(i, ...mine);
    }
  });
  return out;
});

export const isPlain = computed(() => !sorted.value && !query.value && ![...filters.value.values()].some(Boolean));

const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;

/** Compute which rows are visible. */
export function arrange(): void {
  const words = query.value.trim().toLowerCase();
  const by = [...filters.value].filter(([, text]) => text);
  const all = rows.current;
  let list = all.map((_, i) => i);
  if (words) list = list.filter((i) => all[i]!.cells.some((c) => c.toLowerCase().includes(words)) || all[i]!.id.toLowerCase().includes(words));
  for (const [column, text] of by) {
    list = list.filter((i) => {
      const cell = all[i]!.cells[column] ?? "";
      return text.startsWith("=") ? cell === text.slice(1) : cell.toLowerCase().includes(text.toLowerCase());
    });
  }
  const sorting = sorted.value;
  if (sorting) {
    const cell = (i: number) => all[i]!.cells[sorting.column] ?? "";
    // Blank cells come last in both directions.
    list.sort((a, b) => (cell(a) && cell(b) ? compare(cell(a), cell(b)) * (sorting.down ? -1 : 1) : Number(!cell(a)) - Number(!cell(b))) || a - b);
  }
  order.value = list;
}

function reset(): void {
  batch(() => {
    sorted.value = null;
    filters.value = new Map();
    query.value = "";
    language.value = "";
    problemsByCell.value = new Map();
    highlighted.value = new Set();
    arrange();
  });
}

// Messages of the server.

let markedBefore = "";
/** How often another table was opened. */
export let openings = 0;
/** The table when it could last be read, if it can't be read now. */
let lastReadable: { rows: RowInfo[]; columns: ColumnInfo[] } | null = null;

function receive(message: FromServer): void {
  switch (message.t) {
    case "table": {
      const old = table.value;
      batch(() => {
        // The same table may now be read from another file.
        const same = old !== null && (old.key === message.key || !message.tables.some((x) => x.key === old.key));
        const before = lastReadable ?? (old && { rows: rows.current, columns: old.columns });
        // While a program writes the file, it may be empty for a moment.
        lastReadable = message.problem && same ? before : null;
        if (!before || !same) {
          reset();
          openings++;
        } else if (!lastReadable) {
          const column = columnMapping(before.columns, message.columns);
          follow(rowMapping(before.rows, message.rows), column);
          filters.value = new Map([...filters.value].map(([i, text]): [number, string] => [column(i), text]).filter(([i]) => i >= 0));
          const by = sorted.value && { ...sorted.value, column: column(sorted.value.column) };
          sorted.value = by && by.column >= 0 ? by : null;
        }
        rows.current = message.rows;
        table.value = { ...message, rows: [] };
        arrange();
        bump();
      });
      if (old?.key === message.key) notifyKinds(old.columns, message.columns);
      writtenHere = false;
      locate();
      break;
    }
    case "table-patch": {
      const current = table.value;
      if (!current || current.key !== message.key) return;
      const alike = message.removed === message.rows.length;
      const before = rows.current.slice(message.start, message.start + message.removed);
      batch(() => {
        // Only once: replies to this page's own edits repeat what is here already.
        const changedRows = message.rows.flatMap((r, i) => (alike && before[i]?.cells.join("\0") === r.cells.join("\0") ? [] : [message.start + i]));
        const old = rows.current;
        rows.current = [...old.slice(0, message.start), ...message.rows, ...old.slice(message.start + message.removed)];
        if (!alike) follow(rowMapping(old, rows.current), (column) => column);
        table.value = { ...current, revision: message.revision };
        if (!alike) arrange();
        if (changedRows.length < 200) flash(changedRows);
        bump();
      });
      locate();
      break;
    }
    case "located":
      if (message.key === table.value?.key) mark(message.places, message.cells);
      break;
    case "thumbnails":
      pictures.value = new Map([...pictures.value, ...message.pictures.map((p): [string, string] => [`${p.kind} ${p.name}`, p.picture])]);
      break;
    case "changed":
      requested.clear();
      pictures.value = new Map();
      if (table.value) open(table.value.key);
      break;
    case "shifted":
      answered(message.seq);
      break;
    case "opened":
      for (const seq of [...afterShift.keys()]) afterShift.delete(seq);
      shifting.value = 0;
      batch(() => {
        table.value = lastReadable = null;
        rows.current = [];
        reset();
      });
  }
}
s.listeners.push(receive);

const GUESSED: Record<string, string> = { integer: "whole numbers", number: "numbers", boolean: "yes or no" };
/** Whether this page wrote anything since the table was last received. */
let writtenHere = false;

/** Notify of columns whose kind changed because of a cell: all their cells are text then, in templates too. */
function notifyKinds(old: ColumnInfo[], columns: ColumnInfo[]): void {
  for (const before of old) {
    const column = columns.find((c) => c.header === before.header);
    const guess = GUESSED[before.kind];
    if (!column || !guess || column.kind !== "text") continue;
    s.notify("info", `All of ${columnName(column)} is read as text now, for not all its cells are ${guess}.`, writtenHere ? { name: "Undo", act: () => s.undo(-1) } : undefined);
  }
}

let flashTimer = 0;
function flash(list: number[]): void {
  highlighted.value = new Set(list);
  clearTimeout(flashTimer);
  flashTimer = window.setTimeout(() => {
    highlighted.value = new Set();
    bump();
  }, 1600);
}

// Problems by cell.

const problemsByPlace = computed(() => {
  const out = new Map<string, Found[]>();
  for (const f of [...s.broken.value, ...s.problems.value.found]) if (f.place) out.set(f.place, [...(out.get(f.place) ?? []), f]);
  return out;
});

function locate(): void {
  const current = table.value;
  if (!current) return;
  markedBefore = "";
  const places = [...problemsByPlace.value.keys()];
  if (places.length) s.send({ t: "locate", table: current.key, revision: current.revision, places });
  else mark([], []);
}
effect(() => {
  void problemsByPlace.value;
  untracked(locate);
});

function mark(places: string[], cells: LocatedCell[]): void {
  const out = new Map<string, Found[]>();
  const add = (key: string, list: Found[]) => {
    const before = out.get(key) ?? [];
    // Validation may report again a problem that was already found while reading.
    out.set(key, [...before, ...list.filter((f) => !before.some((b) => b.message === f.message))]);
  };
  for (const { index, row, column } of cells) add(`${row},${column}`, problemsByPlace.value.get(places[index] ?? "") ?? []);
  const cards = new Map<string, number>();
  rows.current.forEach((r, i) => r.id && cards.set(r.id, i));
  for (const f of s.problems.value.found) {
    const row = cards.get(f.card);
    if (row !== undefined) add(`${row},-1`, [f]);
  }
  const key = JSON.stringify([...out].map(([k, v]) => [k, v.map((f) => f.message)]));
  if (key === markedBefore) return;
  markedBefore = key;
  batch(() => {
    problemsByCell.value = out;
    bump();
  });
}

/** All problems of a row, including those of its cells. */
export function problemsInRow(row: number): Found[] {
  const own = [...problemsByCell.value].filter(([key]) => key.startsWith(`${row},`)).flatMap(([, list]) => list);
  return own.filter((f, i) => own.findIndex((o) => o.message === f.message) === i);
}

// Thumbnails of what cells name.

const requested = new Set<string>();
let names: [string, string][] = [];

export function picture(kind: string, name: string): string {
  const key = `${kind} ${name}`;
  const cached = pictures.value.get(key);
  if (cached !== undefined) return cached;
  if (!requested.has(key)) {
    requested.add(key);
    if (!names.length)
      setTimeout(() => {
        for (let i = 0; i < names.length; i += 100) s.send({ t: "thumbnails", names: names.slice(i, i + 100) });
        names = [];
      }, 30);
    names.push([kind, name]);
  }
  return "";
}

// Edits.

export interface Edit {
  row: number;
  column: number;
  text: string;
}

/** Write texts to cells as one step; rows below the last are added. */
export function write(name: string, edits: Edit[]): void {
  const current = table.value;
  if (!current || locked.value) return;
  const cells = edits.filter(({ row, column, text }) => row >= rows.current.length || rows.current[row]?.cells[column] !== text);
  if (!cells.length) return s.send({ t: "cancel" });
  for (const { row, column, text } of cells) {
    const old = rows.current[row];
    if (old) rows.current[row] = { ...old, cells: old.cells.map((c, i) => (i === column ? text : c)) };
  }
  bump();
  writtenHere = true;
  s.outdate();
  s.send({ t: "cells", table: current.key, revision: current.revision, name, cells });
}

let inFlight = false;
let pending: (Place & { text: string }) | null = null;
let number = 0;

/** Show the text being typed on the card; nothing is written. */
export function typing({ row, column }: Place, text: string): void {
  pending = row < 0 || column < 0 ? null : { row, column, text };
  sendNext();
}

function sendNext(): void {
  const current = table.value;
  if (inFlight || !pending || !current) return;
  inFlight = true;
  s.send({ t: "type", seq: ++number, table: current.key, revision: current.revision, ...pending });
  pending = null;
}
s.listeners.push((message) => {
  if (message.t === "opened" || message.t === "face" || message.t === "broken" || (message.t === "patch" && message.seq === number)) {
    inFlight = false;
    sendNext();
  }
});

/** Stop showing the text typed last. */
export function stopTyping(): void {
  pending = null;
}

// Moves of rows and columns. Later edits refer to the table after the move, so they wait for it.

const afterShift = new Map<number, (() => void) | undefined>();
let shifts = 0;
/** The number of moves in flight. */
export const shifting = signal(0);

function answered(seq: number): void {
  const then = afterShift.get(seq);
  if (!afterShift.delete(seq)) return;
  then?.();
  shifting.value = afterShift.size;
}

function sendShift(send: (table: TableInfo, seq: number) => void, then?: () => void): void {
  const current = table.value;
  if (!current || locked.value) return;
  s.outdate();
  const seq = ++shifts;
  afterShift.set(seq, then);
  shifting.value = afterShift.size;
  // In case the connection is lost.
  setTimeout(() => answered(seq), 5000);
  send(current, seq);
}

type ShiftAction = "insert" | "duplicate" | "delete" | "move";

/** Change rows; *then* is called with the changed table. */
export function changeRows(action: ShiftAction, list: number[], to: number, then?: () => void): void {
  sendShift((table, seq) => s.send({ t: "rows", table: table.key, revision: table.revision, seq, action, rows: list, to }), then);
}

export function changeColumn(action: ShiftAction | "rename", column: number, to: number, name = ""): void {
  if (column >= 0 && to >= 0) sendShift((table, seq) => s.send({ t: "columns", table: table.key, revision: table.revision, seq, action, column, to, name }));
}
