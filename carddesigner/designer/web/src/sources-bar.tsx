// The line that tells of workbooks that were saved elsewhere.

import { inWords, keep, left, looking, saved, take } from "./sources";

/** What is told of workbooks that were saved. */
export function Saved() {
  const now = saved.value;
  if (!now || left.value === now.number) return null;
  return (
    <p class="banner" role="status">
      {now.files.join(", ")} {now.files.length > 1 ? "were" : "was"} saved elsewhere: {inWords(now)}. The cards stay as they were until you take it.
      <button onClick={() => (looking.value = "saved")}>Show what changed</button>
      <button onClick={() => take(now)}>Take</button>
      <button onClick={() => keep(now)}>Keep what was</button>
    </p>
  );
}
