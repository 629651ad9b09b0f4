// The card that is looked at, and steps to others.

import { signal } from "@preact/signals";
import { send } from "./link";
import type { DeckInfo, FaceInfo } from "./messages";
import { face, pieces, side, type Side, view } from "./shown";

/** The side that was asked for last, while it isn't there yet: keys may come faster than cards, and count from it. */
let requested: { component: string; id: string; side: Side } | null = null;
/** The card that was requested last, as its component and id; answers are of others too. */
export const requestedCard = signal("");

/** A face came, which may be the one that was asked for. */
export function received(message: FaceInfo): void {
  if (requested?.component === message.component && [message.id, message.requested].includes(requested.id) && (requested.side === message.side || !message.sides.includes(requested.side))) requested = null;
}

/** A card that is gone isn't on its way. */
export function forgetMissing(deck: DeckInfo): void {
  if (requested && !deck.components.some((c) => c.id === requested?.component && (!c.pieces.length || c.pieces.some((p) => p.id === requested?.id)))) requested = null;
}

/** No card is on its way any more. */
export function forget(): void {
  requested = null;
}

/** Show a card; among the tables it is shown beside its row. */
export function show(component: string, id: string, of: Side = requested?.side ?? side.value): void {
  if (view.value !== "data" && view.value !== "files") view.value = "card";
  requested = { component, id, side: of };
  requestedCard.value = `${component} ${id}`;
  send({ t: "show", ...requested });
}

/** Show that side of the card. */
export function showSide(of: Side): void {
  const current = requested ?? face.value;
  if (current) show(current.component, current.id, of);
}

/** Ask once more for the card that is looked at, or on its way. */
export function requestAgain(): void {
  const current = requested ?? face.value;
  if (current) send({ t: "show", component: current.component, id: current.id, side: requested?.side ?? side.value });
}

/** The card so many places further on in the list. */
export function step(by: number): void {
  const current = requested ?? face.value;
  const list = pieces.value;
  if (!current || !list.length) return;
  const at = list.findIndex((p) => p.component === current.component && p.id === current.id);
  const next = list[(((at + by) % list.length) + list.length) % list.length];
  if (next) show(next.component, next.id);
}

export function flip(): void {
  const current = face.value;
  if (view.value === "print") {
    side.value = side.value === "front" ? "back" : "front";
    return;
  }
  if (current && current.sides.length > 1) showSide((requested?.side ?? current.side) === "front" ? "back" : "front");
}
