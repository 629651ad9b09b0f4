// What the page shows, and what is done to it.

import { batch, computed, effect, signal } from "@preact/signals";
import type { Box, Point } from "./geometry";
import type { DeckInfo, FaceInfo, Found, FromPage, FromServer, Picture, Placing, WallFace, ZoneInfo } from "./messages";

type Side = "front" | "back";

export const deck = signal<DeckInfo | null>(null);
export const face = signal<FaceInfo | null>(null);
export const zones = signal<ZoneInfo[]>([]);
export const chosen = signal<string[]>([]);
export const hovered = signal<string | null>(null);
export const broken = signal<Found[]>([]);
export const problems = signal<{ running: boolean; found: Found[] }>({ running: true, found: [] });
export const steps = signal<{ steps: string[]; at: number }>({ steps: [], at: 0 });
export const notes = signal<{ id: number; level: string; text: string }[]>([]);
export const connected = signal<"connecting" | "open" | "lost" | "refused">("connecting");
export const view = signal<"card" | "wall">("card");
export const side = signal<Side>("front");
export const search = signal("");
export const wall = signal<Map<string, WallFace>>(new Map());
export const guides = signal<{ x: number[]; y: number[] }>({ x: [], y: [] });
export const trouble = signal("");
export const palette = signal(false);
export const panel = signal<"" | "problems" | "history">("");

/** Where the face lies on the screen: pixels a millimetre, and the trim's upper left corner. */
export const camera = signal<{ zoom: number; x: number; y: number; fitted: boolean }>({ zoom: 8, x: 0, y: 0, fitted: true });

function kept<T>(key: string, start: T) {
  let value = start;
  try {
    value = JSON.parse(localStorage.getItem(key) ?? "") as T;
  } catch {
    // Nothing was kept, or nothing that can be read.
  }
  const out = signal(value);
  effect(() => localStorage.setItem(key, JSON.stringify(out.value)));
  return out;
}

export const theme = kept<"system" | "light" | "dark">("theme", "system");
export const seen = kept<{ zones: boolean; bleed: boolean; grid: boolean; snap: boolean }>("seen", {
  zones: true,
  bleed: true,
  grid: false,
  snap: true,
});
const aside = kept<{ hidden: string[]; locked: string[] }>("aside", { hidden: [], locked: [] });

/** A zone of any card that is made of the same lines: what is hidden or locked is so on all of them. */
function place(zone: ZoneInfo): string {
  return `${face.value?.component} ${face.value?.side} ${zone.key}`;
}

export function isHidden(zone: ZoneInfo): boolean {
  return aside.value.hidden.includes(place(zone));
}

export function isLocked(zone: ZoneInfo): boolean {
  return zone.locked !== "" || aside.value.locked.includes(place(zone));
}

export function toggle(zone: ZoneInfo, what: "hidden" | "locked"): void {
  const key = place(zone);
  const now = aside.value[what];
  aside.value = { ...aside.value, [what]: now.includes(key) ? now.filter((k) => k !== key) : [...now, key] };
}

export const chosenZones = computed(() => zones.value.filter((z) => chosen.value.includes(z.key)));

export interface Listed {
  component: string;
  id: string;
  name: string;
}

export const pieces = computed<Listed[]>(() => {
  const wanted = search.value.trim().toLowerCase();
  const all = (deck.value?.components ?? []).flatMap((c) => c.pieces.map((p) => ({ component: c.id, ...p })));
  if (!wanted) return all;
  return all.filter((p) => `${p.id} ${p.name} ${p.component}`.toLowerCase().includes(wanted));
});

// What is drawn: elements that are put into the page by the canvas, kept here by the outermost zones' names.

const XML = "http://www.w3.org/2000/svg";
const parser = new DOMParser();
export const drawn = signal(0);
export const pictures = new Map<string, SVGGElement>();
export const definitions: SVGDefsElement = document.createElementNS(XML, "defs");
export const painted: SVGGElement = document.createElementNS(XML, "g");

function parsed(svg: string): SVGGElement {
  const from = parser.parseFromString(`<svg xmlns="${XML}">${svg}</svg>`, "image/svg+xml").documentElement;
  const group = document.createElementNS(XML, "g");
  group.append(...Array.from(from.childNodes, (n) => document.importNode(n, true)));
  return group;
}

function define(svg: string): void {
  if (svg) definitions.append(...parsed(svg).childNodes);
}

function draw(list: Picture[], all: boolean): void {
  if (all) {
    pictures.clear();
    painted.replaceChildren();
  }
  for (const { key, svg } of list) {
    const made = parsed(svg);
    const old = pictures.get(key);
    if (old) old.replaceWith(made);
    else painted.append(made);
    pictures.set(key, made);
  }
  drawn.value++;
}

// The socket: one drag in flight, the latest wins.

let socket: WebSocket | null = null;
let flying = false;
let waiting: Placing[] | null = null;
let number = 0;
let last: Placing[] | null = null;

export function send(message: FromPage): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

export function drag(placings: Placing[]): void {
  waiting = last = placings;
  fly();
}

function fly(): void {
  if (flying || !waiting) return;
  flying = true;
  send({ t: "drag", seq: ++number, zones: waiting });
  waiting = null;
}

/** Write where zones were dragged to. */
export function drop(name: string, placings: Placing[] | null = last): void {
  waiting = null;
  if (placings) send({ t: "drop", name, zones: placings });
  last = null;
}

export function cancelDrag(): void {
  waiting = last = null;
  send({ t: "cancel" });
}

