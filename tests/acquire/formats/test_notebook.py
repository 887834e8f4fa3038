import json

import pytest

from host.acquire.formats.notebook import notebook_document
from host.errors import ConversionError, ErrorCode

FILE = ("file:///a.ipynb", "a.ipynb")


def notebook(*cells, **fields):
    return json.dumps({"cells": list(cells), "nbformat": 4, **fields}).encode()


def cell(kind, source, **fields):
    return {"cell_type": kind, "source": source, **fields}


@pytest.mark.parametrize(
    ("cells", "markdown"),
    [
        ([cell("markdown", ["# Wind\n", "\n", "Strong ![map](attachment:m.png)."])], "# Wind\n\nStrong [Image: map]."),
        ([cell("code", "1 + 1", outputs=[])], "```python\n1 + 1\n```"),
        ([cell("code", "", outputs=[]), cell("raw", "As it is")], "As it is"),
        ([cell("heading", "Wind", level=2)], "## Wind"),
        (
            [cell("code", "x", outputs=[{"output_type": "stream", "text": ["\x1b[31ma\x1b[0m\n", "b"]}])],
            "```python\nx\n```\n\n```\na\nb\n```",
        ),
        (
            [cell("code", "x", outputs=[{"output_type": "error", "ename": "KeyError", "evalue": "'a'"}])],
            "```python\nx\n```\n\n```\nKeyError: 'a'\n```",
        ),
        (
            [
                cell(
                    "code",
                    "x",
                    outputs=[
                        {"output_type": "display_data", "data": {"image/png": "iVBOR"}},
                        {"output_type": "execute_result", "data": {"text/plain": "2", "text/html": "<b>2</b>"}},
                        {"output_type": "execute_result", "data": {"text/markdown": "**2**", "text/plain": "o"}},
                    ],
                )
            ],
            "```python\nx\n```\n\n```\n2\n```\n\n**2**",
        ),
        (
            [
                cell(
                    "code",
                    "x",
                    outputs=[{"data": {"text/html": "<b>2</b>"}}, {"data": {"text/latex": "$x$", "text/plain": "o"}}],
                )
            ],
            "```python\nx\n```\n\n**2**\n\n$x$",
        ),
        ([cell("markdown", None), cell("code", "x", outputs=None)], "```python\nx\n```"),
        ([cell("code", "print('```')", outputs=[])], "````python\nprint('```')\n````"),
    ],
)
def test_cells_and_what_they_printed_are_kept(cells, markdown):
    assert notebook_document(notebook(*cells), *FILE).markdown == markdown


def test_the_language_is_the_one_of_the_notebook():
    data = notebook(cell("code", "1", outputs=[]), metadata={"language_info": {"name": "julia"}})
    assert notebook_document(data, *FILE).markdown.startswith("```julia")


@pytest.mark.parametrize("metadata", [None, [], {"language_info": None, "kernelspec": None}])
def test_metadata_that_say_nothing_harm_nothing(metadata):
    assert notebook_document(notebook(cell("markdown", "Wind"), metadata=metadata), *FILE).markdown == "Wind"


def test_older_notebooks_keep_their_cells_in_worksheets():
    old = {"worksheets": [{"cells": [{"cell_type": "code", "input": "1", "outputs": []}]}]}
    assert notebook_document(json.dumps(old).encode(), *FILE).markdown == "```python\n1\n```"


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (notebook(cell("markdown", "# Wind")), "Wind"),
        (notebook(cell("markdown", "# Wind"), metadata={"title": "Sea"}), "Sea"),
        (notebook(cell("markdown", "Wind")), "a.ipynb"),
    ],
)
def test_it_is_named_by_its_properties_its_heading_or_its_file(data, title):
    assert notebook_document(data, *FILE).title == title


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"{", ErrorCode.DAMAGED),
        (b"[]", ErrorCode.DAMAGED),
        (b"{}", ErrorCode.DAMAGED),
        (notebook(), ErrorCode.NO_TEXT),
    ],
)
def test_a_file_that_gives_no_text_says_why(data, code):
    with pytest.raises(ConversionError) as caught:
        notebook_document(data, *FILE)
    assert caught.value.code is code
