// Positions on a face in millimetres, and matrices between the spaces of zones. No state.

import type { ZoneInfo } from "./messages";

export type Point = [number, number];
export type Box = [number, number, number, number];
export type Affine = [number, number, number, number, number, number];

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];

export function apply([a, b, c, d, e, f]: Affine, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The matrix that applies `first` and then `after`. */
export function chain(first: Affine, after: Affine): Affine {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = after;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function inverse([a, b, c, d, e, f]: Affine): Affine {
  const k = 1 / (a * d - b * c);
  return [d * k, -b * k, -c * k, a * k, (c * f - d * e) * k, (b * e - a * f) * k];
}

/** A turn by degrees about a point, clockwise as seen. */
export function turn(degrees: number, [x, y]: Point): Affine {
  const r = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(r), Math.sin(r)];
  return [c, s, -s, c, x - c * x + s * y, y - s * x - c * y];
}

export function middle([x, y, w, h]: Box): Point {
  return [x + w / 2, y + h / 2];
}

export function corners([x, y, w, h]: Box): Point[] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
}

/** The bounding box of points. */
export function around(points: Point[]): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/** The matrix from a zone's own upright frame to the face. */
export function toFace(zone: ZoneInfo): Affine {
  return chain(turn(zone.rotate, middle(zone.frame)), zone.outer ?? IDENTITY);
}

/** A zone's corners on the face, clockwise from its own top left. */
export function outline(zone: ZoneInfo): Point[] {
  const map = toFace(zone);
  return corners(zone.frame).map((p) => apply(map, p));
}

export function contains(zone: ZoneInfo, point: Point, slack = 0): boolean {
  const [x, y] = apply(inverse(toFace(zone)), point);
  const [left, top, w, h] = zone.frame;
  return x >= left - slack && x <= left + w + slack && y >= top - slack && y <= top + h + slack;
}

export function overlaps(a: Box, b: Box): boolean {
  return a[0] <= b[0] + b[2] && b[0] <= a[0] + a[2] && a[1] <= b[1] + b[3] && b[1] <= a[1] + a[3];
}

/** The sides that a grip moves: -1 for left or top, 1 for right or bottom. */
export type Grip = [number, number];

export const GRIPS: Grip[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
];

const LEAST = 0.5;

/** A frame after moving a grip in its own upright space; a turned frame keeps its opposite side in place. */
export function resized(frame: Box, rotate: number, grip: Grip, [dx, dy]: Point, keepShape: boolean): Box {
  let [x, y, w, h] = frame;
  let width = Math.max(LEAST, w + grip[0] * dx);
  let height = Math.max(LEAST, h + grip[1] * dy);
  if (keepShape && w > 0 && h > 0) {
    const k = grip[0] && grip[1] ? Math.max(width / w, height / h) : grip[0] ? width / w : height / h;
    [width, height] = [w * k, h * k];
  }
  const left = grip[0] < 0 ? x + w - width : grip[0] > 0 ? x : x + (w - width) / 2;
  const top = grip[1] < 0 ? y + h - height : grip[1] > 0 ? y : y + (h - height) / 2;
  [x, y] = [left, top];
  if (rotate) {
    // The frame turns about its centre, which moved, so shift it until the fixed point is back in place.
    const fixed: Point = [
      grip[0] < 0 ? frame[0] + w : grip[0] > 0 ? frame[0] : frame[0] + w / 2,
      grip[1] < 0 ? frame[1] + h : grip[1] > 0 ? frame[1] : frame[1] + h / 2,
    ];
    const before = apply(turn(rotate, middle(frame)), fixed);
    const after = apply(turn(rotate, middle([x, y, width, height])), fixed);
    x += before[0] - after[0];
    y += before[1] - after[1];
  }
  return [x, y, width, height];
}

export function rounded(value: number, step = 0.1): number {
  return Math.round(value / step) * step;
}

export interface Snapped {
  by: Point;
  lines: { x: number[]; y: number[] };
}

/** The shift of at most `near` that puts an edge or the centre of a box on a line, and the lines that it then touches. */
export function snapped(box: Box, lines: { x: number[]; y: number[] }, near: number): Snapped {
  const one = (places: number[], wanted: number[]): [number, number[]] => {
    let best = Infinity;
    for (const place of places)
      for (const line of wanted) if (Math.abs(line - place) < Math.abs(best)) best = line - place;
    if (Math.abs(best) > near) return [0, []];
    return [best, wanted.filter((line) => places.some((place) => Math.abs(line - place - best) < 0.005))];
  };
  const [dx, xs] = one([box[0], box[0] + box[2] / 2, box[0] + box[2]], lines.x);
  const [dy, ys] = one([box[1], box[1] + box[3] / 2, box[1] + box[3]], lines.y);
  return { by: [dx, dy], lines: { x: xs, y: ys } };
}
