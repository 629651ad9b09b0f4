// The commands on the table, for keys and menus.

import type { Command } from "./commands";
import * as t from "./table-play";
import { DISCARD, LARGE, pileOf, type Pile } from "./table-state";

interface Shown extends Command {
  icon: string;
}

const one = (): Pile | undefined => (t.inHand.value === null && t.chosenPiles.value.length === 1 ? t.chosenPiles.value[0] : undefined);
const full = () => (one()?.cards.length ?? 0) > 0;
const many = () => (one()?.cards.length ?? 0) > 1;
const some = () => t.chosenCards().length > 0;
const single = () => t.chosenCards().length === 1 || full();

/** The only card that a command can refer to, if there is one. */
export function theCard(): number | undefined {
  if (t.inHand.value !== null) return t.inHand.value;
  const pile = one();
  return pile && t.top(pile);
}

function discard(): void {
  const pile = t.table.value?.piles.find((p) => p.home === DISCARD);
  if (pile) t.dispatch({ t: "put", cards: t.chosenCards(), pile: pile.id, where: "top", seed: 0 });
}

/** Stack everything chosen on the lowest pile. */
function stack(): void {
  const piles = t.chosenPiles.value;
  const [first, ...rest] = piles;
  if (!first || !rest.length) return;
  t.dispatch({ t: "put", cards: rest.flatMap((p) => p.cards), pile: first.id, where: "top", seed: 0 });
  t.chosen.value = [first.id];
}

/** Spread a stack's cards side by side: beside it, or where there is room. */
function spread(): void {
  const pile = one()!;
  const size = t.sizeOf(pile);
  const [wide, high] = [size.width + 4, size.height + 4];
  const count = pile.cards.length;
  const columns = Math.min(count, 10);
  const x = pile.home ? pile.x + wide + 8 : pile.x;
  const [right, below] = [x + columns * wide, pile.y + (Math.ceil(count / columns) - 0.5) * high];
  const others = t.table.value!.piles.filter((p) => p !== pile);
  const taken = others.some((p) => {
    const { width, height } = t.sizeOf(p);
    return p.x + width / 2 > x - wide / 2 && p.x - width / 2 < right && p.y + height / 2 > pile.y - high / 2 && p.y - height / 2 < below;
  });
  const [left, free] = t.free(high);
  t.dispatch(taken ? { t: "spread", pile: pile.id, x: left, y: free, columns, wide, high } : { t: "spread", pile: pile.id, x, y: pile.y, columns, wide, high });
}

function back(where: "top" | "bottom" | "shuffle"): () => void {
  return () => t.dispatch({ t: "back", cards: t.chosenCards(), where, seed: t.seed() });
}

function away(): boolean {
  // Not for cards that are in their stack already.
  return t.chosenCards().some((id) => {
    const pile = pileOf(t.table.value!, id);
    return !pile?.home || pile.home === DISCARD;
  });
}

/** Open a list of places for what is chosen. */
function moveTo(): void {
  const box = document.querySelector(".held.is-on, .pile.is-on")?.getBoundingClientRect();
  t.menuAt.value = { x: box ? box.left + box.width / 2 : innerWidth / 2, y: box ? box.top + box.height / 2 : innerHeight / 2, moving: true };
}

/** The places for cards: hands, then piles, those with names first. */
export function places(): Shown[] {
  const table = t.table.value!;
  const cards = t.chosenCards();
  const from = new Set(cards.map((id) => pileOf(table, id)?.id));
  const count = (n: number) => (n === 1 ? "1 card" : `${n} cards`);
  const hands = table.hands.map((hand, i): Shown => ({ name: `Hand of seat ${i + 1}, ${count(hand.length)}`, keys: [], icon: "deal", act: () => t.dispatch({ t: "hold", cards, seat: i }), can: () => !cards.every((id) => hand.includes(id)) }));
  const piles = [...table.piles].filter((p) => p.cards.length || p.home).sort((a, b) => Number(!a.name) - Number(!b.name));
  return [
    ...hands,
    ...piles.map((p): Shown => {
      const top = t.top(p);
      const name = p.name || (top !== undefined && table.cards[top]?.up ? t.nameOf(top) : "A pile face down");
      const put = () => {
        t.dispatch({ t: "put", cards, pile: p.id, where: "top", seed: 0 });
        t.inHand.value = null;
        t.chosen.value = [p.id];
      };
      return { name: `On ${name}, ${count(p.cards.length)}`, keys: [], icon: "group", act: put, can: () => !(from.size === 1 && from.has(p.id)) };
    }),
  ];
}

let drawnFrom = 0;

/** The stack to draw from: the chosen one, else the last one used, else the first. */
function source(): Pile | undefined {
  if (t.inHand.value === null && t.chosenPiles.value.length) return full() ? one() : undefined;
  const stacks = (t.table.value?.piles ?? []).filter((p) => p.cards.length && p.home !== DISCARD);
  return stacks.find((p) => p.id === drawnFrom) ?? stacks.find((p) => p.home);
}

