"""Files that were cut short or have other bytes in them: text or a reason comes out, whatever was done to them."""

import io
import json
import random
import re
import zipfile
from email.message import EmailMessage

import pytest

from host.acquire.documents import Documents
from host.errors import ConversionError
from tests.acquire.files import docx, paragraph, pdf, table
from tests.acquire.office import book, open_document, outlook, presentation, workbook

TRIES = 40


def letter():
    made = EmailMessage()
    made["Subject"] = "The mast"
    made.set_content("It is up.")
    made.add_attachment(b"x" * 200, maintype="application", subtype="pdf", filename="a.pdf")
    return made.as_bytes()


NOTEBOOK = {"cells": [{"cell_type": "code", "source": ["mast = 2"], "outputs": [{"text": ["two"]}]}], "metadata": {}}
FILES = {
    "a.pdf": pdf([("The mast", 20), ("It is up.", 11)], table=True),
    "a.docx": docx(paragraph("The mast", "Heading1"), table(("Part", "Weight"), ("Mast", "12 kg"))),
    "a.pptx": presentation("The mast"),
    "a.xlsx": workbook(lambda made: made.add_worksheet().write_row(0, 0, ["Mast", 12, 2.5])),
    "a.epub": book({"a.xhtml": "<h1>The mast</h1><p>It is up.</p>"}, contents=[("a.xhtml", "Mast")]),
    "a.odt": open_document("<text:h text:outline-level='1'>The mast</text:h><text:p>It is up.</text:p>"),
    "a.rtf": rb"{\rtf1\ansi The {\b mast}{\footnote Of wood.}\par\trowd\cellx9 Part\cell\row It is \u252? up.}",
    "a.eml": letter(),
    "a.msg": outlook({"__properties_version1.0": bytes(64), "__substg1.0_1000001F": "It is up.".encode("utf-16-le")}),
    "a.ipynb": json.dumps(NOTEBOOK).encode(),
    "a.csv": b'part,weight\n"the mast",12\nsail,3\n',
    "a.html": b"<!doctype html><body><h1>The mast</h1><p>It is <a href=x>up</a>.<table><tr><td>1</table>",
    "a.md": b"---\ntitle: The mast\n---\n# Mast\n\n| a | b |\n| - | - |\n| c | d |\n",
    "a.txt": "Der Mast ist gr\u00f6\u00dfer.\n".encode() * 9,
}


def harmed(data, chance):
    """Cut short, cut out of, doubled in places, or with other bytes in it."""
    at = chance.randrange(len(data))
    match chance.randrange(4):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[at + chance.randrange(1, 200) :]
        case 2:
            return data[:at] + data[at : at + 300] * 20 + data[at:]
    changed = bytearray(data)
    for _ in range(chance.choice([1, 5, 50])):
        changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def harmed_inside(data, chance):
    """A package of which one part is harmed, or missing."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(packed, "w") as renewed:
        chosen = chance.choice(archive.namelist())
        for name in archive.namelist():
            part = archive.read(name)
            if name != chosen:
                renewed.writestr(name, part)
            elif part and chance.random() > 0.2:
                renewed.writestr(name, harmed(part, chance))
    return packed.getvalue()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", FILES)
def test_a_harmed_file_gives_text_or_a_reason(name):
    chance = random.Random(name)
    for number in range(TRIES):
        is_package = FILES[name].startswith(b"PK") and number % 2
        data = (harmed_inside if is_package else harmed)(FILES[name], chance)
        try:
            document = Documents().convert(data, uri=f"file:///{name}", name=name)
        except ConversionError as error:
            assert error.next_step
        else:
            assert re.search(r"\w", document.markdown)
            assert (document.markdown + document.title).encode("utf-8")
