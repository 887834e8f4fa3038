import asyncio
import threading

import pytest

from host.errors import AmbryError
from host.service.recognising import with_ocr


async def test_without_languages_nothing_may_be_recognised():
    assert await with_ocr(lambda ocr: ocr, (), None) is None


async def test_each_page_is_told():
    told = []

    def convert(ocr):
        ocr.on_page(1, 2)
        ocr.on_page(2, 2)
        return ocr.languages

    async def on_page(page, pages):
        told.append((page, pages))

    assert await with_ocr(convert, ("eng",), on_page) == ("eng",)
    await asyncio.sleep(0)
    assert told == [(1, 2), (2, 2)]


async def test_who_stops_waiting_ends_it_at_the_next_page():
    begun, go_on, ended = asyncio.Event(), threading.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def convert(ocr):
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(10)
        try:
            ocr.on_page(2, 2)
        except AmbryError:
            ended.set()
            raise

    task = asyncio.create_task(with_ocr(convert, ("eng",), None))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go_on.set()
    assert await asyncio.to_thread(ended.wait, 10)
