// Actions of the pointer: choosing, moving, resizing, turning and drawing zones, and moving pictures within their frames.

import { toMm, toScreen } from "./camera";
import { GRIPS, IDENTITY, apply, around, contains, inverse, middle, outline, overlaps, resized, rounded, snapped, toFace, type Box, type Grip, type Point } from "./geometry";
import type { FaceInfo, ZoneInfo } from "./messages";
import * as guides from "./guides";
import * as s from "./state";
import { typeText } from "./text-on-card";
import { draw } from "./tools";

/** Pixels within which an edge snaps to a line. */
const SNAP = 6;
/** Pixels that the pointer may move during a click. */
const STILL = 3;
/** Pixels around a chosen zone's edge that count as the edge. */
export const EDGE = 5;

export function hits(point: Point): ZoneInfo[] {
  const slack = 2 / s.camera.value.zoom;
  return s.zones.value
    .filter((z) => !s.isHidden(z) && !s.isLocked(z) && contains(z, point, Math.min(z.frame[2], z.frame[3]) < 1 ? slack : 0))
    .reverse();
}

/** Lines that a box may snap to: the card, its safe area, guides, and zones that do not move. */
function lines(face: FaceInfo, moved: Set<string>): { x: number[]; y: number[] } {
  const x = [0, face.width / 2, face.width, face.safe, face.width - face.safe];
  const y = [0, face.height / 2, face.height, face.safe, face.height - face.safe];
  for (const zone of s.zones.value) {
    const inside = [...moved].some((key) => zone.key === key || zone.key.startsWith(`${key}/`));
    if (inside || s.isHidden(zone)) continue;
    const [left, top, w, h] = around(outline(zone));
    x.push(left, left + w / 2, left + w);
    y.push(top, top + h / 2, top + h);
  }
  return { x: [...x, ...guides.own.value.x], y: [...y, ...guides.own.value.y] };
}

type Act =
  | { kind: "pan"; from: Point; camera: { x: number; y: number } }
  | { kind: "marquee"; from: Point }
  | { kind: "move"; moving: boolean; from: Point; start: ZoneInfo[]; beneath: string | null; box: Box }
  | { kind: "resize"; from: Point; zone: ZoneInfo; grip: Grip }
  | { kind: "turn"; zone: ZoneInfo }
  | { kind: "make"; from: Point }
  | { kind: "guide"; axis: guides.Axis; from: number | null }
  | { kind: "frame"; from: Point; zone: ZoneInfo; picture: Box };

let act: Act | null = null;
/** The position of the canvas during an action: measuring it at each step would force a layout of the page. */
let canvas = new DOMRect();
let screenFrom: Point = [0, 0];
/** The first click of a possible double click: its time and its zone. */
let first = { at: -Infinity, zone: "" };
const DOUBLE = 500;

export function shifted(zone: ZoneInfo, [dx, dy]: Point): Box {
  // The shift on the face, in the space of the zone's frame.
  const back = inverse(zone.outer ?? IDENTITY);
  const [x0, y0] = apply(back, [0, 0]);
  const [x1, y1] = apply(back, [dx, dy]);
  const [x, y, w, h] = zone.frame;
  return [x + x1 - x0, y + y1 - y0, w, h];
}

