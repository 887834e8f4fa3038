"""A worker whose converter does what hostile files make parsers do: named by the bytes of the file."""

import ctypes
import os
import sys
import time

from host.acquire.workers.worker import main
from host.core.documents import Document
from host.errors import ConversionError, ErrorCode

HOARD = []


def turn_pages(ocr):
    for page in range(1, 4):
        ocr.on_page(page, 3)
        time.sleep(3)


class Misbehaving:
    def convert(self, data, *, uri, name="", media_type="", password="", ocr=None):  # noqa: C901 # a line a deed
        match data:
            case b"hang":
                time.sleep(60)
            case b"spin":
                while True:
                    pass
            case b"block":
                # Holds the interpreter's lock, as a parser written in C does: no thread of Python runs meanwhile.
                ctypes.PyDLL(None).sleep(60)
            case b"crash":
                os.abort()
            case b"explode" | b"hoard":
                HOARD.append(bytearray(3_000_000_000 if data == b"explode" else 300_000_000))
            case b"slow pages":
                turn_pages(ocr)
            case b"print":
                print("noise", flush=True)
                os.write(1, b"more noise")
                os.write(2, b"and more")
            case b"bug":
                raise ZeroDivisionError
            case b"refuse":
                raise ConversionError(ErrorCode.NO_TEXT, f"{name} is empty.", "Add another.")
        return Document(uri, password, f"process {os.getpid()}", media_type)


if __name__ == "__main__":
    main(Misbehaving(), float(sys.argv[1]), int(sys.argv[2]))
