import pytest

from host.core.brackets import PENDING, Bracket, cited, read_bracket, read_wide


# text from its first bracket on -> what it is, when more may come
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1", PENDING),
        ("[1]", PENDING),
        ("[1] ", Bracket(3, "1", None)),
        ("[a [b] c].", Bracket(9, "a [b] c", None)),
        (r"[a \] c].", Bracket(8, r"a \] c", None)),
        ("[a](", PENDING),
        ("[a](u", PENDING),
        ("[a](u)", Bracket(6, "a", "u", "u")),
        ("[a](<u v>)", Bracket(10, "a", "<u v>", "u v")),
        ("[a](u(v) 't')", Bracket(13, "a", "u(v) 't'", "u(v)")),
        ("[a]()", Bracket(5, "a", "", "")),
        ("[a](not a link)", Bracket(3, "a", None)),
        ("[a](u\n\n)", Bracket(3, "a", None)),
        ("[a\n\n]", None),
        ("[" + "a" * 1000, None),
        ("[a](" + "u" * 2000, Bracket(3, "a", None)),
    ],
)
def test_a_bracket_is_told_as_soon_as_nothing_can_change_it(text, expected):
    assert read_bracket(text, 0, final=False) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("[1", None), ("[1]", Bracket(3, "1", None)), ("[a](u", Bracket(3, "a", None))]
)
def test_the_end_of_the_text_settles_a_bracket(text, expected):
    assert read_bracket(text, 0, final=True) == expected


@pytest.mark.parametrize(
    ("text", "final", "expected"),
    [
        ("【1", False, PENDING),
        ("【1】", False, PENDING),
        ("【1】 ", False, Bracket(3, "1", None)),
        ("【1】", True, Bracket(3, "1", None)),
        ("【1", True, None),
        ("【1\n】", False, None),
        ("【" + "a" * 100, False, None),
    ],
)
def test_wide_brackets_are_read_alike(text, final, expected):
    assert read_wide(text, 0, final=final) == expected


# label -> (sources, how many are missing), of 3
@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("1", ([1], 0)),
        ("1, 4", ([1], 1)),
        ("0", ([], 1)),
        ("2-9", ([2, 3], 1)),
        ("2–3", ([2, 3], 0)),  # noqa: RUF001
        ("Source 1 and Source 2", ([1, 2], 0)),
        ("1†L3-L9", ([1], 0)),
        ("1234", None),
        ("x", None),
        ("1.5", None),
        ("", None),
    ],
)
def test_a_label_cites_or_is_text(label, expected):
    assert cited(label, 3) == expected


def test_a_huge_range_costs_nothing():
    assert cited("1-999", 2) == ([1, 2], 1)
