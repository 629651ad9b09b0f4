// Preflight of a PDF that was made.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Icon } from "./icons";
import type { PrintJudged } from "./messages";
import * as p from "./printing";
import * as s from "./state";

/** The reports on files, by address; null while one is awaited. */
const judged = signal<ReadonlyMap<string, PrintJudged | null>>(new Map());

s.listeners.push((message) => {
  if (message.t === "print-judged" && judged.value.has(message.link)) judged.value = new Map([...judged.value, [message.link, message]]);
  else if (message.t === "made") judged.value = new Map();
});

function ask(link: string, target: string): void {
  judged.value = new Map([...judged.value, [link, null]]);
  s.send({ t: "print-judge", link, target });
}

/** The preflight button, and its findings. */
export function Preflight({ link, name }: { link: string; name: string }) {
  const [target, setTarget] = useState("");
  const verdict = judged.value.get(link);
  const waits = verdict === null;
  return (
    <div class="preflight">
      <div class="actions">
        <button type="button" class="button" disabled={waits} onClick={() => ask(link, target)}>
          <Icon name="check" /> {waits ? "Looking…" : "Check it"}
        </button>
        <select aria-label={`What ${name} is checked for`} value={target} disabled={waits} onChange={(e) => (setTarget(e.currentTarget.value), verdict !== undefined && ask(link, e.currentTarget.value))}>
          <option value="">as the file says</option>
          {(p.form.value?.targets ?? []).map((t) => (
            <option value={t}>for {t}</option>
          ))}
        </select>
      </div>
      {verdict && <Judgement verdict={verdict} asked={target !== ""} />}
    </div>
  );
}

function Judgement({ verdict, asked }: { verdict: PrintJudged; asked: boolean }) {
  if (verdict.problem)
    return (
      <p class="summary is-wrong" role="alert">
        {verdict.problem}
      </p>
    );
  const errors = verdict.found.filter((f) => f.severity === "error").length;
  const count = (n: number, word: string) => n && `${n} ${word}${n > 1 ? "s" : ""}`;
  const counts = [count(errors, "error"), count(verdict.found.length - errors, "warning")].filter(Boolean).join(", ");
  return (
    <div role="status">
      <p class={`judgement${errors ? " is-error" : verdict.found.length ? " is-warning" : ""}`}>
        <Icon name={verdict.found.length ? "warning" : "check"} /> {counts || "Nothing found"} <small>{`${verdict.pages} page${verdict.pages > 1 ? "s" : ""}, for ${verdict.target}`}</small>
      </p>
      {verdict.reason && !asked && <p class="path">{verdict.reason}</p>}
      <ul class="findings">
        {verdict.found.map((f) => (
          <li class={`is-${f.severity}`}>
            <b>{f.message}</b>
            {f.location && <small>{f.location}</small>}
            {f.meaning && <p>{f.meaning}</p>}
            {f.remedy && <p class="mend">{f.remedy}</p>}
          </li>
        ))}
      </ul>
      {verdict.count > verdict.found.length && <p class="path">{`and ${verdict.count - verdict.found.length} more`}</p>}
    </div>
  );
}
