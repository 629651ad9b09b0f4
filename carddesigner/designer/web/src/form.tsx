// The form of what is looked at: its fields in groups, each with where its value comes from.

import { useEffect, useRef, useState } from "preact/hooks";
import { Color } from "./color-choice";
import { Amount, Choice, type Control, Styles, Switch, useWords, Words } from "./controls";
import { FontChoice } from "./font-choice";
import { IconChoice } from "./icon-choice";
import { useGrowing } from "./growing";
import { Icon } from "./icons";
import * as i from "./inspect";
import { Long } from "./long-text";
import type { Said } from "./messages";
import { Origin } from "./origin";
import { type Field, fieldsOf, stockFields } from "./schema";
import * as s from "./state";
import { flow, isExpression, text } from "./values";

const GROUPS: [string, string[]][] = [
  ["Content", ["text", "icon", "image", "svg", "shape", "path", "code", "board", "flow", "continued", "part", "params", "row", "column", "grid", "tint", "fit", "focus", "zoom", "missing", "bleed", "sides", "inner", "points", "view", "correction", "quiet-zone", "label", "position", "overflow", "following-cards", "columns", "column-gap"]],
  ["Type", ["style", "font", "size", "min-size", "color", "align", "valign", "bold", "italic", "weight", "line-height", "tracking", "paragraph-gap", "icon-size", "icon-rise", "small-caps", "underline", "strike", "background", "hyphenate", "language", "direction", "line-breaks", "typography", "keywords", "text-stroke", "arc"]],
  ["Paint", ["fill", "stroke", "radius", "opacity"]],
  ["Effects", ["shadow", "blend", "mask", "clip", "flip"]],
  ["When and where", ["when", "in", "box", "rotate", "before", "after"]],
];
const CONTENTS = ["text", "icon", "image", "svg", "shape", "path", "code", "board", "flow", "continued", "part", "row", "column", "grid"];
const FIRST = new Set(["text", "icon", "image", "svg", "shape", "path", "code", "board", "flow", "continued", "part", "style", "font", "size", "min-size", "color", "align", "valign", "bold", "fit", "focus", "zoom", "fill", "stroke", "radius", "opacity", "when", "tint", "label"]);

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
  const { shown } = words;
  const area = useGrowing(shown, 200);
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

export function Form() {
  const [wanted, setWanted] = useState("");
  const top = useRef<HTMLLabelElement>(null);
  const now = i.properties.value;
  // Another form begins at its top.
  useEffect(() => top.current?.closest(".said-of")?.scrollTo(0, 0), []);
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
