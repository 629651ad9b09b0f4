// A field for texts and expressions.

import { useState } from "preact/hooks";
import { type Control, usePropertyEntry } from "./controls";
import { useGrowing } from "./growing";
import * as i from "./inspect";
import * as s from "./state";
import { isExpression, isComplete, number, text } from "./values";

const FILTERS = ["upper", "lower", "capitalize", "title", "round", "abs", "default", "join", "length", "first", "last", "sort", "unique", "replace", "trim", "number", "zfill", "map", "select", "sum", "min", "max"];

/** The names that complete a word, by the text before it. */
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

/** A text or an expression: grows with its content, updates the card while typing, and completes names in braces. */
export function Long({ field, path, value, disabled }: Control) {
  const entry = usePropertyEntry(value);
  const [offer, setOffer] = useState<{ from: number; list: string[]; at: number } | null>(null);
  const { shown } = entry;
  const area = useGrowing(shown, 240);
  const commit = (typed: string) => {
    setOffer(null);
    entry.commit(typed, () => {
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
    entry.type(typed);
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
        disabled={disabled}
        spellcheck={!isExpression(shown) && !bare}
        placeholder={text(field.fallback)}
        value={shown}
        {...entry.attributes}
        onInput={(e) => {
          const typed = e.currentTarget.value;
          entry.type(typed);
          const found = completions((bare ? "{{ " : "") + typed.slice(0, e.currentTarget.selectionStart));
          setOffer(found && found.list.length ? { ...found, from: found.from - (bare ? 3 : 0), list: found.list.slice(0, 8), at: 0 } : null);
          if (isComplete(typed)) i.tryValue(path, typed);
        }}
        onBlur={(e) => entry.open && commit(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (offer && (e.key === "ArrowDown" || e.key === "ArrowUp")) setOffer({ ...offer, at: (offer.at + (e.key === "ArrowDown" ? 1 : offer.list.length - 1)) % offer.list.length });
          else if (offer && (e.key === "Tab" || e.key === "Enter")) take(offer.list[offer.at]!);
          else if (e.key === "Escape" && offer) setOffer(null);
          else if (e.key === "Escape") (entry.drop(), s.cancelDrag(), e.currentTarget.blur());
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
