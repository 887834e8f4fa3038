import pytest

from host.acquire.pdf.layout import rules as module
from host.acquire.pdf.layout.page import Rule
from host.acquire.pdf.layout.rules import rules_of

PAGE = (0.0, 0.0, 600.0, 800.0)


def drawn(*items):
    return rules_of([{"items": items}], PAGE)


@pytest.mark.parametrize(
    ("item", "rules"),
    [
        (("l", (100, 50), (20, 50)), [Rule(True, 50, 20, 100)]),
        (("l", (20, 90), (20, 50)), [Rule(False, 20, 50, 90)]),
        (("l", (20, 90), (60, 50)), []),
        (("l", (20, 50), (25, 50)), []),  # too short
        (("re", (20, 50, 100, 52), 1), [Rule(True, 51, 20, 100)]),
        (("re", (20, 50, 22, 90), 1), [Rule(False, 21, 50, 90)]),
        (("re", (0, 0, 600, 800), 1), []),  # the ground of the page
        (("qu", ((20, 50), (100, 50), (20, 52), (100, 52))), [Rule(True, 51, 20, 100)]),
        (("c", (0, 0), (1, 1), (2, 2), (3, 3)), []),
    ],
    ids=["level", "upright", "slanted", "tick", "thin box", "thin upright box", "ground", "quad", "curve"],
)
def test_what_is_straight_is_a_rule(item, rules):
    assert drawn(item) == rules


def test_a_box_has_four_rules():
    found = drawn(("re", (20, 50, 100, 90), 1))
    assert found == [
        Rule(True, 50, 20, 100),
        Rule(True, 90, 20, 100),
        Rule(False, 20, 50, 90),
        Rule(False, 100, 50, 90),
    ]


def test_dashes_and_doubled_lines_are_one_rule():
    dashes = [("l", (left, 50), (left + 3, 50)) for left in range(20, 60, 5)]
    assert drawn(*dashes, ("l", (20, 52), (58, 52))) == [Rule(True, pytest.approx(50.2, abs=0.1), 20, 58)]


def test_rules_on_one_line_with_a_gap_stay_apart():
    assert drawn(("l", (20, 50), (60, 50)), ("l", (80, 50), (120, 50))) == [
        Rule(True, 50, 20, 60),
        Rule(True, 50, 80, 120),
    ]


def test_a_page_that_is_a_drawing_has_none(monkeypatch):
    monkeypatch.setattr(module, "MOST_RULES", 2)
    assert drawn(("re", (20, 50, 100, 90), 1)) == []
