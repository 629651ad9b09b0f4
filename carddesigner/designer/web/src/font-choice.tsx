// A field for a font; each option is its family's name in its own letters.

import { signal } from "@preact/signals";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";
import * as i from "./inspect";
import type { Fonts, FontSample } from "./messages";
import { useCloseOutside } from "./popup";
import * as s from "./state";

const fonts = signal<Fonts | null>(null);
s.listeners.push((message) => {
  // Keep the list of further families until a new one is received.
  if (message.t === "fonts") fonts.value = { ...message, more: message.more ?? fonts.value?.more ?? null };
});

/** Milliseconds within which typed letters count as one search. */
const TYPING = 700;

interface Option {
  name: string;
  font: FontSample | null;
  choose: () => void;
  /** Shows the card with the font, if that is possible before anything is written. */
  attempt: (() => void) | null;
}

function Sample({ font }: { font: FontSample | null }) {
  if (!font) return null;
  if (!font.sample) return <span class="font-family">{font.family}</span>;
  return (
    <svg class="font-sample" viewBox="0 0 170 24" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <path d={font.sample} />
    </svg>
  );
}

/** A list of fonts that opens below the current one: a select-only combobox as in the ARIA practices. */
export function FontChoice({ label, path, value, disabled }: { label: string; path: string[]; value: string; disabled: boolean }) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const id = useId();
  const typed = useRef({ letters: "", time: 0 });
  const host = useCloseOutside(open, (to) => (to || leave(), setOpen(to)));
  const trying = useRef(false);
  const list = useRef<HTMLSpanElement>(null);
  useEffect(() => s.send({ t: "find-fonts", more: open && !disabled }), [i.names.value, open]);
  const templateFonts = fonts.value?.fonts ?? [];
  const first = templateFonts[0];
  const unset: Option = { name: "default", font: first ?? null, choose: () => i.unset(path), attempt: null };
  const named = templateFonts.map((f): Option => ({ name: f.name, font: f, choose: () => i.write(path, f.name), attempt: f.problem ? null : () => i.tryValue(path, f.name) }));
  const unknown: Option[] = value && !templateFonts.some((f) => f.name === value) ? [{ name: value, font: null, choose: () => undefined, attempt: null }] : [];
  const more = (fonts.value?.more ?? []).map((f): Option => ({ name: f.family, font: f, choose: () => s.send({ t: "use-family", family: f.family, values: i.assignmentsTo(path) }), attempt: null }));
  const options = [unset, ...named, ...unknown, ...(disabled ? [] : more)];
  const own = options.length - more.length;
  const chosen = value ? Math.max(0, options.findIndex((o, n) => n > 0 && n < own && o.name === value)) : 0;

  function leave(): void {
    if (trying.current) s.cancelDrag();
    trying.current = false;
  }
  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), options.length - 1);
    setAt(next);
    leave();
    const attempt = next === chosen ? null : options[next]?.attempt;
    if (attempt) ((trying.current = true), attempt());
  };
  const show = () => (setAt(chosen), setOpen(true));
  const shut = () => (leave(), setOpen(false));
  const take = (n: number) => {
    shut();
    if (n !== chosen) options[n]?.choose();
  };
  const find = (letter: string) => {
    const time = Date.now();
    const letters = (time - typed.current.time < TYPING ? typed.current.letters : "") + letter.toLowerCase();
    typed.current = { letters, time };
    const fits = (o: Option) => [o.name, o.font?.family ?? ""].some((n) => n.toLowerCase().startsWith(letters));
    const from = letters.length > 1 ? at : at + 1;
    const order = options.map((_, n) => (from + n) % options.length);
    const found = order.find((n) => fits(options[n]!));
    if (found !== undefined) go(found);
  };
  const press = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey) return;
    if (!open && ["ArrowDown", "ArrowUp", "Enter", " "].includes(e.key)) show();
    else if (!open) return;
    else if (e.key === "ArrowDown") go(at + 1);
    else if (e.key === "ArrowUp") go(at - 1);
    else if (e.key === "PageDown") go(at + 6);
    else if (e.key === "PageUp") go(at - 6);
    else if (e.key === "Home") go(0);
    else if (e.key === "End") go(options.length - 1);
    else if (e.key === "Enter" || e.key === " ") take(at);
    else if (e.key === "Escape") shut();
    else if (e.key === "Tab") return shut();
    else if (e.key.length === 1) find(e.key);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const option = (o: Option, n: number) => (
    <span
      key={`${n < own ? "" : "+"}${n} ${o.name}`}
      id={`${id}-${n}`}
      role="option"
      aria-selected={n === chosen}
      aria-label={n < own && o.font ? `${o.name}, ${o.font.family}` : o.name}
      class={`font-option${n === at ? " is-at" : ""}${n === chosen ? " is-on" : ""}`}
      title={o.font?.problem || o.font?.family}
      ref={(e) => void (n === at && e?.scrollIntoView({ block: "nearest" }))}
      onPointerMove={() => n !== at && go(n)}
      onPointerDown={(e) => e.preventDefault()}
      onClick={() => take(n)}
    >
      <small>{o.name}</small>
      <Sample font={o.font} />
    </span>
  );
  // Further families are received after the list is open.
  useEffect(() => list.current?.scrollIntoView({ block: "nearest" }), [open, options.length]);
  const current = options[chosen]!;
  return (
    <span class="font-choice" ref={host}>
      <button
        type="button"
        role="combobox"
        class="font-now"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open ? `${id}-${at}` : undefined}
        disabled={disabled}
        title={current.font?.problem || current.font?.family}
        onClick={() => (open ? shut() : show())}
        onBlur={() => open && shut()}
        onKeyDown={press}
      >
        <small>{current.name}</small>
        <Sample font={current.font} />
        <Icon name="choice" />
      </button>
      {open && (
        <span class="font-menu" id={`${id}-list`} role="listbox" aria-label={label} ref={list}>
          <span role="group" aria-label="Fonts of the template">
            {options.slice(0, own).map(option)}
          </span>
          {own < options.length && (
            <span role="group" aria-label="Families to add">
              <span class="font-heading" aria-hidden="true">
                Add to the template
              </span>
              {options.slice(own).map((o, n) => option(o, own + n))}
            </span>
          )}
        </span>
      )}
    </span>
  );
}
