// Guides that somebody put on the card: lines that zones snap to, kept in this browser for all faces of that size.

import { computed, signal } from "@preact/signals";
import { persisted } from "./persisted";
import { deck, face } from "./shown";

/** What a guide holds still: the x of an upright one, the y of a level one. */
export type Axis = "x" | "y";
type Lines = Record<Axis, number[]>;

const all = persisted<Record<string, Lines>>("guides", {});

function place(): string {
  return `${deck.value?.folder} ${face.value?.width.toFixed(1)} ${face.value?.height.toFixed(1)}`;
}

/** Those of the face that is shown, in millimetres. */
export const own = computed<Lines>(() => all.value[place()] ?? { x: [], y: [] });

/** The guide that is pulled, and where it stood before; none for one that is new. */
export const pulled = signal<{ axis: Axis; at: number; from: number | null } | null>(null);

/** A guide stands at another place now, or at none. */
export function put(axis: Axis, from: number | null, to: number | null): void {
  const at = to === null ? null : Math.round(to * 100) / 100;
  const others = own.value[axis].filter((v) => v !== from && v !== at);
  all.value = { ...all.value, [place()]: { ...own.value, [axis]: at === null ? others : [...others, at] } };
}

export function clear(): void {
  const { [place()]: _, ...others } = all.value;
  all.value = others;
}
