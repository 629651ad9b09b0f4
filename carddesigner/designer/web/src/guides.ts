// Guides on the card: lines that zones snap to, stored in this browser for all faces of a size.

import { computed, signal } from "@preact/signals";
import { persisted } from "./persisted";
import { deck, face } from "./shown";

/** The coordinate of a guide: the x of a vertical one, the y of a horizontal one. */
export type Axis = "x" | "y";
type Lines = Record<Axis, number[]>;

const all = persisted<Record<string, Lines>>("guides", {});

function place(): string {
  return `${deck.value?.folder} ${face.value?.width.toFixed(1)} ${face.value?.height.toFixed(1)}`;
}

/** The guides of the shown face, in millimetres. */
export const own = computed<Lines>(() => all.value[place()] ?? { x: [], y: [] });

/** The guide being dragged, and its position before, null for a new one. */
export const pulled = signal<{ axis: Axis; at: number; from: number | null } | null>(null);

/** Move a guide, or remove it (null). */
export function put(axis: Axis, from: number | null, to: number | null): void {
  const at = to === null ? null : Math.round(to * 100) / 100;
  const others = own.value[axis].filter((v) => v !== from && v !== at);
  all.value = { ...all.value, [place()]: { ...own.value, [axis]: at === null ? others : [...others, at] } };
}

export function clear(): void {
  const { [place()]: _, ...others } = all.value;
  all.value = others;
}
