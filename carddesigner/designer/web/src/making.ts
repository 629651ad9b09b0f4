// New zones, which are chosen when they are received.

import { send } from "./link";
import type { FromPage, ZoneInfo } from "./messages";
import { chosen, editing, outdate, zones } from "./shown";

/** The names of the zones before a new one was added. */
let before: Set<string> | null = null;
let thenEdited = false;

/** Send a message that adds a zone, which will be chosen; with *edited* its text is typed next. */
export function create(message: FromPage, edited = false): void {
  before = new Set(zones.value.map((z) => z.key));
  thenEdited = edited;
  outdate();
  send(message);
}

/** Choose the added zone, if it is there; return whether it is. */
export function chooseCreated(current: readonly ZoneInfo[]): boolean {
  const created = before && current.filter((z) => !before?.has(z.key));
  before = null;
  const outer = created?.filter((z) => !created.some((o) => o.key === z.container)).map((z) => z.key);
  if (!outer?.length) return false;
  chosen.value = outer;
  if (thenEdited) editing.value = outer[0]!;
  thenEdited = false;
  return true;
}
