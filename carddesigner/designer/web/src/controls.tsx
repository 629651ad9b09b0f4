// Fields whose values are typed, stepped, scrubbed or chosen.

import { useRef } from "preact/hooks";
import { Icon } from "./icons";
import * as i from "./inspect";
import type { Field } from "./schema";
import * as s from "./state";
import { type Entry, useEntry } from "./entry";
import { number, parsed, text } from "./values";

export interface Control {
  field: Field;
  path: string[];
  value: unknown;
  disabled: boolean;
}

/** The entry of a field for a property. */
export function usePropertyEntry(value: unknown): Entry {
  return useEntry(text(value), i.properties.value);
}

const LENGTH = /^\s*(-?\d*\.?\d+)\s*(mm|cm|in|pt|px|%)?\s*$/;

function stepOf(unit: string): number {
  return { mm: 0.1, cm: 0.01, in: 0.01, pt: 0.5, px: 1, "%": 1 }[unit] ?? 0.1;
}

/** A number, or a length with its unit: typed, stepped with arrow keys, or scrubbed on its label. */
export function Amount({ field, path, value, disabled }: Control) {
  const entry = usePropertyEntry(value);
  const from = useRef<{ x: number; value: number; unit: string; last: string } | null>(null);
  const isLength = field.kind === "length";
  const split = (typed: string): [number, string] | null => {
    const found = LENGTH.exec(typed || text(field.fallback));
    return found ? [Number(found[1]), found[2] ?? (isLength ? "mm" : "")] : null;
  };
  const grain = (unit: string) => (isLength ? stepOf(unit) : field.whole ? 1 : Math.abs(Number(field.max ?? 100)) <= 10 || field.key === "line-height" ? 0.05 : 1);
  const moved = (number: number, unit: string, by: number): string => {
    let to = Math.round((number + by * grain(unit)) * 1000) / 1000;
    if (field.min !== undefined) to = Math.max(field.min, to);
    if (field.max !== undefined) to = Math.min(field.max, to);
    return `${to}${unit}`;
  };
  const valueOf = (typed: string): unknown => {
    const plain = typed.trim();
    if (isLength && /^-?\d*\.?\d+$/.test(plain) && Number(plain) !== 0) return `${plain}${split(text(value))?.[1] || "mm"}`;
    return number(plain);
  };
  const commit = (typed: string) => entry.commit(typed.trim(), () => (typed.trim() ? i.write(path, valueOf(typed)) : i.unset(path)));
  const attempt = (typed: string) => {
    entry.type(typed);
    if (split(typed) && typed.trim()) i.tryValue(path, valueOf(typed));
  };
  return (
    <span class="measured">
      <span
        class="scrub"
        title={disabled ? "" : "Drag to change it"}
        onPointerDown={(e) => {
          const start = split(entry.shown);
          if (disabled || !start) return;
          from.current = { x: e.clientX, value: start[0], unit: start[1], last: entry.shown };
          e.currentTarget.setPointerCapture(e.pointerId);
          e.preventDefault();
        }}
        onPointerMove={(e) => {
          const start = from.current;
          if (!start) return;
          const to = moved(start.value, start.unit, Math.round((e.clientX - start.x) / 3) * (e.shiftKey ? 10 : 1));
          if (to === start.last) return;
          start.last = to;
          attempt(to);
        }}
        onPointerUp={() => {
          const start = from.current;
          from.current = null;
          if (start && entry.open) commit(start.last);
        }}
      >
        ↔
      </span>
      <input
        aria-label={field.label}
        disabled={disabled}
        spellcheck={false}
        placeholder={text(field.fallback)}
        value={entry.shown}
        {...entry.attributes}
        onFocus={(e) => e.currentTarget.select()}
        onInput={(e) => attempt(e.currentTarget.value)}
        onBlur={(e) => entry.open && commit(e.currentTarget.value)}
        onKeyDown={(e) => {
          const current = split(e.currentTarget.value);
          if (e.key === "Enter") commit(e.currentTarget.value);
          else if (e.key === "Escape") (entry.drop(), s.cancelDrag());
          else if ((e.key === "ArrowUp" || e.key === "ArrowDown") && current) attempt(moved(current[0], current[1], (e.key === "ArrowUp" ? 1 : -1) * (e.shiftKey ? 10 : 1)));
          else return;
          e.preventDefault();
        }}
      />
    </span>
  );
}

