"""Nodes to Markdown."""

import pytest

from host.acquire.pages.writer import to_markdown
from host.core.markdown import blocks, plain
from tests.acquire.trees import body


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h1>One</h1><h3>Two <b>b</b></h3><p>Text</p><h2></h2>", "# One\n\n### Two **b**\n\nText"),
        ("<p>a</p>loose <i>text</i><p>b</p>", "a\n\nloose *text*\n\nb"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li><li></li></ul>", "- a\n  - b\n- c"),
        ("<ul>stray<li><p>a</p><p>b</p></li></ul>", "- stray\n- a\n\n  b"),
        ("<ol start='3'><li>a</li><li>b</li></ol>", "3. a\n4. b"),
        ("<dl><dt>term</dt><dd>meaning</dd></dl>", "term\n:   meaning"),
        ("<dl><div><dt>term</dt><dd>meaning</dd></div></dl>", "term\n:   meaning"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
        ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"),
        ("<a href='https://a.example'><div><p>x</p><h3>Card</h3></div></a>", "x\n\n### [Card](https://a.example)"),
        ("<a href='https://a.example'><ul><li>x</li></ul></a>", "- x"),
        ("<a href='https://a.example'><div></div></a>", ""),
        ("<pre>x = 1</pre>", "```\nx = 1\n```"),
        ("<table><tr><th>a</th><th>b</th></tr></table>", "| a | b |\n| --- | --- |"),
        ("", ""),
    ],
)
def test_structure_is_kept(html, markdown):
    assert to_markdown(body(html)) == markdown


def test_a_long_definition_is_not_read_as_code():
    html = "<dl><dt>cache(f)</dt><dd><p>A cache.</p><pre><code>x = 1</code></pre></dd><dt>term</dt><dd>short</dd></dl>"
    markdown = to_markdown(body(html))
    assert markdown == "cache(f)\n\nA cache.\n\n```\nx = 1\n```\n\nterm\n:   short"
    assert [block.kind for block in blocks(markdown)] == ["paragraph", "paragraph", "code", "paragraph"]


def test_what_a_person_sees_of_the_markdown_are_the_words_of_the_page():
    html = (
        "<p>1. is no list, # no heading, &lt;b&gt; and &amp;amp; no HTML</p><p># nor here<br>- nor there</p>"
        "<p><b>Note:</b>text 2*3*4 a_b_c <code>a`b</code></p>"
    )
    seen = plain(to_markdown(body(html)))
    assert (
        seen == "1. is no list, # no heading, <b> and &amp; no HTML\n# nor here\n- nor there\nNote:text 2*3*4 a_b_c a`b"
    )
