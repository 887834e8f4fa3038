/** What went wrong, and what to do next. */

import type { EngineError } from "../engine/errors";

export function ErrorNote({ error }: { error: Pick<EngineError, "message" | "nextStep" | "logReference"> }) {
  return (
    <div class="note note-error" role="alert">
      <strong>{error.message}</strong>
      {error.nextStep && <span>{error.nextStep}</span>}
      {error.logReference && <span class="faint">Log reference: {error.logReference}</span>}
    </div>
  );
}
