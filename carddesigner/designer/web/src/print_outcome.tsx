// The outcome of a build, the files that were made, and the next steps, worded as on the command line.

import { Icon } from "./icons";
import { Preflight } from "./preflight";
import type { MadeFile, MadePart } from "./messages";
import * as p from "./printing";
import { Problems } from "./print_sheets";
import * as s from "./state";

function bytes(size: number): string {
  return size < 1e6 ? `${Math.max(1, Math.round(size / 1e3))} kB` : `${(size / 1e6).toFixed(1)} MB`;
}

function File({ file }: { file: MadeFile }) {
  const name = decodeURIComponent(file.link.split("/").pop() ?? "");
  const about = [file.pages && `${file.pages} page${file.pages > 1 ? "s" : ""}`, bytes(file.size)].filter(Boolean).join(", ");
  const seen = file.kind !== "zip" && /\.(pdf|png)$/.test(name);
  return (
    <div class="file">
      <p class="file-name">
        <b>{name}</b> <small>{about}</small>
      </p>
      <div class="actions">
        {seen && (
          <a class="button" href={file.link} target="_blank" rel="noopener">
            <Icon name="open" /> Open
          </a>
        )}
        <a class="button" href={`${file.link}?download`} download={name}>
          <Icon name="download" /> Download
        </a>
      </div>
      {file.path && (
        <p class="path" title={file.path}>
          {file.path}
        </p>
      )}
      {/\.pdf$/.test(name) && <Preflight key={file.link} link={file.link} name={name} />}
    </div>
  );
}

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li>{step}</li>
      ))}
    </ol>
  );
}

function Part({ part }: { part: MadePart }) {
  const [main, other] = [part.files.filter((f) => f.kind !== "manifest"), part.files.filter((f) => f.kind === "manifest")];
  return (
    <>
      {part.title && <h3>{part.title}</h3>}
      {main.map((file) => (
        <File file={file} />
      ))}
      {other.map((file) => (
        <p class="path" title={file.path}>
          Beside it {file.path.split(/[\\/]/).pop()}, by which a later build knows what changed.
        </p>
      ))}
    </>
  );
}

const DONE: Record<string, string> = { build: "The PDF is made", export: "Exported", calibrate: "Done" };

function Result() {
  const made = p.made.value;
  if (!made) return null;
  const errors = made.found.filter((f) => f.severity === "error");
  if (made.state === "stopped")
    return (
      <section class="result" role="status">
        <h2>Stopped</h2>
        <p class="summary">Nothing was changed.</p>
      </section>
    );
  if (made.state === "failed")
    return (
      <section class="result is-wrong" role="alert">
        <h2>It could not be made</h2>
        <Problems found={errors} />
      </section>
    );
  return (
    <section class="result" role="status">
      <h2>
        <Icon name="check" /> {DONE[made.command] ?? "Done"} {made.command !== "calibrate" && <small>{made.seconds.toFixed(1)} s</small>}
      </h2>
      {p.outdated.value && <p class="summary">It has what was chosen then, not what is shown now.</p>}
      {made.parts.map((part) => (
        <>
          <Part part={part} />
          {made.command !== "build" && part.lines.map((line) => <p class="summary">{line}</p>)}
          {made.command !== "build" && part.steps.length > 0 && <Steps steps={part.steps} />}
        </>
      ))}
      {made.command === "build" && made.parts.some((part) => !part.files.length) && made.parts.flatMap((part) => part.lines).map((line) => <p class="summary">{line}</p>)}
    </section>
  );
}

export function Outcome() {
  const sheets = p.sheets.value;
  const document = sheets?.documents[p.document_.value];
  const counts = sheets?.counts ?? [];
  const shared = (sheets?.sheets ?? 0) - counts.reduce((sum, c) => sum + c.sheets, 0);
  return (
    <aside class="print-outcome" aria-label="What comes out">
      <div class="list" tabIndex={0}>
        <Result />
        {p.tab.value === "build" && sheets && (
          <>
            {document && document.steps.length > 0 && (
              <section>
                <h2>What to do next</h2>
                <Steps steps={document.steps} />
              </section>
            )}
            <section>
              <h2>What comes out</h2>
              {sheets.changes.map((line) => (
                <p class="summary">{line}</p>
              ))}
              {document?.lines.map((line) => (
                <p class="summary">{line}</p>
              ))}
              {p.document_.value === 0 && counts.length > 0 && (
                <table>
                  <thead>
                    <tr>
                      <th scope="col">component</th>
                      <th scope="col">pieces</th>
                      <th scope="col">cards</th>
                      <th scope="col">sheets</th>
                    </tr>
                  </thead>
                  <tbody>
                    {counts.map((c) => (
                      <tr>
                        <th scope="row">{c.component}</th>
                        <td>{c.pieces}</td>
                        <td>{c.cards || "–"}</td>
                        <td>{c.sheets || "–"}</td>
                      </tr>
                    ))}
                    {shared > 0 && (
                      <tr>
                        <th scope="row">(shared)</th>
                        <td />
                        <td />
                        <td>{shared}</td>
                      </tr>
                    )}
                  </tbody>
                  {counts.length > 1 && (
                    <tfoot>
                      <tr>
                        <th scope="row">total</th>
                        <td>{counts.reduce((sum, c) => sum + c.pieces, 0)}</td>
                        <td>{counts.reduce((sum, c) => sum + c.cards, 0)}</td>
                        <td>{sheets.sheets}</td>
                      </tr>
                    </tfoot>
                  )}
                </table>
              )}
            </section>
            {sheets.found.length > 0 && !p.problem.value && (
              <section>
                <h2>Worth knowing</h2>
                <Problems found={sheets.found} />
              </section>
            )}
          </>
        )}
        {p.form.value && !p.made.value && (
          <p class="location" title="Files are written here">
            Files go to {p.form.value.folder}
          </p>
        )}
        {s.connected.value !== "open" && <p class="empty">The connection is lost.</p>}
      </div>
    </aside>
  );
}
