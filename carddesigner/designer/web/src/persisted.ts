// What stays in this browser.

import { effect, signal } from "@preact/signals";

/** A signal whose value stays in this browser. */
export function persisted<T>(key: string, start: T) {
  let value = start;
  try {
    value = JSON.parse(localStorage.getItem(key) ?? "") as T;
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
  const out = signal(value);
  effect(() => localStorage.setItem(key, JSON.stringify(out.value)));
  return out;
}
