// What the page shows, and what is done to it.

import { batch, computed, effect, signal } from "@preact/signals";
import type { Box, Point } from "./geometry";
import type { Assignment, Changes, Clash, DeckInfo, FaceFile, FaceInfo, Found, FromPage, FromServer, Picture, Placing, ZoneInfo } from "./messages";

import { inOrder } from "./finders";
import * as outbox from "./outbox";
import * as start from "./starting";

type Side = "front" | "back";

export const deck = signal<DeckInfo | null>(null);
export const face = signal<FaceInfo | null>(null);
export const zones = signal<ZoneInfo[]>([]);
export const chosen = signal<string[]>([]);
export const hovered = signal<string | null>(null);
export const broken = signal<Found[]>([]);
/** Files of the deck that were deleted elsewhere. */
export const gone = signal<string[]>([]);
/** What changed since the deck was opened, while that is looked at. */
export const changes = signal<Changes | null>(null);
export const comparing = signal(false);
export const problems = signal<{ running: boolean; found: Found[] }>({ running: true, found: [] });
export const steps = signal<{ steps: string[]; at: number; trouble: string }>({ steps: [], at: 0, trouble: "" });
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
export const age = signal(1);

/** Any card may be another now. */
export function outdate(): void {
  // What outdates them is sent first.
  queueMicrotask(() => {
    files.value = new Map();
    age.value++;
  });
}
export const guides = signal<{ x: number[]; y: number[] }>({ x: [], y: [] });
export const trouble = signal("");
export const palette = signal(false);
export const panel = signal<"" | "problems" | "history">("");

/** The zones of the face whose texts don't fit. */
export const overfull = signal<string[]>([]);
/** The content of the zone that is drawn next; empty while zones are chosen and moved. */
export const tool = signal<"" | "text" | "icon" | "image" | "shape" | "code">("");
/** Zones that are chosen once they are there, by what they were called before something new was made. */
let before: Set<string> | null = null;
let thenEdited = false;
/** The zone whose text is to be typed once its form is there. */
export const editing = signal("");

/** Send what makes a new zone, which is chosen then; its text is typed next where it is *edited*. */
export function make(message: FromPage, edited = false): void {
  before = new Set(zones.value.map((z) => z.key));
  thenEdited = edited;
  outdate();
  send(message);
}
/** A place in a file that is to be shown once files are. */
export const going = signal<{ file: string; line: number; column: number; length: number } | null>(null);
/** An edit that was refused, which is to be shown beside what its file holds now. */
export const clash = signal<Clash | null>(null);
/** The zone that is to be chosen once its face is shown. */
export const wanted = signal("");

/** The zone whose picture is moved in its frame. */
export const framing = signal<string | null>(null);

export function framePicture(): void {
  const zone = chosenZones.value[0];
  if (zone?.picture && !isLocked(zone) && !deck.value?.read_only) framing.value = zone.key;
}

function pictured(): ZoneInfo | undefined {
  return zones.value.find((z) => z.key === framing.value && z.picture);
}

let framedValues: Assignment[] = [];
let framedAt = 0;

effect(() => {
  if (face.value) document.title = `${face.value.id} – ${deck.value?.title ?? "carddesigner"}`;
});

/** The focus, and with *zoom* how large it is, with which a picture lies so in its frame; shown, not written yet. */
export function framed(picture: Box, zoom: number | null = null): void {
  const zone = pictured();
  if (!zone) return;
  const share = (from: number, whole: number, at: number, size: number) => {
    const room = whole - size;
    return Math.abs(room) < 0.01 ? "50%" : `${Math.round(Math.min(1, Math.max(0, (at - from) / room)) * 1000) / 10}%`;
  };
  const [x, y, w, h] = zone.frame;
  const of = { kind: "zone", name: zone.key } as const;
  const focus = [share(x, w, picture[0], picture[2]), share(y, h, picture[1], picture[3])];
  framedValues = [{ of, key: ["focus"], value: focus }];
  if (zoom !== null) framedValues.push({ of, key: ["zoom"], value: zoom });
  tryValues(framedValues);
}

