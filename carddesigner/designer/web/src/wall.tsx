// All cards side by side; only what is seen is asked for.

import { useEffect, useMemo, useRef } from "preact/hooks";
import * as s from "./state";

const asked = new Set<string>();
let waiting: [string, string][] = [];
let timer = 0;

function ask(component: string, id: string): void {
  const key = s.wallKey(component, id, s.side.value);
  if (s.wall.value.has(key) || asked.has(key)) return;
  asked.add(key);
  waiting.push([component, id]);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    const list = waiting;
    waiting = [];
    for (let i = 0; i < list.length; i += 8) s.send({ t: "wall", side: s.side.value, keys: list.slice(i, i + 8) });
    asked.clear();
  }, 15);
}

function Thumb({ piece }: { piece: s.Listed }) {
  const host = useRef<HTMLButtonElement>(null);
  const key = s.wallKey(piece.component, piece.id, s.side.value);
  const face = s.wall.value.get(key);
  const link = useMemo(() => (face?.svg ? URL.createObjectURL(new Blob([face.svg], { type: "image/svg+xml" })) : ""), [face]);
  useEffect(() => () => URL.revokeObjectURL(link), [link]);
  useEffect(() => {
    const element = host.current;
    if (!element || face) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((e) => e.isIntersecting)) ask(piece.component, piece.id);
      },
      { root: element.closest(".wall"), rootMargin: "300px" },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [key, face]);
  const on = s.face.value?.id === piece.id && s.face.value.component === piece.component;
  const wrong = s.problems.value.found.some((f) => f.card === piece.id);
  return (
    <button class={`thumb${on ? " is-on" : ""}`} ref={host} onClick={() => s.show(piece.component, piece.id)} aria-label={piece.name || piece.id} aria-current={on}>
      <span class="picture">{link ? <img src={link} alt="" draggable={false} /> : face?.problem ? <span class="problem">{face.problem}</span> : <span class="coming" />}</span>
      <span class="caption">
        {wrong && <i class="dot" title="This card has problems" />}
        {piece.name || piece.id}
      </span>
    </button>
  );
}

export function Wall() {
  const groups = new Map<string, s.Listed[]>();
  for (const p of s.pieces.value) groups.set(p.component, [...(groups.get(p.component) ?? []), p]);
  return (
    <div class="wall" tabIndex={0} aria-label="All cards">
      {[...groups].map(([component, list]) => (
        <section key={component}>
          <h2>
            {component} <small>{list.length}</small>
          </h2>
          <div class="thumbs">
            {list.map((p) => (
              <Thumb key={p.id} piece={p} />
            ))}
          </div>
        </section>
      ))}
      {!groups.size && <p class="empty">No card is called that.</p>}
    </div>
  );
}
