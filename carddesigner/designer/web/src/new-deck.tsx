// Making a deck from a table: its columns' roles and the cards' look are chosen on previews.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";
import type { ColumnRole, Drafted, ColumnChoice, Refused, SketchedLook, TableOptions } from "./messages";
import { Button } from "./panels";
import * as s from "./state";
import * as start from "./starting";
import { ask, Dialog, Folder, Trouble } from "./window";

function refuse(message: string): void {
  start.receive({ t: "refused", request: "table", message, hint: "", place: "" });
}

/** Upload files in turn: a table, and pictures beside it; or more pictures for the current table. */
async function upload(files: { name: string; file: Blob }[]): Promise<void> {
  if (!files.length || start.progress.value) return;
  start.refused.value = null;
  start.progress.value = files.length > 1 ? `Reading ${files.length} files…` : `Reading ${files[0]?.name}…`;
  const begun = start.draft.value?.draft ?? "";
  let draft = begun;
  let last: Drafted | Refused | null = null;
  let taken: Drafted | null = null;
  for (const { name, file } of files) {
    try {
      const reply = await fetch(`/drop?${new URLSearchParams({ draft, name })}`, { method: "POST", body: file });
      last = (await reply.json()) as Drafted | Refused;
    } catch {
      refuse("The file can't be read, or the connection is lost.");
      return;
    }
    if (last.t === "refused") break;
    draft = last.draft;
    taken = last;
  }
  // Files before the refused one are used all the same.
  if (begun && taken && last !== taken) start.receive(taken);
  if (last) start.receive(last);
  if (begun && last === taken) s.notify("info", "The table is read again with what was added. Pictures that its cells name come along.");
}

/** All dropped files, including those in folders. */
async function filesIn(data: DataTransfer): Promise<{ name: string; file: Blob }[]> {
  const found: { name: string; file: Blob }[] = [];
  const read = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (entry.name.startsWith(".") || found.length > 2000) return;
    if (entry.isFile) found.push({ name: entry.fullPath.slice(1), file: await new Promise((ok, no) => (entry as FileSystemFileEntry).file(ok, no)) });
    else if (depth < 4) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no));
        if (!some.length) break;
        for (const one of some) await read(one, depth + 1);
      }
    }
  };
  const entries = [...data.items].map((i) => (i.kind === "file" ? i.webkitGetAsEntry() : null)).filter((e) => e !== null);
  if (!entries.length) return [...data.files].map((file) => ({ name: file.name, file }));
  // A single dropped folder stands for its content.
  const alone = entries.length === 1 && entries[0]?.isDirectory ? `${entries[0].name}/` : "";
  for (const entry of entries) await read(entry, 0);
  return found.map((f) => ({ ...f, name: f.name.startsWith(alone) ? f.name.slice(alone.length) : f.name }));
}

export async function takeDropped(data: DataTransfer | null): Promise<void> {
  if (!data) return;
  const text = data.getData("text/plain");
  try {
    const files = await filesIn(data);
    if (files.length) await upload(files);
    else if (text.trim()) await takeText(text);
  } catch {
    refuse("What was dropped can't be read.");
  }
}

async function takeText(text: string): Promise<void> {
  if (/^https?:\/\/\S+$/.test(text.trim())) ask({ t: "fetch-table", address: text.trim() }, "Reading the table…");
  else await upload([{ name: "my-deck", file: new Blob([text]) }]);
}

function uploadChosen(input: HTMLInputElement): void {
  void upload([...(input.files ?? [])].map((f) => ({ name: f.name, file: f })));
  input.value = "";
}

/** The form for a table, which is dropped, chosen, pasted, or given by its address. */
export function Table() {
  const [over, setOver] = useState(false);
  const [asking, setAsking] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if ((event.target as HTMLElement).matches("input, textarea")) return;
      void takeDropped(event.clipboardData);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
  return (
    <section class="from-table" aria-label="A new deck">
      <h2>A new deck of your own table</h2>
      <div class={`drop${over ? " is-over" : ""}`} onDragEnter={() => setOver(true)} onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node) && setOver(false)} onDrop={() => setOver(false)}>
        <svg viewBox="0 0 96 56" class="sheet-to-cards" aria-hidden="true">
          <path d="M3 8h40v40H3zM3 16h40M3 24h40M3 32h40M3 40h40M16 8v40M30 8v40" />
          <path class="arrow" d="M49 28h11m-4-4 4 4-4 4" />
          <path class="cards" d="M68 12.500l18-3 5 30-18 3zM66 11h19v31H66z" />
        </svg>
        <p>
          <b>Drop a spreadsheet here</b>
          <small>CSV, Excel, LibreOffice, JSON or YAML: a row is a card. Pictures that it names may come along.</small>
        </p>
        <div class="ways">
          <button class="main" onClick={() => file.current?.click()}>
            Choose a file
          </button>
          <button class="plain" onClick={() => setAsking(true)}>
            Paste a table or a link
          </button>
        </div>
        <input
          ref={file}
          type="file"
          multiple
          hidden
          aria-label="Table"
          onChange={(e) => uploadChosen(e.currentTarget)}
        />
      </div>
      {start.progress.value && !asking && <p class="progress">{start.progress.value}</p>}
      {!asking && <Trouble about="table" />}
      {asking && <Paste close={() => setAsking(false)} />}
    </section>
  );
}

