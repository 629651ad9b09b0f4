// The page.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { effect } from "@preact/signals";
import "./page.css";
import { Canvas, fit, LIFE_SIZE, zoomBy } from "./canvas";
import { COMMANDS, listen, nextTheme, shown } from "./commands";
import { Icon } from "./icons";
import { Menu } from "./menu";
import type { Found } from "./messages";
import { Button, Cards, Place, Zones } from "./panels";
import * as s from "./state";
import { Wall } from "./wall";

function Top() {
  const now = s.face.value;
  const { steps, at } = s.steps.value;
  const seen = s.seen.value;
  const flag = (key: keyof typeof seen) => () => (s.seen.value = { ...seen, [key]: !seen[key] });
  return (
    <header class="top">
      <h1 title={s.deck.value?.folder}>{s.deck.value?.title ?? "carddesigner"}</h1>
      <div class="tools" role="group" aria-label="Steps">
        <Button icon="undo" name={at ? `Undo ${steps[at - 1]}` : "Undo"} keys="Mod+Z" act={() => s.undo(-1)} disabled={!at} />
        <Button icon="redo" name={at < steps.length ? `Redo ${steps[at]}` : "Redo"} keys="Shift+Mod+Z" act={() => s.undo(1)} disabled={at === steps.length} />
        <Button icon="history" name="What was done" keys="Y" act={() => (s.panel.value = s.panel.value === "history" ? "" : "history")} on={s.panel.value === "history"} />
      </div>
      <div class="tools center">
        <div class="switch" role="group" aria-label="View">
          <button class={s.view.value === "card" ? "is-on" : ""} aria-pressed={s.view.value === "card"} onClick={() => (s.view.value = "card")}>
            <Icon name="card" /> Card
          </button>
          <button class={s.view.value === "wall" ? "is-on" : ""} aria-pressed={s.view.value === "wall"} onClick={() => (s.view.value = "wall")} title="All cards  (W)">
            <Icon name="wall" /> All
          </button>
        </div>
        <div class="switch" role="group" aria-label="Side">
          {(["front", "back"] as const).map((side) => (
            <button
              class={s.side.value === side ? "is-on" : ""}
              aria-pressed={s.side.value === side}
              disabled={!now?.sides.includes(side)}
              title="Flip the card  (F)"
              onClick={() => {
                if (s.view.value === "wall") s.side.value = side;
                else if (now) s.show(now.component, now.id, side);
              }}
            >
              {side === "front" ? "Front" : "Back"}
            </button>
          ))}
        </div>
      </div>
      <div class="tools" role="group" aria-label="What is shown">
        <Button icon="shape" name="Zones" keys="Z" act={flag("zones")} on={seen.zones} />
        <Button icon="bleed" name="Bleed" keys="B" act={flag("bleed")} on={seen.bleed} />
        <Button icon="grid" name="Grid of 5 mm" keys="G" act={flag("grid")} on={seen.grid} />
        <Button icon="magnet" name="Snapping" keys="S" act={flag("snap")} on={seen.snap} />
      </div>
      <div class="tools" role="group" aria-label="Page">
        <Button icon={s.theme.value === "light" ? "sun" : s.theme.value === "dark" ? "moon" : "system"} name={`Colours: ${s.theme.value}`} act={nextTheme} />
        <Button icon="command" name="Commands" keys="Mod+K" act={() => (s.palette.value = true)} />
      </div>
    </header>
  );
}

function Bottom() {
  const { running, found } = s.problems.value;
  const errors = found.filter((f) => f.severity === "error").length;
  const warnings = found.length - errors;
  const text = [errors && `${errors} error${errors > 1 ? "s" : ""}`, warnings && `${warnings} warning${warnings > 1 ? "s" : ""}`].filter(Boolean).join(", ");
  const zoom = Math.round((s.camera.value.zoom / LIFE_SIZE) * 100);
  const now = s.face.value;
  return (
    <footer class="bottom">
      <button class={`problems-button${errors ? " has-errors" : warnings ? " has-warnings" : ""}`} onClick={() => (s.panel.value = s.panel.value === "problems" ? "" : "problems")} title="Problems  (P)" aria-expanded={s.panel.value === "problems"}>
        <Icon name={found.length ? "warning" : "check"} />
        {text || (running ? "Looking the deck through…" : "No problems")}
        {running && found.length > 0 && <i class="busy" aria-label="Looking the deck through" />}
      </button>
      <span class="grow" />
      {now && (
        <span class="size">
          {now.width.toFixed(1)} × {now.height.toFixed(1)} mm
        </span>
      )}
      {s.view.value === "card" && (
        <span class="zoom" role="group" aria-label="Zoom">
          <button onClick={() => zoomBy(0.8)} aria-label="Zoom out" title="Zoom out  (-)">
            −
          </button>
          <button onClick={() => fit()} title="Fit the card to the window  (0)" class="value">
            {zoom} %
          </button>
          <button onClick={() => zoomBy(1.25)} aria-label="Zoom in" title="Zoom in  (+)">
            +
          </button>
        </span>
      )}
    </footer>
  );
}

function goTo(found: Found): void {
  const piece = (s.deck.value?.components ?? []).flatMap((c) => c.pieces.map((p) => ({ component: c.id, id: p.id }))).find((p) => p.id === found.card || `${p.component}/${p.id}` === found.card);
  if (piece) s.show(piece.component, piece.id);
  const zone = s.zones.value.find((z) => z.key === found.zone || z.name === found.zone);
  if (zone) s.chosen.value = [zone.key];
}

