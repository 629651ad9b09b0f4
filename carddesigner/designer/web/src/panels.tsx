// The panels beside the card: cards, zones, and the place of the chosen zone.

import { useEffect, useRef, useState } from "preact/hooks";
import { align } from "./align";
import { COMMANDS, shown } from "./commands";
import { sizeLabel, order } from "./finders";
import { Finders, Ordered } from "./finders-menu";
import { Icon } from "./icons";
import type { ZoneInfo } from "./messages";
import * as nesting from "./nesting";
import { OwnPlace } from "./own-place";
import * as s from "./state";
import { useEntry } from "./entry";

export function Button({ icon, name, keys, act, on, disabled, text }: { icon: string; name: string; keys?: string; act: () => void; on?: boolean; disabled?: boolean; text?: string }) {
  const title = keys ? `${name}  (${shown(keys)})` : name;
  return (
    <button type="button" class={`tool${on ? " is-on" : ""}${text ? " with-text" : ""}`} title={title} aria-label={name} aria-pressed={on} disabled={disabled} onClick={act}>
      <Icon name={icon} />
      {text && <span>{text}</span>}
    </button>
  );
}

const ROW = 28;

export function Cards() {
  const host = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const list = s.pieces.value;
  const face = s.face.value;
  const at = list.findIndex((p) => p.component === face?.component && p.id === face?.id);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const element = host.current;
    if (!element || at < 0) return;
    const y = at * ROW;
    if (y < element.scrollTop) element.scrollTop = y;
    if (y + ROW > element.scrollTop + element.clientHeight) element.scrollTop = y + ROW - element.clientHeight;
  }, [at]);
  const first = Math.max(0, Math.floor(top / ROW) - 5);
  const some = list.slice(first, first + Math.ceil(height / ROW) + 12);
  const all = (s.deck.value?.components ?? []).reduce((sum, c) => sum + c.pieces.length, 0);
  return (
    <section class="cards" aria-label="Cards">
      <div class="finding">
        <label class="find">
          <Icon name="search" />
          <input
            id="find"
            type="search"
            placeholder="Find a card"
            value={s.search.value}
            onInput={(e) => (s.search.value = e.currentTarget.value)}
            onKeyDown={(e) => {
              if (e.key === "ArrowDown" || e.key === "ArrowUp") s.step(e.key === "ArrowDown" ? 1 : -1);
              else if (e.key === "Enter" && list[0]) s.show(list[0].component, list[0].id);
              else if (e.key === "Escape") ((s.search.value = ""), e.currentTarget.blur());
              else return;
              e.preventDefault();
            }}
          />
          <kbd>/</kbd>
        </label>
        <Finders />
      </div>
      <Ordered />
      <div
        class="list"
        role="listbox"
        aria-label="Cards"
        tabIndex={0}
        ref={host}
        onScroll={(e) => setTop(e.currentTarget.scrollTop)}
        onKeyDown={(e) => {
          if (e.key === "ArrowDown" || e.key === "ArrowUp") {
            s.step(e.key === "ArrowDown" ? 1 : -1);
            e.preventDefault();
          }
        }}
      >
        <div style={{ height: `${list.length * ROW}px` }}>
          {some.map((p, i) => {
            const on = first + i === at;
            const group = order.value.by === "order" && list[first + i - 1]?.component !== p.component;
            return (
              <div
                key={`${p.component} ${p.id}`}
                class={`row${on ? " is-on" : ""}${group ? " starts" : ""}${sizeLabel(p) ? " has-figure" : ""}`}
                role="option"
                aria-selected={on}
                style={{ top: `${(first + i) * ROW}px` }}
                onClick={() => s.show(p.component, p.id)}
              >
                <span class="title" title={p.name ? `${p.name} · ${p.id}` : p.id}>{p.name || p.id}</span>
                <span class="which">{sizeLabel(p) || (p.name ? (p.id === p.name ? "" : p.id) : p.component)}</span>
              </div>
            );
          })}
        </div>
        {!list.length && <p class="empty">{s.search.value ? "No card is called that." : order.value.by === "problems" ? "No card has problems." : order.value.by === "order" ? "No cards yet." : "No card has a text there."}</p>}
      </div>
      <footer>
        <span>{at >= 0 ? `${at + 1} of ${list.length}` : `${list.length} of ${all}`}</span>
        <Button icon="previous" name="Previous card" keys="K" act={() => s.step(-1)} />
        <Button icon="next" name="Next card" keys="J" act={() => s.step(1)} />
      </footer>
    </section>
  );
}

