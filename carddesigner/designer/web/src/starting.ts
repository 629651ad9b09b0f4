// The state and the requests of the start page.

import { signal } from "@preact/signals";
import type { DeckFaces, Drafted, FromServer, Refused, Sketched, SketchedLook, StartInfo } from "./messages";

/** What fills the window: the start page or the open deck. */
export const screen = signal<"start" | "deck">("deck");
export const info = signal<StartInfo | null>(null);
export const faces = signal<Map<string, DeckFaces>>(new Map());
export const refused = signal<Refused | null>(null);
/** The running task, as it is displayed. */
export const progress = signal("");

/** Whether the dialog for copying the shipped deck is open. */
export const copying = signal(false);

/** The table from which a deck is being made, and its analysis. */
export const draft = signal<Drafted | null>(null);
export const sketched = signal<Sketched | null>(null);
export const looks = signal<Map<string, SketchedLook>>(new Map());
/** The number of the sketch requested last: replies to earlier ones are ignored. */
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
      // The analysis of a table stays visible until the table with added pictures has been read.
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
