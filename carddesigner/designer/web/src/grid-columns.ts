// The appearance of the grid's columns, headers and cells.

import type { ColumnRegular, VNode } from "@revolist/revogrid";
import { columnName } from "./rows";
import * as t from "./rows";

/** A row in RevoGrid's form. */
export type Model = Record<string, string | number>;
/** RevoGrid's function that creates elements. */
type Make = (tag: string, data: object, children?: unknown) => VNode;

export const NUMBER = "#";
const SIZES: Record<string, number> = { boolean: 84, integer: 84, number: 84, length: 96, colour: 112, icon: 120, image: 150, choice: 128 };
const KINDS: Record<string, string> = { integer: "a whole number", number: "a number", choice: "a choice", boolean: "yes or no", image: "a picture", icon: "an icon", colour: "a colour", list: "a list", reference: "a card", length: "a length", "rich-text": "text with marks" };

/** The visible columns, with their widths from *sizes* or else from their texts. */
export function columnsOf(list: number[], locked: boolean, sizes: Map<string, number>): ColumnRegular[] {
  const all = t.table.value?.columns ?? [];
  const can = !locked && t.isPlain.value && !t.table.value?.fixed_rows;
  const first: ColumnRegular = {
    prop: NUMBER,
    name: "#",
    pin: "colPinStart",
    size: 58,
    readonly: true,
    resize: false,
    rowDrag: can,
    columnTemplate: (h: Make) => h("span", { class: "number" }, "#"),
    columnProperties: () => ({ class: { "row-number": true }, title: "The rows in the file's order" }),
    cellTemplate: (h: Make, { model }: { model: Model }) => numbered(h, model),
    cellProperties: ({ model }: { model: Model }) => ({ class: { "row-number": true }, title: titleOf(model) }),
  } as unknown as ColumnRegular;
  return [
    first,
    ...list.map((i): ColumnRegular => {
      const column = all[i]!;
      return {
        prop: i,
        name: columnName(column),
        size: sizes.get(`${t.table.value?.key} ${i}`) ?? width(i),
        minSize: 48,
        columnTemplate: (h: Make) => header(h, i),
        columnProperties: () => ({ class: { "is-sorted": t.sorted.value?.column === i, "is-translation": column.translates >= 0 }, title: described(i) }),
        cellTemplate: (h: Make, { model }: { model: Model }) => cell(h, i, model),
        cellProperties: ({ model }: { model: Model }) => properties(i, model),
      } as unknown as ColumnRegular;
    }),
  ];
}

function width(i: number): number {
  const column = t.table.value?.columns[i];
  if (!column) return 120;
  // The name, the mark of a required column, and the icon of its kind.
  const head = 40 + 8 * columnName(column).length + (column.required ? 12 : 0) + (column.language || !SIZES[column.kind] ? 0 : 20);
  const fixed = SIZES[column.kind];
  if (fixed) return Math.max(fixed, Math.min(head, 220));
  let longest = 0;
  for (const row of t.rows.current.slice(0, 400)) longest = Math.max(longest, Math.min(60, row.cells[i]?.length ?? 0));
  return Math.round(Math.max(72, Math.min(head, 200), Math.min(300, 30 + 7.2 * longest)));
}

function described(i: number): string {
  const column = t.table.value?.columns[i];
  if (!column) return "";
  const all = t.table.value?.columns ?? [];
  const parts = [columnName(column)];
  if (!column.name) parts.push("isn't read");
  else if (column.header !== column.name && column.header) parts.push(`called ${column.header} in the file`);
  if (column.translates >= 0) parts.push(`translates ${columnName(all[column.translates]!)}`);
  else if (KINDS[column.kind]) parts.push(`${column.declared ? "holds" : "looks like"} ${KINDS[column.kind]}`);
  if (column.required) parts.push("must not be empty");
  return parts.join(" · ");
}

function header(h: Make, i: number): VNode[] {
  const column = t.table.value?.columns[i];
  if (!column) return [];
  const sorted = t.sorted.value;
  const icon = column.language ? "" : ({ integer: "number", number: "number", choice: "choice", image: "image", icon: "icon", boolean: "check" } as Record<string, string>)[column.kind];
  return [
    h("span", { class: "head" }, [
      h("span", { class: `head-name${column.name ? "" : " is-unread"}` }, column.language ? columnName(column).slice(0, -column.language.length - 1) : columnName(column)),
      column.language ? h("span", { class: "tag" }, column.language) : null,
      column.required ? h("span", { class: "required", title: "must not be empty" }, "•") : null,
      t.filters.value.get(i) ? mark(h, "filter") : null,
      sorted?.column === i ? mark(h, sorted.down ? "sort-down" : "sort-up") : null,
      !(sorted?.column === i) && icon ? mark(h, icon, "holds") : null,
    ]),
  ] as VNode[];
}

