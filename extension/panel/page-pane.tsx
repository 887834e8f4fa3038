/** Questions about the page or video in view. */

import { useStore } from "./use-store";
import { subjectOf, type Companion } from "./companion";
import { Conversation } from "./conversation";
import { Empty } from "./empty";
import { KeepBar } from "./keep-bar";
import { accessHint, PageAccess } from "./page-access";
import { RunningJobs } from "./running-jobs";
import { Suggestions } from "./suggestions";
import { VideoCaptions } from "./video-captions";

export function PagePane({ companion, ready }: { companion: Companion; ready: boolean }) {
  const view = useStore(companion.view);
  const subject = subjectOf(view);
  const fresh = useStore(companion.chat.exchanges).every(
    ({ subject: { kind } }) => kind !== "page" && kind !== "video",
  );
  const thing = subject?.kind ?? "page";
  const access = (
    <PageAccess view={view} brief={!fresh} onAllow={() => void companion.surroundings.askToReadAll()} />
  );
  return (
    <>
      {!fresh && access}
      <Conversation
        companion={companion}
        tab="page"
        kinds={["page", "video"]}
        subject={subject}
        ready={ready}
        hint={subject ? `Ask about this ${thing}` : accessHint(view)}
      >
        <RunningJobs companion={companion} />
        {fresh && access}
        {subject && <KeepBar companion={companion} view={subject} ready={ready} />}
        {subject?.kind === "video" && (
          <VideoCaptions key={subject.video} companion={companion} view={subject} ready={ready} />
        )}
        {subject && fresh && (
          <Empty title={`Ask about this ${thing}`}>
            <p>
              {thing === "video"
                ? "Ambry reads the transcript. Each [number] in an answer opens the video at that moment."
                : "Answers come from what the page says. Each [number] opens the sentence it rests on."}
            </p>
            <Suggestions
              questions={[`What is this ${thing} about?`, "What are the main points?"]}
              onAsk={(question) => ready && void companion.chat.ask(subject, question)}
            />
          </Empty>
        )}
      </Conversation>
    </>
  );
}
