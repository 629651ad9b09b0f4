// The state of the table: cards in piles and hands, changed by actions that are plain values. Independent of the page
// and the clock; the only randomness is from seeds.

export interface Card {
  /** The key of its piece, from `keyOf`. */
  piece: string;
  up: boolean;
  /** Degrees clockwise: 0, 90, 180 or 270. */
  turn: number;
  /** Whether it came from a pack, in addition to the printed cards. */
  extra: boolean;
}

export interface Pile {
  id: number;
  /** Its centre, in millimetres. */
  x: number;
  y: number;
  /** Its name; a named pile stays when it is empty. */
  name: string;
  /** The component whose stack it is, `DISCARD`, or empty. */
  home: string;
  /** From bottom to top. */
  cards: number[];
}

export interface Table {
  cards: Record<number, Card>;
  /** From bottom to top. */
  piles: Pile[];
  hands: number[][];
  next: number;
}

export interface Stock {
  component: string;
  id: string;
  copies: number;
  width: number;
  height: number;
}

export type Where = "top" | "bottom" | "shuffle";

export type Action =
  | { t: "lay"; cards: number[]; x: number; y: number; up?: boolean }
  | { t: "shift"; piles: number[]; dx: number; dy: number }
  | { t: "put"; cards: number[]; pile: number; where: Where; seed: number }
  | { t: "hold"; cards: number[]; seat: number; at?: number }
  | { t: "deal"; pile: number; each: number; seats: number[] }
  | { t: "shuffle"; pile: number; seed: number }
  | { t: "flip"; cards: number[] }
  | { t: "over"; pile: number }
  | { t: "turn"; cards: number[]; by: number }
  | { t: "spread"; pile: number; x: number; y: number; columns: number; wide: number; high: number }
  | { t: "raise"; piles: number[] }
  | { t: "back"; cards: number[]; where: Where; seed: number }
  | { t: "gather"; seed: number; ordered?: string[] }
  | { t: "seats"; count: number }
  | { t: "packs"; packs: { title: string; cards: string[] }[]; x: number; y: number }
  | { t: "deck"; stock: Stock[] };

export const DISCARD = "discard pile";
export const MOST_SEATS = 8;
/** The most cards on a table; of a deck with more, fewer copies are laid out. */
export const MOST_CARDS = 4000;
const GAP = 12;
/** A piece higher than this, in millimetres, is a board. */
export const LARGE = 130;
/** The width of a name, in millimetres. */
export const LABEL = 64;

export function keyOf(component: string, id: string): string {
  return `${component}/${id}`;
}

/** Random numbers from 0 to below 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const out = [...list];
  const next = numbers(seed);
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

/** The number of copies of each piece that are laid out. */
function counts(stock: readonly Stock[]): Map<string, number> {
  const total = stock.reduce((sum, p) => sum + p.copies, 0);
  const k = total > MOST_CARDS ? MOST_CARDS / total : 1;
  return new Map(stock.map((p) => [keyOf(p.component, p.id), Math.floor(p.copies * k)]));
}

/** The most common size of pieces that are no boards. */
export function usualSize(stock: readonly Stock[]): { width: number; height: number } {
  const sizes = new Map<string, { width: number; height: number; copies: number }>();
  for (const { width, height, copies } of stock)
    if (height <= LARGE) sizes.set(`${width} ${height}`, { width, height, copies: copies + (sizes.get(`${width} ${height}`)?.copies ?? 0) });
  return [...sizes.values()].reduce((most, size) => (size.copies > most.copies ? size : most), { width: 63, height: 88, copies: 0 });
}

export function fresh(stock: readonly Stock[], seats: number): Table {
  const empty: Table = { cards: {}, piles: [], hands: Array.from({ length: seats }, () => []), next: 1 };
  return stocked(empty, stock);
}

