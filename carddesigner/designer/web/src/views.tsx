// The views of a deck; large ones are loaded when they are opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Canvas } from "./canvas";
import { Cards, Place, Zones } from "./panels";
import { opened } from "./inspect";
import { Inspector } from "./properties";
import * as s from "./state";
import { Wall } from "./wall";

function Card() {
  return (
    <>
      <Cards />
      <Canvas />
      <aside>
        <Zones />
        <div class="property-panel" tabIndex={-1}>
          {!opened.value.length && <Place />}
          <Inspector />
        </div>
      </aside>
    </>
  );
}

function All() {
  return (
    <>
      <Cards />
      <Wall />
    </>
  );
}

/** A view that is loaded when it is first shown: `later(() => import("./data"))`; the module's default export is its component. */
export function later(load: () => Promise<{ default: ComponentType }>): ComponentType {
  return function Later() {
    const [Loaded, setLoaded] = useState<ComponentType | null>(null);
    useEffect(() => {
      load().then(
        (module) => setLoaded(() => module.default),
        () => s.notify("error", "This view can't be loaded; the connection may be lost."),
      );
    }, []);
    return Loaded ? <Loaded /> : <p class="loading empty" aria-busy="true">Opening…</p>;
  };
}

const COMPONENTS: Record<s.ViewId, ComponentType> = { card: Card, wall: All, table: later(() => import("./table")), data: later(() => import("./data")), files: later(() => import("./files")), print: later(() => import("./print")) };

export function View() {
  const Now = COMPONENTS[s.view.value];
  return <Now />;
}
