// The named things of the deck (colours, styles, stocks, faces, parts), which can be opened, and buttons that add new ones.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "./ask";
import * as i from "./inspect";
import type { AddNamed, ColorName, PropertyOwner, RenameNamed } from "./messages";
import { Button } from "./panels";
import * as start from "./starting";
import * as s from "./state";
import { useEntry } from "./entry";

export type NamedKind = RenameNamed["kind"];

/** The component added last, whose card is shown when it is received. */
const coming = signal("");
effect(() => {
  const card = coming.value && s.pieces.value.find((p) => p.component === coming.value);
  if (!card) return;
  coming.value = "";
  s.show(card.component, card.id);
});

/** The colour added last, which opens when it is received. */
let added = "";

/** A colour of the palette, with its name and value. */
function Named({ color, disabled }: { color: ColorName; disabled: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(color.name === added);
  useEffect(() => {
    if (color.name !== added) return;
    added = "";
    host.current?.scrollIntoView({ block: "nearest" });
    host.current?.querySelector<HTMLElement>(".named")?.focus({ preventScroll: true });
  }, []);
  const entry = useEntry(color.written, i.names.value);
  const owner: PropertyOwner = { kind: "palette", name: "palette" };
  const hex = /^#[0-9a-f]{6}/i.test(color.screen) ? color.screen.slice(0, 7) : "#000000";
  const write = (value: string) => s.assign([{ owner, key: [color.name], value }]);
  const commit = (typed: string) => (typed.trim() ? entry.commit(typed.trim(), () => write(typed.trim())) : entry.drop());
  return (
    <div ref={host} class={`palette-color${open ? " is-open" : ""}`}>
      <button class="named" title={color.written} aria-expanded={open} onClick={() => setOpen(!open)}>
        <i class="swatch" style={{ background: color.screen }} />
        <span>{color.name}</span>
      </button>
      {open && (
        <div class="palette-edit">
          <input type="color" aria-label={`${color.name}, chosen`} disabled={disabled} value={hex} onInput={(e) => s.tryValues([{ owner, key: [color.name], value: e.currentTarget.value }])} onChange={(e) => write(e.currentTarget.value)} />
          <span class="control">
            <input
              aria-label={`${color.name}, written`}
              disabled={disabled}
              spellcheck={false}
              value={entry.shown}
              {...entry.attributes}
              onInput={(e) => entry.type(e.currentTarget.value)}
              onBlur={(e) => entry.open && commit(e.currentTarget.value)}
              onKeyDown={(e) => e.key === "Enter" && commit(e.currentTarget.value)}
            />
          </span>
          <Button icon="pencil" name={`Rename ${color.name}`} disabled={disabled} act={() => ask("Rename the colour", "Name", color.name, (to) => s.send({ t: "rename-named", kind: "color", name: color.name, to }))} />
          <Button icon="trash" name={`Remove ${color.name}`} disabled={disabled} act={() => s.assign([{ owner, key: [color.name], unset: true }])} />
        </div>
      )}
    </div>
  );
}

export function Deck() {
  const n = i.names.value;
  if (!n) return null;
  const disabled = (s.deck.value?.read_only ?? "") !== "";
  const item = (kind: PropertyOwner["kind"], name: string, note = "", shown = name) => (
    <button class="deck-item" onClick={() => i.open({ kind, name })}>
      <span>{shown}</span>
      {note && <small>{note}</small>}
    </button>
  );
  const add = (kind: AddNamed["kind"], name: string, value: string) => {
    if (kind === "component" && !s.pieces.value.some((p) => p.component === name.trim())) coming.value = name.trim();
    if (kind === "color") added = name.trim();
    if (kind === "style" || kind === "face") i.openWhenAvailable({ kind, name: name.trim() });
    s.send({ t: "add-named", kind, name, value });
  };
  const more = (noun: string, kind: AddNamed["kind"], value = "") => !disabled && <Button icon="plus" name={`New ${noun}`} act={() => ask(`New ${noun}`, "Name", "", (name) => add(kind, name, value))} />;
  return (
    <section class="deck-parts" aria-label="The deck">
      {s.deck.value?.shipped ? (
        <p class="hint">
          This deck can be looked at, not changed: click a zone of the card to see what it says, or{" "}
          <button class="link" onClick={() => (start.copying.value = true)}>
            make a copy
          </button>{" "}
          that is yours to change.
        </p>
      ) : (
        <p class="hint">Click a zone of the card to change it; click again for the one beneath. Or change what the whole deck has:</p>
      )}
      <h3>Colours {more("colour", "color", "#808080")}</h3>
      <div class="palette-list">
        {n.colors.map((c) => (
          <Named key={c.name} color={c} disabled={disabled} />
        ))}
      </div>
      <h3>Styles {more("style", "style")}</h3>
      {n.styles.map((name) => item("style", name))}
      <h3>This card {more("component", "component")}</h3>
      {item("component", n.component, "component")}
      {item("stock", n.stock, "stock")}
      {item("face", n.face.split("#")[1] ?? "", "face")}
      <h3>
        More {more("face", "face")}
      </h3>
      {n.stocks.filter((name) => name !== n.stock).map((name) => item("stock", name, "stock"))}
      {n.faces.filter((name) => name !== n.face.split("#")[1]).map((name) => item("face", name, "face"))}
      {n.parts.map((name) => item("part", name, "part"))}
      {item("print", "print", "of all sheets", "Printing")}
    </section>
  );
}
