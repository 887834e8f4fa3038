import pytest

from host.acquire.pdf.layout.page import BULLET, area, around, holds
from tests.acquire.pdf.layout.pages import block


def test_a_block_is_as_large_as_its_lines():
    assert block("one", "three", left=10, top=20).box == (10, 20, 35, 42)


def test_boxes_are_measured():
    assert around([(0, 5, 2, 6), (1, 1, 4, 2)]) == (0, 1, 4, 6)
    assert area((1, 1, 3, 4)) == 6


@pytest.mark.parametrize(("inner", "inside"), [((8, 8, 11, 11), True), ((9, 8, 13, 10), False)])
def test_what_stands_a_little_over_the_edge_is_inside(inner, inside):
    assert holds((0, 0, 10, 10), inner) is inside


@pytest.mark.parametrize(
    ("text", "is_item"), [("\u2022 rope", True), ("\uf0b7", True), ("- rope", True), ("-5 degrees", False)]
)
def test_bullets_stand_alone(text, is_item):
    assert bool(BULLET.match(text)) is is_item
