"""Dates as people, programs and servers write them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.acquire.dates import PRINT, iso_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-06T23:30:00-07:00", "2024-05-06"),
        ("2024/5/6", "2024-05-06"),
        ("20240506", "2024-05-06"),
        ("D:20240506120000+01'00'", "2024-05-06"),
        ("1714953600", "2024-05-06"),
        ("1714953600000", "2024-05-06"),
        ("Mon, 06 May 2024 10:00:00 GMT", "2024-05-06"),
        ("Published May 6th, 2024 at noon", "2024-05-06"),
        ("6th of May, 2024", "2024-05-06"),
        ("06.05.2024", "2024-05-06"),
        ("16/05/2024", "2024-05-16"),
        ("05/16/2024", "2024-05-16"),
        ("05/05/2024", "2024-05-05"),
        ("2024年5月6日", "2024-05-06"),
        ("on 2024-05-06", "2024-05-06"),
        ("May 2024", "2024-05-01"),
        ("2024-05", "2024-05-01"),
        ("2024", "2024-01-01"),
    ],
)
def test_a_date_is_read_however_it_is_written(text, day):
    assert iso_date(text) == day


@pytest.mark.parametrize(
    "text",
    ["", "  ", "soon", "06/05/2024", "2024-13-01", "2024-02-31", "1066-10-14", "1985-01-01", "12:30", "99999999"],
    ids=repr,
)
def test_what_is_none_or_cannot_be_known_is_none(text):
    assert iso_date(text) == ""


def test_no_page_was_made_in_the_future():
    now = datetime.now(UTC)
    assert iso_date((now + timedelta(days=3)).isoformat()) == ""
    assert iso_date(now.isoformat()) == now.date().isoformat()


def test_a_file_may_be_older_than_the_web():
    assert iso_date("D:19850101", PRINT) == "1985-01-01"


def test_a_text_with_a_date_in_it_is_no_date():
    assert (
        iso_date("On May 6, 2024 the keeper climbed the stairs and found that the lamp had gone out in the night.")
        == ""
    )


@pytest.mark.parametrize("text", ["May 2024", "2024"])
def test_where_the_day_counts_a_month_is_no_date(text):
    assert iso_date(text, day=True) == ""


@given(st.text(max_size=60))
def test_it_never_raises_and_answers_in_one_form(text):
    assert len(iso_date(text)) in (0, 10)
