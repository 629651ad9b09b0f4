// The start page: the decks that can be opened, and making new ones.

import { useEffect, useMemo, useState } from "preact/hooks";
import { nextTheme } from "./commands";
import { Icon } from "./icons";
import type { DeckFaces, DeckEntry } from "./messages";
import { Button } from "./panels";
import * as s from "./state";
import * as start from "./starting";
import { takeDropped, NewDeck, Table } from "./new-deck";
import { Dialog, Folder, Trouble, ask } from "./window";

/** A few cards of a deck, fanned out. */
export function Fan({ of }: { of: DeckFaces | undefined }) {
  const links = useMemo(() => (of?.faces ?? []).map((svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))), [of]);
  useEffect(() => () => links.forEach((l) => URL.revokeObjectURL(l)), [links]);
  if (!of) return <span class="fan is-coming" />;
  return (
    <span class={`fan of-${links.length}`}>
      {links.map((link) => (
        <img src={link} alt="" draggable={false} />
      ))}
      {!links.length && <Icon name={of.problem ? "warning" : "card"} />}
    </span>
  );
}

function Own({ deck }: { deck: DeckEntry }) {
  const faces = start.faces.value.get(deck.deck);
  const title = faces?.title || deck.title;
  return (
    <li class={`own${deck.missing ? " is-gone" : ""}`}>
      <button class="open" disabled={deck.missing} onClick={() => ask({ t: "open-deck", deck: deck.deck }, `Opening ${title}…`)} title={deck.missing ? "This deck isn't there any more" : deck.location}>
        {deck.missing ? <span class="fan" /> : <Fan of={faces} />}
        <span class="title">
          <b>{title}</b>
          <small class="path">
            <bdi>{deck.location}</bdi>
          </small>
          {deck.missing && <small class="problem">It isn't there any more.</small>}
          {faces?.problem && <small class="problem">It has errors, which can be mended here.</small>}
        </span>
      </button>
      {deck.recent && <Button icon="close" name={`Leave ${title} out of this list`} act={() => s.send({ t: "forget", deck: deck.deck })} />}
    </li>
  );
}

function Shipped({ deck, choose }: { deck: DeckEntry; choose: () => void }) {
  const faces = start.faces.value.get(deck.deck);
  return (
    <li>
      <button class="shipped" onClick={choose} aria-haspopup="dialog">
        <Fan of={faces} />
        <b>{faces?.title || deck.title}</b>
        <small>{faces?.description}</small>
      </button>
    </li>
  );
}

function Choose({ deck, close }: { deck: DeckEntry; close: () => void }) {
  const faces = start.faces.value.get(deck.deck);
  const [folder, setFolder] = useState(deck.location);
  const title = faces?.title || deck.title;
  const busy = start.progress.value !== "";
  return (
    <Dialog name={title} close={close}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          ask({ t: "copy-deck", deck: deck.deck, folder }, `Copying ${title}…`);
        }}
      >
        <Fan of={faces} />
        <p>
          {faces?.description && `${faces.description[0]?.toUpperCase()}${faces.description.slice(1)}. `}
          {faces && `${faces.cards} different cards. `}This deck comes with carddesigner and stays as it is; a copy of it is yours to change.
        </p>
        <Folder value={folder} set={setFolder} name="Copy it to" />
        <Trouble about="copy" />
        <footer>
          {busy && <span class="progress">{start.progress.value}</span>}
          <button type="button" class="plain" disabled={busy} onClick={() => ask({ t: "open-deck", deck: deck.deck }, `Opening ${title}…`)}>
            Only look at it
          </button>
          <button type="submit" class="main" disabled={busy || !folder.trim()}>
            Copy and open
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function Open() {
  const [path, setPath] = useState("");
  const own = start.info.value?.own ?? [];
  return (
    <section class="opening" aria-label="Open">
      <h2>Your decks</h2>
      <ul class="owns list">
        {own.map((deck) => (
          <Own key={deck.deck} deck={deck} />
        ))}
        {!own.length && <li class="empty">Decks that you open are listed here.</li>}
      </ul>
      <form
        class="path-form"
        onSubmit={(e) => {
          e.preventDefault();
          ask({ t: "open-deck", deck: path.includes("/") || path.includes("\\") ? path : `./${path}` }, "Opening…");
        }}
      >
        <input type="text" spellcheck={false} aria-label="Folder of a deck" placeholder="The folder of a deck, such as ~/games/dungeon" value={path} onInput={(e) => setPath(e.currentTarget.value)} />
        <button type="submit" class="plain" disabled={!path.trim()}>
          Open
        </button>
      </form>
      <Trouble about="open" />
    </section>
  );
}

export default function Start() {
  const [chosen, setChosen] = useState<DeckEntry | null>(null);
  const info = start.info.value;
  useEffect(() => {
    document.title = "carddesigner";
    start.refused.value = null;
    start.progress.value = "";
  }, []);
  const open = s.deck.value ?? (s.broken.value.length ? { title: "the deck" } : null);
  return (
    <div class="start" onDragOver={(e) => e.preventDefault()} onDrop={(e) => (e.preventDefault(), void takeDropped(e.dataTransfer))}>
      <header class="top">
        <h1>carddesigner</h1>
        {open && <Button icon="previous" name={`Back to ${open.title}`} text={`Back to ${open.title}`} act={() => (start.screen.value = "deck")} />}
        <span class="grow" />
        <Button icon={s.theme.value === "light" ? "sun" : s.theme.value === "dark" ? "moon" : "system"} name={`Colours: ${s.theme.value}`} act={nextTheme} />
      </header>
      {start.draft.value ? (
        <NewDeck key={start.draft.value.draft} />
      ) : (
        <main tabIndex={-1}>
          <div class="begin">
            <Table />
            <Open />
          </div>
          <section aria-label="Decks that come with carddesigner">
            <h2>Decks that come with carddesigner</h2>
            <ul class="shipped-decks">
              {(info?.shipped ?? []).map((deck) => (
                <Shipped key={deck.deck} deck={deck} choose={() => setChosen(deck)} />
              ))}
            </ul>
          </section>
        </main>
      )}
      {chosen && (
        <Choose
          deck={chosen}
          close={() => {
            setChosen(null);
            start.refused.value = null;
          }}
        />
      )}
    </div>
  );
}
