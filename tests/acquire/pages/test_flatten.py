"""Pages whose tags nest without end."""

import pytest

from host.acquire.pages.flatten import DEEPEST, flattened
from host.acquire.pages.page import parse_page


def test_what_nests_too_deep_loses_its_tags_and_keeps_its_words():
    deep = "<div>" * (DEEPEST + 5) + "<b>one</b><b>two</b>" + "</div>" * (DEEPEST + 5)
    flat = flattened(f"<p class='x'>before &amp; &lt;</p>{deep}<p>after</p>")
    assert flat.startswith("<p class='x'>before &amp; &lt;</p>")
    assert flat.count("<div>") == flat.count("</div>") == DEEPEST
    assert "<b>" not in flat
    assert "one two" in flat
    assert flat.endswith("<p>after</p>")


def test_ordinary_pages_stay_as_they_are():
    text = "<p>a<br>b<img src='x'/><i/>c</p><script>if (a < b) x()</script>"
    assert flattened(text) == text.replace("<i/>", "<i/></i>")


@pytest.mark.parametrize("tag", ["div", "b", "table><tr><td", "ul><li", "blockquote"])
def test_all_of_a_page_is_read_however_deep_it_nests(tag):
    closing = "".join(f"</{part}>" for part in reversed(tag.split("><")))
    root = parse_page(f"<main><p>before</p>{f'<{tag}>' * 5000}<p>deep down</p>{closing * 5000}<p>after</p></main>")
    text = root.text_content()
    assert all(words in text for words in ("before", "deep down", "after"))
