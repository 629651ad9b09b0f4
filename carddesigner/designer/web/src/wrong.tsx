// Why there is no card, shown in its place.

import { Icon } from "./icons";
import { Fix, goTo } from "./problems";
import * as s from "./state";

export function Wrong() {
  const found = s.broken.value;
  return (
    <div class="wrong" onPointerDown={(e) => e.stopPropagation()}>
      <h2>This deck can't be shown yet</h2>
      <p>Mend what is listed here, in this page or in any editor; the cards appear as soon as they can be read.</p>
      <ul>
        {found.slice(0, 200).map((f) => (
          <li>
            <button class="goto" disabled={!f.line} onClick={() => goTo(f)}>
              <Icon name="warning" />
              <span>
                <b>{f.message}</b>
                {f.hint && <em>{f.hint}</em>}
                <small>{[f.place, f.card, f.code].filter(Boolean).join("  ·  ")}</small>
              </span>
            </button>
            <Fix found={f} />
          </li>
        ))}
      </ul>
    </div>
  );
}
