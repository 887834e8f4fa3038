/** Takes files and folders by drop or by the browser's choosers. */

import { useRef, useState } from "preact/hooks";
import { chosenFiles, droppedFiles, type NamedFile } from "../vault/dropped-files";

interface Props {
  disabled: boolean;
  onFiles: (files: NamedFile[]) => void;
}

export function DropZone({ disabled, onFiles }: Props) {
  const [over, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer && !disabled) onFiles(await droppedFiles(event.dataTransfer));
  };
  const choose = (input: HTMLInputElement) => {
    onFiles(chosenFiles(input.files ?? []));
    input.value = ""; // the same file may be chosen again
  };
  return (
    <div
      class={over ? "drop drop-over" : "drop"}
      data-testid="drop-zone"
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <p>Drop files or a folder here</p>
      <p class="row">
        <button type="button" class="secondary" disabled={disabled} onClick={() => files.current?.click()}>
          Choose files
        </button>
        <button type="button" class="secondary" disabled={disabled} onClick={() => folder.current?.click()}>
          Choose a folder
        </button>
      </p>
      <p class="faint">PDF, Word, PowerPoint, Excel, EPUB, e-mail, web pages, Markdown, text and more</p>
      <input
        ref={files}
        hidden
        type="file"
        multiple
        aria-label="Files"
        onChange={(event) => choose(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute("webkitdirectory", "");
        }}
        hidden
        type="file"
        multiple
        aria-label="Folder"
        onChange={(event) => choose(event.currentTarget)}
      />
    </div>
  );
}
