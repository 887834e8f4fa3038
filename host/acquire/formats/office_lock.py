"""Office files that are locked with a password: opened in memory with msoffcrypto, never written anywhere."""

from __future__ import annotations

import io

from host.acquire.formats import reasons

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")


def is_locked(data: bytes) -> bool:
    """Whether this is a locked .docx, .xlsx or .pptx: a compound file around the encrypted package."""
    return data.startswith(OLE) and _ENCRYPTED_STREAM in data


def unlocked(data: bytes, name: str, password: str) -> bytes:
    """The file inside. Raises ConversionError without the right password."""
    import msoffcrypto
    from msoffcrypto.exceptions import DecryptionError, FileFormatError, InvalidKeyError, ParseError

    if not password:
        raise reasons.locked(name)
    inside = io.BytesIO()
    try:
        file = msoffcrypto.OfficeFile(io.BytesIO(data))
        file.load_key(password=password, verify_password=True)
        file.decrypt(inside)
    except (InvalidKeyError, DecryptionError) as exc:
        raise reasons.wrong_password(name) from exc
    except (FileFormatError, ParseError, OSError, ValueError) as exc:
        raise reasons.damaged(name, "a locked Office file") from exc
    return inside.getvalue()
