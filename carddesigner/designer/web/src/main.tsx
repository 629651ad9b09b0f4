// The page.

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { effect } from "@preact/signals";
import "./page.css";
import "./start.css";
import { Ask } from "./ask";
import "./finders.css";
import "./nesting.css";
import "./table.css";
import "./files.css";
import "./print.css";
import "./typing.css";
import { Bottom, Drawer } from "./bottom";
import { listen } from "./commands";
import { names } from "./inspect";
import { Menu } from "./menu";
import { Palette } from "./palette";
import { PictureWays } from "./picture-ways";
import { unsent } from "./outbox";
import { shownChanges } from "./sources";
import { Saved } from "./sources-bar";
import * as s from "./state";
import * as start from "./starting";
import { Top } from "./top";
import { later, View } from "./views";

const Changes = later(() => import("./changes"));
const SourceDialog = later(() => import("./sources-dialog"));
const CopyDeck = later(() => import("./copy"));
const Start = later(() => import("./start"));

/** The banner for files that another program deleted and whose texts are known. */
function Gone() {
  const gone = s.deletedFiles.value;
  if (!gone.length) return null;
  return (
    <>
      {" "}
      {gone.slice(0, 3).join(", ")} {gone.length > 3 && `and ${gone.length - 3} more`} {gone.length > 1 ? "were" : "was"} deleted elsewhere.
      <button onClick={() => s.send({ t: "put-back" })}>Put {gone.length > 1 ? "them" : "it"} back</button>
    </>
  );
}

function Banner() {
  const state = s.connected.value;
  const broken = s.broken.value;
  const waiting = unsent.value;
  const changes = `${waiting} change${waiting === 1 ? "" : "s"}`;
  if (state === "lost")
    return (
      <p class="banner is-error" role="alert">
        The connection is lost; what was saved is safe. Trying again… {waiting > 0 && `${changes} will be sent when it is back.`}
      </p>
    );
  if (state === "refused")
    return (
      <p class="banner is-error" role="alert">
        Open the link that `carddesigner designer` printed. {waiting > 0 && `${changes} could not be sent.`}
      </p>
    );
  if (broken.length && s.view.value !== "files")
    return (
      <p class="banner is-error" role="alert">
        <b>{s.face.value ? "The last good card is shown." : "The deck can't be shown."}</b> {broken[0]?.place} {broken[0]?.message}
        {broken.length > 1 && ` (and ${broken.length - 1} more)`}
        <Gone />
      </p>
    );
  if (s.deletedFiles.value.length)
    return (
      <p class="banner is-error" role="alert">
        <Gone />
      </p>
    );
  if (s.deck.value?.read_only)
    return (
      <p class="banner">
        {s.deck.value.read_only} {s.deck.value.shipped && <button onClick={() => (start.copying.value = true)}>Make a copy…</button>}
      </p>
    );
  return null;
}

function Notes() {
  return (
    <div class="notes" role="status" aria-live="polite">
      {s.notes.value.map((n) => (
        <p key={n.id} class={`note is-${n.level}`}>
          {n.text}
          {n.act && (
            <button
              onClick={() => {
                s.notes.value = s.notes.value.filter((other) => other !== n);
                n.act?.act();
              }}
            >
              {n.act.name}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

/** The filter that simulates a colour vision. */
function Sight() {
  const sight = names.value?.color_visions.find((w) => w.name === s.colorVision.value);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-sight", sight !== undefined);
  }, [sight]);
  if (!sight) return null;
  const rows = [0, 3, 6].map((at) => `${sight.matrix.slice(at, at + 3).join(" ")} 0 0`);
  return (
    <svg class="sight" aria-hidden="true">
      <filter id="sight" color-interpolation-filters="linearRGB">
        <feColorMatrix type="matrix" values={`${rows.join(" ")} 0 0 0 1 0`} />
      </filter>
    </svg>
  );
}

function Page() {
  if (start.screen.value === "start")
    return (
      <>
        <Start />
        {s.connected.value !== "open" && s.connected.value !== "connecting" && <Banner />}
        <Notes />
      </>
    );
  return (
    <>
      <Top />
      <div class="banners">
        <Banner />
        <Saved />
      </div>
      <main class={`${s.view.value}-view${s.broken.value.length ? " is-broken" : ""}`}>
        <View />
        <Drawer />
        <Menu />
      </main>
      <Bottom />
      {s.palette.value && <Palette />}
      {s.comparing.value && <Changes />}
      {shownChanges.value && <SourceDialog />}
      {start.copying.value && <CopyDeck />}
      <Ask />
      <PictureWays />
      <Sight />
      <Notes />
    </>
  );
}

effect(() => {
  if (s.theme.value === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = s.theme.value;
});
listen();
s.connect();
const host = document.getElementById("page");
if (host) render(<Page />, host);