export function move(event: PointerEvent, host: Element): void {
  if (!act) return;
  const face = s.face.value;
  const point = toMm(event, host, canvas);
  const near = s.visible.value.snap && !event.altKey ? SNAP / s.camera.value.zoom : 0;
  if (act.kind === "pan") {
    const by: Point = [event.clientX - act.from[0], event.clientY - act.from[1]];
    s.camera.value = { ...s.camera.value, x: act.camera.x + by[0], y: act.camera.y + by[1], fitted: false };
    return;
  }
  if (!face) return;
  if (act.kind === "frame") {
    const own = inverse(toFace(act.zone));
    const [a, b] = [apply(own, act.from), apply(own, point)];
    const [x, y, w, h] = act.picture;
    s.framed([x + b[0] - a[0], y + b[1] - a[1], w, h]);
    return;
  }
  if (act.kind === "guide") {
    pull(act, point, near, face);
    return;
  }
  if (act.kind === "make") {
    marquee(around([act.from, point]));
    return;
  }
  if (act.kind === "marquee") {
    const box = around([act.from, point]);
    marquee(box);
    s.chosen.value = s.zones.value
      .filter((z) => z.depth === 0 && !s.isHidden(z) && !s.isLocked(z) && overlaps(box, around(outline(z))) && !covers(z, box))
      .map((z) => z.key);
    return;
  }
  if (act.kind === "move" && !act.moving) {
    if (Math.hypot(event.clientX - screenFrom[0], event.clientY - screenFrom[1]) < STILL) return;
    if (s.deck.value?.read_only) {
      s.notify("info", s.deck.value.read_only);
      act = null;
      return;
    }
    act.moving = true;
  }
  if (act.kind === "move") {
    let by: Point = [point[0] - act.from[0], point[1] - act.from[1]];
    if (event.shiftKey) by = Math.abs(by[0]) > Math.abs(by[1]) ? [by[0], 0] : [0, by[1]];
    const keys = new Set(act.start.map((z) => z.key));
    const [x, y, w, h] = act.box;
    const found = snapped([x + by[0], y + by[1], w, h], lines(face, keys), near);
    s.guides.value = found.lines;
    const round = (value: number, on: number[], of: number) => (on.length ? value : rounded(of + value) - of);
    by = [
      round(by[0] + (found.lines.x.length ? found.by[0] : 0), found.lines.x, x),
      round(by[1] + (found.lines.y.length ? found.by[1] : 0), found.lines.y, y),
    ];
    s.drag(act.start.map((z) => ({ zone: z.key, frame: shifted(z, by) })));
    return;
  }
  if (act.kind === "resize") {
    const { zone, grip } = act;
    const own = inverse(toFace(zone));
    const [a, b] = [apply(own, act.from), apply(own, point)];
    let by: Point = [b[0] - a[0], b[1] - a[1]];
    s.guides.value = { x: [], y: [] };
    if (!zone.rotate && !zone.outer && !(event.shiftKey && grip[0] && grip[1])) {
      const [x, y, w, h] = zone.frame;
      const edge: Box = [grip[0] < 0 ? x + by[0] : x + w + by[0], grip[1] < 0 ? y + by[1] : y + h + by[1], 0, 0];
      const found = snapped(edge, lines(face, new Set([zone.key])), near);
      const on = { x: grip[0] ? found.lines.x : [], y: grip[1] ? found.lines.y : [] };
      s.guides.value = on;
      by = [
        on.x.length ? by[0] + found.by[0] : rounded(edge[0]) - edge[0] + by[0],
        on.y.length ? by[1] + found.by[1] : rounded(edge[1]) - edge[1] + by[1],
      ];
    }
    s.drag([{ zone: zone.key, frame: resized(zone.frame, zone.rotate, grip, by, event.shiftKey) }]);
    return;
  }
  const { zone } = act;
  const map = zoneSpace(zone, point);
  const [cx, cy] = middle(zone.frame);
  let degrees = (Math.atan2(map[1] - cy, map[0] - cx) * 180) / Math.PI + 90;
  degrees = event.altKey ? rounded(degrees) : event.shiftKey ? rounded(degrees, 15) : rounded(degrees, 1);
  turned = degrees;
  s.zones.value = s.zones.value.map((z) => (z.key === zone.key ? { ...z, rotate: degrees } : z));
  s.drag([{ zone: zone.key, frame: zone.frame, rotate: degrees }]);
}

let turned = 0;

/** Move a guide with the pointer; it snaps to what zones snap to. */
function pull({ axis, from }: { axis: guides.Axis; from: number | null }, point: Point, near: number, face: FaceInfo): void {
  const i = axis === "x" ? 0 : 1;
  const on = lines(face, new Set())[axis].filter((v) => v !== from);
  const nearest = on.reduce((best, v) => (Math.abs(v - point[i]) < Math.abs(best - point[i]) ? v : best), Infinity);
  guides.pulled.value = { axis, from, at: Math.abs(nearest - point[i]) < near ? rounded(nearest, 0.01) : rounded(point[i]) };
}

