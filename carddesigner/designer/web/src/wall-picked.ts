// Cards picked on the wall for viewing side by side, and their size there.

import { computed, signal } from "@preact/signals";
import { persisted } from "./persisted";
import { deck, type Listed, listeners, pieces, view } from "./state";

/** The offered least widths of a card, in pixels. */
const WIDTHS = [96, 138, 190, 260, 360, 500];

const size = persisted("wall-size", 1);
export const width = computed(() => WIDTHS[Math.min(Math.max(size.value, 0), WIDTHS.length - 1)]!);

export function zoom(by: 1 | -1): void {
  size.value = Math.min(Math.max(size.value + by, 0), WIDTHS.length - 1);
}

export function canZoom(by: 1 | -1): boolean {
  return WIDTHS[size.value + by] !== undefined;
}

const keys = signal<ReadonlySet<string>>(new Set());
/** Whether only picked cards are shown. */
export const alone = signal(false);

const keyOf = (p: { component: string; id: string }) => `${p.component} ${p.id}`;

/** The picked cards that exist, in the deck's order. */
export const picked = computed<Listed[]>(() => {
  if (!keys.value.size) return [];
  const all = (deck.value?.components ?? []).flatMap((c) => c.pieces.map((p) => ({ component: c.id, ...p })));
  return all.filter((p) => keys.value.has(keyOf(p)));
});

/** The cards that the wall shows. */
export const seen = computed<Listed[]>(() => (alone.value && picked.value.length ? picked.value : pieces.value));

export function isPicked(p: Listed): boolean {
  return keys.value.has(keyOf(p));
}

export function pick(p: Listed): void {
  const next = new Set(keys.value);
  if (!next.delete(keyOf(p))) next.add(keyOf(p));
  keys.value = next;
  if (!next.size) alone.value = false;
}

export function forget(): void {
  keys.value = new Set();
  alone.value = false;
}

/** Return to all cards, then unpick all; return whether there was anything to leave. */
export function leave(): boolean {
  if (view.value !== "wall" || !keys.value.size) return false;
  if (alone.value) alone.value = false;
  else forget();
  return true;
}

listeners.push((message) => {
  if (message.t === "opened") forget();
});
