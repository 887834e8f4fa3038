/** What a question is about. */
export type Subject =
  | { kind: "page"; tab: number; url: string; title: string }
  | { kind: "video"; tab: number; video: string; url: string; title: string }
  | { kind: "site"; collection: number; title: string }
  | { kind: "vault"; collection: number; title: string; folder: string };

/** Exchanges with the same key belong to one conversation. */
export function subjectKey(subject: Subject): string {
  switch (subject.kind) {
    case "page":
      return `page ${subject.url}`;
    case "video":
      return `video ${subject.video}`;
    case "site":
    case "vault":
      return `${subject.kind} ${subject.collection}`;
  }
}
