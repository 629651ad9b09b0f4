// Values stored in this browser.

import { effect, signal } from "@preact/signals";

/** A signal whose value is stored in this browser. */
export function persisted<T>(key: string, start: T) {
  let value = start;
  try {
    value = JSON.parse(localStorage.getItem(key) ?? "") as T;
  } catch {
    // Nothing was stored, or it can't be read.
  }
  const out = signal(value);
  effect(() => localStorage.setItem(key, JSON.stringify(out.value)));
  return out;
}
