/** Asks for the password of a file. */

import { useRef } from "preact/hooks";

export function PasswordForm({
  path,
  ready,
  onGive,
}: {
  path: string;
  ready: boolean;
  onGive: (password: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const give = (event: Event) => {
    event.preventDefault();
    const input = field.current;
    if (!input?.value) return; // nothing was typed
    const password = input.value;
    input.value = ""; // it stays nowhere
    onGive(password);
  };
  return (
    <form class="row" onSubmit={give}>
      <label class="field">
        <span class="faint">Password</span>
        <input ref={field} type="password" aria-label={`Password of ${path}`} autocomplete="off" />
      </label>
      <button type="submit" class="secondary" disabled={!ready}>
        Open
      </button>
    </form>
  );
}
