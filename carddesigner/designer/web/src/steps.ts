// Steps taken back and made again.

import { isOpen, send } from "./link";
import type { Steps } from "./messages";
import * as outbox from "./outbox";
import { outdate, steps } from "./shown";
import { isNudging } from "./trying";

/** Undos that are not answered yet: keys may come faster than answers, which are to earlier ones. */
let pending = 0;

/** None is on its way on a new connection. */
export function forgetPending(): void {
  pending = 0;
}

/** Takes the steps over from the server; where they stand is the page's own while undos are on their way. */
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

/** Whether there is a step to take back or to make again, or one on its way. */
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
