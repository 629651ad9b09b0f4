// The deck's text files beside the card.

import { EditorState, EditorView, MergeView } from "./codemirror.js";
import { signal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Canvas } from "./canvas";
import { blockEnd, lineOf, look, markLines, placeZones, rangeOf, replaceText, stateFor, underline } from "./text-editor";
import { Icon } from "./icons";
import type { FileInfo, PageFace as Page, ZoneInfo } from "./messages";
import { Button } from "./panels";
import { Fix } from "./problems";
import * as s from "./state";
import * as texts from "./texts";

const KINDS = { deck: "Deck", template: "Templates", text: "Texts", table: "Tables", other: "Other files" };

function FileRow({ file }: { file: FileInfo }) {
  const on = file.file === texts.opened.value;
  const found = [...s.broken.value, ...s.problems.value.found].filter((f) => f.file === file.path);
  const worst = found.some((f) => f.severity === "error") ? "error" : found.length ? "warning" : "";
  const short = file.read_only && file.file.includes("/") ? file.file.split("/").pop()! : file.file.replace(/^templates\//, "");
  return (
    <div class={`row${on ? " is-on" : ""}`} role="option" aria-selected={on} title={file.read_only ? `${file.file}\n${file.read_only}` : file.file} onClick={() => texts.open(file.file)}>
      <Icon name={file.kind === "table" ? "grid" : file.kind === "text" ? "text" : "file"} />
      <span class="title">{short}</span>
      {worst && <i class={`dot is-${worst}`} title={`${found.length} problem${found.length > 1 ? "s" : ""}`} />}
      {on && texts.dirty.value && <i class="unsaved" title="Saved as soon as the keys rest" />}
      {file.read_only && <Icon name="lock" />}
    </div>
  );
}

function FileRows() {
  const list = texts.files.value;
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = list[list.findIndex((f) => f.file === texts.opened.value) + by];
    if (!by || !next) return;
    texts.open(next.file);
    event.preventDefault();
  };
  return (
    <section class="cards file-list" aria-label="Files">
      <div class="list" role="listbox" aria-label="Files" tabIndex={0} onKeyDown={step}>
        {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => {
          const own = list.filter((f) => f.kind === kind);
          return (
            own.length > 0 && (
              <div role="group" aria-label={KINDS[kind]} key={kind}>
                <div class="group-name" aria-hidden="true">
                  {KINDS[kind]}
                </div>
                {own.map((f) => (
                  <FileRow key={f.file} file={f} />
                ))}
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

/** The innermost zone whose lines include a line. */
function zoneAt(view: EditorView, line: number): ZoneInfo | null {
  let best: ZoneInfo | null = null;
  let first = 0;
  for (const z of s.zones.value) {
    const own = lineOf(view.state, z.key);
    if (!own || own > line || blockEnd(view.state.doc, own) < line) continue;
    if (own > first || (own === first && s.chosen.value.includes(z.key))) [best, first] = [z, own];
  }
  return best;
}

function Editor() {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const led = useRef("");
  const [ready] = useState(() => signal(0));
  const file = texts.base.value?.file ?? "";
  const readOnly = texts.readOnly.value !== "";
  useEffect(() => {
    const element = host.current;
    const text = texts.base.value;
    if (!element || !text || text.problem) return;
    const moved = (v: EditorView) => {
      const found = zoneAt(v, v.state.doc.lineAt(v.state.selection.main.head).number);
      if (!found || (s.chosen.value.length === 1 && s.chosen.value[0] === found.key)) return;
      led.current = found.key;
      s.chosen.value = [found.key];
    };
    const made = new EditorView({ state: stateFor(text.file, texts.typed.value, readOnly, texts.type, moved), parent: element });
    view.current = made;
    ready.value++;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [file, readOnly, texts.base.value?.problem]);

  useSignalEffect(() => {
    const text = texts.typed.value;
    if (view.current && texts.base.value?.file === texts.opened.value) replaceText(view.current, text);
  });
  // An unfinished word is not shown as an error.
  const late = useRef(0);
  useSignalEffect(() => {
    const list = texts.here.value;
    void ready.value;
    clearTimeout(late.current);
    late.current = window.setTimeout(() => view.current && underline(view.current, list), texts.dirty.peek() && list.length ? 500 : 0);
  });
  useSignalEffect(() => {
    const path = texts.info.value?.path;
    const list = s.zones.value;
    void ready.value;
    const v = view.current;
    if (!v) return;
    const { doc } = v.state;
    const own = list.filter((z) => z.file === path && z.line > 0 && z.line <= doc.lines);
    v.dispatch({ effects: placeZones.of(new Map(own.map((z) => [z.key, doc.line(z.line).from]))) });
  });
  // The chosen zone's lines; if the zone was chosen on the card, scroll to them.
  const last = useRef("");
  const scrolled = useRef(0);
  useSignalEffect(() => {
    const zone = s.chosenZones.value[0];
    const path = texts.info.value?.path;
    void ready.value;
    const v = view.current;
    const fresh = zone ? `${zone.key} ${path}` : "";
    const before = last.current;
    last.current = fresh;
    const own = zone && led.current === zone.key;
    if (zone && zone.file !== path && before.split(" ")[0] !== zone.key && !own && texts.files.value.some((f) => f.path === zone.file)) {
      texts.openAt(zone.file, zone.line, 1);
      return;
    }
    if (!v) return;
    const shown = zone ? lineOf(v.state, zone.key) : 0;
    v.dispatch({ effects: markLines.of(shown ? { first: shown, last: blockEnd(v.state.doc, shown) } : null) });
    const arrived = ready.peek() !== scrolled.current;
    scrolled.current = ready.peek();
    if (shown && (fresh !== before || arrived) && !own && !texts.pendingPlace.peek()) v.dispatch({ effects: EditorView.scrollIntoView(v.state.doc.line(shown).from, { y: "center" }) });
    if (fresh !== before) led.current = "";
  });
  const going = texts.pendingPlace.value;
  useEffect(() => {
    const v = view.current;
    if (!v || !going || file !== texts.opened.value) return;
    const range = rangeOf(v.state.doc, going);
    texts.pendingPlace.value = null;
    v.dispatch({ selection: { anchor: range.from, head: going.length ? range.to : range.from }, effects: EditorView.scrollIntoView(range.from, { y: "center" }) });
    v.focus();
  }, [going, file]);
  return <div class="editor" ref={host} />;
}

function Both() {
  const host = useRef<HTMLDivElement>(null);
  const merge = useRef<MergeView | null>(null);
  const theirs = texts.conflict.value;
  useEffect(() => {
    if (!host.current || !theirs) return;
    const made = new MergeView({
      a: { doc: theirs.text, extensions: [look(theirs.file), EditorState.readOnly.of(true), EditorView.editable.of(false)] },
      b: {
        doc: texts.typed.peek(),
        selection: { anchor: Math.min(texts.cursor.peek(), texts.typed.peek().length) },
        extensions: [look(theirs.file), EditorView.updateListener.of((u) => u.docChanged && texts.keep(u.state.doc.toString()))],
      },
      parent: host.current,
      revertControls: "a-to-b",
      highlightChanges: true,
      gutter: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
      renderRevertControl: () => {
        const button = document.createElement("button");
        button.textContent = "→";
        button.title = "Take this over";
        button.setAttribute("aria-label", "Take this change over");
        // The editor only listens to pointer events; keys click a button without one.
        button.addEventListener("click", (e) => e.detail === 0 && button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
        return button;
      },
    });
    merge.current = made;
    // Typing continues in this editor.
    made.b.focus();
    made.b.dispatch({ effects: EditorView.scrollIntoView(made.b.state.selection.main) });
    return () => made.destroy();
  }, [theirs]);
  return (
    <section class="conflict" aria-label="Two versions">
      <p role="alert">
        <Icon name="warning" />
        <span>
          <b>{theirs?.file} was changed elsewhere meanwhile.</b> Nothing is overwritten: choose, or take single changes over with the arrows and save the right side.
        </span>
      </p>
      <div class="versions">
        <header>
          <span>
            Changed elsewhere <button onClick={() => theirs && texts.settle(theirs.text)}>Keep this one</button>
          </span>
          <span>
            Yours{" "}
            <button class="is-main" onClick={() => texts.settle(merge.current?.b.state.doc.toString() ?? texts.typed.value)}>
              Save this one
            </button>
          </span>
        </header>
        <div class="merge" ref={host} />
      </div>
    </section>
  );
}

function PageFace({ face }: { face: Page }) {
  const link = useMemo(() => (face.svg ? URL.createObjectURL(new Blob([face.svg], { type: "image/svg+xml" })) : ""), [face]);
  useEffect(() => () => URL.revokeObjectURL(link), [link]);
  return (
    <figure>
      {link ? <img src={link} alt={face.id} draggable={false} /> : <span class="coming" />}
      <figcaption>{face.id}</figcaption>
    </figure>
  );
}

function Beside() {
  const face = s.face.value;
  const text = texts.info.value?.pages;
  const pages = texts.pages.value;
  const list = s.pieces.value;
  const piece = list.find((p) => p.component === face?.component && p.id === face?.id);
  return (
    <aside class={`beside${text && pages?.problem ? " is-broken" : ""}`} onPointerDownCapture={() => texts.save()}>
      <header>
        <b>{text ? `Pages of ${text}` : piece?.name || face?.id || "No card"}</b>
        <small>{text ? pages?.faces.length : piece?.name ? face?.id : ""}</small>
        <span class="grow" />
        {!text && (
          <>
            <Button icon="previous" name="Previous card" keys="K" act={() => s.step(-1)} />
            <Button icon="next" name="Next card" keys="J" act={() => s.step(1)} />
          </>
        )}
      </header>
      {text ? (
        <div class="pages painted" tabIndex={0} aria-label={`Pages of ${text}`}>
          {pages?.faces.map((f) => <PageFace key={f.id} face={f} />)}
        </div>
      ) : (
        <Canvas />
      )}
    </aside>
  );
}

/** Why the last good card is shown, once a word is finished; placed below the text so that it covers no part of the card. */
function Wrong() {
  const found = s.broken.value[0];
  const pages = texts.info.value?.pages ? texts.pages.value : null;
  const message = found?.message ?? pages?.problem ?? "";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const wait = setTimeout(() => setShown(message !== ""), message ? 500 : 0);
    return () => clearTimeout(wait);
  }, [message !== ""]);
  if (!shown || !message) return null;
  return (
    <div class="file-wrong" role="alert">
      <Icon name="warning" />
      <span>
        <b>{s.face.value || pages?.faces.length ? "The last good one is shown." : "It can't be shown."}</b> {message}{" "}
        {found && found.line > 0 && (
          <button class="link" onClick={() => texts.openAt(found.file, found.line, found.column, found.length)}>
            Line {found.line}
          </button>
        )}
        {found?.hint && <em>{found.hint}</em>}
      </span>
      {found?.fix && <Fix found={found} />}
    </div>
  );
}

export default function FilesView() {
  useEffect(() => texts.start(), []);
  useSignalEffect(() => {
    if (s.clash.value) texts.showClash();
    else if (s.pendingPlace.value) texts.goTo();
  });
  const text = texts.base.value;
  const own = texts.readOnly.value;
  return (
    <>
      <FileRows />
      <section class="text-view" aria-label="Text">
        {own && !s.deck.value?.read_only && (
          <p class="read-only">
            <Icon name="lock" /> {own}
          </p>
        )}
        {text?.problem ? <p class="empty">{text.problem}</p> : texts.conflict.value ? <Both /> : <Editor />}
        <Wrong />
      </section>
      <Beside />
    </>
  );
}
