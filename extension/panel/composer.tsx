/** The question box: Enter sends, Shift+Enter starts a line. */

import { useRef } from "preact/hooks";
import type { Store } from "../store";
import { useStore } from "./use-store";

interface Props {
  label: string;
  /** What is typed and not sent: it outlives the box. */
  draft: Store<string>;
  disabled: boolean;
  running: boolean;
  onSend: (question: string) => void;
  onStop: () => void;
}

export function Composer({ label, draft, disabled, running, onSend, onStop }: Props) {
  const text = useStore(draft);
  const box = useRef<HTMLTextAreaElement>(null);
  const question = text.trim();
  const send = () => {
    if (question === "" || disabled || running) return;
    onSend(question);
    draft.set("");
    box.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    // One button for both, which submits: a second one in its place would take the press that stops for one that asks.
    <form class="composer" onSubmit={(event) => (event.preventDefault(), running ? onStop() : send())}>
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        aria-label="Your question"
        placeholder={label}
        disabled={disabled}
        value={text}
        onInput={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={press}
      />
      <button
        type="submit"
        class="round"
        aria-label={running ? "Stop" : "Ask"}
        // Not `disabled`: when an answer ends, who stands on this button would lose their place.
        aria-disabled={!running && (disabled || question === "")}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {running ? (
            <rect x="4" y="4" width="8" height="8" rx="1.5" />
          ) : (
            <path d="M8 3.2 12.6 8l-1.1 1.1-2.7-2.8V13H7.2V6.3L4.5 9.1 3.4 8z" />
          )}
        </svg>
      </button>
    </form>
  );
}