/** Drop a guide; beside the card, or on its ruler, it is removed. */
function putGuide({ axis, from }: { axis: guides.Axis; from: number | null }, event: PointerEvent): void {
  const face = s.face.value;
  const pulled = guides.pulled.value;
  guides.pulled.value = null;
  if (event.type !== "pointerup" || !face || !pulled) return;
  const beyond = pulled.at < -face.bleed || pulled.at > (axis === "x" ? face.width : face.height) + face.bleed;
  guides.put(axis, from, beyond ? null : pulled.at);
}

/** The guide under the pointer, unless a chosen zone is there. */
function guideAt(event: PointerEvent, point: Point): { axis: guides.Axis; from: number | null } | null {
  const target = event.target as Element;
  const ruler = target.closest("[data-ruler]")?.getAttribute("data-ruler");
  if (ruler) return { axis: ruler === "across" ? "y" : "x", from: null };
  const axis = target.getAttribute("data-guide") as guides.Axis | null;
  if (!axis || s.chosenZones.value.some((z) => contains(z, point, EDGE / s.camera.value.zoom))) return null;
  return { axis, from: Number(target.getAttribute("data-at")) };
}

/** A point of the face in the space of a zone's frame. */
function zoneSpace(zone: ZoneInfo, point: Point): Point {
  return apply(inverse(zone.outer ?? IDENTITY), point);
}

function covers(zone: ZoneInfo, box: Box): boolean {
  const [x, y, w, h] = around(outline(zone));
  return x < box[0] && y < box[1] && x + w > box[0] + box[2] && y + h > box[1] + box[3];
}

function marquee(box: Box | null): void {
  const element = document.querySelector<SVGRectElement>(".marquee");
  if (!element) return;
  element.style.display = box ? "" : "none";
  if (!box) return;
  const [x, y] = toScreen([box[0], box[1]]);
  const { zoom } = s.camera.value;
  element.setAttribute("x", `${x}`);
  element.setAttribute("y", `${y}`);
  element.setAttribute("width", `${box[2] * zoom}`);
  element.setAttribute("height", `${box[3] * zoom}`);
}

export function press(event: PointerEvent, host: HTMLElement): void {
  if (event.button === 2) return;
  host.focus({ preventScroll: true });
  canvas = host.getBoundingClientRect();
  const point = toMm(event, host, canvas);
  const again = event.timeStamp - first.at < DOUBLE && Math.hypot(event.clientX - screenFrom[0], event.clientY - screenFrom[1]) < STILL;
  screenFrom = [event.clientX, event.clientY];
  const grip = (event.target as Element).getAttribute("data-grip");
  const only = s.chosenZones.value[0];
  const framing = s.framing.value ? s.zones.value.find((z) => z.key === s.framing.value) : undefined;
  const guide = event.button === 0 && !panning ? guideAt(event, point) : null;
  if (guide) {
    act = { kind: "guide", ...guide };
  } else if (framing?.picture && event.button === 0 && !panning) {
    if (!contains(framing, point, 0) && !within(s.pictureOf(framing)!, apply(inverse(toFace(framing)), point))) {
      s.endFraming();
      return;
    }
    act = { kind: "frame", from: point, zone: framing, picture: s.pictureOf(framing)! };
  } else if (s.tool.value && event.button === 0 && !panning) {
    act = { kind: "make", from: point };
  } else if (event.button === 1 || panning) {
    act = { kind: "pan", from: screenFrom, camera: s.camera.value };
  } else if (grip && only && s.deck.value?.read_only) {
    s.notify("info", s.deck.value.read_only);
    return;
  } else if (grip === "turn" && only) {
    act = { kind: "turn", zone: only };
    turned = only.rotate;
  } else if (grip && only) {
    act = { kind: "resize", from: point, zone: only, grip: GRIPS[Number(grip)] ?? [1, 1] };
  } else {
    const under = hits(point);
    // A chosen zone can also be dragged by its edge, even if another zone is in front.
    const already = under.find((z) => s.chosen.value.includes(z.key)) ?? s.editable().find((z) => !s.isHidden(z) && contains(z, point, EDGE / s.camera.value.zoom));
    if (!again) first = { at: event.timeStamp, zone: (already ?? under[0])?.key ?? "" };
    if (event.shiftKey && (already ?? under[0])) {
      const key = (already ?? under[0])!.key;
      s.chosen.value = already ? s.chosen.value.filter((k) => k !== key) : [...s.chosen.value, key];
      return;
    }
    if (!under.length && !already) {
      s.chosen.value = [];
      act = { kind: "marquee", from: point };
    } else {
      const at = already ? under.indexOf(already) : -1;
      const beneath = at >= 0 && !again && s.chosen.value.length === 1 ? (under[(at + 1) % under.length]?.key ?? null) : null;
      if (!already && under[0]) s.chosen.value = [under[0].key];
      const start = s.chosenZones.value.filter((z) => !s.isLocked(z));
      act = { kind: "move", moving: false, from: point, start, beneath, box: around(start.flatMap(outline)) };
    }
  }
  host.setPointerCapture(event.pointerId);
}