/** New names of pieces: if a component has as many new ids as removed ones, these are the same pieces renamed. */
export function renames(table: Table, stock: readonly Stock[]): Map<string, string> {
  const printed = new Map(stock.map((p) => [keyOf(p.component, p.id), p]));
  const were = new Set(Object.keys(table.cards).map(Number).sort((a, b) => a - b).map((id) => table.cards[id]!.piece));
  const out = new Map<string, string>();
  for (const component of new Set(stock.map((p) => p.component))) {
    const gone = [...were].filter((key) => !printed.has(key) && key.startsWith(`${component}/`));
    const fresh = stock.filter((p) => p.component === component && p.copies && !were.has(keyOf(component, p.id)));
    if (gone.length === fresh.length) gone.forEach((key, i) => out.set(key, keyOf(component, fresh[i]!.id)));
  }
  return out;
}

function recalled(table: Table, names: Map<string, string>): Table {
  const cards = Object.fromEntries(Object.entries(table.cards).map(([id, card]) => [id, { ...card, piece: names.get(card.piece) ?? card.piece }]));
  return { ...table, cards };
}

/** The same game with renamed pieces. */
export function renamed(game: Game, names: Map<string, string>): Game {
  const pack = (p: { title: string; cards: string[] }) => ({ ...p, cards: p.cards.map((key) => names.get(key) ?? key) });
  return { ...game, base: recalled(game.base, names), actions: game.actions.map((a) => (a.t === "packs" ? { ...a, packs: a.packs.map(pack) } : a)) };
}

/** Whether the table has exactly the cards that the deck prints. */
export function isWhole(table: Table, stock: readonly Stock[]): boolean {
  const have = new Map<string, number>();
  for (const card of Object.values(table.cards)) if (!card.extra) have.set(card.piece, (have.get(card.piece) ?? 0) + 1);
  const wanted = [...counts(stock)].filter(([, n]) => n);
  return wanted.length === have.size && wanted.every(([key, n]) => have.get(key) === n);
}

/** The table with all stacks of a deck's pieces, without cards of removed pieces, and with new copies at the bottom of their stacks. */
function stocked(before: Table, stock: readonly Stock[]): Table {
  const table = recalled(before, renames(before, stock));
  const wanted = counts(stock);
  const cards = { ...table.cards };
  let { next } = table;
  let piles = table.piles.map((p) => ({ ...p, cards: [...p.cards] }));
  const right = () => Math.max(0, ...piles.filter((p) => p.home).map((p) => p.x));
  const columns = new Map<string, { width: number; height: number }>();
  for (const p of stock) {
    const size = columns.get(p.component) ?? { width: 0, height: 0 };
    columns.set(p.component, { width: Math.max(size.width, p.width), height: Math.max(size.height, p.height) });
  }
  if (!piles.length) {
    // Card-sized stacks with the discard pile first, then large boards.
    const all: [string, { width: number; height: number }][] = [...columns];
    const small = all.filter(([, b]) => b.height <= LARGE);
    const order: typeof all = [...small, [DISCARD, usualSize(stock)], ...all.filter(([, b]) => b.height > LARGE)];
    const places = arranged(order.map(([, b]) => b));
    piles = order.map(([home], i) => ({ id: next++, ...places[i]!, name: home === DISCARD ? "Discard" : home, home, cards: [] }));
  }
  for (const [component, size] of columns)
    if (!piles.some((p) => p.home === component)) piles.push({ id: next++, x: right() + size.width + GAP, y: 0, name: component, home: component, cards: [] });
  // Cards in their own stacks are removed first.
  const atHome = new Set(piles.filter((p) => p.home && p.home !== DISCARD).flatMap((p) => p.cards));
  const gone = new Set<number>();
  const have = new Map<string, number>();
  const ids = Object.keys(cards).map(Number);
  for (const id of [...ids.filter((i) => !atHome.has(i)), ...ids.filter((i) => atHome.has(i))]) {
    const card = cards[id]!;
    const count = (have.get(card.piece) ?? 0) + (card.extra ? 0 : 1);
    const most = wanted.get(card.piece);
    if (most === undefined || (!card.extra && count > most)) {
      gone.add(id);
      delete cards[id];
    } else have.set(card.piece, count);
  }
  const made = new Map<string, number[]>();
  for (const p of stock) {
    const key = keyOf(p.component, p.id);
    for (let n = have.get(key) ?? 0; n < (wanted.get(key) ?? 0); n++) {
      cards[next] = { piece: key, up: false, turn: 0, extra: false };
      made.set(p.component, [...(made.get(p.component) ?? []), next++]);
    }
  }
  piles = piles.map((p) => ({ ...p, cards: [...(made.get(p.home) ?? []).reverse(), ...p.cards.filter((id) => !gone.has(id))] }));
  piles = piles.filter((p) => p.cards.length || (p.home && (p.home === DISCARD || columns.has(p.home))));
  return { cards, piles, hands: table.hands.map((h) => h.filter((id) => !gone.has(id))), next };
}

