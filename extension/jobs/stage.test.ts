import { expect, test } from "vitest";
import { stageLine } from "./stage";

test.each([
  ["Finding pages", "Finding pages"],
  ["Read https://a.example/docs/intro.html", "Read /docs/intro.html"],
  ["Read https://a.example", "Read /"],
  ["Read http://127.0.0.1:8000/a?b=1", "Read /a?b=1"],
  ["Read https://a.example/gr%C3%BC%C3%9Fe", "Read /grüße"],
  ["Read https://a.example/100%", "Read /100%"],
])("%s is shown as %s", (stage, line) => {
  expect(stageLine(stage)).toBe(line);
});

test("a long path keeps its start and its end", () => {
  const line = stageLine(`Read https://a.example/library/${"deep/".repeat(20)}page-of-interest.html`);
  expect(line).toBe("Read /library/deep/deep/…ge-of-interest.html");
});