export function connect(): void {
  const link = new WebSocket(`ws://${location.host}/socket`);
  socket = link;
  flying = false;
  link.onopen = () => {
    connected.value = "open";
    send({ t: "open" });
    const now = face.value;
    if (now) send({ t: "show", component: now.component, id: now.id, side: side.value });
  };
  link.onmessage = (event) => take(JSON.parse(event.data as string) as FromServer);
  link.onclose = (event) => {
    const refused = event.code === 4403;
    connected.value = refused ? "refused" : "lost";
    if (!refused) setTimeout(connect, 1000);
  };
}

function take(message: FromServer): void {
  switch (message.t) {
    case "deck": {
      deck.value = message;
      const first = message.components.find((c) => c.pieces.length);
      const at = location.hash.slice(1).split("/").map(decodeURIComponent);
      const known = message.components.find((c) => c.id === at[0])?.pieces.find((p) => p.id === at[1]);
      if (!face.value && known) show(at[0] ?? "", known.id, at[2] === "back" ? "back" : "front");
      else if (!face.value && first?.pieces[0]) show(first.id, first.pieces[0].id);
      if (!message.whole) setTimeout(() => send({ t: "open", whole: true }), 300);
      break;
    }
    case "face":
      batch(() => {
        if (message.fresh) definitions.replaceChildren();
        define(message.definitions);
        const other = face.value?.component !== message.component || face.value?.side !== message.side;
        face.value = message;
        zones.value = message.zones;
        side.value = message.side;
        broken.value = [];
        trouble.value = "";
        const there = new Set(message.zones.map((z) => z.key));
        chosen.value = chosen.value.filter((k) => there.has(k));
        if (other) hovered.value = null;
        draw(message.pictures, true);
      });
      document.title = `${message.id} – ${deck.value?.title ?? "carddesigner"}`;
      history.replaceState(null, "", `#${[message.component, message.id, message.side].map(encodeURIComponent).join("/")}`);
      break;
    case "patch":
      flying = false;
      batch(() => {
        define(message.definitions);
        if (message.pictures.length) draw(message.pictures, false);
        trouble.value = message.problem;
        if (message.zones.length) {
          const frames = new Map(message.zones.map((z) => [z.key, z]));
          zones.value = zones.value.map((z) => {
            const now = frames.get(z.key);
            return now ? { ...z, frame: now.frame, parent: now.parent, outer: now.outer } : z;
          });
        }
      });
      fly();
      break;
    case "wall":
      wall.value = new Map([
        ...wall.value,
        ...message.faces.map((f): [string, WallFace] => [wallKey(f.component, f.id, message.side), f]),
      ]);
      break;
    case "problems":
      problems.value = message.running ? { running: true, found: problems.value.found } : message;
      break;
    case "history":
      steps.value = message;
      break;
    case "broken":
      broken.value = message.found;
      break;
    case "changed":
      wall.value = new Map();
      send({ t: "open" });
      if (face.value) show(face.value.component, face.value.id, side.value);
      break;
    case "note":
      tell(message.level, message.text);
  }
}

export function tell(level: string, text: string): void {
  const id = ++number;
  notes.value = [...notes.value.slice(-3), { id, level, text }];
  setTimeout(() => (notes.value = notes.value.filter((n) => n.id !== id)), level === "error" ? 9000 : 4000);
}

export function wallKey(component: string, id: string, of: Side): string {
  return `${of} ${component} ${id}`;
}

export function show(component: string, id: string, of: Side = side.value): void {
  view.value = "card";
  send({ t: "show", component, id, side: of });
}

/** The card so many places further on in the list. */
export function step(by: number): void {
  const now = face.value;
  const list = pieces.value;
  if (!now || !list.length) return;
  const at = list.findIndex((p) => p.component === now.component && p.id === now.id);
  const next = list[(((at + by) % list.length) + list.length) % list.length];
  if (next) show(next.component, next.id);
}

export function flip(): void {
  const now = face.value;
  if (now && now.sides.length > 1) show(now.component, now.id, now.side === "front" ? "back" : "front");
}

export function undo(by: -1 | 1): void {
  const to = steps.value.at + by;
  if (to >= 0 && to <= steps.value.steps.length) undoTo(to);
}

export function undoTo(to: number): void {
  wall.value = new Map();
  // Keys may come faster than answers.
  steps.value = { ...steps.value, at: to };
  send({ t: "undo", to });
}

export function editable(): ZoneInfo[] {
  return deck.value?.read_only ? [] : chosenZones.value.filter((z) => !isLocked(z));
}

/** Zones to other frames at once, as a step. */
export function put(placings: Placing[], name: string): void {
  wall.value = new Map();
  if (placings.length) drop(name, placings);
}

let nudged: Map<string, Box> | null = null;
let settle = 0;

/** Zones a little further, written once the keys rest. */
export function nudge([dx, dy]: Point): void {
  const list = editable();
  if (!list.length) return;
  nudged ??= new Map(list.map((z) => [z.key, z.frame]));
  for (const z of list) {
    const [x, y, w, h] = nudged.get(z.key) ?? z.frame;
    nudged.set(z.key, [x + dx, y + dy, w, h]);
  }
  drag([...nudged].map(([zone, frame]) => ({ zone, frame })));
  clearTimeout(settle);
  settle = window.setTimeout(() => {
    const placings = [...(nudged ?? [])].map(([zone, frame]) => ({ zone, frame }));
    const count = placings.length;
    const name = list[0]?.name ?? "";
    nudged = null;
    wall.value = new Map();
    drop(count === 1 ? `Move: ${name}` : `Move: ${count} zones`, placings);
  }, 500);
}