export function draw(pile: Pile): void {
  drawnFrom = pile.id;
  t.dispatch({ t: "hold", cards: pile.cards.slice(-1), seat: t.seat.value });
}

function nudge(dx: number, dy: number): () => void {
  return () => t.dispatch({ t: "shift", piles: t.chosen.value, dx, dy });
}

/** Move the chosen card within the hand. */
function sort(by: number): void {
  const at = (t.table.value?.hands[t.seat.value] ?? []).indexOf(t.inHand.value!) + by;
  if (at >= 0) t.dispatch({ t: "hold", cards: [t.inHand.value!], seat: t.seat.value, at });
}

function stepHand(by: number): void {
  const hand = t.table.value?.hands[t.seat.value] ?? [];
  const next = hand[hand.indexOf(t.inHand.value!) + by];
  if (next !== undefined) {
    t.inHand.value = next;
    document.querySelector<HTMLElement>(`[data-card="${next}"]`)?.focus();
  }
}

/** Close what is open over the table; if nothing is, choose nothing. */
function escape(): void {
  if (t.closer.value || t.popped.value) {
    t.closer.value = "";
    t.popped.value = "";
  } else {
    t.chosen.value = [];
    t.inHand.value = null;
  }
}

function closer(view: "lying" | "front"): void {
  t.closer.value = t.closer.value ? "" : view;
}

const discarded = () => t.table.value?.piles.find((p) => p.home === DISCARD)?.cards ?? [];
const turned = (by: number) => () => t.dispatch({ t: "turn", cards: t.chosenCards(), by });
const onTable = () => t.chosenPiles.value.length > 0 && t.inHand.value === null;

export const COMMANDS: Shown[] = [
  { name: "Draw to the hand", keys: ["D"], icon: "deal", act: () => draw(source()!), can: () => source() !== undefined },
  { name: "Lay out", keys: ["Enter"], icon: "table", act: () => t.layOut([theCard()!]), can: () => t.inHand.value !== null || (full() && !!(one()!.home || one()!.cards.length > 1)) },
  { name: "Lay out face down", keys: ["Shift+Enter"], icon: "table", act: () => t.layOut([theCard()!], false), can: () => t.inHand.value !== null },
  { name: "Flip", keys: ["F"], icon: "flip", act: () => t.dispatch(one() && !one()!.home && many() ? { t: "over", pile: one()!.id } : { t: "flip", cards: t.chosenCards() }), can: () => some() && t.inHand.value === null },
  { name: "Turn right", keys: ["R"], icon: "redo", act: turned(90), can: () => some() && t.inHand.value === null },
  { name: "Turn left", keys: ["Shift+R"], icon: "undo", act: turned(-90), can: () => some() && t.inHand.value === null },
  { name: "Shuffle", keys: ["S"], icon: "shuffle", act: () => t.shuffle(one()!), can: many },
  { name: "Look through", keys: ["L"], icon: "search", act: () => (t.looked.value = one()!.id), can: many },
  { name: "Move to…", keys: ["M"], icon: "forward", act: moveTo, can: some },
  { name: "Stack", keys: ["G"], icon: "group", act: stack, can: () => t.chosenPiles.value.length > 1 },
  { name: "Unstack", keys: ["U"], icon: "repeat", act: spread, can: () => many() && one()!.cards.length <= 100 },
  { name: "Back on top of its stack", keys: ["B"], icon: "forward", act: back("top"), can: away },
  { name: "Back below its stack", keys: ["Shift+B"], icon: "backward", act: back("bottom"), can: away },
  { name: "Shuffle back into its stack", keys: [], icon: "shuffle", act: back("shuffle"), can: away },
  { name: "Shuffle the discard pile back into the stacks", keys: ["Shift+S"], icon: "shuffle", act: () => t.dispatch({ t: "back", cards: discarded(), where: "shuffle", seed: t.seed() }), can: () => discarded().length > 0 },
  { name: "Discard", keys: ["Delete", "Backspace"], icon: "trash", act: discard, can: () => some() && one()?.home !== DISCARD },
  { name: "Look closer", keys: [" "], icon: "eye", act: () => closer("lying"), can: () => t.closer.value !== "" || (single() && theCard() !== undefined) },
  { name: "Peek at its front", keys: ["Shift+ "], icon: "eye", act: () => closer("front"), can: () => t.inHand.value === null && single() && theCard() !== undefined && !t.table.value!.cards[theCard()!]!.up },
  { name: "Edit this card", keys: ["E"], icon: "card", act: () => t.edit(theCard()!), can: () => theCard() !== undefined },
];

