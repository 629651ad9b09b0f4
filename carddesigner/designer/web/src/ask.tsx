// A dialog that asks for one line of text.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useModal } from "./modal";

interface Question {
  title: string;
  label: string;
  value: string;
  act: (answer: string) => void;
}

const asked = signal<Question | null>(null);

export function ask(title: string, label: string, value: string, act: (answer: string) => void): void {
  asked.value = { title, label, value, act };
}

export function Ask() {
  return asked.value && <AskDialog key={asked.value.title} question={asked.value} />;
}

function AskDialog({ question }: { question: Question }) {
  const close = () => (asked.value = null);
  const dialog = useModal(close);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <dialog
      ref={dialog}
      class="ask"
      aria-label={question.title}
      onClick={(e) => e.target === dialog.current && close()}
      onKeyDown={(e) => e.stopPropagation()}
    >
      <form
        method="dialog"
        onSubmit={(e) => {
          e.preventDefault();
          const answer = input.current?.value.trim() ?? "";
          close();
          if (answer) question.act(answer);
        }}
      >
        <h2>{question.title}</h2>
        <label>
          {question.label}
          <input ref={input} defaultValue={question.value} spellcheck={false} autocomplete="off" />
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
