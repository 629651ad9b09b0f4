// The deck's tables as a grid, with the card of the chosen row beside them.

import { useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Cells, ready } from "./grid";
import { Icon } from "./icons";
import { Button } from "./panels";
import { shownChanges, refresh, refreshing, saved } from "./sources";
import * as s from "./state";
import * as t from "./rows";

const POINT = 25.4 / 72;

function Tabs() {
  const table = t.table.value;
  if (!table) return null;
  const names = table.tables.map((one) => one.file.split("/").pop() ?? "");
  const endings = new Set(names.map((name) => name.split(".").pop()));
  const short = names.length > 1 && endings.size === 1 && new Set(names).size === names.length;
  return (
    <div class="tabs" role="tablist" aria-label="Tables">
      {table.tables.map((one, i) => (
        <button key={one.key} role="tab" aria-selected={one.key === table.key} title={`${one.key}, read by ${one.components.join(", ")}`} onClick={() => t.open(one.key)}>
          {short ? names[i]?.replace(/\.[^.]+$/, "") : names[i]}
        </button>
      ))}
    </div>
  );
}

function Bar({ grid }: { grid: Cells | null }) {
  const table = t.table.value;
  void t.changed.value;
  const fixed = t.locked.value || table?.fixed_rows || "";
  const languages = (table?.languages ?? []).filter((l) => table?.columns.some((c) => c.language === l));
  const shown = t.order.value.length;
  const all = t.rows.current.length;
  return (
    <div class="data-bar">
      <Tabs />
      <span class="grow" />
      {languages.length > 0 && (
        <div class="switch small" role="group" aria-label="Columns">
          <button title="All columns" class={t.language.value ? "" : "is-on"} aria-pressed={!t.language.value} onClick={() => (t.language.value = "")}>
            All
          </button>
          {languages.map((l) => (
            <button key={l} class={t.language.value === l ? "is-on" : ""} aria-pressed={t.language.value === l} title={`Texts beside their translations: ${l}`} onClick={() => (t.language.value = t.language.value === l ? "" : l)}>
              <Icon name="language" /> {l}
            </button>
          ))}
        </div>
      )}
      <label class="find">
        <Icon name="search" />
        <input
          id="find"
          type="search"
          placeholder="Find"
          aria-label="Find in this table"
          value={t.query.value}
          onInput={(e) => {
            t.query.value = e.currentTarget.value;
            t.arrange();
          }}
          onKeyDown={(e) => {
            e.stopPropagation();
            if (e.key !== "Escape" && e.key !== "Enter" && e.key !== "ArrowDown") return;
            if (e.key === "Escape") ((t.query.value = ""), t.arrange());
            e.currentTarget.blur();
            grid?.focusFirst();
            e.preventDefault();
          }}
        />
        {t.isPlain.value ? <kbd>/</kbd> : <span class="count">{shown === all ? "sorted" : `${shown} of ${all}`}</span>}
        {!t.isPlain.value && (
          <button class="clear" title="Show all rows in the file's order" aria-label="Show all rows in the file's order" onClick={() => grid?.plain()}>
            <Icon name="close" />
          </button>
        )}
      </label>
      <div class="tools" role="group" aria-label="Rows and columns">
        <Button icon="row-below" name={fixed || "Add a row"} keys={fixed ? undefined : "Mod+Enter"} act={() => grid?.addRow()} disabled={!!fixed} />
        <Button icon="copy" name="Duplicate rows" act={() => grid?.duplicate()} disabled={!!fixed || !all} />
        <Button icon="trash" name="Delete rows" act={() => grid?.delete()} disabled={!!fixed || !all} />
        <Button icon="column-add" name={t.locked.value || table?.fixed_columns || "Add a column"} act={() => grid?.addColumn()} disabled={!!(t.locked.value || table?.fixed_columns)} />
      </div>
    </div>
  );
}

/** The card of the chosen row, updated while a cell is being typed in. */
function Preview({ grid }: { grid: Cells | null }) {
  const host = useRef<SVGGElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const face = s.face.value;
  void t.changed.value;
  useLayoutEffect(() => {
    picture.current?.prepend(s.definitions);
    host.current?.append(s.painted);
  }, [face !== null]);
  const row = face ? t.rows.current.findIndex((r) => r.id === face.id && r.component === face.component) : -1;
  const list = row >= 0 ? t.problemsInRow(row) : [];
  const w = (face?.width ?? 63) / POINT;
  const h = (face?.height ?? 88) / POINT;
  const name = face ? (s.deck.value?.components.find((c) => c.id === face.component)?.pieces.find((p) => p.id === face.id)?.name ?? "") : "";
  return (
    <aside class="preview" aria-label="The card of the chosen row">
      {face ? (
        <>
          <svg ref={picture} viewBox={`-4 -4 ${w + 8} ${h + 8}`} role="img" aria-label={name || face.id}>
            <clipPath id="preview-area">
              <path d={face.outline} />
            </clipPath>
            <path class="sheet-shadow" d={face.outline} />
            <g clip-path="url(#preview-area)">
              <path d={face.outline} fill="#fff" />
              <g class="painted" stroke-miterlimit="10" ref={host} />
            </g>
          </svg>
          <h2>
            <span class="title">{name || face.id}</span>
            <Button icon="flip" name="Flip the card" keys="F" act={s.flip} disabled={face.sides.length < 2} />
            <Button icon="card" name="Open this card" keys="C" act={() => (s.view.value = "card")} />
          </h2>
          <p class="location">
            {row >= 0 ? (
              <button class="link" title="Show its row" onClick={() => grid?.reveal(row)}>
                row {row + 1}
              </button>
            ) : (
              "not in this table"
            )}
            {name && name !== face.id ? ` · ${face.id}` : ""}
          </p>
        </>
      ) : (
        <p class="empty">The card of the row that you choose shows here.</p>
      )}
      <div class="list">
        {s.tryProblem.value && <p class="trouble">{s.tryProblem.value}</p>}
        {list.map((f) => (
          <p key={f.message} class={`problem is-${f.severity}`}>
            <Icon name="warning" />
            <span>
              <b>{f.message}</b>
              {f.hint && <em>{f.hint}</em>}
            </span>
          </p>
        ))}
      </div>
    </aside>
  );
}