export const OTHERS: Shown[] = [
  { name: "Undo on the table", keys: ["Mod+Z"], icon: "undo", act: () => t.step(-1), can: () => t.lastStep(-1) !== "" },
  { name: "Redo on the table", keys: ["Shift+Mod+Z", "Mod+Y"], icon: "redo", act: () => t.step(1), can: () => t.lastStep(1) !== "" },
  { name: "Deal…", keys: ["Shift+D"], icon: "deal", act: () => (t.popped.value = "deal"), can: () => t.table.value !== null },
  { name: "Deal packs…", keys: [], icon: "pack", act: () => (t.popped.value = "packs"), can: () => (t.info.value?.packs.length ?? 0) > 0 },
  { name: "New game: all cards back to their stacks, shuffled", keys: [], icon: "again", act: () => newGame(), can: () => t.table.value !== null },
  { name: "Show all of the table", keys: ["0"], icon: "fit", act: () => fit() },
  { name: "Zoom in", keys: ["+", "="], icon: "plus", act: () => zoomBy(1.25) },
  { name: "Zoom out", keys: ["-"], icon: "minus", act: () => zoomBy(0.8) },
  { name: "Choose all that is laid out", keys: ["Mod+A"], icon: "table", act: () => (t.chosen.value = t.table.value!.piles.filter((p) => !p.home).map((p) => p.id)), can: () => t.table.value !== null },
  { name: "", keys: ["Escape"], icon: "close", act: escape },
  { name: "", keys: ["ArrowLeft"], icon: "", act: () => (t.inHand.value !== null ? stepHand(-1) : nudge(-5, 0)()) },
  { name: "", keys: ["ArrowRight"], icon: "", act: () => (t.inHand.value !== null ? stepHand(1) : nudge(5, 0)()) },
  { name: "", keys: ["ArrowUp"], icon: "", act: nudge(0, -5), can: onTable },
  { name: "", keys: ["ArrowDown"], icon: "", act: nudge(0, 5), can: onTable },
  { name: "", keys: ["Shift+ArrowLeft"], icon: "", act: () => (t.inHand.value !== null ? sort(-1) : nudge(-25, 0)()) },
  { name: "", keys: ["Shift+ArrowRight"], icon: "", act: () => (t.inHand.value !== null ? sort(1) : nudge(25, 0)()) },
  { name: "", keys: ["Shift+ArrowUp"], icon: "", act: nudge(0, -25), can: onTable },
  { name: "", keys: ["Shift+ArrowDown"], icon: "", act: nudge(0, 25), can: onTable },
];

export function newGame(): void {
  t.dispatch(t.gathering());
  t.shaken.value = t.table.value!.piles.filter((p) => p.cards.length > 1).map((p) => p.id);
  setTimeout(() => (t.shaken.value = []), 500);
}

export function fit(): void {
  const host = document.querySelector(".felt")?.getBoundingClientRect();
  const piles = t.table.value?.piles ?? [];
  if (!host || !piles.length) return;
  const sides = piles.map((p) => {
    const { width, height } = t.sizeOf(p);
    return [p.x - width / 2, p.y - height / 2, p.x + width / 2, p.y + height / 2] as const;
  });
  const [x0, y0] = [Math.min(...sides.map((b) => b[0])), Math.min(...sides.map((b) => b[1]))];
  const [x1, y1] = [Math.max(...sides.map((b) => b[2])), Math.max(...sides.map((b) => b[3]))];
  // Room to play below the stacks, unless there are boards, on which the game is played.
  const played = piles.some((p) => !p.home || t.sizeOf(p).height > LARGE);
  const room = played ? 0 : Math.max(...piles.map((p) => Math.min(110, t.sizeOf(p).height))) + 24;
  const [beside, above, below] = [48, 64, 48];
  const zoom = Math.min(3, Math.max(0.15, Math.min((host.width - 2 * beside) / (x1 - x0), (host.height - above - below) / (y1 - y0 + room))));
  t.lens.value = { zoom, x: (host.width - (x0 + x1) * zoom) / 2, y: above - y0 * zoom, fitted: true };
}

let size = { width: 0, height: 0 };

/** Fit the table to another window size: all of it if all was visible, else with the same centre. */
export function resized(width: number, height: number): void {
  const { x, y, fitted } = t.lens.value;
  if (fitted) fit();
  else if (size.width) t.lens.value = { ...t.lens.value, x: x + (width - size.width) / 2, y: y + (height - size.height) / 2 };
  size = { width, height };
}

export function zoomBy(factor: number, at?: [number, number]): void {
  const host = document.querySelector(".felt")?.getBoundingClientRect();
  if (!host) return;
  const [x, y] = at ?? [host.width / 2, host.height / 2];
  const lens = t.lens.value;
  const zoom = Math.min(12, Math.max(0.1, lens.zoom * factor));
  const k = zoom / lens.zoom;
  t.lens.value = { zoom, x: x - (x - lens.x) * k, y: y - (y - lens.y) * k, fitted: false };
}
