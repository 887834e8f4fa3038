import asyncio

import pytest

from host.service.added_files import AddedFiles


class Reading:
    """Work that ends when the test says so."""

    def __init__(self):
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self.stopped = False

    async def __call__(self):
        self.begun.set()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.stopped = True
            raise
        return "text"


async def test_a_file_is_read_and_then_it_is_too_late_to_take_it_out():
    files, reading = AddedFiles(["a", "b"]), Reading()
    task = asyncio.create_task(files.read("b", reading))
    await reading.begun.wait()
    assert files.first(9) == [("b", "reading"), ("a", "waiting")]
    assert files.first(1) == [("b", "reading")]
    reading.go.set()
    assert await task == "text"
    assert files.first(9) == [("b", "reading"), ("a", "waiting")]
    assert files.index("b")
    assert files.first(9) == [("b", "indexing"), ("a", "waiting")]
    assert not files.take_out("b")
    files.ended("b")
    assert files.first(9) == [("a", "waiting")]
    assert not files.take_out("b")


async def test_a_file_that_waits_is_not_read_when_it_was_taken_out():
    files = AddedFiles(["a", "b"])
    assert files.take_out("a")
    assert not files.take_out("a")
    assert files.first(9) == [("b", "waiting")]
    assert await files.read("a", Reading()) is None


async def test_a_file_that_is_being_read_stops():
    files, reading = AddedFiles(["a"]), Reading()
    task = asyncio.create_task(files.read("a", reading))
    await reading.begun.wait()
    assert files.take_out("a")
    assert await task is None
    assert reading.stopped
    assert files.first(9) == []


async def test_a_file_that_was_read_and_taken_out_is_not_indexed():
    files, reading = AddedFiles(["a"]), Reading()
    reading.go.set()
    assert await files.read("a", reading) == "text"
    assert files.take_out("a")
    assert not files.index("a")
    assert files.first(9) == []


async def test_an_error_of_the_reading_is_told():
    async def broken():
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await AddedFiles(["a"]).read("a", broken)


async def test_whoever_stops_the_job_stops_the_reading():
    files, reading = AddedFiles(["a"]), Reading()
    task = asyncio.create_task(files.read("a", reading))
    await reading.begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert reading.stopped
