// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { Result } from "../contract";
import { FakeHost, healthy, makeCollection, makeJob, makeSource, makeStatus } from "../testing/fake-host";
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

test("an engine that has not yet said what there is, is loading", async () => {
  const { status: _, ...silent } = healthy();
  const { companion } = openPanel(new FakeHost(silent));
  await expect.poll(() => companion.connection.state.value.kind).toBe("ready");
  await shown().toContain("The host is up and loads the engine.");
});

test("a video is asked about as a video", async () => {
  openPanel(new FakeHost(healthy()), {
    kind: "page",
    tab: 3,
    url: "https://youtu.be/dQw4w9WgXcQ",
    title: "A song - YouTube",
  });
  await shown().toContain("Ask about this video");
  expect(find("[role=tab][aria-selected=true]").textContent).toBe("Video");
});

describe("a page that cannot be read", () => {
  test("the browser's own pages are said to be closed", async () => {
    openPanel(new FakeHost(healthy()), { kind: "restricted" });
    await shown().toContain("This page cannot be read");
    expect(find<HTMLTextAreaElement>("textarea").disabled).toBe(true);
    expect(find<HTMLTextAreaElement>("textarea").placeholder).toBe("Open a web page to ask about it");
  });

  test("is asked for in one line above a conversation, where it stays in sight", async () => {
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

  test("another tab is asked for, with the reason", async () => {
    const { surroundings } = openPanel(new FakeHost(healthy()), { kind: "hidden", tab: 4 });
    await shown().toContain("May Ambry read this page?");
    find("button", "Allow reading pages").click();
    expect(surroundings.askToReadAll).toHaveBeenCalledOnce();
  });
});

describe("failure mode 12: no host", () => {
  test("the reason, the extension id, the command, and a way to check again", async () => {
    const handlers = healthy();
    const host = new FakeHost({});
    openPanel(host);
    host.crash("Specified native messaging host not found.");
    await shown().toContain("Ambry's host is not installed");
    expect(find("pre").textContent).toBe("python3 install.py");
    expect(find("[data-testid=extension-id]").textContent).toBe("abcdefgh");
    expect(document.body.textContent).toContain("Specified native messaging host not found.");
    find("button", "Check again").click();
    await expect.poll(() => host.ports).toBe(2);
    host.done(host.last("hello").id, handlers.hello?.(host.last("hello"), host) as Result);
    await expect.poll(() => host.all("status").length).toBe(1);
    host.done(host.last("status").id, makeStatus());
    await shown().toContain("Ask about this page");
  });

  test.each([
    ["Access to the specified native messaging host is forbidden.", "does not know this extension"],
    ["Native host has exited.", "stopped as soon as it started"],
    ["Error when communicating with the native messaging host.", "does not start properly"],
    ["Something new", "cannot be reached"],
  ])("%s", async (reason, words) => {
    const host = new FakeHost({});
    openPanel(host);
    host.crash(reason);
    await shown().toContain(words);
  });
});

test("failure mode 10: versions that do not fit name the side to update", async () => {
  const host = new FakeHost({});
  openPanel(host);
  host.event({ type: "starting", protocol: 2 });
  await shown().toContain("Update the extension");
});

test("the relay's first word is shown as life", async () => {
  const host = new FakeHost({});
  openPanel(host);
  host.event({ type: "starting", protocol: 1 });
  await shown().toContain("The host is up and loads the engine");
});

describe("the vault", () => {
  test("that was chosen is still chosen after a look at another tab", async () => {
    const collections = ["Boat", "Garden"].map((key, index) =>
      makeCollection({ id: index + 7, kind: "vault", key, title: key, documents: 1 }),
    );
    openPanel(new FakeHost({ ...healthy(), status: () => makeStatus({ collections }) }));
    await shown().toContain("Ask about this page");
    find("[role=tab]", "Vault").click();
    await expect.poll(() => find("h2").textContent).toBe("Boat");
    const choice = find<HTMLSelectElement>("#pane select");
    choice.value = "Garden";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    await expect.poll(() => find("h2").textContent).toBe("Garden");
    find("[role=tab]", "Page").click();
    await shown().toContain("Ask about this page");
    find("[role=tab]", "Vault").click();
    await expect.poll(() => find("h2").textContent).toBe("Garden");
  });

  test("takes files, then answers from them", async () => {
    const vault = makeCollection({ id: 7, kind: "vault", key: "Mine", title: "Mine", documents: 0 });
    let documents = 0;
    const host = new FakeHost({
      ...healthy(),
      status: () => makeStatus({ collections: documents ? [{ ...vault, documents }] : [] }),
      add_files: () => ({ kind: "job_started", job: makeJob({ kind: "add_files" }) }),
    });
    const { companion } = openPanel(host);
    await shown().toContain("Ask about this page");
    find("[role=tab]", "Vault").click();
    await shown().toContain("Ask your own files");
    const file = new File(["text"], "a.md");
    file.arrayBuffer = async () => new TextEncoder().encode("text").buffer as ArrayBuffer; // jsdom has none
    void companion.adder.add("My files", [{ path: "a.md", file }]);
    await expect.poll(() => host.all("add_files").length).toBe(1);
    documents = 1;
    host.done(host.last("watch_job").id, { kind: "job_report", job: makeJob({ state: "done" }), items: [] });
    await shown().toContain("1 document on this computer");
    expect(find<HTMLTextAreaElement>("textarea").disabled).toBe(false);
  });
});

test("the footer names who answers and what the others need", async () => {
  const host = new FakeHost({
    ...healthy(),
    status: () =>
      makeStatus({
        chosen: "extractive",
        providers: [
          { name: "extractive", label: "Quotes", place: "on_device", ready: true, models: [], next_step: "" },
          {
            name: "ollama",
            label: "Ollama",
            place: "on_device",
            ready: false,
            models: [],
            next_step: "Start Ollama.",
          },
        ],
      }),
    choose_provider: () => ({ kind: "nothing" }),
  });
  openPanel(host);
  await shown().toContain("Answers: Quotes");
  expect(document.body.textContent).toContain("Start Ollama.");
  expect(find<HTMLInputElement>("[data-testid=provider-ollama] input").disabled).toBe(true);
  find("[data-testid=provider-extractive] input").dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => host.all("choose_provider").length).toBe(1);
});

test("the tabs are reached by arrow keys", async () => {
  openPanel(new FakeHost(healthy()));
  await shown().toContain("Ask about this page");
  find("[role=tablist]").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  await expect.poll(() => find("[role=tab][aria-selected=true]").textContent).toBe("Vault");
  expect(document.activeElement?.id).toBe("tab-vault");
});