/** Centres of boxes side by side in few rows, with room for names below, together about as wide as a screen; the tops
 * of a row are aligned. */
function arranged(sizes: { width: number; height: number }[]): { x: number; y: number }[] {
  sizes = sizes.map((b) => ({ width: Math.max(b.width, LABEL), height: b.height }));
  const area = sizes.reduce((sum, b) => sum + (b.width + GAP) * (b.height + 3 * GAP), 0);
  const wide = Math.max(Math.sqrt(8 * area), ...sizes.map((b) => b.width + 1));
  const out: { x: number; y: number }[] = [];
  let [x, y, high] = [0, 0, 0];
  for (const b of sizes) {
    if (x && x + b.width > wide) [x, y, high] = [0, y + high + 2.5 * GAP, 0];
    out.push({ x: x + b.width / 2, y: y + b.height / 2 });
    x += b.width + GAP;
    high = Math.max(high, b.height);
  }
  return out;
}

/** The table without some cards; piles that this empties are removed unless they have a name. */
function without(table: Table, ids: readonly number[]): Table {
  const taken = new Set(ids);
  const keep = (list: number[]) => (list.some((id) => taken.has(id)) ? list.filter((id) => !taken.has(id)) : list);
  const piles = table.piles.map((p) => ({ ...p, cards: keep(p.cards) })).filter((p) => p.cards.length || p.home);
  return { ...table, piles, hands: table.hands.map(keep) };
}

function changed(table: Table, ids: readonly number[], change: (card: Card) => Partial<Card>): Table {
  const cards = { ...table.cards };
  for (const id of ids) if (cards[id]) cards[id] = { ...cards[id], ...change(cards[id]) };
  return { ...table, cards };
}

function onTable(table: Table, ids: readonly number[]): number[] {
  return [...new Set(ids)].filter((id) => table.cards[id]);
}

export function pileOf(table: Table, card: number): Pile | undefined {
  return table.piles.find((p) => p.cards.includes(card));
}

export function seatOf(table: Table, card: number): number {
  return table.hands.findIndex((h) => h.includes(card));
}

/** Which way up cards are put on a pile: like its top card; face down on a stack; face up on the discard pile. */
function facing(table: Table, pile: Pile): boolean | null {
  if (pile.home) return pile.home === DISCARD;
  const top = pile.cards.at(-1);
  return top === undefined ? null : (table.cards[top]?.up ?? null);
}

function put(table: Table, ids: readonly number[], pile: number, where: Where, seed: number): Table {
  const to = table.piles.find((p) => p.id === pile);
  const own = onTable(table, ids);
  if (!to || !own.length) return table;
  const up = facing(table, { ...to, cards: to.cards.filter((id) => !own.includes(id)) });
  // The pile stays even if all its cards are among those put on it.
  let out = without({ ...table, piles: table.piles.map((p) => (p.id === pile ? { ...p, home: p.home || "?" } : p)) }, own);
  const rest = out.piles.find((p) => p.id === pile)!.cards;
  let cards = where === "bottom" ? [...own, ...rest] : [...rest, ...own];
  if (where === "shuffle") cards = shuffled(cards, seed);
  out = { ...out, piles: out.piles.map((p) => (p.id === pile ? { ...p, home: to.home, cards } : p)) };
  return changed(out, own, (c) => ({ up: up ?? c.up, turn: to.home ? 0 : c.turn }));
}

