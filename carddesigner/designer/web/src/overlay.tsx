// The overlay of the card: outlines of zones, their names, grips, and snap lines.

import { useComputed } from "@preact/signals";
import { toScreen } from "./camera";
import { concerns } from "./finders";
import { GRIPS, apply, around, outline, toFace } from "./geometry";
import type { FaceInfo, ZoneInfo } from "./messages";
import * as guides from "./guides";
import * as s from "./state";

function points(zone: ZoneInfo): string {
  return outline(zone)
    .map((p) => toScreen(p).join(","))
    .join(" ");
}

export function Overlay({ face }: { face: FaceInfo }) {
  const shown = s.zones.value.filter((z) => !s.isHidden(z));
  const chosen = s.chosenZones.value;
  const one = chosen.length === 1 ? chosen[0] : undefined;
  const over = s.hovered.value !== null ? shown.find((z) => z.key === s.hovered.value) : undefined;
  const typing = one && s.editing.value === one.key;
  const hand = one && !typing && !s.isLocked(one);
  const framing = s.framing.value ? s.zones.value.find((z) => z.key === s.framing.value) : undefined;
  const problemZones = useComputed(() => {
    const found = [...s.broken.value, ...s.problems.value.found];
    const here = found.filter((f) => f.zone && s.face.value && concerns(f, s.face.value)).map((f) => [f.zone, f.severity] as const);
    // A problem of every card is reported once, with its line only.
    const lines = s.broken.value.length ? [] : found.filter((f) => !f.card && f.line).map((f) => [`${f.file} ${f.line}`, f.severity] as const);
    const all = [...here, ...lines, ...s.overfull.value.map((key) => [key, "error"] as const)];
    return new Map([...all].sort(([, a], [, b]) => Number(a === "error") - Number(b === "error")));
  });
  const troubles = (z: ZoneInfo) => [z.key, z.name, `${z.file} ${z.line}`].flatMap((k) => problemZones.value.get(k) ?? []);
  const inTrouble = problemZones.value.size ? shown.flatMap((z) => (troubles(z).length ? [[z, troubles(z)] as const] : [])) : [];
  const { x: gx, y: gy } = s.guides.value;
  const far = 100_000;
  const { zoom } = s.camera.value;
  const bleed = s.visible.value.bleed ? face.bleed : 0;
  const [left, top] = toScreen([-bleed, -bleed]);
  return (
    <svg class="overlay" aria-hidden="true">
      <clipPath id="on-card">
        <rect x={left - 1} y={top - 1} width={(face.width + 2 * bleed) * zoom + 2} height={(face.height + 2 * bleed) * zoom + 2} />
      </clipPath>
      {s.visible.value.zones && (
        <g clip-path="url(#on-card)">
          {shown.map((z) => (
            <polygon key={z.key} class={`zone${s.isLocked(z) ? " is-locked" : ""}`} points={points(z)} />
          ))}
        </g>
      )}
      {inTrouble.map(([z, found]) => (
        <polygon key={`p ${z.key}`} class={`zone in-trouble${found.includes("error") ? "" : " is-warning"}`} points={points(z)} />
      ))}
      {over && !chosen.includes(over) && <polygon class="zone is-hovered" points={points(over)} />}
      {over && !chosen.includes(over) && <Name zone={over} class="name" />}
      {gx.map((v) => {
        const [x] = toScreen([v, 0]);
        return <path class="guide" d={`M${x} ${-far}V${far}`} />;
      })}
      {gy.map((v) => {
        const [, y] = toScreen([0, v]);
        return <path class="guide" d={`M${-far} ${y}H${far}`} />;
      })}
      <Guides />
      {chosen.map((z) => (
        <polygon key={z.key} class={`zone is-chosen${s.isLocked(z) ? " is-locked" : ""}`} points={points(z)} />
      ))}
      {one && !typing && !framing && <Name zone={one} class="name is-chosen" />}
      {hand && !framing && <Grips zone={one} />}
      {framing?.picture && <polygon class="framed" points={points({ ...framing, frame: s.pictureOf(framing)! })} />}
      <rect class="marquee" style="display:none" />
      <title>{`${face.id}, ${face.side}`}</title>
    </svg>
  );
}