export function TextInput({ field, path, value, disabled }: Control) {
  const entry = usePropertyEntry(value);
  const valueOf = (typed: string) => (field.kind === "list" || Array.isArray(value) ? parsed(typed) : number(typed.trim()));
  const commit = (typed: string) => entry.commit(typed, () => (typed.trim() ? i.write(path, valueOf(typed)) : i.unset(path)));
  return (
    <input
      aria-label={field.label}
      disabled={disabled}
      spellcheck={false}
      placeholder={text(field.fallback)}
      value={entry.shown}
      {...entry.attributes}
      onInput={(e) => entry.type(e.currentTarget.value)}
      onBlur={(e) => entry.open && commit(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === "Enter") commit(e.currentTarget.value);
        else if (e.key === "Escape") entry.drop();
        else return;
        e.preventDefault();
      }}
    />
  );
}

const PICTURED: Record<string, Record<string, string>> = {
  align: { left: "text-left", center: "text-center", right: "text-right", justify: "text-justify", start: "text-start", end: "text-end" },
  valign: { top: "top", middle: "middle", bottom: "bottom" },
};

export function Choice({ field, path, value, disabled }: Control) {
  const current = text(value ?? field.fallback);
  const pictures = PICTURED[field.key];
  if (pictures)
    return (
      <span class="segments" role="radiogroup" aria-label={field.label}>
        {field.choices.map((c) => (
          <button role="radio" aria-checked={c === current} aria-label={c} title={c} class={`${c === current ? "is-on" : ""}${value === undefined ? " is-default" : ""}`} disabled={disabled} onClick={() => i.write(path, c)}>
            <Icon name={pictures[c] ?? c} />
          </button>
        ))}
      </span>
    );
  return (
    <select aria-label={field.label} disabled={disabled} value={current} onChange={(e) => (e.currentTarget.value ? i.write(path, e.currentTarget.value) : i.unset(path))}>
      {(field.fallback === undefined || field.fallback === null) && <option value="">–</option>}
      {field.choices.map((c) => (
        <option value={c} selected={c === current}>
          {c}
        </option>
      ))}
    </select>
  );
}

export function Switch({ field, path, value, disabled }: Control) {
  const on = value === undefined || value === null ? field.fallback === true : value === true;
  return <button type="button" role="switch" class={`toggle${on ? " is-on" : ""}`} aria-checked={on} aria-label={field.label} disabled={disabled} onClick={() => i.write(path, !on)} />;
}

export function Styles({ field, path, value, disabled }: Control) {
  const all = i.names.value?.styles ?? [];
  const current = Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];
  const put = (list: string[]) => (list.length ? i.write(path, list.length === 1 ? list[0] : list) : i.unset(path));
  return (
    <span class="styles">
      {current.map((name) => (
        <span class="chip">
          <button title={`Open the style ${name}`} onClick={() => i.open({ kind: "style", name })}>
            {name}
          </button>
          <button aria-label={`Without the style ${name}`} disabled={disabled} onClick={() => put(current.filter((n) => n !== name))}>
            ×
          </button>
        </span>
      ))}
      <select aria-label={field.label} disabled={disabled} value="" onChange={(e) => e.currentTarget.value && put([...current, e.currentTarget.value])}>
        <option value="">{current.length ? "+" : "Choose a style"}</option>
        {all
          .filter((n) => !current.includes(n))
          .map((n) => (
            <option value={n}>{n}</option>
          ))}
      </select>
    </span>
  );
}
