// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { Result } from "../contract";
import {
  FakeHost,
  healthy,
  makeCollection,
  makeDocument,
  makeDocumentText,
  makeSource,
  makeStatus,
  NOTHING,
} from "../testing/fake-host";
import { find, openPanel, PAGE, type } from "../testing/panel";

const VAULT = makeCollection({ id: 9, kind: "vault", key: "papers", title: "papers", documents: 2 });
const TEXT = "# Mast\n\nIt is **high**.\n\nIt is white.\n";
const ANSWER: Result = {
  kind: "answer",
  answer: "High [1], white [2].",
  mode: "passages",
  provider: "extractive",
  writer: "Quotes from your sources",
  model: "",
  sources: [
    makeSource({ document: 4, url: "ambry:///papers/a.md", start: 8, end: 23, text: "It is **high**." }),
    makeSource({ n: 2, document: 4, url: "https://a.example/#:~:text=white", start: 25, end: 37 }),
    makeSource({ n: 3, document: 4, cited: false }),
  ],
  citations: [{ n: 1, quote: "It is high.", url: "ambry:///papers/a.md", label: "" }],
  notices: [],
};

const shown = () => expect.poll(() => document.body.textContent);
const sheet = () => document.querySelector("[data-testid=sheet]");
const scrolled = vi.fn();

function open(handlers: ConstructorParameters<typeof FakeHost>[0] = {}) {
  const host = new FakeHost({
    ...healthy(),
    status: () => makeStatus({ collections: [VAULT] }),
    ask: () => ANSWER,
    list_documents: () => ({
      kind: "documents",
      documents: [
        makeDocument({}),
        makeDocument({ id: 2, name: "sails/b.md", folder: "sails/", title: "Sails" }),
      ],
    }),
    read_document: () => makeDocumentText({ markdown: TEXT }),
    remove_document: () => NOTHING,
    ...handlers,
  });
  return { host, ...openPanel(host) };
}

async function askVault() {
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain("2 documents");
  type("How high is it?");
  await shown().toContain("1 more that was read");
}

beforeEach(() => {
  Element.prototype.scrollIntoView = scrolled; // jsdom shows nothing, so it cannot scroll
  scrolled.mockClear();
});

test("a citation of a file opens what was read, with the very words marked and in view", async () => {
  open();
  await askVault();
  const asking = find("textarea");
  asking.focus();
  find("button.citation", "Source 1").click();
  await shown().toContain("It is white.");
  expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent).join("")).toBe("It is high.");
  expect(document.querySelector("[data-passage]")?.textContent.trim()).toBe("It is high.");
  expect(scrolled.mock.contexts[0]).toBe(document.querySelector("mark"));
  expect(document.activeElement?.textContent).toContain("Chat");

  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  await expect.poll(sheet).toBeNull();
  await expect.poll(() => document.activeElement).toBe(asking);
  expect(document.body.textContent).toContain("1 more that was read");
});

test("a document of a watched folder shows where its file is", async () => {
  const document = makeDocument({ path: "/home/ada/Notes/masts.md" });
  open({ read_document: () => makeDocumentText({ markdown: TEXT, document }) });
  await askVault();
  find("button.citation", "Source 1").click();
  await shown().toContain("/home/ada/Notes/masts.md");
});

test("a card opens what was read, its arrow the original", async () => {
  const { surroundings } = open();
  await askVault();
  find("[data-testid=source-2] button", "Open the original of source 2").click();
  expect(surroundings.openAddress).toHaveBeenCalledWith("https://a.example/#:~:text=white", PAGE);
  find("[data-testid=source-2] .source-open").click();
  await shown().toContain("It is white.");
  expect(document.querySelector("mark")).toBeNull();
  expect(document.querySelector("[data-passage]")?.textContent.trim()).toBe("It is white.");
});

test("the original of a page is opened from its text, at the passage", async () => {
  const { surroundings } = open({
    read_document: () =>
      makeDocumentText({ markdown: TEXT, document: makeDocument({ url: "https://a.example/" }) }),
  });
  await askVault();
  find("[data-testid=source-2] .source-open").click();
  await shown().toContain("Open original");
  find("button", "Open original").click();
  expect(surroundings.openAddress).toHaveBeenCalledWith("https://a.example/#:~:text=white", PAGE);
});

test("of a file in a watched folder it is said where it is; of a page who wrote it and when", async () => {
  const file = makeDocument({ path: "/home/ada/notes/a.md" });
  open({
    read_document: () => makeDocumentText({ document: file, authors: ["Ada Lee"], date: "2024-05-06" }),
  });
  await askVault();
  find("button.citation", "Source 1").click();
  await expect.poll(() => sheet()?.textContent).toContain("papers › /home/ada/notes/a.md");
  expect(sheet()?.textContent).toContain("Ada Lee · ");
});

