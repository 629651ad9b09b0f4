// The popups of the table: the menu, forms, the content of a stack, a card close up.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { shown } from "./commands";
import { Icon } from "./icons";
import { useModal } from "./modal";
import * as s from "./state";
import { COMMANDS, places, theCard } from "./table-commands";
import * as t from "./table-play";
import { DISCARD } from "./table-state";

export function TableMenu() {
  const host = useRef<HTMLDivElement>(null);
  const at = t.menuAt.value;
  useLayoutEffect(() => {
    const menu = host.current;
    if (!at || !menu) return;
    // Open upwards if there is no room below.
    const { width, height } = menu.getBoundingClientRect();
    const y = at.y + height > innerHeight - 8 ? at.y - height : at.y;
    menu.style.left = `${Math.min(at.x, innerWidth - width - 8)}px`;
    menu.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
    const before = document.activeElement;
    menu.querySelector<HTMLElement>("button")?.focus();
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !host.current?.contains(event.target as Node)) t.menuAt.value = null;
    };
    addEventListener("pointerdown", close, true);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close, true);
      removeEventListener("keydown", close);
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [at]);
  if (!at) return null;
  const commands = (at.moving ? places() : COMMANDS).filter((c) => c.can?.() ?? true);
  const step = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = [...(host.current?.querySelectorAll("button") ?? [])];
    const i = all.indexOf(document.activeElement as HTMLButtonElement) + (event.key === "ArrowDown" ? 1 : -1);
    all[(i + all.length) % all.length]?.focus();
    event.preventDefault();
  };
  return (
    <div class="menu table-menu" role="menu" aria-label={at.moving ? "Move to" : "What can be done with it"} ref={host} onKeyDown={step}>
      {commands.map((c) => (
        <button role="menuitem" onClick={() => ((t.menuAt.value = null), c.act())}>
          <Icon name={c.icon} />
          <span>{c.name}</span>
          <kbd>{c.keys[0] ? shown(c.keys[0]) : ""}</kbd>
        </button>
      ))}
      {!commands.length && <p>Nothing lies here.</p>}
    </div>
  );
}

/** A form over the table: it takes the focus and returns it, Enter submits, Escape closes. */
function Pop({ name, act, children }: { name: string; act: () => void; children: ComponentChildren }) {
  const host = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const [form, before] = [host.current, document.activeElement];
    const number = form?.querySelector("input");
    number?.focus();
    number?.select();
    return () => {
      if (before instanceof HTMLElement && (form?.contains(document.activeElement) || document.activeElement === document.body)) before.focus();
    };
  }, []);
  const close = () => (t.popped.value = "");
  return (
    <form
      class="pop"
      aria-label={name}
      ref={host}
      onKeyDown={(e) => {
        if (e.key === "Escape") close();
        else if (e.key === "Enter" && e.target instanceof HTMLSelectElement) host.current?.requestSubmit();
      }}
      onSubmit={(e) => {
        e.preventDefault();
        act();
        close();
      }}
    >
      {children}
    </form>
  );
}

function Amount({ name, value, set, most }: { name: string; value: number; set: (v: number) => void; most: number }) {
  return (
    <label class="amount">
      {name}
      <input
        type="number"
        min={1}
        max={most}
        value={value}
        onInput={(e) => {
          const v = Math.round(Number(e.currentTarget.value));
          if (v >= 1 && v <= most) set(v);
        }}
      />
    </label>
  );
}

export function DealForm() {
  const table = t.table.value!;
  const stacks = table.piles.filter((p) => p.cards.length > 1 && p.home !== DISCARD);
  const [pile, setPile] = useState(t.chosenPiles.value.find((p) => stacks.includes(p))?.id ?? stacks[0]?.id ?? 0);
  const [each, setEach] = useState(5);
  const from = stacks.find((p) => p.id === pile);
  const seats = table.hands.length;
  return (
    // Starting with the seat after the dealer.
    <Pop name="Deal" act={() => t.dispatch({ t: "deal", pile, each, seats: Array.from({ length: seats }, (_, i) => (t.seat.value + 1 + i) % seats) })}>
      <label class="amount">
        From
        <select value={pile} onChange={(e) => setPile(Number(e.currentTarget.value))}>
          {stacks.map((p) => (
            <option value={p.id} selected={p.id === pile}>
              {p.name || "Stack"} ({p.cards.length})
            </option>
          ))}
        </select>
      </label>
      <Amount name="To each seat" value={each} set={setEach} most={200} />
      {from && from.cards.length < each * seats && <p class="hint">There are only {from.cards.length} cards for {seats} seats.</p>}
      <button class="submit" disabled={!from}>
        Deal
      </button>
    </Pop>
  );
}

