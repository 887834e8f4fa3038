// @vitest-environment jsdom
// DOMPurify does nothing in happy-dom, which lacks parts of the DOM that it needs.
import { describe, expect, test } from "vitest";
import { renderAnswer } from "./render-answer";

function render(markdown: string, ...sources: number[]): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = renderAnswer(markdown, new Set(sources));
  return element;
}

test("Markdown becomes structure", () => {
  const answer = render(
    "# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n",
  );
  for (const tag of ["h1", "strong", "code", "ul", "table"]) expect(answer.querySelector(tag)).not.toBeNull();
});

describe("citations", () => {
  test("a number in brackets that is a source becomes a button, counted in order", () => {
    const buttons = [...render("Yes [1]. And [2][1], also [1, 2].", 1, 2).querySelectorAll("button")];
    expect(buttons.map((button) => button.textContent)).toEqual(["1", "2", "1", "1", "2"]);
    expect(buttons.map((button) => button.getAttribute("data-index"))).toEqual(["0", "1", "2", "3", "4"]);
    expect(buttons[1]?.getAttribute("aria-label")).toBe("Source 2");
  });

  test("no line ends between a citation and the word before it or the stop behind it", () => {
    const held = (markdown: string) =>
      [...render(markdown, 1, 2, 3).querySelectorAll(".held")].map((span) => span.textContent);
    expect(held("It boils [1].")).toEqual([" 1."]);
    expect(held("It **boils [1]**, twice[2]")).toEqual([" 1", "2"]);
    expect(held("It boils [1][2, 3]; so it says.")).toEqual([" 1", "3;"]);
    expect(held("It boils [1][9].")).toEqual([" 1"]);
    expect(render("It boils [1][9].", 1).textContent).toBe("It boils 1[9].\n");
  });

  test.each([
    ["a year", "Since [2024] it is so."],
    ["a number without a source", "So it says [7]."],
    ["code", "Use `list[1]` here."],
    ["a link", "See [1](https://a.example/)."],
  ])("%s is left as it is", (_name, markdown) => {
    expect(render(markdown, 1).querySelector("button")).toBeNull();
  });
});

test("each paragraph, list and table runs in the direction of its own language", () => {
  const answer = render("From your sources:\n\n> لا تصعد السلم\n\n1. الأولى\n2. الثانية\n");
  expect([...answer.querySelectorAll("[dir=auto]")].map(({ tagName }) => tagName)).toEqual([
    "P",
    "BLOCKQUOTE",
    "OL",
  ]);
});

describe("links", () => {
  test("open outside of the panel and tell nothing about it", () => {
    const link = render("[there](https://a.example/)").querySelector("a");
    expect(link?.getAttribute("href")).toBe("https://a.example/");
    expect(link?.getAttribute("target")).toBe("_blank");
    expect(link?.getAttribute("rel")).toContain("noopener");
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "chrome://settings",
    "//a.example",
    "x",
  ])("%s is no link", (address) => {
    expect(render(`[there](${address})`).querySelector("[href]")).toBeNull();
  });
});

describe("a model's text is data", () => {
  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![picture](https://evil.example/pixel.png)",
    "![p][r]\n\n[r]: https://evil.example/pixel.png",
    '<a href="https://a.example" onclick="alert(1)">x</a>',
    "<svg><script>alert(1)</script></svg>",
    "<svg/onload=alert(1)>",
    "<iframe src=https://evil.example></iframe>",
    "<form action=https://evil.example><input name=q></form>",
    "<style>body{background:url(https://evil.example)}</style>",
    '<p style="position:fixed">x</p>',
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<button data-number=1>x</button>",
    '[x](https://a.example "onmouseover=alert(1)")',
    "`<img src=x onerror=alert(1)>`",
    "```html\n<script>alert(1)</script>\n```",
  ])("%s comes to nothing", (markdown) => {
    const answer = render(markdown, 1);
    expect(
      answer.querySelector(
        "script, img, svg, iframe, form, input, style, math, button, video, object, embed, link",
      ),
    ).toBeNull();
    for (const element of answer.querySelectorAll("*")) {
      for (const { name } of element.attributes)
        expect(["href", "target", "rel", "class", "dir"]).toContain(name);
    }
  });

  test("raw HTML is shown as the text that it is", () => {
    expect(render("<b>not bold</b>").textContent).toContain("<b>not bold</b>");
  });
});
