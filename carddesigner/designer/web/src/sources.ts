// The changes of spreadsheets to the deck's tables, until they are accepted or discarded.

import { signal } from "@preact/signals";
import type { SourceChanges } from "./messages";
import * as s from "./state";

/** The differences between saved workbooks and their accepted states; null if there are none. */
export const saved = signal<SourceChanges | null>(null);
/** The differences between published sheets and their tables. */
export const published = signal<SourceChanges | null>(null);
/** Which of the two is shown. */
export const shownChanges = signal<"" | "saved" | "came">("");
/** The number of the changes that were shown and not accepted. */
export const dismissed = signal(0);
export const refreshing = signal(false);

s.listeners.push((message) => {
  if (message.t === "refreshing") refreshing.value = true;
  else if (message.t === "note") refreshing.value = false;
  else if (message.t === "source-changes" && message.web) {
    refreshing.value = false;
    published.value = message;
    shownChanges.value = "came";
  } else if (message.t === "source-changes") {
    saved.value = message.files.length ? message : null;
    if (!saved.value && shownChanges.value === "saved") shownChanges.value = "";
  } else if (message.t === "opened") {
    saved.value = published.value = null;
    shownChanges.value = "";
    refreshing.value = false;
  }
});

export function refresh(): void {
  s.send({ t: "refresh" });
}

export function take(changes: SourceChanges): void {
  shownChanges.value = "";
  if (changes.web) published.value = null;
  s.send({ t: "take-sources", number: changes.number, web: changes.web });
}

/** Keep the deck's current rows. */
export function keep(changes: SourceChanges): void {
  shownChanges.value = "";
  if (changes.web) {
    published.value = null;
    s.send({ t: "keep-tables" });
  } else dismissed.value = changes.number;
}

function count(n: number, noun: string): string {
  return n ? `${n} ${noun}${n === 1 ? "" : "s"}` : "";
}

/** A summary of the changes in a few words. */
export function summary(changes: SourceChanges): string {
  if (changes.problem) return "the deck can't be read with it";
  const [fresh, gone] = changes.counts;
  const parts = [count(fresh, "new card"), count(changes.cards, "changed card"), gone ? `${count(gone, "card")} gone` : ""].filter(Boolean);
  return parts.join(", ") || "the same cards";
}
