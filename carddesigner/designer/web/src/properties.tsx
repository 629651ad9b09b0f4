// The panel with the form of what is chosen or opened.

import { useEffect } from "preact/hooks";
import { ask } from "./ask";
import { Deck, type NamedKind } from "./deck-parts";
import { Form } from "./form";
import * as i from "./inspect";
import type { PropertyOwner } from "./messages";
import { Button } from "./panels";
import { askSchemas } from "./schema";
import * as s from "./state";

const TITLES: Record<PropertyOwner["kind"], string> = { zone: "Zone", style: "Style", part: "Part", face: "Face", stock: "Stock", component: "Component", print: "Printing", palette: "Colours" };

const NAMED: Partial<Record<PropertyOwner["kind"], NamedKind>> = { style: "style", part: "part", face: "face", stock: "stock" };

export function Inspector() {
  useEffect(askSchemas, []);
  const owner = i.target.value;
  const over = i.opened.value.length > 0;
  const properties = i.properties.value;
  const elsewhere = owner && i.isSame(properties?.owner, owner) && properties?.values.some((v) => v.origins[0] && !v.origins[0].editable);
  const name = elsewhere ? `It comes from ${properties?.place.replace(/:\d+:\d+$/, "")}, which stays as it is, and keeps its name` : `Rename the ${owner?.kind}`;
  return (
    <section class={`inspector${over ? " is-over" : ""}`} aria-label="Properties">
      {over && owner && (
        <header class="over">
          <Button icon="previous" name="Back" act={i.close} />
          <h2>
            {TITLES[owner.kind]} {owner.kind !== "print" && <b>{owner.name}</b>}
          </h2>
          <span class="grow" />
          {NAMED[owner.kind] && (
            <Button
              icon="pencil"
              name={name}
              disabled={elsewhere || (s.deck.value?.read_only ?? "") !== ""}
              act={() => ask(`Rename the ${owner.kind}`, "Name", owner.name, (to) => (i.close(), s.send({ t: "rename-named", kind: NAMED[owner.kind]!, name: owner.name, to })))}
            />
          )}
        </header>
      )}
      {!owner && <Deck />}
      {owner && i.isSame(i.properties.value?.owner, owner) && <Form key={`${owner.kind} ${owner.name}`} />}
      {over && s.tryProblem.value && (
        <p class="trouble" role="alert">
          {s.tryProblem.value}
        </p>
      )}
    </section>
  );
}
