// A PDF that was made, judged before it goes to print.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Icon } from "./icons";
import type { PrintJudged } from "./messages";
import * as p from "./printing";
import * as s from "./state";

/** What was said of files, by their addresses; nothing yet where it is waited for. */
const judged = signal<ReadonlyMap<string, PrintJudged | null>>(new Map());

s.listeners.push((message) => {
  if (message.t === "print-judged" && judged.value.has(message.link)) judged.value = new Map([...judged.value, [message.link, message]]);
  else if (message.t === "made") judged.value = new Map();
});

function ask(link: string, target: string): void {
  judged.value = new Map([...judged.value, [link, null]]);
  s.send({ t: "print-judge", link, target });
}

/** The button that asks for it, and what is found. */
export function Preflight({ link, name }: { link: string; name: string }) {
  const [target, setTarget] = useState("");
  const now = judged.value.get(link);
  const waits = now === null;
  return (
    <div class="preflight">
      <div class="acts">
        <button type="button" class="button" disabled={waits} onClick={() => ask(link, target)}>
          <Icon name="check" /> {waits ? "Looking…" : "Check it"}
        </button>
        <select aria-label={`What ${name} is checked for`} value={target} disabled={waits} onChange={(e) => (setTarget(e.currentTarget.value), now !== undefined && ask(link, e.currentTarget.value))}>
          <option value="">as the file says</option>
          {(p.form.value?.targets ?? []).map((t) => (
            <option value={t}>for {t}</option>
          ))}
        </select>
      </div>
      {now && <Said now={now} asked={target !== ""} />}
    </div>
  );
}

function Said({ now, asked }: { now: PrintJudged; asked: boolean }) {
  if (now.problem)
    return (
      <p class="said is-wrong" role="alert">
        {now.problem}
      </p>
    );
  const errors = now.found.filter((f) => f.severity === "error").length;
  const count = (n: number, word: string) => n && `${n} ${word}${n > 1 ? "s" : ""}`;
  const said = [count(errors, "error"), count(now.found.length - errors, "warning")].filter(Boolean).join(", ");
  return (
    <div role="status">
      <p class={`judgement${errors ? " is-error" : now.found.length ? " is-warning" : ""}`}>
        <Icon name={now.found.length ? "warning" : "check"} /> {said || "Nothing found"} <small>{`${now.pages} page${now.pages > 1 ? "s" : ""}, for ${now.target}`}</small>
      </p>
      {now.because && !asked && <p class="path">{now.because}</p>}
      <ul class="findings">
        {now.found.map((f) => (
          <li class={`is-${f.severity}`}>
            <b>{f.message}</b>
            {f.where && <small>{f.where}</small>}
            {f.means && <p>{f.means}</p>}
            {f.mend && <p class="mend">{f.mend}</p>}
          </li>
        ))}
      </ul>
      {now.count > now.found.length && <p class="path">{`and ${now.count - now.found.length} more`}</p>}
    </div>
  );
}
