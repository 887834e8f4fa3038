// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { KeptView } from "../contract";
import {
  FakeHost,
  healthy,
  makeCollection,
  makeDocument,
  makeDocumentText,
  makeStatus,
} from "../testing/fake-host";
import { find, openPanel, PAGE } from "../testing/panel";

const VAULTS = ["papers", "books"].map((key, id) => makeCollection({ id, kind: "vault", key, title: key }));
const shown = () => expect.poll(() => document.querySelector("[data-testid=keep]")?.textContent);

function open(kept: Partial<KeptView>[], handlers: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const views = kept.map((one): KeptView => ({
    vault: "papers",
    document: makeDocument({}),
    changed: null,
    ...one,
  }));
  const host = new FakeHost({
    ...healthy(),
    status: () => makeStatus({ collections: VAULTS }),
    find_kept: () => ({ kind: "kept", kept: views }),
    read_document: () => makeDocumentText(),
    ...handlers,
  });
  return { host, views, ...openPanel(host) };
}

test("the page in view is added to the vault that is chosen, and then it is in it", async () => {
  const { host, views } = open([]);
  await shown().toContain("Add to vault");
  const choice = find<HTMLSelectElement>("[data-testid=keep] select");
  choice.value = "books";
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  views.push({ vault: "books", document: makeDocument({}), changed: false });
  find("[data-testid=keep] button.primary", "Add").click();
  await shown().toContain("In vault: books");
  await shown().toContain("Added.");
  expect(host.last("open_page")).toMatchObject({
    vault: "books",
    page: { url: PAGE.kind === "page" && PAGE.url },
  });
  expect(document.querySelector("[data-testid=keep]")?.textContent).not.toContain("Update");
});

test("what is there already can be read, and brought up to date", async () => {
  const { host } = open([{ changed: true }]);
  await shown().toContain("In vault: papers · changed since");
  find("[data-testid=keep] button", "Read it").click();
  await expect.poll(() => document.querySelector("[data-testid=document]")?.textContent).toContain("A file");
  find("[data-testid=keep] button", "Update").click();
  await expect.poll(() => host.all("open_page").map(({ vault }) => vault)).toEqual(["papers"]);
});

test("why something could not be added stands where it was wanted", async () => {
  open([], { open_page: ({ id }, self) => void self.fail(id, "no_text", "The page has no text.") });
  await shown().toContain("Add to vault");
  find("[data-testid=keep] button.primary", "Add").click();
  await shown().toContain("The page has no text.");
});

test("it can be stopped", async () => {
  const { host } = open([], { open_page: () => undefined });
  await shown().toContain("Add to vault");
  find("[data-testid=keep] button.primary", "Add").click();
  await shown().toContain("Stop");
  await expect.poll(() => host.all("open_page").length).toBe(1);
  find("[data-testid=keep] button", "Stop").click();
  await shown().toContain("Add to vault");
});
