// The form of the current subject: its fields in groups, each with the origin of its value.

import { useEffect, useRef, useState } from "preact/hooks";
import { Color } from "./color-choice";
import { Amount, Choice, type Control, Styles, Switch, usePropertyEntry, TextInput } from "./controls";
import { FontChoice } from "./font-choice";
import { IconChoice } from "./icon-choice";
import { useGrowing } from "./growing";
import { Icon } from "./icons";
import * as i from "./inspect";
import { Long } from "./long-text";
import type { PropertyValue } from "./messages";
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
      return typeof value === "object" && value !== null ? <TextInput {...props} /> : <Amount {...props} />;
    case "boolean":
      return <Switch {...props} />;
    case "choice":
      return <Choice {...props} />;
    case "color":
      return <Color {...props} />;
    case "font":
      return <FontChoice label={field.label} path={props.path} value={text(value)} disabled={props.disabled} />;
    case "styles":
      return <Styles {...props} />;
    case "icon":
      return <IconChoice {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

function Row({ field, path, value, disabled, property }: Control & { property: PropertyValue | undefined }) {
  const [open, setOpen] = useState(false);
  const wide = field.kind === "text" || isExpression(value) || field.key === "when";
  const inner = field.kind === "mapping" && (value === undefined || value === null || (typeof value === "object" && !Array.isArray(value)));
  if (inner) {
    const mapping = (value ?? {}) as Record<string, unknown>;
    const set = Object.keys(mapping).length > 0;
    return (
      <div class="nested">
        <div class="property">
          <button class="fold-row" title={field.description} aria-expanded={open} onClick={() => setOpen(!open)}>
            <span class={`fold${open ? "" : " is-closed"}`}>
              <Icon name="next" />
            </span>
            {field.label}
          </button>
          <span class="control quiet">{set ? flow(mapping) : "none"}</span>
          {path.length === 1 && <Origin field={field} value={property} />}
        </div>
        {open && (
          <div class="inner">
            {field.fields.map((f) => (
              <Row key={f.key} field={f} path={[...path, f.key]} value={mapping[f.key]} disabled={disabled} property={undefined} />
            ))}
          </div>
        )}
      </div>
    );
  }
  return (
    <div class={`property${wide ? " is-wide" : ""}${value === undefined ? " is-unset" : ""}`}>
      <label title={field.description}>{field.label}</label>
      <span class="control">
        <ControlOf field={field} path={path} value={value ?? undefined} disabled={disabled} />
      </span>
      {path.length === 1 && <Origin field={field} value={property} />}
      {property && (property.result !== null || property.problem) && (
        <span class={`result${property.problem ? " is-wrong" : ""}`} title="On this card">
          {property.problem || (property.result === "" ? "nothing" : property.result)}
        </span>
      )}
    </div>
  );
}

function Group({ name, fields, disabled, all }: { name: string; fields: Field[]; disabled: boolean; all: boolean }) {
  const key = `group ${name}`;
  const [shut, setShut] = useState(sessionStorage.getItem(key) === "shut");
  const [more, setMore] = useState(false);
  const values = new Map((i.properties.value?.values ?? []).map((v) => [v.key, v]));
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
            <Row key={f.key} field={f} path={[f.key]} value={values.get(f.key)?.value} disabled={disabled} property={values.get(f.key)} />
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

/** A cell of the card's row. */
function Cell({ field, value, disabled }: { field: string; value: string; disabled: boolean }) {
  const entry = usePropertyEntry(value);
  const { shown } = entry;
  const area = useGrowing(shown, 200);
  const commit = (typed: string) => entry.commit(typed, () => s.writeField(field, typed));
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
            disabled={disabled}
            value={shown}
            {...entry.attributes}
            onInput={(e) => {
              entry.type(e.currentTarget.value);
              s.typeField(field, e.currentTarget.value);
            }}
            onBlur={(e) => entry.open && commit(e.currentTarget.value)}
            onKeyDown={(e) => {
              if (e.key === "Escape") (entry.drop(), s.cancelDrag(), e.currentTarget.blur());
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

function Cells({ disabled }: { disabled: boolean }) {
  const cells = i.properties.value?.cells ?? [];
  if (!cells.length) return null;
  return (
    <section class="group" aria-label="On this card">
      <h3 class="heading">On this card</h3>
      {cells.map((c) => (
        <Cell key={`${s.face.value?.id} ${c.field}`} field={c.field} value={c.text} disabled={disabled} />
      ))}
    </section>
  );
}

export function Form() {
  const [search, setSearch] = useState("");
  const top = useRef<HTMLLabelElement>(null);
  const properties = i.properties.value;
  // A new form starts at its top.
  useEffect(() => top.current?.closest(".property-panel")?.scrollTo(0, 0), []);
  if (!properties) return null;
  const shape = properties.definition === "Stock" ? text(properties.values.find((v) => v.key === "shape")?.value) : "";
  const fields = (shape ? stockFields(shape) : fieldsOf(properties.definition)).filter((f) => f.kind !== "zones");
  const disabled = properties.locked !== "" || (properties.owner.kind === "zone" && s.isLocked(s.zones.value.find((z) => z.key === properties.owner.name) ?? s.zones.value[0]!));
  const query = search.trim().toLowerCase();
  const content = CONTENTS.find((c) => properties.values.some((v) => v.key === c));
  const writtenKeys = new Set(properties.values.map((v) => v.key));
  const fits = (f: Field) => {
    if (query) return `${f.label} ${f.description}`.toLowerCase().includes(query);
    if (writtenKeys.has(f.key)) return true;
    if (CONTENTS.includes(f.key)) return false;
    return !f.goesWith.length || properties.owner.kind === "style" || (content !== undefined && f.goesWith.includes(content));
  };
  const of = (keys: string[]) => keys.flatMap((k) => fields.filter((f) => f.key === k && fits(f)));
  const grouped = new Set(GROUPS.flatMap(([, keys]) => keys));
  const zoned = properties.owner.kind === "zone" || properties.owner.kind === "style";
  return (
    <>
      <label class="find slim" ref={top}>
        <Icon name="search" />
        <input type="search" placeholder="Find a property" aria-label="Find a property" value={search} onInput={(e) => setSearch(e.currentTarget.value)} />
      </label>
      {properties.locked && <p class="hint">{properties.locked}</p>}
      {properties.hint && <p class="hint">Note: {properties.hint}.</p>}
      {!query && <Cells disabled={properties.locked !== ""} />}
      {zoned ? (
        <>
          {GROUPS.map(([name, keys]) => (
            <Group key={name} name={name} fields={of(keys)} disabled={disabled} all={query !== ""} />
          ))}
          <Group name="More" fields={fields.filter((f) => !grouped.has(f.key) && fits(f))} disabled={disabled} all={query !== ""} />
        </>
      ) : (
        <Group name={properties.owner.kind === "print" ? "Printing" : "Settings"} fields={fields.filter(fits)} disabled={disabled} all />
      )}
    </>
  );
}