function Drawer() {
  const which = s.panel.value;
  if (!which) return null;
  const { found } = s.problems.value;
  const { steps, at } = s.steps.value;
  return (
    <section class="drawer" aria-label={which === "problems" ? "Problems" : "What was done"}>
      <h2>
        {which === "problems" ? "Problems" : "What was done"}
        <Button icon="close" name="Close" act={() => (s.panel.value = "")} />
      </h2>
      <div class="list" tabIndex={0}>
        {which === "problems" &&
          found.map((f) => (
            <button class={`problem is-${f.severity}`} onClick={() => goTo(f)}>
              <Icon name="warning" />
              <span>
                <b>{f.message}</b>
                {f.hint && <em>{f.hint}</em>}
                <small>
                  {[f.card, f.zone, f.place, f.code].filter(Boolean).join("  ·  ")}
                </small>
              </span>
            </button>
          ))}
        {which === "problems" && !found.length && <p class="empty">{s.problems.value.running ? "Looking the deck through…" : "Nothing is wrong with this deck."}</p>}
        {which === "history" && (
          <>
            {steps.map((name, i) => (
              <button class={`step${i + 1 === at ? " is-on" : ""}${i >= at ? " is-undone" : ""}`} onClick={() => s.undoTo(i + 1)}>
                <span>{name}</span>
              </button>
            )).reverse()}
            <button class={`step${at === 0 ? " is-on" : ""}`} onClick={() => s.undoTo(0)}>
              <span>As it was first opened</span>
            </button>
          </>
        )}
      </div>
    </section>
  );
}

function Palette() {
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((w) => text.toLowerCase().includes(w));
  const commands = COMMANDS.filter((c) => c.name !== "Commands" && fits(c.name) && (c.can?.() ?? true)).map((c) => ({ name: c.name, note: c.keys[0] ? shown(c.keys[0]) : "", act: c.act }));
  const cards = words.length
    ? (s.deck.value?.components ?? [])
        .flatMap((c) => c.pieces.map((p) => ({ name: p.name || p.id, note: p.name ? p.id : c.id, act: () => s.show(c.id, p.id) })))
        .filter((c) => fits(`${c.name} ${c.note}`))
        .slice(0, 20)
    : [];
  const list = [...commands, ...cards].slice(0, 60);
  const close = () => (s.palette.value = false);
  const run = (i: number) => {
    close();
    list[i]?.act();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Commands"
      onClose={close}
      onClick={(e) => e.target === dialog.current && close()}
      onKeyDown={(e) => {
        e.stopPropagation();
        if (e.key === "ArrowDown") setAt((at + 1) % Math.max(1, list.length));
        else if (e.key === "ArrowUp") setAt((at - 1 + list.length) % Math.max(1, list.length));
        else if (e.key === "Enter") run(at);
        else return;
        e.preventDefault();
      }}
    >
      <input
        type="text"
        aria-label="Command or card"
        placeholder="A command or a card"
        value={wanted}
        onInput={(e) => {
          setWanted(e.currentTarget.value);
          setAt(0);
        }}
      />
      <div class="list" role="listbox" aria-label="Commands and cards">
        {list.map((c, i) => (
          <button role="option" aria-selected={i === at} class={i === at ? "is-on" : ""} ref={(e) => void (i === at && e?.scrollIntoView({ block: "nearest" }))} onClick={() => run(i)}>
            <span>{c.name}</span>
            <kbd>{c.note}</kbd>
          </button>
        ))}
        {!list.length && <p class="empty">Nothing is called that.</p>}
      </div>
    </dialog>
  );
}

function Banner() {
  const state = s.connected.value;
  const broken = s.broken.value;
  if (state === "lost") return <p class="banner is-error">The connection is lost; what was saved is safe. Trying again…</p>;
  if (state === "refused") return <p class="banner is-error">Open the link that `carddesigner designer` printed.</p>;
  if (broken.length)
    return (
      <p class="banner is-error" role="alert">
        <b>{s.face.value ? "The last good card is shown." : "The deck can't be shown."}</b> {broken[0]?.place} {broken[0]?.message}
        {broken.length > 1 && ` (and ${broken.length - 1} more)`}
      </p>
    );
  if (s.deck.value?.read_only)
    return (
      <p class="banner">
        {s.deck.value.read_only} {s.deck.value.shipped && <button onClick={() => s.send({ t: "take-over" })}>Make a copy</button>}
      </p>
    );
  return null;
}

function Page() {
  return (
    <>
      <Top />
      <Banner />
      <main class={`${s.view.value}-view${s.broken.value.length ? " is-broken" : ""}`}>
        <Cards />
        {s.view.value === "card" ? <Canvas /> : <Wall />}
        {s.view.value === "card" && (
          <aside>
            <Zones />
            <Place />
          </aside>
        )}
        <Drawer />
      </main>
      <Bottom />
      <Menu />
      {s.palette.value && <Palette />}
      <div class="notes" role="status" aria-live="polite">
        {s.notes.value.map((n) => (
          <p key={n.id} class={`note is-${n.level}`}>
            {n.text}
          </p>
        ))}
      </div>
    </>
  );
}

effect(() => {
  if (s.theme.value === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = s.theme.value;
});
listen();
s.connect();
const host = document.getElementById("page");
if (host) render(<Page />, host);