export function putFramed(): void {
  assign(framedValues);
  framedValues = [];
}

let zoomed: { key: string; scale: number; start: number } | null = null;

/** The picture so many times larger about the middle of its frame, written once the wheel rests. */
export function zoomFramed(by: number): void {
  const zone = pictured();
  if (!zone?.picture) return;
  const now = zoomOf.value(zone.key);
  if (zoomed?.key !== zone.key) zoomed = { key: zone.key, scale: 1, start: now };
  zoomed.scale = Math.min(20 / zoomed.start, Math.max(Math.min(1, zoomed.start) / zoomed.start, zoomed.scale * by));
  const zoom = Math.round(zoomed.start * zoomed.scale * 100) / 100;
  const k = zoom / zoomed.start;
  const [x, y, w, h] = zone.picture;
  const [fx, fy, fw, fh] = zone.frame;
  const [cx, cy] = [fx + fw / 2, fy + fh / 2];
  framed([cx - (cx - x) * k, cy - (cy - y) * k, w * k, h * k], zoom);
  clearTimeout(framedAt);
  framedAt = window.setTimeout(() => {
    zoomed = null;
    putFramed();
  }, 400);
}

/** What tells the zoom that a zone's picture has; set by what knows values. */
export const zoomOf = signal<(key: string) => number>(() => 1);

/** Where the face lies on the screen: pixels a millimetre, and the trim's upper left corner. */
export const camera = signal<{ zoom: number; x: number; y: number; fitted: boolean }>({ zoom: 8, x: 0, y: 0, fitted: true });

