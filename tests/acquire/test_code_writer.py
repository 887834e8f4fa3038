"""Blocks of code, as a person would copy them."""

import pytest

from host.acquire.code_writer import fenced, is_gutter
from tests.acquire.trees import body


def block(html: str) -> str:
    found = body(html).find("pre")
    assert found is not None
    return fenced(found)


@pytest.mark.parametrize(
    ("html", "code"),
    [
        ('<pre><code class="language-python">a = 1\n\n\nb</code></pre>', "python\na = 1\n\n\nb"),
        ('<div class="highlight-c++ notranslate"><div class="highlight"><pre>x;</pre></div></div>', "c++\nx;"),
        ('<div class="highlight highlight-source-ts"><pre>x;</pre></div>', "ts\nx;"),
        ('<pre class="lang-text">x</pre>', "\nx"),
        ('<pre data-language="Rust">x</pre>', "rust\nx"),
        ('<pre><code class="hljs bash">x</code></pre>', "bash\nx"),
        ('<article class="lang-de"><pre>x</pre></article>', "\nx"),
        ("<pre>a<br>b<br><br>c</pre>", "\na\nb\n\nc"),
        ("<pre>a<br>\nb</pre>", "\na\nb"),
        ("<pre><div>a</div><div>  b</div></pre>", "\na\n  b"),
        ('<pre><span class="line">a</span><span class="line">b</span></pre>', "\na\nb"),
        ('<pre><span class="line">a</span>\n<span class="line">b</span></pre>', "\na\nb"),
        ('<pre><span class="line">a</span><br><span class="line">b</span></pre>', "\na\nb"),
        ('<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>', "\na\nb"),
        ('<pre><span style="user-select: none">1</span>a</pre>', "\na"),
        ("<pre>a\xa0b  \n</pre>", "\na b"),
    ],
)
def test_code_keeps_its_lines_and_language(html, code):
    assert block(html) == f"```{code}\n```"


def test_a_fence_in_the_code_is_fenced_by_a_longer_one():
    assert block("<pre>```\nx\n```</pre>") == "````\n```\nx\n```\n````"


def test_nothing_makes_no_block():
    assert block("<pre> \n </pre>") == ""


@pytest.mark.parametrize(
    ("html", "gutter"),
    [("<pre>1\n2\n3</pre>", True), ("<pre class='lineno'>7</pre>", True), ("<pre class='ln'>x</pre>", False)],
)
def test_a_column_of_numbers_is_no_code(html, gutter):
    found = body(html).find("pre")
    assert found is not None
    assert is_gutter(found) is gutter
