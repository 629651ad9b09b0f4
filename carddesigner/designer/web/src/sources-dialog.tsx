// The dialog with the changes of spreadsheets, card by card, to be accepted or discarded.

import type { CardChange, FieldChange, SourceChanges } from "./messages";
import { published, keep, shownChanges, saved, take } from "./sources";
import * as s from "./state";
import { Dialog } from "./window";

function Cards({ list, name }: { list: CardChange[]; name: string }) {
  if (!list.length) return null;
  return (
    <section>
      <h3>{name}</h3>
      <ul>
        {list.map((c) => (
          <li>
            {c.title} {c.title !== c.id && <small>{c.id}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fields({ list, changes }: { list: FieldChange[]; changes: SourceChanges }) {
  if (!list.length) return null;
  const go = (f: FieldChange) => {
    keep(changes);
    s.show(f.component, f.id);
  };
  return (
    <section>
      <h3>Changed</h3>
      <table>
        <thead>
          <tr>
            <th>Card</th>
            <th>Field</th>
            <th>Was</th>
            <th>Is</th>
          </tr>
        </thead>
        <tbody>
          {list.map((f) => (
            <tr>
              <th scope="row">
                <button class="link" title={`Show this card as it was${f.place && `; ${f.place}`}`} onClick={() => go(f)}>
                  {f.title}
                </button>
              </th>
              <td>{f.field}</td>
              <td class="removed">{f.old || <i>blank</i>}</td>
              <td class="added">{f.new || <i>blank</i>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export default function SourceDialog() {
  const changes = shownChanges.value === "came" ? published.value : saved.value;
  if (!changes) return null;
  const back = () => (changes.web ? keep(changes) : (shownChanges.value = ""));
  return (
    <Dialog name={`What changed in ${changes.files.join(", ")}`} wide close={back}>
      <div class="source-changes" tabIndex={0} role="region" aria-label="Changes">
        {changes.problem && <p class="refused">The deck can't be read with it: {changes.problem}</p>}
        {!changes.problem && !changes.new.length && !changes.removed.length && !changes.changed.length && <p class="empty">The file is another, and all cards are the same.</p>}
        <Cards list={changes.new} name="New" />
        <Cards list={changes.removed} name="Gone" />
        <Fields list={changes.changed} changes={changes} />
        {changes.more > 0 && <p class="empty">and {changes.more.toLocaleString("en")} more</p>}
      </div>
      <footer>
        <span class="progress">{changes.web ? "Taking it is one step, which can be undone." : "The workbook stays as it is saved; undo this in your spreadsheet."}</span>
        <button onClick={() => keep(changes)}>Keep what was</button>
        <button class="main" onClick={() => take(changes)}>
          Take
        </button>
      </footer>
    </Dialog>
  );
}
