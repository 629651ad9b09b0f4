// The sheets as the printer prints them; only visible ones are mounted and drawn.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { goTo } from "./problems";
import { Icon } from "./icons";
import type { PrintPage } from "./messages";
import { Button } from "./panels";
import * as p from "./printing";
import * as s from "./state";

const GAP = 28;
const CAPTION = 26;
const PAD = 28;
/** Pixels between the two sides of a sheet. */
const BESIDE = 12;
const LEAST = 0.15;
const MOST = 16;

const size = signal({ width: 800, height: 600 });
const pointedPiece = signal("");

interface Placed {
  leaf: p.Leaf;
  x: number;
  y: number;
  width: number;
  height: number;
}

function pagesOf(leaf: p.Leaf): PrintPage[] {
  return [leaf.front, leaf.back].filter((page): page is PrintPage => !!page);
}

/** Whether the back is shown below the front, for a sheet that is turned like a calendar's page. */
function below(leaf: p.Leaf): boolean {
  return leaf.back?.turned === "over";
}

/** The width and height of a sheet in millimetres, and the number of gaps between its sides across. */
function extent(leaf: p.Leaf): { wide: number; gaps: number } {
  const pages = pagesOf(leaf);
  if (!p.both.value || below(leaf)) return { wide: Math.max(...pages.map((page) => page.width)), gaps: 0 };
  return { wide: pages.reduce((sum, page) => sum + page.width, 0), gaps: pages.length - 1 };
}

/** Pixels per millimetre at which every sheet fits the window's width, and a side of the first fits as a whole. */
function fitted(): number {
  const [first] = p.leaves.value;
  if (!first) return 1;
  let best = (size.value.height - 2 * PAD - CAPTION) / Math.max(...pagesOf(first).map((page) => page.height));
  for (const leaf of p.leaves.value) {
    const { wide, gaps } = extent(leaf);
    best = Math.min(best, (size.value.width - 2 * PAD - BESIDE * gaps) / wide);
  }
  return Math.min(MOST, Math.max(LEAST, best));
}

export function scale(): number {
  return p.zoom.value ?? fitted();
}

/** The positions of the sheets, in lines as wide as the window. */
function placed(k: number): { list: Placed[]; width: number; height: number } {
  const list: Placed[] = [];
  const room = size.value.width - 2 * PAD;
  let x = 0;
  let y = PAD;
  let line: Placed[] = [];
  const lines: { line: Placed[]; used: number }[] = [];
  const end = () => {
    lines.push({ line, used: x - GAP });
    y += Math.max(0, ...line.map((one) => one.height)) + GAP;
    line = [];
    x = 0;
  };
  for (const leaf of p.leaves.value) {
    const pages = pagesOf(leaf);
    const { wide, gaps } = extent(leaf);
    const width = wide * k + BESIDE * gaps;
    const stacked = p.both.value && below(leaf);
    const height = stacked ? pages.reduce((sum, page) => sum + page.height * k + CAPTION, 0) + BESIDE : Math.max(...pages.map((page) => page.height * k)) + CAPTION;
    if (line.length && x + width > room) end();
    const one = { leaf, x, y, width, height };
    line.push(one);
    list.push(one);
    x += width + GAP;
  }
  if (line.length) end();
  const widest = Math.max(room, ...lines.map(({ used }) => used));
  for (const { line, used } of lines) for (const one of line) one.x += PAD + (widest - used) / 2;
  return { list, width: widest + 2 * PAD, height: y };
}

function Picture({ page, first, k }: { page: PrintPage; first: number; k: number }) {
  const key = p.sheets.value?.key ?? 0;
  const address = `/print/${key}/${first + page.number - 1}.svg`;
  const [failed, setFailed] = useState("");
  const names = new Map((s.deck.value?.components ?? []).map((c) => [c.id, new Map(c.pieces.map((piece) => [piece.id, piece.name]))]));
  return (
    <div class="sheet" style={{ width: `${page.width * k}px`, height: `${page.height * k}px` }}>
      {failed === address ? (
        <p class="undrawn" role="alert">
          Page {page.number} can't be drawn here. The PDF has it all the same.
        </p>
      ) : (
        <img src={address} alt={`Page ${page.number}`} draggable={false} onError={() => key === p.sheets.value?.key && !p.retry() && setFailed(address)} />
      )}
      {page.slots.map((slot) => {
        const [x, y, w, h] = slot.frame;
        const name = names.get(slot.component)?.get(slot.id) || slot.id;
        const id = `${slot.component}/${slot.id}`;
        return (
          <button
            class={`piece${pointedPiece.value === id ? " is-on" : ""}`}
            style={{ left: `${(100 * x) / page.width}%`, top: `${(100 * y) / page.height}%`, width: `${(100 * w) / page.width}%`, height: `${(100 * h) / page.height}%` }}
            title={name}
            aria-label={`${name}, ${slot.side}`}
            onPointerEnter={() => (pointedPiece.value = id)}
            onPointerLeave={() => (pointedPiece.value = "")}
            onClick={() => s.show(slot.component, slot.id, slot.side)}
          />
        );
      })}
    </div>
  );
}

