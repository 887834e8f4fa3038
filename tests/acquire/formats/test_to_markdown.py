"""HTML to Markdown with its structure."""

import pytest

from host.acquire.formats.to_markdown import html_to_markdown
from host.core.markdown import blocks


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>One</h1><h3>Two</h3><p>Text</p>", "# One\n\n### Two\n\nText"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
        ('<p><a href="https://a.example/x">link</a></p>', "[link](https://a.example/x)"),
        ('<p><a href="javascript:void(0)">no link</a> <a>none</a></p>', "no link none"),
        ('<p>a_b * c <img src="data:x" alt="A  map"> <img src="x.png"></p>', "a_b * c [Image: A map]"),
        ('<pre><code class="language-python">a = 1\n\n\nb</code></pre>', "```python\na = 1\n\n\nb\n```"),
        ('<div class="highlight-c++ notranslate"><div class="highlight"><pre>x;</pre></div></div>', "```c++\nx;\n```"),
        ('<pre class="lang-text">x</pre>', "```\nx\n```"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
         "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><tr><td>1</td><td>2</td></tr></table>", "| 1 | 2 |\n| --- | --- |"),
        ("<dl><dt>term</dt><dd>meaning</dd></dl>", "term\n:   meaning"),
        ("<p>a</p><br><br><br><br><p>b</p>", "a\n\nb"),
        ("", ""),
    ],
)  # fmt: skip
def test_structure_is_kept(html, markdown):
    assert html_to_markdown(html) == markdown


def test_a_long_definition_is_not_read_as_code():
    html = "<dl><dt>cache(f)</dt><dd><p>A cache.</p><pre><code>x = 1</code></pre></dd><dt>term</dt><dd>short</dd></dl>"
    markdown = html_to_markdown(html)
    assert markdown == "cache(f)\n\nA cache.\n\n```\nx = 1\n```\n\nterm\n:   short"
    assert [block.kind for block in blocks(markdown)] == ["paragraph", "paragraph", "code", "paragraph"]
