// A picture that is moved and zoomed in its frame.

import { computed, signal } from "@preact/signals";
import type { Box } from "./geometry";
import type { Assignment, ZoneInfo } from "./messages";
import { chosenZones, deck, framing, isLocked, zones } from "./shown";
import { assign, assignHere, tryValues } from "./trying";

export function framePicture(): void {
  const zone = chosenZones.value[0];
  if (!zone?.picture || isLocked(zone) || deck.value?.read_only) return;
  chosenWay.value = null;
  framing.value = zone.key;
}

const chosenWay = signal<"all" | "card" | null>(null);

/** For which cards the picture lies so: one that has its own focus or zoom keeps it, unless something else is chosen. */
export const framingFor = computed(() => chosenWay.value ?? (framing.value && hasOwnFrame.value(framing.value) ? "card" : "all"));

export function frameFor(way: "all" | "card"): void {
  chosenWay.value = way;
}

function pictured(): ZoneInfo | undefined {
  return zones.value.find((z) => z.key === framing.value && z.picture);
}

let framedValues: Assignment[] = [];
let framedAt = 0;

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
  if (framingFor.value === "card") assignHere(framedValues);
  else assign(framedValues);
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

/** What tells the zoom that a zone's picture has, and whether each card may have its own; set by what knows values. */
export const zoomOf = signal<(key: string) => number>(() => 1);
export const hasOwnFrame = signal<(key: string) => boolean>(() => false);