test("pages and seconds stand beside the text and lead to the original", async () => {
  const places = [
    { start: 0, label: "0:00", url: "https://youtu.be/x?t=0" },
    { start: 25, label: "0:40", url: "https://youtu.be/x?t=40" },
  ];
  const { surroundings } = open({ read_document: () => makeDocumentText({ markdown: TEXT, places }) });
  await askVault();
  find("button.citation", "Source 1").click();
  await shown().toContain("0:40");
  find("button", "Open the original at 0:40").click();
  expect(surroundings.openAddress).toHaveBeenCalledWith("https://youtu.be/x?t=40", PAGE);
});

test("a long document has an outline, and what is far away is drawn when it is chosen", async () => {
  const parts = Array.from({ length: 400 }, (_, n) => `## Part ${n}\n\n${"word ".repeat(200)}\n\n`);
  open({ read_document: () => makeDocumentText({ markdown: parts.join("") }) });
  await askVault();
  find("button.citation", "Source 1").click();
  await shown().toContain("Contents (400)");
  expect(document.querySelectorAll("[data-piece]").length).toBeLessThan(20);
  find(".outline button", "Part 399").click();
  await expect.poll(() => scrolled.mock.contexts.at(-1)).toHaveProperty("textContent", "Part 399");
});

test("the documents of a vault: by folder, found by name, opened, and back", async () => {
  open();
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain("2 documents");
  find("button", "2 documents").click();
  await expect.poll(() => find("[aria-label='sails/']").textContent).toContain("b.md");
  const filter = find<HTMLInputElement>("input[type=search]");
  filter.value = "sails";
  filter.dispatchEvent(new Event("input", { bubbles: true }));
  await shown().toContain("1 of 2");
  find("button.entry", "b.md").click();
  await shown().toContain("It is white.");
  find("button", "Documents").click();
  await expect.poll(() => document.querySelectorAll(".sheet-body [data-piece]").length).toBe(0);
  expect(document.querySelectorAll("button.entry").length).toBe(1); // as it was left
  const escape = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  filter.dispatchEvent(escape());
  await expect.poll(() => document.querySelectorAll("button.entry").length).toBe(2);
  filter.value = "masts";
  filter.dispatchEvent(new Event("input", { bubbles: true }));
  await shown().toContain("No document has these words");
  filter.dispatchEvent(escape());
  await expect.poll(() => filter.value).toBe("");
  filter.dispatchEvent(escape());
  await expect.poll(sheet).toBeNull();
});

test("a document is removed only when that is said twice", async () => {
  const { host } = open();
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain("2 documents");
  find("button", "2 documents").click();
  await shown().toContain("b.md");
  find("button", "Remove b.md").click();
  await shown().toContain("Remove b.md from the vault? Your own file stays as it is.");
  expect(host.all("remove_document")).toEqual([]);
  await expect.poll(() => document.activeElement?.textContent).toBe("Keep");
  find(".row-asking button", "Keep").click();
  await expect.poll(() => document.querySelector(".row-asking")).toBeNull();
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Remove b.md");
  find("button", "Remove b.md").click();
  await expect.poll(() => document.querySelector(".row-asking")).not.toBeNull();
  find(".row-asking button", "Remove").click();
  await expect.poll(() => host.all("remove_document").map(({ document }) => document)).toEqual([2]);
  await expect.poll(() => document.activeElement?.textContent).toContain("a.md"); // what stands next to it
});

test("a document that is gone says so in its place", async () => {
  open({ read_document: ({ id }, self) => void self.fail(id, "not_found", "There is no such document.") });
  await askVault();
  find("button.citation", "Source 1").click();
  await expect.poll(() => sheet()?.textContent).toContain("There is no such document.");
});

test("words at the end of a passage of many paragraphs are marked at once", async () => {
  const paragraphs = Array.from({ length: 30 }, (_, n) => `Paragraph ${n}.\n\n`);
  const markdown = paragraphs.join("");
  const starts = paragraphs.map((_, n) => paragraphs.slice(0, n).join("").length);
  const places = starts.map((start, n) => ({ start, label: `0:${10 + n}`, url: "" }));
  const source = makeSource({ document: 4, url: "", start: 0, end: markdown.length });
  const citations = [{ n: 1, quote: "Paragraph 29.", url: "", label: "" }];
  open({
    ask: () => ({ ...ANSWER, sources: [source, makeSource({ n: 2, cited: false })], citations }),
    read_document: () => makeDocumentText({ markdown, places }),
  });
  await askVault();
  find("button.citation", "Source 1").click();
  await expect.poll(() => document.querySelector("mark")?.textContent).toBe("Paragraph 29.");
});
