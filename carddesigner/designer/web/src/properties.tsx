// Forms for what zones, styles and other parts of a deck say, made of the JSON Schema.

import { useEffect, useRef, useState } from "preact/hooks";
import { FontChoice } from "./font-choice";
import { Icon } from "./icons";
import * as i from "./inspect";
import { ask } from "./ask";
import type { ColorName, Described, RenameNamed, Said } from "./messages";
import { Button } from "./panels";
import { intoView, useShutOutside } from "./popup";
import { askSchemas, type Field, fieldsOf, stockFields } from "./schema";
import * as start from "./starting";
import * as s from "./state";
import { type Typed, useTyped } from "./typed";

const GROUPS: [string, string[]][] = [
  ["Content", ["text", "icon", "image", "svg", "shape", "path", "code", "board", "flow", "continued", "part", "params", "row", "column", "grid", "tint", "fit", "focus", "zoom", "missing", "bleed", "sides", "inner", "points", "view", "correction", "quiet-zone", "label", "position", "overflow", "following-cards", "columns", "column-gap"]],
  ["Type", ["style", "font", "size", "min-size", "color", "align", "valign", "bold", "italic", "weight", "line-height", "tracking", "paragraph-gap", "icon-size", "icon-rise", "small-caps", "underline", "strike", "background", "hyphenate", "language", "direction", "line-breaks", "typography", "keywords", "text-stroke", "arc"]],
  ["Paint", ["fill", "stroke", "radius", "opacity"]],
  ["Effects", ["shadow", "blend", "mask", "clip", "flip"]],
  ["When and where", ["when", "in", "box", "rotate", "before", "after"]],
];
const CONTENTS = ["text", "icon", "image", "svg", "shape", "path", "code", "board", "flow", "continued", "part", "row", "column", "grid"];
const FIRST = new Set(["text", "icon", "image", "svg", "shape", "path", "code", "board", "flow", "continued", "part", "style", "font", "size", "min-size", "color", "align", "valign", "bold", "fit", "focus", "zoom", "fill", "stroke", "radius", "opacity", "when", "tint", "label"]);

