// The grid. RevoGrid displays cells and reports pointer events; the chosen cells and the effects of keys are determined
// here at once, and RevoGrid is updated a moment later.

import { effect, signal, untracked } from "@preact/signals";
import type { ColumnRegular } from "@revolist/revogrid";
import { Chosen } from "./chosen";
import { Editor } from "./editor";
import { columnsOf, type Model, NUMBER } from "./grid-columns";
import { columnItems, type Item, rowItems } from "./grid-menus";
import { track, untrack, type Place } from "./moves";
import * as s from "./state";
import type { Edit } from "./rows";
import * as t from "./rows";
import { fromClipboard, toClipboard } from "./tsv";

/** RevoGrid is bundled separately, so changes of the page do not change its file. */
export const ready: Promise<unknown> = import("./revogrid.js").then(() => customElements.whenDefined("revo-grid"));

export class Cells {
  readonly menu = signal<{ x: number; y: number; of: "column" | "row" } | null>(null);
  readonly naming = signal<{ x: number; y: number; label: string; value: string; act: (name: string) => void } | null>(null);
  /** The cell for which the menu or the dialog for a name is open. */
  readonly of = track({ row: 0, column: 0 });
  private readonly grid: HTMLRevoGridElement;
  private readonly chosen = new Chosen();
  private readonly undo: (() => void)[] = [];
  private readonly sizes = new Map<string, number>();
  private models: Model[] = [];
  private active = true;
  private editor: Editor | null = null;
  private own = 0;
  private waiting = 0;
  private painting = 0;
  private requestedCard = "";
  /** Actions that wait until the server has moved rows or columns. */
  private deferred: (() => void)[] = [];

