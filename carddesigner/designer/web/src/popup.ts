// Popups inside a form, over what follows.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Scroll so that a popup is fully visible. */
export function intoView(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** The host of something that is open until the pointer is pressed elsewhere. */
export function useCloseOutside(open: boolean, setOpen: (open: boolean) => void): RefObject<HTMLSpanElement | null> {
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return;
    const shut = (e: Event) => !host.current?.contains(e.target as Node) && setOpen(false);
    addEventListener("pointerdown", shut);
    return () => removeEventListener("pointerdown", shut);
  }, [open]);
  return host;
}
