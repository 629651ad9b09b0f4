// The queue of changes made while the connection is lost; they are sent when it is back.

import { signal } from "@preact/signals";
import type { FromPage } from "./messages";

/** Messages that change nothing in the deck. They are not queued: on a new connection the page requests again what it shows. */
const QUESTIONS = new Set(["open", "show", "drag", "try", "cancel", "wall", "face-files", "look", "ask-names", "find-icons", "find-fonts", "pieces", "deal", "files", "read", "try-text", "pages", "help", "ask-sizes", "type", "type-field", "tables", "locate", "thumbnails", "start", "sketch", "ask-changes", "open-deck", "copy-deck", "fetch-table", "make-deck", "print-open", "print-look", "print-judge", "print-stop", "refresh", "take-sources", "keep-tables"]);

/** The number of queued changes. */
export const unsent = signal(0);
let queue: FromPage[] = [];
let inFlight = 0;
/** The number of answered changes. */
export const answers = signal(0);

export function isChange(message: FromPage): boolean {
  return !QUESTIONS.has(message.t);
}

export function enqueue(message: FromPage): void {
  if (isChange(message)) queue.push(message);
  unsent.value = queue.length;
}

/** Empty the queue, and return its content. */
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

/** Whether a change was in flight when the connection was lost. */
export function dropInFlight(): boolean {
  const any = inFlight > 0;
  answered();
  return any;
}

addEventListener("beforeunload", (event) => {
  if (unsent.value) event.preventDefault();
});
