"""What asks the reader to do something."""

import pytest

from host.acquire.pages.prompts import drop_consent, drop_labels
from tests.acquire.trees import body

TEXT = "<p>The keeper climbed the stairs every four hours to trim the lamp, which stands thirty metres high.</p>" * 3


@pytest.mark.parametrize(
    "box",
    [
        "<div><p>We use cookies to give you the best experience. By continuing you agree.</p></div>",
        "<div>This website uses cookies to analyse traffic.</div>",
        "<section>Manage cookies: set your preferences</section>",
        "<p>Diese Seite verwendet Cookies, um Ihre Erfahrung zu verbessern.</p>",
    ],
)
def test_a_page_that_asks_for_cookies_is_read_without_the_question(box):
    top = body(TEXT + box)
    drop_consent(top)
    assert "ookies" not in top.text()
    assert "keeper" in top.text()


@pytest.mark.parametrize(
    "text",
    [
        "<p>We use cookies to keep the session of a request in Flask.</p>" + TEXT,
        "<p>We use cookies for your experience.</p>" * 12,
        "<p>We use cookies for your experience.</p>",
        "<p>Bake the cookies for a good experience.</p>" + TEXT,
        TEXT,
    ],
    ids=["explained", "policy", "all there is", "baked", "none"],
)
def test_what_is_about_cookies_stays(text):
    top = body(text)
    before = top.text()
    drop_consent(top)
    assert top.text() == before


@pytest.mark.parametrize(
    "label",
    [
        "<div>Add to cart</div>",
        "<p><a href='/x'>Quick view</a></p>",
        "<ul><li>Reply with quote</li></ul>",
        "<div>Top</div>",
        "<div><span>Log in</span><span>Register</span></div>",
        "<p>Last edited: 28 July 2024</p>",
        "<a href='#top'>Back to top</a>",
    ],
)
def test_what_stands_on_buttons_is_no_text(label):
    top = body(f"<div>{TEXT}</div>{label}")
    drop_labels(top)
    assert top.text() == body(TEXT).text()


@pytest.mark.parametrize(
    "text",
    [
        "<p>Press <b>Next</b> and then <b>Close</b>.</p>",
        "<h2>Search</h2>",
        "<p>Top of the tower</p>",
        "<pre>quote</pre>",
    ],
)
def test_words_of_a_sentence_headings_and_code_stay(text):
    top = body(TEXT + text)
    before = top.text()
    drop_labels(top)
    assert top.text() == before
