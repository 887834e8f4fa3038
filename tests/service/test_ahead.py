import asyncio
from contextlib import aclosing

import pytest

from host.service.ahead import ahead


class Kitchen:
    """Work that ends when the test says so."""

    def __init__(self):
        self.begun, self.cancelled = [], []
        self.done = {}

    async def cook(self, dish):
        self.begun.append(dish)
        self.done[dish] = asyncio.get_running_loop().create_future()
        try:
            return await self.done[dish]
        except asyncio.CancelledError:
            self.cancelled.append(dish)
            raise


def portion(result):
    return 1


async def settled():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_results_come_in_order_as_many_as_are_ready():
    kitchen = Kitchen()
    async with aclosing(ahead("abcd", kitchen.cook, portion, 2, 3)) as served:
        first = asyncio.ensure_future(anext(served))
        await settled()
        assert kitchen.begun == ["a", "b"]
        kitchen.done["b"].set_result(2)
        await settled()
        assert not first.done()
        kitchen.done["a"].set_result(1)
        assert await first == [("a", 1), ("b", 2)]
        rest = asyncio.ensure_future(anext(served))
        await settled()
        assert kitchen.begun == ["a", "b", "c", "d"]
        kitchen.done["d"].set_result(4)
        kitchen.done["c"].set_result(3)
        assert await rest == [("c", 3), ("d", 4)]
        with pytest.raises(StopAsyncIteration):
            await anext(served)


async def test_what_nobody_takes_is_soon_enough_of_it():
    kitchen = Kitchen()
    async with aclosing(ahead("abcde", kitchen.cook, portion, 2, 3)) as served:
        first = asyncio.ensure_future(anext(served))
        await settled()
        kitchen.done["a"].set_result(1)
        assert await first == [("a", 1)]
        await settled()
        for dish in "bc":
            kitchen.done[dish].set_result(2)
            await settled()
        assert kitchen.begun == ["a", "b", "c", "d"]
        kitchen.done["d"].set_result(4)
        await settled()
        assert kitchen.begun == ["a", "b", "c", "d"]
        assert await anext(served) == [("b", 2), ("c", 2), ("d", 4)]


async def test_closing_it_cancels_what_was_begun():
    kitchen = Kitchen()
    served = ahead("abcd", kitchen.cook, portion, 3, 3)
    first = asyncio.ensure_future(anext(served))
    await settled()
    kitchen.done["a"].set_result(1)
    await first
    await settled()
    await served.aclose()
    assert kitchen.cancelled == ["b", "c", "d"]


async def test_an_error_cancels_the_rest_and_is_told_after_what_went_well_before():
    kitchen = Kitchen()
    served = ahead("abc", kitchen.cook, portion, 3, 3)
    first = asyncio.ensure_future(anext(served))
    await settled()
    kitchen.done["b"].set_exception(ValueError("burnt"))
    kitchen.done["a"].set_result(1)
    assert await first == [("a", 1)]
    with pytest.raises(ValueError, match="burnt"):
        await anext(served)
    assert kitchen.cancelled == ["c"]


async def test_nothing_gives_nothing():
    assert [some async for some in ahead([], Kitchen().cook, portion, 2, 2)] == []


@pytest.mark.parametrize(
    ("together", "served"),
    [(4, ["aa b c", "dddddd", "e"]), (2, ["aa", "b c", "dddddd", "e"]), (1, ["aa", "b", "c", "dddddd", "e"])],
)
async def test_what_is_taken_together_is_of_a_size_unless_it_is_one(together, served):
    kitchen, dishes = Kitchen(), ["aa", "b", "c", "dddddd", "e"]
    ready = ahead(dishes, kitchen.cook, len, 5, 5, together)
    first = asyncio.ensure_future(anext(ready))
    await settled()
    for dish in reversed(dishes):
        kitchen.done[dish].set_result(dish)
    plates = [await first, *[some async for some in ready]]
    assert [" ".join(dish for dish, _ in some) for some in plates] == served


async def coming(dishes, error=None):
    for dish in dishes:
        await asyncio.sleep(0)
        yield dish
    if error:
        raise error


async def cooked(dish):
    return dish.upper()


async def test_items_may_take_their_time_to_come():
    served = [some async for some in ahead(coming("abc"), cooked, len, 2, 2)]
    assert [dish for some in served for dish in some] == [("a", "A"), ("b", "B"), ("c", "C")]


async def test_an_error_among_the_items_is_told_after_those_before_it():
    served = []
    with pytest.raises(ValueError, match="no more"):
        async for some in ahead(coming("ab", ValueError("no more")), cooked, len, 2, 2):
            served += some
    assert served == [("a", "A"), ("b", "B")]


async def test_closing_it_ends_the_wait_for_items():
    ended = []

    async def never():
        try:
            yield "a"
            await asyncio.Event().wait()
        finally:
            ended.append("waiting")

    served = ahead(never(), cooked, len, 2, 2)
    assert await anext(served) == [("a", "A")]
    await settled()
    await served.aclose()
    assert ended == ["waiting"]