export function PacksForm() {
  const packs = t.info.value?.packs ?? [];
  const [pack, setPack] = useState(packs[0]?.name ?? "");
  const [count, setCount] = useState(1);
  const [seed, setSeed] = useState("");
  const cards = packs.find((p) => p.name === pack)?.cards ?? 0;
  return (
    <Pop name="Deal packs" act={() => s.send({ t: "deal", pack, count, seed: /^\d{1,15}$/.test(seed.trim()) ? Number(seed.trim()) : t.seed() })}>
      <label class="amount">
        Pack
        <select value={pack} onChange={(e) => setPack(e.currentTarget.value)}>
          {packs.map((p) => (
            <option value={p.name}>
              {p.name} ({p.cards})
            </option>
          ))}
        </select>
      </label>
      <Amount name="How many" value={count} set={setCount} most={Math.max(1, Math.floor(2000 / Math.max(1, cards)))} />
      <label class="amount">
        Seed
        <input inputMode="numeric" placeholder="by lot" value={seed} onInput={(e) => setSeed(e.currentTarget.value)} />
      </label>
      <p class="hint">Their cards lie on the table beside those of the stacks. The same seed gives the same packs, here and with `carddesigner deal`.</p>
      <button class="submit" disabled={!cards}>
        Deal
      </button>
    </Pop>
  );
}

function Small({ card, on, act, more, number }: { card: number; on: boolean; act: (e: MouseEvent) => void; more: () => void; number: number }) {
  const host = useRef<HTMLButtonElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const watch = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && setNear(true), { root: element.closest(".pile-cards"), rootMargin: "200px" });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const link = near ? t.picture(t.table.value?.cards[card]?.piece ?? "", true) : "";
  return (
    <button class={`thumb${on ? " is-on" : ""}`} ref={host} aria-pressed={on} aria-label={`${number}. ${t.nameOf(card)}`} onClick={act} onDblClick={more}>
      <span class="picture">{link ? <img src={link} alt="" draggable={false} /> : <span class="coming" />}</span>
      <span class="caption">
        {number}. {t.nameOf(card)}
      </span>
    </button>
  );
}

export function LookThrough() {
  const close = () => (t.looked.value = null);
  const dialog = useModal(close);
  const pile = t.table.value!.piles.find((p) => p.id === t.looked.value);
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState<number[]>([]);
  const [after, setAfter] = useState(!!pile?.home && pile.home !== DISCARD);
  if (!pile) return null;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...pile.cards].reverse();
  const list = all.filter((id) => words.every((w) => `${t.nameOf(id)} ${t.table.value!.cards[id]?.piece}`.toLowerCase().includes(w)));
  const chosen = picked.filter((id) => pile.cards.includes(id));
  const go = (act: (cards: number[]) => void, cards = chosen) => {
    act(cards);
    setPicked([]);
    close();
    const rest = t.table.value!.piles.find((p) => p.id === pile.id);
    if (after && rest) t.shuffle(rest);
  };
  const hold = (cards: number[]) => t.dispatch({ t: "hold", cards, seat: t.seat.value });
  return (
    <dialog class="pile-browser" ref={dialog} aria-label={`Look through ${pile.name || "the stack"}`} onClick={(e) => e.target === dialog.current && close()}>
      <header>
        <h2>
          {pile.home === DISCARD ? "Discard" : pile.name || "Stack"} <small>{words.length ? `${list.length} of ${all.length}` : `${all.length} cards, from the top`}</small>
        </h2>
        <label class="find">
          <Icon name="search" />
          <input type="search" aria-label="Find in the stack" placeholder="Find in the stack" value={query} onInput={(e) => setQuery(e.currentTarget.value)} />
        </label>
      </header>
      <div class="pile-cards list" tabIndex={0} aria-label="Cards of the stack">
        <div class="thumbs">
          {list.map((id) => (
            <Small
              key={id}
              card={id}
              number={all.indexOf(id) + 1}
              on={chosen.includes(id)}
              act={() => setPicked(chosen.includes(id) ? chosen.filter((c) => c !== id) : [...chosen, id])}
              more={() => go(hold, [id])}
            />
          ))}
        </div>
        {!list.length && <p class="empty">No card is called that.</p>}
      </div>
      <footer>
        <label class="tick">
          <input type="checkbox" checked={after} onChange={(e) => setAfter(e.currentTarget.checked)} /> Shuffle the rest
        </label>
        <span class="grow" />
        <button class="plain" onClick={close}>
          Close
        </button>
        <button class="plain" disabled={!chosen.length} onClick={() => go((cards) => t.layOut(cards))}>
          On the table
        </button>
        <button class="plain" disabled={!chosen.length} onClick={() => go((cards) => t.dispatch({ t: "put", cards, pile: pile.id, where: "top", seed: 0 }))} title="The others keep their order">
          On top
        </button>
        <button class="submit" disabled={!chosen.length} onClick={() => go(hold)}>
          To the hand
        </button>
      </footer>
    </dialog>
  );
}

export function Closer() {
  const card = theCard();
  const own = card !== undefined ? t.table.value?.cards[card] : undefined;
  if (!t.closer.value || !own || card === undefined) return null;
  const up = own.up || t.inHand.value !== null || t.closer.value === "front";
  const link = t.picture(own.piece, up);
  const piece = t.pieces.value.get(own.piece);
  if (!link || !piece) return null;
  return (
    <div class="closer" onPointerDown={() => (t.closer.value = "")}>
      <img src={link} alt={up ? t.nameOf(card) : "Its back"} style={{ aspectRatio: `${piece.width} / ${piece.height}` }} />
    </div>
  );
}
