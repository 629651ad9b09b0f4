// The bar below the page, and the drawer of problems and steps.

import { fit, LIFE_SIZE, zoomBy } from "./camera";
import { Icon } from "./icons";
import { Button } from "./panels";
import { Problems } from "./problems";
import * as s from "./state";
import * as w from "./wall-picked";

export function Bottom() {
  const { running, found } = s.problems.value;
  const errors = found.filter((f) => f.severity === "error").length;
  const warnings = found.length - errors;
  const text = [errors && `${errors} error${errors > 1 ? "s" : ""}`, warnings && `${warnings} warning${warnings > 1 ? "s" : ""}`].filter(Boolean).join(", ");
  const zoom = Math.round((s.camera.value.zoom / LIFE_SIZE) * 100);
  const face = s.face.value;
  return (
    <footer class="bottom">
      <button class={`problems-button${errors ? " has-errors" : warnings ? " has-warnings" : running ? " is-running" : ""}`} onClick={() => (s.panel.value = s.panel.value === "problems" ? "" : "problems")} title="Problems  (P)" aria-expanded={s.panel.value === "problems"}>
        {(found.length > 0 || !running) && <Icon name={found.length ? "warning" : "check"} />}
        {!found.length && running && <i class="busy" aria-hidden="true" />}
        {text || (running ? "Looking the deck through…" : "No problems")}
        {running && found.length > 0 && <i class="busy" aria-label="Looking the deck through" />}
      </button>
      <span class="grow" />
      {face && s.view.value === "card" && (
        <span class="size">
          {face.width.toFixed(1)} × {face.height.toFixed(1)} mm
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
      {s.view.value === "wall" && (
        <span class="zoom" role="group" aria-label="Size of the cards">
          <button onClick={() => w.zoom(-1)} disabled={!w.canZoom(-1)} aria-label="Smaller cards" title="Smaller cards  (-)">
            −
          </button>
          <button onClick={() => w.zoom(1)} disabled={!w.canZoom(1)} aria-label="Larger cards" title="Larger cards  (+)">
            +
          </button>
        </span>
      )}
    </footer>
  );
}

export function Drawer() {
  const which = s.panel.value;
  if (!which) return null;
  const { steps, at } = s.steps.value;
  return (
    <section class="drawer" aria-label={which === "problems" ? "Problems" : "What was done"}>
      <h2>
        {which === "problems" ? "Problems" : "What was done"}
        {which === "history" && (
          <button class="link" onClick={() => (s.comparing.value = true)}>
            What changed since it was opened
          </button>
        )}
        <Button icon="close" name="Close" act={() => (s.panel.value = "")} />
      </h2>
      {which === "problems" && <Problems />}
      {which === "history" && (
        <div class="list" tabIndex={0}>
            {steps.map((name, i) => (
              <button class={`step${i + 1 === at ? " is-on" : ""}${i >= at ? " is-undone" : ""}`} onClick={() => s.undoTo(i + 1)}>
                <span>{name}</span>
              </button>
            )).reverse()}
            <button class={`step${at === 0 ? " is-on" : ""}`} onClick={() => s.undoTo(0)}>
              <span>As it was first opened</span>
            </button>
        </div>
      )}
    </section>
  );
}

