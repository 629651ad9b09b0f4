// A field for a colour, with the palette first.

import { useRef, useState } from "preact/hooks";
import { type Control, TextInput } from "./controls";
import * as i from "./inspect";
import { intoView, useCloseOutside } from "./popup";
import * as s from "./state";
import { text } from "./values";

function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r, g, bl] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * bl!;
  };
  const [one, other] = [light(a), light(b)].sort((x, y) => y - x);
  return (one! + 0.05) / (other! + 0.05);
}

export function Color({ field, path, value, disabled }: Control) {
  const [open, setOpen] = useState(false);
  const host = useCloseOutside(open, setOpen);
  // The colour being tried: one that the pointer moved over, not one that was below it when the menu opened.
  const tried = useRef("");
  if (value && typeof value === "object") return <TextInput field={{ ...field, kind: "list" }} path={path} value={value} disabled={disabled} />;
  const shown = i.screen(value) || i.screen(field.fallback);
  const colors = i.names.value?.colors ?? [];
  const paper = "#ffffff";
  const hex = /^#[0-9a-f]{6}/i.test(shown) ? shown.slice(0, 7) : "";
  const leave = () => {
    if (tried.current) s.cancelDrag();
    tried.current = "";
  };
  return (
    <span class="color" ref={host} onKeyDown={(e) => open && e.key === "Escape" && (setOpen(false), leave(), e.stopPropagation())}>
      <button class="swatch" style={{ background: shown || undefined }} aria-label={`${field.label}: ${text(value) || "none"}, choose`} aria-expanded={open} disabled={disabled} onClick={() => setOpen(!open)} />
      <TextInput field={field} path={path} value={value} disabled={disabled} />
      {open && (
        <span class="color-menu" role="dialog" aria-label={field.label} ref={intoView}>
          <span class="swatches">
            {colors.map((c) => (
              <button class={`named${c.name === value ? " is-on" : ""}`} title={`${c.name}: ${c.written}`} onPointerMove={() => tried.current !== c.name && i.tryValue(path, (tried.current = c.name))} onPointerLeave={leave} onClick={() => (setOpen(false), i.write(path, c.name))}>
                <i class="swatch" style={{ background: c.screen }} />
                <span>{c.name}</span>
                {field.key === "color" && hex && <small>{/^#/.test(c.screen) ? `${contrast(c.screen, paper).toFixed(1)}` : ""}</small>}
              </button>
            ))}
          </span>
          <label class="own-color">
            <input type="color" value={hex || "#000000"} onInput={(e) => i.tryValue(path, e.currentTarget.value)} onChange={(e) => i.write(path, e.currentTarget.value)} />
            Another colour
          </label>
          {field.key === "color" && <small class="hint">Numbers: how strongly a colour stands out from white. Small type wants 4.5 or more.</small>}
        </span>
      )}
    </span>
  );
}
