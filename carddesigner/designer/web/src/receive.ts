// The server's messages, and their effects on the page's state.

import { batch } from "@preact/signals";
import * as cards from "./cards";
import * as link from "./link";
import { send } from "./link";
import { chooseCreated } from "./making";
import type { DeckInfo, FaceFile, FromServer } from "./messages";
import { define, definitions, draw } from "./painted";
import * as s from "./shown";
import * as start from "./starting";
import * as undo from "./steps";
import * as trying from "./trying";

function receive(message: FromServer): void {
  if (start.isOfStart(message)) {
    if (message.t === "start-info" && !s.deck.value && !s.broken.value.length) start.screen.value = "start";
    if (message.t === "refused" && start.screen.value === "deck" && !start.copying.value) s.notify("error", message.message);
    start.receive(message);
    return;
  }
  switch (message.t) {
    case "deck": {
      link.sendQueued(message.folder);
      s.deck.value = withPieces(message, s.deck.value);
      cards.forgetMissing(s.deck.value);
      s.deletedFiles.value = message.deleted;
      const first = message.components.find((c) => c.pieces.length);
      const at = location.hash.slice(1).split("/").map(decodeURIComponent);
      const wanted = message.components.find((c) => c.id === at[0])?.pieces.find((p) => p.id === at[1]);
      if (!s.face.value && wanted) cards.show(at[0] ?? "", wanted.id, at[2] === "back" ? "back" : "front");
      else if (!s.face.value && first?.pieces[0]) cards.show(first.id, first.pieces[0].id);
      if (message.whole) clearTimeout(wholeTimer);
      else requestWhole();
      break;
    }
    case "edited":
      s.edited.value++;
      if (message.pieces) requestWhole();
      break;
    case "face":
      batch(() => {
        if (message.reset) definitions.replaceChildren();
        define(message.definitions);
        const other = s.face.value?.component !== message.component || s.face.value?.side !== message.side;
        s.face.value = message;
        cards.received(message);
        s.zones.value = message.zones;
        s.side.value = message.side;
        s.broken.value = [];
        s.tryProblem.value = "";
        s.overfull.value = message.overfull;
        const there = new Set(message.zones.map((z) => z.key));
        // Zones with the same keys stay chosen, with what was opened for them.
        if (!chooseCreated(message.zones) && !s.chosen.value.every((k) => there.has(k))) s.chosen.value = s.chosen.value.filter((k) => there.has(k));
        if (other) s.hovered.value = null;
        if (s.framing.value && !there.has(s.framing.value)) s.framing.value = null;
        const zone = s.pendingZone.value ? message.zones.find((z) => z.key === s.pendingZone.value || z.name === s.pendingZone.value) : undefined;
        if (zone) s.chosen.value = [zone.key];
        s.pendingZone.value = "";
        draw(message.pictures, true);
      });
      goTo(`#${[message.component, message.id, message.side].map(encodeURIComponent).join("/")}`);
      break;
    case "patch":
      batch(() => {
        define(message.definitions);
        if (message.pictures.length) draw(message.pictures, false);
        s.tryProblem.value = message.problem;
        if (!message.problem || message.overfull.length) s.overfull.value = message.overfull;
        if (message.zones.length) {
          const frames = new Map(message.zones.map((z) => [z.key, z]));
          s.zones.value = s.zones.value.map((z) => {
            const moved = frames.get(z.key);
            return moved ? { ...z, frame: moved.frame, parent: moved.parent, outer: moved.outer } : z;
          });
        }
      });
      trying.answered();
      break;
    case "face-files":
      s.files.value = new Map([
        ...s.files.value,
        ...message.faces.map((f): [string, FaceFile] => [s.wallKey(f.component, f.id, message.side), f]),
      ]);
      break;
    case "problems":
      s.problems.value = message.running ? { running: true, found: s.problems.value.found } : message;
      break;
    case "history":
      // A step may change any card, and earlier errors do not apply any more.
      if (message.at !== s.steps.value.at || message.steps.length !== s.steps.value.steps.length) {
        s.outdate();
        // Notes that offer to undo the last step do not apply any more, either.
        s.notes.value = s.notes.value.filter((n) => n.level !== "error" && !n.act);
      }
      if (message.problem && message.problem !== s.steps.value.problem) s.notify("error", `${message.problem}.`);
      undo.receive(message);
      break;
    case "broken":
      link.sendQueued(null);
      cards.forget();
      s.broken.value = message.found;
      s.deletedFiles.value = message.deleted;
      break;
    case "clash":
      s.clash.value = message;
      s.view.value = "files";
      break;
    case "changes":
      s.changes.value = message;
      break;
    case "changed":
      s.outdate();
      send({ t: "open" });
      // The current view stays.
      cards.requestAgain();
      break;
    case "note":
      s.notify(message.level, message.text);
      break;
    case "opened":
      reset();
  }
}

/** Put the card in the address; browsers are slow to update it, so only if it changed. */
function goTo(place: string): void {
  if (location.hash !== place) history.replaceState(null, "", place);
}

/** The timer of the request for all pieces. */
let wholeTimer = 0;

function requestWhole(): void {
  clearTimeout(wholeTimer);
  wholeTimer = window.setTimeout(() => send({ t: "open", whole: true }), 300);
}

/** The deck with its earlier pieces, if the current ones are only known after laying out; equal lists are reused. The
 * result is always a new object, so that dependants of its other data, such as copies, are updated. */
function withPieces(info: DeckInfo, before: DeckInfo | null): DeckInfo {
  if (before?.folder !== info.folder) return info;
  const had = new Map(before.components.map((c) => [c.id, c.pieces]));
  const components = info.whole ? info.components : info.components.map((c) => (c.pieces.length ? c : { ...c, pieces: had.get(c.id) ?? [] }));
  const next = { ...info, components };
  return JSON.stringify({ ...next, whole: true }) === JSON.stringify({ ...before, whole: true }) ? { ...before } : next;
}

/** Reset all state for another deck. */
function reset(): void {
  batch(() => {
    s.deck.value = s.face.value = null;
    cards.forget();
    cards.requestedCard.value = "";
    s.zones.value = [];
    s.chosen.value = [];
    s.hovered.value = null;
    s.broken.value = [];
    s.clash.value = null;
    s.outdate();
    s.search.value = s.tryProblem.value = s.panel.value = "";
    s.steps.value = { steps: [], at: 0, problem: "" };
    s.changes.value = null;
    s.comparing.value = false;
    s.problems.value = { running: true, found: [] };
    s.camera.value = { ...s.camera.value, fitted: true };
    s.view.value = "card";
    start.screen.value = "deck";
    start.draft.value = null;
    start.copying.value = false;
    start.progress.value = "";
    draw([], true);
  });
  history.replaceState(null, "", "#");
  send({ t: "open" });
}

/** Show the start page, from which the open deck can be reached. */
export function goToStart(): void {
  start.screen.value = "start";
  send({ t: "start" });
}

function begin(): void {
  trying.resetInFlight();
  undo.forgetPending();
  send({ t: "open" });
  cards.requestAgain();
  if (start.screen.value === "start") send({ t: "start" });
}

export function connect(): void {
  link.connect(begin, receive);
}
