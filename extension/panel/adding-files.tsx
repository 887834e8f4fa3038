/** Files on their way to the engine. */

import type { Adding, FileProgress } from "../vault/adder";
import { inSight } from "../vault/in-sight";
import { ErrorNote } from "./error-note";
import { LeaveOut } from "./job-files";
import { Bar } from "./job-progress";

interface Props {
  adding: Adding;
  onStop: () => void;
  onLeaveOut: (index: number) => void;
  onDismiss: () => void;
}

export function AddingFiles({ adding, onStop, onLeaveOut, onDismiss }: Props) {
  const total = adding.files.reduce((sum, file) => sum + file.size, 0);
  const sent = adding.files.reduce((sum, file) => sum + file.sent, 0);
  const done = adding.files.filter((file) => file.state === "sent").length;
  return (
    <section class="job" aria-label="Files" data-testid="adding">
      <div class="job-head">
        <span role="status">
          {adding.active ? "Handing over" : "Handed over"} {done} of {adding.files.length}{" "}
          {adding.files.length === 1 ? "file" : "files"}
        </span>
        <button type="button" class="quiet" onClick={adding.active ? onStop : onDismiss}>
          {adding.active ? "Stop" : "Dismiss"}
        </button>
      </div>
      {adding.active && <Bar part={total > 0 ? sent / total : null} label="Handing over" />}
      <ul class="items">
        {inSight(adding.files, MOST_SHOWN).map((file) => (
          <li key={file.path} data-state={file.state}>
            <span class="path">{file.path}</span>
            <span class="faint">{file.error || WORDS[file.state](file.sent, file.size)}</span>
            {adding.active && OPEN.has(file.state) && (
              <LeaveOut path={file.path} onClick={() => onLeaveOut(adding.files.indexOf(file))} />
            )}
          </li>
        ))}
      </ul>
      {adding.files.length > MOST_SHOWN && (
        <p class="faint">and {(adding.files.length - MOST_SHOWN).toLocaleString("en")} more</p>
      )}
      {adding.error?.code === "cancelled" && <p class="faint">Stopped. None of them was added.</p>}
      {adding.error && adding.error.code !== "cancelled" && <ErrorNote error={adding.error} />}
    </section>
  );
}

/** Of very many: the list is drawn again with each piece that is sent. */
const MOST_SHOWN = 100;

/** States in which a file can be taken out. */
const OPEN = new Set<FileProgress["state"]>(["waiting", "sending", "sent"]);

const WORDS = {
  waiting: () => "waiting",
  sending: (sent: number, size: number) => `${Math.round((100 * sent) / Math.max(1, size))} %`,
  sent: () => "handed over",
  failed: () => "failed",
  cancelled: () => "cancelled by you",
};
