import hashlib
import io

import msoffcrypto.format.ooxml
import pytest

from host.acquire.formats.office_lock import OLE, is_locked, unlocked
from host.errors import ConversionError, ErrorCode
from tests.acquire.files import docx, paragraph

INSIDE = docx(paragraph("".join(hashlib.sha256(bytes([n])).hexdigest() for n in range(200))))
"""Over 4,096 bytes when packed: what encrypts it here gets smaller streams wrong."""


@pytest.fixture(scope="module")
def locked():
    data = io.BytesIO()
    msoffcrypto.format.ooxml.OOXMLFile(io.BytesIO(INSIDE)).encrypt("open sesame", data)
    return data.getvalue()


def test_the_right_password_opens_the_file(locked):
    assert is_locked(locked)
    assert unlocked(locked, "a.docx", "open sesame") == INSIDE


@pytest.mark.parametrize(
    ("password", "words"), [("", "a.docx is locked"), ("wrong", "The password does not open a.docx")]
)
def test_without_it_the_file_says_what_to_do(locked, password, words):
    with pytest.raises(ConversionError, match=words) as caught:
        unlocked(locked, "a.docx", password)
    assert caught.value.code is ErrorCode.ENCRYPTED
    assert "password" in caught.value.next_step


def test_a_locked_file_that_is_cut_short_is_damaged(locked):
    with pytest.raises(ConversionError) as caught:
        unlocked(locked[:700], "a.docx", "open sesame")
    assert caught.value.code is ErrorCode.DAMAGED


def test_other_compound_files_are_not_locked():
    assert not is_locked(OLE + bytes(1000))
    assert not is_locked(INSIDE)