  constructor(private readonly host: HTMLDivElement) {
    const grid = (this.grid = document.createElement("revo-grid"));
    Object.assign(grid, {
      theme: "compact",
      range: true,
      resize: true,
      filter: false,
      useClipboard: false,
      hideAttribution: true,
      rowSize: 30,
      frameSize: 3,
      rowClass: "_class",
      applyOnClose: false,
    });
    const on = (name: string, act: (event: CustomEvent) => void) => grid.addEventListener(name, act as EventListener);
    on("beforeeditstart", (e) => {
      e.preventDefault();
      this.edit("");
    });
    on("beforeedit", (e) => e.preventDefault());
    on("beforerangeedit", (e) => {
      e.preventDefault();
      const edits: Edit[] = [];
      for (const [row, cells] of Object.entries(e.detail.data as Record<string, Model>))
        for (const [column, text] of Object.entries(cells)) {
          const file = t.order.value[Number(row)];
          if (file !== undefined && column !== NUMBER) edits.push({ row: file, column: Number(column), text: String(text ?? "") });
        }
      this.write("Fill", edits);
    });
    on("focuscell", (e) => this.pointed(e.detail.focus, e.detail.colType === "rgCol"));
    on("setrange", (e) => this.drawn(e.detail));
    // RevoGrid reports this after rendering, when the focus may be in the editor's field.
    on("afterfocus", (e) => {
      if (this.editor || !grid.contains(document.activeElement)) e.preventDefault();
    });
    on("beforekeydown", (e) => e.preventDefault());
    on("aftercolumnresize", (e) => {
      for (const column of Object.values(e.detail as Record<string, ColumnRegular>)) this.sizes.set(`${t.table.value?.key} ${column.prop}`, column.size ?? 0);
    });
    on("headerclick", (e) => {
      e.preventDefault();
      const { prop } = e.detail as ColumnRegular;
      if (prop !== NUMBER) this.columnMenu(Number(prop), (e.detail as { originalEvent?: MouseEvent }).originalEvent);
    });
    on("roworderchanged", (e) => {
      e.preventDefault();
      const { from, to } = e.detail as { from: number; to: number };
      this.moveRows([from], to > from ? to + 1 : to);
    });
    (grid as HTMLElement).addEventListener("contextmenu", (e) => this.rowMenu(e));
    grid.addEventListener("focus", () => (this.active = true));
    host.append(grid);
    const listen = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void) => {
      document.addEventListener(name, act);
      this.undo.push(() => document.removeEventListener(name, act));
    };
    listen("keydown", (event) => this.pressed(event));
    for (const name of ["copy", "cut", "paste"] as const) listen(name, (event) => this.clipboard(name, event));
    let key = "";
    this.undo.push(
      effect(() => {
        const table = t.table.value;
        const locked = t.locked.value;
        const list = t.columns.value;
        const state = JSON.stringify([table?.key, table?.columns, list, locked, t.sorted.value, [...t.filters.value], t.isPlain.value]);
        if (state === key) return;
        key = state;
        grid.readonly = !!locked;
        grid.columns = columnsOf(list, !!locked, this.sizes);
      }),
      effect(() => {
        void t.changed.value;
        void t.order.value;
        void s.face.value;
        void t.pictures.value;
        untracked(() => this.fill());
      }),
      effect(() => {
        if (!t.shifting.value) untracked(() => this.catchUp());
      }),
      effect(() => {
        const card = s.requestedCard.value;
        void t.table.value?.key;
        untracked(() => this.follow(card));
      }),
    );
  }

  close(): void {
    this.editor?.cancel();
    cancelAnimationFrame(this.painting);
    for (const place of [this.chosen.at, this.chosen.end, this.of]) untrack(place);
    clearTimeout(this.waiting);
    for (const act of this.undo) act();
    this.grid.remove();
  }

  // Display.

  private fill(): void {
    const face = s.face.value;
    const rows = t.rows.current;
    const models = t.order.value.map((i): Model => {
      const row = rows[i]!;
      const on = face !== null && row.id === face.id && row.component === face.component;
      const model: Model = { _: i, [NUMBER]: i + 1, _class: [on && "is-shown", !row.id && "is-no-card", t.highlighted.value.has(i) && "is-fresh"].filter(Boolean).join(" ") };
      row.cells.forEach((cell, column) => (model[column] = cell));
      return model;
    });
    const other = t.openings !== this.own;
    this.own = t.openings;
    if (other) this.chosen.set({ row: t.order.value[0] ?? 0, column: t.columns.value[0] ?? 0 });
    if (models.length === this.models.length && !other) {
      // The rows are the same, so keep the scroll position.
      models.forEach((model, i) => Object.assign(this.models[i]!, model));
      void this.grid.refresh("all");
    } else {
      this.models = models;
      this.grid.source = models;
    }
    this.chosen.settle();
    this.paint();
  }

  /** Update the chosen cells in RevoGrid after it has rendered its data. */
  private paint(): void {
    cancelAnimationFrame(this.painting);
    this.painting = requestAnimationFrame(() => {
      this.painting = requestAnimationFrame(() => this.outline());
    });
  }

  private outline(): void {
    // RevoGrid gives its headers a role, but not their row.
    for (const row of this.grid.querySelectorAll(".header-rgRow")) row.setAttribute("role", "row");
    const [at, end] = [this.chosen.at, this.chosen.end].map((p) => ({ x: this.chosen.x(p), y: this.chosen.y(p) })) as [{ x: number; y: number }, { x: number; y: number }];
    if (!this.active || at.x < 0 || at.y < 0) void this.grid.clearFocus();
    else void this.grid.setCellsFocus(at, end.x < 0 || end.y < 0 ? at : end);
  }

  // Cursor.

  /** Handle a cell that was pointed at. */
  private pointed(focus: { x: number; y: number }, plain: boolean): void {
    const row = t.order.value[focus.y];
    // Write the text typed in another cell before choosing this one.
    this.takeKeys();
    if (row === undefined) return;
    const [first, last] = [t.columns.value[0], t.columns.value.at(-1)];
    if (plain || first === undefined || last === undefined) this.chosen.set({ row, column: t.columns.value[focus.x] ?? this.chosen.at.column });
    else {
      // A row's number chooses the whole row; RevoGrid outlines it after handling the number itself.
      this.chosen.set({ row, column: first }, { row, column: last });
      setTimeout(() => this.outline(), 0);
    }
    this.showCard();
  }

  /** Handle a range of cells chosen by dragging. */
  private drawn(area: { x: number; y: number; x1: number; y1: number }): void {
    const { x, y } = { x: this.chosen.x(this.chosen.at), y: this.chosen.y(this.chosen.at) };
    const row = t.order.value[y === area.y ? area.y1 : area.y];
    const column = t.columns.value[x === area.x ? area.x1 : area.x];
    if (row !== undefined && column !== undefined) this.chosen.set(this.chosen.at, { row, column });
  }

  private choose(at: Place | null, end: Place | null = at): void {
    if (!at || !end) return;
    this.active = true;
    this.chosen.set(at, end);
    this.outline();
    this.showCard();
  }

  /** Direct keys to the grid. */
  private takeKeys(): void {
    this.active = true;
    if (!this.grid.contains(document.activeElement)) this.grid.focus({ preventScroll: true });
  }

  /** Show the card of the row with the cursor, at once or after a delay. */
  private showCard(after = 60): void {
    clearTimeout(this.waiting);
    const row = this.chosen.at.row;
    const show = () => {
      // Another view may be chosen while this one still exists for a moment.
      if (s.view.peek() !== "data") return;
      const info = t.rows.current[row];
      if (!info?.id || this.requestedCard === `${info.component} ${info.id}`) return;
      this.requestedCard = `${info.component} ${info.id}`;
      s.show(info.component, info.id);
    };
    // Arrow keys may pass over many rows.
    if (after) this.waiting = window.setTimeout(show, after);
    else show();
  }

  /** Whether a card was requested other than by choosing a row. */
  follows(): boolean {
    return s.requestedCard.peek() !== this.requestedCard;
  }

  private follow(card: string): void {
    if (card === this.requestedCard) return;
    const row = t.rows.current.findIndex((r) => r.id && `${r.component} ${r.id}` === card);
    if (row < 0) return;
    clearTimeout(this.waiting);
    this.requestedCard = card;
    this.reveal(row);
  }

  /** Choose a cell of a row, and this many rows below it, and scroll there. */
  reveal(row: number, column = this.chosen.at.column, more = 0): void {
    if (!t.order.value.includes(row)) this.plain();
    const view = t.order.value.indexOf(row);
    if (view < 0) return;
    this.active = true;
    this.chosen.set({ row, column: t.columns.value.includes(column) ? column : (t.columns.value[0] ?? 0) }, { row: t.order.value[view + more] ?? row, column });
    this.showCard();
    if (!this.cellAt(view, this.chosen.x(this.chosen.at))) void this.grid.scrollToRow(Math.max(0, view - 3));
    this.paint();
  }

  focusFirst(): void {
    const row = t.order.value[0];
    this.takeKeys();
    if (row !== undefined) this.reveal(row);
  }

  focusAgain(): void {
    this.takeKeys();
    this.paint();
  }

  plain(): void {
    t.sorted.value = null;
    t.filters.value = new Map();
    t.query.value = "";
    t.arrange();
  }

  filter(column: number, text: string): void {
    t.filters.value = new Map([...t.filters.value, [column, text]]);
    t.arrange();
  }

  private sort(column: number, down: boolean | null): void {
    t.sorted.value = down === null ? null : { column, down };
    t.arrange();
  }

  // Keys.

  /** Whether typing and pasting go to the cells. */
  private accepts(event: Event): boolean {
    const target = event.target as HTMLElement;
    return this.active && !this.editor && !document.querySelector("dialog[open]") && (this.grid.contains(target) || target === document.body);
  }

  private pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || !this.accepts(event)) return;
    if (t.shifting.value && this.handles(event)) this.deferred.push(() => (this.editor ? this.editor.press(event) : this.key(event)));
    else if (!this.key(event)) return;
    event.preventDefault();
  }

  /** Do the deferred actions once rows and columns have moved. */
  private catchUp(): void {
    while (this.deferred.length && !t.shifting.value) this.deferred.shift()?.();
  }

  /** Whether the grid handles a key; Ctrl with Z, K and the like belong to the page. */
  private handles(event: KeyboardEvent): boolean {
    const mod = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
    return !mod || ["Enter", "Home", "End", "d", "a", "D", "A"].includes(event.key) || event.key.startsWith("Arrow");
  }

  /** Handle a key; false if it does nothing here. */
  private key(event: KeyboardEvent): boolean {
    const mod = event.ctrlKey || event.metaKey;
    const shift = event.shiftKey;
    const lower = event.key.toLowerCase();
    const { at, end } = this.chosen;
    // Before the keys that move the cursor, some of which also work with Ctrl.
    if (mod && event.key === "Enter") return this.addRow(), true;
    if (mod && shift && (event.key === "ArrowUp" || event.key === "ArrowDown")) return this.moveBy(event.key === "ArrowUp" ? -1 : 1), true;
    if (mod && lower === "d") return this.fillDown(), true;
    if (mod && lower === "a") return this.choose(this.chosen.from(at, -1, -1, true), this.chosen.from(at, 1, 1, true)), true;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] as [number, number] | undefined;
    if (way && !event.altKey) {
      const to = this.chosen.from(shift ? end : at, ...way, mod);
      return this.choose(shift ? at : to, to), true;
    }
    if (!this.handles(event)) return false;
    switch (event.key) {
      case "Tab":
        return this.choose(this.chosen.from(at, shift ? -1 : 1, 0)), true;
      case "Escape":
        this.active = false;
        this.outline();
        return true;
      case "Delete":
      case "Backspace":
        return this.write("Clear", this.chosen.edits().map((edit) => ({ ...edit, text: "" }))), true;
      case "Home":
      case "End": {
        const by = event.key === "Home" ? -1 : 1;
        return this.choose(this.chosen.from(at, by, mod ? by : 0, true)), true;
      }
      case "PageUp":
      case "PageDown":
        return this.choose(this.chosen.from(at, 0, event.key === "PageUp" ? -15 : 15)), true;
      case "Enter":
      case "F2":
        return this.edit(""), true;
      case " ":
        return this.toggle() || this.edit(" "), true;
      // A letter composed of several keys is inserted once the editor is open.
      case "Dead":
      case "Process":
        return this.edit("", true), false;
    }
    // Handled here rather than by RevoGrid's own editing, where the key would be typed twice.
    if (event.key.length === 1) return this.edit(event.key), true;
    return false;
  }

  private toggle(): boolean {
    const { row, column } = this.chosen.at;
    const info = t.table.value?.columns[column];
    if (info?.kind !== "boolean" || t.locked.value) return false;
    const [on = "yes", off = ""] = info.choices;
    const text = t.rows.current[row]?.cells[column] === on ? off : on;
    this.write("Tick", this.chosen.edits().map((edit) => ({ ...edit, text })));
    return true;
  }

  // Typing.

  private cellAt(y: number, x: number): HTMLElement | null {
    return this.grid.querySelector<HTMLElement>(`revogr-viewport-scroll.rgCol revogr-data [data-rgrow="${y}"][data-rgcol="${x}"]`);
  }

  /** The position of a cell on the screen, also of one that is not rendered. */
  private placeOf(y: number, x: number): DOMRect {
    const cell = this.cellAt(y, x);
    if (cell) return cell.getBoundingClientRect();
    const box = this.host.getBoundingClientRect();
    return new DOMRect(box.left + box.width / 3, box.top + box.height / 3, 200, 30);
  }

  private edit(typed: string, afresh = typed !== ""): void {
    const target = { ...this.chosen.at };
    const info = t.table.value?.columns[target.column];
    const row = t.rows.current[target.row];
    const [x, y] = [this.chosen.x(target), this.chosen.y(target)];
    if (!info || !row || x < 0 || y < 0) return;
    if (t.locked.value) return s.notify("info", t.locked.value);
    if (info.kind === "boolean" && !afresh && this.toggle()) return;
    const text = row.cells[target.column] ?? "";
    const card = `${row.component} ${row.id}`;
    this.showCard(0);
    track(target);
    const drawn = this.cellAt(y, x) !== null;
    if (!drawn) this.reveal(target.row, target.column);
    const editor = (this.editor = new Editor(this.placeOf(y, x), info, afresh ? typed : text, afresh, {
      typing: (letters) => this.requestedCard === card && t.typing(target, letters),
      done: (letters, dx, dy, byKey) => {
        this.editor = null;
        untrack(target);
        t.stopTyping();
        const there = t.rows.current[target.row]?.cells[target.column];
        if (letters === null || (letters === text && !afresh)) s.send({ t: "cancel" });
        else if (there === undefined) s.notify("error", `The cell was taken out elsewhere meanwhile; “${letters.slice(0, 200)}” is not written.`);
        else t.write("Edit", [{ ...target, text: letters }]);
        if (byKey) this.takeKeys();
        if (byKey && there !== undefined) this.choose(this.chosen.from(target, dx, dy));
      },
    }));
    if (!drawn) setTimeout(() => this.editor === editor && editor.move(this.placeOf(this.chosen.y(target), this.chosen.x(target))), 100);
  }

  private write(name: string, edits: Edit[]): void {
    if (t.locked.value) s.notify("info", t.locked.value);
    else t.write(name, edits);
  }

  private fillDown(): void {
    const area = this.chosen.area();
    if (!area) return;
    const { y, y1, x, x1 } = area;
    const from = y === y1 ? y - 1 : y;
    if (from < 0) return;
    const edits: Edit[] = [];
    for (let r = from + 1; r <= y1; r++)
      for (const column of t.columns.value.slice(x, x1 + 1)) edits.push({ row: t.order.value[r]!, column, text: t.rows.current[t.order.value[from]!]?.cells[column] ?? "" });
    this.write("Fill", edits);
  }

  private clipboard(action: "copy" | "cut" | "paste", event: ClipboardEvent): void {
    if (!this.accepts(event) || !t.rows.current.length || !event.clipboardData) return;
    event.preventDefault();
    if (action === "paste") {
      const cells = fromClipboard(event.clipboardData.getData("text/plain"));
      this.deferred.push(() => this.paste(cells));
      return this.catchUp();
    }
    const area = this.chosen.area();
    if (!area) return;
    const columns = t.columns.value.slice(area.x, area.x1 + 1);
    event.clipboardData.setData("text/plain", toClipboard(this.chosen.rows().map((row) => columns.map((c) => t.rows.current[row]?.cells[c] ?? ""))));
    if (action === "cut") this.write("Cut", this.chosen.edits().map((edit) => ({ ...edit, text: "" })));
  }

  private paste(cells: string[][]): void {
    const area = this.chosen.area();
    if (!area) return;
    const { x, y, x1, y1 } = area;
    const single = cells.length === 1 && cells[0]?.length === 1;
    if (single) return this.write("Paste", this.chosen.edits().map((edit) => ({ ...edit, text: cells[0]![0]! })));
    const high = Math.max(cells.length, (y1 - y + 1) % cells.length === 0 ? y1 - y + 1 : 0);
    const edits: Edit[] = [];
    let beyond = 0;
    let more = t.rows.current.length;
    for (let r = 0; r < high; r++) {
      const row = t.order.value[y + r] ?? more++;
      if (row >= t.rows.current.length && t.table.value?.fixed_rows) break;
      const line = cells[r % cells.length]!;
      const wide = Math.max(line.length, (x1 - x + 1) % line.length === 0 ? x1 - x + 1 : 0);
      for (let c = 0; c < wide; c++) {
        const column = t.columns.value[x + c];
        if (column === undefined) beyond = Math.max(beyond, x + c + 1 - t.columns.value.length);
        else edits.push({ row, column, text: line[c % line.length]! });
      }
    }
    if (beyond) s.notify("info", `${beyond} ${beyond > 1 ? "columns" : "column"} beyond the last ${beyond > 1 ? "were" : "was"} left out; add columns first to paste all.`);
    this.write("Paste", edits);
  }

  // Rows and columns.

  /** Change rows, then choose some from a row on. */
  private change(action: Parameters<typeof t.changeRows>[0], list: number[], to: number, row: number, column = this.chosen.at.column, more = 0): void {
    if (t.locked.value) return s.notify("info", t.locked.value);
    t.changeRows(action, list, to, () => {
      if (t.rows.current[row]) this.reveal(row, column, more);
    });
  }

  addRow(at = this.chosen.at.row + 1): void {
    const to = Math.min(at, t.rows.current.length);
    this.takeKeys();
    this.change("insert", [], to, to, t.columns.value[0]);
  }

  duplicate(list = this.chosen.rows()): void {
    const to = Math.max(...list) + 1;
    if (list.length) this.change("duplicate", list, to, to, undefined, list.length - 1);
  }

  delete(list = this.chosen.rows()): void {
    if (list.length) this.change("delete", list, 0, Math.max(0, Math.min(...list) - 1));
  }

  moveRows(list: number[], to: number): void {
    if (!t.isPlain.value) return s.notify("info", "Show all rows in the file's order before you move some.");
    this.change("move", list, to, to > (list[0] ?? 0) ? to - list.length : to, undefined, list.length - 1);
  }

  private moveBy(by: -1 | 1): void {
    const list = this.chosen.rows();
    const first = Math.min(...list);
    const last = Math.max(...list);
    if (!list.length || (by < 0 ? first === 0 : last + 1 >= t.rows.current.length)) return;
    this.moveRows(list, by < 0 ? first - 1 : last + 2);
  }

  addColumn(): void {
    const all = t.table.value?.columns ?? [];
    Object.assign(this.of, this.chosen.at);
    this.ask("Name of the new column", "", (name) => t.changeColumn("insert", 0, all.length ? this.of.column + 1 : 0, name));
  }

  private ask(label: string, value: string, act: (name: string) => void, x?: number, y?: number): void {
    const box = this.host.getBoundingClientRect();
    this.naming.value = { x: x ?? box.right - 280, y: y ?? box.top + 8, label, value, act };
  }

  private columnMenu(column: number, event?: MouseEvent): void {
    const box = this.host.getBoundingClientRect();
    Object.assign(this.of, { row: 0, column });
    this.menu.value = { x: event?.clientX ?? box.left + 80, y: event ? event.clientY + 14 : box.top + 36, of: "column" };
  }

  private rowMenu(event: MouseEvent): void {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-rgrow]");
    event.preventDefault();
    if (!cell || cell.closest("revogr-header")) return;
    const row = t.order.value[Number(cell.dataset["rgrow"])];
    if (row === undefined) return;
    const pinned = cell.closest("revogr-viewport-scroll.colPinStart") !== null;
    const column = (pinned ? undefined : t.columns.value[Number(cell.dataset["rgcol"] ?? 0)]) ?? this.chosen.at.column;
    if (!this.chosen.rows().includes(row)) this.choose({ row, column });
    Object.assign(this.of, { row, column });
    this.menu.value = { x: event.clientX, y: event.clientY, of: "row" };
  }

  /** The items of the menu, for the current position of its row or column. */
  items(): (Item | "-")[] {
    const at = this.menu.value;
    if (!at) return [];
    const doing = {
      sort: (column: number, down: boolean | null) => this.sort(column, down),
      ask: (label: string, value: string, act: (name: string) => void) => this.ask(label, value, act, at.x, at.y),
      addRow: (to: number) => this.addRow(to),
      duplicate: (list: number[]) => this.duplicate(list),
      delete: (list: number[]) => this.delete(list),
      moveRows: (list: number[], to: number) => this.moveRows(list, to),
    };
    return at.of === "column" ? columnItems(this.of, doing) : rowItems(this.of, this.chosen.rows(), doing);
  }
}
