// The choice for which cards a picture is that was dropped on a zone.

import { signal } from "@preact/signals";
import type { PictureWays as Ways } from "./messages";
import { useModal } from "./modal";
import * as s from "./state";

const asked = signal<Ways | null>(null);
s.listeners.push((message) => {
  if (message.t === "picture-ways") asked.value = message;
});

export function PictureWays() {
  return asked.value && <Asked now={asked.value} />;
}

function Asked({ now }: { now: Ways }) {
  const close = () => (asked.value = null);
  const dialog = useModal(close);
  const zone = now.zone.split("/").pop();
  return (
    <dialog ref={dialog} class="ask picture-ways" aria-label={`${now.name} in ${zone}`} onClick={(e) => e.target === dialog.current && close()} onKeyDown={(e) => e.stopPropagation()}>
      <h2>
        {now.name} in {zone}
      </h2>
      {now.ways.map((w) => (
        <button
          type="button"
          class="picture-way"
          disabled={w.problem !== ""}
          onClick={() => {
            close();
            s.send({ t: "put-picture", zone: now.zone, picture: now.picture, way: w.way });
          }}
        >
          <b>{w.title}</b>
          {w.problem ? <span>Not possible: {w.problem}</span> : w.writes.split("\n").map((line) => (/^(image|svg): /.test(line) ? <code>{line}</code> : <span>{line}</span>))}
        </button>
      ))}
      <footer>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </footer>
    </dialog>
  );
}
