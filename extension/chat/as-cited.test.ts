import { expect, test } from "vitest";
import type { CitationView } from "../contract";
import { makeSource } from "../testing/fake-host";
import { asCited } from "./as-cited";

const source = makeSource({
  n: 2,
  text: "Hello and welcome. The post has to dry.",
  url: "https://video.example/v#t=1",
  label: "0:01",
});
const citations: CitationView[] = [
  { n: 1, quote: "Another source.", url: "https://video.example/other", label: "" },
  { n: 2, quote: "The post has to dry.", url: "https://video.example/v#t=57", label: "0:57" },
  { n: 2, quote: "Hello and welcome.", url: "https://video.example/v#t=1", label: "0:01" },
];

test("a cited source is shown at the first sentence that is taken from it", () => {
  expect(asCited(source, citations)).toEqual({
    ...source,
    text: "The post has to dry.",
    label: "0:57",
    url: "https://video.example/v#t=57",
  });
});

test("a source that nothing is taken from stays as it is", () => {
  expect(asCited({ ...source, n: 3 }, citations)).toEqual({ ...source, n: 3 });
});
