// Changes that are made while the connection is lost: they wait here, and are sent once it is there again.

import { signal } from "@preact/signals";
import type { FromPage } from "./messages";

/** Messages that only ask for something: they are sent again once there is a connection. */
const QUESTIONS = new Set(["open", "show", "drag", "try", "cancel", "wall", "face-files", "look", "ask-names", "find-icons", "find-fonts", "pieces", "deal", "files", "read", "try-text", "pages", "help", "ask-sizes", "type", "type-field", "tables", "locate", "thumbnails", "start", "sketch", "ask-changes", "open-deck", "copy-deck", "fetch-table", "make-deck", "print-open", "print-look", "print-judge", "print-stop", "refresh", "take-sources", "keep-tables"]);

/** How many changes wait. */
export const unsent = signal(0);
let queue: FromPage[] = [];
let inFlight = 0;
/** How often changes were answered. */
export const answers = signal(0);

export function isChange(message: FromPage): boolean {
  return !QUESTIONS.has(message.t);
}

export function enqueue(message: FromPage): void {
  if (isChange(message)) queue.push(message);
  unsent.value = queue.length;
}

/** Empties the queue, and gives what waited in it. */
export function drain(): FromPage[] {
  const all = queue;
  queue = [];
  unsent.value = 0;
  return all;
}

export function sent(message: FromPage): void {
  if (isChange(message)) inFlight++;
}

export function answered(): void {
  inFlight = 0;
  answers.value++;
}

/** Whether a change is not answered yet. */
export function hasPending(): boolean {
  return inFlight > 0 || queue.length > 0;
}

/** Whether a change was on its way when the connection was lost. */
export function dropInFlight(): boolean {
  const any = inFlight > 0;
  answered();
  return any;
}

addEventListener("beforeunload", (event) => {
  if (unsent.value) event.preventDefault();
});
