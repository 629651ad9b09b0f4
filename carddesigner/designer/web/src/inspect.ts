// The subject shown beside the card (a zone, a style or another part of the deck), and writing its values.

import { computed, effect, signal } from "@preact/signals";
import type { Assignment, PropertyOwner, Icons, Names, Properties, PropertyValue } from "./messages";
import * as s from "./state";
import { OWN_VALUE } from "./values";

/** What was opened on top of the chosen zone; the last one is shown. */
export const opened = signal<PropertyOwner[]>([]);
export const properties = signal<Properties | null>(null);
export const names = signal<Names | null>(null);
export const icons = signal<Icons | null>(null);
/** Keys whose value is changed at its origin instead of here. */
export const atOrigin = signal<ReadonlySet<string>>(new Set());

let targetBefore: PropertyOwner | null = null;
export const target = computed<PropertyOwner | null>(() => {
  const zone = s.chosen.value[0];
  const next = opened.value[opened.value.length - 1] ?? (zone ? ({ kind: "zone", name: zone } as const) : null);
  return isSame(next, targetBefore) ? targetBefore : (targetBefore = next);
});

export function open(owner: PropertyOwner): void {
  opened.value = [...opened.value, owner];
}

/** What opens once it is received. */
let pendingOpen: PropertyOwner | null = null;

export function openWhenAvailable(owner: PropertyOwner): void {
  pendingOpen = owner;
}

export function close(): void {
  opened.value = opened.value.slice(0, -1);
}

export function isSame(a: PropertyOwner | null | undefined, b: PropertyOwner | null | undefined): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/** Switch to the next simulated colour vision; after the last one the simulation ends. */
export function nextColorVision(): void {
  const all = ["", ...(names.value?.color_visions ?? []).map((w) => w.name)];
  s.colorVision.value = all[(all.indexOf(s.colorVision.value) + 1) % all.length] ?? "";
}

// After each edit a new face is received, and its properties are requested again.
effect(() => {
  const owner = target.value;
  if (s.connected.value === "open" && s.face.value && owner) s.send({ t: "look", owner });
  else if (!owner) properties.value = null;
});
effect(() => {
  if (s.connected.value === "open" && s.face.value) s.send({ t: "ask-names" });
});
/** The face whose styles and parts can be opened. */
const side = computed(() => `${s.face.value?.component} ${s.face.value?.side}`);
effect(() => {
  s.chosen.value;
  side.value;
  opened.value = [];
  atOrigin.value = new Set();
});
s.listeners.push((message) => {
  if (message.t === "properties") properties.value = message;
  else if (message.t === "names") {
    // Dependent values are only computed again if the names changed.
    if (JSON.stringify(message) !== JSON.stringify(names.value)) names.value = message;
    const available: Partial<Record<PropertyOwner["kind"], string[]>> = { style: message.styles, part: message.parts, face: message.faces, stock: message.stocks };
    if (pendingOpen && available[pendingOpen.kind]?.includes(pendingOpen.name)) {
      open(pendingOpen);
      pendingOpen = null;
    }
    // What was added may have been undone.
    if (!opened.value.every((o) => available[o.kind]?.includes(o.name) ?? true)) opened.value = opened.value.filter((o) => available[o.kind]?.includes(o.name) ?? true);
  }
  else if (message.t === "icons") icons.value = message;
  else if (message.t === "note" && message.level === "error") pendingOpen = null;
});

/** The assignment of the same value to all chosen zones. */
function assignments(key: string[], more: Partial<Assignment>): Assignment[] {
  const owner = properties.value?.owner;
  if (!owner) return [];
  const all = owner.kind === "zone" ? s.editable().map((z): PropertyOwner => ({ kind: "zone", name: z.key })) : [owner];
  return (all.length ? all : [owner]).map((one) => ({ owner: one, key, at_origin: atOrigin.value.has(key[0]!), ...more }));
}

/** Assignments whose value the server fills in. */
export function assignmentsTo(key: string[]): Assignment[] {
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

export function propertyValue(key: string): PropertyValue | undefined {
  return properties.value?.values.find((v) => v.key === key);
}

/** The screen colour of a colour, given by name or as written. */
export function screen(value: unknown): string {
  if (typeof value !== "string") return "";
  const named = names.value?.colors.find((c) => c.name === value);
  if (named) return named.screen;
  return /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) || /^rgb\([\d.,% ]+\)$/i.test(value) ? value : "";
}

const zoneValue = (zone: string, key: string) => (properties.value?.owner.name === zone ? propertyValue(key) : undefined);
s.zoomOf.value = (key) => {
  const one = zoneValue(key, "zoom");
  const zoom = String(one?.result ?? one?.value ?? 1);
  return (Number.parseFloat(zoom) || 1) / (zoom.endsWith("%") ? 100 : 1);
};
s.hasOwnFrame.value = (zone) => ["focus", "zoom"].some((key) => OWN_VALUE.test(String(zoneValue(zone, key)?.value)));