/** The table after an action; an action that no longer applies changes nothing. */
export function act(table: Table, action: Action): Table {
  const pile = "pile" in action ? table.piles.find((p) => p.id === action.pile) : undefined;
  const withPile = (change: Partial<Pile>): Table => ({ ...table, piles: table.piles.map((p) => (p === pile ? { ...p, ...change } : p)) });
  switch (action.t) {
    case "lay": {
      const own = onTable(table, action.cards);
      if (!own.length) return table;
      const out = without(table, own);
      const made = { ...out, next: out.next + 1, piles: [...out.piles, { id: out.next, x: action.x, y: action.y, name: "", home: "", cards: own }] };
      return action.up === undefined ? made : changed(made, own, () => ({ up: action.up! }));
    }
    case "shift": {
      const moved = new Set(action.piles);
      const place = (p: Pile) => (moved.has(p.id) ? { ...p, x: p.x + action.dx, y: p.y + action.dy } : p);
      return raised({ ...table, piles: table.piles.map(place) }, action.piles);
    }
    case "raise":
      return raised(table, action.piles);
    case "put":
      return put(table, action.cards, action.pile, action.where, action.seed);
    case "hold": {
      const own = onTable(table, action.cards);
      if (!own.length || !table.hands[action.seat]) return table;
      const out = changed(without(table, own), own, () => ({ up: true, turn: 0 }));
      const hand = [...out.hands[action.seat]!];
      hand.splice(action.at ?? hand.length, 0, ...own);
      return { ...out, hands: out.hands.map((h, i) => (i === action.seat ? hand : h)) };
    }
    case "deal": {
      if (!pile) return table;
      const seats = action.seats.filter((i) => table.hands[i]);
      const drawn = pile.cards.slice(-Math.min(pile.cards.length, action.each * seats.length)).reverse();
      if (!seats.length || action.each < 1) return table;
      const out = changed(without(table, drawn), drawn, () => ({ up: true, turn: 0 }));
      // One card at a time around the table.
      const hands = out.hands.map((h, i) => [...h, ...drawn.filter((_, n) => seats[n % seats.length] === i)]);
      return { ...out, hands };
    }
    case "shuffle":
      return pile ? withPile({ cards: shuffled(pile.cards, action.seed) }) : table;
    case "flip":
      return changed(table, action.cards, (c) => ({ up: !c.up }));
    case "over":
      return pile ? changed(withPile({ cards: [...pile.cards].reverse() }), pile.cards, (c) => ({ up: !c.up })) : table;
    case "turn":
      return changed(table, action.cards, (c) => ({ turn: (((c.turn + action.by) % 360) + 360) % 360 }));
    case "spread": {
      if (!pile || pile.cards.length < 2 || action.columns < 1) return table;
      const { next } = table;
      const place = (i: number) => ({ x: action.x + (i % action.columns) * action.wide, y: action.y + Math.floor(i / action.columns) * action.high });
      const placed = pile.cards.map((id, i) => ({ id: next + i, ...place(i), name: "", home: "", cards: [id] }));
      const rest = table.piles.flatMap((p) => (p !== pile ? [p] : pile.home ? [{ ...p, cards: [] }] : []));
      return { ...table, next: next + placed.length, piles: [...rest, ...placed] };
    }
    case "back":
      return sentBack(table, onTable(table, action.cards), action.where, action.seed);
    case "gather": {
      const extra = Object.keys(table.cards).map(Number).filter((id) => table.cards[id]!.extra);
      const all = Object.keys(table.cards).map(Number);
      let out = sentBack(table, all.filter((id) => !table.cards[id]!.extra), "top", 0);
      out = without(out, extra);
      const cards = { ...out.cards };
      for (const id of extra) delete cards[id];
      // The first piece of a stack was created first, and is on top.
      const mixed = (p: Pile, i: number) => (action.ordered?.includes(p.home) ? [...p.cards].sort((a, b) => b - a) : shuffled(p.cards, action.seed + i));
      return { ...out, cards, piles: out.piles.map((p, i) => (p.home === DISCARD ? p : { ...p, cards: mixed(p, i) })) };
    }
    case "seats": {
      const count = Math.min(MOST_SEATS, Math.max(2, action.count));
      const left = table.hands.slice(count).flat();
      const out = sentBack(table, left, "top", 0);
      return { ...out, hands: Array.from({ length: count }, (_, i) => out.hands[i] ?? []) };
    }
    case "packs": {
      const cards = { ...table.cards };
      let { next } = table;
      const piles = action.packs.map((pack, i): Pile => {
        const own = pack.cards.map((piece) => ((cards[next] = { piece, up: false, turn: 0, extra: true }), next++));
        return { id: next++, x: action.x + (i % 8) * 76, y: action.y + Math.floor(i / 8) * 112, name: pack.title, home: "", cards: own };
      });
      return { ...table, cards, next, piles: [...table.piles, ...piles] };
    }
    case "deck":
      return stocked(table, action.stock);
  }
}

