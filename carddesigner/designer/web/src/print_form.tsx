// The form for builds, exports and calibration; its fields are the options of the command line.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";
import type { FormField, Offered } from "./messages";
import * as p from "./printing";
import * as s from "./state";

/** The order of fields; options of the command line that are not listed here come last. */
const GROUPS: [string, string[]][] = [
  ["Paper", ["paper", "sheet_layout", "first_slot", "blank_slots", "skip", "duplex", "manual_duplex"]],
  ["Printer", ["printer", "back_bleed"]],
  ["Cards", ["copies", "serials", "sleeves", "language", "edition"]],
  ["Around the cards", ["marks", "mark_inset", "mark_length", "mark_side", "gutter", "order", "share", "sheet_titles"]],
  ["Also", ["cover", "cutting_template", "proof", "layout", "unique"]],
  ["For a print house", ["color", "standard", "page_order", "split", "jobs", "outline_text", "picture_dpi"]],
];
const WORDS: Record<string, string> = { all: "All", components: "Some components", select: "Those for which …", listed: "Those of a list", since: "Only what changed", sheets: "Only some sheets" };

/** The label of the empty choice. */
function emptyLabel(of: p.Tab, name: string, byDefault: string): string {
  if (byDefault) return `${byDefault[0]?.toUpperCase()}${byDefault.slice(1)}`;
  if (of === "build" && p.form.value?.storable.includes(name)) return "As the deck says";
  return { side: "Both", layout: of === "export" ? "Pieces" : "Sheets", paper: "A4", duplex: "Long edge", edition: "Base edition" }[name] ?? "None";
}

/** An example of a value, from the help of the command line. */
function example(field: FormField): string {
  const match = /such as (?:["']([^"']+)["']|([^,;]+?)(?=[,;]|\.(?:\s|$)|$| or | so ))/.exec(field.help);
  const found = match?.[1] ?? match?.[2];
  return { copies: "1", dpi: "300", cards: "12", skip: "such as 7", select: "number > 10" }[field.name] ?? (found ? `such as ${found}` : "");
}

function title(value: p.Value | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length ? value.map((v) => v.replace("-", " ")).join(", ") : "none";
  return `${value}`.replace(/^([a-z]+)-([a-z-]+)$/, (all) => all.replaceAll("-", " "));
}

function Choices({ id, field, of, list, free }: { id: string; field: FormField; of: p.Tab; list: Offered[]; free: boolean }) {
  const value = p.values(of)[field.name];
  const listed = value === undefined || list.some((o) => o.value === value);
  const [other, setOther] = useState(!listed);
  const byDefault = of === "build" ? title(p.defaultValue(field.name)) : "";
  return (
    <>
      <select
        id={id}
        value={other ? " other" : `${value ?? ""}`}
        onChange={(e) => {
          const value = e.currentTarget.value;
          setOther(value === " other");
          if (value !== " other") p.choose(of, field.name, value || null);
        }}
      >
        <option value="">{value === undefined ? emptyLabel(of, field.name, list.find((o) => o.value === p.defaultValue(field.name))?.title.split(",")[0] ?? byDefault) : of === "build" && byDefault ? "As the deck says" : emptyLabel(of, field.name, "")}</option>
        {list.map((o) => (
          <option value={o.value}>{o.title}</option>
        ))}
        {!free && !listed && <option value={`${value}`}>{`${value}`}</option>}
        {free && <option value=" other">Another …</option>}
      </select>
      {free && other && <Typed id={`${id}-other`} field={field} of={of} />}
    </>
  );
}

function Typed({ id, field, of, lines }: { id: string; field: FormField; of: p.Tab; lines?: boolean }) {
  const chosen = p.values(of)[field.name];
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef(0);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    if (field.kind === "number") {
      const value = Number(text);
      p.choose(of, field.name, text.trim() && Number.isFinite(value) ? Math.round(value) : null);
    } else p.choose(of, field.name, lines ? text : text.trim());
  };
  const input = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => commit(text), 500);
  };
  const shared = {
    id,
    value: typed ?? `${chosen ?? ""}`,
    onBlur: (e: { currentTarget: { value: string } }) => (commit(e.currentTarget.value), setTyped(null)),
    "aria-invalid": problemOf(of, field.name) ? true : undefined,
  } as const;
  if (lines) return <textarea {...shared} rows={5} spellcheck={false} placeholder={"symbols-001 2\nsymbols-004"} onInput={(e) => input(e.currentTarget.value)} />;
  const byDefault = of === "build" ? title(p.defaultValue(field.name)) : "";
  return (
    <input
      {...shared}
      type="text"
      inputMode={field.kind === "number" ? "numeric" : "text"}
      spellcheck={false}
      placeholder={byDefault || example(field)}
      onInput={(e) => input(e.currentTarget.value)}
      onKeyDown={(e) => e.key === "Enter" && commit(e.currentTarget.value)}
    />
  );
}

