// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { Result } from "../contract";
import { FakeHost, healthy, makeSource } from "../testing/fake-host";
import { find, openPanel, PAGE, type } from "../testing/panel";

const shown = () => expect.poll(() => document.body.textContent);

const ANSWER: Result = {
  kind: "answer",
  answer: "It **boils** [1].",
  mode: "document",
  provider: "extractive",
  writer: "Quotes from your sources",
  model: "",
  sources: [makeSource({ title: "Kettle manual" }), makeSource({ n: 2, title: "Unused", cited: false })],
  citations: [
    { n: 1, quote: "It boils.", url: "https://docs.example/kettle#:~:text=It%20boils.", label: "Boiling" },
  ],
  notices: ["These are quotes."],
};

describe("a question about the page", () => {
  test("streams, cites, and opens the very sentence", async () => {
    const host = new FakeHost(healthy());
    const { surroundings } = openPanel(host);
    await shown().toContain("Ask about this page");
    type("What does it do?");
    await shown().toContain("What does it do?");
    await expect.poll(() => host.all("ask").length).toBe(1);
    const { id } = host.last("ask");
    host.event({ type: "delta", id, text: "It **bo" });
    await shown().toContain("It **bo");
    expect(find("[role=log]").getAttribute("aria-busy")).toBe("true");
    host.done(id, ANSWER);
    await shown().toContain("Read all of it");
    expect(find("[data-testid=answer]").innerHTML).toContain("<strong>boils</strong>");
    expect(find("[data-testid=notice]").textContent).toBe("These are quotes.");
    expect(find("[data-testid=provider]").textContent).toBe("Read all of it · Quotes from your sources");
    find("button", "Copy").click();
    expect(surroundings.copy).toHaveBeenCalledWith(
      "It **boils** [1].\n\n[1] Kettle manual, Boiling, https://docs.example/kettle",
    );
    expect(find("[role=log]").getAttribute("aria-busy")).toBe("false");
    find("button.citation", "Source 1").click();
    expect(surroundings.openAddress).toHaveBeenCalledWith(
      "https://docs.example/kettle#:~:text=It%20boils.",
      PAGE,
    );
  });

  test("shows the sources it cites, and the others when asked", async () => {
    openPanel(new FakeHost({ ...healthy(), ask: () => ANSWER }));
    await shown().toContain("Ask about this page");
    type("What does it do?");
    await shown().toContain("1 more that was read");
    expect(find("[data-testid=source-1]").textContent).toMatch(/Boiling.*It boils\./);
    expect(document.querySelector("[data-testid=source-2]")).toBeNull();
    find("button", "1 more").click();
    await shown().toContain("Unused");
  });

  test("that nothing answers is answered so, with nothing to copy", async () => {
    const nothing: Result = {
      ...ANSWER,
      answer: "Nothing answers that.",
      mode: "none",
      sources: [],
      citations: [],
    };
    openPanel(new FakeHost({ ...healthy(), ask: () => nothing }));
    await shown().toContain("Ask about this page");
    type("Who is the king?");
    await shown().toContain("Nothing answers that.");
    expect(find("[data-testid=exchange]").querySelector("button")).toBeNull();
  });

  test("can be stopped; what was read by then is there when asked for", async () => {
    const host = new FakeHost(healthy());
    openPanel(host);
    await shown().toContain("Ask about this page");
    type("What does it do?");
    await expect.poll(() => host.all("ask").length).toBe(1);
    const { id } = host.last("ask");
    const sources = [1, 2].map((n) => makeSource({ n, cited: false }));
    host.event({ type: "sources", id, sources });
    host.event({ type: "delta", id, text: "It" });
    await shown().toContain("Reading 2 sources");
    find("button[aria-label=Stop]").click();
    await shown().toContain("Stopped.");
    expect(host.all("cancel")).toHaveLength(1);
    expect(document.querySelector("[data-testid=source-1]")).toBeNull();
    find("button", "2 that were read").click();
    await expect.poll(() => document.querySelectorAll(".source").length).toBe(2);
  });

  test.each([
    ["Shift+Enter starts a line", { key: "Enter", shiftKey: true }],
    ["Enter belongs to an input method that composes", { key: "Enter", isComposing: true }],
  ])("%s", async (_name, key) => {
    const host = new FakeHost(healthy());
    openPanel(host);
    await shown().toContain("Ask about this page");
    type("Half a question", key);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(host.all("ask")).toEqual([]);
  });

  test("that was stopped or failed can be asked again, of what it was about", async () => {
    const host = new FakeHost(healthy());
    const { companion } = openPanel(host);
    await shown().toContain("Ask about this page");
    type("What does it do?");
    await expect.poll(() => host.all("ask").length).toBe(1);
    host.fail(host.last("ask").id, "internal", "It broke.");
    await shown().toContain("It broke.");
    companion.view.set({ kind: "page", tab: 3, url: "https://docs.example/toaster", title: "Toaster" });
    await shown().not.toContain("Ask again");
    companion.view.set(PAGE);
    await shown().toContain("Ask again");
    find("button", "Ask again").click();
    await expect.poll(() => host.all("ask").length).toBe(2);
    expect(host.last("ask")).toMatchObject({ question: "What does it do?", history: [] });
    await shown().not.toContain("Ask again");
    find("button[aria-label=Stop]").click();
    await shown().toContain("Stopped.");
    find("button", "Ask again");
  });

  test("is kept while it is typed and another tab is shown", async () => {
    openPanel(new FakeHost(healthy()));
    await shown().toContain("Ask about this page");
    const box = find<HTMLTextAreaElement>("textarea");
    box.value = "Half a quest";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    find("[role=tab]", "Vault").click();
    await shown().toContain("Ask your own files");
    expect(find<HTMLTextAreaElement>("textarea").value).toBe("");
    find("[role=tab]", "Page").click();
    await shown().toContain("Ask about this page");
    expect(find<HTMLTextAreaElement>("textarea").value).toBe("Half a quest");
  });

  test("leaves the keyboard where it is when its answer ends", async () => {
    const host = new FakeHost(healthy());
    openPanel(host);
    await shown().toContain("Ask about this page");
    type("What does it do?");
    await expect.poll(() => host.all("ask").length).toBe(1);
    const button = find("button[aria-label=Stop]");
    button.focus();
    host.done(host.last("ask").id, ANSWER);
    await shown().toContain("Read all of it");
    expect(document.activeElement).toBe(find("button[aria-label=Ask]"));
  });

  test("an answer about an earlier page stays and says what it is about", async () => {
    const { companion } = openPanel(new FakeHost({ ...healthy(), ask: () => ANSWER }));
    await shown().toContain("Ask about this page");
    type("What does it do?");
    await shown().toContain("Read all of it");
    companion.view.set({ kind: "page", tab: 3, url: "https://docs.example/toaster", title: "Toaster" });
    await shown().toContain("About Kettle manual");
    await shown().toContain("This page: Toaster");
  });
});

test("leave to read the page is asked for in one line above a conversation, where it stays in sight", async () => {
  const { companion, surroundings } = openPanel(new FakeHost({ ...healthy(), ask: () => ANSWER }));
  await shown().toContain("Ask about this page");
  type("What does it do?");
  await shown().toContain("Read all of it");
  companion.view.set({ kind: "hidden", tab: 4 });
  await shown().toContain("May Ambry read this page?");
  expect(document.querySelector(".log .empty")).toBeNull();
  expect(find<HTMLTextAreaElement>("textarea").placeholder).toBe("Allow reading this page to ask about it");
  find(".banner button").click();
  expect(surroundings.askToReadAll).toHaveBeenCalledOnce();
});
