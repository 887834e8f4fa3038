"""Why a file gives no text, in the same words for every format."""

from __future__ import annotations

from host.core.ocr import NEXT_STEP
from host.errors import ConversionError, ErrorCode


def damaged(name: str, kind: str) -> ConversionError:
    """The file is cut short, or not what its name says; `kind` goes into `as ...`: `a Word document`."""
    message = f"{name} cannot be read as {kind}: it is damaged, or something else under this name."
    return ConversionError(ErrorCode.DAMAGED, message, "Open it in the program that made it and save it again.")


def locked(name: str) -> ConversionError:
    message = f"{name} is locked with a password."
    return ConversionError(ErrorCode.ENCRYPTED, message, "Give its password: it is used once and not kept.")


def wrong_password(name: str) -> ConversionError:
    message = f"The password does not open {name}."
    return ConversionError(ErrorCode.ENCRYPTED, message, "Give the right password.")


def protected(name: str, how: str) -> ConversionError:
    """Encrypted in a way that no password given here opens: nobody is to be asked for one."""
    return ConversionError(ErrorCode.NOT_SUPPORTED, f"{name} is {how}.", "Save a copy without protection and add that.")


def empty(name: str) -> ConversionError:
    return ConversionError(ErrorCode.NO_TEXT, f"{name} has no text in it.", "Add a file that has text.")


def no_text_layer(name: str) -> ConversionError:
    message = f"{name} has no text layer: its pages are pictures."
    return ConversionError(ErrorCode.NEEDS_OCR, message, NEXT_STEP)


def no_recognition(name: str, languages: tuple[str, ...]) -> ConversionError:
    message = f"The text of {name} cannot be recognised: Tesseract is not installed, or not for {', '.join(languages)}."
    return ConversionError(ErrorCode.NEEDS_OCR, message, "Install Tesseract with its language data, then try again.")


def unpacks_to_too_much(name: str, megabytes: int) -> ConversionError:
    message = f"{name} unpacks to more than {megabytes} MB."
    return ConversionError(ErrorCode.TOO_LARGE, message, "Split it, or save it without its pictures.")
