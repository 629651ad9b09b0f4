// The card that is shown, and stepping to others.

import { signal } from "@preact/signals";
import { send } from "./link";
import type { DeckInfo, FaceInfo } from "./messages";
import { face, pieces, side, type Side, view } from "./shown";

/** The side requested last, until it is received: keys may come faster than cards, and count from here. */
let requested: { component: string; id: string; side: Side } | null = null;
/** The component and id of the card requested last; faces of other cards may be received, too. */
export const requestedCard = signal("");

/** Note a received face, which may be the requested one. */
export function received(message: FaceInfo): void {
  if (requested?.component === message.component && [message.id, message.requested].includes(requested.id) && (requested.side === message.side || !message.sides.includes(requested.side))) requested = null;
}

/** Forget a request for a card that does not exist any more. */
export function forgetMissing(deck: DeckInfo): void {
  if (requested && !deck.components.some((c) => c.id === requested?.component && (!c.pieces.length || c.pieces.some((p) => p.id === requested?.id)))) requested = null;
}

/** Forget the pending request. */
export function forget(): void {
  requested = null;
}

/** Show a card; in the data view it is shown beside its row. */
export function show(component: string, id: string, of: Side = requested?.side ?? side.value): void {
  if (view.value !== "data" && view.value !== "files") view.value = "card";
  requested = { component, id, side: of };
  requestedCard.value = `${component} ${id}`;
  send({ t: "show", ...requested });
}

/** Show a side of the card. */
export function showSide(of: Side): void {
  const current = requested ?? face.value;
  if (current) show(current.component, current.id, of);
}

/** Request the shown or pending card again. */
export function requestAgain(): void {
  const current = requested ?? face.value;
  if (current) send({ t: "show", component: current.component, id: current.id, side: requested?.side ?? side.value });
}

/** Show the card this many places further in the list. */
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
