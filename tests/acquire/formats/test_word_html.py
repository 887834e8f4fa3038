"""What mammoth makes of Word, in a shape that Markdown can hold."""

from lxml import html

from host.acquire.formats.word_html import tidied


def rows(source):
    root = html.fromstring(tidied(source, ()))
    return [[cell.text_content() for cell in row] for row in root.iter("tr")]


def table(*rows):
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def test_merged_cells_are_said_in_each_row_and_column():
    source = table('<td rowspan="2">a</td><td>b</td><td>c</td>', '<td colspan="2">d</td>')
    assert rows(source) == [["a", "b", "c"], ["a", "d", "d"]]


def test_a_span_that_is_no_number_or_too_large_is_believed_in_part():
    assert rows(table('<td colspan="x">a</td><td>b</td>', "<td>c</td><td>d</td>"))[0] == ["a", "b"]
    assert len(rows(table('<td colspan="9999999">a</td><td>b</td>', "<td>c</td>"))[0]) == 101


def test_a_table_of_one_cell_is_a_box():
    assert "<table>" not in tidied(f"<p>x</p>{table('<td><p>boxed</p></td>')}after", ())
    assert "boxed" in tidied(table("<td>boxed</td>"), ())


def test_a_table_in_a_table_becomes_text():
    inner = table("<td>1</td><td>2</td>", "<td>3</td><td></td>")
    assert rows(table(f"<td>a</td><td>{inner}</td>", "<td>b</td><td>c</td>")) == [["a", "1, 2; 3"], ["b", "c"]]


def test_the_arrow_back_from_a_note_is_taken_off():
    assert "\u2191" not in tidied('<ol><li id="footnote-1"><p>Note <a href="#ref">\u2191</a></p></li></ol>', ())


def test_a_list_begins_with_the_number_that_the_document_shows():
    source = "<ol><li>one</li></ol><p>between</p><ol><li>two<ul><li>x</li></ul></li><li>three</li></ol>"
    made = tidied(source, [("one", 1), ("two", 2), ("three", 3)])
    assert made.count("start=") == 1
    assert '<ol start="2"><li>two' in made


def test_notes_and_items_that_are_not_in_the_document_stay_as_they_are():
    source = '<ol><li id="footnote-1">n</li></ol><ol><li>unknown</li></ol>'
    assert "start=" not in tidied(source, [("n", 4)])


def test_nothing_stays_nothing():
    assert tidied(" ", ()) == ""
