// Edits shown on the card before they are written: one request is in flight, and the latest pending one follows.

import type { Box, Point } from "./geometry";
import { beforeSend, send } from "./link";
import type { Assignment, Placing } from "./messages";
import { deck, editable, outdate, zones } from "./shown";

let inFlight = false;
let pending: { zones: Placing[] } | { values: Assignment[] } | { field: string; text: string } | null = null;
let number = 0;
let last: Placing[] | null = null;

/** Send the pending request, after the reply or when there will be none. */
export function answered(): void {
  inFlight = false;
  sendNext();
}

/** On a new connection nothing is in flight. */
export function resetInFlight(): void {
  inFlight = false;
}

export function drag(placings: Placing[]): void {
  last = placings;
  pending = { zones: placings };
  sendNext();
}

/** Show values on the card; nothing is written. */
export function tryValues(values: Assignment[]): void {
  if (!values.length || deck.value?.read_only) return;
  pending = { values };
  sendNext();
}

/** Show the card with another text in one of its fields; nothing is written. */
export function typeField(field: string, text: string): void {
  if (deck.value?.read_only) return;
  pending = { field, text };
  sendNext();
}

/** Write another text to one of the card's fields. */
export function writeField(field: string, text: string): void {
  pending = null;
  outdate();
  send({ t: "write-field", field, text });
}

/** Write values as a step. */
export function assign(values: Assignment[]): void {
  pending = null;
  if (!values.length) return;
  outdate();
  send({ t: "assign", values });
}

/** Write values for the shown card alone, as a step. */
export function assignHere(values: Assignment[]): void {
  pending = null;
  if (!values.length) return;
  outdate();
  send({ t: "only-here", values });
}

function sendNext(): void {
  if (inFlight || !pending) return;
  inFlight = true;
  if ("zones" in pending) send({ t: "drag", seq: ++number, zones: pending.zones });
  else if ("values" in pending) send({ t: "try", seq: ++number, values: pending.values });
  else send({ t: "type-field", seq: ++number, ...pending });
  pending = null;
}

/** Write the new positions of dragged zones. */
export function drop(name: string, placings: Placing[] | null = last): void {
  pending = null;
  if (placings) send({ t: "drop", name, zones: placings });
  last = null;
}

export function cancelDrag(): void {
  pending = null;
  last = null;
  send({ t: "cancel" });
}

/** Move zones to other frames at once, as a step. */
export function put(placings: Placing[], name: string): void {
  outdate();
  if (placings.length) drop(name, placings);
}

let nudged: Map<string, Box> | null = null;
let nudgeTimer = 0;

/** Move zones a little; written once no key is pressed for a moment. */
export function nudge([dx, dy]: Point): void {
  const list = editable();
  if (!list.length) return;
  if (nudged && !list.every((z) => nudged?.has(z.key))) writeNudge();
  nudged ??= new Map(list.map((z) => [z.key, z.frame]));
  for (const z of list) {
    const [x, y, w, h] = nudged.get(z.key) ?? z.frame;
    nudged.set(z.key, [x + dx, y + dy, w, h]);
  }
  drag([...nudged].map(([zone, frame]) => ({ zone, frame })));
  clearTimeout(nudgeTimer);
  nudgeTimer = window.setTimeout(writeNudge, 500);
}

/** Whether zones were nudged and that is not written yet. */
export function isNudging(): boolean {
  return nudged !== null;
}

/** Write the new positions of nudged zones. */
function writeNudge(): void {
  clearTimeout(nudgeTimer);
  if (!nudged) return;
  const placings = [...nudged].map(([zone, frame]) => ({ zone, frame }));
  const name = zones.value.find((z) => z.key === placings[0]?.zone)?.name ?? "";
  nudged = null;
  outdate();
  drop(placings.length === 1 ? `Move: ${name}` : `Move: ${placings.length} zones`, placings);
}
beforeSend.push(writeNudge);
