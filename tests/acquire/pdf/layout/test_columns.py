from host.acquire.pdf.layout.columns import regions
from host.acquire.pdf.layout.page import Block, Table
from tests.acquire.pdf.layout.pages import block, line

LEFT = [f"left line {n} of the running text" for n in range(6)]
MIDDLE = [f"middle line {n} of the running text" for n in range(6)]
RIGHT = [f"right line {n} of the running text" for n in range(6)]


def said(found):
    return [[text.text for block in region for text in block.lines] for region in found]


def mixed(*columns, lefts, top=100.0):
    """One block with the lines of all columns in turn, as some programs write them."""
    lines = [
        line(text, left, top + n * 12)
        for n, texts in enumerate(zip(*columns, strict=True))
        for text, left in zip(texts, lefts, strict=True)
    ]
    return Block(tuple(lines))


def test_columns_are_read_one_after_the_other():
    assert said(regions([mixed(LEFT, RIGHT, lefts=(50, 300))])) == [LEFT, RIGHT]


def test_three_columns_are_cut_twice():
    assert said(regions([mixed(LEFT, MIDDLE, RIGHT, lefts=(50, 240, 440))])) == [LEFT, MIDDLE, RIGHT]


def test_what_stands_across_is_read_in_its_place():
    title, foot = block("t" * 90, top=80), block("f" * 90, top=300)
    assert said(regions([title, mixed(LEFT, RIGHT, lefts=(50, 300)), foot])) == [["t" * 90], LEFT, RIGHT, ["f" * 90]]


def test_a_table_of_short_texts_is_no_pair_of_columns():
    rows = mixed([f"part {n}" for n in range(6)], [f"{n} kg" for n in range(6)], lefts=(50, 300))
    assert len(regions([rows])) == 1


def test_a_table_keeps_its_block():
    table = Table((300, 100, 400, 110), (("a", "b"), ("c", "d")))
    blocks = [block(*LEFT), block(*RIGHT, left=300, top=112), Block((line("", 300, 100),), table)]
    assert regions(blocks)[1][0].table is table


def test_the_order_of_the_file_is_believed_where_it_leads_downwards():
    blocks = [block("one", top=100), block("two", top=120), block("beside", left=300, top=100), block("three", top=140)]
    assert said(regions([*blocks, *(block("x", top=top) for top in range(160, 300, 20))]))[0][:4] == [
        "one",
        "two",
        "beside",
        "three",
    ]


def test_blocks_that_jump_up_and_down_are_put_in_order():
    blocks = [block("three", top=140), block("one", top=100), block("four", top=160), block("two", top=120)]
    assert said(regions(blocks)) == [["one", "two", "three", "four"]]


def test_an_empty_page_has_no_part():
    assert regions([]) == []
