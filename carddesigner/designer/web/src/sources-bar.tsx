// The banner for workbooks that were saved elsewhere.

import { summary, keep, dismissed, shownChanges, saved, take } from "./sources";

/** What changed in workbooks that were saved. */
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
