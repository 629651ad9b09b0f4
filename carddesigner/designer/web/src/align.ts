// Aligning zones, and spacing them evenly.

import { around, outline, type Box, type Point } from "./geometry";
import type { Placing } from "./messages";
import { shifted } from "./pointer";
import * as s from "./state";

/** Align the chosen zones, or space them evenly. */
export function align(edge: "left" | "center" | "right" | "top" | "middle" | "bottom" | "across" | "down"): void {
  const list = s.editable();
  const face = s.face.value;
  if (!list.length || !face) return;
  const boxes = new Map(list.map((z) => [z.key, around(outline(z))]));
  const all: Box = list.length > 1 ? around(list.flatMap(outline)) : [0, 0, face.width, face.height];
  const by = new Map<string, Point>();
  if (edge === "across" || edge === "down") {
    const i = edge === "across" ? 0 : 1;
    const order = [...boxes].sort((a, b) => a[1][i]! - b[1][i]!);
    const used = order.reduce((sum, [, b]) => sum + b[i + 2]!, 0);
    const gap = (all[i + 2]! - used) / (order.length - 1);
    let place = all[i]!;
    for (const [key, b] of order) {
      by.set(key, i ? [0, place - b[1]] : [place - b[0], 0]);
      place += b[i + 2]! + gap;
    }
  } else {
    for (const [key, [x, y, w, h]] of boxes) {
      if (edge === "left") by.set(key, [all[0] - x, 0]);
      if (edge === "center") by.set(key, [all[0] + all[2] / 2 - x - w / 2, 0]);
      if (edge === "right") by.set(key, [all[0] + all[2] - x - w, 0]);
      if (edge === "top") by.set(key, [0, all[1] - y]);
      if (edge === "middle") by.set(key, [0, all[1] + all[3] / 2 - y - h / 2]);
      if (edge === "bottom") by.set(key, [0, all[1] + all[3] - y - h]);
    }
  }
  const placings: Placing[] = list.map((z) => ({ zone: z.key, frame: shifted(z, by.get(z.key) ?? [0, 0]) }));
  s.put(placings, list.length > 1 ? `Align: ${list.length} zones` : `Align: ${list[0]?.name}`);
}
