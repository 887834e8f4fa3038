/** What lies beside the chat: the documents of a vault, or one document opened at a passage. */

import type { CollectionView, DocumentTextResult, DocumentView, SourceView } from "../contract";
import type { Client } from "../engine/connection";
import { EngineError } from "../engine/errors";
import { Store } from "../store";
import type { Span } from "./pieces";

/** Where to open a document. */
export interface Passage extends Span {
  /** The words that an answer rests on; empty when nothing more exact than the passage is known. */
  quote: string;
  /** Opens the original there. */
  url: string;
}

export interface DocumentSheet {
  kind: "document";
  document: number;
  title: string;
  passage: Passage | null;
  /** Null until the engine has handed it over. */
  text: DocumentTextResult | null;
  error: EngineError | null;
}

export interface ListSheet {
  kind: "list";
  vault: CollectionView;
  /** Null until the engine has told. */
  documents: readonly DocumentView[] | null;
  error: EngineError | null;
}

export type Sheet = DocumentSheet | ListSheet;

export class Viewer {
  /** The last one is shown; those before it are what "back" leads to. */
  readonly sheets = new Store<readonly Sheet[]>([]);

  constructor(
    private readonly client: Client,
    /** Called when a document has been removed. */
    private readonly onChange: () => void,
  ) {}

  /** At the passage of a source, and in it at the words that are quoted. */
  openSource(source: SourceView, quote: string): Promise<void> {
    const passage = { start: source.start, end: source.end, quote, url: source.url };
    return this.openDocument(source.document, source.title || source.uri, passage);
  }

  async openDocument(document: number, title: string, passage: Passage | null = null): Promise<void> {
    const shown = this.sheets.value.at(-1);
    const text = shown?.kind === "document" && shown.document === document ? shown.text : null;
    const sheet: DocumentSheet = { kind: "document", document, title, passage, text, error: null };
    // From a source to the next one there is no way back but to the chat, which shows them all.
    this.sheets.update((all) => [...all.filter(({ kind }) => kind === "list"), sheet]);
    if (text) return;
    await this.fill(sheet, async () => ({
      ...sheet,
      text: await this.client.request("read_document", { document }),
    }));
  }

  async openVault(vault: CollectionView): Promise<void> {
    const sheet: ListSheet = { kind: "list", vault, documents: null, error: null };
    this.sheets.set([sheet]);
    await this.list(sheet);
  }

  async remove(document: DocumentView): Promise<void> {
    const [sheet] = this.sheets.value.filter((one) => one.kind === "list");
    if (!sheet) return;
    try {
      await this.client.request("remove_document", { document: document.id });
      this.onChange();
    } catch (thrown) {
      this.replace(sheet, { ...sheet, error: EngineError.from(thrown) });
      return;
    }
    await this.list(sheet);
  }

  back(): void {
    this.sheets.update((all) => all.slice(0, -1));
  }

  close(): void {
    this.sheets.set([]);
  }

  private list(sheet: ListSheet): Promise<void> {
    return this.fill(sheet, async () => {
      const { documents } = await this.client.request("list_documents", { collection: sheet.vault.id });
      return { ...sheet, documents };
    });
  }

  /** Nothing happens to a sheet that was closed in the meantime. */
  private async fill(sheet: Sheet, load: () => Promise<Sheet>): Promise<void> {
    const filled = await load().catch((thrown: unknown) => ({ ...sheet, error: EngineError.from(thrown) }));
    this.replace(sheet, filled);
  }

  private replace(sheet: Sheet, by: Sheet): void {
    this.sheets.update((all) => all.map((one) => (one === sheet ? by : one)));
  }
}