function caption(leaf: p.Leaf, page: PrintPage): string {
  const kind = leaf.sheet ? `${p.defaultValue("layout") === "pieces" ? "Piece" : "Sheet"} ${leaf.sheet}` : "Instructions";
  const sides = pagesOf(leaf).length > 1 ? ` ${page.side}` : "";
  return `${kind}${sides} · page ${page.number}`;
}

function Leaf({ one, first, k }: { one: Placed; first: number; k: number }) {
  const { leaf } = one;
  const pages = pagesOf(leaf);
  const turned = leaf.back?.turned || leaf.front?.turned;
  const shown = (s.side.value === "back" && leaf.back) || pages[0]!;
  const place = { left: `${one.x}px`, top: `${one.y}px`, width: `${one.width}px`, height: `${one.height}px` };
  if (p.both.value || pages.length < 2)
    return (
      <div class={`leaf${below(leaf) ? " is-below" : ""}`} style={place}>
        {pages.map((page) => (
          <figure>
            <Picture page={page} first={first} k={k} />
            <figcaption>{caption(leaf, page)}</figcaption>
          </figure>
        ))}
      </div>
    );
  return (
    <div class={`leaf turns-${turned || "across"}${shown.side === "back" ? " is-turned" : ""}`} style={place}>
      <figure>
        <div class="turning" style={{ width: `${shown.width * k}px`, height: `${shown.height * k}px` }}>
          {pages.map((page) => (
            <div class={`side is-${page.side}`} inert={page !== shown}>
              <Picture page={page} first={first} k={k} />
            </div>
          ))}
        </div>
        <figcaption>{caption(leaf, shown)}</figcaption>
      </figure>
    </div>
  );
}

function Bar({ at, go }: { at: number; go: (to: number) => void }) {
  const documents = p.sheets.value?.documents ?? [];
  const count = p.leaves.value.length;
  const document = documents[p.document_.value];
  const k = scale();
  return (
    <div class="sheet-bar">
      {documents.length > 1 && (
        <select aria-label="File" value={p.document_.value} onChange={(e) => (p.document_.value = Number(e.currentTarget.value))}>
          {documents.map((d, i) => (
            <option value={i}>{d.title}</option>
          ))}
        </select>
      )}
      <div class="switch" role="group" aria-label="Sides">
        <button class={p.both.value ? "is-on" : ""} aria-pressed={p.both.value} onClick={() => (p.both.value = true)}>
          Both sides
        </button>
        <button class={p.both.value ? "" : "is-on"} aria-pressed={!p.both.value} onClick={() => (p.both.value = false)}>
          One side
        </button>
      </div>
      {!p.both.value && <Button icon="flip" name="Turn the sheets over" keys="F" act={s.flip} on={s.side.value === "back"} />}
      <span class="grow" />
      {count > 0 && (
        <span class="paging">
          <Button icon="previous" name="Previous sheet" act={() => go(at - 1)} disabled={at <= 0} />
          <span>
            {at + 1} of {count}
            {document && document.count > document.pages.length && <small> (of {document.count} pages the first {document.pages.length})</small>}
          </span>
          <Button icon="next" name="Next sheet" act={() => go(at + 1)} disabled={at >= count - 1} />
        </span>
      )}
      <span class="zoom" role="group" aria-label="Zoom">
        <button onClick={() => zoomBy(0.8)} aria-label="Zoom out" title="Zoom out">
          −
        </button>
        <button class="value" onClick={() => (p.zoom.value = null)} title="Fit a sheet to the window">
          {p.zoom.value === null ? "Fit" : `${Math.round((k / (96 / 25.4)) * 100)} %`}
        </button>
        <button onClick={() => zoomBy(1.25)} aria-label="Zoom in" title="Zoom in">
          +
        </button>
      </span>
    </div>
  );
}

