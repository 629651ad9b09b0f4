// All commands, which keys, menus and the palette share.

import { signal } from "@preact/signals";
import { ask } from "./ask";
import { align } from "./align";
import { fit, LIFE_SIZE, zoomBy } from "./camera";
import { find } from "./finders-menu";
import * as guides from "./guides";
import { nextColorVision, openWhenAvailable } from "./inspect";
import { copied, copy, group, takeOut } from "./nesting";
import { escape } from "./pointer";
import * as s from "./state";
import { typeText } from "./text-on-card";
import * as start from "./starting";
import { takeTool } from "./tools";
import * as w from "./wall-picked";

export interface Command {
  name: string;
  keys: string[];
  act: () => void;
  /** Whether it is available now. */
  can?: () => boolean;
  /** Whether it applies to the whole page, so that it is also available in views with commands of their own. */
  everywhere?: true;
}

/** Commands of views: their keys take precedence there, and commands for a single card are left out. */
export const ofViews = signal<Partial<Record<s.ViewId, readonly Command[]>>>({});

const zones = () => (s.view.value === "card" ? s.editable() : []);
const some = () => zones().length > 0;
const one = () => zones().length === 1;
/** Whether the view shows a card on which zones can be drawn. */
export const drawn = () => s.view.value === "card" || s.view.value === "files";
const several = () => zones().length > 1;

function nudgeBy(dx: number, dy: number): () => void {
  return () => (s.framing.value ? s.nudgeFramed : s.nudge)([dx, dy]);
}

function pickShown(): void {
  const thumb = document.activeElement?.closest<HTMLElement>(".thumb")?.dataset;
  const [component, id] = [thumb?.["component"] ?? s.face.value?.component, thumb?.["id"] ?? s.face.value?.id];
  const piece = s.pieces.value.find((p) => p.component === component && p.id === id);
  if (!piece) return;
  w.pick(piece);
  if (s.view.value === "card") s.notify("info", w.isPicked(piece) ? `${piece.name || piece.id} is picked; W shows the picked cards side by side.` : `${piece.name || piece.id} isn't picked any more.`);
}

function newGuide(axis: guides.Axis): void {
  ask(axis === "x" ? "New upright guide" : "New level guide", `Millimetres from the ${axis === "x" ? "left" : "top"}`, "", (typed) => {
    const at = Number(typed.replace(",", ".").replace(/\s*mm\s*$/, ""));
    if (typed.trim() && Number.isFinite(at)) guides.put(axis, null, at);
    else s.notify("error", `"${typed}" is no number of millimetres.`);
  });
}

const UNDO = ["Mod+Z", "Shift+Mod+Z", "Mod+Y"];