function Several({ field, of, list }: { field: FormField; of: p.Tab; list: Offered[] }) {
  const own = p.values(of)[field.name];
  const preset = p.defaultValue(field.name);
  const current = Array.isArray(own) ? own : Array.isArray(preset) ? preset : [];
  return (
    <div class="chips" role="group" aria-label={field.label}>
      {list.map((o) => {
        const on = current.includes(o.value);
        return (
          <button type="button" class={`chip${on ? " is-on" : ""}`} aria-pressed={on} onClick={() => p.choose(of, field.name, list.map((l) => l.value).filter((v) => (v === o.value ? !on : current.includes(v))))}>
            {o.title}
          </button>
        );
      })}
    </div>
  );
}

function problemOf(of: p.Tab, name: string): string | undefined {
  return of === "build" ? p.problem.value?.fields.get(name) : p.problemsMade.value.get(name);
}

function Field({ field, of }: { field: FormField; of: p.Tab }) {
  const id = `${of}-${field.name}`;
  const chosen = p.values(of)[field.name];
  const offer = p.offer(field.name);
  const list = offer?.values ?? field.choices.map((value) => ({ value, title: `${value[0]?.toUpperCase()}${value.slice(1)}`.replaceAll("-", " ") }));
  const problem = problemOf(of, field.name);
  const point = () => (p.hoveredField.value = field);
  const several = !!offer?.several;
  const wide = several || field.name === "listed" || field.name === "select" || field.name === "since";
  const flag = field.kind === "flag";
  const measured = of === "measure" && field.name === "printer";
  if (["printer", "language", "edition", "since"].includes(field.name) && !measured && !list.length) return null;
  return (
    <div class={`field${wide ? " is-wide" : ""}${problem ? " is-wrong" : ""}`} title={field.help} onPointerEnter={point} onFocusIn={point}>
      {several ? <span class="label">{field.label}</span> : <label for={id}>{field.label}</label>}
      {flag ? (
        <input id={id} type="checkbox" checked={chosen === true || (chosen === undefined && of === "build" && p.defaultValue(field.name) === true)} onChange={(e) => p.choose(of, field.name, e.currentTarget.checked || null)} />
      ) : field.kind === "switch" ? (
        <input id={id} type="checkbox" checked={(chosen ?? p.defaultValue(field.name)) === true} onChange={(e) => p.choose(of, field.name, e.currentTarget.checked)} />
      ) : several ? (
        <Several field={field} of={of} list={list} />
      ) : list.length && !measured ? (
        <Choices id={id} field={field} of={of} list={list} free={!!offer?.free} />
      ) : (
        <Typed id={id} field={field} of={of} lines={field.name === "listed"} />
      )}
      {chosen !== undefined && of === "build" && !measured && (
        <button type="button" class="back" title="As the deck says" aria-label={`${field.label}: as the deck says`} onClick={() => p.choose(of, field.name, null)}>
          <Icon name="undo" />
        </button>
      )}
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The choice of cards: one of several ways to select them. */
function Which({ fields }: { fields: FormField[] }) {
  const which = `${p.values("build")["which"] ?? "all"}`;
  const components = p.offer("components");
  const there = p.WHICH.filter((name) => (name === "components" ? components : name === "since" ? p.offer("since") : true));
  const field = fields.find((f) => f.name === which);
  const own: FormField | undefined = which === "components" ? { name: "components", label: "Components", kind: "text", help: "Only cards of these components.", choices: [], shape: "", minimum: null, maximum: null } : field;
  return (
    <>
      <div class="field">
        <label for="which">Which cards</label>
        <select id="which" value={which} onChange={(e) => p.choose("build", "which", e.currentTarget.value === "all" ? null : e.currentTarget.value)}>
          {["all", ...there].map((name) => (
            <option value={name}>{WORDS[name]}</option>
          ))}
        </select>
      </div>
      {own && <Field key={own.name} field={own} of="build" />}
      {which === "listed" && <AddCard />}
    </>
  );
}

function AddCard() {
  const [search, setSearch] = useState("");
  const all = (s.deck.value?.components ?? []).flatMap((c) => c.pieces.map((piece) => ({ component: c.id, ...piece })));
  const named = (id: string) => all.filter((c) => c.id === id).length > 1;
  const add = (text: string) => {
    const found = all.find((c) => [c.id, `${c.component}/${c.id}`, c.name].includes(text.trim()));
    if (!found) return setSearch(text);
    const line = named(found.id) ? `${found.component}/${found.id}` : found.id;
    const listed = `${p.values("build")["listed"] ?? ""}`.replace(/\s+$/, "");
    p.choose("build", "listed", listed ? `${listed}\n${line}` : line);
    setSearch("");
  };
  return (
    <div class="field">
      <label for="add-card">Add a card</label>
      <input id="add-card" list="cards-to-add" value={search} placeholder="name or id" onInput={(e) => {
          // A value chosen from the list comes without typed characters.
          const typed = (e as unknown as InputEvent).inputType;
          setSearch(e.currentTarget.value);
          if (!typed || typed === "insertReplacementText") add(e.currentTarget.value);
        }} onChange={(e) => add(e.currentTarget.value)} onKeyDown={(e) => e.key === "Enter" && add(e.currentTarget.value)} />
      <datalist id="cards-to-add">
        {all.slice(0, 2000).map((c) => (
          <option value={named(c.id) ? `${c.component}/${c.id}` : c.id}>{c.name}</option>
        ))}
      </datalist>
    </div>
  );
}

function Groups() {
  const fields = p.form.value?.build ?? [];
  const grouped = new Set([...GROUPS.flatMap(([, names]) => names), ...p.WHICH]);
  const rest = fields.filter((f) => !grouped.has(f.name)).map((f) => f.name);
  return (
    <>
      {[...GROUPS, ["More", rest] as [string, string[]]].map(([name, names]) => {
        const own = names.flatMap((n) => fields.filter((f) => f.name === n && p.isRelevant("build", n)));
        if (!own.length) return null;
        return (
          <fieldset key={name}>
            <legend>{name}</legend>
            {name === "Cards" && <Which fields={fields} />}
            {own.map((f) => (
              <Field key={f.name} field={f} of="build" />
            ))}
            {name === "Printer" && (
              <button type="button" class="link" onClick={() => (p.tab.value = "measure")}>
                {p.offer("printer")?.values.length ? "Measure a printer" : "Backs that lie askew? Measure your printer"}
              </button>
            )}
          </fieldset>
        );
      })}
    </>
  );
}

function Exports() {
  const form = p.form.value;
  const chosen = `${p.values("export")["to"] ?? "png"}`;
  return (
    <>
      <fieldset>
        <legend>What</legend>
        <div class="kinds" role="radiogroup" aria-label="What">
          {form?.exporters.map((e) => (
            <label class={`kind${e.name === chosen ? " is-on" : ""}`}>
              <input type="radio" name="export-to" checked={e.name === chosen} onChange={() => p.choose("export", "to", e.name)} />
              <b>{e.name.replaceAll("-", " ").replace(/\b(png|svg|json|dxf)\b/, (kind) => kind.toUpperCase())}</b>
              <small>{e.description}</small>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>How</legend>
        {form?.export
          .filter((f) => f.name !== "to" && p.isRelevant("export", f.name))
          .map((f) => <Field key={`${chosen} ${f.name}`} field={f} of="export" />)}
      </fieldset>
    </>
  );
}

/** The readings from the back of the printed page, combined as on the command line. */
function Readings() {
  const written = `${p.values("measure")["readings"] ?? ""}`;
  const read = new Map([...written.matchAll(/([A-D])\s+(\S*)\s+([^\s,]*)/g)].map((m) => [m[1]!, [m[2] === "_" ? "" : m[2]!, m[3] === "_" ? "" : m[3]!]]));
  const set = (letter: string, i: 0 | 1, text: string) => {
    const pair = [...(read.get(letter) ?? ["", ""])];
    pair[i] = text.trim().replace(/[\s,]/g, ".");
    read.set(letter, pair);
    const parts = ["A", "B", "C", "D"].filter((l) => (read.get(l) ?? []).some(Boolean)).map((l) => `${l} ${read.get(l)![0] || "_"} ${read.get(l)![1] || "_"}`);
    p.choose("measure", "readings", parts.join(", ") || null);
  };
  const problem = p.problemsMade.value.get("readings");
  return (
    <div class={`field is-wide${problem ? " is-wrong" : ""}`}>
      <span class="label">What you read, in mm</span>
      <div class="readings">
        {["A", "B", "C", "D"].map((letter) => (
          <div>
            <b>{letter}</b>
            <input aria-label={`${letter}, across`} placeholder="across" inputMode="decimal" value={read.get(letter)?.[0] ?? ""} onInput={(e) => set(letter, 0, e.currentTarget.value)} />
            <input aria-label={`${letter}, up`} placeholder="up" inputMode="decimal" value={read.get(letter)?.[1] ?? ""} onInput={(e) => set(letter, 1, e.currentTarget.value)} />
          </div>
        ))}
      </div>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const TO_PRINT = ["printer", "paper", "landscape", "duplex", "wedge"];
const TO_KEEP = ["readings", "margin", "shift", "brightness", "manual_duplex", "back_bleed"];

function Measure() {
  const fields = p.form.value?.measure ?? [];
  const some = (names: string[]) => names.flatMap((n) => fields.filter((f) => f.name === n));
  const send = (kept: boolean) => {
    p.made.value = null;
    const list = p.choices("measure").filter((c) => (kept ? c.name !== "wedge" : TO_PRINT.includes(c.name)));
    s.send({ t: "print-measure", choices: list });
  };
  const read = p.choices("measure").some((c) => TO_KEEP.includes(c.name));
  const printers = p.offer("printer")?.values ?? [];
  return (
    <>
      <fieldset>
        <legend>1. Print a page</legend>
        {some(TO_PRINT).map((f) => (
          <Field key={f.name} field={f} of="measure" />
        ))}
        <button type="button" class="button" disabled={!!p.making.value} onClick={() => send(false)}>
          Make the page
        </button>
      </fieldset>
      <fieldset>
        <legend>2. Type what you read on it</legend>
        <Readings />
        {some(TO_KEEP.slice(1)).map((f) => (
          <Field key={f.name} field={f} of="measure" />
        ))}
        <button type="button" class="button" disabled={!read || !!p.making.value} onClick={() => send(true)}>
          Keep it
        </button>
      </fieldset>
      {printers.length > 0 && (
        <fieldset>
          <legend>Printers so far</legend>
          {printers.map((o) => (
            <button
              type="button"
              class="row printer"
              onClick={() => {
                p.choose("build", "printer", o.value);
                p.made.value = null;
                p.tab.value = "build";
              }}
            >
              <Icon name="print" />
              <span class="title">{o.title}</span>
              <span class="which">print with it</span>
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Foot() {
  const of = p.tab.value;
  const making = p.making.value?.command === "look" ? null : p.making.value;
  const keep = of === "build" && !s.deck.value?.read_only ? p.storable() : [];
  const help = p.hoveredField.value;
  const label = (name: string) => (p.form.value?.build.find((f) => f.name === name)?.label ?? name).toLowerCase();
  const chosen = Object.keys(p.values(of)).length > 0;
  return (
    <footer class="print-foot">
      <p class="help" id="print-help">
        {help ? (
          <>
            <b>{help.label}</b> {help.help}
          </>
        ) : (
          "Point at a field to read what it means."
        )}
      </p>
      {(keep.length > 0 || (chosen && of === "build")) && (
        <div class="keeps">
          {keep.length > 0 && (
            <button type="button" class="link" title={`Write ${keep.map(label).join(", ")} to deck.yaml`} onClick={p.store}>
              <Icon name="pin" /> Keep in the deck
            </button>
          )}
          <span class="grow" />
          <button type="button" class="link" onClick={() => p.put(of, {})}>
            As the deck says
          </button>
        </div>
      )}
      {making ? (
        <div class="making">
          <progress value={making.total ? making.done : undefined} max={making.total || 1} aria-label="How far it is" />
          <span role="status">
            {making.stage}
            {making.total > 0 && ` ${Math.min(making.done, making.total)} of ${making.total}`}
          </span>
          <button type="button" class="button" onClick={() => s.send({ t: "print-stop" })}>
            Stop
          </button>
        </div>
      ) : (
        of !== "measure" && (
          <button
            type="button"
            class="button is-main"
            disabled={!p.form.value || (of === "build" && (!!p.problem.value || !p.sheets.value))}
            onClick={() => {
              if (of === "build") p.build();
              else {
                p.made.value = null;
                s.send({ t: "print-export", choices: p.choices("export") });
              }
            }}
          >
            {of === "build" ? "Make the PDF" : "Export"}
          </button>
        )
      )}
    </footer>
  );
}

export function Form() {
  const of = p.tab.value;
  useEffect(() => void (p.hoveredField.value = null), [of]);
  return (
    <section class="print-form" aria-label="How it is printed">
      <div class="switch tabs" role="group" aria-label="What to make">
        {(["build", "export", "measure"] as const).map((id) => (
          <button class={of === id ? "is-on" : ""} aria-pressed={of === id} onClick={() => (p.tab.value = id)}>
            {{ build: "Sheets", export: "Exports", measure: "Printers" }[id]}
          </button>
        ))}
      </div>
      <form class="list" onSubmit={(e) => e.preventDefault()}>
        {of === "build" ? <Groups /> : of === "export" ? <Exports /> : <Measure />}
      </form>
      <Foot />
    </section>
  );
}
