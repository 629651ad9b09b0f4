// The banner for workbooks saved by another program.

import { summary, keep, dismissed, shownChanges, saved, take } from "./sources";

/** The changes in saved workbooks. */
export function Saved() {
  const changes = saved.value;
  if (!changes || dismissed.value === changes.number) return null;
  return (
    <p class="banner" role="status">
      {changes.files.join(", ")} {changes.files.length > 1 ? "were" : "was"} saved elsewhere: {summary(changes)}. The cards stay as they were until you take it.
      <button onClick={() => (shownChanges.value = "saved")}>Show what changed</button>
      <button onClick={() => take(changes)}>Take</button>
      <button onClick={() => keep(changes)}>Keep what was</button>
    </p>
  );
}
