// The origin of a value, with a switch for changing it there.

import { useState } from "preact/hooks";
import { ask } from "./ask";
import * as i from "./inspect";
import type { PropertyValue } from "./messages";
import { intoView, useCloseOutside } from "./popup";
import type { Field } from "./schema";
import * as s from "./state";
import { isExpression, OWN_VALUE, text } from "./values";

export function Origin({ field, value }: { field: Field; value: PropertyValue | undefined }) {
  const [open, setOpen] = useState(false);
  const host = useCloseOutside(open, setOpen);
  const first = value?.origins[0];
  const pinned = i.atOrigin.value.has(field.key);
  const kind = !first ? "default" : pinned ? "there" : first.kind;
  const source = !first ? "Nothing is written; this is what it is otherwise" : first.kind === "own" ? `Written here: ${first.place}` : first.kind === "style" ? `From the style ${first.name}: ${first.place}` : `From ${first.name}: ${first.place}`;
  const style = value?.origins.find((o) => o.kind === "style");
  const act = (action: () => void) => () => {
    setOpen(false);
    action();
  };
  const pin = () => {
    const next = new Set(i.atOrigin.value);
    if (!next.delete(field.key)) next.add(field.key);
    i.atOrigin.value = next;
  };
  return (
    <span class="origin" ref={host} onKeyDown={(e) => e.key === "Escape" && (setOpen(false), e.stopPropagation())}>
      <button class={`dot-button is-${kind}`} title={source} aria-label={`${field.label}: ${source}`} aria-expanded={open} onClick={() => setOpen(!open)}>
        <i />
      </button>
      {open && (
        <span class="origin-menu" role="group" ref={intoView} aria-label={`Where ${field.label} comes from`}>
          <span class="origin-words">{source}</span>
          {first?.kind === "own" && (
            <button onClick={act(() => i.unset([field.key]))}>
              {value && value.origins.length > 1 ? `Remove here, for that of ${value.origins[1]?.name}` : "Remove"}
            </button>
          )}
          {style && <button onClick={act(() => i.open({ kind: "style", name: style.name }))}>Change in the style {style.name}…</button>}
          {first?.kind === "parent" && first.editable && <button onClick={act(pin)}>{pinned ? "Change here alone" : `Change there, in ${first.name}`}</button>}
          {i.properties.value?.owner.kind === "zone" && ((s.deck.value?.read_only ?? "") === "") && (!isExpression(value?.value) || OWN_VALUE.test(value.value)) && (typeof value?.value !== "object" || Array.isArray(value.value)) && (
            <button onClick={act(() => ask(`${field.label}, for ${s.face.value?.id} only`, "Value; blank for that of all others", text(isExpression(value?.value) ? (value?.result ?? "") : (value?.value ?? field.fallback)), (answer) => s.send({ t: "only-here", values: [{ owner: i.properties.value!.owner, key: [field.key], value: answer }] })))}>
              For this card only…
            </button>
          )}
          {field.varies && !isExpression(value?.value) && <button onClick={act(() => i.write([field.key], `{{ ${typeof value?.value === "string" ? JSON.stringify(value.value) : (text(value?.value ?? field.fallback) || "''")} }}`))}>Use an expression</button>}
        </span>
      )}
    </span>
  );
}
