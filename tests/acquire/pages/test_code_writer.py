"""Blocks of code, as a person would copy them."""

import pytest

from host.acquire.pages.code_writer import fenced, is_gutter
from host.acquire.pages.writer import to_markdown
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
        ('<pre data-enlighter-language="php">x</pre>', "php\nx"),
        ('<pre data-syntaxhighlighter-params="brush: java; gutter: false">x</pre>', "java\nx"),
        ('<div class="mw-highlight mw-highlight-lang-lua"><pre>x</pre></div>', "lua\nx"),
        ('<table class="js-file-line-container"><tr><td><pre>x</pre></td></tr></table>', "\nx"),
        ('<pre class="language-bash"><div>Bash</div><div>x</div></pre>', "bash\nx"),
        ('<pre class="language-bash">bash</pre>', "bash\nbash"),
        ("<pre><div>1</div><div>a</div><div>2</div><div>b</div></pre>", "\na\nb"),
        ("<pre>1\na</pre>", "\n1\na"),
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


@pytest.mark.parametrize(
    "html",
    [
        "<div class='syntaxhighlighter'><table><tr><td class='gutter'><div class='line'>1</div></td><td class='code'>"
        "<div class='line'>let a</div><div class='line'>b</div></td></tr></table></div>",
        "<table class='crayon-table'><tr><td class='crayon-nums'><div class='crayon-num'>1</div></td>"
        "<td><div class='crayon-line'>let a</div><div class='crayon-line'>b</div></td></tr></table>",
        "<table class='highlight js-file-line-container'><tr><td class='blob-num'>1</td><td>let a</td></tr>"
        "<tr><td class='blob-num'>2</td><td>b</td></tr></table>",
        "<div class='cm-gutters'><div class='cm-gutterElement'>1</div></div>"
        "<div class='cm-content'><div class='cm-line'>let a</div><div class='cm-line'>b</div></div>",
        "<div class='margin'><div class='line-numbers'>1</div></div>"
        "<div class='view-lines'><div class='view-line'>let a</div><div class='view-line'>b</div></div>",
    ],
    ids=["syntaxhighlighter", "crayon", "github", "codemirror", "monaco"],
)
def test_editors_and_highlighters_that_use_no_pre_write_code_all_the_same(html):
    assert to_markdown(body(html)) == "```\nlet a\nb\n```"
