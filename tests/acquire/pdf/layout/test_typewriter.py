from host.acquire.pdf.layout.typewriter import without_false_code
from tests.acquire.pdf.layout.pages import block

LETTER = block(*["a letter that somebody wrote on a typewriter long ago"] * 3, code=True)
CODE = block("x = f(1)", "return x", code=True)


def is_code(pages):
    return [[all(line.code for line in part.lines) for part in page] for page in without_false_code(pages)]


def test_code_among_text_stays_code():
    text = block(*["a paragraph in another face, which most of the text is set in"] * 9)
    assert is_code([[text, LETTER, CODE]]) == [[False, True, True]]


def test_a_document_in_a_typewriter_face_is_text_with_code_in_it():
    assert is_code([[LETTER, CODE], [LETTER]]) == [[False, True], [False]]


def test_short_lines_stay_as_they_are_broken():
    receipt = block("TOTAL   8.21", "CASH   10.00", code=True)
    assert is_code([[LETTER, receipt]]) == [[False, True]]
