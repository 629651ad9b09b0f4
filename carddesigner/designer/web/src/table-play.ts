// The game on the table: stored across reloads, undone step by step; faces are requested when they become visible.

import { batch, computed, effect, signal } from "@preact/signals";
import type { FromServer, TablePiece, TablePieces } from "./messages";
import * as s from "./state";
import { act, done, fresh, isWhole, keyOf, named, pileOf, renamed, renames, seatOf, tableOf, usualSize, type Action, type Game, type Pile, type Table } from "./table-state";

export const info = signal<TablePieces | null>(null);
export const table = signal<Table | null>(null);
export const game = signal<Game | null>(null);
export const seat = signal(0);
/** The chosen piles, and the chosen card of the hand. */
export const chosen = signal<number[]>([]);
export const inHand = signal<number | null>(null);
/** Pixels per millimetre, the position of the table's origin, and whether the whole table is shown. */
export const lens = signal({ zoom: 2, x: 0, y: 0, fitted: true });
export const shaken = signal<number[]>([]);
export const looked = signal<number | null>(null);
export const popped = signal<"" | "deal" | "packs">("");
/** The position of the menu of what is chosen; with *moving* it lists the places to move to. */
export const menuAt = signal<{ x: number; y: number; moving?: boolean } | null>(null);
/** A card shown close up, as it lies or with its front. */
export const closer = signal<"" | "lying" | "front">("");

export const pieces = computed(() => new Map((info.value?.pieces ?? []).map((p): [string, TablePiece] => [keyOf(p.component, p.id), p])));
const backs = computed(() => new Map([...(info.value?.pieces ?? [])].reverse().map((p): [number, TablePiece] => [p.back, p])));

/** The pieces with which a game began; another number of cards is another stock. */
let stock = "";
/** The deck of the game. */
let owner = "";
let past: Table[] = [];

function place(): string {
  return `table ${s.deck.value?.folder}`;
}

function keep(): void {
  if (!game.value) return;
  try {
    localStorage.setItem(place(), JSON.stringify({ ...game.value, stock, seat: seat.value }));
  } catch {
    // Too large to be stored: the game continues without.
  }
}

function open(made: Game): void {
  batch(() => {
    game.value = made;
    table.value = tableOf(made);
    past = [];
    past[made.at] = table.value;
  });
}

function receive(message: FromServer): void {
  if (message.t === "pieces") begin(message);
  else if (message.t === "dealt") {
    const [x, y] = free(88);
    const packs = message.packs.map((p) => ({ title: p.title, cards: p.cards.map(([c, id]) => keyOf(c, id)) }));
    dispatch({ t: "packs", packs, x, y });
    s.notify("info", `${packs.length === 1 ? "1 pack" : `${packs.length} packs`} dealt by the seed ${message.seed}`);
  }
}

/** The centre of a card with this height below everything on the table. */
export function free(height: number): [number, number] {
  const piles = table.value?.piles ?? [];
  const left = Math.min(...piles.map((p) => p.x - sizeOf(p).width / 2));
  return [left + 32, Math.max(...piles.map((p) => p.y + sizeOf(p).height / 2)) + 24 + height / 2];
}

function begin(message: TablePieces): void {
  info.value = message;
  if (owner !== place()) {
    owner = place();
    game.value = table.value = null;
    chosen.value = [];
    inHand.value = looked.value = null;
    lens.value = { ...lens.value, fitted: true };
    links.clear();
  }
  const printed = message.pieces.map((p) => `${keyOf(p.component, p.id)} ${p.copies}`).join("\n");
  if (!game.value) {
    try {
      const was = JSON.parse(localStorage.getItem(place()) ?? "null");
      if (was) {
        stock = was.stock;
        seat.value = was.seat;
        open({ base: was.base, actions: was.actions, at: was.at });
      }
    } catch {
      // The stored game can't be read.
    }
  }
  if (!game.value || !table.value) {
    stock = printed;
    open(done({ base: fresh(message.pieces, 2), actions: [], at: 0 }, gathering()));
  } else if (stock !== printed) {
    stock = printed;
    const other = renamed(game.value, renames(table.value, message.pieces));
    if (isWhole(tableOf(other), message.pieces)) open(other);
    else {
      // Earlier actions do not apply to other numbers of cards.
      open({ base: act(table.value, { t: "deck", stock: message.pieces }), actions: [], at: 0 });
      s.notify("info", "The deck has other cards now; the game goes on with them.");
    }
  }
  keep();
}

s.listeners.push(receive);

/** Request the pieces, now and whenever the deck changes. */
export function sit(): () => void {
  return effect(() => {
    s.deck.value;
    s.edited.value;
    if (s.connected.peek() === "open") s.send({ t: "pieces" });
  });
}

export function seed(): number {
  return Math.floor(Math.random() * 1_000_000);
}

/** Return all cards to their stacks, shuffled except for pages, which keep their order. */
export function gathering(): Action {
  return { t: "gather", seed: seed(), ordered: [...new Set((info.value?.pieces ?? []).filter((p) => p.is_page).map((p) => p.component))] };
}

export function dispatch(action: Action): void {
  const [played, before] = [game.value, table.value];
  if (!played || !before) return;
  const after = act(before, action);
  if (after === before) return;
  batch(() => {
    game.value = done(played, action);
    table.value = after;
    const dropped = played.at + 1 - game.value.at;
    past = past.slice(0, played.at + 1).slice(dropped);
    past[game.value.at] = after;
    settle();
  });
  keep();
}