function zoomBy(factor: number): void {
  p.zoom.value = Math.min(MOST, Math.max(LEAST, scale() * factor));
}

export function Sheets() {
  const host = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const sheets = p.sheets.value;
  const k = scale();
  const { list, width, height } = placed(k);
  const focus = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const watch = new ResizeObserver(() => (size.value = { width: element.clientWidth, height: element.clientHeight }));
    watch.observe(element);
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      focus.current = { x: event.clientX - box.left, y: event.clientY - box.top };
      zoomBy(Math.exp(-event.deltaY / 300));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      watch.disconnect();
      element.removeEventListener("wheel", wheel);
    };
  }, []);
  const of = `${sheets?.key} ${p.both.value} ${p.document_.value} ${size.value.width}`;
  const before = useRef({ k, of, list });
  const at = Math.max(0, list.findIndex((one) => one.y + one.height > top + PAD));
  useLayoutEffect(() => {
    const element = host.current;
    const was = before.current;
    before.current = { k, of, list };
    if (!element || was.k === k || was.of !== of) return;
    // Keep the same point of the same sheet in place, even if sheets are in other lines now.
    const point = focus.current ?? { x: size.value.width / 2, y: size.value.height / 3 };
    focus.current = null;
    const [x, y] = [element.scrollLeft + point.x, element.scrollTop + point.y];
    const away = (one: Placed) => Math.hypot(Math.max(one.x - x, 0, x - one.x - one.width), Math.max(one.y - y, 0, y - one.y - one.height));
    const old = was.list.reduce<Placed | null>((best, one) => (!best || away(one) < away(best) ? one : best), null);
    const same = list.find((one) => one.leaf === old?.leaf);
    if (!old || !same) return;
    element.scrollLeft = same.x + ((x - old.x) / old.width) * same.width - point.x;
    element.scrollTop = same.y + ((y - old.y) / old.height) * same.height - point.y;
  }, [k, of]);
  const go = (to: number) => {
    const one = list[Math.min(Math.max(to, 0), list.length - 1)];
    if (one && host.current) host.current.scrollTo({ top: one.y - PAD });
  };
  const wrong = p.problem.value;
  const offset = sheets?.documents[p.document_.value]?.first ?? 0;
  const seen = list.filter((one) => one.y < top + size.value.height + 400 && one.y + one.height > top - 400);
  return (
    <section class={`print-sheets${wrong && p.tab.value === "build" ? " is-wrong" : ""}`} aria-label="Sheets" aria-busy={p.loading.value}>
      <Bar at={at} go={go} />
      {p.loading.value && <i class="looking" />}
      <div class="sheet-scroll" ref={host} tabIndex={0} aria-label="Sheets as they come out" onScroll={(e) => setTop(e.currentTarget.scrollTop)}>
        <div class="sheet-field" style={{ width: `${width}px`, height: `${height}px` }}>
          {seen.map((one) => (
            <Leaf key={`${p.document_.value} ${pagesOf(one.leaf)[0]!.number}`} one={one} first={offset} k={k} />
          ))}
        </div>
        {!sheets && !wrong && <p class="empty">Laying the sheets out…</p>}
        {sheets && !list.length && !wrong && <p class="empty">{sheets.changes.join("\n") || "Nothing is printed."}</p>}
      </div>
      {wrong && p.tab.value === "build" && (
        <div class="print-wrong" role="alert">
          <h2>{sheets ? "The last sheets are shown: these can't be made" : "There are no sheets yet"}</h2>
          <Problems found={wrong.found} />
        </div>
      )}
    </section>
  );
}

export function Problems({ found }: { found: NonNullable<typeof p.problem.value>["found"] }) {
  return (
    <>
      {found.map((f) => (
        <button type="button" class={`problem is-${f.severity}`} onClick={() => goTo(f)}>
          <Icon name="warning" />
          <span>
            <b>{f.message}</b>
            {f.hint && <em>{f.hint}</em>}
            {(f.card || f.place) && <small>{[f.card, f.zone, f.place].filter(Boolean).join("  ·  ")}</small>}
          </span>
        </button>
      ))}
    </>
  );
}
