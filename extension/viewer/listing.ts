/** The documents of a vault as a person looks for one: by folder, and by words of its name or title. */

import type { DocumentView } from "../contract";

export interface Group {
  /** A folder's path, ending in `/`; else what the documents have in common, in words. */
  name: string;
  documents: readonly DocumentView[];
}

/** Those whose name or title has every word of `filter`. */
export function matching(documents: readonly DocumentView[], filter: string): readonly DocumentView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return documents;
  return documents.filter(({ name, title }) => {
    const text = `${name} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** In order of first appearance, which is that of the folders. */
export function grouped(documents: readonly DocumentView[]): Group[] {
  const groups = new Map<string, DocumentView[]>();
  for (const document of documents) {
    const name = groupOf(document);
    const group = groups.get(name);
    if (group) group.push(document);
    else groups.set(name, [document]);
  }
  return [...groups].map(([name, documents]) => ({ name, documents }));
}

/** Every folder that holds documents, and those that hold these. */
export function foldersOf(documents: readonly DocumentView[]): string[] {
  const found = new Set<string>();
  for (const { folder } of documents) {
    const parts = folder.split("/").slice(0, -1);
    parts.forEach((_, index) => found.add(`${parts.slice(0, index + 1).join("/")}/`));
  }
  return [...found].sort();
}

/** A file's name without its folders; of a page its title. */
export function shortName({ name, title, url, folder }: DocumentView): string {
  return url ? title || name : name.slice(folder.length);
}

function groupOf({ media_type, url, folder }: DocumentView): string {
  if (media_type === "video/youtube") return "Videos";
  return url ? "Pages" : folder;
}
