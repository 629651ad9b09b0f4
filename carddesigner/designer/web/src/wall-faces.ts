// Faces of cards as elements of this page: requested, cached, and shown while they are visible.

import { effect, signal } from "@preact/signals";
import type { FromServer, GlyphFont, WallFace } from "./messages";
import * as s from "./state";

/** The most requests in flight for faces that are not visible. */
const AT_ONCE = 24;
/** Milliseconds per frame spent on new faces. */
const FRAME_BUDGET = 4;
/** Milliseconds after which faces are shown without fonts that are still loading. */
const FONT_TIMEOUT = 2000;
/** Characters of removed or replaced faces after which the browser is prompted to collect garbage. */
const COLLECT_AFTER = 700_000;
/** Bytes allocated for that prompt; none of them are touched. */
const CLAIMED_BYTES = 64 << 20;
const FIRST_LETTER = 0xf0000;
const PART = 4096;

type Piece = { component: string; id: string };

/** Received faces, each with the generation of the deck. */
const cache = new Map<string, { face: WallFace; generation: number }>();
const requested = new Map<string, number>();
/** Counts replies. */
export const received = signal(0);

const keyOf = (p: Piece) => s.wallKey(p.component, p.id, s.side.value);

function isFresh(key: string): boolean {
  return cache.get(key)?.generation === s.generation.value;
}

/** Request the faces of pieces whose cached ones are outdated. */
export function request(pieces: readonly Piece[]): void {
  if (s.connected.value !== "open") return;
  const [generation, side] = [s.generation.value, s.side.value];
  const wanted = pieces.filter((p) => !isFresh(keyOf(p)) && requested.get(keyOf(p)) !== generation);
  if (!wanted.length) return;
  for (const p of wanted) requested.set(keyOf(p), generation);
  s.send({ t: "wall", side, generation, failed_fonts: [...failedFonts], keys: wanted.map((p): [string, string] => [p.component, p.id]) });
}

/** Request more of these pieces while few requests are in flight; return whether any are still missing. */
export function requestMore(pieces: readonly Piece[]): boolean {
  void received.value;
  const generation = s.generation.value;
  const left = pieces.filter((p) => !isFresh(keyOf(p)));
  const waiting = left.filter((p) => requested.get(keyOf(p)) === generation).length;
  if (waiting < AT_ONCE / 2) request(left.filter((p) => requested.get(keyOf(p)) !== generation).slice(0, AT_ONCE));
  return left.length > 0;
}

s.listeners.push((message: FromServer) => {
  if (message.t === "opened") {
    cache.clear();
    requested.clear();
  }
  if (message.t !== "wall") return;
  message.fonts.forEach(loadFont);
  for (const face of message.faces) {
    const key = s.wallKey(face.component, face.id, message.side);
    if (requested.get(key) === message.generation) requested.delete(key);
    const before = cache.get(key);
    if (!face.unchanged) cache.set(key, { face, generation: message.generation });
    else if (before) cache.set(key, { face: before.face, generation: message.generation });
  }
  received.value++;
  schedule();
});

effect(() => {
  if (s.connected.value !== "open") requested.clear();
});

// Fonts.

const failedFonts = new Set<string>();
const families = new Set<string>();
let fontsToCome = 0;
let waitingSince = 0;

function loadFont({ family, parts }: GlyphFont): void {
  if (families.has(family)) return;
  families.add(family);
  for (let part = 0; part < parts; part++) {
    const [first, last] = [FIRST_LETTER + part * PART, FIRST_LETTER + (part + 1) * PART - 1];
    const unicodeRange = `U+${first.toString(16)}-${last.toString(16)}`;
    const font = new FontFace(family, `url(/font/${family}/${part})`, { unicodeRange });
    document.fonts.add(font);
    font.loaded.catch(() => {
      // From now on, its letters are drawn as outlines.
      failedFonts.add(family);
      s.outdate();
    });
    // A part of a large font is loaded when one of its letters is shown.
    if (parts > 1) continue;
    if (!fontsToCome++) waitingSince = performance.now();
    const arrived = () => {
      fontsToCome--;
      schedule();
    };
    font.load().then(arrived, arrived);
  }
}

// Shared definitions that faces refer to: on the page while one of these faces is shown.

const shared = document.createElementNS("http://www.w3.org/2000/svg", "svg");
shared.setAttribute("class", "shared");
shared.setAttribute("aria-hidden", "true");
const definitions = new Map<string, { count: number; element: Element }>();

function hold(face: WallFace): void {
  if (!shared.isConnected) document.body.append(shared);
  for (const [name, text] of face.definitions) {
    const definition = definitions.get(name);
    if (definition) definition.count++;
    else {
      shared.insertAdjacentHTML("beforeend", text);
      definitions.set(name, { count: 1, element: shared.lastElementChild! });
    }
  }
}

function release(face: WallFace): void {
  for (const [name] of face.definitions) {
    const definition = definitions.get(name);
    if (!definition || --definition.count) continue;
    definition.element.remove();
    definitions.delete(name);
  }
}

// Faces that are no longer shown.

let released = 0;

/** Browsers collect garbage by the memory of scripts, and an element takes many times that: without a prompt, faces that
 * were scrolled past take some hundred megabytes. The memory allocated here is released unused, but counts at once. */
function drop(letters: number): void {
  released += letters;
  if (released < COLLECT_AFTER) return;
  released = 0;
  void new ArrayBuffer(CLAIMED_BYTES);
}

// Hosts of faces.

const hosts = new Map<HTMLElement, { key: string; face: WallFace | null }>();
let frame = 0;

/** Show a face in an empty element as soon as it is cached, and whenever it changes; return a function that ends this. */
export function show(host: HTMLElement, key: string): () => void {
  hosts.set(host, { key, face: null });
  schedule();
  return () => {
    const shown = hosts.get(host)?.face;
    if (shown) release(shown);
    drop(shown?.svg.length ?? 0);
    hosts.delete(host);
    host.replaceChildren();
  };
}

function schedule(): void {
  frame ||= requestAnimationFrame(draw);
}

/** Show faces, those nearest to the centre of the window first, as many as fit in a frame's time. */
function draw(): void {
  frame = 0;
  if (fontsToCome && performance.now() - waitingSince < FONT_TIMEOUT) {
    schedule();
    return;
  }
  const left = [...hosts].filter(([, shown]) => {
    const face = cache.get(shown.key)?.face;
    return face && face !== shown.face;
  });
  if (!left.length) return;
  const end = performance.now() + FRAME_BUDGET;
  if (left.length > 1) {
    const middle = window.innerHeight / 2;
    const distances = new Map(left.map(([host]) => [host, Math.abs(host.getBoundingClientRect().top - middle)]));
    left.sort((a, b) => distances.get(a[0])! - distances.get(b[0])!);
  }
  for (const [host, shown] of left) {
    put(host, shown, cache.get(shown.key)!.face);
    if (performance.now() > end) break;
  }
  schedule();
}

function put(host: HTMLElement, shown: { face: WallFace | null }, face: WallFace): void {
  const before = shown.face;
  hold(face);
  if (face.problem) {
    const problem = document.createElement("span");
    problem.className = "problem";
    problem.textContent = face.problem;
    host.replaceChildren(problem);
  } else {
    const edge = `<path class="edge" d="${face.outline}"/>`;
    host.innerHTML = `<svg viewBox="0 0 ${face.width} ${face.height}" aria-hidden="true">${edge}${face.svg}</svg>`;
  }
  if (before) release(before);
  drop(before?.svg.length ?? 0);
  shown.face = face;
}
