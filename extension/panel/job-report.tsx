/** How each page or file of a job ended, and why; what went wrong first. */

import { useState } from "preact/hooks";
import type { JobItemView } from "../contract";
import { csvName, tally, toCsv, type ItemState } from "../jobs/report";

interface Props {
  title: string;
  items: readonly JobItemView[];
  onSave: (name: string, text: string) => void;
}

/** A list that is longer than this makes the panel slow and helps nobody; the saved table has all of it. */
const MOST_SHOWN = 500;

export function JobReport({ title, items, onSave }: Props) {
  const states = tally(items);
  const [chosen, setChosen] = useState<ItemState | null>(null);
  const state = chosen ?? states[0]?.state;
  const fitting = items.filter((item) => item.state === state);
  const troubled = items.filter((item) => item.state === "failed" || item.state === "skipped").length;
  return (
    <details data-testid="report">
      <summary>{troubled > 0 ? `${troubled} left out, and why` : "All of them"}</summary>
      <div class="report-head">
        <label class="inline">
          Show
          <select value={state} onChange={(event) => setChosen(event.currentTarget.value as ItemState)}>
            {states.map(({ state, count }) => (
              <option key={state} value={state}>
                {state} ({count.toLocaleString("en")})
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="quiet" onClick={() => onSave(csvName(title), toCsv(items))}>
          Save as CSV
        </button>
      </div>
      <ul class="items report" aria-label={`Items that are ${state}`}>
        {fitting.slice(0, MOST_SHOWN).map((item) => (
          <li key={item.uri}>
            <span class="path" title={item.uri}>
              {item.uri}
            </span>
            {item.reason && <span class="faint">{item.reason}</span>}
          </li>
        ))}
      </ul>
      {fitting.length > MOST_SHOWN && (
        <p class="faint">The first {MOST_SHOWN}; the saved table has all of them.</p>
      )}
    </details>
  );
}
