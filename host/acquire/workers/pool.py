"""A converter that works in other processes: a parser that crashes, hangs or explodes costs one file, not the engine.

Workers start when there is something to do and stay for the next file. Web pages go there too: a crawl takes about half
the time when its pages are not parsed by the process that fetches, embeds and answers.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from host.acquire.documents import name_in
from host.acquire.workers.memory_limit import OVER_LIMIT
from host.acquire.workers.wire import Answer, Order, Sign, read_answer, write_order
from host.acquire.workers.worker import too_much_memory
from host.core.documents import Document
from host.core.ocr import Ocr
from host.errors import AmbryError, ConversionError, ErrorCode

_ROOT = Path(__file__).resolve().parents[3]


_SHORT, _SOON = 200_000, 0.5
"""Bytes of a file that is read in a moment, and seconds that it waits for a worker: a note that was just saved does
not wait for the books that all others read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """For one file, or for each of its pages whose text is recognised.

    The slowest real files took seconds, the hungriest some hundred megabytes.
    """

    seconds: float = 60.0
    megabytes: int = 1000


class Workers:
    """Implements the port `Converter`. Safe from several threads; each has a worker of its own while it waits."""

    def __init__(
        self, limits: Limits | None = None, size: int = 2, module: str = "host.acquire.workers.worker"
    ) -> None:
        self._limits = limits or Limits()
        self._module = module
        # The last one back is the first one out: it is the warmest, and what is not needed never starts.
        self._idle: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(size):
            self._idle.put(None)
        self._spare: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        self._spare.put(None)
        self._alive: set[_Worker] = set()

    def convert(
        self,
        data: bytes,
        *,
        uri: str,
        name: str = "",
        media_type: str = "",
        password: str = "",
        ocr: Ocr | None = None,
    ) -> Document:
        """Raises ConversionError, also for a file that is too much for the limits."""
        name = name or name_in(uri)
        worker, place = self._free(len(data))
        try:
            if worker is None or not worker.alive:
                worker = self._replaced(worker)
            outcome = worker.convert(Order(data, uri, name, media_type, password, ocr.languages if ocr else ()), ocr)
        finally:
            place.put(worker)
        if isinstance(outcome, ConversionError):
            raise outcome
        return outcome

    def close(self) -> None:
        """End all workers; those at work leave their file, which then counts as failed."""
        for worker in list(self._alive):
            worker.end()

    def _free(self, size: int) -> tuple[_Worker | None, queue.LifoQueue[_Worker | None]]:
        """A worker, maybe one that has to be started, and where it belongs."""
        try:
            return self._idle.get(timeout=_SOON if size <= _SHORT else None), self._idle
        except queue.Empty:
            return self._spare.get(), self._spare

    def _replaced(self, worker: _Worker | None) -> _Worker:
        if worker is not None:
            worker.end()
            self._alive.discard(worker)
        fresh = _Worker(self._module, self._limits)
        self._alive.add(fresh)
        return fresh


class _Alarm:
    """Does something when it is not renewed in time."""

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self._seconds = seconds
        self._ring = ring
        self.rang = False
        self._timer = self._started()

    def renew(self) -> None:
        self._timer.cancel()
        self._timer = self._started()

    def cancel(self) -> None:
        self._timer.cancel()

    def _started(self) -> threading.Timer:
        timer = threading.Timer(self._seconds, self._late)
        timer.start()
        return timer

    def _late(self) -> None:
        self.rang = True
        self._ring()


class _Worker:
    """One process."""

    def __init__(self, module: str, limits: Limits) -> None:
        self._limits = limits
        self._spent = False
        # As the engine itself is started: the environment does not decide which code runs.
        self._process = subprocess.Popen(
            [sys.executable, "-E", "-s", "-X", "utf8", "-m", module, str(limits.seconds), str(limits.megabytes)],
            cwd=_ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    @property
    def alive(self) -> bool:
        return not self._spent and self._process.poll() is None

    def convert(self, order: Order, ocr: Ocr | None) -> Document | ConversionError:
        """What `ocr` raises when it is told of a page ends this worker, and is raised here."""
        alarm = _Alarm(self._limits.seconds, self._process.kill)
        try:
            answer = self._answer(order, ocr, alarm)
        except (OSError, ValueError):
            # It died while the file was on its way, or answered nonsense.
            answer = None
        except AmbryError:
            self.end()
            raise
        finally:
            alarm.cancel()
        if answer is not None:
            self._spent = answer.spent
            return answer.outcome
        self.end()
        return self._reason(order.name, late=alarm.rang)

    def _answer(self, order: Order, ocr: Ocr | None, alarm: _Alarm) -> Answer | None:
        if self._process.stdin is None or self._process.stdout is None:
            raise TypeError("a worker has two pipes")
        write_order(self._process.stdin, order)
        while isinstance(answer := read_answer(self._process.stdout), Sign):
            if ocr is None:
                raise ValueError("a sign of life that was not asked for would give a worker all the time it likes")
            alarm.renew()
            ocr.on_page(answer.page, answer.pages)
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be written to it
                    pipe.close()

    def _reason(self, name: str, *, late: bool) -> ConversionError:
        if late:
            message = f"{name} took longer than {self._limits.seconds:g} seconds to convert."
            return ConversionError(ErrorCode.TIMED_OUT, message, "Split it, or save it in another format.")
        if self._process.returncode == OVER_LIMIT:
            return too_much_memory(name, self._limits.megabytes)
        message = f"{name} made its converter crash."
        return ConversionError(ErrorCode.DAMAGED, message, "Save it in another format and add that.")
