// A place of one card alone: a key of its zone's box, read from a column of the table.

import { useState } from "preact/hooks";
import { ask } from "./ask";
import * as i from "./inspect";
import { intoView, useCloseOutside } from "./popup";
import { label } from "./schema";
import * as s from "./state";
import { isExpression, OWN_VALUE, text } from "./values";

export function OwnPlace({ disabled }: { disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const host = useCloseOutside(open, setOpen);
  const box = i.properties.value?.values.find((one) => one.key === "box")?.value;
  const owner = i.properties.value?.owner;
  const id = s.face.value?.id;
  if (owner?.kind !== "zone" || !box || typeof box !== "object" || Array.isArray(box)) return null;
  const keys = Object.entries(box).filter(([, value]) => typeof value !== "object" && (!isExpression(value) || OWN_VALUE.test(text(value))));
  if (!keys.length) return null;
  const change = (key: string, value: unknown) => {
    setOpen(false);
    ask(`${label(key)}, for ${id} only`, "Value; blank for that of all others", isExpression(value) ? "" : text(value), (answer) => s.send({ t: "only-here", values: [{ owner, key: ["box", key], value: answer }] }));
  };
  return (
    <span class="origin own-place" ref={host} onKeyDown={(e) => open && e.key === "Escape" && (setOpen(false), e.stopPropagation())}>
      <button class="button" disabled={disabled} aria-expanded={open} title="Another place or size for this card alone, kept in its row of the table" onClick={() => setOpen(!open)}>
        This card only…
      </button>
      {open && (
        <span class="origin-menu" role="group" aria-label="A place for this card only" ref={intoView}>
          {keys.map(([key, value]) => (
            <button onClick={() => change(key, value)}>
              {label(key)} <small>{OWN_VALUE.exec(text(value))?.[1] ?? text(value)}</small>
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
