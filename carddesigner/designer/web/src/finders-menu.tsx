// The menu for the order in which cards are listed.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sizeLabel, needsSizes, ORDERS, order, receive, isWaiting, type By } from "./finders";
import { Icon } from "./icons";
import { Button } from "./panels";
import * as s from "./state";

const open = signal(false);

s.listeners.push((message) => {
  if (message.t === "text-sizes") receive(message);
  // Requests of an earlier connection are lost.
  if (message.t === "deck" && !message.whole && needsSizes(order.value)) ask();
  if (message.t === "opened") order.value = { by: "order", zone: "", side: "front" };
});

function ask(): void {
  const current = order.value;
  s.send({ t: "ask-sizes", zone: current.zone, side: current.side, wanted: needsSizes(current) });
}

/** The zone whose texts are examined: the chosen one, if it has any. */
function zone(): string {
  const one = s.chosenZones.value.length === 1 ? s.chosenZones.value[0] : undefined;
  return one && ["text", "flow", "continued"].includes(one.kind) ? one.key : "";
}

export function find(by: By): void {
  order.value = { by, zone: by === "order" || by === "problems" ? "" : zone(), side: s.side.value };
  open.value = false;
  ask();
}

function name(key: string): string {
  return key ? key.split("/").pop()! : "the whole side";
}

export function Finders() {
  const host = useRef<HTMLDivElement>(null);
  const current = order.value;
  const shown = open.value;
  useEffect(() => {
    if (!shown) return;
    host.current?.querySelector<HTMLElement>('[role="menuitemradio"]')?.focus();
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !host.current?.contains(event.target as Node)) open.value = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close, true);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close, true);
    };
  }, [shown]);
  const step = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = [...(host.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])];
    const i = all.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowDown" ? 1 : -1);
    all[(i + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="finders" ref={host}>
      <Button icon="sort" name="Order of the cards" act={() => (open.value = !shown)} on={current.by !== "order"} />
      {shown && (
        <div class="menu" role="menu" aria-label="Order of the cards" onKeyDown={step}>
          {ORDERS.map(({ by, name: label }, i) => (
            <>
              {i === 2 && (
                <>
                  <hr />
                  <h3 role="presentation">{zone() ? `In ${name(zone())}` : "On the whole side; choose a text for it alone"}</h3>
                </>
              )}
              <button role="menuitemradio" aria-checked={current.by === by} onClick={() => find(by)}>
                <span>{label}</span>
                {current.by === by && <Icon name="check" />}
              </button>
            </>
          ))}
        </div>
      )}
    </div>
  );
}

/** The current order and filter, if cards are not listed in the deck's order. */
export function Ordered() {
  const current = order.value;
  if (current.by === "order") return null;
  const label = ORDERS.find((o) => o.by === current.by)!.name;
  return (
    <p class="ordered" role="status">
      <span>
        {label}
        {needsSizes(current) && `: ${name(current.zone)}`}
        {isWaiting() && " …"}
      </span>
      <Button icon="close" name="All cards, as in the deck" act={() => find("order")} />
    </p>
  );
}

export { sizeLabel };
