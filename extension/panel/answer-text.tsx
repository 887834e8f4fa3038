/** An answer as formatted text whose citations are buttons. */

import { useMemo } from "preact/hooks";
import { renderAnswer } from "../chat/render-answer";
import { CITATION_INDEX, CITATION_NUMBER } from "../chat/safe-html";

interface Props {
  markdown: string;
  sources: readonly { n: number }[];
  onCite: (number: number, index: number) => void;
}

export function AnswerText({ markdown, sources, onCite }: Props) {
  const html = useMemo(
    () => renderAnswer(markdown, new Set(sources.map((source) => source.n))),
    [markdown, sources],
  );
  const open = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest(`[${CITATION_NUMBER}]`) : null;
    if (!button) return;
    onCite(Number(button.getAttribute(CITATION_NUMBER)), Number(button.getAttribute(CITATION_INDEX)));
  };
  return (
    <div class="answer" data-testid="answer" onClick={open} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