export const COMMANDS: Command[] = [
  { name: "Undo", keys: [UNDO[0]!], act: () => s.undo(-1), can: () => s.undoable(-1), everywhere: true },
  { name: "Redo", keys: UNDO.slice(1), act: () => s.undo(1), can: () => s.undoable(1), everywhere: true },
  { name: "Next card", keys: ["J", "PageDown"], act: () => s.step(1) },
  { name: "Previous card", keys: ["K", "PageUp"], act: () => s.step(-1) },
  { name: "Flip the card", keys: ["F"], act: s.flip, can: () => s.view.value === "print" || (s.face.value?.sides.length ?? 0) > 1 },
  ...s.VIEWS.map((v) => ({ name: `Show: ${v.title.toLowerCase()}`, keys: [v.key], act: () => (s.view.value = v.id), everywhere: true as const })),
  { name: "Find a card", keys: ["/"], act: () => document.querySelector<HTMLInputElement>("#find")?.focus() },
  { name: "Cards in the deck's order", keys: [], act: () => find("order") },
  { name: "Cards with problems", keys: [], act: () => find("problems") },
  { name: "Cards by the longest text", keys: [], act: () => find("longest") },
  { name: "Cards by the shortest text", keys: [], act: () => find("shortest") },
  { name: "Cards by the fullest text", keys: [], act: () => find("fullest") },
  { name: "Fit the card to the window", keys: ["0"], act: () => fit() },
  { name: "Show the card in its own size", keys: ["1"], act: () => zoomBy(LIFE_SIZE / s.camera.value.zoom) },
  { name: "Picked cards side by side", keys: [], act: () => ((s.view.value = "wall"), (w.alone.value = true)), can: () => w.picked.value.length > 0 },
  { name: "Pick this card", keys: ["X"], act: () => pickShown(), can: () => s.face.value !== null && ["card", "wall"].includes(s.view.value) },
  { name: "Zoom in", keys: ["+", "="], act: () => (s.view.value === "wall" ? w.zoom(1) : s.framing.value ? s.zoomFramed(1.05) : zoomBy(1.25)) },
  { name: "Zoom out", keys: ["-"], act: () => (s.view.value === "wall" ? w.zoom(-1) : s.framing.value ? s.zoomFramed(1 / 1.05) : zoomBy(0.8)) },
  { name: "Duplicate", keys: ["Mod+D"], act: () => s.send({ t: "duplicate", zone: s.editable()[0]!.key }), can: one },
  { name: "Copy", keys: ["Mod+C"], act: () => copy(false), can: () => s.chosen.value.length > 0 },
  { name: "Cut", keys: ["Mod+X"], act: () => copy(true), can: some },
  { name: "Paste", keys: ["Mod+V"], act: () => s.create({ t: "paste" }), can: () => copied.value && s.face.value !== null && !s.deck.value?.read_only },
  { name: "Group", keys: ["Mod+G"], act: group, can: some },
  { name: "Ungroup", keys: ["Shift+Mod+G"], act: () => s.create({ t: "ungroup", zone: s.editable()[0]!.key }), can: () => one() && s.zones.value.some((z) => z.container === s.editable()[0]!.key) },
  { name: "Take out of its group", keys: [], act: takeOut, can: () => some() && s.editable().every((z) => z.container !== "") },
  { name: "Delete", keys: ["Delete", "Backspace"], act: () => s.send({ t: "delete", zones: s.editable().map((z) => z.key) }), can: some },
  { name: "Bring forward", keys: ["]"], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: 1 }), can: one },
  { name: "Send backward", keys: ["["], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: -1 }), can: one },
  { name: "Bring to front", keys: ["Shift+]", "}"], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: 999 }), can: one },
  { name: "Send to back", keys: ["Shift+[", "{"], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: -999 }), can: one },
  { name: "Make a style of its looks", keys: [], act: () => ask("New style", "Name", "", (name) => (openWhenAvailable({ kind: "style", name: name.trim() }), s.send({ t: "make-style", zone: s.editable()[0]!.key, name }))), can: one },
  { name: "Make a part of the zones in it", keys: [], act: () => ask("New part", "Name", "", (name) => s.send({ t: "make-part", zone: s.editable()[0]!.key, name })), can: () => one() && s.zones.value.some((z) => z.container === s.editable()[0]!.key) },
  ...(["text", "icon", "image", "shape", "code"] as const).map((content) => ({ name: `New ${{ text: "text", icon: "icon", image: "picture", shape: "shape", code: "QR code" }[content]}`, keys: [] as string[], act: () => takeTool(content), can: () => s.face.value !== null && !s.deck.value?.read_only })),
  { name: "Type the text on the card", keys: ["Enter"], act: typeText, can: () => one() && s.editable()[0]!.kind === "text" },
  { name: "Move the picture in its frame", keys: ["Enter"], act: s.framePicture, can: () => one() && s.editable()[0]!.picture !== null },
  { name: "Align left", keys: [], act: () => align("left"), can: some },
  { name: "Align centers", keys: [], act: () => align("center"), can: some },
  { name: "Align right", keys: [], act: () => align("right"), can: some },
  { name: "Align top", keys: [], act: () => align("top"), can: some },
  { name: "Align middles", keys: [], act: () => align("middle"), can: some },
  { name: "Align bottom", keys: [], act: () => align("bottom"), can: some },
  { name: "Distribute across", keys: [], act: () => align("across"), can: several },
  { name: "Distribute down", keys: [], act: () => align("down"), can: several },
  { name: "Choose all zones", keys: ["Mod+A"], act: () => (s.chosen.value = s.zones.value.filter((z) => !z.depth && !s.isLocked(z)).map((z) => z.key)) },
  { name: "Close the drawer, or choose nothing", keys: ["Escape"], act: () => w.leave() || escape() },
  { name: "Hide or show", keys: ["H"], act: () => s.chosenZones.value.forEach((z) => s.toggle(z, "hidden")), can: () => s.chosen.value.length > 0 },
  { name: "Lock or unlock", keys: ["L"], act: () => s.chosenZones.value.forEach((z) => s.toggle(z, "locked")), can: () => s.chosen.value.length > 0 },
  { name: "Show or hide zones", keys: ["Z"], act: () => (s.visible.value = { ...s.visible.value, zones: !s.visible.value.zones }), can: drawn },
  { name: "Show or hide the bleed", keys: ["B"], act: () => (s.visible.value = { ...s.visible.value, bleed: !s.visible.value.bleed }), can: drawn },
  { name: "Show or hide the grid", keys: ["G"], act: () => (s.visible.value = { ...s.visible.value, grid: !s.visible.value.grid }), can: drawn },
  { name: "Turn snapping on or off", keys: ["S"], act: () => (s.visible.value = { ...s.visible.value, snap: !s.visible.value.snap }), can: drawn },
  { name: "New upright guide", keys: [], act: () => newGuide("x"), can: () => s.view.value === "card" && s.face.value !== null },
  { name: "New level guide", keys: [], act: () => newGuide("y"), can: () => s.view.value === "card" && s.face.value !== null },
  { name: "Remove all guides", keys: [], act: guides.clear, can: () => drawn() && guides.own.value.x.length + guides.own.value.y.length > 0 },
  { name: "Problems", keys: ["P"], act: () => (s.panel.value = s.panel.value === "problems" ? "" : "problems"), everywhere: true },
  { name: "What was done", keys: ["Y"], act: () => (s.panel.value = s.panel.value === "history" ? "" : "history"), everywhere: true },
  { name: "What changed since it was opened", keys: [], act: () => (s.comparing.value = true), everywhere: true },
  { name: "Back to how it was opened", keys: [], act: () => s.send({ t: "back-to-opened" }), can: () => s.steps.value.steps.length > 0, everywhere: true },
  { name: "Start page: other decks, and new ones", keys: [], act: s.goToStart, everywhere: true },
  { name: "See colours as others do: protanopia, deuteranopia, tritanopia, grey", keys: [], act: nextColorVision, everywhere: true },
  { name: "Light, dark, or as the system", keys: [], act: nextTheme, everywhere: true },
  { name: "Commands", keys: ["Mod+K"], act: () => (s.palette.value = true), everywhere: true },
];

