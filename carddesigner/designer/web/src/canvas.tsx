// The card under the pointer: what is drawn of it, and what is done to it by hand.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useComputed } from "@preact/signals";
import {
  GRIPS,
  IDENTITY,
  apply,
  around,
  contains,
  inverse,
  middle,
  outline,
  overlaps,
  resized,
  rounded,
  snapped,
  toFace,
  type Box,
  type Grip,
  type Point,
} from "./geometry";
import type { FaceInfo, Placing, ZoneInfo } from "./messages";
import * as s from "./state";
import { Wrong } from "./wrong";
import { Icon } from "./icons";
import { isOf } from "./finders";
import { menu } from "./menu";

/** Pixels within which an edge jumps to a line. */
const SNAP = 6;
/** Pixels that the pointer may move and still click. */
const STILL = 3;
/** Pixels beside a chosen zone's edge that still are the edge. */
const EDGE = 5;
const POINT = 25.4 / 72;

export function toScreen([x, y]: Point): Point {
  const { zoom, x: left, y: top } = s.camera.value;
  return [left + x * zoom, top + y * zoom];
}

function toMm(event: { clientX: number; clientY: number }, host: Element): Point {
  const { left, top } = host.getBoundingClientRect();
  const { zoom, x, y } = s.camera.value;
  return [(event.clientX - left - x) / zoom, (event.clientY - top - y) / zoom];
}

export function fit(host: Element | null = document.querySelector(".canvas")): void {
  const now = s.face.value;
  if (!now || !host) return;
  const { width, height } = host.getBoundingClientRect();
  const room = 48;
  const zoom = Math.max(0.5, Math.min((width - 2 * room) / (now.width + 2 * now.bleed), (height - 2 * room) / (now.height + 2 * now.bleed)));
  s.camera.value = { zoom, x: (width - now.width * zoom) / 2, y: (height - now.height * zoom) / 2, fitted: true };
}

export function zoomBy(factor: number, at?: Point): void {
  const host = document.querySelector(".canvas");
  if (!host) return;
  const { width, height } = host.getBoundingClientRect();
  const [x, y] = at ?? [width / 2, height / 2];
  const now = s.camera.value;
  const zoom = Math.min(120, Math.max(0.5, now.zoom * factor));
  const k = zoom / now.zoom;
  s.camera.value = { zoom, x: x - (x - now.x) * k, y: y - (y - now.y) * k, fitted: false };
}

/** A CSS pixel is a 96th of an inch. */
export const LIFE_SIZE = 96 / 25.4;

function hits(point: Point): ZoneInfo[] {
  const slack = 2 / s.camera.value.zoom;
  return s.zones.value
    .filter((z) => !s.isHidden(z) && !s.isLocked(z) && contains(z, point, Math.min(z.frame[2], z.frame[3]) < 1 ? slack : 0))
    .reverse();
}

/** Lines that a box may snap to: the card, its safe area, and zones that are not moved. */
function lines(now: FaceInfo, moved: Set<string>): { x: number[]; y: number[] } {
  const x = [0, now.width / 2, now.width, now.safe, now.width - now.safe];
  const y = [0, now.height / 2, now.height, now.safe, now.height - now.safe];
  for (const zone of s.zones.value) {
    const inside = [...moved].some((key) => zone.key === key || zone.key.startsWith(`${key}/`));
    if (inside || s.isHidden(zone)) continue;
    const [left, top, w, h] = around(outline(zone));
    x.push(left, left + w / 2, left + w);
    y.push(top, top + h / 2, top + h);
  }
  return { x, y };
}

type Act =
  | { kind: "pan"; from: Point; camera: { x: number; y: number } }
  | { kind: "marquee"; from: Point }
  | { kind: "move"; moving: boolean; from: Point; start: ZoneInfo[]; beneath: string | null; box: Box }
  | { kind: "resize"; from: Point; zone: ZoneInfo; grip: Grip }
  | { kind: "turn"; zone: ZoneInfo }
  | { kind: "make"; from: Point }
  | { kind: "frame"; from: Point; zone: ZoneInfo; picture: Box };

let act: Act | null = null;
let screenFrom: Point = [0, 0];
/** The first press of what may become a double click: when, and on which zone. */
let first = { at: -Infinity, zone: "" };
const DOUBLE = 500;

