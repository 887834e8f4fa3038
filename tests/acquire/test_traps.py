"""Addresses that lead nowhere good."""

import pytest

from host.acquire.traps import MAX_VARIANTS, TrapGuard

SITE = "https://a.example"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/" + "x" * 2_000, "longer than"),
        ("/a" * 4, "endless path"),
        ("/" + "/".join(map(str, range(21))), "endless path"),
        ("/logo.PNG", "not a page (.png file)"),
        ("/files/setup.tar.gz", "not a page (.gz file)"),
        ("/video.mp4?x=1", "not a page (.mp4 file)"),
    ],
)
def test_a_trap_is_named(path, words):
    assert words in TrapGuard().objection(SITE + path)


@pytest.mark.parametrize(
    "path", ["/", "/a/b/a/b/a", "/page.html", "/guide.pdf", "/node.js/intro", "/v1.2", "/search?q=logo.png"]
)
def test_an_ordinary_page_is_none(path):
    assert TrapGuard().objection(SITE + path) == ""


def test_too_many_variants_of_one_page_are_a_trap():
    guard = TrapGuard()
    answers = [guard.objection(f"{SITE}/calendar?day={day}") for day in range(MAX_VARIANTS + 1)]
    assert answers[:-1] == [""] * MAX_VARIANTS
    assert "calendar or a filter" in answers[-1]
    assert guard.objection(f"{SITE}/calendar") == ""
    assert guard.objection(f"{SITE}/other?day=1") == ""
