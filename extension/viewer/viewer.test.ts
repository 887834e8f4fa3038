import { expect, test, vi } from "vitest";
import {
  clientOf,
  FakeHost,
  makeCollection,
  makeDocument,
  makeDocumentText,
  makeSource,
  NOTHING,
} from "../testing/fake-host";
import { Viewer } from "./viewer";

function viewerWith(handlers: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const host = new FakeHost({
    read_document: () => makeDocumentText(),
    list_documents: () => ({ kind: "documents", documents: [makeDocument({})] }),
    remove_document: () => NOTHING,
    ...handlers,
  });
  const changed = vi.fn();
  return { host, changed, viewer: new Viewer(clientOf(host), changed) };
}

const VAULT = makeCollection({ id: 9, kind: "vault", key: "papers" });

test("a source opens its document at its passage", async () => {
  const { host, viewer } = viewerWith();
  await viewer.openSource(makeSource({ document: 4, start: 10, end: 20 }), "A quote.");
  expect(host.last("read_document").document).toBe(4);
  expect(viewer.sheets.value).toMatchObject([
    { kind: "document", passage: { start: 10, end: 20, quote: "A quote." }, text: { markdown: "# A file" } },
  ]);
});

test("another passage of the same document does not read it again", async () => {
  const { host, viewer } = viewerWith();
  await viewer.openSource(makeSource({ document: 4 }), "");
  await viewer.openSource(makeSource({ document: 4, start: 99 }), "");
  expect(host.all("read_document")).toHaveLength(1);
  expect(viewer.sheets.value).toMatchObject([{ passage: { start: 99 }, text: { markdown: "# A file" } }]);
});

test("from the list of a vault to a document, and back, and out", async () => {
  const { viewer } = viewerWith();
  await viewer.openVault(VAULT);
  expect(viewer.sheets.value).toMatchObject([{ kind: "list", documents: [{ name: "a.md" }] }]);
  await viewer.openDocument(1, "A file");
  viewer.back();
  expect(viewer.sheets.value).toMatchObject([{ kind: "list" }]);
  await viewer.openDocument(1, "A file");
  viewer.close();
  expect(viewer.sheets.value).toEqual([]);
});

test("a document that is gone says so", async () => {
  const { viewer } = viewerWith({
    read_document: ({ id }, host) => void host.fail(id, "not_found", "It is gone."),
  });
  await viewer.openDocument(1, "A file");
  expect(viewer.sheets.value).toMatchObject([{ text: null, error: { message: "It is gone." } }]);
});

test("a removed document leaves the list, and the panel hears of it", async () => {
  const { host, changed, viewer } = viewerWith();
  await viewer.openVault(VAULT);
  await viewer.remove(makeDocument({ id: 5 }));
  expect(host.last("remove_document").document).toBe(5);
  expect(host.all("list_documents")).toHaveLength(2);
  expect(changed).toHaveBeenCalled();
});

test("one that cannot be removed stays, with the reason", async () => {
  const { viewer } = viewerWith({
    remove_document: ({ id }, host) => void host.fail(id, "not_found", "Gone."),
  });
  await viewer.openVault(VAULT);
  await viewer.remove(makeDocument({}));
  expect(viewer.sheets.value).toMatchObject([{ documents: [{ name: "a.md" }], error: { message: "Gone." } }]);
});

test("what arrives after it was closed changes nothing", async () => {
  const { viewer } = viewerWith();
  const opening = viewer.openDocument(1, "A file");
  viewer.close();
  await opening;
  expect(viewer.sheets.value).toEqual([]);
});
