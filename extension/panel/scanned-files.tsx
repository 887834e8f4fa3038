/** Files without a text layer: offers to recognise what they say, where this computer can. */

import { useState } from "preact/hooks";
import type { WatchedJob } from "../jobs/jobs";
import { scans } from "../jobs/scans";
import type { Companion } from "./companion";
import { useStore } from "./use-store";

interface Props {
  companion: Companion;
  watched: WatchedJob;
}

/** Each further language makes the recognition slower, and less sure. */
const MOST_LANGUAGES = 4;

export function ScannedFiles({ companion, watched: { job, items } }: Props) {
  const known = useStore(companion.status)?.ocr_languages ?? [];
  const [asked, setAsked] = useState(false);
  const paths = scans(job, items);
  if (paths.length === 0) return null;
  const languages = known.slice(0, MOST_LANGUAGES);
  return (
    <section class="second-try" aria-label="Scanned files" data-testid="scans">
      <p>
        {paths.length === 1
          ? "1 file is a picture of its text."
          : `${paths.length} files are pictures of their text.`}
      </p>
      {languages.length === 0 ? (
        <p class="faint">With Tesseract installed on this computer, Ambry can recognise it.</p>
      ) : (
        <>
          <p class="faint">
            Recognising it takes some seconds for each page, on this computer, in the languages installed:{" "}
            {languages.join(", ")}.
          </p>
          <button
            type="button"
            class="secondary"
            disabled={asked}
            onClick={() => {
              setAsked(true);
              companion.recognise(job.id, paths, languages);
            }}
          >
            {paths.length === 1 ? "Read it by OCR" : "Read them by OCR"}
          </button>
        </>
      )}
    </section>
  );
}