const ARROWS: Command[] = [
  { name: "", keys: ["ArrowLeft"], act: nudgeBy(-0.1, 0), can: some },
  { name: "", keys: ["ArrowRight"], act: nudgeBy(0.1, 0), can: some },
  { name: "", keys: ["ArrowUp"], act: nudgeBy(0, -0.1), can: some },
  { name: "", keys: ["ArrowDown"], act: nudgeBy(0, 0.1), can: some },
  { name: "", keys: ["Shift+ArrowLeft"], act: nudgeBy(-1, 0), can: some },
  { name: "", keys: ["Shift+ArrowRight"], act: nudgeBy(1, 0), can: some },
  { name: "", keys: ["Shift+ArrowUp"], act: nudgeBy(0, -1), can: some },
  { name: "", keys: ["Shift+ArrowDown"], act: nudgeBy(0, 1), can: some },
];

export function nextTheme(): void {
  s.theme.value = ({ system: "light", light: "dark", dark: "system" } as const)[s.theme.value];
}

/** The commands that are available in the current view. */
export function commands(): readonly Command[] {
  const own = ofViews.value[s.view.value];
  return own ? [...own, ...COMMANDS.filter((c) => c.everywhere)] : [...COMMANDS, ...ARROWS];
}

/** The command of a key: of the page's commands with that key the first available one. A view's own keys belong to it alone. */
function withKey(all: readonly Command[], key: string): Command | undefined {
  const some = all.filter((c) => c.keys.includes(key));
  if (some[0] && ofViews.value[s.view.value]?.includes(some[0])) return some[0];
  return some.find((c) => c.can?.() ?? true) ?? some[0];
}

/** The key of a command in the current view; empty if another command has it there. */
export function keyFor(command: Command): string {
  const all = commands();
  return command.keys.find((key) => withKey(all, key) === command) ?? "";
}

/** The key of the command with this name, as displayed. */
export function keyNamed(name: string): string {
  const command = COMMANDS.find((c) => c.name === name);
  return command ? keyFor(command) : "";
}

function keyOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && (key.length > 1 || /[A-Z ]/.test(key)) ? "Shift+" : "";
  return `${shift}${event.ctrlKey || event.metaKey ? "Mod+" : ""}${key}`;
}

export function listen(): void {
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const key = keyOf(event);
    if (start.screen.value !== "deck" || document.querySelector("dialog[open]")) return;
    // A menu or a form over the page handles its own keys.
    if (target.closest('[role="menu"], .pop')) return;
    const typing = target.matches("input, textarea, select, [contenteditable]");
    // The drawer covers every view, but a field or a table handles Escape first.
    if (key === "Escape" && s.panel.value && !event.defaultPrevented && (typing || s.view.value !== "card")) {
      s.panel.value = "";
      event.preventDefault();
      return;
    }
    // A field without unsaved typing has nothing of its own to undo.
    const through = target.hasAttribute("data-settled") ? ["Mod+K", ...UNDO] : ["Mod+K"];
    if (event.defaultPrevented || (typing && !through.includes(key))) return;
    // In a cell, letters are typed; only commands for the whole deck apply.
    if (target.closest("revo-grid") && !["Mod+K", ...UNDO].includes(key)) return;
    // Selected text is copied by the browser.
    if ((key === "Mod+C" || key === "Mod+X") && getSelection()?.toString()) return;
    const arrow = key.includes("Arrow");
    if (arrow && target.closest('[role="tree"], [role="listbox"]')) return;
    if ((key === "Enter" || key === " ") && target.matches("button")) return;
    const found = withKey(commands(), key);
    if (!found || event.altKey) return;
    const can = found.can?.() ?? true;
    // If there is nothing to move, arrow keys scroll.
    if (arrow && !can) return;
    event.preventDefault();
    if (can) found.act();
  });
}

const MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

export function shown(key: string): string {
  return key.replace(/ $/, "Space").replace("Mod+", MAC ? "⌘" : "Ctrl ").replace("Shift+", MAC ? "⇧" : "Shift ").replace("Delete", "Del").replace("PageDown", "PgDn").replace("PageUp", "PgUp");
}
