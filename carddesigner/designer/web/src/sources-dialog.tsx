// What spreadsheets changed, card by card, to be taken or left.

import type { CardNews, FieldNews, SourceChanges } from "./messages";
import { came, keep, looking, saved, take } from "./sources";
import * as s from "./state";
import { Dialog } from "./window";

function Cards({ list, name }: { list: CardNews[]; name: string }) {
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

function Fields({ list, changes }: { list: FieldNews[]; changes: SourceChanges }) {
  if (!list.length) return null;
  const go = (f: FieldNews) => {
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
  const now = looking.value === "came" ? came.value : saved.value;
  if (!now) return null;
  const back = () => (now.web ? keep(now) : (looking.value = ""));
  return (
    <Dialog name={`What changed in ${now.files.join(", ")}`} wide close={back}>
      <div class="source-changes" tabIndex={0} role="region" aria-label="Changes">
        {now.problem && <p class="refused">The deck can't be read with it: {now.problem}</p>}
        {!now.problem && !now.new.length && !now.gone.length && !now.changed.length && <p class="empty">The file is another, and all cards are the same.</p>}
        <Cards list={now.new} name="New" />
        <Cards list={now.gone} name="Gone" />
        <Fields list={now.changed} changes={now} />
        {now.more > 0 && <p class="empty">and {now.more.toLocaleString("en")} more</p>}
      </div>
      <footer>
        <span class="doing">{now.web ? "Taking it is one step, which can be undone." : "The workbook stays as it is saved; undo this in your spreadsheet."}</span>
        <button onClick={() => keep(now)}>Keep what was</button>
        <button class="main" onClick={() => take(now)}>
          Take
        </button>
      </footer>
    </Dialog>
  );
}
