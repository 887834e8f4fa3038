// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { FakeHost, healthy, makeCollection, makeOpened } from "../testing/fake-host";
import { openPanel, type } from "../testing/panel";
import { makeFacts } from "../testing/video-page";
import type { View } from "../page/view";

const VIDEO: View = {
  kind: "page",
  tab: 4,
  url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s",
  title: "A talk - YouTube",
};

function shown() {
  return expect.poll(() => document.body.textContent);
}

test("a video is asked for in the languages of the browser, and the panel says which way it came", async () => {
  const notices = ["Transcript read by Ambry: English."];
  const host = new FakeHost({
    ...healthy(),
    open_video: () => makeOpened({ collection: makeCollection({}), notices }),
  });
  openPanel(host, VIDEO);
  await shown().toContain("Ask about this video");
  type("What is it about?");
  await shown().toContain("Transcript read by Ambry: English.");
  expect(host.last("open_video")).toMatchObject({ video: "dQw4w9WgXcQ", languages: ["en-GB", "de"] });
});

test("a transcript that YouTube refuses to the engine is read in the tab that was asked about", async () => {
  const host = new FakeHost({
    ...healthy(),
    open_video: ({ id, ...request }, self) => {
      if ("transcript" in request) {
        return makeOpened({ collection: makeCollection({}), notices: [] });
      }
      self.fail(id, "transcript_blocked", "YouTube takes this computer for a bot.");
      return undefined;
    },
  });
  const { surroundings } = openPanel(host, VIDEO);
  surroundings.videoTab.facts.mockResolvedValue(makeFacts({ panel: [{ clock: "0:04", text: "Hello." }] }));
  await shown().toContain("Ask about this video");
  type("What is it about?");
  await expect.poll(() => host.all("ask").length).toBe(1);
  expect(surroundings.videoTab.facts).toHaveBeenCalledWith(4, "dQw4w9WgXcQ");
});
