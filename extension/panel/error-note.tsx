/** What went wrong, and what to do next. */

import type { EngineError } from "../engine/errors";
import { Words } from "./words";

export function ErrorNote({ error }: { error: Pick<EngineError, "message" | "nextStep" | "logReference"> }) {
  return (
    <div class="note note-error" role="alert">
      <strong>
        <Words text={error.message} />
      </strong>
      {error.nextStep && (
        <span>
          <Words text={error.nextStep} />
        </span>
      )}
      {error.logReference && <span class="faint">Log reference: {error.logReference}</span>}
    </div>
  );
}
