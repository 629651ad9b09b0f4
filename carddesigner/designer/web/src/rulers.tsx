// The rulers beside the card.

import { around, outline } from "./geometry";
import * as s from "./state";

export function Rulers() {
  return (
    <>
      <svg class="ruler across" data-ruler="across" aria-hidden="true">
        <title>Pull a guide from here onto the card</title>
        <Span down={false} />
        <Marks down={false} />
      </svg>
      <svg class="ruler down" data-ruler="down" aria-hidden="true">
        <title>Pull a guide from here onto the card</title>
        <Span down />
        <Marks down />
      </svg>
    </>
  );
}

/** The extent of the chosen zones. */
function Span({ down }: { down: boolean }) {
  const { zoom, x, y } = s.camera.value;
  if (!s.chosenZones.value.length) return null;
  const box = around(s.chosenZones.value.flatMap(outline));
  return down ? (
    <rect class="span" y={y + box[1] * zoom} height={box[3] * zoom} x={0} width={20} />
  ) : (
    <rect class="span" x={x + box[0] * zoom} width={box[2] * zoom} y={0} height={20} />
  );
}

/** The marks of a ruler, separate from what moves during a drag. */
function Marks({ down }: { down: boolean }) {
  const { zoom, x, y } = s.camera.value;
  const from = down ? y : x;
  const steps = [0.5, 1, 2, 5, 10, 20, 50, 100];
  const step = steps.find((v) => v * zoom >= 7) ?? 100;
  const label = steps.find((v) => v * zoom >= 46) ?? 100;
  const first = Math.floor((-from / zoom - 50) / step) * step;
  const marks = Array.from({ length: Math.ceil(3000 / (step * zoom)) + 40 }, (_, i) => first + i * step);
  const isLabel = (v: number) => Math.abs(v / label - Math.round(v / label)) < 1e-6;
  const line = (v: number) => {
    const [at, start] = [Math.round(from + v * zoom) + 0.5, isLabel(v) ? 10 : 15];
    return down ? `M${start} ${at}H20` : `M${at} ${start}V20`;
  };
  return (
    <>
      <path d={marks.map(line).join("")} />
      {marks.filter(isLabel).map((v) => {
        const at = from + v * zoom + 3;
        // Near the corner of both rulers a number would be cut off.
        if (at < 20) return null;
        const place = down ? { transform: `translate(9 ${at}) rotate(-90)`, "text-anchor": "end" as const } : { x: at, y: 9 };
        return <text {...place}>{Math.round(v * 10) / 10}</text>;
      })}
    </>
  );
}
