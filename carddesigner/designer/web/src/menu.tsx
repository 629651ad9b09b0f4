// The context menu.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { COMMANDS, shown } from "./commands";
import { Icon } from "./icons";
import type { ZoneInfo } from "./messages";
import * as s from "./state";

export const menu = signal<{ x: number; y: number; under: ZoneInfo[] } | null>(null);

const LISTED = ["Type the text on the card", "Move the picture in its frame", "Cut", "Copy", "Paste", "Duplicate", "Group", "Ungroup", "Take out of its group", "Bring forward", "Send backward", "Bring to front", "Send to back", "Make a style of its looks", "Make a part of the zones in it", "Hide or show", "Lock or unlock", "Delete"];

export function Menu() {
  const host = useRef<HTMLDivElement>(null);
  const at = menu.value;
  useEffect(() => {
    if (!at) return;
    host.current?.querySelector<HTMLElement>("button")?.focus();
    const close = (event: Event) => {
      if (!(event instanceof KeyboardEvent) && host.current?.contains(event.target as Node)) return;
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      menu.value = null;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
      // Return the keyboard to where it was.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(".canvas")?.focus({ preventScroll: true });
    };
  }, [at]);
  if (!at) return null;
  const commands = LISTED.map((name) => COMMANDS.find((c) => c.name === name)!).filter((c) => c.can?.() ?? true);
  const step = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = [...(host.current?.querySelectorAll("button") ?? [])];
    const i = all.indexOf(document.activeElement as HTMLButtonElement) + (event.key === "ArrowDown" ? 1 : -1);
    all[(i + all.length) % all.length]?.focus();
  };
  return (
    <div class="menu" role="menu" ref={host} onKeyDown={step} style={{ left: `${Math.min(at.x, innerWidth - 250)}px`, top: `${Math.max(8, Math.min(at.y, innerHeight - 80 - 28 * (commands.length + at.under.length)))}px` }}>
      {at.under.length > 1 && (
        <>
          <h3 role="presentation">Here, from the front</h3>
          {at.under.slice(0, 8).map((z) => (
            <button role="menuitem" class={s.chosen.value.includes(z.key) ? "is-on" : ""} onClick={() => ((s.chosen.value = [z.key]), (menu.value = null))}>
              <Icon name={z.kind} />
              <span>{z.name}</span>
            </button>
          ))}
          <hr />
        </>
      )}
      {commands.map((c) => (
        <button role="menuitem" onClick={() => ((menu.value = null), c.act())}>
          <span>{c.name}</span>
          <kbd>{c.keys[0] ? shown(c.keys[0]) : ""}</kbd>
        </button>
      ))}
      {!commands.length && at.under.length <= 1 && <p>Nothing can be changed here.</p>}
    </div>
  );
}
