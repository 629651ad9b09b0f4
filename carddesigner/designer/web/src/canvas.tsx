// The canvas on which the card is edited with the pointer.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { fit, toMm, zoomBy } from "./camera";
import { menu } from "./menu";
import { FramingBar } from "./framing-bar";
import type { FaceInfo } from "./messages";
import { Overlay } from "./overlay";
import * as pointer from "./pointer";
import { Rulers } from "./rulers";
import * as s from "./state";
import { TextOnCard } from "./text-on-card";
import { dropped, Tools } from "./tools";
import { Wrong } from "./wrong";

const POINT = 25.4 / 72;

export function Canvas() {
  const host = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const face = s.face.value;

  useLayoutEffect(() => {
    picture.current?.prepend(s.definitions);
    picture.current?.querySelector(".painted")?.append(s.painted);
  }, [face !== null]);

  const size = face ? `${face.component} ${face.width} ${face.height}` : "";
  useLayoutEffect(() => {
    if (s.camera.value.fitted) fit(host.current);
  }, [size]);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const resize = new ResizeObserver(() => {
      if (s.camera.value.fitted) fit(element);
    });
    resize.observe(element);
    // This event comes as soon as the pointer moves, not with the next frame.
    const raw = "onpointerrawupdate" in element ? "pointerrawupdate" : "pointermove";
    const moved = (event: Event) => pointer.move(event as PointerEvent, element);
    const space = (event: KeyboardEvent) => {
      if (event.code !== "Space" || (event.target as Element).matches("input, textarea, button, [contenteditable]")) return;
      const down = event.type === "keydown";
      pointer.pan(down);
      element.classList.toggle("panning", down);
      event.preventDefault();
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      if (s.framing.value && !event.ctrlKey && !event.metaKey) s.zoomFramed(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0012)));
      else if (event.ctrlKey || event.metaKey) {
        const { left, top } = element.getBoundingClientRect();
        zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)), [event.clientX - left, event.clientY - top]);
      } else {
        const k = event.deltaMode ? 16 : 1;
        const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
        s.camera.value = { ...s.camera.value, x: s.camera.value.x - dx * k, y: s.camera.value.y - dy * k, fitted: false };
      }
    };
    element.addEventListener(raw, moved);
    element.addEventListener("wheel", wheel, { passive: false });
    addEventListener("keydown", space);
    addEventListener("keyup", space);
    return () => {
      resize.disconnect();
      element.removeEventListener(raw, moved);
      element.removeEventListener("wheel", wheel);
      removeEventListener("keydown", space);
      removeEventListener("keyup", space);
    };
  }, []);

  return (
    <div
      class={`canvas${s.tool.value ? " is-making" : ""}`}
      ref={host}
      tabIndex={0}
      role="application"
      aria-label="Card. Arrow keys move the chosen zone, J and K step through the cards."
      onPointerDown={(e) => host.current && pointer.press(e, host.current)}
      onPointerUp={pointer.release}
      onPointerCancel={pointer.release}
      onPointerMove={(e) => host.current && pointer.hover(e, host.current)}
      onPointerLeave={() => (s.hovered.value = null)}
      onDblClick={(e) => host.current && pointer.twice(toMm(e, host.current))}
      onDragOver={(e) => {
        if (!e.dataTransfer?.types.includes("Files") || !host.current) return;
        e.preventDefault();
        const under = pointer.hits(toMm(e, host.current));
        s.hovered.value = (under.find((z) => z.kind === "image" || z.kind === "svg") ?? null)?.key ?? null;
      }}
      onDrop={(e) => {
        e.preventDefault();
        const file = e.dataTransfer?.files[0];
        if (!file || !host.current) return;
        const point = toMm(e, host.current);
        void dropped(file, point, pointer.hits(point).find((z) => z.kind === "image" || z.kind === "svg"));
      }}
      onContextMenu={(e) => {
        e.preventDefault();
        if (!host.current) return;
        const under = pointer.hits(toMm(e, host.current));
        if (under[0] && !under.some((z) => s.chosen.value.includes(z.key))) s.chosen.value = [under[0].key];
        menu.value = { x: e.clientX, y: e.clientY, under };
      }}
    >
      <svg class="paper" ref={picture} aria-hidden="true">
        {face && <Paper face={face} />}
      </svg>
      {face && <Overlay face={face} />}
      {face && <Rulers />}
      {face && <Tools />}
      {face && <TextOnCard />}
      <FramingBar />
      {!face && (s.broken.value.length ? <Wrong /> : <p class="empty">Opening the deck…</p>)}
    </div>
  );
}

function Paper({ face }: { face: FaceInfo }) {
  const { zoom, x, y } = s.camera.value;
  const k = zoom * POINT;
  const bleed = face.bleed / POINT;
  const [w, h] = [face.width / POINT, face.height / POINT];
  const whole = `M${-bleed} ${-bleed}H${w + bleed}V${h + bleed}H${-bleed}Z`;
  const { bleed: withBleed, zones, grid } = s.visible.value;
  const five = 5 / POINT;
  return (
    <>
      <clipPath id="bleed-area">
        <path d={withBleed ? whole : face.outline} />
      </clipPath>
      <pattern id="millimetres" width={five} height={five} patternUnits="userSpaceOnUse">
        <path d={`M0 0H${five}M0 0V${five}`} class="grid-line" />
      </pattern>
      <g transform={`translate(${x} ${y}) scale(${k})`}>
        <path class="sheet-shadow" d={withBleed ? whole : face.outline} />
        <g clip-path="url(#bleed-area)">
          <path d={whole} fill="#fff" />
          <g class="painted" stroke-miterlimit="10" />
        </g>
        {withBleed && <path class="outside" fill-rule="evenodd" d={whole + face.outline} />}
        {grid && <rect width={w} height={h} fill="url(#millimetres)" />}
        {withBleed && <path class="trim" d={face.outline} />}
        {zones && face.safe_outline && <path class="safe-ground" d={face.safe_outline} />}
        {zones && face.safe_outline && <path class="safe" d={face.safe_outline} />}
      </g>
    </>
  );
}