function isExpression(value: unknown): value is string {
  return typeof value === "string" && /\{\{|\{%/.test(value);
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? flow(value) : String(value);
}

/** A value as YAML has it in a line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.entries(value).map(([k, v]) => `${k}: ${flow(v)}`).join(", ")}}`;
  return String(value);
}

/** What is typed for a list: `[1mm, 2mm]`, also in each other. */
function parsed(typed: string): unknown {
  const words = typed.trim();
  if (!/^[[{]/.test(words)) return number(words);
  try {
    return JSON.parse(words.replace(/[^[\]{},:"\s][^[\]{},:"]*/g, (w) => (/^-?[\d.]+$|^(true|false|null)$/.test(w.trim()) ? w : JSON.stringify(w.trim())))) as unknown;
  } catch {
    return words;
  }
}

function number(words: string): unknown {
  return /^-?\d*\.?\d+$/.test(words) ? Number(words) : words;
}

// Where a value comes from.

function Origin({ field, value }: { field: Field; value: Said | undefined }) {
  const [open, setOpen] = useState(false);
  const host = useShutOutside(open, setOpen);
  const first = value?.origins[0];
  const pinned = i.there.value.has(field.key);
  const kind = !first ? "default" : pinned ? "there" : first.kind;
  const words = !first ? "Nothing is written; this is what it is otherwise" : first.kind === "own" ? `Written here: ${first.place}` : first.kind === "style" ? `From the style ${first.name}: ${first.place}` : `From ${first.name}: ${first.place}`;
  const style = value?.origins.find((o) => o.kind === "style");
  const act = (what: () => void) => () => {
    setOpen(false);
    what();
  };
  const pin = () => {
    const next = new Set(i.there.value);
    if (!next.delete(field.key)) next.add(field.key);
    i.there.value = next;
  };
  return (
    <span class="origin" ref={host} onKeyDown={(e) => e.key === "Escape" && (setOpen(false), e.stopPropagation())}>
      <button class={`dot-button is-${kind}`} title={words} aria-label={`${field.label}: ${words}`} aria-expanded={open} onClick={() => setOpen(!open)}>
        <i />
      </button>
      {open && (
        <span class="origin-menu" role="group" ref={intoView} aria-label={`Where ${field.label} comes from`}>
          <span class="origin-words">{words}</span>
          {first?.kind === "own" && (
            <button onClick={act(() => i.unset([field.key]))}>
              {value && value.origins.length > 1 ? `Remove here, for that of ${value.origins[1]?.name}` : "Remove"}
            </button>
          )}
          {style && <button onClick={act(() => i.open({ kind: "style", name: style.name }))}>Change in the style {style.name}…</button>}
          {first?.kind === "parent" && first.editable && <button onClick={act(pin)}>{pinned ? "Change here alone" : `Change there, in ${first.name}`}</button>}
          {i.properties.value?.of.kind === "zone" && ((s.deck.value?.read_only ?? "") === "") && (value === undefined || !isExpression(value.value) || /^\{\{ *card\.\w+ or /.test(String(value.value))) && typeof value?.value !== "object" && (
            <button onClick={act(() => ask(`${field.label}, for ${s.face.value?.id} only`, "Value; blank for that of all others", text(isExpression(value?.value) ? (value?.result ?? "") : (value?.value ?? field.fallback)), (answer) => s.send({ t: "only-here", values: [{ of: i.properties.value!.of, key: [field.key], value: answer }] })))}>
              For this card only…
            </button>
          )}
          {field.varies && !isExpression(value?.value) && <button onClick={act(() => i.write([field.key], `{{ ${typeof value?.value === "string" ? JSON.stringify(value.value) : (text(value?.value ?? field.fallback) || "''")} }}`))}>Use an expression</button>}
        </span>
      )}
    </span>
  );
}

// Controls.

interface Control {
  field: Field;
  path: string[];
  value: unknown;
  off: boolean;
}

/** What is typed for a value of what is described. */
function useWords(value: unknown): Typed {
  return useTyped(text(value), i.properties.value);
}

const LENGTH = /^\s*(-?\d*\.?\d+)\s*(mm|cm|in|pt|px|%)?\s*$/;

function stepOf(unit: string): number {
  return { mm: 0.1, cm: 0.01, in: 0.01, pt: 0.5, px: 1, "%": 1 }[unit] ?? 0.1;
}

/** A number, or a length with its unit, that can be typed, stepped with arrow keys and scrubbed at its label. */
function Amount({ field, path, value, off }: Control) {
  const words = useWords(value);
  const from = useRef<{ x: number; value: number; unit: string; last: string } | null>(null);
  const isLength = field.kind === "length";
  const split = (words: string): [number, string] | null => {
    const found = LENGTH.exec(words || text(field.fallback));
    return found ? [Number(found[1]), found[2] ?? (isLength ? "mm" : "")] : null;
  };
  const grain = (unit: string) => (isLength ? stepOf(unit) : field.whole ? 1 : Math.abs(Number(field.max ?? 100)) <= 10 || field.key === "line-height" ? 0.05 : 1);
  const moved = (number: number, unit: string, by: number): string => {
    let to = Math.round((number + by * grain(unit)) * 1000) / 1000;
    if (field.min !== undefined) to = Math.max(field.min, to);
    if (field.max !== undefined) to = Math.min(field.max, to);
    return `${to}${unit}`;
  };
  const made = (words: string): unknown => {
    const plain = words.trim();
    if (isLength && /^-?\d*\.?\d+$/.test(plain) && Number(plain) !== 0) return `${plain}${split(text(value))?.[1] || "mm"}`;
    return number(plain);
  };
  const commit = (typed: string) => words.commit(typed.trim(), () => (typed.trim() ? i.write(path, made(typed)) : i.unset(path)));
  const attempt = (typed: string) => {
    words.type(typed);
    if (split(typed) && typed.trim()) i.tryValue(path, made(typed));
  };
  return (
    <span class="measured">
      <span
        class="scrub"
        title={off ? "" : "Drag to change it"}
        onPointerDown={(e) => {
          const now = split(words.shown);
          if (off || !now) return;
          from.current = { x: e.clientX, value: now[0], unit: now[1], last: words.shown };
          e.currentTarget.setPointerCapture(e.pointerId);
          e.preventDefault();
        }}
        onPointerMove={(e) => {
          const start = from.current;
          if (!start) return;
          const to = moved(start.value, start.unit, Math.round((e.clientX - start.x) / 3) * (e.shiftKey ? 10 : 1));
          if (to === start.last) return;
          start.last = to;
          attempt(to);
        }}
        onPointerUp={() => {
          const start = from.current;
          from.current = null;
          if (start && words.open) commit(start.last);
        }}
      >
        ↔
      </span>
      <input
        aria-label={field.label}
        disabled={off}
        spellcheck={false}
        placeholder={text(field.fallback)}
        value={words.shown}
        {...words.mark}
        onFocus={(e) => e.currentTarget.select()}
        onInput={(e) => attempt(e.currentTarget.value)}
        onBlur={(e) => words.open && commit(e.currentTarget.value)}
        onKeyDown={(e) => {
          const now = split(e.currentTarget.value);
          if (e.key === "Enter") commit(e.currentTarget.value);
          else if (e.key === "Escape") (words.drop(), s.cancelDrag());
          else if ((e.key === "ArrowUp" || e.key === "ArrowDown") && now) attempt(moved(now[0], now[1], (e.key === "ArrowUp" ? 1 : -1) * (e.shiftKey ? 10 : 1)));
          else return;
          e.preventDefault();
        }}
      />
    </span>
  );
}

function Words({ field, path, value, off }: Control) {
  const words = useWords(value);
  const made = (typed: string) => (field.kind === "list" || Array.isArray(value) ? parsed(typed) : number(typed.trim()));
  const commit = (typed: string) => words.commit(typed, () => (typed.trim() ? i.write(path, made(typed)) : i.unset(path)));
  return (
    <input
      aria-label={field.label}
      disabled={off}
      spellcheck={false}
      placeholder={text(field.fallback)}
      value={words.shown}
      {...words.mark}
      onInput={(e) => words.type(e.currentTarget.value)}
      onBlur={(e) => words.open && commit(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === "Enter") commit(e.currentTarget.value);
        else if (e.key === "Escape") words.drop();
        else return;
        e.preventDefault();
      }}
    />
  );
}

const FILTERS = ["upper", "lower", "capitalize", "title", "round", "abs", "default", "join", "length", "first", "last", "sort", "unique", "replace", "trim", "number", "zfill", "map", "select", "sum", "min", "max"];

/** Words after which a name may be completed: what stands before it, and the names. */
function completions(before: string): { from: number; list: string[] } | null {
  const inside = before.lastIndexOf("{{") > before.lastIndexOf("}}") || before.lastIndexOf("{%") > before.lastIndexOf("%}");
  if (!inside) return null;
  const card = /card\.([\w]*)$/.exec(before);
  if (card) return { from: before.length - card[1]!.length, list: (i.names.value?.fields ?? []).filter((f) => f.startsWith(card[1]!)) };
  const filter = /\|\s*(\w*)$/.exec(before);
  if (filter) return { from: before.length - filter[1]!.length, list: FILTERS.filter((f) => f.startsWith(filter[1]!)) };
  const word = /(?:^|[\s({~+*/<>=-])(\w*)$/.exec(before);
  if (word) return { from: before.length - word[1]!.length, list: ["card.", "deck.", "palette.", "language", "side", "copy"].filter((f) => f.startsWith(word[1]!)) };
  return null;
}

/** A text, or an expression: grows with what it holds, shows the card as it is typed, completes names in braces. */
export function Long({ field, path, value, off }: Control) {
  const words = useWords(value);
  const [offer, setOffer] = useState<{ from: number; list: string[]; at: number } | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const { shown } = words;
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(240, element.scrollHeight + 2)}px`;
  }, [shown]);
  const commit = (typed: string) => {
    setOffer(null);
    words.commit(typed, () => {
      if (!typed.trim() && field.key !== "text") i.unset(path);
      else i.write(path, field.kind === "number" || field.kind === "boolean" ? number(typed) : typed);
    });
  };
  const take = (name: string) => {
    const element = area.current;
    if (!element || !offer) return;
    const end = element.selectionStart;
    const typed = element.value.slice(0, offer.from) + name + element.value.slice(end);
    element.value = typed;
    element.setSelectionRange(offer.from + name.length, offer.from + name.length);
    words.type(typed);
    setOffer(null);
    i.tryValue(path, typed);
  };
  const bare = field.key === "when";
  return (
    <span class="long">
      <textarea
        ref={area}
        class={isExpression(shown) || bare ? "is-expression" : ""}
        aria-label={field.label}
        rows={1}
        disabled={off}
        spellcheck={!isExpression(shown) && !bare}
        placeholder={text(field.fallback)}
        value={shown}
        {...words.mark}
        onInput={(e) => {
          const typed = e.currentTarget.value;
          words.type(typed);
          const found = completions((bare ? "{{ " : "") + typed.slice(0, e.currentTarget.selectionStart));
          setOffer(found && found.list.length ? { ...found, from: found.from - (bare ? 3 : 0), list: found.list.slice(0, 8), at: 0 } : null);
          // An open brace is no text yet.
          if ((typed.match(/\{\{/g)?.length ?? 0) === (typed.match(/\}\}/g)?.length ?? 0)) i.tryValue(path, typed);
        }}
        onBlur={(e) => words.open && commit(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (offer && (e.key === "ArrowDown" || e.key === "ArrowUp")) setOffer({ ...offer, at: (offer.at + (e.key === "ArrowDown" ? 1 : offer.list.length - 1)) % offer.list.length });
          else if (offer && (e.key === "Tab" || e.key === "Enter")) take(offer.list[offer.at]!);
          else if (e.key === "Escape" && offer) setOffer(null);
          else if (e.key === "Escape") (words.drop(), s.cancelDrag(), e.currentTarget.blur());
          else if (e.key === "Enter" && (e.ctrlKey || e.metaKey || field.key !== "text")) e.currentTarget.blur();
          else return;
          e.preventDefault();
        }}
      />
      {offer && (
        <span class="offer" role="listbox" aria-label="Names">
          {offer.list.map((name, n) => (
            <button role="option" aria-selected={n === offer.at} class={n === offer.at ? "is-on" : ""} tabIndex={-1} onPointerDown={(e) => (e.preventDefault(), take(name))}>
              {name}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}

const PICTURED: Record<string, Record<string, string>> = {
  align: { left: "text-left", center: "text-center", right: "text-right", justify: "text-justify", start: "text-start", end: "text-end" },
  valign: { top: "top", middle: "middle", bottom: "bottom" },
};

function Choice({ field, path, value, off }: Control) {
  const now = text(value ?? field.fallback);
  const pictures = PICTURED[field.key];
  if (pictures)
    return (
      <span class="segments" role="radiogroup" aria-label={field.label}>
        {field.choices.map((c) => (
          <button role="radio" aria-checked={c === now} aria-label={c} title={c} class={`${c === now ? "is-on" : ""}${value === undefined ? " is-default" : ""}`} disabled={off} onClick={() => i.write(path, c)}>
            <Icon name={pictures[c] ?? c} />
          </button>
        ))}
      </span>
    );
  return (
    <select aria-label={field.label} disabled={off} value={now} onChange={(e) => (e.currentTarget.value ? i.write(path, e.currentTarget.value) : i.unset(path))}>
      {(field.fallback === undefined || field.fallback === null) && <option value="">–</option>}
      {field.choices.map((c) => (
        <option value={c} selected={c === now}>
          {c}
        </option>
      ))}
    </select>
  );
}

function Switch({ field, path, value, off }: Control) {
  const on = value === undefined || value === null ? field.fallback === true : value === true;
  return <button type="button" role="switch" class={`toggle${on ? " is-on" : ""}`} aria-checked={on} aria-label={field.label} disabled={off} onClick={() => i.write(path, !on)} />;
}

function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r, g, bl] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * bl!;
  };
  const [one, other] = [light(a), light(b)].sort((x, y) => y - x);
  return (one! + 0.05) / (other! + 0.05);
}

function Color({ field, path, value, off }: Control) {
  const [open, setOpen] = useState(false);
  const host = useShutOutside(open, setOpen);
  if (value && typeof value === "object") return <Words field={{ ...field, kind: "list" }} path={path} value={value} off={off} />;
  const shown = i.screen(value) || i.screen(field.fallback);
  const colors = i.names.value?.colors ?? [];
  const paper = "#ffffff";
  const hex = /^#[0-9a-f]{6}/i.test(shown) ? shown.slice(0, 7) : "";
  return (
    <span class="color" ref={host} onKeyDown={(e) => open && e.key === "Escape" && (setOpen(false), e.stopPropagation())}>
      <button class="swatch" style={{ background: shown || undefined }} aria-label={`${field.label}: ${text(value) || "none"}, choose`} aria-expanded={open} disabled={off} onClick={() => setOpen(!open)} />
      <Words field={field} path={path} value={value} off={off} />
      {open && (
        <span class="color-menu" role="dialog" aria-label={field.label} ref={intoView}>
          <span class="swatches">
            {colors.map((c) => (
              <button class={`named${c.name === value ? " is-on" : ""}`} title={`${c.name}: ${c.written}`} onPointerEnter={() => i.tryValue(path, c.name)} onPointerLeave={() => s.cancelDrag()} onClick={() => (setOpen(false), i.write(path, c.name))}>
                <i class="swatch" style={{ background: c.screen }} />
                <span>{c.name}</span>
                {field.key === "color" && hex && <small>{/^#/.test(c.screen) ? `${contrast(c.screen, paper).toFixed(1)}` : ""}</small>}
              </button>
            ))}
          </span>
          <label class="own-color">
            <input type="color" value={hex || "#000000"} onInput={(e) => i.tryValue(path, e.currentTarget.value)} onChange={(e) => i.write(path, e.currentTarget.value)} />
            Another colour
          </label>
          {field.key === "color" && <small class="hint">Numbers: how strongly a colour stands out from white. Small type wants 4.5 or more.</small>}
        </span>
      )}
    </span>
  );
}

function Styles({ field, path, value, off }: Control) {
  const all = i.names.value?.styles ?? [];
  const now = Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];
  const put = (list: string[]) => (list.length ? i.write(path, list.length === 1 ? list[0] : list) : i.unset(path));
  return (
    <span class="styles">
      {now.map((name) => (
        <span class="chip">
          <button title={`Open the style ${name}`} onClick={() => i.open({ kind: "style", name })}>
            {name}
          </button>
          <button aria-label={`Without the style ${name}`} disabled={off} onClick={() => put(now.filter((n) => n !== name))}>
            ×
          </button>
        </span>
      ))}
      <select aria-label={field.label} disabled={off} value="" onChange={(e) => e.currentTarget.value && put([...now, e.currentTarget.value])}>
        <option value="">{now.length ? "+" : "Choose a style"}</option>
        {all
          .filter((n) => !now.includes(n))
          .map((n) => (
            <option value={n}>{n}</option>
          ))}
      </select>
    </span>
  );
}

function IconChoice({ field, path, value, off }: Control) {
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const host = useShutOutside(open, setOpen);
  useEffect(() => {
    if (open) s.send({ t: "find-icons", words });
  }, [open, words]);
  const found = i.icons.value;
  return (
    <span class="icon-choice" ref={host} onKeyDown={(e) => open && e.key === "Escape" && (setOpen(false), e.stopPropagation())}>
      <Words field={field} path={path} value={value} off={off} />
      <button class="more" disabled={off} aria-expanded={open} onClick={() => setOpen(!open)}>
        Choose…
      </button>
      {open && (
        <span class="icon-menu" role="dialog" aria-label="Icons" ref={intoView}>
          <input type="search" placeholder="Find an icon" aria-label="Find an icon" value={words} ref={(e) => void (e && !words && document.activeElement !== e && e.focus())} onInput={(e) => setWords(e.currentTarget.value)} />
          <span class="icon-grid">
            {found?.found.map((icon) => (
              <button title={icon.name} aria-label={icon.name} class={icon.name === value ? "is-on" : ""} onClick={() => (setOpen(false), i.write(path, icon.name))}>
                <img src={icon.address} alt="" loading="lazy" />
              </button>
            ))}
          </span>
          <small class="hint">{found ? (found.count > found.found.length ? `${found.found.length} of ${found.count}; more words find fewer` : `${found.count} icons`) : "…"}</small>
        </span>
      )}
    </span>
  );
}

function ControlOf(props: Control) {
  const { field, value } = props;
  if (isExpression(value) || field.kind === "text" || field.key === "when") return <Long {...props} />;
  switch (field.kind) {
    case "length":
    case "number":
      return typeof value === "object" && value !== null ? <Words {...props} /> : <Amount {...props} />;
    case "boolean":
      return <Switch {...props} />;
    case "choice":
      return <Choice {...props} />;
    case "color":
      return <Color {...props} />;
    case "font":
      return <FontChoice label={field.label} path={props.path} value={text(value)} off={props.off} />;
    case "styles":
      return <Styles {...props} />;
    case "icon":
      return <IconChoice {...props} />;
    default:
      return <Words {...props} />;
  }
}

function Row({ field, path, value, off, said }: Control & { said: Said | undefined }) {
  const [open, setOpen] = useState(false);
  const wide = field.kind === "text" || isExpression(value) || field.key === "when";
  const inner = field.kind === "mapping" && (value === undefined || value === null || (typeof value === "object" && !Array.isArray(value)));
  if (inner) {
    const now = (value ?? {}) as Record<string, unknown>;
    const set = Object.keys(now).length > 0;
    return (
      <div class="nested">
        <div class="property">
          <button class="fold-row" title={field.about} aria-expanded={open} onClick={() => setOpen(!open)}>
            <span class={`fold${open ? "" : " is-closed"}`}>
              <Icon name="next" />
            </span>
            {field.label}
          </button>
          <span class="control quiet">{set ? flow(now) : "none"}</span>
          {path.length === 1 && <Origin field={field} value={said} />}
        </div>
        {open && (
          <div class="inner">
            {field.fields.map((f) => (
              <Row key={f.key} field={f} path={[...path, f.key]} value={now[f.key]} off={off} said={undefined} />
            ))}
          </div>
        )}
      </div>
    );
  }
  return (
    <div class={`property${wide ? " is-wide" : ""}${value === undefined ? " is-unset" : ""}`}>
      <label title={field.about}>{field.label}</label>
      <span class="control">
        <ControlOf field={field} path={path} value={value ?? undefined} off={off} />
      </span>
      {path.length === 1 && <Origin field={field} value={said} />}
      {said && (said.result !== null || said.problem) && (
        <span class={`result${said.problem ? " is-wrong" : ""}`} title="On this card">
          {said.problem || (said.result === "" ? "nothing" : said.result)}
        </span>
      )}
    </div>
  );
}

function Group({ name, fields, off, all }: { name: string; fields: Field[]; off: boolean; all: boolean }) {
  const key = `group ${name}`;
  const [shut, setShut] = useState(sessionStorage.getItem(key) === "shut");
  const [more, setMore] = useState(false);
  const values = new Map((i.properties.value?.said ?? []).map((v) => [v.key, v]));
  const shown = all || more ? fields : fields.filter((f) => values.has(f.key) || FIRST.has(f.key));
  if (!fields.length) return null;
  return (
    <section class="group" aria-label={name}>
      <h3>
        <button
          aria-expanded={!shut}
          onClick={() => {
            sessionStorage.setItem(key, shut ? "open" : "shut");
            setShut(!shut);
          }}
        >
          <span class={`fold${shut ? " is-closed" : ""}`}>
            <Icon name="next" />
          </span>
          {name}
        </button>
      </h3>
      {!shut && (
        <>
          {shown.map((f) => (
            <Row key={f.key} field={f} path={[f.key]} value={values.get(f.key)?.value} off={off} said={values.get(f.key)} />
          ))}
          {!all && fields.length > shown.length && (
            <button class="show-more" onClick={() => setMore(true)}>
              {fields.length - shown.length} more
            </button>
          )}
          {!all && more && (
            <button class="show-more" onClick={() => setMore(false)}>
              Fewer
            </button>
          )}
        </>
      )}
    </section>
  );
}

/** A cell of the card's row, changed as the card is looked at. */
function Cell({ field, value, off }: { field: string; value: string; off: boolean }) {
  const words = useWords(value);
  const area = useRef<HTMLTextAreaElement>(null);
  const { shown } = words;
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(200, element.scrollHeight + 2)}px`;
  }, [shown]);
  const commit = (typed: string) => words.commit(typed, () => s.writeField(field, typed));
  return (
    <div class="property is-wide">
      <label>{field}</label>
      <span class="control">
        <span class="long">
          <textarea
            ref={area}
            class="cell-text"
            rows={1}
            aria-label={`${field} of this card`}
            disabled={off}
            value={shown}
            {...words.mark}
            onInput={(e) => {
              words.type(e.currentTarget.value);
              s.typeField(field, e.currentTarget.value);
            }}
            onBlur={(e) => words.open && commit(e.currentTarget.value)}
            onKeyDown={(e) => {
              if (e.key === "Escape") (words.drop(), s.cancelDrag(), e.currentTarget.blur());
              else if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) e.currentTarget.blur();
              else return;
              e.preventDefault();
            }}
          />
        </span>
      </span>
    </div>
  );
}

function Cells({ off }: { off: boolean }) {
  const cells = i.properties.value?.cells ?? [];
  if (!cells.length) return null;
  return (
    <section class="group" aria-label="On this card">
      <h3 class="heading">On this card</h3>
      {cells.map((c) => (
        <Cell key={`${s.face.value?.id} ${c.field}`} field={c.field} value={c.text} off={off} />
      ))}
    </section>
  );
}

function Form() {
  const [wanted, setWanted] = useState("");
  const top = useRef<HTMLLabelElement>(null);
  const now = i.properties.value;
  const edited = now?.of.kind === "zone" && s.editing.value === now.of.name;
  // Another form begins at its top.
  useEffect(() => top.current?.closest(".said-of")?.scrollTo(0, 0), []);
  useEffect(() => {
    const form = top.current?.parentElement;
    const field = form?.querySelector<HTMLTextAreaElement>("textarea.cell-text") ?? form?.querySelector<HTMLTextAreaElement>('textarea[aria-label="Text"]');
    if (!edited || !field) return;
    s.editing.value = "";
    field.focus();
    field.select();
  });
  if (!now) return null;
  const shape = now.definition === "Stock" ? text(now.said.find((v) => v.key === "shape")?.value) : "";
  const fields = (shape ? stockFields(shape) : fieldsOf(now.definition)).filter((f) => f.kind !== "zones");
  const off = now.locked !== "" || (now.of.kind === "zone" && s.isLocked(s.zones.value.find((z) => z.key === now.of.name) ?? s.zones.value[0]!));
  const words = wanted.trim().toLowerCase();
  const content = CONTENTS.find((c) => now.said.some((v) => v.key === c));
  const said = new Set(now.said.map((v) => v.key));
  const fits = (f: Field) => {
    if (words) return `${f.label} ${f.about}`.toLowerCase().includes(words);
    if (said.has(f.key)) return true;
    if (CONTENTS.includes(f.key)) return false;
    return !f.goesWith.length || now.of.kind === "style" || (content !== undefined && f.goesWith.includes(content));
  };
  const of = (keys: string[]) => keys.flatMap((k) => fields.filter((f) => f.key === k && fits(f)));
  const grouped = new Set(GROUPS.flatMap(([, keys]) => keys));
  const zoned = now.of.kind === "zone" || now.of.kind === "style";
  return (
    <>
      <label class="find slim" ref={top}>
        <Icon name="search" />
        <input type="search" placeholder="Find a property" aria-label="Find a property" value={wanted} onInput={(e) => setWanted(e.currentTarget.value)} />
      </label>
      {now.locked && <p class="hint">{now.locked}</p>}
      {now.hint && <p class="hint">Note: {now.hint}.</p>}
      {!words && <Cells off={now.locked !== ""} />}
      {zoned ? (
        <>
          {GROUPS.map(([name, keys]) => (
            <Group key={name} name={name} fields={of(keys)} off={off} all={words !== ""} />
          ))}
          <Group name="More" fields={fields.filter((f) => !grouped.has(f.key) && fits(f))} off={off} all={words !== ""} />
        </>
      ) : (
        <Group name={now.of.kind === "print" ? "Printing" : "Settings"} fields={fields.filter(fits)} off={off} all />
      )}
    </>
  );
}

const TITLES: Record<Described["kind"], string> = { zone: "Zone", style: "Style", part: "Part", face: "Face", stock: "Stock", component: "Component", print: "Printing", palette: "Colours" };

/** A colour of the palette: its name, and what it is, to be changed. */
function Named({ color, off }: { color: ColorName; off: boolean }) {
  const [open, setOpen] = useState(false);
  const words = useTyped(color.written, i.names.value);
  const of: Described = { kind: "palette", name: "palette" };
  const hex = /^#[0-9a-f]{6}/i.test(color.screen) ? color.screen.slice(0, 7) : "#000000";
  const write = (value: string) => s.assign([{ of, key: [color.name], value }]);
  const commit = (typed: string) => (typed.trim() ? words.commit(typed.trim(), () => write(typed.trim())) : words.drop());
  return (
    <div class={`palette-color${open ? " is-open" : ""}`}>
      <button class="named" title={color.written} aria-expanded={open} onClick={() => setOpen(!open)}>
        <i class="swatch" style={{ background: color.screen }} />
        <span>{color.name}</span>
      </button>
      {open && (
        <div class="palette-edit">
          <input type="color" aria-label={`${color.name}, chosen`} disabled={off} value={hex} onInput={(e) => s.tryValues([{ of, key: [color.name], value: e.currentTarget.value }])} onChange={(e) => write(e.currentTarget.value)} />
          <span class="control">
            <input
              aria-label={`${color.name}, written`}
              disabled={off}
              spellcheck={false}
              value={words.shown}
              {...words.mark}
              onInput={(e) => words.type(e.currentTarget.value)}
              onBlur={(e) => words.open && commit(e.currentTarget.value)}
              onKeyDown={(e) => e.key === "Enter" && commit(e.currentTarget.value)}
            />
          </span>
          <Button icon="pencil" name={`Rename ${color.name}`} disabled={off} act={() => ask("Rename the colour", "Name", color.name, (to) => s.send({ t: "rename-named", kind: "color", name: color.name, to }))} />
          <Button icon="trash" name={`Remove ${color.name}`} disabled={off} act={() => s.assign([{ of, key: [color.name], unset: true }])} />
        </div>
      )}
    </div>
  );
}

function Deck() {
  const n = i.names.value;
  if (!n) return null;
  const off = (s.deck.value?.read_only ?? "") !== "";
  const item = (kind: Described["kind"], name: string, note = "", shown = name) => (
    <button class="deck-item" onClick={() => i.open({ kind, name })}>
      <span>{shown}</span>
      {note && <small>{note}</small>}
    </button>
  );
  const add = (kind: NamedKind, name: string, value: string) => {
    if (kind === "style" || kind === "face") i.openOnce({ kind, name: name.trim() });
    s.send({ t: "add-named", kind, name, value });
  };
  const more = (what: string, kind: NamedKind, value = "") => !off && <Button icon="plus" name={`New ${what}`} act={() => ask(`New ${what}`, "Name", "", (name) => add(kind, name, value))} />;
  return (
    <section class="deck-parts" aria-label="The deck">
      {s.deck.value?.shipped ? (
        <p class="hint">
          This deck can be looked at, not changed: click a zone of the card to see what it says, or{" "}
          <button class="link" onClick={() => (start.copying.value = true)}>
            make a copy
          </button>{" "}
          that is yours to change.
        </p>
      ) : (
        <p class="hint">Click a zone of the card to change it; click again for the one beneath. Or change what the whole deck has:</p>
      )}
      <h3>Colours {more("colour", "color", "#808080")}</h3>
      <div class="palette-list">
        {n.colors.map((c) => (
          <Named key={c.name} color={c} off={off} />
        ))}
      </div>
      <h3>Styles {more("style", "style")}</h3>
      {n.styles.map((name) => item("style", name))}
      <h3>This card</h3>
      {item("component", n.component, "component")}
      {item("stock", n.stock, "stock")}
      {item("face", n.face.split("#")[1] ?? "", "face")}
      <h3>
        More {more("face", "face")}
      </h3>
      {n.stocks.filter((name) => name !== n.stock).map((name) => item("stock", name, "stock"))}
      {n.faces.filter((name) => name !== n.face.split("#")[1]).map((name) => item("face", name, "face"))}
      {n.parts.map((name) => item("part", name, "part"))}
      {item("print", "print", "of all sheets", "Printing")}
    </section>
  );
}

type NamedKind = RenameNamed["kind"];
const NAMED: Partial<Record<Described["kind"], NamedKind>> = { style: "style", part: "part", face: "face", stock: "stock" };

export function Inspector() {
  useEffect(askSchemas, []);
  const of = i.target.value;
  const over = i.opened.value.length > 0;
  const now = i.properties.value;
  const elsewhere = of && i.isSame(now?.of, of) && now?.said.some((v) => v.origins[0] && !v.origins[0].editable);
  const name = elsewhere ? `It comes from ${now?.place.replace(/:\d+:\d+$/, "")}, which stays as it is, and keeps its name` : `Rename the ${of?.kind}`;
  return (
    <section class={`inspector${over ? " is-over" : ""}`} aria-label="Properties">
      {over && of && (
        <header class="over">
          <Button icon="previous" name="Back" act={i.close} />
          <h2>
            {TITLES[of.kind]} {of.kind !== "print" && <b>{of.name}</b>}
          </h2>
          <span class="grow" />
          {NAMED[of.kind] && (
            <Button
              icon="pencil"
              name={name}
              disabled={elsewhere || (s.deck.value?.read_only ?? "") !== ""}
              act={() => ask(`Rename the ${of.kind}`, "Name", of.name, (to) => (i.close(), s.send({ t: "rename-named", kind: NAMED[of.kind]!, name: of.name, to })))}
            />
          )}
        </header>
      )}
      {!of && <Deck />}
      {of && i.isSame(i.properties.value?.of, of) && <Form key={`${of.kind} ${of.name}`} />}
      {over && s.trouble.value && (
        <p class="trouble" role="alert">
          {s.trouble.value}
        </p>
      )}
    </section>
  );
}