/** A signal whose value stays in this browser. */
export function kept<T>(key: string, start: T) {
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
/** To whom the cards are shown; empty for those who see all colours. */
export const sight = kept<string>("sight", "");
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
  const found = wanted ? all.filter((p) => `${p.id} ${p.name} ${p.component}`.toLowerCase().includes(wanted)) : all;
  return inOrder(found, problems.value.found);
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

/** Who else hears what the server says. */
export const listeners: ((message: FromServer) => void)[] = [];

// The socket: one drag in flight, the latest wins.

let socket: WebSocket | null = null;
let flying = false;
let waiting: { zones: Placing[] } | { values: Assignment[] } | { field: string; text: string } | null = null;
let number = 0;
let last: Placing[] | null = null;

export function send(message: FromPage): void {
  // What rests a moment before it is written comes before what follows it.
  if (outbox.isChange(message) || message.t === "show") settleNudge();
  if (socket?.readyState === WebSocket.OPEN) {
    outbox.sent(message);
    socket.send(JSON.stringify(message));
  } else outbox.keep(message);
}

/** Send what waited while the connection was lost, if it is still the same deck. */
function catchUp(folder: string | null): void {
  const waited = outbox.taken();
  if (!waited.length) return;
  if (folder !== null && deck.value && folder !== deck.value.folder) tell("error", `Another deck is open now; ${waited.length} unsent changes of this one are lost.`);
  else waited.forEach(send);
}

export function drag(placings: Placing[]): void {
  last = placings;
  waiting = { zones: placings };
  fly();
}

/** Show values on the card, of which nothing is written. */
export function tryValues(values: Assignment[]): void {
  if (!values.length || deck.value?.read_only) return;
  waiting = { values };
  fly();
}

/** Show the card with another text in one of its fields, of which nothing is written. */
export function typeField(field: string, text: string): void {
  if (deck.value?.read_only) return;
  waiting = { field, text };
  fly();
}

/** Write another text into one of the card's fields. */
export function writeField(field: string, text: string): void {
  waiting = null;
  outdate();
  send({ t: "write-field", field, text });
}

/** Write values, as a step. */
export function assign(values: Assignment[]): void {
  waiting = null;
  if (!values.length) return;
  outdate();
  send({ t: "assign", values });
}

function fly(): void {
  if (flying || !waiting) return;
  flying = true;
  if ("zones" in waiting) send({ t: "drag", seq: ++number, zones: waiting.zones });
  else if ("values" in waiting) send({ t: "try", seq: ++number, values: waiting.values });
  else send({ t: "type-field", seq: ++number, ...waiting });
  waiting = null;
}

/** Write where zones were dragged to. */
export function drop(name: string, placings: Placing[] | null = last): void {
  waiting = null;
  if (placings) send({ t: "drop", name, zones: placings });
  last = null;
}

export function cancelDrag(): void {
  waiting = null;
  last = null;
  send({ t: "cancel" });
}

export function connect(): void {
  const link = new WebSocket(`ws://${location.host}/socket`);
  socket = link;
  flying = false;
  link.onopen = () => {
    connected.value = "open";
    undoing = 0;
    send({ t: "open" });
    showAgain();
    if (start.screen.value === "start") send({ t: "start" });
  };
  link.onmessage = (event) => take(JSON.parse(event.data as string) as FromServer);
  link.onclose = () => {
    connected.value = "lost";
    if (outbox.lost()) tell("error", "The connection was lost while a change was on its way: look whether it is there.");
    setTimeout(() => void again(), 1000);
  };
}

/** Connect again; a server that was started anew doesn't know this page. */
async function again(): Promise<void> {
  const answer = await fetch("/static/icon.svg").catch(() => null);
  if (answer?.status === 403) connected.value = "refused";
  else if (answer) connect();
  else setTimeout(() => void again(), 1000);
}

function take(message: FromServer): void {
  if (message.t === "history" || message.t === "note" || message.t === "picture-ways") outbox.answered();
  for (const listener of listeners) listener(message);
  if (start.isOfStart(message)) {
    if (message.t === "start-info" && !deck.value && !broken.value.length) start.screen.value = "start";
    if (message.t === "refused" && start.screen.value === "deck" && !start.copying.value) tell("error", message.message);
    start.take(message);
    return;
  }
  switch (message.t) {
    case "deck": {
      catchUp(message.folder);
      deck.value = withPieces(message, deck.value);
      // A card that is gone isn't on its way.
      if (asked && !deck.value.components.some((c) => c.id === asked?.component && (!c.pieces.length || c.pieces.some((p) => p.id === asked?.id)))) asked = null;
      gone.value = message.gone;
      const first = message.components.find((c) => c.pieces.length);
      const at = location.hash.slice(1).split("/").map(decodeURIComponent);
      const known = message.components.find((c) => c.id === at[0])?.pieces.find((p) => p.id === at[1]);
      if (!face.value && known) show(at[0] ?? "", known.id, at[2] === "back" ? "back" : "front");
      else if (!face.value && first?.pieces[0]) show(first.id, first.pieces[0].id);
      clearTimeout(asking);
      if (!message.whole) asking = window.setTimeout(() => send({ t: "open", whole: true }), 300);
      break;
    }
    case "face":
      batch(() => {
        if (message.fresh) definitions.replaceChildren();
        define(message.definitions);
        const other = face.value?.component !== message.component || face.value?.side !== message.side;
        face.value = message;
        if (asked?.component === message.component && [message.id, message.instead].includes(asked.id) && (asked.side === message.side || !message.sides.includes(asked.side))) asked = null;
        zones.value = message.zones;
        side.value = message.side;
        broken.value = [];
        trouble.value = "";
        overfull.value = message.overfull;
        const there = new Set(message.zones.map((z) => z.key));
        const made = before && message.zones.filter((z) => !before?.has(z.key));
        const outer = made?.filter((z) => !made.some((o) => o.key === z.above)).map((z) => z.key);
        // The same zones stay chosen, with what was opened for them.
        if (outer?.length) {
          chosen.value = outer;
          if (thenEdited) editing.value = outer[0]!;
          thenEdited = false;
        }
        else if (!chosen.value.every((k) => there.has(k))) chosen.value = chosen.value.filter((k) => there.has(k));
        before = null;
        if (other) hovered.value = null;
        if (framing.value && !there.has(framing.value)) framing.value = null;
        const zone = wanted.value ? message.zones.find((z) => z.key === wanted.value || z.name === wanted.value) : undefined;
        if (zone) chosen.value = [zone.key];
        wanted.value = "";
        draw(message.pictures, true);
      });
      history.replaceState(null, "", `#${[message.component, message.id, message.side].map(encodeURIComponent).join("/")}`);
      break;
    case "patch":
      flying = false;
      batch(() => {
        define(message.definitions);
        if (message.pictures.length) draw(message.pictures, false);
        trouble.value = message.problem;
        if (!message.problem || message.overfull.length) overfull.value = message.overfull;
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
    case "face-files":
      files.value = new Map([
        ...files.value,
        ...message.faces.map((f): [string, FaceFile] => [wallKey(f.component, f.id, message.side), f]),
      ]);
      break;
    case "problems":
      problems.value = message.running ? { running: true, found: problems.value.found } : message;
      break;
    case "history":
      // Any step may change any card, and what could not be done before it is past.
      if (message.at !== steps.value.at || message.steps.length !== steps.value.steps.length) {
        outdate();
        notes.value = notes.value.filter((n) => n.level !== "error");
      }
      if (message.trouble && message.trouble !== steps.value.trouble) tell("error", `${message.trouble}. The deck's own files are saved.`);
      undoing = Math.max(0, undoing - 1);
      steps.value = undoing ? { ...message, at: steps.value.at } : message;
      break;
    case "broken":
      catchUp(null);
      asked = null;
      broken.value = message.found;
      gone.value = message.gone;
      break;
    case "clash":
      clash.value = message;
      view.value = "files";
      break;
    case "changes":
      changes.value = message;
      break;
    case "changed":
      outdate();
      send({ t: "open" });
      // The view stays the one that is looked at.
      showAgain();
      break;
    case "note":
      tell(message.level, message.text);
      break;
    case "opened":
      reset();
  }
}

/** When all pieces are asked for. */
let asking = 0;

/** A deck, with the pieces that it had where only laying out tells which there are now; with the same lists if
    they are the same. It is a deck of its own all the same: who looks at other sides of it, such as copies, asks again. */
function withPieces(info: DeckInfo, before: DeckInfo | null): DeckInfo {
  if (before?.folder !== info.folder) return info;
  const had = new Map(before.components.map((c) => [c.id, c.pieces]));
  const components = info.whole ? info.components : info.components.map((c) => (c.pieces.length ? c : { ...c, pieces: had.get(c.id) ?? [] }));
  const now = { ...info, components };
  return JSON.stringify({ ...now, whole: true }) === JSON.stringify({ ...before, whole: true }) ? { ...before } : now;
}

/** Another deck is open: nothing is left of the one before. */
function reset(): void {
  batch(() => {
    deck.value = face.value = asked = null;
    sought.value = "";
    zones.value = [];
    chosen.value = [];
    hovered.value = null;
    broken.value = [];
    clash.value = null;
    outdate();
    search.value = trouble.value = panel.value = "";
    steps.value = { steps: [], at: 0, trouble: "" };
    changes.value = null;
    comparing.value = false;
    problems.value = { running: true, found: [] };
    camera.value = { ...camera.value, fitted: true };
    view.value = "card";
    start.screen.value = "deck";
    start.draft.value = null;
    start.copying.value = false;
    start.doing.value = "";
    draw([], true);
  });
  history.replaceState(null, "", "#");
  send({ t: "open" });
}

/** The start page, which the deck that is open can be reached from. */
export function goToStart(): void {
  start.screen.value = "start";
  send({ t: "start" });
}

/** Say something for a moment, perhaps with what can be done about it. */
export function tell(level: string, text: string, act?: { name: string; act: () => void }): void {
  const id = ++number;
  notes.value = [...notes.value.slice(-3), { id, level, text, act }];
  setTimeout(() => (notes.value = notes.value.filter((n) => n.id !== id)), level === "error" || act ? 9000 : 4000);
}

export function wallKey(component: string, id: string, of: Side): string {
  return `${of} ${component} ${id}`;
}

/** The side that was asked for last, while it isn't there yet: keys may come faster than cards, and count from it. */
let asked: { component: string; id: string; side: Side } | null = null;
/** The card that somebody wanted to see last, as its component and id; answers are of others too. */
export const sought = signal("");

/** Show a card; among the tables it is shown beside its row. */
export function show(component: string, id: string, of: Side = asked?.side ?? side.value): void {
  if (view.value !== "data" && view.value !== "files") view.value = "card";
  asked = { component, id, side: of };
  sought.value = `${component} ${id}`;
  send({ t: "show", ...asked });
}

/** Show that side of the card. */
export function showSide(of: Side): void {
  const now = asked ?? face.value;
  if (now) show(now.component, now.id, of);
}

/** Ask once more for the card that is looked at, or on its way. */
function showAgain(): void {
  const now = asked ?? face.value;
  if (now) send({ t: "show", component: now.component, id: now.id, side: asked?.side ?? side.value });
}

/** The card so many places further on in the list. */
export function step(by: number): void {
  const now = asked ?? face.value;
  const list = pieces.value;
  if (!now || !list.length) return;
  const at = list.findIndex((p) => p.component === now.component && p.id === now.id);
  const next = list[(((at + by) % list.length) + list.length) % list.length];
  if (next) show(next.component, next.id);
}

export function flip(): void {
  const now = face.value;
  if (view.value === "print") {
    side.value = side.value === "front" ? "back" : "front";
    return;
  }
  if (now && now.sides.length > 1) showSide((asked?.side ?? now.side) === "front" ? "back" : "front");
}

export function undo(by: -1 | 1): void {
  outdate();
  const { at, steps: all } = steps.value;
  steps.value = { ...steps.value, at: Math.min(Math.max(at + by, 0), all.length) };
  if (socket?.readyState === WebSocket.OPEN) undoing++;
  send({ t: "undo-by", by });
}

/** Whether there is a step to take back or to make again, or one on its way. */
export function undoable(by: -1 | 1): boolean {
  const to = steps.value.at + by;
  return (to >= 0 && to <= steps.value.steps.length) || (by < 0 && (nudged !== null || outbox.waits()));
}

/** Undos that are not answered yet: keys may come faster than answers, which tell of earlier ones. */
let undoing = 0;

export function undoTo(to: number): void {
  outdate();
  steps.value = { ...steps.value, at: to };
  if (socket?.readyState === WebSocket.OPEN) undoing++;
  send({ t: "undo", to });
}

export function editable(): ZoneInfo[] {
  return deck.value?.read_only ? [] : chosenZones.value.filter((z) => !isLocked(z));
}

/** Zones to other frames at once, as a step. */
export function put(placings: Placing[], name: string): void {
  outdate();
  if (placings.length) drop(name, placings);
}

let nudged: Map<string, Box> | null = null;
let settle = 0;

/** Zones a little further, written once the keys rest. */
export function nudge([dx, dy]: Point): void {
  const list = editable();
  if (!list.length) return;
  if (nudged && !list.every((z) => nudged?.has(z.key))) settleNudge();
  nudged ??= new Map(list.map((z) => [z.key, z.frame]));
  for (const z of list) {
    const [x, y, w, h] = nudged.get(z.key) ?? z.frame;
    nudged.set(z.key, [x + dx, y + dy, w, h]);
  }
  drag([...nudged].map(([zone, frame]) => ({ zone, frame })));
  clearTimeout(settle);
  settle = window.setTimeout(settleNudge, 500);
}

/** Writes where zones were nudged to. */
function settleNudge(): void {
  clearTimeout(settle);
  if (!nudged) return;
  const placings = [...nudged].map(([zone, frame]) => ({ zone, frame }));
  const name = zones.value.find((z) => z.key === placings[0]?.zone)?.name ?? "";
  nudged = null;
  outdate();
  drop(placings.length === 1 ? `Move: ${name}` : `Move: ${placings.length} zones`, placings);
}
