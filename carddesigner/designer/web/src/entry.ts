// What is typed in a field of a form: no refresh of the page replaces it, and once it is written it stays until that is back.

import { useEffect, useRef, useState } from "preact/hooks";
import { answers, hasPending } from "./outbox";

interface EntryState {
  text: string;
  /** What the page had when these were written; null while they are typed. */
  committed: { state: unknown } | null;
  /** What was written before, which isn't back yet. */
  previous: string | null;
}

export interface Entry {
  /** The text that the field shows. */
  shown: string;
  /** Whether a text was typed that isn't written yet. */
  open: boolean;
  type: (text: string) => void;
  drop: () => void;
  /** Writes a text that differs from the one before. */
  commit: (text: string, write: () => void) => void;
  /** Marks a field that has nothing of its own to undo, for the page's keys. */
  attributes: { "data-settled": true | undefined };
}

/** *value* is what the field has without an entry; *state* is another object with each answer that may change it. */
export function useEntry(value: string, state: unknown): Entry {
  const [entry, set] = useState<EntryState | null>(null);
  // The field may be left in the same moment, before it is drawn anew.
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
