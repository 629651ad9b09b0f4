// A question with one line for an answer.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useModal } from "./modal";

interface Question {
  title: string;
  label: string;
  value: string;
  act: (answer: string) => void;
}

const question = signal<Question | null>(null);

export function ask(title: string, label: string, value: string, act: (answer: string) => void): void {
  question.value = { title, label, value, act };
}

export function Ask() {
  return question.value && <Asked key={question.value.title} now={question.value} />;
}

function Asked({ now }: { now: Question }) {
  const close = () => (question.value = null);
  const dialog = useModal(close);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <dialog
      ref={dialog}
      class="ask"
      aria-label={now.title}
      onClick={(e) => e.target === dialog.current && close()}
      onKeyDown={(e) => e.stopPropagation()}
    >
      <form
        method="dialog"
        onSubmit={(e) => {
          e.preventDefault();
          const answer = input.current?.value.trim() ?? "";
          close();
          if (answer) now.act(answer);
        }}
      >
        <h2>{now.title}</h2>
        <label>
          {now.label}
          <input ref={input} defaultValue={now.value} spellcheck={false} autocomplete="off" />
        </label>
        <footer>
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary">
            OK
          </button>
        </footer>
      </form>
    </dialog>
  );
}
