/** The whole panel on a fake host, as a person would find it. */

import { render } from "preact";
import { vi } from "vitest";
import type { Capture } from "../page/capture";
import type { VideoFacts } from "../page/video-facts";
import type { View } from "../page/view";
import { App } from "../panel/app";
import { Companion, type Surroundings } from "../panel/companion";
import type { Memory } from "../rendering/consent";
import type { FakeHost } from "./fake-host";

export const PAGE: View = {
  kind: "page",
  tab: 3,
  url: "https://docs.example/kettle",
  title: "Kettle manual",
};

export const CAPTURE: Capture = {
  url: "https://docs.example/kettle",
  title: "Kettle manual",
  language: "en",
  canonical: "",
  selection: "",
  mediaType: "text/html",
  sitemaps: ["https://docs.example/map.xml"],
  html: "<p>It boils.</p>",
  text: "It boils.",
  file: "",
};

export function openPanel(host: FakeHost, view: View = PAGE) {
  const surroundings = {
    version: "0.1.0",
    extensionId: "abcdefgh",
    openPort: host.open,
    captureTab: async () => CAPTURE,
    canonicalOf: async () => "",
    videoTab: { facts: vi.fn(async (): Promise<VideoFacts | null> => null), fetch: vi.fn(async () => "") },
    languages: ["en-GB", "de"],
    loadPage: vi.fn(async () => CAPTURE),
    sitePermissions: {
      has: vi.fn(async () => true),
      ask: vi.fn(async () => true),
      drop: vi.fn(async () => undefined),
    },
    siteMemory: memory(),
    askToReadAll: vi.fn(async () => true),
    openAddress: vi.fn(async () => undefined),
    copy: vi.fn(async () => undefined),
    save: vi.fn(() => undefined),
  } satisfies Surroundings;
  const companion = new Companion(surroundings);
  companion.view.set(view);
  const root = document.createElement("div");
  document.body.replaceChildren(root);
  render(<App companion={companion} />, root);
  companion.start();
  return { companion, surroundings, root };
}

function memory(): Memory {
  let kept: string[] = [];
  return { read: () => kept, write: (hosts) => (kept = hosts) };
}

/** The element with a role (or tag) and a name, as a screen reader would say it. */
export function find<T extends HTMLElement = HTMLElement>(selector: string, name = ""): T {
  const found = [...document.querySelectorAll<T>(selector)].find((element) =>
    (element.getAttribute("aria-label") ?? element.textContent).includes(name),
  );
  if (!found) throw new Error(`There is no ${selector} named ${name} in: ${document.body.textContent}`);
  return found;
}

export function type(text: string, key: KeyboardEventInit = { key: "Enter" }): void {
  const box = find<HTMLTextAreaElement>("textarea");
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  setTimeout(
    () => box.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true })),
    20,
  );
}
