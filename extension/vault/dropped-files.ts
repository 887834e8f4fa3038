/** The files of a drop or a chosen folder, each with the path that the person knows it by. */

export interface NamedFile {
  path: string;
  file: File;
}

export function chosenFiles(list: Iterable<File>): NamedFile[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file })).filter(isWanted);
}

export async function droppedFiles(transfer: DataTransfer): Promise<NamedFile[]> {
  // The entries have to be taken before the first await: the browser empties the transfer after the event.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const nested = await Promise.all(entries.map(filesIn));
  return nested.flat().filter(isWanted);
}

async function filesIn(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const nested = await Promise.all((await children(entry as FileSystemDirectoryEntry)).map(filesIn));
  return nested.flat();
}

/** A reader hands out at most a hundred entries at a time and an empty list at the end. */
async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Hidden files and what lies in hidden folders belong to programs (`.git`, `.obsidian`, `.DS_Store`). */
function isWanted({ path }: NamedFile): boolean {
  return !path.split("/").some((part) => part.startsWith("."));
}
