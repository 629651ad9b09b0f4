// The edited text: it is read, tried while typing, saved after a pause, and never overwrites the changes of others.

import { batch, computed, effect, signal } from "@preact/signals";
import type { Conflict, FileInfo, Found, FromServer, HelpText, PageFaces } from "./messages";
import { helperOf, type Helper } from "./completion";
import { before } from "./problems";
import * as s from "./state";

/** Milliseconds without a key after which the text is saved. */
const SAVE_AFTER = 1200;

export const files = signal<FileInfo[]>([]);
/** The name of the edited file. */
export const opened = signal("");
export const info = computed(() => files.value.find((f) => f.file === opened.value));
/** The text last read or saved; `text` has line feeds. */
export const base = signal<{ file: string; text: string; version: string; problem: string } | null>(null);
export const typed = signal("");
export const conflict = signal<Conflict | null>(null);
export const pages = signal<PageFaces | null>(null);
export const helpers = signal<Map<string, Helper>>(new Map());
export const dirty = computed(() => base.value !== null && !base.value.problem && typed.value !== base.value.text);
/** The cursor's position. */
export const cursor = signal(0);
/** A place that the editor should go to. */
export const pendingPlace = signal<{ line: number; column: number; length: number } | null>(null);

export const readOnly = computed(() => info.value?.read_only ?? "");
export const here = computed<Found[]>(() => {
  const path = info.value?.path;
  const seen = new Set<string>();
  return [...s.broken.value, ...s.problems.value.found].filter((f) => {
    const key = `${f.file} ${f.line} ${f.column} ${f.message}`;
    return f.file === path && f.line > 0 && !seen.has(key) && !!seen.add(key);
  });
});

let inFlight = false;
let pending: string | null = null;
let saving = false;
let number = 0;
let saveTimer = 0;

function tryNext(): void {
  if (inFlight || pending === null || s.connected.value !== "open") return;
  inFlight = true;
  s.send({ t: "try-text", seq: ++number, file: opened.value, text: pending, pages: info.value?.pages ?? "" });
  pending = null;
}

/** Note typed text. */
export function type(text: string): void {
  typed.value = text;
  if (readOnly.value) return;
  pending = text;
  tryNext();
  clearTimeout(saveTimer);
  saveTimer = window.setTimeout(save, SAVE_AFTER);
}

/** Continue with a text that conflicts with another: nothing is tried or saved. */
export function keep(text: string): void {
  typed.value = text;
}

/** Save the typed text, if there is any. */
export function save(): void {
  clearTimeout(saveTimer);
  const current = base.value;
  if (!current || !dirty.value || saving || conflict.value || readOnly.value || s.connected.value !== "open") return;
  saving = true;
  pending = null;
  s.send({ t: "save", file: current.file, text: typed.value, version: current.version });
}

/** Write a text in place of the other version, which was shown. */
export function settle(text: string): void {
  const theirs = conflict.value;
  if (!theirs) return;
  base.value = { file: theirs.file, text: theirs.text, version: theirs.version, problem: "" };
  typed.value = text;
  conflict.value = null;
  save();
}

export function open(file: string): void {
  if (file === opened.value && base.value?.file === file) return;
  save();
  opened.value = file;
  conflict.value = null;
  pages.value = null;
  s.send({ t: "read", file });
}

/** Open the file with a path at a line. */
export function openAt(path: string, line: number, column: number, length = 0): void {
  const file = files.value.find((f) => f.path === path);
  if (!file) return;
  open(file.file);
  pendingPlace.value = { line, column, length };
}

function request(): void {
  s.send({ t: "files" });
  if (opened.value) s.send({ t: "read", file: opened.value });
}

/** Start the view. */
export function start(): () => void {
  request();
  s.listeners.push(receive);
  const saveNow = () => save();
  before.add(saveNow);
  addEventListener("blur", saveNow);
  addEventListener("beforeunload", saveNow);
  let previous = s.connected.value;
  const stopEffect = effect(() => {
    const state = s.connected.value;
    if (state === "open" && previous !== "open") {
      inFlight = saving = false;
      request();
      setTimeout(save, 0);
    }
    previous = state;
  });
  return () => {
    save();
    s.listeners.splice(s.listeners.indexOf(receive), 1);
    stopEffect();
    before.delete(saveNow);
    clearTimeout(saveTimer);
    removeEventListener("blur", saveNow);
    removeEventListener("beforeunload", saveNow);
  };
}

function receive(message: FromServer): void {
  switch (message.t) {
    case "files": {
      files.value = message.files;
      const place = s.pendingPlace.value;
      if (s.clash.value) showClash();
      else if (place) goTo();
      else if (!message.files.some((f) => f.file === opened.value)) open(message.files[0]?.file ?? "");
      requestHelp();
      break;
    }
    case "file":
      if (message.file !== opened.value) break;
      if (message.saved) {
        saving = false;
        base.value = message;
        if (dirty.value) saveTimer = window.setTimeout(save, SAVE_AFTER);
        if (info.value?.kind !== "template") s.send({ t: "open", whole: true });
      } else if (base.value?.file !== message.file || base.value.version !== message.version) {
        if (base.value?.file === message.file && dirty.value && !message.problem) {
          showConflict({ t: "conflict", file: message.file, text: message.text, version: message.version });
        } else {
          conflict.value = null;
          base.value = message;
          typed.value = message.text;
        }
      }
      requestHelp();
      break;
    case "conflict":
      saving = false;
      if (message.file === opened.value) showConflict(message);
      break;
    case "tried":
      inFlight = false;
      tryNext();
      break;
    case "pages":
      if (message.component === info.value?.pages) pages.value = message.problem && pages.value ? { ...pages.value, problem: message.problem } : message;
      break;
    case "help":
      helpers.value = new Map(helpers.value).set(message.kind, helperOf(message as HelpText));
      break;
    case "note":
      if (message.level === "error") saving = false;
      break;
    case "history":
    case "changed":
      if (!saving && opened.value) s.send({ t: "read", file: opened.value });
      if (message.t === "changed") s.send({ t: "files" });
      if (info.value?.pages) s.send({ t: "pages", component: info.value.pages });
      break;
  }
}

/** Show the other version beside the typed text. Several messages may report it, and it may already be resolved. */
function showConflict(theirs: Conflict): void {
  if (base.value?.version === theirs.version) save();
  else if (conflict.value?.version !== theirs.version || conflict.value.file !== theirs.file) conflict.value = theirs;
}

/** Request the help for the file, and the pages beside it. */
function requestHelp(): void {
  const current = info.value;
  if (!current) return;
  if ((current.kind === "deck" || current.kind === "template") && !helpers.value.has(current.kind)) s.send({ t: "help", kind: current.kind });
  if (current.pages && pages.value?.component !== current.pages) s.send({ t: "pages", component: current.pages });
}

/** Show a refused edit beside its file's current text, as if it had been typed. */
export function showClash(): void {
  const clash = s.clash.value;
  if (!clash || !files.value.length) return;
  s.clash.value = null;
  if (clash.file === opened.value && dirty.value) return;
  save();
  batch(() => {
    opened.value = clash.file;
    pages.value = null;
    base.value = { file: clash.file, text: clash.text, version: clash.version, problem: "" };
    typed.value = clash.yours;
    conflict.value = { t: "conflict", file: clash.file, text: clash.text, version: clash.version };
  });
  requestHelp();
}

/** Go to the place that another view requested. */
export function goTo(): void {
  const place = s.pendingPlace.value;
  if (!place || !files.value.length) return;
  s.pendingPlace.value = null;
  openAt(place.file, place.line, place.column, place.length);
}
