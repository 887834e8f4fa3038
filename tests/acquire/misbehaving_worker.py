"""A worker whose converter does what hostile files make parsers do: named by the bytes of the file."""

import ctypes
import os
import sys
import time

from host.acquire.worker import main
from host.core.types import Document
from host.errors import ConversionError, ErrorCode

HOARD = []


class Misbehaving:
    def convert(self, data, *, uri, name="", media_type="", password=""):
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
