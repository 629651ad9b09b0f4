// The state that the page shows.

import { computed, effect, signal } from "@preact/signals";
import type { Changes, Clash, DeckInfo, FaceFile, FaceInfo, Found, ZoneInfo } from "./messages";
import { inOrder } from "./finders";
import { persisted } from "./persisted";

export type Side = "front" | "back";

export const deck = signal<DeckInfo | null>(null);
/** Counts edits that left the deck with the same cards. */
export const edited = signal(0);
export const face = signal<FaceInfo | null>(null);
export const zones = signal<ZoneInfo[]>([]);
export const chosen = signal<string[]>([]);
export const hovered = signal<string | null>(null);
export const broken = signal<Found[]>([]);
/** Files of the deck that another program deleted. */
export const deletedFiles = signal<string[]>([]);
/** The changes since the deck was opened, while they are shown. */
export const changes = signal<Changes | null>(null);
export const comparing = signal(false);
export const problems = signal<{ running: boolean; found: Found[] }>({ running: true, found: [] });
export const steps = signal<{ steps: string[]; at: number; problem: string }>({ steps: [], at: 0, problem: "" });
export const notes = signal<{ id: number; level: string; text: string; act?: { name: string; act: () => void } }[]>([]);
export const connected = signal<"connecting" | "open" | "lost" | "refused">("connecting");
/** The views of a deck, in their order. */
export const VIEWS = [
  { id: "card", name: "Card", title: "One card", icon: "card", key: "C" },
  { id: "wall", name: "All", title: "All cards", icon: "wall", key: "W" },
  { id: "table", name: "Table", title: "The table", icon: "table", key: "T" },
  { id: "data", name: "Data", title: "Tables", icon: "data", key: "D" },
  { id: "files", name: "Files", title: "Files as text", icon: "file", key: "E" },
  { id: "print", name: "Print", title: "Print", icon: "print", key: "R" },
] as const;
export type ViewId = (typeof VIEWS)[number]["id"];
export const view = signal<ViewId>("card");
export const side = signal<Side>("front");
export const search = signal("");
/** Faces as separate files. */
export const files = signal<Map<string, FaceFile>>(new Map());
/** Counts changes that may affect any card. */
export const generation = signal(1);

/** Mark all cards as outdated. */
export function outdate(): void {
  // Send the message that outdates them first.
  queueMicrotask(() => {
    files.value = new Map();
    generation.value++;
  });
}
export const guides = signal<{ x: number[]; y: number[] }>({ x: [], y: [] });
export const tryProblem = signal("");
export const palette = signal(false);
export const panel = signal<"" | "problems" | "history">("");

/** The zones of the face whose texts don't fit. */
export const overfull = signal<string[]>([]);
/** The content of the zone to draw; empty while zones are chosen and moved. */
export const tool = signal<"" | "text" | "icon" | "image" | "shape" | "code">("");

/** The zone whose text is typed on the card, once its properties are received. */
export const editing = signal("");

/** A place in a file to show once the files are received. */
export const pendingPlace = signal<{ file: string; line: number; column: number; length: number } | null>(null);
/** A refused edit, to be shown beside its file's current text. */
export const clash = signal<Clash | null>(null);
/** The zone to choose once its face is shown. */
export const pendingZone = signal("");

/** The zone whose picture is moved within its frame. */
export const framing = signal<string | null>(null);

effect(() => {
  if (face.value) document.title = `${face.value.id} – ${deck.value?.title ?? "carddesigner"}`;
});

/** The position of the face on the screen: pixels per millimetre, and the trim's top left corner. */
export const camera = signal<{ zoom: number; x: number; y: number; fitted: boolean }>({ zoom: 8, x: 0, y: 0, fitted: true });

export const theme = persisted<"system" | "light" | "dark">("theme", "system");
export const visible = persisted<{ zones: boolean; bleed: boolean; grid: boolean; snap: boolean }>("seen", {
  zones: true,
  bleed: true,
  grid: false,
  snap: true,
});
/** The simulated colour vision; empty for none. */
export const colorVision = persisted<string>("sight", "");
const zoneFlags = persisted<{ hidden: string[]; locked: string[] }>("aside", { hidden: [], locked: [] });

/** A key for the zones of all cards that come from the same lines: hiding or locking one applies to all of them. */
function lineKey(zone: ZoneInfo): string {
  return `${face.value?.component} ${face.value?.side} ${zone.key}`;
}

export function isHidden(zone: ZoneInfo): boolean {
  return zoneFlags.value.hidden.includes(lineKey(zone));
}

export function isLocked(zone: ZoneInfo): boolean {
  return zone.locked !== "" || zoneFlags.value.locked.includes(lineKey(zone));
}

export function toggle(zone: ZoneInfo, flag: "hidden" | "locked"): void {
  const key = lineKey(zone);
  const keys = zoneFlags.value[flag];
  zoneFlags.value = { ...zoneFlags.value, [flag]: keys.includes(key) ? keys.filter((k) => k !== key) : [...keys, key] };
}

const FRAME_KEYS: ReadonlySet<string> = new Set(["frame", "parent", "outer", "rotate", "picture"] satisfies (keyof ZoneInfo)[]);

function isAlike(a: ZoneInfo, b: ZoneInfo | undefined): boolean {
  return b !== undefined && (Object.keys(a) as (keyof ZoneInfo)[]).every((key) => FRAME_KEYS.has(key) || a[key] === b[key]);
}

let listedBefore: ZoneInfo[] = [];
/** The zones for views that don't show positions: the same object while zones only move. */
export const listed = computed(() => {
  const current = zones.value;
  const same = current.length === listedBefore.length && current.every((z, i) => isAlike(z, listedBefore[i]));
  return same ? listedBefore : (listedBefore = current);
});

export const chosenZones = computed(() => zones.value.filter((z) => chosen.value.includes(z.key)));

export interface Listed {
  component: string;
  id: string;
  name: string;
}

export const pieces = computed<Listed[]>(() => {
  const query = search.value.trim().toLowerCase();
  const all = (deck.value?.components ?? []).flatMap((c) => c.pieces.map((p) => ({ component: c.id, ...p })));
  const found = query ? all.filter((p) => `${p.id} ${p.name} ${p.component}`.toLowerCase().includes(query)) : all;
  return inOrder(found, () => problems.value.found);
});

let lastNote = 0;

/** Show a note for a moment, optionally with an action. */
export function notify(level: string, text: string, act?: { name: string; act: () => void }): void {
  const id = ++lastNote;
  // A note replaces an equal one.
  notes.value = [...notes.value.filter((n) => n.text !== text).slice(-3), { id, level, text, act }];
  setTimeout(() => (notes.value = notes.value.filter((n) => n.id !== id)), level === "error" || act ? 9000 : 4000);
}

export function wallKey(component: string, id: string, of: Side): string {
  return `${of} ${component} ${id}`;
}

export function editable(): ZoneInfo[] {
  return deck.value?.read_only ? [] : chosenZones.value.filter((z) => !isLocked(z));
}
