// What the start page shows, and what is asked for there.

import { signal } from "@preact/signals";
import type { DeckFaces, Drafted, FromServer, Refused, Sketched, SketchedLook, StartInfo } from "./messages";

/** What fills the window: the start page, or the deck that is open. */
export const screen = signal<"start" | "deck">("deck");
export const info = signal<StartInfo | null>(null);
export const faces = signal<Map<string, DeckFaces>>(new Map());
export const refused = signal<Refused | null>(null);
/** What is being done, as it is shown. */
export const progress = signal("");

/** Whether the dialog is open that copies the shipped deck. */
export const copying = signal(false);

/** The table that a deck is being made of, and what was found out about it. */
export const draft = signal<Drafted | null>(null);
export const sketched = signal<Sketched | null>(null);
export const looks = signal<Map<string, SketchedLook>>(new Map());
/** The last sketch that was asked for: answers to others are late. */
let lastSketch = 0;

export function nextSketch(): number {
  looks.value = new Map();
  return ++lastSketch;
}

export function isOfStart(message: FromServer): message is StartInfo | DeckFaces | Drafted | Sketched | SketchedLook | Refused {
  return ["start-info", "deck-faces", "drafted", "sketched", "sketched-look", "refused"].includes(message.t);
}

export function receive(message: StartInfo | DeckFaces | Drafted | Sketched | SketchedLook | Refused): void {
  switch (message.t) {
    case "start-info":
      info.value = message;
      break;
    case "deck-faces":
      faces.value = new Map([...faces.value, [message.deck, message]]);
      break;
    case "drafted":
      // What was found out about a table is shown until it is read again with what was added to it.
      if (draft.value?.draft !== message.draft) sketched.value = null;
      refused.value = null;
      progress.value = "";
      draft.value = message;
      break;
    case "sketched":
      if (message.number === lastSketch) sketched.value = message;
      break;
    case "sketched-look":
      if (message.number === lastSketch) looks.value = new Map([...looks.value, [message.look, message]]);
      break;
    case "refused":
      refused.value = message;
      progress.value = "";
  }
}
