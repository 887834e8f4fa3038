"""What mammoth does not know in a Word document, read as a person reads it."""

import pytest

from host.acquire.formats.docx import docx_document
from host.acquire.formats.word_source import plainer
from tests.acquire.files import docx, paragraph

FILE = ("file:///a.docx", "a.docx")
MATHS = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'


def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def formula(text):
    sign = f"<m:r><m:t>{text}</m:t></m:r>" if text else ""
    return f"<m:oMath {MATHS}>{sign}</m:oMath>"


def display(*texts):
    return f"<m:oMathPara {MATHS}>{''.join(map(formula, texts))}</m:oMathPara>"


RUBY = f"<w:r><w:ruby><w:rt>{run('reading')}</w:rt><w:rubyBase>{run('The mast')}</w:rubyBase></w:ruby></w:r>"


@pytest.mark.parametrize(
    ("inside", "markdown"),
    [
        (run("So ") + formula("a=b") + run(" holds."), "So $a = b$ holds."),
        (display("a=b"), "$$a = b$$"),
        (display("a", "b"), "$$a$$ $$b$$"),
        (run("Nothing") + formula("") + display(""), "Nothing"),
        (run("See table ") + f'<w:fldSimple w:instr="REF t">{run("7")}</w:fldSimple>', "See table 7"),
        (RUBY + run(" is up."), "The mast is up."),
        (run("The mast ") + run("secret ", "<w:vanish/>") + run("is up."), "The mast is up."),
        (run("The mast ") + run("here ", '<w:vanish w:val="0"/>') + run("is up."), "The mast here is up."),
        ("<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>" + run("The mast"), "The mast"),
        ("<w:r><w:t>light</w:t><w:softHyphen/><w:t>house\u00adkeeper</w:t></w:r>", "lighthousekeeper"),
    ],
)
def test_a_paragraph_is_read_as_it_is_seen(inside, markdown):
    assert docx_document(docx(f"<w:p>{inside}</w:p>"), *FILE).markdown == markdown


def test_a_formula_may_stand_beside_paragraphs():
    document = docx_document(docx(paragraph("Above"), display("a"), paragraph("Below")), *FILE)
    assert document.markdown == "Above\n\n$$a$$\n\nBelow"


def test_most_documents_stay_as_they_are():
    data = docx(paragraph("The mast is up."))
    assert plainer(data) is data
