// Copying a shipped deck.

import { useState } from "preact/hooks";
import * as s from "./state";
import * as start from "./starting";
import { ask, Dialog, Folder, Trouble } from "./window";

/** The dialog for copying a deck. */
export default function CopyDeck() {
  const deck = s.deck.value;
  const [folder, setFolder] = useState(deck?.copy_to ?? "");
  const close = () => {
    start.copying.value = false;
    start.refused.value = null;
  };
  if (!deck) return null;
  const busy = start.progress.value !== "";
  return (
    <Dialog name={`Copy ${deck.title}`} close={close}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          ask({ t: "copy-deck", deck: deck.folder.split(/[\\/]/).pop() ?? "", folder }, `Copying ${deck.title}…`);
        }}
      >
        <p>It stays as it is. The copy is yours to change, and is opened in its place.</p>
        <Folder value={folder} set={setFolder} name="Copy it to" />
        <Trouble about="copy" />
        <footer>
          {busy && <span class="progress">{start.progress.value}</span>}
          <button type="submit" class="main" disabled={busy || !folder.trim()}>
            Copy and open
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
