/** Which captions of the video are read, which others there are, and which way they came. */

import { useState } from "preact/hooks";
import type { TrackView, TranscriptView } from "../contract";
import { EngineError } from "../engine/errors";
import type { VideoInView } from "../page/videos";
import type { Companion } from "./companion";
import { ErrorNote } from "./error-note";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  view: VideoInView;
  ready: boolean;
}

export function VideoCaptions({ companion, view, ready }: Props) {
  const transcript = useStore(companion.videos.transcripts).get(view.video);
  const [stage, setStage] = useState("");
  const [error, setError] = useState<EngineError | null>(null);
  const read = async () => {
    setError(null);
    const options = { signal: new AbortController().signal, onStage: setStage };
    await companion.reader
      .openVideo(view, options)
      .catch((thrown: unknown) => setError(EngineError.from(thrown)));
    setStage("");
  };
  const choose = (language: string, translateTo: string) => {
    companion.videos.choose(view.video, language, translateTo);
    void read();
  };
  return (
    <section class="keep" aria-label="Captions" data-testid="captions">
      {transcript ? (
        <Chosen transcript={transcript} disabled={!ready || stage !== ""} onChoose={choose} />
      ) : (
        <button
          type="button"
          class="quiet captions-ask"
          disabled={!ready || stage !== ""}
          onClick={() => void read()}
        >
          Captions and languages
        </button>
      )}
      {stage && (
        <p class="stage" role="status">
          {stage}…
        </p>
      )}
      {error && <ErrorNote error={error} />}
    </section>
  );
}

interface ChosenProps {
  transcript: TranscriptView;
  disabled: boolean;
  onChoose: (language: string, translateTo: string) => void;
}

function Chosen({ transcript, disabled, onChoose }: ChosenProps) {
  const { language, translated, tracks, translations } = transcript;
  const spoken = tracks.filter(
    (one, at) => tracks.findIndex((other) => other.language === one.language) === at,
  );
  const [source, setSource] = useState(translated ? "" : language);
  return (
    <>
      <p class="faint">{words(transcript)}</p>
      <div class="captions-row">
        {spoken.length > 1 && (
          <Languages
            label="Captions"
            none={source === "" ? "those that suit you" : null}
            languages={spoken}
            selected={source}
            disabled={disabled}
            onSelect={(chosen) => {
              setSource(chosen);
              onChoose(chosen, "");
            }}
          />
        )}
        {translations.length > 0 && (
          <Languages
            label="Translated into"
            none="no other language"
            languages={translations}
            selected={translated ? language : ""}
            disabled={disabled}
            onSelect={(chosen) => onChoose(source, chosen)}
          />
        )}
      </div>
    </>
  );
}

interface LanguagesProps {
  label: string;
  /** What it is called to choose none; null where there has to be one. */
  none: string | null;
  languages: readonly TrackView[];
  selected: string;
  disabled: boolean;
  onSelect: (language: string) => void;
}

function Languages({ label, none, languages, selected, disabled, onSelect }: LanguagesProps) {
  return (
    <label class="inline">
      {label}
      <select value={selected} disabled={disabled} onChange={(event) => onSelect(event.currentTarget.value)}>
        {none !== null && <option value="">{none}</option>}
        {languages.map(({ language, label }) => (
          <option key={`${language} ${label}`} value={language}>
            {label || language}
          </option>
        ))}
      </select>
    </label>
  );
}

function words({ label, language, translated, reader }: TranscriptView): string {
  const name = label || language || "Captions";
  const way = reader === "host" ? "read by Ambry" : "read from the page you are watching";
  return [name, translated && "translated by YouTube", way].filter(Boolean).join(" · ");
}
