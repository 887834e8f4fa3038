/** The headings of a long document. */

import { useRef } from "preact/hooks";
import type { Heading } from "../viewer/blocks";

interface Props {
  headings: readonly Heading[];
  onChoose: (heading: Heading) => void;
}

export function Outline({ headings, onChoose }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const top = Math.min(...headings.map(({ level }) => level));
  const choose = (heading: Heading) => {
    details.current?.removeAttribute("open");
    onChoose(heading);
  };
  return (
    <details class="outline" ref={details} data-testid="outline">
      <summary>Contents ({headings.length})</summary>
      <nav aria-label="Contents">
        <ol>
          {headings.map((heading) => (
            <li key={heading.start} style={{ paddingLeft: `${(heading.level - top) * 12}px` }}>
              <button type="button" class="quiet" onClick={() => choose(heading)}>
                {heading.text}
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
