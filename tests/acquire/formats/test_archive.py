"""Packages of parts, and what is wrong with some of them."""

import io
import zipfile

import pytest

from host.acquire.formats import archive as module
from host.acquire.formats.archive import opened, require_size, xml_part
from host.errors import ConversionError, ErrorCode
from tests.acquire.office import package

ENTITY = '<!DOCTYPE a [<!ENTITY e "expanded"><!ENTITY f SYSTEM "file:///etc/hostname">]><a>&e;&f;</a>'


def test_a_part_is_read_without_expanding_what_it_names():
    with opened(package({"a.xml": ENTITY}), "a.odt", "a text") as found:
        assert "".join(xml_part(found, "a.xml").itertext()) in ("", "&e;&f;")


@pytest.mark.parametrize(
    ("data", "part"),
    [(b"no archive", "a.xml"), (package({"a.xml": "<a>"}), "a.xml"), (package({"a.xml": "<a/>"}), "b.xml")],
    ids=["no archive", "broken XML", "a part that is missing"],
)
def test_what_breaks_is_a_damaged_file(data, part):
    with pytest.raises(ConversionError, match="as a text") as caught, opened(data, "a.odt", "a text") as found:
        xml_part(found, part)
    assert caught.value.code is ErrorCode.DAMAGED


def test_what_claims_to_unpack_to_too_much_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(module, "MAX_UNPACKED", 3_000_000)
    data = package({"a": "x" * 1_500_000, "b": "x" * 1_500_001})
    with zipfile.ZipFile(io.BytesIO(data)) as archive, pytest.raises(ConversionError, match="more than 3 MB") as caught:
        require_size(archive, "a.odt")
    assert caught.value.code is ErrorCode.TOO_LARGE
