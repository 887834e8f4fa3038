import pytest

from host.acquire.pdf.layout.headings import headings_of
from host.acquire.pdf.layout.page import Block, Table
from host.acquire.pdf.layout.paragraphs import joined, page_markdown
from tests.acquire.pdf.layout.pages import block, line

BODY = block(*["The running text of the document in its usual size."] * 9, top=500)


def written(*blocks):
    return page_markdown(blocks, headings_of([[BODY, *blocks]], {}), 0)


@pytest.mark.parametrize(
    ("text", "following", "whole"),
    [
        ("", "One", "One"),
        ("one", "two", "one two"),
        ("the light-", "house", "the lighthouse"),
        ("the light\u2010", "house", "the lighthouse"),
        ("the light\u00ad", "house", "the lighthouse"),
        ("Rhine-", "Main", "Rhine- Main"),
        ("Bring:", "\u2022 a rope", "Bring:\n- a rope"),
        ("", "\u2022", "- "),
        ("- ", "a rope", "- a rope"),
        ("Do this.", "2. then that", "Do this.\n2. then that"),
        ("in the year", "1. of them", "in the year 1. of them"),
    ],
)
def test_lines_are_joined(text, following, whole):
    assert joined(text, following) == whole


def test_a_heading_at_the_head_of_a_block_stands_alone():
    mixed = Block((line("The mast", size=20), line("is raised with two ropes, and so on.", top=130)))
    assert written(mixed, BODY).startswith("# The mast\n\nis raised with two ropes")


def test_a_page_of_labels_has_one_heading_at_most():
    assert written(block("PLAN", size=20), block("DOOR", size=20, top=300)) == "# PLAN\n\nDOOR"


def test_a_label_with_its_value_beside_it_is_no_heading():
    label, value = block("Weight:", bold=True), block("12 kg", left=200)
    assert written(label, value, BODY).startswith("Weight:\n\n12 kg")
    assert written(label, BODY).startswith("# Weight:")


def test_a_paragraph_that_goes_on_elsewhere_is_made_whole():
    assert written(block("It is raised with"), block("two ropes.", left=300)) == "It is raised with two ropes."
    assert written(block("It is raised."), block("two ropes")) == "It is raised.\n\ntwo ropes"


def test_code_keeps_its_lines_and_its_indentation():
    code = Block((line("if x:", code=True), line("y = 1", left=74, top=112, code=True)))
    more = block("return y", top=140, code=True)
    assert written(code, more, BODY).startswith("```\nif x:\n    y = 1\nreturn y\n```\n\n")


def test_code_in_one_row_keeps_its_gap():
    code = Block((line("mov", code=True), line("eax, 1", left=98, code=True)))
    assert written(code) == "```\nmov     eax, 1\n```"


def test_spaces_of_the_file_are_indentation_too():
    assert written(block("def f():", "    return 1", code=True)) == "```\ndef f():\n    return 1\n```"


def test_a_table_stands_for_itself():
    table = Table((0, 0, 1, 1), (("a", "b|c"), ("d", "e")))
    text = block("it goes on")
    assert written(text, Block((line(""),), table), text) == (
        "it goes on\n\n| a | b\\|c |\n| --- | --- |\n| d | e |\n\nit goes on"
    )
