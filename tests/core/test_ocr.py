import pytest

from host.core.ocr import unread_pages


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), ""),
        ((7,), "Page 7 is a picture: what is written on it cannot be searched."),
        ((1, 2, 3), "Pages 1-3 are pictures: what is written on them cannot be searched."),
        ((2, 5, 6, 9), "Pages 2, 5-6 and 9 are pictures: what is written on them cannot be searched."),
    ],
)
def test_pages_that_were_not_read_are_named(numbers, words):
    assert unread_pages(numbers) == words
