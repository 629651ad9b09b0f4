// Parts of the start page's dialogs.

import type { ComponentChildren } from "preact";
import { useModal } from "./modal";
import { Button } from "./panels";
import * as s from "./state";
import * as start from "./starting";

export function ask(message: Parameters<typeof s.send>[0], progress: string): void {
  start.refused.value = null;
  start.progress.value = progress;
  s.send(message);
}

export function Trouble({ about }: { about: string }) {
  const refused = start.refused.value;
  if (refused?.request !== about) return null;
  return (
    <p class="refused" role="alert">
      {refused.message}
      {refused.hint && <em>{refused.hint}</em>}
      {refused.place && <small>{refused.place}</small>}
    </p>
  );
}

/** A dialog over the page, closed by Escape or a click beside it. */
export function Dialog({ name, close, children, wide = false }: { name: string; close: () => void; children: ComponentChildren; wide?: boolean }) {
  const host = useModal(close);
  return (
    <dialog ref={host} class={`dialog${wide ? " is-wide" : ""}`} aria-label={name} onClick={(e) => e.target === host.current && close()} onKeyDown={(e) => e.stopPropagation()}>
      <h2>
        {name}
        <Button icon="close" name="Close" act={close} />
      </h2>
      {children}
    </dialog>
  );
}

/** The field for the folder of a copied or new deck. */
export function Folder({ value, set, name = "Folder" }: { value: string; set: (text: string) => void; name?: string }) {
  return (
    <label class="folder">
      <span>{name}</span>
      <input type="text" aria-label={name} spellcheck={false} value={value} onInput={(e) => set(e.currentTarget.value)} />
      {start.info.value && <small>in {start.info.value.folder}, unless the path says otherwise</small>}
    </label>
  );
}
