// Dialogs over the page.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** For a dialog that is open while it is there, and closed by Escape; once it goes, what had the focus has it again. */
export function useModal(close: () => void): RefObject<HTMLDialogElement | null> {
  const host = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = host.current!;
    // Taken away at once: an event that comes later would close the dialog that is opened next.
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
