// @vitest-environment jsdom
import { expect, test } from "vitest";
import { FakeHost, healthy, makeOpened, makeTranscript } from "../testing/fake-host";
import { find, openPanel, type } from "../testing/panel";
import type { View } from "../page/view";

const VIDEO: View = { kind: "page", tab: 4, url: "https://youtu.be/Lrk5pur0001", title: "A talk - YouTube" };
const TRACKS = ["en", "de"].map((language) => ({ language, label: `In ${language}`, automatic: false }));
const captions = () => expect.poll(() => document.querySelector("[data-testid=captions]")?.textContent);

function open(
  transcript = makeTranscript({ tracks: TRACKS, translations: [{ ...TRACKS[1]!, language: "fr" }] }),
) {
  const host = new FakeHost({ ...healthy(), open_video: () => makeOpened({ transcript }) });
  openPanel(host, VIDEO);
  return host;
}

function select(label: string, value: string): void {
  const field = [...document.querySelectorAll("[data-testid=captions] label")].find((one) =>
    one.textContent.startsWith(label),
  );
  const choice = field?.querySelector("select");
  if (!choice) throw new Error(`There is no choice of ${label}.`);
  choice.value = value;
  choice.dispatchEvent(new Event("change", { bubbles: true }));
}

async function look() {
  await captions().toContain("Captions and languages");
  find("[data-testid=captions] button").click();
  await captions().toContain("English · read by Ambry");
}

test("which captions are read is shown when the person wants to know", async () => {
  const host = open();
  await look();
  expect(host.all("open_video")).toMatchObject([{ languages: ["en-GB", "de"], translate_to: "" }]);
});

test("other captions are read at once, and answers come from them", async () => {
  const host = open();
  await look();
  select("Captions", "de");
  await expect.poll(() => host.all("open_video").length).toBe(2);
  expect(host.last("open_video")).toMatchObject({ languages: ["de", "en-GB", "de"], translate_to: "" });
  type("What is it about?");
  await expect.poll(() => host.all("ask").length).toBe(1);
  expect(host.all("open_video")).toHaveLength(2);
});

test("a translation is asked for", async () => {
  const host = open();
  await look();
  select("Translated into", "fr");
  await expect.poll(() => host.all("open_video").at(-1)?.translate_to).toBe("fr");
});

test("captions from the page and translations are called what they are", async () => {
  open(makeTranscript({ label: "German", translated: true, reader: "page" }));
  await captions().toContain("Captions and languages");
  find("[data-testid=captions] button").click();
  await captions().toContain("German · translated by YouTube · read from the page you are watching");
});

test("what goes wrong is said there", async () => {
  const host = new FakeHost({
    ...healthy(),
    open_video: ({ id }, self) => void self.fail(id, "not_a_video", "There is no such video."),
  });
  openPanel(host, VIDEO);
  await captions().toContain("Captions and languages");
  find("[data-testid=captions] button").click();
  await captions().toContain("There is no such video.");
});
