"""A worker process: converts one file after the other, within limits. Started by `workers`, as `python -m`.

It ends when its input does, so that none outlives the engine. Nothing that a library prints reaches the pipe.
"""

from __future__ import annotations

import faulthandler
import os
import queue
import sys
import threading
from typing import IO

from host.acquire.documents import Documents
from host.acquire.workers.memory_limit import MemoryLimit
from host.acquire.workers.wire import Answer, Order, Sign, read_order, write_answer, write_sign
from host.core.acquire_ports import Converter
from host.core.documents import Document
from host.core.ocr import Ocr
from host.errors import ConversionError, ErrorCode

_GRACE = 5.0
"""Seconds: the engine ends a slow worker; only when the engine is gone the worker must do it itself."""


def main(converter: Converter, seconds: float, megabytes: int) -> None:
    """Serve orders until there are no more; `seconds` and `megabytes` are for each of them."""
    orders, answers = _own_pipes()
    waiting: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders, waiting), daemon=True).start()
    limit = MemoryLimit(megabytes)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 # a device, not a path

        def begin_time() -> None:
            """Its own thread in C: it also ends a parser that never comes back to Python."""
            faulthandler.dump_traceback_later(seconds + _GRACE, exit=True, file=nowhere)

        def on_page(page: int, pages: int) -> None:
            begin_time()
            limit.renew()
            write_sign(answers, Sign(page, pages))

        while (order := waiting.get()) is not None:
            begin_time()
            limit.renew()
            outcome = _converted(converter, order, Ocr(order.ocr, on_page) if order.ocr else None, megabytes)
            faulthandler.cancel_dump_traceback_later()
            write_answer(answers, Answer(outcome, limit.spent))


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes under numbers that nobody else knows; standard input and output lead nowhere from here on."""
    orders = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    return orders, answers


def _listen(orders: IO[bytes], waiting: queue.SimpleQueue[Order | None]) -> None:
    """Reads all the time, to see the end of the input also while a file is converted."""
    while (order := read_order(orders)) is not None:
        waiting.put(order)
    os._exit(0)


def _converted(converter: Converter, order: Order, ocr: Ocr | None, megabytes: int) -> Document | ConversionError:
    try:
        return converter.convert(
            order.data, uri=order.uri, name=order.name, media_type=order.media_type, password=order.password, ocr=ocr
        )
    except ConversionError as error:
        return error
    except MemoryError:
        return too_much_memory(order.name, megabytes)
    except Exception as error:
        # Converters foresee what their libraries raise on bad files. What they did not costs this file and no more.
        message = f"{order.name} cannot be converted ({type(error).__name__})."
        return ConversionError(ErrorCode.DAMAGED, message, "Open it in the program that made it and save it again.")


def too_much_memory(name: str, megabytes: int) -> ConversionError:
    message = f"{name} needs more than {megabytes:,} MB of memory to convert."
    return ConversionError(ErrorCode.TOO_LARGE, message, "Split it, or save it without its pictures.")


if __name__ == "__main__":
    main(Documents(), float(sys.argv[1]), int(sys.argv[2]))
