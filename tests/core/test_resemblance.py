"""Pages that say nearly the same, and pages that only look so."""

import pytest

from host.core.resemblance import BANDS, common, contains, core, imprint, marks, words_of

PARAGRAPHS = (
    "The Larkspur station measures wind, rain and light on the roof of the old signal box above the valley.",
    "It runs on two lithium cells, which last about eighteen months each; the winter is what empties them.",
    "Readings go to the house by radio every ninety seconds, and are kept for one season on the card in the mast.",
    "To change the cells, loosen the three copper screws below the sensor, and mind the spring behind the cover.",
    "A lamp that blinks twice asks for new cells; one that burns without a pause says that the card is full.",
    "Rain is counted by a small bucket that tips over; leaves in its funnel make a storm look like a dry day.",
)
TEXT = "# Care of the station\n\n" + "\n\n".join(PARAGRAPHS)


def same(one, other, titles=("", "")):
    """Whether the second, met later, is taken for the first."""
    first, second = words_of(titles[0], one), words_of(titles[1], other)
    found = bool(set(marks(first)) & set(marks(second)))
    return found and (contains(first, second) or contains(second, first))


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n\nPrint this page | Send it to a friend",
        lambda text: "You are signed in as Maria. Your session ends in 20 minutes.\n\n" + text,
        lambda text: text + "\n\nSession 4f2a91b0",
        lambda text: text.upper(),
        lambda text: "\n\n".join(reversed(text.split("\n\n"))),
        lambda text: text + "\n\n[Other pages](https://a.example/other)",
    ],
    ids=["print view", "banner", "session", "capitals", "order", "link"],
)
def test_a_text_with_something_around_it_is_the_same(change):
    assert same(TEXT, change(TEXT))
    assert same(change(TEXT), TEXT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Printed on 3 March 2026", "Printed on Tuesday, 14 April 2027"),
        ("Stand: 3. März 2026, 12:30", "Stand: 14. April 2026, 7:05"),
        ("Updated March 3, 2026", "Updated December 24th, 2025"),
        ("Updated 2026-03-03T12:30:00", "Updated 2026-03-04T07:05:59"),
        ("Updated 03/03/2026 at 12:30 pm", "Updated 24.12.25 at 1:05 a.m."),
        ("Changed 3 hours ago", "Changed a day ago"),
        ("Viewed 1,024 times", "Viewed 1,025 times"),
        ("1 comment, 3 readers", "12 comments, 4 readers"),
        ("Session 0123456789abcdef0123", "Session fedcba98765432100000"),
        ("12345678-1234-1234-1234-123456789abc", "87654321-1234-1234-1234-123456789abc"),
    ],
)
def test_dates_counters_and_sessions_make_no_other_page(one, other):
    assert same(f"{TEXT}\n\n{one}", f"{TEXT}\n\n{other}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rain", "hail"),
        ("copper screws", "brass clips"),
        ("Care of the station", "Care of the mast"),
        (
            "two lithium cells",
            "two lithium cells, made in Norway of what is left of the great battery works by the fjord",
        ),
    ],
)
def test_other_words_make_another_page(old, new):
    assert not same(TEXT, TEXT.replace(old, new))


def test_pages_of_one_template_are_as_many_pages():
    """What they document differs in a word or two; the rest, and there is much of it, is the same."""
    notes = "\n\n".join(PARAGRAPHS)
    pages = [
        f"# Reference\n\n## {name}\n\n`{name}(mast, season)` returns the {name} of the season.\n\n{notes}"
        for name in ("rainfall", "windspeed", "daylight")
    ]
    assert not any(same(one, other) for one in pages for other in pages if one != other)


def test_figures_are_what_a_short_page_is_about():
    report = (
        "# Station 7\n\nWind {} metres per second, rain {} millimetres, pressure {} hectopascal, as read in the valley."
    )
    assert not same(report.format(5, 2, 1012), report.format(7, 0, 1009))
    assert not same(report.format(5, 2, 1012), report.format(6, 2, 1012))


def test_many_figures_that_differ_make_another_page():
    table = "\n".join(f"| hour {n} | {{}} |" for n in range(4))
    assert not same(f"{TEXT}\n\n{table.format(1, 2, 3, 4)}", f"{TEXT}\n\n{table.format(5, 6, 7, 8)}")


def test_a_page_without_a_heading_of_its_own_goes_by_its_title():
    text = "\n\n".join(PARAGRAPHS)
    assert same(text, f"{text}\n\nPrint", ("Station", "Station"))
    assert same(text, f"{text}\n\nPrint", ("Station", "Station (print view)"))
    assert not same(text, f"{text}\n\nPrint", ("Station", "Mast"))
    assert not same(text, text, ("Station 7", "Station 8"))


def test_the_fuller_of_two_pages_has_the_other_and_not_the_other_way_round():
    fuller = words_of("", f"{TEXT}\n\nPrint this page")
    plain = words_of("", TEXT)
    assert contains(fuller, plain)
    assert not contains(plain, fuller)


def test_what_two_pages_have_in_common_is_known_by_its_core():
    plain, one, other = (words_of("", TEXT + more) for more in ("", "\n\nA banner.", "\n\nA counter, 7."))
    assert core(common(one, other)) != core(plain)
    assert core(common(one, plain)) == core(common(plain, other)) == core(plain)
    assert core(common(words_of("", "# A\n\nsame"), words_of("", "# B\n\nsame"))) == core(words_of("", "same"))


def test_a_page_too_short_to_tell_has_no_marks():
    found = imprint(words_of("Not found", "Not found."), "Not found.")
    assert (found.fingerprint, found.marks) == ("", ())


def test_marks_are_the_same_at_every_start_and_fit_the_store():
    found = imprint(words_of("", TEXT), TEXT).marks
    assert len(found) == BANDS
    assert all(0 <= mark < 2**63 for mark in found)
    assert found[0] == 4441245807846732069
