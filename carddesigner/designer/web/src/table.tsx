// The table, on which a deck is tried before it is printed.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ofViews } from "./commands";
import { Icon } from "./icons";
import { Button } from "./panels";
import { COMMANDS, draw, fit, newGame, OTHERS, resized, zoomBy } from "./table-commands";
import { Closer, DealForm, LookThrough, PacksForm, TableMenu } from "./table-panels";
import * as t from "./table-play";
import { DISCARD, LABEL, MOST_SEATS, type Pile } from "./table-state";

export { act, done, fresh, shuffled, tableOf } from "./table-state";

ofViews.value = { ...ofViews.value, table: [...COMMANDS, ...OTHERS] };

/** Pixels of width below which a stack's label has its name above its number. */
const TWO_LINES = 110;
/** Pixels that the pointer may move during a click. */
const STILL = 4;
const HAND = 132;

interface Carried {
  cards: number[];
  /** Piles that are moved as a whole. */
  piles: number[];
  from: { x: number; y: number };
  /** From the pointer to the centre of the first card, in pixels. */
  grip: { x: number; y: number };
}

const carried = signal<Carried | null>(null);
const target = signal("");
const band = signal<{ x: number; y: number; w: number; h: number } | null>(null);
let pressed: { kind: "pan"; x: number; y: number; lens: { x: number; y: number } } | { kind: "band"; x: number; y: number; lens: { x: number; y: number } } | { kind: "card"; x: number; y: number; carried: Carried; click: () => void } | null = null;

function Face({ card, width, up }: { card: number; width: number; up: boolean }) {
  const own = t.table.value?.cards[card];
  const piece = own && t.pieces.value.get(own.piece);
  if (!own || !piece) return null;
  const link = t.picture(own.piece, up);
  const height = (width * piece.height) / piece.width;
  return link ? (
    <img class="face" src={link} alt="" draggable={false} style={{ width: `${width}px`, height: `${height}px` }} />
  ) : (
    <span class="face is-blank" style={{ width: `${width}px`, height: `${height}px` }}>
      {up ? t.nameOf(card) : ""}
    </span>
  );
}

function toTable(x: number, y: number): [number, number] {
  const host = document.querySelector(".felt")!.getBoundingClientRect();
  const { zoom, x: left, y: above } = t.lens.value;
  return [(x - host.left - left) / zoom, (y - host.top - above) / zoom];
}

/** Where cards would be dropped: a seat's hand, or a pile whose centre is near. */
function under(event: PointerEvent, carried: Carried): string {
  const over = document.elementsFromPoint(event.clientX, event.clientY).find((e) => e.closest("[data-seat]"))?.closest("[data-seat]");
  if (over) return `seat ${over.getAttribute("data-seat")}`;
  if (event.altKey) return "";
  const [x, y] = toTable(event.clientX + carried.grip.x, event.clientY + carried.grip.y);
  const near = (t.table.value?.piles ?? []).filter((p) => {
    const { width, height } = t.sizeOf(p);
    const share = p.home ? 0.5 : 0.28;
    const mine = p.cards.every((id) => carried.cards.includes(id)) && !p.home;
    return !mine && !carried.piles.includes(p.id) && Math.abs(p.x - x) < width * share && Math.abs(p.y - y) < height * share;
  });
  const from = carried.piles.length ? undefined : t.table.value?.piles.find((p) => p.cards.includes(carried.cards[0]!));
  const found = near.at(-1);
  return found && found !== from ? `pile ${found.id}` : "";
}

function hover(event: PointerEvent): void {
  if (!pressed) return;
  if (pressed.kind === "pan") {
    t.lens.value = { ...t.lens.value, fitted: false, x: pressed.lens.x + event.clientX - pressed.x, y: pressed.lens.y + event.clientY - pressed.y };
    return;
  }
  if (pressed.kind === "band") {
    const [a, b] = [toTable(pressed.x, pressed.y), toTable(event.clientX, event.clientY)];
    const box = { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), w: Math.abs(a[0] - b[0]), h: Math.abs(a[1] - b[1]) };
    band.value = box;
    t.chosen.value = t.table.value!.piles.filter((p) => !p.home && p.x > box.x && p.x < box.x + box.w && p.y > box.y && p.y < box.y + box.h).map((p) => p.id);
    return;
  }
  if (!carried.value && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < STILL) return;
  const held = (carried.value ??= pressed.carried);
  const ghost = document.querySelector<HTMLElement>(".carried");
  if (ghost) ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  const found = under(event, held);
  if (found !== target.value) target.value = found;
}

