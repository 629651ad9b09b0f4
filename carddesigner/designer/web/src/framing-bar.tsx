// The bar that is shown while a picture is moved within its frame.

import * as s from "./state";

export function FramingBar() {
  if (!s.framing.value) return null;
  const way = s.framingFor.value;
  const ways = [
    ["all", "All cards", "The picture of each card lies so in its frame"],
    ["card", "This card only", "Kept in the row of this card; all others stay as they are"],
  ] as const;
  return (
    <div class="framing-bar" role="toolbar" aria-label="Picture in its frame" onPointerDown={(e) => e.stopPropagation()} onDblClick={(e) => e.stopPropagation()}>
      <span title="Or with the arrow keys, and + and −">Drag the picture, turn the wheel to zoom</span>
      <div class="switch small" role="group" aria-label="For which cards">
        {ways.map(([key, name, about]) => (
          <button key={key} class={way === key ? "is-on" : ""} aria-pressed={way === key} title={about} onClick={() => s.frameFor(key)}>
            {name}
          </button>
        ))}
      </div>
      <button class="button" title="It is right so  (Esc)" onClick={s.endFraming}>
        Done
      </button>
    </div>
  );
}