function Paste({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const link = /^https?:\/\/\S+$/.test(text.trim());
  return (
    <Dialog name="Paste a table or a link" close={close}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void takeText(text);
        }}
      >
        <p>Cells copied from a spreadsheet, or CSV; or the address of a published sheet, as CSV (in Google Sheets: File, Share, Publish to web).</p>
        <textarea aria-label="Table or link" spellcheck={false} value={text} onInput={(e) => setText(e.currentTarget.value)} />
        <Trouble about="table" />
        <footer>
          {start.progress.value && <span class="progress">{start.progress.value}</span>}
          <button type="submit" class="main" disabled={!text.trim() || start.progress.value !== ""}>
            {link ? "Read the sheet" : "Make a deck of it"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;

/** The preview of a deck. */
export function NewDeck() {
  const draft = start.draft.value!;
  const sketch = start.sketched.value;
  const [options, setOptions] = useState<Required<TableOptions>>({ sheets: [], quantity: "", roles: [], look: "", size: "" });
  const [size, setSize] = useState("");
  const [look, setLook] = useState("");
  const [folder, setFolder] = useState("");
  const asked = JSON.stringify(options);
  const link = s.connected.value;
  useEffect(() => {
    start.refused.value = null;
  }, [asked]);
  useEffect(() => {
    if (link === "open") s.send({ t: "sketch", draft: draft.draft, number: start.nextSketch(), options });
  }, [asked, draft, link]);
  useEffect(() => {
    const wait = setTimeout(() => setOptions((o) => ({ ...o, size: size.trim() })), 500);
    return () => clearTimeout(wait);
  }, [size]);
  const shown = look || sketch?.look || "";
  const sketchedLook = start.looks.value.get(shown);
  const busy = start.progress.value !== "";
  const assignRole = (column: ColumnRole, role: string) => {
    const roles = options.roles.filter((r) => r.column !== column.column);
    if (role === "how many") setOptions({ ...options, roles, quantity: column.column });
    else {
      const quantity = column.role === "how many" ? "none" : options.quantity;
      setOptions({ ...options, quantity, roles: [...roles, { column: column.column, role } satisfies ColumnChoice] });
    }
  };
  const back = () => {
    start.draft.value = start.sketched.value = start.refused.value = null;
    start.looks.value = new Map();
  };
  return (
    <div class="new-deck">
      <aside aria-label="The table">
        <h2>
          <Button icon="previous" name="Back to the start page" act={back} />
          <span class="file" title={draft.name}>
            {draft.name}
          </span>
          {sketch && <small>{sketch.rows} rows</small>}
        </h2>
        {sketch && sketch.sheets.length > 1 && (
          <fieldset class="sheets">
            <legend>Sheets with cards</legend>
            {sketch.sheets.map((sheet) => (
              <label>
                <input
                  type="checkbox"
                  checked={sheet.included}
                  onChange={(e) => {
                    const on = e.currentTarget.checked;
                    const sheets = sketch.sheets.filter((o) => (o.name === sheet.name ? on : o.included)).map((o) => o.name);
                    setOptions({ ...options, sheets });
                  }}
                />
                {sheet.name}
                {sheet.hidden && <small>hidden</small>}
              </label>
            ))}
          </fieldset>
        )}
        {sketch && sketch.quantities.length > 0 && (
          <label class="question">
            How often is each card printed?
            <select value="" onChange={(e) => setOptions({ ...options, quantity: e.currentTarget.value })}>
              <option value="">each row once (a guess)</option>
              <option value="none">each row once</option>
              {sketch.quantities.map((q) => (
                <option value={q.column}>
                  as {q.column} says: {q.cards} cards
                </option>
              ))}
            </select>
          </label>
        )}
        <h3>What the columns are</h3>
        <div class="columns list" tabIndex={0}>
          {sketch?.columns.map((c) => (
            <Column key={c.column} column={c} left={sketchedLook?.unprinted.includes(c.column) ?? false} give={(role) => assignRole(c, role)} />
          ))}
          {!sketch && !start.refused.value && <p class="empty">Reading the table…</p>}
        </div>
        {sketch?.columns.some((c) => c.role === "picture") && <Pictures />}
      </aside>
      <main>
        <Trouble about="table" />
        {sketch?.notes.map((note) => (
          <p class="remark">{capitalized(note)}.</p>
        ))}
        <div role="radiogroup" aria-label="How the cards look">
          {sketch?.looks.map((l) => (
            <Look key={l.name} name={l.name} description={l.description} fits={l.name === sketch.look} of={start.looks.value.get(l.name)} on={l.name === shown} choose={() => setLook(l.name === sketch.look ? "" : l.name)} />
          ))}
        </div>
      </main>
      <form aria-label="Make the deck"
        class="make"
        onSubmit={(e) => {
          e.preventDefault();
          ask({ t: "make-deck", draft: draft.draft, folder: folder || sketch?.folder || "", options: { ...options, size: size.trim(), look } }, "Making the deck…");
        }}
      >
        <label class="folder">
          <span>Size</span>
          <input type="text" list="sizes" spellcheck={false} placeholder="poker, or larger if texts need it" value={size} onInput={(e) => setSize(e.currentTarget.value)} />
          <datalist id="sizes">
            {sketch?.sizes.map((name) => (
              <option value={name} />
            ))}
          </datalist>
          <small>{sketchedLook && !sketchedLook.problem ? `${sketchedLook.cards} cards, ${sketchedLook.size}` : "or such as 69x120mm"}</small>
        </label>
        <Folder value={folder || sketch?.folder || ""} set={setFolder} name="Folder of the new deck" />
        <div class="end">
          <Trouble about="make" />
          {busy && <span class="progress">{start.progress.value}</span>}
          <button type="submit" class="main" disabled={busy || !sketch || !sketchedLook || sketchedLook.problem !== ""}>
            Make the deck
          </button>
        </div>
      </form>
    </div>
  );
}

/** The field for pictures that the table names. */
function Pictures() {
  const file = useRef<HTMLInputElement>(null);
  return (
    <p class="add-pictures">
      <span>Pictures that the table names may be dropped here.</span>
      <button class="plain" onClick={() => file.current?.click()}>
        Add pictures
      </button>
      <input ref={file} type="file" multiple hidden accept="image/*" aria-label="Pictures" onChange={(e) => uploadChosen(e.currentTarget)} />
    </p>
  );
}

function Column({ column, left, give }: { column: ColumnRole; left: boolean; give: (role: string) => void }) {
  const out = column.role === "not printed" || left;
  return (
    <div class={`column${out ? " is-out" : ""}`} title={`${capitalized(column.confidence)}: ${column.reason}`}>
      <span class="title">
        <b>{column.column}</b>
        <small>{column.cells.join(" · ") || "no cell is filled"}</small>
        {left && <small class="problem">no card of this look has room for it</small>}
      </span>
      {column.confidence === "a guess" && column.role !== "not printed" && <i class="guess" title={`A guess: ${column.reason}`} />}
      <select aria-label={`What ${column.column} is`} value={column.role} disabled={column.roles.length < 2} onChange={(e) => give(e.currentTarget.value)}>
        {column.roles.map((role) => (
          <option value={role}>{role}</option>
        ))}
      </select>
    </div>
  );
}

function Look({ name, description, fits, of, on, choose }: { name: string; description: string; fits: boolean; of: SketchedLook | undefined; on: boolean; choose: () => void }) {
  const links = useMemo(() => (of?.faces ?? []).map((svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))), [of]);
  useEffect(() => () => links.forEach((l) => URL.revokeObjectURL(l)), [links]);
  const title = capitalized(name.replace("-", " "));
  return (
    <button class={`look${on ? " is-on" : ""}`} role="radio" aria-checked={on} aria-label={title} onClick={choose} disabled={of?.problem ? true : false}>
      <span class="about">
        <b>{title}</b>
        {fits && <em>fits best</em>}
        <small>{description}</small>
      </span>
      <span class="faces" aria-busy={!of}>
        {links.map((link) => (
          <img src={link} alt="" draggable={false} />
        ))}
        {!of && Array.from({ length: Math.min(4, start.sketched.value?.rows ?? 4) }, () => <i />)}
        {of?.problem && (
          <span class="problem">
            <Icon name="warning" /> {of.problem}
          </span>
        )}
      </span>
      {on && of?.notes.map((note) => <small class="note-of-look">{capitalized(note)}.</small>)}
    </button>
  );
}