export function step(by: -1 | 1): void {
  const current = game.value;
  if (!current || current.at + by < 0 || current.at + by > current.actions.length) return;
  batch(() => {
    const moved = { ...current, at: current.at + by };
    game.value = moved;
    table.value = past[moved.at] ??= tableOf(moved);
    settle();
  });
  keep();
}

/** Drop from the chosen items those that do not exist any more. */
function settle(): void {
  const current = table.value!;
  const there = new Set(current.piles.map((p) => p.id));
  if (chosen.value.some((id) => !there.has(id))) chosen.value = chosen.value.filter((id) => there.has(id));
  if (seat.value >= current.hands.length) seat.value = 0;
  if (inHand.value !== null && !current.hands[seat.value]?.includes(inHand.value)) inHand.value = null;
  if (looked.value !== null && !there.has(looked.value)) looked.value = null;
}

export function sitAt(other: number): void {
  batch(() => {
    seat.value = other;
    inHand.value = null;
  });
  keep();
}

export function lastStep(by: -1 | 1): string {
  const current = game.value;
  const action = current?.actions[by < 0 ? current.at - 1 : current.at];
  return action ? named(action) : "";
}

// Chosen cards and piles.

export const chosenPiles = computed((): Pile[] => (table.value?.piles ?? []).filter((p) => chosen.value.includes(p.id)));

export function top(pile: Pile): number | undefined {
  return pile.cards.at(-1);
}

/** The cards for commands: the chosen one of the hand, or those of the chosen piles. */
export function chosenCards(): number[] {
  if (inHand.value !== null) return [inHand.value];
  return chosenPiles.value.flatMap((p) => (p.home ? p.cards.slice(-1) : p.cards));
}

export function nameOf(card: number): string {
  const key = table.value?.cards[card]?.piece ?? "";
  const piece = pieces.value.get(key);
  return piece?.name || piece?.id || key;
}

export function sizeOf(pile: Pile): { width: number; height: number } {
  const card = top(pile);
  const piece = card !== undefined ? pieces.value.get(table.value!.cards[card]!.piece) : undefined;
  const all = info.value?.pieces ?? [];
  return piece ?? all.find((p) => p.component === pile.home) ?? usualSize(all);
}

export function shuffle(pile: Pile): void {
  dispatch({ t: "shuffle", pile: pile.id, seed: seed() });
  shaken.value = [...shaken.value, pile.id];
  setTimeout(() => (shaken.value = shaken.value.filter((id) => id !== pile.id)), 500);
}

export function edit(card: number): void {
  const onTable = table.value?.cards[card];
  const piece = onTable && pieces.value.get(onTable.piece);
  if (!piece) return;
  s.show(piece.component, piece.id, onTable.up || seatOf(table.value!, card) >= 0 || !piece.back ? "front" : "back");
}

/** Move cards of a pile or a hand to a free place near it on the table. */
export function layOut(cards: number[], up = true): void {
  const { zoom, x, y } = lens.value;
  const host = document.querySelector(".felt")?.getBoundingClientRect();
  const from = cards[0] !== undefined ? pileOf(table.value!, cards[0]) : undefined;
  const middle: [number, number] = from ? [from.x, from.y + sizeOf(from).height + 12] : [((host?.width ?? 800) / 2 - x) / zoom, ((host?.height ?? 500) * 0.75 - y) / zoom];
  // Not exactly on another pile.
  const taken = (px: number, py: number) => table.value!.piles.some((p) => Math.abs(p.x - px) < 8 && Math.abs(p.y - py) < 8);
  while (taken(...middle)) middle[0] += 12;
  dispatch({ t: "lay", cards, x: middle[0], y: middle[1], up });
}

// Pictures of faces.

const links = new Map<string, { svg: string; link: string }>();
const asked = new Map<string, number>();
let waiting: { side: "front" | "back"; key: [string, string] }[] = [];
let timer = 0;

function ask(key: string, side: "front" | "back", piece: TablePiece): void {
  const time = performance.now();
  if (time - (asked.get(key) ?? -Infinity) < 3000) return;
  asked.set(key, time);
  waiting.push({ side, key: [piece.component, piece.id] });
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    for (const of of ["front", "back"] as const) {
      const list = waiting.filter((w) => w.side === of).map((w) => w.key);
      for (let i = 0; i < list.length; i += 8) s.send({ t: "face-files", side: of, keys: list.slice(i, i + 8) });
    }
    waiting = [];
  }, 15);
}

/** The address of the picture of a piece's side; empty until it is received, the last one while a new one is pending. */
export function picture(key: string, up: boolean): string {
  const piece = pieces.value.get(key);
  const own = up ? piece : piece && backs.value.get(piece.back);
  if (!own || (!up && !own.back)) return "";
  const side = up ? "front" : "back";
  const wallKey = s.wallKey(own.component, own.id, side);
  const face = s.files.value.get(wallKey);
  const old = links.get(wallKey);
  if (!face) {
    ask(wallKey, side, own);
    return old?.link ?? "";
  }
  asked.delete(wallKey);
  if (old?.svg === face.svg) return old.link;
  if (old) setTimeout(() => URL.revokeObjectURL(old.link), 2000);
  const link = face.svg ? URL.createObjectURL(new Blob([face.svg], { type: "image/svg+xml" })) : "";
  links.set(wallKey, { svg: face.svg, link });
  return link;
}
