// Faces of cards as elements of this page: requested, cached, and shown where they are seen.

import { effect, signal } from "@preact/signals";
import type { FromServer, GlyphFont, WallFace } from "./messages";
import * as s from "./state";

/** Faces that are waited for at once, besides those that are seen. */
const AT_ONCE = 24;
/** Milliseconds of a frame that are spent on new faces. */
const FRAME_BUDGET = 4;
/** Milliseconds after which faces are shown without the fonts that are still to come. */
const FONT_TIMEOUT = 2000;
/** Letters of faces that were taken off the page, or replaced, before the browser is to look for what is no longer used. */
const COLLECT_AFTER = 700_000;
/** Bytes that are claimed for that, of which none is touched. */
const CLAIMED_BYTES = 64 << 20;
const FIRST_LETTER = 0xf0000;
const PART = 4096;

type Piece = { component: string; id: string };

/** Faces that were received, and at which generation of the deck. */
const cache = new Map<string, { face: WallFace; generation: number }>();
const requested = new Map<string, number>();
/** Counts answers. */
export const received = signal(0);

const keyOf = (p: Piece) => s.wallKey(p.component, p.id, s.side.value);

function isFresh(key: string): boolean {
  return cache.get(key)?.generation === s.generation.value;
}

/** Requests the faces of pieces whose cached ones are outdated. */
export function request(pieces: readonly Piece[]): void {
  if (s.connected.value !== "open") return;
  const [generation, side] = [s.generation.value, s.side.value];
  const wanted = pieces.filter((p) => !isFresh(keyOf(p)) && requested.get(keyOf(p)) !== generation);
  if (!wanted.length) return;
  for (const p of wanted) requested.set(keyOf(p), generation);
  s.send({ t: "wall", side, generation, failed_fonts: [...failedFonts], keys: wanted.map((p): [string, string] => [p.component, p.id]) });
}

/** Asks for more of these pieces while few are waited for; gives whether any are still to come. */
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
      // Its letters are drawn as outlines from now on.
      failedFonts.add(family);
      s.outdate();
    });
    // Of a large font a part comes when a letter of it is shown.
    if (parts > 1) continue;
    if (!fontsToCome++) waitingSince = performance.now();
    const arrived = () => {
      fontsToCome--;
      schedule();
    };
    font.load().then(arrived, arrived);
  }
}

// What faces refer to, which several may share: there while one of them is shown.

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

// What was shown and isn't any more.

let released = 0;

/** A browser collects by what scripts hold, and an element is many times that: without a hint it goes on to some hundred
 * megabytes of faces that were scrolled past. What is claimed here is given back unread, but counts at once. */
function drop(letters: number): void {
  released += letters;
  if (released < COLLECT_AFTER) return;
  released = 0;
  void new ArrayBuffer(CLAIMED_BYTES);
}

// Where faces are shown.

const hosts = new Map<HTMLElement, { key: string; face: WallFace | null }>();
let frame = 0;

/** Shows a face in an element, which is empty, as soon as it is cached, and whenever it changes; gives what ends that. */
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

/** Shows faces, those nearest to the middle of the window first, as many as a frame has time for. */
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
