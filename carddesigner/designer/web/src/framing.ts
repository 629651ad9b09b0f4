// Moving and zooming a picture within its frame.

import { computed, signal } from "@preact/signals";
import type { Box, Point } from "./geometry";
import { listeners, beforeSend } from "./link";
import type { Assignment, ZoneInfo } from "./messages";
import { chosenZones, deck, framing, isLocked, zones } from "./shown";
import { assign, assignHere, cancelDrag, tryValues } from "./trying";

const MOST = 20;
/** Milliseconds without a key or a turn of the wheel after which a change is written. */
const WRITE_AFTER = 400;

type Way = "all" | "card";

export function framePicture(): void {
  const zone = chosenZones.value[0];
  if (!zone?.picture || isLocked(zone) || deck.value?.read_only) return;
  chosenWay.value = null;
  framing.value = zone.key;
  // Return the keyboard to the card.
  document.querySelector<HTMLElement>(".canvas")?.focus({ preventScroll: true });
}

export function endFraming(): void {
  putFramed();
  framing.value = null;
}

const chosenWay = signal<Way | null>(null);

/** Which cards a change affects: only this one if it has its own focus or zoom, unless the user chose otherwise. */
export const framingFor = computed<Way>(() => chosenWay.value ?? (framing.value && hasOwnFrame.value(framing.value) ? "card" : "all"));

export function frameFor(way: Way): void {
  putFramed();
  chosenWay.value = way;
}

function framedZone(): ZoneInfo | undefined {
  return zones.value.find((z) => z.key === framing.value && z.picture);
}

/** The new position of a picture, and its zoom if that changed; the server has them only after writing. */
const moved = signal<{ key: string; picture: Box; zoom: number | null } | null>(null);
let unwritten: { values: Assignment[]; way: Way } | null = null;
let writeTimer = 0;

/** The frame of a zone's whole picture, in the space of the zone's frame. */
export function pictureOf(zone: ZoneInfo): Box | null {
  return moved.value?.key === zone.key ? moved.value.picture : zone.picture;
}

/** Show a picture at a position in its frame, without writing it. */
export function framed(picture: Box, zoom: number | null = moved.value?.zoom ?? null): void {
  const zone = framedZone();
  clearTimeout(writeTimer);
  if (!zone) return;
  const [x, y, w, h] = zone.frame;
  const within = (from: number, room: number, at: number) => Math.min(from + Math.max(0, room), Math.max(from + Math.min(0, room), at));
  const [rx, ry] = [w - picture[2], h - picture[3]];
  const at: Box = [within(x, rx, picture[0]), within(y, ry, picture[1]), picture[2], picture[3]];
  moved.value = { key: zone.key, picture: at, zoom };
  const share = (from: number, room: number, place: number) => (Math.abs(room) < 0.01 ? "50%" : `${Math.round(((place - from) / room) * 1000) / 10}%`);
  const owner = { kind: "zone", name: zone.key } as const;
  const values: Assignment[] = [{ owner, key: ["focus"], value: [share(x, rx, at[0]), share(y, ry, at[1])] }];
  if (zoom !== null) values.push({ owner, key: ["zoom"], value: Math.round(zoom * 100) / 100 });
  unwritten = { values, way: framingFor.value };
  tryValues(values);
}

export function putFramed(): void {
  clearTimeout(writeTimer);
  const change = unwritten;
  unwritten = null;
  if (change) (change.way === "card" ? assignHere : assign)(change.values);
}
beforeSend.push(putFramed);

/** Restore the picture's position. */
export function dropFramed(): void {
  clearTimeout(writeTimer);
  unwritten = moved.value = null;
  cancelDrag();
}

listeners.push((message) => {
  if (message.t === "face" && !unwritten) moved.value = null;
});

function writeLater(): void {
  clearTimeout(writeTimer);
  writeTimer = window.setTimeout(putFramed, WRITE_AFTER);
}

/** Move the picture; written once no key is pressed for a moment. */
export function nudgeFramed([dx, dy]: Point): void {
  const zone = framedZone();
  if (!zone) return;
  const [x, y, w, h] = pictureOf(zone)!;
  framed([x + dx, y + dy, w, h]);
  writeLater();
}

/** Scale the picture about the centre of its frame; written once the wheel rests. */
export function zoomFramed(by: number): void {
  const zone = framedZone();
  if (!zone) return;
  const written = zoomOf.value(zone.key);
  const before = moved.value?.zoom ?? written;
  const zoom = Math.min(MOST, Math.max(Math.min(1, written), before * by));
  const k = zoom / before;
  const [x, y, w, h] = pictureOf(zone)!;
  const [fx, fy, fw, fh] = zone.frame;
  const [cx, cy] = [fx + fw / 2, fy + fh / 2];
  framed([cx - (cx - x) * k, cy - (cy - y) * k, w * k, h * k], zoom);
  writeLater();
}

/** The zoom of a zone's picture, and whether each card may have its own; set by the module that knows the values. */
export const zoomOf = signal<(key: string) => number>(() => 1);
export const hasOwnFrame = signal<(key: string) => boolean>(() => false);
