// Moving zones into others, out of them and within their list by dragging.

import { signal } from "@preact/signals";
import type { ZoneInfo } from "./messages";
import * as s from "./state";

/** Where the dragged zones would go: into a zone, in front of it or behind it. */
export const over = signal<{ key: string; position: "into" | "front" | "behind" } | null>(null);
let dragged: string[] = [];

const CONTENTS = ["group", "shape"];

function outermost(keys: string[]): string[] {
  return keys.filter((k) => !keys.some((other) => k !== other && k.startsWith(`${other}/`)));
}

export function lift(event: DragEvent, zone: ZoneInfo): void {
  dragged = outermost(s.chosen.value.includes(zone.key) ? s.editable().map((z) => z.key) : [zone.key]);
  if (!event.dataTransfer || !dragged.length) return event.preventDefault();
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", zone.name);
}

export function hover(event: DragEvent, zone: ZoneInfo): void {
  if (!dragged.length || dragged.some((k) => zone.key === k || zone.key.startsWith(`${k}/`))) {
    over.value = null;
    return;
  }
  event.preventDefault();
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  const takes = CONTENTS.includes(zone.kind);
  const position = takes && share > 0.28 && share < 0.72 ? "into" : share < 0.5 ? "front" : "behind";
  if (over.value?.key !== zone.key || over.value.position !== position) over.value = { key: zone.key, position };
}

export function drop(event: DragEvent, zone: ZoneInfo): void {
  const target = over.value;
  const zones = dragged;
  end();
  if (!target || !zones.length) return;
  event.preventDefault();
  const beside = s.zones.value.filter((z) => z.container === zone.container);
  // The list starts with the front zone, the file with the back one.
  const next = beside[beside.findIndex((z) => z.key === zone.key) + 1];
  if (target.position === "into") put(zones, zone.key, "");
  else put(zones, zone.container, target.position === "behind" ? zone.name : (next?.name ?? ""));
}

export function end(): void {
  dragged = [];
  over.value = null;
}

function put(zones: string[], into: string, before: string): void {
  s.create({ t: "nest", zones, into, before });
}

/** Move the chosen zones out of their parent. */
export function takeOut(): void {
  const zones = s.editable();
  const above = s.zones.value.find((z) => z.key === zones[0]?.container);
  if (above) put(outermost(zones.map((z) => z.key)), above.container, "");
}

export function group(): void {
  s.create({ t: "group", zones: outermost(s.editable().map((z) => z.key)) });
}

export function copy(cut: boolean): void {
  const zones = outermost(s.chosenZones.value.map((z) => z.key));
  if (cut) s.outdate();
  s.send({ t: "copy", zones, cut });
  copied.value = true;
  s.notify("info", `${cut ? "Cut" : "Copied"} ${zones.length === 1 ? s.chosenZones.value[0]?.name : `${zones.length} zones`}; put it on any face of the deck`);
}

/** Whether this page has copied zones. */
export const copied = signal(false);