/** The place in the shown hand where cards are dropped. */
function between(event: PointerEvent, cards: number[]): { at?: number } {
  if (!document.elementFromPoint(event.clientX, event.clientY)?.closest(".hand")) return {};
  const held = [...document.querySelectorAll<HTMLElement>(".held")].filter((e) => !cards.includes(Number(e.dataset["card"])));
  const at = held.findIndex((e) => e.getBoundingClientRect().left + e.offsetWidth / 2 > event.clientX);
  return at < 0 ? {} : { at };
}

function release(event: PointerEvent): void {
  const was = pressed;
  const held = carried.value;
  const on = target.value;
  pressed = null;
  carried.value = null;
  target.value = "";
  band.value = null;
  if (was?.kind !== "card" || event.type !== "pointerup") return;
  if (!held) return was.click();
  const [kind, number] = on.split(" ");
  if (kind === "seat") t.dispatch({ t: "hold", cards: held.cards, seat: Number(number), ...between(event, held.cards) });
  else if (kind === "pile") {
    t.dispatch({ t: "put", cards: held.cards, pile: Number(number), where: "top", seed: 0 });
    t.chosen.value = [Number(number)];
  } else if (held.piles.length) {
    const { zoom } = t.lens.value;
    t.dispatch({ t: "shift", piles: held.piles, dx: (event.clientX - was.x) / zoom, dy: (event.clientY - was.y) / zoom });
  } else {
    const [x, y] = toTable(event.clientX + held.grip.x, event.clientY + held.grip.y);
    const hand = t.table.value!.hands[t.seat.value]!.includes(held.cards[0]!);
    t.dispatch(hand ? { t: "lay", cards: held.cards, x, y, up: true } : { t: "lay", cards: held.cards, x, y });
    const made = t.table.value!.piles.at(-1);
    if (made) t.chosen.value = [made.id];
    t.inHand.value = null;
  }
}

function take(event: PointerEvent, cards: number[], piles: number[], middle: { x: number; y: number }, click: () => void): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  pressed = {
    kind: "card",
    x: event.clientX,
    y: event.clientY,
    carried: { cards, piles, from: { x: event.clientX, y: event.clientY }, grip: { x: middle.x - event.clientX, y: middle.y - event.clientY } },
    click,
  };
}

