// Made by tools/make_messages.py of carddesigner/designer/messages.py; don't edit.

export interface Open {
  t: "open";
  whole?: boolean;
}

export interface Show {
  t: "show";
  component: string;
  id: string;
  side?: "front" | "back";
}

export interface Drag {
  t: "drag";
  seq: number;
  zones: Placing[];
}

export interface Placing {
  zone: string;
  frame: [number, number, number, number];
  rotate?: number | null;
}

export interface Drop {
  t: "drop";
  name: string;
  zones: Placing[];
}

export interface Cancel {
  t: "cancel";
}

export interface Reorder {
  t: "reorder";
  zone: string;
  by: number;
}

export interface Delete {
  t: "delete";
  zones: string[];
}

export interface Duplicate {
  t: "duplicate";
  zone: string;
}

export interface Rename {
  t: "rename";
  zone: string;
  name: string;
}

export interface Undo {
  t: "undo";
  to: number;
}

export interface Wall {
  t: "wall";
  keys: [string, string][];
  side?: "front" | "back";
}

export interface TakeOver {
  t: "take-over";
}

export interface PieceName {
  id: string;
  name: string;
}

export interface ComponentInfo {
  id: string;
  pieces: PieceName[];
}

export interface DeckInfo {
  t: "deck";
  title: string;
  folder: string;
  components: ComponentInfo[];
  whole: boolean;
  shipped: boolean;
  read_only: string;
}

export interface ZoneInfo {
  key: string;
  name: string;
  kind: string;
  depth: number;
  above: string;
  frame: [number, number, number, number];
  parent: [number, number, number, number];
  outer: [number, number, number, number, number, number] | null;
  rotate: number;
  place: string;
  text: string;
  locked: string;
  shared: string;
}

export interface ZoneFrame {
  key: string;
  frame: [number, number, number, number];
  parent: [number, number, number, number];
  outer: [number, number, number, number, number, number] | null;
}

export interface Picture {
  key: string;
  svg: string;
}

export interface FaceInfo {
  t: "face";
  component: string;
  id: string;
  side: "front" | "back";
  sides: ("front" | "back")[];
  width: number;
  height: number;
  bleed: number;
  safe: number;
  outline: string;
  safe_outline: string;
  zones: ZoneInfo[];
  pictures: Picture[];
  definitions: string;
  fresh: boolean;
}

export interface Patch {
  t: "patch";
  seq: number;
  zones: ZoneFrame[];
  pictures: Picture[];
  definitions: string;
  problem: string;
}

export interface WallFace {
  component: string;
  id: string;
  svg: string;
  problem: string;
}

export interface WallFaces {
  t: "wall";
  side: "front" | "back";
  faces: WallFace[];
}

export interface Found {
  severity: string;
  code: string;
  message: string;
  hint: string;
  place: string;
  card: string;
  zone: string;
}

export interface Problems {
  t: "problems";
  running: boolean;
  found: Found[];
}

export interface Steps {
  t: "history";
  steps: string[];
  at: number;
}

export interface Broken {
  t: "broken";
  found: Found[];
}

export interface Changed {
  t: "changed";
  number: number;
}

export interface Note {
  t: "note";
  level: "info" | "error";
  text: string;
}

export type FromPage = Open | Show | Drag | Drop | Cancel | Reorder | Delete | Duplicate | Rename | Undo | Wall | TakeOver;

export type FromServer = DeckInfo | FaceInfo | Patch | WallFaces | Problems | Steps | Broken | Changed | Note;
