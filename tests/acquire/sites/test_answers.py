import pytest

from host.acquire.sites.answers import failure, is_gone, needs_browser
from host.acquire.sites.links import PageLinks
from host.core.acquire_ports import Response


def answer(status, body=b"page"):
    return Response("https://a.example/", status, body, {"content-type": "text/html"})


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (200, b"page", ""),
        (200, b"", "the server sent an empty page"),
        (204, b"", "the server sent an empty page"),
        (401, b"", "wants a login"),
        (403, b"", "HTTP 403"),
        (404, b"no", "HTTP 404 Not Found"),
        (599, b"", "HTTP 599"),
    ],
)
def test_why_an_answer_is_no_page_is_said_in_words(status, body, words):
    reason = failure(answer(status, body))
    assert words in reason
    assert bool(reason) is bool(words)


@pytest.mark.parametrize(
    ("status", "page", "words"),
    [
        (200, PageLinks(), ""),
        (404, PageLinks(asks_for_login=True), ""),
        (401, PageLinks(), "login"),
        (403, PageLinks(), "keeps programs out"),
        (200, PageLinks(asks_for_login=True), "asks for a login"),
        (200, PageLinks(empty_shell=True), "until its scripts have run"),
    ],
)
def test_what_only_the_persons_browser_can_show_is_known(status, page, words):
    reason = needs_browser(answer(status), page)
    assert words in reason
    assert bool(reason) is bool(words)


@pytest.mark.parametrize(("status", "gone"), [(404, True), (410, True), (403, False), (500, False)])
def test_only_a_server_that_says_so_makes_a_page_gone(status, gone):
    assert is_gone(answer(status)) is gone