function Names({ grid }: { grid: Cells | null }) {
  const asked = grid?.naming.value;
  if (!grid || !asked) return null;
  const close = () => {
    grid.naming.value = null;
    grid.focusAgain();
  };
  return (
    <div class="menu naming" style={{ left: `${Math.max(8, Math.min(asked.x, innerWidth - 260))}px`, top: `${asked.y}px` }}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          const name = new FormData(e.currentTarget).get("name");
          const { act } = asked;
          close();
          if (typeof name === "string" && name.trim()) act(name.trim());
        }}
      >
        <label>
          {asked.label}
          <input
            name="name"
            value={asked.value}
            autocomplete="off"
            ref={(e) => {
              if (e && document.activeElement !== e) (e.focus(), e.select());
            }}
            onKeyDown={(e) => {
              e.stopPropagation();
              if (e.key === "Escape") close();
            }}
            onBlur={() => (grid.naming.value = null)}
          />
        </label>
      </form>
    </div>
  );
}

function ColumnMenu({ grid }: { grid: Cells | null }) {
  const host = useRef<HTMLDivElement>(null);
  const at = grid?.menu.value ?? null;
  void t.changed.value;
  const items = at && grid ? grid.items() : [];
  useEffect(() => {
    // Its row or column was deleted.
    if (at && grid && !items.length) grid.menu.value = null;
  }, [items.length]);
  useEffect(() => {
    if (!at) return;
    host.current?.querySelector<HTMLElement>("button, input")?.focus();
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !host.current?.contains(event.target as Node)) {
        if (grid) grid.menu.value = null;
        grid?.focusAgain();
      }
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, [at]);
  if (!grid || !at || !items.length) return null;
  const step = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") ((grid.menu.value = null), grid.focusAgain());
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const all = [...(host.current?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    const i = all.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1);
    all[(i + all.length) % all.length]?.focus();
  };
  return (
    <div class="menu" role="menu" ref={host} onKeyDown={step} style={{ left: `${Math.max(8, Math.min(at.x, innerWidth - 250))}px`, top: `${Math.max(8, Math.min(at.y, innerHeight - 60 - 28 * items.length))}px` }}>
      {at.of === "column" && (
        <label class="find">
          <Icon name="filter" />
          <input
            placeholder="Only rows with…"
            aria-label="Only rows with"
            value={t.filters.value.get(grid.of.column) ?? ""}
            onInput={(e) => grid.filter(grid.of.column, e.currentTarget.value)}
            onKeyDown={(e) => {
              if (e.key === "Enter") ((grid.menu.value = null), grid.focusFirst());
            }}
          />
        </label>
      )}
      {items.map((item) =>
        item === "-" ? (
          <hr />
        ) : (
          <button
            role="menuitem"
            disabled={item.disabled}
            title={item.reason}
            onClick={() => {
              grid.menu.value = null;
              item.act();
            }}
          >
            {item.icon ? <Icon name={item.icon} /> : <svg class="icon" aria-hidden="true" />}
            <span>{item.name}</span>
            <kbd>{item.keys}</kbd>
          </button>
        ),
      )}
    </div>
  );
}

export default function Data() {
  const host = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<Cells | null>(null);
  const shown = t.table.value;
  useEffect(() => {
    t.open("");
    let made: Cells | null = null;
    let gone = false;
    ready.then(
      () => {
        if (!gone) setGrid((made = new Cells(host.current as HTMLDivElement)));
      },
      () => s.notify("error", "The grid can't be loaded; the connection may be lost."),
    );
    return () => {
      gone = true;
      made?.close();
    };
  }, []);
  useSignalEffect(() => {
    // The shown card may belong to another table.
    const component = s.requestedCard.value.split(" ")[0];
    const table = t.table.peek();
    if (!table || !component || table.tables.find((x) => x.key === table.key)?.components.includes(component)) return;
    const other = table.tables.find((x) => x.components.includes(component));
    if (other && grid?.follows()) t.open(other.key);
  });
  return (
    <>
      <section class="data" aria-label="Tables">
        <Bar grid={grid} />
        {t.locked.value && shown && !shown.problem && !s.deck.value?.read_only && (
          <p class="data-note">
            <Icon name="lock" /> <span class="grow">{t.locked.value}</span>
            {shown.published && (
              <button class="link" disabled={refreshing.value} title={`Read ${shown.published} again, and show what changed before it is written`} onClick={refresh}>
                {refreshing.value ? "Refreshing…" : "Refresh"}
              </button>
            )}
            {!shown.published && saved.value && (
              <button class="link" onClick={() => (shownChanges.value = "saved")}>
                Show what was saved since
              </button>
            )}
            {shown.csv && (
              <button class="link" title="The spreadsheet stays as it is; formulas become their values" onClick={() => s.send({ t: "as-csv", table: shown.key })}>
                Take over as {shown.csv}
              </button>
            )}
          </p>
        )}
        {shown?.problem && <p class="empty">{shown.problem}</p>}
        <div class="grid-host" ref={host} hidden={!!shown?.problem} />
        <ColumnMenu grid={grid} />
        <Names grid={grid} />
      </section>
      <Preview grid={grid} />
    </>
  );
}
