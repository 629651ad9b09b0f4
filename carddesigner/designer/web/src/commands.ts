// Everything that can be done by key, menu or palette, once.

import { align, escape, fit, LIFE_SIZE, zoomBy } from "./canvas";
import * as s from "./state";

export interface Command {
  name: string;
  keys: string[];
  act: () => void;
  /** Whether it can be done now. */
  can?: () => boolean;
}

const some = () => s.editable().length > 0;
const one = () => s.editable().length === 1;
const several = () => s.editable().length > 1;

function nudgeBy(dx: number, dy: number): () => void {
  return () => s.nudge([dx, dy]);
}

export const COMMANDS: Command[] = [
  { name: "Undo", keys: ["Mod+Z"], act: () => s.undo(-1), can: () => s.steps.value.at > 0 },
  { name: "Redo", keys: ["Shift+Mod+Z", "Mod+Y"], act: () => s.undo(1), can: () => s.steps.value.at < s.steps.value.steps.length },
  { name: "Next card", keys: ["J", "PageDown"], act: () => s.step(1) },
  { name: "Previous card", keys: ["K", "PageUp"], act: () => s.step(-1) },
  { name: "Flip the card", keys: ["F"], act: s.flip, can: () => (s.face.value?.sides.length ?? 0) > 1 },
  { name: "Show all cards", keys: ["W"], act: () => (s.view.value = s.view.value === "wall" ? "card" : "wall") },
  { name: "Find a card", keys: ["/"], act: () => document.querySelector<HTMLInputElement>("#find")?.focus() },
  { name: "Fit the card to the window", keys: ["0"], act: () => fit() },
  { name: "Show the card in its own size", keys: ["1"], act: () => zoomBy(LIFE_SIZE / s.camera.value.zoom) },
  { name: "Zoom in", keys: ["+", "="], act: () => zoomBy(1.25) },
  { name: "Zoom out", keys: ["-"], act: () => zoomBy(0.8) },
  { name: "Duplicate", keys: ["Mod+D"], act: () => s.send({ t: "duplicate", zone: s.editable()[0]!.key }), can: one },
  { name: "Delete", keys: ["Delete", "Backspace"], act: () => s.send({ t: "delete", zones: s.editable().map((z) => z.key) }), can: some },
  { name: "Bring forward", keys: ["]"], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: 1 }), can: one },
  { name: "Send backward", keys: ["["], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: -1 }), can: one },
  { name: "Bring to front", keys: ["Shift+]", "}"], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: 999 }), can: one },
  { name: "Send to back", keys: ["Shift+[", "{"], act: () => s.send({ t: "reorder", zone: s.editable()[0]!.key, by: -999 }), can: one },
  { name: "Align left", keys: [], act: () => align("left"), can: some },
  { name: "Align centers", keys: [], act: () => align("center"), can: some },
  { name: "Align right", keys: [], act: () => align("right"), can: some },
  { name: "Align top", keys: [], act: () => align("top"), can: some },
  { name: "Align middles", keys: [], act: () => align("middle"), can: some },
  { name: "Align bottom", keys: [], act: () => align("bottom"), can: some },
  { name: "Distribute across", keys: [], act: () => align("across"), can: several },
  { name: "Distribute down", keys: [], act: () => align("down"), can: several },
  { name: "Choose all zones", keys: ["Mod+A"], act: () => (s.chosen.value = s.zones.value.filter((z) => !z.depth && !s.isLocked(z)).map((z) => z.key)) },
  { name: "Choose nothing", keys: ["Escape"], act: escape },
  { name: "Hide or show", keys: ["H"], act: () => s.chosenZones.value.forEach((z) => s.toggle(z, "hidden")), can: () => s.chosen.value.length > 0 },
  { name: "Lock or unlock", keys: ["L"], act: () => s.chosenZones.value.forEach((z) => s.toggle(z, "locked")), can: () => s.chosen.value.length > 0 },
  { name: "Show or hide zones", keys: ["Z"], act: () => (s.seen.value = { ...s.seen.value, zones: !s.seen.value.zones }) },
  { name: "Show or hide the bleed", keys: ["B"], act: () => (s.seen.value = { ...s.seen.value, bleed: !s.seen.value.bleed }) },
  { name: "Show or hide the grid", keys: ["G"], act: () => (s.seen.value = { ...s.seen.value, grid: !s.seen.value.grid }) },
  { name: "Turn snapping on or off", keys: ["S"], act: () => (s.seen.value = { ...s.seen.value, snap: !s.seen.value.snap }) },
  { name: "Problems", keys: ["P"], act: () => (s.panel.value = s.panel.value === "problems" ? "" : "problems") },
  { name: "What was done", keys: ["Y"], act: () => (s.panel.value = s.panel.value === "history" ? "" : "history") },
  { name: "Light, dark, or as the system", keys: [], act: nextTheme },
  { name: "Commands", keys: ["Mod+K"], act: () => (s.palette.value = true) },
];

const ARROWS: Command[] = [
  { name: "", keys: ["ArrowLeft"], act: nudgeBy(-0.1, 0) },
  { name: "", keys: ["ArrowRight"], act: nudgeBy(0.1, 0) },
  { name: "", keys: ["ArrowUp"], act: nudgeBy(0, -0.1) },
  { name: "", keys: ["ArrowDown"], act: nudgeBy(0, 0.1) },
  { name: "", keys: ["Shift+ArrowLeft"], act: nudgeBy(-1, 0) },
  { name: "", keys: ["Shift+ArrowRight"], act: nudgeBy(1, 0) },
  { name: "", keys: ["Shift+ArrowUp"], act: nudgeBy(0, -1) },
  { name: "", keys: ["Shift+ArrowDown"], act: nudgeBy(0, 1) },
];

export function nextTheme(): void {
  s.theme.value = ({ system: "light", light: "dark", dark: "system" } as const)[s.theme.value];
}

function keyOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && (key.length > 1 || /[A-Z]/.test(key)) ? "Shift+" : "";
  return `${shift}${event.ctrlKey || event.metaKey ? "Mod+" : ""}${key}`;
}

export function listen(): void {
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const key = keyOf(event);
    const typing = target.matches("input, textarea, [contenteditable]");
    if (typing && !["Mod+K"].includes(key)) return;
    const arrow = key.includes("Arrow");
    if (arrow && (target.closest('[role="tree"], [role="listbox"], [role="menu"]') || !s.editable().length)) return;
    if ((key === "Enter" || key === " ") && target.matches("button")) return;
    const found = [...COMMANDS, ...ARROWS].find((c) => c.keys.includes(key));
    if (!found || event.altKey) return;
    event.preventDefault();
    if (found.can?.() ?? true) found.act();
  });
}

const MAC = /Mac|iP(hone|ad)/.test(navigator.platform);

export function shown(key: string): string {
  return key.replace("Mod+", MAC ? "⌘" : "Ctrl ").replace("Shift+", MAC ? "⇧" : "Shift ").replace("Delete", "Del").replace("PageDown", "PgDn").replace("PageUp", "PgUp");
}