function PileView({ pile }: { pile: Pile }) {
  const { zoom, x, y } = t.lens.value;
  const held = carried.value;
  const cards = held ? pile.cards.filter((id) => !held.cards.includes(id)) : pile.cards;
  if (held && !cards.length && !pile.home) return null;
  const card = cards.at(-1);
  const own = card !== undefined ? t.table.value!.cards[card] : undefined;
  const { width, height } = t.sizeOf(pile);
  const [w, h] = [width * zoom, height * zoom];
  const sideways = (own?.turn ?? 0) % 180 !== 0;
  const on = t.chosen.value.includes(pile.id) && t.inHand.value === null;
  const wide = Math.max(48, (Math.max(width, LABEL) + 10) * zoom);
  const named = pile.name && (pile.home === DISCARD ? "Discard" : pile.name);
  const label = `${named || (own?.up ? t.nameOf(card!) : "Card")}, ${pile.cards.length !== 1 ? `${pile.cards.length} cards` : `${pile.home || pile.name ? "1 card " : ""}${own?.up ? "face up" : "face down"}`}`;
  const choose = () => {
    t.inHand.value = null;
    if (!t.chosen.value.includes(pile.id)) t.chosen.value = [pile.id];
  };
  // A stack is drawn a little higher the more cards it has.
  const deep = Math.min(7, Math.ceil(Math.log2(cards.length + 1) * 0.9)) * (cards.length > 1 ? 1 : 0);
  return (
    <div
      class={`pile${on ? " is-on" : ""}${target.value === `pile ${pile.id}` ? " is-target" : ""}${t.shaken.value.includes(pile.id) ? " is-shaken" : ""}${pile.home === DISCARD ? " is-discard" : ""}`}
      style={{ left: `${x + pile.x * zoom - w / 2}px`, top: `${y + pile.y * zoom - h / 2}px`, width: `${w}px`, height: `${h}px`, "--deep": deep }}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={on}
      data-pile={pile.id}
      onFocus={choose}
      onPointerDown={(event) => {
        if (event.shiftKey) {
          event.stopPropagation();
          t.chosen.value = on ? t.chosen.value.filter((id) => id !== pile.id) : [...t.chosen.value, pile.id];
          event.preventDefault();
          return;
        }
        choose();
        const several = t.chosen.value.length > 1;
        const whole = several || (event.target as Element).closest(".tag") !== null || pile.cards.length === 1 && !pile.home;
        const box = event.currentTarget.getBoundingClientRect();
        const piles = whole ? t.chosenPiles.value : [];
        const moved = whole ? piles.flatMap((p) => p.cards) : pile.cards.slice(-1);
        if (!moved.length && !whole) return event.stopPropagation();
        take(event, moved, piles.map((p) => p.id), { x: box.left + w / 2, y: box.top + h / 2 }, () => (t.chosen.value = [pile.id]));
      }}
      onDblClick={() => {
        if (pile.home && pile.home !== DISCARD) draw(pile);
        else if (pile.cards.length === 1) t.dispatch({ t: "flip", cards: pile.cards });
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
        choose();
        t.menuAt.value = { x: event.clientX, y: event.clientY };
      }}
    >
      <span class={`lying${cards.length ? "" : " is-empty"}`} style={{ rotate: `${own?.turn ?? 0}deg` }}>
        {card !== undefined && seen(pile, w, h) ? <Face card={card} width={w} up={own!.up || (!!pile.home && !t.pieces.value.get(own!.piece)?.back)} /> : null}
      </span>
      {(pile.home || pile.name || cards.length > 1) && (
        <span
          class={`tag${wide < TWO_LINES ? " is-narrow" : ""}`}
          aria-hidden="true"
          style={{
            "--wide": `${wide}px`,
            fontSize: `${Math.min(12, Math.max(9, 7 + zoom * 5))}px`,
            // When zoomed out, rows are closer than a label is high.
            ...(zoom < 1 ? { top: `${h - 8}px` } : {}),
            ...(sideways ? { top: `${h / 2 + w / 2 + 6}px` } : {}),
          }}
        >
          {named && <b>{named}</b>} <i>{cards.length}</i>
        </span>
      )}
    </div>
  );
}

/** Whether a pile is on the screen, so that its face is needed. */
function seen(pile: Pile, w: number, h: number): boolean {
  const { zoom, x, y } = t.lens.value;
  const [px, py] = [x + pile.x * zoom, y + pile.y * zoom];
  const far = Math.max(w, h);
  return px > -far && py > -far && px < innerWidth + far && py < innerHeight + far;
}

function Ghost() {
  const held = carried.value;
  if (!held || !t.table.value) return null;
  const { zoom } = t.lens.value;
  const whole = t.table.value.piles.filter((p) => held.piles.includes(p.id));
  const first = whole.length ? { x: whole.at(-1)!.x, y: whole.at(-1)!.y } : { x: 0, y: 0 };
  const shown = whole.length ? whole.map((p) => ({ card: t.top(p), x: (p.x - first.x) * zoom, y: (p.y - first.y) * zoom })) : [{ card: held.cards.at(-1), x: 0, y: 0 }];
  const start = whole.length ? { x: held.grip.x, y: held.grip.y } : held.grip;
  const hand = t.table.value.hands[t.seat.value]!.includes(held.cards[0]!);
  return (
    <div class="carried" style={{ translate: `${held.from.x}px ${held.from.y}px` }} aria-hidden="true">
      {shown.map(({ card, x, y }) => {
        const own = card !== undefined ? t.table.value!.cards[card] : undefined;
        const piece = own && t.pieces.value.get(own.piece);
        if (!own || !piece) return null;
        const w = piece.width * zoom;
        const h = piece.height * zoom;
        return (
          <span class="lying" style={{ left: `${start.x + x - w / 2}px`, top: `${start.y + y - h / 2}px`, rotate: `${own.turn}deg` }}>
            <Face card={card!} width={w} up={hand || own.up} />
          </span>
        );
      })}
    </div>
  );
}

