// The chosen cells of the table, by their rows and columns: they stay chosen while rows are added, deleted or sorted.

import { track, type Place } from "./moves";
import type { Edit } from "./rows";
import * as t from "./rows";

/** A range of cells, by their places in the view, corners included. */
export interface Area {
  x: number;
  y: number;
  x1: number;
  y1: number;
}

export class Chosen {
  /** The cell with the cursor. */
  readonly at = track({ row: 0, column: 0 });
  /** The opposite corner of the chosen cells. */
  readonly end = track({ row: 0, column: 0 });

  set(at: Place, end: Place = at): void {
    Object.assign(this.at, { row: at.row, column: at.column });
    Object.assign(this.end, { row: end.row, column: end.column });
  }

  /** Replace a deleted row or column by the one that has its place now. */
  settle(): void {
    for (const place of [this.at, this.end]) {
      if (place.row < 0) place.row = t.order.value[Math.min(this.last.y, t.order.value.length - 1)] ?? 0;
      if (place.column < 0) place.column = t.columns.value[Math.min(this.last.x, t.columns.value.length - 1)] ?? 0;
    }
    this.last = { x: Math.max(0, this.x(this.at)), y: Math.max(0, this.y(this.at)) };
  }

  private last = { x: 0, y: 0 };

  x(place: Place): number {
    return t.columns.value.indexOf(place.column);
  }

  y(place: Place): number {
    return t.order.value.indexOf(place.row);
  }

  /** The chosen cells; null if the cell with the cursor is not visible. */
  area(): Area | null {
    const [x, y] = [this.x(this.at), this.y(this.at)];
    if (x < 0 || y < 0) return null;
    const [x1, y1] = [this.x(this.end), this.y(this.end)];
    const far = x1 < 0 || y1 < 0 ? { x, y } : { x: x1, y: y1 };
    return { x: Math.min(x, far.x), y: Math.min(y, far.y), x1: Math.max(x, far.x), y1: Math.max(y, far.y) };
  }

  /** The chosen rows, by their indexes in the file. */
  rows(): number[] {
    const area = this.area();
    return area ? t.order.value.slice(area.y, area.y1 + 1) : [];
  }

  /** The chosen cells with their texts. */
  edits(): Edit[] {
    const area = this.area();
    if (!area) return [];
    const columns = t.columns.value.slice(area.x, area.x1 + 1);
    return this.rows().flatMap((row) => columns.map((column) => ({ row, column, text: t.rows.current[row]?.cells[column] ?? "" })));
  }

  /** The cell this many rows and columns away from a place, within the table; with *far* the last one in that direction. */
  from(place: Place, dx: number, dy: number, far = false): Place | null {
    const [width, height] = [t.columns.value.length, t.order.value.length];
    const inside = (n: number, by: number, count: number) => Math.max(0, Math.min(count - 1, far && by ? (by < 0 ? 0 : count - 1) : n + by));
    const row = t.order.value[inside(this.y(place), dy, height)];
    const column = t.columns.value[inside(this.x(place), dx, width)];
    return row === undefined || column === undefined ? null : { row, column };
  }
}
