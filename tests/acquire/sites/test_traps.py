"""Addresses that lead nowhere good."""

import pytest

from host.acquire.sites.traps import MAX_DATES, MAX_NAME_SETS, MAX_ORDERS, TrapGuard, other_file

SITE = "https://a.example"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/" + "x" * 2_000, "longer than"),
        ("/a" * 4, "endless path"),
        ("/" + "/".join(map(str, range(21))), "endless path"),
    ],
)
def test_a_trap_is_named(path, words):
    assert words in TrapGuard().objection(SITE + path)


@pytest.mark.parametrize(
    "path", ["/", "/a/b/a/b/a", "/page.html", "/guide.pdf", "/node.js/intro", "/v1.2", "/search?q=logo.png"]
)
def test_an_ordinary_page_is_none(path):
    assert TrapGuard().objection(SITE + path) == ""


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/logo.PNG", ".png"), ("/files/setup.tar.gz", ".gz"), ("/video.mp4?x=1", ".mp4"), ("/guide.pdf", ""), ("/", "")],
)
def test_a_file_that_is_no_page_is_known_by_its_name(path, kind):
    assert other_file(SITE + path) == kind


def judged(paths, **more):
    guard = TrapGuard()
    return [guard.objection(SITE + path, **more) for path in paths]


@pytest.mark.parametrize(
    ("form", "most", "words"),
    [
        ("/calendar?day={}", MAX_DATES, "calendar"),
        ("/events?tribe-bar-date=2030-01-{}", MAX_DATES, "calendar"),
        ("/en/events/2030/{}/", MAX_DATES, "calendar"),
        ("/list?sort=n{}", MAX_ORDERS, "ways to sort"),
        ("/list?filter[size]={}", MAX_ORDERS, "ways to sort"),
        ("/search?q=word{}", MAX_ORDERS, "ways to sort"),
        ("/shop?p{}=1", MAX_NAME_SETS, "filter"),
    ],
)
def test_pages_made_up_without_end_are_a_trap(form, most, words):
    answers = judged(form.format(n) for n in range(10, 11 + most))
    assert answers[:-1] == [""] * most
    assert words in answers[-1]


@pytest.mark.parametrize("form", ["/topic?id={}", "/index.php?title=T{}&lang=en", "/events/2030/talk-{}", "/2030/{}"])
def test_many_pages_that_differ_by_one_parameter_are_pages(form):
    assert set(judged(form.format(n) for n in range(10, 210))) == {""}


def test_a_trap_on_one_path_does_not_speak_against_another():
    guard = TrapGuard()
    for day in range(MAX_DATES + 1):
        guard.objection(f"{SITE}/calendar?day={day}")
    assert guard.objection(f"{SITE}/calendar") == ""
    assert guard.objection(f"{SITE}/other?day=1") == ""


def test_what_a_sitemap_names_is_no_invention_of_a_link():
    assert set(judged((f"/list?sort={n}" for n in range(100)), vouched=True)) == {""}