function Zone({ zone, closed, onClose }: { zone: ZoneInfo; closed: boolean; onClose: (() => void) | null }) {
  const [renaming, setRenaming] = useState(false);
  const on = s.chosen.value.includes(zone.key);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (on && s.chosen.value.length === 1) element.current?.scrollIntoView({ block: "nearest" });
  }, [on]);
  const hidden = s.isHidden(zone);
  const locked = s.isLocked(zone);
  return (
    <div
      ref={element}
      class={`row${on ? " is-on" : ""}${hidden ? " is-hidden" : ""}${nesting.over.value?.key === zone.key ? ` drops-${nesting.over.value.position}` : ""}`}
      draggable={!renaming && !zone.locked && !s.deck.value?.read_only}
      onDragStart={(e) => nesting.lift(e, zone)}
      onDragOver={(e) => nesting.hover(e, zone)}
      onDrop={(e) => nesting.drop(e, zone)}
      onDragEnd={nesting.end}
      role="treeitem"
      aria-selected={on}
      aria-level={zone.depth + 1}
      aria-expanded={onClose ? !closed : undefined}
      style={{ paddingLeft: `${8 + zone.depth * 14}px` }}
      title={zone.locked ? `${zone.name} can't be moved: ${zone.locked}` : zone.place}
      onClick={(e) => {
        if (e.shiftKey || e.ctrlKey || e.metaKey) s.chosen.value = on ? s.chosen.value.filter((k) => k !== zone.key) : [...s.chosen.value, zone.key];
        else s.chosen.value = [zone.key];
      }}
      onDblClick={() => !zone.locked && !s.deck.value?.read_only && setRenaming(true)}
      onPointerEnter={() => (s.hovered.value = zone.key)}
      onPointerLeave={() => (s.hovered.value = null)}
    >
      <button class={`fold${closed ? " is-closed" : ""}`} style={{ visibility: onClose ? "visible" : "hidden" }} tabIndex={-1} aria-hidden="true" onClick={(e) => (e.stopPropagation(), onClose?.())}>
        <Icon name="next" />
      </button>
      <Icon name={zone.kind} />
      {renaming ? (
        <input
          class="rename"
          aria-label="Name of the zone"
          value={zone.name}
          ref={(e) => void e?.select()}
          onKeyDown={(e) => {
            e.stopPropagation();
            if (e.key === "Enter") e.currentTarget.blur();
            if (e.key === "Escape") ((e.currentTarget.value = zone.name), e.currentTarget.blur());
          }}
          onBlur={(e) => {
            setRenaming(false);
            const name = e.currentTarget.value.trim();
            if (name && name !== zone.name) s.send({ t: "rename", zone: zone.key, name });
          }}
        />
      ) : (
        <span class="title">{zone.name}</span>
      )}
      <button class={`mark${locked ? " is-set" : ""}`} tabIndex={-1} title={zone.locked ? zone.locked : locked ? "Unlock" : "Lock"} aria-label={locked ? `Unlock ${zone.name}` : `Lock ${zone.name}`} disabled={!!zone.locked} onClick={(e) => (e.stopPropagation(), s.toggle(zone, "locked"))}>
        <Icon name={locked ? "lock" : "unlock"} />
      </button>
      <button class={`mark${hidden ? " is-set" : ""}`} tabIndex={-1} title={hidden ? "Show its outline" : "Hide its outline"} aria-label={hidden ? `Show ${zone.name}` : `Hide ${zone.name}`} onClick={(e) => (e.stopPropagation(), s.toggle(zone, "hidden"))}>
        <Icon name={hidden ? "eye-off" : "eye"} />
      </button>
    </div>
  );
}

