// Cells in the clipboard format of spreadsheets: separated by tabs, quoted if they contain tabs, quotes or line feeds.

/** The rows of a clipboard's text. */
export function fromClipboard(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const ends = /\t|\r\n|\n|\r/g;
  while (at <= text.length) {
    let cell: string;
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=\t|\r|\n|$)/y : null;
    if (quoted) quoted.lastIndex = at;
    const found = quoted?.exec(text);
    if (found && quoted) {
      cell = (found[1] ?? "").replaceAll('""', '"');
      at = quoted.lastIndex;
    } else {
      ends.lastIndex = at;
      const end = ends.exec(text)?.index ?? text.length;
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell.replace(/\r\n?/g, "\n"));
    if (text[at] === "\t") {
      at++;
      continue;
    }
    rows.push(row);
    row = [];
    if (at >= text.length) break;
    at += text.startsWith("\r\n", at) ? 2 : 1;
    // After the last line there is no empty one.
    if (at >= text.length) break;
  }
  return rows;
}

/** Rows as clipboard text. */
export function toClipboard(rows: string[][]): string {
  return rows.map((row) => row.map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join("\t")).join("\n");
}
