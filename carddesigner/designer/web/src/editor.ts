// The editor of a cell: one or several lines of text, or a list of the values that the cell may have.

import type { ColumnInfo } from "./messages";

interface EditorListener {
  /** Called with the current text after each change. */
  typing: (text: string) => void;
  /** Called at the end with the text to write, null for none, the direction in which to continue, and whether a key or
   * the loss of focus ended it. */
  done: (text: string | null, dx: number, dy: number, byKey: boolean) => void;
}

export class Editor {
  private readonly box = document.createElement("div");
  private readonly field = document.createElement("textarea");
  private readonly list = document.createElement("div");
  private matches: string[] = [];
  private at = -1;
  private closed = false;

  constructor(
    private place: DOMRect,
    private readonly column: ColumnInfo,
    text: string,
    typed: boolean,
    private readonly listener: EditorListener,
  ) {
    const { box, field, list } = this;
    box.className = "cell-editor";
    field.value = text;
    field.rows = 1;
    field.spellcheck = false;
    field.setAttribute("aria-label", column.name || column.header);
    list.className = "choices";
    list.setAttribute("role", "listbox");
    list.hidden = true;
    box.append(field, list);
    document.body.append(box);
    this.fit();
    field.focus();
    // Typing replaces a value chosen from a list, and appends to any other text, as in spreadsheets.
    if (column.choices.length && !typed) field.select();
    else field.setSelectionRange(text.length, text.length);
    if (column.choices.length && column.kind !== "boolean") this.offer(typed ? text : "");
    field.addEventListener("input", () => {
      this.fit();
      if (this.column.choices.length) this.offer(field.value);
      listener.typing(field.value);
    });
    field.addEventListener("keydown", (e) => this.key(e));
    for (const name of ["copy", "cut", "paste"] as const) field.addEventListener(name, (e) => e.stopPropagation());
    field.addEventListener("blur", () => this.close(field.value, 0, 0, false));
    list.addEventListener("pointerdown", (e) => {
      e.preventDefault();
      const word = (e.target as HTMLElement).closest<HTMLElement>("[role=option]")?.dataset["word"];
      if (word !== undefined) this.close(word, 0, 1);
    });
    if (typed) listener.typing(text);
  }

  cancel(): void {
    this.close(null, 0, 0, false);
  }

  /** Move the editor with its cell. */
  move(place: DOMRect): void {
    this.place = place;
    this.fit();
  }

  /** Handle a key that was pressed before the field existed. */
  press(event: KeyboardEvent): void {
    const { field } = this;
    if (event.key.length > 1) return this.key(event);
    field.setRangeText(event.key, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input"));
  }

  private close(text: string | null, dx: number, dy: number, byKey = true): void {
    if (this.closed) return;
    this.closed = true;
    this.box.remove();
    this.listener.done(text, dx, dy, byKey);
  }

  private fit(): void {
    const { place, box, field } = this;
    const wide = this.column.kind === "text" || this.column.kind === "rich-text" || field.value.length > 30;
    const width = Math.max(place.width, wide && field.value.length * 6.6 > place.width - 20 ? 340 : 0);
    const left = Math.max(4, Math.min(place.left, innerWidth - width - 8));
    box.style.left = `${left}px`;
    box.style.width = `${width}px`;
    box.style.minHeight = `${place.height}px`;
    field.style.height = "0";
    const height = Math.min(Math.max(place.height, field.scrollHeight + 2), innerHeight * 0.5);
    field.style.height = `${height}px`;
    box.style.top = `${Math.max(4, Math.min(place.top, innerHeight - height - 40))}px`;
  }

  private offer(text: string): void {
    const lower = text.toLowerCase();
    const all = this.column.choices;
    const close = all.filter((w) => w.toLowerCase().startsWith(lower));
    this.matches = (lower ? [...close, ...all.filter((w) => !close.includes(w) && w.toLowerCase().includes(lower))] : [...all]).slice(0, 200);
    this.at = lower && this.matches.length ? 0 : this.matches.indexOf(this.field.value);
    this.draw();
  }

  private draw(): void {
    this.list.hidden = !this.matches.length;
    this.list.replaceChildren(
      ...this.matches.map((word, i) => {
        const item = document.createElement("div");
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", String(i === this.at));
        item.dataset["word"] = word;
        item.textContent = word;
        return item;
      }),
    );
    (this.list.children[this.at] as HTMLElement | undefined)?.scrollIntoView({ block: "nearest" });
    const up = this.box.getBoundingClientRect().top > innerHeight - 280;
    this.list.classList.toggle("is-above", up);
  }

  private key(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.isComposing) return;
    const several = !this.list.hidden;
    if (several && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.at = (this.at + (event.key === "ArrowDown" ? 1 : -1) + this.matches.length) % this.matches.length;
      this.draw();
      this.listener.typing(this.matches[this.at] ?? "");
      return;
    }
    if (event.key === "Enter" && (event.shiftKey || event.altKey)) {
      if (event.altKey) {
        event.preventDefault();
        this.field.setRangeText("\n", this.field.selectionStart, this.field.selectionEnd, "end");
        this.field.dispatchEvent(new Event("input"));
      }
      return;
    }
    if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      const word = several && this.at >= 0 ? this.matches[this.at] : undefined;
      const back = event.shiftKey ? -1 : 1;
      this.close(word ?? this.field.value, event.key === "Tab" ? back : 0, event.key === "Enter" ? 1 : 0);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close(null, 0, 0);
    }
  }
}
