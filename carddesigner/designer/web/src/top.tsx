// The bar above the page.

import { drawn, keyNamed, nextTheme, shown } from "./commands";
import { Icon } from "./icons";
import { nextColorVision } from "./inspect";
import { Button } from "./panels";
import * as s from "./state";

function hinted(title: string, key: string): string {
  return key ? `${title}  (${shown(key)})` : title;
}

export function Top() {
  const face = s.face.value;
  const { steps, at } = s.steps.value;
  const seen = s.visible.value;
  const flag = (key: keyof typeof seen) => () => (s.visible.value = { ...seen, [key]: !seen[key] });
  return (
    <header class="top">
      <h1>
        <button title={`Start page; this deck is ${s.deck.value?.folder ?? "not read yet"}`} onClick={s.goToStart}>
          <Icon name="previous" />
          <span>{s.deck.value?.title ?? "carddesigner"}</span>
        </button>
      </h1>
      <div class="tools" role="group" aria-label="Steps">
        {/* On the table, what was played is undone there. */}
        <span style={{ display: "contents", visibility: s.view.value === "table" ? "hidden" : "visible" }}>
          <Button icon="undo" name={at ? `Undo ${steps[at - 1]}` : "Undo"} keys={keyNamed("Undo")} act={() => s.undo(-1)} disabled={!at} />
          <Button icon="redo" name={at < steps.length ? `Redo ${steps[at]}` : "Redo"} keys={keyNamed("Redo")} act={() => s.undo(1)} disabled={at === steps.length} />
        </span>
        <Button icon="history" name="What was done" keys="Y" act={() => (s.panel.value = s.panel.value === "history" ? "" : "history")} on={s.panel.value === "history"} />
      </div>
      <div class="tools center">
        <div class="switch" role="group" aria-label="View">
          {s.VIEWS.map((v) => (
            <button key={v.id} class={s.view.value === v.id ? "is-on" : ""} aria-pressed={s.view.value === v.id} onClick={() => (s.view.value = v.id)} title={hinted(v.title, keyNamed(`Show: ${v.title.toLowerCase()}`))}>
              <Icon name={v.icon} /> {v.name}
            </button>
          ))}
        </div>
        {["card", "wall"].includes(s.view.value) && (
          <div class="switch" role="group" aria-label="Side">
            {(["front", "back"] as const).map((side) => (
              <button
                class={s.side.value === side ? "is-on" : ""}
                aria-pressed={s.side.value === side}
                disabled={s.view.value !== "print" && !face?.sides.includes(side)}
                title="Flip the card  (F)"
                onClick={() => {
                  if (s.view.value !== "card") s.side.value = side;
                  else s.showSide(side);
                }}
              >
                {side === "front" ? "Front" : "Back"}
              </button>
            ))}
          </div>
        )}
      </div>
      <div class="tools" role="group" aria-label="What is shown" style={{ visibility: drawn() ? "visible" : "hidden" }}>
        <Button icon="shape" name="Zones" keys="Z" act={flag("zones")} on={seen.zones} />
        <Button icon="bleed" name="Bleed" keys="B" act={flag("bleed")} on={seen.bleed} />
        <Button icon="grid" name="Grid of 5 mm" keys="G" act={flag("grid")} on={seen.grid} />
        <Button icon="magnet" name="Snapping" keys="S" act={flag("snap")} on={seen.snap} />
      </div>
      <div class="tools" role="group" aria-label="Page">
        <Button icon="eye" name={`Seen with: ${s.colorVision.value || "all colours"}`} text={s.colorVision.value} act={nextColorVision} on={s.colorVision.value !== ""} />
        <Button icon={s.theme.value === "light" ? "sun" : s.theme.value === "dark" ? "moon" : "system"} name={`Colours: ${s.theme.value}`} act={nextTheme} />
        <Button icon="command" name="Commands" keys="Mod+K" act={() => (s.palette.value = true)} />
      </div>
    </header>
  );
}

