// The order in which cards are listed and stepped through: by their texts, or only those with problems.

import { signal } from "@preact/signals";
import type { Found, TextSize, TextSizes } from "./messages";

export type By = "order" | "problems" | "longest" | "shortest" | "fullest";

export interface Order {
  by: By;
  /** The key of the zone whose texts count; empty for the whole side. */
  zone: string;
  side: "front" | "back";
}

export const ORDERS: { by: By; name: string }[] = [
  { by: "order", name: "As in the deck" },
  { by: "problems", name: "With problems" },
  { by: "longest", name: "Longest text first" },
  { by: "shortest", name: "Shortest text first" },
  { by: "fullest", name: "Fullest first" },
];

export const order = signal<Order>({ by: "order", zone: "", side: "front" });
const sizes = signal<TextSizes | null>(null);

export function needsSizes(order: Order): boolean {
  return order.by !== "order" && order.by !== "problems";
}

export function receive(message: TextSizes): void {
  sizes.value = message;
}

/** The sizes that determine the current order, once they are received. */
function currentSizes(): Map<string, TextSize> | null {
  const current = order.value;
  const found = sizes.value;
  if (!found || found.zone !== current.zone || found.side !== current.side) return null;
  return new Map(found.sizes.map((t) => [`${t.component}/${t.id}`, t]));
}

/** Whether a problem belongs to a piece: problems name a card by its id, with its component if others have the id, and its side. */
export function concerns(found: Found, piece: Piece): boolean {
  const card = found.card.replace(/ \((front|back)\)$/, "");
  return card === piece.id || card === `${piece.component}/${piece.id}`;
}

type Piece = { component: string; id: string };

/** The pieces in the current order, without those that lack such a text or problem. */
export function inOrder<P extends Piece>(pieces: P[], found: () => readonly Found[]): P[] {
  const { by } = order.value;
  if (by === "order") return pieces;
  if (by === "problems") {
    const some = found().filter((f) => f.card);
    return pieces.filter((p) => some.some((f) => concerns(f, p)));
  }
  const texts = currentSizes();
  if (!texts) return pieces;
  const of = (p: P) => texts.get(`${p.component}/${p.id}`)!;
  const value = (p: P) => (by === "fullest" ? -of(p).fill : by === "longest" ? -of(p).characters : of(p).characters);
  return pieces.filter(of).sort((a, b) => value(a) - value(b));
}

/** The size or problem for which a card is listed. */
export function sizeLabel(piece: Piece): string {
  const text = needsSizes(order.value) ? currentSizes()?.get(`${piece.component}/${piece.id}`) : undefined;
  if (!text) return "";
  return order.value.by === "fullest" ? `${Math.round(text.fill * 100)} %` : `${text.characters}`;
}

export function isWaiting(): boolean {
  return needsSizes(order.value) && !currentSizes();
}
