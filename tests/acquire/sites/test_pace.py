"""How many requests at a time, and when."""

import asyncio

import pytest

from host.acquire.sites.pace import Pace, Places

QUICK, SLOW = 0.02, 1.0


def test_a_quick_server_is_asked_more_up_to_a_limit():
    pace = Pace(places=Places(first=2, most=5))
    assert pace.places == 2
    for _ in range(100):
        pace.learn(QUICK, troubled=False)
    assert pace.places == 5


@pytest.mark.parametrize(("seconds", "troubled"), [(SLOW, False), (QUICK, True)])
def test_a_server_in_trouble_is_asked_half_as_much_at_once(seconds, troubled):
    pace = Pace(places=Places(first=8, most=8))
    pace.learn(QUICK, troubled=False)
    pace.learn(seconds, troubled=troubled)
    assert pace.places == 4


def test_what_was_under_way_together_counts_once():
    pace = Pace(places=Places(first=8, most=8))
    for _ in range(8):
        pace.learn(QUICK, troubled=True)
    assert pace.places == 4


def test_a_server_that_stays_in_trouble_is_asked_one_thing_at_a_time():
    pace = Pace(places=Places(first=8, most=8))
    for _ in range(200):
        pace.learn(QUICK, troubled=True)
        pace.learn(QUICK, troubled=False)
        pace.learn(QUICK, troubled=True)
    assert 1 <= pace.places <= 4


def test_an_answer_is_not_slow_only_because_another_was_very_quick():
    pace = Pace(places=Places(first=8, most=8))
    pace.learn(0.001, troubled=False)
    pace.learn(0.1, troubled=False)
    assert pace.places == 8


async def test_a_delay_is_kept_between_requests_and_means_one_at_a_time():
    pace = Pace(delay=0.03)
    loop = asyncio.get_running_loop()
    start = loop.time()
    await asyncio.gather(pace.turn(), pace.turn(), pace.turn())
    assert loop.time() - start >= 0.06
    pace.learn(QUICK, troubled=False)
    pace.learn(SLOW, troubled=True)
    assert pace.places == 1


async def test_without_a_delay_nobody_waits():
    pace = Pace()
    start = asyncio.get_running_loop().time()
    for _ in range(100):
        await pace.turn()
    assert asyncio.get_running_loop().time() - start < 0.5
