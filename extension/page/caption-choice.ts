/** Which captions of a video the person wants. */
export interface CaptionChoice {
  /** Preferred languages, best first. */
  languages: readonly string[];
  /** Have them translated into this one; empty: as they are. */
  translateTo: string;
}
