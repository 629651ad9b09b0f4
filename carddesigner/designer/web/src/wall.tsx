// The wall of all cards: elements exist only for cards that are visible or near it, others are only positions.

import { computed, effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { concerns } from "./finders";
import { Button } from "./panels";
import * as s from "./state";
import * as faces from "./wall-faces";
import * as w from "./wall-picked";

/** Pixels: the gaps between cards, the caption below one, and the heading of a component. */
const [ACROSS, DOWN, CAPTION, HEADING] = [10, 14, 22, 46];
/** Pixels beyond the window within which cards have elements. */
const NEAR = 160;
const TALL = 1.42;

interface Group {
  component: string;
  list: s.Listed[];
  top: number;
  height: number;
}

function Thumb({ piece, at }: { piece: s.Listed; at: { left: string; top: string; width: string; height: string } }) {
  const host = useRef<HTMLSpanElement>(null);
  const key = s.wallKey(piece.component, piece.id, s.side.value);
  const on = useMemo(() => computed(() => s.face.value?.id === piece.id && s.face.value.component === piece.component), [piece]).value;
  const wrong = useMemo(() => computed(() => s.problems.value.found.some((f) => concerns(f, piece))), [piece]).value;
  useLayoutEffect(() => (host.current ? faces.show(host.current, key) : undefined), [key]);
  const isPicked = useMemo(() => computed(() => w.isPicked(piece)), [piece]).value;
  const name = piece.name || piece.id;
  return (
    <div class={`thumb${on ? " is-on" : ""}${isPicked ? " is-picked" : ""}`} style={at} data-component={piece.component} data-id={piece.id}>
      <button
        class="show"
        onClick={(e) => (e.ctrlKey || e.metaKey || e.shiftKey ? w.pick(piece) : s.show(piece.component, piece.id))}
        aria-label={name}
        aria-current={on}
        title={name}
      >
        <span class="picture" ref={host} />
        <span class="caption">
          {wrong && <i class="dot" title="This card has problems" />}
          {name}
        </span>
      </button>
      <button class="pick" aria-pressed={isPicked} aria-label={`Pick ${name}`} title="Pick it, to see several side by side" onClick={() => w.pick(piece)}>
        ✓
      </button>
    </div>
  );
}

/** The bar for picked cards. */
function Picked() {
  const count = w.picked.value.length;
  if (!count) return null;
  return (
    <div class="picked" role="toolbar" aria-label="Picked cards">
      <span role="status">{`${count} card${count > 1 ? "s" : ""} picked`}</span>
      <button class="button" aria-pressed={w.alone.value} onClick={() => (w.alone.value = !w.alone.value)}>
        {w.alone.value ? "All cards" : "Side by side"}
      </button>
      <Button icon="close" name="Pick none" act={w.forget} />
    </div>
  );
}

/** The greatest width, at least *least*, at which all cards fit the window. */
function widest(count: number, size: { width: number; height: number }, groups: number, least: number): number {
  let best = least;
  for (let across = 1; across <= count; across++) {
    const width = (size.width - ACROSS * (across - 1)) / across;
    const down = Math.ceil(count / across);
    const height = (size.height - HEADING * groups - DOWN * down) / down - CAPTION;
    best = Math.max(best, Math.min(width, height / TALL));
  }
  return Math.min(best, size.width);
}

export function Wall() {
  const host = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [top, setTop] = useState(0);
  const pieces = w.seen.value;
  const alone = w.alone.value && w.picked.value.length > 0;
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth - 48, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const least = alone ? widest(pieces.length, size, new Set(pieces.map((p) => p.component)).size, w.width.value) : Math.min(w.width.value, size.width);
  const across = Math.max(1, Math.floor((size.width + ACROSS) / (least + ACROSS)));
  const width = alone ? least : (size.width - ACROSS * (across - 1)) / across;
  const height = width * TALL + CAPTION;
  const step = height + DOWN;
  const groups = useMemo(() => {
    const lists = new Map<string, s.Listed[]>();
    for (const p of pieces) lists.set(p.component, [...(lists.get(p.component) ?? []), p]);
    let below = 0;
    return [...lists].map(([component, list]): Group => {
      const group = { component, list, top: below, height: HEADING + Math.ceil(list.length / across) * step };
      below += group.height;
      return group;
    });
  }, [pieces, across, step]);
  // The rows that are visible or near it.
  const rows = ({ top: begin, list }: Group): [number, number] => {
    const row = (y: number) => Math.min(Math.ceil(list.length / across), Math.max(0, (y - begin - HEADING) / step));
    return size.width > 0 ? [Math.floor(row(top - NEAR)), Math.ceil(row(top + size.height + NEAR))] : [0, 0];
  };
  const near = groups.map((g) => ({ ...g, near: g.list.slice(rows(g)[0] * across, rows(g)[1] * across), from: rows(g)[0] * across }));
  // Elements of cards that leave the window are reused for those that enter it; new ones are only made if more are needed.
  const places = across * (Math.ceil((size.height + 2 * NEAR) / step) + 1);
  const seen = useRef<s.Listed[]>([]);
  seen.current = near.flatMap((g) => g.near);
  const first = seen.current[0];
  const last = seen.current.at(-1);
  useEffect(() => faces.request(seen.current), [first, last, pieces, s.generation.value, s.side.value, s.connected.value]);
  useEffect(() => effect(() => host.current?.setAttribute("aria-busy", `${faces.requestMore(w.seen.value)}`)), []);
  const scrolled = () => {
    // Cards enter and leave the page by rows.
    const y = host.current?.scrollTop ?? 0;
    if (Math.abs(y - top) > NEAR / 4 || y === 0) setTop(y);
  };
  return (
    <div class="wall" ref={host} tabIndex={0} role="region" aria-label={alone ? "Cards side by side" : "All cards"} onScroll={scrolled}>
      <Picked />
      {near.map((g) => (
        <section key={g.component} style={{ height: `${g.height}px` }}>
          <h2>
            {g.component} <small>{g.list.length}</small>
          </h2>
          {g.near.map((p, i) => {
            const at = g.from + i;
            const [left, above] = [(at % across) * (width + ACROSS), HEADING + Math.floor(at / across) * step];
            const place = { left: `${left}px`, top: `${above}px`, width: `${width}px`, height: `${height}px` };
            return <Thumb key={at % places} piece={p} at={place} />;
          })}
        </section>
      ))}
      {!pieces.length && <p class="empty">No card is called that.</p>}
    </div>
  );
}
