// The palette: commands and cards by name.

import { useState } from "preact/hooks";
import { commands, keyFor, shown } from "./commands";
import { useModal } from "./modal";
import * as s from "./state";

export function Palette() {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const close = () => (s.palette.value = false);
  const dialog = useModal(close);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((w) => text.toLowerCase().includes(w));
  const found = commands()
    .filter((c) => c.name && c.name !== "Commands" && fits(c.name) && (c.can?.() ?? true))
    .map((c) => ({ name: c.name, note: shown(keyFor(c)), act: c.act }));
  const cards = words.length
    ? (s.deck.value?.components ?? [])
        .flatMap((c) => c.pieces.map((p) => ({ name: p.name || p.id, note: p.name ? p.id : c.id, act: () => s.show(c.id, p.id) })))
        .filter((c) => fits(`${c.name} ${c.note}`))
        .slice(0, 20)
    : [];
  const list = [...found, ...cards].slice(0, 60);
  const run = (i: number) => {
    // Closed first, so that the focus returns and the command may move it; and synchronously, since the next view may
    // have no palette that could react.
    dialog.current?.close();
    close();
    list[i]?.act();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Commands"
      onClick={(e) => e.target === dialog.current && close()}
      onKeyDown={(e) => {
        e.stopPropagation();
        if (e.key === "ArrowDown") setAt((at + 1) % Math.max(1, list.length));
        else if (e.key === "ArrowUp") setAt((at - 1 + list.length) % Math.max(1, list.length));
        else if (e.key === "Enter") run(at);
        else return;
        e.preventDefault();
      }}
    >
      <input
        type="text"
        aria-label="Command or card"
        placeholder="A command or a card"
        value={query}
        onInput={(e) => {
          setQuery(e.currentTarget.value);
          setAt(0);
        }}
      />
      <div class="list" role="listbox" aria-label="Commands and cards">
        {list.map((c, i) => (
          <button role="option" aria-selected={i === at} class={i === at ? "is-on" : ""} ref={(e) => void (i === at && e?.scrollIntoView({ block: "nearest" }))} onClick={() => run(i)}>
            <span>{c.name}</span>
            <kbd>{c.note}</kbd>
          </button>
        ))}
        {!list.length && <p class="empty">Nothing is called that.</p>}
      </div>
    </dialog>
  );
}