function Hand() {
  const table = t.table.value!;
  const seat = t.seat.value;
  const hand = table.hands[seat] ?? [];
  const host = useRef<HTMLDivElement>(null);
  const widths = hand.map((id) => {
    const p = t.pieces.value.get(table.cards[id]?.piece ?? "");
    return p ? Math.min((HAND * p.width) / p.height, HAND * 1.2) : HAND * 0.7;
  });
  const wide = widths.reduce((sum, w) => sum + w + 8, 0);
  const room = (host.current?.clientWidth ?? innerWidth - 420) - 32;
  const overlap = wide > room && hand.length > 1 ? (wide - room) / (hand.length - 1) : 0;
  return (
    <div class={`hand${target.value === `seat ${seat}` ? " is-target" : ""}`} data-seat={seat} ref={host} role="group" aria-label={`Hand of seat ${seat + 1}, ${hand.length === 1 ? "1 card" : `${hand.length} cards`}`}>
      {hand.map((card, i) => {
        const on = t.inHand.value === card;
        const gone = carried.value?.cards.includes(card);
        return (
          <div
            key={card}
            role="button"
            tabIndex={0}
            class={`held${on ? " is-on" : ""}${gone ? " is-gone" : ""}`}
            style={{ marginLeft: i ? `${8 - overlap}px` : "0" }}
            data-card={card}
            aria-label={t.nameOf(card)}
            aria-pressed={on}
            onFocus={() => ((t.inHand.value = card), (t.chosen.value = []))}
            onPointerDown={(event) => {
              t.inHand.value = card;
              t.chosen.value = [];
              const { zoom } = t.lens.value;
              const piece = t.pieces.value.get(table.cards[card]!.piece);
              // Dragged in its size on the table, held at the same relative point.
              const box = event.currentTarget.getBoundingClientRect();
              const k = ((piece?.width ?? 63) * zoom) / box.width;
              take(event, [card], [], { x: event.clientX + (box.left + box.width / 2 - event.clientX) * k, y: event.clientY + (box.top + box.height / 2 - event.clientY) * k }, () => {});
            }}
            onDblClick={() => t.layOut([card])}
            onContextMenu={(event) => {
              event.preventDefault();
              t.inHand.value = card;
              t.chosen.value = [];
              t.menuAt.value = { x: event.clientX, y: event.clientY };
            }}
          >
            <Face card={card} width={widths[i]!} up />
          </div>
        );
      })}
      {!hand.length && <p class="empty">An empty hand. Draw with D, or drag cards here.</p>}
    </div>
  );
}

function Seats() {
  const table = t.table.value!;
  const count = table.hands.length;
  return (
    <div class="seats" role="group" aria-label="Seats">
      <h2>
        Seats
        <span class="grow" />
        <Button icon="minus" name="One seat less" act={() => t.dispatch({ t: "seats", count: count - 1 })} disabled={count <= 2} />
        <Button icon="plus" name="One seat more" act={() => t.dispatch({ t: "seats", count: count + 1 })} disabled={count >= MOST_SEATS} />
      </h2>
      <div class={`seat-list${count > 6 ? " is-full" : ""}`}>
        {table.hands.map((hand, i) => (
          <button
            key={i}
            class={`seat${i === t.seat.value ? " is-on" : ""}${target.value === `seat ${i}` ? " is-target" : ""}`}
            data-seat={i}
            aria-pressed={i === t.seat.value}
            aria-label={`Seat ${i + 1}, ${hand.length === 1 ? "1 card" : `${hand.length} cards`}`}
            title={i === t.seat.value ? "This hand is shown" : "Sit here: only this hand is shown"}
            onClick={() => t.sitAt(i)}
          >
            <span class="seat-number">{i + 1}</span>
            <Icon name="card" /> {hand.length}
          </button>
        ))}
      </div>
    </div>
  );
}

