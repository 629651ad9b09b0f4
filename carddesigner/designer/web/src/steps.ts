// Undo and redo.

import { isOpen, send } from "./link";
import type { Steps } from "./messages";
import * as outbox from "./outbox";
import { outdate, steps } from "./shown";
import { isNudging } from "./trying";

/** Undos in flight: keys may come faster than replies, which refer to earlier ones. */
let pending = 0;

/** On a new connection none is in flight. */
export function forgetPending(): void {
  pending = 0;
}

/** Update the steps from the server; the page counts the applied ones itself while undos are in flight. */
export function receive(message: Steps): void {
  pending = Math.max(0, pending - 1);
  steps.value = pending ? { ...message, at: steps.value.at } : message;
}

export function undo(by: -1 | 1): void {
  outdate();
  const { at, steps: all } = steps.value;
  steps.value = { ...steps.value, at: Math.min(Math.max(at + by, 0), all.length) };
  if (isOpen()) pending++;
  send({ t: "undo-by", by });
}

/** Whether there is a step to undo or redo, or one in flight. */
export function undoable(by: -1 | 1): boolean {
  const to = steps.value.at + by;
  return (to >= 0 && to <= steps.value.steps.length) || (by < 0 && (isNudging() || outbox.hasPending()));
}

export function undoTo(to: number): void {
  outdate();
  steps.value = { ...steps.value, at: to };
  if (isOpen()) pending++;
  send({ t: "undo", to });
}
