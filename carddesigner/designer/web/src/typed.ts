// What is typed in a field of a form: no refresh of the page replaces it, and once it is written it stays until that is back.

import { useEffect, useRef, useState } from "preact/hooks";
import { answers, waits } from "./outbox";

interface Words {
  text: string;
  /** What the page had when these were written; null while they are typed. */
  over: { state: unknown } | null;
  /** What was written before, which isn't back yet. */
  before: string | null;
}

export interface Typed {
  /** The field's words now. */
  shown: string;
  /** Whether there are words that are written nowhere. */
  open: boolean;
  type: (text: string) => void;
  drop: () => void;
  /** Writes words that say something else than before. */
  commit: (text: string, write: () => void) => void;
  /** What tells keys that a field has nothing of its own to undo. */
  mark: { "data-settled": true | undefined };
}

/** *said* is what stands there; *state* is another object with each answer that may change it. */
export function useTyped(said: string, state: unknown): Typed {
  const [words, set] = useState<Words | null>(null);
  // The field may be left in the same moment, before it is drawn anew.
  const dropped = useRef(false);
  const heard = answers.value;
  useEffect(() => {
    if (words?.over && words.over.state !== state && !waits()) set(null);
  }, [words, state, heard]);
  const last = words?.over ? words.text : (words?.before ?? null);
  return {
    shown: words?.text ?? said,
    get open() {
      return words !== null && !words.over && !dropped.current;
    },
    type: (text) => {
      dropped.current = false;
      set({ text, over: null, before: last });
    },
    drop: () => {
      dropped.current = true;
      set(null);
    },
    commit: (text, write) => {
      if (text === (last ?? said)) return set(null);
      set({ text, over: { state }, before: null });
      write();
    },
    mark: { "data-settled": words === null || words.over ? true : undefined },
  };
}
