// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { capturePage } from "./capture";

beforeEach(() => {
  document.head.innerHTML =
    '<title>Kettle</title><link rel="canonical" href="https://a.example/kettle"><link rel="sitemap" href="/map.xml">';
  document.body.innerHTML = "<p>It boils.</p>";
  document.documentElement.lang = "en";
  setContentType("text/html");
});
afterEach(() => void vi.unstubAllGlobals());

function setContentType(value: string): void {
  Object.defineProperty(document, "contentType", { value, configurable: true });
}

test("a page is handed over as it is rendered, with what the person sees about it", async () => {
  const capture = await capturePage();
  expect(capture).toMatchObject({
    url: location.href,
    title: "Kettle",
    language: "en",
    canonical: "https://a.example/kettle",
    selection: "",
    mediaType: "text/html",
    file: "",
  });
  expect(capture.sitemaps).toEqual([new URL("/map.xml", location.href).href]);
  expect(capture.html).toContain("<p>It boils.</p>");
  expect(capture.text).toContain("It boils.");
});

test("the selection comes along", async () => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("p")!);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  expect((await capturePage()).selection).toBe("It boils.");
});

test("a file is fetched in the page's own session and handed over as bytes", async () => {
  setContentType("application/pdf");
  const fetched = vi.fn(async () => new Response(new Uint8Array([37, 80, 68, 70])));
  vi.stubGlobal("fetch", fetched);
  const capture = await capturePage();
  expect(capture).toMatchObject({ mediaType: "application/pdf", file: btoa("%PDF"), html: "", text: "" });
  expect(fetched).toHaveBeenCalledWith(location.href, expect.objectContaining({ credentials: "include" }));
});

test("it uses nothing from outside of itself, because the browser moves its text alone", async () => {
  const alone = new Function(`return (${capturePage.toString()})`)() as typeof capturePage;
  expect((await alone()).title).toBe("Kettle");
});