export function Zones() {
  const [closed, setClosed] = useState<Set<string>>(new Set());
  // Front zones first, each before the zones inside it.
  const tree = (above: string): ZoneInfo[] =>
    s.listed.value
      .filter((z) => z.container === above)
      .reverse()
      .flatMap((z) => [z, ...(closed.has(z.key) ? [] : tree(z.key))]);
  const list = tree("");
  const parents = new Set(s.listed.value.map((z) => z.container));
  const step = (event: KeyboardEvent) => {
    const at = list.findIndex((z) => z.key === s.chosen.value[0]);
    const zone = list[at];
    const fold = (key: string, shut: boolean) => setClosed((c) => new Set(shut ? [...c, key] : [...c].filter((k) => k !== key)));
    if (event.key === "ArrowDown") s.chosen.value = [list[Math.min(at + 1, list.length - 1)]!.key];
    else if (event.key === "ArrowUp") s.chosen.value = [list[Math.max(at - 1, 0)]!.key];
    else if (event.key === "ArrowLeft" && zone) fold(zone.key, true);
    else if (event.key === "ArrowRight" && zone) fold(zone.key, false);
    else return;
    event.preventDefault();
  };
  return (
    <section class="zones" aria-label="Zones">
      <h2>
        Zones <small>{s.listed.value.length}</small>
      </h2>
      <div class="list" role="tree" aria-label="Zones, from the front" aria-multiselectable="true" tabIndex={0} onKeyDown={(e) => list.length && step(e)}>
        {list.map((z) => (
          <Zone
            key={z.key}
            zone={z}
            closed={closed.has(z.key)}
            onClose={parents.has(z.key) ? () => setClosed((c) => new Set(c.has(z.key) ? [...c].filter((k) => k !== z.key) : [...c, z.key])) : null}
          />
        ))}
      </div>
    </section>
  );
}

function Measure({ label, name, value, unit, set, disabled, step = 0.1, attempt }: { label: string; name: string; value: number | null; unit: string; set: (v: number) => void; attempt: (v: number) => void; disabled: boolean; step?: number }) {
  const shownValue = value === null ? "" : `${Math.round(value * 100) / 100}`;
  const entry = useEntry(shownValue, s.face.value);
  const from = useRef<{ x: number; value: number; last: number } | null>(null);
  const commit = (text: string) => {
    const number = Number(text.replace(",", ".").replace(/[^0-9.+-]/g, ""));
    const inches = /in|"$/.test(text) && unit === "mm";
    if (text.trim() && Number.isFinite(number)) entry.commit(text, () => set(inches ? number * 25.4 : number));
    else entry.drop();
  };
  return (
    <label class={`measure${disabled ? " is-off" : ""}`}>
      <span
        class="scrub"
        title={disabled ? "" : "Drag to change it"}
        onPointerDown={(e) => {
          if (disabled || value === null) return;
          from.current = { x: e.clientX, value, last: value };
          e.currentTarget.setPointerCapture(e.pointerId);
          e.preventDefault();
        }}
        onPointerMove={(e) => {
          if (!from.current) return;
          const to = Math.round((from.current.value + Math.round((e.clientX - from.current.x) / 3) * step * (e.shiftKey ? 10 : 1)) * 100) / 100;
          if (to === from.current.last) return;
          from.current.last = to;
          entry.type(`${to}`);
          attempt(to);
        }}
        onPointerUp={() => {
          const start = from.current;
          from.current = null;
          // The card shows the new value already, so the field shows the current one.
          if (start && entry.open) (entry.drop(), set(start.last));
        }}
      >
        {label}
      </span>
      <input
        aria-label={name}
        inputMode="decimal"
        disabled={disabled}
        placeholder={value === null ? "mixed" : ""}
        value={entry.shown}
        {...entry.attributes}
        onFocus={(e) => e.currentTarget.select()}
        onInput={(e) => entry.type(e.currentTarget.value)}
        onBlur={(e) => entry.open && commit(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter") commit(e.currentTarget.value);
          else if (e.key === "Escape") entry.drop();
          else if ((e.key === "ArrowUp" || e.key === "ArrowDown") && value !== null) {
            const by = (e.key === "ArrowUp" ? 1 : -1) * step * (e.shiftKey ? 10 : 1);
            commit(`${Math.round((Number(entry.shown) + by) * 100) / 100}`);
          } else return;
          e.preventDefault();
        }}
      />
      <span class="unit">{unit}</span>
    </label>
  );
}

