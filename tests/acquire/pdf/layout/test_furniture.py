from host.acquire.pdf.layout.furniture import without_furniture
from tests.acquire.pdf.layout.pages import block

HEIGHT = 800


def page(number, head="The yearbook", foot="Page"):
    return [block(head, top=30), block(f"text of page {number}", top=300), block(f"{foot} {number}".strip(), top=760)]


def said(pages, count=5):
    return [[part.lines[0].text for part in kept] for kept in without_furniture(pages, [HEIGHT] * count)]


def test_a_running_head_stays_where_it_stands_first():
    kept = said([page(number) for number in range(1, 6)])
    assert kept[0] == ["The yearbook", "text of page 1", "Page 1"]
    assert kept[1:] == [[f"text of page {number}"] for number in range(2, 6)]


def test_page_numbers_are_left_out_everywhere():
    kept = said([page(number, foot="") for number in range(1, 6)])
    assert kept[0] == ["The yearbook", "text of page 1"]


def test_heads_of_left_and_right_pages_run_too():
    pages = [page(number, head="Left" if number % 2 else "Right") for number in range(1, 7)]
    assert said(pages, 6)[2:] == [[f"text of page {number}"] for number in range(3, 7)]


def test_what_differs_or_stands_in_the_middle_stays():
    pages = [[block(f"{word} is new", top=30), block("the same", top=400)] for word in ("one", "two", "three", "four")]
    assert said(pages, 4) == [[f"{word} is new", "the same"] for word in ("one", "two", "three", "four")]


def test_a_few_pages_show_nothing():
    pages = [page(number) for number in range(1, 4)]
    assert [len(kept) for kept in said(pages, 3)] == [3, 3, 3]


def test_numbered_headings_at_the_top_of_pages_stay():
    pages = [[block(f"Chapter {n}", top=30, size=20), block("text " * 20, top=300)] for n in range(1, 7)]
    assert [kept[0] for kept in said(pages, 6)] == [f"Chapter {n}" for n in range(1, 7)]
