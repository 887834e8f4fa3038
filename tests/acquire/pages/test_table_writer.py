"""Tables of data and tables of layout."""

import pytest

from host.acquire.pages.table_writer import is_layout, rows_of, table
from tests.acquire.trees import body


def rows(html: str):
    found = body(html).find("table")
    assert found is not None
    return found, rows_of(found)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
         "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>1</td><td>2|3</td></tr></tbody></table>",
         "| a |  |\n| --- | --- |\n| 1 | 2\\|3 |"),
        ("<table><tr><td colspan='2'>a</td></tr><tr><td>1<br>2</td><td><p>3</p><p>4</p></td></tr></table>",
         "| a |  |\n| --- | --- |\n| 1 2 | 3 4 |"),
        ("<table><tr><td></td></tr></table>", ""),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td rowspan=3>1</td><td>2</td></tr><tr><td>3</td></tr>"
         "<tr><td>4</td></tr></table>", "| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n|  | 4 |"),
        ("<table><tr><td rowspan=2 colspan=2>1</td><td>2</td></tr><tr><td>3</td></tr></table>",
         "| 1 |  | 2 |\n| --- | --- | --- |\n|  |  | 3 |"),
        ("<table><tr><td>1</td><td rowspan=2>2</td></tr><tr><td>3</td></tr></table>",
         "| 1 | 2 |\n| --- | --- |\n| 3 |  |"),
        ("<table><tr><td rowspan=9999999>1</td><td colspan=x>2</td></tr></table>", "| 1 | 2 |\n| --- | --- |"),
    ],
)  # fmt: skip
def test_data_becomes_a_table(html, markdown):
    assert table(rows(html)[1]) == markdown


@pytest.mark.parametrize(
    ("html", "layout"),
    [
        ("<table><tr><td>a</td><td>b</td></tr></table>", False),
        ("<table role='presentation'><tr><td>a</td><td>b</td></tr></table>", True),
        ("<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", True),
        ("<table><tr><td><h2>a</h2></td><td>b</td></tr></table>", True),
        ("<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>", True),
        (f"<table><tr><td>{'long ' * 300}</td><td>b</td></tr></table>", True),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td><pre>x</pre></td><td>b</td></tr></table>", False),
        ("<table></table>", True),
    ],
)
def test_a_table_that_only_places_things_is_told_apart(html, layout):
    found, cells = rows(html)
    assert is_layout(found, cells) is layout
