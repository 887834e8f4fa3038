/** The questions about one kind of thing, and the box for the next one. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isRunning } from "../chat/exchange";
import { freshNotices, labelled } from "../chat/grouping";
import { subjectKey, type Subject } from "../chat/subject";
import type { Companion } from "./companion";
import { Composer } from "./composer";
import { ExchangeView } from "./exchange-view";
import type { Tab } from "./tabs";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  tab: Tab;
  kinds: readonly Subject["kind"][];
  /** Null when there is nothing to ask about; `children` then say why. */
  subject: Subject | null;
  hint: string;
  ready: boolean;
  children?: ComponentChildren;
}

/** Closer to the end than this, the view follows the answer; farther up, the person is reading. */
const NEAR_END_PX = 80;

export function Conversation({ companion, tab, kinds, subject, hint, ready, children }: Props) {
  const { chat, surroundings } = companion;
  const exchanges = useStore(chat.exchanges).filter((exchange) => kinds.includes(exchange.subject.kind));
  const labels = labelled(exchanges, subject);
  const notices = freshNotices(exchanges);
  const running = exchanges.find(isRunning);
  const last = exchanges.at(-1);
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    // Whoever comes back from another tab finds the last question and its answer.
    const article = log.current?.querySelector<HTMLElement>("article:last-of-type");
    if (log.current && article) log.current.scrollTop = article.offsetTop - log.current.offsetTop;
  }, []);
  useLayoutEffect(() => {
    // What follows a finished answer must not push it out of sight; why there is none has to be in sight.
    const unanswered = last !== undefined && last.state !== "done";
    if (unanswered && atEnd.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [exchanges]);
  const follow = () => {
    const box = log.current;
    if (box) atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
  };
  const ask = (question: string) => {
    atEnd.current = true;
    if (subject) void chat.ask(subject, question);
  };
  return (
    <>
      <div class="log" ref={log} onScroll={follow}>
        {children}
        <div role="log" aria-label="Conversation" aria-live="polite" aria-busy={running !== undefined}>
          {exchanges.map((exchange, index) => (
            <ExchangeView
              key={exchange.id}
              exchange={exchange}
              labelled={labels[index] ?? false}
              notices={notices[index] ?? []}
              onOpen={(url) => companion.open(url)}
              onRead={(source, quote) => void companion.viewer.openSource(source, quote)}
              onCopy={surroundings.copy}
              onAgain={
                ready && subject && exchange === last && subjectKey(exchange.subject) === subjectKey(subject)
                  ? () => ask(exchange.question)
                  : null
              }
            />
          ))}
        </div>
        {exchanges.length > 0 && !running && (
          <button
            type="button"
            class="quiet clear"
            onClick={() => chat.clear((exchange) => kinds.includes(exchange.subject.kind))}
          >
            Clear the conversation
          </button>
        )}
      </div>
      <Composer
        label={hint}
        draft={companion.drafts[tab]}
        disabled={!subject || !ready}
        running={running !== undefined}
        onSend={ask}
        onStop={() => running && chat.stop(running.id)}
      />
    </>
  );
}