function rowOf(model: Model): number {
  return model["_"] as number;
}

function numbered(h: Make, model: Model): VNode {
  const row = rowOf(model);
  const list = t.problemsInRow(row);
  const bad = list.some((f) => f.severity === "error") ? "is-error" : list.length ? "is-warning" : "";
  return h("span", { class: "number" }, [bad ? h("i", { class: `dot ${bad}` }) : null, String(row + 1)]) as VNode;
}

function titleOf(model: Model): string {
  const row = rowOf(model);
  const info = t.rows.current[row];
  const list = t.problemsInRow(row);
  if (list.length) return list.map((f) => f.message).join("\n");
  if (!info) return "";
  return info.id ? `${info.id}: click to show its card` : info.reason ? `no card: the row ${info.reason}` : "";
}

function cell(h: Make, i: number, model: Model): VNode | string {
  const text = String(model[i] ?? "");
  const column = t.table.value?.columns[i];
  if (!column || !text) {
    if (column && text === "" && column.kind === "boolean") return h("span", { class: "box" }) as VNode;
    if (column && column.translates >= 0 && model[column.translates]) return h("span", { class: "missing" }, `no ${column.language} text`) as VNode;
    return "";
  }
  switch (column.kind) {
    case "boolean": {
      const on = text === column.choices[0];
      if (!on && text !== column.choices[1] && !/^(yes|no|true|false|x|y|n|1|0|on|off|-|✓|✔)$/i.test(text)) return text;
      const yes = on || /^(yes|true|x|y|1|on|✓|✔)$/i.test(text);
      return h("span", { class: `box${yes ? " is-on" : ""}`, role: "checkbox", "aria-checked": String(yes), "aria-label": text }, yes ? mark(h, "check") : "") as VNode;
    }
    case "image": {
      const picture = t.picture("image", text);
      return h("span", { class: "pictured" }, [picture ? h("img", { src: picture, alt: "" }) : h("span", { class: "coming" }), text]) as VNode;
    }
    case "colour":
      return h("span", { class: "pictured" }, [CSS.supports("color", text) ? h("span", { class: "swatch", style: { background: text } }) : null, text]) as VNode;
    default:
      return text.includes("\n") ? (h("span", {}, text.split("\n").flatMap((line, n) => (n ? [h("span", { class: "break" }, "↵"), line] : [line]))) as VNode) : text;
  }
}

function properties(i: number, model: Model): Record<string, unknown> {
  const row = rowOf(model);
  const column = t.table.value?.columns[i];
  const list = t.problemsByCell.value.get(`${row},${i}`) ?? [];
  const error = list.some((f) => f.severity === "error");
  return {
    class: {
      "is-wrong": error,
      "is-doubtful": !error && list.length > 0,
      "is-number": column?.kind === "integer" || column?.kind === "number",
      "is-choice": column?.kind === "choice",
      "is-unread": !column?.name,
    },
    title: list.length ? list.map((f) => (f.hint ? `${f.message}\n${f.hint}` : f.message)).join("\n") : undefined,
    "aria-invalid": list.length ? "true" : undefined,
  };
}

const SHAPES: Record<string, string> = {
  number: "M5.5 2.500 4 13.500M11.500 2.500 10 13.500M2.500 6h11.500M2 10h11.500",
  choice: "m4 6 4 4 4-4",
  image: "M2.500 3h11v10h-11zM2.500 11l3.500-3.500 3 3 2-2 2.500 2.500",
  icon: "m8 2 1.800 3.900 4.200.5-3.100 2.900.8 4.200L8 11.400l-3.700 2.100.8-4.200L2 6.400l4.200-.5z",
  check: "m3 8.500 3.200 3.200L13 5",
  filter: "M2.500 3.500h11L9.500 8.500v4l-3 1v-5z",
  "sort-up": "M8 12.500v-9M4.500 7 8 3.500 11.500 7",
  "sort-down": "M8 3.500v9M4.500 9 8 12.500 11.500 9",
};

function mark(h: Make, name: string, more = ""): VNode {
  return h("svg", { class: `icon ${more}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, h("path", { d: SHAPES[name] ?? "" })) as VNode;
}
