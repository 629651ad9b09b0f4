// What the page shows.

import { computed, effect, signal } from "@preact/signals";
import type { Changes, Clash, DeckInfo, FaceFile, FaceInfo, Found, ZoneInfo } from "./messages";
import { inOrder } from "./finders";
import { persisted } from "./persisted";

export type Side = "front" | "back";

export const deck = signal<DeckInfo | null>(null);
/** Counts edits after which the deck has the cards that it had. */
export const edited = signal(0);
export const face = signal<FaceInfo | null>(null);
export const zones = signal<ZoneInfo[]>([]);
export const chosen = signal<string[]>([]);
export const hovered = signal<string | null>(null);
export const broken = signal<Found[]>([]);
/** Files of the deck that were deleted elsewhere. */
export const deletedFiles = signal<string[]>([]);
/** What changed since the deck was opened, while that is looked at. */
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
/** Faces as files of their own. */
export const files = signal<Map<string, FaceFile>>(new Map());
/** Counts what may have changed any card. */
export const generation = signal(1);

/** Any card may be another now. */
export function outdate(): void {
  // What outdates them is sent first.
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
/** The content of the zone that is drawn next; empty while zones are chosen and moved. */
export const tool = signal<"" | "text" | "icon" | "image" | "shape" | "code">("");

/** The zone whose text is typed on the card, once its properties have come. */
export const editing = signal("");

/** A place in a file that is to be shown once files are. */
export const pendingPlace = signal<{ file: string; line: number; column: number; length: number } | null>(null);
/** An edit that was refused, which is to be shown beside what its file holds now. */
export const clash = signal<Clash | null>(null);
/** The zone that is to be chosen once its face is shown. */
export const pendingZone = signal("");

/** The zone whose picture is moved in its frame. */
export const framing = signal<string | null>(null);

effect(() => {
  if (face.value) document.title = `${face.value.id} – ${deck.value?.title ?? "carddesigner"}`;
});

/** Where the face lies on the screen: pixels a millimetre, and the trim's upper left corner. */
export const camera = signal<{ zoom: number; x: number; y: number; fitted: boolean }>({ zoom: 8, x: 0, y: 0, fitted: true });

export const theme = persisted<"system" | "light" | "dark">("theme", "system");
export const visible = persisted<{ zones: boolean; bleed: boolean; grid: boolean; snap: boolean }>("seen", {
  zones: true,
  bleed: true,
  grid: false,
  snap: true,
});
/** The colour vision that is simulated; empty for that of all colours. */
export const colorVision = persisted<string>("sight", "");
const zoneFlags = persisted<{ hidden: string[]; locked: string[] }>("aside", { hidden: [], locked: [] });

/** A zone of any card that is made of the same lines: what is hidden or locked is so on all of them. */
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
/** The zones for views that don't show where they lie: the same object while they are only moved. */
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

/** Show a note for a moment, perhaps with what can be done about it. */
export function notify(level: string, text: string, act?: { name: string; act: () => void }): void {
  const id = ++lastNote;
  // A note takes the place of an equal one.
  notes.value = [...notes.value.filter((n) => n.text !== text).slice(-3), { id, level, text, act }];
  setTimeout(() => (notes.value = notes.value.filter((n) => n.id !== id)), level === "error" || act ? 9000 : 4000);
}

export function wallKey(component: string, id: string, of: Side): string {
  return `${of} ${component} ${id}`;
}

export function editable(): ZoneInfo[] {
  return deck.value?.read_only ? [] : chosenZones.value.filter((z) => !isLocked(z));
}
