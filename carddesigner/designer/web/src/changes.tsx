// The changes since the deck was opened, file by file, and the button that reverts them.

import { useEffect, useState } from "preact/hooks";
import * as s from "./state";
import { Dialog } from "./window";

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export default function Changes() {
  const changes = s.changes.value;
  const steps = s.steps.value;
  const [chosen, setChosen] = useState("");
  useEffect(() => s.send({ t: "ask-changes" }), [steps]);
  const files = changes?.files ?? [];
  const file = files.find((f) => f.file === chosen) ?? files[0];
  return (
    <Dialog name="What changed since the deck was opened" wide close={() => (s.comparing.value = false)}>
      <div class="changes">
        {!changes && <p class="empty">Comparing…</p>}
        {changes && !files.length && <p class="empty">Nothing: all files are as they were.</p>}
        {file && (
          <>
            <div class="list" role="listbox" aria-label="Files">
              {files.map((f) => (
                <button role="option" aria-selected={f === file} class={f === file ? "is-on" : ""} onClick={() => setChosen(f.file)}>
                  <span>{f.file}</span>
                  <small>
                    {f.deleted ? (
                      "deleted"
                    ) : (
                      <>
                        <i class="added">+{f.added}</i> <i class="removed">−{f.removed}</i>
                      </>
                    )}
                  </small>
                </button>
              ))}
            </div>
            <pre class="difference" tabIndex={0} aria-label={`${file.file}: ${count(file.added, "line")} added, ${file.removed} removed`}>
              {file.lines.map((line) => (
                <span class={line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : line.startsWith("@") ? "left-out" : ""}>{line.startsWith("@@") ? line.replace(/^@@ -\d+(?:,\d+)? \+(\d+).*@@$/, "line $1").replace(/^@@ /, "") : line || " "}</span>
              ))}
            </pre>
          </>
        )}
      </div>
      <footer>
        <span class="progress">{files.length > 0 && "The way back is one step, which can be undone like any other."}</span>
        <button class="main" disabled={!files.length} onClick={() => s.send({ t: "back-to-opened" })}>
          Back to how it was opened
        </button>
      </footer>
    </Dialog>
  );
}
