// What is looked at beside the card: a zone, a style or another part of the deck, and the values that are written for it.

import { computed, effect, signal } from "@preact/signals";
import type { Assignment, Described, Icons, Names, Properties, Said } from "./messages";
import * as s from "./state";
import { OWN } from "./values";

/** What was opened on top of the chosen zone, the last of which is shown. */
export const opened = signal<Described[]>([]);
export const properties = signal<Properties | null>(null);
export const names = signal<Names | null>(null);
export const icons = signal<Icons | null>(null);
/** Keys whose value is changed where it is written, not here. */
export const there = signal<ReadonlySet<string>>(new Set());

let targetBefore: Described | null = null;
export const target = computed<Described | null>(() => {
  const zone = s.chosen.value[0];
  const next = opened.value[opened.value.length - 1] ?? (zone ? ({ kind: "zone", name: zone } as const) : null);
  return isSame(next, targetBefore) ? targetBefore : (targetBefore = next);
});

export function open(of: Described): void {
  opened.value = [...opened.value, of];
}

/** What is opened once it is there. */
let coming: Described | null = null;

export function openOnce(of: Described): void {
  coming = of;
}

export function close(): void {
  opened.value = opened.value.slice(0, -1);
}

export function isSame(a: Described | null | undefined, b: Described | null | undefined): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/** The next way of seeing colours, after the last all of them again. */
export function nextSight(): void {
  const all = ["", ...(names.value?.sights ?? []).map((w) => w.name)];
  s.sight.value = all[(all.indexOf(s.sight.value) + 1) % all.length] ?? "";
}

// The face that comes after each edit is looked at again.
effect(() => {
  const of = target.value;
  if (s.connected.value === "open" && s.face.value && of) s.send({ t: "look", of });
  else if (!of) properties.value = null;
});
effect(() => {
  if (s.connected.value === "open" && s.face.value) s.send({ t: "ask-names" });
});
/** What the styles and parts that can be opened are of. */
const side = computed(() => `${s.face.value?.component} ${s.face.value?.side}`);
effect(() => {
  s.chosen.value;
  side.value;
  opened.value = [];
  there.value = new Set();
});
s.listeners.push((message) => {
  if (message.t === "properties") properties.value = message;
  else if (message.t === "names") {
    // Who goes by them looks again only where they are others.
    if (JSON.stringify(message) !== JSON.stringify(names.value)) names.value = message;
    const available: Partial<Record<Described["kind"], string[]>> = { style: message.styles, part: message.parts, face: message.faces, stock: message.stocks };
    if (coming && available[coming.kind]?.includes(coming.name)) {
      open(coming);
      coming = null;
    }
    // What was made may be undone again.
    if (!opened.value.every((o) => available[o.kind]?.includes(o.name) ?? true)) opened.value = opened.value.filter((o) => available[o.kind]?.includes(o.name) ?? true);
  }
  else if (message.t === "icons") icons.value = message;
  else if (message.t === "note" && message.level === "error") coming = null;
});

/** The same value for all zones that are chosen. */
function assignments(key: string[], more: Partial<Assignment>): Assignment[] {
  const of = properties.value?.of;
  if (!of) return [];
  const all = of.kind === "zone" ? s.editable().map((z): Described => ({ kind: "zone", name: z.key })) : [of];
  return (all.length ? all : [of]).map((one) => ({ of: one, key, there: there.value.has(key[0]!), ...more }));
}

/** What a message says a value of which the server knows best is for. */
export function assigned(key: string[]): Assignment[] {
  return assignments(key, {});
}

export function tryValue(key: string[], value: unknown): void {
  s.tryValues(assignments(key, { value }));
}

export function write(key: string[], value: unknown): void {
  s.assign(assignments(key, { value }));
}

export function unset(key: string[]): void {
  s.assign(assignments(key, { unset: true }));
}

export function propertyValue(key: string): Said | undefined {
  return properties.value?.said.find((v) => v.key === key);
}

/** A colour as the screen shows it, by its name or as it is written. */
export function screen(value: unknown): string {
  if (typeof value !== "string") return "";
  const named = names.value?.colors.find((c) => c.name === value);
  if (named) return named.screen;
  return /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) || /^rgb\([\d.,% ]+\)$/i.test(value) ? value : "";
}

const zoneValue = (zone: string, key: string) => (properties.value?.of.name === zone ? propertyValue(key) : undefined);
s.zoomOf.value = (key) => {
  const one = zoneValue(key, "zoom");
  const zoom = String(one?.result ?? one?.value ?? 1);
  return (Number.parseFloat(zoom) || 1) / (zoom.endsWith("%") ? 100 : 1);
};
s.hasOwnFrame.value = (zone) => ["focus", "zoom"].some((key) => OWN.test(String(zoneValue(zone, key)?.value)));
