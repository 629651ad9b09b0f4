// What is chosen or opened, with its form.

import { useEffect } from "preact/hooks";
import { ask } from "./ask";
import { Deck, type NamedKind } from "./deck-parts";
import { Form } from "./form";
import * as i from "./inspect";
import type { Described } from "./messages";
import { Button } from "./panels";
import { askSchemas } from "./schema";
import * as s from "./state";

const TITLES: Record<Described["kind"], string> = { zone: "Zone", style: "Style", part: "Part", face: "Face", stock: "Stock", component: "Component", print: "Printing", palette: "Colours" };

const NAMED: Partial<Record<Described["kind"], NamedKind>> = { style: "style", part: "part", face: "face", stock: "stock" };

export function Inspector() {
  useEffect(askSchemas, []);
  const of = i.target.value;
  const over = i.opened.value.length > 0;
  const properties = i.properties.value;
  const elsewhere = of && i.isSame(properties?.of, of) && properties?.said.some((v) => v.origins[0] && !v.origins[0].editable);
  const name = elsewhere ? `It comes from ${properties?.place.replace(/:\d+:\d+$/, "")}, which stays as it is, and keeps its name` : `Rename the ${of?.kind}`;
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
