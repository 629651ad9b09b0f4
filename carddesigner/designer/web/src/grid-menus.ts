// The menus of a column and of a row of the table.

import type { Place } from "./moves";
import * as s from "./state";
import { columnName } from "./rows";
import * as t from "./rows";

export interface Item {
  name: string;
  act: () => void;
  icon?: string;
  keys?: string;
  disabled?: boolean;
  reason?: string;
}

/** The functions of the grid that the menus call. */
interface GridActions {
  sort: (column: number, down: boolean | null) => void;
  ask: (label: string, value: string, act: (name: string) => void) => void;
  addRow: (at: number) => void;
  duplicate: (rows: number[]) => void;
  delete: (rows: number[]) => void;
  moveRows: (rows: number[], to: number) => void;
}

export function columnItems(of: Place, grid: GridActions): (Item | "-")[] {
  const i = of.column;
  const column = t.table.value?.columns[i];
  if (!column) return [];
  const name = columnName(column);
  const all = t.table.value?.columns.length ?? 0;
  const reason = t.locked.value || t.table.value?.fixed_columns || "";
  const disabled = !!reason;
  const change = (action: Parameters<typeof t.changeColumn>[0], to: number, given = "") => t.changeColumn(action, of.column, to, given);
  return [
    { name: "Sort from A to Z", icon: "sort-up", act: () => grid.sort(i, false) },
    { name: "Sort from Z to A", icon: "sort-down", act: () => grid.sort(i, true) },
    ...(t.sorted.value ? [{ name: "In the file's order", act: () => grid.sort(i, null) }] : []),
    "-",
    { name: "Rename…", disabled, reason, act: () => grid.ask(`${name} is to be called`, name, (given) => given !== name && change("rename", 0, given)) },
    { name: "Add a column before…", disabled, reason, act: () => grid.ask("Name of the new column", "", (given) => change("insert", of.column, given)) },
    { name: "Add a column behind…", disabled, reason, act: () => grid.ask("Name of the new column", "", (given) => change("insert", of.column + 1, given)) },
    ...(t.table.value?.languages ?? [])
      .filter((l) => column.translates < 0 && column.name && !t.table.value?.columns.some((c) => c.translates === i && c.language === l))
      .map((l): Item => ({ name: `Add its translation: ${l}`, icon: "language", disabled, reason, act: () => change("insert", i + 1, `${column.header || column.name}.${l}`) })),
    { name: "Duplicate…", icon: "copy", disabled, reason, act: () => grid.ask("Name of the copy", `${name}-copy`, (given) => change("duplicate", of.column + 1, given)) },
    { name: "Move left", icon: "previous", disabled: disabled || i === 0, reason, act: () => change("move", i - 1) },
    { name: "Move right", icon: "next", disabled: disabled || i + 1 >= all, reason, act: () => change("move", i + 1) },
    { name: "Delete", icon: "trash", disabled: disabled || all < 2, reason, act: () => change("delete", 0) },
  ];
}

export function rowItems(of: Place, chosen: number[], grid: GridActions): (Item | "-")[] {
  const row = t.rows.current[of.row];
  if (!row) return [];
  const list = chosen.includes(of.row) ? chosen : [of.row];
  const many = list.length > 1 ? `${list.length} rows` : "the row";
  const reason = t.locked.value || t.table.value?.fixed_rows || "";
  const disabled = !!reason;
  const first = Math.min(...list);
  const last = Math.max(...list);
  return [
    {
      name: "Open its card",
      icon: "card",
      keys: "C",
      disabled: !row.id,
      act: () => {
        s.view.value = "card";
        s.show(row.component, row.id);
      },
    },
    "-",
    { name: "Add a row above", icon: "row-above", disabled, reason, act: () => grid.addRow(first) },
    { name: "Add a row below", icon: "row-below", disabled, reason, act: () => grid.addRow(last + 1) },
    { name: `Duplicate ${many}`, icon: "copy", disabled, reason, act: () => grid.duplicate(list) },
    { name: `Move ${many} up`, icon: "forward", keys: "Ctrl ⇧ ↑", disabled: disabled || !t.isPlain.value || first === 0, reason, act: () => grid.moveRows(list, first - 1) },
    { name: `Move ${many} down`, icon: "backward", keys: "Ctrl ⇧ ↓", disabled: disabled || !t.isPlain.value || last + 1 >= t.rows.current.length, reason, act: () => grid.moveRows(list, last + 2) },
    { name: `Delete ${many}`, icon: "trash", disabled, reason, act: () => grid.delete(list) },
  ];
}
