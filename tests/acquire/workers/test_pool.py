"""Converters in processes of their own: what goes wrong there costs one file."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from host.acquire.workers.pool import Limits, Workers
from host.core.documents import Anchor
from host.core.ocr import Ocr
from host.errors import ConversionError, ErrorCode
from tests.acquire.files import pdf

ROOT = Path(__file__).parents[3]
MISBEHAVING = "tests.acquire.misbehaving_worker"
PATIENCE = 5.0
"""Seconds: enough for a worker to start on a busy machine, which counts too."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at Linux's processes")


@pytest.fixture
def workers():
    workers = Workers(Limits(seconds=20, megabytes=500), size=1, module=MISBEHAVING)
    yield workers
    workers.close()


def process_of(workers):
    return int(workers.convert(b"", uri="x", name="a.bin").markdown.removeprefix("process "))


def is_running(process):
    """Also false for one that has ended with all its threads and that nobody has asked about."""
    try:
        ended = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        return not ended or len(list(Path(f"/proc/{process}/task").iterdir())) > 1
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until_gone(process, seconds):
    deadline = time.monotonic() + seconds
    while is_running(process) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not is_running(process)


def hold(workers):
    """Keep a worker busy until it is ended."""
    with pytest.raises(ConversionError):
        workers.convert(b"hang", uri="x")


def test_a_file_becomes_the_document_that_the_converter_makes():
    workers = Workers(size=1)
    try:
        document = workers.convert(pdf([("One", 11)], [("Zw\u00f6lf", 11)]), uri="file:///a%20b.pdf")
        assert document.markdown == "One\n\nZw\u00f6lf"
        assert document.anchors == (Anchor(0, "page", "1"), Anchor(5, "page", "2"))
        assert (document.uri, document.title) == ("file:///a%20b.pdf", "a b.pdf")
    finally:
        workers.close()


def test_everything_that_was_said_of_a_file_reaches_the_converter(workers):
    document = workers.convert(b"", uri="file:///x", media_type="image/x", password="secret")
    assert (document.uri, document.media_type, document.title) == ("file:///x", "image/x", "secret")


def test_a_worker_stays_for_the_next_file(workers):
    assert process_of(workers) == process_of(workers) != os.getpid()


@linux
def test_what_one_file_left_behind_does_not_count_against_the_next(workers):
    """Half a gigabyte is allowed, and each of the two takes three fifths of that and keeps it."""
    first = process_of(workers)
    assert workers.convert(b"hoard", uri="x").markdown == f"process {first}"
    assert workers.convert(b"hoard", uri="x").markdown == f"process {first}"
    assert process_of(workers) != first  # by now it holds more than one file may take


@pytest.mark.parametrize(
    ("deed", "code", "words"),
    [
        (b"crash", ErrorCode.DAMAGED, "bad.bin made its converter crash."),
        (b"bug", ErrorCode.DAMAGED, "bad.bin cannot be converted (ZeroDivisionError)."),
        (b"refuse", ErrorCode.NO_TEXT, "bad.bin is empty."),
    ],
)
def test_what_goes_wrong_costs_one_file(workers, deed, code, words):
    with pytest.raises(ConversionError) as caught:
        workers.convert(deed, uri="x", name="bad.bin")
    assert (caught.value.code, caught.value.message) == (code, words)
    assert caught.value.next_step
    assert process_of(workers)


@linux
def test_a_file_that_needs_too_much_memory_is_refused(workers):
    with pytest.raises(ConversionError, match=r"needs more than 500 MB") as caught:
        workers.convert(b"explode", uri="x", name="bomb.zip")
    assert caught.value.code is ErrorCode.TOO_LARGE
    assert process_of(workers)


@pytest.mark.parametrize("deed", [b"hang", b"spin", b"block"])
def test_a_file_that_takes_too_long_is_given_up(deed):
    workers = Workers(Limits(seconds=PATIENCE), size=1, module=MISBEHAVING)
    try:
        began = time.monotonic()
        with pytest.raises(ConversionError, match="took longer than 5 seconds") as caught:
            workers.convert(deed, uri="x", name="slow.pdf")
        assert caught.value.code is ErrorCode.TIMED_OUT
        assert time.monotonic() - began < 30
        assert process_of(workers)
    finally:
        workers.close()


def test_each_page_that_is_recognised_may_take_its_time():
    """Nine seconds in all, where a file may take five."""
    turns = []
    workers = Workers(Limits(seconds=PATIENCE), size=1, module=MISBEHAVING)
    try:
        assert workers.convert(b"slow pages", uri="x", ocr=Ocr(("eng",), lambda *turn: turns.append(turn)))
    finally:
        workers.close()
    assert turns == [(1, 3), (2, 3), (3, 3)]


def test_what_a_library_prints_stays_out_of_the_answer(workers):
    assert workers.convert(b"print", uri="x").markdown.startswith("process ")


@linux
def test_a_worker_that_was_killed_between_two_files_is_replaced(workers):
    first = process_of(workers)
    os.kill(first, signal.SIGKILL)
    assert wait_until_gone(first, 5)
    assert process_of(workers) != first


def test_two_files_are_converted_at_the_same_time():
    workers = Workers(Limits(seconds=20), size=2, module=MISBEHAVING)
    held = threading.Thread(target=hold, args=(workers,))
    try:
        held.start()
        assert process_of(workers)
    finally:
        workers.close()
        held.join()


@linux
def test_a_short_file_does_not_wait_for_long_ones(workers, monkeypatch):
    monkeypatch.setattr("host.acquire.workers.pool._SOON", 0.05)
    held = threading.Thread(target=hold, args=(workers,))
    held.start()
    while not workers._idle.empty():
        time.sleep(0.01)
    first, second = process_of(workers), process_of(workers)
    assert first == second
    assert held.is_alive()
    workers.close()
    held.join(10)


def test_closing_ends_workers_also_while_they_work(workers):
    process = process_of(workers)
    held = threading.Thread(target=hold, args=(workers,))
    held.start()
    time.sleep(0.2)
    workers.close()
    held.join(5)
    assert not held.is_alive()
    assert wait_until_gone(process, 5)


@linux
@pytest.mark.parametrize(("deed", "seconds"), [(b"", 10), (b"hang", 10), (b"spin", 10), (b"block", 30)])
def test_no_worker_outlives_a_killed_engine(deed, seconds):
    """One that sits in C holding the interpreter's lock ends by its own alarm, shortly after the limit of time."""
    engine = f"""
import threading
from host.acquire.workers.pool import Limits, Workers
workers = Workers(Limits(seconds={PATIENCE}), size=1, module={MISBEHAVING!r})
print(workers.convert(b"", uri="x").markdown.split()[1], flush=True)
if {deed!r}:
    threading.Thread(target=workers.convert, args=({deed!r},), kwargs=dict(uri="x")).start()
threading.Event().wait()
"""
    with subprocess.Popen([sys.executable, "-c", engine], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        worker = int(process.stdout.readline())
        time.sleep(0.3)
        assert is_running(worker)
        process.kill()
    assert wait_until_gone(worker, seconds)
