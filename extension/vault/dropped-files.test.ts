import { expect, test } from "vitest";
import { chosenFiles, droppedFiles } from "./dropped-files";

function fileEntry(fullPath: string): FileSystemFileEntry {
  const file = new File(["x"], fullPath.split("/").at(-1) ?? "");
  return { isFile: true, fullPath, file: (done: (file: File) => void) => done(file) } as FileSystemFileEntry;
}

/** Hands out its children in batches, as browsers do. */
function folder(...batches: FileSystemEntry[][]): FileSystemEntry {
  const createReader = () => ({
    readEntries: (done: (entries: FileSystemEntry[]) => void) => done(batches.shift() ?? []),
  });
  return { isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function dropOf(...entries: (FileSystemEntry | null)[]): DataTransfer {
  return { items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) } as unknown as DataTransfer;
}

test("a dropped folder gives all of its files with their paths, batch after batch", async () => {
  const deep = folder([fileEntry("/notes/deep/c.md")]);
  const notes = folder([fileEntry("/notes/a.md"), deep], [fileEntry("/notes/b.md")]);
  const files = await droppedFiles(dropOf(notes, fileEntry("/d.pdf"), null));
  expect(files.map((file) => file.path)).toEqual(["notes/a.md", "notes/deep/c.md", "notes/b.md", "d.pdf"]);
});

test("hidden files and folders stay behind", async () => {
  const files = await droppedFiles(
    dropOf(fileEntry("/notes/.obsidian/app.json"), fileEntry("/.DS_Store"), fileEntry("/a.md")),
  );
  expect(files.map((file) => file.path)).toEqual(["a.md"]);
});

test("a chosen folder's files keep their relative paths, single files their names", () => {
  const nested = new File(["x"], "a.md");
  Object.defineProperty(nested, "webkitRelativePath", { value: "notes/a.md" });
  expect(chosenFiles([nested, new File(["y"], "b.md")]).map((file) => file.path)).toEqual([
    "notes/a.md",
    "b.md",
  ]);
});