export function Place() {
  const list = s.chosenZones.value;
  const one = list[0];
  if (!one) return null;
  const disabled = !s.editable().length;
  const same = (i: 0 | 1 | 2 | 3) => (list.every((z) => Math.abs(z.frame[i] - one.frame[i]) < 0.005) ? one.frame[i] : null);
  const placed = (i: 0 | 1 | 2 | 3, value: number) =>
    s.editable().map((z) => {
      const frame: [number, number, number, number] = [...z.frame];
      frame[i] = i > 1 ? Math.max(0.5, value) : value;
      return { zone: z.key, frame };
    });
  const set = (i: 0 | 1 | 2 | 3) => (value: number) => s.put(placed(i, value), `${i > 1 ? "Resize" : "Move"}: ${list.length === 1 ? one.name : `${list.length} zones`}`);
  const attempt = (i: 0 | 1 | 2 | 3) => (value: number) => s.drag(placed(i, value));
  const command = (name: string) => COMMANDS.find((c) => c.name === name)!;
  const tool = (icon: string, name: string) => {
    const c = command(name);
    return <Button icon={icon} name={name} keys={c.keys[0]} act={c.act} disabled={!(c.can?.() ?? true)} />;
  };
  return (
    <section class="place" aria-label="Place">
      <h2>{list.length === 1 ? one.name : `${list.length} zones`}</h2>
      {list.length === 1 && (
        <p class="location" title="Where it is written">
          {one.place}
        </p>
      )}
      {s.tryProblem.value && (
        <p class="trouble" role="alert">
          {s.tryProblem.value}
        </p>
      )}
      {list.length === 1 && one.locked && <p class="hint">It can't be moved: {one.locked}.</p>}
      {list.length === 1 && one.inherited_from && <p class="hint">It comes from {one.inherited_from}.</p>}
      {list.length === 1 && one.shared && <p class="hint">A change shows in {one.shared}.</p>}
      <div class="measures">
        <Measure label="X" name="Left" value={same(0)} unit="mm" set={set(0)} attempt={attempt(0)} disabled={disabled} />
        <Measure label="Y" name="Top" value={same(1)} unit="mm" set={set(1)} attempt={attempt(1)} disabled={disabled} />
        <Measure label="W" name="Width" value={same(2)} unit="mm" set={set(2)} attempt={attempt(2)} disabled={disabled} />
        <Measure label="H" name="Height" value={same(3)} unit="mm" set={set(3)} attempt={attempt(3)} disabled={disabled} />
        {list.length === 1 && (
          <Measure
            label="∠"
            name="Turned by"
            value={one.rotate}
            unit="°"
            step={1}
            attempt={(rotate) => s.drag([{ zone: one.key, frame: one.frame, rotate }])}
            set={(rotate) => s.put([{ zone: one.key, frame: one.frame, rotate }], `Turn: ${one.name}`)}
            disabled={disabled}
          />
        )}
        {list.length === 1 && <OwnPlace disabled={disabled} />}
      </div>
      <div class="tools" role="group" aria-label="Align">
        {(["left", "center", "right", "top", "middle", "bottom"] as const).map((edge) => (
          <Button icon={edge} name={`Align ${edge}${list.length > 1 ? "" : " on the card"}`} act={() => align(edge)} disabled={disabled} />
        ))}
        <Button icon="across" name="Distribute across" act={() => align("across")} disabled={s.editable().length < 3} />
        <Button icon="down" name="Distribute down" act={() => align("down")} disabled={s.editable().length < 3} />
      </div>
      <div class="tools" role="group" aria-label="Zone">
        {tool("forward", "Bring forward")}
        {tool("backward", "Send backward")}
        {tool("copy", "Duplicate")}
        {tool("trash", "Delete")}
      </div>
    </section>
  );
}
