// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { Result } from "../contract";
import { FakeHost, healthy, makeCollection, makeJob, makeStatus } from "../testing/fake-host";
import { find, openPanel } from "../testing/panel";

const shown = () => expect.poll(() => document.body.textContent);

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

test("what could not be done is told in its tab alone", async () => {
  const host = new FakeHost({
    ...healthy(),
    watch_folder: ({ id }, self) => void self.fail(id, "folder_refused", "/nowhere is not there."),
  });
  const { companion } = openPanel(host);
  await shown().toContain("Ask about this page");
  find("[role=tab]", "Vault").click();
  await shown().toContain("Ask your own files");
  void companion.watchFolder("My files", "/nowhere", []);
  await shown().toContain("/nowhere is not there.");
  find("[role=tab]", "Page").click();
  await shown().not.toContain("/nowhere is not there.");
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

test("the footer lets one of several models be chosen", async () => {
  const models = ["small", "large"];
  const ollama = { label: "Ollama", place: "on_device" as const, ready: true, next_step: "" };
  const host = new FakeHost({
    ...healthy(),
    status: () =>
      makeStatus({
        chosen: "ollama",
        chosen_model: "large",
        providers: [{ ...ollama, name: "ollama", models }],
      }),
    choose_provider: () => ({ kind: "nothing" }),
  });
  openPanel(host);
  await shown().toContain("Answers: Ollama");
  const choice = find<HTMLSelectElement>("footer select");
  expect([choice.value, ...[...choice.options].map(({ value }) => value)]).toEqual([
    "large",
    "small",
    "large",
  ]);
  choice.value = "small";
  choice.dispatchEvent(new Event("change", { bubbles: true }));
  await expect
    .poll(() => host.all("choose_provider"))
    .toMatchObject([{ provider: "ollama", model: "small" }]);
});

test("the tabs are reached by arrow keys", async () => {
  openPanel(new FakeHost(healthy()));
  await shown().toContain("Ask about this page");
  find("[role=tablist]").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  await expect.poll(() => find("[role=tab][aria-selected=true]").textContent).toBe("Vault");
  expect(document.activeElement?.id).toBe("tab-vault");
});
