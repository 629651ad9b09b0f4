// Dialogs over the page.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A dialog that exists while it is open; Escape closes it, and afterwards the focus returns to where it was. */
export function useModal(close: () => void): RefObject<HTMLDialogElement | null> {
  const host = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = host.current!;
    // Removed at once: a later event would close the dialog that is opened next.
    const leave = (event: Event) => {
      event.preventDefault();
      close();
    };
    dialog.addEventListener("cancel", leave);
    dialog.addEventListener("close", leave);
    dialog.showModal();
    return () => {
      dialog.removeEventListener("cancel", leave);
      dialog.removeEventListener("close", leave);
      dialog.close();
    };
  }, []);
  return host;
}
