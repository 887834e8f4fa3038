/** What indexing a site would read, and the choice of it, before any page is kept. */

import { useState } from "preact/hooks";
import { asPrefix, below, headline } from "../site/plan-words";
import type { Plan, Planning } from "../site/planning";
import { SectionTree } from "./section-tree";
import { Words } from "./words";

interface Props {
  planned: Plan;
  planning: Planning;
  onPrefix: (prefix: string) => void;
}

/** More than this is worth a look at the sections before it is read. */
const MANY_PAGES = 100;

export function SitePlan({ planned, planning, onPrefix }: Props) {
  const { plan, sections, excluded, limits } = planned;
  const where = below(plan);
  return (
    <section class="job plan" aria-label="Plan" data-testid="plan">
      <p role="status">
        <strong data-testid="plan-pages">{headline(plan, excluded, limits.pages)}</strong>
        {where && <span class="faint"> {where}</span>}
      </p>
      {plan.notes.map((note) => (
        <p key={note} class="faint" data-testid="plan-note">
          <Words text={note} />
        </p>
      ))}
      <details open={plan.pages > MANY_PAGES}>
        <summary>Choose sections</summary>
        <div class="choices">
          <Prefix key={plan.prefix} prefix={plan.prefix} onChange={onPrefix} />
          {sections.length > 0 && (
            <SectionTree
              key={`${plan.site}${plan.prefix}`}
              sections={sections}
              excluded={excluded}
              onToggle={(section) => planning.toggle(section)}
            />
          )}
          <div class="pair">
            <NumberField
              label="Pages at most"
              value={limits.pages}
              min={1}
              max={50_000}
              onChange={(pages) => planning.limit({ pages })}
            />
            <NumberField
              label="Links deep at most"
              value={limits.depth}
              min={0}
              max={20}
              onChange={(depth) => planning.limit({ depth })}
            />
          </div>
        </div>
      </details>
    </section>
  );
}

function Prefix({ prefix, onChange }: { prefix: string; onChange: (prefix: string) => void }) {
  const [text, setText] = useState(prefix);
  const apply = () => {
    if (asPrefix(text) !== prefix) onChange(asPrefix(text));
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), apply())}>
      <label class="field">
        Only pages below
        <input
          value={text}
          placeholder="/ (the whole site)"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={apply}
        />
      </label>
    </form>
  );
}

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

function NumberField({ label, value, min, max, onChange }: NumberProps) {
  const take = (input: HTMLInputElement) => {
    const given = Math.round(input.valueAsNumber);
    const taken = Number.isNaN(given) ? value : Math.min(max, Math.max(min, given));
    input.value = String(taken); // also when it is what was there before
    onChange(taken);
  };
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={min}
        max={max}
        value={value}
        onChange={(event) => take(event.currentTarget)}
      />
    </label>
  );
}
