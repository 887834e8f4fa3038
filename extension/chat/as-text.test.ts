import { expect, test } from "vitest";
import { makeSource } from "../testing/fake-host";
import { asText } from "./as-text";
import { newExchange } from "./exchange";

const exchange = newExchange(1, { kind: "site", collection: 1, title: "a.example" }, "How high?");

test("the cited sources follow, by number, name, place and address", () => {
  const sources = [
    makeSource({ title: "Mast", headings: ["Mast", "Height"], url: "https://a.example/mast#:~:text=High" }),
    makeSource({ n: 2, title: "", uri: "papers/a.md", url: "ambry:///papers/a.md", label: "p. 1" }),
    makeSource({ n: 3, title: "Unused", cited: false }),
    makeSource({ n: 4, title: "Film", url: "https://youtu.be/a?t=10", label: "0:10" }),
  ];
  const citations = [{ n: 4, quote: "High.", url: "https://youtu.be/a?t=12", label: "0:12" }];
  expect(asText({ ...exchange, answer: "High [1][2][4].\n", sources, citations })).toBe(
    "High [1][2][4].\n\n" +
      "[1] Mast, Height, https://a.example/mast\n[2] papers/a.md, p. 1\n[4] Film, 0:12, https://youtu.be/a?t=12",
  );
});

test("an answer without sources is itself", () => {
  expect(asText({ ...exchange, answer: "Nobody knows." })).toBe("Nobody knows.");
});
