import pytest

from host.core.brackets import PENDING
from host.core.ticks import LONGEST_SPAN, Ticks, read_fenced, read_ticks, run_end


# text from its first mark on, whether only list and quote marks come before, whether it is complete
@pytest.mark.parametrize(
    ("text", "line_start", "final", "expected"),
    [
        ("`", False, False, PENDING),
        ("`a", False, False, PENDING),
        ("`a`", False, False, PENDING),
        ("`a` ", False, False, Ticks(3)),
        ("`a`", False, True, Ticks(3)),
        ("``a`b``.", False, False, Ticks(7)),
        ("`a\n\nb`.", False, False, Ticks(1)),
        ("`a", False, True, Ticks(1)),
        ("`" + "a" * LONGEST_SPAN, False, False, Ticks(1)),
        ("~~a", False, False, Ticks(2)),
        ("```", True, False, PENDING),
        ("```py", True, False, PENDING),
        ("```py\n", True, False, Ticks(3, "```")),
        ("```py", True, True, Ticks(3, "```")),
        ("~~~~ a`b\n", True, False, Ticks(4, "~~~~")),
        ("```a``` b", True, False, Ticks(7)),
        ("```" + "a" * LONGEST_SPAN, True, False, Ticks(3)),
        ("```a```\n", False, False, Ticks(7)),
    ],
)
def test_code_is_told_as_soon_as_nothing_can_change_it(text, line_start, final, expected):
    assert read_ticks(text, 0, line_start=line_start, final=final) == expected


@pytest.mark.parametrize(
    ("text", "line_start", "final", "expected"),
    [
        ("a = 1\n", True, False, Ticks(6, "```")),
        ("a = ", True, False, Ticks(4, "```")),
        ("```", False, False, Ticks(3, "```")),
        ("``", True, False, PENDING),
        ("> ", True, False, PENDING),
        ("```\nmore", True, False, Ticks(4)),
        ("  ````\n", True, False, Ticks(7)),
        ("``\n", True, False, Ticks(3, "```")),
        ("~~~\n", True, False, Ticks(4, "```")),
        ("``` x\n", True, False, Ticks(6, "```")),
        ("```", True, True, Ticks(3)),
    ],
)
def test_a_fenced_block_ends_with_its_own_fence(text, line_start, final, expected):
    assert read_fenced(text, 0, "```", line_start=line_start, final=final) == expected


def test_a_run_ends_where_its_character_does():
    assert run_end("a``b", 1) == 3
