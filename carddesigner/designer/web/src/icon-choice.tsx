// A field for an icon, with search by name.

import { useEffect, useState } from "preact/hooks";
import { type Control, TextInput } from "./controls";
import * as i from "./inspect";
import { intoView, useCloseOutside } from "./popup";
import * as s from "./state";

export function IconChoice({ field, path, value, disabled }: Control) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const host = useCloseOutside(open, setOpen);
  useEffect(() => {
    if (open) s.send({ t: "find-icons", query });
  }, [open, query]);
  const found = i.icons.value;
  return (
    <span class="icon-choice" ref={host} onKeyDown={(e) => open && e.key === "Escape" && (setOpen(false), e.stopPropagation())}>
      <TextInput field={field} path={path} value={value} disabled={disabled} />
      <button class="more" disabled={disabled} aria-expanded={open} onClick={() => setOpen(!open)}>
        Choose…
      </button>
      {open && (
        <span class="icon-menu" role="dialog" aria-label="Icons" ref={intoView}>
          <input type="search" placeholder="Find an icon" aria-label="Find an icon" value={query} ref={(e) => void (e && !query && document.activeElement !== e && e.focus())} onInput={(e) => setQuery(e.currentTarget.value)} />
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
