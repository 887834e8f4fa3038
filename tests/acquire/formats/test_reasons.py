import pytest

from host.acquire.formats import reasons
from host.errors import ErrorCode


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (reasons.damaged("a.docx", "a Word document"), ErrorCode.DAMAGED, "cannot be read as a Word document"),
        (reasons.locked("a.docx"), ErrorCode.ENCRYPTED, "locked with a password"),
        (reasons.wrong_password("a.docx"), ErrorCode.ENCRYPTED, "does not open"),
        (reasons.protected("a.docx", "protected by its shop (DRM)"), ErrorCode.NOT_SUPPORTED, "(DRM)"),
        (reasons.empty("a.docx"), ErrorCode.NO_TEXT, "no text in it"),
        (reasons.no_text_layer("a.docx"), ErrorCode.NEEDS_OCR, "pages are pictures"),
        (reasons.no_recognition("a.docx", ("deu", "eng")), ErrorCode.NEEDS_OCR, "not for deu, eng"),
        (reasons.unpacks_to_too_much("a.docx", 500), ErrorCode.TOO_LARGE, "more than 500 MB"),
    ],
)
def test_every_reason_names_the_file_and_says_what_to_do(error, code, words):
    assert error.code is code
    assert "a.docx" in error.message
    assert words in error.message
    assert error.next_step.endswith(".")
