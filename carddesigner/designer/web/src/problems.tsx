// The problems of the deck, by file or by card, with their fixes.

import { signal } from "@preact/signals";
import { concerns } from "./finders";
import { Icon } from "./icons";
import type { Found } from "./messages";
import * as s from "./state";

export const by = signal<"file" | "card">("file");
export const severity = signal<"all" | "error" | "warning">("all");

/** Called before a fix is applied, to save what is being typed. */
export const before = new Set<() => void>();

/** Apply the fix of a problem. */
export function mend(found: Found): void {
  before.forEach((f) => f());
  if (found.fix) s.send({ t: "mend", ...found.fix });
}

export function Fix({ found }: { found: Found }) {
  if (!found.fix || s.deck.value?.read_only) return null;
  return (
    <button class="fix" onClick={(e) => (e.stopPropagation(), mend(found))}>
      <Icon name="check" /> Change {found.fix.old} to {found.fix.new}
    </button>
  );
}

/** A problem's file, relative to the deck's folder. */
function short(file: string): string {
  const folder = (s.deck.value?.folder ?? "").replaceAll("\\", "/");
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file.split("/").slice(-2).join("/");
}

function group(f: Found): string {
  if (by.value === "card") return f.card || "The whole deck";
  return f.file ? short(f.file) : "The whole deck";
}

/** Show where a problem is: its card and zone, or its line if that is all there is or texts are shown. */
export function goTo(found: Found): void {
  const piece = (s.deck.value?.components ?? []).flatMap((c) => c.pieces.map((p) => ({ component: c.id, id: p.id }))).find((p) => concerns(found, p));
  if (found.line > 0 && (s.view.value === "files" || !piece)) toLine(found);
  if (piece) {
    s.pendingZone.value = found.zone;
    s.show(piece.component, piece.id);
  }
  const zone = s.zones.value.find((z) => z.key === found.zone || z.name === found.zone);
  if (zone) s.chosen.value = [zone.key];
}

function toLine(found: Found): void {
  s.pendingPlace.value = found;
  s.view.value = "files";
}

function Problem({ found }: { found: Found }) {
  const places = by.value === "card" ? [found.zone, found.file && short(found.file)] : [found.card, found.zone];
  return (
    <div class={`problem is-${found.severity}`} role="listitem">
      <button class="goto" onClick={() => goTo(found)}>
        <Icon name="warning" />
        <span>
          <b>{found.message}</b>
          {found.hint && <em title={found.hint}>{found.hint}</em>}
          <small>{[...places, found.code].filter(Boolean).join("  ·  ")}</small>
        </span>
      </button>
      {found.line > 0 && (
        <button class="line" title={`Show line ${found.line} of ${short(found.file)}`} onClick={() => toLine(found)}>
          {found.line}:{found.column}
        </button>
      )}
      <Fix found={found} />
    </div>
  );
}

export function Problems() {
  const { found, running } = s.problems.value;
  const count = (which: string) => found.filter((f) => f.severity === which).length;
  const shown = found.filter((f) => severity.value === "all" || f.severity === severity.value);
  const groups = new Map<string, Found[]>();
  for (const f of shown) groups.set(group(f), [...(groups.get(group(f)) ?? []), f]);
  if (!found.length) return <p class="empty">{running ? "Looking the deck through…" : "Nothing is wrong with this deck."}</p>;
  return (
    <>
      <div class="filters">
        <div class="switch" role="group" aria-label="Which">
          {(["all", "error", "warning"] as const).map((which) => (
            <button key={which} class={severity.value === which ? "is-on" : ""} aria-pressed={severity.value === which} disabled={which !== "all" && !count(which)} onClick={() => (severity.value = which)}>
              {which === "all" ? `All ${found.length}` : which === "error" ? `Errors ${count("error")}` : `Warnings ${count("warning")}`}
            </button>
          ))}
        </div>
        <div class="switch" role="group" aria-label="Grouped by">
          {(["file", "card"] as const).map((which) => (
            <button key={which} class={by.value === which ? "is-on" : ""} aria-pressed={by.value === which} onClick={() => (by.value = which)}>
              {which === "file" ? "By file" : "By card"}
            </button>
          ))}
        </div>
      </div>
      <div class="list" tabIndex={0}>
        {[...groups].map(([name, list]) => (
          <section key={name} aria-label={name}>
            <h3>
              {name} <small>{list.length}</small>
            </h3>
            <div role="list">
              {list.slice(0, 200).map((f) => (
                <Problem key={`${f.place} ${f.card} ${f.zone} ${f.message}`} found={f} />
              ))}
              {list.length > 200 && <p class="empty">and {list.length - 200} more</p>}
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
