// Text typed in a field of a form. Updates of the page do not replace it, and after writing it stays until the new value is received.

import { useEffect, useRef, useState } from "preact/hooks";
import { answers, hasPending } from "./outbox";

interface EntryState {
  text: string;
  /** The page's state when the text was written; null while it is being typed. */
  committed: { state: unknown } | null;
  /** The text written before, while its value is not received yet. */
  previous: string | null;
}

export interface Entry {
  /** The text that the field shows. */
  shown: string;
  /** Whether there is typed text that is not written yet. */
  open: boolean;
  type: (text: string) => void;
  drop: () => void;
  /** Write the text if it differs from the last one. */
  commit: (text: string, write: () => void) => void;
  /** Marks a field without unsaved typing, for the page's keys. */
  attributes: { "data-settled": true | undefined };
}

/** *value* is the field's value without an entry; *state* is a new object after each reply that may change it. */
export function useEntry(value: string, state: unknown): Entry {
  const [entry, set] = useState<EntryState | null>(null);
  // The field may lose focus in the same moment, before it is rendered again.
  const dropped = useRef(false);
  const answered = answers.value;
  useEffect(() => {
    if (entry?.committed && entry.committed.state !== state && !hasPending()) set(null);
  }, [entry, state, answered]);
  const last = entry?.committed ? entry.text : (entry?.previous ?? null);
  return {
    shown: entry?.text ?? value,
    get open() {
      return entry !== null && !entry.committed && !dropped.current;
    },
    type: (text) => {
      dropped.current = false;
      set({ text, committed: null, previous: last });
    },
    drop: () => {
      dropped.current = true;
      set(null);
    },
    commit: (text, write) => {
      if (text === (last ?? value)) return set(null);
      set({ text, committed: { state }, previous: null });
      write();
    },
    attributes: { "data-settled": entry === null || entry.committed ? true : undefined },
  };
}