function shifted(zone: ZoneInfo, [dx, dy]: Point): Box {
  // The shift on the face, in the space of the zone's frame.
  const back = inverse(zone.outer ?? IDENTITY);
  const [x0, y0] = apply(back, [0, 0]);
  const [x1, y1] = apply(back, [dx, dy]);
  const [x, y, w, h] = zone.frame;
  return [x + x1 - x0, y + y1 - y0, w, h];
}

function move(event: PointerEvent, host: Element): void {
  if (!act) return;
  const now = s.face.value;
  const point = toMm(event, host);
  const near = s.seen.value.snap && !event.altKey ? SNAP / s.camera.value.zoom : 0;
  if (act.kind === "pan") {
    const by: Point = [event.clientX - act.from[0], event.clientY - act.from[1]];
    s.camera.value = { ...s.camera.value, x: act.camera.x + by[0], y: act.camera.y + by[1], fitted: false };
    return;
  }
  if (!now) return;
  if (act.kind === "frame") {
    const own = inverse(toFace(act.zone));
    const [a, b] = [apply(own, act.from), apply(own, point)];
    const [x, y, w, h] = act.picture;
    s.framed([x + b[0] - a[0], y + b[1] - a[1], w, h]);
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
      s.tell("info", s.deck.value.read_only);
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
    const found = snapped([x + by[0], y + by[1], w, h], lines(now, keys), near);
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
      const found = snapped(edge, lines(now, new Set([zone.key])), near);
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

/** A point of the face in the space that a zone's frame lies in. */
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

function press(event: PointerEvent, host: HTMLElement): void {
  if (event.button === 2) return;
  host.focus({ preventScroll: true });
  const point = toMm(event, host);
  const again = event.timeStamp - first.at < DOUBLE && Math.hypot(event.clientX - screenFrom[0], event.clientY - screenFrom[1]) < STILL;
  screenFrom = [event.clientX, event.clientY];
  const grip = (event.target as Element).getAttribute("data-grip");
  const only = s.chosenZones.value[0];
  const framing = s.framing.value ? s.zones.value.find((z) => z.key === s.framing.value) : undefined;
  if (framing?.picture && event.button === 0 && !panning) {
    if (!contains(framing, point, 0) && !within(framing.picture, apply(inverse(toFace(framing)), point))) {
      s.framing.value = null;
      return;
    }
    act = { kind: "frame", from: point, zone: framing, picture: framing.picture };
  } else if (s.tool.value && event.button === 0 && !panning) {
    act = { kind: "make", from: point };
  } else if (event.button === 1 || panning) {
    act = { kind: "pan", from: screenFrom, camera: s.camera.value };
  } else if (grip && only && s.deck.value?.read_only) {
    s.tell("info", s.deck.value.read_only);
    return;
  } else if (grip === "turn" && only) {
    act = { kind: "turn", zone: only };
    turned = only.rotate;
  } else if (grip && only) {
    act = { kind: "resize", from: point, zone: only, grip: GRIPS[Number(grip)] ?? [1, 1] };
  } else {
    const under = hits(point);
    // What is chosen is taken by its edge, too, whatever lies beneath.
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

function release(event: PointerEvent): void {
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
  if (was.kind === "frame") return event.type === "pointerup" ? s.putFramed() : s.cancelDrag();
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

const SIZES = { text: [30, 8], icon: [12, 12], image: [30, 24], shape: [20, 20], code: [18, 18] } as const;

/** A new zone of the tool's content between two points; one in the middle of the card without them. */
function draw(from: Point | null, to: Point | null): void {
  const content = s.tool.value;
  const now = s.face.value;
  s.tool.value = "";
  if (!content || !now) return;
  if (s.deck.value?.read_only) return s.tell("info", s.deck.value.read_only);
  const [w, h] = SIZES[content];
  const at = from ?? [(now.width - w) / 2, (now.height - h) / 2];
  const box = around([at, to ?? at]);
  const frame: Box = box[2] > 1 && box[3] > 1 ? box : [at[0], at[1], w, h];
  s.make({ t: "add-zone", content, frame: frame.map((v) => rounded(v)) as unknown as Box }, content === "text");
}

/** A picture's file that was dropped on a zone, which shows it then, or beside all, where it becomes one. */
async function dropped(file: File, point: Point, zone: ZoneInfo | undefined): Promise<void> {
  if (s.deck.value?.read_only) return s.tell("info", s.deck.value.read_only);
  try {
    const answer = await fetch(`/art?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const { key, problem } = (await answer.json()) as { key: string; problem: string };
    if (problem) return s.tell("error", problem);
    if (zone) s.send({ t: "put-picture", zone: zone.key, picture: key });
    else s.make({ t: "add-zone", content: "image", picture: key, frame: [rounded(point[0] - 15), rounded(point[1] - 12), 30, 24] });
  } catch {
    s.tell("error", "The picture can't be taken; the connection may be lost.");
  }
}

/** Takes up a tool; the same once more puts a zone of it into the middle of the card. */
export function takeTool(content: typeof s.tool.value): void {
  if (s.tool.value === content) return draw(null, null);
  s.tool.value = content;
}

const TOOLS = [
  ["text", "Text"],
  ["icon", "Icon"],
  ["image", "Picture"],
  ["shape", "Shape"],
  ["code", "QR code"],
] as const;

function Tools() {
  if (s.deck.value?.read_only) return null;
  return (
    <div class="tool-strip" role="toolbar" aria-label="New zones" aria-orientation="vertical" onPointerDown={(e) => e.stopPropagation()} onContextMenu={(e) => e.stopPropagation()}>
      <button class={`tool${s.tool.value === "" ? " is-on" : ""}`} aria-label="Choose and move zones" title="Choose and move zones  (Esc)" aria-pressed={s.tool.value === ""} onClick={() => (s.tool.value = "")}>
        <Icon name="pointer" />
      </button>
      {TOOLS.map(([content, name]) => (
        <button class={`tool${s.tool.value === content ? " is-on" : ""}`} aria-label={`New: ${name}`} title={`${name}: draw it on the card, or click once more for the middle`} aria-pressed={s.tool.value === content} onClick={() => takeTool(content)}>
          <Icon name={content} />
        </button>
      ))}
    </div>
  );
}

function within([x, y, w, h]: Box, [px, py]: Point): boolean {
  return px >= x && py >= y && px <= x + w && py <= y + h;
}

/** Leave what is being done with the pointer; else close the drawer; else choose nothing. */
export function escape(): void {
  if (s.framing.value) {
    if (act) s.cancelDrag();
    s.framing.value = null;
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

export function Canvas() {
  const host = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const now = s.face.value;

  useLayoutEffect(() => {
    picture.current?.prepend(s.definitions);
    picture.current?.querySelector(".painted")?.append(s.painted);
  }, [now !== null]);

  const size = now ? `${now.component} ${now.width} ${now.height}` : "";
  useLayoutEffect(() => {
    if (s.camera.value.fitted) fit(host.current);
  }, [size]);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const resize = new ResizeObserver(() => {
      if (s.camera.value.fitted) fit(element);
    });
    resize.observe(element);
    // Comes as soon as the pointer moved, not with the next frame.
    const raw = "onpointerrawupdate" in element ? "pointerrawupdate" : "pointermove";
    const moved = (event: Event) => move(event as PointerEvent, element);
    const space = (event: KeyboardEvent) => {
      if (event.code !== "Space" || (event.target as Element).matches("input, textarea, button, [contenteditable]")) return;
      panning = event.type === "keydown";
      element.classList.toggle("panning", panning);
      event.preventDefault();
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      if (s.framing.value && !event.ctrlKey && !event.metaKey) s.zoomFramed(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0012)));
      else if (event.ctrlKey || event.metaKey) {
        const { left, top } = element.getBoundingClientRect();
        zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)), [event.clientX - left, event.clientY - top]);
      } else {
        const k = event.deltaMode ? 16 : 1;
        const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
        s.camera.value = { ...s.camera.value, x: s.camera.value.x - dx * k, y: s.camera.value.y - dy * k, fitted: false };
      }
    };
    element.addEventListener(raw, moved);
    element.addEventListener("wheel", wheel, { passive: false });
    addEventListener("keydown", space);
    addEventListener("keyup", space);
    return () => {
      resize.disconnect();
      element.removeEventListener(raw, moved);
      element.removeEventListener("wheel", wheel);
      removeEventListener("keydown", space);
      removeEventListener("keyup", space);
    };
  }, []);

  return (
    <div
      class={`canvas${s.tool.value ? " is-making" : ""}`}
      ref={host}
      tabIndex={0}
      role="application"
      aria-label="Card. Arrow keys move the chosen zone, J and K step through the cards."
      onPointerDown={(e) => host.current && press(e, host.current)}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerMove={(e) => {
        if (act || !host.current) return;
        const top = hits(toMm(e, host.current))[0]?.key ?? null;
        if (s.hovered.value !== top) s.hovered.value = top;
      }}
      onPointerLeave={() => (s.hovered.value = null)}
      onDblClick={(e) => {
        if (!host.current) return;
        const zone = s.zones.value.find((z) => z.key === first.zone);
        if (!zone || !contains(zone, toMm(e, host.current), EDGE / s.camera.value.zoom)) return;
        if (!s.chosen.value.includes(zone.key) || s.chosen.value.length > 1) s.chosen.value = [zone.key];
        if (zone.picture) s.framePicture();
        else if (zone.kind === "text") s.editing.value = zone.key;
      }}
      onDragOver={(e) => {
        if (!e.dataTransfer?.types.includes("Files") || !host.current) return;
        e.preventDefault();
        const under = hits(toMm(e, host.current));
        s.hovered.value = (under.find((z) => z.kind === "image" || z.kind === "svg") ?? null)?.key ?? null;
      }}
      onDrop={(e) => {
        e.preventDefault();
        const file = e.dataTransfer?.files[0];
        if (!file || !host.current) return;
        const point = toMm(e, host.current);
        void dropped(file, point, hits(point).find((z) => z.kind === "image" || z.kind === "svg"));
      }}
      onContextMenu={(e) => {
        e.preventDefault();
        if (!host.current) return;
        const under = hits(toMm(e, host.current));
        if (under[0] && !under.some((z) => s.chosen.value.includes(z.key))) s.chosen.value = [under[0].key];
        menu.value = { x: e.clientX, y: e.clientY, under };
      }}
    >
      <svg class="paper" ref={picture} aria-hidden="true">
        {now && <Paper now={now} />}
      </svg>
      {now && <Overlay now={now} />}
      {now && <Rulers />}
      {now && <Tools />}
      {!now && (s.broken.value.length ? <Wrong /> : <p class="empty">Opening the deck…</p>)}
    </div>
  );
}

function Paper({ now }: { now: FaceInfo }) {
  const { zoom, x, y } = s.camera.value;
  const k = zoom * POINT;
  const bleed = now.bleed / POINT;
  const [w, h] = [now.width / POINT, now.height / POINT];
  const whole = `M${-bleed} ${-bleed}H${w + bleed}V${h + bleed}H${-bleed}Z`;
  const { bleed: withBleed, zones, grid } = s.seen.value;
  const five = 5 / POINT;
  return (
    <>
      <clipPath id="bleed-area">
        <path d={withBleed ? whole : now.outline} />
      </clipPath>
      <pattern id="millimetres" width={five} height={five} patternUnits="userSpaceOnUse">
        <path d={`M0 0H${five}M0 0V${five}`} class="grid-line" />
      </pattern>
      <g transform={`translate(${x} ${y}) scale(${k})`}>
        <path class="sheet-shadow" d={withBleed ? whole : now.outline} />
        <g clip-path="url(#bleed-area)">
          <path d={whole} fill="#fff" />
          <g class="painted" stroke-miterlimit="10" />
        </g>
        {withBleed && <path class="outside" fill-rule="evenodd" d={whole + now.outline} />}
        {grid && <rect width={w} height={h} fill="url(#millimetres)" />}
        {withBleed && <path class="trim" d={now.outline} />}
        {zones && now.safe_outline && <path class="safe" d={now.safe_outline} />}
      </g>
    </>
  );
}

function points(zone: ZoneInfo): string {
  return outline(zone)
    .map((p) => toScreen(p).join(","))
    .join(" ");
}

function Overlay({ now }: { now: FaceInfo }) {
  const shown = s.zones.value.filter((z) => !s.isHidden(z));
  const chosen = s.chosenZones.value;
  const one = chosen.length === 1 ? chosen[0] : undefined;
  const over = s.hovered.value !== null ? shown.find((z) => z.key === s.hovered.value) : undefined;
  const hand = one && !s.isLocked(one);
  const framing = s.framing.value ? s.zones.value.find((z) => z.key === s.framing.value) : undefined;
  const problemZones = useComputed(() => {
    const found = [...s.broken.value, ...s.problems.value.found];
    const here = found.filter((f) => f.zone && s.face.value && isOf(f, s.face.value)).map((f) => [f.zone, f.severity] as const);
    // What is wrong for every card is told once, with its line alone.
    const lines = s.broken.value.length ? [] : found.filter((f) => !f.card && f.line).map((f) => [`${f.file} ${f.line}`, f.severity] as const);
    const all = [...here, ...lines, ...s.overfull.value.map((key) => [key, "error"] as const)];
    return new Map([...all].sort(([, a], [, b]) => Number(a === "error") - Number(b === "error")));
  });
  const troubles = (z: ZoneInfo) => [z.key, z.name, `${z.file} ${z.line}`].flatMap((k) => problemZones.value.get(k) ?? []);
  const inTrouble = problemZones.value.size ? shown.flatMap((z) => (troubles(z).length ? [[z, troubles(z)] as const] : [])) : [];
  const { x: gx, y: gy } = s.guides.value;
  const far = 100_000;
  const { zoom } = s.camera.value;
  const bleed = s.seen.value.bleed ? now.bleed : 0;
  const [left, top] = toScreen([-bleed, -bleed]);
  return (
    <svg class="overlay" aria-hidden="true">
      <clipPath id="on-card">
        <rect x={left - 1} y={top - 1} width={(now.width + 2 * bleed) * zoom + 2} height={(now.height + 2 * bleed) * zoom + 2} />
      </clipPath>
      {s.seen.value.zones && (
        <g clip-path="url(#on-card)">
          {shown.map((z) => (
            <polygon key={z.key} class={`zone${s.isLocked(z) ? " is-locked" : ""}`} points={points(z)} />
          ))}
        </g>
      )}
      {inTrouble.map(([z, found]) => (
        <polygon key={`p ${z.key}`} class={`zone in-trouble${found.includes("error") ? "" : " is-warning"}`} points={points(z)} />
      ))}
      {over && !chosen.includes(over) && <polygon class="zone is-hovered" points={points(over)} />}
      {over && !chosen.includes(over) && <Name zone={over} class="name" />}
      {gx.map((v) => {
        const [x] = toScreen([v, 0]);
        return <path class="guide" d={`M${x} ${-far}V${far}`} />;
      })}
      {gy.map((v) => {
        const [, y] = toScreen([0, v]);
        return <path class="guide" d={`M${-far} ${y}H${far}`} />;
      })}
      {chosen.map((z) => (
        <polygon key={z.key} class={`zone is-chosen${s.isLocked(z) ? " is-locked" : ""}`} points={points(z)} />
      ))}
      {one && !framing && <Name zone={one} class="name is-chosen" />}
      {hand && !framing && <Grips zone={one} />}
      {framing?.picture && (
        <>
          <polygon class="framed" points={points({ ...framing, frame: framing.picture })} />
          <text class="framed-words" x="50%" y="38" text-anchor="middle">
            Drag the picture, turn the wheel to zoom; Esc when it is right
          </text>
        </>
      )}
      <rect class="marquee" style="display:none" />
      <title>{`${now.id}, ${now.side}`}</title>
    </svg>
  );
}

function Name({ zone, class: kind }: { zone: ZoneInfo; class: string }) {
  const [x, y] = around(outline(zone).map(toScreen));
  const [, , w, h] = zone.frame;
  const size = `${w.toFixed(1)} × ${h.toFixed(1)} mm`;
  const isChosen = kind.includes("chosen");
  const text = isChosen ? `${zone.name}   ${size}` : zone.name;
  // The grip that turns it stands in the middle above it.
  const over = isChosen && text.length * 7 > (w * s.camera.value.zoom) / 2 ? 34 : 6;
  const wide = text.length * 6.6 + 12;
  return (
    <g class={kind} transform={`translate(${Math.round(x)} ${Math.round(Math.max(y - over, 40))})`}>
      <rect y={-14} width={wide} height={18} rx={4} />
      <text x={6}>{text}</text>
    </g>
  );
}

const CURSORS = ["nwse", "ns", "nesw", "ew", "nwse", "ns", "nesw", "ew"];

function Grips({ zone }: { zone: ZoneInfo }) {
  const map = toFace(zone);
  const [x, y, w, h] = zone.frame;
  const { zoom } = s.camera.value;
  const angle = (Math.atan2(map[1], map[0]) * 180) / Math.PI;
  const small = Math.min(w, h) * zoom < 26;
  const top = toScreen(apply(map, [x + w / 2, y - 22 / zoom]));
  const edge = toScreen(apply(map, [x + w / 2, y]));
  return (
    <g>
      <path class="stem" d={`M${edge}L${top}`} />
      <circle class="grip turner" data-grip="turn" cx={top[0]} cy={top[1]} r={5} />
      {GRIPS.map(([gx, gy], i) => {
        if (small && !(gx && gy)) return null;
        const [px, py] = toScreen(apply(map, [x + ((gx + 1) / 2) * w, y + ((gy + 1) / 2) * h]));
        const cursor = CURSORS[(i + Math.round(angle / 45) + 16) % 8];
        const reach = small ? 5 : 8;
        return (
          <g transform={`rotate(${angle} ${px} ${py})`} style={{ cursor: `${cursor}-resize` }}>
            <rect class="grip" data-grip={i} x={px - 4} y={py - 4} width={8} height={8} rx={2} />
            <rect class="grip-reach" data-grip={i} x={px - reach} y={py - reach} width={2 * reach} height={2 * reach} />
          </g>
        );
      })}
    </g>
  );
}

function Rulers() {
  return (
    <>
      <svg class="ruler across" aria-hidden="true">
        <Span down={false} />
        <Marks down={false} />
      </svg>
      <svg class="ruler down" aria-hidden="true">
        <Span down />
        <Marks down />
      </svg>
    </>
  );
}

/** How far the chosen zones reach. */
function Span({ down }: { down: boolean }) {
  const { zoom, x, y } = s.camera.value;
  if (!s.chosenZones.value.length) return null;
  const box = around(s.chosenZones.value.flatMap(outline));
  return down ? (
    <rect class="span" y={y + box[1] * zoom} height={box[3] * zoom} x={0} width={20} />
  ) : (
    <rect class="span" x={x + box[0] * zoom} width={box[2] * zoom} y={0} height={20} />
  );
}

/** The marks of a ruler, apart from what moves while a zone is dragged. */
function Marks({ down }: { down: boolean }) {
  const { zoom, x, y } = s.camera.value;
  const from = down ? y : x;
  const steps = [0.5, 1, 2, 5, 10, 20, 50, 100];
  const step = steps.find((v) => v * zoom >= 7) ?? 100;
  const label = steps.find((v) => v * zoom >= 46) ?? 100;
  const first = Math.floor((-from / zoom - 50) / step) * step;
  const marks = Array.from({ length: Math.ceil(3000 / (step * zoom)) + 40 }, (_, i) => first + i * step);
  const isLabel = (v: number) => Math.abs(v / label - Math.round(v / label)) < 1e-6;
  const line = (v: number) => {
    const [at, start] = [Math.round(from + v * zoom) + 0.5, isLabel(v) ? 10 : 15];
    return down ? `M${start} ${at}H20` : `M${at} ${start}V20`;
  };
  return (
    <>
      <path d={marks.map(line).join("")} />
      {marks.filter(isLabel).map((v) => {
        const at = from + v * zoom + 3;
        const place = down ? { transform: `translate(9 ${at}) rotate(-90)`, "text-anchor": "end" as const } : { x: at, y: 9 };
        return <text {...place}>{Math.round(v * 10) / 10}</text>;
      })}
    </>
  );
}

/** Lines chosen zones up, or spaces them evenly. */
export function align(how: "left" | "center" | "right" | "top" | "middle" | "bottom" | "across" | "down"): void {
  const list = s.editable();
  const now = s.face.value;
  if (!list.length || !now) return;
  const boxes = new Map(list.map((z) => [z.key, around(outline(z))]));
  const all: Box = list.length > 1 ? around(list.flatMap(outline)) : [0, 0, now.width, now.height];
  const by = new Map<string, Point>();
  if (how === "across" || how === "down") {
    const i = how === "across" ? 0 : 1;
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
      if (how === "left") by.set(key, [all[0] - x, 0]);
      if (how === "center") by.set(key, [all[0] + all[2] / 2 - x - w / 2, 0]);
      if (how === "right") by.set(key, [all[0] + all[2] - x - w, 0]);
      if (how === "top") by.set(key, [0, all[1] - y]);
      if (how === "middle") by.set(key, [0, all[1] + all[3] / 2 - y - h / 2]);
      if (how === "bottom") by.set(key, [0, all[1] + all[3] - y - h]);
    }
  }
  const placings: Placing[] = list.map((z) => ({ zone: z.key, frame: shifted(z, by.get(z.key) ?? [0, 0]) }));
  s.put(placings, list.length > 1 ? `Align: ${list.length} zones` : `Align: ${list[0]?.name}`);
}
