"""Text from bytes, whatever they claim to be."""

import pytest

from host.acquire.decode import decoded

GERMAN = "Größe und Länge, schön „gesagt“"
RUSSIAN = "Это обычный русский текст, который написан для проверки кодировки. " * 5
JAPANESE = "これは文字コードの試験です。"


@pytest.mark.parametrize(
    ("data", "media_type", "text"),
    [
        (GERMAN.encode(), "", GERMAN),
        (GERMAN.encode("utf-8-sig"), "", GERMAN),
        (GERMAN.encode("utf-16"), "", GERMAN),
        (GERMAN.encode("utf-32"), "", GERMAN),
        (GERMAN.encode("utf-16-le"), "", GERMAN),
        (GERMAN.encode("utf-16-be"), "", GERMAN),
        (GERMAN.encode("cp1252"), "text/plain; charset=ISO-8859-1", GERMAN),
        (JAPANESE.encode("cp932"), 'text/html; charset="Shift_JIS"', JAPANESE),
        (JAPANESE.encode("iso-2022-jp"), "text/html; charset=iso-2022-jp", JAPANESE),
        (b"<meta charset=windows-1251>" + "Да".encode("cp1251"), "", "<meta charset=windows-1251>Да"),
        (b'<?xml version="1" encoding="latin1"?>' + "é".encode("cp1252"), "", '<?xml version="1" encoding="latin1"?>é'),
        # a false claim: valid UTF-8 is UTF-8
        (GERMAN.encode(), "text/html; charset=iso-8859-1", GERMAN),
        # a claim that means nothing, and one that cannot be kept
        (GERMAN.encode("cp1252"), "text/html; charset=nonsense", GERMAN),
        (RUSSIAN.encode("cp1251"), "text/html; charset=ascii-8", RUSSIAN),
        (RUSSIAN.encode("koi8-r"), "", RUSSIAN),
        (RUSSIAN.encode("utf-16-le"), "", RUSSIAN),
        (RUSSIAN.encode("utf-16-be"), "", RUSSIAN),
        (RUSSIAN.encode("utf-32-le"), "", RUSSIAN),
        (GERMAN.encode("utf-32-be"), "", GERMAN),
        (JAPANESE.encode("iso-2022-jp"), "", JAPANESE),
        ((GERMAN * 3).encode() + "Übel".encode("cp1252"), "", GERMAN * 3 + "Übel"),
        # too little to guess from
        ("ein gro\u00dfer Mast".encode("cp1252"), "", "ein gro\u00dfer Mast"),
        ("h\u00e4llo".encode("cp1252"), "text/plain; charset=x-unknown", "h\u00e4llo"),
        (b"", "", ""),
    ],
)  # fmt: skip
def test_the_text_is_recovered(data, media_type, text):
    assert decoded(data, media_type) == text


def test_nothing_fails():
    assert decoded(bytes(range(128, 256)))
