// The position and the scale of the card on the screen.

import type { Point } from "./geometry";
import * as s from "./state";

export function toScreen([x, y]: Point): Point {
  const { zoom, x: left, y: top } = s.camera.value;
  return [left + x * zoom, top + y * zoom];
}

export function toMm(event: { clientX: number; clientY: number }, host: Element, { left, top }: { left: number; top: number } = host.getBoundingClientRect()): Point {
  const { zoom, x, y } = s.camera.value;
  return [(event.clientX - left - x) / zoom, (event.clientY - top - y) / zoom];
}

export function fit(host: Element | null = document.querySelector(".canvas")): void {
  const face = s.face.value;
  if (!face || !host) return;
  const { width, height } = host.getBoundingClientRect();
  const room = 48;
  const zoom = Math.max(0.5, Math.min((width - 2 * room) / (face.width + 2 * face.bleed), (height - 2 * room) / (face.height + 2 * face.bleed)));
  s.camera.value = { zoom, x: (width - face.width * zoom) / 2, y: (height - face.height * zoom) / 2, fitted: true };
}

export function zoomBy(factor: number, at?: Point): void {
  const host = document.querySelector(".canvas");
  if (!host) return;
  const { width, height } = host.getBoundingClientRect();
  const [x, y] = at ?? [width / 2, height / 2];
  const camera = s.camera.value;
  const zoom = Math.min(120, Math.max(0.5, camera.zoom * factor));
  const k = zoom / camera.zoom;
  s.camera.value = { zoom, x: x - (x - camera.x) * k, y: y - (y - camera.y) * k, fitted: false };
}

/** Pixels per millimetre at life size: a CSS pixel is 1/96 inch. */
export const LIFE_SIZE = 96 / 25.4;
