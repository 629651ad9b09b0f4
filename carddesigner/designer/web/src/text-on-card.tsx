// Editing a zone's text in place on the card: a cell that it shows, or the text of the template.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { toScreen } from "./camera";
import { usePropertyEntry } from "./controls";
import { around, outline } from "./geometry";
import { useGrowing } from "./growing";
import * as i from "./inspect";
import type { Properties, ZoneInfo } from "./messages";
import * as s from "./state";
import { isExpression, isComplete } from "./values";

/** Pixels: the least width of the field, its least and greatest size of letters, and the margin beside it. */
const [NARROW, SMALL, LARGE, MARGIN] = [190, 12, 44, 26];
const UNITS: Record<string, number> = { pt: 25.4 / 72, mm: 1, cm: 10, in: 25.4, px: 25.4 / 96 };

/** What the field edits: a field of the card or, if empty, the text of all cards. */
interface Way {
  field: string;
  name: string;
  about: string;
  value: string;
}

/** Edit the text of the only chosen zone. */
export function typeText(): void {
  const zone = s.chosenZones.value[0];
  if (!zone) return;
  const reason = s.deck.value?.read_only || zone.locked;
  if (reason) s.notify("info", reason);
  else if (!s.isLocked(zone)) s.editing.value = zone.key;
}

function shownValue(properties: Properties, key: string): unknown {
  const found = properties.values.find((v) => v.key === key);
  return found?.result ?? found?.value;
}

function waysOf(properties: Properties): Way[] {
  const value = properties.values.find((v) => v.key === "text")?.value;
  if (typeof value !== "string" && typeof value !== "number") return [];
  const written = `${value}`;
  const shown = properties.cells.filter((c) => new RegExp(`card\\.${c.field}\\b`).test(written));
  // For a computed text, the cells are those that other keys of the zone read.
  const own = (!isExpression(written) ? [] : shown.length ? shown : properties.cells).map((c) => ({ field: c.field, name: c.field, about: `The cell “${c.field}” of this card`, value: c.text }));
  const all = isExpression(written) ? "What computes the text, for all cards" : "The text of this zone, for all cards";
  return [...own, { field: "", name: "All cards", about: all, value: written }];
}

export function TextOnCard() {
  const zone = s.zones.value.find((z) => z.key === s.editing.value);
  const latest = i.properties.value;
  // The properties of the zone chosen by the first of two clicks may be received later.
  const lastOfZone = useRef<Properties | null>(null);
  if (latest?.owner.kind === "zone" && latest.owner.name === zone?.key) lastOfZone.current = latest;
  const properties = lastOfZone.current;
  if (!zone || properties?.owner.name !== zone.key) return null;
  const ways = waysOf(properties);
  return ways.length ? <Typing key={zone.key} zone={zone} properties={properties} ways={ways} /> : null;
}

/** The size of the zone's letters on the screen. */
function letters(zone: ZoneInfo, properties: Properties): number {
  const found = /^\s*([\d.]+)\s*(pt|mm|cm|in|px)?\s*$/.exec(`${shownValue(properties, "size") ?? ""}`);
  const mm = found ? Number(found[1]) * (UNITS[found[2] ?? "pt"] ?? 1) : Math.min(3, zone.frame[3] * 0.7);
  return Math.min(LARGE, Math.max(SMALL, mm * s.camera.value.zoom));
}

function Typing({ zone, properties, ways }: { zone: ZoneInfo; properties: Properties; ways: Way[] }) {
  const [field, setField] = useState(ways[0]!.field);
  const way = ways.find((w) => w.field === field) ?? ways[0]!;
  const entry = usePropertyEntry(way.value);
  const host = document.querySelector(".canvas");
  const [x, y, w, h] = around(outline(zone).map(toScreen));
  const [wide, tall] = [host?.clientWidth ?? 800, host?.clientHeight ?? 600];
  const width = Math.min(Math.max(w, NARROW), wide - 2 * MARGIN);
  const size = letters(zone, properties);
  const area = useGrowing(entry.shown, Math.max(h, tall / 2), `${size} ${width}`);
  const left = Math.min(Math.max(x + (w - width) / 2, MARGIN), wide - width - MARGIN);
  const top = Math.min(Math.max(y, MARGIN + 30), tall - 80);
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.select();
  }, [field]);

  const commit = () =>
    entry.open && entry.commit(entry.shown, () => (way.field ? s.writeField(way.field, entry.shown) : i.write(["text"], entry.shown)));
  const gone = useRef(false);
  const leave = () => {
    gone.current = true;
    s.editing.value = "";
    document.querySelector<HTMLElement>(".canvas")?.focus({ preventScroll: true });
  };
  const type = (typed: string) => {
    entry.type(typed);
    if (way.field) s.typeField(way.field, typed);
    else if (isComplete(typed)) i.tryValue(["text"], typed);
  };
  return (
    <div
      class="typing"
      role="group"
      aria-label={`Text of ${zone.name}`}
      style={{ left: `${left}px`, top: `${top}px`, width: `${width}px` }}
      onPointerDown={(e) => e.stopPropagation()}
      onDblClick={(e) => e.stopPropagation()}
      onContextMenu={(e) => e.stopPropagation()}
      onWheel={(e) => e.stopPropagation()}
      onFocusOut={(e) => {
        if (gone.current || e.currentTarget.contains(e.relatedTarget as Node | null)) return;
        commit();
        s.editing.value = "";
      }}
      onKeyDown={(e) => {
        if (e.key === "Escape") {
          if (entry.open) (entry.drop(), s.cancelDrag());
          leave();
        } else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) (commit(), leave());
        else return;
        e.preventDefault();
        e.stopPropagation();
      }}
    >
      <header>
        {ways.length > 1 &&
          ways.map((one) => (
            <button class={one === way ? "is-on" : ""} aria-pressed={one === way} title={one.about} onPointerDown={(e) => e.preventDefault()} onClick={() => (commit(), setField(one.field))}>
              {one.name}
            </button>
          ))}
        <span>{way.about}</span>
      </header>
      <textarea
        ref={area}
        class={isExpression(entry.shown) ? "is-expression" : ""}
        aria-label={way.about}
        rows={1}
        style={{ fontSize: `${isExpression(entry.shown) ? Math.min(size, 14) : size}px`, minHeight: `${Math.max(h, size * 1.7)}px`, textAlign: align(properties) }}
        spellcheck={!isExpression(entry.shown)}
        value={entry.shown}
        {...entry.attributes}
        onInput={(e) => type(e.currentTarget.value)}
      />
    </div>
  );
}

function align(properties: Properties): string {
  const value = `${shownValue(properties, "align") ?? ""}`;
  return ["center", "right", "start", "end"].includes(value) ? value : "left";
}
