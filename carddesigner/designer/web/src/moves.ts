// Tracking cells while rows and columns of a table move.

import type { ColumnInfo, RowInfo } from "./messages";

/** A cell, by the indexes of its row and column in the file; -1 if it was deleted. */
export interface Place {
  row: number;
  column: number;
}

const tracked = new Set<Place>();

/** Update this cell from now on whenever its row or column moves. */
export function track(place: Place): Place {
  tracked.add(place);
  return place;
}

export function untrack(place: Place): void {
  tracked.delete(place);
}

/** Move all tracked cells. */
export function follow(row: (row: number) => number, column: (column: number) => number): void {
  for (const place of tracked) {
    if (place.row >= 0) place.row = row(place.row);
    if (place.column >= 0) place.column = column(place.column);
  }
}

const GONE = -1;
const card = (row: RowInfo) => (row.id ? `${row.component} ${row.id}` : "");
const same = (a: RowInfo, b: RowInfo) => a === b || (a.id === b.id && a.component === b.component && a.cells.length === b.cells.length && a.cells.every((c, i) => c === b.cells[i]));

/** How rows moved. Rows match if nothing around them changed, or by their cards, or by their texts. */
export function rowMapping(old: RowInfo[], rows: RowInfo[]): (row: number) => number {
  const most = Math.min(old.length, rows.length);
  const shift = rows.length - old.length;
  let start = 0;
  while (start < most && same(old[start]!, rows[start]!)) start++;
  let end = 0;
  while (end < most - start && same(old[old.length - 1 - end]!, rows[rows.length - 1 - end]!)) end++;
  const cards = new Map<string, number>();
  const texts = new Map<string, number>();
  for (let i = start; i < rows.length - end; i++) {
    const row = rows[i]!;
    if (row.id) cards.set(card(row), i);
    texts.set(row.cells.join("\0"), i);
  }
  const before = new Set(old.slice(start, old.length - end).map(card).filter(Boolean));
  return (row) => {
    if (row < start) return row;
    if (row >= old.length - end) return row + shift;
    const was = old[row]!;
    const found = cards.get(card(was)) ?? texts.get(was.cells.join("\0"));
    if (found !== undefined) return found;
    return shift === 0 && !before.has(card(rows[row]!)) ? row : GONE;
  };
}

export function columnMapping(old: ColumnInfo[], columns: ColumnInfo[]): (column: number) => number {
  const headers = columns.map((c) => c.header);
  const renamed = old.length === columns.length && old.some((c) => !headers.includes(c.header));
  return (column) => (renamed ? column : headers.indexOf(old[column]?.header ?? ""));
}
