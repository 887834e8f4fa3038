/** Hands a text to the browser as a download, as if it had come from a server. */

const LONG_ENOUGH_MS = 60_000;

export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), LONG_ENOUGH_MS); // the browser reads it after the click has returned
}
