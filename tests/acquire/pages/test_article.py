"""The body of an article."""

import pytest

from host.acquire.pages.article import article_body, prose_of
from tests.acquire.trees import body

PARAGRAPH = (
    "<p>The lighthouse on the northern cape was built in three summers by a crew of forty masons from the south.</p>"
)
STORM = "<p>A storm of the ninth winter broke two panes of the lamp, which stands thirty metres high.</p>"
TEASER = f"<div class='teaser'><h3>Elsewhere</h3>{STORM}</div>"


def found(html: str):
    return article_body(body(html))


def test_prose_is_text_outside_of_links_in_paragraphs_long_enough():
    top = body(f"<div>{PARAGRAPH}<p>Short.</p><p><a href='/x'>{PARAGRAPH[3:-4]}</a></p></div>")
    assert prose_of(top)[top] == len(PARAGRAPH) - 7


def test_it_is_the_element_that_says_so():
    assert (
        found(f"<div>{PARAGRAPH * 3}<div id='it' itemprop='articleBody'>{PARAGRAPH * 2}</div></div>").get("id") == "it"
    )


def test_it_is_the_deepest_element_with_nearly_all_prose():
    assert found(f"<div><div id='it'>{PARAGRAPH * 8}</div><div>{PARAGRAPH}</div></div>").get("id") == "it"


def test_it_is_in_the_article_that_holds_the_title():
    html = f"<article><h1>Lighthouse</h1><div id='it'>{PARAGRAPH * 2}</div></article><article>{PARAGRAPH * 3}</article>"
    assert found(html).get("id") == "it"


def test_among_many_teasers_it_is_the_densest_element():
    html = f"<div><div id='it'>{PARAGRAPH * 6}</div>" + f"<section>{TEASER}</section>" * 12 + "</div>"
    assert found(html).get("id") == "it"


def test_an_article_cut_into_boxes_is_kept_whole():
    boxes = f"<div class='chunk'><div class='box'>{PARAGRAPH * 5}</div></div>" * 4
    assert found(f"<div id='it'>{boxes}</div><ul><li>Other</li></ul>").get("id") == "it"


def test_a_lead_in_a_box_of_its_own_belongs_to_it():
    assert found(f"<div id='it'><div>{PARAGRAPH}</div><div>{PARAGRAPH * 8}</div></div><p>Short</p>").get("id") == "it"


@pytest.mark.parametrize(
    "html",
    [
        f"<div><div id='it'>{PARAGRAPH * 8}</div><div>{STORM}</div></div>",
        f"<div><div><h1>Storm</h1>{STORM}</div><div id='it'>{PARAGRAPH * 8}</div></div>",
        f"<div><div>{'<a>Link to another page</a>' * 9}{STORM}</div><div id='it'>{PARAGRAPH * 8}</div></div>",
    ],
    ids=["after", "summary", "links"],
)
def test_what_else_stands_beside_it_does_not(html):
    assert found(html).get("id") == "it"


def test_a_page_without_prose_has_none():
    assert prose_of(found("<p>Short</p>")) is not None
    assert found("<p>Short</p>").tag == "body"