function raised(table: Table, ids: readonly number[]): Table {
  const up = new Set(ids);
  // Stacks stay below what is laid out.
  return { ...table, piles: [...table.piles.filter((p) => !up.has(p.id)), ...table.piles.filter((p) => up.has(p.id))] };
}

/** Return cards to the stacks of their components. */
function sentBack(table: Table, ids: readonly number[], where: Where, seed: number): Table {
  let out = table;
  const groups = new Map<number, number[]>();
  for (const id of ids) {
    const piece = table.cards[id]!.piece;
    const home = table.piles.filter((p) => p.home && p.home !== DISCARD && piece.startsWith(`${p.home}/`)).sort((a, b) => b.home.length - a.home.length)[0];
    if (home) groups.set(home.id, [...(groups.get(home.id) ?? []), id]);
  }
  for (const [pile, own] of groups) out = put(out, own, pile, where, seed);
  return out;
}

// A game: its start and its actions since, so that it can be undone and stored.

export interface Game {
  base: Table;
  actions: Action[];
  at: number;
}

/** The most actions that can be undone. */
export const MOST_ACTIONS = 300;

/** The game after an action; undone actions are dropped. */
export function done(game: Game, action: Action): Game {
  const actions = [...game.actions.slice(0, game.at), action];
  let { base } = game;
  while (actions.length > MOST_ACTIONS) base = act(base, actions.shift()!);
  return { base, actions, at: actions.length };
}

export function tableOf(game: Game): Table {
  return game.actions.slice(0, game.at).reduce(act, game.base);
}

/** The name of an action. */
export function named(action: Action): string {
  const count = "cards" in action ? action.cards.length : 0;
  const cards = count === 1 ? "a card" : `${count} cards`;
  switch (action.t) {
    case "lay":
      return `lay out ${cards}`;
    case "shift":
    case "raise":
      return "move";
    case "put":
      return `stack ${cards}`;
    case "hold":
      return `take ${cards} to a hand`;
    case "deal":
      return `deal ${action.each} each`;
    case "shuffle":
      return "shuffle";
    case "flip":
    case "over":
      return "flip";
    case "turn":
      return "turn";
    case "spread":
      return "unstack";
    case "back":
      return `take back ${cards}`;
    case "gather":
      return "a new game";
    case "seats":
      return `${action.count} seats`;
    case "packs":
      return "deal packs";
    case "deck":
      return "the deck's changes";
  }
}