/** Guides, which can be dragged, and the position of the dragged one. */
function Guides() {
  const { x, y } = guides.own.value;
  const pulled = guides.pulled.value;
  const path = (axis: guides.Axis, at: number) => (axis === "x" ? `M${toScreen([at, 0])[0]} 20V100000` : `M20 ${toScreen([0, at])[1]}H100000`);
  const all = [...x.map((at) => ["x", at] as const), ...y.map((at) => ["y", at] as const)].filter(([axis, at]) => pulled?.axis !== axis || pulled.from !== at);
  return (
    <>
      {all.map(([axis, at]) => (
        <g key={`${axis} ${at}`} class={`own-guide is-${axis}`}>
          <path class="line" d={path(axis, at)} />
          <path class="reach" data-guide={axis} data-at={at} d={path(axis, at)}>
            <title>{`${at} mm; drag it off the card to remove it`}</title>
          </path>
        </g>
      ))}
      {pulled && (
        <g class="own-guide">
          <path class="line" d={path(pulled.axis, pulled.at)} />
          <g class="name" transform={pulled.axis === "x" ? `translate(${toScreen([pulled.at, 0])[0] + 6} 40)` : `translate(84 ${toScreen([0, pulled.at])[1] - 6})`}>
            <rect y={-14} width={58} height={18} rx={4} />
            <text x={6}>{pulled.at.toFixed(1)} mm</text>
          </g>
        </g>
      )}
    </>
  );
}

function Name({ zone, class: kind }: { zone: ZoneInfo; class: string }) {
  const [x, y] = around(outline(zone).map(toScreen));
  const [, , w, h] = zone.frame;
  const size = `${w.toFixed(1)} × ${h.toFixed(1)} mm`;
  const isChosen = kind.includes("chosen");
  const text = isChosen ? `${zone.name}   ${size}` : zone.name;
  // The grip for turning is in the middle above the zone.
  const over = isChosen && text.length * 7 > (w * s.camera.value.zoom) / 2 ? 34 : 6;
  return (
    <g class={kind} transform={`translate(${Math.round(x)} ${Math.round(Math.max(y - over, 40))})`}>
      <rect y={-14} height={18} rx={4} />
      <text x={6} ref={(drawn) => drawn?.previousElementSibling?.setAttribute("width", `${drawn.getComputedTextLength() + 12}`)}>
        {text}
      </text>
    </g>
  );
}

const CURSORS = ["nwse", "ns", "nesw", "ew", "nwse", "ns", "nesw", "ew"];

function Grips({ zone }: { zone: ZoneInfo }) {
  const map = toFace(zone);
  const [x, y, w, h] = zone.frame;
  const { zoom } = s.camera.value;
  const angle = (Math.atan2(map[1], map[0]) * 180) / Math.PI;
  const small = Math.min(w, h) * zoom < 26;
  const top = toScreen(apply(map, [x + w / 2, y - 22 / zoom]));
  const edge = toScreen(apply(map, [x + w / 2, y]));
  return (
    <g>
      <path class="stem" d={`M${edge}L${top}`} />
      <circle class="grip turner" data-grip="turn" cx={top[0]} cy={top[1]} r={5} />
      {GRIPS.map(([gx, gy], i) => {
        if (small && !(gx && gy)) return null;
        const [px, py] = toScreen(apply(map, [x + ((gx + 1) / 2) * w, y + ((gy + 1) / 2) * h]));
        const cursor = CURSORS[(i + Math.round(angle / 45) + 16) % 8];
        const reach = small ? 5 : 8;
        return (
          <g transform={`rotate(${angle} ${px} ${py})`} style={{ cursor: `${cursor}-resize` }}>
            <rect class="grip" data-grip={i} x={px - 4} y={py - 4} width={8} height={8} rx={2} />
            <rect class="grip-reach" data-grip={i} x={px - reach} y={py - reach} width={2 * reach} height={2 * reach} />
          </g>
        );
      })}
    </g>
  );
}