export default function Table() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(t.sit, []);
  const ready = t.table.value !== null;
  useLayoutEffect(() => {
    const felt = host.current;
    if (!felt) return;
    resized(felt.clientWidth, felt.clientHeight);
    // Focus what was chosen, so that keys continue from there.
    felt.parentElement?.querySelector<HTMLElement>(".held.is-on, .pile.is-on")?.focus();
    const watch = new ResizeObserver(() => resized(felt.clientWidth, felt.clientHeight));
    watch.observe(felt);
    return () => watch.disconnect();
  }, [ready]);
  useEffect(() => {
    addEventListener("pointermove", hover);
    addEventListener("pointerup", release);
    addEventListener("pointercancel", release);
    return () => {
      removeEventListener("pointermove", hover);
      removeEventListener("pointerup", release);
      removeEventListener("pointercancel", release);
    };
  }, []);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const k = event.deltaMode ? 16 : 1;
      if (event.ctrlKey || event.metaKey) zoomBy(Math.exp(-event.deltaY * k * 0.0025), [event.clientX - left, event.clientY - top]);
      else t.lens.value = { ...t.lens.value, fitted: false, x: t.lens.value.x - (event.shiftKey ? event.deltaY : event.deltaX) * k, y: t.lens.value.y - (event.shiftKey ? 0 : event.deltaY) * k };
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [ready]);
  const table = t.table.value;
  if (!table) return <div class="loading" aria-busy="true" />;
  const { zoom, x, y } = t.lens.value;
  return (
    <div class="table">
      <div
        class="felt"
        ref={host}
        role="group"
        aria-label="Table"
        onPointerDown={(event) => {
          t.chosen.value = [];
          t.inHand.value = null;
          t.popped.value = "";
          pressed = { kind: event.button === 1 ? "pan" : "band", x: event.clientX, y: event.clientY, lens: t.lens.value };
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <p class="table-hint">Drag a card, or a stack by its name. F flips, R turns, S shuffles, D draws; the right button shows all.</p>
        {table.piles.map((p) => (
          <PileView key={p.id} pile={p} />
        ))}
        {band.value && <div class="band" style={{ left: `${x + band.value.x * zoom}px`, top: `${y + band.value.y * zoom}px`, width: `${band.value.w * zoom}px`, height: `${band.value.h * zoom}px` }} />}
        <div class="table-tools" onPointerDown={(e) => e.stopPropagation()}>
          <div class="tools" role="group" aria-label="Game">
            <Button icon="undo" name={`Undo ${t.lastStep(-1)}`.trim()} keys="Mod+Z" act={() => t.step(-1)} disabled={!t.lastStep(-1)} />
            <Button icon="redo" name={`Redo ${t.lastStep(1)}`.trim()} keys="Shift+Mod+Z" act={() => t.step(1)} disabled={!t.lastStep(1)} />
            <span class="bar" />
            <Button icon="again" name="New game: all cards back to their stacks, shuffled" text="New game" act={newGame} />
            <Button icon="deal" name="Deal" text="Deal" act={() => (t.popped.value = t.popped.value === "deal" ? "" : "deal")} on={t.popped.value === "deal"} />
            {(t.info.value?.packs.length ?? 0) > 0 && <Button icon="pack" name="Deal packs" text="Packs" act={() => (t.popped.value = t.popped.value === "packs" ? "" : "packs")} on={t.popped.value === "packs"} />}
            <span class="bar" />
            <Button icon="minus" name="Zoom out" keys="-" act={() => zoomBy(0.8)} />
            <Button icon="plus" name="Zoom in" keys="+" act={() => zoomBy(1.25)} />
            <Button icon="fit" name="Show all" keys="0" act={fit} />
          </div>
          {t.popped.value === "deal" && <DealForm />}
          {t.popped.value === "packs" && <PacksForm />}
        </div>
      </div>
      <section class="tray" aria-label="Hands">
        <Seats />
        <Hand />
      </section>
      <Ghost />
      <TableMenu />
      <Closer />
      {t.looked.value !== null && <LookThrough key={t.looked.value} />}
    </div>
  );
}