export function release(event: PointerEvent): void {
  const was = act;
  act = null;
  s.guides.value = { x: [], y: [] };
  marquee(null);
  if (!was) return;
  if (was.kind === "move" && !was.moving) {
    if (was.beneath && event.type === "pointerup") s.chosen.value = [was.beneath];
    return;
  }
  if (was.kind === "pan" || was.kind === "marquee") return;
  if (was.kind === "guide") return putGuide(was, event);
  if (was.kind === "frame") return event.type === "pointerup" ? s.putFramed() : s.dropFramed();
  if (was.kind === "make") {
    const host = document.querySelector(".canvas");
    if (event.type === "pointerup" && host) draw(was.from, toMm(event, host));
    return;
  }
  if (event.type !== "pointerup") return s.cancelDrag();
  s.outdate();
  if (was.kind === "move") s.drop(was.start.length === 1 ? `Move: ${was.start[0]?.name}` : `Move: ${was.start.length} zones`);
  else if (was.kind === "resize") s.drop(`Resize: ${was.zone.name}`);
  else if (turned !== was.zone.rotate) s.drop(`Turn: ${was.zone.name}`);
}

function within([x, y, w, h]: Box, [px, py]: Point): boolean {
  return px >= x && py >= y && px <= x + w && py <= y + h;
}

/** Cancel the current action; without one, close the drawer; else choose nothing. */
export function escape(): void {
  if (act?.kind === "guide") {
    act = null;
    guides.pulled.value = null;
    return;
  }
  if (s.framing.value) {
    if (act) s.dropFramed();
    s.endFraming();
    act = null;
    return;
  }
  if (s.tool.value) {
    s.tool.value = "";
    act = null;
    marquee(null);
    return;
  }
  if (act && act.kind !== "pan" && act.kind !== "marquee") {
    const dragging = act.kind !== "move" || act.moving;
    act = null;
    s.guides.value = { x: [], y: [] };
    if (dragging) s.cancelDrag();
  } else if (s.panel.value) s.panel.value = "";
  else s.chosen.value = [];
}

let panning = false;

/** While the space bar is pressed, the pointer pans. */
export function pan(on: boolean): void {
  panning = on;
}

/** Update what is under the pointer when no action is running. */
export function hover(event: PointerEvent, host: Element): void {
  if (act) return;
  const top = hits(toMm(event, host))[0]?.key ?? null;
  if (s.hovered.value !== top) s.hovered.value = top;
}

/** Edit a double-clicked zone: its picture within its frame, or its text. */
export function twice(point: Point): void {
  const zone = s.zones.value.find((z) => z.key === first.zone);
  if (!zone || !contains(zone, point, EDGE / s.camera.value.zoom)) return;
  if (!s.chosen.value.includes(zone.key) || s.chosen.value.length > 1) s.chosen.value = [zone.key];
  if (zone.picture) s.framePicture();
  else if (zone.kind === "text") typeText();
}
