/** The index that there is of a site: how large, how fresh, and how it stays so. */

import type { ComponentChildren } from "preact";
import type { CollectionView } from "../contract";
import { ago } from "../site/ago";
import { pages } from "../site/plan-words";
import { SCHEDULES } from "../site/sites";

interface Props {
  site: CollectionView;
  disabled: boolean;
  onUpdate: () => void;
  onChange: () => void;
  onSchedule: (hours: number) => void;
  children: ComponentChildren;
}

export function SiteIndex({ site, disabled, onUpdate, onChange, onSchedule, children }: Props) {
  const known = SCHEDULES.some(({ hours }) => hours === site.refresh_hours);
  return (
    <>
      <p>
        {pages(site.documents)} indexed on this computer.
        {site.refreshed > 0 && (
          <span
            class="faint"
            data-testid="refreshed"
            title={new Date(site.refreshed * 1000).toLocaleString()}
          >
            {" "}
            Last read {ago(site.refreshed, Date.now() / 1000)}.
          </span>
        )}
      </p>
      <button type="button" class="secondary" disabled={disabled} onClick={onUpdate}>
        Update the index
      </button>
      <details class="add" data-testid="more">
        <summary>More about this index</summary>
        <div class="choices">
          <label class="inline faint">
            Update by itself
            <select
              value={site.refresh_hours}
              disabled={disabled}
              onChange={(event) => onSchedule(Number(event.currentTarget.value))}
            >
              {SCHEDULES.map(({ hours, name }) => (
                <option key={hours} value={hours}>
                  {name}
                </option>
              ))}
              {!known && <option value={site.refresh_hours}>every {site.refresh_hours} hours</option>}
            </select>
          </label>
          {children}
          <p class="row">
            <button type="button" class="secondary" disabled={disabled} onClick={onChange}>
              Choose its pages again
            </button>
          </p>
        </div>
      </details>
    </>
  );
}
