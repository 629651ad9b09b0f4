// Faces of cards as elements of this page: asked for, kept, and shown where somebody wants to see them.

import { effect, signal } from "@preact/signals";
import type { FromServer, GlyphFont, WallFace } from "./messages";
import * as s from "./state";

/** Faces that are waited for at once, besides those that are seen. */
const AT_ONCE = 24;
/** Milliseconds of a frame that are spent on new faces. */
const OF_A_FRAME = 4;
/** Milliseconds after which faces are shown without the fonts that are still to come. */
const PATIENCE = 2000;
/** Letters of faces that were taken off the page, or told anew, before the browser is to look for what is no longer used. */
const MUCH = 700_000;
/** Bytes that are claimed for that, of which none is touched. */
const CLAIMED = 64 << 20;
const FIRST_LETTER = 0xf0000;
const PART = 4096;

type Piece = { component: string; id: string };

/** What was told of faces, and at which age of the deck. */
const known = new Map<string, { face: WallFace; age: number }>();
const asked = new Map<string, number>();
/** Counts what came. */
export const told = signal(0);

const keyOf = (p: Piece) => s.wallKey(p.component, p.id, s.side.value);

function isFresh(key: string): boolean {
  return known.get(key)?.age === s.age.value;
}

/** Asks for the faces of pieces that aren't known as they are now. */
export function ask(pieces: readonly Piece[]): void {
  if (s.connected.value !== "open") return;
  const [age, side] = [s.age.value, s.side.value];
  const wanted = pieces.filter((p) => !isFresh(keyOf(p)) && asked.get(keyOf(p)) !== age);
  if (!wanted.length) return;
  for (const p of wanted) asked.set(keyOf(p), age);
  s.send({ t: "wall", side, age, refused: [...refused], keys: wanted.map((p): [string, string] => [p.component, p.id]) });
}

/** Asks for more of these pieces while few are waited for; gives whether any are still to come. */
export function askMore(pieces: readonly Piece[]): boolean {
  void told.value;
  const age = s.age.value;
  const left = pieces.filter((p) => !isFresh(keyOf(p)));
  const waiting = left.filter((p) => asked.get(keyOf(p)) === age).length;
  if (waiting < AT_ONCE / 2) ask(left.filter((p) => asked.get(keyOf(p)) !== age).slice(0, AT_ONCE));
  return left.length > 0;
}

s.listeners.push((message: FromServer) => {
  if (message.t === "opened") {
    known.clear();
    asked.clear();
  }
  if (message.t !== "wall") return;
  message.fonts.forEach(take);
  for (const face of message.faces) {
    const key = s.wallKey(face.component, face.id, message.side);
    if (asked.get(key) === message.age) asked.delete(key);
    const before = known.get(key);
    if (!face.same) known.set(key, { face, age: message.age });
    else if (before) known.set(key, { face: before.face, age: message.age });
  }
  told.value++;
  soon();
});

effect(() => {
  if (s.connected.value !== "open") asked.clear();
});

// Fonts.

const refused = new Set<string>();
const families = new Set<string>();
let fontsToCome = 0;
let since = 0;

function take({ family, parts }: GlyphFont): void {
  if (families.has(family)) return;
  families.add(family);
  for (let part = 0; part < parts; part++) {
    const [first, last] = [FIRST_LETTER + part * PART, FIRST_LETTER + (part + 1) * PART - 1];
    const unicodeRange = `U+${first.toString(16)}-${last.toString(16)}`;
    const font = new FontFace(family, `url(/font/${family}/${part})`, { unicodeRange });
    document.fonts.add(font);
    font.loaded.catch(() => {
      // Its letters are drawn as outlines from now on.
      refused.add(family);
      s.outdate();
    });
    // Of a large font a part comes when a letter of it is shown.
    if (parts > 1) continue;
    if (!fontsToCome++) since = performance.now();
    const come = () => {
      fontsToCome--;
      soon();
    };
    font.load().then(come, come);
  }
}

// What faces refer to, which several may share: there while one of them is shown.

const shared = document.createElementNS("http://www.w3.org/2000/svg", "svg");
shared.setAttribute("class", "shared");
shared.setAttribute("aria-hidden", "true");
const held = new Map<string, { count: number; element: Element }>();

function hold(face: WallFace): void {
  if (!shared.isConnected) document.body.append(shared);
  for (const [name, text] of face.definitions) {
    const now = held.get(name);
    if (now) now.count++;
    else {
      shared.insertAdjacentHTML("beforeend", text);
      held.set(name, { count: 1, element: shared.lastElementChild! });
    }
  }
}

function release(face: WallFace): void {
  for (const [name] of face.definitions) {
    const now = held.get(name);
    if (!now || --now.count) continue;
    now.element.remove();
    held.delete(name);
  }
}

// What was shown and isn't any more.

let gone = 0;

/** A browser collects by what scripts hold, and an element is many times that: without a word from us it goes on to some hundred
 * megabytes of faces that were scrolled past. What is claimed here is given back unread, but counts at once. */
function drop(letters: number): void {
  gone += letters;
  if (gone < MUCH) return;
  gone = 0;
  void new ArrayBuffer(CLAIMED);
}

// Where faces are shown.

const hosts = new Map<HTMLElement, { key: string; face: WallFace | null }>();
let frame = 0;

/** Shows a face in an element, which is empty, as soon as it is known, and whenever it is another; gives what ends that. */
export function show(host: HTMLElement, key: string): () => void {
  hosts.set(host, { key, face: null });
  soon();
  return () => {
    const shown = hosts.get(host)?.face;
    if (shown) release(shown);
    drop(shown?.svg.length ?? 0);
    hosts.delete(host);
    host.replaceChildren();
  };
}

function soon(): void {
  frame ||= requestAnimationFrame(draw);
}

/** Shows faces, those nearest to the middle of the window first, as many as a frame has time for. */
function draw(): void {
  frame = 0;
  if (fontsToCome && performance.now() - since < PATIENCE) {
    soon();
    return;
  }
  const left = [...hosts].filter(([, now]) => {
    const face = known.get(now.key)?.face;
    return face && face !== now.face;
  });
  if (!left.length) return;
  const end = performance.now() + OF_A_FRAME;
  if (left.length > 1) {
    const middle = window.innerHeight / 2;
    const off = new Map(left.map(([host]) => [host, Math.abs(host.getBoundingClientRect().top - middle)]));
    left.sort((a, b) => off.get(a[0])! - off.get(b[0])!);
  }
  for (const [host, now] of left) {
    put(host, now, known.get(now.key)!.face);
    if (performance.now() > end) break;
  }
  soon();
}

function put(host: HTMLElement, now: { face: WallFace | null }, face: WallFace): void {
  const before = now.face;
  hold(face);
  if (face.problem) {
    const words = document.createElement("span");
    words.className = "problem";
    words.textContent = face.problem;
    host.replaceChildren(words);
  } else {
    const edge = `<path class="edge" d="${face.outline}"/>`;
    host.innerHTML = `<svg viewBox="0 0 ${face.width} ${face.height}" aria-hidden="true">${edge}${face.svg}</svg>`;
  }
  if (before) release(before);
  drop(before?.svg.length ?? 0);
  now.face = face;
}
