// New zones, which are chosen once they are there.

import { send } from "./link";
import type { FromPage, ZoneInfo } from "./messages";
import { chosen, editing, outdate, zones } from "./shown";

/** The names of the zones that were there before something new was made. */
let before: Set<string> | null = null;
let thenEdited = false;

/** Send what makes a new zone, which is chosen then; its text is typed next where it is *edited*. */
export function create(message: FromPage, edited = false): void {
  before = new Set(zones.value.map((z) => z.key));
  thenEdited = edited;
  outdate();
  send(message);
}

/** Choose what was made, if something was; gives whether it was. */
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
