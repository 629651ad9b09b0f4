// The choice of the cards that get a picture dropped on a zone.

import { signal } from "@preact/signals";
import type { PictureWays as Ways } from "./messages";
import { useModal } from "./modal";
import * as s from "./state";

const offered = signal<Ways | null>(null);
s.listeners.push((message) => {
  if (message.t === "picture-ways") offered.value = message;
});

export function PictureWays() {
  return offered.value && <WaysDialog choice={offered.value} />;
}

function WaysDialog({ choice }: { choice: Ways }) {
  const close = () => (offered.value = null);
  const dialog = useModal(close);
  const zone = choice.zone.split("/").pop();
  return (
    <dialog ref={dialog} class="ask picture-ways" aria-label={`${choice.name} in ${zone}`} onClick={(e) => e.target === dialog.current && close()} onKeyDown={(e) => e.stopPropagation()}>
      <h2>
        {choice.name} in {zone}
      </h2>
      {choice.ways.map((w) => (
        <button
          type="button"
          class="picture-way"
          disabled={w.problem !== ""}
          onClick={() => {
            close();
            s.send({ t: "put-picture", zone: choice.zone, picture: choice.picture, way: w.way });
          }}
        >
          <b>{w.title}</b>
          {w.problem ? <span>Not possible: {w.problem}</span> : w.written.split("\n").map((line) => (/^(image|svg): /.test(line) ? <code>{line}</code> : <span>{line}</span>))}
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
